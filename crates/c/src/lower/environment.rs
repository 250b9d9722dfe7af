//! The environment of all functions of a file: its types, globals, functions and logic definitions.

use super::address_taken::{AddressTaken, Arrays};
use super::shape::Options;
use super::survey;
use crate::syntax::ast::{self};
use crate::syntax::walk;
use crate::types::{RecordId, Signature, Type, Types};
use abide_base::{Diagnostic, Span};
use abide_logic::{Func, Sort};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// A variable at file scope.
#[derive(Clone, Debug)]
pub(super) struct Global<'a> {
    pub ty: Type,
    pub is_const: bool,
    /// Read as a fresh value every time: `volatile`, and InvGen's `NONDET`.
    pub volatile: bool,
    /// Declared by a header of our library.
    pub library: bool,
    /// Declared `extern` only: its first value is not known.
    pub is_extern: bool,
    pub init: Option<&'a ast::Init>,
    /// Its definition may be in another file that is given.
    pub elsewhere: bool,
    /// Known in this file only.
    pub is_static: bool,
    /// Declared in ghost code.
    pub ghost: bool,
    /// The function that it is a static variable of.
    pub within: Option<&'a ast::Function>,
}

/// A function as its callers see it.
#[derive(Clone, Debug)]
pub(super) struct Callee<'a> {
    pub signature: Signature,
    pub params: Vec<Option<String>>,
    pub contract: Option<&'a ast::Contract>,
    pub function: Option<&'a ast::Function>,
    pub noreturn: bool,
    /// Parameters that are not given null, from one on, or zero for all; of functions of the program.
    pub nonnull: Vec<usize>,
    pub returns_nonnull: bool,
    /// Is it declared in a header, and so perhaps of a library?
    pub header: bool,
    /// Is its contract one of our library?
    pub library: bool,
    /// Its definition may be in another file that is given.
    pub elsewhere: bool,
    /// Clauses of it, and in its body, that were left out.
    pub unread: Vec<&'a ast::Unread>,
}

/// A logic function or predicate.
#[derive(Clone, Debug)]
pub(super) struct LogicDef<'a> {
    pub head: &'a ast::LogicHead,
    /// What it gives; none for a predicate.
    pub result: Option<&'a ast::Type>,
    pub body: Option<&'a ast::Expr>,
    /// The cases of an inductive predicate.
    pub cases: Option<&'a [ast::Case]>,
    pub span: Span,
}

/// A lemma or axiom.
#[derive(Clone)]
pub(super) struct Law<'a> {
    pub labels: &'a [ast::Name],
    pub formula: &'a ast::Expr,
    pub assumed: bool,
    pub name: &'a ast::Name,
}

/// A global invariant.
#[derive(Clone)]
pub(super) struct GlobalInvariant<'a> {
    pub name: &'a ast::Name,
    pub formula: &'a ast::Expr,
}

/// What is the same for all functions of a file.
#[derive(Clone)]
pub(super) struct Environment<'a> {
    pub options: Options,
    pub types: Types,
    pub globals: BTreeMap<String, Global<'a>>,
    pub callees: BTreeMap<String, Callee<'a>>,
    /// Where the types of the parameters of a function are told first.
    pub prototypes: BTreeMap<String, Span>,
    pub logic: BTreeMap<String, LogicDef<'a>>,
    /// Names of logic functions with several definitions, and the place of one.
    pub overloaded: BTreeMap<String, Span>,
    /// Logic functions by the name with which they are applied, where that is the name of several.
    pub overloads: BTreeMap<String, Vec<String>>,
    pub laws: Vec<Law<'a>>,
    pub invariants: Vec<GlobalInvariant<'a>>,
    /// Inductive predicates for reachability along members.
    pub reach_predicates: BTreeMap<String, ReachPredicate<'a>>,
    pub address_taken: AddressTaken,
    pub arrays: Arrays,
    pub diagnostics: Vec<Diagnostic>,
    /// Functions that give a name of a type a second meaning.
    pub clashes: BTreeMap<String, Diagnostic>,
    /// What static variables of functions are called among those of the file.
    pub statics: BTreeMap<*const ast::Decl, String>,
    /// Functions whose addresses are taken, which the machine calls, or which have other names.
    pub escaped: BTreeSet<String>,
    /// Names that the linker may find nowhere, or in another file.
    pub weak: BTreeSet<String>,
    /// Variables that are others under another name.
    pub second_names: BTreeSet<String>,
    /// What runs before `main`, in order.
    pub constructors: Vec<String>,
    /// Does code of other files run before `main`, too?
    pub constructed_elsewhere: bool,
    /// What runs behind it.
    pub destructors: Vec<String>,
    /// Headers that were not there, by the place of their `#include`.
    pub missing: &'a [(Span, String)],
    pub functions: Vec<&'a ast::Function>,
    pub(super) kinds: RefCell<BTreeMap<String, i64>>,
    /// Functions that compute a number from numbers and touch nothing else, once somebody has asked.
    pub(super) functional: OnceCell<BTreeSet<String>>,
    /// How memory keeps characters.
    pub(super) character: ast::IntType,
    /// The integer types that are pointed to.
    pub targets: BTreeSet<ast::IntType>,
}

/// Functions larger than this are not inlined.
const INLINE: usize = 3000;

impl<'a> Environment<'a> {
    /// Does a contract speak of values that memory has or has not, by itself or by what is defined?
    pub fn speaks_of_values(&self, contract: &ast::Contract) -> bool {
        let mut words = vec!["initialized"];
        loop {
            let known = |name: &&String| words.contains(&name.as_str());
            let speaks = |def: &LogicDef| def.body.is_some_and(|body| survey::speaks_of(body, &words));
            let new = self.logic.iter().filter(|(name, def)| !known(name) && speaks(def));
            let new: Vec<&str> = new.map(|(name, _)| name.as_str()).collect();
            if new.is_empty() {
                return survey::says(contract, &words);
            }
            words.extend(new);
        }
    }

    /// Is a member of a structure pointed to somewhere in the file?
    pub fn is_exposed(&self, id: RecordId, name: &str) -> bool {
        if self.address_taken.members.is_empty() {
            return false;
        }
        let owner = self.types.owner(id, name);
        owner.is_some_and(|owner| self.address_taken.members.contains(&(owner, name.to_string())))
    }

    /// The union that what has a name in a structure is a member of.
    pub fn union_of(&self, id: RecordId, name: &str) -> Option<RecordId> {
        let owner = self.types.owner(id, name);
        owner.filter(|id| self.types.record(*id).kind == ast::RecordKind::Union)
    }

    /// Does a member belong to a union of which a member is pointed to?
    pub fn is_exposed_union(&self, id: RecordId, name: &str) -> bool {
        let union = self.union_of(id, name);
        union.is_some_and(|id| self.address_taken.members.iter().any(|(owner, _)| *owner == id))
    }

    /// May what a pointer to that type points to be a part of a structure?
    pub fn may_be_part(&self, ty: &Type) -> bool {
        let own = self.cell_type(ty);
        self.address_taken.members.iter().any(|(id, name)| {
            let member = self.types.member(*id, name);
            member.is_some_and(|(_, m)| own == Type::Void || self.cell_type(&elements(&m).0) == own)
        })
    }

    /// Are members of structures pointed to?
    pub fn has_parts(&self) -> bool {
        !self.address_taken.members.is_empty()
    }

    /// The array without a size at the end of a structure: its name, and what it consists of.
    pub fn flexible(&self, ty: &Type) -> Option<(String, Type)> {
        let Type::Record(id) = ty else { return None };
        match self.types.record(*id).fields.as_ref()?.last()? {
            crate::types::Member {
                name,
                ty: Type::Array(of, None),
            } => Some((name.clone(), (**of).clone())),
            _ => None,
        }
    }

    /// Is it known where the members that are pointed to lie in their structures?
    pub fn layouts_known(&self) -> bool {
        let known = |(id, name): &(RecordId, String)| {
            let steps = self.types.member(*id, name).map(|(steps, _)| steps);
            steps.and_then(|steps| self.types.offset_of(*id, &steps)).is_some()
        };
        self.address_taken.members.iter().all(known)
    }

    /// May calls of the function be replaced by its body?
    pub fn can_inline(&self, name: &str) -> bool {
        let Some(f) = self.callees.get(name).and_then(|c| c.function) else {
            return false;
        };
        f.broken.is_none()
            && !f.apart
            && !self.clashes.contains_key(name)
            && !f.variadic
            && survey::size(&f.body) <= INLINE
            && !self.reaches(name, name)
    }

    /// Can calling one function lead to a call of another?
    pub fn reaches(&self, from: &str, to: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![from.to_string()];
        while let Some(name) = open.pop() {
            let Some(f) = self.callees.get(&name).and_then(|c| c.function) else {
                continue;
            };
            for callee in survey::calls(&f.body) {
                if callee == to {
                    return true;
                }
                if seen.insert(callee.clone()) {
                    open.push(callee);
                }
            }
        }
        false
    }

    /// Has the program a function of that name itself, in this file or in another one that is given? Then it is not the one
    /// of the library.
    pub fn is_of_program(&self, name: &str) -> bool {
        let callee = self.callees.get(name);
        callee.is_some_and(|c| c.function.is_some() || c.elsewhere)
    }

    /// Is what a function does told by its own code or contract, and not only by its name?
    pub fn is_described(&self, name: &str) -> bool {
        let has_contract = self.callees.get(name).is_some_and(|c| c.contract.is_some());
        has_contract || self.is_of_program(name)
    }

    /// Does the code of the file speak of a function?
    pub fn mentions(&self, name: &str) -> bool {
        let mut found = false;
        let mut see = |e: &ast::Expr| found |= matches!(&*e.kind, ast::ExprKind::Name(n) if &*n.text == name);
        for f in self.callees.values().filter_map(|c| c.function) {
            walk::each_expr(&f.body, &mut see);
        }
        for init in self.globals.values().filter_map(|g| g.init) {
            let mut parts = Vec::new();
            walk::initial(init, &mut parts);
            parts.into_iter().for_each(|e| walk::each_part(e, &mut see));
        }
        found
    }

    /// The name of the predicate that is reachability along a member.
    pub fn reach_predicate_along(&self, root: &Type, path: &str) -> Option<&str> {
        let along = |w: &ReachPredicate| w.is_plain() && Type::Record(w.record) == *root && w.path == path;
        self.reach_predicates
            .iter()
            .find(|(_, w)| along(w))
            .map(|(name, _)| name.as_str())
    }

    /// How memory keeps a type. A cell may be accessed through pointers to both types of one
    /// size: characters of all kinds are kept as one, and unsigned integers as signed ones if the
    /// file has pointers to both.
    pub fn cell_type(&self, ty: &Type) -> Type {
        use ast::IntType::{Char, SChar, UChar};
        match ty {
            Type::Int(Char | SChar | UChar) => Type::Int(self.character),
            Type::Int(kind) => match signed(*kind).filter(|s| self.targets.contains(s)) {
                Some(signed) if self.targets.contains(kind) => Type::Int(signed),
                _ => ty.clone(),
            },
            other => other.clone(),
        }
    }

    /// Is it a stream that every program has?
    pub fn is_standard_stream(&self, name: &str) -> bool {
        matches!(name, "stdin" | "stdout" | "stderr") && self.globals.get(name).is_some_and(|g| g.is_extern)
    }

    /// Is it the type of streams?
    pub fn is_stream(&self, ty: &Type) -> bool {
        self.is_standard_stream("stdout") && self.globals.get("stdout").is_some_and(|g| g.ty == *ty)
    }

    /// May pointers of these types point into one block?
    pub fn may_share(&self, a: &Type, b: &Type) -> bool {
        let void = |t: &Type| t.target() == Some(&Type::Void);
        let cell = |t: &Type| t.target().map(|t| self.cell_type(t));
        cell(a) == cell(b) || void(a) || void(b)
    }

    /// A number for a type that blocks consist of.
    pub fn kind_number(&self, ty: &Type) -> i64 {
        let mut kinds = self.kinds.borrow_mut();
        let next = kinds.len() as i64 + 1;
        *kinds.entry(self.types.show(&self.cell_type(ty))).or_insert(next)
    }

    /// Logic functions without a definition, as functions of the logic.
    pub fn functions(&self) -> Vec<Func> {
        self.logic.values().filter_map(|d| symbol(self, d)).collect()
    }
}

/// The signed type of an unsigned one.
pub(super) fn signed(kind: ast::IntType) -> Option<ast::IntType> {
    use ast::IntType::*;
    match kind {
        UShort => Some(Short),
        UInt => Some(Int),
        ULong => Some(Long),
        ULongLong => Some(LongLong),
        UInt128 => Some(Int128),
        _ => None,
    }
}

/// Is a variable of the type constant, or an array of what is?
pub(crate) fn is_const(ty: &ast::Type) -> bool {
    ty.is_const || matches!(&*ty.kind, ast::TypeKind::Array(of, _) if is_const(of))
}

fn is_aggregate(ty: &Type) -> bool {
    matches!(ty, Type::Array(..) | Type::Record(_))
}

/// An array whose initial value tells its size.
pub(super) fn sized(types: &Types, ty: Type, init: Option<&ast::Init>) -> Type {
    let Type::Array(of, None) = &ty else { return ty };
    let count = match init {
        Some(ast::Init::Expr(e)) => match &*e.kind {
            ast::ExprKind::Str(bytes) => Some(bytes.len() as u64 + 1),
            _ => None,
        },
        Some(ast::Init::List(parts, _)) => {
            // braces left out make it hard to count
            let whole = |init: &ast::Init| matches!(init, ast::Init::List(..)) || !is_aggregate(of);
            let plain = parts.iter().all(|(_, init)| whole(init));
            match parts.as_slice() {
                [(_, ast::Init::Expr(e))] if matches!(&*e.kind, ast::ExprKind::Str(_)) => match &*e.kind {
                    ast::ExprKind::Str(bytes) => Some(bytes.len() as u64 + 1),
                    _ => None,
                },
                _ => end_of_list(types, parts).filter(|_| plain),
            }
        }
        None => None,
    };
    match count {
        Some(n) => Type::Array(of.clone(), Some(n)),
        None => ty,
    }
}

/// What such a predicate follows.
#[derive(Clone, Debug)]
pub(super) struct ReachPredicate<'a> {
    /// The structure.
    pub record: RecordId,
    /// The member, as in a leaf's path.
    pub path: String,
    /// What is demanded of each cell on the way, and the name it has there.
    pub(in crate::lower) each: Vec<&'a ast::Expr>,
    pub(in crate::lower) cell: &'a str,
    /// Is the end an argument, or is it null?
    pub(in crate::lower) has_end: bool,
}

/// A logic function that is not unfolded, as a function of the logic: it has no definition, or
/// is defined by itself, and does not depend on memory.
pub(in crate::lower) fn symbol(env: &Environment, def: &LogicDef) -> Option<Func> {
    let name = &def.head.name.text;
    if def.body.is_some() && !env.calls_itself(name) || env.reads_memory(name) {
        return None;
    }
    let sort = |ty: &ast::Type| match env.types.resolve(ty) {
        Type::Integer | Type::Int(_) | Type::Truth => Some(Sort::Int),
        _ => None,
    };
    let params = def
        .head
        .params
        .iter()
        .map(|(ty, _)| sort(ty))
        .collect::<Option<Vec<Sort>>>()?;
    let result = match def.result {
        None => Sort::Bool,
        Some(ty) => sort(ty)?,
    };
    Some(Func {
        name: def.head.name.text.to_string().into(),
        params,
        result,
    })
}

/// The name of the block of a variable that lives in memory.
pub(super) fn object(name: &str, ty: &Type) -> String {
    match ty {
        Type::Array(..) => format!("{name}@array"),
        _ => format!("{name}@object"),
    }
}

/// What a block for a variable consists of, and how many.
pub(super) fn elements(ty: &Type) -> (Type, Option<u64>) {
    match ty {
        Type::Array(of, n) => ((**of).clone(), *n),
        other => (other.clone(), Some(1)),
    }
}

/// How many elements a list fills that has a value for each, in order or behind a designator.
fn end_of_list(types: &Types, parts: &[(Vec<ast::Designator>, ast::Init)]) -> Option<u64> {
    let (mut next, mut end) = (0u64, 0u64);
    for (path, _) in parts {
        match path.as_slice() {
            [] => {}
            [ast::Designator::Index(at) | ast::Designator::Range(_, at)] => {
                next = u64::try_from(types.constant(at)?).ok()?;
            }
            _ => return None,
        }
        next = next.checked_add(1)?;
        end = end.max(next);
    }
    Some(end)
}

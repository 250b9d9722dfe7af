//! What is to be known of a file before it is lowered: what must live in memory because its
//! address is taken, what a function assigns, whether it is small.

use crate::syntax::ast::{self, Expr, ExprKind as E, Item, Stmt, StmtKind as S, TypeKind, UnaryOp};
use crate::syntax::walk;
use crate::types::{RecordId, Type, Types};
use std::collections::{BTreeMap, BTreeSet};

/// Names whose address is taken: these need a place in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Exposed {
    /// Variables, by name.
    pub vars: BTreeSet<String>,
    /// Members, with the record they belong to. Known where the types of a file are.
    pub members: BTreeSet<(RecordId, String)>,
}

/// What is declared as an array.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrays {
    vars: BTreeSet<String>,
    fields: BTreeSet<String>,
    /// Names of array types.
    types: BTreeSet<String>,
    /// What types names have, where that is known.
    known: Option<Known>,
}

/// The types of variables and functions by name; of a name that means several things, all of them.
#[derive(Clone, Debug)]
struct Known {
    types: Types,
    names: BTreeMap<String, BTreeSet<Type>>,
}

impl Known {
    fn note(&mut self, name: &str, ty: &ast::Type) {
        let ty = self.types.resolve(ty);
        self.names.entry(name.to_string()).or_default().insert(ty);
    }

    /// Takes in the variables that formulas bind.
    fn bound(&mut self, e: &Expr) {
        walk::each_part(e, &mut |e| match &*e.kind {
            E::Quantifier(_, vars, _) | E::Lambda(vars, _) => vars.iter().for_each(|(ty, n)| self.note(&n.text, ty)),
            E::Let(n, ..) => {
                // of some type
                let several = [Type::Void, Type::Truth];
                self.names.entry(n.text.to_string()).or_default().extend(several);
            }
            _ => {}
        });
    }

    /// The type of an expression, if there is but one that it can have.
    fn type_of(&self, e: &Expr) -> Option<Type> {
        let member = |ty: Type, name: &str| match ty {
            Type::Record(id) => Some(self.types.member(id, name)?.1),
            _ => None,
        };
        match &*e.kind {
            E::Name(n) => {
                let found = self.names.get(&*n.text)?;
                found.first().filter(|_| found.len() == 1).cloned()
            }
            E::Unary(UnaryOp::Deref, a) | E::Index(a, _) => self.type_of(a)?.target().cloned(),
            E::Unary(UnaryOp::Address, a) => Some(self.type_of(a)?.pointer()),
            E::Member(a, f) => member(self.type_of(a)?, &f.text),
            E::Arrow(a, f) => member(self.type_of(a)?.target()?.clone(), &f.text),
            E::Cast(ty, _) | E::Compound(ty, _) => Some(self.types.resolve(ty)),
            E::Call(f, ..) => match self.type_of(f)? {
                Type::Function(signature) => Some(signature.result),
                _ => None,
            },
            E::Binary(ast::BinaryOp::Add | ast::BinaryOp::Sub, a, _) => {
                let ty = self.type_of(a)?.decayed();
                Some(ty).filter(|t| matches!(t, Type::Pointer(_)))
            }
            E::Assign(_, a, _) | E::Step { place: a, .. } | E::Named(_, a) | E::Old(a) | E::At(a, _) => self.type_of(a),
            E::Comma(_, b) => self.type_of(b),
            _ => None,
        }
    }

    /// The record of whose member a place is: all that have one of that name, if it is not known.
    fn records_of(&self, place: &Expr) -> Vec<RecordId> {
        let (base, name) = match &*place.kind {
            E::Member(a, f) => (self.type_of(a), f),
            E::Arrow(a, f) => (self.type_of(a).and_then(|t| t.target().cloned()), f),
            _ => return Vec::new(),
        };
        match base {
            Some(Type::Record(id)) => {
                let all = self.types.namesakes(id).into_iter();
                all.filter_map(|id| self.types.owner(id, &name.text)).collect()
            }
            _ => self.types.with_member(&name.text),
        }
    }
}

impl Arrays {
    /// The arrays of a file.
    pub fn of(unit: &ast::Unit) -> Arrays {
        let mut arrays = Arrays::default();
        for item in &unit.items {
            match item {
                Item::Decl(d) if d.storage.typedef && arrays.is_array(&d.ty) => {
                    arrays.types.insert(d.name.text.to_string());
                }
                Item::Decl(d) => arrays.declare(d),
                Item::Record(r) => arrays.record(r),
                _ => {}
            }
        }
        arrays
    }

    fn is_array(&self, ty: &ast::Type) -> bool {
        match &*ty.kind {
            TypeKind::Array(..) => true,
            TypeKind::Named(n) => self.types.contains(&*n.text),
            _ => false,
        }
    }

    fn declare(&mut self, d: &ast::Decl) {
        if self.is_array(&d.ty) {
            self.vars.insert(d.name.text.to_string());
        }
    }

    fn record(&mut self, r: &ast::Record) {
        for field in &r.fields {
            if let Some(name) = &field.name
                && self.is_array(&field.ty)
            {
                self.fields.insert(name.text.to_string());
            }
        }
    }

    /// With those of a block.
    pub fn with_locals(&self, block: &[Stmt]) -> Arrays {
        let mut all = self.clone();
        walk::statements(block, &mut |s| match &s.kind {
            S::Decl(decls) => decls.iter().for_each(|d| all.declare(d)),
            S::Record(r) => all.record(r),
            _ => {}
        });
        all
    }

    /// With the types of what is declared in a file and, by parameters and a body, in a function.
    pub fn with_types(&self, unit: &ast::Unit, types: &Types) -> Arrays {
        let mut known = Known {
            types: types.clone(),
            names: BTreeMap::new(),
        };
        for item in &unit.items {
            match item {
                Item::Decl(d) if !d.storage.typedef => known.note(&d.name.text, &d.ty),
                Item::Function(f) => {
                    let result = types.resolve(&f.result);
                    let signature = crate::types::Signature {
                        result,
                        params: Vec::new(),
                        variadic: true,
                    };
                    // the type of a declaration may be written in another way
                    let all = BTreeSet::from([Type::Function(Box::new(signature))]);
                    known.names.insert(f.name.text.to_string(), all);
                }
                _ => {}
            }
        }
        Arrays {
            known: Some(known),
            ..self.clone()
        }
    }

    /// With those of a function.
    pub fn within(&self, params: &[ast::Param], body: &[Stmt], contract: Option<&ast::Contract>) -> Arrays {
        let mut all = self.with_locals(body);
        let Some(known) = &mut all.known else { return all };
        for p in params {
            p.name.iter().for_each(|n| known.note(&n.text, &p.ty));
        }
        walk::statements(body, &mut |s| {
            if let S::Decl(decls) = &s.kind {
                decls.iter().for_each(|d| known.note(&d.name.text, &d.ty));
            }
        });
        walk::statements(body, &mut |s| {
            walk::expressions(s).into_iter().for_each(|e| known.bound(e))
        });
        for b in contract
            .iter()
            .flat_map(|c| std::iter::once(&c.common).chain(&c.behaviors))
        {
            let clauses = b.assumes.iter().chain(&b.requires).chain(&b.ensures);
            clauses.for_each(|c| known.bound(&c.formula));
        }
        all
    }

    /// Is a member an array?
    fn is_array_member(&self, place: &Expr, name: &str) -> bool {
        match self.known.as_ref().and_then(|k| k.type_of(place)) {
            Some(ty) => matches!(ty, Type::Array(..)),
            None => self.fields.contains(name),
        }
    }
}

impl Exposed {
    /// Takes in an expression whose value is used.
    pub fn used(&mut self, e: &Expr, arrays: &Arrays) {
        match &*e.kind {
            E::Name(n) if arrays.vars.contains(&*n.text) => {
                self.vars.insert(n.text.to_string());
            }
            E::Unary(UnaryOp::Address, place) => {
                self.address(place, arrays);
                self.parts(place, arrays);
            }
            E::Member(_, f) | E::Arrow(_, f) if arrays.is_array_member(e, &f.text) => {
                self.address(e, arrays);
                self.parts(e, arrays);
            }
            E::SizeofExpr(_) => {}
            // whether a place has a value is asked of the place
            E::Acsl(word, _, args) if &*word.text == "initialized" => {
                for arg in args {
                    match &*arg.kind {
                        E::Unary(UnaryOp::Address, place) => self.parts(place, arrays),
                        _ => self.used(arg, arrays),
                    }
                }
            }
            _ => self.parts(e, arrays),
        }
    }

    /// What is inside an expression that stands for a place, or that is not a place at all.
    fn parts(&mut self, e: &Expr, arrays: &Arrays) {
        match &*e.kind {
            E::Index(a, i) => {
                self.place(a, arrays);
                self.used(i, arrays);
            }
            E::Member(a, _) => self.place(a, arrays),
            E::StmtExpr(block) => self.block(block, arrays),
            _ => walk::children(e).into_iter().for_each(|c| self.used(c, arrays)),
        }
    }

    /// An expression that is indexed or whose member is taken: no value yet.
    fn place(&mut self, e: &Expr, arrays: &Arrays) {
        match &*e.kind {
            E::Name(_) => {}
            E::Index(..) | E::Member(..) | E::Arrow(..) => self.parts(e, arrays),
            _ => self.used(e, arrays),
        }
    }

    /// The place is pointed to.
    fn address(&mut self, place: &Expr, arrays: &Arrays) {
        match &*place.kind {
            E::Name(n) => {
                self.vars.insert(n.text.to_string());
            }
            E::Member(base, _) => {
                self.member(place, arrays);
                self.address(base, arrays);
            }
            E::Arrow(..) => self.member(place, arrays),
            E::Index(base, _) => {
                let array = match &*base.kind {
                    E::Name(n) => arrays.vars.contains(&*n.text),
                    E::Member(_, f) | E::Arrow(_, f) => arrays.is_array_member(base, &f.text),
                    E::Index(..) => true,
                    _ => false,
                };
                if array {
                    self.address(base, arrays);
                }
            }
            _ => {}
        }
    }

    fn member(&mut self, place: &Expr, arrays: &Arrays) {
        let (E::Member(_, f) | E::Arrow(_, f)) = &*place.kind else {
            return;
        };
        let records = arrays.known.iter().flat_map(|k| k.records_of(place));
        self.members.extend(records.map(|id| (id, f.text.to_string())));
    }

    /// Takes in all of a block.
    pub fn block(&mut self, block: &[Stmt], arrays: &Arrays) {
        walk::statements(block, &mut |s| {
            if let S::Decl(decls) = &s.kind {
                decls.iter().for_each(|d| self.initial(d.init.as_ref(), arrays));
                return;
            }
            walk::expressions(s).into_iter().for_each(|e| self.used(e, arrays));
        });
    }

    /// Takes in an initial value; a string that fills an array is not pointed to.
    pub fn initial(&mut self, init: Option<&ast::Init>, arrays: &Arrays) {
        let mut found = Vec::new();
        if let Some(init) = init {
            walk::initial(init, &mut found);
        }
        found.into_iter().for_each(|e| self.used(e, arrays));
    }

    /// Takes in a contract.
    pub fn contract(&mut self, contract: &ast::Contract, arrays: &Arrays) {
        for b in std::iter::once(&contract.common).chain(&contract.behaviors) {
            let clauses = b.assumes.iter().chain(&b.requires).chain(&b.ensures);
            clauses.for_each(|c| self.used(&c.formula, arrays));
            let places = b.assigns.iter().flat_map(|a| &a.places);
            places.for_each(|p| self.place(p, arrays));
        }
    }
}

/// Is a variable of that name assigned in a block?
pub(super) fn assigns(block: &[Stmt], name: &str) -> bool {
    assigns_where(block, &|place| is_part_of(place, name))
}

/// Is a parameter of that name assigned in a block? A parameter with elements is a pointer: its elements
/// are not its own.
pub(super) fn assigns_parameter(block: &[Stmt], name: &str) -> bool {
    assigns_where(block, &|place| is_part_of(place, name) && !is_element_of(place, name))
}

fn assigns_where(block: &[Stmt], is_it: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    walk::each_expr(block, &mut |e| {
        let place = match &*e.kind {
            E::Assign(_, place, _) => place,
            E::Step { place, .. } => place,
            _ => return,
        };
        found |= is_it(place);
    });
    found
}

fn is_part_of(place: &Expr, name: &str) -> bool {
    match &*place.kind {
        E::Name(n) => &*n.text == name,
        E::Member(a, _) | E::Index(a, _) => is_part_of(a, name),
        _ => false,
    }
}

/// Is it, or is it in, `name[i]`?
fn is_element_of(place: &Expr, name: &str) -> bool {
    match &*place.kind {
        E::Index(a, _) => matches!(&*a.kind, E::Name(n) if &*n.text == name) || is_element_of(a, name),
        E::Member(a, _) => is_element_of(a, name),
        _ => false,
    }
}

/// Does evaluating an expression change anything?
pub(super) fn has_effect(e: &Expr) -> bool {
    let mut found = false;
    walk::each_part(e, &mut |e| {
        found |= matches!(
            &*e.kind,
            E::Assign(..) | E::Step { .. } | E::Call(..) | E::StmtExpr(_) | E::Builtin(..)
        );
    });
    found
}

/// Has the block a label, so that it can be jumped into?
pub(super) fn has_label(block: &[Stmt]) -> bool {
    let mut found = false;
    walk::statements(block, &mut |s| found |= matches!(s.kind, S::Label(..)));
    found
}

/// Functions called in a block, by name.
pub(super) fn calls(block: &[Stmt]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    walk::each_expr(block, &mut |e| {
        if let E::Call(f, _, _) = &*e.kind
            && let E::Name(n) = &*f.kind
        {
            found.insert(n.text.to_string());
        }
    });
    found
}

/// Names in an expression that are not called: if they are functions, their addresses are taken.
pub(super) fn values(e: &Expr, found: &mut BTreeSet<String>) {
    match &*e.kind {
        E::Name(n) => {
            found.insert(n.text.to_string());
        }
        E::Call(f, _, args) => {
            if !matches!(&*f.kind, E::Name(_)) {
                values(f, found);
            }
            args.iter().for_each(|a| values(a, found));
        }
        _ => walk::children(e).into_iter().for_each(|c| values(c, found)),
    }
}

/// Has a contract a clause with one of these words, or speaks of one?
pub(super) fn says(contract: &ast::Contract, words: &[&str]) -> bool {
    std::iter::once(&contract.common).chain(&contract.behaviors).any(|b| {
        let mut found = b.others.iter().any(|(w, _)| words.contains(&w.as_str()));
        let clauses = b.requires.iter().chain(&b.ensures).chain(&b.assumes);
        found |= clauses.into_iter().any(|clause| speaks_of(&clause.formula, words));
        found
    })
}

/// Is one of these words in a formula?
pub(super) fn speaks_of(formula: &Expr, words: &[&str]) -> bool {
    let mut found = false;
    walk::each_part(formula, &mut |e| {
        found |= match &*e.kind {
            E::Acsl(n, ..) => words.contains(&&*n.text),
            E::Call(f, ..) => matches!(&*f.kind, E::Name(n) if words.contains(&&*n.text)),
            _ => false,
        };
    });
    found
}

/// A measure of a block's size: statements and expressions. Annotations do not count, so that a function that is
/// read in place of its calls still is when invariants have been found.
pub(super) fn size(block: &[Stmt]) -> usize {
    let mut count = 0;
    walk::statements(block, &mut |s| {
        count += 1;
        for e in walk::evaluated(s) {
            walk::each_part(e, &mut |_| count += 1);
        }
    });
    count
}

/// How memory keeps characters: as `unsigned char` if the file knows no other kind.
pub(super) fn character(unit: &ast::Unit) -> ast::IntType {
    use ast::IntType::{Char, SChar, UChar};
    let mut found: BTreeSet<ast::IntType> = BTreeSet::new();
    each_type(unit, &mut |ty| kinds_in(ty, &mut found));
    match found.contains(&UChar) && !found.contains(&Char) && !found.contains(&SChar) {
        true => UChar,
        false => Char,
    }
}

/// The integer types that are pointed to somewhere in the file.
pub(super) fn pointed_to(unit: &ast::Unit, types: &Types) -> BTreeSet<ast::IntType> {
    let mut found = BTreeSet::new();
    each_type(unit, &mut |ty| targets_in(&types.resolve(ty), &mut found));
    found
}

fn targets_in(ty: &Type, found: &mut BTreeSet<ast::IntType>) {
    match ty {
        Type::Pointer(to) | Type::Array(to, _) => {
            if let Type::Int(kind) = &**to {
                found.insert(*kind);
            }
            targets_in(to, found);
        }
        Type::Function(f) => {
            targets_in(&f.result, found);
            f.params.iter().for_each(|p| targets_in(p, found));
        }
        _ => {}
    }
}

/// The types that are written in a file, but for what comes from headers.
fn each_type(unit: &ast::Unit, see: &mut dyn FnMut(&ast::Type)) {
    for item in &unit.items {
        match item {
            Item::Decl(d) if !d.header => see(&d.ty),
            Item::Record(r) if !r.header => r.fields.iter().for_each(|f| see(&f.ty)),
            Item::Function(f) if !f.header => {
                see(&f.result);
                f.params.iter().for_each(|p| see(&p.ty));
                walk::statements(&f.body, &mut |s| {
                    if let S::Decl(decls) = &s.kind {
                        decls.iter().for_each(|d| see(&d.ty));
                    }
                });
                walk::each_expr(&f.body, &mut |e| match &*e.kind {
                    E::Cast(ty, _) | E::Compound(ty, _) => see(ty),
                    E::Str(_) => see(&ast::Type {
                        kind: Box::new(TypeKind::Int(ast::IntType::Char)),
                        is_const: true,
                        volatile: false,
                        span: e.span,
                    }),
                    _ => {}
                });
            }
            _ => {}
        }
    }
}

fn kinds_in(ty: &ast::Type, found: &mut BTreeSet<ast::IntType>) {
    match &*ty.kind {
        TypeKind::Int(kind) => {
            found.insert(*kind);
        }
        TypeKind::Named(n) if &*n.text == "uint8_t" => {
            found.insert(ast::IntType::UChar);
        }
        TypeKind::Pointer(t) | TypeKind::Array(t, _) => kinds_in(t, found),
        TypeKind::Function(f) => {
            kinds_in(&f.result, found);
            f.params.iter().for_each(|p| kinds_in(&p.ty, found));
        }
        _ => {}
    }
}

/// What evaluating something may change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// A variable.
    Var(String),
    /// A part of a variable.
    Part(String),
    /// A member of structures that are pointed to.
    Field(String),
    /// What is pointed to.
    Memory,
    /// Anything but local variables.
    Anything,
}

/// What an assignment to a place changes.
pub(super) fn changed_place(place: &Expr, found: &mut BTreeSet<Change>) {
    match &*place.kind {
        E::Name(n) => {
            found.insert(Change::Var(n.text.to_string()));
        }
        E::Named(_, a) => changed_place(a, found),
        E::Member(a, _) => match &*a.kind {
            E::Name(n) => {
                found.insert(Change::Part(n.text.to_string()));
            }
            _ => changed_place(a, found),
        },
        E::Arrow(_, f) => {
            found.insert(Change::Field(f.text.to_string()));
        }
        E::Index(a, _) => {
            found.insert(Change::Memory);
            changed_place(a, found);
        }
        E::Nothing | E::Result => {}
        _ => {
            found.insert(Change::Memory);
        }
    }
}

/// What evaluating an expression changes itself, with the places of the changes; not what the
/// functions it calls change.
pub(super) fn changed(e: &Expr) -> Vec<(Change, abide_base::Span)> {
    let mut found = Vec::new();
    walk::each_part(e, &mut |e| {
        if let E::Assign(_, place, _) | E::Step { place, .. } = &*e.kind {
            let mut own = BTreeSet::new();
            changed_place(place, &mut own);
            found.extend(own.into_iter().map(|c| (c, e.span)));
        }
    });
    found
}

/// Does an expression use what is changed?
pub(super) fn uses(e: &Expr, change: &Change) -> bool {
    let mut found = false;
    walk::each_part(e, &mut |e| {
        found |= match (&*e.kind, change) {
            (E::Name(n), Change::Var(name) | Change::Part(name)) => &*n.text == name,
            (E::Arrow(_, f) | E::Member(_, f), Change::Field(name)) => &*f.text == name,
            (E::Arrow(..) | E::Index(..) | E::Unary(UnaryOp::Deref, _), Change::Memory | Change::Anything) => true,
            _ => false,
        };
    });
    found
}

/// Functions called in an expression; the empty name for calls through pointers.
pub(super) fn called(e: &Expr) -> Vec<String> {
    let mut found = Vec::new();
    walk::each_part(e, &mut |e| {
        if let E::Call(f, _, _) = &*e.kind {
            found.push(match &*f.kind {
                E::Name(n) => n.text.to_string(),
                _ => String::new(),
            });
        }
    });
    found
}

/// The array that a pointer moves in: what it is assigned from, if that is always one parameter
/// or array, or its own value at the start.
pub(super) fn bases(f: &ast::Function) -> std::collections::BTreeMap<String, String> {
    let mut from: std::collections::BTreeMap<String, BTreeSet<String>> = Default::default();
    let mut note = |name: &str, value: &Expr| {
        let base = base_name(value).unwrap_or_default();
        from.entry(name.to_string()).or_default().insert(base);
    };
    walk::statements(&f.body, &mut |s| {
        if let S::Decl(decls) = &s.kind {
            for d in decls {
                if let (TypeKind::Pointer(_), Some(ast::Init::Expr(e))) = (&*d.ty.kind, &d.init) {
                    note(&d.name.text, e);
                }
            }
        }
    });
    walk::each_expr(&f.body, &mut |e| {
        if let E::Assign(None, place, value) = &*e.kind
            && let E::Name(n) = &*place.kind
        {
            note(&n.text, value);
        }
    });
    let params: BTreeSet<String> = f
        .params
        .iter()
        .filter_map(|p| p.name.as_ref())
        .map(|n| n.text.to_string())
        .collect();
    let mut bases = std::collections::BTreeMap::new();
    for (name, found) in &from {
        let others: Vec<&String> = found.iter().filter(|b| *b != name).collect();
        if let [base] = others.as_slice()
            && !base.is_empty()
            && !params.contains(name)
        {
            let moves = assigns_parameter(&f.body, base);
            let base = match params.contains(*base) && moves {
                true => format!("\\at({base}, Pre)"),
                false => base.to_string(),
            };
            bases.insert(name.clone(), base);
        }
    }
    for name in params {
        let own = from.get(&name).is_none_or(|f| f.iter().all(|b| *b == name));
        if own && assigns_parameter(&f.body, &name) {
            bases.insert(name.clone(), format!("\\at({name}, Pre)"));
        }
    }
    bases
}

fn base_name(e: &Expr) -> Option<String> {
    match &*e.kind {
        E::Name(n) => Some(n.text.to_string()),
        E::Binary(ast::BinaryOp::Add | ast::BinaryOp::Sub, a, _) => base_name(a),
        E::Unary(UnaryOp::Address, a) => match &*a.kind {
            E::Index(b, _) => base_name(b),
            _ => None,
        },
        E::Cast(_, a) => base_name(a),
        _ => None,
    }
}

/// Variables whose declaration a jump may pass over: they may have no value although they are
/// declared with one.
pub(super) fn skipped(block: &[Stmt]) -> BTreeSet<String> {
    enum Event {
        Goto(String),
        Label(String),
        Declared(String),
    }
    let mut events = Vec::new();
    let mut skipped = BTreeSet::new();
    walk::statements(block, &mut |s| match &s.kind {
        S::Goto(name) => events.push(Event::Goto(name.text.to_string())),
        S::Label(name, ..) => events.push(Event::Label(name.text.to_string())),
        S::Decl(decls) => events.extend(decls.iter().map(|d| Event::Declared(d.name.text.to_string()))),
        S::Switch(_, body) => {
            // what is declared in the body itself is passed over by the jump to a later case
            for inner in walk::inner(body) {
                if let S::Decl(decls) = &inner.kind {
                    skipped.extend(decls.iter().map(|d| d.name.text.to_string()));
                }
            }
        }
        _ => {}
    });
    // a jump may leave a block and come back to a label in it
    for s in block {
        let mut inner = s;
        while let S::Label(_, _, next) = &inner.kind {
            inner = next;
        }
        let (mut labels, mut declared) = (false, Vec::new());
        walk::statements(std::slice::from_ref(inner), &mut |s| match &s.kind {
            S::Label(..) => labels = true,
            S::Decl(decls) => declared.extend(decls.iter().map(|d| d.name.text.to_string())),
            _ => {}
        });
        if labels {
            skipped.extend(declared);
        }
    }
    for (at, event) in events.iter().enumerate() {
        let Event::Goto(target) = event else { continue };
        let later = events[at..].iter();
        let mut passed = BTreeSet::new();
        for event in later {
            match event {
                Event::Declared(name) => {
                    passed.insert(name.clone());
                }
                Event::Label(label) if label == target => {
                    skipped.extend(std::mem::take(&mut passed));
                    break;
                }
                _ => {}
            }
        }
    }
    skipped
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_base::FileId;
    use std::path::Path;

    #[test]
    fn annotations_do_not_make_a_function_larger() {
        let size_of = |annotation: &str| {
            let text = format!("void f(int n) {{ {annotation} while (n > 0) n--; }}");
            let parsed = crate::syntax::parse(FileId(0), Path::new("test.c"), &text, crate::types::DataModel::Lp64);
            let bodies = parsed.unit.items.iter().filter_map(|item| match item {
                Item::Function(f) => Some(size(&f.body)),
                _ => None,
            });
            bodies.sum::<usize>()
        };
        assert!(size_of("") > 0);
        assert_eq!(size_of(""), size_of("/*@ loop invariant n <= 7 || n > 0; */"));
    }
}

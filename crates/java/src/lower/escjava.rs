//! ESC/Java's dialect: the ghosts of every object, contracts that add up, `nowarn`.

use super::body::Body;
use super::contract::Contract;
use super::state::{Clause, HeapKind};
use super::value::{Lowering, Val};
use crate::syntax::ast::{Field, Name, Nowarn, TypeRef};
use crate::types::{ClassId, FieldRef, MethodRef, Type};
use abide_base::Span;
use abide_ir::{AssumptionKind, Block, Check, CheckKind, Stmt, StmtKind};
use abide_logic::Var;
use std::sync::OnceLock;

/// The ghost fields that ESC/Java's contracts of the library declare, which it has for every object here: `owner` for
/// all, the others for collections and enumerations.
const GHOSTS: [(&str, &str); 6] = [
    ("owner", "Object"),
    ("elementType", "\\TYPE"),
    ("keyType", "\\TYPE"),
    ("containsNull", "boolean"),
    ("returnsNull", "boolean"),
    ("moreElements", "boolean"),
];

fn ghosts() -> &'static [Field] {
    static ALL: OnceLock<Vec<Field>> = OnceLock::new();
    ALL.get_or_init(|| {
        let field = |(name, ty): (&str, &str)| {
            let name = Name {
                text: name.into(),
                span: Span::default(),
            };
            Field::ghost(name, TypeRef::named(ty, Span::default()))
        };
        GHOSTS.map(field).into()
    })
}

impl<'a> Body<'_, 'a> {
    /// A ghost field of every object, where a file is written in ESC/Java's dialect.
    pub(super) fn ghost_of_objects(&self, name: &str) -> Option<FieldRef<'a>> {
        let decl = ghosts().iter().find(|g| &*g.name.text == name)?;
        self.env.escjava.contains(&true).then_some(FieldRef {
            class: self.classes().known("Object"),
            decl,
            is_static: false,
        })
    }

    /// The field of this name that an object of a type has, or else such a ghost.
    pub(super) fn field_or_ghost(&self, ty: &Type, name: &str) -> Option<FieldRef<'a>> {
        let own = match ty {
            Type::Class(class) => self.classes().field(*class, name),
            _ => None,
        };
        own.or_else(|| self.ghost_of_objects(name).filter(|_| ty.is_reference()))
    }

    /// Is a field of a class around another one hidden there, by a ghost that every object has?
    pub(super) fn is_hidden_by_ghost(&self, f: FieldRef<'a>, class: ClassId) -> bool {
        self.ghost_of_objects(&f.decl.name.text).is_some() && !self.classes().is_subclass(class, f.class)
    }

    /// The maps of the ghosts of all objects that the routine speaks of, with the types of their values.
    pub(super) fn ghost_maps(&self) -> Vec<(Var, Type)> {
        let object = self.classes().known("Object");
        let all = self.heap.values();
        let ghosts = all.filter_map(|h| match &h.kind {
            HeapKind::Field(class, _, ty) if *class == object => Some((h.var.clone(), ty.clone())),
            _ => None,
        });
        ghosts.collect()
    }

    /// Gives the ghosts of a new object their first values.
    pub(super) fn clear_ghosts(&mut self, object: &Val, span: Span) {
        for (map, ty) in self.ghost_maps() {
            self.store(&map, &object.term, Self::zero(&ty), true, span);
        }
    }

    /// Do the clauses of a method add to those of the methods it overrides, as in ESC/Java? JML's cases do not.
    pub(super) fn adds_up(&self, m: MethodRef<'a>) -> bool {
        let above = self.classes().overridden(m);
        let mut all = std::iter::once(m).chain(above);
        self.env.is_escjava(m.class) && all.all(|m| m.decl.spec.cases.len() <= 1)
    }

    /// What the method requires, and a method that it overrides does not: who calls it by that one is trusted.
    pub(super) fn trusts_callers(&mut self, m: MethodRef<'a>, contract: &Contract<'a>) {
        if !contract.adds_up {
            return;
        }
        let requires = |c: &Contract<'a>| -> Vec<*const crate::syntax::ast::Method> {
            let cases = c.cases.iter().filter(|(_, case)| !case.requires.is_empty());
            cases.map(|(m, _)| std::ptr::from_ref(m.decl)).collect()
        };
        let own = requires(contract);
        for up in self.classes().overridden(m) {
            let theirs = requires(&self.contract(up));
            let mut params = 0..m.decl.params.len();
            let stricter = params.any(|i| self.is_required(m, i) && !self.is_required(up, i));
            if stricter || own.iter().any(|m| !theirs.contains(m)) {
                let (name, class) = (&m.decl.name.text, self.classes().get(up.class).path.clone());
                let text = format!("who calls `{name}` of `{class}` keeps what is required here and not there");
                self.rely_on(AssumptionKind::Contract, m.decl.name.span, text);
            }
        }
    }

    /// Is a parameter declared non-null, by the method or in ESC/Java by one that it overrides?
    pub(super) fn is_required(&self, m: MethodRef<'a>, number: usize) -> bool {
        let ty = self.classes().parameters(m).into_iter().nth(number);
        let Some(ty) = ty else { return false };
        let above = match self.adds_up(m) {
            true => self.classes().overridden(m),
            false => Vec::new(),
        };
        let mut all = std::iter::once(m).chain(above);
        all.any(|m| {
            let param = m.decl.params.get(number);
            param.is_some_and(|p| self.is_non_null(&p.modifiers, m.class, &ty))
        })
    }

    /// That the method keeps to its frame is believed, if that is wanted.
    pub(super) fn trusts_frame(&mut self, span: Span) {
        if self.env.options.bargains.frames && !self.frame.is_empty() {
            self.frame.clear();
            let text = "the method changes nothing but what it says it does";
            self.rely_on(AssumptionKind::Admitted, span, text);
        }
    }

    /// A callee that does not say what it changes is taken to change nothing. It may do so all the same: a run behind it
    /// refutes nothing.
    pub(super) fn trusts_silence(&mut self, m: MethodRef<'a>, contract: &Contract<'a>, span: Span) {
        let silent = contract.cases.is_empty() || contract.cases.iter().any(|(_, c)| c.assignable.is_none());
        let trusted = self.env.options.bargains.modifies && !contract.pure && silent;
        if !trusted || self.classes().is_built_in(m.class) {
            return;
        }
        if self.env.options.bargains.frames || m.decl.body.is_none() {
            let text = format!(
                "`{}`, which does not say what it changes, changes nothing",
                m.decl.name.text
            );
            self.rely_on(AssumptionKind::Contract, span, text);
        }
        self.may_not_return(span);
    }

    /// Code that is not given runs, and is taken to change nothing but the ghosts of what it is called on.
    pub(super) fn trusts_library(&mut self, span: Span) -> Lowering<()> {
        self.guesses.insert(span);
        self.grow(span);
        for (map, _) in self.ghost_maps() {
            if !self.known_readers(&map)?.is_empty() {
                continue;
            }
            self.emit(StmtKind::Havoc(vec![map.clone()]), span);
            self.wrote(&map, None);
        }
        let text = "code that is not given changes no object of the program, and no ghost that an invariant speaks of";
        self.rely_on(AssumptionKind::Library, span, text);
        Ok(())
    }

    /// Is it believed that no class is below one of the program by an ancestor that is not given?
    pub(super) fn trusts_ancestors(&mut self) -> bool {
        let trusted = self.env.options.bargains.library;
        if trusted {
            let span = self.method.decl.name.span;
            let text = "classes that are not given extend none of the program";
            self.rely_on(AssumptionKind::Unseen, span, text);
        }
        trusted
    }

    /// Is it believed that the file keeps a clause because it does not name the class?
    pub(super) fn is_left_to_others(&self, clause: Clause<'a>) -> bool {
        self.env.options.bargains.invariants && !self.env.words.contains(&self.classes().get(clause.class).name)
    }

    /// What the routine is taken to keep though nobody checks it.
    pub(super) fn unchecked(&mut self) {
        if self.clauses().into_iter().any(|c| self.is_left_to_others(c)) {
            let text = "the method keeps the invariants of classes that its file does not name";
            let span = self.method.decl.name.span;
            self.rely_on(AssumptionKind::Admitted, span, text);
        }
        for (span, text) in self.env.unchecked {
            self.rely_on(AssumptionKind::Admitted, *span, text.as_str());
        }
    }

    /// Turns the checks into assumptions of which `nowarn` says that they give no warning.
    pub(super) fn without_warnings(&mut self, block: Block) -> Block {
        if self.env.nowarns.is_empty() {
            return block;
        }
        block.into_iter().map(|s| self.without_warning(s)).collect()
    }

    fn without_warning(&mut self, stmt: Stmt) -> Stmt {
        let kind = match stmt.kind {
            StmtKind::Assert(check) => match self.is_kept_back(&check, None) {
                true => StmtKind::Assume(check.formula),
                false => StmtKind::Assert(check),
            },
            kind => kind.map_blocks(|b| self.without_warnings(b)),
        };
        Stmt { kind, ..stmt }
    }

    /// Does `nowarn` keep a warning back, at the place where a check is made, where it is demanded, or at the end of the
    /// method for what is owed there? Then that it holds is assumed.
    pub(super) fn is_kept_back(&mut self, check: &Check, end: Option<Span>) -> bool {
        let begins = |span: Span| (span.file, span.start);
        let mut places = vec![begins(check.span)];
        places.extend(check.demanded.map(begins));
        places.extend(end.map(|span| (span.file, span.end.saturating_sub(1))));
        let on_line = |n: &Nowarn| {
            places
                .iter()
                .any(|(file, at)| *file == n.span.file && n.line.contains(at))
        };
        let mut all = self.env.nowarns.iter().copied();
        let found = all.find(|n| on_line(n) && names(n, check.kind));
        let Some(nowarn) = found else { return false };
        let text = match nowarn.names.as_slice() {
            [] => "what `nowarn` keeps back does not go wrong".to_string(),
            names => format!("what `nowarn {}` keeps back does not go wrong", names.join(", ")),
        };
        self.rely_on(AssumptionKind::Admitted, nowarn.span, text);
        true
    }
}

/// Is a check among those that a `nowarn` names? An index is checked at both ends at once.
fn names(nowarn: &Nowarn, kind: CheckKind) -> bool {
    let has = |name: &str| nowarn.names.iter().any(|n| n == name);
    let both_ends = kind == CheckKind::Bounds && has("IndexNegative") && has("IndexTooBig");
    nowarn.names.is_empty() || both_ends || nowarn.names.iter().any(|name| warned_of(name).contains(&kind))
}

/// The checks that give a warning of ESC/Java, by its name.
fn warned_of(name: &str) -> &'static [CheckKind] {
    use CheckKind::*;
    match name {
        "Null" => &[Null],
        "NonNull" | "NonNullInit" => &[Null],
        "NegSize" => &[NegativeSize],
        "ZeroDiv" => &[Division],
        "Cast" => &[Cast],
        "ArrayStore" => &[ArrayStore],
        "Pre" => &[Precondition],
        "Post" => &[Postcondition],
        "Modifies" => &[Frame],
        "Invariant" => &[ClassInvariant],
        "LoopInv" => &[InvariantEntry, InvariantPreserved],
        "Assert" | "Unreachable" | "Reachable" => &[Assertion],
        "Exception" => &[Uncaught],
        "Decreases" => &[Decreases],
        _ => &[],
    }
}

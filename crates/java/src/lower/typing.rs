//! What types say of values: ranges of integers, dynamic types of objects.

use super::body::Body;
use super::state::HeapKind;
use super::unknown::BELOW_UNKNOWN;
use super::value::Val;
use crate::types::{ClassId, Classes, IntKind, Type};
use crate::{ints, syntax::ast};
use abide_base::Span;
use abide_logic::{Kind, Sort, Term, Var};

impl Body<'_, '_> {
    /// What every value of a type satisfies, in the present state.
    pub(super) fn well_typed(&mut self, term: &Term, ty: &Type) -> Term {
        match ty {
            Type::Int(kind) if self.env.options.wrap => ints::in_range(term, *kind),
            Type::Class(_) | Type::Array(_) => {
                let fact = self.non_null_typed(term, ty);
                Term::or([Term::eq(term.clone(), Term::null()), fact])
            }
            _ => Term::tt(),
        }
    }

    /// What comes in has a value of its type, also where integers are mathematical: a character is not negative.
    pub(super) fn as_given(&mut self, term: &Term, ty: &Type) -> Term {
        match ty {
            Type::Int(kind @ IntKind::Char) => ints::in_range(term, *kind),
            _ => self.well_typed(term, ty),
        }
    }

    /// What every object of a type satisfies.
    fn non_null_typed(&mut self, term: &Term, ty: &Type) -> Term {
        let allocated = self.allocated();
        let mut facts = vec![Term::select(allocated.term(), term.clone())];
        facts.push(self.has_type(term, ty));
        if let Type::Array(_) = ty {
            let length = self.length_term(term).term;
            facts.push(Term::le(Term::int(0), length.clone()));
            facts.push(Term::le(length, Term::int(i32::MAX)));
        }
        if let Type::Class(id) = ty
            && let Some(decl) = self.classes().get(*id).decl
            && decl.kind == ast::ClassKind::Enum
        {
            let names: Vec<String> = decl.constants.iter().map(|c| c.name.text.to_string()).collect();
            let each = names.iter().map(|n| {
                let constant = self.enum_constant(*id, n);
                Term::eq(term.clone(), constant)
            });
            let each: Vec<Term> = each.collect();
            facts.push(Term::or(each));
        }
        Term::and(facts)
    }

    /// The object's dynamic type is a subtype of a type.
    pub(super) fn has_type(&mut self, term: &Term, ty: &Type) -> Term {
        let number = Term::select(self.types().term(), term.clone());
        self.is_number_of(number, ty)
    }

    /// The type with this number is a subtype of a type of objects.
    pub(super) fn is_number_of(&mut self, number: Term, ty: &Type) -> Term {
        let own = self.is_number_below(number.clone(), ty);
        match ty {
            Type::Class(id) => Term::and([own, self.is_permitted(number, *id)]),
            _ => own,
        }
    }

    /// An object of a sealed class that has no objects of its own is of one of the classes below it.
    fn is_permitted(&mut self, number: Term, id: ClassId) -> Term {
        let info = self.classes().get(id);
        let (interface, Some(decl)) = (info.interface, info.decl) else {
            return Term::tt();
        };
        if !decl.modifiers.sealed || !interface && !decl.modifiers.is_abstract {
            return Term::tt();
        }
        let below: Vec<ClassId> = self
            .classes()
            .ids()
            .filter(|c| self.classes().extends(*c, id))
            .collect();
        if below.is_empty() {
            return Term::tt();
        }
        let each: Vec<Term> = below
            .into_iter()
            .map(|c| self.is_number_of(number.clone(), &Type::Class(c)))
            .collect();
        Term::or(each)
    }

    fn is_number_below(&mut self, number: Term, ty: &Type) -> Term {
        if let Some(interval) = self.classes().interval(ty) {
            let inside = within(&number, interval);
            let perhaps = self.is_below_by_unknown(number, ty);
            return Term::or([inside, perhaps]);
        }
        match ty {
            Type::Class(id) if self.classes().get(*id).interface => self.implements(number, *id),
            _ => Term::tt(),
        }
    }

    /// A dynamic type has an ancestor of which nothing is known, and that is below a type: only Java knows.
    fn is_below_by_unknown(&mut self, number: Term, ty: &Type) -> Term {
        let unknown = self.classes().unknown_intervals(ty);
        if unknown.is_empty() {
            return Term::ff();
        }
        if self.trusts_ancestors() {
            return Term::ff();
        }
        let name = format!("{BELOW_UNKNOWN}{} by an ancestor", self.classes().show(ty));
        let sort = Sort::map(Sort::Int, Sort::Bool);
        let map = self.heap_var(format!("~{name}"), &name, sort, HeapKind::Fixed);
        let within = Term::or(unknown.into_iter().map(|interval| within(&number, interval)));
        Term::and([within, Term::select(map.term(), number)])
    }

    /// The class with this number implements an interface: known for the classes of the file, open for
    /// all others.
    fn implements(&mut self, number: Term, interface: ClassId) -> Term {
        let name = format!("\\implements {}", self.classes().get(interface).path);
        self.is_below(number, &name, |classes, id| match classes.is_subclass(id, interface) {
            false if classes.get(interface).decl.is_none() && classes.is_built_in(id) => None,
            is => Some(is),
        })
    }

    /// The class with this number is below a type that only a map knows: of given classes it is told whether they are where that
    /// is known, and not where they are not though they have an ancestor of which nothing is known.
    pub(super) fn is_below(
        &mut self,
        number: Term,
        name: &str,
        below: impl Fn(&Classes, ClassId) -> Option<bool>,
    ) -> Term {
        let key = format!("~{name}");
        let known = self.heap.contains_key(&key);
        let sort = Sort::map(Sort::Int, Sort::Bool);
        let map = self.heap_var(key, name, sort, HeapKind::Fixed);
        if !known {
            let classes = self.classes();
            let mut facts = Vec::new();
            for id in classes.ids() {
                let info = classes.get(id);
                if info.interface || info.decl.is_none() {
                    continue;
                }
                let read = Term::select(map.term(), Term::int(info.interval.0));
                match below(classes, id) {
                    Some(true) => facts.push(read),
                    Some(false) if !classes.has_unknown_ancestor(id) => facts.push(Term::not(read)),
                    _ => {}
                }
            }
            self.facts.extend(facts);
        }
        Term::select(map.term(), number)
    }

    /// A value just read from the heap: what its type says may be assumed.
    pub(super) fn known(&mut self, val: Val, span: Span) -> Val {
        let fact = self.well_typed(&val.term, &val.ty);
        self.assume(fact, span);
        val
    }

    /// What the types of the integers say that a formula reads from the heap, outside of
    /// quantifiers, and how its sums unfold.
    pub(super) fn read_types(&self, formula: &Term) -> Term {
        let mut facts: Vec<Term> = self.unfolded(formula);
        formula.visit(&mut |t| {
            if let Kind::Select(map, _) = t.kind()
                && map.as_var().is_some_and(|v| self.is_length(v))
            {
                let fact = Term::le(Term::int(0), t.clone());
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
            !matches!(t.kind(), Kind::Quant(..))
        });
        if !self.env.options.wrap {
            return Term::and(facts);
        }
        formula.visit(&mut |t| {
            let kind = match t.kind() {
                Kind::Quant(..) => return false,
                Kind::Var(v) => self.value_kind(v),
                Kind::Select(map, _) => match map.kind() {
                    Kind::Var(v) => self.value_kind(v),
                    Kind::Select(maps, _) => maps.as_var().and_then(|v| self.value_kind(v)),
                    _ => None,
                },
                _ => None,
            };
            if let Some(kind) = kind
                && *t.sort() == Sort::Int
            {
                let fact = ints::in_range(t, kind);
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
            true
        });
        Term::and(facts)
    }

    /// A formula to be proved, given what the types of what it reads say.
    pub(super) fn with_types(&self, formula: Term) -> Term {
        Term::implies(self.read_types(&formula), formula)
    }

    /// Assumes a formula of the source, with what the types of what it reads say.
    pub(super) fn assume_formula(&mut self, formula: Term, span: Span) {
        let facts = self.read_types(&formula);
        self.assume(facts, span);
        self.assume(formula, span);
    }

    /// Does a map hold lengths, of arrays or of strings?
    fn is_length(&self, var: &Var) -> bool {
        let is_it = |h: &super::state::HeapVar| h.var == *var && h.kind == HeapKind::Fixed;
        matches!(var.name(), ".length" | "\\length") && self.heap.values().any(is_it)
    }

    /// The type of the integers that a heap variable, now or in a snapshot, holds.
    pub(super) fn value_kind(&self, var: &Var) -> Option<IntKind> {
        let original = self.original(var);
        let heap = self.heap.part(original)?;
        match &heap.kind {
            HeapKind::Field(_, _, Type::Seq(ty)) => ty.as_int(),
            HeapKind::Field(_, _, ty) | HeapKind::Static(_, _, ty) | HeapKind::Elements(ty) => ty.as_int(),
            HeapKind::Fixed if matches!(original.name(), ".length" | "\\length") => Some(IntKind::Int),
            _ => None,
        }
    }
}

/// The number of a dynamic type is in an interval.
fn within(number: &Term, (low, high): (i64, i64)) -> Term {
    if low == high {
        return Term::eq(number.clone(), Term::int(low));
    }
    let mut bounds = vec![Term::le(Term::int(low), number.clone())];
    if high < i64::from(i32::MAX) {
        bounds.push(Term::le(number.clone(), Term::int(high)));
    }
    Term::and(bounds)
}

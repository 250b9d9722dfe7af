//! Parts of formulas that are names for others: `\let`, invariants, and results of arithmetic by its modes.

use super::arithmetic::from_number;
use super::body::Body;
use super::state::Clause;
use super::value::{Lowering, Scope, Val, arithmetic_of, unsupported, wrong};
use crate::ints::{self, Number};
use crate::syntax::ast::{Arithmetic, Expr, Name, TypeRef};
use crate::types::{ClassId, IntKind, Type};
use abide_base::Span;
use abide_logic::{Int, Kind, Term};

/// How deep invariants are read that speak of others.
const DEPTH: usize = 4;

impl<'a> Body<'_, 'a> {
    /// What arithmetic means in clauses of a class.
    pub(super) fn arithmetic_in(&self, class: ClassId) -> Arithmetic {
        let decl = self.classes().get(class).decl;
        decl.map_or(Arithmetic::default(), |d| arithmetic_of(&d.modifiers))
    }

    /// The result of an operation whose operands have been brought to a type.
    pub(super) fn computed(&mut self, number: Number, kind: Option<IntKind>, scope: &Scope) -> Val {
        let kind = kind.unwrap_or(IntKind::Big);
        match scope.math {
            Arithmetic::Bigint => from_number(number, IntKind::Big),
            Arithmetic::Java => from_number(ints::wrap(number, kind), kind),
            Arithmetic::Safe => {
                self.defined_if(ints::in_range(&number.term, kind), true);
                from_number(number, kind)
            }
        }
    }

    /// `a >>> n` for a number of a machine type and a constant.
    pub(super) fn unsigned_shift(&mut self, x: &Val, by: &Val, span: Span) -> Lowering<Val> {
        let width = match x.ty.as_int() {
            Some(IntKind::Big) | None => return Err(unsupported(span, "`>>>` of a number of any size")),
            Some(IntKind::Long) => 64usize,
            Some(_) => 32,
        };
        let Kind::Int(by) = by.term.kind() else {
            return Err(unsupported(span, "a shift by a variable in a formula"));
        };
        let by = usize::try_from(by).ok().filter(|b| *b < width);
        let by = by.ok_or_else(|| unsupported(span, "this shift in a formula"))?;
        let size = Term::int(Int::ONE << width);
        let negative = Term::lt(x.term.clone(), Term::int(0));
        let natural = Term::ite(negative, Term::add(x.term.clone(), size), x.term.clone());
        let kind = if width == 64 { IntKind::Long } else { IntKind::Int };
        let shifted = Number::new(Term::div(natural, Term::int(Int::ONE << by)));
        Ok(from_number(ints::wrap(shifted, kind), kind))
    }

    /// Where the body of a `\let` is read. A number that does not fit the type of its name is not defined.
    pub(super) fn with_let(&mut self, ty: &TypeRef, name: &Name, value: &'a Expr, scope: &Scope) -> Lowering<Scope> {
        let val = self.spec(value, scope)?;
        let ty = self.resolve_in(ty, scope.class)?;
        let fits = match (&val.ty, &ty) {
            (Type::Int(_), Type::Int(kind)) => {
                self.defined_if(ints::in_range(&val.term, *kind), true);
                true
            }
            (a, b) => a == b || a.is_reference() && b.is_reference(),
        };
        if !fits {
            return Err(wrong(value.span, "the value is of another type than its name"));
        }
        let mut inner = scope.clone();
        inner.bound.push((name.text.to_string(), Val { ty, ..val }));
        Ok(inner)
    }

    /// `\invariant_for(e)`: the object satisfies the invariants of its class, of those above it, and of the given ones below
    /// it that it is of.
    pub(super) fn invariant_for(&mut self, e: &'a Expr, scope: &Scope, span: Span) -> Lowering<Val> {
        let object = self.spec_object(e, scope)?;
        self.uses(&object);
        let Type::Class(known) = object.ty else {
            return Ok(Val::new(Term::tt(), Type::Bool));
        };
        if scope.depth > DEPTH {
            return Err(unsupported(span, "an invariant that speaks of itself"));
        }
        let mut parts = Vec::new();
        for clause in self.clauses_of(known).into_iter().filter(|c| !c.invariant.is_static) {
            parts.push(self.nested_clause(clause, Some(&object.term), scope.view, scope.depth + 1)?);
        }
        let below: Vec<ClassId> = self.classes().ids().collect();
        for class in below {
            if class == known || !self.classes().is_subclass(class, known) {
                continue;
            }
            let of_it = self.has_type(&object.term, &Type::Class(class));
            for clause in self.own_clauses(class) {
                let holds = self.nested_clause(clause, Some(&object.term), scope.view, scope.depth + 1)?;
                parts.push(Term::implies(of_it.clone(), holds));
            }
        }
        Ok(Val::new(Term::and(parts), Type::Bool))
    }

    /// The clauses that a class itself states of its objects.
    fn own_clauses(&self, class: ClassId) -> Vec<Clause<'a>> {
        let own = self.clauses_of(class).into_iter();
        own.filter(|c| c.class == class && !c.invariant.is_static).collect()
    }

    /// `\static_invariant_for(T)`.
    pub(super) fn static_invariant_for(&mut self, ty: &TypeRef, scope: &Scope, span: Span) -> Lowering<Val> {
        let Type::Class(class) = self.resolve_known(ty, scope.class)? else {
            return Err(wrong(span, "a class is needed here"));
        };
        let mut parts = Vec::new();
        for clause in self.clauses_of(class) {
            if clause.class == class && clause.invariant.is_static {
                parts.push(self.nested_clause(clause, None, scope.view, scope.depth + 1)?);
            }
        }
        Ok(Val::new(Term::and(parts), Type::Bool))
    }
}

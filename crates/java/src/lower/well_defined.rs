//! Well-definedness of formulas.
//!
//! Terms are total functions for the prover: `5 / 0` has some value, and so has `a[k]` outside of the array. In JML an
//! assertion with such a term does not hold. So whatever is partial notes, while a formula is read, the condition under
//! which it is defined; behind `&&`, `||`, `==>` and `?:` the condition counts only where the operand is evaluated. A
//! formula of the source is the conjunction of these conditions and of what it says: both must be proved where the
//! formula must, and are known where it is assumed.
//!
//! Invariants of loops, which may be inferred, are exempt from one of them: that an element or an object exists for
//! each value of a quantified variable. An inferred invariant may say of all indices behind another what holds of those
//! in the array. Jahob's formulas are total.

use super::body::Body;
use super::state::{Defined, HeapKind};
use super::value::{Lowering, Scope, Val};
use crate::syntax::ast::Expr;
use crate::types::{ClassId, Type};
use abide_logic::{Kind, Subst, Term, Var};

impl<'a> Body<'_, 'a> {
    /// A formula of the source: it is defined, and it holds.
    pub(super) fn formula(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        self.defined_formula(e, scope, |_| true)
    }

    /// An invariant of a loop.
    pub(super) fn loop_formula(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Term> {
        self.defined_formula(e, scope, |d| d.always || !d.each)
    }

    fn defined_formula(&mut self, e: &'a Expr, scope: &Scope, wanted: impl Fn(&Defined) -> bool) -> Lowering<Term> {
        let around = std::mem::take(&mut self.defined);
        let truth = self.truth(e, scope);
        let mut parts: Vec<Term> = Vec::new();
        for one in std::mem::replace(&mut self.defined, around) {
            let part = Term::implies(Term::and(one.when.clone()), one.holds.clone());
            if wanted(&one) && !parts.contains(&part) {
                parts.push(part);
            }
        }
        if self.is_total(scope.class) {
            parts.clear();
        }
        parts.push(truth?);
        Ok(Term::and(parts))
    }

    /// Are the formulas of a class Jahob's, or not to be asked whether they are defined?
    pub(super) fn is_total(&self, class: ClassId) -> bool {
        let file = self.classes().get(class).file;
        self.env.options.throwing || file.is_some_and(|f| self.env.total.get(f) == Some(&true))
    }

    /// Notes what makes a part of the formula defined.
    pub(super) fn defined_if(&mut self, holds: Term, always: bool) {
        if !holds.is_true() {
            self.defined.push(Defined {
                always,
                each: false,
                when: Vec::new(),
                holds,
            });
        }
    }

    /// Reads a part of a formula that is evaluated only where the guard holds.
    pub(super) fn where_holds<T>(&mut self, guard: &Term, read: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::take(&mut self.defined);
        let result = read(self);
        let inner = std::mem::replace(&mut self.defined, around);
        for mut one in inner {
            one.when.splice(0..0, guard.conjuncts());
            if !one.when.contains(&one.holds) {
                self.defined.push(one);
            }
        }
        result
    }

    /// Reads the range and the body of a quantifier; what they need is needed for all values in the range.
    pub(super) fn for_all_values<T>(
        &mut self,
        vars: &[Var],
        read: impl FnOnce(&mut Self) -> Lowering<(Term, T)>,
    ) -> Lowering<(Term, T)> {
        let around = std::mem::take(&mut self.defined);
        let result = read(self);
        let inner = std::mem::replace(&mut self.defined, around);
        let (range, value) = result?;
        for one in inner {
            self.defined.extend(everywhere(vars, &range, one));
        }
        Ok((range, value))
    }

    /// An object is used: it is not null.
    pub(super) fn uses(&mut self, object: &Val) {
        if object.ty.is_reference() && !self.is_never_null(&object.term) {
            self.defined_if(Term::ne(object.term.clone(), Term::null()), false);
        }
    }

    /// An element is read, or a character of a text.
    pub(super) fn within_bounds(&mut self, index: &Term, length: Term) {
        let fixed = matches!(index.kind(), Kind::Int(_));
        self.defined_if(Term::le(Term::int(0), index.clone()), fixed);
        self.defined_if(Term::lt(index.clone(), length), fixed);
    }

    /// Is it `this`, or declared as something that is never null?
    fn is_never_null(&self, term: &Term) -> bool {
        if self.this.iter().chain(&self.root).any(|t| t.term == *term) {
            return true;
        }
        let (var, object) = match term.kind() {
            Kind::Var(var) => (var, None),
            Kind::Select(map, object) => match map.as_var() {
                Some(var) => (var, Some(object)),
                None => return false,
            },
            _ => return false,
        };
        if self.bound.iter().any(|(v, _)| v == var) {
            return true;
        }
        if let Some(place) = self.params.iter().position(|p| p.var == *var) {
            return self.never_null_parameter(place);
        }
        if object.is_some_and(|o| self.making.contains(o)) {
            return false;
        }
        let original = self.original(var);
        let heap = self.heap.part(original);
        match heap.map(|h| &h.kind) {
            Some(HeapKind::Constant(_)) => true,
            Some(HeapKind::Field(class, name, ty) | HeapKind::Static(class, name, ty)) => {
                let declared = self.classes().field(*class, name).filter(|f| f.class == *class);
                declared.is_some_and(|f| !self.may_be_unset(f) && self.is_non_null(&f.decl.modifiers, f.class, ty))
            }
            _ => false,
        }
    }

    fn never_null_parameter(&self, place: usize) -> bool {
        let m = self.method;
        let ty = self.params.get(place).map(|p| p.ty.clone()).unwrap_or(Type::Null);
        let all = std::iter::once(m).chain(self.classes().overridden(m));
        all.into_iter().all(|m| {
            let param = m.decl.params.get(place);
            param.is_some_and(|p| self.is_non_null(&p.modifiers, m.class, &ty))
        })
    }
}

/// What is needed for all values of bound variables in a range, without them where that can be said.
fn everywhere(vars: &[Var], range: &Term, one: Defined) -> Option<Defined> {
    let mut guards = range.conjuncts();
    // what stands behind the range has it among its guards
    let own: Vec<Term> = one.when.into_iter().filter(|g| !guards.contains(g)).collect();
    guards.extend(own);
    if guards.contains(&one.holds) {
        return None;
    }
    let bound = |t: &Term| vars.iter().any(|v| t.mentions(v));
    let (always, each) = (one.always, one.each);
    let (inner, outer): (Vec<Term>, Vec<Term>) = guards.into_iter().partition(|g| bound(g));
    if inner.is_empty() && !bound(&one.holds) {
        let (when, holds) = (outer, one.holds);
        return Some(Defined {
            always,
            each,
            when,
            holds,
        });
    }
    if let ([var], 2) = (vars, inner.len())
        && let Some((low, high)) = super::sum::ends(var, &Term::and(inner.clone()))
        && let Some(holds) = at_the_end(var, &low, &high, &one.holds)
    {
        let mut when = outer;
        when.push(Term::lt(low, high));
        return Some(Defined {
            always,
            each,
            when,
            holds,
        });
    }
    let all = Term::forall(vars.to_vec(), Term::implies(Term::and(inner), one.holds));
    Some(Defined {
        always,
        each: true,
        when: outer,
        holds: all,
    })
}

/// A bound that holds for all values of a variable from `low` to before `high` if it does for one of them.
fn at_the_end(var: &Var, low: &Term, high: &Term, holds: &Term) -> Option<Term> {
    let value = match holds.kind() {
        _ if !holds.mentions(var) => return Some(holds.clone()),
        Kind::Le(a, b) | Kind::Lt(a, b) if !a.mentions(var) && grows(b, var) => low.clone(),
        Kind::Le(a, b) | Kind::Lt(a, b) if !b.mentions(var) && grows(a, var) => Term::sub(high.clone(), Term::int(1)),
        _ => return None,
    };
    let mut subst = Subst::new();
    subst.insert(var.clone(), value);
    Some(subst.apply(holds))
}

/// Is the term the variable, or the sum of it and of something that does not depend on it?
fn grows(term: &Term, var: &Var) -> bool {
    match term.kind() {
        Kind::Var(v) => v == var,
        Kind::Add(parts) => {
            let (with, _): (Vec<&Term>, Vec<&Term>) = parts.iter().partition(|p| p.mentions(var));
            matches!(with.as_slice(), [only] if only.as_var() == Some(var))
        }
        _ => false,
    }
}

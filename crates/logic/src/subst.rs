//! Capture-free substitution of terms for variables.

use crate::{Kind, Term, Var};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A simultaneous substitution.
#[derive(Clone, Debug, Default)]
pub struct Subst {
    map: BTreeMap<Var, Term>,
}

impl Subst {
    /// The substitution that changes nothing.
    pub fn new() -> Subst {
        Subst::default()
    }

    /// Replaces `var` by `term`, which has the same sort.
    #[track_caller]
    pub fn insert(&mut self, var: Var, term: Term) {
        assert_eq!(var.sort(), term.sort(), "substitution for {var:?}");
        self.map.insert(var, term);
    }

    /// What `var` is replaced by.
    pub fn get(&self, var: &Var) -> Option<&Term> {
        self.map.get(var)
    }

    /// Is nothing replaced?
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// `term` with every free occurrence replaced.
    pub fn apply(&self, term: &Term) -> Term {
        if self.map.is_empty() {
            return term.clone();
        }
        let marks = self.map.keys().fold(0, |marks, v| marks | v.mark());
        self.go(term, marks, &mut HashMap::new())
    }

    fn go(&self, term: &Term, marks: u64, memo: &mut HashMap<usize, Term>) -> Term {
        if !term.may_mention(marks) {
            return term.clone();
        }
        match term.kind() {
            Kind::Var(v) => self.map.get(v).unwrap_or(term).clone(),
            Kind::Bool(_) | Kind::Int(_) | Kind::Null => term.clone(),
            Kind::Quant(q, vars, body) => {
                let (inner, vars) = self.under(vars, body);
                Term::quantify(*q, vars, inner.apply(body))
            }
            _ => {
                if let Some(done) = memo.get(&term.address()) {
                    return done.clone();
                }
                let done = term.map_children(&mut |c| self.go(c, marks, memo));
                memo.insert(term.address(), done.clone());
                done
            }
        }
    }

    /// The substitution to use below a binder of `vars`, with bound variables renamed where a
    /// replacing term would be captured.
    fn under(&self, vars: &[Var], body: &Term) -> (Subst, Vec<Var>) {
        let mut inner = self.clone();
        vars.iter().for_each(|v| {
            inner.map.remove(v);
        });
        let free = body.free_vars();
        inner.map.retain(|v, _| free.contains(v));
        let incoming: BTreeSet<Var> = inner.map.values().flat_map(Term::free_vars).collect();
        let mut next = incoming
            .iter()
            .chain(&free)
            .chain(vars)
            .map(Var::tag)
            .max()
            .unwrap_or(0)
            + 1;
        let vars = vars
            .iter()
            .map(|v| {
                if !incoming.contains(v) {
                    return v.clone();
                }
                let renamed = v.with_tag(next);
                next += 1;
                inner.map.insert(v.clone(), renamed.term());
                renamed
            })
            .collect();
        (inner, vars)
    }
}

impl FromIterator<(Var, Term)> for Subst {
    fn from_iter<I: IntoIterator<Item = (Var, Term)>>(pairs: I) -> Subst {
        let mut subst = Subst::new();
        pairs.into_iter().for_each(|(v, t)| subst.insert(v, t));
        subst
    }
}

/// The same formula with other names for bound variables that are shown as a variable around them is, so that its
/// text means what it does. `shown` is the name by which a free variable is shown.
pub fn without_capture(formula: &Term, shown: impl Fn(&Var) -> String) -> Term {
    let taken = formula.free_vars().iter().map(shown).collect();
    renamed(formula, &taken)
}

fn renamed(term: &Term, taken: &BTreeSet<String>) -> Term {
    let Kind::Quant(quantifier, vars, body) = term.kind() else {
        return match term.has_quantifier() {
            true => term.map_children(&mut |child| renamed(child, taken)),
            false => term.clone(),
        };
    };
    let mut taken = taken.clone();
    let mut subst = Subst::new();
    let mut own = Vec::new();
    for var in vars {
        let numbered = (1..).map(|n: usize| format!("{}{n}", var.name()));
        let mut names = std::iter::once(var.name().to_string()).chain(numbered);
        let name = names.find(|name| !taken.contains(name)).unwrap_or_default();
        let new = match name == var.name() {
            true => var.clone(),
            false => {
                let new = Var::new(name.as_str(), var.tag(), var.sort().clone());
                subst.insert(var.clone(), new.term());
                new
            }
        };
        taken.insert(name);
        own.push(new);
    }
    let body = match subst.is_empty() {
        true => body.clone(),
        false => subst.apply(body),
    };
    Term::quantify(*quantifier, own, renamed(&body, &taken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn printed_names_are_not_captured() {
        let free = Var::new("k", 1, Sort::Int);
        let bound = Var::new("k", 2, Sort::Int);
        let inner = Var::new("k", 3, Sort::Int);
        let some = Term::exists([inner.clone()], Term::lt(bound.term(), inner.term()));
        let all = Term::forall(
            [bound.clone()],
            Term::implies(Term::lt(bound.term(), free.term()), some),
        );
        let shown = without_capture(&all, |v| v.name().to_string());
        let mut names = Vec::new();
        shown.visit(&mut |t| {
            if let Kind::Quant(_, vars, _) = t.kind() {
                names.extend(vars.iter().map(|v| v.name().to_string()));
            }
            true
        });
        assert_eq!(names, ["k1", "k2"]);
        assert_eq!(shown.free_vars(), all.free_vars());
    }

    #[test]
    fn bound_variables_are_renamed_not_captured() {
        let x = Var::new("x", 0, Sort::Int);
        let y = Var::new("y", 1, Sort::Int);
        let all = Term::forall([y.clone()], Term::lt(x.term(), y.term()));
        let done = Subst::from_iter([(x.clone(), y.term())]).apply(&all);
        assert_eq!(done.free_vars(), BTreeSet::from([y.clone()]));
        let Kind::Quant(_, vars, _) = done.kind() else {
            panic!("{done}")
        };
        assert_ne!(vars[0], y);
        // a bound variable is not replaced
        assert_eq!(Subst::from_iter([(y, x.term())]).apply(&all), all);
    }
}

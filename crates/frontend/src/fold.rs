//! Sums, products, maxima and minima over a range of integers, as functions of the logic.
//!
//! Each is a function of the ends of its range and of what its body reads, unknown to the
//! solver but for how it unfolds: over an empty range, and by its last element. These
//! facts are stated wherever a formula with it is proved or assumed, which is enough for loops that
//! take the elements one by one.

use abide_logic::{Func, Kind, Sort, Subst, Term, Var};

/// What is made of the values over a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Their sum; 0 of none.
    Sum,
    /// Their product; 1 of none.
    Product,
    /// The greatest of them; nothing is known of none.
    Max,
    /// The least of them; nothing is known of none.
    Min,
}

impl Fold {
    fn word(self) -> &'static str {
        match self {
            Fold::Sum => "\\sum",
            Fold::Product => "\\product",
            Fold::Max => "\\max",
            Fold::Min => "\\min",
        }
    }
}

/// The value of a fold, and how it unfolds.
pub struct Folded {
    /// The value.
    pub value: Term,
    /// What is true of it.
    pub unfolding: Term,
}

/// Ranges between constants are written out if they are no longer than this.
const WRITTEN_OUT: i64 = 12;

/// The fold over a short range between constants, value by value.
fn written_out(fold: Fold, var: &Var, low: &Term, high: &Term, step: &Term) -> Option<Term> {
    let constant = |t: &Term| match t.kind() {
        Kind::Int(i) => i64::try_from(i).ok(),
        _ => None,
    };
    let (low, high) = (constant(low)?, constant(high)?);
    if high.checked_sub(low)? > WRITTEN_OUT {
        return None;
    }
    let mut values = (low..high).map(|k| {
        let mut at = Subst::new();
        at.insert(var.clone(), Term::int(k));
        at.apply(step)
    });
    let chosen = |a: Term, b: Term, less: Term| Term::ite(less, b, a);
    match fold {
        Fold::Sum => Some(values.fold(Term::int(0), Term::add)),
        Fold::Product => Some(values.fold(Term::int(1), Term::mul)),
        Fold::Max => {
            let first = values.next()?;
            Some(values.fold(first, |a, b| chosen(a.clone(), b.clone(), Term::le(a, b))))
        }
        Fold::Min => {
            let first = values.next()?;
            Some(values.fold(first, |a, b| chosen(a.clone(), b.clone(), Term::le(b, a))))
        }
    }
}

/// Folds `step` over the values of `var` from `low` to before `high`.
pub fn fold(fold: Fold, var: &Var, low: Term, high: Term, step: &Term) -> Folded {
    if let Some(value) = written_out(fold, var, &low, &high, step) {
        let unfolding = Term::tt();
        return Folded { value, unfolding };
    }
    let mut args = Vec::new();
    let shape = outline(step, var, &mut args);
    let mut params = vec![Sort::Int, Sort::Int];
    params.extend(args.iter().map(|a| a.sort().clone()));
    let func = Func {
        name: format!("{}({shape})", fold.word()).into(),
        params,
        result: Sort::Int,
    };
    let value = |low: &Term, high: &Term| {
        let mut all = vec![low.clone(), high.clone()];
        all.extend(args.iter().cloned());
        Term::apply(func.clone(), all)
    };
    let whole = value(&low, &high);
    let before = Term::sub(high.clone(), Term::int(1));
    let mut at_last = Subst::new();
    at_last.insert(var.clone(), before.clone());
    let last = at_last.apply(step);
    let rest = value(&low, &before);
    let some = Term::lt(low.clone(), high.clone());
    let facts = match fold {
        Fold::Sum | Fold::Product => {
            let (empty, joined) = match fold {
                Fold::Sum => (Term::int(0), Term::add(rest.clone(), last)),
                _ => (Term::int(1), Term::mul(rest.clone(), last)),
            };
            let one = Term::le(before, low);
            vec![
                Term::implies(Term::not(some.clone()), Term::eq(whole.clone(), empty.clone())),
                Term::implies(one, Term::eq(rest, empty)),
                Term::implies(some, Term::eq(whole.clone(), joined)),
            ]
        }
        Fold::Max | Fold::Min => {
            let one = Term::eq(Term::add(low.clone(), Term::int(1)), high.clone());
            let larger = match fold {
                Fold::Max => Term::le(rest.clone(), last.clone()),
                _ => Term::le(last.clone(), rest.clone()),
            };
            let joined = Term::ite(larger, last.clone(), rest);
            let more = Term::lt(Term::add(low, Term::int(1)), high);
            vec![
                Term::implies(one, Term::eq(whole.clone(), last)),
                Term::implies(more, Term::eq(whole.clone(), joined)),
            ]
        }
    };
    Folded {
        value: whole,
        unfolding: Term::and(facts),
    }
}

/// The term with its parts that do not depend on `var` as numbered places; the parts are
/// collected.
fn outline(t: &Term, var: &Var, parts: &mut Vec<Term>) -> Term {
    let free = t.free_vars();
    if free.contains(var) {
        return match t.as_var() {
            Some(_) => Var::new("k", u32::MAX, t.sort().clone()).term(),
            None => t.map_children(&mut |c| outline(c, var, parts)),
        };
    }
    if free.is_empty() {
        return t.clone();
    }
    let number = match parts.iter().position(|p| p == t) {
        Some(known) => known,
        None => {
            parts.push(t.clone());
            parts.len() - 1
        }
    };
    Var::new(format!("#{number}"), u32::MAX - 1 - number as u32, t.sort().clone()).term()
}

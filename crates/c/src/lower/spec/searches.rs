//! Logic functions that search: `logic integer first(char *s) = *s == 0 ? 0 : 1 + first(s + 1)`.
//!
//! What such a definition says of all places up to the one that is found follows by induction, which solvers do not do.
//! It always has a value: where nothing is found, any integer that becomes less by one from place to place.

use crate::lower::body::Body;
use crate::lower::environment::LogicDef;
use crate::lower::state::StringBlock;
use crate::lower::value::{Lowering, Scope, Val};
use crate::syntax::ast::{BinaryOp as B, Expr, ExprKind as E};
use crate::syntax::walk::mentions_call;
use crate::types::Type;
use abide_logic::{Sort, Term};

/// Strings of the source, the latest ones, of which it is asked whether they are searched.
const STRINGS: usize = 8;

/// What is looked for, and how far each parameter moves from place to place.
pub(super) struct Search<'a> {
    found: &'a Expr,
    steps: Vec<i64>,
}

/// Is a definition that of a search?
pub(super) fn search<'a>(def: &LogicDef<'a>) -> Option<Search<'a>> {
    let E::Conditional(found, Some(none), further) = &*def.body?.kind else {
        return None;
    };
    let E::Binary(B::Add, a, b) = &*further.kind else {
        return None;
    };
    let again = if is_number(a, 1) { b } else { a };
    let counts = is_number(none, 0) && (is_number(a, 1) || is_number(b, 1));
    let name = &*def.head.name.text;
    let E::Call(f, labels, args) = &*again.kind else {
        return None;
    };
    let itself = matches!(&*f.kind, E::Name(n) if &*n.text == name);
    if !counts || !itself || !labels.is_empty() || mentions_call(found, name) {
        return None;
    }
    if args.len() != def.head.params.len() {
        return None;
    }
    let moved = args
        .iter()
        .zip(&def.head.params)
        .map(|(e, (_, param))| step(e, &param.text));
    let steps = moved.collect::<Option<Vec<i64>>>()?;
    Some(Search { found, steps })
}

/// How far an argument is from the parameter: nothing or one.
fn step(e: &Expr, param: &str) -> Option<i64> {
    let is_param = |e: &Expr| matches!(&*e.kind, E::Name(n) if &*n.text == param);
    match &*e.kind {
        _ if is_param(e) => Some(0),
        E::Binary(B::Add, p, by) if is_param(p) && is_number(by, 1) => Some(1),
        E::Binary(B::Sub, p, by) if is_param(p) && is_number(by, 1) => Some(-1),
        _ => None,
    }
}

impl<'a> Body<'_, 'a> {
    /// If what is looked for is anywhere further on, it is where the search says, and nowhere before that.
    pub(super) fn found_first(&mut self, search: &Search<'a>, result: &Term, inner: &Scope) -> Lowering<Term> {
        let further = self.fresh("n", Sort::Int);
        let mut first = inner.clone();
        let mut any = inner.clone();
        for (number, step) in search.steps.iter().enumerate().filter(|(_, step)| **step != 0) {
            let val = &inner.bound[number].1;
            let by = |distance: &Term| moved(val, Term::mul(Term::int(*step), distance.clone()));
            let (Some(at_first), Some(at_any)) = (by(result), by(&further.term())) else {
                return Ok(Term::tt());
            };
            first.bound[number].1 = at_first;
            any.bound[number].1 = at_any;
        }
        let is_first = self.truth(search.found, &first)?;
        any.bound_vars.push(further.clone());
        let is_there = self.truth(search.found, &any)?;
        let holds = Term::and([
            Term::le(Term::int(0), result.clone()),
            Term::le(result.clone(), further.term()),
            is_first,
        ]);
        let some = Term::and([Term::le(Term::int(0), further.term()), is_there]);
        let all = Term::forall([further], Term::implies(some, holds));
        let ends = self.at_ends_of_strings(search, result, inner)?;
        Ok(Term::and([all, ends]))
    }

    /// The same for the places where strings of the source end: solvers need not find these.
    fn at_ends_of_strings(&mut self, search: &Search<'a>, result: &Term, inner: &Scope) -> Lowering<Term> {
        let mut found = Vec::new();
        for (number, _) in search.steps.iter().enumerate().filter(|(_, step)| **step == 1) {
            let Some((block, offset)) = inner.bound[number].1.address() else {
                continue;
            };
            let strings: Vec<StringBlock> = self.strings.iter().rev().take(STRINGS).cloned().collect();
            for string in strings {
                let is_it = Term::eq(block.clone(), string.block);
                let distance = Term::sub(Term::int(string.text.len() as u64), offset.clone());
                let (mut at_end, mut first) = (inner.clone(), inner.clone());
                for (n, step) in search.steps.iter().enumerate().filter(|(_, step)| **step != 0) {
                    let by = |distance: &Term| moved(&inner.bound[n].1, Term::mul(Term::int(*step), distance.clone()));
                    let (Some(there), Some(here)) = (by(&distance), by(result)) else {
                        return Ok(Term::tt());
                    };
                    at_end.bound[n].1 = there;
                    first.bound[n].1 = here;
                }
                let is_there = self.truth(search.found, &at_end)?;
                let some = Term::and([is_it, Term::le(Term::int(0), distance.clone()), is_there]);
                let is_first = self.truth(search.found, &first)?;
                let holds = [
                    Term::le(Term::int(0), result.clone()),
                    Term::le(result.clone(), distance),
                    is_first,
                ];
                found.push(Term::implies(some, Term::and(holds)));
            }
        }
        Ok(Term::and(found))
    }
}

/// A pointer or an integer moved on.
fn moved(val: &Val, by: Term) -> Option<Val> {
    let mut parts = val.parts.clone();
    let moves = match &val.ty {
        Type::Pointer(_) => parts.len() == 2,
        Type::Integer => parts.len() == 1,
        _ => false,
    };
    let last = parts.last_mut().filter(|_| moves)?;
    *last = Term::add(last.clone(), by);
    Some(Val {
        real: val.real.clone(),
        ..Val::new(val.ty.clone(), parts)
    })
}

fn is_number(e: &Expr, number: i64) -> bool {
    matches!(&*e.kind, E::Int(i) if i.value == abide_logic::Int::from(number))
}

//! Rounds of a loop that go the same way, taken at once.
//!
//! Where a run goes the same way around a loop again and again and changes each number by the same amount every time,
//! a number is `first + j * step` in the round `j`: an arithmetic progression. Along the way every term is evaluated
//! to one, and every comparison says how many rounds it stays as it is now. As long as all of them do, the way is
//! the same, and if at its end every variable is where the next round expects it, then by induction these rounds
//! lead to where the progressions say. This is acceleration of a single path (Finkel & Leroux, FSTTCS 2002), on
//! values: it is exact, and what is no progression is not accelerated.

use crate::state::Values;
use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_logic::{Int, Kind, Sort, Term, Value, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The values at the head of a loop.
pub(crate) trait Here {
    /// The number that a term is: truth values and references are numbers, too.
    fn number(&self, term: &Term) -> Option<i128>;
}

/// The number that a value is.
pub(crate) fn number(value: &Value) -> Option<i128> {
    match value {
        Value::Int(i) => i128::try_from(i).ok(),
        Value::Bool(b) => Some(i128::from(*b)),
        Value::Ref(r) | Value::Float(r) => Some(i128::from(*r)),
        Value::Map(_) | Value::Unknown => None,
    }
}

/// Rounds that can be taken at once, and what each of them adds to the variables.
pub(crate) struct Leap {
    pub rounds: i128,
    pub steps: Vec<(Var, i128)>,
}

impl Leap {
    /// The variables as they are after the rounds, by their values before.
    pub(crate) fn after(&self, here: &dyn Here) -> Option<Vec<(Var, i128)>> {
        let next = |(var, step): &(Var, i128)| {
            let moved = here.number(&var.term())?.checked_add(step.checked_mul(self.rounds)?)?;
            Some((var.clone(), moved))
        };
        self.steps.iter().map(next).collect()
    }

    /// Takes the rounds in a state of values.
    pub(crate) fn take(&self, here: &dyn Here) -> Option<Values> {
        let value = |(var, number)| (var, Value::Int(Int::from(number)));
        Some(self.after(here)?.into_iter().map(value).collect())
    }
}

/// What a number is in the rounds to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Progression {
    first: i128,
    step: i128,
}

impl Progression {
    fn constant(first: i128) -> Progression {
        Progression { first, step: 0 }
    }

    fn is_constant(self) -> Option<i128> {
        (self.step == 0).then_some(self.first)
    }

    fn plus(self, other: Progression) -> Option<Progression> {
        Some(Progression {
            first: self.first.checked_add(other.first)?,
            step: self.step.checked_add(other.step)?,
        })
    }

    fn times(self, factor: i128) -> Option<Progression> {
        Some(Progression {
            first: self.first.checked_mul(factor)?,
            step: self.step.checked_mul(factor)?,
        })
    }

    fn minus(self, other: Progression) -> Option<Progression> {
        self.plus(other.times(-1)?)
    }
}

/// How many rounds from here go this way around the loop, and what they add to the numbers it changes, whose last
/// changes are given; none if that is not seen.
pub(crate) fn leap(cfg: &Cfg, way: &[BlockId], steps: BTreeMap<Var, i128>, here: &dyn Here) -> Option<Leap> {
    let mut rounds = Rounds {
        here,
        steps: &steps,
        now: BTreeMap::new(),
        arbitrary: BTreeSet::new(),
        same: i128::MAX - 1,
    };
    for (i, block) in way.iter().enumerate() {
        let next = way.get(i + 1).or(way.first())?;
        rounds.through(cfg, *block, *next)?;
    }
    for (var, last) in &rounds.now {
        let first = rounds.first(var)?;
        if *last != first.plus(Progression::constant(first.step))? {
            return None;
        }
    }
    if !rounds.arbitrary.is_empty() {
        return None;
    }
    let is_fixed = |(var, step): (&Var, &i128)| *step == 0 || rounds.now.contains_key(var) && *var.sort() == Sort::Int;
    if !steps.iter().all(is_fixed) {
        return None;
    }
    let rounds = rounds.same + 1;
    Some(Leap {
        rounds,
        steps: steps.into_iter().filter(|(_, step)| *step != 0).collect(),
    })
}

/// The rounds to come, on the way around the loop.
struct Rounds<'a> {
    here: &'a dyn Here,
    steps: &'a BTreeMap<Var, i128>,
    /// The variables that were assigned on the way.
    now: BTreeMap<Var, Progression>,
    /// Those that have had an arbitrary value since: nothing may depend on it.
    arbitrary: BTreeSet<Var>,
    /// Until this round everything is decided as it is in the first.
    same: i128,
}

impl Rounds<'_> {
    /// A variable here.
    fn held(&self, var: &Var) -> Option<Progression> {
        match self.now.get(var) {
            _ if self.arbitrary.contains(var) => None,
            Some(now) => Some(*now),
            None => self.first(var),
        }
    }

    /// A variable at the head.
    fn first(&self, var: &Var) -> Option<Progression> {
        Some(Progression {
            first: self.here.number(&var.term())?,
            step: self.steps.get(var).copied().unwrap_or(0),
        })
    }

    fn through(&mut self, cfg: &Cfg, block: BlockId, next: BlockId) -> Option<()> {
        let block = cfg.block(block);
        for command in &block.commands {
            if cfg.call(&command.kind).is_some() {
                return None;
            }
            match &command.kind {
                CommandKind::Assign(pairs) => {
                    let value = |(var, term): &(Var, Term)| Some((var.clone(), self.value(term)?));
                    let values: Option<Vec<(Var, Progression)>> = pairs.iter().map(value).collect();
                    self.now.extend(values?);
                    self.arbitrary.retain(|held| pairs.iter().all(|(var, _)| var != held));
                }
                CommandKind::Havoc(vars) => self.arbitrary.extend(vars.iter().cloned()),
                // some value did, and it may be the same in every round
                CommandKind::Assume(formula) if self.is_of_arbitrary(formula) => {}
                CommandKind::Assume(formula) => self.truth(formula)?.then_some(())?,
                CommandKind::Assert(check) => self.truth(&check.formula)?.then_some(())?,
            }
        }
        let mut open = Vec::new();
        for edge in &block.edges {
            if self.truth(&edge.guard)? {
                open.push(edge.to);
            }
        }
        (open == [next]).then_some(())
    }

    /// Does a formula speak of nothing but arbitrary values?
    fn is_of_arbitrary(&self, formula: &Term) -> bool {
        let free = formula.free_vars();
        !free.is_empty() && free.iter().all(|v| self.arbitrary.contains(v))
    }

    /// What a term is if nothing that it speaks of changes.
    fn constant(&self, term: &Term) -> Option<i128> {
        let is_fixed = |v: &Var| {
            let moves = self.arbitrary.contains(v)
                || self.now.contains_key(v)
                || self.steps.get(v).is_some_and(|step| *step != 0);
            !moves
        };
        let fixed = term.free_vars().iter().all(is_fixed);
        self.here.number(term).filter(|_| fixed)
    }

    fn value(&mut self, term: &Term) -> Option<Progression> {
        match term.kind() {
            _ if *term.sort() == Sort::Bool => Some(Progression::constant(i128::from(self.truth(term)?))),
            Kind::Var(v) if v.sort().as_map().is_none() => self.held(v),
            Kind::Int(i) => Some(Progression::constant(i128::try_from(i).ok()?)),
            Kind::Null => Some(Progression::constant(0)),
            Kind::Add(parts) => {
                let mut sum = Progression::constant(0);
                for part in parts {
                    sum = sum.plus(self.value(part)?)?;
                }
                Some(sum)
            }
            Kind::Neg(a) => self.value(a)?.times(-1),
            Kind::Mul(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                match (a.is_constant(), b.is_constant()) {
                    (Some(a), _) => b.times(a),
                    (_, Some(b)) => a.times(b),
                    _ => None,
                }
            }
            Kind::Div(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?.is_constant()?);
                if b == 0 {
                    return Some(Progression::constant(0));
                }
                let first = a.first.div_euclid(b);
                if a.step % b == 0 {
                    let step = a.step / b;
                    return Some(Progression { first, step });
                }
                self.within(a, first, b)?;
                Some(Progression::constant(first))
            }
            Kind::Mod(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?.is_constant()?);
                if b == 0 {
                    return Some(a);
                }
                if a.step % b == 0 {
                    return Some(Progression::constant(a.first.rem_euclid(b)));
                }
                let rest = self.within(a, a.first.div_euclid(b), b)?;
                Some(rest)
            }
            Kind::Ite(c, a, b) => match self.truth(c)? {
                true => self.value(a),
                false => self.value(b),
            },
            _ if term.sort().as_map().is_none() => self.constant(term).map(Progression::constant),
            _ => None,
        }
    }

    /// The rest of a number by a divisor in the rounds in which the quotient stays what it is.
    fn within(&mut self, number: Progression, quotient: i128, divisor: i128) -> Option<Progression> {
        let rest = number.plus(Progression::constant(quotient.checked_mul(divisor)?.checked_neg()?))?;
        let top = Progression::constant(divisor.checked_abs()?.checked_sub(1)?);
        let inside = self.is_natural(rest) && self.is_natural(top.minus(rest)?);
        inside.then_some(rest)
    }

    /// Is it at least zero?
    fn is_natural(&mut self, number: Progression) -> bool {
        let Progression { first, step } = number;
        let is_natural = first >= 0;
        if is_natural && step < 0 {
            self.same = self.same.min(first / step.saturating_neg());
        } else if !is_natural && step > 0 {
            self.same = self.same.min(first.saturating_add(1).saturating_neg() / step);
        }
        is_natural
    }

    fn is_zero(&mut self, number: Progression) -> bool {
        let Progression { first, step } = number;
        if step != 0 {
            let meets = first.checked_rem(step) == Some(0);
            let when = first.saturating_neg() / step;
            if first == 0 {
                self.same = 0;
            } else if meets && when > 0 {
                self.same = self.same.min(when - 1);
            }
        }
        first == 0
    }

    fn truth(&mut self, formula: &Term) -> Option<bool> {
        match formula.kind() {
            Kind::Bool(b) => Some(*b),
            Kind::Not(a) => Some(!self.truth(a)?),
            Kind::And(parts) => self.junction(parts, true),
            Kind::Or(parts) => self.junction(parts, false),
            Kind::Implies(a, b) => match self.truth(a)? {
                true => self.truth(b),
                false => Some(true),
            },
            Kind::Eq(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                Some(self.is_zero(a.minus(b)?))
            }
            Kind::Le(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                Some(self.is_natural(b.minus(a)?))
            }
            Kind::Lt(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                Some(self.is_natural(b.minus(a)?.plus(Progression::constant(-1))?))
            }
            Kind::Ite(c, a, b) => match self.truth(c)? {
                true => self.truth(a),
                false => self.truth(b),
            },
            Kind::Var(v) => self.held(v)?.is_constant().map(|truth| truth != 0),
            _ => self.constant(formula).map(|truth| truth != 0),
        }
    }

    /// The first part that decides does so in the same rounds.
    fn junction(&mut self, parts: &[Term], unit: bool) -> Option<bool> {
        for part in parts {
            if self.truth(part)? != unit {
                return Some(!unit);
            }
        }
        Some(unit)
    }
}

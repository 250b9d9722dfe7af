//! Terms that are numbers, with places instead of variables.

use super::table::Table;
use abide_logic::{Kind, Sort, Term, Var, builtin};
use std::collections::BTreeMap;

/// Where a variable is.
pub(super) enum Place {
    Number(usize),
    Table(usize),
}

pub(super) type Places = BTreeMap<Var, Place>;

/// A term that is a number: truth values and references are numbers, too.
#[derive(Clone, Debug)]
pub(super) enum Scalar {
    Number(i128),
    Var(usize),
    Add(Box<[Scalar]>),
    Neg(Box<Scalar>),
    Mul(Box<[Scalar; 2]>),
    Div(Box<[Scalar; 2]>),
    Mod(Box<[Scalar; 2]>),
    Eq(Box<[Scalar; 2]>),
    Lt(Box<[Scalar; 2]>),
    Le(Box<[Scalar; 2]>),
    Not(Box<Scalar>),
    And(Box<[Scalar]>),
    Or(Box<[Scalar]>),
    Ite(Box<[Scalar; 3]>),
    /// A number in a table, by keys from the outer table to the inner one.
    Read(usize, Box<[Scalar]>),
    Bits(Bits, Box<[Scalar; 2]>),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Bits {
    And,
    Or,
    Xor,
}

/// The numbers and tables of a run.
pub(super) struct Memory {
    pub(super) numbers: Vec<i128>,
    pub(super) tables: Vec<Table>,
}

impl Scalar {
    /// The term with places instead of variables, if it has no quantifiers, no maps as values and no other functions
    /// than those on bits.
    pub(super) fn of(term: &Term, places: &Places) -> Option<Scalar> {
        let of = |t: &Term| Scalar::of(t, places);
        let all = |parts: &[Term]| parts.iter().map(of).collect::<Option<Box<[Scalar]>>>();
        let two = |a: &Term, b: &Term| Some(Box::new([of(a)?, of(b)?]));
        Some(match term.kind() {
            Kind::Var(v) => match places.get(v)? {
                Place::Number(at) => Scalar::Var(*at),
                Place::Table(_) => return None,
            },
            Kind::Bool(b) => Scalar::Number(i128::from(*b)),
            Kind::Int(i) => Scalar::Number(i128::try_from(i).ok()?),
            Kind::Null => Scalar::Number(0),
            Kind::Not(a) => Scalar::Not(Box::new(of(a)?)),
            Kind::And(parts) => Scalar::And(all(parts)?),
            Kind::Or(parts) => Scalar::Or(all(parts)?),
            Kind::Implies(a, b) => Scalar::Or(Box::new([Scalar::Not(Box::new(of(a)?)), of(b)?])),
            Kind::Eq(a, b) => Scalar::Eq(two(a, b)?),
            Kind::Lt(a, b) => Scalar::Lt(two(a, b)?),
            Kind::Le(a, b) => Scalar::Le(two(a, b)?),
            Kind::Add(parts) => Scalar::Add(all(parts)?),
            Kind::Neg(a) => Scalar::Neg(Box::new(of(a)?)),
            Kind::Mul(a, b) => Scalar::Mul(two(a, b)?),
            Kind::Div(a, b) => Scalar::Div(two(a, b)?),
            Kind::Mod(a, b) => Scalar::Mod(two(a, b)?),
            Kind::Ite(c, a, b) => Scalar::Ite(Box::new([of(c)?, of(a)?, of(b)?])),
            Kind::Select(..) if !matches!(term.sort(), Sort::Map(_)) => {
                let (table, keys) = chain(term, places)?;
                Scalar::Read(table, keys.into())
            }
            Kind::Apply(func, args) => {
                let [a, b] = args.as_slice() else { return None };
                let bits = match &*func.name {
                    builtin::AND => Bits::And,
                    builtin::OR => Bits::Or,
                    builtin::XOR => Bits::Xor,
                    _ => return None,
                };
                Scalar::Bits(bits, two(a, b)?)
            }
            Kind::Select(..) | Kind::Store(..) | Kind::Const(_) | Kind::Quant(..) => return None,
        })
    }

    /// The number, if it is not too large.
    pub(super) fn eval(&self, memory: &Memory) -> Option<i128> {
        let of = |s: &Scalar| s.eval(memory);
        let truth = |b: bool| Some(i128::from(b));
        match self {
            Scalar::Number(n) => Some(*n),
            Scalar::Var(at) => Some(memory.numbers[*at]),
            Scalar::Add(parts) => {
                let mut sum: i128 = 0;
                for part in parts {
                    sum = sum.checked_add(of(part)?)?;
                }
                Some(sum)
            }
            Scalar::Neg(a) => of(a)?.checked_neg(),
            Scalar::Mul(both) => of(&both[0])?.checked_mul(of(&both[1])?),
            Scalar::Div(both) => match (of(&both[0])?, of(&both[1])?) {
                (_, 0) => Some(0),
                (a, b) => a.checked_div_euclid(b),
            },
            Scalar::Mod(both) => match (of(&both[0])?, of(&both[1])?) {
                (a, 0) => Some(a),
                (a, b) if 0 <= a && a < b => Some(a),
                (a, b) => a.checked_rem_euclid(b),
            },
            Scalar::Eq(both) => truth(of(&both[0])? == of(&both[1])?),
            Scalar::Lt(both) => truth(of(&both[0])? < of(&both[1])?),
            Scalar::Le(both) => truth(of(&both[0])? <= of(&both[1])?),
            Scalar::Not(a) => truth(of(a)? == 0),
            Scalar::And(parts) => {
                for part in parts {
                    if of(part)? == 0 {
                        return Some(0);
                    }
                }
                Some(1)
            }
            Scalar::Or(parts) => {
                for part in parts {
                    if of(part)? != 0 {
                        return Some(1);
                    }
                }
                Some(0)
            }
            Scalar::Ite(parts) => match of(&parts[0])? {
                0 => of(&parts[2]),
                _ => of(&parts[1]),
            },
            Scalar::Read(table, keys) => {
                let (last, outer) = keys.split_last()?;
                let mut table = &memory.tables[*table];
                for key in outer {
                    table = table.inner(of(key)?)?;
                }
                Some(table.numbers()?.get(of(last)?))
            }
            Scalar::Bits(bits, both) => {
                let (a, b) = (of(&both[0])?, of(&both[1])?);
                Some(match bits {
                    Bits::And => a & b,
                    Bits::Or => a | b,
                    Bits::Xor => a ^ b,
                })
            }
        }
    }
}

/// The table that a chain of reads begins with, and the keys it goes along.
pub(super) fn chain(term: &Term, places: &Places) -> Option<(usize, Vec<Scalar>)> {
    match term.kind() {
        Kind::Var(v) => match places.get(v)? {
            Place::Table(at) => Some((*at, Vec::new())),
            Place::Number(_) => None,
        },
        Kind::Select(map, key) => {
            let (table, mut keys) = chain(map, places)?;
            keys.push(Scalar::of(key, places)?);
            Some((table, keys))
        }
        _ => None,
    }
}

//! Integer functions of the Java library: `Math`, and the static members of the boxes.

use super::arithmetic::from_number;
use super::body::Body;
use super::value::{Lowering, Val};
use crate::ints::{self, Number};
use crate::types::{ClassId, IntKind, Type};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Int, Term};

impl Body<'_, '_> {
    /// `Integer.MAX_VALUE` and the like.
    pub(super) fn library_constant(&self, class: ClassId, name: &str) -> Option<Val> {
        let kind = self.boxed_kind(class)?;
        let range = ints::range(kind)?;
        let bits = match kind {
            IntKind::Byte => 8,
            IntKind::Short | IntKind::Char => 16,
            IntKind::Int => 32,
            IntKind::Long | IntKind::Big => 64,
        };
        let (value, kind) = match name {
            "MIN_VALUE" => (range.low, kind),
            "MAX_VALUE" => (range.high, kind),
            "SIZE" => (Int::from(bits), IntKind::Int),
            "BYTES" => (Int::from(bits / 8), IntKind::Int),
            _ => return None,
        };
        Some(Val::new(Term::int(value), Type::Int(kind)))
    }

    /// The integers that a class of the library is the box of.
    fn boxed_kind(&self, class: ClassId) -> Option<IntKind> {
        let info = self.classes().get(class);
        match &*info.name {
            _ if info.decl.is_some() => None,
            "Byte" => Some(IntKind::Byte),
            "Short" => Some(IntKind::Short),
            "Character" => Some(IntKind::Char),
            "Integer" => Some(IntKind::Int),
            "Long" => Some(IntKind::Long),
            _ => None,
        }
    }

    /// Functions on integers that have a result for all of them.
    pub(super) fn number_function(&self, class: ClassId, name: &str, args: &[Val]) -> Option<Val> {
        let info = self.classes().get(class);
        let of_box = self.boxed_kind(class).filter(|k| *k >= IntKind::Int);
        if info.decl.is_some() || &*info.name != "Math" && of_box.is_none() {
            return None;
        }
        let (numbers, widest) = integers(args)?;
        let kind = of_box.unwrap_or(widest);
        match (name, numbers.as_slice()) {
            ("min", [a, b]) => Some(pick(Term::le(a.term.clone(), b.term.clone()), a, b, kind)),
            ("max", [a, b]) => Some(pick(Term::le(b.term.clone(), a.term.clone()), a, b, kind)),
            ("abs", [a]) if of_box.is_none() => {
                let negative = self.wrapped(a.clone().negated(), kind);
                Some(pick(Term::le(Term::int(0), a.term.clone()), a, &negative, kind))
            }
            ("sum", [a, b]) if of_box.is_some() => {
                Some(from_number(self.wrapped(a.clone().plus(b.clone()), kind), kind))
            }
            ("compare", [a, b]) if of_box.is_some() => Some(order(&a.term, &b.term)),
            ("signum", [a]) if of_box.is_some() => Some(order(&a.term, &Term::int(0))),
            _ => None,
        }
    }

    /// Functions of `Math` on integers that throw where there is no result: none if it is another one.
    pub(super) fn checked_arithmetic(&mut self, name: &str, args: &[Val], span: Span) -> Lowering<Option<Val>> {
        let Some((numbers, widest)) = integers(args) else {
            return Ok(None);
        };
        let one = || Number::new(Term::int(1));
        let (number, kind) = match (name, numbers.as_slice()) {
            ("floorDiv" | "floorMod", [a, b]) => {
                let holds = Term::ne(b.term.clone(), Term::int(0));
                self.demand(holds, CheckKind::Division, "ArithmeticException", span)?;
                let kind = match (name, args) {
                    ("floorMod", [_, by]) => by.ty.as_int().unwrap_or(widest).max(IntKind::Int),
                    _ => widest,
                };
                let term = match name {
                    "floorDiv" => rounded_down(a, b, Term::div, |q| q),
                    _ => rounded_down(a, b, Term::modulo, Term::neg),
                };
                return Ok(Some(from_number(self.wrapped(Number::new(term), kind), kind)));
            }
            ("addExact", [a, b]) => (a.clone().plus(b.clone()), widest),
            ("subtractExact", [a, b]) => (a.clone().plus(b.clone().negated()), widest),
            ("multiplyExact", [a, b]) => (a.clone().times(b.clone()), widest),
            ("negateExact", [a]) => (a.clone().negated(), widest),
            ("incrementExact", [a]) => (a.clone().plus(one()), widest),
            ("decrementExact", [a]) => (a.clone().plus(one().negated()), widest),
            ("toIntExact", [a]) => (a.clone(), IntKind::Int),
            _ => return Ok(None),
        };
        let holds = ints::in_range(&number.term, kind);
        self.demand(holds, CheckKind::Overflow, "ArithmeticException", span)?;
        Ok(Some(from_number(ints::typed(number.term, kind), kind)))
    }
}

/// The arguments, if all are integers of known types, and the type in which Java computes with them.
fn integers(args: &[Val]) -> Option<(Vec<Number>, IntKind)> {
    if args.iter().any(|a| a.vague) {
        return None;
    }
    let kinds: Option<Vec<IntKind>> = args.iter().map(|a| a.ty.as_int()).collect();
    let widest = kinds?.into_iter().max()?.max(IntKind::Int);
    Some((args.iter().map(Val::number).collect(), widest))
}

/// Division by a divisor of either sign, rounded down: by a positive one it is that of the logic; signs of both
/// changed, the quotient stays and the remainder changes its sign.
fn rounded_down(a: &Number, b: &Number, op: fn(Term, Term) -> Term, back: fn(Term) -> Term) -> Term {
    let (a, b) = (a.term.clone(), b.term.clone());
    let negative = back(op(Term::neg(a.clone()), Term::neg(b.clone())));
    Term::ite(Term::lt(Term::int(0), b.clone()), op(a, b), negative)
}

/// -1, 0 or 1, as the first is less than the second, equal or greater.
pub(super) fn order(a: &Term, b: &Term) -> Val {
    let less = Term::lt(a.clone(), b.clone());
    let equal = Term::eq(a.clone(), b.clone());
    let term = Term::ite(less, Term::int(-1), Term::ite(equal, Term::int(0), Term::int(1)));
    from_number(Number::between(term, Int::from(-1), Int::ONE), IntKind::Int)
}

fn pick(test: Term, a: &Number, b: &Number, kind: IntKind) -> Val {
    let join = |x: &Option<Int>, y: &Option<Int>, f: fn(Int, Int) -> Int| Some(f(x.clone()?, y.clone()?));
    Val {
        low: join(&a.low, &b.low, Int::min),
        high: join(&a.high, &b.high, Int::max),
        term: Term::ite(test, a.term.clone(), b.term.clone()),
        ty: Type::Int(kind),
        vague: false,
        mixed: false,
    }
}

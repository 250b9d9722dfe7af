//! Floating-point numbers: `double`, and `float`, which is a double that is rounded once more.
//!
//! They are what IEEE 754 makes of them, rounded to nearest, each operation by itself, as compilers do it for today's
//! machines unless they are told otherwise; whatever is computed relies on that. Of `long double`, which machines have in
//! different widths, nothing is known.

use super::body::Body;
use super::typing;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::syntax::ast::{BinaryOp, IntType, UnaryOp};
use crate::syntax::floating::{EXACT, is_exactly, read};
use crate::types::Type;
use abide_base::Span;
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::float::{self, Op};
use abide_logic::number::Range;
use abide_logic::{Int, Sort, Term};

/// Is it a type of which the values are known?
pub(in crate::lower) fn is_known(ty: &Type) -> bool {
    matches!(ty, Type::Float(4 | 8))
}

impl Body<'_, '_> {
    /// A floating constant.
    pub(super) fn floating_constant(&mut self, words: &str, span: Span) -> Val {
        let ty = typing::floating(words);
        match (&ty, read(words)) {
            (Type::Float(4), Some((_, single))) => Val::new(ty, vec![float::constant(f64::from(single))]),
            (Type::Float(8), Some((double, _))) => Val::new(ty, vec![float::constant(double)]),
            _ => {
                self.guesses.insert(span);
                self.arbitrary(&ty, span)
            }
        }
    }

    /// `x op y`, where one of them is a floating-point number.
    pub(super) fn floating(&mut self, op: BinaryOp, x: Val, y: Val, span: Span) -> Lowering<Val> {
        use BinaryOp::*;
        let bytes = |t: &Type| match t {
            Type::Float(n) => *n,
            _ => 0,
        };
        let ty = Type::Float(bytes(&x.ty).max(bytes(&y.ty)));
        let x = self.convert(x, &ty, span)?;
        let y = self.convert(y, &ty, span)?;
        let ([a], [b]) = (x.parts.as_slice(), y.parts.as_slice()) else {
            return self.floating_unknown(op, ty, span);
        };
        let result = match op {
            Lt | Le | Gt | Ge | Eq | Ne => return Ok(Val::truth(compared(op, a, b))),
            Add => Op::Add,
            Sub => Op::Sub,
            Mul => Op::Mul,
            Div => Op::Div,
            _ => return Err(wrong(span, "floating values cannot be combined like this")),
        };
        Ok(self.computed(result, vec![a.clone(), b.clone()], ty, span))
    }

    /// The same of numbers of which nothing is known.
    fn floating_unknown(&mut self, op: BinaryOp, ty: Type, span: Span) -> Lowering<Val> {
        use BinaryOp::*;
        match op {
            Lt | Le | Gt | Ge | Eq | Ne => Ok(Val::truth(self.guessed(span))),
            Add | Sub | Mul | Div => Ok(Val::new(ty, Vec::new())),
            _ => Err(wrong(span, "floating values cannot be combined like this")),
        }
    }

    /// What is computed, in the type of the result.
    pub(super) fn computed(&mut self, op: Op, args: Vec<Term>, ty: Type, span: Span) -> Val {
        self.rely_on(
            AssumptionKind::Library,
            span,
            "floating-point numbers are those of IEEE 754, and each operation is rounded to nearest",
        );
        let exact = matches!(op, Op::Neg | Op::Abs);
        let double = op.term(args.clone());
        self.assume(op.facts(&args, &double), span);
        let result = match ty {
            Type::Float(4) if !exact => {
                let single = Op::Single.term(vec![double.clone()]);
                self.assume(Op::Single.facts(&[double], &single), span);
                single
            }
            _ => double,
        };
        Val::new(ty, vec![result])
    }

    /// `-x`.
    pub(super) fn negated(&mut self, val: Val, span: Span) -> Val {
        match val.parts.as_slice() {
            [x] => self.computed(Op::Neg, vec![x.clone()], val.ty.clone(), span),
            _ => val,
        }
    }

    /// It is not zero.
    pub(super) fn is_not_zero(&mut self, val: &Val, span: Span) -> Term {
        match val.parts.first() {
            Some(x) => Term::not(float::eq(x, &float::constant(0.0))),
            None => self.guessed(span),
        }
    }

    fn guessed(&mut self, span: Span) -> Term {
        self.guesses.insert(span);
        let temp = self.temp("any", Sort::Bool);
        self.emit(StmtKind::Havoc(vec![temp.clone()]), span);
        temp.term()
    }

    /// An integer or a floating-point number as one of a floating type.
    pub(super) fn as_floating(&mut self, val: &Val, ty: &Type, span: Span) -> Val {
        let single = *ty == Type::Float(4);
        let part = match (&val.ty, val.parts.first()) {
            (_, None) => None,
            _ if !is_known(ty) => None,
            (Type::Float(8), Some(x)) if single => {
                let rounded = Op::Single.term(vec![x.clone()]);
                self.assume(Op::Single.facts(std::slice::from_ref(x), &rounded), span);
                Some(rounded)
            }
            (Type::Float(_), Some(x)) => Some(x.clone()),
            (_, Some(i)) => {
                let number = float::of_int(i, single);
                self.place_of_integer(val, single, &number, span);
                Some(number)
            }
        };
        match part {
            Some(part) => Val::new(ty.clone(), vec![part]),
            None if is_known(ty) => {
                self.guesses.insert(span);
                self.arbitrary(ty, span)
            }
            None => Val::new(ty.clone(), Vec::new()),
        }
    }

    /// The number that is made of an integer is a number, and on the same side of zero.
    fn place_of_integer(&mut self, val: &Val, single: bool, number: &Term, span: Span) {
        let i = &val.parts[0];
        if matches!(i.kind(), abide_logic::Kind::Int(_)) || self.quiet {
            return;
        }
        // rounding keeps the order
        let bound = |i: &Option<Int>| i.clone().map(|i| float::rank(&float::of_int(&Term::int(i), single)));
        let within = [
            bound(&val.low).map(|low| Term::le(low, float::rank(number))),
            bound(&val.high).map(|high| Term::le(float::rank(number), high)),
        ];
        self.assume(Term::and(within.into_iter().flatten()), span);
        let (zero, rank) = (Term::int(0), float::rank(number));
        let facts = [
            float::is_finite(number),
            Term::eq(Term::lt(zero.clone(), i.clone()), Term::lt(zero.clone(), rank.clone())),
            Term::eq(Term::lt(i.clone(), zero.clone()), Term::lt(rank, zero)),
        ];
        self.assume(Term::and(facts), span);
        if !single && self.uses_roots() {
            self.assume(float::integer_among_roots(i, number), span);
        }
    }

    /// Are roots taken in the program? Then integers are compared with them.
    fn uses_roots(&self) -> bool {
        self.env.callees.contains_key("sqrt") && self.env.mentions("sqrt")
    }

    /// A floating-point number cut off to an integer; one that does not fit is undefined.
    pub(super) fn cut_off(&mut self, val: &Val, kind: IntType, span: Span) -> Lowering<Val> {
        let ty = Type::Int(kind);
        let Some(x) = val.parts.first() else {
            let fits = self.unknown_choice("fits", span.beginning());
            self.check(fits, CheckKind::Overflow, span, None);
            self.guesses.insert(span);
            return Ok(self.arbitrary(&ty, span));
        };
        let range = self.env.types.model.range(kind);
        let Some((low, high)) = beyond(&range) else {
            return Err(unsupported(
                span,
                "a floating value converted to an integer of this type",
            ));
        };
        let fits = Term::and([float::lt(&low, x), float::lt(x, &high)]);
        self.check(fits, CheckKind::Overflow, span, None);
        let whole = float::to_int(x);
        let (zero, rank) = (Term::int(0), float::rank(x));
        self.assume(
            Term::and([
                range.holds(&whole),
                Term::implies(
                    Term::le(zero.clone(), rank.clone()),
                    Term::le(zero.clone(), whole.clone()),
                ),
                Term::implies(Term::le(rank, zero.clone()), Term::le(whole.clone(), zero)),
            ]),
            span,
        );
        if self.uses_roots() {
            self.assume(float::cut_off_among_roots(x, &whole), span);
        }
        Ok(self.typed(ty, vec![whole]))
    }

    /// Two numbers compared in a formula, one of which at least is a floating-point number. Formulas speak of the real
    /// numbers that these are.
    pub(in crate::lower) fn compared_in_formula(
        &mut self,
        op: BinaryOp,
        x: &Val,
        y: &Val,
        span: Span,
    ) -> Lowering<Term> {
        let (a, b) = (self.real(x, span)?, self.real(y, span)?);
        let same = Term::or([float::eq(&a, &b), Term::eq(a.clone(), b.clone())]);
        Ok(match op {
            BinaryOp::Eq => same,
            BinaryOp::Ne => Term::not(same),
            op => compared(op, &a, &b),
        })
    }

    /// `-x`, `+x` in a formula.
    pub(in crate::lower) fn real_with_sign(&mut self, op: UnaryOp, val: &Val, span: Span) -> Lowering<Val> {
        let x = self.real(val, span)?;
        let signed = match op {
            UnaryOp::Minus => Op::Neg.term(vec![x]),
            _ => x,
        };
        Ok(Val::new(Type::Float(8), vec![signed]))
    }

    /// `c ? x : y` in a formula, where one of them is a floating-point number.
    pub(in crate::lower) fn real_of_two(&mut self, c: Term, x: &Val, y: &Val, span: Span) -> Lowering<Val> {
        let (x, y) = (self.real(x, span)?, self.real(y, span)?);
        Ok(Val::new(Type::Float(8), vec![Term::ite(c, x, y)]))
    }

    fn real(&mut self, val: &Val, span: Span) -> Lowering<Term> {
        let exact = |i: &Int| i.clone() <= Int::from(EXACT) && -i.clone() <= Int::from(EXACT);
        match (&val.ty, val.parts.as_slice()) {
            (Type::Float(4 | 8), [x]) => Ok(x.clone()),
            (Type::Int(_) | Type::Bits(..) | Type::Integer, [i]) => {
                let literal = matches!(i.kind(), abide_logic::Kind::Int(n) if exact(n));
                let narrow = self.range(&val.ty).is_some_and(|r| exact(&r.low) && exact(&r.high));
                match literal || narrow {
                    true => Ok(float::of_int(i, false)),
                    false => Err(unsupported(
                        span,
                        "an integer compared with a floating value in a formula",
                    )),
                }
            }
            _ => Err(unsupported(span, "floating values in a formula")),
        }
    }

    /// A constant in a formula, which is a real number: one that no double is, is not known here.
    pub(in crate::lower) fn real_constant(&mut self, words: &str, span: Span) -> Lowering<Val> {
        let number = read(words).map(|(double, _)| double).filter(|x| is_exactly(words, *x));
        match number {
            Some(x) => Ok(Val::new(Type::Float(8), vec![float::constant(x)])),
            None => Err(unsupported(span, "a constant that is no `double` in a formula")),
        }
    }

    /// Functions of the library that machines compute exactly.
    pub(super) fn exact_function(&mut self, name: &str, args: &[Val], span: Span) -> Option<Val> {
        let (plain, ty) = match name.strip_suffix('f').filter(|plain| operation(plain).is_some()) {
            Some(plain) => (plain, Type::Float(4)),
            None => (name, Type::Float(8)),
        };
        let op = operation(plain)?;
        let terms: Option<Vec<Term>> = args.iter().map(|v| v.parts.first().cloned()).collect();
        let terms = terms.filter(|t| t.iter().all(|t| *t.sort() == Sort::Float))?;
        let wanted = if op == Op::Rem { 2 } else { 1 };
        (terms.len() == wanted).then(|| self.computed(op, terms, ty, span))
    }
}

fn operation(name: &str) -> Option<Op> {
    Some(match name {
        "sqrt" => Op::Sqrt,
        "fabs" => Op::Abs,
        "floor" => Op::Floor,
        "ceil" => Op::Ceil,
        "trunc" => Op::Trunc,
        "round" => Op::Round,
        "rint" | "nearbyint" => Op::Rint,
        "fmod" => Op::Rem,
        _ => return None,
    })
}

fn compared(op: BinaryOp, a: &Term, b: &Term) -> Term {
    match op {
        BinaryOp::Lt => float::lt(a, b),
        BinaryOp::Le => float::le(a, b),
        BinaryOp::Gt => float::lt(b, a),
        BinaryOp::Ge => float::le(b, a),
        BinaryOp::Ne => Term::not(float::eq(a, b)),
        _ => float::eq(a, b),
    }
}

/// The doubles between which a number lies that fits into the range once it is cut off: the first ones that do not.
fn beyond(range: &Range) -> Option<(Term, Term)> {
    #[expect(clippy::cast_precision_loss, reason = "powers of two, and their neighbours")]
    let double = |i: &Int| Some(i128::try_from(i).ok()? as f64);
    let high = double(&(range.high.clone() + Int::ONE))?;
    let below = double(&(range.low.clone() - Int::ONE))?;
    let low = match below == double(&range.low)? {
        // the lowest one itself fits
        true => below.next_down(),
        false => below,
    };
    Some((float::constant(low), float::constant(high)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_begins_where_it_is_cut_off_to_another_number() {
        let range = |low: i64, high: i64| Range {
            low: Int::from(low),
            high: Int::from(high),
        };
        let of = |range: &Range| {
            let (low, high) = beyond(range).expect("a range");
            (float::as_constant(&low), float::as_constant(&high))
        };
        assert_eq!(of(&range(-128, 127)), (Some(-129.0), Some(128.0)));
        let (low, high) = of(&range(i64::MIN, i64::MAX));
        assert_eq!(high, Some(9_223_372_036_854_775_808.0));
        assert_eq!(low, Some((-9_223_372_036_854_775_808.0f64).next_down()));
    }
}

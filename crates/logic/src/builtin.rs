//! Functions with a fixed meaning.
//!
//! They are ordinary function symbols to a solver, which knows of them only what is assumed;
//! evaluation computes them. Integers are read as infinite two's complement, so the results do
//! not depend on a width.

use crate::float::{self, Op, code, double};
use crate::{Func, Int, Kind, Term, Value};

/// Doubles below it have a whole part of at most 127 bits.
const WIDEST: f64 = 1e38;

/// Bitwise conjunction.
pub const AND: &str = "bit_and";
/// Bitwise disjunction.
pub const OR: &str = "bit_or";
/// Bitwise exclusive disjunction.
pub const XOR: &str = "bit_xor";
/// Two to the power of a small natural number.
pub const POW2: &str = "pow2";

/// Is it the name of a built-in function?
pub fn is_builtin(name: &str) -> bool {
    [AND, OR, XOR, POW2].contains(&name) || float::is_name(name)
}

/// The value of a built-in function, if it is one and the arguments are what it wants.
pub fn apply(name: &str, args: &[Value]) -> Option<Value> {
    let arg = |i: usize| args.get(i).and_then(Value::as_int);
    Some(Value::Int(match name {
        AND => arg(0)? & arg(1)?,
        OR => arg(0)? | arg(1)?,
        XOR => arg(0)? ^ arg(1)?,
        POW2 => {
            let by = u32::try_from(arg(0)?).ok().filter(|b| *b < 256)?;
            Int::ONE << by as usize
        }
        _ => return floating(name, args),
    }))
}

/// The value of one of these functions, if it is one and the arguments are what it wants.
fn floating(name: &str, args: &[Value]) -> Option<Value> {
    let number = |i: usize| args.get(i).and_then(Value::as_int);
    let double_at = |i: usize| match args.get(i) {
        Some(Value::Float(code)) => Some(double(*code)),
        _ => None,
    };
    Some(match name {
        float::CONSTANT => Value::double(number(0)?),
        float::RANK => {
            let code = code(double_at(0)?);
            Value::int(if code < 0 { code + 1 } else { code })
        }
        #[expect(clippy::cast_precision_loss, reason = "it is rounded to the nearest")]
        "f64_of_int" => Value::Float(code(i128::try_from(number(0)?).ok()? as f64)),
        #[expect(clippy::cast_precision_loss, reason = "it is rounded to the nearest")]
        "f32_of_int" => Value::Float(code(f64::from(i128::try_from(number(0)?).ok()? as f32))),
        #[expect(
            clippy::cast_possible_truncation,
            reason = "to cut off is what is wanted, within the width"
        )]
        "f64_to_int" => match double_at(0)? {
            x if !x.is_finite() => Value::int(0),
            x if x.abs() < WIDEST => Value::int(x as i128),
            _ => return None,
        },
        _ => {
            let op = Op::ALL.into_iter().find(|op| op.name() == name)?;
            let args: Option<Vec<f64>> = (0..op.operands()).map(double_at).collect();
            Value::Float(code(op.of(&args?)?))
        }
    })
}

/// One of these functions at constants: what it is.
pub(crate) fn folded(func: &Func, args: &[Term]) -> Option<Term> {
    if !float::is_name(&func.name) || float::is_constant(func) {
        return None;
    }
    let value = |t: &Term| match t.kind() {
        Kind::Int(i) => Some(Value::Int(i.clone())),
        _ => float::as_constant(t).map(|x| Value::Float(code(x))),
    };
    let args = args.iter().map(value).collect::<Option<Vec<Value>>>()?;
    floating(&func.name, &args)?.term(&func.result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_twos_complement() {
        let on = |name: &str, a: i64, b: i64| apply(name, &[Value::int(a), Value::int(b)]);
        for (a, b) in [(5, 3), (-1, 7), (-8, 12), (-5, -9), (0, -3)] {
            assert_eq!(on(AND, a, b), Some(Value::int(a & b)));
            assert_eq!(on(OR, a, b), Some(Value::int(a | b)));
            assert_eq!(on(XOR, a, b), Some(Value::int(a ^ b)));
        }
        assert_eq!(apply(POW2, &[Value::int(5)]), Some(Value::int(32)));
        assert_eq!(apply("f", &[Value::int(5)]), None);
    }
}

//! Functions with a fixed meaning.
//!
//! They are ordinary function symbols to a solver, which knows of them only what is assumed;
//! evaluation computes them. Integers are read as infinite two's complement, so the results do
//! not depend on a width.

use crate::{Int, Value, float};

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
        _ => return float::apply(name, args),
    }))
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

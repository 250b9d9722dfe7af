//! How floating constants are written.

use abide_logic::float;

/// Integers up to here are doubles.
pub const EXACT: u64 = 1 << 53;

/// What a constant is as a `double` and as a `float`.
pub fn read(words: &str) -> Option<(f64, f32)> {
    let digits = words.replace('\'', "");
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        let double = hexadecimal(hex)?;
        #[expect(clippy::cast_possible_truncation, reason = "this is what rounds")]
        return Some((double, double as f32));
    }
    let digits = digits.trim_end_matches(['f', 'F', 'l', 'L']);
    Some((digits.parse().ok()?, digits.parse().ok()?))
}

/// `1.8p3`, if it is exact.
fn hexadecimal(text: &str) -> Option<f64> {
    let text = text.trim_end_matches(['f', 'F', 'l', 'L']);
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let number = u64::from_str_radix(&format!("{whole}{fraction}"), 16)
        .ok()
        .filter(|n| *n <= EXACT)?;
    let behind = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    let exponent = exponent
        .parse::<i32>()
        .ok()?
        .checked_sub(behind)
        .filter(|e| (-1074..=971).contains(e))?;
    let half = exponent / 2;
    // in two steps, as the powers of the smallest numbers are none themselves
    Some(number as f64 * 2f64.powi(half) * 2f64.powi(exponent - half))
}

/// A double as a constant in a formula.
pub fn in_formula(x: f64) -> Option<String> {
    let decimal = float::text(x.abs());
    let magnitude = match x.is_finite() {
        true if is_exactly(&decimal, x) => decimal,
        true => hexadecimal_text(x.abs()),
        false => return None,
    };
    Some(match x.is_sign_negative() {
        true => format!("-{magnitude}"),
        false => magnitude,
    })
}

/// `0x1.8p1`: just what it is.
fn hexadecimal_text(x: f64) -> String {
    let bits = x.to_bits();
    let (exponent, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
    let (whole, exponent) = match exponent {
        0 => (0, -1022),
        e => (1, e.cast_signed() - 1023),
    };
    format!("0x{whole}.{fraction:013x}p{exponent}")
}

/// Is a double just what the digits say, and not what is next to it?
pub fn is_exactly(digits: &str, x: f64) -> bool {
    if digits.starts_with("0x") || digits.starts_with("0X") {
        return x.is_finite();
    }
    let digits = digits.trim_end_matches(['f', 'F', 'l', 'L', 'd', 'D']);
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let Ok(exponent) = exponent.parse::<i32>() else {
        return false;
    };
    let number = format!("{whole}{fraction}").parse::<u64>().ok().filter(|n| *n <= EXACT);
    let places = i32::try_from(fraction.len()).map_or(i32::MAX, |n| n - exponent);
    // n / 10^p is a double if 5^p divides n: it is then n / 5^p / 2^p
    let power = |n: i32| u64::checked_pow(5, n.unsigned_abs());
    let is_whole = match (number, places) {
        (Some(n), 1..=22) => power(places).is_some_and(|p| n % p == 0),
        (Some(_), 0) => true,
        (Some(n), -15..0) => {
            let scaled = u64::checked_pow(10, places.unsigned_abs()).and_then(|p| p.checked_mul(n));
            scaled.is_some_and(|n| n <= EXACT)
        }
        _ => false,
    };
    is_whole && x.is_finite()
}

/// The double that a constant of type `long double` becomes. It is rounded twice then, which makes a difference only
/// where it lies between two doubles; those that agree with one in twenty digits do not.
pub fn of_wide(words: &str) -> Option<f64> {
    const DIGITS: usize = 20;
    let (x, _) = read(words)?;
    let first = |text: &str| -> Option<u128> {
        let mantissa = text.split(['e', 'E']).next()?;
        let digits = mantissa.chars().filter(char::is_ascii_digit).skip_while(|c| *c == '0');
        let digits: String = digits.chain(std::iter::repeat('0')).take(DIGITS).collect();
        digits.parse().ok()
    };
    let plain = words.trim_end_matches(['l', 'L']);
    let near = !plain.starts_with("0x") && first(plain)?.abs_diff(first(&format!("{x:.25e}"))?) <= 1;
    (near && x.is_finite()).then_some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_read() {
        assert_eq!(read("0.1f"), Some((0.1, 0.1)));
        assert_eq!(read("1e3"), Some((1000.0, 1000.0)));
        assert_eq!(read("5."), Some((5.0, 5.0)));
        assert_eq!(read(".5"), Some((0.5, 0.5)));
        assert_eq!(read("0x1.8p1"), Some((3.0, 3.0)));
        assert_eq!(read("0x.8p0"), Some((0.5, 0.5)));
    }

    #[test]
    fn constants_in_formulas_are_read_as_what_they_were() {
        for x in [0.5, 0.1, -2.0, 1e300, 3.0e-300, 1.0 / 3.0, 123_456.789] {
            let text = in_formula(x).expect("it is finite");
            let (sign, magnitude) = text.strip_prefix('-').map_or((1.0, &*text), |rest| (-1.0, rest));
            assert!(is_exactly(magnitude, x), "{text}");
            assert_eq!(read(magnitude).map(|(double, _)| sign * double), Some(x), "{text}");
        }
    }

    #[test]
    fn wide_constants_are_doubles_if_they_are_near_to_one() {
        assert_eq!(
            of_wide("2.22044604925031308084726333618164062e-16L"),
            Some(f64::EPSILON)
        );
        assert_eq!(of_wide("1.79769313486231570814527423731704357e+308L"), Some(f64::MAX));
        assert_eq!(of_wide("0.1L"), None);
        assert_eq!(of_wide("2.5L"), Some(2.5));
    }

    #[test]
    fn some_decimals_are_doubles() {
        for (digits, is) in [
            ("0.5", true),
            ("2.25", true),
            ("0.1", false),
            ("3.", true),
            ("1e5", true),
            ("1e-1", false),
            ("5e-1", true),
            ("100.0", true),
            ("0.30", false),
        ] {
            assert_eq!(is_exactly(digits, digits.parse().expect("a number")), is, "{digits}");
        }
    }
}

//! Methods of the library that do nothing but give a number, a truth value or a text of which no more is known than its type.

use super::arithmetic::wider_float;
use super::body::Body;
use super::value::{Lowering, Val};
use crate::types::{IntKind, Type};
use abide_base::Span;
use abide_ir::AssumptionKind;
use abide_logic::{Int, Term};

/// What such a method gives.
#[derive(Clone, Copy)]
enum Gives {
    Bool,
    Char,
    Int,
    Long,
    Float,
    Double,
    /// A text.
    Text,
    /// A floating-point number of the wider type of the arguments.
    Wider,
    /// What `Math.round` gives.
    Rounded,
}

/// What a static method gives, by the names of its class and its own, and the number of its arguments.
fn gives(class: &str, name: &str, args: usize) -> Option<Gives> {
    Some(match (class, name, args) {
        ("Math", "random", 0) => Gives::Double,
        ("Math", "sqrt" | "cbrt" | "exp" | "expm1" | "log" | "log10" | "log1p", 1) => Gives::Double,
        ("Math", "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh", 1) => Gives::Double,
        ("Math", "floor" | "ceil" | "rint" | "toRadians" | "toDegrees", 1) => Gives::Double,
        ("Math", "pow" | "atan2" | "hypot" | "IEEEremainder", 2) => Gives::Double,
        ("Math", "abs" | "signum" | "ulp" | "nextUp" | "nextDown", 1) => Gives::Wider,
        ("Math", "max" | "min" | "copySign", 2) | ("Math", "fma", 3) => Gives::Wider,
        ("Math", "round", 1) => Gives::Rounded,
        ("Math", "getExponent", 1) => Gives::Int,
        ("Integer" | "Long", "toBinaryString" | "toHexString" | "toOctalString" | "toUnsignedString", 1)
        | ("Integer" | "Long", "toString" | "toUnsignedString", 2)
        | ("Short" | "Byte" | "Double" | "Float", "toString", 1) => Gives::Text,
        ("Integer", "reverse" | "reverseBytes" | "highestOneBit" | "lowestOneBit", 1)
        | ("Integer", "rotateLeft" | "rotateRight", 2)
        | ("Integer" | "Long", "compareUnsigned", 2) => Gives::Int,
        ("Long", "reverse" | "reverseBytes" | "highestOneBit" | "lowestOneBit", 1)
        | ("Long", "rotateLeft" | "rotateRight", 2) => Gives::Long,
        ("Short" | "Byte" | "Character" | "Boolean" | "Double" | "Float", "compare", 2) => Gives::Int,
        ("Integer" | "Long" | "Short" | "Byte" | "Character" | "Boolean" | "Double" | "Float", "hashCode", 1) => {
            Gives::Int
        }
        ("Double" | "Float", "isNaN" | "isInfinite" | "isFinite", 1) => Gives::Bool,
        ("Double", "doubleToLongBits" | "doubleToRawLongBits", 1) => Gives::Long,
        ("Float", "floatToIntBits" | "floatToRawIntBits", 1) => Gives::Int,
        ("Double", "longBitsToDouble", 1) | ("Double", "sum" | "max" | "min", 2) => Gives::Double,
        ("Float", "intBitsToFloat", 1) | ("Float", "sum" | "max" | "min", 2) => Gives::Float,
        ("Boolean", "logicalAnd" | "logicalOr" | "logicalXor", 2) => Gives::Bool,
        ("Character", name, 1) if TESTS.contains(&name) => Gives::Bool,
        ("Character", "getType", 1) | ("Character", "toCodePoint", 2) => Gives::Int,
        ("Character", "forDigit", 2) | ("Character", "reverseBytes" | "highSurrogate" | "lowSurrogate", 1) => {
            Gives::Char
        }
        _ => return None,
    })
}

/// Tests of `Character` that say nothing of ASCII alone.
const TESTS: [&str; 15] = [
    "isJavaIdentifierStart",
    "isJavaIdentifierPart",
    "isUnicodeIdentifierStart",
    "isUnicodeIdentifierPart",
    "isIdentifierIgnorable",
    "isISOControl",
    "isSurrogate",
    "isHighSurrogate",
    "isLowSurrogate",
    "isDefined",
    "isTitleCase",
    "isMirrored",
    "isIdeographic",
    "isBmpCodePoint",
    "isValidCodePoint",
];

impl<'a> Body<'_, 'a> {
    /// A call of a static method that gives a plain value; none if it is another one, or may be.
    pub(super) fn plain_function(
        &mut self,
        class: &str,
        name: &str,
        args: &[Val],
        span: Span,
    ) -> Lowering<Option<Val>> {
        let kind = match (class, name, args.len()) {
            ("Integer", "toUnsignedLong", 1) | ("Byte" | "Short", "toUnsignedInt", 1) => None,
            ("Character", "digit", 2) | ("Character", "charCount", 1) => None,
            (_, _, count) => match gives(class, name, count) {
                Some(kind) => Some(kind),
                None => return Ok(None),
            },
        };
        let mut values = Vec::new();
        for arg in args {
            let val = match arg.ty.is_reference() {
                true => self.unboxed(arg.clone(), span)?,
                false => arg.clone(),
            };
            if val.vague || val.ty.is_reference() {
                return Ok(None);
            }
            values.push(val);
        }
        let ty = match kind {
            None => return Ok(self.unsigned(class, name, &values, span)),
            Some(Gives::Text) => return Ok(Some(self.new_string(span))),
            Some(Gives::Bool) => Type::Bool,
            Some(Gives::Char) => Type::Int(IntKind::Char),
            Some(Gives::Int) => Type::INT,
            Some(Gives::Long) => Type::Int(IntKind::Long),
            Some(Gives::Float) => Type::Float,
            Some(Gives::Double) => Type::Double,
            Some(Gives::Wider) => values.iter().fold(Type::Float, |ty, val| wider_float(&ty, &val.ty)),
            Some(Gives::Rounded) => match values.first().map(|val| &val.ty) {
                Some(Type::Double) => Type::Int(IntKind::Long),
                _ => Type::INT,
            },
        };
        Ok(Some(match ty.is_float() {
            true => self.float(ty, span),
            false => self.arbitrary(&ty, span),
        }))
    }

    /// The few that are known exactly, or nearly so.
    fn unsigned(&mut self, class: &str, name: &str, args: &[Val], span: Span) -> Option<Val> {
        let first = args.first()?;
        let within = |b: &mut Self, low: i64, high: i64| {
            let val = b.arbitrary(&Type::INT, span);
            let bounds = [
                Term::le(Term::int(low), val.term.clone()),
                Term::le(val.term.clone(), Term::int(high)),
            ];
            b.assume(Term::and(bounds), span);
            val
        };
        let (bits, ty) = match (class, name) {
            ("Character", "digit") => return Some(within(self, -1, 35)),
            ("Character", _) => return Some(within(self, 1, 2)),
            ("Integer", _) => (32, Type::Int(IntKind::Long)),
            ("Short", _) => (16, Type::INT),
            _ => (8, Type::INT),
        };
        let size = Int::from(1i64 << bits);
        let moved = Term::add(first.term.clone(), Term::int(size));
        let negative = Term::lt(first.term.clone(), Term::int(0));
        Some(Val::new(Term::ite(negative, moved, first.term.clone()), ty))
    }

    /// A call of a method of a box of which no more is known than its type.
    pub(super) fn plain_method_of_box(
        &mut self,
        object: &Val,
        name: &str,
        args: &[Val],
        span: Span,
    ) -> Lowering<Option<Val>> {
        let held = match &object.ty {
            Type::Class(id) => self.classes().unboxed(*id),
            _ => None,
        };
        let Some(held) = held.filter(|held| *held != Type::Bool) else {
            return Ok(None);
        };
        let ty = match (name, args) {
            ("doubleValue", []) => return Ok(Some(self.float(Type::Double, span))),
            ("floatValue", []) => return Ok(Some(self.float(Type::Float, span))),
            ("intValue", []) if held.is_float() => Type::INT,
            ("longValue", []) if held.is_float() => Type::Int(IntKind::Long),
            ("shortValue", []) if held.is_float() => Type::Int(IntKind::Short),
            ("byteValue", []) if held.is_float() => Type::Int(IntKind::Byte),
            ("isNaN" | "isInfinite", []) if held.is_float() => Type::Bool,
            ("compareTo", [other]) if other.ty == object.ty => {
                self.not_null(other, span)?;
                Type::INT
            }
            _ => return Ok(None),
        };
        Ok(Some(self.arbitrary(&ty, span)))
    }

    /// A call of a method of a string that reads a pattern. What it throws where that is none is as with what is not known.
    pub(super) fn pattern_call(&mut self, name: &str, args: &[Val], span: Span) -> Lowering<Option<Val>> {
        let texts = |args: &[Val]| args.iter().all(|a| self.is_string(&a.ty));
        let known = match (name, args) {
            ("split" | "matches", [pattern]) => texts(std::slice::from_ref(pattern)),
            ("split", [pattern, limit]) => texts(std::slice::from_ref(pattern)) && limit.ty == Type::INT,
            ("replaceAll" | "replaceFirst", [_, _]) => texts(args),
            _ => false,
        };
        if !known {
            return Ok(None);
        }
        let plain = |text: String| {
            text.chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | ',' | ';' | ':' | '-'))
        };
        let patterns = args.iter().filter(|a| a.ty.is_reference());
        let sure = patterns.clone().all(|a| self.literal_text(a).is_some_and(plain));
        if !sure {
            let text = format!("`{name}` ends, and throws nothing but what is caught here");
            self.rely_on(AssumptionKind::Library, span, text);
            self.unknown_end(span)?;
        }
        Ok(Some(match name {
            "split" => self.some_texts(span),
            "matches" => self.arbitrary(&Type::Bool, span),
            _ => self.new_string(span),
        }))
    }

    /// A new array of texts.
    fn some_texts(&mut self, span: Span) -> Val {
        let text = Type::Class(self.classes().known("String"));
        let before = self.grow(span);
        let array = self.some_object(&Type::Array(Box::new(text.clone())), span);
        self.assume(Term::not(Term::select(before.term(), array.term.clone())), span);
        let length = self.length_term(&array.term).term;
        let map = self.elements_map(&text);
        let contents = Term::select(map.term(), array.term.clone());
        let each = self.for_each_place(&Term::int(0), &length, |b, k| {
            let element = Term::select(contents.clone(), k);
            Term::and([Term::ne(element.clone(), Term::null()), b.well_typed(&element, &text)])
        });
        self.assume(each, span);
        array
    }
}

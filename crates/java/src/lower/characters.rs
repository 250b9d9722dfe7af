//! The static methods of `Character` that tell characters apart: what they say of ASCII is known, of others nothing.

use super::body::Body;
use super::state::HeapKind;
use super::value::{Val, sort_of};
use crate::types::{ClassId, IntKind, Type};
use abide_base::Span;
use abide_logic::{Sort, Term};

/// What the names of maps begin with that say what Unicode does, in some version.
pub(super) const UNICODE: &str = "\\unicode ";

/// Ranges of ASCII for which a test says yes.
fn accepted(test: &str) -> Option<&'static [(u8, u8)]> {
    Some(match test {
        "isDigit" => &[(b'0', b'9')],
        "isLetter" | "isAlphabetic" => &[(b'A', b'Z'), (b'a', b'z')],
        "isLetterOrDigit" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
        "isUpperCase" => &[(b'A', b'Z')],
        "isLowerCase" => &[(b'a', b'z')],
        "isWhitespace" => &[(9, 13), (28, 32)],
        "isSpaceChar" => &[(b' ', b' ')],
        _ => return None,
    })
}

fn within(unit: &Term, (low, high): (u8, u8)) -> Term {
    let [low, high] = [low, high].map(|end| Term::int(i64::from(end)));
    Term::and([Term::le(low, unit.clone()), Term::le(unit.clone(), high)])
}

impl<'a> Body<'_, 'a> {
    /// A static method of `Character` in a formula.
    pub(super) fn character_function(&mut self, class: ClassId, name: &str, args: &[Val]) -> Option<Val> {
        self.of_character(class, name, args, |b, unit, ty| {
            let map = format!("{UNICODE}{name}");
            let sort = Sort::map(Sort::Int, sort_of(ty));
            let map = b.heap_var(format!("~{map}"), &map, sort, HeapKind::Fixed);
            Term::select(map.term(), unit.clone())
        })
    }

    /// A call of a static method of `Character`.
    pub(super) fn character_call(&mut self, class: ClassId, name: &str, args: &[Val], span: Span) -> Option<Val> {
        let val = self.of_character(class, name, args, |b, _, ty| b.arbitrary(ty, span).term)?;
        Some(self.save(val, span))
    }

    /// What a static method of `Character` gives, with `other` for characters beyond ASCII.
    fn of_character(
        &mut self,
        class: ClassId,
        name: &str,
        args: &[Val],
        other: impl FnOnce(&mut Self, &Term, &Type) -> Term,
    ) -> Option<Val> {
        let [val] = args else { return None };
        let kind = val.ty.as_int().filter(|_| !val.vague && !val.mixed)?;
        if class != self.classes().known("Character") {
            return None;
        }
        let unit = &val.term;
        let moved = |range, by: i64| {
            let other = Term::add(unit.clone(), Term::int(by));
            Term::ite(within(unit, range), other, unit.clone())
        };
        let (ascii, ty) = match name {
            "toUpperCase" => (moved((b'a', b'z'), -32), case_type(kind)),
            "toLowerCase" => (moved((b'A', b'Z'), 32), case_type(kind)),
            "getNumericValue" => (numeric(unit), Type::INT),
            test => {
                let ranges = accepted(test)?.iter().map(|range| within(unit, *range));
                (Term::or(ranges), Type::Bool)
            }
        };
        let other = other(self, unit, &ty);
        Some(Val::new(Term::ite(within(unit, (0, 127)), ascii, other), ty))
    }
}

/// What the methods that change the case give back.
fn case_type(kind: IntKind) -> Type {
    match kind {
        IntKind::Char => Type::Int(IntKind::Char),
        _ => Type::INT,
    }
}

/// What a character of ASCII counts as a digit.
fn numeric(unit: &Term) -> Term {
    let from = |first: u8, value: i64| Term::add(unit.clone(), Term::int(value - i64::from(first)));
    let small = Term::ite(within(unit, (b'a', b'z')), from(b'a', 10), Term::int(-1));
    let letter = Term::ite(within(unit, (b'A', b'Z')), from(b'A', 10), small);
    Term::ite(within(unit, (b'0', b'9')), from(b'0', 0), letter)
}

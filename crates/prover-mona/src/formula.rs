//! Formulas of MONA, as text.

use abide_logic::Quantifier;

/// In which direction an encoding may differ from the formula.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Approximation {
    /// It may be weaker.
    Over,
    /// It may be stronger.
    Under,
}

impl Approximation {
    pub(crate) fn dual(self) -> Approximation {
        match self {
            Approximation::Over => Approximation::Under,
            Approximation::Under => Approximation::Over,
        }
    }

    /// The prefix of the predicates that a layout defines.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Approximation::Over => "may",
            Approximation::Under => "must",
        }
    }

    /// The encoding of what is not expressible.
    pub(crate) fn trivial(self) -> Formula {
        Formula {
            text: (self == Approximation::Over).to_string(),
            exact: false,
        }
    }
}

/// A formula of MONA, and whether it is equivalent to the one encoded.
#[derive(Clone)]
pub(crate) struct Formula {
    pub(crate) text: String,
    pub(crate) exact: bool,
}

impl Formula {
    pub(crate) fn exactly(text: impl Into<String>) -> Formula {
        Formula {
            text: text.into(),
            exact: true,
        }
    }

    pub(crate) fn not(self) -> Formula {
        let text = match self.text.as_str() {
            "true" => "false".into(),
            "false" => "true".into(),
            text => format!("~({text})"),
        };
        Formula { text, ..self }
    }

    pub(crate) fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::joined(parts, " & ", "true", "false")
    }

    pub(crate) fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::joined(parts, " | ", "false", "true")
    }

    fn joined(parts: impl IntoIterator<Item = Formula>, with: &str, unit: &str, zero: &str) -> Formula {
        let (mut texts, mut exact) = (Vec::new(), true);
        for part in parts {
            exact &= part.exact;
            if part.text != unit {
                texts.push(part.text);
            }
        }
        let text = match texts.as_slice() {
            _ if texts.iter().any(|t| t == zero) => zero.to_string(),
            [] => unit.to_string(),
            [one] => one.clone(),
            _ => format!("({})", texts.join(with)),
        };
        Formula { text, exact }
    }

    /// There is a position, or for all positions of the heap.
    pub(crate) fn quantified(self, quantifier: Quantifier, p: &str) -> Formula {
        let text = match (self.text.as_str(), quantifier) {
            ("true" | "false", _) => self.text,
            (text, Quantifier::Exists) => format!("(ex1 {p}: heap({p}) & {text})"),
            (text, Quantifier::Forall) => format!("(all1 {p}: heap({p}) => {text})"),
        };
        Formula { text, ..self }
    }
}

//! ACSL formulas as C expressions, to be evaluated in a run.
//!
//! Integers are computed as `__int128`, so that what does not overflow in ACSL does not overflow here; what C cannot
//! express is left out.

use crate::expression::comparison_sign;
use crate::syntax::ast::{BinaryOp as B, Expr, ExprKind as E, Quantifier, UnaryOp as U};

/// Formulas of one contract or assertion.
#[derive(Default)]
pub(super) struct Formulas {
    /// Expressions of the state before the call, each to be kept in a variable.
    pub kept: Vec<(String, String)>,
    /// Variables that quantifiers bind, innermost last.
    bound: Vec<String>,
    loops: usize,
}

impl Formulas {
    /// A formula as a truth value.
    pub fn formula(&mut self, e: &Expr) -> Option<String> {
        Some(match &*e.kind {
            E::Named(_, inner) => self.formula(inner)?,
            E::Bool(b) => u8::from(*b).to_string(),
            E::Binary(B::And, a, b) => format!("({} && {})", self.formula(a)?, self.formula(b)?),
            E::Binary(B::Or, a, b) => format!("({} || {})", self.formula(a)?, self.formula(b)?),
            E::Binary(B::Implies, a, b) => format!("(!{} || {})", self.formula(a)?, self.formula(b)?),
            E::Binary(B::Iff, a, b) => format!("(!{} == !{})", self.formula(a)?, self.formula(b)?),
            E::Binary(B::Xor, a, b) => format!("(!{} != !{})", self.formula(a)?, self.formula(b)?),
            E::Unary(U::Not, a) => format!("!{}", self.formula(a)?),
            E::Conditional(c, Some(a), b) => {
                format!("({} ? {} : {})", self.formula(c)?, self.formula(a)?, self.formula(b)?)
            }
            E::Chain(first, rest) => {
                let mut left = first;
                let mut parts = Vec::new();
                for (op, right) in rest {
                    parts.push(self.comparison(*op, left, right)?);
                    left = right;
                }
                format!("({})", parts.join(" && "))
            }
            E::Binary(op, a, b) if comparison_sign(*op).is_some() => self.comparison(*op, a, b)?,
            E::Quantifier(which, vars, body) => self.quantifier(*which, vars, body)?,
            _ => format!("({} != 0)", self.term(e)?),
        })
    }

    fn comparison(&mut self, op: B, a: &Expr, b: &Expr) -> Option<String> {
        Some(format!(
            "({} {} {})",
            self.term(a)?,
            comparison_sign(op)?,
            self.term(b)?
        ))
    }

    /// A term; integers are wide, pointers as they are.
    fn term(&mut self, e: &Expr) -> Option<String> {
        let wide = |text: String| format!("({text} + (__int128)0)");
        Some(match &*e.kind {
            E::Named(_, inner) => self.term(inner)?,
            E::Int(i) => format!("((__int128){})", number(&i.value)?),
            E::Char(c) => format!("((__int128){c})"),
            E::Null => "((void *)0)".to_string(),
            E::Binary(op @ (B::Add | B::Sub | B::Mul), a, b) => {
                format!("({} {} {})", self.term(a)?, op.symbol(), self.term(b)?)
            }
            E::Binary(op @ (B::Div | B::Rem), a, b) if is_nonzero(b) => {
                format!("({} {} {})", self.term(a)?, op.symbol(), self.term(b)?)
            }
            E::Unary(U::Minus, a) => format!("(-{})", self.term(a)?),
            E::Conditional(c, Some(a), b) => {
                format!("({} ? {} : {})", self.formula(c)?, self.term(a)?, self.term(b)?)
            }
            E::Old(inner) => self.kept(inner)?,
            E::At(inner, label) if matches!(&*label.text, "Pre" | "Old") => self.kept(inner)?,
            E::At(inner, label) if matches!(&*label.text, "Here" | "Post") => self.term(inner)?,
            _ => wide(self.place(e)?),
        })
    }

    /// Something that lies in memory, as it is.
    fn place(&mut self, e: &Expr) -> Option<String> {
        Some(match &*e.kind {
            E::Result => "abide_result".to_string(),
            E::Name(n) => n.text.to_string(),
            E::Index(a, i) => format!("{}[(long long){}]", self.place(a)?, self.term(i)?),
            E::Unary(U::Deref, a) => format!("(*{})", self.pointer(a)?),
            E::Member(a, name) => format!("{}.{}", self.place(a)?, name.text),
            E::Arrow(a, name) => format!("{}->{}", self.pointer(a)?, name.text),
            _ => return None,
        })
    }

    fn pointer(&mut self, e: &Expr) -> Option<String> {
        match &*e.kind {
            E::Binary(op @ (B::Add | B::Sub), a, b) => {
                let (a, b) = (self.place(a)?, self.term(b)?);
                Some(format!("({a} {} (long long){b})", op.symbol()))
            }
            _ => self.place(e),
        }
    }

    /// The value of a term before the call.
    fn kept(&mut self, e: &Expr) -> Option<String> {
        let before = std::mem::take(&mut self.bound);
        let text = self.term(e);
        self.bound = before;
        let text = text?;
        let words = |t: &str| -> Vec<String> {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            t.split(|c| !word(c)).map(str::to_string).collect()
        };
        if words(&text).iter().any(|w| self.bound.contains(w)) || text.contains("abide_result") {
            return None;
        }
        if let Some((name, _)) = self.kept.iter().find(|(_, t)| *t == text) {
            return Some(name.clone());
        }
        let name = format!("abide_old{}", self.kept.len());
        self.kept.push((name.clone(), text));
        Some(name)
    }

    /// A quantifier over a range of integers, as a loop.
    fn quantifier(
        &mut self,
        which: Quantifier,
        vars: &[(crate::syntax::ast::Type, crate::syntax::ast::Name)],
        body: &Expr,
    ) -> Option<String> {
        let [(_, var)] = vars else { return None };
        let name = var.text.to_string();
        let (guard, rest) = match (&*body.kind, which) {
            (E::Binary(B::Implies, guard, rest), Quantifier::Forall) => (guard, rest),
            (E::Binary(B::And, guard, rest), Quantifier::Exists) => (guard, rest),
            _ => return None,
        };
        let (low, high) = self.range(guard, &name)?;
        self.bound.push(name.clone());
        // what the guard says besides the range
        let guarded = self.formula(guard).zip(self.formula(rest));
        self.bound.pop();
        let (guard, rest) = guarded?;
        self.loops += 1;
        let found = format!("abide_found{}", self.loops);
        let (all, test) = match which {
            Quantifier::Forall => (1, format!("{guard} && !{rest}")),
            Quantifier::Exists => (0, format!("{guard} && {rest}")),
        };
        Some(format!(
            "({{ int {found} = {all}; for (__int128 {name} = {low}; {name} <= {high}; {name}++) \
             if ({test}) {{ {found} = !{found}; break; }} {found}; }})"
        ))
    }

    /// The least and the greatest value that a guard leaves to a variable.
    fn range(&mut self, guard: &Expr, var: &str) -> Option<(String, String)> {
        let mut comparisons = Vec::new();
        collect(guard, &mut comparisons);
        let is_var = |e: &Expr| matches!(&*e.kind, E::Name(n) if &*n.text == var);
        let (mut low, mut high) = (None, None);
        for (op, a, b) in comparisons {
            match (op, is_var(a), is_var(b)) {
                (B::Le, false, true) | (B::Ge, true, false) => {
                    low = self.term(if is_var(a) { b } else { a });
                }
                (B::Lt, false, true) | (B::Gt, true, false) => {
                    low = self.term(if is_var(a) { b } else { a }).map(|t| format!("({t} + 1)"));
                }
                (B::Le, true, false) | (B::Ge, false, true) => {
                    high = self.term(if is_var(a) { b } else { a });
                }
                (B::Lt, true, false) | (B::Gt, false, true) => {
                    high = self.term(if is_var(a) { b } else { a }).map(|t| format!("({t} - 1)"));
                }
                _ => {}
            }
        }
        low.zip(high)
    }
}

/// The comparisons that a conjunction consists of.
fn collect<'e>(e: &'e Expr, found: &mut Vec<(B, &'e Expr, &'e Expr)>) {
    match &*e.kind {
        E::Binary(B::And, a, b) => {
            collect(a, found);
            collect(b, found);
        }
        E::Binary(op, a, b) => found.push((*op, a, b)),
        E::Chain(first, rest) => {
            let mut left = first;
            for (op, right) in rest {
                found.push((*op, left, right));
                left = right;
            }
        }
        _ => {}
    }
}

/// Is it a constant other than zero?
fn is_nonzero(e: &Expr) -> bool {
    matches!(&*e.kind, E::Int(i) if i.value != abide_logic::Int::ZERO)
}

/// An integer as a constant of C.
pub(super) fn number(value: &abide_logic::Int) -> Option<String> {
    if let Ok(small) = i64::try_from(value) {
        return Some(match small {
            i64::MIN => "(-9223372036854775807LL - 1)".to_string(),
            n if n < 0 => format!("({n}LL)"),
            n => format!("{n}LL"),
        });
    }
    u64::try_from(value).ok().map(|n| format!("{n}ULL"))
}

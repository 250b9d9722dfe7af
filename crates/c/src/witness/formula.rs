//! ACSL formulas as C expressions, to be evaluated in a run.
//!
//! Integers are computed as `__int128`, so that what does not overflow in ACSL does not overflow here; what C cannot
//! express is left out.

use super::definitions::Definitions;
use crate::expression::comparison_sign;
use crate::syntax::ast::{BinaryOp as B, Expr, ExprKind as E, Quantifier, TypeKind, UnaryOp as U};
use crate::types::show_int;

/// Values of a variable that are tried where nothing bounds it: more than a block of a test has elements.
const TRIED: i64 = 5000;

/// Formulas of one contract or assertion.
#[derive(Default)]
pub(super) struct Formulas<'u> {
    /// Expressions of the state before the call, each to be kept in a variable.
    pub kept: Vec<(String, String)>,
    /// For contracts of the library: what they apply. Then memory is asked, too, by what the sanitizers know of it.
    pub library: Option<Definitions<'u>>,
    /// Variables that quantifiers bind, innermost last.
    bound: Vec<String>,
    loops: usize,
}

impl<'u> Formulas<'u> {
    /// For contracts of the library.
    pub fn of_library(unit: &'u crate::syntax::ast::Unit) -> Formulas<'u> {
        Formulas {
            library: Some(Definitions::of(unit)),
            ..Formulas::default()
        }
    }

    /// A formula, or as much of it as can be expressed: the formula implies it.
    pub fn weakened(&mut self, e: &Expr) -> Option<String> {
        if let Some(exact) = self.formula(e) {
            return Some(exact);
        }
        match &*e.kind {
            E::Named(_, inner) => self.weakened(inner),
            E::Binary(B::And, a, b) => match (self.weakened(a), self.weakened(b)) {
                (Some(a), Some(b)) => Some(format!("({a} && {b})")),
                (a, b) => a.or(b),
            },
            E::Binary(B::Implies, a, b) => Some(format!("(!{} || {})", self.formula(a)?, self.weakened(b)?)),
            _ => None,
        }
    }

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
            E::Acsl(name, labels, args) if labels.is_empty() && self.library.is_some() => {
                self.about_memory(&name.text, args)?
            }
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
    pub(super) fn term(&mut self, e: &Expr) -> Option<String> {
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
            E::Binary(op @ (B::Div | B::Rem), a, b) if self.library.is_some() => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                format!(
                    "({{ __int128 abide_by = {b}; abide_by ? {a} {} abide_by : 0; }})",
                    op.symbol()
                )
            }
            E::Cast(ty, a) => match &*ty.kind {
                TypeKind::Int(kind) => format!("((__int128)({}){})", show_int(*kind), self.term(a)?),
                _ => return None,
            },
            E::Call(f, labels, args) => match &*f.kind {
                E::Name(name) if labels.is_empty() => self.application(&name.text, args)?,
                _ => return None,
            },
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
            E::Name(n) => match &self.library {
                Some(library) if library.has_variable(&n.text) => return None,
                _ => n.text.to_string(),
            },
            E::Index(a, i) => format!("{}[(long long){}]", self.place(a)?, self.term(i)?),
            E::Unary(U::Deref, a) => format!("(*{})", self.pointer(a)?),
            E::Member(a, name) => format!("{}.{}", self.place(a)?, name.text),
            E::Arrow(a, name) => format!("{}->{}", self.pointer(a)?, name.text),
            _ => return None,
        })
    }

    pub(super) fn pointer(&mut self, e: &Expr) -> Option<String> {
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
        if words(&text).iter().any(|w| self.bound.contains(w)) {
            // an element that was there before
            let place = self.library.is_some().then(|| self.place(e)).flatten()?;
            return Some(format!("(*(__typeof__(&{place}))abide_before(&{place}) + (__int128)0)"));
        }
        if text.contains("abide_result") {
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
        let (low, mut high) = self.range(guard, &name)?;
        if self.library.is_some() && which == Quantifier::Exists {
            high = format!("({high} < {TRIED} ? {high} : {TRIED})");
        }
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
        if self.library.is_some() && low.is_some() {
            high = high.or(Some(TRIED.to_string()));
        }
        low.zip(high)
    }

    /// A function or predicate of the logic applied.
    fn application(&mut self, name: &str, args: &[Expr]) -> Option<String> {
        let takes_pointers = self.library.as_mut()?.applied(name)?;
        let arguments = args
            .iter()
            .zip(takes_pointers)
            .map(|(arg, is_pointer)| match is_pointer {
                true => self.pointer(arg),
                false => self.term(arg),
            });
        let arguments = arguments.collect::<Option<Vec<String>>>()?;
        Some(format!("abide_logic_{name}({})", arguments.join(", ")))
    }

    /// `\valid` and its like, asked of the sanitizers; what they do not know is not asked.
    fn about_memory(&mut self, name: &str, args: &[Expr]) -> Option<String> {
        match (name, args) {
            ("valid" | "valid_read", [p]) => {
                let (p, low, high) = self.pointed_range(p)?;
                Some(format!("abide_valid({p}, {low}, {high})"))
            }
            ("separated", [p, q]) => {
                let ((p, a, b), (q, c, d)) = (self.pointed_range(p)?, self.pointed_range(q)?);
                Some(format!("abide_separated({p}, {a}, {b}, {q}, {c}, {d})"))
            }
            ("initialized", [_]) => Some("1".to_string()),
            _ => None,
        }
    }

    /// `p + (a .. b)` as a pointer and two integers.
    pub(super) fn pointed_range(&mut self, e: &Expr) -> Option<(String, String, String)> {
        let zero = || "0".to_string();
        match &*e.kind {
            E::Binary(B::Add, p, by) => match &*by.kind {
                E::Range(Some(low), Some(high)) => Some((self.place(p)?, self.term(low)?, self.term(high)?)),
                _ => {
                    let at = self.term(by)?;
                    Some((self.place(p)?, at.clone(), at))
                }
            },
            _ => Some((self.place(e)?, zero(), zero())),
        }
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

/// A floating-point number as a constant of C.
pub(super) fn floating(code: i64) -> String {
    let x = abide_logic::float::double(code);
    let magnitude = match x.abs() {
        m if m.is_nan() => "__builtin_nan(\"\")".to_string(),
        m if m.is_infinite() => "__builtin_inf()".to_string(),
        m => abide_logic::float::text(m),
    };
    match x.is_sign_negative() {
        true => format!("(-{magnitude})"),
        false => magnitude,
    }
}

//! Loop invariants as expressions of C, for tools that read no ACSL.
//!
//! ACSL computes with integers of any size, C does not: where an invariant computes, or compares
//! integers of different types, its variables are converted to `long long`, and where that would
//! not be enough it is left out. So is what C cannot say: quantifiers, other states, ranges.

use crate::syntax::ast::{
    BinaryOp as B, Clause, Expr, ExprKind as E, Function, IntType, Item, Stmt, StmtKind as S, Type, TypeKind, UnaryOp,
    Unit,
};
use crate::syntax::{Setup, parse, walk};
use crate::types::{DataModel, is_signed};
use abide_base::{FileId, Span};
use abide_frontend::operator::Level;
use std::collections::BTreeMap;
use std::path::Path;

/// An invariant of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopInvariant {
    /// The function the loop stands in.
    pub function: String,
    /// The keyword of the loop.
    pub keyword: Span,
    /// The invariant in C.
    pub expression: String,
}

/// The invariants of the loops of an annotated text that can be said in C. Their places are those
/// of the loops in the `plain` text, which differs from the annotated one by annotations only.
pub fn loop_invariants(
    file: FileId,
    path: &Path,
    plain: &str,
    annotated: &str,
    setup: impl Into<Setup>,
) -> Vec<LoopInvariant> {
    let setup = setup.into();
    let before = parse(file, path, plain, setup.clone()).unit;
    let after = parse(file, path, annotated, setup.clone()).unit;
    let (places, loops) = (loops(&before), loops(&after));
    let same = |((f, _, _), (g, _, _)): (&Loop, &Loop)| f.name.text == g.name.text;
    if places.len() != loops.len() || !places.iter().zip(&loops).all(same) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for ((function, clauses, _), (_, _, keyword)) in loops.iter().zip(&places) {
        let scope = Scope::of(&after, function, setup.model);
        let mut parts = Vec::new();
        clauses.iter().for_each(|c| walk::conjuncts(&c.formula, &mut parts));
        // what C cannot say of a conjunction is left out, and the rest is not
        found.extend(parts.into_iter().filter_map(|formula| {
            Some(LoopInvariant {
                function: function.name.text.to_string(),
                keyword: *keyword,
                expression: scope.formula(formula)?.0,
            })
        }));
    }
    found
}

/// The functions of the file itself.
fn functions(unit: &Unit) -> impl Iterator<Item = &Function> {
    unit.items.iter().filter_map(|item| match item {
        Item::Function(f) if !f.header => Some(f),
        _ => None,
    })
}

/// The name of the function around a place.
fn name_around(unit: &Unit, place: Span) -> Option<String> {
    let around = functions(unit).find(|f| f.span.start <= place.start && place.end <= f.span.end);
    around.map(|f| f.name.text.to_string())
}

/// A place, and the name of the function around it.
pub fn function_around(
    file: FileId,
    path: &Path,
    text: &str,
    place: Span,
    setup: impl Into<Setup>,
) -> (Span, Option<String>) {
    (place, name_around(&parse(file, path, text, setup).unit, place))
}

/// Where an error that a call leads to is reported: the call of `reach_error` or the like in the
/// function that is called, if the file has that function, else the call itself. With the name of
/// the function around it.
pub fn error_call(
    file: FileId,
    path: &Path,
    text: &str,
    call: Span,
    setup: impl Into<Setup>,
) -> (Span, Option<String>) {
    let unit = parse(file, path, text, setup).unit;
    let called = text.get(call.range()).and_then(|t| t.split('(').next()).map(str::trim);
    let within = functions(&unit).find(|f| Some(&*f.name.text) == called).and_then(|f| {
        let mut found = None;
        walk::each_expr(&f.body, &mut |e| {
            if let E::Call(name, ..) = &*e.kind
                && matches!(&*name.kind, E::Name(n) if ["reach_error", "__VERIFIER_error", "__assert_fail"].contains(&&*n.text))
            {
                found = found.or(Some(e.span));
            }
        });
        Some((found?, Some(f.name.text.to_string())))
    });
    within.unwrap_or_else(|| (call, name_around(&unit, call)))
}

/// A loop: its function, its invariants, its keyword.
type Loop<'a> = (&'a Function, &'a [Clause], Span);

/// The loops of the file itself, in order.
fn loops(unit: &Unit) -> Vec<Loop<'_>> {
    let mut found = Vec::new();
    for f in functions(unit) {
        walk::statements(&f.body, &mut |s: &Stmt| {
            // where readers take the head of `do … while` to be is not agreed upon
            if let S::While(spec, ..) | S::For(spec, ..) = &s.kind {
                found.push((f, spec.invariants.as_slice(), s.span));
            }
        });
    }
    found
}

/// The variables that a loop may speak of; those of which there are several by one name, with
/// different types, are unknown.
struct Scope<'a> {
    types: BTreeMap<&'a str, Option<&'a Type>>,
    model: DataModel,
}

/// What is known of the type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// An integer constant that fits into `int`.
    Constant,
    /// An integer variable.
    Int(IntType),
}

impl<'a> Scope<'a> {
    fn of(unit: &'a Unit, function: &'a Function, model: DataModel) -> Scope<'a> {
        let mut types: BTreeMap<&str, Option<&Type>> = BTreeMap::new();
        let mut add = |name: &'a str, ty: &'a Type| {
            let known = types.entry(name).or_insert(Some(ty));
            if known.is_some_and(|k| !is_same(k, ty)) {
                *known = None;
            }
        };
        for item in &unit.items {
            if let Item::Decl(d) = item {
                add(&d.name.text, &d.ty);
            }
        }
        for p in &function.params {
            if let Some(name) = &p.name {
                add(&name.text, &p.ty);
            }
        }
        walk::statements(&function.body, &mut |s: &Stmt| {
            if let S::Decl(decls) = &s.kind {
                decls.iter().for_each(|d| add(&d.name.text, &d.ty));
            }
        });
        Scope { types, model }
    }

    /// A formula in C, and how tightly it holds together.
    fn formula(&self, e: &Expr) -> Option<(String, Level)> {
        let both = |a, b, op: &str, level: Level| {
            let (a, b) = (self.formula(a)?, self.formula(b)?);
            Some((format!("{} {op} {}", a.within(level), b.within(level)), level))
        };
        match &*e.kind {
            E::Named(_, inner) => self.formula(inner),
            E::Bool(b) => Some((if *b { "1" } else { "0" }.to_string(), Level::Unary)),
            E::Binary(B::And, a, b) => both(a, b, "&&", Level::And),
            E::Binary(B::Or, a, b) => both(a, b, "||", Level::Or),
            // a ==> b is !(a) || b
            E::Binary(B::Implies, a, b) => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                Some((format!("!({}) || {}", a.0, b.within(Level::Or)), Level::Or))
            }
            // a <==> b is !(a) == !(b)
            E::Binary(B::Iff, a, b) => {
                let (a, b) = (self.formula(a)?.0, self.formula(b)?.0);
                Some((format!("!({a}) == !({b})"), Level::Relation))
            }
            E::Unary(UnaryOp::Not, a) => Some((format!("!({})", self.formula(a)?.0), Level::Unary)),
            E::Chain(first, rest) => {
                let mut left = first;
                let mut parts = Vec::new();
                for (op, right) in rest {
                    parts.push(self.comparison(*op, left, right)?);
                    left = right;
                }
                Some((parts.join(" && "), Level::And))
            }
            E::Binary(op, a, b) => Some((self.comparison(*op, a, b)?, Level::Relation)),
            _ => None,
        }
    }

    fn comparison(&self, op: B, a: &Expr, b: &Expr) -> Option<String> {
        let op = comparison_sign(op)?;
        let plain = (self.plain(a), self.plain(b));
        if let (Some((a, k)), Some((b, l))) = &plain
            && self.compares_as_written(*k, *l)
        {
            return Some(format!("{a} {op} {b}"));
        }
        let degree = self.degree(a)?.max(self.degree(b)?);
        (degree <= 2).then_some(())?;
        Some(format!(
            "{} {op} {}",
            self.wide(a)?.within(Level::Sum),
            self.wide(b)?.within(Level::Sum)
        ))
    }

    /// Are two integers compared as numbers, without a conversion?
    fn compares_as_written(&self, a: Kind, b: Kind) -> bool {
        let promoted = |k: Kind| match k {
            Kind::Int(i) => self.model.bits(i) < 32 || self.model.bits(i) == 32 && is_signed(i),
            Kind::Constant => true,
        };
        // a constant that is not negative is the same number in every type
        a == b || promoted(a) && promoted(b) || a == Kind::Constant || b == Kind::Constant
    }

    /// A variable, a cell or a constant as it stands, with its type.
    fn plain(&self, e: &Expr) -> Option<(String, Kind)> {
        match &*e.kind {
            E::Int(i) => {
                let small = i64::try_from(&i.value).is_ok_and(|i| (0..1 << 31).contains(&i));
                small.then(|| (i.value.to_string(), Kind::Constant))
            }
            E::Name(_) | E::Index(..) | E::Unary(UnaryOp::Deref, _) => {
                let ty = self.ty(e)?;
                let TypeKind::Int(i) = &*ty.kind else { return None };
                Some((self.place(e)?, Kind::Int(*i)))
            }
            _ => None,
        }
    }

    /// A variable or a cell as it is written.
    fn place(&self, e: &Expr) -> Option<String> {
        match &*e.kind {
            E::Name(n) => Some(n.text.to_string()),
            E::Index(array, index) => Some(format!("{}[{}]", self.place(array)?, self.plain(index)?.0)),
            E::Unary(UnaryOp::Deref, inner) => Some(format!("*{}", self.place(inner)?)),
            _ => None,
        }
    }

    fn ty(&self, e: &Expr) -> Option<&'a Type> {
        match &*e.kind {
            E::Name(n) => *self.types.get(&*n.text)?,
            E::Index(of, _) | E::Unary(UnaryOp::Deref, of) => match &*self.ty(of)?.kind {
                TypeKind::Pointer(to) | TypeKind::Array(to, _) => Some(to),
                _ => None,
            },
            _ => None,
        }
    }

    /// How many variables are multiplied with each other.
    fn degree(&self, e: &Expr) -> Option<u32> {
        match &*e.kind {
            E::Binary(B::Mul, a, b) => self.degree(a)?.checked_add(self.degree(b)?),
            E::Binary(_, a, b) => Some(self.degree(a)?.max(self.degree(b)?)),
            E::Unary(UnaryOp::Minus, a) => self.degree(a),
            E::Int(_) => Some(0),
            _ => Some(1),
        }
    }

    /// A computation in `long long`, of integers that have at most 32 bits.
    fn wide(&self, e: &Expr) -> Option<(String, Level)> {
        match &*e.kind {
            E::Binary(op @ (B::Add | B::Sub | B::Mul), a, b) => {
                let (left, right) = match op {
                    B::Mul => (Level::Product, Level::Unary),
                    _ => (Level::Sum, Level::Product),
                };
                let (a, b) = (self.wide(a)?.within(left), self.wide(b)?.within(right));
                Some((format!("{a} {} {b}", op.symbol()), left))
            }
            E::Unary(UnaryOp::Minus, a) => Some((format!("-{}", self.wide(a)?.within(Level::Unary)), Level::Product)),
            _ => match self.plain(e)? {
                (text, Kind::Int(i)) if self.model.bits(i) <= 32 => Some((format!("(long long){text}"), Level::Unary)),
                (text, Kind::Constant) => Some((format!("{text}LL"), Level::Unary)),
                _ => None,
            },
        }
    }
}

/// Parentheses where they are needed, or where compilers want them.
trait Within {
    fn within(self, level: Level) -> String;
}

impl Within for (String, Level) {
    fn within(self, level: Level) -> String {
        match self.1 < level {
            true => format!("({})", self.0),
            false => self.0,
        }
    }
}

/// The same integer type, or pointers and arrays of such.
fn is_same(a: &Type, b: &Type) -> bool {
    match (&*a.kind, &*b.kind) {
        (TypeKind::Int(a), TypeKind::Int(b)) => a == b,
        (TypeKind::Pointer(a) | TypeKind::Array(a, _), TypeKind::Pointer(b) | TypeKind::Array(b, _)) => is_same(a, b),
        _ => false,
    }
}

/// The sign of a comparison; none of another operator.
pub(crate) fn comparison_sign(op: B) -> Option<&'static str> {
    (op.is_order() || matches!(op, B::Eq | B::Ne)).then(|| op.symbol())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The invariants of the only loop of `main`, in C.
    fn check(declarations: &str, invariants: &[&str], expect: &[&str]) {
        let plain = format!("{declarations}\nint main(void) {{\n  while (1) {{ }}\n}}\n");
        let clauses: String = invariants.iter().map(|i| format!("loop invariant {i}; ")).collect();
        let annotated = plain.replace("while", &format!("/*@ {clauses}*/ while"));
        let path = Path::new("test.c");
        let found = loop_invariants(FileId(0), path, &plain, &annotated, DataModel::Lp64);
        let texts: Vec<&str> = found.iter().map(|f| f.expression.as_str()).collect();
        assert_eq!(texts, expect);
        for invariant in &found {
            assert_eq!(invariant.function, "main");
            assert_eq!(invariant.keyword.start as usize, plain.find("while").unwrap());
        }
    }

    #[test]
    fn connectives() {
        check(
            "int i, n; char c;",
            &[
                "0 <= i <= n",
                "i < n ==> c == 1",
                "(i < n || c == 1) && n != 0",
                "i == 0 <==> n == 0",
                "!(i < n)",
                "inv: \\true",
            ],
            &[
                "0 <= i && i <= n",
                "!(i < n) || c == 1",
                "i < n || c == 1",
                "n != 0",
                "!(i == 0) == !(n == 0)",
                "!(i < n)",
                "1",
            ],
        );
    }

    #[test]
    fn computations_are_wide() {
        check(
            "int i, n; unsigned u;",
            &["i + 1 <= n", "2 * i - (n - 1) == -i", "i * n >= 0", "i <= u", "u <= 3"],
            &[
                "(long long)i + 1LL <= (long long)n",
                "2LL * (long long)i - ((long long)n - 1LL) == -(long long)i",
                "(long long)i * (long long)n >= 0LL",
                "(long long)i <= (long long)u",
                "u <= 3",
            ],
        );
    }

    #[test]
    fn what_c_would_read_otherwise_is_left_out() {
        check(
            "int i; long l, m; unsigned long u; int *p; int a[9]; double d;",
            &[
                "l + 1 <= m",
                "i <= u",
                "i * i * i >= 0",
                "\\forall integer k; 0 <= k < i ==> a[k] == 0",
                "i == \\at(i, Pre)",
                "d <= 1",
                "unknown == 0",
                "p == \\null",
                "l <= m",
                "a[i] <= *p",
            ],
            &["l <= m", "a[i] <= *p"],
        );
    }

    #[test]
    fn errors_are_told_where_the_program_tells_them() {
        let text =
            "void reach_error(void);\nvoid check(int c) { if (!c) { reach_error(); } }\nint main(void) { check(0); }\n";
        let place = |part: &str| {
            let at = text.find(part).unwrap();
            let span = Span::new(FileId(0), at, at + part.len());
            error_call(FileId(0), Path::new("t.c"), text, span, DataModel::Lp64)
        };
        let (span, function) = place("check(0)");
        assert_eq!(
            (&text[span.range()], function.as_deref()),
            ("reach_error()", Some("check"))
        );
        assert_eq!(place("reach_error()").1.as_deref(), Some("check"));
    }

    #[test]
    fn variables_of_several_types_are_left_out() {
        check(
            "long i; int f(int i);\nint g(void) { int i; return 0; }",
            &["i <= 3"],
            &["i <= 3"],
        );
        let text = "long i;\nint main(void) { int i = 0; while (i < 3) { i++; } }\n";
        let annotated = text.replace("while", "/*@ loop invariant i <= 3; */ while");
        let found = loop_invariants(FileId(0), Path::new("t.c"), text, &annotated, DataModel::Lp64);
        assert_eq!(found, []);
    }
}

//! Expressions.

use super::{Binding, Name, Place, Type};
use abide_base::Span;
use abide_logic::{Int, Quantifier};
use std::sync::Arc;

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// All of it, with the parentheses around it.
    pub place: Place,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `x`
    Name(Arc<str>),
    /// `.f`: the whole map from references to values.
    Field(Name),
    /// `12`; never negative.
    Int(Int),
    /// `true`, `false`
    Bool(bool),
    /// `null`
    Null,
    /// `old(e)`
    Old(Box<Expr>),
    /// `unchecked(e)`
    Unchecked(Box<Expr>),
    /// `!e`
    Not(Box<Expr>),
    /// `-e`
    Neg(Box<Expr>),
    /// `e + e - e …`: the first operand, then one or more.
    Sum(Box<Expr>, Vec<(SumOp, Expr)>),
    /// `e * e / e % e …`: the first operand, then one or more; to the left.
    Product(Box<Expr>, Vec<(ProductOp, Expr)>),
    /// `e && e …`: two or more.
    And(Vec<Expr>),
    /// `e || e …`: two or more.
    Or(Vec<Expr>),
    /// `e ==> e`
    Implies(Box<Expr>, Box<Expr>),
    /// `e == e`, `e < e`, …
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `forall x: T :: e`: one variable or more.
    Quant(Quantifier, Vec<Binding>, Box<Expr>),
    /// `if e then e else e`
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `e[e]`
    Index(Box<Expr>, Box<Expr>),
    /// `e[e := e]`
    Store(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `e.f`, `e.length`
    Dot(Box<Expr>, Name),
    /// `f(e, e)`
    Apply(Name, Vec<Expr>),
    /// `const<K>(e)`
    Const(Type, Box<Expr>),
}

impl Expr {
    /// An expression that stands nowhere.
    pub fn new(kind: ExprKind) -> Expr {
        Expr {
            kind,
            place: Place::default(),
        }
    }

    /// The place as a span.
    pub fn span(&self) -> Span {
        self.place.0
    }
}

/// `+` or `-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumOp {
    /// `+`
    Add,
    /// `-`
    Sub,
}

/// `*`, `/` or `%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl SumOp {
    /// As written.
    pub fn token(self) -> &'static str {
        match self {
            SumOp::Add => "+",
            SumOp::Sub => "-",
        }
    }
}

impl ProductOp {
    /// As written.
    pub fn token(self) -> &'static str {
        match self {
            ProductOp::Mul => "*",
            ProductOp::Div => "/",
            ProductOp::Mod => "%",
        }
    }
}

impl CompareOp {
    /// As written.
    pub fn token(self) -> &'static str {
        match self {
            CompareOp::Eq => "==",
            CompareOp::Ne => "!=",
            CompareOp::Lt => "<",
            CompareOp::Le => "<=",
            CompareOp::Gt => ">",
            CompareOp::Ge => ">=",
        }
    }
}

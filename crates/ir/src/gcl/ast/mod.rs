//! The surface tree: what the user wrote, without layout and parentheses.
//!
//! * Two trees are equal when they say the same; a [`Place`] takes no part in equality.
//! * Chains of `+ -`, of `* / %`, of `&&` and of `||` are one node each, however long, and so
//!   is an `if` with all its `else if`s. All other nesting is bounded by the parser
//!   ([`super::parser::MAX_NESTING`]), so every traversal may recurse.
//! * [`mod@super::print`] writes a tree; reading the text again gives the same tree, provided that
//!   the names are [writable](Name::is_writable), numbers are not negative, chains have two
//!   operands or more, and lists that cannot be empty in the text are not empty.

mod expr;

pub use expr::{CompareOp, Expr, ExprKind, ProductOp, SumOp};

use abide_base::Span;
use abide_logic::Sort;
use std::fmt;
use std::sync::Arc;

/// Where something stands. All places are equal.
#[derive(Clone, Copy, Default)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl From<Span> for Place {
    fn from(span: Span) -> Place {
        Place(span)
    }
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, without backquotes.
    pub text: Arc<str>,
    /// Its place, with the backquotes.
    pub place: Place,
}

impl Name {
    /// A name that stands nowhere.
    pub fn new(text: impl Into<Arc<str>>) -> Name {
        Name {
            text: text.into(),
            place: Place::default(),
        }
    }

    /// The place as a span.
    pub fn span(&self) -> Span {
        self.place.0
    }

    /// Can the name be written at all? Backquotes can hold everything but themselves and line
    /// breaks.
    pub fn is_writable(text: &str) -> bool {
        !text.is_empty() && !text.contains(['`', '\n', '\r'])
    }
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The declarations, in order.
    pub items: Vec<Item>,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it declares.
    pub kind: ItemKind,
    /// All of it.
    pub place: Place,
}

/// What a declaration declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// `field f: T;`
    Field(Binding),
    /// `var g: T;`
    Global(Binding),
    /// `function f(x: T): U;`
    Function(Function),
    /// `axiom e;`
    Axiom(Expr),
    /// `procedure p …`
    Procedure(Procedure),
}

/// `x: T`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: Type,
    /// Where the type stands.
    pub ty_place: Place,
}

impl Binding {
    /// A binding that stands nowhere.
    pub fn new(name: impl Into<Arc<str>>, ty: Type) -> Binding {
        Binding {
            name: Name::new(name),
            ty,
            ty_place: Place::default(),
        }
    }

    /// All of it.
    pub fn span(&self) -> Span {
        self.name.span().to(self.ty_place.0)
    }
}

/// A type. It does not know where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `int`
    Int,
    /// `bool`
    Bool,
    /// `ref`
    Ref,
    /// `map<K, V>`
    Map(Arc<(Type, Type)>),
    /// `T[]`
    Array(Arc<Type>),
}

impl Type {
    /// `map<key, value>`.
    pub fn map(key: Type, value: Type) -> Type {
        Type::Map(Arc::new((key, value)))
    }

    /// `element[]`.
    pub fn array(element: Type) -> Type {
        Type::Array(Arc::new(element))
    }
}

/// The type without arrays that has this sort.
impl From<&Sort> for Type {
    fn from(sort: &Sort) -> Type {
        match sort {
            Sort::Bool => Type::Bool,
            // the language has no floating-point numbers: there they are what stands for them
            Sort::Int | Sort::Float => Type::Int,
            Sort::Ref => Type::Ref,
            Sort::Map(kv) => Type::map(Type::from(&kv.0), Type::from(&kv.1)),
        }
    }
}

/// An uninterpreted function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// The parameters; their names are for people.
    pub params: Vec<Binding>,
    /// The type of the result.
    pub result: Type,
    /// Where the type of the result stands.
    pub result_place: Place,
}

/// A routine with its contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name.
    pub name: Name,
    /// What the caller gives.
    pub params: Vec<Param>,
    /// What the caller gets.
    pub results: Vec<Binding>,
    /// The contract, in order.
    pub clauses: Vec<Clause>,
    /// The body; a contract alone has none.
    pub body: Option<Block>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// May the body assign it?
    pub mode: Mode,
    /// Its name and type.
    pub binding: Binding,
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// In only; cannot be assigned.
    Plain,
    /// In and out.
    Inout,
}

/// A clause of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// From the keyword to the last word before `;`.
    pub place: Place,
}

/// What a clause of a contract says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// `requires e;`
    Requires(Expr),
    /// `ensures e;`
    Ensures(Expr),
    /// `modifies g, .f;`
    Modifies(Vec<Location>),
}

/// A variable, or a field of all references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// `x`
    Variable(Name),
    /// `.f`
    Field(Name),
}

/// `{ … }`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The statements, in order.
    pub stmts: Vec<Stmt>,
    /// From brace to brace.
    pub place: Place,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// All of it, to the `;` or the brace.
    pub place: Place,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `var x: T := e;`
    Var(Binding, Option<Expr>),
    /// `x, a[i] := e1, e2;`
    Assign(Vec<Expr>, Vec<Expr>),
    /// `havoc x, .f;`
    Havoc(Vec<Location>),
    /// `assume e;`
    Assume(Expr),
    /// `assert e;`
    Assert(Expr),
    /// `if (c) { … } else if (d) { … } else { … }`: the branches, and the `else`.
    If(Vec<Branch>, Option<Block>),
    /// `choose { … } or { … }`
    Choose(Vec<Block>),
    /// `l: while (c) … { … }`
    While(While),
    /// `break l;`
    Break(Option<Name>),
    /// `continue l;`
    Continue(Option<Name>),
    /// `label l …;`
    Label(Name, Vec<LoopClause>),
    /// `goto l, m;`
    Goto(Vec<Name>),
    /// `call x, y := p(e);`
    Call(Call),
    /// `return;`
    Return,
}

/// One `if (c) { … }` of a chain; no condition is `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The condition.
    pub condition: Option<Expr>,
    /// What to do where it holds.
    pub block: Block,
}

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct While {
    /// Its label.
    pub label: Option<Name>,
    /// The word `while`.
    pub keyword: Place,
    /// The condition; none is `*`.
    pub condition: Option<Expr>,
    /// What the source says about it.
    pub clauses: Vec<LoopClause>,
    /// The body.
    pub body: Block,
}

/// A clause of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopClause {
    /// What it says.
    pub kind: LoopClauseKind,
    /// From the keyword to the last word before `;`.
    pub place: Place,
}

/// What a clause of a loop says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopClauseKind {
    /// `invariant e;`
    Invariant(Expr),
    /// `predicate p, q;`
    Predicate(Vec<Expr>),
    /// `skolem x: T, y: U;`
    Skolem(Vec<Binding>),
}

/// A call by contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The variables that take the results.
    pub targets: Vec<Name>,
    /// The procedure.
    pub callee: Name,
    /// The arguments.
    pub args: Vec<Expr>,
}

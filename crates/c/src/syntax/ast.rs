//! C with ACSL as a tree: what the source says, before names and types are resolved. One file because declarations,
//! statements, expressions and annotations contain each other.
//!
//! Annotations are attached to what they speak of. Every node that a message could point at carries its place in the
//! file the user wrote; what comes out of a header has the place of the `#include`, what comes out of a macro the place
//! of its use. ACSL terms are C expressions with a few more kinds.

use abide_base::{Diagnostic, Span};
pub use abide_frontend::operator::BinaryOp;
pub use abide_frontend::tree::Name;
use abide_logic::Int;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One translation unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Everything at file scope, in order, ACSL's global annotations among them.
    pub items: Vec<Item>,
    /// Headers that were not there, by the place of their `#include`.
    pub missing: Vec<(Span, String)>,
    /// Declarations of ACSL, and annotations that belong to no function, that were left out.
    pub unread: Vec<Unread>,
    /// The contracts that it has for functions that other files know, by function.
    pub contracts: BTreeMap<String, BTreeSet<Contracted>>,
}

/// Something at file scope.
#[derive(Clone, Debug)]
pub enum Item {
    /// Variables, functions without body, typedefs.
    Decl(Decl),
    /// A function with its body.
    Function(Function),
    /// `struct S { … };`, also when written inside another declaration: it comes before that.
    Record(Record),
    /// `enum E { … };`, likewise.
    Enum(Enum),
    /// ACSL: a logic function, predicate, lemma, axiomatic block, type invariant.
    Logic(Logic),
}

/// One declared name: a variable, a function without body, or a typedef.
#[derive(Clone, Debug)]
pub struct Decl {
    /// The name.
    pub name: Name,
    /// Its type; for a function a [`TypeKind::Function`].
    pub ty: Type,
    /// `typedef`, `extern`, `static`, …
    pub storage: Storage,
    /// The initial value.
    pub init: Option<Init>,
    /// The contract, if it declares a function that has one.
    pub contract: Option<Contract>,
    /// Declared in ghost code.
    pub ghost: bool,
    /// Does it come from a header?
    pub header: bool,
    /// Does it come from a header of the machine, or of our library?
    pub system: bool,
    /// Clauses in front of a function that were left out.
    pub unread: Vec<Unread>,
}

/// Storage class and function specifiers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Storage {
    pub typedef: bool,
    pub is_extern: bool,
    pub is_static: bool,
    pub register: bool,
    pub inline: bool,
    /// `_Noreturn`, or the attribute.
    pub noreturn: bool,
    /// Parameters that are not given null, from one on; zero stands for all of them: the attribute.
    pub nonnull: Vec<usize>,
    /// It does not return null: the attribute.
    pub returns_nonnull: bool,
    pub thread_local: bool,
    /// Runs before `main`: the attribute `constructor`, with its priority.
    pub constructor: Option<u32>,
    /// Runs at the end: the attribute `destructor`.
    pub destructor: bool,
    /// It may be missing, or be another one: the attribute `weak`.
    pub weak: bool,
    /// Another name of that function or variable: the attribute `alias`, or `__asm__("…")`.
    pub alias: Option<Arc<str>>,
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// What it returns.
    pub result: Type,
    /// Its parameters; none for `(void)`.
    pub params: Vec<Param>,
    /// `…` at the end.
    pub variadic: bool,
    /// Do its parameters stand as names only between the parentheses, `f(a, b) int a; char *b;`, or none at all, so that
    /// callers convert nothing?
    pub old_style: bool,
    /// Specifiers.
    pub storage: Storage,
    /// The contract in front of it.
    pub contract: Option<Contract>,
    /// Preconditions that it is given if it has none; none for one that could not be read.
    pub granted: Vec<Option<Clause>>,
    /// What it ensures, likewise.
    pub summary: Vec<Option<Clause>>,
    /// Calls are not replaced by its body.
    pub apart: bool,
    /// The body.
    pub body: Vec<Stmt>,
    /// The whole definition.
    pub span: Span,
    /// The closing brace.
    pub end: Span,
    /// Does it come from a header?
    pub header: bool,
    /// Does it come from a header of the machine, and not of the project?
    pub system: bool,
    /// What in it could not be read: the function cannot be verified.
    pub broken: Option<Broken>,
    /// Clauses in front of it and in its body that were left out.
    pub unread: Vec<Unread>,
}

/// A part of the source that could not be read.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// Its type as written: arrays and functions are not yet pointers.
    pub ty: Type,
    /// `restrict`.
    pub restricted: bool,
    /// `[static n]`: callers give at least so many elements.
    pub at_least: bool,
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// What it is.
    pub kind: Box<TypeKind>,
    /// `const`.
    pub is_const: bool,
    /// `volatile`.
    pub volatile: bool,
    /// Its specifiers, or the declarator.
    pub span: Span,
}

/// What a type is.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `void`.
    Void,
    /// An integer type of C, `_Bool` and plain `char` among them.
    Int(IntType),
    /// `float`, `double`, `long double`, `_Float128`, `_Complex …`: the words.
    Float(String),
    /// A name from a `typedef`, also `__builtin_va_list`; in ACSL also `integer`, `real`,
    /// `boolean` and logic types.
    Named(Name),
    /// `struct S` or `union S`; unnamed ones are given a name nobody can write.
    Record(RecordKind, Name),
    /// `enum E`.
    Enum(Name),
    /// A pointer.
    Pointer(Type),
    /// An array, with its size if written.
    Array(Type, Option<Expr>),
    /// A function.
    Function(Box<FunctionType>),
    /// `typeof(expression)`.
    TypeofExpr(Expr),
    /// `__auto_type`.
    Auto,
    /// What is not understood, in the words of the source.
    Other(String),
}

/// The type of a function.
#[derive(Clone, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub result: Type,
    /// Its parameters; none for `()` and `(void)`.
    pub params: Vec<Param>,
    /// `…` at the end.
    pub variadic: bool,
    /// `()`: nothing is said of the parameters.
    pub unspecified: bool,
}

/// The integer types of C by name; sizes belong to the data model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum IntType {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    /// `__int128`.
    Int128,
    UInt128,
}

/// `struct` or `union`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordKind {
    /// `struct`.
    Struct,
    /// `union`.
    Union,
}

/// How the members of a structure lie in memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Layout {
    /// Each at a multiple of its alignment.
    #[default]
    Usual,
    /// One right behind the other: `packed`, or `#pragma pack(1)`.
    Packed,
    /// In another way: `aligned`, `_Alignas`, a member that is `packed`, or another `#pragma pack`.
    Unusual,
}

/// A structure or union with its members.
#[derive(Clone, Debug)]
pub struct Record {
    /// `struct` or `union`.
    pub kind: RecordKind,
    /// Its tag, or an invented one.
    pub name: Name,
    /// Members in order.
    pub fields: Vec<Field>,
    /// How its members lie.
    pub layout: Layout,
    /// The whole.
    pub span: Span,
    /// Does it come from a header?
    pub header: bool,
}

/// A member.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; none for unnamed structures inside and unnamed bit-fields.
    pub name: Option<Name>,
    /// Its type.
    pub ty: Type,
    /// The width of a bit-field.
    pub bits: Option<Expr>,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Its tag, or an invented one.
    pub name: Name,
    /// Its constants with their values, if written.
    pub constants: Vec<(Name, Option<Expr>)>,
    /// Is its type the one that compilers choose, and none that is `packed` or written behind a colon?
    pub usual: bool,
    /// The whole.
    pub span: Span,
}

/// An initial value.
#[derive(Clone, Debug)]
pub enum Init {
    /// `= e`.
    Expr(Expr),
    /// `= { … }`, each with its designators.
    List(Vec<(Vec<Designator>, Init)>, Span),
}

/// `.x` or `[i]` in an initialiser.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `.x`.
    Field(Name),
    /// `[i]`.
    Index(Expr),
    /// GNU's `[a ... b]`.
    Range(Expr, Expr),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its place. Of a loop, its keyword.
    pub span: Span,
    /// It stands in ghost code.
    pub ghost: bool,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `{ … }`.
    Block(Vec<Stmt>),
    /// A declaration of variables. Local structures and enumerations come before it.
    Decl(Vec<Decl>),
    /// A local `struct S { … };`.
    Record(Record),
    /// A local `enum { … };`.
    Enum(Enum),
    /// An expression.
    Expr(Expr),
    /// `if`.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while`.
    While(LoopSpec, Expr, Box<Stmt>),
    /// `do … while`.
    DoWhile(LoopSpec, Box<Stmt>, Expr),
    /// `for`; the first part is a declaration or an expression statement.
    For(LoopSpec, Option<Box<Stmt>>, Option<Expr>, Option<Expr>, Box<Stmt>),
    /// `switch`.
    Switch(Expr, Box<Stmt>),
    /// `case e:` or GNU's `case a ... b:`, in front of a statement.
    Case(Expr, Option<Expr>, Box<Stmt>),
    /// `default:`.
    Default(Box<Stmt>),
    /// `name:`, in front of a statement. What ACSL says of a loop made by `goto` stands between
    /// the label and the statement and is kept here.
    Label(Name, LoopSpec, Box<Stmt>),
    /// `goto name`.
    Goto(Name),
    /// `goto *e`.
    GotoComputed(Expr),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Expr>),
    /// `asm`: arbitrary changes to what it names. Outputs and inputs, then clobbers as strings
    /// (`"memory"`), then the labels it may jump to as [`ExprKind::LabelAddress`].
    Asm(Vec<Expr>),
    /// ACSL `assert`, `check`, `admit`, with the behaviours after `for`.
    Assert(AssertKind, Vec<Name>, Expr),
    /// A statement with a contract of its own.
    Contract(Contract, Box<Stmt>),
}

/// Which kind of assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssertKind {
    /// Proved, then assumed.
    Assert,
    /// Proved only.
    Check,
    /// Assumed only.
    Admit,
}

/// What ACSL says about a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopSpec {
    /// `loop invariant`, in order, those of behaviours too.
    pub invariants: Vec<Clause>,
    /// `loop assigns`; none if nothing is said.
    pub assigns: Option<Assigns>,
    /// `loop variant`, with the relation after `for`, if written.
    pub variant: Option<(Expr, Option<Name>)>,
    /// `/*% loop predicate p, q; */`, and `for agen: assert p;` at the beginning of the body.
    pub predicates: Vec<Expr>,
    /// `/*% skolem T x, y; */`, and `//@ ghost int r;` used as a quantified variable (left to
    /// the lowering: only the former stand here).
    pub skolems: Vec<(Type, Name)>,
    /// The block of ACSL in front of the loop from `/*@` to `*/`, if there is one: inferred
    /// invariants go in there.
    pub block: Option<Span>,
}

/// A formula of a contract or loop.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The behaviours it belongs to (`for b:`); none: always.
    pub behaviors: Vec<Name>,
    /// `check` or `admit` in front, else `assert`.
    pub kind: AssertKind,
    /// The formula; a name in front of it (`inv1: …`) is in [`ExprKind::Named`].
    pub formula: Expr,
    /// The clause with its keyword.
    pub span: Span,
}

/// `assigns`.
#[derive(Clone, Debug)]
pub struct Assigns {
    /// The locations, `\nothing` being none.
    pub places: Vec<Expr>,
    /// What follows each `\from`, and where.
    pub from: Vec<(Vec<Expr>, Span)>,
    /// The clause.
    pub span: Span,
}

impl Assigns {
    /// All expressions of the clause.
    pub(super) fn parts(&mut self) -> impl Iterator<Item = &mut Expr> {
        self.places.iter_mut().chain(self.from.iter_mut().flat_map(|(e, _)| e))
    }
}

/// A clause, or a whole annotation, that could not be read or is not used.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// What is wrong with it, as a warning at its place.
    pub said: Diagnostic,
    /// May callers owe it something, or rely on it: is it perhaps a precondition?
    pub calls: bool,
}

/// A contract of a function or statement.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// What belongs to no behaviour.
    pub common: Behavior,
    /// Named behaviours.
    pub behaviors: Vec<Behavior>,
    /// `complete behaviors a, b;`, all if the list is empty.
    pub complete: Vec<(Vec<Name>, Span)>,
    /// `disjoint behaviors a, b;`.
    pub disjoint: Vec<(Vec<Name>, Span)>,
    /// `terminates`.
    pub terminates: Option<Expr>,
    /// `decreases`.
    pub decreases: Option<Expr>,
    /// The annotation from `/*@` to `*/`.
    pub span: Span,
    /// What the annotation of a function says, macros expanded.
    pub text: String,
}

/// A contract of a function as one file has it, for others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Contracted {
    /// The annotation.
    pub text: String,
    /// The names of the parameters.
    pub params: Vec<Option<String>>,
    /// Their types, and that of the result, without qualifiers and names of types.
    pub types: Vec<String>,
    /// What names in it mean to which files may give different meanings.
    pub meanings: BTreeMap<String, String>,
}

/// A behaviour: `assumes`, `requires`, `assigns`, `ensures`.
#[derive(Clone, Debug, Default)]
pub struct Behavior {
    /// Its name.
    pub name: Option<Name>,
    /// `assumes`.
    pub assumes: Vec<Clause>,
    /// `requires`.
    pub requires: Vec<Clause>,
    /// `assigns`; none if nothing is said.
    pub assigns: Option<Assigns>,
    /// `ensures`.
    pub ensures: Vec<Clause>,
    /// `exits`: what holds where the program ends inside.
    pub exits: Vec<Clause>,
    /// `returns`, `breaks`, `continues`, `allocates`, `frees`: kept as words so that a
    /// warning can name them.
    pub others: Vec<(String, Span)>,
}

/// ACSL at file scope.
#[derive(Clone, Debug)]
pub struct Logic {
    /// What it is.
    pub kind: LogicKind,
    /// The declaration.
    pub span: Span,
    /// What it says, macros expanded.
    pub text: String,
}

/// What is declared.
#[derive(Clone, Debug)]
pub enum LogicKind {
    /// `predicate p{L}(…) = …;`; without `=`, only declared.
    Predicate(LogicHead, Option<Expr>),
    /// `logic T f{L}(…) = …;`; without `=`, only declared (or defined by `reads`).
    Function(Type, LogicHead, Option<Expr>),
    /// `inductive p(…) { case c: …; }`.
    Inductive(LogicHead, Vec<Case>),
    /// `lemma l: …;` (proved) and `axiom a: …;` inside `axiomatic` (assumed).
    Lemma {
        /// Its name.
        name: Name,
        /// Labels.
        labels: Vec<Name>,
        /// What it says.
        formula: Expr,
        /// `axiom`, or `admit lemma`.
        assumed: bool,
    },
    /// `axiomatic A { … }`.
    Axiomatic(Name, Vec<Logic>),
    /// `type t;`
    Type(Name),
    /// `global invariant i: …;`
    GlobalInvariant(Name, Expr),
    /// `type invariant`, `model`, `volatile`, …: in words, for a warning.
    Other(String),
    /// Ghost variables at file scope.
    Ghost(Vec<Decl>),
}

/// `case c{L}: …;` of an inductive predicate.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub name: Name,
    /// `{L1, L2}`; those of the predicate where none are given.
    pub labels: Vec<Name>,
    /// What it says.
    pub formula: Expr,
}

/// Name, labels and parameters of a logic function or predicate.
#[derive(Clone, Debug)]
pub struct LogicHead {
    /// Its name.
    pub name: Name,
    /// `{L1, L2}`.
    pub labels: Vec<Name>,
    /// Parameters.
    pub params: Vec<(Type, Name)>,
    /// `reads` locations, if given.
    pub reads: Option<Vec<Expr>>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Box<ExprKind>,
    /// Its place.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer constant with its suffix's meaning and its base: the type follows from them
    /// and from the value.
    Int(IntLit),
    /// A character constant, its value as `int`.
    Char(i64),
    /// A floating constant, in the words of the source.
    Float(String),
    /// A string, adjacent ones joined: its bytes, without the final zero. Wide strings are not
    /// understood.
    Str(Vec<u8>),
    /// A name.
    Name(Name),
    /// `a op b`, and in ACSL `==>`, `<==>`, `^^`, `&&`, `||`, `-->`, `<-->`.
    Binary(BinaryOp, Expr, Expr),
    /// `op a`.
    Unary(UnaryOp, Expr),
    /// `a = b` or `a op= b`.
    Assign(Option<BinaryOp>, Expr, Expr),
    /// `++a`, `a++`, `--a`, `a--`.
    Step {
        /// `++`, not `--`.
        up: bool,
        /// In front of the operand.
        prefix: bool,
        /// What is changed.
        place: Expr,
    },
    /// `c ? a : b`; GNU's `c ?: b` has no middle part.
    Conditional(Expr, Option<Expr>, Expr),
    /// `a, b`.
    Comma(Expr, Expr),
    /// `f(…)`; in ACSL with labels `f{L}(…)`.
    Call(Expr, Vec<Name>, Vec<Expr>),
    /// `a[i]`.
    Index(Expr, Expr),
    /// `a.x`.
    Member(Expr, Name),
    /// `a->x`.
    Arrow(Expr, Name),
    /// `(T) a`.
    Cast(Type, Expr),
    /// `(T){ … }`.
    Compound(Type, Init),
    /// `sizeof e`.
    SizeofExpr(Expr),
    /// `sizeof(T)`.
    SizeofType(Type),
    /// `_Alignof(T)`.
    Alignof(Type),
    /// `__builtin_offsetof(T, path)`.
    Offsetof(Type, Vec<Designator>),
    /// `({ … })`.
    StmtExpr(Vec<Stmt>),
    /// `_Generic(e, T: a, default: b)`.
    Generic(Expr, Vec<(Option<Type>, Expr)>),
    /// `__builtin_va_arg(e, T)` and other builtins that take types, which are written as
    /// [`ExprKind::SizeofType`]. Wide strings are the builtin `wide string`.
    Builtin(Name, Vec<Expr>),
    /// `&&label`.
    LabelAddress(Name),

    // ACSL from here on.
    /// `\result`.
    Result,
    /// `\true`, `\false`.
    Bool(bool),
    /// `\null`.
    Null,
    /// `\nothing`, `\empty`.
    Nothing,
    /// `\old(e)`.
    Old(Expr),
    /// `\at(e, L)`.
    At(Expr, Name),
    /// `\forall T x, y; e`, `\exists T x; e`.
    Quantifier(Quantifier, Vec<(Type, Name)>, Expr),
    /// `\let x = e; e`.
    Let(Name, Expr, Expr),
    /// A chain `a <= b < c`: more than two operands.
    Chain(Expr, Vec<(BinaryOp, Expr)>),
    /// A range `a .. b`, either end open.
    Range(Option<Expr>, Option<Expr>),
    /// `{a, b}`: a set. `{ e | T x; p }`, a comprehension, is the set of `\lambda T x; e` and, if
    /// written, `\lambda T x; p`.
    Set(Vec<Expr>),
    /// `name: e`.
    Named(Name, Expr),
    /// `{ a \with .x = e }` or `[i] = e`.
    With(Expr, Vec<Designator>, Expr),
    /// A built-in of ACSL: `\valid{L}(p + (0..n-1))`, `\valid_read`, `\separated`,
    /// `\initialized`, `\base_addr`, `\block_length`, `\offset`, `\fresh`, `\allocable`,
    /// `\freeable`, `\abs`, `\max`, `\min`, `\union`, `\subset`, `\sum`, `\numof`, …: the name
    /// without its backslash, labels, arguments.
    Acsl(Name, Vec<Name>, Vec<Expr>),
    /// `\lambda T x; e`.
    Lambda(Vec<(Type, Name)>, Expr),
}

/// An integer constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntLit {
    /// Its value.
    pub value: Int,
    /// It has a `u`.
    pub unsigned: bool,
    /// How many `l` it has: 0, 1 or 2.
    pub longs: u8,
    /// It is written in decimal: such constants are never unsigned without a `u`.
    pub decimal: bool,
}

/// Which quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `\forall`.
    Forall,
    /// `\exists`.
    Exists,
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
    Deref,
    Address,
    /// GNU's `__real__` and `__imag__`: not understood further.
    Real,
}

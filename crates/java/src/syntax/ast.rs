//! Java with JML as a tree: what the source says, before names and types are resolved. One file because classes,
//! statements, expressions and annotations contain each other.
//!
//! Annotations are attached to what they speak of. Every node that a message could point at carries its place. JML
//! expressions are Java expressions with a few more kinds.

use abide_base::Span;
pub use abide_frontend::operator::BinaryOp;
pub use abide_frontend::tree::{MAX_NESTING, Name};
use abide_logic::Int;
use std::collections::HashSet;
use std::sync::Arc;

/// One source file.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// `a.b.c`, if declared.
    pub package: Option<String>,
    /// The imports.
    pub imports: Vec<Import>,
    /// Top-level types.
    pub classes: Vec<Class>,
    /// How it is annotated.
    pub notation: Notation,
    /// The words of its text.
    pub words: HashSet<String>,
    /// Are there views of collections, in the file or in those that it speaks of? What changes one changes others.
    pub views: bool,
    /// Are there casts that are not checked, so that a value need not have the type that its expression has?
    pub unchecked_casts: bool,
    /// The same for arrays that have just been made, and for those that take any number of arguments.
    pub unchecked_arrays: bool,
    /// The types that are named without arguments: where one is generic it is raw, and types say as little.
    pub bare: HashSet<String>,
    /// Trees along several fields that Jahob's annotations speak of.
    pub forests: Vec<Forest>,
    /// What ESC/Java's `nowarn` says.
    pub nowarns: Vec<Nowarn>,
    /// Annotations that are read and not checked: the place, and what is taken to be true.
    pub unchecked: Vec<(Span, String)>,
}

/// ESC/Java's `nowarn`: warnings about its line that are not to be given.
#[derive(Clone, Debug)]
pub struct Nowarn {
    /// The pragma.
    pub span: Span,
    /// The bytes of its line.
    pub line: std::ops::Range<u32>,
    /// The names of the warnings; all if there are none.
    pub names: Vec<String>,
}

/// How a file is annotated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Not at all.
    #[default]
    Plain,
    /// With JML.
    Jml,
    /// With the pragmas of ESC/Java, the dialect that JML comes from.
    EscJava,
    /// As Jahob does it; there may be JML too.
    Jahob,
}

/// An import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// What is imported, dotted; the package or class if all of it is.
    pub name: String,
    /// Does it end in a star?
    pub all: bool,
    /// Are members of a class imported?
    pub is_static: bool,
}

/// What kind of type is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// `class`.
    Class,
    /// `interface`, and annotation types.
    Interface,
    /// `enum`.
    Enum,
    /// `record`.
    Record,
}

/// A class, interface, enum or record.
#[derive(Clone, Debug)]
pub struct Class {
    /// What it is.
    pub kind: ClassKind,
    /// Its simple name.
    pub name: Name,
    /// The whole declaration.
    pub span: Span,
    /// Java's and JML's modifiers.
    pub modifiers: Modifiers,
    /// `<T, U extends V>`.
    pub type_params: Vec<TypeParam>,
    /// The superclass, if written.
    pub extends: Option<TypeRef>,
    /// Superinterfaces (for an interface, what it extends).
    pub implements: Vec<TypeRef>,
    /// Constants of an enum.
    pub constants: Vec<EnumConstant>,
    /// Components of a record.
    pub components: Vec<Param>,
    /// Fields, ghost and model ones among them, in order.
    pub fields: Vec<Field>,
    /// Methods and constructors, in order. Model methods of JML are among them.
    pub methods: Vec<Method>,
    /// `static { … }` and `{ … }`.
    pub initializers: Vec<Initializer>,
    /// Types declared inside.
    pub classes: Vec<Class>,
    /// JML `invariant`s.
    pub invariants: Vec<Invariant>,
    /// JML `represents` clauses.
    pub representations: Vec<Representation>,
    /// `initially`: what holds where a constructor has ended.
    pub initially: Vec<Clause>,
    /// `in` and `maps`: fields that belong to data groups.
    pub groups: Vec<Grouped>,
    /// `constraint`: how an object may change in a call.
    pub constraints: Vec<Invariant>,
    /// Annotations about the whole class that are not read.
    pub unread: Vec<Unread>,
    /// Code that no method of the text holds: implied constructors and accessors, static initialisers, lambdas.
    pub implied: Vec<Method>,
    /// Has it no name in the text: is it anonymous, or the body of an enum constant?
    pub anonymous: bool,
    /// The variables around a class in a body: it may speak of them.
    pub captures: Vec<Captured>,
}

/// A variable of a body, as a class or lambda inside it sees it.
#[derive(Clone, Debug)]
pub struct Captured {
    /// Its name.
    pub name: Name,
    /// Its type; `var` where nobody writes one.
    pub ty: TypeRef,
    /// Its modifiers.
    pub modifiers: Modifiers,
    /// What it is.
    pub kind: CapturedKind,
}

/// What a captured variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapturedKind {
    /// A parameter of the method.
    Parameter,
    /// A local variable.
    Local,
    /// A pattern variable: where it ends depends on the flow of control.
    Pattern,
}

/// A constant of an enum.
#[derive(Clone, Debug)]
pub struct EnumConstant {
    /// Its name.
    pub name: Name,
    /// Arguments of the constructor.
    pub args: Vec<Expr>,
    /// The class of its own body, by its name among the nested classes of the enum.
    pub body: Option<Arc<str>>,
}

/// `static { … }` or `{ … }`.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// Is it static?
    pub is_static: bool,
    /// The statements.
    pub body: Block,
    /// The whole of it.
    pub span: Span,
}

/// A JML class invariant.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The formula.
    pub formula: Expr,
    /// `static invariant`.
    pub is_static: bool,
    /// The clause.
    pub span: Span,
}

/// A field, or the elements of the array that it holds, belongs to the data groups of model fields.
#[derive(Clone, Debug)]
pub struct Grouped {
    /// The field.
    pub field: Name,
    /// `maps field[*]`
    pub elements: bool,
    /// The model fields.
    pub groups: Vec<Name>,
}

/// `represents x = e`: what the value of a model field is.
#[derive(Clone, Debug)]
pub struct Representation {
    /// The model field.
    pub name: Name,
    /// Its value.
    pub value: Expr,
}

/// Java's modifiers, and JML's from the annotations next to them.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Modifiers {
    pub public: bool,
    pub private: bool,
    pub protected: bool,
    pub is_static: bool,
    pub is_final: bool,
    pub is_abstract: bool,
    pub native: bool,
    pub synchronized: bool,
    pub volatile: bool,
    pub default: bool,
    pub sealed: bool,
    // JML
    pub pure: bool,
    pub strictly_pure: bool,
    pub helper: bool,
    pub non_null: bool,
    pub nullable: bool,
    pub spec_public: bool,
    pub ghost: bool,
    pub model: bool,
    pub instance: bool,
    pub spec_math: Option<Arithmetic>,
    pub non_null_by_default: bool,
    pub nullable_by_default: bool,
}

/// A field: one variable of a declaration.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type, with the brackets after the name.
    pub ty: TypeRef,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// The initial value.
    pub init: Option<Expr>,
}

impl Field {
    /// A ghost field, which may be null.
    pub fn ghost(name: Name, ty: TypeRef) -> Field {
        Field {
            name,
            ty,
            modifiers: Modifiers {
                ghost: true,
                nullable: true,
                ..Modifiers::default()
            },
            init: None,
        }
    }
}

/// A method or constructor.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name; for a constructor, that of the class.
    pub name: Name,
    /// The whole declaration.
    pub span: Span,
    /// Is it a constructor?
    pub constructor: bool,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// `<T, U extends V>`.
    pub type_params: Vec<TypeParam>,
    /// Parameters.
    pub params: Vec<Param>,
    /// The result type; `void` for constructors.
    pub result: TypeRef,
    /// Declared exceptions.
    pub throws: Vec<TypeRef>,
    /// The body, if there is one.
    pub body: Option<Block>,
    /// What the body returns, if it does nothing else.
    pub value: Option<Expr>,
    /// The contract.
    pub spec: MethodSpec,
    /// Places inside where the text is not Java; then the body is not to be trusted.
    pub errors: Vec<Span>,
    /// Annotations of its body that are not read.
    pub unread: Vec<Unread>,
    /// Where it comes from.
    pub origin: Origin,
    /// The variables around a lambda.
    pub captures: Vec<Captured>,
}

/// Where a method comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// It is written as a method or constructor.
    #[default]
    Written,
    /// The constructor of a class that writes none.
    Constructor,
    /// What runs when a class is initialised.
    StaticInitialiser,
    /// The accessor of a record's component.
    Accessor,
    /// The body of a lambda.
    Lambda,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its type; for `T... x` an array.
    pub ty: TypeRef,
    /// `final`, `non_null`, `nullable`.
    pub modifiers: Modifiers,
    /// `T... x`.
    pub variadic: bool,
}

/// A type as written. Type arguments and annotations are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRef {
    /// `int`, `String`, `java.util.List`, `var`, `void`; and JML's `\bigint`, `\TYPE`,
    /// `\set`; and `\object`, any object and null.
    pub name: Arc<str>,
    /// How many `[]`.
    pub dims: usize,
    /// The place.
    pub span: Span,
    /// `<String, T>`: what type parameters stand for; a wildcard is called `?`. Only types of Java's text have them.
    pub args: Vec<TypeRef>,
}

impl TypeRef {
    /// A type by its name alone.
    pub fn named(name: impl Into<Arc<str>>, span: Span) -> TypeRef {
        TypeRef {
            name: name.into(),
            dims: 0,
            span,
            args: Vec::new(),
        }
    }
}

/// A type parameter.
#[derive(Clone, Debug)]
pub struct TypeParam {
    /// Its name.
    pub name: Name,
    /// `extends V`: the first bound, which is its type when the program runs.
    pub bound: Option<TypeRef>,
    /// Are there others?
    pub more_bounds: bool,
}

/// The contract of a method.
#[derive(Clone, Debug, Default)]
pub struct MethodSpec {
    /// Does it begin with `also` (it adds to what is inherited)?
    pub also: bool,
    /// Cases joined by `also`. Empty when nothing is written.
    pub cases: Vec<SpecCase>,
    /// Parts of it that are not read.
    pub unread: Vec<Unread>,
}

/// A part of an annotation that says something we do not read: misspelt, misplaced or unsupported.
/// Whoever relies on it cannot be verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Its place.
    pub span: Span,
    /// A message about it.
    pub what: String,
    /// What could be done about it.
    pub help: Vec<String>,
    /// What it can speak of.
    pub about: About,
}

/// What an annotation that is not read can speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// A whole class, wherever in it it stands.
    Class,
    /// The method it stands before or in the head of.
    Contract,
    /// What is around or behind it.
    Near,
}

/// Which outcomes a specification case speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Behavior {
    /// `behavior`, or lightweight.
    #[default]
    Any,
    /// `normal_behavior`: no exception.
    Normal,
    /// `exceptional_behavior`: only exceptions.
    Exceptional,
}

/// One case of a contract.
#[derive(Clone, Debug, Default)]
pub struct SpecCase {
    /// Which outcomes.
    pub behavior: Behavior,
    /// `old T x = e;`: names for values before the call.
    pub old: Vec<(TypeRef, Name, Expr)>,
    /// `requires`, `pre`.
    pub requires: Vec<Clause>,
    /// `ensures`, `post`.
    pub ensures: Vec<Clause>,
    /// `signals`, `exsures`.
    pub signals: Vec<Signals>,
    /// `signals_only`; `\nothing` is an empty list.
    pub signals_only: Vec<(Vec<TypeRef>, Span)>,
    /// `assignable`, `modifies`, `modifiable`, `writes`, `assigns`.
    pub assignable: Option<Assignable>,
    /// `requires_redundantly`: what follows from the precondition.
    pub implied: Vec<Clause>,
    /// `decreases`, `measured_by`: what becomes smaller when the method calls itself.
    pub decreases: Vec<Clause>,
}

/// A formula clause at its place.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The formula.
    pub formula: Expr,
    /// The whole clause, keyword to semicolon.
    pub span: Span,
}

/// `signals (T e) P`.
#[derive(Clone, Debug)]
pub struct Signals {
    /// The exception's type.
    pub ty: TypeRef,
    /// Its name in the formula.
    pub name: Option<Name>,
    /// What holds when it is thrown; `true` if not written.
    pub formula: Option<Expr>,
    /// The whole clause.
    pub span: Span,
}

/// What may be assigned.
#[derive(Clone, Debug)]
pub struct Assignable {
    /// The locations.
    pub locations: Vec<Location>,
    /// The whole clause (the first one, where there are several).
    pub span: Span,
}

impl Assignable {
    /// May no object be made?
    pub fn is_strict(&self) -> bool {
        let mut all = self.locations.iter();
        let strict = self.locations.iter().any(|l| matches!(l, Location::StrictlyNothing));
        strict && all.all(|l| matches!(l, Location::Nothing | Location::StrictlyNothing))
    }
}

/// A set of locations.
#[derive(Clone, Debug)]
pub enum Location {
    /// `\nothing`.
    Nothing,
    /// `\strictly_nothing`: no object is made either.
    StrictlyNothing,
    /// `\everything`.
    Everything,
    /// `x`, `o.f`, `a[i]`, `C.f`.
    One(Expr),
    /// `a[*]`.
    Elements(Expr),
    /// `a[i .. j]`, both included.
    Range(Expr, Expr, Expr),
    /// `o.*`.
    Fields(Expr),
}

/// Statements in sequence.
pub type Block = Vec<Stmt>;

/// A statement and its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`.
    Empty,
    /// `{ … }`.
    Block(Block),
    /// `int x = 1, y;`, and JML's `ghost int x = 1;`.
    Local(Vec<Local>),
    /// A class declared in a body.
    LocalClass(Box<Class>),
    /// An expression for its effect.
    Expr(Expr),
    /// `if`.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while`.
    While(LoopSpec, Expr, Box<Stmt>),
    /// `do … while`.
    Do(LoopSpec, Box<Stmt>, Expr),
    /// `for (init; condition; update)`.
    For(LoopSpec, Vec<Stmt>, Option<Expr>, Vec<Expr>, Box<Stmt>),
    /// `for (T x : e)`.
    ForEach(LoopSpec, Param, Expr, Box<Stmt>),
    /// `label: statement`.
    Labeled(Name, Box<Stmt>),
    /// `switch`, old or arrow form.
    Switch(Expr, Vec<Case>),
    /// `break`.
    Break(Option<Name>),
    /// `continue`.
    Continue(Option<Name>),
    /// `yield e;` in a switch expression.
    Yield(Expr),
    /// `return`.
    Return(Option<Expr>),
    /// `throw`.
    Throw(Expr),
    /// `try`.
    Try(Try),
    /// Java's `assert c : m;`.
    Assert(Expr, Option<Expr>),
    /// `synchronized (e) { … }`.
    Synchronized(Expr, Block),
    /// JML's `assert P;`.
    JmlAssert(Expr),
    /// JML's `assume P;`.
    JmlAssume(Expr),
    /// JML's `unreachable;`.
    JmlUnreachable,
    /// JML's `set x = e;`.
    JmlSet(Expr),
    /// Jahob's `havoc x;`: any value of its type. The variable is assigned to itself, so that who asks
    /// what is written finds it.
    JmlHavoc(Expr),
    /// What we do not know, named.
    Unknown(String),
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: Name,
    /// Its type (`var` where inferred).
    pub ty: TypeRef,
    /// `final`, `non_null`, `nullable`, `ghost`.
    pub modifiers: Modifiers,
    /// The initial value.
    pub init: Option<Expr>,
}

/// A group of a switch: labels and what they lead to.
#[derive(Clone, Debug)]
pub struct Case {
    /// The constants; empty with `default`.
    pub labels: Vec<Expr>,
    /// Is `default` among the labels?
    pub default: bool,
    /// `->` instead of `:`; then there is no fall-through.
    pub arrow: bool,
    /// The statements. An arrow with an expression is one [`StmtKind::Yield`] in a switch
    /// expression and one [`StmtKind::Expr`] in a switch statement.
    pub body: Block,
    /// The labels' place.
    pub span: Span,
}

/// `try`.
#[derive(Clone, Debug)]
pub struct Try {
    /// `try (T x = e; …)`.
    pub resources: Vec<Resource>,
    /// What is tried.
    pub body: Block,
    /// `catch` clauses.
    pub catches: Vec<Catch>,
    /// `finally`.
    pub finally: Option<Block>,
}

/// What a `try` closes at its end.
#[derive(Clone, Debug)]
pub struct Resource {
    /// `T x = e`; a variable that is there already is copied to one that nobody else can name.
    pub local: Local,
    /// `x.close()`, the call that nobody writes.
    pub close: Expr,
}

/// `catch (T | U e) { … }`.
#[derive(Clone, Debug)]
pub struct Catch {
    /// The types caught.
    pub types: Vec<TypeRef>,
    /// The exception's name.
    pub name: Name,
    /// The statements.
    pub body: Block,
    /// The place of the clause's head.
    pub span: Span,
}

/// What JML says of a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopSpec {
    /// The loop's keyword (`while`, `for`, `do`).
    pub keyword: Span,
    /// `loop_invariant`, `maintaining`, `maintains`, `loop_inv`.
    pub invariants: Vec<Clause>,
    /// `decreases`, `decreasing`, `loop_decreases`.
    pub decreases: Vec<Clause>,
    /// `loop_assigns`, `loop_writes`, `loop_modifies`, `assignable`.
    pub assignable: Option<Assignable>,
    /// Does its frame speak of local variables, too?
    pub frames_locals: bool,
    /// `loop_predicate p, q;`.
    pub predicates: Vec<Clause>,
    /// `skolem_constant T x, y;`.
    pub skolems: Vec<(TypeRef, Name)>,
}

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Box<ExprKind>,
    /// Where it stands.
    pub span: Span,
}

/// A literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `1`, `0x1F`, `0b1`, `017`, `1_000`: the value Java gives it, as an `int`.
    Int(Int),
    /// `1L`.
    Long(Int),
    /// `'a'`: its UTF-16 unit.
    Char(u16),
    /// `true`, `false`.
    Bool(bool),
    /// `"…"`: the UTF-16 units.
    String(Vec<u16>),
    /// `null`.
    Null,
    /// `1f`: not modelled.
    Float,
    /// `1.0`: not modelled.
    Double,
}

/// What an expression is. Parentheses leave no trace.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// A simple name: a variable, a field, or the first part of a type or package.
    Name(Arc<str>),
    /// `this`, and `C.this`.
    This(Option<TypeRef>),
    /// `super`, as the target of a field or call, and `I.super`.
    Super(Option<TypeRef>),
    /// `e.f`; also `C.f`, `p.C`, `a.length`.
    Field(Expr, Name),
    /// `a[i]`.
    Index(Expr, Expr),
    /// `f(…)`, `e.f(…)`, `super.f(…)`, and `this(…)`, `super(…)` with those names.
    Call(Option<Expr>, Name, Vec<Expr>),
    /// `new C(…)`; with a class body, the name of that class among the nested classes of the one around it.
    New(TypeRef, Vec<Expr>, Option<Arc<str>>),
    /// `o.new C(…)`: the object around the new one, and `new C(…)`.
    NewInside(Expr, Expr),
    /// `new T[e]…[]…`: the full type, the sizes given, or an initialiser.
    NewArray(TypeRef, Vec<Expr>, Option<Expr>),
    /// `{a, b}` as the initial value of an array.
    ArrayInit(Vec<Expr>),
    /// `-e`, `+e`, `!e`, `~e`.
    Unary(UnaryOp, Expr),
    /// `++e` and so on.
    Step {
        /// `++e` rather than `e++`.
        prefix: bool,
        /// `++` rather than `--`.
        up: bool,
        /// What is changed.
        target: Expr,
    },
    /// `a + b` and so on.
    Binary(BinaryOp, Expr, Expr),
    /// `a = b`, or `a += b` with the operator.
    Assign(Option<BinaryOp>, Expr, Expr),
    /// `c ? a : b`.
    Conditional(Expr, Expr, Expr),
    /// `(T) e`.
    Cast(TypeRef, Expr),
    /// `e instanceof T x`.
    InstanceOf(Expr, TypeRef, Option<Name>),
    /// `T.class`.
    ClassLiteral(TypeRef),
    /// A switch expression.
    Switch(Expr, Vec<Case>),
    /// A lambda: an arbitrary object.
    Lambda,
    /// `e::name`, `T::name`, `T::new`: an arbitrary object, too.
    MethodReference(std::sync::Arc<str>),

    // JML
    /// `\old(e)`, `\pre(e)`, and `\old(e, L)` with the label.
    Old(Expr, Option<Arc<str>>),
    /// `\result`.
    Result,
    /// `(\forall T x; range; body)` and the others.
    Quantified(QuantifierKind, TypeRef, Vec<Name>, Option<Expr>, Expr),
    /// `\nonnullelements(e)`.
    NonNullElements(Expr),
    /// `\fresh(e, …)`.
    Fresh(Vec<Expr>),
    /// `\allocated(e)`: the object has been made. JML has no word for that.
    Allocated(Expr),
    /// `(\let T x = e; body)`.
    Let(TypeRef, Name, Expr, Expr),
    /// `\java_math(e)` and its kin: the arithmetic of `e`.
    Math(Arithmetic, Expr),
    /// `\invariant_for(e)`, and KeY's `\inv`.
    InvariantFor(Expr),
    /// `\static_invariant_for(T)`.
    StaticInvariantFor(TypeRef),
    /// `\key(e)`: a number that is the same for strings, boxes and enum constants that are equal, and different for others. JML
    /// has no word for that.
    Key(Expr),
    /// `\typeof(e)`.
    TypeOf(Expr),
    /// `\elemtype(t)`: the type of the elements of arrays of a type.
    ElemType(Expr),
    /// `\type(T)`.
    TypeLiteral(TypeRef),
    /// `\count`, `\index`.
    Count,
    /// `\not_modified(e, …)`.
    NotModified(Vec<Expr>),
    /// `\reach(x, f, y)`: from `x` one comes to `y` along the field `f`. With a fourth expression,
    /// `\between(x, f, y, z)`: one comes to `z`, and passes `y` on the way. The field is named by
    /// `f` or `C.f`, or by `\old` of such a name. `\reach(x)`, `\reach(x, C)` and `\reach(x, C, f)`
    /// are sets: the objects that one comes to.
    Reach(Vec<Expr>),
    /// `new JMLObjectSet {C x | P}`: the objects of a class for which the formula holds.
    Such(TypeRef, Name, Expr),
    /// What we do not know, named.
    Unknown(String),
}

/// What arithmetic of formulas means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Arithmetic {
    /// Numbers of any size.
    #[default]
    Bigint,
    /// It wraps around, as in code.
    Java,
    /// What does not fit its type is not defined.
    Safe,
}

/// Which quantifier of JML.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum QuantifierKind {
    Forall,
    Exists,
    NumOf,
    Sum,
    Product,
    Max,
    Min,
}

/// A unary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Neg,
    Plus,
    Not,
    BitNot,
}

/// A tree along several fields of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forest {
    /// The class and its fields, as they are written: `Node`, `left` and `right`.
    pub(in crate::syntax) class: String,
    pub(in crate::syntax) fields: Vec<String>,
    /// Where it is said.
    pub(in crate::syntax) span: Span,
}

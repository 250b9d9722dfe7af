//! From resolved Java to guarded commands.
//!
//! * The heap is one map per field, and one per element type of arrays, from references to
//!   values (arrays: to maps from indices). The dynamic type of an object and the length of an
//!   array never change, so `\typeof` and `.length` are maps nobody writes: `new` chooses an
//!   object that has the type and length wanted and was not allocated before.
//! * Every run-time error is a [`Check`], or a branch that throws where the exception can be
//!   caught or the contract allows it.
//! * Integers are mathematical and wrap around explicitly ([`crate::ints`]); that variables
//!   keep to the range of their type is assumed at loop heads, where the core forgets them.
//! * Jumps out of `try` go through its `finally` ([`jump`]).

mod arithmetic;
mod array;
mod call;
mod closed;
mod constant;
mod contract;
mod convert;
mod create;
mod defined;
mod dependence;
mod expr;
mod first_use;
mod frame;
mod heap;
mod hidden;
mod implicit;
mod initial;
mod invariant;
mod jump;
mod library;
mod loops;
mod measure;
mod model;
mod names;
mod order;
mod place;
mod rounds;
mod routine;
mod sets;
mod spec;
mod stmt;
mod sum;
mod survey;
mod texts;
mod typing;
mod walk;

use crate::syntax::ast;
use crate::types::{ClassId, Classes, MethodRef, Type};
use abide_base::{Diagnostic, Span};
use abide_ir::draft::{Draft, Drafting};
use abide_ir::{Program, StmtKind};
use abide_logic::heap::set_sort;
use abide_logic::number::Range;
use abide_logic::{Int, Sort, Term, Value, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

/// How Java is to be read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Declarations of reference type are non-null unless they say otherwise (JML), rather
    /// than the other way round (ESC/Java).
    pub non_null_by_default: bool,
    /// Integers wrap around, as in Java; otherwise they are mathematical.
    pub wrap: bool,
    /// Every run-time error is an exception that leaves the method; nothing is checked. For
    /// comparing runs with those of a Java machine.
    pub throwing: bool,
    /// Clauses that cannot be read are left out; otherwise whoever relies on one cannot be verified.
    pub lenient: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            non_null_by_default: true,
            wrap: true,
            throwing: false,
            lenient: false,
        }
    }
}

/// A file lowered.
#[derive(Default)]
pub struct Lowered {
    /// The routines that can be verified.
    pub program: Program,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// Routines that cannot be verified, with their places.
    pub failed: Vec<(String, Span)>,
    /// What the heap variables of each routine mean, by routine.
    pub shapes: Vec<Shape>,
}

/// What a routine takes, for showing inputs and making tests.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The routine.
    pub routine: String,
    /// The class's path, the method's name.
    pub class: String,
    /// The method's name.
    pub method: String,
    /// Is it static?
    pub is_static: bool,
    /// Is it a constructor?
    pub constructor: bool,
    /// Parameters: variable and type as Java writes it.
    pub params: Vec<(Var, String)>,
    /// Local variables of the source: variable and type.
    pub locals: Vec<(Var, String)>,
    /// `this`, with the name of its class.
    pub this: Option<(Var, String)>,
    /// Instance fields: the map, the class and name, the type.
    pub fields: Vec<(Var, String, String, String)>,
    /// Static fields: the variable, the class and name, the type.
    pub statics: Vec<(Var, String, String, String)>,
    /// Arrays: the map from references to contents, by element type (`Object` for all
    /// references).
    pub arrays: Vec<(Var, String)>,
    /// Arrays of integers: the range of the elements.
    pub numbers: Vec<(Var, Range)>,
    /// Lengths of arrays.
    pub lengths: Option<Var>,
    /// Dynamic types.
    pub types: Option<Var>,
    /// Numbers of concrete classes and array types, with their names.
    pub classes: Vec<(i64, String)>,
    /// The numbers of each class and the classes below it.
    pub ranges: Vec<(i64, i64)>,
    /// What the routine is given: parameters, `this` and static fields that hold references, with the numbers
    /// of their types.
    pub roots: Vec<(Var, (i64, i64))>,
    /// Whose the fields are, and what types references in them have.
    pub links: Vec<Link>,
    /// Which objects there are.
    pub allocated: Option<Var>,
    /// Does the routine make objects?
    pub makes: bool,
    /// Trees whose fields have a ghost field that leads up.
    pub trees: Vec<Tree>,
    /// Enum constants: the variable and the constant as Java writes it.
    pub constants: Vec<(Var, String)>,
    /// Where an arbitrary value stands for one that is not known.
    pub guesses: BTreeSet<Span>,
    /// Inputs whose values the source determines, though they are not known.
    pub determined: Vec<Var>,
    /// Fields that callers cannot set as they like, and the values they are known to have at times.
    pub hidden: Vec<(Var, Vec<Value>)>,
}

/// A field: for objects of one range of dynamic types, references to objects of another, or data.
#[derive(Clone, Debug)]
pub struct Link {
    /// The field.
    pub field: Var,
    /// Numbers of the types of objects that have it.
    pub owner: (i64, i64),
    /// Numbers of the types of what it holds, if it holds references.
    pub value: Option<(i64, i64)>,
}

/// A tree along several fields.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The ghost field that leads up: it stands for the only value it can have.
    pub up: Var,
    /// The fields that lead down.
    pub down: Vec<Var>,
    /// Where the source says that it is a tree.
    pub span: Span,
}

impl Shape {
    /// The name of a parameter in the source; one that the body assigns to is the `old` value of its copy.
    pub fn parameter(var: &Var) -> &str {
        let past = var.name().strip_prefix("old(").and_then(|n| n.strip_suffix(')'));
        past.unwrap_or(var.name())
    }
}

/// Lowers all methods of a file; the classes of the other files are known.
pub fn lower(unit: &ast::Unit, others: &[&ast::Unit], options: Options) -> Lowered {
    let classes = Classes::of(unit, others);
    let mut lowered = Lowered::default();
    let units = std::iter::once(unit).chain(others.iter().copied());
    let world = World {
        classes: &classes,
        options,
        total: units.map(|u| u.notation == ast::Notation::Jahob).collect(),
        polluted: unit.polluted || others.iter().any(|u| u.polluted),
    };
    for id in classes.ids().filter(|id| classes.get(*id).file == Some(0)) {
        let Some(decl) = classes.get(id).decl else { continue };
        for (own, theirs) in classes.adopted(id).into_iter().filter(|(_, m)| world.promises(*m)) {
            let name = &own.decl.name.text;
            let (from, to) = (&classes.get(own.class).path, &classes.get(theirs.class).path);
            let what = format!("the method `{name}` of `{from}` for what `{to}` says of it");
            let error = unsupported(decl.name.span, what);
            lowered
                .diagnostics
                .push(error.help(format!("override `{name}` here, and call `super.{name}`")));
            lowered
                .failed
                .push((routine_name(&classes, MethodRef { class: id, ..own }), decl.name.span));
        }
        for (method, theirs) in world.met_by_library(id) {
            let (name, to) = (&theirs.decl.name.text, &classes.get(theirs.class).path);
            let what = format!("the method `{name}` of the library for what `{to}` says of it");
            let error = unsupported(decl.name.span, what);
            let help = format!("override `{name}` here, and call `super.{name}`");
            lowered.diagnostics.push(error.help(help));
            lowered.failed.push((method, decl.name.span));
        }
        for method in decl.methods.iter().chain(&decl.implied) {
            let m = MethodRef {
                class: id,
                decl: method,
            };
            if !world.has_business(m) {
                continue;
            }
            let name = routine_name(&classes, m);
            if !method.errors.is_empty() {
                lowered.failed.push((name, method.name.span));
                continue;
            }
            if method.body.is_none() {
                continue;
            }
            match routine::routine(&world, m, name.clone()) {
                Ok(done) => {
                    lowered.program.routines.push(done.routine);
                    lowered.diagnostics.extend(done.warnings);
                    lowered.shapes.push(done.shape);
                }
                Err(errors) => {
                    lowered.diagnostics.extend(errors);
                    lowered.failed.push((name, method.name.span));
                }
            }
        }
    }
    lowered.diagnostics.sort_by_key(|d| d.span);
    lowered.diagnostics.dedup();
    lowered
}

/// `Class.method`, with the types of the parameters where the name alone is ambiguous.
fn routine_name(classes: &Classes, m: MethodRef) -> String {
    let path = &classes.get(m.class).path;
    if m.decl.origin == ast::Origin::Constructor {
        return format!("{path}.<init>");
    }
    let decl = classes.get(m.class).decl;
    let same = decl.iter().flat_map(|d| &d.methods);
    let overloaded = same.filter(|o| o.name.text == m.decl.name.text).count() > 1;
    if overloaded {
        let types: Vec<String> = classes.parameters(m).iter().map(|t| classes.show(t)).collect();
        format!("{path}.{}({})", m.decl.name.text, types.join(", "))
    } else {
        format!("{path}.{}", m.decl.name.text)
    }
}

/// What is the same for all methods.
struct World<'a> {
    classes: &'a Classes<'a>,
    options: Options,
    /// Are the formulas of each file total?
    total: Vec<bool>,
    /// May values have other types than their expressions, because of raw types or unchecked casts?
    polluted: bool,
}

impl<'a> World<'a> {
    /// Do callers of a method know more of it than its types?
    fn promises(&self, m: MethodRef<'a>) -> bool {
        let result = self.classes.resolve(&m.decl.result, Some(m.class));
        let object = result.is_none_or(|t| t.is_reference());
        let default = self.options.non_null_by_default;
        !m.decl.spec.cases.is_empty()
            || !m.decl.spec.unread.is_empty()
            || self.is_pure(m)
            || object && self.classes.is_non_null(&m.decl.modifiers, m.class, default)
    }

    /// Methods that a concrete class must have to keep a promise, and can only have from the library: the name of
    /// each, and who makes the promise.
    fn met_by_library(&self, class: ClassId) -> Vec<(String, MethodRef<'a>)> {
        let info = self.classes.get(class);
        let Some(decl) = info.decl.filter(|_| !info.interface) else {
            return Vec::new();
        };
        let open = decl.kind == ast::ClassKind::Enum && decl.constants.iter().any(|c| c.body.is_some());
        if decl.modifiers.is_abstract || open {
            return Vec::new();
        }
        let mut found: Vec<(String, MethodRef<'a>)> = Vec::new();
        for up in self.classes.ancestors(class) {
            let decls = self.classes.get(up).decl.into_iter().flat_map(|d| &d.methods);
            for method in decls.filter(|m| m.body.is_none() && !m.modifiers.is_static && !m.modifiers.model) {
                let theirs = MethodRef {
                    class: up,
                    decl: method,
                };
                if !method.modifiers.native && self.promises(theirs) && !self.classes.is_implemented(class, theirs) {
                    let name = format!("{}.{}", info.path, method.name.text);
                    found.push((name, theirs));
                }
            }
        }
        found.dedup_by(|a, b| a.0 == b.0);
        found
    }

    /// Do the class or those above it ask anything of their subclasses?
    fn asks_subclasses(&self, class: ClassId) -> bool {
        self.classes.ancestors(class).into_iter().any(|id| {
            self.classes.get(id).decl.is_some_and(|decl| {
                let mut methods = decl.methods.iter().filter(|m| !m.constructor && !m.modifiers.is_static);
                !decl.invariants.is_empty() || methods.any(|m| self.promises(MethodRef { class: id, decl: m }))
            })
        })
    }

    /// What is not read though it concerns a method: in its body, its own contract and those it inherits, and
    /// what is said of its class, those above it and those around it.
    fn unread(&self, m: MethodRef<'a>) -> Vec<&'a ast::Unread> {
        let mut found: Vec<&ast::Unread> = m.decl.unread.iter().collect();
        found.extend(self.unread_of_contract(m));
        let mut concerned = self.classes.ancestors(m.class);
        let mut around = self.classes.get(m.class).outer;
        while let Some(outer) = around {
            concerned.push(outer);
            around = self.classes.get(outer).outer;
        }
        for id in concerned {
            found.extend(self.classes.get(id).decl.iter().flat_map(|d| &d.unread));
        }
        found
    }

    /// What is not read of the contract that callers of a method know.
    fn unread_of_contract(&self, m: MethodRef<'a>) -> Vec<&'a ast::Unread> {
        let above = self.classes.overridden(m);
        let all = std::iter::once(m).chain(above);
        all.flat_map(|m| &m.decl.spec.unread).collect()
    }

    /// Is a method, or its whole class, declared pure?
    fn is_pure(&self, m: MethodRef<'a>) -> bool {
        m.decl.modifiers.pure || self.classes.get(m.class).decl.is_some_and(|d| d.modifiers.pure)
    }
}

/// Something that cannot be lowered.
type Lowering<T> = Result<T, Box<Diagnostic>>;

/// The value of an expression.
#[derive(Clone, Debug)]
struct Val {
    term: Term,
    ty: Type,
    /// Bounds known from the expression's form.
    low: Option<Int>,
    high: Option<Int>,
}

impl Val {
    fn new(term: Term, ty: Type) -> Val {
        let number = ty.as_int().map(|kind| crate::ints::typed(term.clone(), kind));
        let (low, high) = number.map_or((None, None), |n| (n.low, n.high));
        Val { term, ty, low, high }
    }

    fn null() -> Val {
        Val::new(Term::null(), Type::Null)
    }

    fn number(&self) -> crate::ints::Number {
        crate::ints::Number {
            term: self.term.clone(),
            low: self.low.clone(),
            high: self.high.clone(),
        }
    }
}

/// A local variable, parameter or skolem constant in scope.
#[derive(Clone, Debug)]
struct Local {
    name: String,
    var: Var,
    ty: Type,
    non_null: bool,
}

/// Where a formula of the source is to be read.
#[derive(Clone, Debug)]
struct Scope {
    /// Names bound to values, the last one first: parameters of a callee, bound variables.
    bound: Vec<(String, Val)>,
    /// Are the method's own locals visible?
    locals: bool,
    /// `this`.
    this: Option<Val>,
    /// The class names are looked up in.
    class: ClassId,
    /// `\result`.
    result: Option<Val>,
    /// The state in which variables and heap are read.
    view: View,
    /// What `\old` means here.
    old: View,
    /// The snapshot of the loop around.
    entry: usize,
    /// Calls of pure methods unfolded around this.
    depth: usize,
}

/// A state of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// The present one.
    Now,
    /// The one kept in a snapshot.
    At(usize),
}

/// A method on its way to a routine.
struct Body<'w, 'a> {
    world: &'w World<'a>,
    /// The method being verified, or the one being inlined.
    class: ClassId,
    method: MethodRef<'a>,
    /// The method being verified.
    verified: MethodRef<'a>,
    /// Its measures, in its pre-state.
    measures: Vec<measure::Measure>,
    inlined: Vec<*const ast::Method>,
    /// Classes whose initialisers are being read.
    initialising: Vec<ClassId>,
    /// The class of the routine.
    routine_class: ClassId,
    /// The class whose static initialiser is being verified.
    initialises: Option<ClassId>,
    /// The variables around classes in bodies, as `this` sees them.
    captured: Vec<(ClassId, Local)>,
    /// `this` of the routine, also in a constructor.
    first_this: Option<Val>,
    draft: Draft,
    /// Heap variables by key.
    heap: BTreeMap<String, heap::HeapVar>,
    /// Constants of enums and strings, with what is assumed of them.
    facts: Vec<Term>,
    inputs: Vec<Var>,
    /// The parameters of the present method as they came in.
    params: Vec<Local>,
    /// The snapshot of the state in which the present method began.
    pre: usize,
    scopes: Vec<Vec<Local>>,
    /// The local variables that annotations have declared.
    ghost_locals: BTreeSet<Var>,
    /// All variables of the source, with their types.
    named: Vec<(Var, Type)>,
    this: Option<Val>,
    /// `this` of the method being verified, also while another one is inlined.
    root: Option<Val>,
    /// Objects whose constructors are being verified or read.
    making: Vec<Term>,
    /// Objects whose invariants may be broken.
    dirty: invariant::Dirty<'a>,
    result: Option<Var>,
    /// The type of what the present method returns.
    own_result: Type,
    /// The exception being thrown; null when none is.
    thrown: Var,
    frames: Vec<jump::Frame>,
    /// Types of exceptions the contract allows to leave the method.
    allowed: Vec<Vec<Type>>,
    /// What makes the formula that is being read defined.
    defined: Vec<defined::Defined>,
    /// Bound variables of formulas and their types: no reference among them is null.
    bound: Vec<(Var, Type)>,
    /// Sums in formulas, and how they unfold.
    sums: Vec<(Term, Term)>,
    /// What has been written since some point: the map's key and the object, if it is known.
    writes: Vec<heap::Write>,
    /// What may be written, by the contract.
    frame: Vec<(Term, frame::Frame)>,
}

impl Deref for Body<'_, '_> {
    type Target = Draft;

    fn deref(&self) -> &Draft {
        &self.draft
    }
}

impl DerefMut for Body<'_, '_> {
    fn deref_mut(&mut self) -> &mut Draft {
        &mut self.draft
    }
}

impl Drafting for Body<'_, '_> {}

impl<'a> Body<'_, 'a> {
    fn classes(&self) -> &Classes<'a> {
        self.world.classes
    }

    /// Keeps a value in a temporary.
    fn save(&mut self, val: Val, span: Span) -> Val {
        let constant = val.term.free_vars().is_empty();
        if constant || val.ty == Type::Void {
            return val;
        }
        let temp = self.temp("t", val.term.sort().clone());
        self.assign(&temp, val.term, span);
        Val {
            term: temp.term(),
            ..val
        }
    }

    /// An arbitrary value of a type, for one that is not known.
    fn arbitrary(&mut self, ty: &Type, span: Span) -> Val {
        self.guesses.insert(span);
        let temp = self.temp("any", sort_of(ty));
        self.emit(StmtKind::Havoc(vec![temp.clone()]), span);
        let fact = self.well_typed(&temp.term(), ty);
        self.assume(fact, span);
        Val::new(temp.term(), ty.clone())
    }

    /// An arbitrary object of a type.
    fn some_object(&mut self, ty: &Type, span: Span) -> Val {
        let val = self.arbitrary(ty, span);
        self.assume(Term::ne(val.term.clone(), Term::null()), span);
        val
    }

    fn find_local(&self, name: &str) -> Option<Local> {
        let all = self.scopes.iter().rev().flat_map(|s| s.iter().rev());
        all.into_iter().find(|l| l.name == name).cloned()
    }

    fn declare(&mut self, name: &str, ty: Type, non_null: bool) -> Var {
        let var = self.temp(name, sort_of(&ty));
        self.bring(Local {
            name: name.to_string(),
            var: var.clone(),
            ty,
            non_null,
        });
        var
    }

    fn bring(&mut self, local: Local) {
        self.named.push((local.var.clone(), local.ty.clone()));
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(local);
        }
    }

    /// The type a reference in the present class means.
    fn resolve(&mut self, ty: &ast::TypeRef) -> Lowering<Type> {
        self.resolve_in(ty, self.class)
    }

    fn resolve_in(&mut self, ty: &ast::TypeRef, class: ClassId) -> Lowering<Type> {
        let param = self.classes().is_type_param(&ty.name, class)
            || self.method.decl.type_params.iter().any(|p| p.text == ty.name);
        if let (false, Some(found)) = (param, self.classes().resolve(ty, Some(class))) {
            return Ok(found);
        }
        if !param {
            let name = ty.name.clone();
            self.warn(
                Diagnostic::warning(ty.span, format!("nothing is known of the class `{name}`"))
                    .note("its objects are arbitrary, and so is what its methods do"),
            );
        }
        let object = self.classes().object();
        Ok((0..ty.dims).fold(object, |t, _| Type::Array(Box::new(t))))
    }

    /// The type a reference means, where what is below it must be known.
    fn resolve_known(&mut self, ty: &ast::TypeRef, class: ClassId) -> Lowering<Type> {
        if self.classes().resolve(ty, Some(class)).is_none() && !self.classes().is_type_param(&ty.name, class) {
            return Err(unsupported(
                ty.span,
                format!("the class `{}`, of which nothing is known", ty.name),
            ));
        }
        self.resolve_in(ty, class)
    }

    /// Who relies on a contract has to know all of it.
    fn knows_contract(&mut self, m: MethodRef<'a>, span: Span) {
        if let Some(unread) = self.world.unread_of_contract(m).first() {
            let message = format!("the contract of `{}` is not read as a whole", m.decl.name.text);
            let warning = Diagnostic::warning(span, message).related(unread.span, "this is not read");
            self.leave_out(warning);
        }
    }

    /// Who writes a field has to know all that is said of its class and of those below it.
    fn knows_class(&mut self, class: ClassId, span: Span) {
        let own = self.world.unread(self.verified);
        let concerned = |id: &ClassId| *id == class || self.classes().is_subclass(*id, class);
        let declared = self.classes().ids().filter(concerned);
        let mut unread = declared
            .filter_map(|id| self.classes().get(id).decl)
            .flat_map(|d| &d.unread);
        if let Some(first) = unread.find(|u| !own.contains(u)) {
            let message = "a clause about the class of this field is not read";
            let warning = Diagnostic::warning(span, message).related(first.span, "this is not read");
            self.leave_out(warning);
        }
    }

    fn is_subtype(&self, exception: &str, ty: &Type) -> bool {
        let known = Type::Class(self.classes().known(exception));
        self.classes().is_assignable(&known, ty)
    }
}

/// The sort of a type's values.
fn sort_of(ty: &Type) -> Sort {
    match ty {
        Type::Bool => Sort::Bool,
        Type::Set(_) => set_sort(),
        _ if ty.is_reference() => Sort::Ref,
        _ => Sort::Int,
    }
}

/// Something is wrong with the source.
fn wrong(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(span, message))
}

/// Something in the source is beyond us.
fn unsupported(span: Span, what: impl std::fmt::Display) -> Box<Diagnostic> {
    let error = Diagnostic::error(span, format!("not supported: {what}"));
    Box::new(error.label("the method cannot be verified because of this"))
}

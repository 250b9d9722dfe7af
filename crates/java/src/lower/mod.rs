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

mod call;
mod contract;
mod expr;
mod heap;
mod jump;
mod library;
mod routine;
mod spec;
mod stmt;
mod sum;
mod survey;

use crate::syntax::ast;
use crate::types::{ClassId, Classes, MethodRef, Type};
use abide_base::{Diagnostic, Span};
use abide_ir::{Program, Stmt, StmtKind};
use abide_logic::{Int, Sort, Term, Var};
use std::collections::BTreeMap;

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
}

impl Default for Options {
    fn default() -> Options {
        Options {
            non_null_by_default: true,
            wrap: true,
            throwing: false,
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
    /// Lengths of arrays.
    pub lengths: Option<Var>,
    /// Dynamic types.
    pub types: Option<Var>,
    /// Numbers of concrete classes and array types, with their names.
    pub classes: Vec<(i64, String)>,
    /// Enum constants: the variable and the constant as Java writes it.
    pub constants: Vec<(Var, String)>,
}

/// Lowers all methods of a file.
pub fn lower(unit: &ast::Unit, options: Options) -> Lowered {
    let classes = Classes::of(unit);
    let mut lowered = Lowered::default();
    for id in classes.ids() {
        let Some(decl) = classes.get(id).decl else { continue };
        for method in &decl.methods {
            let m = MethodRef {
                class: id,
                decl: method,
            };
            let name = routine_name(&classes, m);
            if !method.errors.is_empty() {
                lowered.failed.push((name, method.name.span));
                continue;
            }
            if method.body.is_none() {
                continue;
            }
            let world = World {
                classes: &classes,
                options,
            };
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

/// What is the same for all methods of a file.
struct World<'a> {
    classes: &'a Classes<'a>,
    options: Options,
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
        let number = ty.as_int().map(|kind| crate::ints::Number::typed(term.clone(), kind));
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

/// Values kept of an earlier state; filled in as formulas ask for them.
#[derive(Clone, Debug)]
struct Snapshot {
    /// How a kept variable is called: `old` or `entry`.
    word: &'static str,
    /// Does it keep locals too?
    locals: bool,
    vars: BTreeMap<Var, Var>,
}

/// A method on its way to a routine.
struct Body<'w, 'a> {
    world: &'w World<'a>,
    /// The method being verified, or the one being inlined.
    class: ClassId,
    method: MethodRef<'a>,
    inlined: Vec<*const ast::Method>,
    /// Classes whose initialisers are being read.
    initialising: Vec<ClassId>,
    next_tag: u32,
    next_label: u32,
    /// Heap variables by key.
    heap: BTreeMap<String, heap::HeapVar>,
    /// Constants of enums and strings, with what is assumed of them.
    facts: Vec<Term>,
    inputs: Vec<Var>,
    locals: Vec<Var>,
    /// The parameters as they came in.
    params: Vec<Local>,
    scopes: Vec<Vec<Local>>,
    /// All variables of the source, with their types.
    named: Vec<(Var, Type)>,
    this: Option<Val>,
    /// `this` of the method being verified, also while another one is inlined.
    root: Option<Val>,
    /// The object whose constructor is being verified or read.
    making: Option<Term>,
    result: Option<Var>,
    /// The type of what the present method returns.
    own_result: Type,
    /// The exception being thrown; null when none is.
    thrown: Var,
    code: Vec<Stmt>,
    frames: Vec<jump::Frame>,
    /// Types of exceptions the contract allows to leave the method.
    allowed: Vec<Vec<Type>>,
    snapshots: Vec<Snapshot>,
    /// Sums in formulas, and how they unfold.
    sums: Vec<(Term, Term)>,
    /// What has been written since some point: the map's key and the object, if it is known.
    writes: Vec<heap::Write>,
    /// What may be written, by the contract.
    frame: Vec<(Term, contract::Frame)>,
    /// Are we in the constructor of `this`?
    constructing: bool,
    warnings: Vec<Diagnostic>,
}

impl<'a> Body<'_, 'a> {
    fn classes(&self) -> &Classes<'a> {
        self.world.classes
    }

    fn fresh(&mut self, name: &str, sort: Sort) -> Var {
        let var = Var::new(name, self.next_tag, sort);
        self.next_tag += 1;
        var
    }

    /// A new local of the routine.
    fn temp(&mut self, name: &str, sort: Sort) -> Var {
        let var = self.fresh(name, sort);
        self.locals.push(var.clone());
        var
    }

    fn label(&mut self, word: &str) -> String {
        self.next_label += 1;
        format!("{word}{}", self.next_label)
    }

    fn emit(&mut self, kind: StmtKind, span: Span) {
        self.code.push(Stmt { kind, span });
    }

    fn assign(&mut self, var: &Var, term: Term, span: Span) {
        self.emit(StmtKind::Assign(vec![(var.clone(), term)]), span);
    }

    fn assume(&mut self, formula: Term, span: Span) {
        if !formula.is_true() {
            self.emit(StmtKind::Assume(formula), span);
        }
    }

    /// What `f` emits, apart.
    fn block<T>(&mut self, f: impl FnOnce(&mut Self) -> Lowering<T>) -> Lowering<(T, Vec<Stmt>)> {
        let before = std::mem::take(&mut self.code);
        let result = f(self);
        let block = std::mem::replace(&mut self.code, before);
        Ok((result?, block))
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

    fn warn(&mut self, warning: Diagnostic) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// An arbitrary value of a type.
    fn arbitrary(&mut self, ty: &Type, span: Span) -> Val {
        let temp = self.temp("any", sort_of(ty));
        self.emit(StmtKind::Havoc(vec![temp.clone()]), span);
        let fact = self.well_typed(&temp.term(), ty);
        self.assume(fact, span);
        Val::new(temp.term(), ty.clone())
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

    fn is_subtype(&self, exception: &str, ty: &Type) -> bool {
        let known = Type::Class(self.classes().known(exception));
        self.classes().is_assignable(&known, ty)
    }
}

/// The sort of a type's values.
fn sort_of(ty: &Type) -> Sort {
    match ty {
        Type::Bool => Sort::Bool,
        Type::Class(_) | Type::Array(_) | Type::Null => Sort::Ref,
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

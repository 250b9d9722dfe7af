//! From C with ACSL to guarded commands.
//!
//! * A pointer is a block and an offset, counted in elements of what it points to. Memory is one
//!   map per scalar type, or per member of a structure, from blocks and offsets to values
//!   (component-as-array). How large a block is and what it consists of never changes; which
//!   blocks are alive does.
//! * What nobody takes the address of does not live in memory: such a variable is one variable
//!   of the routine for each scalar in it, an array a map from indices.
//! * Everything undefined is a [`abide_ir::Check`]; what is implementation-defined is as the
//!   usual compilers have it.
//! * Signed overflow is an error, unsigned numbers wrap around; with [`Options::machine`] off
//!   all integers are mathematical.
//! * Values of floating types and unions are not modelled: what depends on them is arbitrary, or
//!   unsupported where that would hide an error.

mod arithmetic;
mod builtins;
mod call;
mod claims;
mod contract;
mod convert;
mod declare;
mod determined;
mod expr;
mod ghost;
mod given;
mod granted;
mod hidden;
mod init;
mod jump;
mod library;
mod loop_frame;
mod loops;
mod memory;
mod order;
mod output;
mod parts;
mod passed;
mod place;
mod regions;
mod routine;
mod spec;
mod stmt;
mod survey;
mod touch;
mod typing;
mod unknown;
mod unseen;
mod walks;
mod world;

use crate::syntax::ast;
use crate::types::{DataModel, Type};
use abide_base::{Diagnostic, Severity, Span};
use abide_ir::draft::{Draft, Drafting};
use abide_ir::{CheckKind, Program, StmtKind};
use abide_logic::number::Number;
use abide_logic::{Int, Term, Var};
pub use memory::{Leaf, Part};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use world::World;
pub(crate) use world::is_const;

/// How C is to be read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The sizes of the integer types.
    pub model: DataModel,
    /// Integers are those of the machine; otherwise they are mathematical.
    pub machine: bool,
    /// Run-time errors are checked. Without, programs are taken to have none, as in tasks that
    /// ask for nothing but an assertion: what has no value yet is arbitrary.
    pub run_time: bool,
    /// Clauses that cannot be read are left out; otherwise whoever relies on one cannot be verified.
    pub lenient: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            model: DataModel::default(),
            machine: true,
            run_time: true,
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
    /// What the variables of each routine mean.
    pub shapes: Vec<Shape>,
    /// For each routine, the functions of the file that it relies on without having read their bodies.
    pub relies: BTreeMap<String, BTreeSet<String>>,
    /// For each routine, the functions whose bodies were read in place of calls.
    pub read: BTreeMap<String, BTreeSet<String>>,
    /// Functions that may be called through pointers, or by the machine.
    pub escaped: BTreeSet<String>,
    /// Functions whose contracts say from where they may be called.
    pub specified: BTreeSet<String>,
}

/// What a routine's variables mean, for showing states and making tests.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Are members of structures kept apart from the rest, as they are pointed to?
    pub has_parts: bool,
    /// The routine.
    pub routine: String,
    /// Parameters: name, type, parts.
    pub params: Vec<(String, Type, Vec<Term>)>,
    /// Global variables that are read or written, likewise.
    pub globals: Vec<(String, Type, Vec<Term>)>,
    /// Global variables that are in memory: name, type, block.
    pub placed: Vec<(String, Type, Term)>,
    /// Local variables, likewise.
    pub locals: Vec<(String, Type, Vec<Term>)>,
    /// Maps of memory: what the block consists of, the path to the scalar, the part of it.
    pub cells: Vec<(Type, memory::Leaf, Var)>,
    /// The first offset of a block, and one past the last.
    pub bounds: Option<(Var, Var)>,
    /// Which blocks are alive.
    pub alive: Option<Var>,
    /// Which blocks may be written.
    pub writable: Option<Var>,
    /// What is returned.
    pub result: Option<Type>,
    /// Does every run of the routine stand for one of the source? Not where an unknown function
    /// changes memory that it cannot know.
    pub exact: bool,
    /// Where an arbitrary value stands for one that C determines: a call of a function with a body by
    /// its contract, a function of a library, a comparison of floating values.
    pub guesses: BTreeSet<Span>,
    /// Inputs whose values C or the system determines, though they are not known.
    pub determined: Vec<Var>,
}

/// The stack of the lowering, which recurses as deep as bodies nest and calls are read in place. The most
/// of it is never touched.
const STACK: usize = 512 << 20;

/// Lowers a file.
pub fn lower(unit: &ast::Unit, options: Options) -> Lowered {
    let lowered = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, || lower_here(unit, options));
        thread.ok().map(|thread| thread.join())
    });
    match lowered {
        Some(Ok(lowered)) => lowered,
        // a bug of ours is told as such where bugs are caught
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        None => lower_here(unit, options),
    }
}

fn lower_here(unit: &ast::Unit, options: Options) -> Lowered {
    let world = World::new(unit, options);
    let mut lowered = Lowered {
        diagnostics: world.diagnostics.clone(),
        ..Lowered::default()
    };
    lowered.program.functions = world.functions();
    for unread in &unit.unread {
        let mut said = unread.said.clone();
        if !options.lenient {
            said.severity = Severity::Error;
            said = said.help("`--lenient` verifies without clauses that cannot be read");
            let name = "an annotation".to_string();
            lowered.failed.extend(said.span.map(|span| (name, span)));
        }
        lowered.diagnostics.push(said);
    }
    claims::lemmas(unit)
        .iter()
        .for_each(|lemma| lowered.take(&world, lemma, true));
    lowered.escaped = world.escaped.clone();
    let specified = world.callees.iter().filter(|(_, c)| c.contract.is_some());
    lowered.specified = specified.map(|(name, _)| name.clone()).collect();
    let first = world.to_verify();
    let known = |f: &&ast::Function| first.iter().any(|g| std::ptr::eq(*g, *f));
    first.iter().for_each(|f| lowered.take(&world, f, true));
    // what nobody has read in place after all is looked at by itself, for whatever it may be given
    for function in world.functions_to_see().filter(|f| !known(f)) {
        let name = &*function.name.text;
        let seen = lowered.read.values().any(|read| read.contains(name));
        if !seen || world.escaped.contains(name) {
            lowered.take(&world, function, false);
        }
    }
    lowered.diagnostics.sort_by_key(|d| d.span);
    lowered.diagnostics.dedup();
    lowered
}

impl Lowered {
    /// Lowers one function. A failure counts against the program if the function may really be called
    /// like that.
    fn take(&mut self, world: &World<'_>, function: &ast::Function, exact: bool) {
        let name = function.name.text.to_string();
        let failed = (name.clone(), function.name.span);
        if let Some(broken) = &function.broken {
            self.diagnostics
                .push(Diagnostic::error(broken.span, broken.message.clone()));
            return self.failed.push(failed);
        }
        if let Some(clash) = world.clashes.get(&name) {
            self.diagnostics.push(clash.clone());
            return self.failed.push(failed);
        }
        if let Some(missing) = world.missing_before(function) {
            self.diagnostics.push(missing);
            return self.failed.push(failed);
        }
        match routine::routine(world, function) {
            Ok(mut done) => {
                done.shape.exact &= exact && !world.constructors.contains(&name) && world.takes_any_input(function);
                self.program.routines.push(done.routine);
                self.diagnostics.extend(done.warnings);
                self.shapes.push(done.shape);
                self.relies.insert(name.clone(), done.relies);
                self.read.insert(name, done.read);
            }
            Err(errors) => {
                self.diagnostics.extend(errors);
                self.failed.push(failed);
            }
        }
    }
}

/// Something that cannot be lowered.
type Lowering<T> = Result<T, Box<Diagnostic>>;

/// The value of an expression: a term for each scalar part of its type ([`memory::Leaf`]).
#[derive(Clone, Debug)]
struct Val {
    ty: Type,
    parts: Vec<Term>,
    /// Bounds known from the expression's form.
    low: Option<Int>,
    high: Option<Int>,
    /// The formula whose truth the value is.
    truth: Option<Term>,
    /// What the memory really consists of, where a pointer was cast to a type of another sign.
    real: Option<Type>,
}

impl Val {
    fn new(ty: Type, parts: Vec<Term>) -> Val {
        Val {
            ty,
            parts,
            low: None,
            high: None,
            truth: None,
            real: None,
        }
    }

    fn void() -> Val {
        Val::new(Type::Void, Vec::new())
    }

    fn number(number: Number, ty: Type) -> Val {
        Val {
            low: number.low,
            high: number.high,
            ..Val::new(ty, vec![number.term])
        }
    }

    /// A truth value as `int`.
    fn truth(formula: Term) -> Val {
        let number = Term::ite(formula.clone(), Term::int(1), Term::int(0));
        Val {
            truth: Some(formula),
            ..Val::number(Number::between(number, Int::ZERO, Int::ONE), Type::INT)
        }
    }

    fn pointer(to: Type, block: Term, offset: Term) -> Val {
        Val::new(to.pointer(), vec![block, offset])
    }

    fn null() -> Val {
        Val::pointer(Type::Void, Term::null(), Term::int(0))
    }

    /// The integer.
    fn int(&self) -> Option<Number> {
        match (&self.ty, self.parts.first()) {
            (Type::Int(_) | Type::Bits(..) | Type::Integer, Some(term)) => Some(Number {
                term: term.clone(),
                low: self.low.clone(),
                high: self.high.clone(),
            }),
            _ => None,
        }
    }

    /// Block and offset.
    fn address(&self) -> Option<(Term, Term)> {
        match (&self.ty, self.parts.as_slice()) {
            (Type::Pointer(_), [block, offset]) => Some((block.clone(), offset.clone())),
            // a structure that stands alone
            (Type::Pointer(_), [block]) => Some((block.clone(), Term::int(0))),
            _ => None,
        }
    }

    /// Is it the null pointer or the constant zero?
    fn is_null_constant(&self) -> bool {
        match self.parts.first() {
            Some(t) if self.ty.as_int().is_some() => *t == Term::int(0),
            Some(t) => *t == Term::null(),
            None => false,
        }
    }
}

/// A variable of the source.
#[derive(Clone, Debug)]
struct Object {
    name: String,
    ty: Type,
    home: Home,
    /// Is it true that it has been given a value? Only for variables declared without one.
    set: Option<Var>,
    /// A name in ghost code.
    ghost: bool,
    /// The number of elements of an array, where that was found out at run time.
    count: Option<Term>,
}

/// Where a variable lives.
#[derive(Clone, Debug)]
enum Home {
    /// In variables of the routine, one for each scalar part.
    Vars(Vec<Var>),
    /// In terms that never change: a parameter that nobody assigns.
    Fixed(Vec<Term>),
    /// In memory: the block.
    Block(Term),
    /// It is the variable of that name at file scope, declared again in a block.
    OfFile,
}

/// Where a formula of the source is to be read.
#[derive(Clone, Debug)]
struct Scope {
    /// Names bound to values, the last one first: parameters of a callee, bound variables.
    bound: Vec<(String, Val)>,
    /// Are the function's own locals visible?
    locals: bool,
    /// `\result`.
    result: Option<Val>,
    /// The state in which variables and memory are read.
    view: View,
    /// What labels mean here.
    labels: BTreeMap<String, View>,
    /// Applications of logic functions unfolded around this.
    depth: usize,
    /// Is a formula inside a quantifier: facts about what it reads cannot be stated outside.
    bound_vars: Vec<Var>,
}

/// A state of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// The present one.
    Now,
    /// The one kept in a snapshot.
    At(usize),
}

/// Where `break` and `continue` go.
#[derive(Clone, Debug)]
struct Target {
    /// Where `break` goes to.
    end: String,
    /// Where `continue` goes to; none in a `switch`.
    next: Option<String>,
    /// Scopes open there.
    depth: usize,
    /// Was `continue` used?
    continued: bool,
    /// Was `break` used?
    broken: bool,
}

/// A function on its way to a routine.
struct Body<'w, 'a> {
    world: &'w World<'a>,
    /// The function being verified, or the one being inlined.
    function: &'a ast::Function,
    inlined: Vec<String>,
    draft: Draft,
    /// Parts of memory and global variables by key.
    heap: BTreeMap<String, memory::HeapVar>,
    /// Facts about parts of memory that never change.
    facts: Vec<Term>,
    inputs: Vec<Var>,
    /// The parameters as they came in.
    params: Vec<(String, Val)>,
    scopes: Vec<Vec<Object>>,
    /// Every local variable, for showing states.
    named: Vec<(String, Type, Vec<Term>)>,
    /// Variables whose declaration a jump may pass over, in the present function.
    skipped: BTreeSet<String>,
    /// Names whose address is taken in the present function.
    exposed: BTreeSet<String>,
    result: Option<Object>,
    targets: Vec<Target>,
    /// Where `return` goes to in an inlined function, and the scopes open there.
    leave: Option<(String, usize)>,
    /// Labels of the present function, renamed where it is inlined.
    labels: BTreeMap<String, String>,
    /// How many scopes are open at each label.
    label_depths: BTreeMap<String, usize>,
    /// C labels and what was kept there.
    label_states: BTreeMap<String, usize>,
    /// What has been written since some point.
    writes: Vec<memory::Write>,
    /// Blocks made so far, by the variable that holds them.
    made: Vec<Var>,
    /// What blocks consist of whose offsets are counted from their start: variables and parts.
    anchored: BTreeSet<Type>,
    /// What may be written, by contracts of the function and of statements around.
    frame: Vec<regions::Frame>,
    /// Variables that certainly have a value.
    assigned: BTreeSet<Var>,
    /// Variables whose flag is asked for; known from the first pass.
    flagged: BTreeSet<String>,
    /// Which memory has been given a value.
    given: given::Given,
    /// The variable whose initial value is being read: only its type is known.
    declaring: Option<(String, Type)>,
    /// What jumps of the present function pass over.
    jumps: passed::Jumps<'a>,
    /// The variable that the next new block goes into.
    next_block: Option<Var>,
    /// Functions whose bodies were read in place.
    read: BTreeSet<String>,
    /// Functions with bodies that were not.
    relies: BTreeSet<String>,
    /// How much was read in place so far.
    read_size: usize,
    /// Was all memory forgotten for an unknown function? It cannot know the blocks made here, unless
    /// it is told of them.
    forgotten: bool,
    /// Functions defined by themselves that read memory, and the maps they read.
    symbols: BTreeMap<String, spec::Symbol>,
    /// Logic functions of which it is being found out what they read.
    reading: BTreeSet<String>,
    /// All of memory, where a logic function may read all of it.
    all_memory: Option<BTreeSet<Var>>,
    /// What pointers that move were assigned from, if that is one array.
    bases: BTreeMap<String, String>,
    /// Applications of functions defined by themselves, and how they unfold.
    unfoldings: Vec<(Term, Term)>,
    /// What blocks consist of that are filled with zeros, beyond their ends, too.
    zeroed: BTreeSet<Type>,
    /// Variables with arrays that are assigned as a whole, beyond their ends, too.
    filled_as_a_whole: BTreeSet<Var>,
    /// May blocks end while the function runs?
    ended: bool,
    /// What functions return that are not read in place.
    returned: BTreeSet<Type>,
    /// Places that pointers from outside may lead to, and that are not in memory.
    hidden: Vec<hidden::Hidden>,
    /// A formula is being read: no code is to come of it.
    quiet: bool,
    /// The state at the start of the present function.
    pre: usize,
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
    /// A label nobody has seen; the space keeps it apart from those of the source.
    fn label(&mut self, word: &str) -> String {
        self.draft.label(&format!("{word} "))
    }

    fn assume(&mut self, formula: Term, span: Span) {
        if !self.quiet {
            self.draft.assume(formula, span);
        }
    }

    /// An obligation.
    fn check(&mut self, formula: Term, kind: CheckKind, span: Span, demanded: Option<Span>) {
        if self.quiet {
            return;
        }
        match self.world.options.run_time || is_stated(kind) {
            true => self.draft.check(formula, kind, span, demanded),
            // what has no value yet is arbitrary; every other error ends the run
            false if kind != CheckKind::Uninitialised => self.draft.assume(formula, span),
            false => {}
        }
    }

    /// Keeps a value in temporaries.
    fn save(&mut self, val: Val, span: Span) -> Val {
        let mut parts = Vec::new();
        for term in &val.parts {
            if term.free_vars().is_empty() {
                parts.push(term.clone());
                continue;
            }
            let temp = self.temp("t", term.sort().clone());
            self.assign(&temp, term.clone(), span);
            parts.push(temp.term());
        }
        Val {
            truth: None,
            parts,
            ..val
        }
    }

    /// An arbitrary value of a type.
    fn arbitrary(&mut self, ty: &Type, span: Span) -> Val {
        let leaves = self.leaves(ty);
        let vars: Vec<Var> = leaves.iter().map(|l| self.temp("any", l.sort())).collect();
        if !vars.is_empty() {
            self.emit(StmtKind::Havoc(vars.clone()), span);
        }
        let parts: Vec<Term> = vars.iter().map(Var::term).collect();
        let fact = self.well_typed(ty, &parts);
        self.assume(fact, span);
        let fact = self.as_given(ty, &parts);
        self.assume(fact, span);
        self.typed(ty.clone(), parts)
    }

    /// What comes in has a value of its type, also where integers are mathematical: an unsigned one is not
    /// negative. What is computed with it then may be.
    fn as_given(&self, ty: &Type, parts: &[Term]) -> Term {
        match (ty, parts) {
            (Type::Int(kind), [term]) if !self.world.options.machine && !crate::types::is_signed(*kind) => {
                let range = self.world.types.model.range(*kind);
                range.holds(term)
            }
            _ => Term::tt(),
        }
    }

    /// A value of which the type is all that is known.
    fn typed(&self, ty: Type, parts: Vec<Term>) -> Val {
        match (self.range(&ty), parts.as_slice()) {
            (Some(range), [term]) => {
                let number = Number::within(term.clone(), &range);
                Val::number(number, ty)
            }
            _ => Val::new(ty, parts),
        }
    }

    /// The values of an integer type, unless integers are mathematical.
    fn range(&self, ty: &Type) -> Option<abide_logic::number::Range> {
        if !self.world.options.machine {
            return None;
        }
        match ty {
            Type::Int(kind) => Some(self.world.types.model.range(*kind)),
            Type::Bits(kind, bits) => Some(abide_logic::number::Range::of_bits(
                *bits,
                crate::types::is_signed(*kind),
            )),
            _ => None,
        }
    }

    fn show(&self, ty: &Type) -> String {
        self.world.types.show(ty)
    }

    fn find_local(&self, name: &str) -> Option<Object> {
        let mut all = self.scopes.iter().rev().flat_map(|s| s.iter().rev());
        let found = all.find(|o| o.name == name);
        found.filter(|o| !matches!(o.home, Home::OfFile)).cloned()
    }
}

/// Is it something that the source states, and not what every program must keep to?
fn is_stated(kind: CheckKind) -> bool {
    matches!(
        kind,
        CheckKind::Assertion
            | CheckKind::Precondition
            | CheckKind::Postcondition
            | CheckKind::InvariantEntry
            | CheckKind::InvariantPreserved
            | CheckKind::Frame
            | CheckKind::Decreases
    )
}

/// Something is wrong with the source.
fn wrong(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(span, message))
}

/// Something in the source is beyond us.
fn unsupported(span: Span, what: impl std::fmt::Display) -> Box<Diagnostic> {
    let error = Diagnostic::error(span, format!("not supported: {what}"));
    Box::new(error.label("the function cannot be verified because of this"))
}

//! The state of lowering one function.

use super::environment::Environment;
use super::followed::Subroutines;
use super::state::{Frame, HeapKind, Initialized, Jumps, PossibleAlias, StringBlock, Symbol};
use super::value::{Home, Object, Target, Val};
use crate::syntax::ast;
use crate::types::Type;
use abide_base::Span;
use abide_frontend::draft::{Draft, Drafting};
use abide_frontend::heap::Heap;
use abide_ir::{Call, CheckKind, StmtKind};
use abide_logic::eval::Definitions;
use abide_logic::number::Number;
use abide_logic::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

/// A function on its way to a routine.
pub(in crate::lower) struct Body<'w, 'a> {
    pub(in crate::lower) env: &'w Environment<'a>,
    /// The function being verified, or the one being inlined.
    pub(in crate::lower) function: &'a ast::Function,
    pub(in crate::lower) inlined: Vec<String>,
    /// What the function being verified is given, which inlined ones cannot name.
    pub(in crate::lower) given: Vec<Var>,
    pub(in crate::lower) draft: Draft,
    /// Parts of memory and global variables by key.
    pub(in crate::lower) heap: Heap<HeapKind>,
    /// The parameters as they came in.
    pub(in crate::lower) params: Vec<(String, Val)>,
    pub(in crate::lower) scopes: Vec<Vec<Object>>,
    /// Every local variable, for showing states.
    pub(in crate::lower) named: Vec<(String, Type, Vec<Term>)>,
    /// Variables whose declaration a jump may pass over, in the present function.
    pub(in crate::lower) skipped: BTreeSet<String>,
    /// Names whose address is taken in the present function.
    pub(in crate::lower) address_taken: BTreeSet<String>,
    pub(in crate::lower) result: Option<Object>,
    pub(in crate::lower) targets: Vec<Target>,
    /// Where `return` goes to in an inlined function, and the scopes open there.
    pub(in crate::lower) leave: Option<(String, usize)>,
    /// Labels of the present function, renamed where it is inlined.
    pub(in crate::lower) labels: BTreeMap<String, String>,
    /// How many scopes are open at each label.
    pub(in crate::lower) label_depths: BTreeMap<String, usize>,
    /// C labels and what was kept there.
    pub(in crate::lower) label_states: BTreeMap<String, usize>,
    /// The states at labels by what these are called here, also of those that come later.
    pub(in crate::lower) states_at_labels: BTreeMap<String, usize>,
    /// Blocks made so far, by the variable that holds them.
    pub(in crate::lower) made: Vec<Var>,
    /// What blocks consist of whose offsets are counted from their start: variables and parts.
    pub(in crate::lower) anchored: BTreeSet<Type>,
    /// What may be written, by contracts of the function and of statements around.
    pub(in crate::lower) frame: Vec<Frame>,
    /// Variables that certainly have a value.
    pub(in crate::lower) assigned: BTreeSet<Var>,
    /// Variables whose flag is needed; known from the first pass.
    pub(in crate::lower) flagged: BTreeSet<String>,
    /// Which memory has been given a value.
    pub(in crate::lower) initialized: Initialized,
    /// The variable whose initial value is being read: only its type is known.
    pub(in crate::lower) declaring: Option<(String, Type)>,
    /// What jumps of the present function pass over.
    pub(in crate::lower) jumps: Jumps<'a>,
    /// The variable that the next new block goes into.
    pub(in crate::lower) next_block: Option<Var>,
    /// Functions whose bodies were read in place.
    pub(in crate::lower) read: BTreeSet<String>,
    /// Functions with bodies that were not.
    pub(in crate::lower) relies: BTreeSet<String>,
    /// Functions that it calls where a run goes through their code.
    pub(in crate::lower) followed: BTreeSet<String>,
    /// Calls that can be run, by the variable that says that they return.
    pub(in crate::lower) calls: BTreeMap<Var, Call>,
    /// What functions of the logic stand for that are defined by themselves.
    pub(in crate::lower) logic: Definitions,
    /// Has the function no inputs, so that it may simply be run?
    pub(in crate::lower) is_run: bool,
    /// Functions that a run goes through.
    pub(in crate::lower) subroutines: Subroutines,
    /// How much was read in place so far.
    pub(in crate::lower) read_size: usize,
    /// What formulas take a `void *` for: the block, unless it depends on a variable of a quantifier, and the type.
    pub(in crate::lower) void_casts: Vec<(Option<Term>, Type)>,
    /// Was all memory forgotten for an unknown function? It cannot know the blocks made here, unless
    /// it is given a pointer to them.
    pub(in crate::lower) forgotten: bool,
    /// Functions defined by themselves that read memory, and the maps they read.
    pub(in crate::lower) symbols: BTreeMap<String, Symbol>,
    /// Logic functions of which it is being found out what they read.
    pub(in crate::lower) reading: BTreeSet<String>,
    /// All of memory, where a logic function may read all of it.
    pub(in crate::lower) all_memory: Option<BTreeSet<Var>>,
    /// What pointers that move were assigned from, if that is one array.
    pub(in crate::lower) bases: BTreeMap<String, String>,
    /// Is an axiom about memory being read?
    pub(in crate::lower) in_axiom: bool,
    /// Applications of functions defined by themselves, and how they unfold.
    pub(in crate::lower) unfoldings: Vec<(Term, Term)>,
    /// The strings in the source.
    pub(in crate::lower) strings: Vec<StringBlock>,
    /// What blocks consist of that are filled with zeros, beyond their ends, too.
    pub(in crate::lower) zeroed: BTreeSet<Type>,
    /// Variables with arrays that are assigned as a whole, beyond their ends, too.
    pub(in crate::lower) filled_as_a_whole: BTreeSet<Var>,
    /// Variables of the function that are `volatile`: every read gives some value.
    pub(in crate::lower) volatile: BTreeSet<Var>,
    /// May blocks end while the function runs?
    pub(in crate::lower) ended: bool,
    /// What functions return that are not read in place.
    pub(in crate::lower) returned: BTreeSet<Type>,
    /// Places that pointers from outside may lead to, and that are not in memory.
    pub(in crate::lower) hidden: Vec<PossibleAlias>,
    /// A formula is being read: no code is to come of it.
    pub(in crate::lower) quiet: bool,
    /// The expression whose value is not asked for.
    pub(in crate::lower) unasked: Option<Span>,
    /// The state at the start of the present function.
    pub(in crate::lower) pre: usize,
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
    pub(in crate::lower) fn label(&mut self, word: &str) -> String {
        self.draft.label(&format!("{word} "))
    }

    pub(in crate::lower) fn assume(&mut self, formula: Term, span: Span) {
        if !self.quiet {
            self.draft.assume(formula, span);
        }
    }

    /// An obligation.
    pub(in crate::lower) fn check(&mut self, formula: Term, kind: CheckKind, span: Span, demanded: Option<Span>) {
        if self.quiet {
            return;
        }
        match self.env.options.run_time || is_stated(kind) {
            true => self.draft.check(formula, kind, span, demanded),
            // what has no value yet is arbitrary; every other error ends the run
            false if kind != CheckKind::Uninitialised => self.draft.assume(formula, span),
            false => {}
        }
    }

    /// Keeps a value in temporaries.
    pub(in crate::lower) fn save(&mut self, val: Val, span: Span) -> Val {
        self.kept(val, |_, term| term.free_vars().is_empty(), span)
    }

    /// Keeps what of a value is read from memory in temporaries: it stays what it is when memory is written.
    pub(in crate::lower) fn settled(&mut self, val: Val, span: Span) -> Val {
        let is_outside = |b: &Self, term: &Term| term.free_vars().iter().all(|var| !b.heap.has(var));
        self.kept(val, is_outside, span)
    }

    fn kept(&mut self, val: Val, stays: impl Fn(&Self, &Term) -> bool, span: Span) -> Val {
        let mut parts = Vec::new();
        for term in &val.parts {
            if stays(self, term) {
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
    pub(in crate::lower) fn arbitrary(&mut self, ty: &Type, span: Span) -> Val {
        let leaves = self.leaves(ty);
        let vars: Vec<Var> = leaves.iter().map(|l| self.temp("any", l.sort())).collect();
        if !vars.is_empty() {
            self.emit(StmtKind::Havoc(vars.clone()), span);
        }
        let parts: Vec<Term> = vars.iter().map(Var::term).collect();
        self.assume_given(ty, &parts, span);
        self.typed(ty.clone(), parts)
    }

    /// What comes from elsewhere has a value of its type.
    pub(in crate::lower) fn assume_given(&mut self, ty: &Type, parts: &[Term], span: Span) {
        let fact = self.well_typed(ty, parts);
        self.assume(fact, span);
        let fact = self.as_given(ty, parts);
        self.assume(fact, span);
    }

    /// What comes in has a value of its type, also where integers are mathematical: an unsigned one is not
    /// negative, and one narrower than `int` is as casts make it. What is computed with it then may be another one.
    pub(in crate::lower) fn as_given(&self, ty: &Type, parts: &[Term]) -> Term {
        match (ty, parts) {
            (Type::Int(kind), [term]) if !self.env.options.machine => {
                let model = self.env.types.model;
                let is_narrow = model.bytes(*kind) < model.bytes(ast::IntType::Int);
                match is_narrow || !crate::types::is_signed(*kind) {
                    true => model.range(*kind).holds(term),
                    false => Term::tt(),
                }
            }
            _ => Term::tt(),
        }
    }

    /// A value of which the type is all that is known.
    pub(in crate::lower) fn typed(&self, ty: Type, parts: Vec<Term>) -> Val {
        match (self.range(&ty), parts.as_slice()) {
            (Some(range), [term]) => {
                let number = Number::within(term.clone(), &range);
                Val::number(number, ty)
            }
            _ => Val::new(ty, parts),
        }
    }

    /// The values of an integer type, unless integers are mathematical.
    pub(in crate::lower) fn range(&self, ty: &Type) -> Option<abide_logic::number::Range> {
        if !self.env.options.machine {
            return None;
        }
        match ty {
            Type::Int(kind) => Some(self.env.types.model.range(*kind)),
            Type::Bits(kind, bits) => Some(abide_logic::number::Range::of_bits(
                *bits,
                crate::types::is_signed(*kind),
            )),
            _ => None,
        }
    }

    pub(in crate::lower) fn show(&self, ty: &Type) -> String {
        self.env.types.show(ty)
    }

    pub(in crate::lower) fn find_local(&self, name: &str) -> Option<Object> {
        let mut all = self.scopes.iter().rev().flat_map(|s| s.iter().rev());
        let found = all.find(|o| o.name == name);
        found.filter(|o| !matches!(o.home, Home::OfFile)).cloned()
    }
}

/// Is it something that the source states, and not what every program must keep to?
pub(in crate::lower) fn is_stated(kind: CheckKind) -> bool {
    matches!(
        kind,
        CheckKind::Assertion
            | CheckKind::Precondition
            | CheckKind::Postcondition
            | CheckKind::InvariantEntry
            | CheckKind::InvariantPreserved
            | CheckKind::Frame
            | CheckKind::Decreases
            | CheckKind::Order
    )
}

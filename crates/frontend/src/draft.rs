//! A routine under construction: what all front ends do alike when they lower a language to guarded
//! commands.
//!
//! A front end keeps a [`Draft`] with what it knows of its own language and dereferences to it.

use crate::failure::Lowering;
use crate::heap::Heap;
use crate::snapshot::Snapshot;
use crate::writes::Write;
use abide_base::{Diagnostic, Severity, Span};
use abide_ir::{Assumption, AssumptionKind, Block, Check, CheckKind, LoopSpec, Stmt, StmtKind};
use abide_logic::{Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::DerefMut;

/// A routine under construction.
#[derive(Clone, Debug)]
pub struct Draft {
    /// No variable has this tag or a higher one.
    pub next_tag: u32,
    next_label: u32,
    /// What the routine is given, the heap aside.
    pub inputs: Vec<Var>,
    /// The locals so far.
    pub locals: Vec<Var>,
    /// What is known from the start of what never changes.
    pub facts: Vec<Term>,
    /// The statements so far.
    pub code: Block,
    /// Values kept of earlier states.
    pub snapshots: Vec<Snapshot>,
    /// What has been written to the heap so far.
    pub writes: Vec<Write>,
    /// What was found questionable, each thing once.
    pub warnings: Vec<Diagnostic>,
    /// Where an arbitrary value stands for one that is not known.
    pub guesses: BTreeSet<Span>,
    /// What is assumed.
    pub assumes: BTreeSet<Assumption>,
    /// Clauses of the source that were not read or are not checked, each as a warning at its place.
    pub unread: Vec<Diagnostic>,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            next_tag: 1,
            next_label: 0,
            inputs: Vec::new(),
            locals: Vec::new(),
            facts: Vec::new(),
            code: Vec::new(),
            snapshots: Vec::new(),
            writes: Vec::new(),
            warnings: Vec::new(),
            guesses: BTreeSet::new(),
            assumes: BTreeSet::new(),
            unread: Vec::new(),
        }
    }
}

impl Draft {
    /// The draft to begin again with, where the parts of the heap that the routine speaks of are known: facts
    /// about its parameters belong to the first pass.
    pub fn second_pass<K>(&self, heap: &Heap<K>) -> Draft {
        Draft {
            next_tag: self.next_tag,
            facts: self.facts.iter().filter(|f| heap.is_all_of(f)).cloned().collect(),
            ..Draft::default()
        }
    }

    /// A variable nobody has seen.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> Var {
        let var = Var::new(name, self.next_tag, sort);
        self.next_tag += 1;
        var
    }

    /// A new local of the routine.
    pub fn temp(&mut self, name: &str, sort: Sort) -> Var {
        let var = self.fresh(name, sort);
        self.locals.push(var.clone());
        var
    }

    /// A label nobody has seen.
    pub fn label(&mut self, word: &str) -> String {
        self.next_label += 1;
        format!("{word}{}", self.next_label)
    }

    /// Adds a statement.
    pub fn emit(&mut self, kind: StmtKind, span: Span) {
        self.code.push(Stmt { kind, span });
    }

    /// Goes to a label.
    pub fn goto(&mut self, label: impl Into<String>, span: Span) {
        self.emit(StmtKind::Goto(vec![label.into()]), span);
    }

    /// Puts a label here that no loop begins at.
    pub fn place_label(&mut self, label: impl Into<String>, span: Span) {
        let no_loop = LoopSpec {
            span,
            ..LoopSpec::default()
        };
        self.emit(StmtKind::Label(label.into(), no_loop), span);
    }

    /// Assigns one variable.
    pub fn assign(&mut self, var: &Var, term: Term, span: Span) {
        self.emit(StmtKind::Assign(vec![(var.clone(), term)]), span);
    }

    /// Assumes what is not plainly true.
    pub fn assume(&mut self, formula: Term, span: Span) {
        if !formula.is_true() {
            self.emit(StmtKind::Assume(formula), span);
        }
    }

    /// Notes a write to a map at an object, or at any.
    pub fn wrote(&mut self, map: &Var, object: Option<&Term>) {
        self.writes.push(Write {
            map: map.clone(),
            object: object.cloned(),
            fresh: false,
        });
    }

    /// Notes a write to a map at an object that was made since, or at any such.
    pub fn wrote_new(&mut self, map: &Var, object: Option<&Term>) {
        self.writes.push(Write {
            map: map.clone(),
            object: object.cloned(),
            fresh: true,
        });
    }

    /// A truth value that the source determines and that is not known: whether a callee throws, or writes
    /// something. Either may be the case; a run that depends on it refutes nothing.
    pub fn unknown_choice(&mut self, name: &str, span: Span) -> Term {
        self.guesses.insert(span);
        let choice = self.temp(name, Sort::Bool);
        self.emit(StmtKind::Havoc(vec![choice.clone()]), span);
        choice.term()
    }

    /// What runs here may not come back: it throws, exits or goes on for ever.
    pub fn may_not_return(&mut self, span: Span) {
        let returns = self.unknown_choice("returns", span);
        self.emit(StmtKind::Assume(returns), span);
    }

    /// An obligation, unless it is plainly met.
    pub fn check(&mut self, formula: Term, kind: CheckKind, span: Span, demanded: Option<Span>) {
        if !formula.is_true() {
            let check = Check {
                formula,
                span,
                kind,
                demanded,
            };
            self.emit(StmtKind::Assert(check), span);
        }
    }

    /// A call has to keep to a precondition that the routine is granted. Who does not may still be right: that all of
    /// them are needed is not known.
    pub fn owe_granted(&mut self, kept: Term, span: Span, demanded: Span) {
        let harmless = self.unknown_choice("harmless", span.beginning());
        self.check(
            Term::or([kept, harmless]),
            CheckKind::Precondition,
            span,
            Some(demanded),
        );
    }

    /// Says something once.
    pub fn warn(&mut self, warning: Diagnostic) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Records an assumption; the report shows it under the verdict.
    pub fn rely_on(&mut self, kind: AssumptionKind, span: Span, text: impl Into<String>) {
        let text = text.into();
        self.assumes.insert(Assumption { kind, span, text });
    }

    /// A clause that the routine, or somebody it relies on, is owed and that is not read or not checked:
    /// a warning at its place.
    pub fn leave_out(&mut self, clause: Diagnostic) {
        if !self.unread.contains(&clause) {
            self.unread.push(clause);
        }
    }

    /// The diagnostics of the routine: warnings, if it may be verified, and errors if clauses
    /// were left out without permission.
    pub fn diagnostics(&self, lenient: bool) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let mut all = self.warnings.clone();
        let unread = self.unread.iter().cloned();
        if lenient || self.unread.is_empty() {
            all.extend(unread);
            return Ok(all);
        }
        all.extend(unread.map(|clause| Diagnostic {
            severity: Severity::Error,
            ..clause.help("`--lenient` verifies without clauses that cannot be read")
        }));
        Err(all)
    }

    /// The diagnostics of a routine that cannot be lowered.
    pub fn failed(&self, error: Diagnostic, lenient: bool) -> Vec<Diagnostic> {
        let mut all = self.diagnostics(lenient).unwrap_or_else(|unread| unread);
        all.push(error);
        all
    }

    /// A snapshot in which nothing is kept yet; its number.
    pub fn snapshot(&mut self, word: &str) -> usize {
        self.snapshots.push(Snapshot {
            word: word.to_string(),
            vars: BTreeMap::new(),
        });
        self.snapshots.len() - 1
    }

    /// A variable as a snapshot keeps it.
    pub fn keep(&mut self, number: usize, var: &Var) -> Term {
        if let Some(known) = self.snapshots[number].vars.get(var) {
            return known.term();
        }
        let name = format!("{}({})", self.snapshots[number].word, var.name());
        let kept = self.temp(&name, var.sort().clone());
        self.snapshots[number].vars.insert(var.clone(), kept.clone());
        kept.term()
    }

    /// The variable of which a snapshot keeps this one, or the variable itself.
    pub fn original<'v>(&'v self, var: &'v Var) -> &'v Var {
        let mut kept = self.snapshots.iter().flat_map(|s| &s.vars);
        kept.find(|(_, to)| *to == var).map_or(var, |(from, _)| from)
    }

    /// The assignments that fill a snapshot.
    pub fn filled(&self, number: usize, span: Span) -> Block {
        let pairs = self.snapshots[number].vars.iter();
        pairs
            .map(|(from, to)| Stmt {
                kind: StmtKind::Assign(vec![(to.clone(), from.term())]),
                span,
            })
            .collect()
    }
}

/// Who writes a [`Draft`].
pub trait Drafting: DerefMut<Target = Draft> + Sized {
    /// What `f` emits, apart.
    fn block<T>(&mut self, f: impl FnOnce(&mut Self) -> Lowering<T>) -> Lowering<(T, Block)> {
        let before = std::mem::take(&mut self.code);
        let result = f(self);
        let block = std::mem::replace(&mut self.code, before);
        Ok((result?, block))
    }
}

/// The variables that statements give values.
pub fn targets(block: &[Stmt], found: &mut BTreeSet<Var>) {
    for s in block {
        match &s.kind {
            StmtKind::Assign(pairs) => found.extend(pairs.iter().map(|(v, _)| v.clone())),
            StmtKind::Havoc(vars) => found.extend(vars.iter().cloned()),
            StmtKind::If(_, yes, no) => {
                targets(yes, found);
                targets(no, found);
            }
            StmtKind::Choice(blocks) => blocks.iter().for_each(|b| targets(b, found)),
            StmtKind::While(l) => {
                targets(&l.prelude, found);
                targets(&l.body, found);
            }
            _ => {}
        }
    }
}

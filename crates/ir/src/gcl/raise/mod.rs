//! From a typed program to a surface tree, so that the program of any front end can be written
//! as `.gcl` text.
//!
//! Lowering the tree gives an equivalent program, and raising that one gives the same tree.
//! What is different: kinds and places of checks are gone (a check is an `assert`), inputs are
//! parameters unless they are fields, locals that a postcondition mentions are results, and
//! divisions are `unchecked`, because the checks they need are there already.

mod names;
mod stmts;
mod terms;
#[cfg(test)]
mod tests;

use super::ast::*;
use crate::program::{self, Program, Routine};
use abide_logic::{Term, Var};
use names::{Names, field_of, spell};
use std::collections::BTreeSet;
use std::sync::Arc;
use stmts::Stmts;
use terms::Terms;

/// The tree of a program.
pub fn raise(program: &Program) -> File {
    let uses: Vec<Uses> = program.routines.iter().map(Uses::of).collect();
    let occurring: Vec<(&Routine, &BTreeSet<Var>)> =
        program.routines.iter().zip(uses.iter().map(|u| &u.occurring)).collect();
    let fields = names::fields(&occurring);
    let mut items: Vec<ItemKind> = Vec::new();
    for (name, sort) in &fields {
        items.push(ItemKind::Field(Binding::new(name.clone(), sort.into())));
    }
    for func in &program.functions {
        let params = func.params.iter().enumerate();
        items.push(ItemKind::Function(Function {
            name: names::function(&func.name),
            params: params
                .map(|(i, sort)| Binding::new(format!("x{i}"), sort.into()))
                .collect(),
            result: Type::from(&func.result),
            result_place: Place::default(),
        }));
    }
    for axiom in &program.axioms {
        items.push(ItemKind::Axiom(raise_term(&axiom.formula)));
    }
    let mut taken: BTreeSet<Arc<str>> = BTreeSet::new();
    for (i, (routine, uses)) in program.routines.iter().zip(&uses).enumerate() {
        let name = spell(&routine.name, i as u32, |name| taken.contains(name));
        taken.insert(name.clone());
        let is_field = |var: &Var| field_of(var).is_some_and(|(name, sort)| fields.get(name) == Some(sort));
        items.push(ItemKind::Procedure(procedure(name, routine, uses, is_field)));
    }
    let place = Place::default();
    File {
        items: items.into_iter().map(|kind| Item { kind, place }).collect(),
    }
}

/// The surface form of a term. Its variables are written by their names, `.f` as the map of a
/// field; names that repeat or cannot be written are replaced.
pub fn raise_term(term: &Term) -> Expr {
    let mut names = Names::default();
    for var in term.free_vars() {
        match field_of(&var) {
            Some((field, _)) => names.declare_field(&var, field),
            None => drop(names.declare(&var)),
        }
    }
    Terms::new(&names).formula(term)
}

fn procedure(name: Arc<str>, routine: &Routine, uses: &Uses, is_field: impl Fn(&Var) -> bool) -> Procedure {
    let mut names = Names::default();
    let mut params = Vec::new();
    let mut modified = Vec::new();
    for var in &routine.inputs {
        let assigned = uses.assigned.contains(var);
        if is_field(var) {
            let field = field_of(var).expect("a field").0;
            names.declare_field(var, field);
            modified.extend(assigned.then_some(field));
        } else {
            params.push(Param {
                mode: if assigned { Mode::Inout } else { Mode::Plain },
                binding: Binding::new(names.declare(var), var.sort().into()),
            });
        }
    }
    // what the contract mentions must be visible outside; the rest is declared in the body,
    // along with variables that nobody declares
    let known: BTreeSet<&Var> = routine.inputs.iter().chain(&routine.locals).collect();
    let strangers = uses.occurring.iter().filter(|var| !known.contains(var));
    let (visible, hidden): (Vec<&Var>, Vec<&Var>) = routine
        .locals
        .iter()
        .chain(strangers)
        .partition(|var| uses.ensured.contains(var));
    let binding = |names: &mut Names, var: &Var| Binding::new(names.declare(var), var.sort().into());
    let results = visible.into_iter().map(|var| binding(&mut names, var)).collect();
    let locals: Vec<Binding> = hidden.into_iter().map(|var| binding(&mut names, var)).collect();

    let mut terms = Terms::new(&names);
    let mut clauses: Vec<ClauseKind> = Vec::new();
    for fact in &routine.requires {
        clauses.push(ClauseKind::Requires(terms.formula(&fact.formula)));
    }
    if !modified.is_empty() {
        modified.sort_unstable();
        let locations = modified.into_iter().map(|field| Location::Field(Name::new(field)));
        clauses.push(ClauseKind::Modifies(locations.collect()));
    }
    for check in &routine.ensures {
        clauses.push(ClauseKind::Ensures(terms.formula(&check.formula)));
    }
    let place = Place::default();
    let declared = locals.into_iter().map(|binding| Stmt {
        kind: StmtKind::Var(binding, None),
        place,
    });
    let mut body = Stmts::new(terms).block(&routine.body);
    body.stmts.splice(0..0, declared);
    Procedure {
        name: Name::new(name),
        params,
        results,
        clauses: clauses.into_iter().map(|kind| Clause { kind, place }).collect(),
        body: Some(body),
    }
}

/// Which variables a routine uses, and how.
#[derive(Default)]
struct Uses {
    /// Those that occur, but for bound ones and skolem constants.
    occurring: BTreeSet<Var>,
    /// Those that the body assigns.
    assigned: BTreeSet<Var>,
    /// Those that a postcondition mentions.
    ensured: BTreeSet<Var>,
}

impl Uses {
    fn of(routine: &Routine) -> Uses {
        let mut uses = Uses::default();
        routine.requires.iter().for_each(|fact| uses.term(&fact.formula));
        routine
            .ensures
            .iter()
            .for_each(|check| uses.ensured.extend(check.formula.free_vars()));
        uses.occurring.extend(uses.ensured.iter().cloned());
        uses.block(&routine.body);
        uses.occurring.extend(uses.assigned.iter().cloned());
        uses
    }

    fn term(&mut self, term: &Term) {
        self.occurring.extend(term.free_vars());
    }

    fn block(&mut self, stmts: &[program::Stmt]) {
        use program::StmtKind::*;
        for stmt in stmts {
            match &stmt.kind {
                Assign(pairs) => {
                    for (var, term) in pairs {
                        self.assigned.insert(var.clone());
                        self.term(term);
                    }
                }
                Havoc(vars) => self.assigned.extend(vars.iter().cloned()),
                Assume(formula) => self.term(formula),
                Assert(check) => self.term(&check.formula),
                If(condition, yes, no) => {
                    condition.iter().for_each(|c| self.term(c));
                    self.block(yes);
                    self.block(no);
                }
                Choice(blocks) => blocks.iter().for_each(|b| self.block(b)),
                While(stmt) => {
                    self.spec(&stmt.spec);
                    stmt.condition.iter().for_each(|c| self.term(c));
                    self.block(&stmt.prelude);
                    self.block(&stmt.body);
                }
                Label(_, spec) => self.spec(spec),
                Break(_) | Continue(_) | Return | Goto(_) => {}
            }
        }
    }

    fn spec(&mut self, spec: &program::LoopSpec) {
        spec.invariants.iter().for_each(|check| self.term(&check.formula));
        for fact in &spec.predicates {
            let free = fact.formula.free_vars();
            self.occurring
                .extend(free.into_iter().filter(|var| !spec.skolems.contains(var)));
        }
    }
}

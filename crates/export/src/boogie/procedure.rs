//! A routine as a procedure.

use super::expr::Scope;
use super::names::Globals;
use super::triggers::triggers;
use crate::error::ExportError;
use crate::subject::Subject;
use abide_ir::Routine;
use abide_ir::cfg::{BasicBlock, BlockId, Cfg, CommandKind, Edge, LoopId};
use abide_logic::{Subst, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The procedure, with the functions to be found for its loops before it.
pub(super) fn write(
    subject: &Subject<'_>,
    globals: &mut Globals,
    name: &str,
    routine: &Routine,
) -> Result<String, ExportError> {
    // the contract is given by clauses, not by commands
    let bare = Routine {
        requires: Vec::new(),
        ensures: Vec::new(),
        ..routine.clone()
    };
    let cfg = subject.cfg(&bare, &[])?;
    let mut text = String::from("\n");
    let mut found = BTreeMap::new();
    for l in cfg.loop_ids() {
        let width = cfg.natural_loop(l).spec.predicates.len();
        if width > 0 {
            let function = globals.fresh(&format!("inv.{name}.{}", l.0 + 1));
            let params: Vec<String> = (0..width).map(|i| format!("p{i}: bool")).collect();
            text.push_str(&format!(
                "function {{:existential true}} {function}({}): bool;\n",
                params.join(", ")
            ));
            found.insert(l, function);
        }
    }
    let procedure = globals.fresh(name);
    let mut writer = Writer {
        subject,
        cfg: &cfg,
        scope: Scope::new(globals, routine.next_tag),
        found,
        text,
    };
    let copies = writer.signature(&procedure, routine);
    for id in cfg.order() {
        writer.block(id, if id == cfg.entry { &copies } else { &[] });
    }
    writer.text.push_str("}\n");
    Ok(writer.text)
}

struct Writer<'a> {
    subject: &'a Subject<'a>,
    cfg: &'a Cfg,
    scope: Scope<'a>,
    /// The function to be found for each loop with predicates.
    found: BTreeMap<LoopId, String>,
    text: String,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(&format!("    {line}\n"));
    }

    /// Everything before the first block. An input that the body writes is a result as well,
    /// and so is what the postconditions mention; tells the inputs with the parameters whose
    /// value they start with.
    fn signature(&mut self, name: &str, routine: &Routine) -> Vec<(Var, Var)> {
        let written = self.cfg.written();
        let promised: BTreeSet<Var> = routine.ensures.iter().flat_map(|c| c.formula.free_vars()).collect();
        let mut skolems: Vec<&Var> = self.cfg.loops.iter().flat_map(|l| &l.spec.skolems).collect();
        skolems.sort();
        skolems.dedup();
        let (mut params, mut results, mut locals, mut copies) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for var in &routine.inputs {
            self.scope.declare(var);
            if written.contains(var) {
                let start = self.scope.copy(var, &format!("{}.in", var.name()));
                params.push(self.scope.typed(&start));
                results.push(self.scope.typed(var));
                copies.push((var.clone(), start));
            } else {
                params.push(self.scope.typed(var));
            }
        }
        for var in &routine.locals {
            self.scope.declare(var);
            let typed = self.scope.typed(var);
            if promised.contains(var) {
                results.push(typed)
            } else {
                locals.push(typed)
            }
        }
        for var in skolems {
            self.scope.declare(var);
            locals.push(self.scope.typed(var));
        }
        self.text.push_str(&format!("procedure {name}({})", params.join(", ")));
        if !results.is_empty() {
            self.text.push_str(&format!(" returns ({})", results.join(", ")));
        }
        self.text.push('\n');
        let at_start: Subst = copies
            .iter()
            .map(|(v, start): &(Var, Var)| (v.clone(), start.term()))
            .collect();
        for fact in &routine.requires {
            let formula = self.scope.expr(&at_start.apply(&fact.formula));
            self.text
                .push_str(&format!("  requires {formula}; // {}\n", self.subject.place(fact.span)));
        }
        for check in &routine.ensures {
            let formula = self.scope.expr(&check.formula);
            self.text
                .push_str(&format!("  ensures {formula}; // {}\n", self.subject.check(check)));
        }
        self.text.push_str("{\n");
        locals
            .iter()
            .for_each(|typed| self.text.push_str(&format!("  var {typed};\n")));
        copies
    }

    fn label(&self, id: BlockId) -> String {
        match self.cfg.loop_at(id) {
            Some(l) => format!("loop{}", l.0 + 1),
            None => format!("b{}", id.0),
        }
    }

    fn block(&mut self, id: BlockId, copies: &[(Var, Var)]) {
        let label = self.label(id);
        self.text.push_str(&format!("\n  {label}:\n"));
        if let Some(l) = self.cfg.loop_at(id) {
            // all assertions that a head begins with are invariants, so the block ends here
            self.head(l);
            self.line(&format!("goto {label}.round;"));
            self.text.push_str(&format!("  {label}.round:\n"));
        }
        for (var, start) in copies {
            let line = format!("{} := {};", self.scope.name(var), self.scope.name(start));
            self.line(&line);
        }
        let block: &BasicBlock = self.cfg.block(id);
        for command in &block.commands {
            self.command(&command.kind);
        }
        self.jump(id, &label, &block.edges);
    }

    /// The user's invariants, and the function of the predicates.
    fn head(&mut self, l: LoopId) {
        let spec = &self.cfg.natural_loop(l).spec;
        for check in &spec.invariants {
            let line = format!(
                "assert {}; // invariant at {}",
                self.scope.expr(&check.formula),
                self.subject.place(check.span)
            );
            self.line(&line);
        }
        let Some(function) = self.found.get(&l).cloned() else {
            return;
        };
        let place = self.subject.place(spec.span);
        let predicates: Vec<Term> = spec.predicates.iter().map(|p| p.formula.clone()).collect();
        let free: BTreeSet<Var> = predicates.iter().flat_map(Term::free_vars).collect();
        let skolems: Vec<Var> = spec.skolems.iter().filter(|v| free.contains(v)).cloned().collect();
        if !skolems.is_empty() {
            let bound: Vec<Var> = skolems.iter().map(|v| self.scope.copy(v, v.name())).collect();
            let renaming: Subst = skolems.iter().cloned().zip(bound.iter().map(Var::term)).collect();
            let closed: Vec<Term> = predicates.iter().map(|p| renaming.apply(p)).collect();
            let vars: Vec<String> = bound.iter().map(|v| self.scope.typed(v)).collect();
            let triggers = triggers(&closed, &bound);
            let triggers = triggers.iter().map(|set| format!("{{{}}} ", self.exprs(set)));
            let triggers = triggers.collect::<String>();
            let args = self.exprs(&closed);
            self.line(&format!(
                "assert (forall {} :: {triggers}{function}({args})); // {place}",
                vars.join(", ")
            ));
        }
        let args = self.exprs(&predicates);
        self.line(&format!("assert {function}({args}); // {place}"));
    }

    fn exprs(&mut self, terms: &[Term]) -> String {
        terms.iter().map(|t| self.scope.expr(t)).collect::<Vec<_>>().join(", ")
    }

    fn command(&mut self, kind: &CommandKind) {
        let line = match kind {
            CommandKind::Assign(pairs) => {
                let targets: Vec<&str> = pairs.iter().map(|(v, _)| self.scope.name(v)).collect();
                let targets = targets.join(", ");
                let values: Vec<Term> = pairs.iter().map(|(_, t)| t.clone()).collect();
                format!("{targets} := {};", self.exprs(&values))
            }
            CommandKind::Havoc(vars) if vars.is_empty() => return,
            CommandKind::Havoc(vars) => {
                let names: Vec<&str> = vars.iter().map(|v| self.scope.name(v)).collect();
                format!("havoc {};", names.join(", "))
            }
            CommandKind::Assume(formula) => format!("assume {};", self.scope.expr(formula)),
            CommandKind::Assert(check) => {
                format!(
                    "assert {}; // {}",
                    self.scope.expr(&check.formula),
                    self.subject.check(check)
                )
            }
        };
        self.line(&line);
    }

    /// A guard stands at the start of a block made for its edge.
    fn jump(&mut self, id: BlockId, label: &str, edges: &[Edge]) {
        if id == self.cfg.exit {
            return self.line("return;");
        }
        if edges.is_empty() {
            // the run ends here without coming to the postconditions
            self.line("assume false;");
            return self.line("return;");
        }
        let mut targets = Vec::new();
        let mut guarded = Vec::new();
        for (number, edge) in edges.iter().enumerate() {
            let to = self.label(edge.to);
            if edge.guard.is_true() {
                targets.push(to);
            } else {
                let way = format!("{label}.{}", number + 1);
                targets.push(way.clone());
                guarded.push((way, &edge.guard, to));
            }
        }
        self.line(&format!("goto {};", targets.join(", ")));
        for (way, guard, to) in guarded {
            let guard = self.scope.expr(guard);
            self.text.push_str(&format!("  {way}:\n"));
            self.line(&format!("assume {guard};"));
            self.line(&format!("goto {to};"));
        }
    }
}

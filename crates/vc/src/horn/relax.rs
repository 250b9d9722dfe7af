//! What solvers of Horn clauses do not take, left out. Every run stays, and there may be more.

use abide_ir::Check;
use abide_ir::cfg::{BasicBlock, BlockId, Cfg, Command, CommandKind};
use abide_logic::{Func, Kind, Quantifier, Term, Var, builtin, heap};
use std::collections::{BTreeMap, BTreeSet};

/// Makes the values of functions that have a fixed meaning, or arguments that are maps, arbitrary. Gives the variables that
/// stand for them.
pub(super) fn hide_functions(cfg: &mut Cfg) -> Vec<Var> {
    let mut made = Vec::new();
    for block in &mut cfg.blocks {
        let mut commands = Vec::new();
        for command in std::mem::take(&mut block.commands) {
            let span = command.span;
            let add = |kind: CommandKind, commands: &mut Vec<Command>| commands.push(Command { kind, span });
            let mut hidden = Hidden::new(cfg.next_tag);
            let kinds = hidden.command(command.kind);
            if !hidden.vars.is_empty() {
                add(
                    CommandKind::Havoc(hidden.vars.values().cloned().collect()),
                    &mut commands,
                );
            }
            kinds.into_iter().for_each(|kind| add(kind, &mut commands));
            cfg.next_tag = hidden.next;
            made.extend(hidden.vars.into_values());
        }
        block.commands = commands;
        for edge in &mut block.edges {
            // a choice that depends on what is not known is open
            if is_opaque(&edge.guard) {
                edge.guard = Term::tt();
            }
        }
    }
    for l in &mut cfg.loops {
        l.spec.invariants.retain(|check| !is_opaque(&check.formula));
    }
    made
}

/// The values of functions in one command, and the variables that they become.
struct Hidden {
    vars: BTreeMap<Term, Var>,
    next: u32,
}

impl Hidden {
    fn new(next: u32) -> Hidden {
        Hidden {
            vars: BTreeMap::new(),
            next,
        }
    }

    /// What remains of a command.
    fn command(&mut self, kind: CommandKind) -> Vec<CommandKind> {
        match kind {
            CommandKind::Assign(pairs) => {
                let (plain, unknown): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(_, t)| !is_lost(t));
                let plain: Vec<(Var, Term)> = plain.into_iter().map(|(v, t)| (v, self.term(&t))).collect();
                assigned(plain, unknown)
            }
            CommandKind::Assume(t) if is_lost(&t) => Vec::new(),
            CommandKind::Assume(t) => vec![CommandKind::Assume(self.term(&t))],
            CommandKind::Assert(check) if is_lost(&check.formula) => Vec::new(),
            CommandKind::Assert(mut check) => {
                check.formula = self.term(&check.formula);
                vec![CommandKind::Assert(check)]
            }
            havoc @ CommandKind::Havoc(_) => vec![havoc],
        }
    }

    fn term(&mut self, t: &Term) -> Term {
        if !is_opaque(t) {
            return t.clone();
        }
        if matches!(t.kind(), Kind::Apply(func, _) if is_hidden(func)) {
            let next = &mut self.next;
            let var = self.vars.entry(t.clone()).or_insert_with(|| {
                *next += 1;
                Var::new("value", *next - 1, t.sort().clone())
            });
            return var.term();
        }
        t.map_children(&mut |c| self.term(c))
    }
}

/// What remains of a simultaneous assignment: what is not known of it is read before, and arbitrary after.
fn assigned(plain: Vec<(Var, Term)>, unknown: Vec<(Var, Term)>) -> Vec<CommandKind> {
    let mut kinds = Vec::new();
    if !plain.is_empty() {
        kinds.push(CommandKind::Assign(plain));
    }
    if !unknown.is_empty() {
        kinds.push(CommandKind::Havoc(unknown.into_iter().map(|(v, _)| v).collect()));
    }
    kinds
}

fn is_hidden(func: &Func) -> bool {
    builtin::is_builtin(&func.name) || heap::is_between(func) || func.params.iter().any(|p| p.as_map().is_some())
}

/// Does it depend on what is hidden?
fn is_opaque(t: &Term) -> bool {
    t.has(|t| matches!(t.kind(), Kind::Apply(func, _) if is_hidden(func)))
}

/// Does it depend on what is hidden, for arguments that may be bound?
fn is_lost(t: &Term) -> bool {
    t.has_quantifier() && is_opaque(t)
}

/// Makes assumptions of the checks that are not wanted: a run that passes them goes on.
pub(super) fn pass_unwanted(blocks: &mut [BasicBlock], wanted: &dyn Fn(&Check) -> bool) {
    for command in blocks.iter_mut().flat_map(|b| &mut b.commands) {
        if let CommandKind::Assert(check) = &command.kind
            && !wanted(check)
        {
            command.kind = CommandKind::Assume(check.formula.clone());
        }
    }
}

/// Leaves out what quantifies, but for what is said of all values in some blocks.
pub(super) fn drop_quantifiers(blocks: &mut [BasicBlock], but: &BTreeSet<BlockId>) {
    for (index, block) in blocks.iter_mut().enumerate() {
        let may_assume = but.contains(&BlockId(index as u32));
        let mut commands = Vec::new();
        for Command { kind, span } in std::mem::take(&mut block.commands) {
            let kinds = match kind {
                CommandKind::Assume(t) => {
                    let kept = t.conjuncts().into_iter();
                    let kept = kept.filter(|part| !part.has_quantifier() || may_assume && is_universal(part));
                    vec![CommandKind::Assume(Term::and(kept))]
                }
                CommandKind::Assert(check) if check.formula.has_quantifier() => Vec::new(),
                CommandKind::Assign(pairs) => {
                    let (plain, unknown) = pairs.into_iter().partition(|(_, t)| !t.has_quantifier());
                    assigned(plain, unknown)
                }
                kind => vec![kind],
            };
            commands.extend(kinds.into_iter().map(|kind| Command { kind, span }));
        }
        block.commands = commands;
        for edge in &mut block.edges {
            if edge.guard.has_quantifier() {
                edge.guard = Term::tt();
            }
        }
    }
}

/// Is it `∀ x. φ` without quantifiers in φ?
fn is_universal(t: &Term) -> bool {
    matches!(t.kind(), Kind::Quant(Quantifier::Forall, _, body) if !body.has_quantifier())
}

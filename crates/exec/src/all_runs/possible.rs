//! Whether some run passes what is assumed.

use super::Runs;
use crate::allocation::is_allocation;
use crate::known::Known;
use crate::state::Values;
use abide_ir::cfg::{Command, CommandKind};
use abide_logic::eval::holds;
use abide_logic::{Term, Value, Var};
use std::collections::BTreeSet;

impl Runs<'_> {
    /// Is what the last commands assume true in some run? Of values that are arbitrary since the command before it is if it
    /// is for what was learned of them, with zero for what is still unknown or what another variable holds that is spoken
    /// of. Of a new object it is, and what begins a round of a loop are facts of any state there. `known` is what was known
    /// before.
    pub(super) fn is_possible(&self, commands: &[Command], known: &Values) -> bool {
        let begin = commands.iter().rposition(|c| !matches!(c.kind, CommandKind::Assume(_)));
        if begin.is_none() && self.at.cfg.loops.iter().any(|l| l.head == self.at.block) {
            return true;
        }
        let made = begin.map(|at| &commands[at]);
        let holds = |f: &Term, known: &Values| holds(f, &Known(known, self.logic)) == Some(true);
        let mut open = Vec::new();
        for (i, command) in commands[begin.map_or(0, |at| at + 1)..].iter().enumerate() {
            let CommandKind::Assume(formula) = &command.kind else {
                continue;
            };
            let is_new = i == 0 && made.is_some_and(|m| is_allocation(&m.kind, Some(&command.kind)));
            if !is_new && !self.given.contains(&command.span) && !holds(formula, known) {
                open.push(formula);
            }
        }
        // what the source determines is not as we like
        let made = made.filter(|m| !self.given.contains(&m.span)).map(|m| &m.kind);
        let vars = match made {
            _ if open.is_empty() => return true,
            Some(CommandKind::Havoc(vars)) => vars,
            _ => return false,
        };
        let spoken: BTreeSet<Var> = open.iter().flat_map(|f| f.free_vars()).collect();
        [false, true].iter().any(|with_others| {
            let mut some = known.clone();
            for var in vars {
                let mut like = spoken.iter().filter(|v| v.sort() == var.sort() && !vars.contains(v));
                let other = like.next().filter(|_| *with_others).and_then(|v| known.get(v));
                let learned = self.known.get(var).filter(|v| v.is_known());
                let value = learned.or(other).cloned().unwrap_or_else(|| Value::zero(var.sort()));
                some.insert(var.clone(), value);
            }
            open.iter().all(|f| holds(f, &some))
        })
    }
}

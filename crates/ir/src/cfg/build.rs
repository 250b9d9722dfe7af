//! From structured statements to blocks and edges.

use super::loops;
use super::{BasicBlock, BlockId, Cfg, Command, CommandKind, Edge, TooIrreducible, reverse_post_order};
use crate::program::{Block, Fact, Loop, LoopSpec, Routine, Stmt, StmtKind};
use abide_base::Span;
use abide_logic::Term;
use std::collections::HashMap;

impl Cfg {
    /// The graph of a routine, given the axioms of its program.
    pub fn of(routine: &Routine, axioms: &[Fact]) -> Result<Cfg, TooIrreducible> {
        let mut builder = Builder::default();
        let entry = builder.fresh();
        let exit = builder.fresh();
        builder.exit = exit;
        builder.current = entry;
        for fact in axioms.iter().chain(&routine.requires) {
            builder.command(CommandKind::Assume(fact.formula.clone()), fact.span);
        }
        builder.block(&routine.body);
        builder.jump(exit);
        builder.current = exit;
        for check in &routine.ensures {
            builder.command(CommandKind::Assert(check.clone()), check.span);
        }
        let mut cfg = Cfg {
            blocks: builder.blocks,
            entry,
            exit,
            loops: Vec::new(),
            next_tag: routine.next_tag,
            calls: routine.calls.clone(),
        };
        let specs = drop_unreachable(&mut cfg, builder.specs);
        loops::find(&mut cfg, specs)?;
        Ok(cfg)
    }
}

#[derive(Default)]
struct Builder {
    blocks: Vec<BasicBlock>,
    current: BlockId,
    exit: BlockId,
    specs: HashMap<BlockId, LoopSpec>,
    labels: HashMap<String, BlockId>,
    /// Enclosing loops, innermost last: label, head, exit.
    around: Vec<(Option<String>, BlockId, BlockId)>,
}

impl Builder {
    fn fresh(&mut self) -> BlockId {
        self.blocks.push(BasicBlock::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    fn command(&mut self, kind: CommandKind, span: Span) {
        self.blocks[self.current.index()].commands.push(Command { kind, span });
    }

    fn edge(&mut self, guard: Term, to: BlockId) {
        if !guard.is_false() {
            self.blocks[self.current.index()].edges.push(Edge { guard, to });
        }
    }

    fn jump(&mut self, to: BlockId) {
        self.edge(Term::tt(), to);
    }

    /// Ends the current block by a jump that leaves what follows unreachable.
    fn leave(&mut self, to: BlockId) {
        self.jump(to);
        self.current = self.fresh();
    }

    fn label(&mut self, name: &str) -> BlockId {
        if let Some(block) = self.labels.get(name) {
            return *block;
        }
        let block = self.fresh();
        self.labels.insert(name.to_string(), block);
        block
    }

    fn block(&mut self, block: &Block) {
        block.iter().for_each(|s| self.statement(s));
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign(pairs) => self.command(CommandKind::Assign(pairs.clone()), stmt.span),
            StmtKind::Havoc(vars) => self.command(CommandKind::Havoc(vars.clone()), stmt.span),
            StmtKind::Assume(formula) => self.command(CommandKind::Assume(formula.clone()), stmt.span),
            StmtKind::Assert(check) => self.command(CommandKind::Assert(check.clone()), stmt.span),
            StmtKind::If(condition, then, otherwise) => {
                let (yes, no) = branch(condition);
                self.branches(&[(yes, then), (no, otherwise)]);
            }
            StmtKind::Choice(blocks) => {
                let arms: Vec<(Term, &Block)> = blocks.iter().map(|b| (Term::tt(), b)).collect();
                self.branches(&arms);
            }
            StmtKind::While(l) => self.repeat(l),
            StmtKind::Break(label) => {
                if let Some((_, _, exit)) = self.target(label) {
                    self.leave(exit);
                }
            }
            StmtKind::Continue(label) => {
                if let Some((_, head, _)) = self.target(label) {
                    self.leave(head);
                }
            }
            StmtKind::Return => self.leave(self.exit),
            StmtKind::Label(name, spec) => {
                let block = self.label(name);
                self.jump(block);
                self.current = block;
                self.specs.insert(block, spec.clone());
            }
            StmtKind::Goto(names) => {
                for name in names {
                    let to = self.label(name);
                    self.jump(to);
                }
                self.current = self.fresh();
            }
        }
    }

    fn target(&self, label: &Option<String>) -> Option<(Option<String>, BlockId, BlockId)> {
        let mut around = self.around.iter().rev();
        match label {
            None => around.next().cloned(),
            Some(_) => around.find(|(l, _, _)| l == label).cloned(),
        }
    }

    fn branches(&mut self, arms: &[(Term, &Block)]) {
        let from = self.current;
        let join = self.fresh();
        for (guard, block) in arms {
            let start = self.fresh();
            self.current = from;
            self.edge(guard.clone(), start);
            self.current = start;
            self.block(block);
            self.jump(join);
        }
        self.current = join;
    }

    fn repeat(&mut self, l: &Loop) {
        let (head, body, exit) = (self.fresh(), self.fresh(), self.fresh());
        self.jump(head);
        self.specs.insert(head, l.spec.clone());
        self.around.push((l.label.clone(), head, exit));
        self.current = head;
        self.block(&l.prelude);
        let (yes, no) = branch(&l.condition);
        self.edge(yes, body);
        self.edge(no, exit);
        self.current = body;
        self.block(&l.body);
        self.jump(head);
        self.around.pop();
        self.current = exit;
    }
}

/// The guards of the two ways out of a condition.
fn branch(condition: &Option<Term>) -> (Term, Term) {
    match condition {
        Some(c) => (c.clone(), Term::not(c.clone())),
        None => (Term::tt(), Term::tt()),
    }
}

/// Renumbers the blocks that can be reached, in program order; the exit is always kept.
fn drop_unreachable(cfg: &mut Cfg, specs: HashMap<BlockId, LoopSpec>) -> HashMap<BlockId, LoopSpec> {
    let mut kept = reverse_post_order(&cfg.blocks, cfg.entry);
    if !kept.contains(&cfg.exit) {
        kept.push(cfg.exit);
    }
    let new: HashMap<BlockId, BlockId> = kept.iter().enumerate().map(|(i, b)| (*b, BlockId(i as u32))).collect();
    let mut old = std::mem::take(&mut cfg.blocks);
    for id in &kept {
        let mut block = std::mem::take(&mut old[id.index()]);
        block.edges.iter_mut().for_each(|e| e.to = new[&e.to]);
        cfg.blocks.push(block);
    }
    cfg.entry = new[&cfg.entry];
    cfg.exit = new[&cfg.exit];
    specs
        .into_iter()
        .filter_map(|(b, s)| new.get(&b).map(|n| (*n, s)))
        .collect()
}

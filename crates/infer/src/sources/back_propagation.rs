//! Formulas carried back to loop heads: weakest preconditions without the paths' conditions (KM
//! §5.3; Janota, WING 2007, heuristic back-propagation).
//!
//! From a place in the program, backwards over assignments to every loop head on the way: inside the
//! loop, over its exit, through its body once. Conditions passed are left out, so what arrives is
//! stronger than the weakest precondition; it is proposed, not believed.

use super::terms::{is_about_machine, is_atom};
use abide_ir::cfg::{BlockId, Cfg, Command, CommandKind, LoopId};
use abide_logic::{Kind, Subst, Term};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// Steps of one walk, and the size of a formula that is carried further.
const STEPS: usize = 120;
const SIZE: usize = 120;

/// A formula carried from before command `index` of `block` to the heads of loops, the near ones first.
pub fn to_heads(cfg: &Cfg, block: BlockId, index: usize, formula: &Term) -> BTreeSet<(LoopId, Term)> {
    let before = predecessors(cfg);
    let mut found = BTreeSet::new();
    let mut known: BTreeSet<(BlockId, Term)> = BTreeSet::new();
    let mut work = VecDeque::from([(block, index, formula.clone(), Vec::new())]);
    for _ in 0..STEPS {
        let Some((block, index, formula, mut passed)) = work.pop_front() else {
            break;
        };
        let Some(formula) = over(&cfg.block(block).commands, index, formula) else {
            continue;
        };
        if formula.size() > SIZE || formula.is_true() || formula.is_false() {
            continue;
        }
        if let Some(l) = cfg.loop_at(block) {
            found.insert((l, formula.clone()));
        }
        let visits = passed.iter().filter(|b| **b == block).count();
        if visits > 1 || !known.insert((block, formula.clone())) {
            continue;
        }
        passed.push(block);
        for before in &before[block.index()] {
            let end = cfg.block(*before).commands.len();
            work.push_back((*before, end, formula.clone(), passed.clone()));
        }
    }
    found
}

/// A formula carried back over commands; nothing if they make up something it speaks of.
pub fn over(commands: &[Command], index: usize, mut formula: Term) -> Option<Term> {
    for command in commands[..index.min(commands.len())].iter().rev() {
        match &command.kind {
            // wp(x := e, f) = f[x := e]
            CommandKind::Assign(pairs) => {
                let subst: Subst = pairs.iter().cloned().collect();
                formula = subst.apply(&formula);
            }
            CommandKind::Havoc(vars) => {
                let free = formula.free_vars();
                if vars.iter().any(|v| free.contains(v)) {
                    return None;
                }
            }
            CommandKind::Assume(_) | CommandKind::Assert(_) => {}
        }
    }
    Some(read_through(&formula))
}

/// The blocks before each block.
pub fn predecessors(cfg: &Cfg) -> Vec<Vec<BlockId>> {
    let mut before = vec![Vec::new(); cfg.blocks.len()];
    for (number, block) in cfg.blocks.iter().enumerate() {
        for edge in &block.edges {
            before[edge.to.index()].push(BlockId(number as u32));
        }
    }
    before
}

/// Reads from a map that was just written, as a case distinction.
pub fn read_through(t: &Term) -> Term {
    t.rewritten(&mut |t| match t.kind() {
        Kind::Select(map, key) => read(map, key, &mut HashMap::new()),
        _ => t,
    })
}

fn read(map: &Term, key: &Term, done: &mut HashMap<Term, Term>) -> Term {
    if let Some(known) = done.get(map) {
        return known.clone();
    }
    let value = match map.kind() {
        Kind::Store(inner, at, value) => {
            let other = read(inner, key, done);
            Term::ite(Term::eq(key.clone(), at.clone()), value.clone(), other)
        }
        Kind::Ite(c, a, b) => Term::ite(c.clone(), read(a, key, done), read(b, key, done)),
        _ => Term::select(map.clone(), key.clone()),
    };
    done.insert(map.clone(), value.clone());
    value
}

/// A term as a textbook has it: of cases that depend on the ends of the machine's range, the one in which
/// nothing wraps around.
pub fn unwrapped(t: &Term) -> Term {
    t.rewritten(&mut |t| match t.kind() {
        Kind::Ite(c, a, b) if is_about_machine(c) => match (is_about_machine(a), is_about_machine(b)) {
            (true, false) => b.clone(),
            (false, true) => a.clone(),
            _ => t,
        },
        _ => t,
    })
}

/// The atoms of a formula, case distinctions inside of them resolved.
pub fn atoms(formula: &Term) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    let mut work = vec![unwrapped(formula)];
    let mut steps = 0;
    while let Some(t) = work.pop() {
        steps += 1;
        if steps > 200 {
            break;
        }
        if is_atom(&t) {
            match choice(&t) {
                Some((c, a, b)) => {
                    let then = t.replaced(&a.0, &a.1);
                    work.extend(same(&c).map(|(x, y)| then.replaced(&y, &x)));
                    work.extend([c, then, t.replaced(&b.0, &b.1)]);
                }
                None => {
                    found.insert(t);
                }
            }
            continue;
        }
        match t.kind() {
            Kind::Quant(..) => {}
            kind => work.extend(
                kind.children()
                    .filter(|c| *c.sort() == abide_logic::Sort::Bool)
                    .cloned(),
            ),
        }
    }
    found
}

/// The variables that a condition says are the same.
fn same(condition: &Term) -> Option<(Term, Term)> {
    match condition.kind() {
        Kind::Eq(x, y) if x.as_var().is_some() && y.as_var().is_some() => Some((x.clone(), y.clone())),
        _ => None,
    }
}

/// A part and what it is replaced by.
pub type Replaced = (Term, Term);

/// A case distinction inside of a term: its condition, and what it is to be replaced by.
pub fn choice(t: &Term) -> Option<(Term, Replaced, Replaced)> {
    let mut found = None;
    t.visit(&mut |s| {
        if let Kind::Ite(c, a, b) = s.kind() {
            found.get_or_insert_with(|| (c.clone(), (s.clone(), a.clone()), (s.clone(), b.clone())));
        }
        found.is_none()
    });
    found
}

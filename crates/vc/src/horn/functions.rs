//! Uninterpreted functions as variables, since Horn clauses leave only relations open.
//!
//! `f(x, y)` becomes `f[x][y]`, where `f` is a map that nothing assigns. What the axioms say of
//! it is assumed at the start of the routine, and the relations hand it on.

use abide_ir::cfg::{Cfg, CommandKind};
use abide_logic::{Func, Kind, Sort, Term, Var};
use std::collections::{BTreeMap, HashMap};

/// Rewrites the terms of `cfg`; gives the maps with what they stand for.
pub(super) fn eliminate(cfg: &mut Cfg) -> BTreeMap<Var, Func> {
    let mut maps = Maps {
        of: BTreeMap::new(),
        next: cfg.next_tag,
    };
    for block in &mut cfg.blocks {
        for command in &mut block.commands {
            match &mut command.kind {
                CommandKind::Assign(pairs) => pairs.iter_mut().for_each(|(_, t)| maps.rewrite(t)),
                CommandKind::Havoc(_) => {}
                CommandKind::Assume(t) => maps.rewrite(t),
                CommandKind::Assert(check) => maps.rewrite(&mut check.formula),
            }
        }
        block.edges.iter_mut().for_each(|e| maps.rewrite(&mut e.guard));
    }
    for l in &mut cfg.loops {
        l.spec
            .invariants
            .iter_mut()
            .for_each(|check| maps.rewrite(&mut check.formula));
    }
    cfg.next_tag = maps.next;
    maps.of.into_iter().map(|(func, map)| (map, func)).collect()
}

struct Maps {
    of: BTreeMap<Func, Var>,
    next: u32,
}

impl Maps {
    fn rewrite(&mut self, term: &mut Term) {
        *term = self.rewritten(term, &mut HashMap::new());
    }

    fn rewritten(&mut self, term: &Term, done: &mut HashMap<usize, Term>) -> Term {
        if let Some(t) = done.get(&term.address()) {
            return t.clone();
        }
        let mut new = term.map_children(&mut |c| self.rewritten(c, done));
        if let Kind::Apply(func, args) = new.kind() {
            new = args
                .iter()
                .fold(self.map(func).term(), |map, arg| Term::select(map, arg.clone()));
        }
        done.insert(term.address(), new.clone());
        new
    }

    fn map(&mut self, func: &Func) -> &Var {
        self.of.entry(func.clone()).or_insert_with(|| {
            let sort = func
                .params
                .iter()
                .rev()
                .fold(func.result.clone(), |to, from| Sort::map(from.clone(), to));
            self.next += 1;
            Var::new(func.name.clone(), self.next - 1, sort)
        })
    }
}

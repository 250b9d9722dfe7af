//! Long runs: a graph compiled for them.
//!
//! Variables become places in memory, numbers of the machine stand for all values but maps, and maps are changed in
//! place. A command that cannot be compiled (it allocates an object, or speaks of a quantifier) is left to the
//! [`crate::Machine`] on a state of values. What is arbitrary is drawn as there, in the same order, so a run is the same in
//! both, and what is said of the one holds of the other. Rounds of loops that go the same way are taken at once
//! ([`crate::leaps`]).
//!
//! Numbers that need more than 128 bits end a run, and so does whatever would need a shadow ([`crate::Shadow`]).

mod run;
mod scalar;
mod table;

pub use run::Ended;

use crate::allocation::is_allocation;
use crate::run::as_assumed;
use abide_base::Span;
use abide_ir::cfg::{BasicBlock, BlockId, Cfg, Command, CommandKind};
use abide_ir::{Call, Check};
use abide_logic::{Kind, Quantifier, Sort, Term, Var};
use scalar::{Place, Places, Scalar, chain};
use std::collections::BTreeSet;

/// A graph compiled for long runs.
pub struct Compiled<'a> {
    cfg: &'a Cfg,
    places: Places,
    blocks: Vec<Block<'a>>,
    /// Where arbitrary values stand for what is not known: runs end there.
    unknown: &'a BTreeSet<Span>,
}

struct Block<'a> {
    commands: Vec<Op<'a>>,
    edges: Vec<(Option<Scalar>, BlockId)>,
}

enum Op<'a> {
    /// A variable is given a number.
    Set(usize, Scalar),
    /// A table is changed at some keys.
    Write(usize, Vec<Scalar>, Scalar),
    /// A table becomes what another one is.
    Copy(usize, usize),
    /// A table of numbers holds one everywhere.
    Fill(usize, Scalar),
    /// It is assumed that one table of truth values holds where another one does.
    Within(usize, usize),
    /// Several numbers and tables are changed at once.
    Together(Vec<Part>),
    /// Numbers are chosen.
    Choose(Choose<'a>),
    Assume(Scalar),
    Assert(Scalar, &'a Check),
    Call {
        call: &'a Call,
        returns: &'a Var,
        args: Vec<(Scalar, &'a Sort)>,
    },
    /// The place of a command that is left to the interpreter.
    Other(usize),
    /// Nothing follows from runs that come here.
    Unknown,
}

/// A variable that is given a number, or a table that is changed at some keys, among others.
struct Part {
    place: usize,
    /// None for a variable.
    keys: Option<Vec<Scalar>>,
    value: Scalar,
}

/// Arbitrary numbers, about which something is assumed next.
struct Choose<'a> {
    vars: Vec<(usize, &'a Sort)>,
    /// Variables that equations among the assumptions determine, by the first that does.
    defined: Vec<(usize, Scalar, Vec<usize>)>,
    assumed: Vec<Scalar>,
    /// The place of what is chosen, if it is one number.
    told: Option<Span>,
}

impl<'a> Compiled<'a> {
    /// Compiles a graph; runs end where commands stand at one of the `unknown` places.
    pub fn new(cfg: &'a Cfg, vars: impl IntoIterator<Item = Var>, unknown: &'a BTreeSet<Span>) -> Compiled<'a> {
        let mut places = Places::new();
        let (mut numbers, mut tables) = (0, 0);
        for var in vars.into_iter().collect::<BTreeSet<Var>>() {
            let counter = match var.sort() {
                Sort::Map(_) => &mut tables,
                _ => &mut numbers,
            };
            let place = match var.sort() {
                Sort::Map(_) => Place::Table(*counter),
                _ => Place::Number(*counter),
            };
            *counter += 1;
            places.insert(var, place);
        }
        let mut compiled = Compiled {
            cfg,
            places,
            blocks: Vec::new(),
            unknown,
        };
        let block = |block: &'a BasicBlock| {
            let commands = block.commands.iter().enumerate();
            let edges = block.edges.iter();
            Block {
                commands: commands.map(|(at, _)| compiled.command(&block.commands, at)).collect(),
                edges: edges.map(|e| (Scalar::of(&e.guard, &compiled.places), e.to)).collect(),
            }
        };
        let blocks = cfg.blocks.iter().map(block).collect();
        compiled.blocks = blocks;
        compiled
    }

    fn command(&self, commands: &'a [Command], at: usize) -> Op<'a> {
        let command = &commands[at];
        if let Some((call, returns)) = self.cfg.call(&command.kind) {
            let args = call.args.iter().map(|t| Some((Scalar::of(t, &self.places)?, t.sort())));
            return match args.collect::<Option<Vec<_>>>() {
                Some(args) => Op::Call { call, returns, args },
                None => Op::Unknown,
            };
        }
        let next = commands.get(at + 1).map(|c| &c.kind);
        let is_guess = self.unknown.contains(&command.span) && !is_allocation(&command.kind, next);
        match command.kind {
            CommandKind::Havoc(_) if is_guess => Op::Unknown,
            _ => self.compiled(commands, at).unwrap_or(Op::Other(at)),
        }
    }

    fn compiled(&self, commands: &'a [Command], at: usize) -> Option<Op<'a>> {
        let command = &commands[at];
        let scalar = |t: &Term| Scalar::of(t, &self.places);
        Some(match &command.kind {
            CommandKind::Assign(pairs) if self.whole(pairs).is_some() => self.whole(pairs)?,
            CommandKind::Assign(pairs) => {
                let part = |(var, term): &(Var, Term)| self.part(var, term);
                let mut parts: Vec<Part> = pairs.iter().map(part).collect::<Option<_>>()?;
                match (parts.pop(), parts.is_empty()) {
                    (Some(part), true) => match part.keys {
                        Some(keys) => Op::Write(part.place, keys, part.value),
                        None => Op::Set(part.place, part.value),
                    },
                    (last, _) => {
                        parts.extend(last);
                        Op::Together(parts)
                    }
                }
            }
            CommandKind::Havoc(vars) => Op::Choose(self.choose(vars, &commands[at..])?),
            CommandKind::Assume(formula) => match self.within(formula) {
                Some((inner, outer)) => Op::Within(inner, outer),
                None => Op::Assume(scalar(formula)?),
            },
            CommandKind::Assert(check) => Op::Assert(scalar(&check.formula)?, check),
        })
    }

    fn table(&self, term: &Term) -> Option<usize> {
        match self.places.get(term.as_var()?)? {
            Place::Table(at) => Some(*at),
            Place::Number(_) => None,
        }
    }

    /// A table that is given another value as a whole.
    fn whole(&self, pairs: &[(Var, Term)]) -> Option<Op<'a>> {
        let [(var, term)] = pairs else { return None };
        let at = self.table(&var.term())?;
        match term.kind() {
            Kind::Const(value) if value.sort().as_map().is_none() => {
                Some(Op::Fill(at, Scalar::of(value, &self.places)?))
            }
            _ => Some(Op::Copy(at, self.table(term)?)),
        }
    }

    /// The tables, if a formula says of all keys that one table holds where another one does: what was initialized
    /// before a loop still is.
    fn within(&self, formula: &Term) -> Option<(usize, usize)> {
        let Kind::Quant(Quantifier::Forall, vars, body) = formula.kind() else {
            return None;
        };
        let ([key], Kind::Implies(inner, outer)) = (vars.as_slice(), body.kind()) else {
            return None;
        };
        let read = |t: &Term| match t.kind() {
            Kind::Select(map, at) if at.as_var() == Some(key) => self.table(map),
            _ => None,
        };
        Some((read(inner)?, read(outer)?))
    }

    fn part(&self, var: &Var, term: &Term) -> Option<Part> {
        let (place, keys, value) = match self.places.get(var)? {
            Place::Number(at) => (*at, None, Scalar::of(term, &self.places)?),
            Place::Table(at) => {
                let (keys, value) = self.write(&var.term(), term)?;
                (*at, Some(keys), value)
            }
        };
        Some(Part { place, keys, value })
    }

    /// The keys and the number, if a term is a table changed at one place: `m[k := v]`, or `m[k := m[k][l := v]]`.
    fn write(&self, table: &Term, term: &Term) -> Option<(Vec<Scalar>, Scalar)> {
        let Kind::Store(map, key, value) = term.kind() else {
            return None;
        };
        if map != table {
            return None;
        }
        let mut keys = vec![Scalar::of(key, &self.places)?];
        if value.sort().as_map().is_none() {
            return Some((keys, Scalar::of(value, &self.places)?));
        }
        chain(table, &self.places)?;
        let (rest, number) = self.write(&Term::select(table.clone(), key.clone()), value)?;
        keys.extend(rest);
        Some((keys, number))
    }

    fn choose(&self, vars: &'a [Var], commands: &'a [Command]) -> Option<Choose<'a>> {
        let next = commands.get(1).map(|c| &c.kind);
        if is_allocation(&commands[0].kind, next) {
            return None;
        }
        let number = |v: &Var| match self.places.get(v)? {
            Place::Number(at) => Some(*at),
            Place::Table(_) => None,
        };
        let chosen: Option<Vec<(usize, &Sort)>> = vars.iter().map(|v| Some((number(v)?, v.sort()))).collect();
        let assumed: Vec<&Term> = commands[1..].iter().map_while(|c| as_assumed(&c.kind)).collect();
        let mut defined = Vec::new();
        for part in assumed.iter().flat_map(|f| f.conjuncts()) {
            let Kind::Eq(a, b) = part.kind() else { continue };
            for (side, other) in [(a, b), (b, a)] {
                let Some(var) = side.as_var().filter(|v| vars.contains(v)) else {
                    continue;
                };
                let needs = other.free_vars();
                let needs = vars.iter().filter(|v| needs.contains(v)).map(number);
                defined.push((
                    number(var)?,
                    Scalar::of(other, &self.places)?,
                    needs.collect::<Option<_>>()?,
                ));
            }
        }
        let assumed = assumed.into_iter().map(|f| Scalar::of(f, &self.places));
        let told = match vars {
            [var] if *var.sort() == Sort::Int => Some(commands[0].span),
            _ => None,
        };
        Some(Choose {
            vars: chosen?,
            defined,
            assumed: assumed.collect::<Option<_>>()?,
            told,
        })
    }
}

#[cfg(test)]
mod tests;

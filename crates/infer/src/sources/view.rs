//! A routine as the sources of predicates see it.

use super::back_propagation::unwrapped;
use super::elements::Body;
use super::terms::{collect, is_atom, is_type, is_writable, linear};
use crate::runs::Runs;
use abide_base::Budget;
use abide_ir::cfg::{BlockId, Cfg, CommandKind, LoopId};
use abide_ir::{Check, CheckKind};
use abide_logic::{Int, Kind, Sort, Subst, Term, Var};
use abide_vc::CutGraph;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::OnceLock;

/// A routine with what is known of its runs.
pub struct ViewInputs<'a> {
    /// Its graph; the user's invariants and what was found earlier are in its loops.
    pub cfg: &'a Cfg,
    /// The graph with the loops cut.
    pub cut: &'a CutGraph,
    /// All variables of the routine.
    pub vars: &'a BTreeSet<Var>,
    /// What the caller provides.
    pub inputs: &'a [Var],
    /// Can a formula be written in the annotations of its language, as far as its variables go?
    pub is_expressible: &'a dyn Fn(&Term) -> bool,
    /// States seen in concrete runs.
    pub runs: &'a Runs,
    /// Integer constants to be quantified over, with names nobody uses.
    pub skolems: &'a [Var],
    /// Checks that are not proved yet.
    pub open: &'a [Check],
    /// Steps for proposals: formulas over large structures are slow to evaluate.
    pub budget: Budget,
}

/// The same, with what sources ask for again and again.
pub struct RoutineView<'a> {
    routine: ViewInputs<'a>,
    /// Values of the past that postconditions speak of: annotations of loops can do so too.
    past: BTreeSet<Var>,
    /// Properties of elements the routine speaks of, found when first asked for.
    pub(super) bodies: OnceLock<Vec<Body>>,
    /// Variables that are used as indices, found when first asked for.
    indices: OnceLock<BTreeSet<Var>>,
    /// The references each loop changes, found when first asked for.
    pointers: OnceLock<Vec<BTreeSet<Vec<Var>>>>,
}

impl<'a> Deref for RoutineView<'a> {
    type Target = ViewInputs<'a>;

    fn deref(&self) -> &ViewInputs<'a> {
        &self.routine
    }
}

impl<'a> RoutineView<'a> {
    /// The view of a routine.
    pub fn new(routine: ViewInputs<'a>) -> RoutineView<'a> {
        let commands = routine.cfg.blocks.iter().flat_map(|b| &b.commands);
        let demanded = commands.filter_map(|c| match &c.kind {
            CommandKind::Assert(check) if check.kind == CheckKind::Postcondition => Some(check.formula.free_vars()),
            _ => None,
        });
        let past = demanded.flatten().filter(|v| v.name().starts_with("old("));
        RoutineView {
            past: past.collect(),
            routine,
            bodies: OnceLock::new(),
            indices: OnceLock::new(),
            pointers: OnceLock::new(),
        }
    }

    /// Can an annotation of the loop speak of this variable?
    pub fn can_name(&self, l: LoopId, var: &Var) -> bool {
        self.knows(l, var) && (self.is_expressible)(&var.term())
    }

    /// Is it a variable of the loop's scope, or one of the past that annotations can speak of?
    fn knows(&self, l: LoopId, var: &Var) -> bool {
        let spec = &self.cfg.natural_loop(l).spec;
        let is_input = || self.inputs.contains(var) && !spec.hidden.contains(var);
        spec.scope.binary_search(var).is_ok() || is_input() || self.past.contains(var)
    }

    /// Can an annotation of the loop say this?
    pub fn is_expressible(&self, l: LoopId, formula: &Term) -> bool {
        formula
            .free_vars()
            .iter()
            .all(|v| self.skolems.contains(v) || self.knows(l, v))
            && is_writable(formula)
            && (self.is_expressible)(formula)
    }

    /// Is the variable used as an index, or compared with or computed from such variables?
    pub fn is_index(&self, var: &Var) -> bool {
        self.indices.get_or_init(|| self.find_indices()).contains(var)
    }

    fn find_indices(&self) -> BTreeSet<Var> {
        let mut found = BTreeSet::new();
        let terms = self.terms();
        for term in &terms {
            term.visit(&mut |t| {
                if let Kind::Select(_, key) | Kind::Store(_, key, _) = t.kind()
                    && *key.sort() == Sort::Int
                {
                    found.extend(linear(key).unwrap_or_default());
                }
                true
            });
        }
        let commands = self.cfg.blocks.iter().flat_map(|b| &b.commands);
        for command in commands {
            if let CommandKind::Assert(check) = &command.kind
                && check.kind == CheckKind::Bounds
            {
                found.extend(check.formula.free_vars().into_iter().filter(|v| *v.sort() == Sort::Int));
            }
        }
        let mut pairs: Vec<(Term, Term)> = self
            .assignments(self.blocks())
            .into_iter()
            .map(|(v, t)| (v.term(), t))
            .collect();
        for term in &terms {
            term.visit(&mut |t| {
                if let Kind::Lt(a, b) | Kind::Le(a, b) | Kind::Eq(a, b) = t.kind() {
                    pairs.push((a.clone(), b.clone()));
                }
                true
            });
        }
        let sides = |(a, b): (Term, Term)| Some((linear(&a)?, linear(&b)?));
        let pairs: Vec<(BTreeSet<Var>, BTreeSet<Var>)> = pairs.into_iter().filter_map(sides).collect();
        loop {
            let before = found.len();
            for (a, b) in &pairs {
                if a.iter().chain(b).any(|v| found.contains(v)) {
                    found.extend(a.iter().chain(b).cloned());
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// The indices at which the commands of loops read or write maps, if they change.
    pub fn moving_indices(&self) -> BTreeSet<Term> {
        let moves = |t: &Term| {
            self.cfg
                .loop_ids()
                .any(|l| self.is_target(l, t) && self.is_expressible(l, t))
        };
        let mut found = BTreeSet::new();
        for term in self.terms() {
            collect(&unwrapped(&term), &mut Vec::new(), &mut |t| {
                if let Kind::Select(_, key) | Kind::Store(_, key, _) = t.kind()
                    && *key.sort() == Sort::Int
                    && linear(key).is_some()
                    && moves(key)
                {
                    found.insert(key.clone());
                }
            });
        }
        found
    }

    /// The references a loop changes, each with an integer that is assigned together with it if there is
    /// one: an offset into what is referred to.
    pub fn pointers(&self, l: LoopId) -> &BTreeSet<Vec<Var>> {
        let of_all = || self.cfg.loop_ids().map(|l| self.pointers_of(l)).collect();
        &self.pointers.get_or_init(of_all)[l.index()]
    }

    fn pointers_of(&self, l: LoopId) -> BTreeSet<Vec<Var>> {
        let body = &self.cfg.natural_loop(l).body;
        let mut found = BTreeSet::new();
        for pairs in self.together(body.iter().copied()) {
            let of = |sort: Sort| pairs.iter().map(|(v, _)| v).find(move |v| *v.sort() == sort);
            if let Some(reference) = of(Sort::Ref) {
                found.insert([reference].into_iter().chain(of(Sort::Int)).cloned().collect());
            }
        }
        found
    }

    /// Where an offset is made a skolem constant, what it is counted in is named by a reference that stays
    /// the same, if runs know one.
    pub fn settled(&self, formula: &Term, offset: &Term) -> Term {
        let mut settled = formula.clone();
        for l in self.cfg.loop_ids() {
            for pointer in self.pointers(l) {
                let [block, own] = pointer.as_slice() else { continue };
                let stays = |v: &&Var| *v.sort() == Sort::Ref && self.can_name(l, v) && !self.is_target(l, &v.term());
                let same = |v: &&Var| self.runs.agree(l.index(), &Term::eq(v.term(), block.term()));
                if own.term() == *offset
                    && let Some(base) = self.vars.iter().filter(stays).find(same)
                {
                    settled = settled.replaced(&block.term(), &base.term());
                }
            }
        }
        settled
    }

    /// A term about the past as it is now; nothing if it is not about the past.
    pub fn present(&self, term: &Term) -> Option<Term> {
        let mut now = Subst::new();
        for v in term.free_vars() {
            let name = v.name().strip_prefix("old(").and_then(|n| n.strip_suffix(')'));
            let same = |w: &&Var| Some(w.name()) == name && w.sort() == v.sort();
            if let Some(w) = self.vars.iter().find(same) {
                now.insert(v, w.term());
            }
        }
        (!now.is_empty()).then(|| now.apply(term))
    }

    /// Is it known to hold at the loop?
    pub fn is_known(&self, l: LoopId, formula: &Term) -> bool {
        let invariants = &self.cfg.natural_loop(l).spec.invariants;
        invariants.iter().any(|i| i.formula == *formula)
    }

    /// Does the loop change the value of the term?
    pub fn is_target(&self, l: LoopId, term: &Term) -> bool {
        let targets = &self.cfg.natural_loop(l).targets;
        term.free_vars().iter().any(|v| targets.contains(v))
    }

    /// The formulas of some blocks: guards, assumptions, checks.
    pub fn formulas<'s>(&'s self, blocks: impl Iterator<Item = BlockId> + 's) -> impl Iterator<Item = Term> + 's {
        blocks.flat_map(|b| {
            let block = self.cfg.block(b);
            let commands = block.commands.iter().filter_map(|c| match &c.kind {
                CommandKind::Assume(f) => Some(f.clone()),
                CommandKind::Assert(check) => Some(check.formula.clone()),
                _ => None,
            });
            let guards = block.edges.iter().map(|e| e.guard.clone());
            commands.chain(guards).collect::<Vec<_>>()
        })
    }

    /// All blocks.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.cfg.blocks.len() as u32).map(BlockId)
    }

    /// What is assigned where.
    pub fn assignments(&self, blocks: impl Iterator<Item = BlockId>) -> Vec<(Var, Term)> {
        self.together(blocks).into_iter().flatten().collect()
    }

    /// What is assigned where, by command.
    pub fn together(&self, blocks: impl Iterator<Item = BlockId>) -> Vec<Vec<(Var, Term)>> {
        let commands = blocks.flat_map(|b| &self.cfg.block(b).commands);
        let pairs = commands.filter_map(|c| match &c.kind {
            CommandKind::Assign(pairs) => Some(pairs.clone()),
            _ => None,
        });
        pairs.collect()
    }

    /// Does the routine read or write the variable in a command of its own?
    fn terms(&self) -> Vec<Term> {
        let assigned = self.assignments(self.blocks());
        let assigned = assigned.into_iter().map(|(_, t)| t);
        self.formulas(self.blocks()).chain(assigned).collect()
    }

    /// The integers worth speaking of at a loop: variables and reads of maps that occur in the
    /// program and can be named there, those the loop changes first.
    pub fn integers(&self, l: LoopId) -> Vec<Term> {
        let mut found: BTreeSet<Term> = BTreeSet::new();
        let mut see = |t: &Term| {
            if *t.sort() == Sort::Int
                && matches!(t.kind(), Kind::Var(_) | Kind::Select(..))
                && self.is_expressible(l, t)
            {
                found.insert(t.clone());
            }
        };
        for term in self.terms() {
            collect(&term, &mut Vec::new(), &mut |t| match t.kind() {
                // what is only compared with numbers, such as the type of an object, is no quantity
                Kind::Eq(a, b) if [a, b].iter().any(|s| matches!(s.kind(), Kind::Int(_))) => {
                    [a, b].into_iter().filter(|s| s.as_var().is_some()).for_each(&mut see);
                }
                kind => kind.children().for_each(&mut see),
            });
        }
        for (var, term) in self.assignments(self.blocks()) {
            see(&var.term());
            see(&term);
        }
        let targets = &self.cfg.natural_loop(l).targets;
        let mut list: Vec<Term> = found.into_iter().collect();
        list.sort_by_key(|t| {
            let plain = t.as_var().is_some();
            (
                !(plain && targets.contains(t.as_var().expect("it is one"))),
                !plain,
                t.size(),
            )
        });
        list
    }

    /// The comparisons and Boolean variables of the program that can be read at a loop: those of
    /// conditions and checks first, then those of assumptions.
    pub fn atoms(&self, l: LoopId) -> (Vec<Term>, Vec<Term>) {
        let commands = self.cfg.blocks.iter().flat_map(|b| &b.commands);
        let (mut checks, mut assumed) = (Vec::new(), Vec::new());
        for command in commands {
            match &command.kind {
                CommandKind::Assume(f) => assumed.push(f.clone()),
                CommandKind::Assert(check) => checks.push(check.formula.clone()),
                _ => {}
            }
        }
        let guards = self.cfg.blocks.iter().flat_map(|b| &b.edges).map(|e| e.guard.clone());
        checks.extend(guards);
        let checks = self.atoms_of(l, &checks);
        let mut assumed = self.atoms_of(l, &assumed);
        assumed.retain(|a| !checks.contains(a));
        (checks, assumed)
    }

    fn atoms_of(&self, l: LoopId, formulas: &[Term]) -> Vec<Term> {
        let mut found = BTreeSet::new();
        // with the time over, the others would not be tried
        for formula in formulas.iter().take_while(|_| self.budget.check().is_ok()) {
            collect(&unwrapped(formula), &mut Vec::new(), &mut |t| {
                if is_atom(t) && self.is_expressible(l, t) {
                    found.insert(t.clone());
                }
            });
        }
        found.into_iter().collect()
    }

    /// The comparisons of the conditions of a loop's body.
    pub fn conditions(&self, l: LoopId) -> Vec<Term> {
        let mut found = BTreeSet::new();
        for block in &self.cfg.natural_loop(l).body {
            for edge in &self.cfg.block(*block).edges {
                collect(&edge.guard, &mut Vec::new(), &mut |t| {
                    if is_atom(t) && self.is_expressible(l, t) && self.is_target(l, t) {
                        let negated = Term::not(t.clone());
                        if !found.contains(&negated) {
                            found.insert(t.clone());
                        }
                    }
                });
            }
        }
        found.into_iter().collect()
    }

    /// Conditions of the routine, outside of the loop, about variables that the loop sets: what it found out.
    pub(super) fn flags(&self, l: LoopId) -> Vec<Term> {
        let inside = &self.cfg.natural_loop(l).body;
        let outside = self.blocks().filter(|b| !inside.contains(b));
        let guards = outside.flat_map(|b| self.cfg.block(b).edges.iter().map(|e| e.guard.clone()));
        let atoms = self.atoms_of(l, &guards.collect::<Vec<_>>()).into_iter();
        let reads = |t: &Term| matches!(t.kind(), Kind::Select(..));
        let plain = atoms.filter(|a| self.is_target(l, a) && !a.kind().children().any(reads));
        let mut found: Vec<Term> = Vec::new();
        for atom in plain {
            if !found.contains(&Term::not(atom.clone())) && found.len() < FLAGS {
                found.push(atom);
            }
        }
        found
    }

    /// The numbers the routine mentions, limits of machine integers and names of types aside.
    pub fn constants(&self) -> BTreeSet<Int> {
        let mut found = BTreeSet::new();
        for term in self.terms() {
            term.visit(&mut |t| {
                if t.kind().children().any(is_type) {
                    return false;
                }
                if let Kind::Int(i) = t.kind()
                    && *i < Int::from(LARGE)
                    && *i > Int::from(-LARGE)
                {
                    found.insert(i.clone());
                }
                true
            });
        }
        found
    }
}

/// Conditions outside of a loop that are considered.
const FLAGS: usize = 4;

/// Numbers that are not smaller are limits of machine integers, and known.
const LARGE: i64 = 1_000_000_000;

//! Inputs that satisfy what is assumed at the start of a routine, by local search.
//!
//! The parts of a heap structure depend on each other: one more cell in a doubly linked list takes changes of its
//! type and of four links, of which a random guess gets one right. The cost of a candidate is the sum of the branch
//! distances of the assumed formulas ([`distance`]); a change that does not raise it is kept. At cost zero the
//! candidate is an input; it is perturbed, and the search goes on from there to another one.

use crate::draw::Draw;
use crate::state::{Here, Values};
use abide_base::Budget;
use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_logic::eval::{charged, distance, fixes};
use abide_logic::{Env, Int, MapValue, Sort, Term, Value, Var, eval};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Steps before a restart, and inputs kept to start from.
const PATIENCE: usize = 80;
const POOL: usize = 24;

/// Links of an input that count.
const MANY: usize = 10;

/// The distance of an assumption that cannot be evaluated.
const UNKNOWN: u64 = 4;

/// Turns a candidate into an input that the language allows, if it can.
pub type Repair<'r> = dyn Fn(Values) -> Option<Values> + 'r;

/// A search for inputs.
pub struct LocalSearch<'a> {
    /// The routine.
    pub cfg: &'a Cfg,
    /// The variables that make up an input.
    pub open: &'a [Var],
    /// Numbers that the routine mentions.
    pub numbers: &'a [Int],
    /// What makes inputs legal.
    pub repair: &'a Repair<'a>,
}

impl LocalSearch<'_> {
    /// Gives each input to `found`, until it breaks or so many changes were tried.
    pub fn inputs(
        &self,
        start: Values,
        changes: usize,
        budget: &Budget,
        found: &mut dyn FnMut(Values) -> ControlFlow<()>,
    ) {
        let Some(start) = (self.repair)(start) else { return };
        let mut descent = Descent::from(self, start);
        let mut is_input = descent.cost() == 0;
        for _ in 0..changes {
            if is_input {
                if found(descent.here.clone()).is_break() {
                    return;
                }
                descent.keep();
            }
            if budget.check().is_err() {
                return;
            }
            let restarts = descent.cost() == 0 || descent.patience == 0;
            is_input = charged(budget, || match restarts {
                true => descent.restart(),
                false => descent.step(),
            });
        }
    }

    /// A change towards a goal: one that makes a part of it true, or any change of what it mentions.
    fn improve(&self, draw: &mut Draw, goal: &Goal, state: &mut Values) {
        let mut fixes = match draw.below(2) {
            0 => fixes(&goal.formula, &Here(&goal.after(state))),
            _ => Vec::new(),
        };
        fixes.retain(|f| self.open.contains(&f.var));
        if !fixes.is_empty() {
            let fix = fixes.swap_remove(draw.below(fixes.len()));
            if let Some(value) = state.get_mut(&fix.var) {
                *value = fix.of(value);
            }
            return;
        }
        let own: Vec<Var> = self.open.iter().filter(|v| goal.vars.contains(v)).cloned().collect();
        let among = match own.is_empty() || draw.below(4) == 0 {
            true => self.open,
            false => &own,
        };
        for _ in 0..=draw.below(2) {
            self.change(draw, among, state);
        }
    }

    /// A new object, to which an old one may point.
    fn grow(&self, draw: &mut Draw, state: &mut Values) {
        let fields: Vec<&Var> = self.open.iter().filter(|v| is_link(v)).collect();
        let link = match fields.is_empty() || draw.below(3) == 0 {
            true => None,
            false => Some(fields[draw.below(fields.len())]),
        };
        copy_object(draw, link, state);
    }

    /// How many links an input has, up to [`MANY`].
    fn links(&self, input: &Values) -> usize {
        let fields = self.open.iter().filter(|v| is_link(v));
        let maps = fields.filter_map(|v| input.get(v)?.as_map());
        let held = maps.flat_map(|m| m.entries().values());
        held.filter(|v| objects(v).any(|o| o != Value::NULL)).count().min(MANY)
    }

    /// One change: a copy of an object, a value copied from another object, a number of the routine, or a small
    /// change.
    fn change(&self, draw: &mut Draw, among: &[Var], state: &mut Values) {
        if among.is_empty() {
            return;
        }
        let var = &among[draw.below(among.len())];
        match draw.below(8) {
            0 => self.grow(draw, state),
            1 | 2 => copy_value(draw, var, state),
            3 if !self.numbers.is_empty() => {
                let number = &self.numbers[draw.below(self.numbers.len())];
                give(draw, var, Value::Int(number.clone()), state);
            }
            _ => draw.change(state, among),
        }
    }
}

/// The state of a search.
struct Descent<'a> {
    search: &'a LocalSearch<'a>,
    goals: Vec<Goal>,
    draw: Draw,
    /// Inputs to start from.
    pool: Vec<Values>,
    here: Values,
    /// The distance of `here` from each of the goals.
    distances: Vec<u64>,
    patience: usize,
}

impl<'a> Descent<'a> {
    fn from(search: &'a LocalSearch<'a>, start: Values) -> Descent<'a> {
        let goals = goals(search.cfg);
        Descent {
            distances: distances(&goals, &start),
            goals,
            search,
            draw: Draw::seeded(17),
            pool: vec![start.clone()],
            here: start,
            patience: PATIENCE,
        }
    }

    fn cost(&self) -> u64 {
        self.distances.iter().sum()
    }

    /// Perturbs an earlier input, of a few the one with most links; says whether the result is an input.
    fn restart(&mut self) -> bool {
        let draw = &mut self.draw;
        let few = [(); 3].map(|()| draw.below(self.pool.len()));
        let richest = few.into_iter().max_by_key(|i| self.search.links(&self.pool[*i]));
        let mut perturbed = self.pool[richest.unwrap_or(0)].clone();
        if draw.below(2) == 0 {
            self.search.grow(draw, &mut perturbed);
        }
        for _ in 0..=draw.below(3) {
            self.search.change(draw, self.search.open, &mut perturbed);
        }
        let Some(perturbed) = (self.search.repair)(perturbed) else {
            return false;
        };
        self.distances = distances(&self.goals, &perturbed);
        self.here = perturbed;
        self.patience = PATIENCE;
        self.cost() == 0
    }

    /// Makes a change towards a missed goal, if it does not raise the cost; says whether an input is reached.
    fn step(&mut self) -> bool {
        self.patience -= 1;
        let missed: Vec<usize> = (0..self.goals.len()).filter(|i| self.distances[*i] > 0).collect();
        let goal = &self.goals[missed[self.draw.below(missed.len())]];
        let mut next = self.here.clone();
        self.search.improve(&mut self.draw, goal, &mut next);
        let Some(next) = (self.search.repair)(next) else {
            return false;
        };
        let distances = distances_after(&self.goals, (&self.here, &self.distances), &next);
        if distances.iter().sum::<u64>() > self.cost() {
            return false;
        }
        (self.here, self.distances) = (next, distances);
        self.cost() == 0
    }

    /// Keeps the input to start from, without its unreachable objects if it is still one then.
    fn keep(&mut self) {
        let tidied = tidied(&self.here, self.search.open);
        let is_input = distances(&self.goals, &tidied).iter().all(|d| *d == 0);
        let kept = if is_input { tidied } else { self.here.clone() };
        match self.pool.len() < POOL {
            true => self.pool.push(kept),
            false => self.pool[self.draw.below(POOL)] = kept,
        }
    }
}

/// A formula that is assumed.
struct Goal {
    /// Assignments before it.
    before: Vec<(Var, Term)>,
    formula: Term,
    /// What it depends on.
    vars: Vec<Var>,
}

/// What is assumed before the first choice.
fn goals(cfg: &Cfg) -> Vec<Goal> {
    let mut found = Vec::new();
    let mut before: Vec<(Var, Term)> = Vec::new();
    let mut at = cfg.entry;
    let mut seen: Vec<BlockId> = Vec::new();
    while !seen.contains(&at) && cfg.loop_at(at).is_none() {
        seen.push(at);
        let block = cfg.block(at);
        for command in &block.commands {
            match &command.kind {
                CommandKind::Assume(formula) => {
                    found.extend(
                        formula
                            .conjuncts()
                            .into_iter()
                            .map(|formula| Goal::new(&before, formula)),
                    );
                }
                CommandKind::Assign(pairs) => before.extend(pairs.iter().cloned()),
                CommandKind::Assert(_) => {}
                CommandKind::Havoc(_) => return found,
            }
        }
        match block.edges.as_slice() {
            [edge] if edge.guard.is_true() => at = edge.to,
            _ => break,
        }
    }
    found
}

impl Goal {
    fn new(before: &[(Var, Term)], formula: Term) -> Goal {
        let read = before.iter().flat_map(|(_, term)| term.free_vars());
        Goal {
            vars: formula.free_vars().into_iter().chain(read).collect(),
            before: before.to_vec(),
            formula,
        }
    }

    /// The distance of a state from it.
    fn distance(&self, state: &Values) -> u64 {
        distance(&self.formula, &Here(&self.after(state))).unwrap_or(UNKNOWN)
    }

    /// The state in which it is assumed.
    fn after(&self, state: &Values) -> Values {
        let mut after = state.clone();
        for (var, term) in &self.before {
            match eval(term, &Here(&after)) {
                Some(value) => after.insert(var.clone(), value),
                None => after.remove(var),
            };
        }
        after
    }
}

/// The distance of a state from each of the goals.
fn distances(goals: &[Goal], state: &Values) -> Vec<u64> {
    goals.iter().map(|goal| goal.distance(state)).collect()
}

/// The same for a state that differs in some variables from one whose distances are known.
fn distances_after(goals: &[Goal], (old, known): (&Values, &[u64]), state: &Values) -> Vec<u64> {
    let changed: Vec<&Var> = state
        .iter()
        .filter(|(v, x)| old.get(v) != Some(x))
        .map(|(v, _)| v)
        .collect();
    let again = |(goal, known): (&Goal, &u64)| match goal.vars.iter().any(|v| changed.contains(&v)) {
        true => goal.distance(state),
        false => *known,
    };
    goals.iter().zip(known).map(again).collect()
}

/// Is it a field that leads from objects to others, or one of structures in memory, at an offset?
pub fn is_link(var: &Var) -> bool {
    let leads = |sort: &Sort| match sort.as_map() {
        Some((key, held)) => *key == Sort::Int && *held == Sort::Ref,
        None => *sort == Sort::Ref,
    };
    let sort = var.sort().as_map();
    sort.is_some_and(|(key, held)| *key == Sort::Ref && leads(held))
}

/// The objects in a value.
fn objects(value: &Value) -> impl Iterator<Item = Value> + use<> {
    let mut found = BTreeSet::new();
    value.objects(&mut found);
    found.into_iter()
}

/// Is it a map from objects?
fn is_field(var: &Var) -> bool {
    var.sort().as_map().is_some_and(|(key, _)| *key == Sort::Ref)
}

/// The input without unreachable objects, on which changes would be wasted.
fn tidied(input: &Values, open: &[Var]) -> Values {
    let fields = open.iter().filter(|v| is_link(v));
    let fields: Vec<&MapValue> = fields.filter_map(|v| input.get(v)?.as_map()).collect();
    let roots = open.iter().filter(|v| *v.sort() == Sort::Ref);
    let mut reached: BTreeSet<Value> = roots.filter_map(|v| input.get(v).cloned()).collect();
    let mut left: Vec<Value> = reached.iter().cloned().collect();
    while let Some(object) = left.pop() {
        for next in fields.iter().flat_map(|f| objects(f.get(&object))) {
            if reached.insert(next.clone()) {
                left.push(next);
            }
        }
    }
    reached.remove(&Value::NULL);
    let mut tidied = input.clone();
    for (var, value) in tidied.iter_mut().filter(|(v, _)| is_field(v)) {
        if let (Value::Map(map), Sort::Map(kv)) = (&*value, var.sort()) {
            let mut kept = MapValue::constant(Value::zero(&kv.1));
            let entries = map.entries().iter().filter(|(key, _)| reached.contains(key));
            entries.for_each(|(key, held)| kept.set(key.clone(), held.clone()));
            *value = Value::map(kept);
        }
    }
    tidied
}

/// A copy of an object; the original may point at it by a field.
fn copy_object(draw: &mut Draw, link: Option<&Var>, state: &mut Values) {
    let mut objects = Here(state).candidates(&Sort::Ref);
    objects.retain(|o| *o != Value::NULL);
    let Some(Value::Ref(last)) = objects.last() else {
        return;
    };
    let new = Value::Ref(last + 1);
    let like = objects[draw.below(objects.len())].clone();
    for (var, value) in state.iter_mut().filter(|(v, _)| is_field(v)) {
        if let Value::Map(map) = value {
            let mut changed = MapValue::clone(map);
            changed.set(new.clone(), map.get(&like).clone());
            if link == Some(var) {
                let held = map.get(&like).written(&[Value::int(0)], new.clone());
                changed.set(like.clone(), held);
            }
            *value = Value::map(changed);
        }
    }
}

/// A field gets at one object its value at another; a reference becomes another.
fn copy_value(draw: &mut Draw, var: &Var, state: &mut Values) {
    let objects = Here(state).candidates(&Sort::Ref);
    if objects.is_empty() {
        return;
    }
    let one = objects[draw.below(objects.len())].clone();
    match state.get_mut(var) {
        Some(value) if is_field(var) => {
            let other = &objects[draw.below(objects.len())];
            if let Some(like) = value.as_map().map(|map| map.get(other).clone()) {
                *value = value.written(&[one], like);
            }
        }
        Some(value @ Value::Ref(_)) => *value = one,
        _ => {}
    }
}

/// A number for a variable, or for a field at some object.
fn give(draw: &mut Draw, var: &Var, number: Value, state: &mut Values) {
    let objects = Here(state).candidates(&Sort::Ref);
    match (state.get_mut(var), var.sort()) {
        (Some(value @ Value::Int(_)), _) => *value = number,
        (Some(value), Sort::Map(kv)) if **kv == (Sort::Ref, Sort::Int) && !objects.is_empty() => {
            let object = objects[draw.below(objects.len())].clone();
            *value = value.written(&[object], number);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_ir::gcl;
    use std::collections::BTreeMap;

    /// The inputs found for the first procedure of a text, and the variables.
    fn found(text: &str, changes: usize) -> (Vec<Values>, BTreeMap<String, Var>) {
        let program = gcl::lower(gcl::parse(Default::default(), text)).program;
        let routine = &program.routines[0];
        let cfg = Cfg::of(routine, &program.axioms).expect("a graph");
        let vars = routine.inputs.iter().chain(&routine.locals);
        let zero: Values = vars.map(|v| (v.clone(), Value::zero(v.sort()))).collect();
        let search = LocalSearch {
            cfg: &cfg,
            open: &routine.inputs,
            numbers: &[],
            repair: &Some,
        };
        let mut inputs = Vec::new();
        search.inputs(zero, changes, &Budget::default(), &mut |input| {
            inputs.push(input);
            ControlFlow::Continue(())
        });
        let named = routine.inputs.iter().map(|v| (v.name().to_string(), v.clone()));
        (inputs, named.collect())
    }

    const DOUBLY: &str = "
        field next: ref;
        field prev: ref;
        procedure p(first: ref)
          requires first != null && first.next != null && first.next.next != null;
          requires forall x: ref :: x != null && x.next != null ==> x.next.prev == x;
          requires forall x: ref :: x != null ==> x.next != first && x.next != x;
        { }";

    #[test]
    fn doubly_linked_lists_are_found() {
        let (inputs, vars) = found(DOUBLY, 2_000);
        assert!(inputs.len() > 3, "only {}", inputs.len());
        for input in inputs {
            let at = |field: &str, object: &Value| input[&vars[field]].as_map().expect("a field").get(object).clone();
            let first = &input[&vars["first"]];
            let second = at(".next", first);
            assert_ne!(at(".next", &second), Value::NULL);
            assert_eq!(at(".prev", &second), *first);
        }
    }

    #[test]
    fn nothing_is_found_where_there_is_nothing() {
        let text = "field f: ref; procedure p(x: ref) requires x.f == null && x.f != null; { }";
        assert!(found(text, 300).0.is_empty());
    }

    #[test]
    fn unreachable_objects_are_left_out() {
        let (inputs, vars) = found(DOUBLY, 500);
        let open: Vec<Var> = vars.values().cloned().collect();
        let mut input = inputs[0].clone();
        let before = tidied(&input, &open);
        let mut next = input[&vars[".next"]].as_map().expect("a field").clone();
        next.set(Value::Ref(77), Value::Ref(78));
        input.insert(vars[".next"].clone(), Value::map(next));
        assert_eq!(tidied(&input, &open), before);
    }
}

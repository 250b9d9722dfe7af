//! Inputs that satisfy what is assumed at the start of a routine, by going downhill.
//!
//! Structures in the heap hang together: a cell more in a doubly linked list takes changes of its type, of
//! two links there and two back, and a guess gets one of them right. How far an input is from what is assumed is
//! the sum of the distances of the assumed formulas ([`distance`]); a change that does not raise it is kept. An
//! input that has come down is thrown about a little, and the way goes down again to another one.

use crate::draw::Draw;
use crate::state::{Here, Values};
use abide_base::Budget;
use abide_ir::cfg::{BlockId, Cfg, CommandKind};
use abide_logic::eval::{charged, distance, fixes};
use abide_logic::{Env, Int, MapValue, Sort, Term, Value, Var, eval};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Steps down before another start is taken, and inputs kept to start from.
const PATIENCE: usize = 80;
const POOL: usize = 24;

/// Links with which an input is rich enough.
const MANY: usize = 10;

/// How far an assumption is off that cannot be evaluated.
const UNKNOWN: u64 = 4;

/// Puts right what an input of the language cannot be, or says that it cannot be put right.
pub type Repair<'r> = dyn Fn(Values) -> Option<Values> + 'r;

/// Where inputs are looked for.
pub struct Climb<'a> {
    /// The routine.
    pub cfg: &'a Cfg,
    /// The variables whose first values matter.
    pub open: &'a [Var],
    /// Numbers that the routine mentions.
    pub numbers: &'a [Int],
    /// What puts inputs right.
    pub repair: &'a Repair<'a>,
}

impl Climb<'_> {
    /// Gives each input that is found to `found`, until it breaks off or so many changes were tried.
    pub fn inputs(
        &self,
        start: Values,
        changes: usize,
        budget: &Budget,
        found: &mut dyn FnMut(Values) -> ControlFlow<()>,
    ) {
        let Some(start) = (self.repair)(start) else { return };
        let mut way = Way::from(self, start);
        let mut is_down = way.height() == 0;
        for _ in 0..changes {
            if is_down {
                if found(way.here.clone()).is_break() {
                    return;
                }
                way.keep();
            }
            if budget.check().is_err() {
                return;
            }
            let turns = way.height() == 0 || way.patience == 0;
            is_down = charged(budget, || if turns { way.turn() } else { way.step() });
        }
    }

    /// A change for the sake of something that is assumed: one that makes a part of it true, or any change of
    /// what it speaks of.
    fn improve(&self, draw: &mut Draw, aim: &Aim, state: &mut Values) {
        let mut fixes = match draw.below(2) {
            0 => fixes(&aim.formula, &Here(&aim.after(state))),
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
        let own: Vec<Var> = self.open.iter().filter(|v| aim.vars.contains(v)).cloned().collect();
        let among = match own.is_empty() || draw.below(4) == 0 {
            true => self.open,
            false => &own,
        };
        for _ in 0..=draw.below(2) {
            self.change(draw, among, state);
        }
    }

    /// A new object, to which an old one may lead.
    fn grow(&self, draw: &mut Draw, state: &mut Values) {
        let fields: Vec<&Var> = self.open.iter().filter(|v| is_link(v)).collect();
        let link = match fields.is_empty() || draw.below(3) == 0 {
            true => None,
            false => Some(fields[draw.below(fields.len())]),
        };
        another(draw, link, state);
    }

    /// How many links an input has, as far as there are not too many.
    fn links(&self, input: &Values) -> usize {
        let fields = self.open.iter().filter(|v| is_link(v));
        let maps = fields.filter_map(|v| input.get(v)?.as_map());
        let held = maps.flat_map(|m| m.entries().values());
        held.filter(|v| objects(v).any(|o| o != Value::NULL)).count().min(MANY)
    }

    /// One change: a new object like another, or between two others, a value as another object has it, a number
    /// of the routine, or any small one.
    fn change(&self, draw: &mut Draw, among: &[Var], state: &mut Values) {
        if among.is_empty() {
            return;
        }
        let var = &among[draw.below(among.len())];
        match draw.below(8) {
            0 => self.grow(draw, state),
            1 | 2 => alike(draw, var, state),
            3 if !self.numbers.is_empty() => {
                let number = &self.numbers[draw.below(self.numbers.len())];
                give(draw, var, Value::Int(number.clone()), state);
            }
            _ => draw.change(state, among),
        }
    }
}

/// A way down.
struct Way<'a> {
    climb: &'a Climb<'a>,
    aims: Vec<Aim>,
    draw: Draw,
    /// Inputs to start from.
    pool: Vec<Values>,
    here: Values,
    /// How far `here` is from each of the aims.
    off: Vec<u64>,
    patience: usize,
}

impl<'a> Way<'a> {
    fn from(climb: &'a Climb<'a>, start: Values) -> Way<'a> {
        let aims = aims(climb.cfg);
        Way {
            off: apart(&aims, &start),
            aims,
            climb,
            draw: Draw::seeded(17),
            pool: vec![start.clone()],
            here: start,
            patience: PATIENCE,
        }
    }

    fn height(&self) -> u64 {
        self.off.iter().sum()
    }

    /// Throws an earlier input about, the one with most links of a few; says whether that is an input.
    fn turn(&mut self) -> bool {
        let draw = &mut self.draw;
        let few = [(); 3].map(|()| draw.below(self.pool.len()));
        let richest = few.into_iter().max_by_key(|i| self.climb.links(&self.pool[*i]));
        let mut thrown = self.pool[richest.unwrap_or(0)].clone();
        if draw.below(2) == 0 {
            self.climb.grow(draw, &mut thrown);
        }
        for _ in 0..=draw.below(3) {
            self.climb.change(draw, self.climb.open, &mut thrown);
        }
        let Some(thrown) = (self.climb.repair)(thrown) else {
            return false;
        };
        self.off = apart(&self.aims, &thrown);
        self.here = thrown;
        self.patience = PATIENCE;
        self.height() == 0
    }

    /// Changes something for the sake of an aim that is missed, if that does not lead up; says whether an
    /// input is reached.
    fn step(&mut self) -> bool {
        self.patience -= 1;
        let missed: Vec<usize> = (0..self.aims.len()).filter(|i| self.off[*i] > 0).collect();
        let aim = &self.aims[missed[self.draw.below(missed.len())]];
        let mut next = self.here.clone();
        self.climb.improve(&mut self.draw, aim, &mut next);
        let Some(next) = (self.climb.repair)(next) else {
            return false;
        };
        let off = apart_from(&self.aims, (&self.here, &self.off), &next);
        if off.iter().sum::<u64>() > self.height() {
            return false;
        }
        (self.here, self.off) = (next, off);
        self.height() == 0
    }

    /// Keeps the input that is reached to start from, without what nobody comes to if that is one, too.
    fn keep(&mut self) {
        let tidied = tidied(&self.here, self.climb.open);
        let is_input = apart(&self.aims, &tidied).iter().all(|d| *d == 0);
        let kept = if is_input { tidied } else { self.here.clone() };
        match self.pool.len() < POOL {
            true => self.pool.push(kept),
            false => self.pool[self.draw.below(POOL)] = kept,
        }
    }
}

/// Something that is assumed.
struct Aim {
    /// Assignments before it.
    before: Vec<(Var, Term)>,
    formula: Term,
    /// What it depends on.
    vars: Vec<Var>,
}

/// What is assumed before anything is chosen.
fn aims(cfg: &Cfg) -> Vec<Aim> {
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
                            .map(|formula| Aim::new(&before, formula)),
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

impl Aim {
    fn new(before: &[(Var, Term)], formula: Term) -> Aim {
        let read = before.iter().flat_map(|(_, term)| term.free_vars());
        Aim {
            vars: formula.free_vars().into_iter().chain(read).collect(),
            before: before.to_vec(),
            formula,
        }
    }

    /// How far a state is from it.
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

/// How far a state is from each of them.
fn apart(aims: &[Aim], state: &Values) -> Vec<u64> {
    aims.iter().map(|aim| aim.distance(state)).collect()
}

/// The same for a state that differs in some variables from one of which it is known.
fn apart_from(aims: &[Aim], (old, off): (&Values, &[u64]), state: &Values) -> Vec<u64> {
    let changed: Vec<&Var> = state
        .iter()
        .filter(|(v, x)| old.get(v) != Some(x))
        .map(|(v, _)| v)
        .collect();
    let again = |(aim, off): (&Aim, &u64)| match aim.vars.iter().any(|v| changed.contains(&v)) {
        true => aim.distance(state),
        false => *off,
    };
    aims.iter().zip(off).map(again).collect()
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

/// The input without what nobody comes to: the more objects lie about, the less is a change to the point.
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

/// A new object that has all values of one there is; this one may lead to it by a field.
fn another(draw: &mut Draw, link: Option<&Var>, state: &mut Values) {
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

/// The value of a field at one object becomes that at another; a reference becomes another.
fn alike(draw: &mut Draw, var: &Var, state: &mut Values) {
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
        let climb = Climb {
            cfg: &cfg,
            open: &routine.inputs,
            numbers: &[],
            repair: &Some,
        };
        let mut inputs = Vec::new();
        climb.inputs(zero, changes, &Budget::default(), &mut |input| {
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
    fn what_nobody_comes_to_is_left_out() {
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

//! The solvers that are there, and random formulas to ask them.
//!
//! A formula comes from a list of [`Step`]s, each of which makes a term of terms made before:
//! so parts are shared, which is what printing must get right.

use abide_logic::{Env, Func, MapValue, Sort, Term, Value, Var, float};
use abide_prover_smtlib::SmtLib;
use abide_prover_smtlib::dialect::KNOWN;
use std::env;
use std::path::PathBuf;

/// The solver, or a line that says that there is none.
pub fn solver(name: &str) -> Option<SmtLib> {
    match SmtLib::find_in(name, &folders()) {
        Ok(found) => Some(found),
        Err(error) => {
            println!("PASSED OVER: {error}");
            None
        }
    }
}

pub fn solvers() -> Vec<SmtLib> {
    KNOWN.iter().map(|d| d.name).filter_map(solver).collect()
}

/// Where the project's set-up step puts solvers.
fn folders() -> Vec<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")));
    let entries = data.and_then(|d| d.join("abide").read_dir().ok());
    let mut found: Vec<PathBuf> = entries.into_iter().flatten().flatten().map(|e| e.path()).collect();
    found.sort();
    found
}

pub fn ints() -> Sort {
    Sort::map(Sort::Int, Sort::Int)
}

/// The variables of random formulas.
pub fn variables() -> Vec<Var> {
    let sorts = [
        ("i", Sort::Int),
        ("j", Sort::Int),
        ("k", Sort::Int),
        ("p", Sort::Bool),
        ("q", Sort::Bool),
        ("r", Sort::Ref),
        ("s", Sort::Ref),
        ("m", ints()),
        ("n", ints()),
        (".next", Sort::map(Sort::Ref, Sort::Ref)),
        ("set", Sort::map(Sort::Int, Sort::Bool)),
        ("rows", Sort::map(Sort::Int, ints())),
    ];
    sorts
        .into_iter()
        .enumerate()
        .map(|(tag, (name, sort))| Var::new(name, tag as u32, sort))
        .collect()
}

pub fn function() -> Func {
    Func {
        name: "f".into(),
        params: vec![Sort::Int],
        result: Sort::Int,
    }
}

/// Which term to make, of which earlier ones.
pub type Step = (u8, usize, usize, usize);

/// The formulas that the steps make: the last few.
pub fn formulas(steps: &[Step]) -> Vec<Term> {
    let mut pool = Pool {
        terms: variables()
            .iter()
            .map(Var::term)
            .chain([-1, 0, 1, 2].map(Term::int))
            .collect(),
    };
    pool.terms.push(Term::null());
    let start = pool.terms.len();
    for step in steps {
        let term = pool.make(*step);
        pool.terms.push(term);
    }
    let made = pool.terms[start..].iter().rev();
    made.filter(|t| *t.sort() == Sort::Bool && !t.is_true() && !t.is_false())
        .take(3)
        .cloned()
        .collect()
}

struct Pool {
    terms: Vec<Term>,
}

impl Pool {
    /// A term of the sort; later ones are likelier.
    fn pick(&self, sort: &Sort, choice: usize) -> Term {
        let fit: Vec<&Term> = self.terms.iter().filter(|t| t.sort() == sort).collect();
        let at = (choice % (2 * fit.len())).min(fit.len() - 1);
        fit[at].clone()
    }

    /// Any sort that has keys and values.
    fn map(&self, choice: usize) -> Term {
        let fit: Vec<&Term> = self.terms.iter().filter(|t| t.sort().as_map().is_some()).collect();
        fit[choice % fit.len()].clone()
    }

    fn make(&self, (op, a, b, c): Step) -> Term {
        let int = |n| self.pick(&Sort::Int, n);
        let bool = |n| self.pick(&Sort::Bool, n);
        match op % 24 {
            0 => Term::add(int(a), int(b)),
            1 => Term::sub(int(a), int(b)),
            2 => Term::mul(Term::int(a as i64 % 4 - 1), int(b)),
            3 => Term::mul(int(a), int(b)),
            4 => Term::div(int(a), Term::int(b as i64 % 7 - 3)),
            5 => Term::modulo(int(a), Term::int(b as i64 % 7 - 3)),
            6 => Term::div(int(a), int(b)),
            7 => Term::modulo(int(a), int(b)),
            8 => Term::lt(int(a), int(b)),
            9 => Term::le(int(a), int(b)),
            10 | 11 => {
                let left = self.terms[a % self.terms.len()].clone();
                Term::eq(left.clone(), self.pick(left.sort(), b))
            }
            12 => Term::not(bool(a)),
            13 => Term::and([bool(a), bool(b), bool(c)]),
            14 => Term::or([bool(a), bool(b), bool(c)]),
            15 => Term::implies(bool(a), bool(b)),
            16 => {
                let then = self.terms[a % self.terms.len()].clone();
                Term::ite(bool(b), then.clone(), self.pick(then.sort(), c))
            }
            17 | 18 => {
                let map = self.map(a);
                let key = self.pick(map.sort().as_map().expect("a map").0, b);
                Term::select(map, key)
            }
            19 | 20 => {
                let map = self.map(a);
                let (k, v) = map.sort().as_map().expect("a map");
                let (k, v) = (self.pick(k, b), self.pick(v, c));
                Term::store(map, k, v)
            }
            21 => Term::constant_map(Sort::Int, int(a)),
            22 => Term::apply(function(), vec![int(a)]),
            _ => {
                // bounded, so that it can be evaluated
                let vars = variables();
                let bound = vars[a % 3].clone();
                let range = [
                    Term::le(Term::int(0), bound.term()),
                    Term::lt(bound.term(), Term::int(3)),
                ];
                match b % 2 {
                    0 => Term::forall([bound], Term::implies(Term::and(range), bool(c))),
                    _ => Term::exists([bound], Term::and(range.into_iter().chain([bool(c)]))),
                }
            }
        }
    }
}

/// Values of variables, and a function.
pub struct Assignment {
    pub values: Vec<(Var, Value)>,
    pub function: fn(&abide_logic::Int) -> abide_logic::Int,
}

impl Env for Assignment {
    fn var(&self, var: &Var) -> Option<Value> {
        self.values
            .iter()
            .find(|(v, _)| v == var)
            .map(|(_, value)| value.clone())
    }

    fn apply(&self, _: &Func, args: &[Value]) -> Option<Value> {
        Some(Value::Int((self.function)(args.first()?.as_int()?)))
    }
}

/// A few values of a sort.
pub fn samples(sort: &Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int => (-2..=3).map(Value::int).collect(),
        Sort::Ref => (0..3).map(Value::Ref).collect(),
        Sort::Float => [0.0, -0.0, 1.5, f64::NAN]
            .map(|x| Value::Float(float::code(x)))
            .to_vec(),
        Sort::Map(kv) => {
            let (keys, values) = (samples(&kv.0), samples(&kv.1));
            let mut all = Vec::new();
            for default in values.iter().take(3) {
                all.push(Value::map(MapValue::constant(default.clone())));
                for key in keys.iter().take(4) {
                    for value in values.iter().take(4).filter(|v| *v != default) {
                        let mut map = MapValue::constant(default.clone());
                        map.set(key.clone(), value.clone());
                        all.push(Value::map(map));
                    }
                }
            }
            all
        }
    }
}

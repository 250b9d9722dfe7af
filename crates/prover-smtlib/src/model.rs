//! Values, as solvers write them in models.
//!
//! Numbers and truth values are plain. A map comes as a chain of `store`s upon
//! `((as const …) v)`, as `(lambda ((k Int)) …)`, or as `(_ as-array f)` with `f` defined by
//! `get-model`; parts may be named by `let`. A function is read as finitely many entries by
//! trying it on every key its body compares with, and on one it does not mention; a body that
//! does anything else with its key is refused.
//!
//! What is not understood has no value: `None`, never a guess.

use crate::sexp::Sexp;
use abide_logic::{Int, MapValue, Sort, Value};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// The functions that a model defines, for [`value`].
#[derive(Debug, Default)]
pub struct Functions(HashMap<String, Function>);

#[derive(Debug)]
struct Function {
    params: Vec<String>,
    body: Sexp,
}

impl Functions {
    /// Those in an answer to `get-model`.
    pub fn read(answer: &Sexp) -> Functions {
        let mut found = HashMap::new();
        for item in answer.list().unwrap_or_default() {
            if let Some([name, params, _, body]) = item.tail_of("define-fun")
                && let (Some(name), Some(params)) = (name.symbol(), params.list())
                && let Some(params) = params.iter().map(param).collect()
            {
                let body = body.clone();
                found.insert(name.to_string(), Function { params, body });
            }
        }
        Functions(found)
    }
}

/// The values in an answer to `get-value` for `count` terms, as they are written.
pub fn answers(answer: &Sexp, count: usize) -> Option<Vec<&Sexp>> {
    let pairs = answer.list().filter(|pairs| pairs.len() == count)?;
    let second = |pair: &'_ Sexp| pair.list().is_some_and(|parts| parts.len() == 2);
    pairs
        .iter()
        .all(second)
        .then(|| pairs.iter().filter_map(|p| p.list()?.last()).collect())
}

/// The value that `text` is, if it is understood as one of the sort.
pub fn value(text: &Sexp, sort: &Sort, functions: &Functions) -> Option<Value> {
    let reader = Reader { functions };
    reader.value(text, sort, &Env::default(), &mut Fuel::default())
}

/// Does the text refer to a function that `get-model` would tell?
pub fn needs_functions(text: &Sexp) -> bool {
    match text {
        Sexp::List(parts) => parts.iter().any(needs_functions),
        other => other.word() == Some("as-array"),
    }
}

fn param(text: &Sexp) -> Option<String> {
    match text.list()? {
        [name, _] => Some(name.symbol()?.to_string()),
        _ => None,
    }
}

/// What names stand for, innermost first.
#[derive(Clone, Default)]
struct Env<'a>(Option<Rc<Frame<'a>>>);

struct Frame<'a> {
    name: &'a str,
    meaning: Meaning<'a>,
    outer: Env<'a>,
}

enum Meaning<'a> {
    /// A text in the names that were known where it stands.
    Text(&'a Sexp, Env<'a>),
    /// A key that a function is tried on.
    Key(Key),
}

/// A key that a function is tried on.
#[derive(Clone)]
enum Key {
    Value(Value),
    /// One that is not mentioned in the function.
    Other,
}

impl<'a> Env<'a> {
    fn with(&self, name: &'a str, meaning: Meaning<'a>) -> Env<'a> {
        let outer = self.clone();
        Env(Some(Rc::new(Frame { name, meaning, outer })))
    }

    fn find(&self, name: &str) -> Option<&Meaning<'a>> {
        let mut at = self.0.as_ref();
        while let Some(frame) = at {
            if frame.name == name {
                return Some(&frame.meaning);
            }
            at = frame.outer.0.as_ref();
        }
        None
    }
}

/// Ends the reading of a text that would take too long or too deep.
struct Fuel {
    steps: u32,
    depth: u32,
}

impl Default for Fuel {
    fn default() -> Fuel {
        Fuel {
            steps: 1_000_000,
            depth: 200,
        }
    }
}

impl Fuel {
    /// Runs `read` one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Fuel) -> Option<T>) -> Option<T> {
        self.steps = self.steps.checked_sub(1)?;
        self.depth = self.depth.checked_sub(1)?;
        let result = read(self);
        self.depth += 1;
        result
    }
}

/// What a text stands for, when names and conditions are resolved.
enum Chosen<'a> {
    Text(&'a Sexp, Env<'a>),
    Key(Key),
}

struct Reader<'a> {
    functions: &'a Functions,
}

impl<'a> Reader<'a> {
    fn value(&self, text: &'a Sexp, sort: &Sort, env: &Env<'a>, fuel: &mut Fuel) -> Option<Value> {
        fuel.deeper(|fuel| {
            let (text, env) = match self.chosen(text, env.clone(), fuel)? {
                Chosen::Text(text, env) => (text, env),
                Chosen::Key(Key::Value(v)) => return Some(v).filter(|v| has_sort(v, sort)),
                Chosen::Key(Key::Other) => return None,
            };
            match sort {
                Sort::Bool => self.truth(text, &env, fuel).map(Value::Bool),
                Sort::Int => integer(text).map(Value::Int),
                Sort::Float => integer(text).map(|code| Value::double(&code)),
                Sort::Ref => i64::try_from(&integer(text)?).ok().map(Value::Ref),
                Sort::Map(kv) => self.map(text, &kv.0, &kv.1, &env, fuel),
            }
        })
    }

    /// Follows names, `let` and `ite` to what they stand for, without recursion: an `ite` may
    /// have an arm for each of many keys.
    fn chosen(&self, text: &'a Sexp, env: Env<'a>, fuel: &mut Fuel) -> Option<Chosen<'a>> {
        let (mut at, mut env) = (text, env);
        loop {
            fuel.steps = fuel.steps.checked_sub(1)?;
            if let Some(meaning) = at.symbol().and_then(|name| env.find(name)) {
                match meaning {
                    Meaning::Key(key) => return Some(Chosen::Key(key.clone())),
                    Meaning::Text(text, outer) => (at, env) = (text, outer.clone()),
                }
            } else if let Some([bindings, body]) = at.tail_of("let") {
                (at, env) = (body, bind(bindings, &env)?);
            } else if let Some([c, a, b]) = at.tail_of("ite") {
                at = if self.truth(c, &env, fuel)? { a } else { b };
            } else {
                return Some(Chosen::Text(at, env));
            }
        }
    }

    /// Walks down a chain of stores without recursion; it may be long.
    fn map(&self, text: &'a Sexp, key: &Sort, of: &Sort, env: &Env<'a>, fuel: &mut Fuel) -> Option<Value> {
        let mut stores = Vec::new();
        let (mut at, mut env) = (text, env.clone());
        let mut map = loop {
            let Chosen::Text(text, inner) = self.chosen(at, env, fuel)? else {
                return None;
            };
            (at, env) = (text, inner);
            let Some([map, k, v]) = at.tail_of("store") else {
                break self.base(at, key, of, &env, fuel)?;
            };
            stores.push((self.value(k, key, &env, fuel)?, self.value(v, of, &env, fuel)?));
            at = map;
        };
        stores.into_iter().rev().for_each(|(k, v)| map.set(k, v));
        Some(Value::map(normal(map, key)))
    }

    /// What a chain of stores begins with.
    fn base(&self, text: &'a Sexp, key: &Sort, of: &Sort, env: &Env<'a>, fuel: &mut Fuel) -> Option<MapValue> {
        if let Some([params, body]) = text.tail_of("lambda") {
            let [name] = params.list()? else { return None };
            let [name, _] = name.list()? else { return None };
            return self.function(name.symbol()?, body, key, of, env, fuel);
        }
        match text.list()? {
            [head, v] if head.tail_of("as")?.first()?.word() == Some("const") => {
                Some(MapValue::constant(self.value(v, of, env, fuel)?))
            }
            [under, word, name] if under.word() == Some("_") && word.word() == Some("as-array") => {
                let function = self.functions.0.get(name.symbol()?)?;
                let [param] = function.params.as_slice() else {
                    return None;
                };
                self.function(param, &function.body, key, of, &Env::default(), fuel)
            }
            _ => None,
        }
    }

    /// A function of one parameter, tried on every key that its body mentions.
    fn function(
        &self,
        param: &'a str,
        body: &'a Sexp,
        key: &Sort,
        of: &Sort,
        env: &Env<'a>,
        fuel: &mut Fuel,
    ) -> Option<MapValue> {
        fuel.deeper(|fuel| {
            let at = |k: Key, fuel: &mut Fuel| self.value(body, of, &env.with(param, Meaning::Key(k)), fuel);
            if *key == Sort::Bool {
                let mut map = MapValue::constant(at(Key::Value(Value::Bool(false)), fuel)?);
                map.set(Value::Bool(true), at(Key::Value(Value::Bool(true)), fuel)?);
                return Some(map);
            }
            let mut map = MapValue::constant(at(Key::Other, fuel)?);
            for k in self.mentioned(body, param, key, env, fuel)? {
                map.set(k.clone(), at(Key::Value(k), fuel)?);
            }
            Some(map)
        })
    }

    /// Collects the keys that `param` is compared with in `body`.
    fn mentioned(
        &self,
        body: &'a Sexp,
        param: &str,
        key: &Sort,
        env: &Env<'a>,
        fuel: &mut Fuel,
    ) -> Option<BTreeSet<Value>> {
        let mut keys = BTreeSet::new();
        let mut open = vec![(body, env.clone())];
        while let Some((text, env)) = open.pop() {
            fuel.steps = fuel.steps.checked_sub(1)?;
            if let Some([bindings, inner]) = text.tail_of("let") {
                for binding in bindings.list()? {
                    open.push((binding.list()?.last()?, env.clone()));
                }
                open.push((inner, bind(bindings, &env)?));
                continue;
            }
            let is_key = |t: &Sexp| t.symbol() == Some(param);
            match text.tail_of("=") {
                Some([a, b]) if is_key(a) || is_key(b) => {
                    let other = if is_key(a) { b } else { a };
                    keys.insert(self.value(other, key, &env, fuel)?);
                }
                _ => open.extend(text.list().unwrap_or_default().iter().map(|t| (t, env.clone()))),
            }
        }
        Some(keys)
    }

    /// The truth of a condition on keys.
    fn truth(&self, text: &'a Sexp, env: &Env<'a>, fuel: &mut Fuel) -> Option<bool> {
        fuel.deeper(|fuel| {
            let (text, env) = match self.chosen(text, env.clone(), fuel)? {
                Chosen::Text(text, env) => (text, env),
                Chosen::Key(Key::Value(v)) => return v.as_bool(),
                Chosen::Key(Key::Other) => return None,
            };
            let env = &env;
            match text.word() {
                Some("true") => return Some(true),
                Some("false") => return Some(false),
                _ => {}
            }
            if let Some([a]) = text.tail_of("not") {
                return self.truth(a, env, fuel).map(|b| !b);
            }
            if let Some(parts) = text.tail_of("and") {
                return self.all(parts, true, env, fuel);
            }
            if let Some(parts) = text.tail_of("or") {
                return self.all(parts, false, env, fuel).map(|none| !none);
            }
            let [a, b] = text.tail_of("=")? else { return None };
            self.same(a, b, env, fuel)
        })
    }

    /// Have all parts the truth value `wanted`?
    fn all(&self, parts: &'a [Sexp], wanted: bool, env: &Env<'a>, fuel: &mut Fuel) -> Option<bool> {
        let mut all = true;
        for part in parts {
            all &= self.truth(part, env, fuel)? == wanted;
        }
        Some(all)
    }

    /// `(= key v)` or `(= v key)`; a key that is not mentioned is equal to none that is.
    fn same(&self, a: &'a Sexp, b: &'a Sexp, env: &Env<'a>, fuel: &mut Fuel) -> Option<bool> {
        let key = |t: &'a Sexp| match env.find(t.symbol()?)? {
            Meaning::Key(key) => Some(key.clone()),
            Meaning::Text(..) => None,
        };
        let (key, other) = match (key(a), key(b)) {
            (Some(key), None) => (key, b),
            (None, Some(key)) => (key, a),
            _ => return None,
        };
        match key {
            Key::Other => Some(false),
            Key::Value(k) => Some(self.value(other, &sort_of(&k)?, env, fuel)? == k),
        }
    }
}

/// The environment below `(let (bindings) …)`; the bindings do not see each other.
fn bind<'a>(bindings: &'a Sexp, env: &Env<'a>) -> Option<Env<'a>> {
    let mut inner = env.clone();
    for binding in bindings.list()? {
        let [name, text] = binding.list()? else { return None };
        inner = inner.with(name.symbol()?, Meaning::Text(text, env.clone()));
    }
    Some(inner)
}

/// `5`, `-5` or `(- 5)`.
fn integer(text: &Sexp) -> Option<Int> {
    if let Some([inner]) = text.tail_of("-") {
        return Some(-natural(inner.word()?)?);
    }
    let word = text.word()?;
    match word.strip_prefix('-') {
        Some(digits) => Some(-natural(digits)?),
        None => natural(word),
    }
}

fn natural(digits: &str) -> Option<Int> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

fn has_sort(value: &Value, sort: &Sort) -> bool {
    sort_of(value).as_ref() == Some(sort)
}

/// The sort of a key that is no map.
fn sort_of(value: &Value) -> Option<Sort> {
    match value {
        Value::Bool(_) => Some(Sort::Bool),
        Value::Int(_) => Some(Sort::Int),
        Value::Ref(_) => Some(Sort::Ref),
        Value::Float(_) => Some(Sort::Float),
        Value::Map(_) | Value::Unknown => None,
    }
}

/// Of all ways to write a map with two keys, the one whose default is the value at `false`.
fn normal(map: MapValue, key: &Sort) -> MapValue {
    if *key != Sort::Bool {
        return map;
    }
    let mut normal = MapValue::constant(map.get(&Value::Bool(false)).clone());
    normal.set(Value::Bool(true), map.get(&Value::Bool(true)).clone());
    normal
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;

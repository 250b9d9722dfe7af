//! A memoised model of Z3.
//!
//! Z3 evaluates a term from its leaves up whenever it is asked, and looks a function's arguments
//! up in a list. A query about the heap asks for thousands of terms in each of its models, many of
//! them applications of one function: here each subterm is evaluated once, and applications are
//! looked up by their evaluated arguments. The rest is left to Z3.

use crate::values::{self, Rows, Seen};
use abide_logic::Value;
use abide_z3::*;
use std::collections::{BTreeMap, HashMap};

/// A model and what is known of it. Belongs to a context and must be released there.
pub(crate) struct Model {
    pub(crate) seen: Seen,
    /// Terms and their values.
    values: HashMap<Z3_ast, Option<Z3_ast>>,
    /// The values, each counted, in the order in which they were found.
    kept: Vec<Z3_ast>,
    functions: HashMap<Z3_func_decl, Option<Function>>,
    keys: HashMap<Z3_ast, Option<Key>>,
    /// The maps that occur, numbered.
    maps: BTreeMap<Value, usize>,
    /// How deep inside of a term we are.
    depth: usize,
}

/// Terms deeper than this are left to Z3, which needs no stack for them.
const DEPTH: usize = 200;

/// The identity of a value: a map may be written in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Plain(Z3_ast),
    Map(usize),
}

/// A function that the model gives by its entries. The model keeps what is in it.
struct Function {
    /// Nothing where entries for one map, written in several ways, disagree.
    entries: HashMap<Vec<Key>, Option<Z3_ast>>,
    otherwise: Z3_ast,
}

impl Model {
    /// Takes over a model that has been counted once.
    pub(crate) fn new(seen: Seen) -> Model {
        Model {
            seen,
            values: HashMap::new(),
            kept: Vec::new(),
            functions: HashMap::new(),
            keys: HashMap::new(),
            maps: BTreeMap::new(),
            depth: 0,
        }
    }

    /// The value of a term, which is kept until the model is released.
    ///
    /// # Safety
    ///
    /// The context lives and has the model and the term, and the term stays until the model is
    /// released.
    pub(crate) unsafe fn value(&mut self, api: &Api, c: Z3_context, ast: Z3_ast) -> Option<Z3_ast> {
        if let Some(value) = self.values.get(&ast) {
            return *value;
        }
        // SAFETY: as promised to this function; a value is counted when it is found.
        let value = unsafe {
            self.depth += 1;
            let short = (self.depth <= DEPTH).then(|| self.lookup(api, c, ast)).flatten();
            self.depth -= 1;
            let value = short.or_else(|| self.evaluated(api, c, ast));
            if let Some(value) = value {
                api.inc_ref(c, value);
                self.kept.push(value);
            }
            value
        };
        self.values.insert(ast, value);
        value
    }

    /// Releases everything in the order in which it was found: Z3 reuses the numbers of released
    /// terms, and what it does next must not depend on the order of a hash table.
    ///
    /// # Safety
    ///
    /// The context is the one [`Model::value`] was called with, and lives.
    pub(crate) unsafe fn release(self, api: &Api, c: Z3_context) {
        unsafe {
            self.kept.into_iter().for_each(|value| api.dec_ref(c, value));
            api.model_dec_ref(c, self.seen.model);
        }
    }

    unsafe fn evaluated(&self, api: &Api, c: Z3_context, ast: Z3_ast) -> Option<Z3_ast> {
        let mut value = Z3_ast::NULL;
        let done = unsafe { api.model_eval(c, self.seen.model, ast, true, &mut value) };
        (done && !value.is_null()).then_some(value)
    }

    /// The value of a term by those of its parts; `None` where Z3 must be asked.
    unsafe fn lookup(&mut self, api: &Api, c: Z3_context, ast: Z3_ast) -> Option<Z3_ast> {
        unsafe {
            if !api.is_app(c, ast) {
                return None;
            }
            let app = api.to_app(c, ast);
            let decl = api.get_app_decl(c, app);
            let count = api.get_app_num_args(c, app);
            if count == 0 {
                let value = api.model_get_const_interp(c, self.seen.model, decl);
                return (!value.is_null()).then_some(value);
            }
            let args = || (0..count).map(|i| api.get_app_arg(c, app, i));
            let truth = |b: bool| if b { api.mk_true(c) } else { api.mk_false(c) };
            match api.get_decl_kind(c, decl) {
                Z3_OP_NOT => self.truth(api, c, args().next()?).map(|b| truth(!b)),
                Z3_OP_AND => self.junction(api, c, args(), true).map(truth),
                Z3_OP_OR => self.junction(api, c, args(), false).map(truth),
                Z3_OP_IMPLIES => {
                    let [a, b] = [0, 1].map(|i| api.get_app_arg(c, app, i));
                    match self.truth(api, c, a)? {
                        true => self.value(api, c, b),
                        false => Some(truth(true)),
                    }
                }
                Z3_OP_ITE => {
                    let [condition, then, other] = [0, 1, 2].map(|i| api.get_app_arg(c, app, i));
                    match self.truth(api, c, condition)? {
                        true => self.value(api, c, then),
                        false => self.value(api, c, other),
                    }
                }
                Z3_OP_EQ | Z3_OP_IFF => {
                    let [a, b] = [0, 1].map(|i| api.get_app_arg(c, app, i));
                    let (a, b) = (self.value(api, c, a)?, self.value(api, c, b)?);
                    Some(truth(self.key(api, c, a)? == self.key(api, c, b)?))
                }
                Z3_OP_SELECT if count == 2 => {
                    let [map, key] = [0, 1].map(|i| api.get_app_arg(c, app, i));
                    let (map, key) = (self.value(api, c, map)?, self.value(api, c, key)?);
                    self.element(api, c, map, key)
                }
                _ => {
                    self.function(api, c, decl)?;
                    let mut keys = Vec::new();
                    for arg in args() {
                        let value = self.value(api, c, arg)?;
                        keys.push(self.key(api, c, value)?);
                    }
                    self.function(api, c, decl)?.at(&keys)
                }
            }
        }
    }

    /// An element of a map: one that was stored, an entry, or what all others are.
    unsafe fn element(&mut self, api: &Api, c: Z3_context, mut map: Z3_ast, key: Z3_ast) -> Option<Z3_ast> {
        unsafe {
            let key = self.key(api, c, key)?;
            loop {
                if api.is_as_array(c, map) {
                    return self.function(api, c, api.get_as_array_func_decl(c, map))?.at(&[key]);
                }
                if !api.is_app(c, map) {
                    return None;
                }
                let app = api.to_app(c, map);
                let arg = |i| api.get_app_arg(c, app, i);
                match api.get_decl_kind(c, api.get_app_decl(c, app)) {
                    Z3_OP_CONST_ARRAY => return Some(arg(0)),
                    Z3_OP_STORE if api.get_app_num_args(c, app) == 3 => match self.key(api, c, arg(1))? == key {
                        true => return Some(arg(2)),
                        false => map = arg(0),
                    },
                    _ => return None,
                }
            }
        }
    }

    /// The identity of a value.
    unsafe fn key(&mut self, api: &Api, c: Z3_context, value: Z3_ast) -> Option<Key> {
        if let Some(key) = self.keys.get(&value) {
            return *key;
        }
        // SAFETY: the value is the model's, or one that is counted.
        let key = unsafe {
            match is_plain(api, c, value) {
                true => Some(Key::Plain(value)),
                false => values::sort(api, c, api.get_sort(c, value))
                    .and_then(|sort| values::read(api, c, self.seen, value, &sort))
                    .map(|map| {
                        let next = self.maps.len();
                        Key::Map(*self.maps.entry(map).or_insert(next))
                    }),
            }
        };
        self.keys.insert(value, key);
        key
    }

    unsafe fn truth(&mut self, api: &Api, c: Z3_context, ast: Z3_ast) -> Option<bool> {
        match unsafe { api.get_bool_value(c, self.value(api, c, ast)?) } {
            Z3_L_TRUE => Some(true),
            Z3_L_FALSE => Some(false),
            _ => None,
        }
    }

    /// The truth of a conjunction, or of a disjunction.
    unsafe fn junction(
        &mut self,
        api: &Api,
        c: Z3_context,
        mut parts: impl Iterator<Item = Z3_ast>,
        unit: bool,
    ) -> Option<bool> {
        let mut known = Some(unit);
        parts
            .find_map(|part| match unsafe { self.truth(api, c, part) } {
                Some(b) if b != unit => Some(b),
                Some(_) => None,
                None => {
                    known = None;
                    None
                }
            })
            .or(known)
    }

    /// The table of a function, if the model has one.
    unsafe fn function(&mut self, api: &Api, c: Z3_context, decl: Z3_func_decl) -> Option<&Function> {
        if !self.functions.contains_key(&decl) {
            let function = unsafe { self.read(api, c, decl) };
            self.functions.insert(decl, function);
        }
        self.functions[&decl].as_ref()
    }

    unsafe fn read(&mut self, api: &Api, c: Z3_context, decl: Z3_func_decl) -> Option<Function> {
        // SAFETY: the function is one of a term of the context.
        unsafe {
            let Rows {
                entries: rows,
                otherwise,
            } = values::rows(api, c, self.seen.model, decl)?;
            // anything but a value would still have to be evaluated
            if !is_plain(api, c, otherwise) {
                return None;
            }
            let mut entries: HashMap<Vec<Key>, Option<Z3_ast>> = HashMap::new();
            for (args, value) in rows {
                let keys: Option<Vec<Key>> = args.into_iter().map(|arg| self.key(api, c, arg)).collect();
                let known = entries.entry(keys?).or_insert(Some(value));
                if *known != Some(value) {
                    *known = None;
                }
            }
            Some(Function { entries, otherwise })
        }
    }
}

impl Function {
    fn at(&self, keys: &[Key]) -> Option<Z3_ast> {
        self.entries.get(keys).copied().unwrap_or(Some(self.otherwise))
    }
}

/// Is it a number, an object or a truth value, which is written in one way only?
unsafe fn is_plain(api: &Api, c: Z3_context, value: Z3_ast) -> bool {
    let is_object = || unsafe { api.get_sort_kind(c, api.get_sort(c, value)) == Z3_UNINTERPRETED_SORT };
    !value.is_null()
        && unsafe { api.is_numeral_ast(c, value) || api.get_bool_value(c, value) != Z3_L_UNDEF || is_object() }
}

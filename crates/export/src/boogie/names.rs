//! Names and sorts of Boogie.

use crate::subject::distinct;
use abide_ir::Program;
use abide_logic::{Func, Sort};
use std::collections::{BTreeMap, BTreeSet};

/// Words that name something else.
const RESERVED: &str = "RNA RNE RTN RTP RTZ Ref assert assume async axiom bool break call complete const div else \
    ensures exists extends false finite forall free function goto havoc if implementation int invariant lambda mod \
    modifies null old par procedure real regex requires return returns rmode roundNearestTiesToAway \
    roundNearestTiesToEven roundTowardNegative roundTowardPositive roundTowardZero string then true type unique var \
    where while yield";

/// A sort: `int`, `[int]bool`.
pub(super) fn sort(of: &Sort) -> String {
    match of {
        Sort::Bool => "bool".to_string(),
        // by their codes
        Sort::Int | Sort::Float => "int".to_string(),
        Sort::Ref => "Ref".to_string(),
        Sort::Map(kv) => format!("[{}]{}", sort(&kv.0), sort(&kv.1)),
    }
}

/// `name` with what Boogie does not allow in a name replaced.
pub(super) fn identifier(name: &str) -> String {
    let fit = |c: char| {
        if c.is_ascii_alphanumeric() || "'~#$^_.?`".contains(c) {
            c
        } else {
            '_'
        }
    };
    let text: String = name.chars().map(fit).collect();
    if text.starts_with(|c: char| c.is_ascii_digit()) || text.is_empty() {
        format!("_{text}")
    } else {
        text
    }
}

/// What is declared outside of procedures.
pub(super) struct Globals {
    used: BTreeSet<String>,
    functions: BTreeMap<Func, String>,
    /// For each sort of maps, the function that makes one that is the same everywhere.
    constant: BTreeMap<Sort, String>,
}

impl Globals {
    /// Names the functions of a program.
    pub fn of(program: &Program) -> Globals {
        let mut globals = Globals {
            used: RESERVED.split_whitespace().map(str::to_string).collect(),
            functions: BTreeMap::new(),
            constant: BTreeMap::new(),
        };
        for func in &program.functions {
            globals.function(func);
        }
        globals
    }

    /// All names in use.
    pub fn used(&self) -> &BTreeSet<String> {
        &self.used
    }

    /// A name that nothing else has.
    pub fn fresh(&mut self, name: &str) -> String {
        distinct(&identifier(name), &mut self.used)
    }

    /// The name of a function.
    pub fn function(&mut self, func: &Func) -> String {
        if let Some(name) = self.functions.get(func) {
            return name.clone();
        }
        let name = self.fresh(&func.name);
        self.functions.insert(func.clone(), name.clone());
        name
    }

    /// All functions with their names.
    pub fn functions(&self) -> impl Iterator<Item = (&Func, &str)> {
        self.functions.iter().map(|(func, name)| (func, name.as_str()))
    }

    /// The name of a function that was named before.
    pub fn name_of_function(&self, func: &Func) -> &str {
        &self.functions[func]
    }

    /// Names the function that makes the maps of a sort that are the same everywhere.
    pub fn constant_map(&mut self, of: &Sort) {
        if !self.constant.contains_key(of) {
            let name = self.fresh(&format!("const{}", sort(of)));
            self.constant.insert(of.clone(), name);
        }
    }

    /// The name of such a function that was named before.
    pub fn name_of_constant_map(&self, of: &Sort) -> &str {
        &self.constant[of]
    }

    /// The declarations of the functions that make constant maps.
    pub fn constant_maps(&self) -> String {
        let mut text = String::new();
        for (of, name) in &self.constant {
            let (key, value) = of.as_map().expect("a map");
            let (map, key, value) = (sort(of), sort(key), sort(value));
            text.push_str(&format!("\nfunction {name}(v: {value}): {map};\n"));
            text.push_str(&format!(
                "axiom (forall v: {value}, k: {key} :: {{{name}(v)[k]}} {name}(v)[k] == v);\n"
            ));
        }
        text
    }
}

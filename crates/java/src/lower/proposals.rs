//! Contracts that a method without one may need: proposals, by the types of what it works on and by how its body uses
//! it.
//!
//! They are proposed together, and all preconditions can hold at once; which of them are needed is found out later.
//! Exceptions of a kind that no run-time error is are thrown on purpose.

use super::routine_name;
use super::usage::Usage;
use crate::syntax::ast;
use crate::types::{Classes, MethodRef, Type};
use abide_base::Span;
use abide_ir::{ContractClause, Grade, Granted, Keyword};
use std::collections::{BTreeMap, BTreeSet};

/// Clauses proposed for one method, at the most.
const MAX: usize = 48;

/// What run-time errors throw, and what is above that: who throws it on purpose may throw it by mistake, too.
const RUN_TIME: [&str; 11] = [
    "Throwable",
    "Exception",
    "Error",
    "RuntimeException",
    "NullPointerException",
    "IndexOutOfBoundsException",
    "ArrayIndexOutOfBoundsException",
    "ArithmeticException",
    "ClassCastException",
    "NegativeArraySizeException",
    "ArrayStoreException",
];

/// Proposals for the methods of a file that have no contract, by routine.
pub fn contracts(unit: &ast::Unit, others: &[&ast::Unit], text: &str) -> Granted {
    let classes = Classes::of(unit, others);
    let mut found = Granted::new();
    for id in classes.ids().filter(|id| classes.get(*id).file == Some(0)) {
        let Some(decl) = classes.get(id).decl else { continue };
        for method in decl
            .methods
            .iter()
            .filter(|m| m.body.is_some() && m.spec.cases.is_empty())
        {
            let m = MethodRef {
                class: id,
                decl: method,
            };
            // callers may know the overridden method only, or an interface that a method reference stands for
            let is_referenced = text.contains(&format!("::{}", method.name.text));
            if is_referenced || !classes.overridden(m).is_empty() || classes.is_overridden(m) {
                continue;
            }
            let proposed = Proposals::of(&classes, m, decl);
            if !proposed.is_empty() {
                found.insert(routine_name(&classes, m), proposed);
            }
        }
    }
    found
}

/// Where the methods of a file are declared, by routine.
pub fn places(unit: &ast::Unit, others: &[&ast::Unit]) -> BTreeMap<String, Span> {
    let classes = Classes::of(unit, others);
    let mut found = BTreeMap::new();
    for class in classes.ids().filter(|id| classes.get(*id).file == Some(0)) {
        for decl in classes.get(class).decl.iter().flat_map(|d| &d.methods) {
            found.insert(routine_name(&classes, MethodRef { class, decl }), decl.span);
        }
    }
    found
}

/// Something with a value when the method is called: a parameter or a field.
struct Known {
    text: String,
    ty: Type,
    /// Is it kept from call to call?
    is_kept: bool,
}

struct Proposals<'c, 'a> {
    classes: &'c Classes<'a>,
    body: Usage,
    found: Vec<ContractClause>,
    known: Vec<Known>,
}

impl<'c, 'a> Proposals<'c, 'a> {
    fn of(classes: &'c Classes<'a>, m: MethodRef<'a>, class: &'a ast::Class) -> Vec<ContractClause> {
        let mut proposals = Proposals {
            classes,
            body: Usage::of(m.decl, class),
            found: Vec::new(),
            known: Vec::new(),
        };
        proposals.at_the_call(m, class);
        proposals.numbers();
        proposals.relations();
        proposals.arrays();
        proposals.rows();
        proposals.references();
        proposals.exceptions();
        let mut found = proposals.found;
        let mut seen = BTreeSet::new();
        found.retain(|p| seen.insert(p.text.clone()));
        found.sort_by_key(|p| p.strength);
        found.truncate(MAX);
        found
    }

    /// Parameters, and fields of the class that the method mentions.
    fn at_the_call(&mut self, m: MethodRef<'a>, class: &'a ast::Class) {
        for (param, ty) in m.decl.params.iter().zip(self.classes.parameters(m)) {
            self.known.push(Known {
                text: param.name.text.to_string(),
                ty,
                is_kept: false,
            });
        }
        let hidden = |name: &str| m.decl.params.iter().any(|p| &*p.name.text == name);
        for field in &class.fields {
            let name = &*field.name.text;
            let modifiers = &field.modifiers;
            let constant = modifiers.is_static && modifiers.is_final;
            let reads = self.body.names.contains(name) && !hidden(name) && !constant && !modifiers.ghost;
            let is_there = modifiers.is_static || !m.decl.modifiers.is_static && !m.decl.constructor;
            if let Some(ty) = self
                .classes
                .resolve(&field.ty, Some(m.class))
                .filter(|_| reads && is_there)
            {
                self.known.push(Known {
                    text: name.to_string(),
                    ty,
                    is_kept: true,
                });
            }
        }
    }

    fn propose(&mut self, strength: u32, is_kept: bool, text: String) {
        self.found.push(ContractClause {
            keyword: Keyword::Requires,
            text,
            grade: if is_kept { Grade::Shown } else { Grade::Obvious },
            strength,
        });
    }

    fn of_type(&self, is_it: impl Fn(&Type) -> bool) -> Vec<(String, Type, bool)> {
        let some = self.known.iter().filter(|k| is_it(&k.ty));
        some.map(|k| (k.text.clone(), k.ty.clone(), k.is_kept)).collect()
    }

    fn ints(&self) -> Vec<(String, Type, bool)> {
        self.of_type(|ty| matches!(ty, Type::Int(_)))
    }

    /// How long things are that have a length.
    fn lengths(&self) -> Vec<(String, bool)> {
        let string = self.classes.known("String");
        let lengths = self.known.iter().filter_map(|k| match &k.ty {
            Type::Array(_) => Some((format!("{}.length", k.text), k.is_kept)),
            Type::Class(id) if *id == string => Some((format!("{}.length()", k.text), k.is_kept)),
            _ => None,
        });
        lengths.collect()
    }

    /// Numbers: not negative, not zero where they divide, inside of arrays and strings.
    fn numbers(&mut self) {
        let lengths = self.lengths();
        for (x, _, kept) in self.ints() {
            let counts = self.body.counts.contains(&x);
            if kept && counts {
                self.propose(10, kept, format!("-1 <= {x}"));
            }
            self.propose(if counts { 12 } else { 45 }, kept, format!("0 <= {x}"));
            if self.body.sizes.contains(&x) {
                self.propose(40, kept, format!("1 <= {x}"));
            }
            if self.body.divisors.contains(&x) {
                self.propose(20, kept, format!("{x} != 0"));
            }
            for (length, theirs) in lengths.iter().filter(|_| counts) {
                self.propose(24, kept || *theirs, format!("{x} <= {length}"));
                if !self.body.sizes.contains(&x) || self.body.indices.contains(&x) {
                    self.propose(26, kept || *theirs, format!("{x} < {length}"));
                }
            }
        }
        for (length, kept) in &lengths {
            self.propose(22, *kept, format!("0 < {length}"));
        }
        for (at, (length, kept)) in lengths.iter().enumerate() {
            for (other, theirs) in &lengths[at + 1..] {
                self.propose(32, *kept || *theirs, format!("{length} <= {other}"));
                self.propose(34, *kept || *theirs, format!("{length} == {other}"));
            }
        }
    }

    /// What is not a size is below what is.
    fn relations(&mut self) {
        let is_bound = |(x, ..): &(String, Type, bool)| self.body.bounds.contains(x);
        let (above, below): (Vec<_>, Vec<_>) = self.ints().into_iter().partition(is_bound);
        for (low, _, kept) in &below {
            for (high, ..) in above.iter().filter(|(_, _, theirs)| theirs == kept) {
                self.propose(41, *kept, format!("{low} <= {high}"));
                self.propose(43, *kept, format!("{low} < {high}"));
            }
        }
    }

    /// Elements of arrays: objects, rows, indices.
    fn arrays(&mut self) {
        let sizes = self.ints().into_iter().filter(|(x, ..)| self.body.sizes.contains(x));
        let sizes: Vec<String> = sizes.map(|(x, ..)| x).collect();
        for (a, ty, kept) in self.of_type(|ty| matches!(ty, Type::Array(_))) {
            let each = |what: String| format!("(\\forall int k; 0 <= k && k < {a}.length; {what})");
            match ty.element() {
                Some(Type::Array(_)) => {
                    self.propose(18, kept, each(format!("{a}[k] != null")));
                    self.propose(28, kept, each(format!("0 < {a}[k].length")));
                    self.propose(35, kept, each(format!("{a}[k].length == {a}[0].length")));
                    self.propose(47, kept, each(format!("{a}[k].length == {a}.length")));
                    for n in &sizes {
                        self.propose(48, kept, each(format!("{a}[k].length == {n}")));
                    }
                }
                Some(element) if element.is_reference() => {
                    self.propose(18, kept, each(format!("{a}[k] != null")));
                }
                Some(Type::Int(_)) if self.body.nested_index => {
                    self.propose(44, true, each(format!("0 <= {a}[k]")));
                    let ends = sizes.iter().cloned().chain(self.lengths().into_iter().map(|(l, _)| l));
                    for end in ends.collect::<Vec<String>>() {
                        self.propose(46, true, each(format!("{a}[k] < {end}")));
                    }
                }
                _ => {}
            }
        }
    }

    /// Rows of two arrays that are as long as each other.
    fn rows(&mut self) {
        let is_table = |ty: &Type| matches!(ty.element(), Some(Type::Array(_)));
        let tables = self.of_type(is_table);
        for (at, (a, _, kept)) in tables.iter().enumerate() {
            for (b, _, theirs) in &tables[at + 1..] {
                let each = |what: &str| {
                    format!("(\\forall int k; 0 <= k && k < {a}.length; {a}[k].length {what} {b}[k].length)")
                };
                self.propose(33, *kept || *theirs, each("<="));
                self.propose(36, *kept || *theirs, each("=="));
            }
        }
    }

    /// Fields that have been set.
    fn references(&mut self) {
        for (field, _, kept) in self.of_type(Type::is_reference).into_iter().filter(|(.., kept)| *kept) {
            self.propose(16, kept, format!("{field} != null"));
        }
    }

    /// Exceptions that are thrown on purpose.
    fn exceptions(&mut self) {
        let thrown = self
            .body
            .thrown
            .iter()
            .filter(|name| !RUN_TIME.contains(&name.as_str()));
        let clauses = thrown.map(|name| ContractClause {
            keyword: Keyword::Signals,
            text: format!("({name} e) true"),
            grade: Grade::Shown,
            strength: 0,
        });
        self.found.extend(clauses.collect::<Vec<_>>());
    }
}

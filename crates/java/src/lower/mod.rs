//! From resolved Java to guarded commands.
//!
//! * The heap is one map per field, and one per element type of arrays, from references to
//!   values (arrays: to maps from indices). The dynamic type of an object and the length of an
//!   array never change, so `\typeof` and `.length` are maps nobody writes: `new` chooses an
//!   object that has the type and length wanted and was not allocated before.
//! * Every run-time error is a [`Check`](abide_ir::Check), or a branch that throws where the exception can be
//!   caught or the contract allows it.
//! * Integers are mathematical and wrap around explicitly ([`crate::ints`]); that variables
//!   keep to the range of their type is assumed at loop heads, where the core forgets them.
//! * Jumps out of `try` go through its `finally` ([`jump`]).

mod arithmetic;
mod array;
mod array_copy;
mod array_store;
mod assumed_invariants;
mod body;
mod bounds;
mod boxes;
mod builders;
mod call;
mod call_by_contract;
mod characters;
mod class_initialization;
mod class_objects;
mod collection_loops;
mod constant;
mod constraint;
mod contract;
mod convert;
mod create;
mod dependence;
mod dirty;
mod dirty_loops;
mod endless;
mod environment;
mod escjava;
mod evaluation_order;
mod expr;
mod feasible_inputs;
mod flow;
mod frame;
mod generics;
mod ghost;
mod granted;
mod heap;
mod implicit_calls;
mod implicit_code;
mod initialiser_code;
mod initialiser_effects;
mod inline;
mod invariant;
mod joins;
mod jump;
mod library;
mod library_contract;
mod loop_frame;
mod loops;
mod math;
mod measure;
mod model;
mod names;
mod overload;
mod ownership;
mod patterns;
mod place;
mod plain_functions;
mod postcondition;
mod proposals;
mod quantifier;
mod reachability;
mod routine;
mod routine_shape;
mod sequences;
mod sets;
mod shape;
mod spec;
mod spec_call;
mod spec_values;
mod state;
mod stmt;
mod string_content;
mod strings;
mod sum;
mod survey;
mod switch;
mod type_values;
mod typing;
mod unknown;
mod usage;
mod value;
mod well_defined;
mod wellformed_heap;

pub use proposals::{contracts, places};
pub use shape::{Bargains, Link, Lowered, Options, Shape, Tree};

use crate::syntax::{ast, walk};
use crate::types::{Classes, MethodRef};
use abide_base::{Diagnostic, Span};
use abide_ir::{Granted, Unsupported};
use endless::Endless;
use environment::Environment;
use std::cell::RefCell;
use value::unsupported;

/// Lowers all methods of a file; the classes of the other files are known.
pub fn lower(unit: &ast::Unit, others: &[&ast::Unit], options: Options) -> Lowered {
    lower_granting(unit, others, options, &Granted::new())
}

/// The same, with methods that are granted contracts.
pub fn lower_granting(unit: &ast::Unit, others: &[&ast::Unit], options: Options, given: &Granted) -> Lowered {
    let granted = granted::read(given);
    let classes = Classes::of(unit, others);
    let mut lowered = Lowered::default();
    let units = || std::iter::once(unit).chain(others.iter().copied());
    let env = Environment {
        escjava: units().map(|u| u.notation == ast::Notation::EscJava).collect(),
        nowarns: units().flat_map(|u| &u.nowarns).collect(),
        unchecked: &unit.unchecked,
        words: &unit.words,
        classes: &classes,
        options,
        total: units().map(|u| u.notation == ast::Notation::Jahob).collect(),
        views: unit.views,
        polluted: units().any(|u| u.unchecked_casts || classes.has_raw(&u.bare)),
        polluted_arrays: units().any(|u| u.unchecked_casts || u.unchecked_arrays || classes.has_raw(&u.bare)),
        endless: Endless::of(&classes),
        acting: RefCell::default(),
        granted: &granted,
    };
    for id in classes.ids().filter(|id| classes.get(*id).file == Some(0)) {
        let Some(decl) = classes.get(id).decl else { continue };
        for (own, theirs) in classes.adopted(id).into_iter().filter(|(_, m)| env.promises(*m)) {
            let name = &own.decl.name.text;
            let (from, to) = (&classes.get(own.class).path, &classes.get(theirs.class).path);
            let what = format!("the method `{name}` of `{from}` for what `{to}` says of it");
            let routine = routine_name(&classes, MethodRef { class: id, ..own });
            lowered.must_override(name, routine, *unsupported(decl.name.span, what), decl.name.span);
        }
        for (method, theirs) in env.met_by_library(id) {
            let (name, to) = (&theirs.decl.name.text, &classes.get(theirs.class).path);
            let what = format!("the method `{name}` of the library for what `{to}` says of it");
            lowered.must_override(name, method, *unsupported(decl.name.span, what), decl.name.span);
        }
        for method in decl.methods.iter().chain(&decl.implied) {
            let m = MethodRef {
                class: id,
                decl: method,
            };
            if !env.has_business(m) {
                continue;
            }
            let name = routine_name(&classes, m);
            if !method.errors.is_empty() {
                let misread = method.errors.iter();
                let errors: Vec<Diagnostic> = misread.map(|s| Diagnostic::error(*s, "a syntax error")).collect();
                lowered.unsupported.push(Unsupported::new(
                    name,
                    method.name.span,
                    &errors,
                    method_has_loop(method),
                ));
                continue;
            }
            if method.body.is_none() {
                continue;
            }
            match routine::routine(&env, m, name.clone()) {
                Ok(done) => {
                    lowered.program.routines.push(done.routine);
                    lowered.diagnostics.extend(done.warnings);
                    lowered.shapes.push(done.shape);
                }
                Err(errors) => {
                    let loops = method_has_loop(method);
                    let unsupported = Unsupported::new(name, method.name.span, &errors, loops);
                    lowered.diagnostics.extend(errors);
                    lowered.unsupported.push(unsupported);
                }
            }
        }
    }
    lowered.diagnostics.sort_by_key(|d| d.span);
    lowered.diagnostics.dedup();
    lowered
}

impl Lowered {
    /// A class has a method from elsewhere that is not known to keep a promise.
    fn must_override(&mut self, name: &str, routine: String, error: Diagnostic, span: Span) {
        let error = error.help(format!("override `{name}` here, and call `super.{name}`"));
        let unsupported = Unsupported::new(routine, span, std::slice::from_ref(&error), false);
        self.unsupported.push(unsupported);
        self.diagnostics.push(error);
    }
}

fn method_has_loop(method: &ast::Method) -> bool {
    method.body.as_deref().is_some_and(has_loop)
}

fn has_loop<'s>(body: impl IntoIterator<Item = &'s ast::Stmt>) -> bool {
    body.into_iter().any(|s| {
        use ast::StmtKind as S;
        matches!(s.kind, S::While(..) | S::Do(..) | S::For(..) | S::ForEach(..)) || has_loop(walk::statements(s))
    })
}

/// `Class.method`, with the types of the parameters where the name alone is ambiguous.
fn routine_name(classes: &Classes, m: MethodRef) -> String {
    let path = &classes.get(m.class).path;
    if m.decl.origin == ast::Origin::Constructor {
        return format!("{path}.<init>");
    }
    let decl = classes.get(m.class).decl;
    let same = decl.iter().flat_map(|d| &d.methods);
    let overloaded = same.filter(|o| o.name.text == m.decl.name.text).count() > 1;
    if overloaded {
        let types: Vec<String> = classes.parameters(m).iter().map(|t| classes.show(t)).collect();
        format!("{path}.{}({})", m.decl.name.text, types.join(", "))
    } else {
        format!("{path}.{}", m.decl.name.text)
    }
}

//! A failing state as people see it: the inputs in terms of the source, and a Java program
//! that builds them, runs the method, and fails.
//!
//! * [`inputs`] shows what the method is called with.
//! * [`test_program`] is the source itself with a nested class `AbideTest` whose `main` builds
//!   the inputs, calls the method and looks at what was demanded; demands inside of bodies
//!   are tested where they stand. Nothing is demanded of a formula that cannot be
//!   evaluated: the program fails only if the failure has been seen.

mod build;
mod demands;
mod determined_ghosts;
mod failure;
mod formula;
mod heap;
mod instrument;
mod linked;
mod literals;
mod loops;
mod main_method;
mod names;
mod program;
mod quantifier;
mod repair;
mod stub;
mod support;
mod text;
mod types;
mod walk;

use crate::lower::Shape;
use abide_logic::Value;
pub use determined_ghosts::determine_ghosts;
pub use failure::{Failure, Root, Values};
use heap::{Heap, Show};
pub use repair::{lawful, repair};
pub use support::UNBUILT;

/// The input of a method in terms of its source: `this`, the parameters and the static fields
/// that it speaks of, each with its value.
pub fn inputs(shape: &Shape, state: &Values) -> Vec<(String, String)> {
    shown(shape, state, at_start(shape, state))
}

/// A state inside a method in terms of its source: `this`, parameters and locals that have a
/// value, and static fields.
pub fn state(shape: &Shape, state: &Values) -> Vec<(String, String)> {
    shown(shape, state, inside(shape, state))
}

/// What is shown of the input of a method.
pub fn at_start<'a>(shape: &'a Shape, _state: &Values) -> Vec<Root<'a>> {
    let mut roots: Vec<Root> = Vec::new();
    if let (Some((var, ty)), false) = (&shape.this, shape.constructor) {
        roots.push(("this".into(), var, ty));
    }
    roots.extend(
        shape
            .params
            .iter()
            .map(|(v, ty)| (Shape::parameter(v).to_string(), v, ty.as_str())),
    );
    roots.extend(statics(shape));
    roots
}

/// What is shown of a state inside a method.
pub fn inside<'a>(shape: &'a Shape, state: &Values) -> Vec<Root<'a>> {
    let mut roots: Vec<Root> = Vec::new();
    roots.extend(shape.this.iter().map(|(v, ty)| ("this".to_string(), v, ty.as_str())));
    // a parameter that is assigned has a copy of its name, which is the one that counts
    for (var, ty) in shape.params.iter().chain(&shape.locals) {
        let name = Shape::parameter(var);
        let mut later = shape.locals.iter().filter(|(v, _)| v.tag() > var.tag());
        let again = later.any(|(v, _)| v.name() == name);
        if state.contains_key(var) && !again {
            roots.push((name.to_string(), var, ty));
        }
    }
    roots.extend(statics(shape));
    roots
}

fn statics(shape: &Shape) -> impl Iterator<Item = Root<'_>> {
    let all = shape.statics.iter();
    all.map(|(var, class, name, ty)| (format!("{class}.{name}"), var, ty.as_str()))
}

fn shown(shape: &Shape, state: &Values, roots: Vec<Root>) -> Vec<(String, String)> {
    let heap = Heap { shape, state };
    let values: Vec<(Value, &str)> = roots.iter().map(|(_, v, ty)| (heap.value(v), *ty)).collect();
    let mut show = Show::new(heap, &values);
    let each = roots.into_iter().zip(&values);
    each.map(|((name, _, ty), (value, _))| (name, show.value(value, ty, 0)))
        .collect()
}

/// The linked objects of a state, as they are seen from the roots.
pub fn heap<'a>(
    shape: &'a Shape,
    state: &Values,
    roots: fn(&'a Shape, &Values) -> Vec<Root<'a>>,
) -> Option<abide_base::Heap> {
    linked::heap(Heap { shape, state }, roots(shape, state))
}

/// A Java program in one file that fails when it is run: the source with a nested class that
/// calls the method. None if the input or the demand cannot be expressed in Java.
pub fn test_program(failure: &Failure) -> Option<String> {
    program::program(failure)
}

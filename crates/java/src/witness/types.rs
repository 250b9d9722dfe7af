//! Types as the test writes them.

use crate::syntax::ast;
use crate::types::{ClassId, Classes, IntKind, Type};
use abide_base::Span;
use abide_logic::Value;

/// The class around a class that stands at the top.
pub(super) fn top(classes: &Classes, class: ClassId) -> ClassId {
    let mut at = class;
    while let Some(outer) = classes.get(at).outer {
        at = outer;
    }
    at
}

/// A type as it is written in the test.
pub(super) fn java(classes: &Classes, ty: &Type) -> String {
    match ty {
        Type::Int(IntKind::Big) => "long".into(),
        Type::Null | Type::Lambda => "Object".into(),
        Type::Array(element) => java(classes, element) + "[]",
        Type::Class(id) if classes.get(*id).decl.is_none() => {
            let name = &classes.get(*id).name;
            match &**name {
                "IOException" | "FileNotFoundException" | "UncheckedIOException" => format!("java.io.{name}"),
                "TimeoutException" => format!("java.util.concurrent.{name}"),
                "NoSuchElementException"
                | "ConcurrentModificationException"
                | "EmptyStackException"
                | "InputMismatchException"
                | "Objects" => format!("java.util.{name}"),
                _ => name.clone(),
            }
        }
        _ => classes.show(ty),
    }
}

/// The type with a name that the shape gave it.
pub(super) fn named(classes: &Classes, name: &str) -> Option<Type> {
    let base = name.trim_end_matches("[]");
    let ty = ast::TypeRef {
        name: base.into(),
        dims: (name.len() - base.len()) / 2,
        span: Span::default(),
        args: Vec::new(),
    };
    classes.resolve(&ty, None)
}

/// The name of the class that implements an interface for a test.
pub(super) fn stub_name(classes: &Classes, interface: ClassId) -> String {
    format!("Some{}", classes.get(interface).path.replace('.', "_"))
}

/// The value that a variable of a type begins with.
pub(super) fn zero(ty: &Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(false),
        Type::Int(_) | Type::Float | Type::Double => Value::int(0),
        _ => Value::NULL,
    }
}

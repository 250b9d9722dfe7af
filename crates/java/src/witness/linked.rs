//! The linked objects of a state.

use super::failure::Root;
use super::heap::{Heap, Show};
use abide_base::heap::Seen;
use abide_logic::Value;

/// The objects one comes to from the roots, if there are fields that lead from one to another.
/// Arrays, strings and constants are data.
pub(super) fn heap(heap: Heap, roots: Vec<Root>) -> Option<abide_base::Heap> {
    if !heap.shape.fields.iter().any(|(_, _, _, ty)| is_linking(ty)) {
        return None;
    }
    let object = |value: &Value, ty: &str| match value {
        Value::Ref(r) if *r != 0 => Some((*r, heap.type_name(*r, ty))),
        _ => None,
    };
    let variables = roots
        .into_iter()
        .filter(|(_, _, ty)| is_linking(ty))
        .map(|(name, var, ty)| (name, heap.value(var), ty))
        .filter(|(_, value, _)| !is_constant(heap, value))
        .map(|(name, value, ty)| (name, object(&value, ty)));
    let look = |(id, class): &(i64, String)| {
        let fields = heap.fields(*id, class, class);
        let (links, data): (Vec<_>, Vec<_>) = fields
            .into_iter()
            .partition(|(_, ty, value)| is_linking(ty) && !is_constant(heap, value));
        let print = |value: &Value, ty| Show::new(heap, &[(value.clone(), ty)]).value(value, ty, 0);
        Seen {
            name: format!("{class}@{id}"),
            data: data
                .into_iter()
                .map(|(name, ty, value)| (name.to_string(), print(&value, ty)))
                .collect(),
            links: links
                .into_iter()
                .map(|(name, ty, value)| (name.to_string(), object(&value, ty)))
                .collect(),
        }
    };
    Some(abide_base::Heap::explore(variables.collect(), look)).filter(abide_base::Heap::is_linked)
}

fn is_constant(heap: Heap, value: &Value) -> bool {
    matches!(value, Value::Ref(r) if heap.constant(*r).is_some())
}

/// Is a field of that type a link to another object?
fn is_linking(ty: &str) -> bool {
    let plain = [
        "boolean",
        "byte",
        "short",
        "char",
        "int",
        "long",
        "float",
        "double",
        "String",
        "JMLObjectSet",
    ];
    !ty.ends_with("[]") && !ty.starts_with('\\') && !plain.contains(&ty)
}

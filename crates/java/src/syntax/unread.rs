//! Annotations that are not read, with the method or class they concern.
//!
//! A clause that is not read must not be as if it were not there. It is kept with the method it stands in or before, or
//! else with the class, which cannot be verified without it.

use super::ast::*;

/// Hands every annotation that is not read to what it speaks of.
pub(super) fn distribute(unit: &mut Unit, unread: Vec<Unread>) {
    for one in unread {
        let at = one.span.start;
        // before a class it speaks of that class; behind all of them of any
        let inside = unit.classes.iter().position(|c| encloses(c.span, at));
        let next = unit.classes.iter().position(|c| at < c.span.start);
        match inside.or(next) {
            Some(number) => settle(&mut unit.classes[number], one),
            None => unit.classes.iter_mut().for_each(|c| c.unread.push(one.clone())),
        }
    }
}

/// Finds whom it concerns in a class that it stands in or before.
fn settle(class: &mut Class, one: Unread) {
    let at = one.span.start;
    if let Some(inner) = class.classes.iter_mut().find(|c| encloses(c.span, at)) {
        return settle(inner, one);
    }
    if one.about == About::Class || !encloses(class.span, at) {
        class.unread.push(one);
        return;
    }
    if let Some(method) = class.methods.iter_mut().find(|m| encloses(m.span, at)) {
        let first = method.body.as_ref().and_then(|b| b.first());
        let in_head = first.is_none_or(|s| at < s.span.start);
        if in_head && one.about == About::Contract {
            method.spec.unread.push(one);
        } else {
            method.unread.push(one);
        }
        return;
    }
    let fields = class.fields.iter().map(|f| f.name.span.start);
    let nested = class.classes.iter().map(|c| c.span.start);
    let other = fields.chain(nested).filter(|start| at < *start).min();
    let method = class.methods.iter_mut().filter(|m| at < m.span.start);
    match method.min_by_key(|m| m.span.start) {
        Some(method) if other.is_none_or(|other| method.span.start < other) => method.spec.unread.push(one),
        _ => class.unread.push(one),
    }
}

fn encloses(span: abide_base::Span, at: u32) -> bool {
    span.start <= at && at < span.end
}

//! Labels in formulas: the states they name.

use crate::lower::value::{Lowering, Scope, View, unsupported, wrong};
use crate::syntax::ast::Name;
use abide_base::Span;

/// The scope in which what stands under a label is read.
pub(super) fn at_label(scope: &Scope, label: &str, span: Span) -> Lowering<Scope> {
    let view = match label {
        "Here" => scope.labels.get("Here").copied().unwrap_or(scope.view),
        _ => match scope.labels.get(label) {
            Some(view) => *view,
            None => return Err(wrong(span, format!("there is no label `{label}` here"))),
        },
    };
    Ok(Scope { view, ..scope.clone() })
}

/// The state of a label given to a function or predicate.
pub(super) fn label_given(scope: &Scope, label: &Name) -> Lowering<View> {
    let view = at_label(scope, &label.text, label.span)?.view;
    if &*label.text == "Here" && view != scope.view {
        let error = unsupported(label.span, "the label `Here` of an application in another state");
        return Err(Box::new(
            error.help("leave the label out, or name the state outside of `\\old` and `\\at`"),
        ));
    }
    Ok(view)
}

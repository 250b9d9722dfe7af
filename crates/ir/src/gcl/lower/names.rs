//! What names mean, now and under `old`.

use super::super::ast::{Expr, ExprKind, Mode, Name};
use super::past::When;
use super::routine::{Lowering, State};
use super::scope::{Entry, Role, unknown};
use super::value::Value;
use abide_base::{Diagnostic, Span};

impl Lowering<'_> {
    /// What a variable stands for now: its role, its value, its declaration.
    pub(super) fn resolve(&mut self, name: &Name) -> Option<(Role, Value, Span)> {
        if let Some(Entry { role, value, span }) = self.scope.lookup(&name.text).cloned() {
            if role == Role::Result && !self.has_results {
                self.error(|| {
                    Diagnostic::error(
                        name.span(),
                        format!("the result `{}` has no value before the call", name.text),
                    )
                    .related(span, "declared here")
                });
                return None;
            }
            return self.unless_broken(value).map(|value| (role, value, span));
        }
        match self.decls.globals.position(&name.text) {
            Some(global) if self.state == State::Present => {
                let value = self.global(global);
                let span = self.decls.globals.at(global).0.span();
                self.unless_broken(value).map(|value| (Role::Global, value, span))
            }
            Some(_) => {
                self.error(|| {
                    Diagnostic::error(
                        name.span(),
                        format!("an axiom cannot mention the variable `{}`", name.text),
                    )
                    .note("an axiom is a closed formula over functions")
                });
                None
            }
            None if self.has_room() => {
                let error = self.unknown_variable(name);
                self.unknown(name, || error);
                None
            }
            None => {
                self.fail();
                None
            }
        }
    }

    /// A value whose declaration made no sense has been complained about.
    fn unless_broken(&mut self, value: Option<Value>) -> Option<Value> {
        if value.is_none() {
            self.fail();
        }
        value
    }

    fn unknown_variable(&self, name: &Name) -> Diagnostic {
        if let Some(declared) = self.survey.skolems.get(&name.text) {
            let message = format!(
                "the skolem constant `{}` is known only in the predicates of its loop",
                name.text
            );
            return Diagnostic::error(name.span(), message).related(*declared, "declared here");
        }
        if let Some(declared) = self.scope.gone(&name.text) {
            return Diagnostic::error(
                name.span(),
                format!("the variable `{}` is not in scope here", name.text),
            )
            .related(declared, "declared in another block");
        }
        let error = unknown("variable", name, self.scope.names().chain(self.decls.globals.names()));
        if self.decls.functions.get(&name.text).is_some() {
            return error.help(format!("the function is applied by `{}(…)`", name.text));
        }
        if self.decls.fields.get(&name.text).is_some() {
            return error.help(format!(
                "the field is read by `x.{0}`; as a map it is `.{0}`",
                name.text
            ));
        }
        error
    }

    /// The value of a variable, now or, inside of `old`, in the past.
    pub(super) fn variable(&mut self, name: &Name) -> Option<Value> {
        let (role, value, declared) = self.resolve(name)?;
        if !self.past.inside {
            return Some(value);
        }
        let fixed = match (role, self.past.when) {
            (Role::Bound | Role::Skolem | Role::Argument | Role::Param(Mode::Plain), _) => true,
            (Role::Local | Role::Result, When::Start) => {
                self.error(|| {
                    let message = format!("`{}` has no value at the start of the routine", name.text);
                    Diagnostic::error(name.span(), message).related(declared, "declared here")
                });
                return None;
            }
            _ => false,
        };
        Some(if fixed { value } else { self.in_the_past(value) })
    }

    /// The value of a field for all references, now or in the past.
    pub(super) fn whole_field(&mut self, name: &Name) -> Option<Value> {
        let value = self.field_named(name)?;
        Some(if self.past.inside {
            self.in_the_past(value)
        } else {
            value
        })
    }

    /// The value of a field for all references now.
    pub(super) fn field_named(&mut self, name: &Name) -> Option<Value> {
        match self.decls.fields.position(&name.text) {
            Some(field) if self.state == State::Present => {
                let value = self.field(field);
                self.unless_broken(value)
            }
            Some(_) => {
                self.error(|| {
                    Diagnostic::error(
                        name.span(),
                        format!("an axiom cannot mention the field `{}`", name.text),
                    )
                    .note("an axiom is a closed formula over functions")
                });
                None
            }
            None => {
                let decls = self.decls;
                self.unknown(name, || unknown("field", name, decls.fields.names()));
                None
            }
        }
    }

    /// The value at the moment `old` refers to. What a call does not change needs no copy; what
    /// the whole routine does not change loses its copy in the end ([`super::copies`]).
    fn in_the_past(&mut self, value: Value) -> Value {
        let mut value = value;
        for part in &mut value.parts {
            let Some(var) = part.as_var() else { continue };
            if self.past.when == When::Call && !self.past.changed.contains(&var.tag()) {
                continue;
            }
            *part = self.past.copy(var, &mut self.next_tag).term();
        }
        value
    }

    /// `old(e)`.
    pub(super) fn old(&mut self, whole: &Expr, inner: &Expr) -> Option<Value> {
        let why = match self.past.when {
            When::Never(why) => Some(why),
            _ if self.past.inside => Some("this is inside of `old` already"),
            _ => None,
        };
        if let Some(why) = why {
            self.error(|| Diagnostic::error(whole.span(), "`old` cannot be used here").label(why));
            // what is inside may be wrong as well
            self.expr(inner);
            return None;
        }
        self.past.inside = true;
        let value = self.expr(inner);
        self.past.inside = false;
        value
    }

    /// The name that an expression consists of.
    pub(super) fn as_name(e: &Expr) -> Option<Name> {
        match &e.kind {
            ExprKind::Name(text) => Some(Name {
                text: text.clone(),
                place: e.place,
            }),
            _ => None,
        }
    }
}

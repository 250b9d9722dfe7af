//! Exceptions of which nothing is known but that they are some: those that methods declare, catch or signal and whose
//! classes are not given.

use super::Type;
use super::classes::{ClassId, Classes};
use crate::syntax::ast::{self, Stmt, StmtKind};
use crate::syntax::walk;

/// What is thrown where a type parameter is declared to be.
const OF_PARAMETER: &str = "\\thrown";

impl Classes<'_> {
    /// Makes the exceptions that a file speaks of known by their names.
    pub(super) fn mention_exceptions(&mut self, file: usize) {
        let classes = self.ids().filter_map(|id| Some((id, self.list[id.0].decl?)));
        let of_file = classes.filter(|(id, _)| self.list[id.0].file == Some(file));
        let mut unknown: Vec<String> = Vec::new();
        for (id, decl) in of_file {
            for m in decl.methods.iter().chain(&decl.implied) {
                let is_parameter = |ty: &ast::TypeRef| self.is_parameter(ty, id, m);
                let spoken_of = spoken_of(m);
                unknown.extend(
                    spoken_of
                        .iter()
                        .any(|t| is_parameter(t))
                        .then(|| OF_PARAMETER.to_string()),
                );
                let others = spoken_of.into_iter().filter(|t| !is_parameter(t) && t.dims == 0);
                let others = others.filter(|t| self.class_named(&t.name, Some(id)).is_none());
                unknown.extend(others.map(|t| t.name.to_string()));
            }
            let blocks = decl.initializers.iter().flat_map(|i| &i.body);
            let others = caught(blocks)
                .into_iter()
                .filter(|t| self.class_named(&t.name, Some(id)).is_none());
            unknown.extend(others.map(|t| t.name.to_string()));
        }
        let throwable = self.library["Throwable"];
        for name in unknown {
            self.mention(file, &name, throwable);
        }
    }

    /// The class of what a method throws where it declares a type parameter.
    pub fn thrown_by_parameter(&self, ty: &ast::TypeRef, class: ClassId, m: &ast::Method) -> Option<ClassId> {
        let (id, ..) = self.mentioned.get(OF_PARAMETER)?;
        self.is_parameter(ty, class, m).then_some(*id)
    }

    /// Is it the class of what is thrown where a type parameter is declared to be?
    pub fn is_thrown_by_parameter(&self, ty: &Type) -> bool {
        let unknown = self.mentioned.get(OF_PARAMETER);
        unknown.is_some_and(|(id, ..)| *ty == Type::Class(*id))
    }
}

/// The exceptions that a method declares, catches and signals.
fn spoken_of(m: &ast::Method) -> Vec<&ast::TypeRef> {
    let cases = m.spec.cases.iter();
    let signalled = cases.flat_map(|c| {
        let only = c.signals_only.iter().flat_map(|(types, _)| types);
        c.signals.iter().map(|s| &s.ty).chain(only)
    });
    let mut all: Vec<&ast::TypeRef> = m.throws.iter().chain(signalled).collect();
    all.extend(caught(m.body.iter().flatten()));
    all
}

/// The exceptions that statements catch.
fn caught<'t>(block: impl IntoIterator<Item = &'t Stmt>) -> Vec<&'t ast::TypeRef> {
    let mut all = Vec::new();
    for s in block {
        if let StmtKind::Try(t) = &s.kind {
            all.extend(t.catches.iter().flat_map(|c| &c.types));
        }
        all.extend(caught(walk::statements(s)));
    }
    all
}

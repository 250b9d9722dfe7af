//! `constraint`: how an object may change from the beginning of a call to its end. Every method of the class keeps to it
//! that is no helper, and those of classes below.

use super::body::Body;
use super::value::{Lowering, Scope, Val, unsupported};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::Span;
use abide_logic::{Sort, Term};

impl<'a> Body<'_, 'a> {
    /// What the constraints of a class, and of those above it, say of an object, from one state to another.
    fn constraints(&mut self, class: ClassId, this: Option<&Term>, scope: &Scope) -> Lowering<Vec<(Term, Span)>> {
        let mut found = Vec::new();
        for class in self.classes().ancestors(class) {
            let Some(decl) = self.classes().get(class).decl else {
                continue;
            };
            for constraint in &decl.constraints {
                if this.is_none() != constraint.is_static {
                    continue;
                }
                let here = Scope {
                    bound: Vec::new(),
                    locals: false,
                    this: this.map(|t| Val::new(t.clone(), Type::Class(class))),
                    class,
                    result: None,
                    math: self.arithmetic_in(class),
                    ..scope.clone()
                };
                found.push((self.formula(&constraint.formula, &here)?, constraint.span));
            }
        }
        Ok(found)
    }

    /// What a method keeps to: its own object, and all others that were there when it began, of classes above it or with fields
    /// that it can write.
    pub(super) fn constraints_at_end(&mut self, m: MethodRef<'a>, scope: &Scope) -> Lowering<Vec<(Term, Span)>> {
        let above = self.classes().ancestors(m.class);
        let constrained: Vec<ClassId> = self
            .classes()
            .ids()
            .filter(|id| {
                let decl = self.classes().get(*id).decl.filter(|d| !d.constraints.is_empty());
                // fields that are not private may be written elsewhere
                decl.is_some_and(|d| above.contains(id) || d.fields.iter().any(|f| !f.modifiers.private))
            })
            .collect();
        if constrained.is_empty() {
            return Ok(Vec::new());
        }
        let own: Vec<ClassId> = constrained.iter().copied().filter(|id| above.contains(id)).collect();
        self.inherits_nothing(&own)?;
        let mut found = self.constraints(m.class, None, scope)?;
        let this = self.this.clone().filter(|_| !m.decl.constructor);
        if let Some(this) = &this {
            found.extend(self.constraints(m.class, Some(&this.term), scope)?);
        }
        for class in constrained {
            let other = self.fresh("other", Sort::Ref);
            let allocated = self.allocated();
            let there = Term::select(self.at(scope.old, &allocated), other.term());
            let is_it = self.has_type(&other.term(), &Type::Class(class));
            let mut premises = vec![Term::ne(other.term(), Term::null()), there, is_it];
            let checked = this.as_ref().filter(|_| own.contains(&class));
            premises.extend(checked.map(|this| Term::ne(other.term(), this.term.clone())));
            for (formula, span) in self.constraints(class, Some(&other.term()), scope)? {
                let holds = Term::implies(Term::and(premises.clone()), formula);
                found.push((Term::forall([other.clone()], holds), span));
            }
        }
        Ok(found)
    }

    /// What a call keeps to, of the object whose method it is.
    pub(super) fn constraints_of_call(&mut self, m: MethodRef<'a>, scope: &Scope) -> Lowering<Vec<(Term, Span)>> {
        if m.decl.constructor || self.is_helper(m) {
            return Ok(Vec::new());
        }
        let mut found = self.constraints(m.class, None, scope)?;
        if let Some(this) = scope.this.clone().filter(|_| !m.decl.modifiers.is_static) {
            found.extend(self.constraints(m.class, Some(&this.term), scope)?);
        }
        Ok(found)
    }

    /// Methods that a class inherits know nothing of its constraints.
    fn inherits_nothing(&self, constrained: &[ClassId]) -> Lowering<()> {
        for class in constrained {
            let decl = self.classes().get(*class).decl;
            let Some(constraint) = decl.and_then(|d| d.constraints.iter().find(|c| !c.is_static)) else {
                continue;
            };
            for up in self.classes().ancestors(*class).into_iter().filter(|up| up != class) {
                let theirs = self.classes().get(up).decl.filter(|_| !self.classes().is_built_in(up));
                let inherited = theirs.into_iter().flat_map(|d| &d.methods).any(|m| {
                    let private = m.modifiers.private || m.modifiers.is_static || m.constructor || m.modifiers.pure;
                    !private && m.body.is_some()
                });
                if inherited {
                    return Err(unsupported(
                        constraint.span,
                        "a `constraint` of a class that inherits methods",
                    ));
                }
            }
        }
        Ok(())
    }
}

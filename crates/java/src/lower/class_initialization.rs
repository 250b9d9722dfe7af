//! Class initialization: the first use of a class runs its static initialiser.
//!
//! An initialiser that only sets static fields of its own class, or objects that it allocates, is taken to have run
//! before; where it does more, any use by another class may be the first.

use super::body::Body;
use super::initialiser_effects::initialiser_acts;
use super::survey;
use super::value::Lowering;
use crate::syntax::ast;
use crate::types::{ClassId, Type};
use abide_base::Span;

impl<'a> Body<'_, 'a> {
    /// A class is used: perhaps for the first time.
    pub(super) fn first_use(&mut self, class: ClassId, span: Span) -> Lowering<()> {
        if self.initialiser_may_not_end(class) {
            self.guesses.insert(span);
            self.may_not_return(span);
        }
        match self.acts_when_used(class) {
            true => self.anything_happens(span),
            false => self.may_not_initialise(class, span),
        }
    }

    /// What only comes behind the use of a class is not refuted if its initialiser may go on for ever.
    fn initialiser_may_not_end(&self, class: ClassId) -> bool {
        let begun = [self.class, self.routine_class];
        if begun.into_iter().any(|of| self.is_initialised_with(of, class)) {
            return false;
        }
        let mut above = self.classes().ancestors(class).into_iter();
        above.any(|id| self.env.endless.initialiser(id))
    }

    /// Perhaps the initialiser fails, where somebody would notice: it is verified by itself, and taken not to fail elsewhere.
    fn may_not_initialise(&mut self, class: ClassId, span: Span) -> Lowering<()> {
        let known = |name: &str| Type::Class(self.classes().known(name));
        let errors = [known("ExceptionInInitializerError"), known("NoClassDefFoundError")];
        let caught = self.caught();
        let notices = |error: &Type| caught.iter().any(|ty| self.classes().is_assignable(error, ty));
        let begun = [self.class, self.routine_class];
        if !errors.iter().any(notices) || begun.into_iter().any(|of| self.is_initialised_with(of, class)) {
            return Ok(());
        }
        let mut above = self.classes().ancestors(class).into_iter();
        if !above.any(|id| self.classes().get(id).decl.is_some_and(initialiser_may_fail)) {
            return Ok(());
        }
        self.guesses.insert(span);
        self.may_throw_one_of(&errors, &[], span)
    }

    /// May the use of a class run an initialiser that does more than initialise the class?
    pub(super) fn acts_when_used(&self, class: ClassId) -> bool {
        let begun = [self.class, self.routine_class];
        if self.env.options.throwing || begun.into_iter().any(|of| self.is_initialised_with(of, class)) {
            return false;
        }
        let mut above = self.classes().ancestors(class).into_iter();
        above.any(|id| self.initialiser_acts(id))
    }

    /// Has a class been initialised, or begun to be, before code of another one runs? Interfaces are not initialised with the classes
    /// and interfaces below them.
    fn is_initialised_with(&self, below: ClassId, class: ClassId) -> bool {
        below == class || !self.classes().get(class).interface && self.classes().is_subclass(below, class)
    }

    /// Does the static initialiser of a class change anything but static fields of its own and new objects?
    fn initialiser_acts(&self, class: ClassId) -> bool {
        let known = self.env.acting.borrow().get(&class).copied();
        known.unwrap_or_else(|| {
            let acts = initialiser_acts(self.env.classes, class);
            self.env.acting.borrow_mut().insert(class, acts);
            acts
        })
    }
}

/// May what initialises a class throw an exception?
fn initialiser_may_fail(decl: &ast::Class) -> bool {
    let mut fields = decl.fields.iter().filter(|f| f.modifiers.is_static);
    let constructed = decl.methods.iter().any(|m| m.constructor)
        || decl.fields.iter().any(|f| !f.modifiers.is_static)
        || decl.constants.iter().any(|c| !c.args.is_empty() || c.body.is_some());
    fields.any(|f| f.init.as_ref().is_some_and(survey::may_fail))
        || !decl.initializers.is_empty()
        || !decl.constants.is_empty() && constructed
}

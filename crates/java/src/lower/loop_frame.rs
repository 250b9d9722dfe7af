//! Frames of loops: every write in a loop is held to what its `assignable` names, as those of the method are held to
//! the method's. Locations are those of the state in which the loop is entered, and what is made in the loop may be
//! written. Of local variables only `loop_writes` and its synonyms speak.

use super::body::Body;
use super::state::Frame;
use super::value::{Local, Lowering, Scope, View, unsupported};
use crate::syntax::ast::{ExprKind, Location, LoopSpec};
use crate::types::Type;
use abide_ir::CheckKind;
use abide_logic::{Term, Var};
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// From here on writes are held to the frame of a loop, if it has one.
    pub(super) fn enter_frame(&mut self, spec: &'a LoopSpec, entry: usize) -> Lowering<bool> {
        let Some(assignable) = &spec.assignable else {
            return Ok(false);
        };
        let scope = Scope {
            view: View::At(entry),
            ..self.body_scope(View::At(self.pre), entry)
        };
        let mut places = Vec::new();
        for location in &assignable.locations {
            if self.local_named(location).is_some() {
                continue;
            }
            match self.places(std::slice::from_ref(location), &scope)? {
                Some(these) => places.extend(these),
                None => return Ok(false),
            }
        }
        let frame = Frame {
            places,
            since: entry,
            span: assignable.span,
            strict: assignable.is_strict().then_some(self.writes.len()),
        };
        self.frame.push((Term::tt(), frame));
        Ok(true)
    }

    /// The loop that was entered with this result ends.
    pub(super) fn leave_frame(&mut self, entered: bool) -> Lowering<()> {
        let left = if entered { self.frame.pop() } else { None };
        let Some((_, frame)) = left else { return Ok(()) };
        let allocated = self.allocated();
        let mut written = frame.strict.into_iter().flat_map(|from| self.writes.iter().skip(from));
        match written.any(|write| write.map == allocated) {
            true => Err(unsupported(
                frame.span,
                "`\\strictly_nothing` of a loop in which objects may be made",
            )),
            false => Ok(()),
        }
    }

    /// The local variable that a location names.
    fn local_named(&self, location: &Location) -> Option<Local> {
        match location {
            Location::One(e) => match &*e.kind {
                ExprKind::Name(name) => self.find_local(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The variables from outside that a loop assigns are among those that its frame names. Where the clause is KeY's, it
    /// does not speak of them; so a loop that assigns others refutes nothing.
    pub(super) fn names_locals(&mut self, spec: &'a LoopSpec, visible: &[Local], targets: &BTreeSet<Var>) {
        let Some(assignable) = spec.assignable.as_ref().filter(|_| spec.frames_locals) else {
            return;
        };
        if assignable.locations.iter().any(|l| matches!(l, Location::Everything)) {
            return;
        }
        let named: Vec<Var> = assignable
            .locations
            .iter()
            .filter_map(|l| Some(self.local_named(l)?.var))
            .collect();
        let ghosts = self.ghost_locals.clone();
        let assigned = visible
            .iter()
            .filter(|l| targets.contains(&l.var) && !l.name.starts_with('\\'));
        if assigned
            .clone()
            .all(|l| named.contains(&l.var) || ghosts.contains(&l.var))
        {
            return;
        }
        let open = self.arbitrary(&Type::Bool, assignable.span).term;
        self.check(open, CheckKind::Frame, assignable.span, None);
    }
}

//! Class initialization: the first use of a class runs its static initialiser.
//!
//! An initialiser that only sets static fields of its own class, or objects that it allocates, is taken to have run
//! before; where it does more, any use by another class may be the first.

use super::body::Body;
use super::survey;
use super::value::Lowering;
use crate::syntax::ast::{self, Expr, ExprKind, StmtKind};
use crate::syntax::walk::{each_expr, each_part, statements};
use crate::types::{ClassId, Type};
use abide_base::Span;
use std::collections::BTreeSet;

impl<'a> Body<'_, 'a> {
    /// A class is used: perhaps for the first time.
    pub(super) fn first_use(&mut self, class: ClassId, span: Span) -> Lowering<()> {
        match self.acts_when_used(class) {
            true => self.anything_happens(span),
            false => self.may_not_initialise(class, span),
        }
    }

    /// Perhaps the initialiser fails, where somebody would notice: it is verified by itself, and taken not to fail elsewhere.
    fn may_not_initialise(&mut self, class: ClassId, span: Span) -> Lowering<()> {
        let known = |name: &str| Type::Class(self.classes().known(name));
        let errors = [known("ExceptionInInitializerError"), known("NoClassDefFoundError")];
        let caught = self.caught();
        let notices = |error: &Type| caught.iter().any(|ty| self.classes().is_assignable(error, ty));
        let begun = [self.class, self.routine_class];
        let initialised = |of: ClassId| self.classes().is_subclass(of, class);
        if !errors.iter().any(notices) || begun.into_iter().any(initialised) {
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
        let initialised = |of: ClassId| self.classes().is_subclass(of, class);
        let begun = [self.class, self.routine_class];
        if self.env.options.throwing || begun.into_iter().any(initialised) {
            return false;
        }
        let mut above = self.classes().ancestors(class).into_iter();
        above.any(|id| self.initialiser_acts(id))
    }

    /// Does the static initialiser of a class change anything but its own static fields and new objects?
    fn initialiser_acts(&self, class: ClassId) -> bool {
        let Some(decl) = self.classes().get(class).decl else {
            return false;
        };
        let mut scan = Scan {
            body: self,
            of: class,
            seen: BTreeSet::new(),
            acts: false,
        };
        let fields = decl.fields.iter().filter(|f| f.modifiers.is_static);
        fields
            .filter_map(|f| f.init.as_ref())
            .for_each(|e| scan.expr(e, &Place::at(class)));
        for block in decl.initializers.iter().filter(|i| i.is_static) {
            scan.code(&block.body, Place::at(class));
        }
        for constant in &decl.constants {
            constant.args.iter().for_each(|e| scan.expr(e, &Place::at(class)));
            scan.made(class);
            scan.body
                .classes()
                .constant_class(class, constant)
                .into_iter()
                .for_each(|c| scan.made(c));
        }
        scan.acts
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

/// Where code stands.
struct Place {
    class: ClassId,
    /// Local variables.
    locals: BTreeSet<String>,
    /// Does it make its own object?
    makes: bool,
}

impl Place {
    fn at(class: ClassId) -> Place {
        Place {
            class,
            locals: BTreeSet::new(),
            makes: false,
        }
    }
}

/// A walk over all that a static initialiser may run.
struct Scan<'b, 'w, 'a> {
    body: &'b Body<'w, 'a>,
    of: ClassId,
    seen: BTreeSet<*const ast::Method>,
    acts: bool,
}

impl Scan<'_, '_, '_> {
    fn code(&mut self, block: &[ast::Stmt], mut place: Place) {
        block.iter().for_each(|s| locals(s, &mut place.locals));
        let mut parts = Vec::new();
        each_expr(block, &mut |e| parts.push(e));
        parts.into_iter().for_each(|e| self.part(e, &place));
    }

    fn expr(&mut self, e: &Expr, place: &Place) {
        let mut parts = Vec::new();
        each_part(e, &mut |e| parts.push(e));
        parts.into_iter().for_each(|e| self.part(e, place));
    }

    fn part(&mut self, e: &Expr, place: &Place) {
        match &*e.kind {
            ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => {
                self.acts |= !self.is_own(target, place);
            }
            // the name of the class means one of the object's class
            ExprKind::NewInside(..) => self.acts = true,
            ExprKind::New(ty, _, hidden) => {
                let classes = self.body.classes();
                let class = match hidden {
                    Some(name) => classes.hidden_class(place.class, name),
                    None => classes.class_named(&ty.name, Some(place.class)),
                };
                class.into_iter().for_each(|c| self.made(c));
            }
            ExprKind::Call(_, name, args) => {
                let classes = self.body.classes();
                let all = classes.ids().filter_map(|id| Some((id, classes.get(id).decl?)));
                let named = all.flat_map(|(id, d)| d.methods.iter().map(move |m| (id, m)));
                let wanted =
                    |m: &ast::Method| !m.constructor && m.name.text == name.text && m.params.len() == args.len();
                let found: Vec<(ClassId, &ast::Method)> = named.filter(|(_, m)| wanted(m)).collect();
                found.into_iter().for_each(|(id, m)| self.method(id, m, false));
            }
            _ => {}
        }
    }

    /// Is what is assigned a local variable, a static field of the class, or a part of a new object?
    fn is_own(&self, target: &Expr, place: &Place) -> bool {
        match &*target.kind {
            ExprKind::Name(name) if place.locals.contains(&**name) => true,
            ExprKind::Name(name) => match self.body.classes().field(place.class, name) {
                Some(f) if f.is_static => f.class == self.of,
                Some(_) => place.makes,
                None => false,
            },
            ExprKind::Field(object, _) => match &*object.kind {
                ExprKind::This(None) => place.makes,
                ExprKind::Name(name) => {
                    let class = self.body.classes().class_named(name, Some(place.class));
                    !place.locals.contains(&**name) && class == Some(self.of)
                }
                _ => false,
            },
            ExprKind::Index(array, _) => match &*array.kind {
                ExprKind::Index(..) | ExprKind::Name(_) => self.is_own(array, place),
                _ => false,
            },
            _ => false,
        }
    }

    /// An object of a class is made.
    fn made(&mut self, class: ClassId) {
        for id in self.body.classes().ancestors(class) {
            let Some(decl) = self.body.classes().get(id).decl else {
                continue;
            };
            let place = || Place {
                makes: true,
                ..Place::at(id)
            };
            if decl
                .methods
                .iter()
                .chain(&decl.implied)
                .all(|m| !m.constructor || self.seen.contains(&std::ptr::from_ref(m)))
            {
                continue;
            }
            let fields = decl.fields.iter().filter(|f| !f.modifiers.is_static);
            for constructor in decl.methods.iter().chain(&decl.implied).filter(|m| m.constructor) {
                self.method(id, constructor, true);
            }
            fields
                .filter_map(|f| f.init.as_ref())
                .for_each(|e| self.expr(e, &place()));
            for block in decl.initializers.iter().filter(|i| !i.is_static) {
                self.code(&block.body, place());
            }
        }
    }

    fn method(&mut self, class: ClassId, m: &ast::Method, makes: bool) {
        if !self.seen.insert(std::ptr::from_ref(m)) {
            return;
        }
        let params = m.params.iter().map(|p| p.name.text.to_string()).collect();
        let place = Place {
            class,
            locals: params,
            makes,
        };
        match &m.body {
            Some(body) => self.code(body, place),
            // what is called may be anything
            None => self.acts = true,
        }
    }
}

/// The local variables that a statement declares. An array that came in as a parameter counts as local too.
fn locals(s: &ast::Stmt, found: &mut BTreeSet<String>) {
    match &s.kind {
        StmtKind::Local(all) => found.extend(all.iter().map(|l| l.name.text.to_string())),
        StmtKind::ForEach(_, param, _, _) => {
            found.insert(param.name.text.to_string());
        }
        StmtKind::Try(t) => found.extend(t.resources.iter().map(|r| r.local.name.text.to_string())),
        _ => {}
    }
    statements(s).into_iter().for_each(|s| locals(s, found));
}

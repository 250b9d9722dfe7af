//! Implicit code: default constructors, initialisers of classes, constants of enums; and the variables that classes and
//! lambdas in bodies capture.

use super::body::Body;
use super::environment::Environment;
use super::place::is_made;
use super::state::HeapKind;
use super::survey::may_fail;
use super::value::{Local, Lowering, Val, sort_of, unsupported};
use crate::syntax::ast::{self, CapturedKind, ClassKind, Expr, ExprKind, Literal, Origin};
use crate::syntax::walk::each_expr;
use crate::types::{ClassId, FieldRef, MethodRef, Type};
use abide_base::Span;
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::Term;
use std::collections::BTreeSet;

impl<'a> Environment<'a> {
    /// Can anything go wrong in code that a class implies? What merely sets constants needs no routine.
    pub(super) fn has_business(&self, m: MethodRef<'a>) -> bool {
        let Some(decl) = self.classes.get(m.class).decl else {
            return false;
        };
        match m.decl.origin {
            Origin::Written | Origin::Lambda => true,
            Origin::Accessor => !self.classes.overridden(m).is_empty(),
            Origin::Constructor => {
                let above = self.classes.ancestors(m.class);
                let decls = || above.iter().filter_map(|id| self.classes.get(*id).decl);
                if decls().any(|d| !d.initially.is_empty()) {
                    return true;
                }
                // whoever makes the object reads its initialisers in place
                if decl.anonymous || decl.kind == ClassKind::Enum {
                    return false;
                }
                let superclass = self.classes.get(m.class).superclass;
                decls().any(|d| !d.invariants.is_empty())
                    || superclass.is_some_and(|up| !self.classes.constructors(up).is_empty())
                    || self.initialises(m.class, decl, false)
                    || decl.kind != ClassKind::Record && decl.fields.iter().any(|f| self.begins_as_null(m.class, f))
            }
            Origin::StaticInitialiser => {
                let of_instances = || {
                    let written = decl.methods.iter().any(|m| m.constructor) || !decl.invariants.is_empty();
                    let unset = decl.fields.iter().any(|f| self.begins_as_null(m.class, f));
                    written || unset || self.initialises(m.class, decl, false)
                };
                let mut constants = decl.constants.iter();
                self.initialises(m.class, decl, true)
                    || decl.invariants.iter().any(|i| i.is_static)
                    || !decl.constants.is_empty() && of_instances()
                    || constants.any(|c| c.body.is_some() || !c.args.is_empty())
            }
        }
    }

    /// Has the class initialisers that do more than set constants?
    fn initialises(&self, class: ClassId, decl: &ast::Class, is_static: bool) -> bool {
        let mut blocks = decl.initializers.iter().filter(|i| i.is_static == is_static);
        let constants = self.classes.get(class).interface;
        let own = |f: &&ast::Field| (f.modifiers.is_static || constants) == is_static;
        let mut fields = decl.fields.iter().filter(own);
        blocks.any(|b| !b.body.is_empty())
            || fields.any(|f| f.init.as_ref().is_some_and(may_fail) || is_static && self.is_set_to_null(class, f))
    }

    fn is_set_to_null(&self, class: ClassId, f: &ast::Field) -> bool {
        let null = |e: &Expr| matches!(&*e.kind, ExprKind::Literal(Literal::Null));
        f.init.as_ref().is_some_and(null) && self.is_never_null(class, f)
    }

    /// Is a field that must not be null left without a value?
    fn begins_as_null(&self, class: ClassId, f: &ast::Field) -> bool {
        let spec_only = f.modifiers.ghost || f.modifiers.model;
        let unset = f.init.is_none() || self.is_set_to_null(class, f);
        !f.modifiers.is_static && !spec_only && unset && self.is_never_null(class, f)
    }

    fn is_never_null(&self, class: ClassId, f: &ast::Field) -> bool {
        let ty = self.classes.resolve(&f.ty, Some(class));
        let default = self.options.non_null_by_default;
        ty.is_none_or(|t| t.is_reference()) && self.classes.is_non_null(&f.modifiers, class, default)
    }
}

// Static initialisers.
impl<'a> Body<'_, 'a> {
    /// What runs when a class is initialised: its enum constants are made, then static fields and blocks in the
    /// order of the text.
    pub(super) fn static_initialiser(&mut self, class: ClassId, span: Span) -> Lowering<()> {
        let Some(decl) = self.classes().get(class).decl else {
            return Ok(());
        };
        self.anything_before(class, span);
        let statics = |f: &&ast::Field| f.modifiers.is_static && !f.modifiers.ghost;
        for field in decl.fields.iter().filter(statics) {
            let ty = self.resolve_in(&field.ty, class)?;
            let var = self.static_var(class, &field.name.text, &ty);
            self.assign(&var, Self::zero(&ty), span);
            self.wrote(&var, None);
        }
        let mut objects = Vec::new();
        for constant in &decl.constants {
            let term = self.enum_constant(class, &constant.name.text);
            self.making.push(term.clone());
            objects.push(Val::new(term, Type::Class(class)));
        }
        for (constant, object) in decl.constants.iter().zip(&objects) {
            self.make_constant(class, constant, object)?;
        }
        self.making.retain(|m| !objects.iter().any(|o| o.term == *m));
        for (_, field, block) in initializers(decl, true) {
            let Some(field) = field else {
                self.statements(block)?;
                continue;
            };
            let Some(init) = &field.init else { continue };
            let ty = self.resolve_in(&field.ty, class)?;
            let val = self.first_value(init, (&ty, &field.ty), &field.modifiers)?;
            let val = self.convert(val, &ty, init.span)?;
            if self.is_non_null(&field.modifiers, class, &ty) {
                self.owe_non_null(&val, init.span);
            }
            let var = self.static_var(class, &field.name.text, &ty);
            self.assign(&var, val.term, init.span);
            self.wrote(&var, None);
        }
        Ok(())
    }

    /// What other classes hold when a class is initialised is nobody's choice: the program up to there has set it.
    /// Nothing else leads to objects.
    fn anything_before(&mut self, class: ClassId, span: Span) {
        let all: Vec<_> = self.heap.values().map(|h| (h.var.clone(), h.kind.clone())).collect();
        for (var, kind) in all {
            if let HeapKind::Static(of, _, ty) = &kind
                && *of != class
            {
                self.guesses.insert(span);
                self.emit(StmtKind::Havoc(vec![var.clone()]), span);
                self.wrote(&var, None);
                let fact = self.well_typed(&var.term(), ty);
                self.assume(fact, span);
            }
        }
    }

    fn make_constant(&mut self, class: ClassId, constant: &'a ast::EnumConstant, object: &Val) -> Lowering<()> {
        let span = constant.name.span;
        let values = self.arguments(&constant.args)?;
        let own = self.classes().constant_class(class, constant);
        let whole = Val::new(object.term.clone(), Type::Class(own.unwrap_or(class)));
        self.clear(&whole, span)?;
        self.construct(class, object.clone(), values, span)?;
        if let Some(own) = own {
            self.initialise(own, &whole, span)?;
            self.is_in_order(own, &whole, span)?;
        }
        Ok(())
    }

    /// Before given code runs that is not read in place, the static fields that it takes for set have been set. It
    /// need not come to read them, so that no run fails for that alone.
    pub(super) fn owe_statics(&mut self, span: Span) -> Lowering<()> {
        for (set, place) in self.statics_set_at_once()? {
            let set = Term::or([set, self.unknown(span)]);
            self.check(set, CheckKind::Null, span, Some(place));
        }
        Ok(())
    }

    /// Code that is not given is taken not to come back to a class of which static fields have yet to be set.
    pub(super) fn trust_with_statics(&mut self, span: Span) -> Lowering<()> {
        let Some(class) = self.initialises else { return Ok(()) };
        if !self.statics_set_at_once()?.is_empty() {
            let name = &self.classes().get(class).name;
            let trust = format!("code that is not given does not use `{name}` before its static fields are set");
            self.rely_on(AssumptionKind::Library, span, trust);
        }
        Ok(())
    }

    /// The static fields that everybody takes for set once the class that is initialised here has been: that each of
    /// them is, and its place.
    fn statics_set_at_once(&mut self) -> Lowering<Vec<(Term, Span)>> {
        let mut found = Vec::new();
        let Some(class) = self.initialises else {
            return Ok(found);
        };
        let fields = self.classes().get(class).decl.into_iter().flat_map(|d| &d.fields);
        for field in fields.filter(|f| f.modifiers.is_static) {
            let f = FieldRef {
                class,
                decl: field,
                is_static: true,
            };
            let ty = self.field_type(f)?;
            if self.is_non_null(&field.modifiers, class, &ty) && self.is_set_at_once(f) {
                let var = self.static_var(class, &field.name.text, &ty);
                found.push((Term::ne(var.term(), Term::null()), field.name.span));
            }
        }
        Ok(found)
    }

    /// May a static field be null because it has not been set yet?
    pub(super) fn may_be_unset(&self, f: FieldRef<'a>) -> bool {
        f.is_static && (self.initialises == Some(f.class) || !self.is_set_at_once(f))
    }

    /// Does a static field have its value once its class is initialised? What comes before, initialisers and
    /// blocks, owes it to the code it runs.
    pub(super) fn is_set_at_once(&self, f: FieldRef<'a>) -> bool {
        f.decl.init.as_ref().is_some_and(is_made)
    }
}

// Captured variables.
impl<'a> Body<'_, 'a> {
    /// A lambda sees the variables around it, with values that nobody here knows.
    pub(super) fn captured_by_lambda(&mut self, m: MethodRef<'a>) -> Lowering<Vec<Local>> {
        let used = names_in(m.decl.body.as_deref().unwrap_or_default());
        let mut found: Vec<Local> = Vec::new();
        for captured in m.decl.captures.iter().filter(|c| used.contains(&*c.name.text)) {
            let local = self.captured_value(captured, m.class)?;
            found.retain(|l| l.name != local.name);
            found.push(local);
        }
        Ok(found)
    }

    /// The variables around the classes in bodies that a method is in.
    pub(super) fn captured_by_classes(&mut self, m: MethodRef<'a>) -> Lowering<()> {
        let around: Vec<ClassId> = self.classes().outward(m.class).collect();
        let decls = around
            .into_iter()
            .filter_map(|id| Some((id, self.classes().get(id).decl?)));
        let decls: Vec<(ClassId, &'a ast::Class)> = decls.filter(|(_, d)| !d.captures.is_empty()).collect();
        let used = names_in(m.decl.body.as_deref().unwrap_or_default());
        for (class, decl) in decls {
            for captured in decl.captures.iter().filter(|c| used.contains(&*c.name.text)) {
                if captured.kind != CapturedKind::Pattern {
                    let local = self.captured_value(captured, class)?;
                    self.captured.retain(|(id, l)| *id != class || l.name != local.name);
                    self.captured.push((class, local));
                }
            }
        }
        Ok(())
    }

    /// A captured variable of a class, seen from an object of it.
    pub(super) fn captured_member(
        &mut self,
        class: ClassId,
        captured: &ast::Captured,
        object: Option<Val>,
    ) -> Lowering<Val> {
        let name = &*captured.name.text;
        let mut own = object.as_ref();
        let root = self.first_this.clone();
        // `this` and what is around it are always the same objects
        own = own.filter(|o| {
            root.is_some_and(|r| {
                o.term
                    .free_vars()
                    .iter()
                    .all(|v| r.term.as_var() == Some(v) || self.is_fixed(v))
            })
        });
        let known = self
            .captured
            .iter()
            .rev()
            .find(|(id, l)| *id == class && l.name == name);
        let making = self.initialising.last() == Some(&class);
        if let Some((_, local)) = known
            && (own.is_some() || making)
        {
            return Ok(Val::new(local.var.term(), local.ty.clone()));
        }
        let local = self.captured_value(captured, class)?;
        Ok(Val::new(local.var.term(), local.ty))
    }

    fn captured_value(&mut self, captured: &ast::Captured, class: ClassId) -> Lowering<Local> {
        let span = captured.name.span;
        if captured.kind == CapturedKind::Pattern {
            return Err(unsupported(
                span,
                "a pattern variable that a class or lambda inside the body sees",
            ));
        }
        let ty = match &*captured.ty.name {
            "var" => self.classes().object(),
            _ => match self.known_bound(&captured.ty, class, Some(self.method.decl)) {
                Some(bound) => bound,
                None => self.resolve_in(&captured.ty, class)?,
            },
        };
        self.guesses.insert(span);
        let var = self.temp(&captured.name.text, sort_of(&ty));
        self.emit(StmtKind::Havoc(vec![var.clone()]), span);
        let fact = self.well_typed(&var.term(), &ty);
        self.assume(fact, span);
        let bound = self.bound_in(&captured.ty, class, Some(self.method.decl));
        self.of_bound(&Val::new(var.term(), ty.clone()), bound, span);
        let given = captured.kind == CapturedKind::Parameter && !self.takes_null_above(class);
        if given && self.is_non_null(&captured.modifiers, class, &ty) {
            self.assume(Term::ne(var.term(), Term::null()), span);
        }
        let name = captured.name.text.to_string();
        self.named.push((var.clone(), ty.clone()));
        Ok(Local {
            name,
            var,
            ty,
            non_null: false,
            vague: &*captured.ty.name == "var",
            plain_object: false,
        })
    }

    /// May a method of the class around be called with null through a class above it?
    fn takes_null_above(&self, class: ClassId) -> bool {
        let around = self.classes().outward(class);
        let above = around.flat_map(|id| self.classes().ancestors(id).into_iter().skip(1));
        let mut decls = above.filter_map(|id| self.classes().get(id).decl);
        decls.any(|d| {
            let mut params = d.methods.iter().flat_map(|m| &m.params);
            d.modifiers.nullable_by_default || params.any(|p| p.modifiers.nullable)
        })
    }
}

/// The names that code speaks of.
fn names_in(body: &[ast::Stmt]) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    each_expr(body, &mut |e| {
        if let ExprKind::Name(name) = &*e.kind {
            found.insert(&**name);
        }
    });
    found
}

/// What gives the fields of a class, or those of its objects, their first values: fields and blocks, in the order of the
/// text.
pub(super) fn initializers(decl: &ast::Class, is_static: bool) -> Vec<(Span, Option<&ast::Field>, &[ast::Stmt])> {
    let fields = decl.fields.iter().filter(|f| f.modifiers.is_static == is_static);
    let blocks = decl.initializers.iter().filter(|i| i.is_static == is_static);
    let fields = fields.map(|f| (f.name.span, Some(f), &[] as &[ast::Stmt]));
    let mut all: Vec<_> = fields
        .chain(blocks.map(|i| (i.span, None, i.body.as_slice())))
        .collect();
    all.sort_by_key(|(span, _, _)| *span);
    all
}

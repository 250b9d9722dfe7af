//! Which references of a file without annotations may be null.
//!
//! JML takes every declaration for non-null that does not say otherwise. In plain Java nobody says otherwise: a list ends
//! with a null that is nowhere declared. So there the code itself is asked. A field may be null if a constructor leaves it
//! unset, if null is assigned to it or it is compared with null, a parameter if it is compared with null or null is passed
//! for it, a result if null is returned, and whatever gets its value from one of them. All the others are non-null, as in
//! JML. Either way the declaration is checked: where it is the wrong one, a proof fails and nothing is proved that is false.
//!
//! Names are not resolved yet: fields of one name are one, and so are methods with one name and number of parameters.

use super::ast::{BinaryOp, Class, Expr, ExprKind, Field, Literal, Method, Notation, Stmt, StmtKind, TypeRef, Unit};
use super::walk;
use abide_base::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What may hold a reference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Field(String),
    /// A parameter or local variable of a method, by the method's place.
    Variable(u32, String),
    /// The result of a method with so many parameters.
    Result(String, usize),
    /// The parameter of a method with so many.
    Parameter(String, usize, usize),
    /// `null`, and elements of arrays.
    Null,
}

/// Declares what may be null in a file without annotations.
pub fn declare(unit: &mut Unit) {
    let silent = |c: &Class| !c.modifiers.non_null_by_default && !c.modifiers.nullable_by_default;
    if unit.notation != Notation::Plain || !unit.classes.iter().all(silent) {
        return;
    }
    let mut flow = Flow::default();
    unit.classes.iter().for_each(|c| flow.class(c));
    let null = flow.closed();
    unit.classes.iter_mut().for_each(|c| mark(c, &null));
}

/// The places of the types of the declarations that may be null, in a file where the code says so.
pub fn nullable_types(unit: &Unit) -> BTreeSet<Span> {
    let mut places = BTreeSet::new();
    if unit.notation == Notation::Plain {
        unit.classes.iter().for_each(|c| collect(c, &mut places));
    }
    places
}

fn collect(class: &Class, places: &mut BTreeSet<Span>) {
    let fields = class.fields.iter().map(|f| (&f.modifiers, &f.ty));
    let methods = class.methods.iter();
    let heads = methods.flat_map(|m| {
        let params = m.params.iter().map(|p| (&p.modifiers, &p.ty));
        params.chain([(&m.modifiers, &m.result)])
    });
    let nullable = fields.chain(heads).filter(|(m, ty)| m.nullable && is_reference(ty));
    places.extend(nullable.map(|(_, ty)| ty.span));
    class.classes.iter().for_each(|c| collect(c, places));
}

fn mark(class: &mut Class, null: &BTreeSet<Holder>) {
    let named: BTreeSet<Span> = class
        .fields
        .iter()
        .filter(|f| is_reference(&f.ty) && null.contains(&Holder::Field(f.name.text.to_string())))
        .map(|f| f.ty.span)
        .collect();
    for field in &mut class.fields {
        // variables that are declared together are nullable together: they are written with one type
        field.modifiers.nullable |= !field.modifiers.non_null && named.contains(&field.ty.span);
    }
    for method in class.methods.iter_mut().chain(&mut class.implied) {
        let (name, arity) = (method.name.text.to_string(), method.params.len());
        for (i, param) in method.params.iter_mut().enumerate() {
            let is_null = null.contains(&Holder::Parameter(name.clone(), arity, i));
            param.modifiers.nullable |= !param.modifiers.non_null && is_null && is_reference(&param.ty);
        }
        let is_null = !method.constructor && null.contains(&Holder::Result(name, arity));
        method.modifiers.nullable |= !method.modifiers.non_null && is_null && is_reference(&method.result);
    }
    class.classes.iter_mut().for_each(|c| mark(c, null));
}

fn is_reference(ty: &TypeRef) -> bool {
    let plain = [
        "boolean", "byte", "short", "char", "int", "long", "float", "double", "void",
    ];
    ty.dims > 0 || !plain.contains(&&*ty.name)
}

/// From where to where references go.
#[derive(Default)]
struct Flow {
    /// What each holder's value may go to.
    to: BTreeMap<Holder, BTreeSet<Holder>>,
}

impl Flow {
    fn class(&mut self, class: &Class) {
        for field in &class.fields {
            let holder = Holder::Field(field.name.text.to_string());
            match &field.init {
                Some(init) => Body::none(self).assign(holder, init),
                None if is_left_unset(class, field) => self.edge(Holder::Null, holder),
                None => {}
            }
        }
        for method in class.methods.iter().chain(&class.implied) {
            Body::of(self, method).block(method.body.iter().flatten());
        }
        for block in &class.initializers {
            Body::none(self).block(&block.body);
        }
        class.classes.iter().for_each(|c| self.class(c));
    }

    fn edge(&mut self, from: Holder, to: Holder) {
        self.to.entry(from).or_default().insert(to);
    }

    /// All that null may come to.
    fn closed(&self) -> BTreeSet<Holder> {
        let mut found = BTreeSet::from([Holder::Null]);
        let mut left = vec![Holder::Null];
        while let Some(from) = left.pop() {
            for to in self.to.get(&from).into_iter().flatten() {
                if found.insert(to.clone()) {
                    left.push(to.clone());
                }
            }
        }
        found
    }
}

/// Is there a way to make an object of the class, or to initialise it, that leaves the field as it is?
fn is_left_unset(class: &Class, field: &Field) -> bool {
    let is_static = field.modifiers.is_static;
    let by_initializer = class
        .initializers
        .iter()
        .any(|i| i.is_static == is_static && assigns(class, &i.body, field, &mut BTreeSet::new()));
    if field.modifiers.is_final || by_initializer {
        return false;
    }
    let mut constructors = class.methods.iter().filter(|m| m.constructor).peekable();
    is_static
        || constructors.peek().is_none()
        || constructors.any(|m| {
            let body = m.body.iter().flatten();
            !calls_another(m) && !assigns(class, body, field, &mut BTreeSet::new())
        })
}

/// Does a constructor begin with `this(…)`?
fn calls_another(constructor: &Method) -> bool {
    let first = constructor.body.iter().flatten().next();
    first.is_some_and(|s| match &s.kind {
        StmtKind::Expr(e) => matches!(&*e.kind, ExprKind::Call(None, name, _) if &*name.text == "this"),
        _ => false,
    })
}

/// Do statements, or the methods of the class that they call, assign to a field of the name?
fn assigns<'t>(
    class: &'t Class,
    body: impl IntoIterator<Item = &'t Stmt>,
    field: &Field,
    seen: &mut BTreeSet<&'t str>,
) -> bool {
    let mut found = false;
    let mut called = Vec::new();
    walk::each_expr(body, &mut |e| match &*e.kind {
        ExprKind::Assign(None, target, _) => found |= field_name(target) == Some(&*field.name.text),
        ExprKind::Call(None, name, _) => called.push(&*name.text),
        _ => {}
    });
    found
        || called.into_iter().any(|name| {
            let mut methods = class.methods.iter().filter(|m| &*m.name.text == name);
            seen.insert(name) && methods.any(|m| assigns(class, m.body.iter().flatten(), field, seen))
        })
}

/// The name in `f` or `this.f`.
fn field_name(e: &Expr) -> Option<&str> {
    match &*e.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Field(object, name) if matches!(&*object.kind, ExprKind::This(None)) => Some(&name.text),
        _ => None,
    }
}

/// What the code of one method does with references.
struct Body<'f> {
    flow: &'f mut Flow,
    /// The method's name and place, and the names of its variables.
    method: Option<(String, usize, u32)>,
    variables: BTreeSet<String>,
}

impl<'f> Body<'f> {
    fn none(flow: &'f mut Flow) -> Self {
        Body {
            flow,
            method: None,
            variables: BTreeSet::new(),
        }
    }

    fn of(flow: &'f mut Flow, method: &Method) -> Self {
        let (name, arity, place) = (method.name.text.to_string(), method.params.len(), method.span.start);
        let mut variables = BTreeSet::new();
        for (i, param) in method.params.iter().enumerate() {
            let variable = param.name.text.to_string();
            let parameter = Holder::Parameter(name.clone(), arity, i);
            flow.edge(parameter, Holder::Variable(place, variable.clone()));
            variables.insert(variable);
        }
        locals(method.body.iter().flatten(), &mut variables);
        let refused: BTreeSet<&str> = refused(method.body.iter().flatten());
        for (i, param) in method.params.iter().enumerate() {
            let tested = is_tested(method.body.iter().flatten(), &param.name.text);
            if tested && !refused.contains(&*param.name.text) {
                flow.edge(Holder::Null, Holder::Parameter(name.clone(), arity, i));
            }
        }
        Body {
            flow,
            method: Some((name, arity, place)),
            variables,
        }
    }

    fn block<'t>(&mut self, body: impl IntoIterator<Item = &'t Stmt>) {
        for s in body {
            match (&s.kind, &self.method) {
                (StmtKind::Return(Some(e)), Some((name, arity, _))) => {
                    self.assign(Holder::Result(name.clone(), *arity), e);
                }
                (StmtKind::Local(locals), _) => {
                    for local in locals {
                        let holder = self.named(&local.name.text);
                        local.init.iter().for_each(|init| self.assign(holder.clone(), init));
                    }
                }
                _ => {}
            }
            for e in walk::exprs(s) {
                walk::each_part(e, &mut |part| self.part(part));
            }
            self.block(walk::statements(s));
        }
    }

    fn part(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Assign(None, target, value) => {
                if let Some(holder) = self.holder(target) {
                    self.assign(holder, value);
                }
            }
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) if is_null(b) => self.tested(a),
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) if is_null(a) => self.tested(b),
            ExprKind::Call(_, name, args) => self.passed(&name.text, args),
            ExprKind::New(ty, args, _) => {
                let simple = ty.name.rsplit('.').next().unwrap_or(&ty.name);
                self.passed(simple, args);
            }
            _ => {}
        }
    }

    /// What is compared with null may be null. A variable may have become so only here; a parameter's test is looked at
    /// with the method.
    fn tested(&mut self, e: &Expr) {
        let holder = self.holder(e);
        if let Some(holder) = holder.filter(|h| !matches!(h, Holder::Variable(..))) {
            self.flow.edge(Holder::Null, holder);
        }
    }

    /// Null that is written as an argument. `this(…)` calls the constructor that bears the name of the one around.
    fn passed(&mut self, name: &str, args: &[Expr]) {
        let own = self
            .method
            .as_ref()
            .filter(|_| name == "this")
            .map(|(own, ..)| own.clone());
        let name = own.as_deref().unwrap_or(name);
        for (i, _) in args.iter().enumerate().filter(|(_, a)| is_null(a)) {
            let parameter = Holder::Parameter(name.to_string(), args.len(), i);
            self.flow.edge(Holder::Null, parameter);
        }
    }

    fn assign(&mut self, to: Holder, value: &Expr) {
        match &*value.kind {
            ExprKind::Conditional(_, yes, no) => {
                self.assign(to.clone(), yes);
                self.assign(to, no);
            }
            ExprKind::Cast(_, e) | ExprKind::Assign(None, _, e) => self.assign(to, e),
            ExprKind::Literal(Literal::Null) | ExprKind::Index(..) => self.flow.edge(Holder::Null, to),
            _ => {
                if let Some(from) = self.holder(value) {
                    self.flow.edge(from, to);
                }
            }
        }
    }

    /// What holds the value of an expression.
    fn holder(&self, e: &Expr) -> Option<Holder> {
        match &*e.kind {
            ExprKind::Name(name) => Some(self.named(name)),
            ExprKind::Field(_, name) => Some(Holder::Field(name.text.to_string())),
            ExprKind::Call(_, name, args) => Some(Holder::Result(name.text.to_string(), args.len())),
            _ => None,
        }
    }

    fn named(&self, name: &str) -> Holder {
        match &self.method {
            Some((_, _, place)) if self.variables.contains(name) => Holder::Variable(*place, name.to_string()),
            _ => Holder::Field(name.to_string()),
        }
    }
}

fn is_null(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Literal(Literal::Null))
}

/// The names of the local variables of statements.
fn locals<'t>(body: impl IntoIterator<Item = &'t Stmt>, names: &mut BTreeSet<String>) {
    for s in body {
        match &s.kind {
            StmtKind::Local(locals) => names.extend(locals.iter().map(|l| l.name.text.to_string())),
            StmtKind::ForEach(_, param, _, _) => drop(names.insert(param.name.text.to_string())),
            _ => {}
        }
        locals(walk::statements(s), names);
    }
}

/// Is a variable compared with null?
fn is_tested<'t>(body: impl IntoIterator<Item = &'t Stmt>, name: &str) -> bool {
    let mut found = false;
    walk::each_expr(body, &mut |e| found |= compared(e) == Some(name));
    found
}

/// The variable that a comparison with null is about.
fn compared(e: &Expr) -> Option<&str> {
    let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) = &*e.kind else {
        return None;
    };
    match (&*a.kind, &*b.kind) {
        (ExprKind::Name(name), _) if is_null(b) => Some(name),
        (_, ExprKind::Name(name)) if is_null(a) => Some(name),
        _ => None,
    }
}

/// The variables whose null is refused: `if (x == null || …) throw …;`.
fn refused<'t>(body: impl IntoIterator<Item = &'t Stmt>) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    for s in body {
        if let StmtKind::If(condition, yes, _) = &s.kind
            && throws(yes)
        {
            walk::each_part(condition, &mut |e| names.extend(compared(e)));
        }
        names.extend(refused(walk::statements(s)));
    }
    names
}

fn throws(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Throw(_) => true,
        StmtKind::Block(b) => b.last().is_some_and(throws),
        _ => false,
    }
}

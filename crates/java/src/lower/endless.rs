//! Methods that may never come back, as far as their text tells: they lead back to themselves with no measure, or have a
//! loop without a way out. What only such a call comes before is not refuted.
//!
//! Calls are followed where the class of their target is plain: this one, one that is named, or the one that a variable
//! or field is declared with.

use crate::syntax::ast::{self, Expr, ExprKind, Literal, Stmt, StmtKind as S};
use crate::syntax::walk;
use crate::types::{ClassId, Classes, MethodRef, Type};
use std::collections::{HashMap, HashSet};

/// A method, by its place in the tree.
type Id = *const ast::Method;

/// The given methods that may never come back.
pub(super) fn endless_methods(classes: &Classes) -> HashSet<Id> {
    let mut left: HashMap<Id, HashSet<Id>> = HashMap::new();
    for class in classes.ids() {
        let methods = classes.get(class).decl.into_iter().flat_map(|decl| &decl.methods);
        for decl in methods.filter(|m| m.body.is_some() && !is_measured(m)) {
            left.insert(decl, callees(classes, MethodRef { class, decl }));
        }
    }
    // who calls only methods that come back does, too: those are the least such set
    loop {
        let waiting: HashSet<Id> = left.keys().copied().collect();
        left.retain(|_, callees| !callees.is_disjoint(&waiting));
        if left.len() == waiting.len() {
            return waiting;
        }
    }
}

/// Is the recursion of a method measured in each case of its contract?
fn is_measured(m: &ast::Method) -> bool {
    let mut cases = m.spec.cases.iter();
    !m.spec.cases.is_empty() && cases.all(|case| !case.decreases.is_empty())
}

/// The given methods that a method may call; itself, if it has a loop without a way out.
fn callees(classes: &Classes, m: MethodRef) -> HashSet<Id> {
    let body = m.decl.body.iter().flatten();
    let mut found = HashSet::new();
    if body.clone().any(has_endless_loop) {
        found.insert(std::ptr::from_ref(m.decl));
    }
    walk::each_expr(body, &mut |e| match &*e.kind {
        ExprKind::Call(target, name, args) => {
            for class in targets(classes, m, target.as_ref()) {
                found.extend(implementations(classes, class, &name.text, args.len()));
            }
        }
        ExprKind::New(ty, args, _) => {
            let made = classes.resolve(ty, Some(m.class));
            let made = made.into_iter().filter_map(|ty| match ty {
                Type::Class(class) => Some(class),
                _ => None,
            });
            let constructors = made.flat_map(|class| classes.constructors(class));
            found.extend(
                constructors
                    .filter(|c| c.decl.params.len() == args.len())
                    .map(|c| std::ptr::from_ref(c.decl)),
            );
        }
        _ => {}
    });
    found
}

/// The classes in which a method is looked for.
fn targets(classes: &Classes, m: MethodRef, target: Option<&Expr>) -> Vec<ClassId> {
    let declared = |ty: &ast::TypeRef| match classes.resolve(ty, Some(m.class)) {
        Some(Type::Class(class)) => vec![class],
        _ => Vec::new(),
    };
    match target.map(|t| &*t.kind) {
        None => classes.outward(m.class).collect(),
        Some(ExprKind::Super(Some(ty))) => declared(ty),
        Some(ExprKind::This(_) | ExprKind::Super(None)) => vec![m.class],
        Some(ExprKind::Name(name)) => {
            let param = m.decl.params.iter().find(|p| *p.name.text == **name);
            let field = || classes.field(m.class, name).map(|f| declared(&f.decl.ty));
            let class = || classes.class_named(name, Some(m.class)).into_iter().collect();
            match (param, local(m.decl.body.iter().flatten(), name)) {
                (Some(param), _) => declared(&param.ty),
                (None, Some(ty)) => declared(ty),
                (None, None) => field().unwrap_or_else(class),
            }
        }
        Some(ExprKind::Field(_, name)) => {
            let field = classes.field(m.class, &name.text);
            field.map_or_else(Vec::new, |f| declared(&f.decl.ty))
        }
        Some(ExprKind::New(ty, ..) | ExprKind::Cast(ty, _)) => declared(ty),
        _ => Vec::new(),
    }
}

/// The declared type of a local variable of a name.
fn local<'t>(body: impl IntoIterator<Item = &'t Stmt>, name: &str) -> Option<&'t ast::TypeRef> {
    body.into_iter().find_map(|s| match &s.kind {
        S::Local(locals) => locals.iter().find(|l| &*l.name.text == name).map(|l| &l.ty),
        S::ForEach(_, param, _, body) if &*param.name.text != name => local([&**body], name),
        S::ForEach(_, param, ..) => Some(&param.ty),
        _ => local(walk::statements(s), name),
    })
}

/// The methods of a name that may run on objects of a class.
fn implementations(classes: &Classes, class: ClassId, name: &str, args: usize) -> Vec<Id> {
    let mut found: Vec<Id> = Vec::new();
    found.extend(
        classes
            .methods(class, name, args)
            .iter()
            .map(|m| std::ptr::from_ref(m.decl)),
    );
    let below = classes.ids().filter(|id| classes.is_subclass(*id, class));
    let methods = below
        .filter_map(|id| classes.get(id).decl)
        .flat_map(|decl| &decl.methods);
    let same = methods.filter(|m| &*m.name.text == name && m.params.len() == args);
    found.extend(same.map(std::ptr::from_ref));
    found
}

/// Is there a loop in a statement whose condition is always true, and that nothing in it leaves?
fn has_endless_loop(s: &Stmt) -> bool {
    let is_true = |e: &Expr| matches!(&*e.kind, ExprKind::Literal(Literal::Bool(true)));
    let endless = match &s.kind {
        S::While(_, condition, body) | S::Do(_, body, condition) => is_true(condition) && !leaves(body),
        S::For(_, _, condition, _, body) => condition.as_ref().is_none_or(is_true) && !leaves(body),
        _ => false,
    };
    endless || walk::statements(s).into_iter().any(has_endless_loop)
}

/// Does a jump in a statement perhaps leave the loop around it?
fn leaves(s: &Stmt) -> bool {
    let jumps = matches!(s.kind, S::Break(_) | S::Continue(Some(_)) | S::Return(_) | S::Throw(_));
    jumps || walk::statements(s).into_iter().any(leaves)
}

//! What can be said of code that a static initialiser runs, without following it.

use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind, Stmt, StmtKind, TypeRef};
use crate::syntax::walk::{each_expr, each_part, statements};
use crate::types::FieldRef;
use std::collections::BTreeSet;

/// Can a method be called with so many arguments?
pub(super) fn takes(m: &ast::Method, args: usize) -> bool {
    m.params.len() == args || m.params.last().is_some_and(|p| p.variadic) && args + 1 >= m.params.len()
}

/// Can what a field leads to change?
pub(super) fn may_change(f: FieldRef) -> bool {
    is_changeable(&f.decl.ty)
}

/// Can objects of a type change, as far as its name tells?
pub(super) fn is_changeable(ty: &TypeRef) -> bool {
    const FIXED: [&str; 18] = [
        "int",
        "long",
        "short",
        "byte",
        "char",
        "boolean",
        "float",
        "double",
        "void",
        "String",
        "Integer",
        "Long",
        "Short",
        "Byte",
        "Character",
        "Boolean",
        "Float",
        "Double",
    ];
    ty.dims > 0 || !FIXED.contains(&&*ty.name)
}

/// Do the static initialisers of a class run code that is not their own: call anything, or make objects?
pub(super) fn runs_code(decl: &ast::Class) -> bool {
    let blocks = || decl.initializers.iter().filter(|i| i.is_static).flat_map(|i| &i.body);
    let mut statements = Vec::new();
    blocks().for_each(|s| each_statement(s, &mut statements));
    // iterators and resources are called without being named
    let calls_unseen = |s: &&Stmt| matches!(s.kind, StmtKind::ForEach(..) | StmtKind::Try(_));
    let mut found = !decl.constants.is_empty() || statements.iter().any(calls_unseen);
    let mut look = |e: &Expr| {
        found |= match &*e.kind {
            ExprKind::Call(..) | ExprKind::New(..) | ExprKind::NewInside(..) => true,
            // what shows an object, and the use of another class
            ExprKind::Binary(BinaryOp::Add, ..) | ExprKind::Assign(Some(BinaryOp::Add), ..) | ExprKind::Field(..) => {
                true
            }
            _ => false,
        };
    };
    blocks().for_each(|s| each_expr(std::slice::from_ref(s), &mut look));
    let inits = decl.fields.iter().filter_map(|f| f.init.as_ref());
    inits.for_each(|e| each_part(e, &mut look));
    found
}

/// The local variables that a statement declares.
pub(super) fn locals(s: &Stmt, found: &mut BTreeSet<String>) {
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

/// A statement with all in it.
pub(super) fn each_statement<'t>(s: &'t Stmt, found: &mut Vec<&'t Stmt>) {
    found.push(s);
    statements(s).into_iter().for_each(|s| each_statement(s, found));
}

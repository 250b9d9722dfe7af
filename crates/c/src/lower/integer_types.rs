//! The integer types of a file: which of them are pointed to, and how memory stores its characters.

use crate::syntax::ast::{self, ExprKind as E, Item, StmtKind as S, TypeKind};
use crate::syntax::walk;
use crate::types::{Type, Types};
use std::collections::BTreeSet;

/// How memory keeps characters: as `unsigned char` if the file knows no other kind.
pub(super) fn character(unit: &ast::Unit) -> ast::IntType {
    use ast::IntType::{Char, SChar, UChar};
    let mut found: BTreeSet<ast::IntType> = BTreeSet::new();
    each_type(unit, &mut |ty| kinds_in(ty, &mut found));
    match found.contains(&UChar) && !found.contains(&Char) && !found.contains(&SChar) {
        true => UChar,
        false => Char,
    }
}

/// The integer types that are pointed to somewhere in the file.
pub(super) fn pointed_to(unit: &ast::Unit, types: &Types) -> BTreeSet<ast::IntType> {
    let mut found = BTreeSet::new();
    each_type(unit, &mut |ty| targets_in(&types.resolve(ty), &mut found));
    found
}

fn targets_in(ty: &Type, found: &mut BTreeSet<ast::IntType>) {
    match ty {
        Type::Pointer(to) | Type::Array(to, _) => {
            if let Type::Int(kind) = &**to {
                found.insert(*kind);
            }
            targets_in(to, found);
        }
        Type::Function(f) => {
            targets_in(&f.result, found);
            f.params.iter().for_each(|p| targets_in(p, found));
        }
        _ => {}
    }
}

/// The types that are written in a file, but for what comes from headers.
fn each_type(unit: &ast::Unit, see: &mut dyn FnMut(&ast::Type)) {
    for item in &unit.items {
        match item {
            Item::Decl(d) if !d.header => see(&d.ty),
            Item::Record(r) if !r.header => r.fields.iter().for_each(|f| see(&f.ty)),
            Item::Function(f) if !f.header => {
                see(&f.result);
                f.params.iter().for_each(|p| see(&p.ty));
                walk::statements(&f.body, &mut |s| {
                    if let S::Decl(decls) = &s.kind {
                        decls.iter().for_each(|d| see(&d.ty));
                    }
                });
                walk::each_expr(&f.body, &mut |e| match &*e.kind {
                    E::Cast(ty, _) | E::Compound(ty, _) => see(ty),
                    E::Str(_) => see(&ast::Type {
                        kind: Box::new(TypeKind::Int(ast::IntType::Char)),
                        is_const: true,
                        volatile: false,
                        span: e.span,
                    }),
                    _ => {}
                });
            }
            _ => {}
        }
    }
}

fn kinds_in(ty: &ast::Type, found: &mut BTreeSet<ast::IntType>) {
    match &*ty.kind {
        TypeKind::Int(kind) => {
            found.insert(*kind);
        }
        TypeKind::Named(n) if &*n.text == "uint8_t" => {
            found.insert(ast::IntType::UChar);
        }
        TypeKind::Pointer(t) | TypeKind::Array(t, _) => kinds_in(t, found),
        TypeKind::Function(f) => {
            kinds_in(&f.result, found);
            f.params.iter().for_each(|p| kinds_in(&p.ty, found));
        }
        _ => {}
    }
}

//! What type parameters stand for in code: the types that Java gives to what methods of generic classes return.
//!
//! Only what is written next to a name counts: the declared type of a variable or field, and of what its methods return.

use super::body::Body;
use super::names::Member;
use crate::syntax::ast::{self, Expr, ExprKind, Stmt, StmtKind, TypeRef};
use crate::syntax::walk::{each_expr, statements};
use crate::types::{ClassId, Type};

impl<'a> Body<'_, 'a> {
    /// What a type of a member of a class means for an object that an expression names, if that is a class of its own. Where the
    /// source's types cannot be relied on, nothing is said.
    pub(super) fn type_in(&mut self, ty: &TypeRef, class: ClassId, object: &'a Expr) -> Option<Type> {
        if self.env.polluted {
            return None;
        }
        let (given, scope) = self.stands_for(ty, class, object)?;
        let is_param = self.is_type_param(&given, scope);
        let ty = self.classes().resolve(&given, Some(scope)).filter(|_| !is_param)?;
        (ty != self.classes().object()).then_some(ty)
    }

    /// What a type of a member of a class is for an object, as it is written, and the class where.
    pub(super) fn stands_for(&mut self, ty: &TypeRef, class: ClassId, object: &'a Expr) -> Option<(TypeRef, ClassId)> {
        let place = |b: &Self, id: ClassId, name: &str| {
            let decl = b.classes().get(id).decl?;
            decl.type_params.iter().position(|p| *p.name.text == *name)
        };
        if ty.dims > 0 {
            return None;
        }
        place(self, class, &ty.name)?;
        let (written, scope) = self.written_type(object)?;
        if written.dims > 0 {
            return None;
        }
        let Some(Type::Class(own)) = self.classes().resolve(&written, Some(scope)) else {
            return None;
        };
        let (found, of) = match own == class {
            true => (ty.clone(), class),
            false => self.classes().stands_for(&ty.name, class, own)?,
        };
        match place(self, own, &found.name).filter(|_| of == own && found.dims == 0) {
            Some(at) => Some((written.args.get(at)?.clone(), scope)),
            None => Some((found, of)),
        }
    }

    /// Does a pattern of the method bind a variable of a name?
    fn is_bound_by_pattern(&self, name: &str) -> bool {
        let mut found = false;
        each_expr(self.method.decl.body.iter().flatten(), &mut |e| {
            found |= matches!(&*e.kind, ExprKind::InstanceOf(_, _, Some(n)) if *n.text == *name);
        });
        found
    }

    /// The type of an expression as it is written somewhere, and the class where.
    pub(super) fn written_type(&mut self, e: &'a Expr) -> Option<(TypeRef, ClassId)> {
        match &*e.kind {
            ExprKind::Name(name) if self.find_local(name).is_some() => {
                let mut types = Vec::new();
                let params = self.method.decl.params.iter();
                types.extend(params.filter(|p| *p.name.text == **name).map(|p| &p.ty));
                let body = self.method.decl.body.iter().flatten();
                body.for_each(|s| declared(s, name, &mut types));
                let first = types.first().copied()?;
                let same = types.iter().all(|ty| is_same(ty, first)) && !self.is_bound_by_pattern(name);
                same.then(|| (first.clone(), self.class))
            }
            ExprKind::Name(name) => match self.member(name, self.class, self.this.clone())?.0 {
                Member::Field(f) => Some((f.decl.ty.clone(), f.class)),
                _ => None,
            },
            ExprKind::Field(target, name) if matches!(&*target.kind, ExprKind::This(None)) => {
                let f = self.classes().field(self.class, &name.text)?;
                Some((f.decl.ty.clone(), f.class))
            }
            ExprKind::Call(Some(target), name, args) => {
                let (written, scope) = self.written_type(target)?;
                let Some(Type::Class(class)) = self.classes().resolve(&written, Some(scope)) else {
                    return None;
                };
                let methods = self.classes().methods(class, &name.text, args.len());
                let [m] = methods.as_slice() else { return None };
                let generic = m.decl.type_params.iter().any(|p| p.name.text == m.decl.result.name);
                match self.classes().is_type_param(&m.decl.result.name, m.class) {
                    _ if generic => None,
                    true => self.stands_for(&m.decl.result, m.class, target),
                    false => Some((m.decl.result.clone(), m.class)).filter(|(ty, _)| ty.args.is_empty()),
                }
            }
            _ => None,
        }
    }
}

/// Are two types written alike?
fn is_same(a: &TypeRef, b: &TypeRef) -> bool {
    let mut args = a.args.iter().zip(&b.args);
    a.name == b.name && a.dims == b.dims && a.args.len() == b.args.len() && args.all(|(a, b)| is_same(a, b))
}

/// The types with which a statement, or one in it, declares variables of a name.
fn declared<'s>(s: &'s Stmt, name: &str, found: &mut Vec<&'s TypeRef>) {
    let is_it = |n: &ast::Name| *n.text == *name;
    match &s.kind {
        StmtKind::Local(locals) => found.extend(locals.iter().filter(|l| is_it(&l.name)).map(|l| &l.ty)),
        StmtKind::ForEach(_, param, ..) => found.extend(Some(&param.ty).filter(|_| is_it(&param.name))),
        _ => {}
    }
    statements(s).into_iter().for_each(|inner| declared(inner, name, found));
}

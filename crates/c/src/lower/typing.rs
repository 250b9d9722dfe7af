//! Types of expressions.

use super::body::Body;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind as E, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_logic::Term;
use abide_logic::number::Number;

impl<'a> Body<'_, 'a> {
    /// The type that is written.
    pub(super) fn resolve(&mut self, ty: &'a ast::Type, span: Span) -> Lowering<Type> {
        let resolved = match &*ty.kind {
            ast::TypeKind::TypeofExpr(e) => self.type_of(e),
            _ => Some(self.env.types.resolve(ty)),
        };
        if self.env.types.volatile_inside(ty) {
            return Err(unsupported(ty.span, "`volatile` of what is pointed to"));
        }
        match resolved {
            None => Err(unsupported(span, "this type")),
            Some(known @ Type::Unknown(_)) if known.is_argument_list() => Ok(known),
            Some(Type::Unknown(what)) if what.starts_with("struct ") => {
                Err(wrong(ty.span, format!("the members of `{what}` are not known here")))
            }
            Some(Type::Unknown(what)) => Err(unsupported(
                ty.span,
                format!("the type `{what}`, of which nothing is known"),
            )),
            Some(known) => {
                self.no_array_of_alone(&known, ty.span)?;
                Ok(known)
            }
        }
    }

    /// The type of an expression, without evaluating it.
    pub(super) fn type_of(&self, e: &Expr) -> Option<Type> {
        let types = &self.env.types;
        match &*e.kind {
            E::Int(lit) => types.model.constant(lit).map(Type::Int),
            E::Char(_) => Some(Type::INT),
            E::Float(words) => Some(floating(words)),
            E::Str(bytes) => {
                let char = Type::Int(ast::IntType::Char);
                Some(Type::Array(Box::new(char), Some(bytes.len() as u64 + 1)))
            }
            E::Name(n) => {
                if let Some((name, ty)) = &self.declaring
                    && **name == *n.text
                {
                    return Some(ty.clone());
                }
                if let Some(object) = self.find_local(&n.text) {
                    return Some(object.ty);
                }
                if let Some(global) = self.env.globals.get(&*n.text) {
                    return Some(global.ty.clone());
                }
                if let Some((_, kind)) = types.enum_constant(&n.text) {
                    return Some(Type::Int(kind));
                }
                let callee = self.env.callees.get(&*n.text)?;
                Some(Type::Function(Box::new(callee.signature.clone())))
            }
            E::Unary(UnaryOp::Deref, a) => match self.type_of(a)?.decayed() {
                Type::Pointer(to) => Some(*to),
                _ => None,
            },
            E::Unary(UnaryOp::Address, a) => Some(self.type_of(a)?.pointer()),
            E::Unary(UnaryOp::Not, _) => Some(Type::INT),
            E::Unary(_, a) => {
                let ty = self.type_of(a)?;
                Some(match ty.as_int() {
                    Some(kind) => Type::Int(types.model.promoted(kind)),
                    None => ty,
                })
            }
            E::Binary(op, a, b) => self.binary_type(*op, a, b),
            E::Assign(_, a, _) => self.type_of(a),
            E::Step { place, .. } => self.type_of(place),
            E::Conditional(c, a, b) => {
                let x = self.type_of(a.as_ref().unwrap_or(c))?.decayed();
                let y = self.type_of(b)?.decayed();
                match (x.as_int(), y.as_int()) {
                    (Some(a), Some(b)) => Some(Type::Int(types.model.common(a, b))),
                    (None, Some(_)) => Some(x),
                    (Some(_), None) => Some(y),
                    _ => Some(x),
                }
            }
            E::Comma(_, b) => Some(self.type_of(b)?.decayed()),
            E::Call(f, _, _) => match self.type_of(f)?.decayed() {
                Type::Pointer(to) => match *to {
                    Type::Function(f) => Some(f.result),
                    _ => None,
                },
                _ => None,
            },
            E::Index(a, i) => {
                let array = self.type_of(a)?.decayed();
                let index = self.type_of(i)?.decayed();
                array.target().or(index.target()).cloned()
            }
            E::Member(a, f) => match self.type_of(a)? {
                Type::Record(id) => Some(types.member(id, &f.text)?.1),
                _ => None,
            },
            E::Arrow(a, f) => match self.type_of(a)?.decayed().target()? {
                Type::Record(id) => Some(types.member(*id, &f.text)?.1),
                _ => None,
            },
            E::Cast(ty, _) => Some(types.resolve(ty)),
            E::Compound(ty, init) => Some(super::environment::sized(types, types.resolve(ty), Some(init))),
            E::SizeofExpr(_) | E::SizeofType(_) | E::Alignof(_) | E::Offsetof(..) => {
                Some(Type::Int(types.model.size_type()))
            }
            E::Named(_, a) => self.type_of(a),
            E::StmtExpr(block) => match block.last().map(|s| &s.kind) {
                Some(ast::StmtKind::Expr(e)) => Some(self.type_of(e)?.decayed()),
                _ => Some(Type::Void),
            },
            _ => None,
        }
    }

    fn binary_type(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Type> {
        use BinaryOp::*;
        let model = self.env.types.model;
        let (x, y) = (self.type_of(a)?.decayed(), self.type_of(b)?.decayed());
        match op {
            Lt | Le | Gt | Ge | Eq | Ne | And | Or => Some(Type::INT),
            Shl | Shr => Some(Type::Int(model.promoted(x.as_int()?))),
            _ => match (&x, &y) {
                (Type::Pointer(_), Type::Pointer(_)) => Some(Type::Int(model.difference_type())),
                (Type::Pointer(_), _) => Some(x),
                (_, Type::Pointer(_)) => Some(y),
                (Type::Float(m), Type::Float(n)) => Some(Type::Float(*m.max(n))),
                (Type::Float(_), _) => Some(x),
                (_, Type::Float(_)) => Some(y),
                _ => Some(Type::Int(model.common(x.as_int()?, y.as_int()?))),
            },
        }
    }

    /// `sizeof`.
    pub(super) fn size(&mut self, ty: &Type, span: Span) -> Lowering<Val> {
        match self.env.types.size_of(ty) {
            Some(n) => {
                let kind = Type::Int(self.env.types.model.size_type());
                Ok(Val::number(Number::new(Term::int(n)), kind))
            }
            None => Err(unsupported(span, format!("the size of `{}`", self.show(ty)))),
        }
    }
}

/// The type of a floating constant: its suffix tells.
pub(super) fn floating(words: &str) -> Type {
    let hex = words.starts_with("0x") || words.starts_with("0X");
    let digits = if hex { words.find(['p', 'P']).unwrap_or(0) } else { 0 };
    match words[digits..].trim_end_matches(['i', 'j', 'I', 'J']).chars().last() {
        Some('f' | 'F') => Type::Float(4),
        Some('l' | 'L') => Type::Float(16),
        _ => Type::Float(8),
    }
}

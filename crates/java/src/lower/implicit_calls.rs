//! Implicit calls: `toString` in concatenations and prints, the iterator of an enhanced `for`; and approximate types of
//! expressions, to see where such calls are.

use super::body::Body;
use super::names::Member;
use super::value::{Lowering, Val};
use crate::syntax::ast::{BinaryOp, ClassKind, Expr, ExprKind, Literal, UnaryOp};
use crate::types::{ClassId, IntKind, Type};
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{AssumptionKind, StmtKind};
use abide_logic::Term;

impl<'a> Body<'_, 'a> {
    /// A method without parameters that the language itself calls; what it gives back.
    pub(super) fn implicit_call(&mut self, object: &Val, name: &str, span: Span) -> Lowering<Val> {
        let declared = match object.ty {
            Type::Class(id) => self.pick(id, name, &[]),
            _ => None,
        };
        match declared {
            Some(m) => {
                let exact = self.is_exact(m) || self.is_exact_type(&object.ty);
                self.invoke(m, Some(object.clone()), Vec::new(), exact, span)
            }
            None => {
                self.anything_happens(span)?;
                let object = self.classes().object();
                Ok(self.arbitrary(&object, span))
            }
        }
    }

    /// A value is turned into text: `toString` runs, unless it is null.
    pub(super) fn convert_to_string(&mut self, val: &Val, span: Span) -> Lowering<()> {
        let Type::Class(id) = val.ty else { return Ok(()) };
        if self.has_silent_text(id) {
            return Ok(());
        }
        if self.pick(id, "toString", &[]).is_none() {
            return self.anything_happens(span);
        }
        let val = self.save_from_heap(val.clone(), span);
        let (_, code) = self.block(|b| b.implicit_call(&val, "toString", span))?;
        let some = Term::ne(val.term, Term::null());
        self.emit(StmtKind::If(Some(some), code, Vec::new()), span);
        Ok(())
    }

    /// Does turning an object of the class into text run nothing but the library's own code?
    fn has_silent_text(&mut self, id: ClassId) -> bool {
        let ty = Type::Class(id);
        if self.is_string(&ty) || self.is_builder(&ty) || self.classes().unboxed(id).is_some() {
            return true;
        }
        if self.classes().is_subclass(id, self.classes().known("Throwable")) {
            let own = ["toString", "getMessage", "getLocalizedMessage"];
            let silent = !own.iter().any(|name| self.is_given_below(id, name));
            if silent {
                self.only_given_below(id, "toString");
            }
            return silent;
        }
        let info = self.classes().get(id);
        let Some(decl) = info.decl.filter(|_| info.is_final) else {
            return false;
        };
        let own = ["toString", "hashCode"];
        if own.iter().any(|name| self.is_given_below(id, name)) || self.classes().has_unknown_ancestor(id) {
            return false;
        }
        // the text of a record is made of that of its components
        decl.kind != ClassKind::Record
            || decl
                .components
                .iter()
                .all(|c| match self.classes().resolve(&c.ty, Some(id)) {
                    Some(ty) => !ty.is_reference() || self.is_string(&ty),
                    None => false,
                })
    }

    /// Does a class that we know, at or below another one or above it, declare a method of this name?
    pub(super) fn is_given_below(&self, id: ClassId, name: &str) -> bool {
        let related = |c: &ClassId| self.classes().is_subclass(*c, id) || self.classes().is_subclass(id, *c);
        let decls = self
            .classes()
            .ids()
            .filter(related)
            .filter_map(|c| self.classes().get(c).decl);
        decls.flat_map(|d| &d.methods).any(|m| &*m.name.text == name)
    }

    /// Says that no class but the given ones overrides a method of the library in a way that matters.
    pub(super) fn only_given_below(&mut self, id: ClassId, name: &str) {
        let class = self.classes().get(id).path.clone();
        let span = self.method.decl.name.span;
        let text = format!("no class below `{class}` that is not given overrides `{name}` with effects");
        self.rely_on(AssumptionKind::Unseen, span, text);
    }

    pub(super) fn is_builder(&self, ty: &Type) -> bool {
        let Type::Class(id) = ty else { return false };
        let info = self.classes().get(*id);
        info.decl.is_none() && matches!(&*info.name, "StringBuilder" | "StringBuffer")
    }

    /// May evaluating an expression itself, not its parts, call `toString` or initialise a class?
    pub(super) fn calls_implicitly(&mut self, e: &'a Expr) -> bool {
        let (a, b) = match &*e.kind {
            ExprKind::Field(target, _) => {
                return self.as_class(target).is_some_and(|class| self.acts_when_used(class));
            }
            ExprKind::Name(name) if self.find_local(name).is_none() => {
                return match self.member(name, self.class, self.this.clone()) {
                    Some((Member::Constant(class), _)) => self.acts_when_used(class),
                    Some((Member::Field(f), _)) => f.is_static && self.acts_when_used(f.class),
                    Some(_) => false,
                    None => {
                        let owners = self.classes().imported_from(self.class, name);
                        owners
                            .iter()
                            .any(|(_, id)| id.is_some_and(|id| self.acts_when_used(id)))
                    }
                };
            }
            ExprKind::Binary(BinaryOp::Add, a, b) | ExprKind::Assign(Some(BinaryOp::Add), a, b) => (a, b),
            _ => return false,
        };
        let (a, b) = (self.type_at_a_glance(a), self.type_at_a_glance(b));
        let text = |t: &Option<Type>| t.as_ref().is_none_or(|t| self.is_string(t));
        let object = |t: &Option<Type>| {
            t.as_ref()
                .is_none_or(|t| matches!(t, Type::Class(_)) && !self.is_string(t))
        };
        (text(&a) || text(&b)) && (object(&a) || object(&b))
    }

    /// The type of an expression, where that is known without evaluating it.
    pub(super) fn type_at_a_glance(&mut self, e: &'a Expr) -> Option<Type> {
        let string = || Type::Class(self.classes().known("String"));
        Some(match &*e.kind {
            ExprKind::Literal(l) => match l {
                Literal::Int(_) => Type::INT,
                Literal::Long(_) => Type::Int(IntKind::Long),
                Literal::Char(_) => Type::Int(IntKind::Char),
                Literal::Bool(_) => Type::Bool,
                Literal::String(_) => string(),
                Literal::Null => Type::Null,
                Literal::Float => Type::Float,
                Literal::Double => Type::Double,
            },
            ExprKind::Name(name) => match self.find_local(name) {
                Some(local) => local.ty,
                None => match self.member(name, self.class, self.this.clone())?.0 {
                    Member::Constant(class) => Type::Class(class),
                    Member::Field(f) => self.classes().resolve(&f.decl.ty, Some(f.class))?,
                    _ => return None,
                },
            },
            ExprKind::This(None) => Type::Class(self.class),
            ExprKind::Field(target, name) => {
                let class = match self.as_class(target) {
                    Some(class) => class,
                    None => match self.type_at_a_glance(target)? {
                        Type::Array(_) => return Some(Type::INT),
                        Type::Class(class) => class,
                        _ => return None,
                    },
                };
                if self.library_constant(class, &name.text).is_some() {
                    return Some(Type::INT);
                }
                let f = self.classes().field(class, &name.text)?;
                self.classes().resolve(&f.decl.ty, Some(f.class))?
            }
            ExprKind::Index(array, _) => self.type_at_a_glance(array)?.element()?.clone(),
            ExprKind::Call(target, name, args) => {
                let class = match target {
                    None => self.class,
                    Some(t) => match self.as_class(t) {
                        Some(class) => class,
                        None => match self.type_at_a_glance(t)? {
                            Type::Class(class) => class,
                            _ => return None,
                        },
                    },
                };
                let ty = Type::Class(class);
                if self.is_string(&ty) && target.is_some() {
                    return match &*name.text {
                        "length" | "indexOf" | "lastIndexOf" | "compareTo" | "hashCode" => Some(Type::INT),
                        "charAt" => Some(Type::Int(IntKind::Char)),
                        "substring" | "trim" | "toString" | "concat" | "toUpperCase" | "toLowerCase" => Some(ty),
                        _ => None,
                    };
                }
                let all = self.classes().methods(class, &name.text, args.len());
                let types = all.iter().map(|m| {
                    let any = self.classes().is_parameter(&m.decl.result, m.class, m.decl);
                    self.classes().resolve(&m.decl.result, Some(m.class)).filter(|_| !any)
                });
                let types: Option<Vec<Type>> = types.collect();
                let types = types?;
                let first = types.first()?.clone();
                return types.iter().all(|t| *t == first).then_some(first);
            }
            ExprKind::New(ty, _, _) | ExprKind::NewArray(ty, _, _) | ExprKind::Cast(ty, _) => {
                self.classes().resolve(ty, Some(self.class))?
            }
            ExprKind::Unary(UnaryOp::Not, _) | ExprKind::InstanceOf(..) => Type::Bool,
            ExprKind::Unary(..) | ExprKind::Step { .. } => Type::INT,
            ExprKind::Binary(op, a, b) => match op {
                BinaryOp::Add => {
                    let (a, b) = (self.type_at_a_glance(a), self.type_at_a_glance(b));
                    match (&a, &b) {
                        (Some(t), _) | (_, Some(t)) if self.is_string(t) => t.clone(),
                        (Some(_), Some(_)) => Type::INT,
                        _ => return None,
                    }
                }
                BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => Type::Bool,
                BinaryOp::And | BinaryOp::Or => Type::Bool,
                BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => self.type_at_a_glance(a)?,
                _ => Type::INT,
            },
            ExprKind::Assign(_, target, _) => self.type_at_a_glance(target)?,
            ExprKind::Conditional(_, a, b) => {
                let (a, b) = (self.type_at_a_glance(a)?, self.type_at_a_glance(b)?);
                return (a == b).then_some(a);
            }
            _ => return None,
        })
    }
}

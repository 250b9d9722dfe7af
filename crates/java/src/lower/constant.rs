//! Constants, and fields whose value the source determines.
//!
//! A constant is computed as Java computes it, over all classes that are given. The source also determines the values
//! of other final fields, of the fields of enums, and of private fields that nobody assigns; these are not computed, so
//! they are unknown to the search for inputs.

use super::body::Body;
use super::builders::{BUILT, UNITS};
use super::characters::UNICODE;
use super::sequences::TEXTS;
use super::state::HeapKind;
use super::survey;
use super::type_values::{ELEMENT_TYPE, SUBTYPE, TYPE_NUMBER};
use super::unknown::BELOW_UNKNOWN;
use super::value::Val;
use crate::ints;
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind, Literal, UnaryOp};
use crate::types::{ClassId, FieldRef, IntKind, Type};
use abide_logic::{Int, Term, Value, Var};

/// Constants that are used inside one another; a longer chain is not followed.
const CHAIN: usize = 400;

/// The value of a constant expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    /// An integer of a type.
    Int(Int, IntKind),
    /// A truth value.
    Bool(bool),
}

impl Constant {
    /// The value as a variable of a type holds it.
    fn converted(self, ty: &Type) -> Option<Constant> {
        match (self, ty) {
            (Constant::Int(i, _), Type::Int(kind)) => Some(Constant::Int(ints::range(*kind)?.wrap(&i), *kind)),
            (Constant::Bool(b), Type::Bool) => Some(Constant::Bool(b)),
            _ => None,
        }
    }

    fn truth(self) -> Option<bool> {
        match self {
            Constant::Bool(b) => Some(b),
            Constant::Int(..) => None,
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// The value of a constant field: final, with an initial value that is a constant.
    pub(super) fn constant_of(&self, f: FieldRef<'a>, ty: &Type) -> Option<Val> {
        match self.constant_field(f, 0)? {
            Constant::Int(i, _) => Some(Val::new(Term::int(i), ty.clone())),
            Constant::Bool(b) => Some(Val::new(Term::bool(b), Type::Bool)),
        }
    }

    /// The value of a constant expression, as a variable of a type holds it.
    pub(super) fn constant_value(&self, e: &'a Expr, class: ClassId, ty: &Type) -> Option<Value> {
        Some(match self.constant(e, class, 0)?.converted(ty)? {
            Constant::Int(i, _) => Value::Int(i),
            Constant::Bool(b) => Value::Bool(b),
        })
    }

    fn constant_field(&self, f: FieldRef<'a>, depth: usize) -> Option<Constant> {
        let is_final = f.decl.modifiers.is_final || self.classes().get(f.class).interface;
        if !is_final || depth > CHAIN {
            return None;
        }
        let ty = self.classes().resolve(&f.decl.ty, Some(f.class))?;
        self.constant(f.decl.init.as_ref()?, f.class, depth + 1)?.converted(&ty)
    }

    /// The value of an expression in a class, if it is a constant one.
    fn constant(&self, e: &'a Expr, class: ClassId, depth: usize) -> Option<Constant> {
        let value = |e: &'a Expr| self.constant(e, class, depth);
        Some(match &*e.kind {
            ExprKind::Literal(Literal::Int(i)) => Constant::Int(i.clone(), IntKind::Int),
            ExprKind::Literal(Literal::Long(i)) => Constant::Int(i.clone(), IntKind::Long),
            ExprKind::Literal(Literal::Char(c)) => Constant::Int(Int::from(*c), IntKind::Char),
            ExprKind::Literal(Literal::Bool(b)) => Constant::Bool(*b),
            ExprKind::Name(name) => {
                let mut around = self.classes().outward(class);
                let field = around.find_map(|id| self.classes().field(id, name))?;
                return self.constant_field(field, depth);
            }
            ExprKind::Field(target, name) => {
                let path = super::names::dotted(target)?;
                let first = path.split('.').next().unwrap_or(&path);
                // a variable hides a class
                if self
                    .classes()
                    .outward(class)
                    .any(|id| self.classes().field(id, first).is_some())
                {
                    return None;
                }
                let owner = self.classes().class_named(&path, Some(class))?;
                self.classes().get(owner).decl?;
                let field = self.classes().field(owner, &name.text).filter(|f| f.is_static)?;
                return self.constant_field(field, depth);
            }
            ExprKind::Unary(op, a) => match (op, value(a)?) {
                (UnaryOp::Not, Constant::Bool(b)) => Constant::Bool(!b),
                (op, Constant::Int(i, kind)) => {
                    let kind = promoted(kind);
                    let result = match op {
                        UnaryOp::Neg => -i,
                        UnaryOp::Plus => i,
                        UnaryOp::BitNot => -i - Int::ONE,
                        UnaryOp::Not => return None,
                    };
                    Constant::Int(ints::range(kind)?.wrap(&result), kind)
                }
                _ => return None,
            },
            ExprKind::Binary(op, a, b) => return binary(*op, value(a)?, value(b)?),
            ExprKind::Conditional(test, a, b) => {
                let (test, a, b) = (value(test)?.truth()?, value(a)?, value(b)?);
                match (a, b) {
                    (Constant::Int(x, k), Constant::Int(y, l)) => {
                        let kind = if k == l { k } else { promoted(k).max(promoted(l)) };
                        Constant::Int(if test { x } else { y }, kind)
                    }
                    (a, b) => {
                        if test {
                            a
                        } else {
                            b
                        }
                    }
                }
            }
            ExprKind::Cast(ty, a) => {
                let ty = self.classes().resolve(ty, Some(class))?;
                return value(a)?.converted(&ty);
            }
            _ => return None,
        })
    }

    /// What a final static field holds, once it holds something: an array of so many elements.
    pub(super) fn final_object(&mut self, f: FieldRef<'a>, var: &Var, ty: &Type) {
        let is_final = f.decl.modifiers.is_final || self.classes().get(f.class).interface;
        let Some(init) = f.decl.init.as_ref().filter(|_| is_final) else {
            return;
        };
        let length = match &*init.kind {
            ExprKind::ArrayInit(parts) => Some(Int::from(parts.len())),
            ExprKind::NewArray(_, sizes, init) => match (sizes.first(), init.as_ref().map(|i| &*i.kind)) {
                (_, Some(ExprKind::ArrayInit(parts))) => Some(Int::from(parts.len())),
                (Some(size), _) => match self.constant(size, f.class, 0) {
                    Some(Constant::Int(i, _)) if i >= Int::ZERO => Some(i),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        if let (Some(length), Type::Array(_)) = (length, ty) {
            let own = self.length_term(&var.term()).term;
            let number = self.classes().exact(ty);
            let types = self.types();
            let is = Term::and([
                Term::eq(own, Term::int(length)),
                Term::eq(Term::select(types.term(), var.term()), Term::int(number)),
            ]);
            self.facts.push(Term::or([Term::eq(var.term(), Term::null()), is]));
        }
    }

    /// The variables of fields whose values the source determines, though they are not known here.
    pub(super) fn determined(&self) -> Vec<Var> {
        // characters that memory holds are not negative, which is not known where integers are mathematical
        let character = |ty: &Type| *ty == Type::Int(IntKind::Char) && !self.env.options.wrap;
        let found = self.heap.values().filter(|h| match &h.kind {
            HeapKind::Static(_, _, ty) | HeapKind::Field(_, _, ty) | HeapKind::Elements(ty) if character(ty) => true,
            HeapKind::Fixed if h.var.name() == "\\chars" => !self.env.options.wrap,
            HeapKind::Static(class, name, _) => self.is_program() || self.is_settled(*class, name, true),
            // what an object of the library is made of depends on where it comes from
            HeapKind::Field(class, ..) if self.classes().is_built_in(*class) => true,
            HeapKind::Field(_, name, _) if matches!(&**name, BUILT | UNITS) => true,
            HeapKind::Field(class, name, _) => self.is_settled(*class, name, false),
            // what a program is given are strings
            HeapKind::Elements(ty) => self.is_program() && ty.is_reference(),
            HeapKind::Fixed => [BELOW_UNKNOWN, UNICODE, TEXTS, TYPE_NUMBER, SUBTYPE, ELEMENT_TYPE]
                .iter()
                .any(|p| h.var.name().starts_with(p)),
            _ => false,
        });
        found.map(|h| h.var.clone()).collect()
    }

    /// Is the method where a program begins? Then all static fields have their first values.
    fn is_program(&self) -> bool {
        let decl = self.method.decl;
        let arguments = |p: &ast::Param| &*p.ty.name == "String" && p.ty.dims == 1;
        &*decl.name.text == "main"
            && decl.modifiers.is_static
            && decl.modifiers.public
            && matches!(decl.params.as_slice(), [only] if arguments(only))
    }

    /// Does a field hold what its initialiser gave it, or a constructor of an enum?
    fn is_settled(&self, class: ClassId, name: &str, is_static: bool) -> bool {
        let info = self.classes().get(class);
        let Some(decl) = info.decl else { return is_static };
        let Some(field) = decl.fields.iter().find(|f| &*f.name.text == name) else {
            return false;
        };
        if field.modifiers.ghost || field.modifiers.model {
            return false;
        }
        let is_final = field.modifiers.is_final || info.interface;
        if !is_static && decl.kind == ast::ClassKind::Enum {
            return true;
        }
        // what the constructor of a record makes of its arguments
        if !is_static && decl.kind == ast::ClassKind::Record {
            let constructors = decl.methods.iter().filter(|m| m.constructor);
            return constructors
                .filter_map(|m| m.body.as_ref())
                .any(|b| !b.iter().all(survey::only_keeps));
        }
        let kept = || field.modifiers.private && !self.is_assigned(class, name);
        is_final && is_static || field.init.is_some() && (is_final || kept())
    }

    /// Is a private field assigned anywhere but where it is declared?
    fn is_assigned(&self, class: ClassId, name: &str) -> bool {
        let top = self.classes().outward(class).last().unwrap_or(class);
        let Some(decl) = self.classes().get(top).decl else {
            return true;
        };
        survey::writes(decl, name)
    }
}

/// The type in which an operator computes.
fn promoted(kind: IntKind) -> IntKind {
    match kind {
        IntKind::Byte | IntKind::Short | IntKind::Char => IntKind::Int,
        other => other,
    }
}

fn binary(op: BinaryOp, a: Constant, b: Constant) -> Option<Constant> {
    use BinaryOp::*;
    let (x, y, own, both) = match (a, b) {
        (Constant::Bool(a), Constant::Bool(b)) => {
            return Some(Constant::Bool(match op {
                And | BitAnd => a && b,
                Or | BitOr => a || b,
                BitXor | Ne => a != b,
                Eq => a == b,
                _ => return None,
            }));
        }
        (Constant::Int(x, k), Constant::Int(y, l)) => (x, y, promoted(k), promoted(k).max(promoted(l))),
        _ => return None,
    };
    let test = match op {
        Lt => Some(x < y),
        Le => Some(x <= y),
        Gt => Some(x > y),
        Ge => Some(x >= y),
        Eq => Some(x == y),
        Ne => Some(x != y),
        _ => None,
    };
    if let Some(truth) = test {
        return Some(Constant::Bool(truth));
    }
    let kind = if matches!(op, Shl | Shr | Ushr) { own } else { both };
    let range = ints::range(kind)?;
    let bits = if kind == IntKind::Long { 64 } else { 32 };
    let (x, y) = (i64::try_from(&x).ok()?, i64::try_from(&y).ok()?);
    let result = match op {
        Add => Int::from(x) + Int::from(y),
        Sub => Int::from(x) - Int::from(y),
        Mul => Int::from(x) * Int::from(y),
        Div if y != 0 => Int::from(i128::from(x) / i128::from(y)),
        Rem if y != 0 => Int::from(i128::from(x) % i128::from(y)),
        BitAnd => Int::from(x & y),
        BitOr => Int::from(x | y),
        BitXor => Int::from(x ^ y),
        Shl => Int::from(i128::from(x) << (y & (bits - 1))),
        Shr => Int::from(x >> (y & (bits - 1))),
        Ushr if bits == 64 => Int::from((x as u64 >> (y & 63)) as i64),
        Ushr => Int::from((x as i32 as u32 >> (y & 31)) as i32),
        _ => return None,
    };
    Some(Constant::Int(range.wrap(&result), kind))
}

/// May Java take the expression for a constant? Names are not looked up: a variable may be one.
pub(super) fn may_be_constant(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Literal(_) | ExprKind::Name(_) => true,
        ExprKind::Unary(_, a) | ExprKind::Cast(_, a) | ExprKind::Field(a, _) => may_be_constant(a),
        ExprKind::Binary(_, a, b) => may_be_constant(a) && may_be_constant(b),
        ExprKind::Conditional(c, a, b) => [c, a, b].into_iter().all(may_be_constant),
        _ => false,
    }
}

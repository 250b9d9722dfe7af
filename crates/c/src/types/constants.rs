//! Constants: enumerations, and expressions whose value is known before the program runs.

use super::Types;
use crate::syntax::ast::{self, IntType};
use crate::syntax::floating;

impl Types {
    /// Enters the constants of an enumeration. Its type is unsigned unless one is negative, as
    /// the usual compilers have it.
    pub fn enumerate(&mut self, e: &ast::Enum) {
        let mut next = 0;
        let (mut low, mut high) = (0, 0);
        let (mut is_known, mut all_known) = (true, true);
        for (name, value) in &e.constants {
            if let Some(value) = value {
                let value = self.constant(value);
                is_known = value.is_some();
                next = value.unwrap_or(0);
            }
            if !is_known {
                all_known = false;
                self.uncomputed.insert(name.text.to_string());
                continue;
            }
            // while the list is read, a constant has a type that holds it
            self.constants.insert(name.text.to_string(), (next, self.holds(next)));
            (low, high) = (low.min(next), high.max(next));
            next += 1;
        }
        let kinds = [IntType::UInt, IntType::Int, IntType::ULong, IntType::Long];
        let fits = |k: &IntType| {
            let range = self.model.range(*k);
            range.contains(&low.into()) && range.contains(&high.into())
        };
        let kind = kinds.into_iter().find(fits).unwrap_or(IntType::Long);
        self.enums
            .insert(e.name.text.to_string(), Some(kind).filter(|_| all_known && e.usual));
        // a constant is an `int`, or else of the enumeration's type
        for (name, _) in &e.constants {
            if let Some((value, own)) = self.constants.get_mut(&*name.text) {
                *own = match self.model.range(IntType::Int).contains(&(*value).into()) {
                    true => IntType::Int,
                    false => kind,
                };
            }
        }
    }

    /// The first of the usual types that holds a value.
    fn holds(&self, value: i128) -> IntType {
        let kinds = [IntType::Int, IntType::UInt, IntType::Long, IntType::ULong];
        let fits = |k: &IntType| self.model.range(*k).contains(&value.into());
        kinds.into_iter().find(fits).unwrap_or(IntType::LongLong)
    }

    /// Is it a constant of an enumeration whose value is not computed here?
    pub fn is_uncomputed(&self, name: &str) -> bool {
        self.uncomputed.contains(name)
    }

    /// A constant of an enumeration, and its type.
    pub fn enum_constant(&self, name: &str) -> Option<(i128, IntType)> {
        self.constants.get(name).copied()
    }

    /// The value of a constant expression of integers.
    pub fn constant(&self, e: &ast::Expr) -> Option<i128> {
        self.typed_constant(e).map(|(value, _)| value)
    }

    /// The value of a constant expression, and its type.
    fn typed_constant(&self, e: &ast::Expr) -> Option<(i128, IntType)> {
        use ast::BinaryOp as B;
        use ast::ExprKind as E;
        let truth = |b: bool| Some((i128::from(b), IntType::Int));
        match &*e.kind {
            E::Int(lit) => Some((i128::try_from(&lit.value).ok()?, self.model.constant(lit)?)),
            E::Char(c) => Some((i128::from(*c), IntType::Int)),
            E::Name(n) => self.enum_constant(&n.text),
            E::Unary(op, a) => {
                let (a, kind) = self.typed_constant(a)?;
                let kind = self.model.promoted(kind);
                match op {
                    ast::UnaryOp::Plus => self.in_type(a, kind),
                    ast::UnaryOp::Minus => self.in_type(a.checked_neg()?, kind),
                    ast::UnaryOp::BitNot => self.in_type(!a, kind),
                    ast::UnaryOp::Not => truth(a == 0),
                    _ => None,
                }
            }
            E::Binary(op @ (B::Shl | B::Shr), a, b) => {
                let (a, kind) = self.typed_constant(a)?;
                let kind = self.model.promoted(kind);
                let by = u32::try_from(self.constant(b)?).ok()?;
                let by = Some(by).filter(|b| *b < self.model.bits(kind))?;
                match op {
                    B::Shl => self.in_type(a.checked_mul(1i128.checked_shl(by)?)?, kind),
                    _ => Some((a >> by, kind)),
                }
            }
            E::Binary(op @ (B::And | B::Or), a, b) => {
                let (a, b) = (self.constant(a)? != 0, self.constant(b)? != 0);
                truth(if *op == B::And { a && b } else { a || b })
            }
            E::Binary(op, a, b) => {
                let ((a, x), (b, y)) = (self.typed_constant(a)?, self.typed_constant(b)?);
                let kind = self.model.common(x, y);
                let (a, b) = (self.in_type(a, kind)?.0, self.in_type(b, kind)?.0);
                let value = match op {
                    B::Add => a.checked_add(b)?,
                    B::Sub => a.checked_sub(b)?,
                    B::Mul => a.checked_mul(b)?,
                    B::Div => a.checked_div(b)?,
                    B::Rem => a.checked_rem(b)?,
                    B::BitAnd => a & b,
                    B::BitOr => a | b,
                    B::BitXor => a ^ b,
                    B::Lt => return truth(a < b),
                    B::Le => return truth(a <= b),
                    B::Gt => return truth(a > b),
                    B::Ge => return truth(a >= b),
                    B::Eq => return truth(a == b),
                    B::Ne => return truth(a != b),
                    _ => return None,
                };
                self.in_type(value, kind)
            }
            E::Conditional(c, Some(a), b) => {
                let ((a, x), (b, y)) = (self.typed_constant(a)?, self.typed_constant(b)?);
                let value = if self.constant(c)? != 0 { a } else { b };
                self.in_type(value, self.model.common(x, y))
            }
            E::Cast(ty, a) => {
                let kind = self.resolve(ty).as_int()?;
                let a = match &*a.kind {
                    E::Float(words) => return self.truncated(words, kind),
                    _ => self.constant(a)?,
                };
                match kind {
                    IntType::Bool => Some((i128::from(a != 0), kind)),
                    _ => self.in_type(a, kind),
                }
            }
            E::SizeofType(ty) => Some((self.size_of(&self.resolve(ty))?.into(), self.model.size_type())),
            E::SizeofExpr(a) => match &*a.kind {
                E::Str(bytes) => Some((i128::try_from(bytes.len()).ok()? + 1, self.model.size_type())),
                _ => None,
            },
            E::Alignof(ty) => Some((self.align_of(&self.resolve(ty))?.into(), self.model.size_type())),
            E::Offsetof(ty, path) => Some((self.offsetof(&self.resolve(ty), path)?.into(), self.model.size_type())),
            _ => None,
        }
    }

    /// A floating constant as an integer, if that can hold it.
    fn truncated(&self, words: &str, kind: IntType) -> Option<(i128, IntType)> {
        let (double, single) = floating::read(words)?;
        let number = if words.ends_with(['f', 'F']) {
            f64::from(single)
        } else {
            double
        };
        if kind == IntType::Bool {
            return Some((i128::from(number != 0.0), kind));
        }
        // far from where numbers are rounded
        let whole = Some(number.trunc()).filter(|n| n.abs() < 1e15)?;
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
        let whole = whole as i128;
        let fits = self.model.range(kind).contains(&whole.into());
        fits.then_some((whole, kind))
    }

    /// A value brought into a type.
    pub fn in_type(&self, value: i128, kind: IntType) -> Option<(i128, IntType)> {
        let wrapped = self.model.range(kind).wrap(&abide_logic::Int::from(value));
        Some((i128::try_from(&wrapped).ok()?, kind))
    }
}

//! Logic functions of one name: the types of the arguments tell which of them is applied.

use crate::lower::environment::Environment;
use crate::syntax::ast::{Expr, ExprKind as E};
use crate::types::Type;

impl<'a> Environment<'a> {
    /// The logic functions that an application may mean, by the types of its arguments as far as they are known: those
    /// that they fit best.
    pub(in crate::lower) fn meant(&self, name: &str, arguments: &[Option<Type>]) -> Vec<&str> {
        let Some(all) = self.overloads.get(name) else {
            return self
                .logic
                .get_key_value(name)
                .map(|(known, _)| known.as_str())
                .into_iter()
                .collect();
        };
        let fitting = all
            .iter()
            .filter_map(|one| Some((self.fit(one, arguments)?, one.as_str())));
        let fitting: Vec<(usize, &str)> = fitting.collect();
        let unsure = arguments.iter().any(Option::is_none);
        let best = fitting.iter().map(|(fit, _)| *fit).max();
        let kept = fitting.into_iter().filter(|(fit, _)| unsure || Some(*fit) == best);
        kept.map(|(_, one)| one).collect()
    }

    /// How well arguments fit the parameters of a logic function; nothing where they do not.
    fn fit(&self, name: &str, arguments: &[Option<Type>]) -> Option<usize> {
        let params = &self.logic.get(name)?.head.params;
        if params.len() != arguments.len() {
            return None;
        }
        let each = params.iter().zip(arguments).map(|((ty, _), argument)| {
            let ty = self.types.resolve(ty).decayed();
            match argument {
                Some(argument) => self.fits(&ty, &argument.decayed()),
                None => Some(0),
            }
        });
        each.sum()
    }

    fn fits(&self, param: &Type, argument: &Type) -> Option<usize> {
        let number = |ty: &Type| matches!(ty, Type::Integer | Type::Int(_) | Type::Bits(..) | Type::Truth);
        match (param, argument) {
            _ if param == argument => Some(3),
            (Type::Pointer(to), Type::Pointer(from)) if self.cell_type(to) == self.cell_type(from) => Some(2),
            (Type::Pointer(to), Type::Pointer(from)) if **to == Type::Void || **from == Type::Void => Some(1),
            (Type::Integer, _) if number(argument) => Some(2),
            (_, _) if number(param) && number(argument) => Some(1),
            (Type::Float(_), Type::Float(_)) => Some(1),
            _ => None,
        }
    }

    /// The type of an argument, if it is a parameter of the definition that it stands in, or plainly a number.
    pub(super) fn type_by_itself(&self, e: &Expr, definition: &str) -> Option<Type> {
        match &*e.kind {
            E::Int(_) => Some(Type::Integer),
            E::Name(n) => {
                let params = &self.logic.get(definition)?.head.params;
                let param = params.iter().find(|(_, name)| name.text == n.text)?;
                Some(self.types.resolve(&param.0))
            }
            E::Binary(_, a, b) => {
                let (a, b) = (self.type_by_itself(a, definition)?, self.type_by_itself(b, definition)?);
                let pointer = |ty: &Type| matches!(ty, Type::Pointer(_) | Type::Array(..));
                match (pointer(&a), pointer(&b)) {
                    (true, false) => Some(a),
                    (false, true) => Some(b),
                    _ => Some(Type::Integer),
                }
            }
            _ => None,
        }
    }
}

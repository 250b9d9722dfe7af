//! Type parameters of classes and methods, and what they are when the program runs.

use super::classes::{ClassId, Classes};
use crate::syntax::ast::{self, TypeParam, TypeRef};

/// What a type parameter is when the program runs.
pub struct Erased {
    /// The type.
    pub ty: TypeRef,
    /// The class where it is written.
    pub scope: ClassId,
    /// Is it all that Java knows of the parameter?
    pub is_all: bool,
}

impl<'a> Classes<'a> {
    /// Does a type stand for any, as a parameter of a class or of a method?
    pub fn is_parameter(&self, ty: &TypeRef, class: ClassId, m: &ast::Method) -> bool {
        self.parameter(ty, class, Some(m)).is_some()
    }

    /// What a type is when the program runs: of a type parameter its first bound, or any object if it has none. Without a method
    /// the type is that of a field.
    pub fn erased(&self, ty: &TypeRef, mut class: ClassId, mut m: Option<&ast::Method>) -> Erased {
        let mut erased = Erased {
            ty: ty.clone(),
            scope: class,
            is_all: true,
        };
        let mut met: Vec<&TypeParam> = Vec::new();
        while let Some((param, of)) = self.parameter(&erased.ty, class, m) {
            // a bound is read where the parameter is declared
            if let Some(of) = of {
                (class, m) = (of, None);
            }
            // a circle of bounds is not Java
            let is_new = !met.iter().any(|p| std::ptr::eq(*p, param));
            let any = TypeRef {
                name: "\\object".into(),
                args: Vec::new(),
                ..erased.ty.clone()
            };
            erased = Erased {
                ty: match &param.bound {
                    Some(bound) if is_new => TypeRef {
                        dims: bound.dims + erased.ty.dims,
                        ..bound.clone()
                    },
                    _ => any,
                },
                scope: class,
                is_all: erased.is_all && !param.more_bounds,
            };
            met.push(param);
        }
        erased
    }

    /// The parameter that a type means, of a method or of a class or one around it, and which class.
    fn parameter<'m>(
        &self,
        ty: &TypeRef,
        class: ClassId,
        m: Option<&'m ast::Method>,
    ) -> Option<(&'m TypeParam, Option<ClassId>)>
    where
        'a: 'm,
    {
        let of_method = m.into_iter().flat_map(|m| &m.type_params).map(|p| (p, None));
        let of_classes = self
            .outward(class)
            .filter_map(|id| Some((self.list[id.0].decl?, Some(id))))
            .flat_map(|(d, id)| d.type_params.iter().map(move |p| (p, id)));
        let mut all = of_method.chain(of_classes);
        all.find(|(p, _)| p.name.text == ty.name)
    }
}

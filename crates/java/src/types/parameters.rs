//! Type parameters of classes and methods, and what they are when the program runs.

use super::classes::{ClassId, Classes};
use crate::syntax::ast::{self, TypeParam, TypeRef};

impl<'a> Classes<'a> {
    /// Does a type stand for any, as a parameter of a class or of a method?
    pub fn is_parameter(&self, ty: &TypeRef, class: ClassId, m: &ast::Method) -> bool {
        self.parameter(ty, class, m).is_some()
    }

    /// What a type is when the program runs: of a type parameter its first bound, or any object if it has none.
    pub fn erased(&self, ty: &TypeRef, class: ClassId, m: &ast::Method) -> TypeRef {
        let mut erased = ty.clone();
        let mut met: Vec<&TypeParam> = Vec::new();
        while let Some(param) = self.parameter(&erased, class, m) {
            // a circle of bounds is not Java
            let is_new = !met.iter().any(|p| std::ptr::eq(*p, param));
            let any = TypeRef {
                name: "\\object".into(),
                args: Vec::new(),
                ..erased.clone()
            };
            erased = match &param.bound {
                Some(bound) if is_new => TypeRef {
                    dims: bound.dims + erased.dims,
                    ..bound.clone()
                },
                _ => any,
            };
            met.push(param);
        }
        erased
    }

    /// The parameter that a type means, of a method or of a class or one around it.
    fn parameter<'m>(&self, ty: &TypeRef, class: ClassId, m: &'m ast::Method) -> Option<&'m TypeParam>
    where
        'a: 'm,
    {
        let of_classes = self.outward(class).filter_map(|id| self.list[id.0].decl);
        let mut all = m.type_params.iter().chain(of_classes.flat_map(|d| &d.type_params));
        all.find(|p| p.name.text == ty.name)
    }
}

//! Which of several methods of one name a call means.
//!
//! Where that depends on an argument whose static type is not known, none is chosen: a wrong choice would verify
//! another program.

use super::body::Body;
use super::value::Val;
use crate::types::{ClassId, MethodRef, Type};

impl<'a> Body<'_, 'a> {
    pub(super) fn is_exact(&self, m: MethodRef<'a>) -> bool {
        let modifiers = &m.decl.modifiers;
        modifiers.is_static || modifiers.private || modifiers.is_final || self.classes().get(m.class).is_final
    }

    pub(super) fn is_exact_type(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(id) if self.classes().get(*id).is_final)
    }

    /// The method that fits the arguments best.
    pub(super) fn pick(&self, class: ClassId, name: &str, values: &[Val]) -> Option<MethodRef<'a>> {
        self.best(self.classes().methods(class, name, values.len()), values)
    }

    pub(super) fn best(&self, candidates: Vec<MethodRef<'a>>, values: &[Val]) -> Option<MethodRef<'a>> {
        let fits = |m: &MethodRef<'a>| {
            let params = self.classes().parameters(*m);
            params.len() == values.len()
                && params.iter().zip(values).all(|(p, v)| {
                    // in formulas numbers have any size
                    let number = matches!((p, &v.ty), (Type::Int(_), Type::Int(crate::types::IntKind::Big)));
                    number || self.classes().is_assignable(&v.ty, p)
                })
        };
        if self.is_undecided(&candidates, values) {
            return None;
        }
        let mut fitting: Vec<MethodRef<'a>> = candidates.iter().filter(|m| fits(m)).copied().collect();
        let boxes = |m: &MethodRef<'a>| {
            let params = self.classes().parameters(*m);
            params
                .iter()
                .zip(values)
                .any(|(p, v)| p.is_reference() != v.ty.is_reference())
        };
        if fitting.iter().any(|m| !boxes(m)) {
            fitting.retain(|m| !boxes(m));
        }
        // two that look the same to us, such as float and double
        let same =
            |a: &MethodRef<'a>, b: &MethodRef<'a>| self.classes().parameters(*a) == self.classes().parameters(*b);
        if fitting
            .iter()
            .enumerate()
            .any(|(i, a)| fitting[i + 1..].iter().any(|b| a.class == b.class && same(a, b)))
        {
            return None;
        }
        let most_special = fitting.iter().find(|a| {
            fitting.iter().all(|b| {
                let (p, q) = (self.classes().parameters(**a), self.classes().parameters(*b));
                p.iter().zip(&q).all(|(x, y)| self.classes().is_assignable(x, y))
            })
        });
        most_special.or(fitting.first()).copied()
    }

    /// Does it depend on arguments of which we do not know the type which one of several methods is meant?
    fn is_undecided(&self, candidates: &[MethodRef<'a>], values: &[Val]) -> bool {
        let each: Vec<Vec<Type>> = candidates.iter().map(|m| self.classes().parameters(*m)).collect();
        let possible: Vec<&Vec<Type>> = each
            .iter()
            .filter(|p| {
                let fits = |(p, v): (&Type, &Val)| v.vague || v.mixed || self.classes().is_assignable(&v.ty, p);
                p.len() == values.len() && p.iter().zip(values).all(fits)
            })
            .collect();
        let mut unsure = (0..values.len()).filter(|i| values[*i].vague || values[*i].mixed);
        unsure.any(|i| possible.windows(2).any(|pair| pair[0][i] != pair[1][i]))
    }
}

//! Assumptions about a function as a whole, to be reported with its verdict.

use super::body::Body;
use crate::types::Type;
use abide_ir::AssumptionKind;

impl Body<'_, '_> {
    /// Tells what the function's verdict rests on whatever its body does.
    pub(super) fn assumptions(&mut self) {
        let span = self.function.name.span;
        if !self.env.options.run_time {
            let text = "there are no run-time errors";
            self.rely_on(AssumptionKind::RunTime, span, text);
        }
        if !self.env.options.machine {
            self.rely_on(AssumptionKind::RunTime, span, "integers do not overflow");
        }
        let params = self.params.clone();
        let pointers: Vec<&(String, super::value::Val)> =
            params.iter().filter(|(_, v)| points_to_data(&v.ty)).collect();
        for (number, (a, first)) in pointers.iter().enumerate() {
            for (b, second) in &pointers[number + 1..] {
                if !self.env.may_share(&first.ty, &second.ty) && !self.contains(&first.ty, &second.ty) {
                    let text = format!("`{a}` and `{b}`, of different types, do not overlap");
                    self.rely_on(AssumptionKind::Aliasing, span, text);
                }
            }
        }
    }

    /// Is what one pointer points to a part of a structure that the other one points to?
    fn contains(&self, a: &Type, b: &Type) -> bool {
        let inside = |outer: &Type, inner: &Type| {
            let (Some(outer), Some(inner)) = (outer.target(), inner.target()) else {
                return false;
            };
            let wanted = self.env.cell_type(inner);
            let leaves = self.leaves(outer);
            leaves
                .iter()
                .any(|leaf| self.env.members_to(outer, &leaf.path, &wanted).is_some())
        };
        inside(a, b) || inside(b, a)
    }
}

fn points_to_data(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(to) if !matches!(**to, Type::Function(_)))
}

//! Functions that code which is not read may call back: that they do no harm there is assumed where they are not
//! proved.

use super::body::Body;
use super::value::Val;
use crate::types::{Signature, Type};

impl Body<'_, '_> {
    /// Whoever is given a pointer to a function, itself or in a structure, may call it, at once or later.
    pub(super) fn may_call_back(&mut self, values: &[Val]) {
        for val in values {
            match val.address().and_then(|(block, _)| self.function_at(&block)) {
                Some((_, callee)) => self.relies.extend(callee.function.map(|f| f.name.text.to_string())),
                None => {
                    let signatures = self.functions_in(val);
                    signatures.iter().for_each(|s| self.relies_on_functions_like(s));
                }
            }
        }
    }

    /// What runs behind `main`, and wherever the program ends.
    pub(super) fn runs_at_the_end(&mut self) {
        self.relies.extend(self.env.destructors.iter().cloned());
    }

    /// The types of the functions that a value leads to.
    fn functions_in(&self, val: &Val) -> Vec<Signature> {
        let Some(to) = val.real.as_ref().or(val.ty.target()) else {
            return Vec::new();
        };
        if let Type::Function(signature) = to {
            return vec![(**signature).clone()];
        }
        let signature = |ty: &Type| match ty.target() {
            Some(Type::Function(signature)) => Some((**signature).clone()),
            _ => None,
        };
        self.leaves(to).iter().filter_map(|leaf| signature(&leaf.ty)).collect()
    }

    /// The functions of a type whose address the file takes. One that is declared without its parameters may be of
    /// any type.
    fn relies_on_functions_like(&mut self, signature: &Signature) {
        let is_like = |name: &&String| {
            let callee = self.env.callees.get(*name);
            callee.is_some_and(|c| c.signature == *signature || c.signature.params.is_empty())
        };
        let like: Vec<String> = self.env.escaped.iter().filter(is_like).cloned().collect();
        self.relies.extend(like);
    }
}

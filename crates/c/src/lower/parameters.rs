//! The parameters of a function: as inputs of its routine, and as its own contract sees them.

use super::body::Body;
use super::state::Part;
use super::survey;
use super::value::{Home, Lowering, Object, Scope, View};
use crate::syntax::ast;
use crate::types::Type;
use abide_logic::Term;

impl<'a> Body<'_, 'a> {
    /// The parameters as inputs, with what their types say.
    pub(super) fn parameters(&mut self) -> Lowering<Vec<Term>> {
        let f = self.function;
        let mut facts = Vec::new();
        // offsets are counted from where the first pointer into a block points to
        let mut pointers: Vec<(Type, Term)> = Vec::new();
        let mut scope = Vec::new();
        for param in &f.params {
            let Some(name) = &param.name else { continue };
            let ty = self.resolve(&param.ty, name.span)?.decayed();
            let leaves = self.leaves(&ty);
            let in_memory = self.address_taken.contains(&*name.text);
            let volatile = self.env.types.is_volatile(&param.ty);
            let copied = in_memory || volatile || survey::assigns_parameter(&f.body, &name.text);
            let mut parts: Vec<Term> = Vec::new();
            for leaf in &leaves {
                let first = leaf.part == Part::Offset
                    && leaf.path.is_empty()
                    && !self.has_static_target(&ty)
                    && !pointers.iter().any(|(t, _)| self.env.may_share(t, &ty));
                if first {
                    parts.push(Term::int(0));
                    continue;
                }
                let tail = if leaf.part == Part::Block { "" } else { leaf.part.tail() };
                let own = format!("{}{}{tail}", name.text, leaf.path);
                // where the body has a copy of its own, what came in is a value of the past
                let own = if copied { format!("old({own})") } else { own };
                let var = self.fresh(&own, leaf.sort());
                self.inputs.push(var.clone());
                parts.push(var.term());
            }
            if let (Type::Pointer(_), [block, offset]) = (&ty, parts.as_slice()) {
                let shared = pointers.iter().filter(|(t, _)| self.env.may_share(t, &ty));
                let shared = shared.map(|(_, b)| Term::eq(b.clone(), block.clone()));
                let zero = Term::eq(offset.clone(), Term::int(0));
                if !self.has_static_target(&ty) {
                    facts.push(Term::or(shared.chain([zero])));
                }
                pointers.push((ty.clone(), block.clone()));
            }
            facts.push(self.well_typed(&ty, &parts));
            facts.push(self.as_given(&ty, &parts));
            let val = self.typed(ty.clone(), parts.clone());
            self.params.push((name.text.to_string(), val));
            let object = match copied {
                true => {
                    let mut object = self.new_object(&name.text, &ty, in_memory, name.span)?;
                    object.set = None;
                    self.may_change(&object, volatile, name.span)?;
                    let place = self.object_place(&object);
                    self.store(&place, parts, name.span)?;
                    object
                }
                false => Object {
                    name: name.text.to_string(),
                    ty,
                    home: Home::Fixed(parts),
                    set: None,
                    ghost: false,
                    counts: Vec::new(),
                },
            };
            scope.push(object);
        }
        self.scopes = vec![Vec::new()];
        for object in scope {
            self.bring(object);
        }
        Ok(facts)
    }

    /// May a pointer of a type point into a variable whose offsets are counted from its start?
    fn has_static_target(&self, ty: &Type) -> bool {
        let own = ty.target().map_or(Type::Void, |to| self.env.cell_type(to));
        let mut anchored = self.anchored.iter();
        if anchored.any(|t| own == Type::Void || *t == own || *t == Type::Void) {
            return true;
        }
        let mut blocks = self
            .env
            .address_taken
            .vars
            .iter()
            .filter_map(|name| self.env.globals.get(name));
        blocks.any(|g| self.env.may_share(&super::environment::elements(&g.ty).0.pointer(), ty))
    }

    /// Where the function's own contract is read: parameters are as they came in.
    pub(super) fn own_scope(&self, view: View, old: View) -> Scope {
        let callee = self.env.callees.get(&*self.function.name.text);
        let bound = match callee.filter(|c| c.contract.is_some()) {
            // the contract may stand at a declaration with other names, and knows these only
            Some(callee) => {
                let given = |p: &ast::Param| {
                    let name = p.name.as_ref()?;
                    self.params.iter().find(|(n, _)| **n == *name.text)
                };
                let pairs = callee.params.iter().zip(&self.function.params);
                let named = pairs.filter_map(|(name, p)| Some((name.clone()?, given(p)?.1.clone())));
                named.collect()
            }
            None => self.params.clone(),
        };
        Scope::of_contract(bound, view, old)
    }
}

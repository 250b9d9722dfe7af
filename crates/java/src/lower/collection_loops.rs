//! Enhanced `for` over collections of the library: as many rounds as there are elements, which are known of lists and of queues with
//! two ends.
//!
//! The collection must not change meanwhile: what its iterator does then is not known.

use super::body::Body;
use super::value::{Lowering, Val};
use crate::syntax::ast::{Expr, ExprKind, TypeRef};
use crate::types::{ClassId, Type};
use abide_base::Span;
use abide_ir::{AssumptionKind, CheckKind};
use abide_logic::{Term, Var};

/// What a loop runs over.
pub(super) struct Counted {
    /// The collection, or the map.
    object: Val,
    /// What it consists of, each part with what it holds when the loop begins.
    parts: Vec<(Var, Var)>,
    what: Elements,
    /// The type of the elements, where that is written.
    ty: Option<Type>,
}

/// What the elements are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elements {
    /// Those of a sequence.
    Sequence,
    /// The keys of a map.
    Keys,
    /// Any.
    Unknown,
}

impl<'a> Body<'_, 'a> {
    /// The collection that a loop runs over, if the library knows it: a list, a set, or the keys or values of a map.
    pub(super) fn counted(&mut self, e: &'a Expr, span: Span) -> Lowering<Option<Counted>> {
        if self.may_throw("ConcurrentModificationException") {
            return Ok(None);
        }
        if let ExprKind::Call(Some(target), name, args) = &*e.kind
            && args.is_empty()
            && matches!(&*name.text, "keySet" | "values" | "entrySet")
            && matches!(self.type_at_a_glance(target), Some(Type::Class(id)) if self.is_library(id, "Map"))
        {
            let (what, param) = match &*name.text {
                "keySet" => (Elements::Keys, Some(0)),
                "values" => (Elements::Unknown, Some(1)),
                _ => (Elements::Unknown, None),
            };
            let ty = param.and_then(|at| self.argument("Map", at, target));
            let object = self.expr(target)?;
            self.not_null(&object, target.span)?;
            return self.counted_object(object, what, ty, span);
        }
        let Some(Type::Class(id)) = self.type_at_a_glance(e) else {
            return Ok(None);
        };
        let what = match ["List", "Deque"].iter().any(|name| self.is_library(id, name)) {
            true => Elements::Sequence,
            false => Elements::Unknown,
        };
        if !self.is_library(id, "Collection") {
            return Ok(None);
        }
        let ty = self.argument("Collection", 0, e);
        let object = self.expr(e)?;
        self.not_null(&object, e.span)?;
        self.counted_object(object, what, ty, span)
    }

    /// What a type parameter of a class of the library stands for in the type of an expression.
    fn argument(&mut self, class: &str, at: usize, e: &'a Expr) -> Option<Type> {
        let is_it = |id: &ClassId| self.classes().is_built_in(*id) && self.classes().get(*id).name == class;
        let class = self.classes().ids().find(is_it)?;
        let param = self.classes().get(class).decl?.type_params.get(at)?;
        let ty = TypeRef::named(param.name.text.clone(), e.span);
        self.type_in(&ty, class, e)
    }

    /// Is a class the one of the library with a name, or below it?
    fn is_library(&self, id: ClassId, name: &str) -> bool {
        let ancestors = self.classes().ancestors(id).into_iter();
        let mut of_library = ancestors.filter(|up| self.classes().is_built_in(*up));
        of_library.any(|up| self.classes().get(up).name == name)
    }

    fn counted_object(
        &mut self,
        object: Val,
        what: Elements,
        ty: Option<Type>,
        span: Span,
    ) -> Lowering<Option<Counted>> {
        let object = match object.term.as_var() {
            Some(_) => object,
            None => self.save(object, span),
        };
        let Type::Class(class) = object.ty else { return Ok(None) };
        let mut parts = Vec::new();
        for name in ["count", "elements", "present", "values"] {
            let Some(f) = self.classes().field(class, name) else {
                continue;
            };
            let ty = self.field_type(f)?;
            let map = self.field_map(f.class, name, &ty);
            let before = self.temp(
                "before",
                map.sort().as_map().map_or(map.sort().clone(), |(_, v)| v.clone()),
            );
            self.assign(&before, Term::select(map.term(), object.term.clone()), span);
            parts.push((map, before));
        }
        self.relies_on_views(span);
        let text = "a loop over a collection of the library comes to each element once";
        self.rely_on(AssumptionKind::Library, span, text);
        Ok(Some(Counted {
            object,
            parts,
            what,
            ty,
        }))
    }

    fn held_in(&self, of: &Counted, part: usize) -> Option<Term> {
        let (map, _) = of.parts.get(part)?;
        Some(Term::select(map.term(), of.object.term.clone()))
    }

    /// Is there another element? Asked at the beginning of each round, with the number of those before.
    pub(super) fn another(&mut self, of: &Counted, count: &Var, span: Span) -> Lowering<Term> {
        let parts = of.parts.iter();
        let same = parts.map(|(map, before)| {
            let now = Term::select(map.term(), of.object.term.clone());
            Term::eq(now, before.term())
        });
        // if it has changed, nothing follows
        let lucky = self.unknown_choice("unchanged", span);
        let unchanged = Term::and(same);
        let exception = "ConcurrentModificationException";
        self.demand(
            Term::or([unchanged.clone(), lucky]),
            CheckKind::Uncaught,
            exception,
            span,
        )?;
        self.assume(unchanged, span);
        let size = self.held_in(of, 0).unwrap_or_else(|| Term::int(0));
        let counted = [
            Term::le(Term::int(0), count.term()),
            Term::le(count.term(), size.clone()),
            Term::le(size.clone(), Term::int(i32::MAX)),
        ];
        self.assume(Term::and(counted), span);
        Ok(Term::lt(count.term(), size))
    }

    /// The element of a round, for a variable of a type.
    pub(super) fn counted_element(&mut self, of: &Counted, count: &Var, wanted: &Type, span: Span) -> Lowering<Val> {
        let any = self.classes().object();
        let declared = Some(wanted).filter(|ty| ty.is_reference() && !self.env.polluted);
        let ty = of.ty.as_ref().or(declared).cloned();
        let vague = ty.is_none();
        let ty = ty.unwrap_or_else(|| any.clone());
        if let (Elements::Sequence, Some(elements)) = (of.what, self.held_in(of, 1)) {
            let val = Val::new(Term::select(elements, count.term()), ty);
            return Ok(self.known(val, span).vague_if(vague));
        }
        let element = self.arbitrary(&ty, span);
        if of.what == Elements::Keys && self.has_key(&ty) {
            let Type::Class(class) = of.object.ty else {
                return Ok(element);
            };
            let natural = self.classes().field(class, "natural");
            let present = self.held_in(of, 1);
            if let (Some(f), Some(present)) = (natural, present) {
                let natural = self.field_map(f.class, "natural", &Type::Bool);
                let natural = Term::select(natural.term(), of.object.term.clone());
                let key = self.key(&element);
                self.assume(Term::implies(natural, Term::select(present, key)), span);
            }
        }
        Ok(element.vague_if(vague))
    }
}

//! `\initialized`.

use super::terms::defined_if;
use crate::lower::body::Body;
use crate::lower::initialized::counts;
use crate::lower::state::{Base, Key, Region};
use crate::lower::unions::steps;
use crate::lower::value::{Home, Lowering, Scope, unsupported};
use crate::syntax::ast::{Expr, ExprKind as E, RecordKind, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_logic::Term;

impl<'a> Body<'_, 'a> {
    /// `\initialized(p)`.
    pub(super) fn initialized(&mut self, arg: &'a Expr, scope: &Scope, span: Span) -> Lowering<Term> {
        let regions = match &*arg.kind {
            E::Unary(UnaryOp::Address, place) => self.regions(place, scope)?,
            _ => self.pointed_regions(arg, scope, span)?,
        };
        let mut parts = Vec::new();
        for region in regions {
            for region in self.spread(region, span)? {
                parts.push(self.has_values(&region, scope, span)?);
            }
        }
        Ok(Term::and(parts))
    }

    /// All places of a region have a value.
    fn has_values(&mut self, region: &Region, scope: &Scope, span: Span) -> Lowering<Term> {
        let (there, mut keys) = match &region.base {
            Base::Object(object) => self.within_arrays(&object.ty, region),
            Base::Global(_, ty) => self.within_arrays(ty, region),
            Base::Cell { .. } | Base::Block { .. } => self.lies_in_memory(region, scope),
            Base::Volatile { .. } => (Term::tt(), Vec::new()),
        };
        let have = self.values_there(region, scope, span)?;
        // of a range without places all is true
        let there = Term::or(region.keys.iter().filter_map(emptiness).chain([there]));
        keys.extend(region.keys.iter().flat_map(ends).cloned());
        Ok(defined_if(there, have, "\\initialized", &keys))
    }

    /// The same of places that there are.
    fn values_there(&mut self, region: &Region, scope: &Scope, span: Span) -> Lowering<Term> {
        if self.is_unfollowed(&region.ty) {
            return Err(unsupported(span, "`\\initialized` of floating values and unions"));
        }
        match &region.base {
            Base::Object(object) => match &object.home {
                Home::Vars(_) if object.set.is_some() => return Ok(self.flag_of(object, scope.view)),
                // what lives as long as the program has a value
                Home::Vars(vars) if vars.iter().any(|v| self.heap.has(v)) => {
                    return Ok(Term::tt());
                }
                Home::Vars(_) => {}
                _ => return Ok(Term::tt()),
            },
            Base::Global(..) | Base::Volatile { .. } => return Ok(Term::tt()),
            _ => {}
        }
        let alone = matches!(&region.base, Base::Cell { root, .. } if self.stands_alone(root));
        let mut parts = Vec::new();
        let maps = self.maps_of(region);
        for (leaf, map, block) in maps.into_iter().filter(|(leaf, ..)| counts(leaf)) {
            self.initialized.made.insert(map.name().to_string());
            self.initialized.used.insert(map.name().to_string());
            let Some(set) = self.shadow_of(&map) else { continue };
            let inner = self.indices(&region.ty, &leaf.path[region.path.len()..]);
            let own = region.keys.iter().skip(usize::from(alone)).cloned();
            let keys: Vec<Key> = block.into_iter().map(Key::Is).chain(own).chain(inner).collect();
            let at = self.at(scope.view, &set);
            parts.push(self.everywhere(at, &keys));
        }
        Ok(Term::and(parts))
    }

    /// A place in memory is in a block that is there; and the terms that say which place.
    fn lies_in_memory(&mut self, region: &Region, scope: &Scope) -> (Term, Vec<Term>) {
        let (root, block, key) = match &region.base {
            Base::Cell { root, block, .. } => (root.clone(), block.clone(), region.keys.first().cloned()),
            Base::Block { root, block } => (root.clone(), block.clone(), None),
            _ => return (Term::tt(), Vec::new()),
        };
        // for all pointers, this speaks of all that there are
        if block.mentions_any(&scope.bound_vars) {
            return (Term::tt(), Vec::new());
        }
        // what is static lives on
        let lives_on = block.as_var().is_some_and(|v| self.heap.has(v));
        let alive = self.alive();
        let lives = Term::select(self.at(scope.view, &alive), self.whole(&block));
        let mut there = vec![Term::ne(block.clone(), Term::null())];
        there.extend((!lives_on).then_some(lives));
        if let Some(key) = key.filter(|_| !self.stands_alone(&root)) {
            let (low, high) = (self.lows(), self.highs());
            let low = Term::select(low.term(), block.clone());
            let high = Term::select(high.term(), block.clone());
            there.push(key_inside(&key, low, high));
        }
        (Term::and(there), vec![block])
    }

    /// The indices of a place in a variable are those of its arrays.
    fn within_arrays(&self, ty: &Type, region: &Region) -> (Term, Vec<Term>) {
        let mut there = Vec::new();
        let mut indices = region.keys.iter();
        let mut ty = ty.clone();
        for step in steps(&region.path) {
            ty = match &ty {
                Type::Array(of, count) => {
                    if let (Some(key), Some(count)) = (indices.next(), count) {
                        there.push(key_inside(key, Term::int(0), Term::int(*count)));
                    }
                    (**of).clone()
                }
                Type::Record(id) => match self.env.types.member(*id, step.trim_start_matches('.')) {
                    Some((_, member)) => member,
                    None => break,
                },
                _ => break,
            };
        }
        (Term::and(there), Vec::new())
    }

    /// Is there something in a type of which it is not followed whether it has a value?
    fn is_unfollowed(&self, ty: &Type) -> bool {
        match ty {
            Type::Float(_) | Type::Unknown(_) => true,
            Type::Array(of, _) => self.is_unfollowed(of),
            Type::Record(id) => {
                let info = self.env.types.record(*id);
                let mut fields = info.fields.iter().flatten();
                info.kind == RecordKind::Union || fields.any(|f| self.is_unfollowed(&f.ty))
            }
            _ => false,
        }
    }
}

/// An index, or all of a range, from one number to below another one.
fn key_inside(key: &Key, low: Term, high: Term) -> Term {
    let (first, last) = match key {
        Key::Is(at) => (Some(at), Some(at)),
        Key::In(first, last) => (first.as_ref(), last.as_ref()),
    };
    let first = first.map(|first| Term::le(low, first.clone()));
    let last = last.map(|last| Term::lt(last.clone(), high));
    Term::and(first.into_iter().chain(last))
}

/// Where a range has both ends: that nothing lies between them.
fn emptiness(key: &Key) -> Option<Term> {
    match key {
        Key::In(Some(first), Some(last)) => Some(Term::lt(last.clone(), first.clone())),
        _ => None,
    }
}

/// The terms that say which places these are.
fn ends(key: &Key) -> Vec<&Term> {
    match key {
        Key::Is(at) => vec![at],
        Key::In(first, last) => first.iter().chain(last).collect(),
    }
}

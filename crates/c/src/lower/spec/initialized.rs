//! `\initialized`.

use crate::lower::body::Body;
use crate::lower::initialized::counts;
use crate::lower::state::{Base, Key, Region};
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

//! Sets of places: what `assigns` names, and what pointers with ranges point to.

use super::body::Body;
use super::state::{Base, Key, Place, Pointers, Region};
use super::value::{Home, Lowering, Scope, unsupported};
use crate::syntax::ast::{Expr, ExprKind as E, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_logic::Term;

impl Key {
    pub(super) fn contains(&self, k: &Term) -> Term {
        match self {
            Key::Is(t) => Term::eq(t.clone(), k.clone()),
            Key::In(low, high) => {
                let above = low.iter().map(|l| Term::le(l.clone(), k.clone()));
                let below = high.iter().map(|h| Term::le(k.clone(), h.clone()));
                Term::and(above.chain(below))
            }
        }
    }
}

impl Region {
    /// Elements of a block whose cells are of type `root`.
    pub(super) fn of_cells(root: Type, block: Term, key: Key, ty: Type) -> Region {
        Region {
            base: Base::Cell {
                root,
                block,
                offset: Term::int(0),
            },
            path: String::new(),
            keys: vec![key],
            ty,
        }
    }

    /// The block it lies in.
    pub(super) fn block(&self) -> Option<&Term> {
        match &self.base {
            Base::Cell { block, .. } | Base::Block { block, .. } => Some(block),
            _ => None,
        }
    }
}

pub(super) fn same_base(a: &Base, b: &Base) -> bool {
    match (a, b) {
        (Base::Object(x), Base::Object(y)) => match (&x.home, &y.home) {
            (Home::Vars(x), Home::Vars(y)) => x == y,
            _ => false,
        },
        (Base::Global(x, _), Base::Global(y, _)) => x == y,
        (Base::Cell { root: r, block: x, .. }, Base::Cell { root: s, block: y, .. })
        | (Base::Block { root: r, block: x }, Base::Block { root: s, block: y })
        | (Base::Cell { root: r, block: x, .. }, Base::Block { root: s, block: y })
        | (Base::Block { root: r, block: x }, Base::Cell { root: s, block: y, .. }) => x == y && r == s,
        _ => false,
    }
}

impl<'a> Body<'_, 'a> {
    /// The places that an expression of an `assigns` clause names.
    pub(super) fn regions(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Vec<Region>> {
        match &*e.kind {
            E::Nothing => Ok(Vec::new()),
            E::Set(parts) => self.all_regions(parts, scope),
            E::Acsl(name, _, parts) if &*name.text == "union" => self.all_regions(parts, scope),
            E::Result => Ok(Vec::new()),
            E::Named(_, inner) => self.regions(inner, scope),
            E::Old(inner) => self.regions(inner, scope),
            E::Unary(UnaryOp::Deref, p) => self.pointed_regions(p, scope, e.span),
            E::Index(a, i) => {
                if let Some(bases) = self.array_regions(a, scope)? {
                    let key = self.key(i, scope)?;
                    return Ok(bases.into_iter().map(|r| element(r, key.clone())).collect());
                }
                let bases = self.pointers(a, scope)?;
                let key = self.key(i, scope)?;
                let each = bases.into_iter().map(|p| self.target(p, key.clone(), e.span));
                each.collect()
            }
            E::Member(a, f) => {
                let bases = self.regions(a, scope)?;
                let each = bases.into_iter().map(|r| self.member_region(r, &f.text, f.span));
                each.collect()
            }
            E::Arrow(a, f) => {
                let bases = self.pointed_regions(a, scope, e.span)?;
                let each = bases.into_iter().map(|r| self.member_region(r, &f.text, f.span));
                each.collect()
            }
            _ => {
                let place = self.spec_place(e, scope)?;
                Ok(vec![region_of(&place)])
            }
        }
    }

    fn all_regions(&mut self, parts: &'a [Expr], scope: &Scope) -> Lowering<Vec<Region>> {
        let mut all = Vec::new();
        for part in parts {
            all.extend(self.regions(part, scope)?);
        }
        Ok(all)
    }

    /// The regions of an expression that is an array, not a pointer.
    fn array_regions(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Option<Vec<Region>>> {
        if !super::place::is_place(e)
            || scope
                .bound
                .iter()
                .any(|(n, _)| matches!(&*e.kind, E::Name(m) if *m.text == **n))
        {
            return Ok(None);
        }
        match self.spec_type(e, scope) {
            Some(Type::Array(..)) => Ok(Some(self.regions(e, scope)?)),
            _ => Ok(None),
        }
    }

    pub(super) fn pointed_regions(&mut self, p: &'a Expr, scope: &Scope, span: Span) -> Lowering<Vec<Region>> {
        let pointers = self.pointers(p, scope)?;
        let each = pointers
            .into_iter()
            .map(|p| self.target(p, Key::Is(Term::int(0)), span));
        each.collect()
    }

    /// What pointers point to, moved by a key.
    fn target(&mut self, p: Pointers, by: Key, span: Span) -> Lowering<Region> {
        if let Some(cast) = &p.cast {
            let (offset, ty) = (p.offset.clone(), p.ty.clone());
            let from = shifted(cast.from.clone(), scaled(by, cast.size));
            let whole = self
                .env
                .types
                .size_of(&ty)
                .and_then(|size| elements_in(&from, cast.size, size));
            let whole = whole.ok_or_else(|| {
                let (from, to) = (self.show(&ty), self.show(&cast.to));
                unsupported(span, format!("a part of a `{from}` taken for `{to}`"))
            })?;
            let plain = Pointers { cast: None, ..p };
            return self.target(Pointers { offset, ..plain }, whole, span);
        }
        let root = self.env.cell_type(&p.ty);
        if let Type::Void | Type::Function(_) | Type::Unknown(_) = root {
            return Err(unsupported(span, format!("access to `{}`", self.show(&root))));
        }
        let key = shifted(p.offset, by);
        if key != Key::Is(Term::int(0)) {
            self.not_alone(&root, "a range of", span)?;
        }
        Ok(Region::of_cells(root, p.block, key, p.ty))
    }

    /// An index, or a range of them.
    pub(super) fn key(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Key> {
        match &*e.kind {
            E::Range(low, high) => {
                let mut end = |e: &'a Option<Expr>| -> Lowering<Option<Term>> {
                    e.as_ref().map(|e| self.spec_integer(e, scope)).transpose()
                };
                Ok(Key::In(end(low)?, end(high)?))
            }
            _ => Ok(Key::Is(self.spec_integer(e, scope)?)),
        }
    }

    fn member_region(&mut self, r: Region, name: &str, span: Span) -> Lowering<Region> {
        if let Type::Record(id) = &r.ty
            && self.env.union_of(*id, name).is_some()
        {
            // its bytes are some of those of the others
            return Err(unsupported(span, "a member of a union as a place: name the union"));
        }
        if let (Base::Cell { root, block, .. }, [Key::Is(offset)]) = (&r.base, r.keys.as_slice()) {
            // a member that is pointed to is a part
            let base = Base::Cell {
                root: root.clone(),
                block: block.clone(),
                offset: offset.clone(),
            };
            let place = Place {
                path: r.path.clone(),
                ..Place::new(base, r.ty)
            };
            let member = self.member(place, name, span)?;
            return Ok(region_of(&member));
        }
        if let (Base::Cell { .. } | Base::Block { .. }, Type::Record(id)) = (&r.base, &r.ty)
            && super::place::at_root(&r.path)
            && self.env.is_exposed(*id, name)
        {
            return Err(unsupported(span, "a range of structures whose member is pointed to"));
        }
        let place = Place {
            path: r.path.clone(),
            ..Place::new(r.base.clone(), r.ty)
        };
        let member = self.member(place, name, span)?;
        Ok(Region {
            path: member.path,
            ty: member.ty,
            ..r
        })
    }

    /// A structure some of whose members have blocks of their own is all of its members.
    pub(super) fn spread(&mut self, r: Region, span: Span) -> Lowering<Vec<Region>> {
        let parts = match &r.base {
            Base::Cell { .. } => super::place::at_root(&r.path) && self.has_parts(&r.ty),
            Base::Block { root, .. } => self.has_parts(root),
            _ => false,
        };
        if !parts {
            return Ok(vec![r]);
        }
        if let Type::Array(..) = &r.ty {
            return Err(unsupported(
                span,
                "all of an array of structures whose members are pointed to",
            ));
        }
        let mut all = Vec::new();
        for name in self.members_of(&r.ty) {
            let member = self.member_region(r.clone(), &name, span)?;
            all.extend(self.spread(member, span)?);
        }
        Ok(all)
    }
}

/// The region that is one place.
pub(super) fn region_of(place: &Place) -> Region {
    let mut keys = Vec::new();
    if let Base::Cell { offset, .. } = &place.base {
        keys.push(Key::Is(offset.clone()));
    }
    keys.extend(place.indices.iter().cloned().map(Key::Is));
    Region {
        base: place.base.clone(),
        path: place.path.clone(),
        keys,
        ty: place.ty.clone(),
    }
}

/// An element, or several, of the arrays of a region.
fn element(r: Region, key: Key) -> Region {
    let ty = r.ty.target().cloned().unwrap_or(Type::Void);
    let mut keys = r.keys;
    keys.push(key);
    match r.base {
        Base::Block { root, block } => Region {
            base: Base::Cell {
                root,
                block,
                offset: Term::int(0),
            },
            path: r.path,
            keys,
            ty,
        },
        base => Region {
            base,
            path: format!("{}[]", r.path),
            keys,
            ty,
        },
    }
}

/// The first and the last of some keys.
pub(super) fn ends(key: &Key) -> (Option<Term>, Option<Term>) {
    match key {
        Key::Is(t) => (Some(t.clone()), Some(t.clone())),
        Key::In(low, high) => (low.clone(), high.clone()),
    }
}

/// Keys counted in smaller units.
pub(super) fn scaled(key: Key, by: u64) -> Key {
    let times = |t: Term| Term::mul(Term::int(by), t);
    match key {
        Key::Is(t) => Key::Is(times(t)),
        Key::In(low, high) => Key::In(low.map(times), high.map(times)),
    }
}

/// The elements that bytes are, if they are whole ones for certain: from one on, each of `step` bytes.
pub(super) fn elements_in(from: &Key, step: u64, size: u64) -> Option<Key> {
    let number = |t: &Term| match t.kind() {
        abide_logic::Kind::Int(i) => i128::try_from(i).ok(),
        _ => None,
    };
    let (low, high) = ends(from);
    let (low, end) = (number(&low?)?, number(&high?)? + i128::from(step));
    let size = i128::from(size);
    let whole = size > 0 && low % size == 0 && end % size == 0 && low < end;
    let at = |n: i128| Term::int(abide_logic::Int::from(n));
    whole.then(|| Key::In(Some(at(low / size)), Some(at(end / size - 1))))
}

/// A key moved by another.
pub(super) fn shifted(by: Key, key: Key) -> Key {
    let plus = |a: Option<Term>, b: Option<Term>| a.zip(b).map(|(a, b)| Term::add(a, b));
    match (by, key) {
        (Key::Is(a), Key::Is(b)) => Key::Is(Term::add(a, b)),
        (Key::Is(a), Key::In(low, high)) | (Key::In(low, high), Key::Is(a)) => {
            Key::In(plus(Some(a.clone()), low), plus(Some(a), high))
        }
        (Key::In(a, b), Key::In(c, d)) => Key::In(plus(a, c), plus(b, d)),
    }
}

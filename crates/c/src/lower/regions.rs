//! Sets of places: what `assigns` names, and what pointers with ranges point to.

use super::body::Body;
use super::spec::defined_if;
use super::state::{Base, Frame, Key, Place, Region};
use super::value::{Home, Lowering, Scope, View, unsupported, wrong};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind as E, UnaryOp};
use crate::types::Type;
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Term, Var};

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
    /// The block it lies in.
    fn block(&self) -> Option<&Term> {
        match &self.base {
            Base::Cell { block, .. } | Base::Block { block, .. } => Some(block),
            _ => None,
        }
    }
}

fn same_base(a: &Base, b: &Base) -> bool {
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
                .world
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
        let root = self.world.cell_type(&p.ty);
        if let Type::Void | Type::Function(_) | Type::Unknown(_) = root {
            return Err(unsupported(span, format!("access to `{}`", self.show(&root))));
        }
        let key = shifted(p.offset, by);
        if key != Key::Is(Term::int(0)) {
            self.not_alone(&root, "a range of", span)?;
        }
        Ok(Region {
            base: Base::Cell {
                root,
                block: p.block,
                offset: Term::int(0),
            },
            path: String::new(),
            keys: vec![key],
            ty: p.ty,
        })
    }

    /// An index, or a range of them.
    fn key(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Key> {
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
            && self.world.is_exposed(*id, name)
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

    /// Pointers with ranges.
    pub(super) fn pointers(&mut self, e: &'a Expr, scope: &Scope) -> Lowering<Vec<Pointers>> {
        match &*e.kind {
            E::Binary(BinaryOp::Add, a, b) => {
                let (p, by) = match self.spec_type(b, scope) {
                    Some(Type::Pointer(_) | Type::Array(..)) => (b, a),
                    _ => (a, b),
                };
                let bases = self.pointers(p, scope)?;
                let key = self.key(by, scope)?;
                let moved = |p: Pointers| match p.cast {
                    Some(cast) => Pointers {
                        cast: Some(Cast {
                            from: shifted(cast.from, scaled(key.clone(), cast.size)),
                            ..cast
                        }),
                        ..p
                    },
                    None => Pointers {
                        offset: shifted(p.offset, key.clone()),
                        ..p
                    },
                };
                Ok(bases.into_iter().map(moved).collect())
            }
            E::Unary(UnaryOp::Address, place) => {
                let regions = self.regions(place, scope)?;
                let each = regions.into_iter().map(|r| self.address_of(r, e.span));
                each.collect()
            }
            E::Cast(ty, a) => {
                let ty = self.resolve(ty, e.span)?;
                let to = ty.target().cloned().unwrap_or(Type::Void);
                let bases = self.pointers(a, scope)?;
                bases.into_iter().map(|p| self.taken_for(p, &to, e.span)).collect()
            }
            E::Set(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.pointers(part, scope)?);
                }
                Ok(all)
            }
            E::Acsl(name, _, parts) if &*name.text == "union" => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.pointers(part, scope)?);
                }
                Ok(all)
            }
            E::Named(_, inner) => self.pointers(inner, scope),
            E::Index(_, i) if matches!(&*i.kind, E::Range(..)) => {
                // the pointers kept in several cells
                Err(unsupported(e.span, "the targets of an array of pointers"))
            }
            _ => {
                let val = self.term(e, scope)?;
                let Some((block, offset)) = val.address() else {
                    return Err(wrong(e.span, "a pointer is needed here"));
                };
                let ty = val.ty.target().cloned().unwrap_or(Type::Void);
                let plain = Pointers {
                    block,
                    offset: Key::Is(offset),
                    ty: val.real.clone().unwrap_or_else(|| ty.clone()),
                    cast: None,
                };
                Ok(vec![self.taken_for(plain, &ty, e.span)?])
            }
        }
    }

    /// Pointers under a cast: from there on distances are counted in bytes.
    fn taken_for(&mut self, p: Pointers, to: &Type, span: Span) -> Lowering<Pointers> {
        let now = p.cast.as_ref().map_or(&p.ty, |c| &c.to);
        if self.world.cell_type(now) == self.world.cell_type(to) {
            return Ok(match p.cast {
                Some(_) => p,
                None => Pointers { ty: to.clone(), ..p },
            });
        }
        // null, and memory of which the type is not known
        if p.block == Term::null() || p.ty == Type::Void && p.cast.is_none() {
            return Ok(Pointers { ty: to.clone(), ..p });
        }
        let size = self.world.types.size_of(to).filter(|n| *n > 0);
        let (Some(size), Some(_)) = (size, self.world.types.size_of(&p.ty)) else {
            let (from, to) = (self.show(&p.ty), self.show(to));
            return Err(unsupported(
                span,
                format!("a pointer to `{from}` as a pointer to `{to}`"),
            ));
        };
        let from = match (&p.cast, &p.offset) {
            (Some(cast), _) => cast.from.clone(),
            (None, Key::Is(_)) => Key::Is(Term::int(0)),
            (None, Key::In(..)) => return Err(unsupported(span, "a range of pointers under a cast")),
        };
        let to = to.clone();
        Ok(Pointers {
            cast: Some(Cast { to, size, from }),
            ..p
        })
    }

    /// The first and the last byte of what pointers point to, counted from the beginning of the whole block.
    fn interval(&mut self, p: &Pointers, span: Span) -> Lowering<(Option<Term>, Option<Term>)> {
        let size = self.world.types.size_of(&p.ty);
        let size = size.ok_or_else(|| unsupported(span, format!("addresses of `{}`", self.show(&p.ty))))?;
        let (low, high) = ends(&p.offset);
        let mut at = |t: Option<Term>| t.map(|t| self.byte_address(&p.ty, &p.block, &t, span)).transpose();
        let (low, high) = (at(low)?, at(high)?);
        let plus = |a: Option<Term>, b: Option<Term>| a.zip(b).map(|(a, b)| Term::add(a, b));
        Ok(match &p.cast {
            None => (low, plus(high, Some(Term::int(size - 1)))),
            Some(cast) => {
                let (from, to) = ends(&cast.from);
                let last = plus(to, Some(Term::int(cast.size - 1)));
                (plus(low, from), plus(high, last))
            }
        })
    }

    fn address_of(&mut self, r: Region, span: Span) -> Lowering<Pointers> {
        match (&r.base, r.path.is_empty(), r.keys.as_slice()) {
            (Base::Cell { block, .. }, true, [key]) => Ok(Pointers {
                block: block.clone(),
                offset: key.clone(),
                ty: r.ty,
                cast: None,
            }),
            (Base::Block { block, root }, true, []) => {
                let last = match &r.ty {
                    Type::Array(_, Some(n)) => Some(Term::int(*n as i64 - 1)),
                    _ => None,
                };
                Ok(Pointers {
                    block: block.clone(),
                    offset: Key::In(Some(Term::int(0)), last),
                    ty: root.clone(),
                    cast: None,
                })
            }
            _ => Err(unsupported(span, "the address of this")),
        }
    }

    /// All that pointers point to can be accessed.
    pub(super) fn valid(&mut self, p: &Pointers, write: bool, scope: &Scope, span: Span) -> Lowering<Term> {
        let alive = self.alive();
        let lives = Term::select(self.at(scope.view, &alive), self.whole(&p.block));
        let mut parts = vec![Term::ne(p.block.clone(), Term::null()), lives];
        if write {
            parts.push(Term::select(self.writable().term(), p.block.clone()));
        }
        if self.kinds_matter() && p.ty != Type::Void {
            parts.push(self.consists_of(&p.block, &p.ty));
        }
        if let (Some(cast), Key::Is(offset)) = (&p.cast, &p.offset) {
            self.not_alone(&p.ty, "bytes of", span)?;
            let size = self.world.types.size_of(&p.ty);
            let size = size.ok_or_else(|| unsupported(span, format!("bytes of `{}`", self.show(&p.ty))))?;
            let (Some(from), Some(to)) = ends(&cast.from) else {
                return Err(unsupported(span, "a range without an end"));
            };
            let byte = |element: Term| Term::mul(Term::int(size), element);
            let first = Term::add(byte(offset.clone()), from.clone());
            let end = Term::add(Term::add(byte(offset.clone()), to.clone()), Term::int(cast.size));
            let (low, high) = (self.lows(), self.highs());
            let bound = |m: &Var| byte(Term::select(m.term(), p.block.clone()));
            parts.push(Term::le(bound(&low), first));
            // behind the last whole element there may be some bytes more, too few for another
            let last = bound(&high);
            let fits = Term::le(end.clone(), last.clone());
            let told = Term::or([fits.clone(), Term::le(Term::add(last, Term::int(size)), end.clone())]);
            parts.push(defined_if(told, fits, "\\valid", &[end, p.block.clone()]));
            return Ok(match &cast.from {
                Key::Is(_) => Term::and(parts),
                Key::In(..) => Term::or([Term::lt(to, from), Term::and(parts)]),
            });
        }
        match &p.offset {
            Key::Is(offset) => {
                self.unmoved(&p.ty, offset, span)?;
                if !self.stands_alone(&p.ty) {
                    parts.push(self.inside(&p.block, offset, offset));
                }
                Ok(Term::and(parts))
            }
            Key::In(..) if self.stands_alone(&p.ty) => {
                self.not_alone(&p.ty, "a range of", span)?;
                Ok(Term::and(parts))
            }
            Key::In(Some(low), Some(high)) => {
                parts.push(self.inside(&p.block, low, high));
                let empty = Term::lt(high.clone(), low.clone());
                Ok(Term::or([empty, Term::and(parts)]))
            }
            _ => Err(unsupported(span, "a range without an end")),
        }
    }

    /// What two sets of pointers point to has nothing in common.
    pub(super) fn apart(&mut self, a: &Pointers, b: &Pointers, span: Span) -> Lowering<Term> {
        let one_type = self.world.cell_type(&a.ty) == self.world.cell_type(&b.ty);
        let mut ways = Vec::new();
        let mixed = !one_type && self.world.has_parts();
        if !mixed {
            // two parts of one type have nothing in common
            ways.push(Term::ne(a.block.clone(), b.block.clone()));
        }
        let bytes = mixed || a.cast.is_some() || b.cast.is_some();
        let ((al, ah), (bl, bh)) = match bytes {
            false => (ends(&a.offset), ends(&b.offset)),
            true => (self.interval(a, span)?, self.interval(b, span)?),
        };
        if mixed {
            ways.push(Term::ne(self.whole_of(&a.block), self.whole_of(&b.block)));
        }
        let below = |x: Option<Term>, y: Option<Term>| x.zip(y).map(|(x, y)| Term::lt(x, y));
        ways.extend(below(ah.clone(), bl.clone()));
        ways.extend(below(bh.clone(), al.clone()));
        // nothing is in common with nothing
        ways.extend(below(ah, al));
        ways.extend(below(bh, bl));
        Ok(Term::or(ways))
    }

    /// A write must be within what the contract names, or to something new.
    pub(super) fn frame_check(&mut self, place: &Place, span: Span) -> Lowering<()> {
        for frame in self.frame.clone() {
            for own in self.spread(region_of(place), span)? {
                let within = self.within(&own, &frame);
                self.check(Term::implies(frame.guard.clone(), within), CheckKind::Frame, span, None);
            }
        }
        Ok(())
    }

    /// A place lies in one of the regions, or is none that was there before.
    fn within(&mut self, own: &Region, frame: &Frame) -> Term {
        if let Base::Object(object) = &own.base
            && !matches!(&object.home, Home::Vars(vars) if self.is_static(vars) || frame.sees(vars))
        {
            return Term::tt();
        }
        let mut ways = self.made_since(own, frame);
        ways.extend(frame.regions.iter().map(|r| covers(r, own)));
        Term::or(ways)
    }

    /// A region in a block that was made where the frame applies.
    fn made_since(&mut self, region: &Region, frame: &Frame) -> Vec<Term> {
        let Some(block) = region.block() else {
            return Vec::new();
        };
        let allocated = self.allocated();
        let before = self.at(View::At(frame.since), &allocated);
        vec![Term::not(Term::select(before, self.whole(block)))]
    }

    fn is_static(&self, vars: &[Var]) -> bool {
        vars.iter().any(|v| self.heap.has(v))
    }

    /// All of a callee's frame must be within one's own.
    pub(super) fn frame_covers(&mut self, callee: &[Region], span: Span) {
        if self.frame.is_empty() || callee.is_empty() {
            return;
        }
        let spares = self.spares(span);
        for frame in self.frame.clone() {
            for region in callee {
                let mut ways: Vec<Term> = frame.regions.iter().map(|r| covers(r, region)).collect();
                ways.extend(self.made_since(region, &frame));
                // nothing lies in an empty range
                ways.extend(region.keys.iter().filter_map(|k| match k {
                    Key::In(Some(low), Some(high)) => Some(Term::lt(high.clone(), low.clone())),
                    _ => None,
                }));
                ways.push(spares.clone());
                let holds = Term::implies(frame.guard.clone(), Term::or(ways));
                self.check(holds, CheckKind::Frame, span, None);
            }
        }
    }

    /// What a callee may write it need not write: whether it does is not known where its body is given.
    fn spares(&mut self, span: Span) -> Term {
        match self.guesses.contains(&span) {
            true => self.unknown_choice("spares", span),
            false => Term::ff(),
        }
    }

    /// A callee that may write anything.
    pub(super) fn frame_covers_all(&mut self, span: Span) {
        if self.frame.is_empty() {
            return;
        }
        let spares = self.spares(span);
        for frame in self.frame.clone() {
            let holds = Term::or([Term::not(frame.guard), spares.clone()]);
            self.check(holds, CheckKind::Frame, span, None);
        }
    }
}

impl Frame {
    fn sees(&self, vars: &[Var]) -> bool {
        vars.iter().any(|v| self.visible.contains(v))
    }
}

/// Pointers to one block.
#[derive(Clone, Debug)]
pub(super) struct Pointers {
    pub block: Term,
    pub offset: Key,
    /// What they point to.
    pub ty: Type,
    /// Under a cast, where from there, in bytes, something of another type is pointed to.
    pub cast: Option<Cast>,
}

/// Bytes of memory that is taken for something else.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    to: Type,
    /// How many bytes it has.
    size: u64,
    /// Where it begins, counted from the element that is pointed to.
    from: Key,
}

/// All of `inner` lies in `outer`.
fn covers(outer: &Region, inner: &Region) -> Term {
    let path = inner.path == outer.path
        || inner
            .path
            .strip_prefix(&outer.path)
            .is_some_and(|rest| rest.starts_with(['.', '[']));
    if !path {
        return Term::ff();
    }
    let same = match (&outer.base, &inner.base) {
        (
            Base::Cell { root: r, .. } | Base::Block { root: r, .. },
            Base::Cell { root: s, .. } | Base::Block { root: s, .. },
        ) => match (outer.block(), inner.block()) {
            (Some(a), Some(b)) if r == s => Term::eq(a.clone(), b.clone()),
            _ => Term::ff(),
        },
        (a, b) => Term::bool(same_base(a, b)),
    };
    let mut parts = vec![same];
    for (number, key) in outer.keys.iter().enumerate() {
        match inner.keys.get(number) {
            Some(Key::Is(t)) => parts.push(key.contains(t)),
            Some(Key::In(Some(low), Some(high))) => {
                parts.push(key.contains(low));
                parts.push(key.contains(high));
            }
            _ => match key {
                Key::In(None, None) => {}
                _ => return Term::ff(),
            },
        }
    }
    Term::and(parts)
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
fn ends(key: &Key) -> (Option<Term>, Option<Term>) {
    match key {
        Key::Is(t) => (Some(t.clone()), Some(t.clone())),
        Key::In(low, high) => (low.clone(), high.clone()),
    }
}

/// Keys counted in smaller units.
fn scaled(key: Key, by: u64) -> Key {
    let times = |t: Term| Term::mul(Term::int(by), t);
    match key {
        Key::Is(t) => Key::Is(times(t)),
        Key::In(low, high) => Key::In(low.map(times), high.map(times)),
    }
}

/// The elements that bytes are, if they are whole ones for certain: from one on, each of `step` bytes.
fn elements_in(from: &Key, step: u64, size: u64) -> Option<Key> {
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
fn shifted(by: Key, key: Key) -> Key {
    let plus = |a: Option<Term>, b: Option<Term>| a.zip(b).map(|(a, b)| Term::add(a, b));
    match (by, key) {
        (Key::Is(a), Key::Is(b)) => Key::Is(Term::add(a, b)),
        (Key::Is(a), Key::In(low, high)) | (Key::In(low, high), Key::Is(a)) => {
            Key::In(plus(Some(a.clone()), low), plus(Some(a), high))
        }
        (Key::In(a, b), Key::In(c, d)) => Key::In(plus(a, c), plus(b, d)),
    }
}

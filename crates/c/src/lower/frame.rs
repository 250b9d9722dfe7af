//! Frames: every write lies in what the contracts allow.

use super::body::Body;
use super::regions::{region_of, same_base};
use super::state::{Base, Frame, Key, Place, Region};
use super::value::{Home, Lowering, View};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Term, Var};

impl<'a> Body<'_, 'a> {
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
        if let Base::Volatile { library: true } = own.base {
            // what the library keeps is in no frame
            return Term::tt();
        }
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
                // nor anything behind a null pointer
                ways.extend(region.block().map(|block| Term::eq(block.clone(), Term::null())));
                ways.push(Term::bool(matches!(region.base, Base::Volatile { library: true })));
                ways.push(spares.clone());
                let holds = self.with_types(Term::implies(frame.guard.clone(), Term::or(ways)));
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

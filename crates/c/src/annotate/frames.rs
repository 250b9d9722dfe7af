//! Frames of loops: what a loop assigns at the most, by the names that are known in front of it.
//!
//! Variables are named as they are. What is written through a pointer is named by what is written there, if that stays the
//! same; else by the contract: a loop may write what the function may, which is its `assigns`, or without one what it
//! requires to be valid. Ranges have two ends, as other tools want them; where an end is not known there is no frame. A
//! frame is a guess like an invariant: it is written only if it was proved.

use super::places::{Location, allowed, assigns, base, granted, is_direct, is_part, shown};
use crate::syntax::ast::{
    Contract, Decl, Expr, ExprKind as E, Function, Item, Stmt, StmtKind as S, TypeKind, UnaryOp, Unit,
};
use crate::syntax::walk;
use abide_base::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The frames of loops that have none, by the places of their keywords.
pub fn frames(unit: &Unit) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    for item in &unit.items {
        let Item::Function(f) = item else { continue };
        if f.header {
            continue;
        }
        let known = Known::of(unit, f);
        walk::statements(&f.body, &mut |s| {
            if let S::While(spec, ..) | S::DoWhile(spec, ..) | S::For(spec, ..) = &s.kind
                && spec.assigns.is_none()
                && let Some(frame) = frame(s, &known)
            {
                found.push((s.span, frame));
            }
        });
    }
    found
}

/// What a function may write, and what its names are.
struct Known<'a> {
    unit: &'a Unit,
    /// The sizes of arrays, outermost first.
    arrays: BTreeMap<String, Vec<String>>,
    /// What the contract allows to be written, with the pointer that each begins at; none if it says nothing.
    limits: Option<Vec<Location>>,
}

impl<'a> Known<'a> {
    fn of(unit: &'a Unit, f: &Function) -> Known<'a> {
        let mut arrays = BTreeMap::new();
        let mut know = |d: &Decl| {
            let mut sizes = Vec::new();
            let mut ty = &d.ty;
            while let TypeKind::Array(of, size) = &*ty.kind {
                sizes.push(size.as_ref().and_then(|s| shown(s, &BTreeMap::new())));
                ty = of;
            }
            // the size of one that is initialised may be left out
            let sizes: Option<Vec<String>> = sizes.into_iter().collect();
            if let Some(sizes) = sizes.filter(|s| !s.is_empty()) {
                arrays.insert(d.name.text.to_string(), sizes);
            }
        };
        for item in &unit.items {
            if let Item::Decl(d) = item {
                know(d);
            }
        }
        let mut assigned = Written::default();
        walk::statements(&f.body, &mut |s| {
            if let S::Decl(decls) = &s.kind {
                decls.iter().for_each(&mut know);
            }
            walk::evaluated(s).into_iter().for_each(|e| assigned.names(e));
        });
        // a contract speaks of the parameters as they were given
        let stays = |location: &Location, names: &BTreeSet<String>| {
            location.base.iter().chain(names).all(|n| !assigned.changed.contains(n))
        };
        let limits = f.contract.as_ref().map(allowed).or_else(|| granted(f));
        let limits = limits.map(|all| all.into_iter().filter(|(l, n)| stays(l, n)).map(|(l, _)| l).collect());
        Known { unit, arrays, limits }
    }
}

/// The frame of a loop.
fn frame(s: &Stmt, known: &Known) -> Option<String> {
    let mut written = Written::default();
    // a variable declared in front of the condition is in scope in the annotation
    match &s.kind {
        S::For(_, _, test, step, body) => {
            test.iter().chain(step).for_each(|e| written.expression(e));
            written.inside(body);
        }
        S::While(_, test, body) | S::DoWhile(_, body, test) => {
            written.expression(test);
            written.inside(body);
        }
        _ => return None,
    }
    let places = written.named(known)?;
    Some(match places.is_empty() {
        true => "assigns \\nothing".to_string(),
        false => format!("assigns {}", places.join(", ")),
    })
}

/// What a loop writes.
#[derive(Default)]
struct Written<'e> {
    /// The names declared inside, scope by scope.
    scopes: Vec<BTreeSet<String>>,
    /// Every name declared inside.
    inner: BTreeSet<String>,
    /// Variables that are assigned.
    changed: BTreeSet<String>,
    /// What is assigned, and what is called, in order.
    effects: Vec<Effect<'e>>,
    /// Is there code of which it is not known what it writes?
    is_unknown: bool,
}

/// What an expression does.
enum Effect<'e> {
    Variable(String),
    Place(&'e Expr),
    Call(&'e str, &'e [Expr]),
}

impl<'e> Written<'e> {
    fn inside(&mut self, s: &'e Stmt) {
        if let S::Decl(decls) = &s.kind {
            // the initial value is read where the name is declared already
            let names: Vec<String> = decls.iter().map(|d| d.name.text.to_string()).collect();
            self.inner.extend(names.iter().cloned());
            match self.scopes.last_mut() {
                Some(scope) => scope.extend(names),
                None => self.scopes.push(names.into_iter().collect()),
            }
        }
        self.is_unknown |= matches!(s.kind, S::Asm(_));
        let opens = !matches!(
            s.kind,
            S::Decl(_) | S::Label(..) | S::Case(..) | S::Default(_) | S::Contract(..)
        );
        if opens {
            self.scopes.push(BTreeSet::new());
        }
        if let S::For(_, Some(first), ..) = &s.kind {
            self.inside(first);
        }
        walk::evaluated(s).into_iter().for_each(|e| self.expression(e));
        let first = match &s.kind {
            S::For(_, first, ..) => first.as_deref().map(std::ptr::from_ref),
            _ => None,
        };
        let rest = walk::inner(s)
            .into_iter()
            .filter(|i| Some(std::ptr::from_ref(*i)) != first);
        rest.for_each(|i| self.inside(i));
        if opens {
            self.scopes.pop();
        }
    }

    fn is_inner(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains(name))
    }

    /// The variables that are assigned, wherever they are declared.
    fn names(&mut self, e: &'e Expr) {
        walk::each_part(e, &mut |e| {
            if let E::Assign(_, place, _) | E::Step { place, .. } = &*e.kind
                && let E::Name(n) = &*place.kind
            {
                self.changed.insert(n.text.to_string());
            }
        });
    }

    fn expression(&mut self, e: &'e Expr) {
        walk::each_part(e, &mut |e| match &*e.kind {
            E::Assign(_, place, _) | E::Step { place, .. } => match &*place.kind {
                E::Name(n) if self.is_inner(&n.text) => {
                    self.changed.insert(n.text.to_string());
                }
                E::Name(n) => {
                    self.changed.insert(n.text.to_string());
                    self.effects.push(Effect::Variable(n.text.to_string()));
                }
                _ => self.effects.push(Effect::Place(place)),
            },
            E::Call(f, _, args) => match &*f.kind {
                E::Name(n) => self.effects.push(Effect::Call(&n.text, args)),
                _ => self.is_unknown = true,
            },
            E::StmtExpr(_) | E::Builtin(..) => self.is_unknown = true,
            _ => {}
        });
    }

    /// The places that are written, each once.
    fn named(&self, known: &Known) -> Option<Vec<String>> {
        if self.is_unknown {
            return None;
        }
        let mut all: Vec<String> = Vec::new();
        for effect in &self.effects {
            let texts = match effect {
                Effect::Variable(name) => vec![name.clone()],
                Effect::Place(place) => self.place(place, known)?,
                Effect::Call(name, args) => self.call(name, args, known)?,
            };
            for text in texts {
                if !all.contains(&text) {
                    all.push(text);
                }
            }
        }
        // variables first: they are what a reader looks for
        all.sort_by_key(|text| text.contains(['[', '*', '>', '.']));
        Some(all)
    }

    /// Is every name in it the same in all rounds?
    fn stays(&self, e: &Expr) -> bool {
        let mut stays = true;
        walk::each_part(e, &mut |e| {
            if let E::Name(n) = &*e.kind {
                stays &= !self.changed.contains(&*n.text) && !self.inner.contains(&*n.text);
            }
            // what is read from memory may be written in between
            stays &= !matches!(
                &*e.kind,
                E::Unary(UnaryOp::Deref, _) | E::Arrow(..) | E::Index(..) | E::Call(..)
            );
        });
        stays
    }

    fn place(&self, place: &Expr, known: &Known) -> Option<Vec<String>> {
        let name = base(place);
        if let Some(name) = &name {
            // a variable that was declared inside is not known in front of the loop
            if self.inner.contains(name) {
                return match is_part(place) && !points(place, known) {
                    true => Some(Vec::new()),
                    false => known.memory(),
                };
            }
            if let Some(text) = self.element(place, name, known) {
                return Some(vec![text]);
            }
        }
        // through a pointer that stays
        let exact = match &*place.kind {
            E::Unary(UnaryOp::Deref, p) | E::Arrow(p, _) => self.stays(p),
            E::Index(p, i) => self.stays(p) && self.stays(i),
            E::Member(object, _) => self.stays(object),
            _ => false,
        };
        let of_pointer = |l: &&Location| l.base.is_some() && l.base == name;
        let own = known.limits.iter().flatten().find(of_pointer);
        match (exact.then(|| shown(place, &BTreeMap::new())).flatten(), own) {
            (Some(text), _) => Some(vec![text]),
            (None, Some(own)) if name.as_ref().is_some_and(|n| !self.changed.contains(n)) && is_direct(place) => {
                Some(vec![own.text.clone()])
            }
            _ => known.memory(),
        }
    }

    /// A part of a variable: of arrays all elements but in dimensions whose index stays.
    fn element(&self, place: &Expr, name: &str, known: &Known) -> Option<String> {
        match &*place.kind {
            E::Name(n) => Some(n.text.to_string()),
            E::Member(object, _) => {
                // an object in an array is written as a whole
                self.element(object, name, known)
            }
            E::Index(a, i) => {
                let sizes = known.arrays.get(name)?;
                let depth = depth(a)?;
                let of = self.element(a, name, known)?;
                let size = sizes.get(depth)?;
                let index = match self.stays(i) {
                    true => shown(i, &BTreeMap::new())?,
                    false => format!("0 .. {}", less_one(size)),
                };
                Some(format!("{of}[{index}]"))
            }
            _ => None,
        }
    }

    /// What a call writes, by the contract of what is called or by its code.
    fn call(&self, name: &str, args: &[Expr], known: &Known) -> Option<Vec<String>> {
        let callee = Callee::of(known.unit, name)?;
        match callee.contract.and_then(assigns) {
            Some(places) => {
                let params = callee.params.iter().map(|p| p.clone().unwrap_or_default());
                let given = args
                    .iter()
                    .map(|a| shown(a, &BTreeMap::new()).filter(|_| self.stays(a)));
                let given: BTreeMap<String, Option<String>> = params.zip(given).collect();
                let mut all = Vec::new();
                for place in places {
                    all.extend(argued(place, &given, known)?);
                }
                Some(all)
            }
            None => {
                let function = callee.function?;
                let mut seen = BTreeSet::from([name.to_string()]);
                code(function, known, &mut seen)
            }
        }
    }
}

/// The number of dimensions that are indexed in a place.
fn depth(place: &Expr) -> Option<usize> {
    match &*place.kind {
        E::Name(_) => Some(0),
        E::Index(a, _) => Some(depth(a)? + 1),
        _ => None,
    }
}

/// `n - 1`, computed if it is a number.
fn less_one(size: &str) -> String {
    match size.parse::<i128>() {
        Ok(n) => (n - 1).to_string(),
        Err(_) => format!("{size} - 1"),
    }
}

/// Is a part of it indexed that is not known to be an array?
fn points(place: &Expr, known: &Known) -> bool {
    match &*place.kind {
        E::Index(a, _) => base(a).is_none_or(|n| !known.arrays.contains_key(&n)) || points(a, known),
        E::Member(a, _) => points(a, known),
        _ => false,
    }
}

impl Known<'_> {
    /// Everything in memory that the contract allows to be written.
    fn memory(&self) -> Option<Vec<String>> {
        let all = self.limits.as_ref()?.iter().filter(|l| l.base.is_some());
        let all: Vec<String> = all.map(|l| l.text.clone()).collect();
        (!all.is_empty()).then_some(all)
    }
}

/// A function that is called.
struct Callee<'a> {
    params: Vec<Option<String>>,
    contract: Option<&'a Contract>,
    function: Option<&'a Function>,
}

impl<'a> Callee<'a> {
    fn of(unit: &'a Unit, name: &str) -> Option<Callee<'a>> {
        let mut found = None;
        for item in &unit.items {
            match item {
                Item::Function(f) if &*f.name.text == name => {
                    return Some(Callee {
                        params: f
                            .params
                            .iter()
                            .map(|p| p.name.as_ref().map(|n| n.text.to_string()))
                            .collect(),
                        contract: f.contract.as_ref(),
                        function: Some(f),
                    });
                }
                Item::Decl(d) if &*d.name.text == name => {
                    let TypeKind::Function(ty) = &*d.ty.kind else { continue };
                    found = Some(Callee {
                        params: ty
                            .params
                            .iter()
                            .map(|p| p.name.as_ref().map(|n| n.text.to_string()))
                            .collect(),
                        contract: d.contract.as_ref(),
                        function: None,
                    });
                }
                _ => {}
            }
        }
        found
    }
}

/// A place that a callee assigns, with its arguments.
fn argued(place: &Expr, given: &BTreeMap<String, Option<String>>, known: &Known) -> Option<Vec<String>> {
    if matches!(&*place.kind, E::Result | E::Nothing) {
        return Some(Vec::new());
    }
    let mut all_known = true;
    let mut named = BTreeMap::new();
    walk::each_part(place, &mut |e| {
        if let E::Name(n) = &*e.kind
            && let Some(argument) = given.get(&*n.text)
        {
            all_known &= argument.is_some();
            named.extend(argument.as_ref().map(|text| (n.text.to_string(), text.clone())));
        }
    });
    match all_known.then(|| shown(place, &named)).flatten() {
        // *&x is x
        Some(text) => Some(vec![match text.strip_prefix("*(&").and_then(|t| t.strip_suffix(')')) {
            Some(inner) => inner.to_string(),
            None => text,
        }]),
        None => known.memory(),
    }
}

/// What the code of a function writes that its callers can name: global variables, and what the contract of the
/// caller allows.
fn code(f: &Function, known: &Known, seen: &mut BTreeSet<String>) -> Option<Vec<String>> {
    let mut written = Written::default();
    let own: BTreeSet<String> = f
        .params
        .iter()
        .filter_map(|p| Some(p.name.as_ref()?.text.to_string()))
        .collect();
    written.inner.extend(own.iter().cloned());
    written.scopes.push(own);
    f.body.iter().for_each(|s| written.inside(s));
    if written.is_unknown {
        return None;
    }
    let mut all = Vec::new();
    for effect in &written.effects {
        match effect {
            Effect::Variable(name) => all.push(name.clone()),
            Effect::Place(place) => all.extend(written.place(place, known)?),
            Effect::Call(name, _) if !seen.insert(name.to_string()) => {}
            Effect::Call(name, _) => {
                let callee = Callee::of(known.unit, name)?;
                match callee.contract.and_then(assigns) {
                    Some(places) if places.is_empty() => {}
                    Some(_) => all.extend(known.memory()?),
                    None => all.extend(code(callee.function?, known, seen)?),
                }
            }
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests;

//! Places that may be written, in ACSL: as contracts name them, and as code does.

use crate::syntax::ast::{BinaryOp, Contract, Expr, ExprKind as E, Function, UnaryOp};
use crate::syntax::walk;
use std::collections::{BTreeMap, BTreeSet};

/// A place that a contract names.
#[derive(Clone)]
pub struct Location {
    /// The pointer or array that it is reached from; none for a variable.
    pub base: Option<String>,
    /// How it is written.
    pub text: String,
}

/// The locations a contract allows to be written, with the names in them.
pub fn allowed(contract: &Contract) -> Vec<(Location, BTreeSet<String>)> {
    let behaviors = || std::iter::once(&contract.common).chain(&contract.behaviors);
    let mut places: Vec<Expr> = Vec::new();
    let mut says = false;
    for assigns in behaviors().filter_map(|b| b.assigns.as_ref()) {
        says = true;
        places.extend(assigns.places.iter().cloned());
    }
    if !says {
        let required = behaviors().flat_map(|b| &b.requires);
        required.for_each(|c| valid(&c.formula, &mut places));
    }
    places.iter().filter_map(location).collect()
}

/// The same of preconditions that were inferred.
pub fn granted(f: &Function) -> Option<Vec<(Location, BTreeSet<String>)>> {
    let mut places = Vec::new();
    let clauses = f.granted.iter().flatten();
    clauses.for_each(|c| valid(&c.formula, &mut places));
    (!f.granted.is_empty()).then(|| places.iter().filter_map(location).collect())
}

/// What a formula says may be written through: the pointers in `\valid`.
fn valid(e: &Expr, places: &mut Vec<Expr>) {
    match &*e.kind {
        E::Binary(BinaryOp::And, a, b) => [a, b].into_iter().for_each(|e| valid(e, places)),
        E::Named(_, inner) => valid(inner, places),
        E::Acsl(name, _, args) if &*name.text == "valid" => {
            let deref = |arg: &Expr| Expr {
                kind: Box::new(E::Unary(UnaryOp::Deref, arg.clone())),
                span: arg.span,
            };
            places.extend(args.iter().map(deref));
        }
        _ => {}
    }
}

fn location(place: &Expr) -> Option<(Location, BTreeSet<String>)> {
    let mut names = BTreeSet::new();
    walk::each_part(place, &mut |e| {
        if let E::Name(n) = &*e.kind {
            names.insert(n.text.to_string());
        }
    });
    let is_memory = !matches!(&*place.kind, E::Name(_));
    let location = Location {
        base: base(place).filter(|_| is_memory),
        text: shown(place, &BTreeMap::new())?,
    };
    // a variable is assigned, not read, where it is the location
    let names = if is_memory { names } else { BTreeSet::new() };
    Some((location, names))
}

/// The pointer or array that a place is reached from.
pub fn base(place: &Expr) -> Option<String> {
    match &*place.kind {
        E::Name(n) => Some(n.text.to_string()),
        E::Index(a, _) | E::Arrow(a, _) | E::Member(a, _) | E::Unary(UnaryOp::Deref, a) => base(a),
        E::Binary(BinaryOp::Add | BinaryOp::Sub, a, _) => base(a),
        _ => None,
    }
}

/// A place or number in ACSL, with other terms for some names; none for what is not that simple.
pub fn shown(e: &Expr, named: &BTreeMap<String, String>) -> Option<String> {
    let show = |e: &Expr| shown(e, named);
    let operand = |e: &Expr| {
        let text = show(e)?;
        let simple = !matches!(&*e.kind, E::Binary(..) | E::Unary(..)) && !text.contains([' ', '*', '&']);
        Some(if simple { text } else { format!("({text})") })
    };
    Some(match &*e.kind {
        E::Int(i) => i.value.to_string(),
        E::Name(n) => named.get(&*n.text).cloned().unwrap_or_else(|| n.text.to_string()),
        E::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div), a, b) => {
            let sign = match op {
                BinaryOp::Add => "+",
                BinaryOp::Sub => "-",
                BinaryOp::Mul => "*",
                _ => "/",
            };
            let left = match (op, &*a.kind) {
                (BinaryOp::Add | BinaryOp::Sub, E::Binary(BinaryOp::Add | BinaryOp::Sub, ..)) => show(a)?,
                _ => operand(a)?,
            };
            format!("{left} {sign} {}", operand(b)?)
        }
        E::Range(Some(low), Some(high)) => format!("{} .. {}", show(low)?, show(high)?),
        E::Index(a, i) => format!("{}[{}]", operand(a)?, show(i)?),
        E::Member(a, n) => format!("{}.{}", operand(a)?, n.text),
        E::Arrow(a, n) => format!("{}->{}", operand(a)?, n.text),
        // *(p + (l .. h)) is p[l .. h], and *&x is x
        E::Unary(UnaryOp::Deref, p) => match &*p.kind {
            E::Binary(BinaryOp::Add, a, i) => format!("{}[{}]", operand(a)?, show(i)?),
            E::Unary(UnaryOp::Address, place) => show(place)?,
            _ => format!("*{}", operand(p)?),
        },
        E::Unary(UnaryOp::Minus, a) => format!("-{}", operand(a)?),
        E::Unary(UnaryOp::Address, a) => format!("&{}", operand(a)?),
        _ => return None,
    })
}

/// Is it a part of a variable, and not what that points to?
pub fn is_part(place: &Expr) -> bool {
    match &*place.kind {
        E::Name(_) => true,
        E::Member(a, _) | E::Index(a, _) => is_part(a),
        _ => false,
    }
}

/// Is it reached in one step from a pointer?
pub fn is_direct(place: &Expr) -> bool {
    match &*place.kind {
        E::Index(a, _) | E::Arrow(a, _) | E::Unary(UnaryOp::Deref, a) => {
            matches!(&*a.kind, E::Name(_) | E::Binary(..))
        }
        E::Member(a, _) => is_direct(a),
        _ => false,
    }
}

/// What a contract says is assigned, if it says it.
pub fn assigns(contract: &Contract) -> Option<Vec<&Expr>> {
    contract.common.assigns.as_ref()?;
    let behaviors = std::iter::once(&contract.common).chain(&contract.behaviors);
    Some(
        behaviors
            .filter_map(|b| b.assigns.as_ref())
            .flat_map(|a| &a.places)
            .collect(),
    )
}

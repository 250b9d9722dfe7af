//! Quantifiers as loops.

use super::formula::{ARGS, PARAMS, Scope, Translator, Typed, Variable};
use super::types::java;
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind, QuantifierKind};
use crate::syntax::walk::conjuncts;
use crate::types::{IntKind, Type};
use std::collections::BTreeSet;

/// Values of a quantified variable that are tried where a bound is missing.
const TRIED: u32 = 1000;

impl Translator<'_, '_> {
    /// A quantifier as a loop in a method of its own.
    pub(super) fn quantified(
        &mut self,
        kind: QuantifierKind,
        ty: &ast::TypeRef,
        names: &[ast::Name],
        range: Option<&Expr>,
        body: &Expr,
        scope: &Scope,
    ) -> Option<Typed> {
        let forall = match kind {
            QuantifierKind::Forall => true,
            QuantifierKind::Exists => false,
            _ => return None,
        };
        let ty = self.classes.resolve(ty, Some(scope.class))?;
        if ty.is_reference() || ty.is_float() || ty == Type::Type {
            return None;
        }
        let mut guards = Vec::new();
        range.into_iter().for_each(|r| conjuncts(r, &mut guards));
        match &*body.kind {
            ExprKind::Binary(BinaryOp::Implies, premise, _) if forall => conjuncts(premise, &mut guards),
            _ if !forall => conjuncts(body, &mut guards),
            _ => {}
        }
        let around: Vec<String> = scope
            .bound
            .iter()
            .map(|(_, v)| format!("{} {}", v.ty_text, v.java))
            .collect();
        let given: Vec<String> = scope.bound.iter().map(|(_, v)| v.java.clone()).collect();
        let mut inner = scope.clone();
        let mut loops = String::new();
        let mut open: BTreeSet<&str> = names.iter().map(|n| &*n.text).collect();
        let ty_text = java(self.classes, &ty);
        let mut complete = true;
        for name in names {
            self.next += 1;
            let var = format!("{}{}_", name.text, self.next);
            loops.push_str(&match &ty {
                Type::Bool => format!("for (boolean {var} : new boolean[] {{false, true}}) "),
                Type::Int(kind) => {
                    let low = self.bound(&name.text, &guards, &open, &inner, true);
                    let high = self.bound(&name.text, &guards, &open, &inner, false);
                    complete &= low.is_some() && high.is_some() || *kind < IntKind::Int;
                    let (low, high) = between(*kind, low, high);
                    let counter = format!("{var}at");
                    format!(
                        "for (long {counter} = {low}, {counter}End = {high}; {counter} <= {counter}End; {counter}++) \
                         for ({ty_text} {var} : new {ty_text}[] {{({ty_text}) {counter}}}) "
                    )
                }
                _ => return None,
            });
            open.remove(&*name.text);
            let variable = Variable {
                java: var,
                ty: ty.clone(),
                ty_text: ty_text.clone(),
            };
            inner.bound.push((name.text.to_string(), variable));
        }
        let range = match range {
            Some(r) => self.formula(r, &inner)?,
            None => "true".into(),
        };
        let body = self.formula(body, &inner)?;
        self.next += 1;
        let name = format!("{}{}", if forall { "forall" } else { "exists" }, self.next);
        let (test, found, end) = match forall {
            true => (format!("{range} && !({body})"), "false", "true"),
            false => (format!("{range} && ({body})"), "true", "false"),
        };
        // more values than were tried: nothing is known
        let end = if complete {
            format!("return {end};")
        } else {
            "throw unknown();".into()
        };
        let params = [&[PARAMS.to_string()], around.as_slice()].concat().join(", ");
        let args = [&[ARGS.to_string()], given.as_slice()].concat().join(", ");
        self.helpers.push_str(&format!(
            "static boolean {name}({params}) {{\n    RuntimeException unknown = null;\n    {loops}{{\n        try {{\n            \
             if ({test}) return {found};\n        }} catch (RuntimeException e) {{\n            unknown = e;\n        }}\n    }}\n    \
             if (unknown != null) throw unknown;\n    {end}\n}}\n\n"
        ));
        Some((format!("{name}({args})"), Type::Bool))
    }

    /// The bound that guards set to a variable, as a `long`; it does not speak of variables
    /// that are still open.
    pub(super) fn bound(
        &mut self,
        name: &str,
        guards: &[&Expr],
        open: &BTreeSet<&str>,
        scope: &Scope,
        low: bool,
    ) -> Option<String> {
        use BinaryOp::*;
        let is = |e: &Expr| matches!(&*e.kind, ExprKind::Name(n) if &**n == name);
        let mut found: Option<String> = None;
        for guard in guards {
            let ExprKind::Binary(op, a, b) = &*guard.kind else {
                continue;
            };
            // as `variable op other`
            let (op, other) = match (op, is(a), is(b)) {
                (op, true, false) => (*op, b),
                (Lt, false, true) => (Gt, a),
                (Le, false, true) => (Ge, a),
                (Gt, false, true) => (Lt, a),
                (Ge, false, true) => (Le, a),
                (Eq, false, true) => (Eq, a),
                _ => continue,
            };
            let step = match (op, low) {
                (Ge | Eq, true) | (Le | Eq, false) => 0,
                (Gt, true) => 1,
                (Lt, false) => -1,
                _ => continue,
            };
            if mentions(other, open) {
                continue;
            }
            let Some((text, Type::Int(_))) = self.expr(other, scope) else {
                continue;
            };
            let text = if step == 0 {
                format!("(long) {text}")
            } else {
                format!("add({text}, {step})")
            };
            found = Some(match (found, low) {
                (None, _) => text,
                (Some(other), true) => format!("Math.max({other}, {text})"),
                (Some(other), false) => format!("Math.min({other}, {text})"),
            });
        }
        found
    }
}

/// The ends of a loop over the values of a type; where a bound is missing, some are tried.
fn between(kind: IntKind, low: Option<String>, high: Option<String>) -> (String, String) {
    let (least, most) = match kind {
        IntKind::Byte => ("Byte.MIN_VALUE", "Byte.MAX_VALUE"),
        IntKind::Short => ("Short.MIN_VALUE", "Short.MAX_VALUE"),
        IntKind::Char => ("Character.MIN_VALUE", "Character.MAX_VALUE"),
        IntKind::Int => ("Integer.MIN_VALUE", "Integer.MAX_VALUE"),
        // the counter must be able to pass the end
        IntKind::Long | IntKind::Big => ("Long.MIN_VALUE", "Long.MAX_VALUE - 1"),
    };
    let small = kind < IntKind::Int;
    let (low, high) = match (low, high) {
        (Some(low), Some(high)) => (low, high),
        (low, high) if small => (low.unwrap_or(least.into()), high.unwrap_or(most.into())),
        (Some(low), None) => (low.clone(), format!("add({low}, {TRIED})")),
        (None, Some(high)) => (format!("subtract({high}, {TRIED})"), high),
        (None, None) => (format!("-{TRIED}"), TRIED.to_string()),
    };
    (format!("Math.max({least}, {low})"), format!("Math.min({most}, {high})"))
}

/// Does an expression speak of one of the names?
fn mentions(e: &Expr, names: &BTreeSet<&str>) -> bool {
    match &*e.kind {
        ExprKind::Name(n) => names.contains(&**n),
        ExprKind::Literal(_) | ExprKind::This(_) | ExprKind::Result | ExprKind::Count => false,
        ExprKind::Field(a, _) | ExprKind::Unary(_, a) | ExprKind::Cast(_, a) | ExprKind::Old(a, _) => {
            mentions(a, names)
        }
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => mentions(a, names) || mentions(b, names),
        ExprKind::Call(target, _, args) => target.iter().chain(args).any(|a| mentions(a, names)),
        ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().any(|e| mentions(e, names)),
        _ => true,
    }
}

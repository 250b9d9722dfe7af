//! Syntactic queries about a function before it is lowered: what it assigns and calls, what its jumps skip, whether it
//! is small.

use crate::syntax::ast::{self, Expr, ExprKind as E, Stmt, StmtKind as S, TypeKind, UnaryOp};
use crate::syntax::walk;
use std::collections::BTreeSet;

/// Is a variable of that name assigned in a block?
pub(super) fn assigns(block: &[Stmt], name: &str) -> bool {
    assigns_where(block, &|place| is_part_of(place, name))
}

/// Is a parameter of that name assigned in a block? A parameter with elements is a pointer: its elements
/// are not its own.
pub(super) fn assigns_parameter(block: &[Stmt], name: &str) -> bool {
    assigns_where(block, &|place| is_part_of(place, name) && !is_element_of(place, name))
}

fn assigns_where(block: &[Stmt], is_it: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    walk::each_expr(block, &mut |e| {
        let place = match &*e.kind {
            E::Assign(_, place, _) => place,
            E::Step { place, .. } => place,
            _ => return,
        };
        found |= is_it(place);
    });
    found
}

fn is_part_of(place: &Expr, name: &str) -> bool {
    match &*place.kind {
        E::Name(n) => &*n.text == name,
        E::Member(a, _) | E::Index(a, _) => is_part_of(a, name),
        _ => false,
    }
}

/// Is it, or is it in, `name[i]`?
fn is_element_of(place: &Expr, name: &str) -> bool {
    match &*place.kind {
        E::Index(a, _) => matches!(&*a.kind, E::Name(n) if &*n.text == name) || is_element_of(a, name),
        E::Member(a, _) => is_element_of(a, name),
        _ => false,
    }
}

/// Does evaluating an expression change anything?
pub(super) fn has_effect(e: &Expr) -> bool {
    let mut found = false;
    walk::each_part(e, &mut |e| {
        found |= matches!(
            &*e.kind,
            E::Assign(..) | E::Step { .. } | E::Call(..) | E::StmtExpr(_) | E::Builtin(..)
        );
    });
    found
}

/// Has the block a label, so that it can be jumped into?
pub(super) fn has_label(block: &[Stmt]) -> bool {
    let mut found = false;
    walk::statements(block, &mut |s| found |= matches!(s.kind, S::Label(..)));
    found
}

/// Functions called in a block, by name.
pub(super) fn calls(block: &[Stmt]) -> BTreeSet<String> {
    let mut found = all_calls(block);
    found.remove("");
    found
}

/// Functions called in a block; the empty name for calls through pointers.
pub(super) fn all_calls(block: &[Stmt]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    walk::each_expr(block, &mut |e| found.extend(called_by(e)));
    found
}

/// Names in an expression that are not called: if they are functions, their addresses are taken.
pub(super) fn values(e: &Expr, found: &mut BTreeSet<String>) {
    match &*e.kind {
        E::Name(n) => {
            found.insert(n.text.to_string());
        }
        E::Call(f, _, args) => {
            if !matches!(&*f.kind, E::Name(_)) {
                values(f, found);
            }
            args.iter().for_each(|a| values(a, found));
        }
        _ => walk::children(e).into_iter().for_each(|c| values(c, found)),
    }
}

/// Has a contract a clause with one of these words, or speaks of one?
pub(super) fn says(contract: &ast::Contract, words: &[&str]) -> bool {
    std::iter::once(&contract.common).chain(&contract.behaviors).any(|b| {
        let mut found = b.others.iter().any(|(w, _)| words.contains(&w.as_str()));
        let clauses = b.requires.iter().chain(&b.ensures).chain(&b.exits).chain(&b.assumes);
        found |= clauses.into_iter().any(|clause| speaks_of(&clause.formula, words));
        found
    })
}

/// Is one of these words in a formula?
pub(super) fn speaks_of(formula: &Expr, words: &[&str]) -> bool {
    let mut found = false;
    walk::each_part(formula, &mut |e| {
        found |= match &*e.kind {
            E::Acsl(n, ..) => words.contains(&&*n.text),
            E::Call(f, ..) => matches!(&*f.kind, E::Name(n) if words.contains(&&*n.text)),
            _ => false,
        };
    });
    found
}

/// A measure of a block's size: statements and expressions. Annotations do not count, so that a function that is
/// read in place of its calls still is when invariants have been found.
pub(super) fn size(block: &[Stmt]) -> usize {
    let mut count = 0;
    walk::statements(block, &mut |s| {
        count += 1;
        for e in walk::evaluated(s) {
            walk::each_part(e, &mut |_| count += 1);
        }
    });
    count
}

/// What evaluating something may change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// A variable.
    Var(String),
    /// A part of a variable.
    Part(String),
    /// A member of structures that are pointed to.
    Field(String),
    /// What is pointed to.
    Memory,
    /// Anything but local variables.
    Anything,
}

/// What an assignment to a place changes.
pub(super) fn changed_place(place: &Expr, found: &mut BTreeSet<Change>) {
    match &*place.kind {
        E::Name(n) => {
            found.insert(Change::Var(n.text.to_string()));
        }
        E::Named(_, a) => changed_place(a, found),
        E::Member(a, _) => match &*a.kind {
            E::Name(n) => {
                found.insert(Change::Part(n.text.to_string()));
            }
            _ => changed_place(a, found),
        },
        E::Arrow(_, f) => {
            found.insert(Change::Field(f.text.to_string()));
        }
        E::Index(a, _) => {
            found.insert(Change::Memory);
            changed_place(a, found);
        }
        E::Nothing | E::Result => {}
        _ => {
            found.insert(Change::Memory);
        }
    }
}

/// The variables that an expression assigns as a whole.
pub(super) fn assigned(e: &Expr) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    walk::each_part(e, &mut |e| {
        if let E::Assign(_, place, _) | E::Step { place, .. } = &*e.kind
            && let E::Name(n) = &*place.kind
        {
            found.insert(n.text.to_string());
        }
    });
    found
}

/// What evaluating an expression changes itself, with the places of the changes; not what the
/// functions it calls change.
pub(super) fn changed(e: &Expr) -> Vec<(Change, abide_base::Span)> {
    let mut found = Vec::new();
    walk::each_part(e, &mut |e| {
        if let E::Assign(_, place, _) | E::Step { place, .. } = &*e.kind {
            let mut own = BTreeSet::new();
            changed_place(place, &mut own);
            found.extend(own.into_iter().map(|c| (c, e.span)));
        }
    });
    found
}

/// Does an expression use what is changed?
pub(super) fn uses(e: &Expr, change: &Change) -> bool {
    let mut found = false;
    walk::each_part(e, &mut |e| {
        found |= match (&*e.kind, change) {
            (E::Name(n), Change::Var(name) | Change::Part(name)) => &*n.text == name,
            (E::Arrow(_, f) | E::Member(_, f), Change::Field(name)) => &*f.text == name,
            (E::Arrow(..) | E::Index(..) | E::Unary(UnaryOp::Deref, _), Change::Memory | Change::Anything) => true,
            _ => false,
        };
    });
    found
}

/// Functions called in an expression; the empty name for calls through pointers.
pub(super) fn called(e: &Expr) -> Vec<String> {
    let mut found = Vec::new();
    walk::each_part(e, &mut |e| found.extend(called_by(e)));
    found
}

/// The function that an expression itself calls, if it is a call.
pub(super) fn called_by(e: &Expr) -> Option<String> {
    let E::Call(f, _, _) = &*e.kind else { return None };
    Some(match &*f.kind {
        E::Name(n) => n.text.to_string(),
        _ => String::new(),
    })
}

/// The array that a pointer moves in: what it is assigned from, if that is always one parameter
/// or array, or its own value at the start.
pub(super) fn bases(f: &ast::Function) -> std::collections::BTreeMap<String, String> {
    let mut from: std::collections::BTreeMap<String, BTreeSet<String>> = Default::default();
    let mut note = |name: &str, value: &Expr| {
        let base = base_name(value).unwrap_or_default();
        from.entry(name.to_string()).or_default().insert(base);
    };
    walk::statements(&f.body, &mut |s| {
        if let S::Decl(decls) = &s.kind {
            for d in decls {
                if let (TypeKind::Pointer(_), Some(ast::Init::Expr(e))) = (&*d.ty.kind, &d.init) {
                    note(&d.name.text, e);
                }
            }
        }
    });
    walk::each_expr(&f.body, &mut |e| {
        if let E::Assign(None, place, value) = &*e.kind
            && let E::Name(n) = &*place.kind
        {
            note(&n.text, value);
        }
    });
    let params: BTreeSet<String> = f
        .params
        .iter()
        .filter_map(|p| p.name.as_ref())
        .map(|n| n.text.to_string())
        .collect();
    let mut bases = std::collections::BTreeMap::new();
    for (name, found) in &from {
        let others: Vec<&String> = found.iter().filter(|b| *b != name).collect();
        if let [base] = others.as_slice()
            && !base.is_empty()
            && !params.contains(name)
        {
            let moves = assigns_parameter(&f.body, base);
            let base = match params.contains(*base) && moves {
                true => format!("\\at({base}, Pre)"),
                false => base.to_string(),
            };
            bases.insert(name.clone(), base);
        }
    }
    for name in params {
        let own = from.get(&name).is_none_or(|f| f.iter().all(|b| *b == name));
        if own && assigns_parameter(&f.body, &name) {
            bases.insert(name.clone(), format!("\\at({name}, Pre)"));
        }
    }
    bases
}

fn base_name(e: &Expr) -> Option<String> {
    match &*e.kind {
        E::Name(n) => Some(n.text.to_string()),
        E::Binary(ast::BinaryOp::Add | ast::BinaryOp::Sub, a, _) => base_name(a),
        E::Unary(UnaryOp::Address, a) => match &*a.kind {
            E::Index(b, _) => base_name(b),
            _ => None,
        },
        E::Cast(_, a) => base_name(a),
        _ => None,
    }
}

/// Variables whose declaration a jump may pass over: they may have no value although they are
/// declared with one.
pub(super) fn skipped(block: &[Stmt]) -> BTreeSet<String> {
    enum Event {
        Goto(String),
        Label(String),
        Declared(String),
    }
    let mut events = Vec::new();
    let mut skipped = BTreeSet::new();
    walk::statements(block, &mut |s| match &s.kind {
        S::Goto(name) => events.push(Event::Goto(name.text.to_string())),
        S::Label(name, ..) => events.push(Event::Label(name.text.to_string())),
        S::Decl(decls) => events.extend(decls.iter().map(|d| Event::Declared(d.name.text.to_string()))),
        S::Switch(_, body) => {
            // what is declared in the body itself is passed over by the jump to a later case
            for inner in walk::inner(body) {
                if let S::Decl(decls) = &inner.kind {
                    skipped.extend(decls.iter().map(|d| d.name.text.to_string()));
                }
            }
        }
        _ => {}
    });
    // a jump may leave a block and come back to a label in it
    for s in block {
        let mut inner = s;
        while let S::Label(_, _, next) = &inner.kind {
            inner = next;
        }
        let (mut labels, mut declared) = (false, Vec::new());
        walk::statements(std::slice::from_ref(inner), &mut |s| match &s.kind {
            S::Label(..) => labels = true,
            S::Decl(decls) => declared.extend(decls.iter().map(|d| d.name.text.to_string())),
            _ => {}
        });
        if labels {
            skipped.extend(declared);
        }
    }
    for (at, event) in events.iter().enumerate() {
        let Event::Goto(target) = event else { continue };
        let later = events[at..].iter();
        let mut passed = BTreeSet::new();
        for event in later {
            match event {
                Event::Declared(name) => {
                    passed.insert(name.clone());
                }
                Event::Label(label) if label == target => {
                    skipped.extend(std::mem::take(&mut passed));
                    break;
                }
                _ => {}
            }
        }
    }
    skipped
}

/// Is a statement with a test a block that objects end with, as there are compound literals in the test?
pub(super) fn has_scope(s: &Stmt) -> bool {
    let (S::If(test, ..) | S::While(_, test, _) | S::DoWhile(_, _, test) | S::Switch(test, _)) = &s.kind else {
        return false;
    };
    let mut found = false;
    walk::each_part(test, &mut |e| found |= matches!(&*e.kind, E::Compound(..)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::ast::Item;
    use abide_base::FileId;
    use std::path::Path;

    #[test]
    fn annotations_do_not_make_a_function_larger() {
        let size_of = |annotation: &str| {
            let text = format!("void f(int n) {{ {annotation} while (n > 0) n--; }}");
            let parsed = crate::syntax::parse(FileId(0), Path::new("test.c"), &text, crate::types::DataModel::Lp64);
            let bodies = parsed.unit.items.iter().filter_map(|item| match item {
                Item::Function(f) => Some(size(&f.body)),
                _ => None,
            });
            bodies.sum::<usize>()
        };
        assert!(size_of("") > 0);
        assert_eq!(size_of(""), size_of("/*@ loop invariant n <= 7 || n > 0; */"));
    }
}

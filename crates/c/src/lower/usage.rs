//! How a function uses what it is given: what it mentions, writes, counts with and compares with.

use super::environment::Environment;
use super::{library, survey};
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind as E};
use crate::syntax::walk;
use crate::types::Type;
use std::collections::BTreeSet;

/// Functions that allocate memory.
const ALLOCATE: [&str; 4] = ["malloc", "calloc", "realloc", "aligned_alloc"];

/// How a body uses what it is given, with the bodies it calls.
#[derive(Default)]
pub(super) struct Usage {
    pub names: BTreeSet<String>,
    pub members: BTreeSet<String>,
    pub divisors: BTreeSet<String>,
    /// Sizes of the arrays that are declared in it or that it mentions.
    pub sizes: BTreeSet<u64>,
    /// Constants that something is compared with.
    pub constants: BTreeSet<u64>,
    /// What other things are compared with as their upper bound.
    pub bounds: BTreeSet<String>,
    /// What is an index, a size or a number of something, or goes into one.
    pub counts: BTreeSet<String>,
    /// Names with what goes into them.
    pub flows: Vec<(String, BTreeSet<String>)>,
    /// Is memory allocated?
    pub allocates: bool,
    /// Is input read?
    pub reads: bool,
    /// Is memory given back?
    pub frees: bool,
    /// Is something written through a pointer, or handed on?
    pub writes: bool,
    /// Is an element the index of another?
    pub nested_index: bool,
    /// Are numbers added or multiplied?
    pub arithmetic: bool,
}

impl Usage {
    pub fn of(env: &Environment<'_>, f: &ast::Function) -> Usage {
        let mut found = Usage::default();
        let mut open = vec![f.name.text.to_string()];
        let mut seen = BTreeSet::new();
        while let Some(name) = open.pop() {
            let function = env.callees.get(&name).and_then(|c| c.function);
            let Some(function) = function.filter(|_| seen.insert(name.clone())) else {
                continue;
            };
            walk::each_expr(&function.body, &mut |e| {
                found.expression(e);
                found.comparison(env, e);
            });
            walk::statements(&function.body, &mut |s| {
                if let ast::StmtKind::Decl(declared) = &s.kind {
                    declared.iter().for_each(|d| found.declaration(env, d));
                }
            });
            let called = survey::calls(&function.body);
            found.writes |= called.iter().any(|c| library::is_known(c));
            found.frees |= ["free", "realloc"].iter().any(|f| called.contains(*f));
            found.reads |= called.contains("scanf");
            found.allocates |= ALLOCATE.iter().any(|c| called.contains(*c));
            open.extend(called);
        }
        found.follow_counts();
        for name in &found.names.clone() {
            if let Some(global) = env.globals.get(name) {
                found.array(&global.ty);
            }
        }
        for member in &found.members.clone() {
            for id in env.types.with_member(member) {
                if let Some((_, ty)) = env.types.member(id, member) {
                    found.array(&ty);
                }
            }
        }
        found
    }

    fn declaration(&mut self, env: &Environment<'_>, d: &ast::Decl) {
        self.array(&env.types.resolve(&d.ty));
        let mut parts = Vec::new();
        if let Some(init) = &d.init {
            walk::initial(init, &mut parts);
        }
        let from = parts.into_iter().flat_map(names).collect();
        self.flows.push((d.name.text.to_string(), from));
    }

    /// What goes into a count is a count, too.
    fn follow_counts(&mut self) {
        self.counts.extend(self.bounds.iter().cloned());
        loop {
            let new = self.flows.iter().filter(|(to, _)| self.counts.contains(to));
            let new: BTreeSet<String> = new.flat_map(|(_, from)| from.clone()).collect();
            if new.is_subset(&self.counts) {
                return;
            }
            self.counts.extend(new);
        }
    }

    /// How valid memory must be.
    pub fn valid(&self) -> &'static str {
        if self.writes { "\\valid" } else { "\\valid_read" }
    }

    fn array(&mut self, ty: &Type) {
        if let Type::Array(of, size) = ty {
            self.sizes.extend(size);
            self.array(of);
        }
    }

    fn expression(&mut self, e: &Expr) {
        match &*e.kind {
            E::Name(n) => {
                self.names.insert(n.text.to_string());
            }
            E::Member(_, n) | E::Arrow(_, n) => {
                self.members.insert(n.text.to_string());
            }
            E::Assign(op, place, value) => {
                self.writes |= !matches!(&*place.kind, E::Name(_));
                op.iter().for_each(|op| self.operator(*op, value));
                if let Some(to) = last_name(place) {
                    self.flows.push((to, names(value)));
                }
            }
            E::Step { place, .. } => {
                self.writes |= !matches!(&*place.kind, E::Name(_));
            }
            E::Index(_, index) => {
                let mut nested = false;
                walk::each_part(index, &mut |e| nested |= matches!(&*e.kind, E::Index(..)));
                self.nested_index |= nested;
                self.counts.extend(names(index));
            }
            E::Binary(op, _, right) => self.operator(*op, right),
            E::Call(_, _, args) => args.iter().for_each(|a| self.counts.extend(names(a))),
            _ => {}
        }
    }

    /// `i < n`, `i <= 9`, `n > i`: what is above.
    fn comparison(&mut self, env: &Environment<'_>, e: &Expr) {
        let above = match &*e.kind {
            E::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Ne, _, above) => above,
            E::Binary(BinaryOp::Gt | BinaryOp::Ge, above, _) => above,
            _ => return,
        };
        if let Some(constant) = env.types.constant(above).and_then(|c| u64::try_from(c).ok()) {
            self.constants
                .extend((2..1 << 20).contains(&constant).then_some(constant));
        }
        self.bounds.extend(numbers(above));
    }

    fn operator(&mut self, op: BinaryOp, right: &Expr) {
        match (op, &*right.kind) {
            (BinaryOp::Div | BinaryOp::Rem, E::Name(n)) => {
                self.divisors.insert(n.text.to_string());
            }
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _) => self.arithmetic = true,
            _ => {}
        }
    }
}

/// The variables and members that an expression mentions.
fn names(e: &Expr) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    walk::each_part(e, &mut |e| found.extend(last_name(e)));
    found
}

/// The same of what a number is made of: an element is none of its array or index.
fn numbers(e: &Expr) -> BTreeSet<String> {
    match &*e.kind {
        E::Index(..) | E::Call(..) => BTreeSet::new(),
        E::Name(_) | E::Member(..) | E::Arrow(..) => last_name(e).into_iter().collect(),
        _ => walk::children(e).into_iter().flat_map(numbers).collect(),
    }
}

/// The name of a variable or member.
fn last_name(e: &Expr) -> Option<String> {
    match &*e.kind {
        E::Name(n) | E::Member(_, n) | E::Arrow(_, n) => Some(n.text.to_string()),
        _ => None,
    }
}

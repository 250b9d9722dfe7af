//! Assignments: what the left-hand sides change, and to what.
//!
//! An assignment to an element or a field is an assignment to the whole map. Several of them
//! may change one map; then they do so from left to right, while all right-hand sides and all
//! subscripts are read before.

use super::super::ast::*;
use super::super::parser::MAX_NESTING;
use super::decls::Root;
use super::routine::Lowering;
use super::value::Value;
use crate::program::{Stmt as Lowered, StmtKind as Kind};
use abide_base::{Diagnostic, Span};
use abide_logic::{Term, Var};

/// Something that can be assigned: a place in the value of some variables.
struct Target {
    root: Value,
    path: Vec<Term>,
    span: Span,
}

/// The new value of some variables.
struct Change {
    root: Value,
    new: Value,
    /// Were the variables assigned as a whole?
    whole: bool,
}

impl Target {
    /// What lies there now.
    fn value(&self) -> Value {
        self.path.iter().fold(self.root.clone(), |value, key| value.at(key))
    }
}

impl Change {
    fn parts(self) -> impl Iterator<Item = (Var, Term)> {
        let whole = self.whole;
        let pairs = self.root.vars().into_iter().zip(self.new.parts);
        pairs.filter(move |(var, term)| whole || term.as_var() != Some(var))
    }
}

impl Lowering<'_> {
    /// `x, a[i], y.f := e1, e2, e3;`
    pub(super) fn assign(&mut self, targets: &[Expr], values: &[Expr], span: Span, out: &mut Vec<Lowered>) {
        if targets.len() != values.len() || targets.len() > MAX_NESTING {
            self.error(|| match targets.len() == values.len() {
                true => Diagnostic::error(span, format!("more than {MAX_NESTING} assignments at once")),
                false => {
                    let message = format!("{} to assign, but {}", targets.len(), count(values.len(), "value"));
                    Diagnostic::error(span, message)
                }
            });
            return;
        }
        let targets: Vec<Option<Target>> = targets.iter().map(|e| self.target(e)).collect();
        let mut changes: Vec<Change> = Vec::new();
        for (target, value) in targets.into_iter().zip(values) {
            match target {
                Some(target) => {
                    if let Some(value) = self.typed(value, &target.value().ty) {
                        self.change(target, value, &mut changes);
                    }
                }
                None => drop(self.expr(value)),
            }
        }
        self.emit_checks(out);
        let pairs: Vec<(Var, Term)> = changes.into_iter().flat_map(Change::parts).collect();
        if !pairs.is_empty() {
            out.push(Lowered {
                kind: Kind::Assign(pairs),
                span,
            });
        }
    }

    fn change(&mut self, target: Target, value: Value, changes: &mut Vec<Change>) {
        let whole = target.path.is_empty();
        match changes.iter_mut().find(|c| c.root.parts[0] == target.root.parts[0]) {
            None => changes.push(Change {
                new: target.root.with_at(&target.path, &value),
                root: target.root,
                whole,
            }),
            Some(change) if !whole && !change.whole => change.new = change.new.with_at(&target.path, &value),
            Some(_) => self
                .error(|| Diagnostic::error(target.span, "this is assigned twice at once").help("use two statements")),
        }
    }

    fn target(&mut self, e: &Expr) -> Option<Target> {
        let span = e.span();
        let whole = |root: Value| Target {
            root,
            path: Vec::new(),
            span,
        };
        match &e.kind {
            ExprKind::Name(_) => self.assignable(&Self::as_name(e)?).map(whole),
            ExprKind::Field(name) => self.location(&Location::Field(name.clone())).map(whole),
            ExprKind::Dot(base, name) => {
                let base = self.expr(base)?;
                if base.ty != Type::Ref {
                    self.error(|| match &base.ty {
                        Type::Array(_) if &*name.text == "length" => {
                            Diagnostic::error(span, "the length of an array cannot be assigned")
                                .help("an array of another length: `havoc a; assume a.length == n;`")
                        }
                        ty => Diagnostic::error(name.span(), format!("`{ty}` has no field `{}`", name.text))
                            .label("only references have fields"),
                    });
                    return None;
                }
                let field = self.field_named(name)?;
                let root = Root::Field(name.text.clone());
                let allowed = self.check_modifies(&root, span, "this changes");
                let reference = base.term();
                self.not_null(&reference, span);
                allowed.then_some(Target {
                    root: field,
                    path: vec![reference],
                    span,
                })
            }
            ExprKind::Index(base, index) => {
                let target = self.target(base);
                let value = target.as_ref().map(Target::value);
                let (_, key) = self.access(value, index, span)?;
                let mut target = target?;
                target.path.push(key);
                Some(Target { span, ..target })
            }
            _ => {
                self.error(|| {
                    Diagnostic::error(span, "this cannot be assigned")
                        .label("expected a variable, an element, or a field")
                });
                None
            }
        }
    }
}

/// `1 value`, `2 values`.
pub(super) fn count(n: usize, what: &str) -> String {
    if n == 1 {
        format!("{n} {what}")
    } else {
        format!("{n} {what}s")
    }
}

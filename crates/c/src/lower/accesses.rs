//! Which members of what a parameter points to a function may read, and which it certainly writes, by its text.

use crate::syntax::ast::{BinaryOp, Expr, ExprKind as E, Function, Stmt, StmtKind as S, UnaryOp};
use crate::syntax::walk;
use std::collections::BTreeSet;

/// What is done through one pointer.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    /// Members that may be read, `""` for what is pointed to itself; nothing if any may be.
    reads: Option<BTreeSet<String>>,
    /// Members of which elements are written: read if they are pointers.
    indexed: BTreeSet<String>,
    /// The ways to what is certainly written, as in [`super::state::Leaf::path`].
    pub writes: Vec<String>,
}

impl Accesses {
    /// What a function does through a parameter.
    pub fn of(f: &Function, param: &str) -> Accesses {
        let mut accesses = Accesses {
            reads: Some(BTreeSet::new()),
            ..Accesses::default()
        };
        walk::statements(&f.body, &mut |s| {
            if let S::Return(Some(e)) = &s.kind
                && is_name(e, param)
            {
                // the caller knows the pointer anyway
                return;
            }
            walk::expressions(s).into_iter().for_each(|e| accesses.value(e, param));
        });
        if accesses.reads.is_some() {
            let writes = f.body.iter().map_while(straight).flatten();
            accesses.writes = writes.filter_map(|place| written(place, param)).collect();
        }
        accesses
    }

    /// May what is at the end of a way be read?
    pub fn may_read(&self, path: &str) -> bool {
        let first = path.strip_prefix('.').unwrap_or("");
        if first.starts_with('#') {
            // a member of an unnamed one
            return self.reads.as_ref().is_none_or(|reads| !reads.is_empty());
        }
        let (first, rest) = first.split_at(first.find(['.', '[']).unwrap_or(first.len()));
        if self.indexed.contains(first) && !rest.starts_with('[') {
            return true;
        }
        self.reads
            .as_ref()
            .is_none_or(|reads| reads.contains(first) || reads.contains(""))
    }

    fn read(&mut self, member: &str) {
        if let Some(reads) = &mut self.reads {
            reads.insert(member.to_string());
        }
    }

    /// An expression whose value is used.
    fn value(&mut self, e: &Expr, param: &str) {
        let compares = |op: &BinaryOp| {
            use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
            matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
        };
        match &*e.kind {
            E::Name(n) if &*n.text == param => self.reads = None,
            E::Unary(UnaryOp::Not, p) if is_name(p, param) => {}
            E::Binary(op, a, b) if compares(op) && (is_name(a, param) || is_name(b, param)) => {
                let others = [a, b].into_iter().filter(|side| !is_name(side, param));
                others.for_each(|side| self.value(side, param));
            }
            E::Assign(op, place, value) => {
                if op.is_some() {
                    self.value(place, param);
                }
                self.place(place, param);
                self.value(value, param);
            }
            _ => match member(e, param) {
                Some(name) => {
                    self.read(&name);
                    self.place(e, param);
                }
                None => walk::children(e).into_iter().for_each(|c| self.value(c, param)),
            },
        }
    }

    /// What is used on the way to a place.
    fn place(&mut self, e: &Expr, param: &str) {
        match &*e.kind {
            E::Index(a, i) => {
                self.value(i, param);
                match member(a, param) {
                    Some(name) if !name.is_empty() => {
                        self.indexed.insert(name);
                        self.place(a, param);
                    }
                    _ if is_name(a, param) => {}
                    _ => self.value(a, param),
                }
            }
            E::Member(a, _) => self.place(a, param),
            E::Arrow(a, _) | E::Unary(UnaryOp::Deref, a) if is_name(a, param) => {}
            // the parameter itself is changed
            E::Name(n) if &*n.text == param => self.reads = None,
            _ => self.value(e, param),
        }
    }
}

fn is_name(e: &Expr, name: &str) -> bool {
    matches!(&*e.kind, E::Name(n) if &*n.text == name)
}

/// The member of what a parameter points to in which a place lies.
fn member(e: &Expr, param: &str) -> Option<String> {
    match &*e.kind {
        E::Arrow(a, f) if is_name(a, param) => Some(f.text.to_string()),
        E::Unary(UnaryOp::Deref, a) | E::Index(a, _) if is_name(a, param) => Some(String::new()),
        E::Member(a, f) => match member(a, param)? {
            none if none.is_empty() => Some(f.text.to_string()),
            some => Some(some),
        },
        E::Index(a, _) => member(a, param),
        _ => None,
    }
}

/// The places that a statement assigns for certain; nothing if control may leave it in another way.
fn straight(s: &Stmt) -> Option<Vec<&Expr>> {
    let jumps = |e: &&Expr| {
        let mut found = false;
        walk::each_part(e, &mut |part| found |= matches!(&*part.kind, E::StmtExpr(_)));
        found
    };
    if walk::expressions(s).iter().any(jumps) {
        return None;
    }
    match &s.kind {
        S::Empty | S::Decl(_) | S::Record(_) | S::Enum(_) | S::Assert(..) => Some(Vec::new()),
        S::Expr(e) => match &*e.kind {
            E::Assign(_, place, _) => Some(vec![place]),
            E::Step { .. } => Some(Vec::new()),
            _ => None,
        },
        _ => None,
    }
}

/// The way from what a parameter points to to a place, if it is one place whatever the state.
fn written(place: &Expr, param: &str) -> Option<String> {
    match &*place.kind {
        E::Unary(UnaryOp::Deref, a) if is_name(a, param) => Some(String::new()),
        E::Arrow(a, f) if is_name(a, param) => Some(format!(".{}", f.text)),
        E::Member(a, f) => written(a, param).map(|way| format!("{way}.{}", f.text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::ast::Item;
    use abide_base::FileId;
    use std::path::Path;

    /// What a function with the body does through `p`.
    fn accesses(body: &str) -> Accesses {
        let text = format!("struct s {{ int x, y; int a[4]; }};\nint f(struct s *p, struct s *q, int n) {{ {body} }}");
        let parsed = crate::syntax::parse(FileId(0), Path::new("test.c"), &text, crate::types::DataModel::Lp64);
        let mut functions = parsed.unit.items.iter().filter_map(|item| match item {
            Item::Function(f) => Some(f),
            _ => None,
        });
        Accesses::of(functions.next().unwrap(), "p")
    }

    #[test]
    fn members_that_are_only_written_are_not_read() {
        let t = accesses("p->x = n; p->a[p->x] = 1; return 0;");
        assert!(t.may_read(".x") && !t.may_read(".y") && !t.may_read(".a[]"));
        // if it were a pointer
        assert!(t.may_read(".a"));
        let t = accesses("if (!p) return 0; p->y += 1; return 1;");
        assert!(t.may_read(".y") && !t.may_read(".x"));
    }

    #[test]
    fn a_pointer_that_is_handed_on_may_be_read_through() {
        for body in ["q = p; return 0;", "g(p); return 0;", "p = q; p->x = 1; return 0;"] {
            let t = accesses(body);
            assert!(t.may_read(".y") && t.writes.is_empty(), "{body}");
        }
        assert!(accesses("*q = *p; return 0;").may_read(".x"));
        assert!(accesses("int *r = &p->x; return *r;").may_read(".x"));
    }

    #[test]
    fn what_is_written_first_is_written_on_every_way() {
        assert_eq!(accesses("p->x = n; p->y = 0; return 0;").writes, [".x", ".y"]);
        assert_eq!(
            accesses("p->x = n; if (n) return 0; p->y = 0; return 0;").writes,
            [".x"]
        );
        assert_eq!(accesses("*p = *q; return 0;").writes, [""]);
        assert!(accesses("if (n) p->x = 1; return 0;").writes.is_empty());
        assert!(accesses("p->a[n] = 1; return 0;").writes.is_empty());
        assert!(
            accesses("n = ({ if (n) return 0; 1; }); p->x = n; return 0;")
                .writes
                .is_empty()
        );
    }
}

//! Trees without parents, by inverting them.
//!
//! In a tree along several fields (`tree [Node.left, Node.right]`) each object has one parent at
//! the most, so there is a field that leads up, and a path down along any of the fields is a path
//! up along that one. A ghost field stands for it. That it leads up is stated as an invariant,
//! wherever a contract speaks ([`Forest::faithful`]); that holds for some value of the ghost field if,
//! and only if, the heap is such a tree. Code that writes one of the fields writes the ghost field
//! too ([`Forest::follow`]): that makes proofs possible, and no proof rests on it. A run that breaks
//! what is said of the ghost field refutes nothing by itself: another value of it might do. Which one that
//! is follows from the heap (`crate::witness::determine_ghosts`).

use super::super::ast::*;
use abide_base::Span;

/// Ghost fields of ours begin like this.
const UP: &str = "up$";

/// The fields along which a field of this name leads up, if it is such a ghost field.
pub fn inverted(field: &str) -> Option<Vec<&str>> {
    field.strip_prefix(UP).map(|fields| fields.split('$').collect())
}

impl Forest {
    /// The tree along fields `C.f`, if they are several and of one class.
    pub(super) fn along(names: &[&str], span: Span) -> Option<Forest> {
        let parts: Vec<(&str, &str)> = names.iter().map(|n| n.rsplit_once('.')).collect::<Option<_>>()?;
        let (class, _) = *parts.first()?;
        let one = parts.len() > 1 && parts.iter().all(|(c, _)| *c == class);
        one.then(|| Forest {
            class: class.to_string(),
            fields: parts.iter().map(|(_, f)| f.to_string()).collect(),
            span,
        })
    }

    /// Is it the same tree, said in another place?
    pub(super) fn is_same(&self, other: &Forest) -> bool {
        self.up_of_class() == other.up_of_class()
    }

    /// Is it along these fields, `C.f` or `f`, in any order?
    pub(super) fn is_along(&self, names: &[String]) -> bool {
        let named = |f: &String| names.iter().any(|n| *n == *f || *n == format!("{}.{f}", self.class));
        names.len() == self.fields.len() && self.fields.iter().all(named)
    }

    /// The name of the ghost field.
    fn up(&self) -> String {
        format!("{UP}{}", self.fields.join("$"))
    }

    /// The ghost field with its class.
    pub(super) fn up_of_class(&self) -> String {
        format!("{}.{}", self.class, self.up())
    }

    /// What says that the ghost field leads up, and that there are no cycles: a Jahob formula.
    pub(super) fn faithful(&self) -> String {
        let up = self.up_of_class();
        let field = |f: &String| format!("{}.{f}", self.class);
        let mut parts = Vec::new();
        for (i, f) in self.fields.iter().enumerate() {
            let f = field(f);
            let child = format!("x ~= null & x..{f} ~= null");
            parts.push(format!("(ALL x. {child} --> x..{f}..{up} = x)"));
            for g in self.fields[i + 1..].iter().map(field) {
                parts.push(format!("(ALL x. {child} --> x..{f} ~= x..{g})"));
            }
        }
        let among: Vec<String> = self
            .fields
            .iter()
            .map(|f| format!("x..{up}..{} = x", field(f)))
            .collect();
        let among = among.join(" | ");
        parts.push(format!("(ALL x. x ~= null & x..{up} ~= null --> {among})"));
        parts.push(format!("(ALL x. rtrancl_pt (% x y. x..{up} = y) x null)"));
        parts.join(" & ")
    }

    /// Is it a tree of objects of this class?
    fn is_of(&self, class: &Class) -> bool {
        let simple = self.class.rsplit('.').next().unwrap_or_default();
        let has = |f: &String| class.fields.iter().any(|d| *d.name.text == **f);
        &*class.name.text == simple && self.fields.iter().all(has)
    }

    /// Is the class among these, or inside of one of them?
    pub(super) fn is_among(&self, classes: &[Class]) -> bool {
        classes.iter().any(|c| self.is_of(c) || self.is_among(&c.classes))
    }

    /// Declares the ghost field where the class has the others.
    pub(super) fn declare(&self, class: &mut Class) {
        class.classes.iter_mut().for_each(|c| self.declare(c));
        let declared = class.fields.iter().any(|d| *d.name.text == *self.up());
        if self.is_of(class) && !declared {
            let ty = TypeRef::named(class.name.text.clone(), self.span);
            class.fields.push(Field::ghost(self.name(&self.up(), self.span), ty));
        }
    }

    /// Lets the ghost field follow the writes of all methods of a class.
    pub(super) fn follow_all(&self, class: &mut Class) {
        class.classes.iter_mut().for_each(|c| self.follow_all(c));
        let bodies = class.methods.iter_mut().filter_map(|m| m.body.as_mut());
        bodies.for_each(|body| self.follow(body));
    }

    /// Lets the ghost field follow the writes `x.f = e;` of a body.
    pub(super) fn follow(&self, body: &mut Block) {
        body.iter_mut().for_each(|s| self.follow_in(s));
    }

    fn follow_in(&self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Block(body) | StmtKind::Synchronized(_, body) => self.follow(body),
            StmtKind::If(_, then, other) => {
                self.follow_in(then);
                other.iter_mut().for_each(|s| self.follow_in(s));
            }
            StmtKind::While(_, _, body) | StmtKind::Do(_, body, _) | StmtKind::Labeled(_, body) => self.follow_in(body),
            StmtKind::For(_, _, _, _, body) | StmtKind::ForEach(_, _, _, body) => self.follow_in(body),
            StmtKind::Switch(_, cases) => cases.iter_mut().for_each(|c| self.follow(&mut c.body)),
            StmtKind::Try(parts) => {
                self.follow(&mut parts.body);
                parts.catches.iter_mut().for_each(|c| self.follow(&mut c.body));
                parts.finally.iter_mut().for_each(|b| self.follow(b));
            }
            StmtKind::Expr(e) => {
                if let Some((x, f)) = self.written(e) {
                    stmt.kind = StmtKind::Block(self.updates(x, f, stmt.clone()));
                }
            }
            _ => {}
        }
    }

    /// The object and the field that `x.f = e` writes.
    fn written(&self, e: &Expr) -> Option<(Expr, Name)> {
        let ExprKind::Assign(None, target, _) = &*e.kind else {
            return None;
        };
        match &*target.kind {
            ExprKind::Field(x, f)
                if matches!(&*x.kind, ExprKind::Name(_) | ExprKind::This(None))
                    && self.fields.iter().any(|own| *f.text == **own) =>
            {
                Some((x.clone(), f.clone()))
            }
            _ => None,
        }
    }

    /// What was at `x.f` has no parent any more, if it was `x`; what comes there has `x`.
    fn updates(&self, x: Expr, f: Name, write: Stmt) -> Block {
        let span = write.span;
        let expr = |kind: ExprKind| Expr {
            kind: Box::new(kind),
            span,
        };
        let null = expr(ExprKind::Literal(Literal::Null));
        let binary = |op, a: &Expr, b: &Expr| expr(ExprKind::Binary(op, a.clone(), b.clone()));
        let child = expr(ExprKind::Field(x.clone(), f));
        let parent = expr(ExprKind::Field(child.clone(), self.name(&self.up(), span)));
        let there = binary(BinaryOp::Ne, &child, &null);
        let object = binary(BinaryOp::Ne, &x, &null);
        let known = binary(BinaryOp::And, &object, &there);
        let own = binary(BinaryOp::Eq, &parent, &x);
        let set = |when: Expr, value: &Expr| {
            let assign = expr(ExprKind::Assign(None, parent.clone(), value.clone()));
            let assign = Stmt {
                kind: StmtKind::Expr(assign),
                span,
            };
            Stmt {
                kind: StmtKind::If(when, Box::new(assign), None),
                span,
            }
        };
        vec![set(binary(BinaryOp::And, &known, &own), &null), write, set(there, &x)]
    }

    fn name(&self, text: &str, span: Span) -> Name {
        Name {
            text: text.into(),
            span,
        }
    }
}

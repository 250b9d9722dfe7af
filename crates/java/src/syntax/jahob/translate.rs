//! Jahob's formulas as JML's.
//!
//! Sets of objects are not values: `x : S` says what it says of `x`, and `S = T` that the same
//! objects are in both. A specification variable with a definition stands for that definition.
//! Reachability is read from its usual spelling, `rtrancl_pt (% x y. x..C.f = y) a b`.

use super::super::ast::*;
use super::super::syntax_errors::Declared;
use super::formula::Formula;
use super::substitute::substituted;
use abide_base::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The definitions of specification variables.
pub(super) type Definitions = BTreeMap<String, Formula>;

/// The ghost variables of a file.
#[derive(Default)]
pub(super) struct Ghosts {
    /// Those of classes.
    pub(super) fields: Vec<Declared>,
    /// The names of those that are sets, in bodies too. Names will do: what has another type where it is
    /// used follows from its declaration.
    pub(super) sets: BTreeSet<String>,
}

/// Stands for all invariants of the class.
pub(super) const ALL_INVARIANTS: &str = "theinvs";

/// What stands for an invariant with a name: `theinv Name`.
pub(super) fn invariant_called(label: &str) -> String {
    format!("theinv {label}")
}

/// Definitions unfolded inside each other.
pub(super) const DEPTH: usize = 16;

/// Translates the formula of an annotation at `span`. What is not known becomes an unknown
/// expression, which says so where it is used.
pub(super) struct Translator<'a> {
    pub(super) definitions: &'a Definitions,
    pub(super) ghosts: &'a Ghosts,
    pub(super) forests: &'a [Forest],
    pub(super) span: Span,
    pub(super) depth: usize,
    pub(super) made: usize,
    /// Is the formula one inside of a body?
    pub(super) local: bool,
    /// The trees along several fields of which it has turned out to speak.
    pub(super) used: Vec<Forest>,
}

impl Translator<'_> {
    pub(super) fn expr(&self, kind: ExprKind) -> Expr {
        Expr {
            kind: Box::new(kind),
            span: self.span,
        }
    }

    pub(super) fn unknown(&self, what: impl Into<String>) -> Expr {
        self.expr(ExprKind::Unknown(what.into()))
    }

    pub(super) fn name(&self, text: &str) -> Name {
        Name {
            text: text.into(),
            span: self.span,
        }
    }

    pub(super) fn binary(&self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        self.expr(ExprKind::Binary(op, a, b))
    }

    pub(super) fn not(&self, a: Expr) -> Expr {
        self.expr(ExprKind::Unary(UnaryOp::Not, a))
    }

    pub(super) fn all(&self, op: BinaryOp, parts: Vec<Expr>, none: bool) -> Expr {
        let joined = parts.into_iter().reduce(|a, b| self.binary(op, a, b));
        joined.unwrap_or_else(|| self.expr(ExprKind::Literal(Literal::Bool(none))))
    }

    pub(super) fn null(&self) -> Expr {
        self.expr(ExprKind::Literal(Literal::Null))
    }

    pub(super) fn forall(&self, vars: &[&str], body: Expr) -> Expr {
        let names = vars.iter().map(|v| self.name(v)).collect();
        let ty = self.ty("\\object");
        self.expr(ExprKind::Quantified(QuantifierKind::Forall, ty, names, None, body))
    }

    pub(super) fn ty(&self, name: &str) -> TypeRef {
        TypeRef::named(name, self.span)
    }

    /// A variable that no formula has.
    pub(super) fn fresh(&mut self, like: &str) -> String {
        self.made += 1;
        format!("{like}${}", self.made)
    }

    /// The body of a binder with other names for its variables.
    pub(super) fn opened(&mut self, body: &Formula, vars: Vec<String>, own: &[String]) -> Expr {
        let own: Vec<Formula> = own.iter().map(|n| Formula::Name(n.clone())).collect();
        let body = substituted(body, &vars, &own);
        self.term(&body)
    }

    /// A formula or a term.
    pub(super) fn term(&mut self, f: &Formula) -> Expr {
        match f {
            Formula::Name(name) => self.named(name),
            Formula::Number(digits) => match digits.parse::<i64>() {
                Ok(n) => self.expr(ExprKind::Literal(Literal::Int(n.into()))),
                Err(_) => self.unknown("this number"),
            },
            Formula::Field(object, field) => match self.value_of(object, field) {
                Some(value) => self.unfolded(|t| t.term(&value)),
                None => {
                    let object = self.term(object);
                    self.read(object, field)
                }
            },
            Formula::Apply(head, args) => self.applied(head, args),
            Formula::Quantified(all, vars, body) => self.quantified(*all, vars, body),
            Formula::Not(inner) => {
                let inner = self.term(inner);
                self.not(inner)
            }
            Formula::Binary(op, a, b) => self.operator(op, a, b),
            Formula::Lambda(..) => self.unknown("a function in a formula"),
            Formula::Relation(..) | Formula::Closure(_) => self.unknown("a relation in a formula"),
            Formula::Pair(..) => self.unknown("a pair in a formula"),
            Formula::Such(..) | Formula::Elements(_) => {
                self.unknown("a set where a truth value or an object is needed")
            }
            Formula::List(_) => self.unknown("a list in a formula"),
        }
    }

    fn named(&mut self, name: &str) -> Expr {
        let kind = match name {
            "True" => ExprKind::Literal(Literal::Bool(true)),
            "False" => ExprKind::Literal(Literal::Bool(false)),
            "null" => ExprKind::Literal(Literal::Null),
            "this" => ExprKind::This(None),
            // inside of a body it is a variable like any other
            "result" if !self.local => ExprKind::Result,
            _ => match (self.alone(name), name.rsplit_once('.')) {
                (Some(definition), _) => return self.unfolded(|t| t.term(&definition)),
                (None, Some((class, field))) => {
                    let class = self.dotted(class);
                    ExprKind::Field(class, self.name(field))
                }
                (None, None) => ExprKind::Name(name.into()),
            },
        };
        self.expr(kind)
    }

    pub(super) fn dotted(&self, path: &str) -> Expr {
        let mut parts = path.split('.');
        let first = self.expr(ExprKind::Name(parts.next().unwrap_or_default().into()));
        parts.fold(first, |e, part| self.expr(ExprKind::Field(e, self.name(part))))
    }

    pub(super) fn definition(&self, name: &str) -> Option<Formula> {
        self.definitions.get(name).cloned()
    }

    /// The definition of a name that stands alone: `C.x` is then no variable of an object.
    pub(super) fn alone(&self, name: &str) -> Option<Formula> {
        let of_object = |d: &Formula| name.contains('.') && d.free_names().contains(&"this");
        self.definition(name).filter(|d| !of_object(d))
    }

    pub(super) fn unfolded(&mut self, translate: impl FnOnce(&mut Self) -> Expr) -> Expr {
        if self.depth >= DEPTH {
            return self.unknown("definitions that go round in circles");
        }
        self.depth += 1;
        let expr = translate(self);
        self.depth -= 1;
        expr
    }

    /// `object..C.f`
    pub(super) fn read(&mut self, object: Expr, field: &str) -> Expr {
        match field.rsplit_once('.') {
            Some((class, field)) => {
                let cast = self.expr(ExprKind::Cast(self.ty(class), object));
                self.expr(ExprKind::Field(cast, self.name(field)))
            }
            None => self.expr(ExprKind::Field(object, self.name(field))),
        }
    }

    fn applied(&mut self, head: &Formula, args: &[Formula]) -> Expr {
        let Formula::Name(name) = head else {
            return match (head, args) {
                (Formula::Lambda(vars, body), _) if vars.len() == args.len() => {
                    let body = substituted(body, vars, args);
                    self.term(&body)
                }
                _ => self.unknown("this function in a formula"),
            };
        };
        match (name.as_str(), args) {
            ("old", [one]) => {
                let inner = self.term(one);
                self.expr(ExprKind::Old(inner, None))
            }
            ("rtrancl_pt", [relation, from, to]) => self.reach(relation, from, to),
            ("theinv", [Formula::Name(label)]) => self.named(&invariant_called(label)),
            // a label for people
            ("comment", [_, labelled]) => self.term(labelled),
            ("tree", [Formula::List(fields)]) => self.tree(fields),
            ("fieldRead", [Formula::Name(field), object]) => {
                let object = self.term(object);
                self.read(object, &field.clone())
            }
            (_, _) if self.definition(name).is_some() => match self.value(head, args) {
                Some(value) => self.unfolded(|t| t.term(&value)),
                None => {
                    let definition = self.definition(name).unwrap_or(Formula::Name("True".into()));
                    self.unfolded(|t| t.applied(&definition, args))
                }
            },
            ("card" | "finite" | "Max" | "Min", [_]) => self.unknown(format!("the function `{name}` in a formula")),
            (field, [object]) => {
                let object = self.term(object);
                self.read(object, field)
            }
            _ => self.unknown(format!("the function `{name}` in a formula")),
        }
    }

    pub(super) fn quantified(&mut self, all: bool, vars: &[(String, Option<String>)], body: &Formula) -> Expr {
        let kind = if all {
            QuantifierKind::Forall
        } else {
            QuantifierKind::Exists
        };
        // names of their own, so that nothing put into the body is caught
        let own: Vec<String> = vars.iter().map(|(name, _)| self.fresh(name)).collect();
        let body = self.opened(body, vars.iter().map(|(name, _)| name.clone()).collect(), &own);
        vars.iter().zip(&own).rev().fold(body, |body, ((_, ty), name)| {
            let ty = match ty.as_deref() {
                Some("int" | "nat") => self.ty("\\bigint"),
                Some("bool") => self.ty("boolean"),
                _ => self.ty("\\object"),
            };
            let names = vec![self.name(name)];
            self.expr(ExprKind::Quantified(kind, ty, names, None, body))
        })
    }

    fn operator(&mut self, op: &str, a: &Formula, b: &Formula) -> Expr {
        let sets = self.is_set(a) || self.is_set(b);
        let simple = match op {
            ":" | "~:" if matches!(a, Formula::Pair(..)) => {
                let inside = self.related(a, b);
                return if op == ":" { inside } else { self.not(inside) };
            }
            ":" | "~:" => {
                let element = self.term(a);
                let inside = self.member(&element, b);
                return if op == ":" { inside } else { self.not(inside) };
            }
            "=" | "==" | "~=" if self.local && (is_null(a) || is_null(b)) => {
                let other = if is_null(b) { a } else { b };
                let null = self.nothing(other);
                return if op == "~=" { self.not(null) } else { null };
            }
            "=" | "==" | "~=" | "<=" | "subseteq" if sets => {
                let v = self.fresh("v");
                let element = self.expr(ExprKind::Name(v.as_str().into()));
                let (in_a, in_b) = (self.member(&element, a), self.member(&element, b));
                let each = match op {
                    "<=" | "subseteq" => self.binary(BinaryOp::Implies, in_a, in_b),
                    _ => self.binary(BinaryOp::Iff, in_a, in_b),
                };
                let every = self.forall(&[&v], each);
                return if op == "~=" { self.not(every) } else { every };
            }
            "-->" => BinaryOp::Implies,
            "<->" => BinaryOp::Iff,
            "&" => BinaryOp::And,
            "|" => BinaryOp::Or,
            "=" | "==" => BinaryOp::Eq,
            "~=" => BinaryOp::Ne,
            "<" => BinaryOp::Lt,
            "<=" => BinaryOp::Le,
            ">" => BinaryOp::Gt,
            ">=" => BinaryOp::Ge,
            "+" => BinaryOp::Add,
            "-" => BinaryOp::Sub,
            "*" => BinaryOp::Mul,
            _ => return self.unknown(format!("the operator `{op}` here")),
        };
        let (a, b) = (self.term(a), self.term(b));
        self.binary(simple, a, b)
    }

    /// `a = null`; in Jahob a member of null is null.
    fn nothing(&mut self, a: &Formula) -> Expr {
        let (value, null) = (self.term(a), self.null());
        let own = self.binary(BinaryOp::Eq, value, null);
        match a {
            Formula::Field(object, _) => {
                let above = self.nothing(object);
                self.binary(BinaryOp::Or, above, own)
            }
            _ => own,
        }
    }

    /// `(a, b) : R^*`
    fn related(&mut self, pair: &Formula, relation: &Formula) -> Expr {
        let (Formula::Pair(from, to), Formula::Closure(edges)) = (pair, relation) else {
            return self.unknown("this relation in a formula");
        };
        match &**edges {
            Formula::Relation(vars, body) => {
                let edges = Formula::Lambda(vars.clone(), body.clone());
                self.reach(&edges, from, to)
            }
            _ => self.unknown("this relation in a formula"),
        }
    }

    /// What a function with a definition is for these arguments.
    pub(super) fn value(&self, head: &Formula, args: &[Formula]) -> Option<Formula> {
        let Formula::Name(name) = head else { return None };
        match (self.definition(name)?, args) {
            (Formula::Lambda(vars, body), _) if vars.len() == args.len() => Some(substituted(&body, &vars, args)),
            (Formula::Lambda(..), _) => None,
            (definition, [object]) if name.contains('.') => Some(of_object(&definition, object)),
            _ => None,
        }
    }

    /// What the specification variable `C.x` of an object is.
    pub(super) fn value_of(&self, object: &Formula, name: &str) -> Option<Formula> {
        let definition = self.definition(name).filter(|_| name.contains('.'))?;
        Some(of_object(&definition, object)).filter(|_| !matches!(definition, Formula::Lambda(..)))
    }
}

/// What a definition about `this` says of another object.
fn of_object(definition: &Formula, object: &Formula) -> Formula {
    substituted(definition, &["this".to_string()], std::slice::from_ref(object))
}

/// The class of whose objects a set holds those that have been made: `Object.alloc`, `alloc`, `alloc.C`.
pub(super) fn allocated(name: &str) -> Option<&str> {
    match name {
        "Object.alloc" | "alloc" => Some("Object"),
        _ => name.strip_prefix("alloc."),
    }
}

fn is_null(f: &Formula) -> bool {
    matches!(f, Formula::Name(name) if name == "null")
}

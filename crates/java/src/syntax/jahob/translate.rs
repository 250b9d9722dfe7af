//! Jahob's formulas as JML's.
//!
//! Sets of objects are not values: `x : S` says what it says of `x`, and `S = T` that the same
//! objects are in both. A specification variable with a definition stands for that definition.
//! Reachability is read from its usual spelling, `rtrancl_pt (% x y. x..C.f = y) a b`.

use super::super::ast::*;
use super::super::broken::Declared;
use super::formula::Formula;
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
    /// used is told from its declaration.
    pub(super) sets: BTreeSet<String>,
}

/// Stands for all invariants of the class.
pub(super) const ALL_INVARIANTS: &str = "theinvs";

/// What stands for an invariant with a name: `theinv Name`.
pub(super) fn invariant_called(label: &str) -> String {
    format!("theinv {label}")
}

/// Definitions unfolded inside each other.
const DEPTH: usize = 16;

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

    fn unknown(&self, what: impl Into<String>) -> Expr {
        self.expr(ExprKind::Unknown(what.into()))
    }

    pub(super) fn name(&self, text: &str) -> Name {
        Name {
            text: text.into(),
            span: self.span,
        }
    }

    fn binary(&self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        self.expr(ExprKind::Binary(op, a, b))
    }

    fn not(&self, a: Expr) -> Expr {
        self.expr(ExprKind::Unary(UnaryOp::Not, a))
    }

    fn all(&self, op: BinaryOp, parts: Vec<Expr>, none: bool) -> Expr {
        let joined = parts.into_iter().reduce(|a, b| self.binary(op, a, b));
        joined.unwrap_or_else(|| self.expr(ExprKind::Literal(Literal::Bool(none))))
    }

    fn null(&self) -> Expr {
        self.expr(ExprKind::Literal(Literal::Null))
    }

    fn forall(&self, vars: &[&str], body: Expr) -> Expr {
        let names = vars.iter().map(|v| self.name(v)).collect();
        let ty = self.ty("\\object");
        self.expr(ExprKind::Quantified(QuantifierKind::Forall, ty, names, None, body))
    }

    pub(super) fn ty(&self, name: &str) -> TypeRef {
        TypeRef {
            name: name.into(),
            dims: 0,
            span: self.span,
            args: Vec::new(),
        }
    }

    /// A variable that no formula has.
    pub(super) fn fresh(&mut self, like: &str) -> String {
        self.made += 1;
        format!("{like}${}", self.made)
    }

    /// The body of a binder with other names for its variables.
    fn opened(&mut self, body: &Formula, vars: Vec<String>, own: &[String]) -> Expr {
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

    fn dotted(&self, path: &str) -> Expr {
        let mut parts = path.split('.');
        let first = self.expr(ExprKind::Name(parts.next().unwrap_or_default().into()));
        parts.fold(first, |e, part| self.expr(ExprKind::Field(e, self.name(part))))
    }

    pub(super) fn definition(&self, name: &str) -> Option<Formula> {
        self.definitions.get(name).cloned()
    }

    /// The definition of a name that stands alone: `C.x` is then no variable of an object.
    fn alone(&self, name: &str) -> Option<Formula> {
        let of_object = |d: &Formula| name.contains('.') && d.free_names().contains(&"this");
        self.definition(name).filter(|d| !of_object(d))
    }

    fn unfolded(&mut self, translate: impl FnOnce(&mut Self) -> Expr) -> Expr {
        if self.depth >= DEPTH {
            return self.unknown("definitions that go round in circles");
        }
        self.depth += 1;
        let expr = translate(self);
        self.depth -= 1;
        expr
    }

    /// `object..C.f`
    fn read(&mut self, object: Expr, field: &str) -> Expr {
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

    /// `rtrancl_pt (% x y. x..C.f = y) from to`
    fn reach(&mut self, relation: &Formula, from: &Formula, to: &Formula) -> Expr {
        match edge(relation).as_deref() {
            Some([field]) => {
                let (from, to) = (self.term(from), self.term(to));
                let field = self.dotted(field);
                self.expr(ExprKind::Reach(vec![from, field, to]))
            }
            Some(fields) => match self.forests.iter().find(|w| w.is_along(fields)) {
                Some(forest) => self.below(forest, from, to),
                None => self.unknown("reachability along several fields without an invariant `tree` of them"),
            },
            None => self.unknown("reachability along anything but a field"),
        }
    }

    /// Is `to` below `from` in a tree? That is told from `to`. Every walk down comes to null.
    fn below(&mut self, forest: &Forest, from: &Formula, to: &Formula) -> Expr {
        if !self.used.contains(forest) {
            self.used.push(forest.clone());
        }
        let up = forest.up_of_class();
        let (from, to) = (self.term(from), self.term(to));
        let walk = self.expr(ExprKind::Reach(vec![to.clone(), self.dotted(&up), from.clone()]));
        let begins = self.binary(BinaryOp::Ne, from, self.null());
        let inside = self.binary(BinaryOp::And, begins, walk);
        let end = self.binary(BinaryOp::Eq, to, self.null());
        self.binary(BinaryOp::Or, end, inside)
    }

    /// Backbone fields: no cycles, and nothing is pointed at twice.
    fn tree(&mut self, fields: &[Formula]) -> Expr {
        let [Formula::Name(field)] = fields else {
            return self.unknown("`tree` over several fields anywhere but in an invariant");
        };
        let (x, y) = (self.fresh("x"), self.fresh("y"));
        let var = |t: &Self, v: &str| t.expr(ExprKind::Name(v.into()));
        let path = self.dotted(field);
        let ends = self.expr(ExprKind::Reach(vec![var(self, &x), path, self.null()]));
        let acyclic = self.forall(&[&x], ends);
        let (xo, yo) = (var(self, &x), var(self, &y));
        let (fx, fy) = (self.read(xo.clone(), field), self.read(yo.clone(), field));
        let premises = vec![
            self.binary(BinaryOp::Ne, xo.clone(), self.null()),
            self.binary(BinaryOp::Ne, yo.clone(), self.null()),
            self.binary(BinaryOp::Ne, fx.clone(), self.null()),
            self.binary(BinaryOp::Eq, fx, fy),
        ];
        let premise = self.all(BinaryOp::And, premises, true);
        let same = self.binary(BinaryOp::Eq, xo, yo);
        let unshared = self.binary(BinaryOp::Implies, premise, same);
        let unshared = self.forall(&[&x, &y], unshared);
        self.binary(BinaryOp::And, acyclic, unshared)
    }

    fn quantified(&mut self, all: bool, vars: &[(String, Option<String>)], body: &Formula) -> Expr {
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
    fn value(&self, head: &Formula, args: &[Formula]) -> Option<Formula> {
        let Formula::Name(name) = head else { return None };
        match (self.definition(name)?, args) {
            (Formula::Lambda(vars, body), _) if vars.len() == args.len() => Some(substituted(&body, &vars, args)),
            (Formula::Lambda(..), _) => None,
            (definition, [object]) if name.contains('.') => Some(of_object(&definition, object)),
            _ => None,
        }
    }

    /// What the specification variable `C.x` of an object is.
    fn value_of(&self, object: &Formula, name: &str) -> Option<Formula> {
        let definition = self.definition(name).filter(|_| name.contains('.'))?;
        Some(of_object(&definition, object)).filter(|_| !matches!(definition, Formula::Lambda(..)))
    }

    /// Is it a set of objects?
    pub(super) fn is_set(&self, f: &Formula) -> bool {
        self.is_set_within(f, DEPTH)
    }

    /// Is it a set of objects, as far as so many definitions tell?
    fn is_set_within(&self, f: &Formula, depth: usize) -> bool {
        let unfolded = |f: &Formula| depth > 0 && self.is_set_within(f, depth - 1);
        match f {
            Formula::Such(..) | Formula::Elements(_) => true,
            Formula::Name(_) | Formula::Field(..) if self.is_ghost_set(f) => true,
            Formula::Name(name) => match self.alone(name) {
                Some(definition) => unfolded(&definition),
                None => allocated(name).is_some(),
            },
            Formula::Apply(head, args) => match (&**head, args.as_slice()) {
                (Formula::Name(name), [one]) if name == "old" => self.is_set_within(one, depth),
                _ => self.value(head, args).is_some_and(|value| unfolded(&value)),
            },
            Formula::Field(object, name) => self.value_of(object, name).is_some_and(|value| unfolded(&value)),
            Formula::Binary("Un" | "Int", ..) => true,
            Formula::Binary("-", a, _) => self.is_set_within(a, depth),
            _ => false,
        }
    }

    /// `element : set`
    pub(super) fn member(&mut self, element: &Expr, set: &Formula) -> Expr {
        match set {
            Formula::Name(_) | Formula::Field(..) if self.is_ghost_set(set) => self.member_of_ghost(element, set),
            Formula::Elements(all) => {
                let equal: Vec<Expr> = all
                    .iter()
                    .map(|e| {
                        let e = self.term(e);
                        self.binary(BinaryOp::Eq, element.clone(), e)
                    })
                    .collect();
                self.all(BinaryOp::Or, equal, false)
            }
            Formula::Such(var, body) => {
                let own = self.fresh(var);
                let body = self.opened(body, vec![var.clone()], std::slice::from_ref(&own));
                replaced(&body, &own, element)
            }
            Formula::Binary(op @ ("Un" | "Int" | "-"), a, b) => {
                let (a, b) = (self.member(element, a), self.member(element, b));
                match *op {
                    "Un" => self.binary(BinaryOp::Or, a, b),
                    "Int" => self.binary(BinaryOp::And, a, b),
                    _ => {
                        let b = self.not(b);
                        self.binary(BinaryOp::And, a, b)
                    }
                }
            }
            Formula::Apply(head, args) => match (&**head, args.as_slice()) {
                // the element is of now, the set of then
                (Formula::Name(name), [one]) if name == "old" => {
                    let v = self.fresh("v");
                    let inner = self.expr(ExprKind::Name(v.as_str().into()));
                    let inside = self.member(&inner, one);
                    let old = self.expr(ExprKind::Old(inside, None));
                    self.bound_to(&v, element, old)
                }
                _ => match self.value(head, args) {
                    Some(set) => {
                        let element = element.clone();
                        self.unfolded(|t| t.member(&element, &set))
                    }
                    None => self.unknown("this set"),
                },
            },
            Formula::Field(object, name) => match self.value_of(object, name) {
                Some(set) => {
                    let element = element.clone();
                    self.unfolded(|t| t.member(&element, &set))
                }
                None => self.unknown("this set"),
            },
            Formula::Name(name) => match self.alone(name) {
                Some(definition) => {
                    let element = element.clone();
                    self.unfolded(|t| t.member(&element, &definition))
                }
                None => self.member_of_named(element, name),
            },
            _ => self.unknown("this set"),
        }
    }

    /// `element : name` where that is a set that every program has: the objects of a class, and those
    /// of them that have been made. Null is among them.
    fn member_of_named(&mut self, element: &Expr, name: &str) -> Expr {
        let made = allocated(name);
        let class = made.unwrap_or(name);
        if class.contains('.') || !class.starts_with(char::is_uppercase) {
            return self.unknown(format!("the set `{name}`, which has no definition"));
        }
        let nothing = self.binary(BinaryOp::Eq, element.clone(), self.null());
        let own = self.expr(ExprKind::InstanceOf(element.clone(), self.ty(class), None));
        let known = match made {
            Some("Object") => self.expr(ExprKind::Allocated(element.clone())),
            Some(_) => {
                let there = self.expr(ExprKind::Allocated(element.clone()));
                self.binary(BinaryOp::And, there, own)
            }
            None => own,
        };
        self.binary(BinaryOp::Or, nothing, known)
    }

    /// `body` with `v` for the value `element` has now: directly where that is a bound variable.
    fn bound_to(&mut self, v: &str, element: &Expr, body: Expr) -> Expr {
        if matches!(&*element.kind, ExprKind::Name(n) if n.contains('$')) {
            return replaced(&body, v, element);
        }
        let same = self.binary(BinaryOp::Eq, self.expr(ExprKind::Name(v.into())), element.clone());
        let implied = self.binary(BinaryOp::Implies, same, body);
        self.forall(&[v], implied)
    }
}

/// What a definition about `this` says of another object.
fn of_object(definition: &Formula, object: &Formula) -> Formula {
    substituted(definition, &["this".to_string()], std::slice::from_ref(object))
}

/// The class of whose objects a set holds those that have been made: `Object.alloc`, `alloc`, `alloc.C`.
fn allocated(name: &str) -> Option<&str> {
    match name {
        "Object.alloc" | "alloc" => Some("Object"),
        _ => name.strip_prefix("alloc."),
    }
}

/// The fields of `% x y. x..f = y`, or of several such with `|` between them.
fn edge(relation: &Formula) -> Option<Vec<String>> {
    let Formula::Lambda(vars, body) = relation else {
        return None;
    };
    let [x, y] = vars.as_slice() else { return None };
    let is = |f: &Formula, v: &String| matches!(f, Formula::Name(n) if n == v);
    let field = |a: &Formula, b: &Formula| match a {
        Formula::Field(object, field) if is(object, x) && is(b, y) => Some(field.clone()),
        Formula::Apply(head, args) if is(b, y) && args.len() == 1 && is(&args[0], x) => match &**head {
            Formula::Name(field) => Some(field.clone()),
            _ => None,
        },
        _ => None,
    };
    match &**body {
        Formula::Binary("=", a, b) => field(a, b).or_else(|| field(b, a)).map(|f| vec![f]),
        Formula::Binary("|", a, b) => {
            let part = |f: &Formula| edge(&Formula::Lambda(vars.clone(), f.clone().into()));
            Some([part(a)?, part(b)?].concat())
        }
        _ => None,
    }
}

/// The formula with arguments for the variables of a function. What is bound inside gets another name
/// where an argument speaks of a variable of that name.
pub(super) fn substituted(f: &Formula, vars: &[String], args: &[Formula]) -> Formula {
    let inside = |names: &[String], body: &Formula| under(names, body, vars, args);
    match f {
        Formula::Name(n) => match vars.iter().position(|v| v == n) {
            Some(i) => args[i].clone(),
            None => f.clone(),
        },
        Formula::Lambda(names, body) => {
            let (names, body) = inside(names, body);
            Formula::Lambda(names, body.into())
        }
        Formula::Quantified(all, names, body) => {
            let (own, types): (Vec<String>, Vec<Option<String>>) = names.iter().cloned().unzip();
            let (own, body) = inside(&own, body);
            Formula::Quantified(*all, own.into_iter().zip(types).collect(), body.into())
        }
        Formula::Such(name, body) => {
            let (names, body) = inside(std::slice::from_ref(name), body);
            Formula::Such(names.concat(), body.into())
        }
        Formula::Relation(names, body) => {
            let (names, body) = inside(names, body);
            Formula::Relation(names, body.into())
        }
        other => other.map_parts(&mut |part| substituted(part, vars, args)),
    }
}

/// [`substituted`] below a binder: its names, and its body.
fn under(names: &[String], body: &Formula, vars: &[String], args: &[Formula]) -> (Vec<String>, Formula) {
    let kept = vars.iter().zip(args).filter(|(v, _)| !names.contains(v));
    let (vars, args): (Vec<String>, Vec<Formula>) = kept.map(|(v, a)| (v.clone(), a.clone())).unzip();
    let taken: Vec<&str> = args.iter().flat_map(Formula::names).collect();
    let mut own = names.to_vec();
    for i in 0..own.len() {
        while taken.contains(&own[i].as_str()) || own[i] != names[i] && body.names().contains(&own[i].as_str()) {
            own[i].push('\'');
        }
    }
    if own == names {
        return (own, substituted(body, &vars, &args));
    }
    let renamed: Vec<Formula> = own.iter().map(|n| Formula::Name(n.clone())).collect();
    let body = substituted(body, names, &renamed);
    (own, substituted(&body, &vars, &args))
}

/// The expression with another for a variable that is free in it.
fn replaced(e: &Expr, var: &str, by: &Expr) -> Expr {
    let go = |e: &Expr| replaced(e, var, by);
    let all = |es: &[Expr]| es.iter().map(go).collect::<Vec<Expr>>();
    let kind = match &*e.kind {
        ExprKind::Name(n) if &**n == var => return by.clone(),
        ExprKind::Field(a, name) => ExprKind::Field(go(a), name.clone()),
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, go(a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, go(a), go(b)),
        ExprKind::Cast(ty, a) => ExprKind::Cast(ty.clone(), go(a)),
        ExprKind::Old(a, label) => ExprKind::Old(go(a), label.clone()),
        ExprKind::Reach(args) => ExprKind::Reach(all(args)),
        ExprKind::InstanceOf(a, ty, pattern) => ExprKind::InstanceOf(go(a), ty.clone(), pattern.clone()),
        ExprKind::Allocated(a) => ExprKind::Allocated(go(a)),
        ExprKind::Call(set, name, args) => ExprKind::Call(set.as_ref().map(go), name.clone(), all(args)),
        ExprKind::Quantified(kind, ty, names, range, body) if !names.iter().any(|n| &*n.text == var) => {
            ExprKind::Quantified(*kind, ty.clone(), names.clone(), range.as_ref().map(go), go(body))
        }
        other => other.clone(),
    };
    Expr {
        kind: Box::new(kind),
        span: e.span,
    }
}

fn is_null(f: &Formula) -> bool {
    matches!(f, Formula::Name(name) if name == "null")
}

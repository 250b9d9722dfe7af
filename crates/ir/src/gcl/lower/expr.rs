//! Expressions: sorts are checked with messages, then terms are built.

use super::super::ast::*;
use super::super::parser::MAX_NESTING;
use super::checks::Checking;
use super::decls::TypeUse;
use super::routine::Lowering;
use super::scope::{Role, unknown};
use super::value::{Value, inner, sort};
use crate::program::CheckKind;
use abide_base::{Diagnostic, Span};
use abide_logic::{Quantifier, Term, Var, heap};

/// How deep a term may be. A product of `n` factors is a term of depth `n`.
const MAX_DEPTH: usize = 2 * MAX_NESTING;

impl Lowering<'_> {
    /// Lowers an expression; nothing if something is wrong with it, which has been reported.
    pub(super) fn expr(&mut self, e: &Expr) -> Option<Value> {
        if self.depth >= MAX_DEPTH {
            self.error(|| {
                Diagnostic::error(e.span(), format!("nested too deep: more than {MAX_DEPTH} operators"))
                    .help("split this into smaller parts")
            });
            return None;
        }
        self.depth += 1;
        let value = self.bare(e);
        self.depth -= 1;
        value
    }

    /// Lowers an expression that must have the type `want`.
    pub(super) fn typed(&mut self, e: &Expr, want: &Type) -> Option<Value> {
        let value = self.expr(e)?;
        if value.ty == *want {
            return Some(value);
        }
        self.error(|| mismatch(e.span(), want, &value.ty));
        None
    }

    /// Lowers an expression that must have the type `want`, in which there is no array.
    pub(super) fn scalar(&mut self, e: &Expr, want: &Type) -> Option<Term> {
        Some(self.typed(e, want)?.term())
    }

    fn bare(&mut self, e: &Expr) -> Option<Value> {
        let span = e.span();
        match &e.kind {
            ExprKind::Name(text) => self.variable(&Name {
                text: text.clone(),
                place: e.place,
            }),
            ExprKind::Field(name) => self.whole_field(name),
            ExprKind::Int(i) => Some(Value::scalar(Type::Int, Term::int(i.clone()))),
            ExprKind::Bool(b) => Some(boolean(Term::bool(*b))),
            ExprKind::Null => Some(Value::scalar(Type::Ref, Term::null())),
            ExprKind::Old(inner) => self.old(e, inner),
            ExprKind::Unchecked(inner) => {
                let before = self.checks.switch(Checking::Off);
                let value = self.expr(inner);
                self.checks.switch(before);
                value
            }
            ExprKind::Not(a) => Some(boolean(Term::not(self.scalar(a, &Type::Bool)?))),
            ExprKind::Neg(a) => Some(integer(Term::neg(self.scalar(a, &Type::Int)?))),
            ExprKind::Sum(first, rest) => self.sum(first, rest),
            ExprKind::Product(first, rest) => self.product(first, rest),
            ExprKind::And(all) => self.junction(all, |t| t, Term::and),
            ExprKind::Or(all) => self.junction(all, Term::not, Term::or),
            ExprKind::Implies(a, b) => {
                let depth = self.checks.depth();
                let a = self.scalar(a, &Type::Bool);
                self.guarded(&a, |t| t);
                let b = self.scalar(b, &Type::Bool);
                self.checks.unguard(depth);
                Some(boolean(Term::implies(a?, b?)))
            }
            ExprKind::Compare(op, a, b) => self.compare(*op, a, b, span),
            ExprKind::Quant(quantifier, vars, body) => self.quantified(*quantifier, vars, body),
            ExprKind::Ite(c, a, b) => self.conditional(c, a, b),
            ExprKind::Index(base, index) => {
                let base = self.expr(base);
                let (base, key) = self.access(base, index, span)?;
                Some(base.at(&key))
            }
            ExprKind::Store(base, index, value) => {
                let base = self.expr(base);
                let access = self.access(base, index, span);
                let Some((base, key)) = access else {
                    self.expr(value);
                    return None;
                };
                let value = self.typed(value, inner(&base.ty))?;
                Some(base.with(&key, &value))
            }
            ExprKind::Dot(base, name) => self.dot(base, name, span),
            ExprKind::Apply(name, args) => self.apply(name, args, span),
            ExprKind::Const(key, value) => {
                let fine = self.check_type(key, span, TypeUse::Key);
                let value = self.expr(value)?;
                fine.then(|| Value {
                    ty: Type::map(key.clone(), value.ty),
                    parts: value
                        .parts
                        .into_iter()
                        .map(|t| Term::constant_map(sort(key), t))
                        .collect(),
                })
            }
        }
    }

    /// `a && b && c` and `a || b || c`; `guard` is what protects the later operands.
    fn junction(&mut self, all: &[Expr], guard: fn(Term) -> Term, join: fn(Vec<Term>) -> Term) -> Option<Value> {
        let depth = self.checks.depth();
        let mut terms = Vec::with_capacity(all.len());
        for e in all {
            let term = self.scalar(e, &Type::Bool);
            self.guarded(&term, guard);
            terms.push(term);
        }
        self.checks.unguard(depth);
        let terms = terms.into_iter().collect::<Option<Vec<Term>>>()?;
        Some(boolean(join(terms)))
    }

    /// What comes now is evaluated only if `guard(term)` is true.
    fn guarded(&mut self, term: &Option<Term>, guard: fn(Term) -> Term) {
        if let Some(term) = term {
            self.checks.guard(|| guard(term.clone()));
        }
    }

    fn sum(&mut self, first: &Expr, rest: &[(SumOp, Expr)]) -> Option<Value> {
        let mut terms = vec![self.scalar(first, &Type::Int)];
        for (op, e) in rest {
            let term = self.scalar(e, &Type::Int);
            terms.push(term.map(|t| if *op == SumOp::Sub { Term::neg(t) } else { t }));
        }
        let terms = terms.into_iter().collect::<Option<Vec<Term>>>()?;
        Some(integer(Term::sum(terms)))
    }

    /// `a * b / c`, to the left: the first operand lies deepest.
    fn product(&mut self, first: &Expr, rest: &[(ProductOp, Expr)]) -> Option<Value> {
        let depth = self.depth;
        self.depth += rest.len();
        let mut product = self.scalar(first, &Type::Int);
        for (op, e) in rest {
            self.depth -= 1;
            let operand = self.scalar(e, &Type::Int);
            if *op != ProductOp::Mul
                && let Some(divisor) = operand.clone()
            {
                let whole = first.span().to(e.span());
                self.demand(CheckKind::Division, whole, || Term::ne(divisor, Term::int(0)));
            }
            product = product.zip(operand).map(|(a, b)| match op {
                ProductOp::Mul => Term::mul(a, b),
                ProductOp::Div => Term::div(a, b),
                ProductOp::Mod => Term::modulo(a, b),
            });
        }
        self.depth = depth;
        product.map(integer)
    }

    fn compare(&mut self, op: CompareOp, a: &Expr, b: &Expr, span: Span) -> Option<Value> {
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            let (a, b) = (self.scalar(a, &Type::Int), self.scalar(b, &Type::Int));
            let (a, b) = (a?, b?);
            return Some(boolean(match op {
                CompareOp::Lt => Term::lt(a, b),
                CompareOp::Le => Term::le(a, b),
                CompareOp::Gt => Term::lt(b, a),
                _ => Term::le(b, a),
            }));
        }
        let (a, b) = (self.expr(a), self.expr(b));
        let (a, b) = (a?, b?);
        if a.ty != b.ty {
            self.error(|| {
                Diagnostic::error(span, format!("`{}` compares `{}` with `{}`", op.token(), a.ty, b.ty))
                    .label("both sides must have one type")
            });
            return None;
        }
        let equal = Term::and(a.parts.into_iter().zip(b.parts).map(|(a, b)| Term::eq(a, b)));
        Some(boolean(if op == CompareOp::Eq { equal } else { Term::not(equal) }))
    }

    fn quantified(&mut self, quantifier: Quantifier, bindings: &[Binding], body: &Expr) -> Option<Value> {
        let depth = self.checks.depth();
        self.scope.open();
        let mut vars = Vec::new();
        for binding in bindings {
            let var = self.constant(binding, TypeUse::Bound);
            let value = var.as_ref().map(|v| Value::scalar(binding.ty.clone(), v.term()));
            self.declare("bound variable", &binding.name, Role::Bound, value);
            vars.extend(var);
        }
        self.checks.bind(&vars);
        let body = self.scalar(body, &Type::Bool);
        self.checks.unguard(depth);
        self.scope.close();
        Some(boolean(Term::quantify(quantifier, vars, body?)))
    }

    /// A new variable that is nobody's: of a quantifier, or a skolem constant.
    pub(super) fn constant(&mut self, binding: &Binding, usage: TypeUse) -> Option<Var> {
        let fine = self.check_type(&binding.ty, binding.ty_place.0, usage);
        fine.then(|| self.new_vars(&binding.name.text, &binding.ty).swap_remove(0))
    }

    fn conditional(&mut self, c: &Expr, a: &Expr, b: &Expr) -> Option<Value> {
        let depth = self.checks.depth();
        let condition = self.scalar(c, &Type::Bool);
        self.guarded(&condition, |t| t);
        let yes = self.expr(a);
        self.checks.unguard(depth);
        self.guarded(&condition, Term::not);
        let no = match &yes {
            Some(yes) => self.typed(b, &yes.ty.clone()),
            None => self.expr(b),
        };
        self.checks.unguard(depth);
        let condition = condition?;
        Some(yes?.zip(no?, |a, b| Term::ite(condition.clone(), a, b)))
    }

    /// An array or a map, and an index or a key of it; an index must be within bounds.
    pub(super) fn access(&mut self, base: Option<Value>, index: &Expr, span: Span) -> Option<(Value, Term)> {
        let Some(base) = base else {
            self.expr(index);
            return None;
        };
        let key = match &base.ty {
            Type::Array(_) => {
                let key = self.scalar(index, &Type::Int)?;
                let (low, high) = (
                    Term::le(Term::int(0), key.clone()),
                    Term::lt(key.clone(), base.length()),
                );
                self.demand(CheckKind::Bounds, span, || Term::and([low, high]));
                key
            }
            Type::Map(kv) => self.scalar(index, &kv.0)?,
            other => {
                let ty = other.clone();
                self.error(|| {
                    Diagnostic::error(span, format!("`{ty}` has no elements"))
                        .label("only arrays and maps can be subscripted")
                });
                self.expr(index);
                return None;
            }
        };
        Some((base, key))
    }

    /// `x.f` and `a.length`.
    fn dot(&mut self, base: &Expr, name: &Name, span: Span) -> Option<Value> {
        let base = self.expr(base)?;
        match (&base.ty, &*name.text) {
            (Type::Array(_), "length") => Some(integer(base.length())),
            (Type::Ref, _) => {
                let field = self.whole_field(name)?;
                let reference = base.term();
                self.not_null(&reference, span);
                Some(field.at(&reference))
            }
            (ty, _) => {
                self.error(|| {
                    let error = Diagnostic::error(name.span(), format!("`{ty}` has no field `{}`", name.text));
                    match (ty, &*name.text) {
                        (Type::Map(_), "length") => error.label("maps are total and have no length"),
                        (Type::Array(_), _) => error.help("arrays have a `length`"),
                        _ => error.label("only references have fields"),
                    }
                });
                None
            }
        }
    }

    pub(super) fn not_null(&mut self, reference: &Term, span: Span) {
        let reference = reference.clone();
        self.demand(CheckKind::Null, span, || Term::ne(reference, Term::null()));
    }

    fn apply(&mut self, name: &Name, args: &[Expr], span: Span) -> Option<Value> {
        let decls = self.decls;
        if matches!(&*name.text, heap::REACH | heap::BETWEEN) {
            return self.reachability(name, args, span);
        }
        let Some(position) = decls.functions.position(&name.text) else {
            self.unknown(name, || {
                let error = unknown("function", name, decls.functions.names());
                match decls.procedures.get(&name.text) {
                    Some(_) => error.help(format!(
                        "a procedure is called by a statement: `call x := {}(…);`",
                        name.text
                    )),
                    None => error,
                }
            });
            args.iter().for_each(|arg| drop(self.expr(arg)));
            return None;
        };
        let (declared, func) = decls.functions.at(position);
        let Some(func) = func else {
            self.fail();
            return None;
        };
        if func.params.len() != args.len() {
            self.error(|| {
                arity("function", name, func.params.len(), args.len(), span).related(declared.span(), "declared here")
            });
            args.iter().for_each(|arg| drop(self.expr(arg)));
            return None;
        }
        let mut terms = Vec::new();
        for (arg, sort) in args.iter().zip(&func.params) {
            terms.push(self.scalar(arg, &Type::from(sort)));
        }
        let terms = terms.into_iter().collect::<Option<Vec<Term>>>()?;
        Some(Value::scalar(
            Type::from(&func.result),
            Term::apply(func.clone(), terms),
        ))
    }

    /// `reach(f, x, y)` and `between(f, x, y, z)`.
    fn reachability(&mut self, name: &Name, args: &[Expr], span: Span) -> Option<Value> {
        let want = if &*name.text == heap::REACH { 3 } else { 4 };
        if args.len() != want {
            self.error(|| arity("function", name, want, args.len(), span));
            args.iter().for_each(|arg| drop(self.expr(arg)));
            return None;
        }
        let field = Type::map(Type::Ref, Type::Ref);
        let types = std::iter::once(&field).chain(std::iter::repeat(&Type::Ref));
        let terms: Vec<Option<Term>> = args.iter().zip(types).map(|(a, ty)| self.scalar(a, ty)).collect();
        let terms = terms.into_iter().collect::<Option<Vec<Term>>>()?;
        let mut terms = terms.into_iter();
        let (field, x, y) = (terms.next()?, terms.next()?, terms.next()?);
        let z = terms.next().unwrap_or_else(|| y.clone());
        Some(boolean(Term::between(field, x, y, z)))
    }

    /// What must be true for the evaluation to go on.
    fn demand(&mut self, kind: CheckKind, span: Span, formula: impl FnOnce() -> Term) {
        if self.checks.demand(kind, span, formula).is_err() {
            self.error(|| {
                Diagnostic::error(
                    span,
                    "too many operands stand before this one, which is protected by them",
                )
                .help("split this into smaller parts")
            });
        }
    }
}

fn boolean(term: Term) -> Value {
    Value::scalar(Type::Bool, term)
}

fn integer(term: Term) -> Value {
    Value::scalar(Type::Int, term)
}

/// The error that an expression has another type than it must.
pub(super) fn mismatch(span: Span, want: &Type, found: &Type) -> Diagnostic {
    let error = Diagnostic::error(span, format!("expected `{want}`, found `{found}`"));
    match (want, found) {
        (Type::Array(_), Type::Map(_)) | (Type::Map(_), Type::Array(_)) => {
            error.note("an array has a length, a map has none")
        }
        _ => error,
    }
}

/// The error that there are too many or too few arguments.
pub(super) fn arity(what: &str, name: &Name, want: usize, found: usize, span: Span) -> Diagnostic {
    let plural = if want == 1 { "argument" } else { "arguments" };
    Diagnostic::error(
        span,
        format!("the {what} `{}` takes {want} {plural}, not {found}", name.text),
    )
}

//! Traversals of trees.

use super::ast::{
    BinaryOp, Decl, Designator, Expr, ExprKind as E, Init, LoopSpec, Stmt, StmtKind as S, Type, TypeKind,
};

/// The expressions directly inside an expression; those of statements inside included.
pub fn children(e: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    match &*e.kind {
        E::Int(_) | E::Char(_) | E::Float(_) | E::Str(_) | E::Name(_) | E::LabelAddress(_) => {}
        E::SizeofType(_) | E::Alignof(_) | E::Offsetof(..) => {}
        E::Result | E::Bool(_) | E::Null | E::Nothing => {}
        E::Binary(_, a, b) | E::Assign(_, a, b) | E::Comma(a, b) | E::Index(a, b) | E::Let(_, a, b) => {
            found.extend([a, b]);
        }
        E::Unary(_, a) | E::Member(a, _) | E::Arrow(a, _) | E::Cast(_, a) | E::SizeofExpr(a) => found.push(a),
        E::Old(a) | E::At(a, _) | E::Quantifier(_, _, a) | E::Named(_, a) | E::Lambda(_, a) => found.push(a),
        E::Step { place, .. } => found.push(place),
        E::Conditional(c, a, b) => {
            found.push(c);
            found.extend(a);
            found.push(b);
        }
        E::Call(f, _, args) => {
            found.push(f);
            found.extend(args);
        }
        E::Compound(_, init) => initial(init, &mut found),
        E::StmtExpr(block) => statements(block, &mut |s| found.extend(expressions(s))),
        E::Generic(a, arms) => {
            found.push(a);
            found.extend(arms.iter().map(|(_, e)| e));
        }
        E::Builtin(_, args) | E::Acsl(_, _, args) | E::Set(args) => found.extend(args),
        E::Chain(a, rest) => {
            found.push(a);
            found.extend(rest.iter().map(|(_, e)| e));
        }
        E::Range(a, b) => found.extend(a.iter().chain(b)),
        E::With(a, path, b) => {
            found.push(a);
            designators(path, &mut found);
            found.push(b);
        }
    }
    found
}

fn designators<'a>(path: &'a [Designator], found: &mut Vec<&'a Expr>) {
    for d in path {
        match d {
            Designator::Field(_) => {}
            Designator::Index(i) => found.push(i),
            Designator::Range(a, b) => found.extend([a, b]),
        }
    }
}

/// The expressions in an initialiser.
pub fn initial<'a>(init: &'a Init, found: &mut Vec<&'a Expr>) {
    match init {
        Init::Expr(e) => found.push(e),
        Init::List(parts, _) => {
            for (path, part) in parts {
                designators(path, found);
                initial(part, found);
            }
        }
    }
}

/// The expressions of a statement itself, those in its annotations included.
pub fn expressions(s: &Stmt) -> Vec<&Expr> {
    let mut found = Vec::new();
    match &s.kind {
        S::While(spec, ..) | S::DoWhile(spec, ..) | S::For(spec, ..) | S::Label(_, spec, _) => {
            annotation(spec, &mut found);
        }
        S::Assert(_, _, e) => found.push(e),
        _ => {}
    }
    found.extend(evaluated(s));
    found
}

/// The expressions of a statement itself that the program evaluates.
pub fn evaluated(s: &Stmt) -> Vec<&Expr> {
    let mut found = Vec::new();
    match &s.kind {
        S::Decl(decls) => decls.iter().for_each(|d| declared(d, &mut found)),
        S::Expr(e) | S::GotoComputed(e) | S::Switch(e, _) | S::If(e, ..) => found.push(e),
        S::While(_, e, _) | S::DoWhile(_, _, e) => found.push(e),
        S::For(_, _, test, step, _) => found.extend(test.iter().chain(step)),
        S::Case(a, b, _) => {
            found.push(a);
            found.extend(b);
        }
        S::Return(e) => found.extend(e),
        S::Asm(args) => found.extend(args),
        _ => {}
    }
    found
}

fn declared<'a>(d: &'a Decl, found: &mut Vec<&'a Expr>) {
    sizes(&d.ty, found);
    if let Some(init) = &d.init {
        initial(init, found);
    }
}

/// The sizes of arrays that are written in a type.
fn sizes<'a>(ty: &'a Type, found: &mut Vec<&'a Expr>) {
    match &*ty.kind {
        TypeKind::Array(of, size) => {
            found.extend(size);
            sizes(of, found);
        }
        TypeKind::Pointer(to) => sizes(to, found),
        _ => {}
    }
}

/// The expressions of a loop's annotation.
fn annotation<'a>(spec: &'a LoopSpec, found: &mut Vec<&'a Expr>) {
    found.extend(spec.invariants.iter().map(|c| &c.formula));
    found.extend(&spec.predicates);
    found.extend(spec.assigns.iter().flat_map(|a| &a.places));
    found.extend(spec.variant.iter().map(|(e, _)| e));
}

/// The statements directly inside a statement.
pub fn inner(s: &Stmt) -> Vec<&Stmt> {
    match &s.kind {
        S::Block(block) => block.iter().collect(),
        S::If(_, yes, no) => std::iter::once(&**yes).chain(no.as_deref()).collect(),
        S::While(_, _, body) | S::DoWhile(_, body, _) | S::Switch(_, body) => vec![body],
        S::For(_, init, _, _, body) => init.as_deref().into_iter().chain([&**body]).collect(),
        S::Case(_, _, body) | S::Default(body) | S::Label(_, _, body) | S::Contract(_, body) => vec![body],
        _ => Vec::new(),
    }
}

/// Every statement, parents first.
pub fn statements<'a>(block: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for s in block {
        each(s, visit);
    }
}

fn each<'a>(s: &'a Stmt, visit: &mut dyn FnMut(&'a Stmt)) {
    visit(s);
    for part in inner(s) {
        each(part, visit);
    }
}

/// Every expression of a block, whole ones first, those in annotations included.
pub fn each_expr<'a>(block: &'a [Stmt], visit: &mut dyn FnMut(&'a Expr)) {
    statements(block, &mut |s| {
        for e in expressions(s) {
            each_part(e, visit);
        }
    });
}

/// Every expression of a block that the program evaluates, whole ones first.
pub fn each_evaluated<'a>(block: &'a [Stmt], visit: &mut dyn FnMut(&'a Expr)) {
    statements(block, &mut |s| {
        evaluated(s).into_iter().for_each(|e| each_part(e, visit));
    });
}

/// The parts of a conjunction, without names of formulas.
pub fn conjuncts<'e>(e: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &*e.kind {
        E::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, parts);
            conjuncts(b, parts);
        }
        E::Named(_, inner) => conjuncts(inner, parts),
        _ => parts.push(e),
    }
}

/// An expression and every one inside it.
pub fn each_part<'a>(e: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(e);
    for part in children(e) {
        each_part(part, visit);
    }
}

/// Is a function of that name called in an expression?
pub fn mentions_call(e: &Expr, name: &str) -> bool {
    let mut found = false;
    each_part(e, &mut |e| {
        found |= matches!(&*e.kind, E::Call(f, _, _) if matches!(&*f.kind, E::Name(n) if &*n.text == name));
    });
    found
}

//! The tree as S-expressions, for tests alone.

use crate::syntax::ast::*;

/// A list in parentheses; empty parts are left out.
fn list(head: &str, parts: impl IntoIterator<Item = String>) -> String {
    let mut text = format!("({head}");
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        text.push(' ');
        text.push_str(&part);
    }
    text + ")"
}

fn labels(names: &[Name]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!("{{{}}}", names.iter().map(|n| &*n.text).collect::<Vec<_>>().join(" "))
}

fn binders(all: &[(Type, Name)]) -> String {
    let each = all.iter().map(|(ty, name)| format!("{} {}", show_type(ty), name.text));
    format!("[{}]", each.collect::<Vec<_>>().join(", "))
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::Not => "!",
        UnaryOp::BitNot => "~",
        UnaryOp::Deref => "*",
        UnaryOp::Address => "&",
        UnaryOp::Real => "__real__",
    }
}

fn exprs(all: &[Expr]) -> impl Iterator<Item = String> + '_ {
    all.iter().map(show_expr)
}

pub(super) fn show_expr(expr: &Expr) -> String {
    match &*expr.kind {
        ExprKind::Int(lit) => lit.value.to_string(),
        ExprKind::Char(value) => format!("'{value}'"),
        ExprKind::Float(text) => text.clone(),
        ExprKind::Str(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
        ExprKind::Name(name) => name.text.to_string(),
        ExprKind::Binary(o, a, b) => list(o.symbol(), [show_expr(a), show_expr(b)]),
        ExprKind::Unary(o, a) => list(unary(*o), [show_expr(a)]),
        ExprKind::Assign(o, a, b) => {
            let head = format!("{}=", o.map_or("", BinaryOp::symbol));
            list(&head, [show_expr(a), show_expr(b)])
        }
        ExprKind::Step { up, prefix, place } => {
            let sign = if *up { "++" } else { "--" };
            let head = if *prefix {
                format!("{sign}_")
            } else {
                format!("_{sign}")
            };
            list(&head, [show_expr(place)])
        }
        ExprKind::Conditional(c, a, b) => list(
            "?",
            [show_expr(c), a.as_ref().map_or("_".into(), show_expr), show_expr(b)],
        ),
        ExprKind::Comma(a, b) => list(",", [show_expr(a), show_expr(b)]),
        ExprKind::Call(f, l, args) => {
            let head = show_expr(f) + &labels(l);
            list(&head, exprs(args))
        }
        ExprKind::Index(a, i) => list("[]", [show_expr(a), show_expr(i)]),
        ExprKind::Member(a, x) => list(".", [show_expr(a), x.text.to_string()]),
        ExprKind::Arrow(a, x) => list("->", [show_expr(a), x.text.to_string()]),
        ExprKind::Cast(ty, a) => list("cast", [show_type(ty), show_expr(a)]),
        ExprKind::SizeofExpr(a) => list("sizeof", [show_expr(a)]),
        ExprKind::SizeofType(ty) => list("sizeof", [format!("<{}>", show_type(ty))]),
        ExprKind::Result => "\\result".into(),
        ExprKind::Bool(value) => format!("\\{value}"),
        ExprKind::Null => "\\null".into(),
        ExprKind::Nothing => "\\nothing".into(),
        ExprKind::Old(a) => list("\\old", [show_expr(a)]),
        ExprKind::At(a, label) => list("\\at", [show_expr(a), label.text.to_string()]),
        ExprKind::Quantifier(q, b, body) => {
            let head = match q {
                Quantifier::Forall => "\\forall",
                Quantifier::Exists => "\\exists",
            };
            list(head, [binders(b), show_expr(body)])
        }
        ExprKind::Let(name, value, body) => list("\\let", [name.text.to_string(), show_expr(value), show_expr(body)]),
        ExprKind::Chain(first, rest) => {
            let rest = rest.iter().map(|(o, e)| format!("{} {}", o.symbol(), show_expr(e)));
            list("chain", std::iter::once(show_expr(first)).chain(rest))
        }
        ExprKind::Range(a, b) => {
            let end = |e: &Option<Expr>| e.as_ref().map_or("_".into(), show_expr);
            list("..", [end(a), end(b)])
        }
        ExprKind::Set(all) => list("set", exprs(all)),
        ExprKind::Named(name, a) => list(&format!("{}:", name.text), [show_expr(a)]),
        ExprKind::With(a, path, value) => list("\\with", [show_expr(a), designators(path), show_expr(value)]),
        ExprKind::Acsl(name, l, args) => list(&format!("\\{}{}", name.text, labels(l)), exprs(args)),
        ExprKind::Lambda(b, body) => list("\\lambda", [binders(b), show_expr(body)]),
        other => format!("<{other:?}>"),
    }
}

fn designators(path: &[Designator]) -> String {
    let each = path.iter().map(|step| match step {
        Designator::Field(name) => format!(".{}", name.text),
        Designator::Index(i) => format!("[{}]", show_expr(i)),
        Designator::Range(a, b) => format!("[{}...{}]", show_expr(a), show_expr(b)),
    });
    each.collect()
}

pub(super) fn show_type(ty: &Type) -> String {
    let plain = match &*ty.kind {
        TypeKind::Void => "void".into(),
        TypeKind::Int(int) => format!("{int:?}").to_lowercase(),
        TypeKind::Float(words) | TypeKind::Other(words) => words.clone(),
        TypeKind::Named(name) => name.text.to_string(),
        TypeKind::Record(RecordKind::Struct, name) => format!("struct {}", name.text),
        TypeKind::Record(RecordKind::Union, name) => format!("union {}", name.text),
        TypeKind::Enum(name) => format!("enum {}", name.text),
        TypeKind::Pointer(to) => format!("{}*", show_type(to)),
        TypeKind::Array(of, size) => {
            format!("{}[{}]", show_type(of), size.as_ref().map_or(String::new(), show_expr))
        }
        TypeKind::Function(function) => format!("<fn {}>", show_type(&function.result)),
        other => format!("<{other:?}>"),
    };
    if ty.is_const { format!("const {plain}") } else { plain }
}

fn kind(kind: AssertKind) -> &'static str {
    match kind {
        AssertKind::Assert => "",
        AssertKind::Check => "check",
        AssertKind::Admit => "admit",
    }
}

fn behaviors(names: &[Name]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!("for{}", labels(names))
}

fn clauses<'a>(word: &'a str, all: &'a [Clause]) -> impl Iterator<Item = String> + 'a {
    all.iter().map(move |c| {
        let parts = [kind(c.kind).to_string(), behaviors(&c.behaviors), show_expr(&c.formula)];
        list(word, parts)
    })
}

fn assigns(word: &str, all: &Option<Assigns>) -> Option<String> {
    Some(list(word, exprs(&all.as_ref()?.places)))
}

pub(super) fn show_behavior(behavior: &Behavior) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(clauses("assumes", &behavior.assumes));
    parts.extend(clauses("requires", &behavior.requires));
    parts.extend(assigns("assigns", &behavior.assigns));
    parts.extend(clauses("ensures", &behavior.ensures));
    parts.extend(clauses("exits", &behavior.exits));
    parts.extend(behavior.others.iter().map(|(word, _)| list("other", [word.clone()])));
    parts
}

pub(super) fn show_contract(contract: &Contract) -> String {
    let mut parts = show_behavior(&contract.common);
    parts.extend(contract.terminates.as_ref().map(|e| list("terminates", [show_expr(e)])));
    parts.extend(contract.decreases.as_ref().map(|e| list("decreases", [show_expr(e)])));
    for behavior in &contract.behaviors {
        let name = behavior.name.as_ref().map_or("?", |n| &n.text);
        parts.push(list(&format!("behavior {name}"), show_behavior(behavior)));
    }
    for (word, all) in [("complete", &contract.complete), ("disjoint", &contract.disjoint)] {
        parts.extend(all.iter().map(|(names, _)| list(word, [labels(names)])));
    }
    list("contract", parts)
}

pub(super) fn show_loop(spec: &LoopSpec) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(clauses("invariant", &spec.invariants));
    parts.extend(assigns("assigns", &spec.assigns));
    parts.extend(spec.variant.as_ref().map(|(e, relation)| {
        let relation = relation.as_ref().map_or(String::new(), |n| format!("for {}", n.text));
        list("variant", [show_expr(e), relation])
    }));
    parts.extend(spec.predicates.iter().map(|p| list("predicate", [show_expr(p)])));
    parts.extend(
        spec.skolems
            .iter()
            .map(|s| list("skolem", [binders(std::slice::from_ref(s))])),
    );
    list("loop", parts)
}

fn head(head: &LogicHead) -> String {
    let reads = head.reads.as_ref().map(|all| list("reads", exprs(all)));
    format!(
        "{}{} {}{}",
        head.name.text,
        labels(&head.labels),
        binders(&head.params),
        reads.map_or(String::new(), |r| format!(" {r}"))
    )
}

pub(super) fn show_logic(logic: &Logic) -> String {
    match &logic.kind {
        LogicKind::Predicate(h, body) => list(
            "predicate",
            std::iter::once(head(h)).chain(body.as_ref().map(show_expr)),
        ),
        LogicKind::Function(ty, h, body) => list(
            "logic",
            [show_type(ty), head(h)].into_iter().chain(body.as_ref().map(show_expr)),
        ),
        LogicKind::Inductive(h, cases) => {
            let cases = cases
                .iter()
                .map(|case| list(&format!("case {}", case.name.text), [show_expr(&case.formula)]));
            list("inductive", std::iter::once(head(h)).chain(cases))
        }
        LogicKind::Lemma {
            name,
            labels: l,
            formula,
            assumed,
        } => {
            let word = if *assumed { "axiom" } else { "lemma" };
            list(word, [format!("{}{}", name.text, labels(l)), show_expr(formula)])
        }
        LogicKind::GlobalInvariant(name, formula) => {
            list("global invariant", [name.text.to_string(), show_expr(formula)])
        }
        LogicKind::Axiomatic(name, all) => {
            let all = all.iter().map(show_logic);
            list("axiomatic", std::iter::once(name.text.to_string()).chain(all))
        }
        LogicKind::Type(name) => list("type", [name.text.to_string()]),
        LogicKind::Other(words) => list("other", [words.clone()]),
        LogicKind::Ghost(decls) => list("ghost", decls.iter().map(show_decl)),
    }
}

pub(super) fn show_decl(decl: &Decl) -> String {
    let init = match &decl.init {
        None => String::new(),
        Some(Init::Expr(e)) => format!("= {}", show_expr(e)),
        Some(Init::List(..)) => "= {…}".into(),
    };
    let ghost = if decl.ghost { "ghost" } else { "" };
    let contract = decl.contract.as_ref().map_or(String::new(), show_contract);
    list(
        "decl",
        [
            ghost.into(),
            show_type(&decl.ty),
            decl.name.text.to_string(),
            init,
            contract,
        ],
    )
}

fn block(all: &[Stmt]) -> impl Iterator<Item = String> + '_ {
    all.iter().map(show_stmt)
}

pub(super) fn show_stmt(stmt: &Stmt) -> String {
    let text = match &stmt.kind {
        StmtKind::Empty => ";".into(),
        StmtKind::Block(all) => list("block", block(all)),
        StmtKind::Decl(decls) => decls.iter().map(show_decl).collect::<Vec<_>>().join(" "),
        StmtKind::Expr(e) => show_expr(e),
        StmtKind::If(c, a, b) => list(
            "if",
            [
                show_expr(c),
                show_stmt(a),
                b.as_ref().map_or(String::new(), |b| show_stmt(b)),
            ],
        ),
        StmtKind::While(spec, c, body) => list("while", [show_loop(spec), show_expr(c), show_stmt(body)]),
        StmtKind::DoWhile(spec, body, c) => list("do", [show_loop(spec), show_stmt(body), show_expr(c)]),
        StmtKind::For(spec, _, _, _, body) => list("for", [show_loop(spec), show_stmt(body)]),
        StmtKind::Label(name, spec, inner) => {
            list(&format!("label {}", name.text), [show_loop(spec), show_stmt(inner)])
        }
        StmtKind::Return(e) => list("return", e.as_ref().map(show_expr)),
        StmtKind::Assert(k, names, e) => {
            let word = match k {
                AssertKind::Assert => "assert",
                other => kind(*other),
            };
            list(word, [behaviors(names), show_expr(e)])
        }
        StmtKind::Contract(contract, inner) => list("under", [show_contract(contract), show_stmt(inner)]),
        StmtKind::Break => "break".into(),
        StmtKind::Continue => "continue".into(),
        StmtKind::Goto(name) => format!("goto {}", name.text),
        other => format!("<{other:?}>"),
    };
    if stmt.ghost { format!("ghost:{text}") } else { text }
}

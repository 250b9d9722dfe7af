//! Trees as short text, with parentheses around whatever has parts.

use super::*;

pub fn block(block: &Block) -> String {
    let all: Vec<String> = block.iter().map(stmt).collect();
    all.join(" ")
}

pub fn ty(ty: &TypeRef) -> String {
    format!("{}{}", ty.name, "[]".repeat(ty.dims))
}

pub fn modifiers(m: &Modifiers) -> String {
    let all = [
        (m.public, "public"),
        (m.private, "private"),
        (m.protected, "protected"),
        (m.is_static, "static"),
        (m.is_final, "final"),
        (m.is_abstract, "abstract"),
        (m.native, "native"),
        (m.synchronized, "synchronized"),
        (m.default, "default"),
        (m.pure, "pure"),
        (m.helper, "helper"),
        (m.non_null, "non_null"),
        (m.nullable, "nullable"),
        (m.spec_public, "spec_public"),
        (m.ghost, "ghost"),
        (m.model, "model"),
        (m.instance, "instance"),
        (m.non_null_by_default, "non_null_by_default"),
        (m.nullable_by_default, "nullable_by_default"),
    ];
    let words: Vec<&str> = all.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
    words.join(" ")
}

fn spaced(modifiers: &Modifiers) -> String {
    let words = self::modifiers(modifiers);
    if words.is_empty() { words } else { words + " " }
}

pub fn param(p: &Param) -> String {
    let dots = if p.variadic { "..." } else { "" };
    format!("{}{}{dots} {}", spaced(&p.modifiers), ty(&p.ty), p.name.text)
}

pub fn params(params: &[Param]) -> String {
    params.iter().map(param).collect::<Vec<_>>().join(", ")
}

pub fn local(l: &Local) -> String {
    let init = l
        .init
        .as_ref()
        .map_or(String::new(), |init| format!(" = {}", expr(init)));
    format!("{}{} {}{init}", spaced(&l.modifiers), ty(&l.ty), l.name.text)
}

pub fn field(f: &Field) -> String {
    let init = f
        .init
        .as_ref()
        .map_or(String::new(), |init| format!(" = {}", expr(init)));
    format!("{}{} {}{init}", spaced(&f.modifiers), ty(&f.ty), f.name.text)
}

pub fn fields(class: &Class) -> String {
    class.fields.iter().map(field).collect::<Vec<_>>().join("; ")
}

pub fn method(m: &Method) -> String {
    let what = if m.constructor {
        "constructor ".to_string()
    } else {
        format!("{} ", ty(&m.result))
    };
    format!("{}{what}{}({})", spaced(&m.modifiers), m.name.text, params(&m.params))
}

pub fn location(l: &Location) -> String {
    match l {
        Location::Nothing => "nothing".to_string(),
        Location::StrictlyNothing => "strictly_nothing".to_string(),
        Location::Everything => "everything".to_string(),
        Location::One(e) => expr(e),
        Location::Elements(e) => format!("{}[*]", expr(e)),
        Location::Range(e, from, to) => format!("{}[{}..{}]", expr(e), expr(from), expr(to)),
        Location::Fields(e) => format!("{}.*", expr(e)),
    }
}

fn clauses(word: &str, clauses: &[Clause]) -> Vec<String> {
    clauses.iter().map(|c| format!("{word} {}", expr(&c.formula))).collect()
}

fn frame(frame: &Option<Assignable>) -> Vec<String> {
    let locations = |f: &Assignable| f.locations.iter().map(location).collect::<Vec<_>>().join(", ");
    frame.iter().map(|f| format!("assignable {}", locations(f))).collect()
}

pub fn case(case: &SpecCase) -> String {
    let mut all = vec![format!("{:?}", case.behavior)];
    all.extend(clauses("requires", &case.requires));
    all.extend(clauses("ensures", &case.ensures));
    for s in &case.signals {
        let name = s.name.as_ref().map_or("", |name| &name.text);
        let formula = s.formula.as_ref().map_or("-".to_string(), expr);
        all.push(format!("signals {} {name} {formula}", ty(&s.ty)));
    }
    for (types, _) in &case.signals_only {
        all.push(format!(
            "signals_only {}",
            types.iter().map(ty).collect::<Vec<_>>().join(", ")
        ));
    }
    all.extend(frame(&case.assignable));
    all.extend(clauses("decreases", &case.decreases));
    all.join("; ")
}

pub fn spec(spec: &MethodSpec) -> String {
    let also = if spec.also { "also " } else { "" };
    format!(
        "{also}{}",
        spec.cases.iter().map(case).collect::<Vec<_>>().join(" also ")
    )
}

pub fn loop_spec(spec: &LoopSpec) -> String {
    let mut all = clauses("invariant", &spec.invariants);
    all.extend(clauses("decreases", &spec.decreases));
    all.extend(frame(&spec.assignable));
    all.extend(clauses("predicate", &spec.predicates));
    all.extend(spec.skolems.iter().map(|(t, n)| format!("skolem {} {}", ty(t), n.text)));
    if all.is_empty() {
        String::new()
    } else {
        format!("[{}] ", all.join("; "))
    }
}

fn cases(cases: &[Case]) -> String {
    let one = |case: &Case| {
        let default = if case.default { "default" } else { "" };
        let arrow = if case.arrow { "->" } else { ":" };
        format!("{}{default}{arrow} {}", exprs(&case.labels), block(&case.body))
    };
    cases.iter().map(one).collect::<Vec<_>>().join(" | ")
}

pub fn stmt(s: &Stmt) -> String {
    let label = |name: &Option<Name>| name.as_ref().map_or(String::new(), |n| format!(" {}", n.text));
    match &s.kind {
        StmtKind::Empty => ";".to_string(),
        StmtKind::Block(b) => format!("{{{}}}", block(b)),
        StmtKind::Local(all) => format!("{};", all.iter().map(local).collect::<Vec<_>>().join(", ")),
        StmtKind::LocalClass(class) => format!("class {};", class.name.text),
        StmtKind::Expr(e) => format!("{};", expr(e)),
        StmtKind::If(c, yes, None) => format!("if {} {}", expr(c), stmt(yes)),
        StmtKind::If(c, yes, Some(no)) => format!("if {} {} else {}", expr(c), stmt(yes), stmt(no)),
        StmtKind::While(spec, c, b) => format!("{}while {} {}", loop_spec(spec), expr(c), stmt(b)),
        StmtKind::Do(spec, b, c) => format!("{}do {} while {};", loop_spec(spec), stmt(b), expr(c)),
        StmtKind::For(spec, init, c, update, b) => format!(
            "{}for ({}|{}|{}) {}",
            loop_spec(spec),
            block(init),
            c.as_ref().map_or(String::new(), expr),
            exprs(update),
            stmt(b)
        ),
        StmtKind::ForEach(spec, p, e, b) => {
            format!("{}for ({} : {}) {}", loop_spec(spec), param(p), expr(e), stmt(b))
        }
        StmtKind::Labeled(name, inner) => format!("{}: {}", name.text, stmt(inner)),
        StmtKind::Switch(e, all) => format!("switch {} {{{}}}", expr(e), cases(all)),
        StmtKind::Break(name) => format!("break{};", label(name)),
        StmtKind::Continue(name) => format!("continue{};", label(name)),
        StmtKind::Yield(e) => format!("yield {};", expr(e)),
        StmtKind::Return(None) => "return;".to_string(),
        StmtKind::Return(Some(e)) => format!("return {};", expr(e)),
        StmtKind::Throw(e) => format!("throw {};", expr(e)),
        StmtKind::Try(t) => {
            let resources = t
                .resources
                .iter()
                .map(|r| local(&r.local))
                .collect::<Vec<_>>()
                .join("; ");
            let mut all = format!("try ({resources}) {{{}}}", block(&t.body));
            for c in &t.catches {
                let types = c.types.iter().map(ty).collect::<Vec<_>>().join(" | ");
                all += &format!(" catch ({types} {}) {{{}}}", c.name.text, block(&c.body));
            }
            all + &t
                .finally
                .as_ref()
                .map_or(String::new(), |f| format!(" finally {{{}}}", block(f)))
        }
        StmtKind::Assert(c, None) => format!("assert {};", expr(c)),
        StmtKind::Assert(c, Some(m)) => format!("assert {} : {};", expr(c), expr(m)),
        StmtKind::Synchronized(e, b) => format!("synchronized {} {{{}}}", expr(e), block(b)),
        StmtKind::JmlAssert(e) => format!("@assert {};", expr(e)),
        StmtKind::JmlAssume(e) => format!("@assume {};", expr(e)),
        StmtKind::JmlUnreachable => "@unreachable;".to_string(),
        StmtKind::JmlSet(e) => format!("@set {};", expr(e)),
        StmtKind::JmlHavoc(e) => format!("@havoc {};", expr(e)),
        StmtKind::Unknown(what) => format!("<{what}>"),
    }
}

fn exprs(all: &[Expr]) -> String {
    all.iter().map(expr).collect::<Vec<_>>().join(", ")
}

pub fn expr(e: &Expr) -> String {
    match &*e.kind {
        ExprKind::Literal(l) => literal(l),
        ExprKind::Name(name) => name.to_string(),
        ExprKind::This(None) => "this".to_string(),
        ExprKind::This(Some(t)) => format!("{}.this", ty(t)),
        ExprKind::Super(None) => "super".to_string(),
        ExprKind::Super(Some(t)) => format!("{}.super", ty(t)),
        ExprKind::Field(e, name) => format!("{}.{}", expr(e), name.text),
        ExprKind::Index(a, i) => format!("{}[{}]", expr(a), expr(i)),
        ExprKind::Call(None, name, args) => format!("{}({})", name.text, exprs(args)),
        ExprKind::Call(Some(e), name, args) => format!("{}.{}({})", expr(e), name.text, exprs(args)),
        ExprKind::NewInside(outer, made) => format!("{}.{}", expr(outer), expr(made)),
        ExprKind::New(t, args, body) => {
            format!(
                "new {}({}){}",
                ty(t),
                exprs(args),
                if body.is_some() { "{}" } else { "" }
            )
        }
        ExprKind::NewArray(t, sizes, init) => {
            let init = init.as_ref().map_or(String::new(), expr);
            format!("new {}<{}>{init}", ty(t), exprs(sizes))
        }
        ExprKind::ArrayInit(all) => format!("{{{}}}", exprs(all)),
        ExprKind::Unary(op, e) => format!("({op:?} {})", expr(e)),
        ExprKind::Step { prefix, up, target } => {
            let op = if *up { "++" } else { "--" };
            let target = expr(target);
            if *prefix {
                format!("({op}{target})")
            } else {
                format!("({target}{op})")
            }
        }
        ExprKind::Binary(op, a, b) => format!("({op:?} {} {})", expr(a), expr(b)),
        ExprKind::Assign(None, a, b) => format!("({} = {})", expr(a), expr(b)),
        ExprKind::Assign(Some(op), a, b) => format!("({} {op:?}= {})", expr(a), expr(b)),
        ExprKind::Conditional(c, a, b) => format!("({} ? {} : {})", expr(c), expr(a), expr(b)),
        ExprKind::Cast(t, e) => format!("(({}) {})", ty(t), expr(e)),
        ExprKind::InstanceOf(e, t, name) => {
            let name = name.as_ref().map_or(String::new(), |n| format!(" {}", n.text));
            format!("({} instanceof {}{name})", expr(e), ty(t))
        }
        ExprKind::ClassLiteral(t) => format!("{}.class", ty(t)),
        ExprKind::Switch(e, all) => format!("switch {} {{{}}}", expr(e), cases(all)),
        ExprKind::Lambda => "lambda".to_string(),
        ExprKind::MethodReference(name) => format!("::{name}"),
        ExprKind::Old(e, None) => format!("old({})", expr(e)),
        ExprKind::Old(e, Some(label)) => format!("old({}, {label})", expr(e)),
        ExprKind::Result => "result".to_string(),
        ExprKind::Quantified(kind, t, names, range, e) => {
            let names = names.iter().map(|n| &*n.text).collect::<Vec<_>>().join(", ");
            let range = range.as_ref().map_or(String::new(), expr);
            format!("({kind:?} {} {names}; {range}; {})", ty(t), expr(e))
        }
        ExprKind::NonNullElements(e) => format!("nonnullelements({})", expr(e)),
        ExprKind::Fresh(all) => format!("fresh({})", exprs(all)),
        ExprKind::TypeOf(e) => format!("typeof({})", expr(e)),
        ExprKind::ElemType(e) => format!("elemtype({})", expr(e)),
        ExprKind::TypeLiteral(t) => format!("type({})", ty(t)),
        ExprKind::Count => "count".to_string(),
        ExprKind::NotModified(all) => format!("not_modified({})", exprs(all)),
        ExprKind::Allocated(e) => format!("allocated({})", expr(e)),
        ExprKind::Key(e) => format!("key({})", expr(e)),
        ExprKind::Reach(all) => format!("walk({})", exprs(all)),
        ExprKind::Such(t, name, e) => format!("{{{} {} | {}}}", ty(t), name.text, expr(e)),
        ExprKind::Let(t, name, value, body) => {
            format!("(\\let {} {} {} {})", ty(t), name.text, expr(value), expr(body))
        }
        ExprKind::Math(math, a) => format!("({math:?} {})", expr(a)),
        ExprKind::InvariantFor(a) => format!("(\\invariant_for {})", expr(a)),
        ExprKind::StaticInvariantFor(t) => format!("(\\static_invariant_for {})", ty(t)),
        ExprKind::Unknown(what) => format!("<{what}>"),
    }
}

fn literal(l: &Literal) -> String {
    match l {
        Literal::Int(i) => i.to_string(),
        Literal::Long(i) => format!("{i}L"),
        Literal::Char(c) => format!("'{c}'"),
        Literal::Bool(b) => b.to_string(),
        Literal::String(units) => format!("{:?}", String::from_utf16_lossy(units)),
        Literal::Null => "null".to_string(),
        Literal::Float => "float".to_string(),
        Literal::Double => "double".to_string(),
    }
}

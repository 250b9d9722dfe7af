//! Trees as text.

use super::super::ast::*;

/// A type in words.
pub(super) fn show(ty: &Type) -> String {
    let kind = match &*ty.kind {
        TypeKind::Void => "void".to_string(),
        TypeKind::Int(int) => format!("{int:?}"),
        TypeKind::Float(words) => words.clone(),
        TypeKind::Named(name) => name.text.to_string(),
        TypeKind::Record(kind, name) => format!("{kind:?} {}", name.text),
        TypeKind::Enum(name) => format!("Enum {}", name.text),
        TypeKind::Pointer(to) => format!("*{}", show(to)),
        TypeKind::Array(of, size) => format!("[{}]{}", size.as_ref().map_or(String::new(), tree), show(of)),
        TypeKind::Function(f) => {
            let params: Vec<String> = f.params.iter().map(|p| show(&p.ty)).collect();
            let dots = if f.variadic { ", ..." } else { "" };
            format!("fn({}{dots})->{}", params.join(", "), show(&f.result))
        }
        TypeKind::TypeofExpr(e) => format!("typeof {}", tree(e)),
        TypeKind::Auto => "auto".to_string(),
        TypeKind::Other(words) => format!("?{words}"),
    };
    format!(
        "{}{}{kind}",
        if ty.is_const { "const " } else { "" },
        if ty.volatile { "volatile " } else { "" }
    )
}

/// An expression with all its parentheses.
pub(super) fn tree(e: &Expr) -> String {
    let list = |es: &[Expr]| es.iter().map(tree).collect::<Vec<_>>().join(", ");
    match &*e.kind {
        ExprKind::Int(lit) => lit.value.to_string(),
        ExprKind::Char(value) => format!("'{value}'"),
        ExprKind::Float(text) => text.clone(),
        ExprKind::Str(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
        ExprKind::Name(name) => name.text.to_string(),
        ExprKind::Binary(op, a, b) => format!("({op:?} {} {})", tree(a), tree(b)),
        ExprKind::Unary(op, a) => format!("({op:?} {})", tree(a)),
        ExprKind::Assign(None, a, b) => format!("(= {} {})", tree(a), tree(b)),
        ExprKind::Assign(Some(op), a, b) => format!("({op:?}= {} {})", tree(a), tree(b)),
        ExprKind::Step { up, prefix, place } => {
            let sign = if *up { "++" } else { "--" };
            match prefix {
                true => format!("({sign}{})", tree(place)),
                false => format!("({}{sign})", tree(place)),
            }
        }
        ExprKind::Conditional(c, a, b) => {
            format!(
                "({} ? {} : {})",
                tree(c),
                a.as_ref().map_or(String::new(), tree),
                tree(b)
            )
        }
        ExprKind::Comma(a, b) => format!("({}, {})", tree(a), tree(b)),
        ExprKind::Call(f, _, arguments) => format!("{}({})", tree(f), list(arguments)),
        ExprKind::Index(a, i) => format!("{}[{}]", tree(a), tree(i)),
        ExprKind::Member(a, x) => format!("{}.{}", tree(a), x.text),
        ExprKind::Arrow(a, x) => format!("{}->{}", tree(a), x.text),
        ExprKind::Cast(ty, a) => format!("<{}>{}", show(ty), tree(a)),
        ExprKind::SizeofExpr(a) => format!("sizeof {}", tree(a)),
        ExprKind::SizeofType(ty) => format!("sizeof<{}>", show(ty)),
        ExprKind::Alignof(ty) => format!("alignof<{}>", show(ty)),
        ExprKind::Builtin(name, arguments) => format!("{}!({})", name.text, list(arguments)),
        ExprKind::StmtExpr(stmts) => format!("{{{} statements}}", stmts.len()),
        other => format!("{other:?}"),
    }
}

//! Random trees, of every form the language has.

use super::super::ast::*;
use abide_logic::{Int, Quantifier};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::sync::Arc;

fn text() -> impl Strategy<Value = Arc<str>> {
    prop_oneof![
        6 => "[a-z][a-z0-9_'$@]{0,3}",
        1 => prop_oneof![Just("while"), Just("int"), Just("or"), Just("length"), Just("old")].prop_map(str::to_string),
        1 => "[^`\n\r]{1,5}",
        1 => Just("Find.find(int[])".to_string()),
    ]
    .prop_map(Arc::from)
}

fn name() -> impl Strategy<Value = Name> {
    text().prop_map(Name::new)
}

fn ty() -> impl Strategy<Value = Type> {
    prop_oneof![Just(Type::Int), Just(Type::Bool), Just(Type::Ref)].prop_recursive(3, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(k, v)| Type::map(k, v)),
            inner.prop_map(Type::array),
        ]
    })
}

fn binding() -> impl Strategy<Value = Binding> {
    (text(), ty()).prop_map(|(name, ty)| Binding::new(name, ty))
}

fn atom() -> impl Strategy<Value = ExprKind> {
    prop_oneof![
        text().prop_map(ExprKind::Name),
        name().prop_map(ExprKind::Field),
        any::<u128>().prop_map(|i| ExprKind::Int(Int::from(i))),
        any::<bool>().prop_map(ExprKind::Bool),
        Just(ExprKind::Null),
    ]
}

pub(super) fn expr() -> impl Strategy<Value = Expr> {
    atom().prop_map(Expr::new).prop_recursive(5, 24, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let sum_op = prop_oneof![Just(SumOp::Add), Just(SumOp::Sub)];
        let product_op = prop_oneof![Just(ProductOp::Mul), Just(ProductOp::Div), Just(ProductOp::Mod)];
        let compare_op = prop_oneof![
            Just(CompareOp::Eq),
            Just(CompareOp::Ne),
            Just(CompareOp::Lt),
            Just(CompareOp::Le),
            Just(CompareOp::Gt),
            Just(CompareOp::Ge),
        ];
        let quantifier = prop_oneof![Just(Quantifier::Forall), Just(Quantifier::Exists)];
        prop_oneof![
            boxed().prop_map(ExprKind::Old),
            boxed().prop_map(ExprKind::Unchecked),
            boxed().prop_map(ExprKind::Not),
            boxed().prop_map(ExprKind::Neg),
            (boxed(), vec((sum_op, inner.clone()), 1..4)).prop_map(|(e, all)| ExprKind::Sum(e, all)),
            (boxed(), vec((product_op, inner.clone()), 1..4)).prop_map(|(e, all)| ExprKind::Product(e, all)),
            vec(inner.clone(), 2..4).prop_map(ExprKind::And),
            vec(inner.clone(), 2..4).prop_map(ExprKind::Or),
            (boxed(), boxed()).prop_map(|(a, b)| ExprKind::Implies(a, b)),
            (compare_op, boxed(), boxed()).prop_map(|(op, a, b)| ExprKind::Compare(op, a, b)),
            (quantifier, vec(binding(), 1..3), boxed()).prop_map(|(q, vars, e)| ExprKind::Quant(q, vars, e)),
            (boxed(), boxed(), boxed()).prop_map(|(c, a, b)| ExprKind::Ite(c, a, b)),
            (boxed(), boxed()).prop_map(|(a, i)| ExprKind::Index(a, i)),
            (boxed(), boxed(), boxed()).prop_map(|(a, i, e)| ExprKind::Store(a, i, e)),
            (boxed(), name()).prop_map(|(e, f)| ExprKind::Dot(e, f)),
            (name(), vec(inner.clone(), 0..3)).prop_map(|(f, args)| ExprKind::Apply(f, args)),
            (ty(), boxed()).prop_map(|(k, e)| ExprKind::Const(k, e)),
        ]
        .prop_map(Expr::new)
    })
}

fn location() -> impl Strategy<Value = Location> {
    prop_oneof![name().prop_map(Location::Variable), name().prop_map(Location::Field)]
}

fn loop_clause() -> impl Strategy<Value = LoopClause> {
    prop_oneof![
        expr().prop_map(LoopClauseKind::Invariant),
        vec(expr(), 1..3).prop_map(LoopClauseKind::Predicate),
        vec(binding(), 1..3).prop_map(LoopClauseKind::Skolem),
    ]
    .prop_map(|kind| LoopClause {
        kind,
        place: Place::default(),
    })
}

fn stmt() -> impl Strategy<Value = Stmt> {
    let call = (vec(name(), 0..3), name(), vec(expr(), 0..3)).prop_map(|(targets, callee, args)| Call {
        targets,
        callee,
        args,
    });
    let simple = prop_oneof![
        (binding(), option::of(expr())).prop_map(|(b, e)| StmtKind::Var(b, e)),
        (vec(expr(), 1..3), vec(expr(), 1..3)).prop_map(|(targets, values)| StmtKind::Assign(targets, values)),
        vec(location(), 1..3).prop_map(StmtKind::Havoc),
        expr().prop_map(StmtKind::Assume),
        expr().prop_map(StmtKind::Assert),
        option::of(name()).prop_map(StmtKind::Break),
        option::of(name()).prop_map(StmtKind::Continue),
        (name(), vec(loop_clause(), 0..3)).prop_map(|(name, clauses)| StmtKind::Label(name, clauses)),
        vec(name(), 1..3).prop_map(StmtKind::Goto),
        call.prop_map(StmtKind::Call),
        Just(StmtKind::Return),
    ];
    let nowhere = |kind| Stmt {
        kind,
        place: Place::default(),
    };
    simple.prop_map(nowhere).prop_recursive(3, 12, 3, move |inner| {
        let block = || {
            vec(inner.clone(), 0..3).prop_map(|stmts| Block {
                stmts,
                place: Place::default(),
            })
        };
        let branch = (option::of(expr()), block()).prop_map(|(condition, block)| Branch { condition, block });
        let loops = (
            option::of(name()),
            option::of(expr()),
            vec(loop_clause(), 0..3),
            block(),
        );
        prop_oneof![
            (vec(branch, 1..3), option::of(block())).prop_map(|(all, last)| StmtKind::If(all, last)),
            vec(block(), 1..3).prop_map(StmtKind::Choose),
            loops.prop_map(|(label, condition, clauses, body)| StmtKind::While(While {
                label,
                keyword: Place::default(),
                condition,
                clauses,
                body,
            })),
        ]
        .prop_map(nowhere)
    })
}

fn clause() -> impl Strategy<Value = Clause> {
    prop_oneof![
        expr().prop_map(ClauseKind::Requires),
        expr().prop_map(ClauseKind::Ensures),
        vec(location(), 1..3).prop_map(ClauseKind::Modifies),
    ]
    .prop_map(|kind| Clause {
        kind,
        place: Place::default(),
    })
}

fn procedure() -> impl Strategy<Value = Procedure> {
    let mode = prop_oneof![Just(Mode::Plain), Just(Mode::Inout)];
    let param = (mode, binding()).prop_map(|(mode, binding)| Param { mode, binding });
    let body = vec(stmt(), 0..4).prop_map(|stmts| Block {
        stmts,
        place: Place::default(),
    });
    let parts = (
        name(),
        vec(param, 0..3),
        vec(binding(), 0..3),
        vec(clause(), 0..3),
        option::of(body),
    );
    parts.prop_map(|(name, params, results, clauses, body)| Procedure {
        name,
        params,
        results,
        clauses,
        body,
    })
}

fn item() -> impl Strategy<Value = Item> {
    let function = (name(), vec(binding(), 0..3), ty()).prop_map(|(name, params, result)| Function {
        name,
        params,
        result,
        result_place: Place::default(),
    });
    prop_oneof![
        1 => binding().prop_map(ItemKind::Field),
        1 => binding().prop_map(ItemKind::Global),
        1 => function.prop_map(ItemKind::Function),
        1 => expr().prop_map(ItemKind::Axiom),
        4 => procedure().prop_map(ItemKind::Procedure),
    ]
    .prop_map(|kind| Item {
        kind,
        place: Place::default(),
    })
}

pub(super) fn file() -> impl Strategy<Value = File> {
    vec(item(), 0..4).prop_map(|items| File { items })
}

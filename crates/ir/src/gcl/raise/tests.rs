//! Programs as other front ends make them, with everything `.gcl` itself would not produce.

use super::super::{load, print, print_expr};
use super::*;
use crate::program::{Check, CheckKind, Fact, Loop, LoopSpec, Stmt, StmtKind};
use abide_base::{FileId, Span};
use abide_logic::{Func, Sort};
use insta::assert_snapshot;

fn stmt(kind: StmtKind) -> program::Stmt {
    Stmt {
        kind,
        span: Span::default(),
    }
}

fn check(formula: Term) -> Check {
    Check {
        formula,
        span: Span::default(),
        kind: CheckKind::Bounds,
        demanded: None,
    }
}

fn fact(formula: Term) -> Fact {
    Fact {
        formula,
        span: Span::default(),
    }
}

/// The dump of a program, which is lowered and raised to itself.
fn dump(program: &Program) -> String {
    let text = print(&raise(program));
    let lowered = load(FileId(0), &text);
    assert_eq!(lowered.diagnostics, [], "{text}");
    assert_eq!(print(&raise(&lowered.program)), text);
    text
}

fn routine(name: &str, inputs: &[&Var], locals: &[&Var], body: Vec<program::Stmt>) -> Routine {
    Routine {
        name: name.to_string(),
        span: Span::default(),
        inputs: inputs.iter().map(|v| (*v).clone()).collect(),
        locals: locals.iter().map(|v| (*v).clone()).collect(),
        requires: Vec::new(),
        body,
        ensures: Vec::new(),
        next_tag: 100,
        definitions: Vec::new(),
        assumes: Vec::new(),
        unread: Vec::new(),
        calls: Default::default(),
    }
}

#[test]
fn names_that_repeat_or_cannot_be_written() {
    let x = Var::new("x", 0, Sort::Int);
    let inner = Var::new("x", 1, Sort::Int);
    let odd = Var::new("a`b\nc", 2, Sort::Bool);
    let keyword = Var::new("while", 3, Sort::Bool);
    let nameless = Var::new("", 4, Sort::Int);
    let next = Var::new(".next", 5, Sort::map(Sort::Ref, Sort::Ref));
    let copy = Var::new(".next", 6, Sort::map(Sort::Ref, Sort::Ref));
    let stranger = Var::new("stranger", 7, Sort::Int);
    let bound = Var::new("x", 8, Sort::Int);
    let all = Term::forall([bound.clone()], Term::lt(x.term(), bound.term()));
    let body = vec![
        stmt(StmtKind::Assign(vec![
            (copy.clone(), next.term()),
            (inner.clone(), nameless.term()),
        ])),
        stmt(StmtKind::Assume(Term::and([odd.term(), keyword.term(), all]))),
        stmt(StmtKind::Assign(vec![(x.clone(), stranger.term())])),
    ];
    let program = Program {
        routines: vec![
            routine(
                "m",
                &[&x, &odd, &keyword, &next],
                &[&inner, &nameless, &copy],
                body.clone(),
            ),
            routine("m", &[&x], &[], Vec::new()),
        ],
        ..Program::default()
    };
    assert_snapshot!(dump(&program), @r"
    field next: ref;

    procedure m(inout x: int, `a_b_c#2`: bool, `while`: bool) {
      var `x#1`: int;
      var `#4`: int;
      var `next#6`: map<ref, ref>;
      var stranger: int;
      `next#6`, `x#1` := .next, `#4`;
      assume `a_b_c#2` && `while` && (forall `x#8`: int :: x < `x#8`);
      x := stranger;
    }

    procedure `m#1`(x: int) {}
    ");
}

#[test]
fn every_statement() {
    let i = Var::new("i", 0, Sort::Int);
    let n = Var::new("n", 1, Sort::Int);
    let k = Var::new("k", 2, Sort::Int);
    let less = Term::lt(i.term(), n.term());
    let spec = LoopSpec {
        span: Span::default(),
        invariants: vec![check(Term::le(Term::int(-1), i.term()))],
        predicates: vec![fact(Term::lt(k.term(), i.term()))],
        skolems: vec![k.clone()],
        ..LoopSpec::default()
    };
    let divide = Term::div(n.term(), Term::sub(i.term(), Term::int(3)));
    let round = Loop {
        label: Some("l m".to_string()),
        spec: spec.clone(),
        prelude: vec![stmt(StmtKind::Assert(check(Term::ne(i.term(), Term::int(3)))))],
        condition: Some(Term::lt(divide.clone(), n.term())),
        body: vec![
            stmt(StmtKind::Assign(vec![(
                i.clone(),
                Term::add(divide, Term::div(n.term(), Term::int(2))),
            )])),
            stmt(StmtKind::Continue(Some("l m".to_string()))),
        ],
    };
    let body = vec![
        stmt(StmtKind::Havoc(vec![])),
        stmt(StmtKind::Assign(vec![])),
        stmt(StmtKind::If(
            Some(less.clone()),
            vec![stmt(StmtKind::Return)],
            vec![stmt(StmtKind::If(
                None,
                vec![],
                vec![stmt(StmtKind::Havoc(vec![i.clone()]))],
            ))],
        )),
        stmt(StmtKind::While(round)),
        stmt(StmtKind::While(Loop {
            label: None,
            spec: LoopSpec::default(),
            prelude: vec![stmt(StmtKind::Assert(check(less.clone())))],
            condition: None,
            body: vec![stmt(StmtKind::Break(None))],
        })),
        stmt(StmtKind::Choice(vec![vec![], vec![stmt(StmtKind::Choice(vec![]))]])),
        stmt(StmtKind::Label("`".to_string(), spec)),
        stmt(StmtKind::Goto(vec!["`".to_string()])),
    ];
    let mut routine = routine("r", &[&n], &[&i], body);
    routine.ensures = vec![check(less)];
    let program = Program {
        routines: vec![routine],
        ..Program::default()
    };
    assert_snapshot!(dump(&program), @r"
    procedure r(n: int) returns (i: int)
      ensures i < n;
    {
      if (i < n) {
        return;
      } else if (*) {} else {
        havoc i;
      }
      `l m`: while (true)
        invariant -1 <= i;
        skolem k: int;
        predicate k < i;
      {
        assert i != 3;
        if (unchecked(n <= n / (i - 3))) {
          break;
        }
        i := unchecked(n / (i - 3) + n / 2);
        continue `l m`;
      }
      while (true) {
        assert i < n;
        if (*) {
          break;
        }
        break;
      }
      choose {} or {
        assume false;
      }
      label `_#0`
        invariant -1 <= i;
        skolem k: int;
        predicate k < i;
      goto `_#0`;
    }
    ");
}

#[test]
fn fields_of_different_sorts_are_parameters() {
    let one = Var::new(".f", 0, Sort::map(Sort::Ref, Sort::Int));
    let two = Var::new(".f", 0, Sort::map(Sort::Ref, Sort::Bool));
    let g = Var::new(".g", 1, Sort::map(Sort::Ref, Sort::Int));
    let at = |map: &Var| Term::select(map.term(), Term::null());
    let program = Program {
        routines: vec![
            routine(
                "a",
                &[&one, &g],
                &[],
                vec![stmt(StmtKind::Assume(Term::eq(at(&one), at(&g))))],
            ),
            routine(
                "b",
                &[&two, &g],
                &[],
                vec![
                    stmt(StmtKind::Assume(at(&two))),
                    stmt(StmtKind::Assign(vec![(
                        g.clone(),
                        Term::store(g.term(), Term::null(), at(&g)),
                    )])),
                ],
            ),
        ],
        ..Program::default()
    };
    assert_snapshot!(dump(&program), @r"
    field g: int;

    procedure a(`f#0`: map<ref, int>) {
      assume `f#0`[null] == null.g;
    }

    procedure b(`f#0`: map<ref, bool>)
      modifies .g;
    {
      assume `f#0`[null];
      .g := .g[null := .g[null]];
    }
    ");
}

#[test]
fn terms() {
    let x = Var::new("x", 0, Sort::Int).term();
    let y = Var::new("y z", 1, Sort::Int).term();
    let m = Var::new("m", 2, Sort::map(Sort::Int, Sort::Int)).term();
    let show = |t: &Term| print_expr(&raise_term(t));
    let sum = Term::sum([
        Term::neg(x.clone()),
        y.clone(),
        Term::mul(Term::int(-2), x.clone()),
        Term::int(-7),
    ]);
    assert_snapshot!(show(&sum), @"-x + `y z` + -2 * x - 7");
    assert_snapshot!(show(&Term::neg(Term::mul(x.clone(), Term::mul(y.clone(), x.clone())))), @"-(x * (`y z` * x))");
    assert_snapshot!(show(&Term::div(Term::modulo(x.clone(), y.clone()), Term::div(x.clone(), y.clone()))), @"x % `y z` / (x / `y z`)");
    assert_snapshot!(show(&Term::ne(Term::select(Term::store(m.clone(), x.clone(), y.clone()), y.clone()), x.clone())), @"m[x := `y z`][`y z`] != x");
    assert_snapshot!(show(&Term::not(Term::or([Term::lt(x.clone(), y.clone()), Term::eq(m.clone(), m.clone())]))), @"false");
    assert_snapshot!(show(&Term::eq(Term::constant_map(Sort::Int, x.clone()), m)), @"const<int>(x) == m");
    let func = Func {
        name: "a.b(int)".into(),
        params: vec![Sort::Int],
        result: Sort::Int,
    };
    assert_snapshot!(show(&Term::apply(func, vec![Term::ite(Term::lt(x.clone(), y.clone()), x, y)])), @"`a.b(int)`(if x < `y z` then x else `y z`)");
}

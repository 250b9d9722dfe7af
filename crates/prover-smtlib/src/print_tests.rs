use super::*;

fn int_var(name: &str, tag: u32) -> Var {
    Var::new(name, tag, Sort::Int)
}

#[track_caller]
fn check(term: &Term, expected: &str) {
    assert_eq!(Printer::new().assert(term).trim_end(), expected);
}

#[test]
fn every_form_is_written() {
    let (x, y) = (int_var("x", 1), int_var("y", 2));
    check(
        &Term::lt(Term::neg(x.term()), Term::add(Term::int(-5), y.term())),
        "(declare-fun |x#1| () Int)\n(declare-fun |y#2| () Int)\n(assert (< (- |x#1|) (+ |y#2| (- 5))))",
    );
    let r = Var::new("r", 3, Sort::Ref);
    let m = Var::new(".next", 4, Sort::map(Sort::Ref, Sort::Ref));
    check(
        &Term::ne(Term::select(m.term(), r.term()), Term::null()),
        "(declare-fun |r#3| () Int)\n(declare-fun |_.next#4| () (Array Int Int))\n\
         (assert (not (= (select |_.next#4| |r#3|) 0)))",
    );
    let a = Var::new("a", 5, Sort::map(Sort::Int, Sort::Bool));
    let constant = Term::constant_map(Sort::Int, Term::ff());
    check(
        &Term::eq(a.term(), Term::store(constant, x.term(), Term::tt())),
        "(declare-fun |x#1| () Int)\n(declare-fun |a#5| () (Array Int Bool))\n\
         (assert (= |a#5| (store ((as const (Array Int Bool)) false) |x#1| true)))",
    );
    let f = Func {
        name: "and".into(),
        params: vec![Sort::Int, Sort::Bool],
        result: Sort::Bool,
    };
    let c = Func {
        name: "c".into(),
        params: vec![],
        result: Sort::Int,
    };
    check(
        &Term::apply(f, vec![Term::apply(c, vec![]), Term::tt()]),
        "(declare-fun |and()| (Int Bool) Bool)\n(declare-fun |c()| () Int)\n(assert (|and()| |c()| true))",
    );
}

#[test]
fn division_is_total() {
    let (x, y) = (int_var("x", 1), int_var("y", 2));
    let mut printer = Printer::new();
    let mut write = |t: Term| printer.term(&t, &mut String::new());
    assert_eq!(
        write(Term::div(x.term(), y.term())),
        "(ite (= |y#2| 0) 0 (div |x#1| |y#2|))"
    );
    assert_eq!(
        write(Term::modulo(x.term(), y.term())),
        "(ite (= |y#2| 0) |x#1| (mod |x#1| |y#2|))"
    );
    assert_eq!(write(Term::div(x.term(), Term::int(-3))), "(div |x#1| (- 3))");
    assert_eq!(write(Term::div(x.term(), Term::int(0))), "0");
    assert_eq!(write(Term::modulo(x.term(), Term::int(0))), "|x#1|");
}

#[test]
fn names_are_safe_and_never_meet() {
    let vars = [
        Var::new("a|b", 1, Sort::Bool),
        Var::new("a\\b", 1, Sort::Bool),
        Var::new("a_b", 1, Sort::Bool),
        Var::new("größe\n", 2, Sort::Bool),
        Var::new("x", 3, Sort::Bool),
        Var::new("x", 4, Sort::Bool),
    ];
    let mut printer = Printer::new();
    printer.assert(&Term::and(vars.iter().map(Var::term)));
    let names: Vec<&str> = vars.iter().map(|v| printer.var(v).unwrap()).collect();
    // in the order of tag and name
    assert_eq!(
        names,
        ["|a_b!3#1|", "|a_b#1|", "|a_b!2#1|", "|gr__e_#2|", "|x#3|", "|x#4|"]
    );
}

#[test]
fn bound_variables_of_one_name_are_told_apart() {
    // The same name and tag, another sort: must not be captured.
    let (x, b) = (int_var("x", 1), Var::new("x", 1, Sort::Bool));
    let all = Term::forall([x.clone()], Term::or([b.term(), Term::lt(x.term(), Term::int(0))]));
    check(
        &all,
        "(declare-fun |x#1| () Bool)\n(assert (forall ((|x!2#1| Int)) (or |x#1| (< |x!2#1| 0))))",
    );
}

#[test]
fn shared_parts_are_written_once() {
    let x = int_var("x", 1);
    let mut t = x.term();
    for i in 0..200 {
        t = Term::mul(Term::add(t.clone(), Term::int(i + 1)), t);
    }
    let text = Printer::new().assert(&Term::lt(t.clone(), Term::int(0)));
    assert!(text.len() < 20_000, "{}", text.len());

    // In divisions the divisor is written twice.
    let mut d = x.term();
    for _ in 0..200 {
        d = Term::modulo(Term::add(d.clone(), x.term()), Term::add(d, Term::int(1)));
    }
    let text = Printer::new().assert(&Term::lt(d, Term::int(0)));
    assert!(text.len() < 40_000, "{}", text.len());

    // Across assertions too: the second time a part gets a name, then it is used.
    let mut printer = Printer::new();
    let lengths: Vec<usize> = (0..4)
        .map(|i| printer.assert(&Term::lt(t.clone(), Term::int(i))).len())
        .collect();
    assert!(lengths[2] < 50 && lengths[3] < 50, "{lengths:?}");
}

#[test]
fn definitions_come_before_their_use() {
    let x = int_var("x", 1);
    let a = Term::mul(Term::add(x.term(), Term::int(1)), x.term());
    let b = Term::add(a.clone(), Term::neg(a.clone()));
    let both = Term::lt(Term::mul(b.clone(), b), a);
    check(
        &both,
        "(declare-fun |x#1| () Int)\n\
         (define-fun $1 () Int (* (+ |x#1| 1) |x#1|))\n\
         (define-fun $2 () Int (+ $1 (- $1)))\n\
         (assert (< (* $2 $2) $1))",
    );
    let mut printer = Printer::new();
    assert_eq!(printer.closed(&both), None);
    printer.declare(&both, &mut String::new());
    assert_eq!(
        printer.closed(&both).unwrap(),
        "(let (($1 (* (+ |x#1| 1) |x#1|))) (let (($2 (+ $1 (- $1)))) (< (* $2 $2) $1)))",
    );
}

#[test]
fn parts_are_named_where_their_variables_are_bound() {
    let (x, y) = (int_var("x", 1), int_var("y", 2));
    let square = |v: &Var| Term::mul(Term::add(v.term(), Term::int(1)), v.term());
    // of the top: named there, though it stands below quantifiers only
    let top = square(&y);
    let of_x = square(&x);
    let body = Term::or([Term::lt(of_x.clone(), top.clone()), Term::lt(top.clone(), of_x.clone())]);
    check(
        &Term::forall([x.clone()], body),
        "(declare-fun |y#2| () Int)\n\
         (define-fun $2 () Int (* (+ |y#2| 1) |y#2|))\n\
         (assert (forall ((|x#1| Int)) (let (($1 (* (+ |x#1| 1) |x#1|))) (or (< $1 $2) (< $2 $1)))))",
    );
    // one node, free here and bound there
    let positive = Term::lt(Term::int(0), of_x.clone());
    let mixed = Term::and([positive.clone(), Term::forall([x.clone()], positive)]);
    check(
        &mixed,
        "(declare-fun |x#1| () Int)\n\
         (define-fun $1 () Bool (< 0 (* (+ |x#1| 1) |x#1|)))\n\
         (assert (and $1 (forall ((|x#1| Int)) (let (($2 (< 0 (* (+ |x#1| 1) |x#1|)))) $2))))",
    );
}

#[test]
fn values_are_written() {
    let sort = Sort::map(Sort::Ref, Sort::Int);
    let mut map = abide_logic::MapValue::constant(Value::int(-1));
    map.set(Value::Ref(3), Value::int(7));
    assert_eq!(
        value(&Value::map(map), &sort).unwrap(),
        "(store ((as const (Array Int Int)) (- 1)) 3 7)"
    );
    assert_eq!(value(&Value::int(1), &Sort::Bool), None);
}

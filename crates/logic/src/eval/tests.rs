use super::*;
use crate::MapValue;

pub(super) struct Table(pub(super) Vec<(Var, Value)>);
impl Env for Table {
    fn var(&self, var: &Var) -> Option<Value> {
        self.0.iter().find(|(v, _)| v == var).map(|(_, value)| value.clone())
    }
}

fn array() -> (Var, Table) {
    let a = Var::new("a", 0, Sort::map(Sort::Int, Sort::Int));
    let mut map = MapValue::constant(Value::int(9));
    (0..3).for_each(|i| map.set(Value::int(i), Value::int(i * i)));
    (a.clone(), Table(vec![(a, Value::map(map))]))
}

#[test]
fn bounded_quantifiers_are_exact() {
    let (a, env) = array();
    let (x, y) = (Var::new("x", 1, Sort::Int), Var::new("y", 2, Sort::Int));
    let at = |v: &Var| Term::select(a.term(), v.term());
    // forall x, y :: 0 <= x && x < y && y < 3 ==> a[x] <= a[y]
    let guard = |high: i64| {
        Term::and([
            Term::le(Term::int(0), x.term()),
            Term::lt(x.term(), y.term()),
            Term::lt(y.term(), Term::int(high)),
            Term::le(Term::int(0), y.term()),
        ])
    };
    let sorted = |high| {
        Term::forall(
            [x.clone(), y.clone()],
            Term::implies(guard(high), Term::le(at(&x), at(&y))),
        )
    };
    assert_eq!(holds(&sorted(3), &env), Some(true));
    assert_eq!(holds(&sorted(4), &env), Some(true));
    let strict = Term::forall(
        [x.clone(), y.clone()],
        Term::implies(guard(5), Term::lt(at(&x), at(&y))),
    );
    assert_eq!(holds(&strict, &env), Some(false));
    let some = Term::exists([x.clone()], Term::and([guard(3), Term::eq(at(&x), Term::int(4))]));
    assert_eq!(holds(&some, &env), None, "y has no value");
    // the lower bound of y follows from that of x
    let chain = Term::and([
        Term::le(Term::int(0), x.term()),
        Term::lt(x.term(), y.term()),
        Term::lt(y.term(), Term::int(3)),
    ]);
    let chained = Term::forall([x.clone(), y.clone()], Term::implies(chain, Term::lt(at(&x), at(&y))));
    assert_eq!(holds(&chained, &env), Some(true));
}

#[test]
fn what_a_frame_says_is_exact() {
    let (a, mut env) = array();
    let b = Var::new("b", 7, a.sort().clone());
    let before = env.var(&a).expect("it has a value");
    env.0.push((b.clone(), before));
    let k = Var::new("k", 8, Sort::Int);
    let read = |map: &Var, by: i64| Term::select(map.term(), Term::add(k.term(), Term::int(by)));
    let inside = |low: i64, high: i64| {
        let above = Term::le(Term::int(low), k.term());
        Term::and([above, Term::lt(k.term(), Term::int(high))])
    };
    let same = |low: i64, high: i64| {
        let equal = Term::eq(read(&a, 0), read(&b, 0));
        Term::forall([k.clone()], Term::or([inside(low, high), equal]))
    };
    assert_eq!(holds(&same(1, 1), &env), Some(true));
    let mut changed = env.0[1].1.as_map().expect("a map").clone();
    changed.set(Value::int(5), Value::int(77));
    env.0[1].1 = Value::map(changed);
    assert_eq!(holds(&same(0, 5), &env), Some(false));
    assert_eq!(holds(&same(0, 6), &env), Some(true));
    assert_eq!(holds(&same(5, 6), &env), Some(true));
    // at a distance
    let next = Term::implies(Term::eq(read(&b, 3), Term::int(77)), Term::eq(k.term(), Term::int(2)));
    assert_eq!(holds(&Term::forall([k.clone()], next), &env), Some(true));
    let none = Term::exists(
        [k.clone()],
        Term::and([inside(3, 9), Term::eq(read(&b, 3), Term::int(77))]),
    );
    assert_eq!(holds(&none, &env), Some(false));
}

#[test]
fn unbounded_quantifiers_stay_open() {
    let (a, env) = array();
    let x = Var::new("x", 1, Sort::Int);
    let all = Term::forall([x.clone()], Term::le(x.term(), Term::select(a.term(), x.term())));
    assert_eq!(holds(&all, &env), None);
    // but where the variable is a key only, the entries and one other key stand for all
    let read = |low: i64| Term::forall([x.clone()], Term::le(Term::int(low), Term::select(a.term(), x.term())));
    assert_eq!(holds(&read(0), &env), Some(true));
    assert_eq!(holds(&read(1), &env), Some(false));
    assert_eq!(holds(&Term::and([all, Term::lt(x.term(), x.term())]), &env), None);
}

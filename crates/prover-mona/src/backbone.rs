//! The backbone: the field whose paths MONA decides, and the layout of its heaps in strings and trees.
//!
//! A layout is MONA text that describes heaps and defines
//!
//! * `heap(x)`: the position is an object or `null`;
//! * `step(x, y)`: the field leads from an object to an object or `null`;
//! * `reach(x, y)`: there is a path from `x` to `y`;
//! * `pass(x, z, y)`: there is a path from `x` to `y` through `z`,
//!
//! each in two forms: what `must_` hold, and what `may_` hold where that is unknown. In a test MONA itself
//! proves that these are the closures of the steps.

use abide_logic::heap::{Between, base_field, field_sort};
use abide_logic::{Kind, Quantifier, Sort, Term, Var};
use std::collections::BTreeSet;

/// Fields that are tried, at most.
const TRIED: usize = 3;

/// A field and a layout of its heaps.
#[derive(Clone, Debug)]
pub(crate) struct Backbone {
    pub(crate) field: Var,
    pub(crate) layout: Layout,
}

/// How heaps are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// All paths end at `null`, and no object is pointed at twice: lists, one after another.
    Lists,
    /// All paths end at `null`: a tree whose root is `null`, in which the field leads up. It is laid
    /// out by first children (`.0`) and next siblings (`.1`).
    Forest,
    /// Any field. The objects from which paths end at `null` are laid out as before; those from which
    /// they do not are *wild*: where they lead is not known, but that they are among themselves.
    Partial,
}

impl Backbone {
    /// The fields of the reachability atoms, those of the last fact first, each with the tightest layout
    /// that the facts allow.
    pub(crate) fn choices(facts: &[Term]) -> Vec<Backbone> {
        let mut fields = Vec::new();
        let bound: BTreeSet<Var> = facts.iter().flat_map(Term::bound_vars).collect();
        for fact in facts.iter().rev() {
            fact.visit(&mut |t| {
                if let Some(field) = Between::of(t).and_then(|atom| base_field(atom.field))
                    && !fields.contains(field)
                    && !bound.contains(field)
                {
                    fields.push(field.clone());
                }
                true
            });
        }
        fields.truncate(TRIED);
        let choice = |field: Var| Backbone {
            layout: Layout::of(&field, facts),
            field,
        };
        fields.into_iter().map(choice).collect()
    }
}

impl Layout {
    fn of(field: &Var, facts: &[Term]) -> Layout {
        let has = |what: fn(&Term, &Term) -> bool| facts.iter().any(|fact| what(fact, &field.term()));
        match (has(states_ended), has(states_unshared)) {
            (true, true) => Layout::Lists,
            (true, false) => Layout::Forest,
            _ => Layout::Partial,
        }
    }

    /// The text that describes heaps.
    pub(crate) fn text(self) -> String {
        match self {
            Layout::Lists => LISTS.to_string(),
            Layout::Forest => format!("{TREES}{FOREST}"),
            Layout::Partial => format!("{TREES}{PARTIAL}"),
        }
    }

    /// The position of `null`.
    pub(crate) fn null(self) -> &'static str {
        match self {
            Layout::Lists => "n",
            Layout::Forest | Layout::Partial => "root",
        }
    }
}

const LISTS: &str = "ws1s;
var1 n;
var2 Ends;
pred heap(var1 x) = x <= n;
pred must_step(var1 x, var1 y) = x < n & ((x in Ends & y = n) | (x notin Ends & y = x + 1));
pred may_step(var1 x, var1 y) = must_step(x, y);
pred must_reach(var1 x, var1 y) = x = y | y = n | (x < y & (all1 q: (x <= q & q < y) => q notin Ends));
pred may_reach(var1 x, var1 y) = must_reach(x, y);
pred must_pass(var1 x, var1 z, var1 y) = must_reach(x, z) & must_reach(z, y);
pred may_pass(var1 x, var1 z, var1 y) = must_pass(x, z, y);
";

const TREES: &str = "ws2s;
var2 Heap;
root in Heap & root.1 notin Heap & (all1 q: (q.0 in Heap | q.1 in Heap) => q in Heap);
pred heap(var1 x) = x in Heap;
pred up(var1 x, var1 y) = x = y | y.0 <= x;
pred child(var1 x, var1 y) = y.0 <= x & (all1 q: (y.0 <= q & q < x) => q.1 <= x);
";

const FOREST: &str = "pred must_step(var1 x, var1 y) = child(x, y);
pred may_step(var1 x, var1 y) = child(x, y);
pred must_reach(var1 x, var1 y) = up(x, y);
pred may_reach(var1 x, var1 y) = up(x, y);
pred must_pass(var1 x, var1 z, var1 y) = up(x, z) & up(z, y);
pred may_pass(var1 x, var1 z, var1 y) = up(x, z) & up(z, y);
";

const PARTIAL: &str = "var2 Wild;
all1 q: q in Wild => (heap(q) & child(q, root) & q.0 notin Heap);
pred must_step(var1 x, var1 y) = x notin Wild & child(x, y);
pred may_step(var1 x, var1 y) = must_step(x, y) | (x in Wild & y in Wild);
pred must_reach(var1 x, var1 y) = x = y | (x notin Wild & up(x, y));
pred may_reach(var1 x, var1 y) = must_reach(x, y) | (x in Wild & y in Wild);
pred must_pass(var1 x, var1 z, var1 y) = (x = y & x = z) | (x notin Wild & up(x, z) & up(z, y));
pred may_pass(var1 x, var1 z, var1 y) = must_pass(x, z, y) | (x ~= y & x in Wild & y in Wild & z in Wild);
";

/// Does the fact state that all paths along the field end at `null`?
fn states_ended(fact: &Term, field: &Term) -> bool {
    let Kind::Quant(Quantifier::Forall, vars, body) = fact.kind() else {
        return false;
    };
    let [x] = vars.as_slice() else { return false };
    let is_null = |t: &Term| is_equation(t, &x.term(), &Term::null());
    let ends = Term::reach(field.clone(), x.term(), Term::null());
    *x.sort() == Sort::Ref && clause(body).iter().all(|part| *part == ends || is_null(part))
}

/// Does the fact state that no object is pointed at by two objects?
fn states_unshared(fact: &Term, field: &Term) -> bool {
    let Kind::Quant(Quantifier::Forall, vars, body) = fact.kind() else {
        return false;
    };
    let [x, y] = vars.as_slice() else { return false };
    if *x.sort() != Sort::Ref || *y.sort() != Sort::Ref || *field.sort() != field_sort() {
        return false;
    }
    let (x, y, null) = (x.term(), y.term(), Term::null());
    let (fx, fy) = (
        Term::select(field.clone(), x.clone()),
        Term::select(field.clone(), y.clone()),
    );
    let may_be = [(&x, &y), (&x, &null), (&y, &null), (&fx, &null), (&fy, &null)];
    let is_one = |part: &Term| {
        let differs = matches!(part.kind(), Kind::Not(same) if is_equation(same, &fx, &fy));
        differs || may_be.iter().any(|(a, b)| is_equation(part, a, b))
    };
    clause(body).iter().all(is_one)
}

fn is_equation(t: &Term, a: &Term, b: &Term) -> bool {
    matches!(t.kind(), Kind::Eq(l, r) if (l == a && r == b) || (l == b && r == a))
}

/// The disjuncts of a formula.
fn clause(t: &Term) -> Vec<Term> {
    match t.kind() {
        Kind::Or(parts) => parts.iter().flat_map(clause).collect(),
        Kind::Implies(a, b) => {
            let denied = a.conjuncts().into_iter().map(Term::not);
            denied.chain(clause(b)).collect()
        }
        _ => vec![t.clone()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mona;

    /// A path is the least set that is closed under steps; one that passes an object does not leave its
    /// goal before. Where no object is wild nothing is unknown.
    #[test]
    fn the_short_forms_mean_paths() {
        let Some(mona) = Mona::find() else {
            println!("skipped: MONA is not installed");
            return;
        };
        let closed = |but: &str| format!("(all1 a, b: (a in S & heap(a) & heap(b){but} & must_step(a, b)) => b in S)");
        let path = |to: &str, but: &str| format!("(all2 S: (x in S & {}) => {to} in S)", closed(but));
        let past = format!("({} & {})", path("y", ""), path("z", " & a ~= y"));
        let one_step = "(ex1 q: heap(q) & must_step(p, q) & (all1 r: (heap(r) & must_step(p, r)) => r = q))";
        for layout in [Layout::Lists, Layout::Forest, Layout::Partial] {
            let null = layout.null();
            let tame = if layout == Layout::Partial {
                "empty(Wild);\n"
            } else {
                ""
            };
            let holds = |formula: &str| {
                let places = "var1 x, y, z;\nheap(x) & heap(y) & heap(z);\n";
                let text = format!("{}{places}{tame}~({formula});\n", layout.text());
                mona.refutes(&text, &Default::default())
            };
            for formula in [
                format!("must_reach(x, y) <=> {}", path("y", "")),
                format!("may_reach(x, y) <=> {}", path("y", "")),
                format!("must_pass(x, z, y) <=> {past}"),
                format!("may_pass(x, z, y) <=> {past}"),
                format!("all1 p: (heap(p) & p ~= {null}) => {one_step}"),
                "may_step(x, y) <=> must_step(x, y)".to_string(),
                format!("~must_step({null}, x)"),
            ] {
                assert_eq!(holds(&formula), Ok(true), "{layout:?}: {formula}");
            }
            // there are heaps with objects
            assert_eq!(holds(&format!("x = {null}")), Ok(false), "{layout:?}");
        }
    }
}

//! Terms: immutable, shared, compared by structure.
//!
//! Nobody outside this crate builds a node by hand: see [`crate::build`].

use crate::{Int, Sort};
use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A variable: a name for people, a tag that makes it unique, and a sort.
///
/// Two variables of one routine never share a tag unless they are the same variable, so the
/// name may repeat: `i` of an inner scope, `i` at loop entry, the third version of `i`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Var {
    tag: u32,
    name: Arc<str>,
    sort: Sort,
}

impl Var {
    /// The variable `name` with the given unique tag.
    pub fn new(name: impl Into<Arc<str>>, tag: u32, sort: Sort) -> Var {
        Var {
            tag,
            name: name.into(),
            sort,
        }
    }

    /// The name people see.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What tells variables of one name apart.
    pub fn tag(&self) -> u32 {
        self.tag
    }

    /// The sort.
    pub fn sort(&self) -> &Sort {
        &self.sort
    }

    /// The same name and sort under another tag.
    pub fn with_tag(&self, tag: u32) -> Var {
        Var {
            tag,
            name: self.name.clone(),
            sort: self.sort.clone(),
        }
    }

    /// Its bit among the marks of a term.
    pub(crate) fn mark(&self) -> u64 {
        1 << (self.tag % u64::BITS)
    }

    /// The variable as a term.
    pub fn term(&self) -> Term {
        Term::new(Kind::Var(self.clone()), self.sort.clone())
    }
}

impl Hash for Var {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tag.hash(state);
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.name, self.tag)
    }
}

/// An uninterpreted function symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Func {
    /// Its name, unique in a program.
    pub name: Arc<str>,
    /// Sorts of the arguments.
    pub params: Vec<Sort>,
    /// Sort of the result.
    pub result: Sort,
}

/// Which quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantifier {
    /// For all.
    Forall,
    /// There is.
    Exists,
}

impl Quantifier {
    /// The other one.
    pub fn dual(self) -> Quantifier {
        match self {
            Quantifier::Forall => Quantifier::Exists,
            Quantifier::Exists => Quantifier::Forall,
        }
    }
}

/// What a term is.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A variable, free or bound.
    Var(Var),
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// The null reference.
    Null,
    /// Negation.
    Not(Term),
    /// Conjunction of two or more.
    And(Vec<Term>),
    /// Disjunction of two or more.
    Or(Vec<Term>),
    /// Implication.
    Implies(Term, Term),
    /// Equality of two terms of one sort; equivalence for Booleans.
    Eq(Term, Term),
    /// Strictly less.
    Lt(Term, Term),
    /// Less or equal.
    Le(Term, Term),
    /// Sum of two or more.
    Add(Vec<Term>),
    /// Arithmetic negation.
    Neg(Term),
    /// Product.
    Mul(Term, Term),
    /// Euclidean quotient; zero where the divisor is zero.
    Div(Term, Term),
    /// Euclidean remainder; the dividend where the divisor is zero.
    Mod(Term, Term),
    /// If the first, the second, else the third.
    Ite(Term, Term, Term),
    /// The value of a map at a key.
    Select(Term, Term),
    /// A map changed at one key.
    Store(Term, Term, Term),
    /// The map of the term's sort that is the same everywhere.
    Const(Term),
    /// An uninterpreted function applied.
    Apply(Func, Vec<Term>),
    /// A quantified formula.
    Quant(Quantifier, Vec<Var>, Term),
}

struct Node {
    kind: Kind,
    sort: Sort,
    hash: u64,
    quantified: bool,
    /// A bit for each variable that occurs, free or bound; several share one.
    marks: u64,
}

/// Terms that a search for a variable passes before it keeps a list of them.
const SEARCHED: usize = 64;

/// A term. Cloning shares it.
#[derive(Clone)]
pub struct Term(Arc<Node>);

impl Term {
    pub(crate) fn new(kind: Kind, sort: Sort) -> Term {
        let mut hasher = DefaultHasher::new();
        kind.hash(&mut hasher);
        let quantified = match &kind {
            Kind::Quant(..) => true,
            other => other.children().any(|c| c.0.quantified),
        };
        let marks = match &kind {
            Kind::Var(v) => v.mark(),
            other => other.children().fold(0, |marks, c| marks | c.0.marks),
        };
        Term(Arc::new(Node {
            hash: hasher.finish(),
            kind,
            sort,
            quantified,
            marks,
        }))
    }

    /// What the term is.
    pub fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// Its sort.
    pub fn sort(&self) -> &Sort {
        &self.0.sort
    }

    /// Does a quantifier occur in it?
    pub fn has_quantifier(&self) -> bool {
        self.0.quantified
    }

    /// An address that is equal only for shared nodes; for memo tables within one traversal.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// The variable, if the term is one.
    pub fn as_var(&self) -> Option<&Var> {
        match self.kind() {
            Kind::Var(v) => Some(v),
            _ => None,
        }
    }

    /// Is this the constant `true`?
    pub fn is_true(&self) -> bool {
        matches!(self.kind(), Kind::Bool(true))
    }

    /// Is this the constant `false`?
    pub fn is_false(&self) -> bool {
        matches!(self.kind(), Kind::Bool(false))
    }

    /// The conjuncts: the parts of a conjunction, none for `true`, else the term itself.
    pub fn conjuncts(&self) -> Vec<Term> {
        match self.kind() {
            Kind::And(parts) => parts.clone(),
            Kind::Bool(true) => Vec::new(),
            _ => vec![self.clone()],
        }
    }

    /// The free variables, in order.
    pub fn free_vars(&self) -> BTreeSet<Var> {
        let mut found = BTreeSet::new();
        self.collect_free(&mut Vec::new(), &mut HashSet::new(), &mut found);
        found
    }

    /// The variables that are bound anywhere in the term.
    pub fn bound_vars(&self) -> BTreeSet<Var> {
        let mut found = BTreeSet::new();
        self.visit(&mut |t| {
            if let Kind::Quant(_, vars, _) = t.kind() {
                found.extend(vars.iter().cloned());
            }
            true
        });
        found
    }

    /// A tag that no variable of the term has, free or bound, nor any higher one.
    pub fn free_tag(&self) -> u32 {
        let mut next = 0;
        self.visit(&mut |t| {
            let vars = match t.kind() {
                Kind::Var(v) => std::slice::from_ref(v),
                Kind::Quant(_, vars, _) => vars,
                _ => &[],
            };
            next = vars.iter().map(|v| v.tag().saturating_add(1)).fold(next, u32::max);
            true
        });
        next
    }

    /// Is the variable free in the term?
    pub fn mentions(&self, var: &Var) -> bool {
        self.searched(var, &mut { SEARCHED })
            .unwrap_or_else(|| self.free_vars().contains(var))
    }

    /// Is one of the variables free in the term?
    pub fn mentions_any<'v>(&self, vars: impl IntoIterator<Item = &'v Var>) -> bool {
        vars.into_iter().any(|v| self.mentions(v))
    }

    /// May one of the variables with these marks occur?
    pub(crate) fn may_mention(&self, marks: u64) -> bool {
        self.0.marks & marks != 0
    }

    /// Is the variable free, if that is determined in a few steps?
    fn searched(&self, var: &Var, steps: &mut usize) -> Option<bool> {
        if !self.may_mention(var.mark()) {
            return Some(false);
        }
        *steps = steps.checked_sub(1)?;
        match self.kind() {
            Kind::Var(v) => Some(v == var),
            Kind::Quant(_, vars, _) if vars.contains(var) => Some(false),
            kind => {
                for child in kind.children() {
                    if child.searched(var, steps)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
        }
    }

    fn collect_free(&self, bound: &mut Vec<Var>, seen: &mut HashSet<usize>, found: &mut BTreeSet<Var>) {
        if !seen.insert(self.address()) {
            return;
        }
        match self.kind() {
            Kind::Var(v) => {
                if !bound.contains(v) {
                    found.insert(v.clone());
                }
            }
            Kind::Quant(_, vars, body) => {
                let depth = bound.len();
                bound.extend(vars.iter().cloned());
                // what was seen outside may be bound here
                body.collect_free(bound, &mut HashSet::new(), found);
                bound.truncate(depth);
            }
            kind => kind.children().for_each(|c| c.collect_free(bound, seen, found)),
        }
    }

    /// Calls `visit` on every subterm once, parents first; where it returns `false` the
    /// subterm's children are passed over. Bodies of quantifiers are visited too.
    pub fn visit(&self, visit: &mut dyn FnMut(&Term) -> bool) {
        fn go(t: &Term, seen: &mut HashSet<usize>, visit: &mut dyn FnMut(&Term) -> bool) {
            if seen.insert(t.address()) && visit(t) {
                t.kind().children().for_each(|c| go(c, seen, visit));
            }
        }
        go(self, &mut HashSet::new(), visit);
    }

    /// Is this true of a subterm? Bodies of quantifiers are among them.
    pub fn has(&self, what: impl Fn(&Term) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |t| {
            found = found || what(t);
            !found
        });
        found
    }

    /// Is a function applied in it, such as reachability or a sum?
    pub fn has_function(&self) -> bool {
        self.has(|t| matches!(t.kind(), Kind::Apply(..)))
    }

    /// The number of distinct nodes.
    pub fn size(&self) -> usize {
        let mut n = 0;
        self.visit(&mut |_| {
            n += 1;
            true
        });
        n
    }
}

impl Kind {
    /// The direct subterms, left to right.
    pub fn children(&self) -> impl Iterator<Item = &Term> {
        let (few, many): ([Option<&Term>; 3], &[Term]) = match self {
            Kind::Var(_) | Kind::Bool(_) | Kind::Int(_) | Kind::Null => ([None; 3], &[]),
            Kind::Not(a) | Kind::Neg(a) | Kind::Const(a) | Kind::Quant(_, _, a) => ([Some(a), None, None], &[]),
            Kind::And(v) | Kind::Or(v) | Kind::Add(v) | Kind::Apply(_, v) => ([None; 3], v),
            Kind::Implies(a, b)
            | Kind::Eq(a, b)
            | Kind::Lt(a, b)
            | Kind::Le(a, b)
            | Kind::Mul(a, b)
            | Kind::Div(a, b)
            | Kind::Mod(a, b)
            | Kind::Select(a, b) => ([Some(a), Some(b), None], &[]),
            Kind::Ite(a, b, c) | Kind::Store(a, b, c) => ([Some(a), Some(b), Some(c)], &[]),
        };
        few.into_iter().flatten().chain(many)
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.hash == other.0.hash && self.0.kind == other.0.kind && self.0.sort == other.0.sort)
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// By structure, so that ordered collections of terms are the same in every run.
impl Ord for Term {
    fn cmp(&self, other: &Term) -> std::cmp::Ordering {
        if Arc::ptr_eq(&self.0, &other.0) {
            return std::cmp::Ordering::Equal;
        }
        self.0
            .kind
            .cmp(&other.0.kind)
            .then_with(|| self.0.sort.cmp(&other.0.sort))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x`, squared so often that no search may visit each occurrence.
    fn squared(x: &Var, times: usize) -> Term {
        (0..times).fold(x.term(), |t, _| Term::mul(t.clone(), t))
    }

    #[test]
    fn what_is_mentioned_is_what_is_free() {
        let var = |name: &str, tag: u32| Var::new(name, tag, Sort::Int);
        // the last two have the marks of the first two
        let all = [var("x", 1), var("y", 2), var("z", 65), var("w", 66)];
        let [x, y, z, _] = &all;
        let less = Term::lt(squared(x, 60), y.term());
        let terms = [
            Term::int(3),
            Term::lt(x.term(), z.term()),
            less.clone(),
            Term::forall([x.clone()], less.clone()),
            Term::and([Term::forall([x.clone()], less), Term::le(x.term(), z.term())]),
        ];
        for term in &terms {
            let free = term.free_vars();
            for var in &all {
                assert_eq!(term.mentions(var), free.contains(var), "{var:?} in {term:?}");
            }
            assert_eq!(term.mentions_any(&all), !free.is_empty());
        }
    }
}

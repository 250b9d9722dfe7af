//! Formulas as Jahob writes them: a part of Isabelle/HOL, in ASCII or with symbols (`\<in>`).
//!
//! From loose to tight: quantifiers and `%`; `-->` and `<->`; `|`; `&`; `~`; `=`, `~=`, `:`, `~:`,
//! `<`, `<=`, `>`, `>=`; `Un`, `+`, `-`; `Int`, `*`; application; `x..f`. Types are passed over.

/// A formula, a term or a set: which of them, only its use tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Formula {
    /// `first`, `Node.next`, `null`, `True`.
    Name(String),
    /// A number.
    Number(String),
    /// `x..f`, `x..C.f`.
    Field(Box<Formula>, String),
    /// `f a b`.
    Apply(Box<Formula>, Vec<Formula>),
    /// `% x y. F`.
    Lambda(Vec<String>, Box<Formula>),
    /// `ALL x y. F`, `EX x. F`; the second part of a variable is its type, if written.
    Quantified(bool, Vec<(String, Option<String>)>, Box<Formula>),
    /// `{x. F}`.
    Such(String, Box<Formula>),
    /// `{(x, y). F}`.
    Relation(Vec<String>, Box<Formula>),
    /// `(a, b)`.
    Pair(Box<Formula>, Box<Formula>),
    /// `R^*`.
    Closure(Box<Formula>),
    /// `{a, b}`.
    Elements(Vec<Formula>),
    /// `[a, b]`.
    List(Vec<Formula>),
    /// `~F`.
    Not(Box<Formula>),
    /// `F op G`, with the operator in ASCII.
    Binary(&'static str, Box<Formula>, Box<Formula>),
}

impl Formula {
    /// The parts that `&` joins.
    pub(super) fn conjuncts(&self) -> Vec<&Formula> {
        match self {
            Formula::Binary("&", a, b) => [a.conjuncts(), b.conjuncts()].concat(),
            other => vec![other],
        }
    }

    /// The parts of it.
    fn parts(&self) -> Vec<&Formula> {
        match self {
            Formula::Name(_) | Formula::Number(_) => Vec::new(),
            Formula::Field(x, _)
            | Formula::Lambda(_, x)
            | Formula::Quantified(_, _, x)
            | Formula::Such(_, x)
            | Formula::Relation(_, x)
            | Formula::Closure(x)
            | Formula::Not(x) => vec![x],
            Formula::Apply(head, args) => std::iter::once(&**head).chain(args).collect(),
            Formula::Pair(a, b) | Formula::Binary(_, a, b) => vec![a, b],
            Formula::Elements(all) | Formula::List(all) => all.iter().collect(),
        }
    }

    /// The names that stand in it, bound or not.
    pub(super) fn names(&self) -> Vec<&str> {
        match self {
            Formula::Name(name) => vec![name],
            other => other.parts().into_iter().flat_map(Formula::names).collect(),
        }
    }

    /// The variables of its own.
    fn binds(&self) -> Vec<&str> {
        match self {
            Formula::Lambda(vars, _) | Formula::Relation(vars, _) => vars.iter().map(String::as_str).collect(),
            Formula::Quantified(_, vars, _) => vars.iter().map(|(v, _)| v.as_str()).collect(),
            Formula::Such(var, _) => vec![var],
            _ => Vec::new(),
        }
    }

    /// The names that stand in it and are not bound there.
    pub(super) fn free_names(&self) -> Vec<&str> {
        if let Formula::Name(name) = self {
            return vec![name];
        }
        let own = self.binds();
        let free = self.parts().into_iter().flat_map(Formula::free_names);
        free.filter(|n| !own.contains(n)).collect()
    }

    /// Does it mean the same in every class, for a given `this`?
    pub(super) fn is_closed(&self) -> bool {
        self.free_names().into_iter().all(is_known)
    }

    /// The formula with what `resolve` says for the names of variables that are not bound in it. The names of
    /// functions, and of fields where they are no values, stay as they are.
    pub(super) fn resolved(&self, resolve: &dyn Fn(&str) -> Option<Formula>) -> Formula {
        let free = |name: &str| resolve(name).filter(|_| !is_known(name));
        match self {
            Formula::Name(name) => free(name).unwrap_or_else(|| self.clone()),
            Formula::List(_) => self.clone(),
            Formula::Apply(head, args) => {
                let head = match &**head {
                    Formula::Name(_) => head.clone(),
                    other => other.resolved(resolve).into(),
                };
                let fields = usize::from(*head == Formula::Name("fieldRead".into()));
                let (names, values) = args.split_at(fields.min(args.len()));
                let values = values.iter().map(|a| a.resolved(resolve));
                Formula::Apply(head, names.iter().cloned().chain(values).collect())
            }
            other => {
                let own = other.binds();
                let inner = |name: &str| free(name).filter(|_| !own.contains(&name));
                other.map_parts(&mut |part| part.resolved(&inner))
            }
        }
    }

    /// The formula with others for its parts.
    pub(super) fn map_parts(&self, f: &mut dyn FnMut(&Formula) -> Formula) -> Formula {
        let mut boxed = |x: &Formula| Box::new(f(x));
        match self {
            Formula::Name(_) | Formula::Number(_) => self.clone(),
            Formula::Field(x, name) => Formula::Field(boxed(x), name.clone()),
            Formula::Lambda(vars, x) => Formula::Lambda(vars.clone(), boxed(x)),
            Formula::Quantified(all, vars, x) => Formula::Quantified(*all, vars.clone(), boxed(x)),
            Formula::Such(var, x) => Formula::Such(var.clone(), boxed(x)),
            Formula::Relation(vars, x) => Formula::Relation(vars.clone(), boxed(x)),
            Formula::Closure(x) => Formula::Closure(boxed(x)),
            Formula::Not(x) => Formula::Not(boxed(x)),
            Formula::Pair(a, b) => Formula::Pair(boxed(a), boxed(b)),
            Formula::Binary(op, a, b) => Formula::Binary(op, boxed(a), boxed(b)),
            Formula::Apply(head, args) => Formula::Apply(boxed(head), args.iter().map(f).collect()),
            Formula::Elements(all) => Formula::Elements(all.iter().map(f).collect()),
            Formula::List(all) => Formula::List(all.iter().map(f).collect()),
        }
    }

    /// The fields of `tree [f, g]`.
    pub(super) fn tree_along(&self) -> Option<Vec<&str>> {
        let Formula::Apply(head, args) = self else { return None };
        let ([Formula::List(fields)], true) = (args.as_slice(), **head == Formula::Name("tree".into())) else {
            return None;
        };
        fields
            .iter()
            .map(|f| match f {
                Formula::Name(name) => Some(name.as_str()),
                _ => None,
            })
            .collect()
    }
}

/// Does a name mean the same everywhere, for a given `this`?
fn is_known(name: &str) -> bool {
    const KNOWN: [&str; 8] = ["this", "null", "True", "False", "old", "rtrancl_pt", "comment", "''"];
    name.contains('.') || KNOWN.contains(&name)
}

//! Z3's formulas as our terms.
//!
//! Integers may stand for references, as in [`Terms::with_references_as_integers`](crate::terms::Terms): what is compared
//! with a reference is one, and 0 is null. What we have no term for is not read.

use abide_logic::{Int, Quantifier, Sort, Term, Var};
use abide_prover::HornRelation;
use abide_z3::*;

use crate::strings::string;

/// Nodes read of one formula, which may be shared in it.
const MOST: usize = 2_000;

/// The conjuncts of a formula.
///
/// # Safety
///
/// The formula is a live term of the context.
pub(crate) unsafe fn conjuncts(api: &Api, c: Z3_context, formula: Z3_ast) -> Vec<Z3_ast> {
    let (mut found, mut open) = (Vec::new(), vec![formula]);
    while let Some(part) = open.pop() {
        // SAFETY: parts live as long as the formula.
        match unsafe { applied(api, c, part) } {
            Some((Z3_OP_AND, args)) => open.extend(args.into_iter().rev()),
            _ => found.push(part),
        }
    }
    found
}

/// The operator of an application, and its arguments.
unsafe fn applied(api: &Api, c: Z3_context, ast: Z3_ast) -> Option<(Z3_decl_kind, Vec<Z3_ast>)> {
    unsafe {
        if api.get_ast_kind(c, ast) != Z3_APP_AST {
            return None;
        }
        let app = api.to_app(c, ast);
        let args = 0..api.get_app_num_args(c, app);
        let args = args.map(|i| api.get_app_arg(c, app, i)).collect();
        Some((api.get_decl_kind(c, api.get_app_decl(c, app)), args))
    }
}

/// Reads formulas of a context.
pub(crate) struct Reader<'a> {
    api: &'a Api,
    c: Z3_context,
    /// What variables stand for, the outermost first: variable 0 is the last.
    variables: Vec<Term>,
    /// Names for variables that are quantified over, all of them integers, and how many are in use.
    bound: &'a [Var],
    used: usize,
    left: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(api: &'a Api, c: Z3_context, variables: Vec<Term>, bound: &'a [Var]) -> Reader<'a> {
        Reader {
            api,
            c,
            variables,
            bound,
            used: 0,
            left: MOST,
        }
    }

    /// The conjuncts of φ, if the formula is `∀ x. R(x) = φ`.
    ///
    /// # Safety
    ///
    /// Formula and declaration live in the context.
    pub(crate) unsafe fn definition(
        api: &'a Api,
        c: Z3_context,
        (decl, relation): (Z3_func_decl, &HornRelation),
        formula: Z3_ast,
        bound: &'a [Var],
    ) -> Vec<Term> {
        // SAFETY: parts live as long as the formula.
        unsafe {
            let (mut inner, mut count) = (formula, 0);
            if api.get_ast_kind(c, formula) == Z3_QUANTIFIER_AST && api.is_quantifier_forall(c, formula) {
                inner = api.get_quantifier_body(c, formula);
                count = api.get_quantifier_num_bound(c, formula) as usize;
            }
            let (subject, value) = match applied(api, c, inner) {
                Some((Z3_OP_EQ | Z3_OP_IFF, sides)) if sides.len() == 2 => (sides[0], Some(sides[1])),
                Some((Z3_OP_NOT, parts)) if parts.len() == 1 => (parts[0], None),
                _ => return Vec::new(),
            };
            let Some((_, args)) = applied(api, c, subject) else {
                return Vec::new();
            };
            if api.get_app_decl(c, api.to_app(c, subject)) != decl || args.len() != relation.params.len() {
                return Vec::new();
            }
            let mut variables = vec![Term::tt(); count];
            for (arg, param) in args.into_iter().zip(&relation.params) {
                if api.get_ast_kind(c, arg) != Z3_VAR_AST {
                    return Vec::new();
                }
                let index = api.get_index_value(c, arg) as usize;
                match count.checked_sub(index + 1) {
                    Some(place) => variables[place] = param.term(),
                    None => return Vec::new(),
                }
            }
            let Some(value) = value else {
                return vec![Term::ff()];
            };
            let mut reader = Reader::new(api, c, variables, bound);
            let parts = conjuncts(api, c, value);
            parts.into_iter().filter_map(|part| reader.formula(part)).collect()
        }
    }

    /// A formula; nothing if it has something that we have no term for.
    ///
    /// # Safety
    ///
    /// The formula is a live term of the context.
    pub(crate) unsafe fn formula(&mut self, ast: Z3_ast) -> Option<Term> {
        self.left = MOST;
        let term = unsafe { self.term(ast) }?;
        (*term.sort() == Sort::Bool).then_some(term)
    }

    unsafe fn term(&mut self, ast: Z3_ast) -> Option<Term> {
        self.left = self.left.checked_sub(1)?;
        // SAFETY: parts live as long as the formula.
        unsafe {
            match self.api.get_ast_kind(self.c, ast) {
                Z3_NUMERAL_AST => self.number(ast),
                Z3_VAR_AST => {
                    let index = self.api.get_index_value(self.c, ast) as usize;
                    let place = self.variables.len().checked_sub(index + 1)?;
                    Some(self.variables[place].clone())
                }
                Z3_QUANTIFIER_AST => self.quantified(ast),
                Z3_APP_AST => {
                    let (kind, args) = applied(self.api, self.c, ast)?;
                    if kind == Z3_OP_CONST_ARRAY {
                        return None;
                    }
                    let args = args
                        .into_iter()
                        .map(|arg| self.term(arg))
                        .collect::<Option<Vec<Term>>>()?;
                    application(kind, args)
                }
                _ => None,
            }
        }
    }

    unsafe fn number(&self, ast: Z3_ast) -> Option<Term> {
        unsafe {
            if self.api.get_sort_kind(self.c, self.api.get_sort(self.c, ast)) != Z3_INT_SORT {
                return None;
            }
            let digits = string(self.api.get_numeral_string(self.c, ast));
            digits.parse::<Int>().ok().map(Term::int)
        }
    }

    unsafe fn quantified(&mut self, ast: Z3_ast) -> Option<Term> {
        // SAFETY: parts live as long as the formula.
        unsafe {
            let (api, c) = (self.api, self.c);
            let quantifier = match (api.is_quantifier_forall(c, ast), api.is_quantifier_exists(c, ast)) {
                (true, _) => Quantifier::Forall,
                (_, true) => Quantifier::Exists,
                _ => return None,
            };
            let count = api.get_quantifier_num_bound(c, ast);
            let is_int = |i| api.get_sort_kind(c, api.get_quantifier_bound_sort(c, ast, i)) == Z3_INT_SORT;
            if !(0..count).all(is_int) {
                return None;
            }
            let vars = self.bound.get(self.used..self.used + count as usize)?.to_vec();
            self.used += vars.len();
            self.variables.extend(vars.iter().map(Var::term));
            let body = self.term(api.get_quantifier_body(c, ast));
            self.variables.truncate(self.variables.len() - vars.len());
            self.used -= vars.len();
            let body = body.filter(|b| *b.sort() == Sort::Bool)?;
            Some(Term::quantify(quantifier, vars, body))
        }
    }
}

/// An operator applied; nothing if we do not have it, or the sorts do not fit.
fn application(kind: Z3_decl_kind, args: Vec<Term>) -> Option<Term> {
    let all = |sort: Sort| args.iter().all(|a| *a.sort() == sort);
    let pair = || match args.as_slice() {
        [a, b] => Some((a.clone(), b.clone())),
        _ => None,
    };
    let term = match kind {
        Z3_OP_TRUE => Term::tt(),
        Z3_OP_FALSE => Term::ff(),
        Z3_OP_EQ | Z3_OP_IFF => {
            let (a, b) = alike(pair()?)?;
            Term::eq(a, b)
        }
        Z3_OP_DISTINCT | Z3_OP_XOR => {
            let (a, b) = alike(pair()?)?;
            Term::ne(a, b)
        }
        Z3_OP_ITE if args.len() == 3 && *args[0].sort() == Sort::Bool => {
            let (a, b) = alike((args[1].clone(), args[2].clone()))?;
            Term::ite(args[0].clone(), a, b)
        }
        Z3_OP_SELECT => {
            let (map, key) = pair()?;
            let key = of_sort(key, map.sort().as_map()?.0)?;
            Term::select(map, key)
        }
        Z3_OP_STORE if args.len() == 3 => {
            let (keys, values) = args[0].sort().as_map()?;
            let key = of_sort(args[1].clone(), keys)?;
            let value = of_sort(args[2].clone(), values)?;
            Term::store(args[0].clone(), key, value)
        }
        _ if args.is_empty() => return None,
        _ if all(Sort::Bool) => match kind {
            Z3_OP_AND => Term::and(args),
            Z3_OP_OR => Term::or(args),
            Z3_OP_NOT if args.len() == 1 => Term::not(args[0].clone()),
            Z3_OP_IMPLIES => {
                let (a, b) = pair()?;
                Term::implies(a, b)
            }
            _ => return None,
        },
        _ if all(Sort::Int) => return arithmetic(kind, args),
        _ => return None,
    };
    Some(term)
}

/// An operator on integers.
fn arithmetic(kind: Z3_decl_kind, args: Vec<Term>) -> Option<Term> {
    let mut rest = args.into_iter();
    let first = rest.next()?;
    let mut second = || rest.next();
    let term = match kind {
        Z3_OP_LE => Term::le(first, second()?),
        Z3_OP_LT => Term::lt(first, second()?),
        Z3_OP_GE => Term::le(second()?, first),
        Z3_OP_GT => Term::lt(second()?, first),
        Z3_OP_ADD => return Some(Term::sum([first].into_iter().chain(rest))),
        Z3_OP_SUB => return Some(rest.fold(first, Term::sub)),
        Z3_OP_MUL => return Some(rest.fold(first, Term::mul)),
        Z3_OP_UMINUS => Term::neg(first),
        Z3_OP_IDIV => Term::div(first, divisor(second()?)?),
        Z3_OP_MOD => Term::modulo(first, divisor(second()?)?),
        _ => return None,
    };
    rest.next().is_none().then_some(term)
}

/// Nobody knows what Z3 gives for a division by zero.
fn divisor(t: Term) -> Option<Term> {
    matches!(t.kind(), abide_logic::Kind::Int(i) if *i != Int::ZERO).then_some(t)
}

/// Two terms of one sort.
fn alike((a, b): (Term, Term)) -> Option<(Term, Term)> {
    match (a.sort(), b.sort()) {
        (x, y) if x == y => Some((a, b)),
        (Sort::Ref, _) => of_sort(b, &Sort::Ref).map(|b| (a, b)),
        (_, Sort::Ref) => of_sort(a, &Sort::Ref).map(|a| (a, b)),
        _ => None,
    }
}

/// A term as one of this sort: of the integers, 0 is a reference.
fn of_sort(t: Term, sort: &Sort) -> Option<Term> {
    match sort {
        s if s == t.sort() => Some(t),
        Sort::Ref if t == Term::int(0) => Some(Term::null()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_null_beside_a_reference_and_no_other_number_is() {
        let object = Var::new("p", 0, Sort::Ref).term();
        let compared = |n: i64| application(Z3_OP_EQ, vec![Term::int(n), object.clone()]);
        assert_eq!(compared(0), Some(Term::eq(Term::null(), object.clone())));
        assert_eq!(compared(1), None);
        assert_eq!(application(Z3_OP_LE, vec![Term::int(0), object]), None);
    }

    #[test]
    fn operators_are_read_with_their_sense() {
        let x = Var::new("x", 0, Sort::Int).term();
        let on = |kind, args: &[&Term]| application(kind, args.iter().map(|t| (*t).clone()).collect());
        let two = Term::int(2);
        assert_eq!(on(Z3_OP_GE, &[&x, &two]), Some(Term::le(two.clone(), x.clone())));
        assert_eq!(on(Z3_OP_MOD, &[&x, &two]), Some(Term::modulo(x.clone(), two.clone())));
        assert_eq!(on(Z3_OP_MOD, &[&two, &x]), None);
        assert_eq!(on(Z3_OP_LE, &[&x, &two, &x]), None);
        assert_eq!(on(Z3_OP_AND, &[&x, &two]), None);
    }
}

//! Our terms as Z3's.
//!
//! References are of an uninterpreted sort with a constant null: as integers they would also involve arithmetic,
//! which makes guesses about which of them are equal. Maps are Z3's arrays.

use crate::context::Context;
use crate::strings::text;
use abide_logic::{Func, Int, Kind, Quantifier, Sort, Term, Var, float};
use abide_z3::{Z3_ast, Z3_func_decl, Z3_sort};
use std::collections::HashMap;

/// Translated terms, kept for the life of a context.
#[derive(Default)]
pub(crate) struct Terms {
    known: HashMap<Term, Z3_ast>,
    /// Terms as Z3 simplifies them.
    simple: HashMap<Term, Z3_ast>,
    sorts: HashMap<Sort, Z3_sort>,
    functions: HashMap<Func, Z3_func_decl>,
    /// All of these, in the order in which they were made.
    kept: Vec<Z3_ast>,
    /// Are references integers?
    integers: bool,
}

// SAFETY: the pointers are used only together with the context that owns what they point at,
// which moves with them.
unsafe impl Send for Terms {}

impl Terms {
    /// No terms yet; references will be integers, and null is 0: to solvers of Horn clauses other sorts are foreign.
    pub(crate) fn with_references_as_integers() -> Terms {
        Terms {
            integers: true,
            ..Terms::default()
        }
    }

    /// The term in Z3. Null when Z3 refuses it, which is an error of the context.
    pub(crate) fn term(&mut self, cx: &Context, t: &Term) -> Z3_ast {
        if let Some(done) = self.known.get(t) {
            return *done;
        }
        let made = self.make(cx, t);
        let made = self.keep(cx, made);
        self.known.insert(t.clone(), made);
        made
    }

    /// The term as Z3 simplifies it, which is how its search knows it. Null when Z3 refuses it.
    pub(crate) fn simple(&mut self, cx: &Context, t: &Term) -> Z3_ast {
        if let Some(done) = self.simple.get(t) {
            return *done;
        }
        let mut made = self.term(cx, t);
        if !made.is_null() {
            // SAFETY: the term is kept, and so is what it becomes.
            made = unsafe { cx.api.simplify(cx.raw, made) };
            made = self.keep(cx, made);
        }
        self.simple.insert(t.clone(), made);
        made
    }

    /// Releases all terms. Deleting a context that still holds terms is much slower, and the next
    /// use of the context must not depend on the order of a hash table: terms are released in the
    /// order in which they were made.
    pub(crate) fn release(&mut self, cx: &Context) {
        self.known.clear();
        self.simple.clear();
        self.sorts.clear();
        self.functions.clear();
        for ast in self.kept.drain(..) {
            // SAFETY: counted once in `keep`.
            unsafe { cx.api.dec_ref(cx.raw, ast) };
        }
    }

    /// Keeps a term alive until [`Terms::release`].
    fn keep(&mut self, cx: &Context, ast: Z3_ast) -> Z3_ast {
        // SAFETY: the term was just made in this context; null is never counted.
        unsafe { cx.api.inc_ref(cx.raw, ast) };
        self.kept.push(ast);
        ast
    }

    fn all(&mut self, cx: &Context, parts: &[Term]) -> Vec<Z3_ast> {
        parts.iter().map(|p| self.term(cx, p)).collect()
    }

    fn make(&mut self, cx: &Context, t: &Term) -> Z3_ast {
        let (api, c) = (cx.api, cx.raw);
        // SAFETY: every argument is a term of this context that `known` or `sorts` keeps
        // alive, and every count is that of the vector beside it.
        unsafe {
            match t.kind() {
                Kind::Var(v) => self.constant(cx, v),
                Kind::Bool(true) => api.mk_true(c),
                Kind::Bool(false) => api.mk_false(c),
                Kind::Int(i) => self.number(cx, i),
                Kind::Null if self.integers => self.number(cx, &Int::ZERO),
                Kind::Null => cx.null(),
                Kind::Not(a) => api.mk_not(c, self.term(cx, a)),
                Kind::And(v) => {
                    let v = self.all(cx, v);
                    api.mk_and(c, v.len() as u32, v.as_ptr())
                }
                Kind::Or(v) => {
                    let v = self.all(cx, v);
                    api.mk_or(c, v.len() as u32, v.as_ptr())
                }
                Kind::Implies(a, b) => api.mk_implies(c, self.term(cx, a), self.term(cx, b)),
                Kind::Eq(a, b) => api.mk_eq(c, self.term(cx, a), self.term(cx, b)),
                Kind::Lt(a, b) => api.mk_lt(c, self.term(cx, a), self.term(cx, b)),
                Kind::Le(a, b) => api.mk_le(c, self.term(cx, a), self.term(cx, b)),
                Kind::Add(v) => {
                    let v = self.all(cx, v);
                    api.mk_add(c, v.len() as u32, v.as_ptr())
                }
                Kind::Neg(a) => api.mk_unary_minus(c, self.term(cx, a)),
                Kind::Mul(a, b) => {
                    let v = [self.term(cx, a), self.term(cx, b)];
                    api.mk_mul(c, 2, v.as_ptr())
                }
                Kind::Div(a, b) => {
                    let (x, y) = (self.term(cx, a), self.term(cx, b));
                    let zero = self.term(cx, &Term::int(0));
                    let quotient = self.keep(cx, api.mk_div(c, x, y));
                    self.unless_zero(cx, b, zero, quotient)
                }
                Kind::Mod(a, b) => {
                    let (x, y) = (self.term(cx, a), self.term(cx, b));
                    let rest = self.keep(cx, api.mk_mod(c, x, y));
                    self.unless_zero(cx, b, x, rest)
                }
                Kind::Ite(x, a, b) => api.mk_ite(c, self.term(cx, x), self.term(cx, a), self.term(cx, b)),
                Kind::Select(m, k) => api.mk_select(c, self.term(cx, m), self.term(cx, k)),
                Kind::Store(m, k, v) => api.mk_store(c, self.term(cx, m), self.term(cx, k), self.term(cx, v)),
                Kind::Const(v) => {
                    let key = self.sort(cx, t.sort().as_map().expect("a map").0);
                    api.mk_const_array(c, key, self.term(cx, v))
                }
                // doubles are their codes
                Kind::Apply(f, args) if float::is_constant(f) => self.term(cx, &args[0]),
                Kind::Apply(f, args) if float::is_rank(f) => {
                    let code = self.term(cx, &args[0]);
                    let (zero, one) = (self.number(cx, &Int::ZERO), self.number(cx, &Int::ONE));
                    let (zero, one) = (self.keep(cx, zero), self.keep(cx, one));
                    let is_negative = self.keep(cx, api.mk_lt(c, code, zero));
                    let above = self.keep(cx, api.mk_add(c, 2, [code, one].as_ptr()));
                    api.mk_ite(c, is_negative, above, code)
                }
                Kind::Apply(f, args) => {
                    let args = self.all(cx, args);
                    let function = self.function(cx, f);
                    api.mk_app(c, function, args.len() as u32, args.as_ptr())
                }
                Kind::Quant(q, vars, body) => {
                    let bound: Vec<_> = vars.iter().map(|v| api.to_app(c, self.term(cx, &v.term()))).collect();
                    let body = self.term(cx, body);
                    let (n, none) = (bound.len() as u32, std::ptr::null());
                    match q {
                        Quantifier::Forall => api.mk_forall_const(c, 0, n, bound.as_ptr(), 0, none, body),
                        Quantifier::Exists => api.mk_exists_const(c, 0, n, bound.as_ptr(), 0, none, body),
                    }
                }
            }
        }
    }

    /// Division made total: `if divisor = 0 then at_zero else otherwise`.
    unsafe fn unless_zero(&mut self, cx: &Context, divisor: &Term, at_zero: Z3_ast, otherwise: Z3_ast) -> Z3_ast {
        let is_zero = Term::eq(divisor.clone(), Term::int(0));
        if is_zero.is_false() {
            return otherwise;
        }
        let condition = self.term(cx, &is_zero);
        unsafe { cx.api.mk_ite(cx.raw, condition, at_zero, otherwise) }
    }

    fn constant(&mut self, cx: &Context, v: &Var) -> Z3_ast {
        let sort = self.sort(cx, v.sort());
        let name = text(&format!("{}#{}", v.name(), v.tag()));
        // SAFETY: the name is copied; the sort is kept.
        unsafe {
            let symbol = cx.api.mk_string_symbol(cx.raw, name.as_ptr());
            cx.api.mk_const(cx.raw, symbol, sort)
        }
    }

    fn number(&mut self, cx: &Context, i: &Int) -> Z3_ast {
        let sort = self.sort(cx, &Sort::Int);
        // SAFETY: the digits are copied; the sort is kept.
        unsafe {
            match i64::try_from(i) {
                Ok(small) => cx.api.mk_int64(cx.raw, small, sort),
                Err(_) => cx.api.mk_numeral(cx.raw, text(&i.to_string()).as_ptr(), sort),
            }
        }
    }

    fn sort(&mut self, cx: &Context, sort: &Sort) -> Z3_sort {
        if let Some(done) = self.sorts.get(sort) {
            return *done;
        }
        // SAFETY: sorts are terms and are kept like them.
        let made = unsafe {
            let made = match sort {
                Sort::Bool => cx.api.mk_bool_sort(cx.raw),
                Sort::Int | Sort::Float => cx.api.mk_int_sort(cx.raw),
                Sort::Ref if self.integers => cx.api.mk_int_sort(cx.raw),
                Sort::Ref => cx.objects(),
                Sort::Map(kv) => {
                    let (key, value) = (self.sort(cx, &kv.0), self.sort(cx, &kv.1));
                    cx.api.mk_array_sort(cx.raw, key, value)
                }
            };
            self.keep(cx, cx.api.sort_to_ast(cx.raw, made));
            made
        };
        self.sorts.insert(sort.clone(), made);
        made
    }

    pub(crate) fn function(&mut self, cx: &Context, f: &Func) -> Z3_func_decl {
        if let Some(done) = self.functions.get(f) {
            return *done;
        }
        let domain: Vec<Z3_sort> = f.params.iter().map(|s| self.sort(cx, s)).collect();
        let range = self.sort(cx, &f.result);
        // SAFETY: the name is copied, the sorts are kept, and so is the declaration.
        let made = unsafe {
            let symbol = cx.api.mk_string_symbol(cx.raw, text(&format!("{}()", f.name)).as_ptr());
            let made = cx
                .api
                .mk_func_decl(cx.raw, symbol, domain.len() as u32, domain.as_ptr(), range);
            self.keep(cx, cx.api.func_decl_to_ast(cx.raw, made));
            made
        };
        self.functions.insert(f.clone(), made);
        made
    }
}

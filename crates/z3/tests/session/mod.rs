//! A context with a solver, and short names for what the tests build with them.

#![allow(dead_code)]

use std::ffi::{CStr, CString, c_uint};
use std::sync::Once;

use abide_z3::*;

/// The library, installed first if this machine has none.
pub fn library() -> &'static Library {
    static BRING: Once = Once::new();
    BRING.call_once(|| {
        setup::install(&mut |step| eprintln!("{step}")).unwrap_or_else(|e| panic!("{e}"));
    });
    abide_z3::library().unwrap_or_else(|e| panic!("{e}"))
}

/// A context that another thread may interrupt.
pub struct Interrupt(pub Z3_context);

// SAFETY: Z3 allows to interrupt a context from any thread while it lives.
unsafe impl Send for Interrupt {}

/// A context that keeps every term until it ends, and a simple solver in it.
///
/// SAFETY, for all of this: terms passed in were made by the same session, and
/// a context made by `mk_context` keeps all terms alive.
pub struct Session {
    pub api: &'static Api,
    pub c: Z3_context,
    pub solver: Z3_solver,
}

impl Session {
    pub fn new() -> Session {
        let api = library().api();
        unsafe {
            let config = api.mk_config();
            let c = api.mk_context(config);
            api.del_config(config);
            api.set_error_handler(c, None);
            let solver = api.mk_simple_solver(c);
            api.solver_inc_ref(c, solver);
            Session { api, c, solver }
        }
    }

    pub fn symbol(&self, name: &str) -> Z3_symbol {
        let name = CString::new(name).unwrap();
        unsafe { self.api.mk_string_symbol(self.c, name.as_ptr()) }
    }

    fn sort_int(&self) -> Z3_sort {
        unsafe { self.api.mk_int_sort(self.c) }
    }

    pub fn bool(&self, name: &str) -> Z3_ast {
        unsafe {
            self.api
                .mk_const(self.c, self.symbol(name), self.api.mk_bool_sort(self.c))
        }
    }

    pub fn int(&self, name: &str) -> Z3_ast {
        unsafe { self.api.mk_const(self.c, self.symbol(name), self.sort_int()) }
    }

    pub fn array(&self, name: &str) -> Z3_ast {
        unsafe {
            let sort = self.api.mk_array_sort(self.c, self.sort_int(), self.sort_int());
            self.api.mk_const(self.c, self.symbol(name), sort)
        }
    }

    pub fn function(&self, name: &str) -> Z3_func_decl {
        unsafe {
            self.api
                .mk_func_decl(self.c, self.symbol(name), 1, &self.sort_int(), self.sort_int())
        }
    }

    pub fn apply(&self, f: Z3_func_decl, a: Z3_ast) -> Z3_ast {
        unsafe { self.api.mk_app(self.c, f, 1, &a) }
    }

    pub fn num(&self, value: i64) -> Z3_ast {
        unsafe { self.api.mk_int64(self.c, value, self.sort_int()) }
    }

    pub fn numeral(&self, digits: &str) -> Z3_ast {
        let digits = CString::new(digits).unwrap();
        unsafe { self.api.mk_numeral(self.c, digits.as_ptr(), self.sort_int()) }
    }

    pub fn add(&self, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        unsafe { self.api.mk_add(self.c, 2, [a, b].as_ptr()) }
    }

    pub fn mul(&self, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        unsafe { self.api.mk_mul(self.c, 2, [a, b].as_ptr()) }
    }

    pub fn lt(&self, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        unsafe { self.api.mk_lt(self.c, a, b) }
    }

    pub fn le(&self, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        unsafe { self.api.mk_le(self.c, a, b) }
    }

    pub fn eq(&self, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        unsafe { self.api.mk_eq(self.c, a, b) }
    }

    pub fn not(&self, a: Z3_ast) -> Z3_ast {
        unsafe { self.api.mk_not(self.c, a) }
    }

    pub fn and(&self, args: &[Z3_ast]) -> Z3_ast {
        unsafe { self.api.mk_and(self.c, args.len() as c_uint, args.as_ptr()) }
    }

    pub fn implies(&self, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        unsafe { self.api.mk_implies(self.c, a, b) }
    }

    pub fn select(&self, a: Z3_ast, i: Z3_ast) -> Z3_ast {
        unsafe { self.api.mk_select(self.c, a, i) }
    }

    pub fn store(&self, a: Z3_ast, i: Z3_ast, v: Z3_ast) -> Z3_ast {
        unsafe { self.api.mk_store(self.c, a, i, v) }
    }

    pub fn forall(&self, bound: Z3_ast, pattern: &[Z3_ast], body: Z3_ast) -> Z3_ast {
        unsafe {
            let bound = self.api.to_app(self.c, bound);
            let pattern = self.api.mk_pattern(self.c, pattern.len() as c_uint, pattern.as_ptr());
            // A weight of 0 would exempt it from Z3's brake on endless instances.
            self.api.mk_forall_const(self.c, 1, 1, &bound, 1, &pattern, body)
        }
    }

    pub fn set_uint(&self, key: &str, value: c_uint) {
        unsafe {
            let params = self.api.mk_params(self.c);
            self.api.params_inc_ref(self.c, params);
            self.api.params_set_uint(self.c, params, self.symbol(key), value);
            self.api.solver_set_params(self.c, self.solver, params);
            self.api.params_dec_ref(self.c, params);
        }
        self.no_error();
    }

    pub fn assert(&self, a: Z3_ast) {
        unsafe { self.api.solver_assert(self.c, self.solver, a) };
        self.no_error();
    }

    pub fn check(&self, assumptions: &[Z3_ast]) -> Z3_lbool {
        unsafe {
            self.api
                .solver_check_assumptions(self.c, self.solver, assumptions.len() as c_uint, assumptions.as_ptr())
        }
    }

    pub fn reason_unknown(&self) -> String {
        self.string(unsafe { self.api.solver_get_reason_unknown(self.c, self.solver) })
    }

    pub fn core(&self) -> Vec<Z3_ast> {
        self.elements(unsafe { self.api.solver_get_unsat_core(self.c, self.solver) })
    }

    pub fn consequences(&self, assumptions: &[Z3_ast], variables: &[Z3_ast]) -> (Z3_lbool, Vec<Z3_ast>) {
        unsafe {
            let [assumed, asked, found] = [assumptions, variables, &[]].map(|terms| {
                let vector = self.api.mk_ast_vector(self.c);
                self.api.ast_vector_inc_ref(self.c, vector);
                terms.iter().for_each(|&a| self.api.ast_vector_push(self.c, vector, a));
                vector
            });
            let answer = self
                .api
                .solver_get_consequences(self.c, self.solver, assumed, asked, found);
            let elements = self.elements(found);
            for vector in [assumed, asked, found] {
                self.api.ast_vector_dec_ref(self.c, vector);
            }
            (answer, elements)
        }
    }

    /// The statistic of this name, of the last check.
    pub fn statistic(&self, name: &str) -> Option<c_uint> {
        unsafe {
            let stats = self.api.solver_get_statistics(self.c, self.solver);
            self.api.stats_inc_ref(self.c, stats);
            let value = (0..self.api.stats_size(self.c, stats))
                .find(|&i| self.string(self.api.stats_get_key(self.c, stats, i)) == name)
                .filter(|&i| self.api.stats_is_uint(self.c, stats, i))
                .map(|i| self.api.stats_get_uint_value(self.c, stats, i));
            self.api.stats_dec_ref(self.c, stats);
            value
        }
    }

    /// The value of `a` in the model of the last check.
    pub fn eval(&self, a: Z3_ast) -> Z3_ast {
        self.with_model(|model| unsafe {
            let mut value = Z3_ast::NULL;
            assert!(self.api.model_eval(self.c, model, a, true, &mut value));
            value
        })
    }

    /// The value of `a` in the model of the last check, printed.
    pub fn value(&self, a: Z3_ast) -> String {
        let value = self.eval(a);
        if unsafe { self.api.is_numeral_ast(self.c, value) } {
            self.digits(value)
        } else {
            self.print(value)
        }
    }

    pub fn digits(&self, numeral: Z3_ast) -> String {
        self.string(unsafe { self.api.get_numeral_string(self.c, numeral) })
    }

    /// The entries of a unary function in the model of the last check, and its
    /// value elsewhere.
    pub fn entries(&self, f: Z3_func_decl) -> (Vec<(String, String)>, String) {
        self.with_model(|model| unsafe {
            let function = self.api.model_get_func_interp(self.c, model, f);
            assert!(!function.is_null());
            self.api.func_interp_inc_ref(self.c, function);
            let entries = (0..self.api.func_interp_get_num_entries(self.c, function))
                .map(|i| {
                    let entry = self.api.func_interp_get_entry(self.c, function, i);
                    self.api.func_entry_inc_ref(self.c, entry);
                    assert_eq!(self.api.func_entry_get_num_args(self.c, entry), 1);
                    let key = self.digits(self.api.func_entry_get_arg(self.c, entry, 0));
                    let value = self.digits(self.api.func_entry_get_value(self.c, entry));
                    self.api.func_entry_dec_ref(self.c, entry);
                    (key, value)
                })
                .collect();
            let rest = self.digits(self.api.func_interp_get_else(self.c, function));
            self.api.func_interp_dec_ref(self.c, function);
            (entries, rest)
        })
    }

    /// How the value of an array is built, outermost first.
    pub fn shape(&self, mut a: Z3_ast) -> String {
        let mut shape = Vec::new();
        unsafe {
            loop {
                if self.api.get_ast_kind(self.c, a) == Z3_QUANTIFIER_AST {
                    shape.push(if self.api.is_lambda(self.c, a) {
                        "lambda"
                    } else {
                        "quantifier"
                    });
                    break;
                }
                let app = self.api.to_app(self.c, a);
                let kind = self.api.get_decl_kind(self.c, self.api.get_app_decl(self.c, app));
                shape.push(match kind {
                    Z3_OP_STORE => "store",
                    Z3_OP_CONST_ARRAY => "const",
                    Z3_OP_AS_ARRAY => "as-array",
                    Z3_OP_ARRAY_MAP => "map",
                    Z3_OP_ITE => "ite",
                    _ => "other",
                });
                if kind != Z3_OP_STORE {
                    break;
                }
                a = self.api.get_app_arg(self.c, app, 0);
            }
        }
        shape.join(" ")
    }

    pub fn print(&self, a: Z3_ast) -> String {
        self.string(unsafe { self.api.ast_to_string(self.c, a) })
    }

    pub fn print_model(&self) -> String {
        self.with_model(|model| self.string(unsafe { self.api.model_to_string(self.c, model) }))
    }

    fn with_model<R>(&self, f: impl FnOnce(Z3_model) -> R) -> R {
        unsafe {
            let model = self.api.solver_get_model(self.c, self.solver);
            self.no_error();
            self.api.model_inc_ref(self.c, model);
            let result = f(model);
            self.api.model_dec_ref(self.c, model);
            result
        }
    }

    fn elements(&self, vector: Z3_ast_vector) -> Vec<Z3_ast> {
        unsafe {
            self.api.ast_vector_inc_ref(self.c, vector);
            let size = self.api.ast_vector_size(self.c, vector);
            let elements = (0..size).map(|i| self.api.ast_vector_get(self.c, vector, i));
            // Printing and comparing them later needs them alive.
            let elements: Vec<Z3_ast> = elements.inspect(|&a| self.api.inc_ref(self.c, a)).collect();
            self.api.ast_vector_dec_ref(self.c, vector);
            elements
        }
    }

    fn no_error(&self) {
        unsafe {
            let code = self.api.get_error_code(self.c);
            if code != Z3_OK {
                panic!("{}", self.string(self.api.get_error_msg(self.c, code)));
            }
        }
    }

    fn string(&self, string: Z3_string) -> String {
        unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        unsafe {
            self.api.solver_dec_ref(self.c, self.solver);
            self.api.del_context(self.c);
        }
    }
}

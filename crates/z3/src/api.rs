//! The table of Z3's C functions.
//!
//! One list of signatures (`api!`, at the end) makes the struct [`Api`], its method for
//! each function, and the ways to fill it: `Api::open` takes the functions
//! from a shared library, `Api::linked` (feature `bundled`) takes them from
//! the Z3 that was compiled in. A function `Z3_mk_app` of `z3_api.h` is the
//! method [`Api::mk_app`], with the same arguments in the same order.
//!
//! Nothing here is safe. What every method asks of its caller is what
//! `z3_api.h` asks of a C program:
//!
//! * pointers come from Z3, belong to the context they are passed with, and
//!   are still alive: a context made with [`Api::mk_context_rc`] counts
//!   references and frees a term at the next call unless somebody holds it;
//! * a pointer to an array points at as many elements as the number beside it
//!   says;
//! * a context is used by one thread at a time; only [`Api::interrupt`] and
//!   [`Api::solver_interrupt`] may be called from another, while the context
//!   lives;
//! * an error handler is set right after a context is made: without one Z3
//!   ends the process at the first error.
//!
//! What Z3's documentation does not say, measured with 4.13, 4.15 and 5.4
//! (`tests/smoke.rs` holds what a test can hold):
//!
//! * a simple solver gives the reason `canceled` whether its resource limit
//!   (`rlimit`), its time limit or an interrupt ended the check; the statistic
//!   `rlimit count`, which grows over the life of the context, tells how much
//!   the check spent. The limit is for each check, and is the same work on
//!   every run;
//! * limits and interrupts hold for checks only. [`Api::solver_push`] on a
//!   simple solver works through the assertions first, and with a quantifier
//!   that instantiates itself for ever it never returns. It takes a quantifier
//!   of weight 0 to do that: any other weight lets Z3 give up on such a chain;
//! * a query for a fixed point keeps to the resource limit of its context ([`Api::update_param_value`]), not to one
//!   among its own parameters; `Z3_fixedpoint_query_relations` keeps to neither. After a query that was ended the lemmas
//!   of [`Api::fixedpoint_get_cover_delta`] can still be read. Its free variables are the arguments of the relation, also
//!   below quantifiers, where they are mistaken for the bound ones; the answer does not have that fault;
//! * not every ill-sorted term is refused: a truth value where a number belongs
//!   is taken for zero or one;
//! * the value of an array is a chain of `store` on a constant array, or a
//!   lambda where a quantifier mentions the array.
//!
//! To add a function, add its line to the list. It must be in every version
//! from [`Version::OLDEST`] on.

use std::ffi::{c_int, c_uint, c_void};
use std::path::Path;

use crate::types::*;
use crate::version::Version;

/// Why a file could not be used as Z3.
#[derive(Debug)]
pub(crate) enum OpenError {
    /// The loader refused it, or it has no `Z3_get_version`.
    NotLoaded(libloading::Error),
    /// `Z3_get_version` said this, and it is too old.
    TooOld(Version),
    /// A function of the table is missing.
    Lacks(&'static str),
}

macro_rules! api {
    ($(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $result:ty)?;)*) => {
        /// Z3's C functions. See the [module](self) for what calling them takes.
        pub struct Api {
            $($name: unsafe extern "C" fn($($ty),*) $(-> $result)?,)*
            /// Keeps the functions above in memory.
            _library: Option<libloading::Library>,
        }

        impl Api {
            $(
                #[doc = concat!("Calls `Z3_", stringify!($name), "`.")]
                ///
                /// # Safety
                ///
                /// See the [module](self).
                #[allow(clippy::too_many_arguments)]
                pub unsafe fn $name(&self, $($arg: $ty),*) $(-> $result)? {
                    unsafe { (self.$name)($($arg),*) }
                }
            )*

            fn fill(library: libloading::Library) -> Result<Api, OpenError> {
                Ok(Api {
                    $($name: {
                        const SYMBOL: &str = concat!("Z3_", stringify!($name));
                        // SAFETY: the type is that of `z3_api.h`.
                        match unsafe { library.get(SYMBOL) } {
                            Ok(symbol) => *symbol,
                            Err(_) => return Err(OpenError::Lacks(SYMBOL)),
                        }
                    },)*
                    _library: Some(library),
                })
            }
        }

        #[cfg(feature = "bundled")]
        mod linked {
            use super::*;

            unsafe extern "C" {
                $(
                    #[link_name = concat!("Z3_", stringify!($name))]
                    fn $name($($arg: $ty),*) $(-> $result)?;
                )*
            }

            impl Api {
                /// The Z3 that was compiled in.
                pub(crate) fn linked() -> Api {
                    Api { $($name,)* _library: None }
                }
            }
        }
    };
}

impl Api {
    /// Loads the shared library `file`, a path or a name for the system's
    /// loader to find.
    pub(crate) fn open(file: &Path) -> Result<(Api, Version), OpenError> {
        // SAFETY: to load a library is to run it, so this trusts the file as
        // much as the person who named it, or put it where we look, did.
        let library = unsafe { libloading::Library::new(file) }.map_err(OpenError::NotLoaded)?;
        // The version first: what an old Z3 is missing is of no interest.
        // SAFETY: the type is that of `z3_api.h`, in all its versions.
        let version = unsafe {
            let get_version = library.get("Z3_get_version").map_err(OpenError::NotLoaded)?;
            read_version(*get_version)
        };
        if version < Version::OLDEST {
            return Err(OpenError::TooOld(version));
        }
        Ok((Api::fill(library)?, version))
    }

    /// The version of this Z3.
    pub fn version(&self) -> Version {
        // SAFETY: it may be called at any time.
        unsafe { read_version(self.get_version) }
    }
}

type GetVersion = unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint);

/// # Safety
///
/// `get_version` must be Z3's.
unsafe fn read_version(get_version: GetVersion) -> Version {
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    unsafe { get_version(&mut major, &mut minor, &mut build, &mut revision) };
    Version {
        major,
        minor,
        build,
        revision,
    }
}

api! {
    // The library as a whole.
    fn get_version(major: *mut c_uint, minor: *mut c_uint, build: *mut c_uint, revision: *mut c_uint);
    fn get_full_version() -> Z3_string;
    fn global_param_set(name: Z3_string, value: Z3_string);

    // Configurations and contexts.
    fn mk_config() -> Z3_config;
    fn set_param_value(config: Z3_config, name: Z3_string, value: Z3_string);
    fn del_config(config: Z3_config);
    fn mk_context(config: Z3_config) -> Z3_context;
    fn mk_context_rc(config: Z3_config) -> Z3_context;
    fn update_param_value(c: Z3_context, name: Z3_string, value: Z3_string);
    fn del_context(c: Z3_context);
    fn interrupt(c: Z3_context);

    // Errors.
    fn set_error_handler(c: Z3_context, handler: Z3_error_handler);
    fn get_error_code(c: Z3_context) -> Z3_error_code;
    fn get_error_msg(c: Z3_context, error: Z3_error_code) -> Z3_string;

    // Parameter sets.
    fn mk_params(c: Z3_context) -> Z3_params;
    fn params_inc_ref(c: Z3_context, params: Z3_params);
    fn params_dec_ref(c: Z3_context, params: Z3_params);
    fn params_set_bool(c: Z3_context, params: Z3_params, key: Z3_symbol, value: bool);
    fn params_set_uint(c: Z3_context, params: Z3_params, key: Z3_symbol, value: c_uint);
    fn params_set_double(c: Z3_context, params: Z3_params, key: Z3_symbol, value: f64);
    fn params_set_symbol(c: Z3_context, params: Z3_params, key: Z3_symbol, value: Z3_symbol);
    fn params_to_string(c: Z3_context, params: Z3_params) -> Z3_string;

    // Symbols.
    fn mk_int_symbol(c: Z3_context, number: c_int) -> Z3_symbol;
    fn mk_string_symbol(c: Z3_context, string: Z3_string) -> Z3_symbol;
    fn get_symbol_kind(c: Z3_context, symbol: Z3_symbol) -> Z3_symbol_kind;
    fn get_symbol_int(c: Z3_context, symbol: Z3_symbol) -> c_int;
    fn get_symbol_string(c: Z3_context, symbol: Z3_symbol) -> Z3_string;

    // Sorts.
    fn mk_bool_sort(c: Z3_context) -> Z3_sort;
    fn mk_int_sort(c: Z3_context) -> Z3_sort;
    fn mk_array_sort(c: Z3_context, domain: Z3_sort, range: Z3_sort) -> Z3_sort;
    fn mk_uninterpreted_sort(c: Z3_context, name: Z3_symbol) -> Z3_sort;
    fn get_sort(c: Z3_context, term: Z3_ast) -> Z3_sort;
    fn get_sort_kind(c: Z3_context, sort: Z3_sort) -> Z3_sort_kind;
    fn get_sort_name(c: Z3_context, sort: Z3_sort) -> Z3_symbol;
    fn get_array_sort_domain(c: Z3_context, sort: Z3_sort) -> Z3_sort;
    fn get_array_sort_range(c: Z3_context, sort: Z3_sort) -> Z3_sort;
    fn is_eq_sort(c: Z3_context, a: Z3_sort, b: Z3_sort) -> bool;
    fn sort_to_ast(c: Z3_context, sort: Z3_sort) -> Z3_ast;
    fn sort_to_string(c: Z3_context, sort: Z3_sort) -> Z3_string;

    // Function symbols and applications.
    fn mk_func_decl(
        c: Z3_context,
        name: Z3_symbol,
        arity: c_uint,
        domain: *const Z3_sort,
        range: Z3_sort,
    ) -> Z3_func_decl;
    fn mk_fresh_func_decl(
        c: Z3_context,
        prefix: Z3_string,
        arity: c_uint,
        domain: *const Z3_sort,
        range: Z3_sort,
    ) -> Z3_func_decl;
    fn mk_app(c: Z3_context, function: Z3_func_decl, count: c_uint, args: *const Z3_ast) -> Z3_ast;
    fn mk_const(c: Z3_context, name: Z3_symbol, sort: Z3_sort) -> Z3_ast;
    fn mk_fresh_const(c: Z3_context, prefix: Z3_string, sort: Z3_sort) -> Z3_ast;

    // Truth values.
    fn mk_true(c: Z3_context) -> Z3_ast;
    fn mk_false(c: Z3_context) -> Z3_ast;
    fn mk_eq(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;
    fn mk_distinct(c: Z3_context, count: c_uint, args: *const Z3_ast) -> Z3_ast;
    fn mk_not(c: Z3_context, a: Z3_ast) -> Z3_ast;
    fn mk_ite(c: Z3_context, condition: Z3_ast, then: Z3_ast, otherwise: Z3_ast) -> Z3_ast;
    fn mk_iff(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;
    fn mk_implies(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;
    fn mk_xor(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;
    fn mk_and(c: Z3_context, count: c_uint, args: *const Z3_ast) -> Z3_ast;
    fn mk_or(c: Z3_context, count: c_uint, args: *const Z3_ast) -> Z3_ast;

    // Integers. `mk_div` and `mk_mod` are SMT-LIB's: the remainder is never
    // negative, and a division by zero is some unknown number.
    fn mk_numeral(c: Z3_context, digits: Z3_string, sort: Z3_sort) -> Z3_ast;
    fn mk_int64(c: Z3_context, value: i64, sort: Z3_sort) -> Z3_ast;
    fn mk_add(c: Z3_context, count: c_uint, args: *const Z3_ast) -> Z3_ast;
    fn mk_sub(c: Z3_context, count: c_uint, args: *const Z3_ast) -> Z3_ast;
    fn mk_mul(c: Z3_context, count: c_uint, args: *const Z3_ast) -> Z3_ast;
    fn mk_unary_minus(c: Z3_context, a: Z3_ast) -> Z3_ast;
    fn mk_div(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;
    fn mk_mod(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;
    fn mk_rem(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;
    fn mk_le(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;
    fn mk_lt(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;
    fn mk_ge(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;
    fn mk_gt(c: Z3_context, a: Z3_ast, b: Z3_ast) -> Z3_ast;

    // Arrays.
    fn mk_select(c: Z3_context, array: Z3_ast, index: Z3_ast) -> Z3_ast;
    fn mk_store(c: Z3_context, array: Z3_ast, index: Z3_ast, value: Z3_ast) -> Z3_ast;
    fn mk_const_array(c: Z3_context, domain: Z3_sort, value: Z3_ast) -> Z3_ast;
    fn mk_as_array(c: Z3_context, function: Z3_func_decl) -> Z3_ast;

    // Quantifiers. The bound variables are constants of the body.
    fn mk_pattern(c: Z3_context, count: c_uint, terms: *const Z3_ast) -> Z3_pattern;
    fn pattern_to_ast(c: Z3_context, pattern: Z3_pattern) -> Z3_ast;
    fn mk_forall_const(
        c: Z3_context,
        weight: c_uint,
        bound_count: c_uint,
        bound: *const Z3_app,
        pattern_count: c_uint,
        patterns: *const Z3_pattern,
        body: Z3_ast,
    ) -> Z3_ast;
    fn mk_exists_const(
        c: Z3_context,
        weight: c_uint,
        bound_count: c_uint,
        bound: *const Z3_app,
        pattern_count: c_uint,
        patterns: *const Z3_pattern,
        body: Z3_ast,
    ) -> Z3_ast;
    fn mk_quantifier_const_ex(
        c: Z3_context,
        is_forall: bool,
        weight: c_uint,
        quantifier_id: Z3_symbol,
        skolem_id: Z3_symbol,
        bound_count: c_uint,
        bound: *const Z3_app,
        pattern_count: c_uint,
        patterns: *const Z3_pattern,
        no_pattern_count: c_uint,
        no_patterns: *const Z3_ast,
        body: Z3_ast,
    ) -> Z3_ast;
    fn mk_lambda_const(c: Z3_context, bound_count: c_uint, bound: *const Z3_app, body: Z3_ast) -> Z3_ast;

    // Looking into terms.
    fn inc_ref(c: Z3_context, a: Z3_ast);
    fn dec_ref(c: Z3_context, a: Z3_ast);
    fn set_ast_print_mode(c: Z3_context, mode: Z3_ast_print_mode);
    fn ast_to_string(c: Z3_context, a: Z3_ast) -> Z3_string;
    fn get_ast_kind(c: Z3_context, a: Z3_ast) -> Z3_ast_kind;
    fn get_ast_id(c: Z3_context, a: Z3_ast) -> c_uint;
    fn is_eq_ast(c: Z3_context, a: Z3_ast, b: Z3_ast) -> bool;
    fn get_bool_value(c: Z3_context, a: Z3_ast) -> Z3_lbool;
    fn is_numeral_ast(c: Z3_context, a: Z3_ast) -> bool;
    fn get_numeral_string(c: Z3_context, a: Z3_ast) -> Z3_string;
    fn get_numeral_int64(c: Z3_context, a: Z3_ast, value: *mut i64) -> bool;
    fn is_app(c: Z3_context, a: Z3_ast) -> bool;
    fn to_app(c: Z3_context, a: Z3_ast) -> Z3_app;
    fn app_to_ast(c: Z3_context, app: Z3_app) -> Z3_ast;
    fn get_app_decl(c: Z3_context, app: Z3_app) -> Z3_func_decl;
    fn get_app_num_args(c: Z3_context, app: Z3_app) -> c_uint;
    fn get_app_arg(c: Z3_context, app: Z3_app, i: c_uint) -> Z3_ast;
    fn to_func_decl(c: Z3_context, a: Z3_ast) -> Z3_func_decl;
    fn func_decl_to_ast(c: Z3_context, function: Z3_func_decl) -> Z3_ast;
    fn func_decl_to_string(c: Z3_context, function: Z3_func_decl) -> Z3_string;
    fn get_decl_kind(c: Z3_context, function: Z3_func_decl) -> Z3_decl_kind;
    fn get_decl_name(c: Z3_context, function: Z3_func_decl) -> Z3_symbol;
    fn get_domain_size(c: Z3_context, function: Z3_func_decl) -> c_uint;
    fn get_domain(c: Z3_context, function: Z3_func_decl, i: c_uint) -> Z3_sort;
    fn get_range(c: Z3_context, function: Z3_func_decl) -> Z3_sort;
    fn is_as_array(c: Z3_context, a: Z3_ast) -> bool;
    fn get_as_array_func_decl(c: Z3_context, a: Z3_ast) -> Z3_func_decl;
    fn is_quantifier_forall(c: Z3_context, a: Z3_ast) -> bool;
    fn is_quantifier_exists(c: Z3_context, a: Z3_ast) -> bool;
    fn is_lambda(c: Z3_context, a: Z3_ast) -> bool;
    fn get_quantifier_num_bound(c: Z3_context, a: Z3_ast) -> c_uint;
    fn get_quantifier_bound_name(c: Z3_context, a: Z3_ast, i: c_uint) -> Z3_symbol;
    fn get_quantifier_bound_sort(c: Z3_context, a: Z3_ast, i: c_uint) -> Z3_sort;
    fn get_quantifier_body(c: Z3_context, a: Z3_ast) -> Z3_ast;
    fn get_index_value(c: Z3_context, a: Z3_ast) -> c_uint;

    // Rewriting.
    fn simplify(c: Z3_context, a: Z3_ast) -> Z3_ast;
    fn simplify_ex(c: Z3_context, a: Z3_ast, params: Z3_params) -> Z3_ast;
    fn substitute(c: Z3_context, a: Z3_ast, count: c_uint, from: *const Z3_ast, to: *const Z3_ast) -> Z3_ast;
    fn substitute_vars(c: Z3_context, a: Z3_ast, count: c_uint, to: *const Z3_ast) -> Z3_ast;
    fn translate(source: Z3_context, a: Z3_ast, target: Z3_context) -> Z3_ast;

    // Vectors of terms.
    fn mk_ast_vector(c: Z3_context) -> Z3_ast_vector;
    fn ast_vector_inc_ref(c: Z3_context, vector: Z3_ast_vector);
    fn ast_vector_dec_ref(c: Z3_context, vector: Z3_ast_vector);
    fn ast_vector_size(c: Z3_context, vector: Z3_ast_vector) -> c_uint;
    fn ast_vector_get(c: Z3_context, vector: Z3_ast_vector, i: c_uint) -> Z3_ast;
    fn ast_vector_push(c: Z3_context, vector: Z3_ast_vector, a: Z3_ast);

    // Solvers.
    fn mk_solver(c: Z3_context) -> Z3_solver;
    fn mk_simple_solver(c: Z3_context) -> Z3_solver;
    fn mk_solver_for_logic(c: Z3_context, logic: Z3_symbol) -> Z3_solver;
    fn solver_inc_ref(c: Z3_context, solver: Z3_solver);
    fn solver_dec_ref(c: Z3_context, solver: Z3_solver);
    fn solver_get_help(c: Z3_context, solver: Z3_solver) -> Z3_string;
    fn solver_set_params(c: Z3_context, solver: Z3_solver, params: Z3_params);
    fn solver_push(c: Z3_context, solver: Z3_solver);
    fn solver_pop(c: Z3_context, solver: Z3_solver, count: c_uint);
    fn solver_get_num_scopes(c: Z3_context, solver: Z3_solver) -> c_uint;
    fn solver_reset(c: Z3_context, solver: Z3_solver);
    fn solver_assert(c: Z3_context, solver: Z3_solver, a: Z3_ast);
    fn solver_assert_and_track(c: Z3_context, solver: Z3_solver, a: Z3_ast, track: Z3_ast);
    fn solver_from_string(c: Z3_context, solver: Z3_solver, script: Z3_string);
    fn solver_check(c: Z3_context, solver: Z3_solver) -> Z3_lbool;
    fn solver_check_assumptions(
        c: Z3_context,
        solver: Z3_solver,
        count: c_uint,
        assumptions: *const Z3_ast,
    ) -> Z3_lbool;
    fn solver_get_consequences(
        c: Z3_context,
        solver: Z3_solver,
        assumptions: Z3_ast_vector,
        variables: Z3_ast_vector,
        consequences: Z3_ast_vector,
    ) -> Z3_lbool;
    fn solver_interrupt(c: Z3_context, solver: Z3_solver);
    fn solver_get_model(c: Z3_context, solver: Z3_solver) -> Z3_model;
    fn solver_get_unsat_core(c: Z3_context, solver: Z3_solver) -> Z3_ast_vector;
    fn solver_get_reason_unknown(c: Z3_context, solver: Z3_solver) -> Z3_string;
    fn solver_get_statistics(c: Z3_context, solver: Z3_solver) -> Z3_stats;
    fn solver_to_string(c: Z3_context, solver: Z3_solver) -> Z3_string;

    // Taking part in a search.
    fn solver_propagate_init(
        c: Z3_context,
        solver: Z3_solver,
        user: *mut c_void,
        push: Z3_push_eh,
        pop: Z3_pop_eh,
        fresh: Z3_fresh_eh,
    );
    fn solver_propagate_final(c: Z3_context, solver: Z3_solver, last: Z3_final_eh);
    fn solver_propagate_register_cb(c: Z3_context, search: Z3_solver_callback, term: Z3_ast);
    fn solver_propagate_consequence(
        c: Z3_context,
        search: Z3_solver_callback,
        fixed_count: c_uint,
        fixed: *const Z3_ast,
        equal_count: c_uint,
        left: *const Z3_ast,
        right: *const Z3_ast,
        consequence: Z3_ast,
    ) -> bool;
    fn solver_congruence_root(c: Z3_context, solver: Z3_solver, term: Z3_ast) -> Z3_ast;
    fn solver_get_trail(c: Z3_context, solver: Z3_solver) -> Z3_ast_vector;

    // Fixed points of Horn clauses.
    fn mk_fixedpoint(c: Z3_context) -> Z3_fixedpoint;
    fn fixedpoint_inc_ref(c: Z3_context, fixedpoint: Z3_fixedpoint);
    fn fixedpoint_dec_ref(c: Z3_context, fixedpoint: Z3_fixedpoint);
    fn fixedpoint_set_params(c: Z3_context, fixedpoint: Z3_fixedpoint, params: Z3_params);
    fn fixedpoint_register_relation(c: Z3_context, fixedpoint: Z3_fixedpoint, relation: Z3_func_decl);
    fn fixedpoint_add_rule(c: Z3_context, fixedpoint: Z3_fixedpoint, rule: Z3_ast, name: Z3_symbol);
    fn fixedpoint_query(c: Z3_context, fixedpoint: Z3_fixedpoint, query: Z3_ast) -> Z3_lbool;
    fn fixedpoint_get_answer(c: Z3_context, fixedpoint: Z3_fixedpoint) -> Z3_ast;
    fn fixedpoint_get_num_levels(c: Z3_context, fixedpoint: Z3_fixedpoint, relation: Z3_func_decl) -> c_uint;
    fn fixedpoint_get_cover_delta(
        c: Z3_context,
        fixedpoint: Z3_fixedpoint,
        level: c_int,
        relation: Z3_func_decl,
    ) -> Z3_ast;

    // Statistics.
    fn stats_inc_ref(c: Z3_context, stats: Z3_stats);
    fn stats_dec_ref(c: Z3_context, stats: Z3_stats);
    fn stats_size(c: Z3_context, stats: Z3_stats) -> c_uint;
    fn stats_get_key(c: Z3_context, stats: Z3_stats, i: c_uint) -> Z3_string;
    fn stats_is_uint(c: Z3_context, stats: Z3_stats, i: c_uint) -> bool;
    fn stats_get_uint_value(c: Z3_context, stats: Z3_stats, i: c_uint) -> c_uint;
    fn stats_is_double(c: Z3_context, stats: Z3_stats, i: c_uint) -> bool;
    fn stats_get_double_value(c: Z3_context, stats: Z3_stats, i: c_uint) -> f64;
    fn stats_to_string(c: Z3_context, stats: Z3_stats) -> Z3_string;

    // Models.
    fn model_inc_ref(c: Z3_context, model: Z3_model);
    fn model_dec_ref(c: Z3_context, model: Z3_model);
    fn model_eval(c: Z3_context, model: Z3_model, a: Z3_ast, completion: bool, value: *mut Z3_ast) -> bool;
    fn model_get_num_consts(c: Z3_context, model: Z3_model) -> c_uint;
    fn model_get_const_decl(c: Z3_context, model: Z3_model, i: c_uint) -> Z3_func_decl;
    fn model_get_const_interp(c: Z3_context, model: Z3_model, constant: Z3_func_decl) -> Z3_ast;
    fn model_get_num_funcs(c: Z3_context, model: Z3_model) -> c_uint;
    fn model_get_func_decl(c: Z3_context, model: Z3_model, i: c_uint) -> Z3_func_decl;
    fn model_get_func_interp(c: Z3_context, model: Z3_model, function: Z3_func_decl) -> Z3_func_interp;
    fn model_to_string(c: Z3_context, model: Z3_model) -> Z3_string;

    // Values of functions in models.
    fn func_interp_inc_ref(c: Z3_context, function: Z3_func_interp);
    fn func_interp_dec_ref(c: Z3_context, function: Z3_func_interp);
    fn func_interp_get_arity(c: Z3_context, function: Z3_func_interp) -> c_uint;
    fn func_interp_get_num_entries(c: Z3_context, function: Z3_func_interp) -> c_uint;
    fn func_interp_get_entry(c: Z3_context, function: Z3_func_interp, i: c_uint) -> Z3_func_entry;
    fn func_interp_get_else(c: Z3_context, function: Z3_func_interp) -> Z3_ast;
    fn func_entry_inc_ref(c: Z3_context, entry: Z3_func_entry);
    fn func_entry_dec_ref(c: Z3_context, entry: Z3_func_entry);
    fn func_entry_get_num_args(c: Z3_context, entry: Z3_func_entry) -> c_uint;
    fn func_entry_get_arg(c: Z3_context, entry: Z3_func_entry, i: c_uint) -> Z3_ast;
    fn func_entry_get_value(c: Z3_context, entry: Z3_func_entry) -> Z3_ast;
}

//! The types of Z3's C API: opaque pointers and enumerations.
//!
//! The names are those of `z3_api.h`, so that its documentation can be read
//! beside the code. Enumerations are numbers with named constants rather than
//! Rust enums: a newer Z3 may answer with a number that is not listed here, and
//! only the numbers that are the same in every version we accept are listed
//! (`Z3_OP_UNINTERPRETED`, for one, is not).

#![allow(non_camel_case_types)]

use std::ffi::{c_char, c_int, c_uint, c_void};

/// A string in Z3's memory, or one passed to it; ends with a zero byte.
///
/// What Z3 returns stays valid until the next call on the same context.
pub type Z3_string = *const c_char;

/// Called by Z3 when a function fails, in the thread that called it.
///
/// `None` makes Z3 go on silently, with the error kept for
/// [`get_error_code`](crate::Api::get_error_code). A context without any
/// handler set ends the process at its first error.
pub type Z3_error_handler = Option<unsafe extern "C" fn(Z3_context, Z3_error_code)>;

/// Told that the search opens a scope; the first argument is what was given to
/// [`solver_propagate_init`](crate::Api::solver_propagate_init).
pub type Z3_push_eh = unsafe extern "C" fn(*mut c_void, Z3_solver_callback);

/// Told that the search leaves so many scopes.
pub type Z3_pop_eh = unsafe extern "C" fn(*mut c_void, Z3_solver_callback, c_uint);

/// Asked for what belongs to a copy of the solver.
pub type Z3_fresh_eh = unsafe extern "C" fn(*mut c_void, Z3_context) -> *mut c_void;

/// Told that the search has a value for every literal and would end with a model.
pub type Z3_final_eh = unsafe extern "C" fn(*mut c_void, Z3_solver_callback);

macro_rules! pointers {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(*mut c_void);

        impl $name {
            /// The null pointer: what Z3 returns when there is nothing to return.
            pub const NULL: $name = $name(std::ptr::null_mut());

            /// Whether this is the null pointer.
            pub const fn is_null(self) -> bool {
                self.0.is_null()
            }
        }
    )*};
}

pointers! {
    /// Parameters of a context to be made.
    Z3_config;
    /// Owns everything else. Not to be used by two threads at once, except to
    /// interrupt what it is doing.
    Z3_context;
    /// A parameter set.
    Z3_params;
    /// A name: a string or a number. Lives as long as its context.
    Z3_symbol;
    /// A term, or anything else that can be seen as one.
    Z3_ast;
    /// A sort, seen as such; also a `Z3_ast`.
    Z3_sort;
    /// A function symbol with its signature; also a `Z3_ast`.
    Z3_func_decl;
    /// An application of a function symbol; also a `Z3_ast`.
    Z3_app;
    /// A multi-pattern of a quantifier; also a `Z3_ast`.
    Z3_pattern;
    /// A vector of terms.
    Z3_ast_vector;
    /// A solver.
    Z3_solver;
    /// Horn clauses, and what is known of their fixed point.
    Z3_fixedpoint;
    /// A search that calls back; lives as long as the call.
    Z3_solver_callback;
    /// Numbers about what a solver did.
    Z3_stats;
    /// A model.
    Z3_model;
    /// The value of a function in a model: entries, and a value for the rest.
    Z3_func_interp;
    /// One entry of a function's value.
    Z3_func_entry;
}

macro_rules! enumerations {
    ($($(#[$doc:meta])* $name:ident: $repr:ty { $($constant:ident = $value:expr,)* })*) => {$(
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        $(
            #[allow(missing_docs)]
            pub const $constant: $name = $name($value);
        )*
    )*};
}

enumerations! {
    /// True, false or unknown; of a check: satisfiable, unsatisfiable, unknown.
    Z3_lbool: c_int {
        Z3_L_FALSE = -1,
        Z3_L_UNDEF = 0,
        Z3_L_TRUE = 1,
    }
    /// The kind of a [`Z3_symbol`].
    Z3_symbol_kind: c_uint {
        Z3_INT_SYMBOL = 0,
        Z3_STRING_SYMBOL = 1,
    }
    /// The kind of a [`Z3_sort`].
    Z3_sort_kind: c_uint {
        Z3_UNINTERPRETED_SORT = 0,
        Z3_BOOL_SORT = 1,
        Z3_INT_SORT = 2,
        Z3_REAL_SORT = 3,
        Z3_BV_SORT = 4,
        Z3_ARRAY_SORT = 5,
        Z3_DATATYPE_SORT = 6,
        Z3_UNKNOWN_SORT = 1000,
    }
    /// The kind of a [`Z3_ast`].
    Z3_ast_kind: c_uint {
        Z3_NUMERAL_AST = 0,
        Z3_APP_AST = 1,
        Z3_VAR_AST = 2,
        Z3_QUANTIFIER_AST = 3,
        Z3_SORT_AST = 4,
        Z3_FUNC_DECL_AST = 5,
        Z3_UNKNOWN_AST = 1000,
    }
    /// The operator that a [`Z3_func_decl`] stands for.
    Z3_decl_kind: c_uint {
        Z3_OP_TRUE = 0x100,
        Z3_OP_FALSE = 0x101,
        Z3_OP_EQ = 0x102,
        Z3_OP_DISTINCT = 0x103,
        Z3_OP_ITE = 0x104,
        Z3_OP_AND = 0x105,
        Z3_OP_OR = 0x106,
        Z3_OP_IFF = 0x107,
        Z3_OP_XOR = 0x108,
        Z3_OP_NOT = 0x109,
        Z3_OP_IMPLIES = 0x10a,
        Z3_OP_ANUM = 0x200,
        Z3_OP_AGNUM = 0x201,
        Z3_OP_LE = 0x202,
        Z3_OP_GE = 0x203,
        Z3_OP_LT = 0x204,
        Z3_OP_GT = 0x205,
        Z3_OP_ADD = 0x206,
        Z3_OP_SUB = 0x207,
        Z3_OP_UMINUS = 0x208,
        Z3_OP_MUL = 0x209,
        Z3_OP_DIV = 0x20a,
        Z3_OP_IDIV = 0x20b,
        Z3_OP_REM = 0x20c,
        Z3_OP_MOD = 0x20d,
        Z3_OP_STORE = 0x300,
        Z3_OP_SELECT = 0x301,
        Z3_OP_CONST_ARRAY = 0x302,
        Z3_OP_ARRAY_MAP = 0x303,
        Z3_OP_ARRAY_DEFAULT = 0x304,
        Z3_OP_AS_ARRAY = 0x30a,
        Z3_OP_ARRAY_EXT = 0x30b,
    }
    /// How terms are printed.
    Z3_ast_print_mode: c_uint {
        Z3_PRINT_SMTLIB_FULL = 0,
        Z3_PRINT_LOW_LEVEL = 1,
        Z3_PRINT_SMTLIB2_COMPLIANT = 2,
    }
    /// Why a function failed.
    Z3_error_code: c_uint {
        Z3_OK = 0,
        Z3_SORT_ERROR = 1,
        Z3_IOB = 2,
        Z3_INVALID_ARG = 3,
        Z3_PARSER_ERROR = 4,
        Z3_NO_PARSER = 5,
        Z3_INVALID_PATTERN = 6,
        Z3_MEMOUT_FAIL = 7,
        Z3_FILE_ACCESS_ERROR = 8,
        Z3_INTERNAL_FATAL = 9,
        Z3_INVALID_USAGE = 10,
        Z3_DEC_REF_ERROR = 11,
        Z3_EXCEPTION = 12,
    }
}

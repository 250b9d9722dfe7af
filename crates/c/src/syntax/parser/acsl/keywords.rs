//! The words of ACSL: what a clause may begin with, what stands behind a backslash, and what was
//! meant by others.

use abide_base::suggest;

/// Words with which a clause, a statement or a declaration that we read begins.
#[rustfmt::skip]
const READ: &[&str] = &[
    "requires", "assumes", "ensures", "exits", "assigns", "behavior", "complete", "disjoint", "terminates",
    "decreases", "loop", "for", "assert", "check", "admit", "ghost", "logic", "predicate", "lemma",
    "axiom", "axiomatic", "inductive", "type",
];

/// Words with which a part of ACSL begins that we know of and leave out.
#[rustfmt::skip]
const LEFT_OUT: &[&str] = &[
    "returns", "breaks", "continues", "allocates", "frees", "invariant", "global", "model",
    "volatile", "slice", "impact", "pragma", "calls", "unroll", "split", "merge", "import", "module",
];

/// What may follow `loop`.
pub(super) const OF_LOOPS: &[&str] = &[
    "invariant",
    "assigns",
    "variant",
    "allocates",
    "frees",
    "pragma",
    "unroll",
];

/// Words behind a backslash that [`ExprKind::Acsl`](crate::syntax::ast::ExprKind) keeps:
/// predicates and functions, and a few constants.
#[rustfmt::skip]
const BUILT_IN: &[&str] = &[
    "valid", "valid_read", "valid_function", "valid_index", "valid_range", "valid_string",
    "valid_read_string", "separated", "initialized", "dangling", "fresh", "allocable", "freeable",
    "allocation", "base_addr", "block_length", "offset", "object_pointer", "pointer_comparable",
    "abs", "max", "min", "sum", "product", "numof", "pow", "sqrt", "exp", "log", "log10", "sin",
    "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "hypot", "ceil", "floor",
    "round_float", "round_double", "sign", "model", "is_finite", "is_NaN", "is_infinite",
    "is_plus_infinity", "is_minus_infinity", "exact", "round_error", "union", "inter", "subset",
    "eq_float", "ne_float", "lt_float", "le_float", "gt_float", "ge_float", "eq_double",
    "ne_double", "lt_double", "le_double", "gt_double", "ge_double", "length", "nth", "concat",
    "repeat", "Nil", "Cons", "nil", "cons", "exit_status", "pi", "e", "static", "register",
    "automatic", "dynamic", "unallocated", "readable_bytes", "writable_bytes",
];

/// Words behind a backslash that have a node of their own.
#[rustfmt::skip]
const OF_THE_GRAMMAR: &[&str] = &[
    "result", "true", "false", "null", "nothing", "empty", "old", "at", "forall", "exists", "let",
    "lambda", "from", "with",
];

/// Can a clause, statement or declaration begin with this word?
pub(super) fn is_keyword(word: &str) -> bool {
    READ.contains(&word) || LEFT_OUT.contains(&word)
}

/// Do we know this part of ACSL, only to leave it out?
pub(super) fn is_left_out(word: &str) -> bool {
    LEFT_OUT.contains(&word)
}

/// Does a clause with this word direct a tool, and claim nothing of the program?
pub(super) fn is_directive(word: &str) -> bool {
    matches!(
        word,
        "slice" | "impact" | "pragma" | "unroll" | "split" | "merge" | "import" | "module"
    )
}

/// Is this a word, without its backslash, of a predicate or function of ACSL?
pub(super) fn is_built_in(word: &str) -> bool {
    BUILT_IN.contains(&word)
}

/// The word of a clause that was probably meant.
pub(super) fn meant_clause(word: &str) -> Option<&'static str> {
    suggest(word, READ.iter().chain(LEFT_OUT).copied())
}

/// The word behind a backslash that was probably meant.
pub(super) fn meant_built_in(word: &str) -> Option<&'static str> {
    suggest(word, BUILT_IN.iter().chain(OF_THE_GRAMMAR).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_meant() {
        assert_eq!(meant_clause("require"), Some("requires"));
        assert_eq!(meant_clause("enusres"), Some("ensures"));
        assert_eq!(meant_clause("behaviour"), Some("behavior"));
        assert_eq!(suggest("invarient", OF_LOOPS.iter().copied()), Some("invariant"));
        assert_eq!(meant_built_in("vaild"), Some("valid"));
        assert_eq!(meant_built_in("foral"), Some("forall"));
        assert_eq!(meant_clause("x"), None);
        assert_eq!(meant_built_in("e1"), None);
    }
}

//! The words an item of an annotation may begin with.

use super::super::ast::{About, Arithmetic, Modifiers};

/// Clauses, statements and declarations that we read.
#[rustfmt::skip]
const READ: &[&str] = &[
    "also", "and", "implies_that", "for_example", "behavior", "behaviour", "normal_behavior",
    "normal_behaviour", "model_behavior", "model_behaviour", "constraint", "in", "in_group", "maps", "exceptional_behavior", "exceptional_behaviour", "normal_example",
    "exceptional_example", "example", "requires", "pre", "ensures", "post", "signals", "exsures",
    "signals_only", "assignable", "modifies", "modifiable", "assigns", "writes", "decreases",
    "decreasing", "loop_decreases", "loop_variant", "loop_invariant", "maintaining", "maintains",
    "loop_inv", "loop_invariant_free", "loop_assigns", "loop_writes", "loop_modifies",
    "loop_assignable", "loop_modifiable", "loop_predicate", "skolem_constant", "invariant",
    "represents", "initially", "old", "assert", "check", "assume", "unreachable", "set", "nowarn", "measured_by",
];

/// Clauses and statements that we know of and leave out.
#[rustfmt::skip]
const LEFT_OUT: &[&str] = &[
    "accessible", "diverges", "callable", "captures", "working_space", "duration",
    "when", "forall", "choose", "choose_if", "breaks", "continues", "returns",
    "axiom", "monitors_for", "readable",
    "writable", "depends", "debug", "hence_by", "refining", "havoc", "reachable",
    "halt", "use", "separates", "determines", "model_program",
];

/// Pragmas of ESC/Java alone.
#[rustfmt::skip]
const OF_ESCJAVA: &[&str] = &[
    "also_requires", "also_ensures", "also_exsures", "also_modifies", "readable_if", "writable_if",
    "writable_deferred", "still_deferred", "monitored_by",
];

/// Statements that tell other tools how to work and say nothing of the program.
const ADVICE: &[&str] = &["show", "split"];

/// Words before a declaration or a clause.
#[rustfmt::skip]
const MODIFIERS: &[&str] = &[
    "public", "private", "protected", "static", "final", "abstract", "native", "synchronized",
    "default", "transient", "volatile", "strictfp", "pure", "strictly_pure", "spec_pure", "helper", "non_null",
    "nullable", "spec_public", "spec_protected", "ghost", "model", "instance",
    "non_null_by_default", "nullable_by_default", "uninitialized", "monitored", "code", "query",
    "secret", "two_state", "no_state", "immutable", "peer", "rep", "readonly", "code_java_math",
    "code_safe_math", "code_bigint_math", "spec_java_math", "spec_safe_math", "spec_bigint_math",
];

/// Modifiers whose meaning we do not give: of the mathematics of code and formulas other than Java's and that of
/// whole numbers, of who inherits a contract, of ownership, secrecy, initialisation and locks.
#[rustfmt::skip]
const UNUSED: &[&str] = &[
    "code", "query", "secret", "two_state", "no_state", "immutable", "peer", "rep", "readonly", "uninitialized",
    "monitored", "code_safe_math", "code_bigint_math",
];

/// Clauses that speak of a whole class, wherever in it they stand.
#[rustfmt::skip]
const OF_CLASSES: &[&str] = &[
    "invariant", "constraint", "initially", "axiom", "represents", "in", "in_group", "maps", "monitors_for",
    "readable", "writable", "depends", "ghost", "model",
];

/// Clauses that are parts of a contract.
#[rustfmt::skip]
const OF_CONTRACTS: &[&str] = &[
    "also", "and", "behavior", "behaviour", "normal_behavior", "normal_behaviour", "model_behavior",
    "model_behaviour", "exceptional_behavior",
    "exceptional_behaviour", "requires", "pre", "ensures", "post", "signals", "exsures", "signals_only",
    "assignable", "modifies", "modifiable", "assigns", "writes", "decreases", "accessible", "measured_by",
    "diverges", "callable", "captures", "working_space", "duration", "when", "forall", "old", "breaks",
    "continues", "returns", "separates", "determines", "model_program",
];

/// Java's own keywords that no name may be.
#[rustfmt::skip]
const JAVA: &[&str] = &[
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const",
    "continue", "default", "do", "double", "else", "enum", "extends", "final", "finally", "float",
    "for", "goto", "if", "implements", "import", "instanceof", "int", "interface", "long", "native",
    "new", "package", "private", "protected", "public", "return", "short", "static", "strictfp",
    "super", "switch", "synchronized", "this", "throw", "throws", "transient", "try", "void",
    "volatile", "while", "true", "false", "null",
];

/// Can an item begin with this word?
pub(in crate::syntax) fn is_keyword(word: &str) -> bool {
    let plain = without_redundantly(word);
    READ.contains(&plain) || is_advice(plain) || LEFT_OUT.contains(&plain) || MODIFIERS.contains(&word)
}

/// Is this a pragma that ESC/Java has and JML has not?
pub(in crate::syntax) fn is_of_escjava(word: &str) -> bool {
    OF_ESCJAVA.contains(&word)
}

/// Do we know this clause, only to leave it out?
pub(super) fn is_left_out(word: &str) -> bool {
    LEFT_OUT.contains(&without_redundantly(word))
}

/// Does the statement say nothing of the program?
pub(super) fn is_advice(word: &str) -> bool {
    ADVICE.contains(&word)
}

/// What a clause with this keyword, or with the one that was probably meant, speaks of.
pub(super) fn about(word: &str) -> About {
    let plain = without_redundantly(word);
    let plain = if is_keyword(plain) {
        plain
    } else {
        meant(plain).unwrap_or(plain)
    };
    match plain {
        _ if OF_CLASSES.contains(&plain) => About::Class,
        _ if OF_CONTRACTS.contains(&plain) => About::Contract,
        _ => About::Near,
    }
}

/// Is this a modifier?
pub(super) fn is_modifier(word: &str) -> bool {
    MODIFIERS.contains(&word)
}

/// Is this a modifier whose meaning we do not give?
pub(super) fn is_unused_modifier(word: &str) -> bool {
    UNUSED.contains(&word)
}

/// Does an editor speak here, and not JML? `//@formatter:off`
pub(super) fn is_ignored(word: &str) -> bool {
    word == "formatter"
}

/// Is this one of Java's keywords?
pub(super) fn is_java_keyword(word: &str) -> bool {
    JAVA.contains(&word)
}

/// Is this one of Java's primitive types?
pub(super) fn is_primitive(word: &str) -> bool {
    matches!(
        word,
        "boolean" | "byte" | "short" | "int" | "long" | "char" | "float" | "double" | "void"
    )
}

/// `requires_redundantly` says what `requires` does, to be shown instead of assumed.
pub(super) fn without_redundantly(word: &str) -> &str {
    word.strip_suffix("_redundantly").unwrap_or(word)
}

/// Adds the modifier `word`; false if it is none.
pub(super) fn add_modifier(modifiers: &mut Modifiers, word: &str) -> bool {
    let arithmetic = match word {
        "spec_bigint_math" => Some(Arithmetic::Bigint),
        "spec_java_math" => Some(Arithmetic::Java),
        "spec_safe_math" => Some(Arithmetic::Safe),
        _ => None,
    };
    if arithmetic.is_some() {
        modifiers.spec_math = arithmetic;
        return true;
    }
    modifiers.strictly_pure |= word == "strictly_pure";
    let flag = match word {
        "public" => &mut modifiers.public,
        "private" => &mut modifiers.private,
        "protected" => &mut modifiers.protected,
        "static" => &mut modifiers.is_static,
        "final" => &mut modifiers.is_final,
        "abstract" => &mut modifiers.is_abstract,
        "native" => &mut modifiers.native,
        "synchronized" => &mut modifiers.synchronized,
        "default" => &mut modifiers.default,
        "pure" | "strictly_pure" | "spec_pure" => &mut modifiers.pure,
        "helper" => &mut modifiers.helper,
        "non_null" => &mut modifiers.non_null,
        "nullable" => &mut modifiers.nullable,
        "spec_public" | "spec_protected" => &mut modifiers.spec_public,
        "ghost" => &mut modifiers.ghost,
        "model" => &mut modifiers.model,
        "instance" => &mut modifiers.instance,
        "non_null_by_default" => &mut modifiers.non_null_by_default,
        "nullable_by_default" => &mut modifiers.nullable_by_default,
        _ => return MODIFIERS.contains(&word),
    };
    *flag = true;
    true
}

/// The keyword that was probably meant by `word`: the nearest one, at most two letters away.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    let distances = [READ, MODIFIERS, LEFT_OUT]
        .into_iter()
        .flatten()
        .map(|keyword| (distance(word, keyword), *keyword));
    let (distance, keyword) = distances.min_by_key(|(distance, _)| *distance)?;
    // `x` is not meant to be `in`
    (distance <= 2 && 2 * distance < keyword.len()).then_some(keyword)
}

/// How many letters must be inserted, left out or replaced. Words much longer than a keyword are
/// not compared.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(40).collect(), b.chars().collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_keyword_is_meant() {
        assert_eq!(meant("loop_invarian"), Some("loop_invariant"));
        assert_eq!(meant("require"), Some("requires"));
        assert_eq!(meant("ensure"), Some("ensures"));
        assert_eq!(meant("Pure"), Some("pure"));
        assert_eq!(meant("x"), None);
        assert_eq!(meant("formatter"), None);
    }
}

//! Functions and predicates of the logic as functions of C.

use super::definitions::Definitions;
use super::formula::Formulas;
use crate::syntax::ast::TypeKind;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What the sanitizers know of memory. Programs that are compiled without them take all memory for valid.
const MEMORY: &str = "\
extern void *__asan_region_is_poisoned(void *, unsigned long) __attribute__((weak));
#define abide_valid(p, low, high) \\
  ((high) < (low) || ((p) != (void *)0 && (high) - (low) < (1LL << 40) && (!__asan_region_is_poisoned || !__asan_region_is_poisoned( \\
    (void *)((p) + (long long)(low)), (unsigned long)((high) - (low) + 1) * sizeof(*(p))))))
#define abide_separated(p, a, b, q, c, d) \\
  ((b) < (a) || (d) < (c) || (char *)((p) + (long long)(b) + 1) <= (char *)((q) + (long long)(c)) || \\
    (char *)((q) + (long long)(d) + 1) <= (char *)((p) + (long long)(a)))
";

/// All that is applied, near and far, as text in C; nothing if some of it cannot be expressed.
pub(super) fn logic_functions(definitions: &Definitions) -> Option<String> {
    let (mut heads, mut bodies) = (String::new(), String::new());
    let mut open: Vec<String> = definitions.applied.iter().cloned().collect();
    let mut done = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !done.insert(name.clone()) {
            continue;
        }
        let (head, body, is_predicate) = definitions.find(&name)?;
        let mut params = Vec::new();
        for (ty, param) in &head.params {
            params.push(match &*ty.kind {
                TypeKind::Pointer(to) => match &*to.kind {
                    TypeKind::Int(kind) => format!("const {} *{}", crate::types::show_int(*kind), param.text),
                    _ => return None,
                },
                _ => format!("__int128 {}", param.text),
            });
        }
        let mut formulas = Formulas::of_library(definitions.unit);
        let (result, value) = match is_predicate {
            true => ("int", formulas.formula(body)?),
            false => ("__int128", formulas.term(body)?),
        };
        open.extend(formulas.library?.applied);
        let declared = format!("static {result} abide_logic_{name}({})", params.join(", "));
        let _ = writeln!(heads, "{declared};");
        let _ = writeln!(bodies, "{declared} {{ return {value}; }}");
    }
    Some(format!("{MEMORY}{heads}{bodies}"))
}

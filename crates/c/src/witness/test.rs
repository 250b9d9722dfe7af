//! A program that fails: the source, and a `main` that builds the input, calls the function and looks
//! at what was demanded.
//!
//! Run-time errors are left to the compiler's sanitizers. The parameters of the test are those of the
//! function as the source declares them, so that no type need be written down.

use super::formula::Formulas;
use super::{Here, Values};
use crate::lower::Shape;
use crate::syntax::ast::{Function, Item, Unit};
use crate::types::Type;
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Int, Term, Value, eval};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How a test that sees the failure ends.
pub const FAILS: i32 = 86;

/// What the first line of a program says whose failure the sanitizers may not see.
pub const UNSEEN: &str = "(the sanitizers may not see it)";
/// A check that fails from a state.
pub struct Failure<'a> {
    /// The source.
    pub text: &'a str,
    /// The source as a tree.
    pub unit: &'a Unit,
    /// The function.
    pub shape: &'a Shape,
    /// What it is called with.
    pub state: &'a Values,
    /// What goes wrong.
    pub kind: CheckKind,
    /// Where.
    pub span: Span,
    /// The place that makes the demand, if it is another.
    pub demanded: Option<Span>,
    /// What unknown functions return, in order: the calls and the values.
    pub choices: &'a [(Span, Int)],
}

/// A program in C that fails when it is run. None if the input or the demand cannot be expressed.
pub fn test_program(failure: &Failure) -> Option<String> {
    let function = functions(failure.unit).find(|f| *f.name.text == failure.shape.routine && !f.header)?;
    let mut test = Test {
        failure,
        blocks: Vec::new(),
        before: String::new(),
        sealed: String::new(),
        seen: true,
        definitions: String::new(),
    };
    let mut source = failure.text.to_string();
    let mut formulas = Formulas::default();
    let mut after = String::new();
    match failure.kind {
        CheckKind::Overflow | CheckKind::Shift => test.computed(&mut source),
        CheckKind::Division | CheckKind::Null => {}
        CheckKind::Bounds | CheckKind::Lifetime | CheckKind::ReadOnly => test.seen = false,
        CheckKind::Assertion => test.assertion(function, &mut source)?,
        CheckKind::Precondition => match test.precondition(&mut source) {
            Some(()) => {}
            None => test.library_precondition(&mut source)?,
        },
        CheckKind::Postcondition => {
            let contract = function.contract.as_ref()?;
            let mut clauses = contract.common.ensures.iter();
            let clause = clauses.find(|c| c.span == failure.span || c.formula.span == failure.span)?;
            let formula = formulas.formula(&clause.formula)?;
            let _ = writeln!(after, "  if (!{formula}) __builtin_exit({FAILS});");
        }
        _ => return None,
    }
    // on the machine there is always memory
    test.seen &= !test.allocates(function);
    // pointers may lead to global variables
    if failure.shape.routine != "main" {
        test.placed()?;
    }
    let arguments = test.arguments()?;
    if failure.shape.routine != "main" {
        test.globals()?;
    }
    let names: Vec<&str> = failure.shape.params.iter().map(|(n, _, _)| n.as_str()).collect();
    let call = format!("{}({})", failure.shape.routine, names.join(", "));
    let call = match failure.shape.result {
        Some(_) => format!("  __auto_type abide_result = {call};\n"),
        None => format!("  {call};\n"),
    };
    let mut kept = String::new();
    for (name, text) in &formulas.kept {
        let _ = writeln!(kept, "  __auto_type {name} = {text};");
    }
    let what = failure.kind.refutation();
    let parameters = parameters(failure.text, function)?;
    let unknown = test.unknown()?;
    let seen = if test.seen { "" } else { UNSEEN };
    Some(format!(
        "// {what}. To see it: cc -fsanitize=address,undefined -fno-sanitize-recover=all FILE && ./a.out {seen}\n\
         #define main abide_main\n\
         {}\
         #line 1\n\
         {source}\n\
         {unknown}\
         #define const\n\
         static void abide_test({parameters}) {{\n{}{kept}{}{call}{after}}}\n\
         #undef const\n\
         #undef main\n\
         int main(void) {{\n  abide_test({});\n  return 0;\n}}\n",
        test.definitions,
        test.before,
        test.sealed,
        arguments.join(", "),
    ))
}

pub(super) fn functions(unit: &Unit) -> impl Iterator<Item = &Function> {
    unit.items.iter().filter_map(|item| match item {
        Item::Function(f) => Some(f),
        _ => None,
    })
}

/// The parameters as the source declares them.
pub(super) fn parameters<'t>(text: &'t str, function: &Function) -> Option<&'t str> {
    let from = function.name.span.end as usize;
    let rest = text.get(from..)?;
    let open = rest.find('(')?;
    if !rest[..open].trim().is_empty() {
        return None;
    }
    let mut depth = 0;
    for (at, c) in rest[open..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&rest[open + 1..open + at]);
        }
    }
    None
}

pub(super) struct Test<'a> {
    pub(super) failure: &'a Failure<'a>,
    /// The blocks so far, built or of global variables: number, type of the elements, first offset.
    pub(super) blocks: Vec<(Value, Type, i64)>,
    /// Statements before the call.
    pub(super) before: String,
    /// What makes blocks dead or read-only, once everything has its value.
    pub(super) sealed: String,
    /// Do the sanitizers see the failure for sure?
    pub(super) seen: bool,
    /// What is needed in front of the source.
    pub(super) definitions: String,
}

impl Test<'_> {
    pub(super) fn value(&self, term: &Term) -> Option<Value> {
        eval(term, &Here(self.failure.state))
    }

    /// May the function allocate memory, itself or by what its text mentions?
    fn allocates(&self, function: &Function) -> bool {
        let (mut open, mut known) = (vec![function], BTreeSet::new());
        while let Some(f) = open.pop() {
            // what cannot be read may do anything
            let Some(text) = self.failure.text.get(f.span.range()).filter(|_| !f.header) else {
                return true;
            };
            if text.contains("alloc") {
                return true;
            }
            let mentioned = functions(self.failure.unit).filter(|g| text.contains(&*g.name.text));
            open.extend(mentioned.filter(|g| !g.system && known.insert(g.span)));
        }
        false
    }
}

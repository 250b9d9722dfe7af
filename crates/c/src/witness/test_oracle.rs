//! The oracle of a failing program: tests in the source for what run-time checks do not see, and bodies for functions
//! that the file does not define.

use super::contract::contract_of;
use super::formula::{Formulas, number};
use super::logic_functions::logic_functions;
use super::test::{FAILS, Test, functions, parameters};
use crate::syntax::ast::{AssertKind, Function, Item, StmtKind};
use crate::syntax::walk;
use std::fmt::Write;

impl Test<'_> {
    /// The value that overflows is kept as it is computed: what is narrowed at once is computed by some compilers in the
    /// narrow type, where nothing overflows.
    pub(super) fn computed(&mut self, source: &mut String) {
        let range = self.failure.span.range();
        let own = functions(self.failure.unit).any(|f| !f.header && f.span.range().contains(&range.start));
        let Some(text) = source.get(range.clone()).filter(|_| own).map(str::to_string) else {
            return self.seen = false;
        };
        // an assignment narrows what it computes by itself; a macro is not what is computed
        let operators = ["+", "-", "*", "<<", ">>", "/", "%"];
        let balanced = text.matches('(').count() == text.matches(')').count();
        let compared = ["==", "!=", "<=", ">="]
            .iter()
            .fold(text.clone(), |t, o| t.replace(o, " "));
        let assigns = compared.contains('=') || text.contains("<<=") || text.contains(">>=");
        match balanced && !assigns && operators.iter().any(|o| text.contains(o)) {
            true => source.replace_range(
                range,
                &format!("({{ __auto_type abide_value = {text}; abide_value; }})"),
            ),
            false => self.seen = false,
        }
    }

    /// An assertion of ACSL becomes a test behind its comment; those of C fail by themselves.
    pub(super) fn assertion(&self, function: &Function, source: &mut String) -> Option<()> {
        let at = self.failure.span;
        let mut found = None;
        for f in functions(self.failure.unit).filter(|f| !f.header) {
            walk::statements(&f.body, &mut |s| {
                if let StmtKind::Assert(AssertKind::Assert | AssertKind::Check, behaviors, e) = &s.kind
                    && (s.span == at || e.span == at)
                    && behaviors.is_empty()
                {
                    found = Some((f, e.clone(), s.span));
                }
            });
        }
        let Some((around, formula, span)) = found else {
            // a call in C: `assert`, `reach_error` and the like
            let text = self.failure.text.get(at.range())?;
            return text.contains('(').then_some(());
        };
        // what is kept of the start is kept in the test, not inside of bodies
        let mut formulas = Formulas::default();
        let formula = formulas.formula(&formula)?;
        if !formulas.kept.is_empty() || !std::ptr::eq(around, function) {
            return None;
        }
        let rest = source.get(span.start as usize..)?;
        let start = source.get(..span.start as usize)?;
        let line = start.rfind("//@").unwrap_or(0) > start.rfind("/*@").unwrap_or(0);
        let end = match line {
            true => rest.find('\n').unwrap_or(rest.len()),
            false => rest.find("*/")? + 2,
        };
        source.insert_str(
            span.start as usize + end,
            &format!("\n{{ if (!{formula}) __builtin_exit({FAILS}); }}"),
        );
        Some(())
    }

    /// A precondition of a function of the library is tested where that is called. The arguments are evaluated once.
    pub(super) fn library_precondition(&mut self, source: &mut String) -> Option<()> {
        let range = self.failure.span.range();
        let call = source.get(range.clone())?.to_string();
        let (name, list) = call.strip_suffix(')')?.split_once('(')?;
        let name = name.trim();
        let contract = contract_of(self.failure.unit, name)?;
        let function = crate::library::function(name)?;
        let params = crate::library::parameters(&function);
        let arguments = arguments(list)?;
        if params.len() != arguments.len() || params.iter().any(|(ty, _)| ty.contains('(')) {
            return None;
        }
        let mut formulas = Formulas::of_library(self.failure.unit);
        let clauses = contract.common.requires.iter().map(|c| formulas.formula(&c.formula));
        let clauses = clauses.collect::<Option<Vec<String>>>()?;
        let given: String = params
            .iter()
            .zip(&arguments)
            .enumerate()
            .map(|(n, ((ty, _), arg))| format!("{ty} abide_given{n} = {arg}; "))
            .collect();
        let named: String = params
            .iter()
            .enumerate()
            .map(|(n, (ty, name))| format!("{ty} {name} = abide_given{n}; "))
            .collect();
        let names: Vec<&str> = params.iter().map(|(_, name)| name.as_str()).collect();
        source.replace_range(
            range,
            &format!(
                "({{ {given}({{ {named}if (!({})) __builtin_exit({FAILS}); {name}({}); }}); }})",
                clauses.join(" && "),
                names.join(", ")
            ),
        );
        self.definitions = logic_functions(&formulas.library?)?;
        Some(())
    }

    /// A precondition of a function with a body is tested where that begins.
    pub(super) fn precondition(&self, source: &mut String) -> Option<()> {
        let demanded = self.failure.demanded?;
        let (callee, clause) = functions(self.failure.unit).filter(|f| !f.header).find_map(|f| {
            let requires = &f.contract.as_ref()?.common.requires;
            let clause = requires
                .iter()
                .find(|c| c.span == demanded || c.formula.span == demanded)?;
            Some((f, clause))
        })?;
        let mut formulas = Formulas::default();
        let formula = formulas.formula(&clause.formula)?;
        let list = parameters(self.failure.text, callee)?;
        let end = callee.name.span.end as usize;
        let behind = end + source.get(end..)?.find('(')? + list.len() + 2;
        let open = behind + source.get(behind..)?.find('{')? + 1;
        source.insert_str(open, &format!(" if (!{formula}) __builtin_exit({FAILS}); "));
        formulas.kept.is_empty().then_some(())
    }

    /// Functions that the file does not define: sources of values, and those that report errors.
    pub(super) fn unknown(&mut self) -> Option<String> {
        let mut out = String::new();
        let text = self.failure.text;
        let defined = |name: &str| functions(self.failure.unit).any(|f| *f.name.text == *name);
        let mut names: Vec<&str> = Vec::new();
        let mut values = Vec::new();
        for (span, value) in self.failure.choices {
            let call = text.get(span.range())?;
            let name = call.split('(').next()?.trim();
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            // the machine has it, and it is as its contract says
            if self.is_of_library(name) {
                continue;
            }
            if !is_name || !call.contains('(') || defined(name) {
                // what else is arbitrary is what the machine makes of it
                self.seen = false;
                continue;
            }
            values.push(number(value)?);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if !names.is_empty() {
            let (count, values) = (values.len(), values.join(", "));
            let _ = writeln!(
                out,
                "static __int128 abide_next(void) {{ static const __int128 all[] = {{{values}}}; static int at; \
                 if (at == {count}) __builtin_exit(0); return all[at++]; }}"
            );
        }
        for name in names {
            let head = self
                .declared(name)
                .unwrap_or_else(|| format!("__typeof__({name}()) {name}()"));
            let _ = writeln!(out, "{head} {{ return abide_next(); }}");
        }
        let errors = [
            ("reach_error", "(void)", ""),
            ("__VERIFIER_error", "(void)", ""),
            ("__VERIFIER_assert", "(int c)", "if (!c) "),
        ];
        for (name, parameters, condition) in errors {
            if text.contains(name) && !defined(name) {
                let _ = writeln!(out, "void {name}{parameters} {{ {condition}__builtin_exit({FAILS}); }}");
            }
        }
        if text.contains("__VERIFIER_assume") && !defined("__VERIFIER_assume") {
            let _ = writeln!(out, "void __VERIFIER_assume(int c) {{ if (!c) __builtin_exit(0); }}");
        }
        Some(out)
    }

    /// Is it a function whose contract is in our library?
    fn is_of_library(&self, name: &str) -> bool {
        let mut items = self.failure.unit.items.iter();
        items.any(|i| matches!(i, Item::Decl(d) if d.system && d.contract.is_some() && *d.name.text == *name))
    }

    /// The head of a function that is declared in the file.
    pub(super) fn declared(&self, name: &str) -> Option<String> {
        let text = self.failure.text;
        let decl = self.failure.unit.items.iter().find_map(|item| match item {
            Item::Decl(d) if *d.name.text == *name && !d.header => Some(d.name.span),
            _ => None,
        })?;
        let (before, after) = (text.get(..decl.start as usize)?, text.get(decl.end as usize..)?);
        let start = before.rfind([';', '}', '/', '\n']).map_or(0, |at| at + 1);
        let end = after.find(';')?;
        let head = format!("{}{name}{}", before.get(start..)?, after.get(..end)?);
        let head = head.trim().trim_start_matches("extern").trim();
        (!head.contains(['{', '=', '@', ','])).then(|| head.to_string())
    }
}

/// The arguments of a call, at the commas outside of parentheses and strings.
fn arguments(list: &str) -> Option<Vec<String>> {
    let mut found = vec![String::new()];
    let (mut depth, mut quote, mut escaped) = (0, None, false);
    for c in list.chars() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(q), _) if c == q => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        found.last_mut()?.push(c);
    }
    (depth == 0 && quote.is_none() && !list.contains("/*")).then_some(found)
}

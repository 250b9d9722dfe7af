//! A program that fails: the source, and a `main` that builds the input, calls the function and looks
//! at what was demanded.
//!
//! Run-time errors are left to the compiler's sanitizers. The parameters of the test are those of the
//! function as the source declares them, so that no type need be written down; blocks are allocated with
//! exactly the size they have, so that the sanitizers see where they end.

use super::formula::{Formulas, number};
use super::{Here, Values, null};
use crate::lower::{Part, Shape, is_const};
use crate::syntax::ast::{AssertKind, Function, Item, StmtKind, Unit};
use crate::syntax::walk;
use crate::types::{DataModel, Type, show_int};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Int, Term, Value, Var, eval};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

/// How a test that sees the failure ends.
pub const FAILS: i32 = 86;

/// What the first line of a program says whose failure the sanitizers may not see.
pub const UNSEEN: &str = "(the sanitizers may not see it)";

/// Elements of a block, and blocks, that a test builds.
const ELEMENTS: i64 = 4096;
const BLOCKS: usize = 64;

/// Elements kept in front of where a pointer points to.
const NEAR: i64 = 256;

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
    };
    let mut source = failure.text.to_string();
    let mut formulas = Formulas::default();
    let mut after = String::new();
    match failure.kind {
        CheckKind::Overflow | CheckKind::Shift => test.computed(&mut source),
        CheckKind::Division | CheckKind::Null => {}
        CheckKind::Bounds | CheckKind::Lifetime | CheckKind::ReadOnly => test.seen = false,
        CheckKind::Assertion => test.assertion(function, &mut source)?,
        CheckKind::Precondition => test.precondition(&mut source)?,
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
         #line 1\n\
         {source}\n\
         {unknown}\
         static void abide_test({parameters}) {{\n{}{kept}{}{call}{after}}}\n\
         #undef main\n\
         int main(void) {{\n  abide_test({});\n  return 0;\n}}\n",
        test.before,
        test.sealed,
        arguments.join(", "),
    ))
}

fn functions(unit: &Unit) -> impl Iterator<Item = &Function> {
    unit.items.iter().filter_map(|item| match item {
        Item::Function(f) => Some(f),
        _ => None,
    })
}

/// May blocks of these types lie in one map? Integers of one size may.
fn share(a: &Type, b: &Type) -> bool {
    let bits = |ty: &Type| ty.as_int().map(|kind| DataModel::Lp64.bits(kind));
    a == b || bits(a).is_some() && bits(a) == bits(b)
}

/// The parameters as the source declares them.
fn parameters<'t>(text: &'t str, function: &Function) -> Option<&'t str> {
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

struct Test<'a> {
    failure: &'a Failure<'a>,
    /// The blocks so far, built or of global variables: number, type of the elements, first offset.
    blocks: Vec<(Value, Type, i64)>,
    /// Statements before the call.
    before: String,
    /// What makes blocks dead or read-only, once everything has its value.
    sealed: String,
    /// Do the sanitizers see the failure for sure?
    seen: bool,
}

impl Test<'_> {
    fn value(&self, term: &Term) -> Option<Value> {
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

    /// The value that overflows is kept as it is computed: what is narrowed at once is computed by some compilers in the
    /// narrow type, where nothing overflows.
    fn computed(&mut self, source: &mut String) {
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
    fn assertion(&self, function: &Function, source: &mut String) -> Option<()> {
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

    /// What the test is called with: numbers; pointers are built inside.
    fn arguments(&mut self) -> Option<Vec<String>> {
        let mut arguments = Vec::new();
        for (name, ty, parts) in &self.failure.shape.params {
            let values = parts.iter().map(|t| self.value(t)).collect::<Option<Vec<Value>>>()?;
            arguments.push(match (ty, values.as_slice()) {
                (Type::Int(_), [Value::Int(i)]) => number(i)?,
                (Type::Pointer(to), [block, offset @ ..]) => {
                    let offset = offset.first().map_or(Some(0), |o| i64::try_from(o.as_int()?).ok())?;
                    let built = self.pointer(to, name, block, offset)?;
                    let _ = writeln!(self.before, "  {name} = {built};");
                    "0".to_string()
                }
                (Type::Float(_), _) => "0".to_string(),
                _ => return None,
            });
        }
        Some(arguments)
    }

    /// Global variables in memory are blocks that are there, and get their values, too.
    fn placed(&mut self) -> Option<()> {
        for (name, ty, block) in &self.failure.shape.placed {
            let (of, count) = match ty {
                Type::Array(of, Some(n)) => (&**of, i64::try_from(*n).ok()?),
                Type::Array(..) => return None,
                other => (other, 1),
            };
            let Some(constant) = self.is_constant(name) else {
                // a static variable that only its block knows
                self.seen = false;
                continue;
            };
            let block = self.value(block)?;
            if block == null() || count > ELEMENTS || self.blocks.len() >= BLOCKS {
                return None;
            }
            let number = self.blocks.len();
            self.blocks.push((block.clone(), of.clone(), 0));
            let first = if matches!(ty, Type::Array(..)) { "[0]" } else { "" };
            let _ = writeln!(
                self.before,
                "  __typeof__({name}{first}) *abide_block{number} = &{name}{first};"
            );
            if !constant {
                self.fill(number, &block, of, 0..count)?;
            }
        }
        Some(())
    }

    /// Is a variable of the file a constant? None if the file has no such variable.
    fn is_constant(&self, name: &str) -> Option<bool> {
        self.failure.unit.items.iter().find_map(|item| match item {
            Item::Decl(d) if *d.name.text == *name && !d.ghost => Some(is_const(&d.ty)),
            _ => None,
        })
    }

    /// Global variables get their values.
    fn globals(&mut self) -> Option<()> {
        for (name, ty, parts) in &self.failure.shape.globals {
            if self.is_constant(name) == Some(true) {
                continue;
            }
            let values = parts.iter().map(|t| self.value(t)).collect::<Option<Vec<Value>>>()?;
            match (ty, values.as_slice()) {
                (Type::Int(_), [Value::Int(i)]) => {
                    let _ = writeln!(self.before, "  {name} = {};", number(i)?);
                }
                (Type::Array(of, Some(n)), [Value::Map(map)]) if of.as_int().is_some() && *n <= ELEMENTS as u64 => {
                    for i in 0..*n as i64 {
                        let element = map.get(&Value::int(i));
                        let _ = writeln!(self.before, "  {name}[{i}] = {};", number(element.as_int()?)?);
                    }
                }
                (Type::Pointer(to), [block, offset @ ..]) => {
                    let offset = offset.first().map_or(Some(0), |o| i64::try_from(o.as_int()?).ok())?;
                    let built = self.pointer(to, name, block, offset)?;
                    let _ = writeln!(self.before, "  {name} = {built};");
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// A pointer into a block, which is built if it is new. `place` is where the pointer goes: it has its type.
    fn pointer(&mut self, to: &Type, place: &str, block: &Value, offset: i64) -> Option<String> {
        if *block == null() {
            return Some("0".to_string());
        }
        let at = |number: usize, low: i64| format!("abide_block{number} + ({})", offset - low);
        if let Some(number) = self.blocks.iter().position(|(b, _, _)| b == block) {
            let (_, ty, low) = &self.blocks[number];
            return share(ty, to).then(|| format!("(void *)({})", at(number, *low)));
        }
        let bound = |var: &Var| {
            let map = self.failure.state.get(var)?.as_map()?.clone();
            i64::try_from(map.get(block).as_int()?).ok()
        };
        let bounds = self.failure.shape.bounds.as_ref();
        let bounds = bounds.and_then(|(l, h)| Some((bound(l)?, bound(h)?)));
        let (low, high) = bounds.unwrap_or((offset.min(0), offset.max(0) + 1));
        // of a large block only what is near
        let (low, high) = match high.checked_sub(low) {
            Some(count) if count <= ELEMENTS => (low, high.max(low)),
            _ => (
                low.max(offset.saturating_sub(NEAR)),
                high.min(offset.saturating_add(ELEMENTS - NEAR)),
            ),
        };
        if high < low || self.blocks.len() >= BLOCKS {
            return None;
        }
        let number = self.blocks.len();
        self.blocks.push((block.clone(), to.clone(), low));
        let element = match to {
            Type::Int(kind) => show_int(*kind).to_string(),
            Type::Record(_) | Type::Pointer(_) => format!("__typeof__({place}[0])"),
            _ => return None,
        };
        let count = high - low;
        let room = self.room(number, block, &format!("{count} * sizeof({element})"));
        let _ = writeln!(self.before, "  {element} *abide_block{number} = {room};");
        self.fill(number, block, to, low..high)?;
        Some(at(number, low))
    }

    /// Memory for a block, all zero; where the failure is about that, what is to become dead or read-only.
    fn room(&mut self, number: usize, block: &Value, bytes: &str) -> String {
        let says_no = |map: &Option<Var>| {
            let map = map.as_ref().and_then(|var| self.failure.state.get(var)?.as_map());
            map.is_some_and(|map| *map.get(block) == Value::Bool(false))
        };
        let shape = self.failure.shape;
        match self.failure.kind {
            CheckKind::Lifetime if says_no(&shape.alive) => {
                let _ = writeln!(self.sealed, "  __builtin_free(abide_block{number});");
            }
            CheckKind::ReadOnly if says_no(&shape.writable) => {
                let declared = "extern void *mmap(void *, unsigned long, int, int, int, long); \
                                extern int mprotect(void *, unsigned long, int);";
                let _ = writeln!(
                    self.sealed,
                    "  {{ {declared} mprotect(abide_block{number}, {bytes} + 1, 1); }}"
                );
                return format!("({{ {declared} mmap(0, {bytes} + 1, 3, 0x22, -1, 0); }})");
            }
            _ => {}
        }
        format!("__builtin_calloc(1, {bytes})")
    }

    /// Elements of a block get their values.
    fn fill(&mut self, number: usize, block: &Value, of: &Type, range: Range<i64>) -> Option<()> {
        let cells: Vec<_> = self
            .failure
            .shape
            .cells
            .iter()
            .filter(|(root, _, _)| share(root, of))
            .collect();
        // of what the elements hold nothing is known, or not all
        let scattered = self.failure.shape.has_parts && matches!(of, Type::Record(_));
        self.seen &= !cells.is_empty() && !scattered;
        for (_, leaf, map) in &cells {
            if leaf.depth > 0 || leaf.path.contains(['[', '#']) {
                // what lies in arrays inside of structures is zero
                self.seen = false;
                continue;
            }
            let offsets = cells
                .iter()
                .find(|(_, l, _)| l.path == leaf.path && l.part == Part::Offset);
            for i in range.clone() {
                let place = format!("abide_block{number}[{}]{}", i - range.start, leaf.path);
                let Some(value) = self.cell(map, block, i) else {
                    continue;
                };
                let built = match (leaf.part, &leaf.ty) {
                    (Part::Int, _) => super::formula::number(value.as_int()?)?,
                    (Part::Block | Part::Whole, Type::Pointer(target)) => {
                        let offset = offsets.and_then(|(_, _, m)| self.cell(m, block, i));
                        let offset = offset.map_or(Some(0), |o| i64::try_from(o.as_int()?).ok())?;
                        self.pointer(target, &place, &value, offset)?
                    }
                    _ => continue,
                };
                let _ = writeln!(self.before, "  {place} = {built};");
            }
        }
        Some(())
    }

    /// What a map of memory holds.
    fn cell(&self, map: &Var, block: &Value, at: i64) -> Option<Value> {
        let own = self.failure.state.get(map)?.as_map()?.get(block);
        Some(own.as_map().map_or(own.clone(), |own| own.get(&Value::int(at)).clone()))
    }

    /// Functions that the file does not define: sources of values, and those that tell of errors.
    fn unknown(&mut self) -> Option<String> {
        let mut out = String::new();
        let text = self.failure.text;
        let defined = |name: &str| functions(self.failure.unit).any(|f| *f.name.text == *name);
        let mut names: Vec<&str> = Vec::new();
        let mut values = Vec::new();
        for (span, value) in self.failure.choices {
            let call = text.get(span.range())?;
            let name = call.split('(').next()?.trim();
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
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
        let told = [
            ("reach_error", "(void)", ""),
            ("__VERIFIER_error", "(void)", ""),
            ("__VERIFIER_assert", "(int c)", "if (!c) "),
        ];
        for (name, parameters, condition) in told {
            if text.contains(name) && !defined(name) {
                let _ = writeln!(out, "void {name}{parameters} {{ {condition}__builtin_exit({FAILS}); }}");
            }
        }
        if text.contains("__VERIFIER_assume") && !defined("__VERIFIER_assume") {
            let _ = writeln!(out, "void __VERIFIER_assume(int c) {{ if (!c) __builtin_exit(0); }}");
        }
        Some(out)
    }

    /// The head of a function that is declared in the file.
    fn declared(&self, name: &str) -> Option<String> {
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

    /// A precondition of a function with a body is looked at where that begins.
    fn precondition(&self, source: &mut String) -> Option<()> {
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
}

//! What a routine is, apart from where it stands. Two routines with one identity are lowered to the same commands, and
//! what is proved of the one is proved of the other.

use abide_base::Span;
use abide_ir::{
    Block, Call, Calls, Check, Fact, Function, LoopSpec, Program, Routine, Stmt, StmtKind, Subroutine, SubroutineCall,
};
use abide_logic::eval::Definition;
use abide_logic::{Func, Kind, Quantifier, Sort, Term, Var};
use std::collections::HashMap;
use std::sync::Arc;

/// A routine with all that it rests on, written down; its places are numbered.
pub struct Identity {
    /// From which no other routine is written down.
    pub bytes: Vec<u8>,
    /// Its places, by number.
    pub places: Vec<Span>,
}

impl Identity {
    /// The identity of a routine of a program.
    pub fn of(routine: &Routine, program: &Program) -> Identity {
        let mut writer = Writer::default();
        writer.routine(routine);
        writer.facts(&program.axioms);
        Identity {
            bytes: writer.bytes,
            places: writer.places,
        }
    }
}

/// Writes everything such that it could be read back: lists with their lengths, alternatives by number. What was written
/// before is only referred to.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    places: Vec<Span>,
    known_places: HashMap<Span, usize>,
    known_terms: HashMap<Term, usize>,
}

impl Writer {
    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    fn number(&mut self, number: usize) {
        self.bytes.extend((number as u64).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.bytes.extend(text.as_bytes());
    }

    fn list<T>(&mut self, all: &[T], mut write: impl FnMut(&mut Writer, &T)) {
        self.number(all.len());
        all.iter().for_each(|one| write(self, one));
    }

    fn option<T: ?Sized>(&mut self, one: Option<&T>, write: impl FnOnce(&mut Writer, &T)) {
        self.byte(u8::from(one.is_some()));
        if let Some(one) = one {
            write(self, one);
        }
    }

    fn place(&mut self, place: Span) {
        let next = self.places.len();
        let number = *self.known_places.entry(place).or_insert(next);
        if number == next {
            self.places.push(place);
        }
        self.number(number);
    }

    fn routine(&mut self, routine: &Routine) {
        let Routine {
            name,
            span,
            inputs,
            locals,
            requires,
            body,
            ensures,
            next_tag,
            definitions,
            assumes,
            unread,
            calls,
        } = routine;
        self.text(name);
        self.place(*span);
        self.list(inputs, Writer::var);
        self.list(locals, Writer::var);
        self.facts(requires);
        self.block(body);
        self.list(ensures, Writer::check);
        self.number(*next_tag as usize);
        self.facts(definitions);
        self.list(assumes, |w, a| {
            w.text(a.kind.word());
            w.place(a.span);
            w.text(&a.text);
        });
        self.number(unread.len());
        self.calls(calls);
    }

    /// The calls, with the code that they run.
    fn calls(&mut self, calls: &Calls) {
        let all: Vec<(&Var, &Call)> = calls.by_return.iter().collect();
        self.list(&all, |w, (returns, call)| {
            w.var(returns);
            w.text(&call.callee);
            w.list(&call.args, Writer::term);
            w.option(call.result.as_ref(), Writer::var);
        });
        let code: Vec<&Function> = calls.code.values().filter(|_| !all.is_empty()).collect();
        self.list(&code, |w, function| {
            w.routine(&function.routine);
            w.option(function.result.as_ref(), Writer::var);
        });
        let all: Vec<(&Var, &SubroutineCall)> = calls.subroutine_calls.iter().collect();
        self.list(&all, |w, (begins, call)| {
            w.var(begins);
            w.text(&call.callee);
            w.list(&call.args, Writer::term);
            w.list(&call.results, Writer::var);
            w.var(&call.end);
        });
        let code: Vec<&Subroutine> = calls.subroutines.values().collect();
        self.list(&code, |w, subroutine| {
            w.routine(&subroutine.routine);
            w.list(&subroutine.results, Writer::term);
        });
        let followed: Vec<&String> = calls.followed.iter().collect();
        self.list(&followed, |w, name| w.text(name));
        let logic: Vec<(&Arc<str>, &Definition)> = calls.logic.iter().collect();
        self.list(&logic, |w, (name, definition)| {
            w.text(name);
            w.list(&definition.params, Writer::var);
            w.term(&definition.body);
        });
    }

    fn block(&mut self, block: &Block) {
        self.list(block, Writer::stmt);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.place(stmt.span);
        match &stmt.kind {
            StmtKind::Assign(pairs) => {
                self.byte(0);
                self.list(pairs, |w, (var, term)| {
                    w.var(var);
                    w.term(term);
                });
            }
            StmtKind::Havoc(vars) => {
                self.byte(1);
                self.list(vars, Writer::var);
            }
            StmtKind::Assume(formula) => {
                self.byte(2);
                self.term(formula);
            }
            StmtKind::Assert(check) => {
                self.byte(3);
                self.check(check);
            }
            StmtKind::If(condition, yes, no) => {
                self.byte(4);
                self.option(condition.as_ref(), Writer::term);
                self.block(yes);
                self.block(no);
            }
            StmtKind::Choice(blocks) => {
                self.byte(5);
                self.list(blocks, Writer::block);
            }
            StmtKind::While(each) => {
                self.byte(6);
                self.option(each.label.as_deref(), Writer::text);
                self.spec(&each.spec);
                self.block(&each.prelude);
                self.option(each.condition.as_ref(), Writer::term);
                self.block(&each.body);
            }
            StmtKind::Break(label) => {
                self.byte(7);
                self.option(label.as_deref(), Writer::text);
            }
            StmtKind::Continue(label) => {
                self.byte(8);
                self.option(label.as_deref(), Writer::text);
            }
            StmtKind::Return => self.byte(9),
            StmtKind::Label(label, spec) => {
                self.byte(10);
                self.text(label);
                self.spec(spec);
            }
            StmtKind::Goto(labels) => {
                self.byte(11);
                self.list(labels, |w, label| w.text(label));
            }
        }
    }

    fn spec(&mut self, spec: &LoopSpec) {
        let LoopSpec {
            span,
            invariants,
            predicates,
            skolems,
            scope,
            hidden,
            measures,
        } = spec;
        self.place(*span);
        self.list(invariants, Writer::check);
        self.facts(predicates);
        self.list(skolems, Writer::var);
        self.list(scope, Writer::var);
        self.list(hidden, Writer::var);
        self.list(measures, |w, place| w.place(*place));
    }

    fn facts(&mut self, facts: &[Fact]) {
        self.list(facts, |w, fact| {
            w.term(&fact.formula);
            w.place(fact.span);
        });
    }

    fn check(&mut self, check: &Check) {
        self.term(&check.formula);
        self.place(check.span);
        self.text(check.kind.tag());
        self.option(check.demanded.as_ref(), |w, place| w.place(*place));
    }

    fn sort(&mut self, sort: &Sort) {
        match sort {
            Sort::Bool => self.byte(0),
            Sort::Int => self.byte(1),
            Sort::Ref => self.byte(2),
            Sort::Float => self.byte(4),
            Sort::Map(both) => {
                self.byte(3);
                self.sort(&both.0);
                self.sort(&both.1);
            }
        }
    }

    fn var(&mut self, var: &Var) {
        self.text(var.name());
        self.number(var.tag() as usize);
        self.sort(var.sort());
    }

    fn func(&mut self, func: &Func) {
        self.text(&func.name);
        self.list(&func.params, Writer::sort);
        self.sort(&func.result);
    }

    fn term(&mut self, term: &Term) {
        if let Some(number) = self.known_terms.get(term) {
            self.bytes.push(0);
            return self.number(*number);
        }
        self.byte(1 + number_of(term.kind()));
        self.sort(term.sort());
        match term.kind() {
            Kind::Var(var) => self.var(var),
            Kind::Bool(value) => self.byte(u8::from(*value)),
            Kind::Int(value) => self.text(&value.to_string()),
            Kind::Apply(func, args) => {
                self.func(func);
                self.list(args, Writer::term);
            }
            Kind::Quant(quantifier, vars, body) => {
                self.byte(u8::from(*quantifier == Quantifier::Forall));
                self.list(vars, Writer::var);
                self.term(body);
            }
            kind => {
                let parts: Vec<&Term> = kind.children().collect();
                self.list(&parts, |w, part| w.term(part));
            }
        }
        let number = self.known_terms.len();
        self.known_terms.insert(term.clone(), number);
    }
}

fn number_of(kind: &Kind) -> u8 {
    match kind {
        Kind::Var(_) => 0,
        Kind::Bool(_) => 1,
        Kind::Int(_) => 2,
        Kind::Null => 3,
        Kind::Not(_) => 4,
        Kind::And(_) => 5,
        Kind::Or(_) => 6,
        Kind::Implies(..) => 7,
        Kind::Eq(..) => 8,
        Kind::Lt(..) => 9,
        Kind::Le(..) => 10,
        Kind::Add(_) => 11,
        Kind::Neg(_) => 12,
        Kind::Mul(..) => 13,
        Kind::Div(..) => 14,
        Kind::Mod(..) => 15,
        Kind::Ite(..) => 16,
        Kind::Select(..) => 17,
        Kind::Store(..) => 18,
        Kind::Const(_) => 19,
        Kind::Apply(..) => 20,
        Kind::Quant(..) => 21,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Gcl, Language};
    use abide_base::FileId;

    fn identity(text: &str) -> Identity {
        let loaded = Gcl.load(FileId(0), text);
        assert!(loaded.diagnostics.is_empty(), "{text}: {:?}", loaded.diagnostics);
        let routine = loaded.program.routines.last().unwrap();
        Identity::of(routine, &loaded.program)
    }

    const LOOP: &str = "procedure p(n: int, a: int[]) returns (i: int)\n  requires 0 <= n;\n  ensures i == n;\n\
        {\n  i := 0;\n  while (i < n)\n    invariant i <= n;\n  {\n    assert a[i] == a[i];\n    i := i + 1;\n  }\n}\n";

    #[test]
    fn places_are_no_part_of_it() {
        let moved = format!("procedure q() {{ assert true; }}\n\n// a comment\n{LOOP}");
        let moved = moved.replace("i := 0;", "i   :=   0;");
        let (here, there) = (identity(LOOP), identity(&moved));
        assert!(here.bytes == there.bytes);
        assert_eq!(here.places.len(), there.places.len());
        assert_ne!(here.places, there.places);
    }

    #[test]
    fn everything_else_is() {
        let changes = [
            ("0 <= n", "0 < n"),
            ("0 <= n", "0 <= n && n <= 7"),
            ("i == n;\n{", "i <= n;\n{"),
            ("i := 0", "i := 1"),
            ("i < n", "i != n"),
            ("invariant i <= n;", ""),
            ("invariant i <= n;", "invariant i < n + 1;"),
            ("invariant i <= n;", "predicate i <= n;"),
            ("a[i] == a[i]", "a[i] == a[0]"),
            ("assert", "assume"),
            ("i + 1;\n  }", "i + 1;\n    break;\n  }"),
            ("procedure p", "axiom forall x: int :: x < x + 1;\nprocedure p"),
            ("procedure p", "procedure r"),
            ("a: int[]", "a: int[], b: int"),
        ];
        let mut known = vec![identity(LOOP).bytes];
        for (from, to) in changes {
            let changed = LOOP.replacen(from, to, 1);
            assert_ne!(changed, LOOP, "{from}");
            let bytes = identity(&changed).bytes;
            assert!(!known.contains(&bytes), "{from} to {to}");
            known.push(bytes);
        }
    }

    #[test]
    fn the_code_of_calls_is() {
        let load = |text: &str| Gcl.load(FileId(0), text).program.routines.remove(0);
        let calling = |code: &str| {
            let mut routine = load(LOOP);
            let returns = Var::new("returns", 99, Sort::Bool);
            let call = Call {
                callee: "f".to_string(),
                args: Vec::new(),
                result: None,
            };
            let function = Function {
                routine: load(code),
                result: None,
            };
            routine.calls = Calls {
                by_return: [(returns, call)].into(),
                code: std::sync::Arc::new([("f".to_string(), function)].into()),
                ..Calls::default()
            };
            Identity::of(&routine, &Program::default()).bytes
        };
        let one = "procedure f(n: int) { assert n == n; }";
        assert_eq!(calling(one), calling(one));
        assert_ne!(calling(one), calling("procedure f(n: int) { assert n < n; }"));
        assert_ne!(calling(one), Identity::of(&load(LOOP), &Program::default()).bytes);
    }
}

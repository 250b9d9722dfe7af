//! Annotations find what they belong to.
//!
//! The grammar of C takes the annotations in front of a statement or declaration; they are read into parts, which wait
//! until it is known what follows. A part that fits nothing is reported, never lost in silence.

use super::acsl::{Part, Place, is_group_of_doxygen};
use super::{Lexeme, Parser};
use crate::syntax::ast::{AssertKind, Contract, Item, LoopSpec, Stmt, StmtKind, Unread};
use crate::syntax::lexer::Token;
use abide_base::{Diagnostic, Span};
use std::collections::BTreeMap;

/// What the annotations in front of something say about it.
#[derive(Debug, Default)]
pub(super) struct Pending {
    pub(super) contract: Option<Contract>,
    pub(super) loop_spec: Option<LoopSpec>,
    /// The last annotation that spoke of a loop.
    loop_place: Option<Span>,
}

impl<'t> Parser<'t> {
    /// Takes the annotations in front of the next token.
    pub(super) fn take_annotations(&mut self) -> Vec<Lexeme<'t>> {
        self.annotations.remove(&self.at).unwrap_or_default()
    }

    /// Are there annotations in front of the next token?
    pub(super) fn has_annotations(&self) -> bool {
        self.annotations.contains_key(&self.at)
    }

    /// Reads the annotations in front of a statement. What they do goes to `statements`.
    pub(super) fn body_annotations(&mut self, statements: &mut Vec<Stmt>) -> Pending {
        let mut pending = Pending::default();
        for annotation in self.take_annotations() {
            for part in self.annotation(annotation, Place::Body) {
                match part {
                    Part::Contract(contract) => self.add_contract(&mut pending, contract),
                    Part::Loop(spec) => self.add_loop(&mut pending, spec, annotation),
                    Part::Stmts(mut more) => {
                        self.not_for_this(&pending, "an assertion or ghost code");
                        pending = Pending::default();
                        statements.append(&mut more);
                    }
                    Part::Items(items) if items.is_empty() => {}
                    Part::Items(_) => self.misplaced(annotation.span, "this belongs outside of functions"),
                }
            }
        }
        pending
    }

    /// Reads the annotations at file scope. What they declare goes to `items`.
    pub(super) fn global_annotations(&mut self, items: &mut Vec<Item>) -> Option<Contract> {
        let mut pending = Pending::default();
        for annotation in self.take_annotations() {
            for part in self.annotation(annotation, Place::TopLevel) {
                match part {
                    Part::Contract(contract) => self.add_contract(&mut pending, contract),
                    Part::Items(mut more) => {
                        self.not_for_this(&pending, "a declaration of ACSL");
                        pending = Pending::default();
                        items.append(&mut more);
                    }
                    Part::Loop(_) => self.misplaced(annotation.span, "this belongs in front of a loop"),
                    Part::Stmts(_) => self.misplaced(annotation.span, "this belongs into a function"),
                }
            }
        }
        pending.contract
    }

    fn add_contract(&mut self, pending: &mut Pending, contract: Contract) {
        if pending.contract.is_some() {
            let message = "this is a second contract for the same code, and is ignored";
            let help = "write one annotation with all clauses";
            self.lose(Diagnostic::warning(contract.span, message).help(help), true);
            return;
        }
        pending.contract = Some(contract);
    }

    /// Adds clauses to those that stand before the same loop already.
    fn add_loop(&mut self, pending: &mut Pending, spec: LoopSpec, annotation: Lexeme<'t>) {
        let is_own = annotation.text.starts_with("/*%") || annotation.text.starts_with("//%");
        let LoopSpec {
            invariants,
            assigns,
            variant,
            predicates,
            skolems,
            block: _,
        } = spec;
        let all = pending.loop_spec.get_or_insert_default();
        pending.loop_place = Some(annotation.span);
        let second = !is_own && all.block.is_some_and(|block| block != annotation.span);
        all.invariants.extend(invariants);
        all.predicates.extend(predicates);
        all.skolems.extend(skolems);
        match (&mut all.assigns, assigns) {
            (Some(all), Some(more)) => all.places.extend(more.places),
            (all, more) => *all = all.take().or(more),
        }
        let lost_variant = all.variant.is_some() && variant.is_some();
        all.variant = all.variant.take().or(variant);
        if !is_own && !annotation.header && all.block.is_none() {
            all.block = Some(annotation.span);
        }
        if second {
            let message = "this is a second annotation of the same loop";
            let help = "write one annotation with all clauses: Frama-C takes no more";
            self.tell(Diagnostic::warning(annotation.span, message).help(help));
        }
        if lost_variant {
            let message = "this is a second variant of the same loop, and is ignored";
            self.lose(Diagnostic::warning(annotation.span, message), false);
        }
    }

    /// Tells that nothing follows which the pending parts could speak of.
    pub(super) fn not_for_this(&mut self, pending: &Pending, what: &str) {
        if let Some(contract) = &pending.contract {
            let message = format!("this contract stands in front of {what}, and is ignored");
            self.misplaced(contract.span, &message);
        }
        self.no_loop(pending, what);
    }

    /// Tells that no loop follows.
    pub(super) fn no_loop(&mut self, pending: &Pending, what: &str) {
        if let (Some(_), Some(span)) = (&pending.loop_spec, pending.loop_place) {
            let message = format!("this annotation of a loop stands in front of {what}, and is ignored");
            let help = "it belongs directly in front of the loop, after any label";
            self.lose(Diagnostic::warning(span, message).help(help), false);
        }
    }

    fn misplaced(&mut self, span: Span, message: &str) {
        self.lose(Diagnostic::warning(span, message), true);
    }

    /// Tells that a clause is not read or not used: whoever is owed it must know. Do calls of the
    /// function it belongs to depend on it?
    pub(super) fn lose(&mut self, said: Diagnostic, calls: bool) {
        self.tell(said.clone());
        self.unread.push(Unread { said, calls });
    }

    /// The same of a declaration of ACSL, which belongs to no function.
    pub(super) fn lose_logic(&mut self, said: Diagnostic) {
        self.tell(said.clone());
        self.unread_logic.push(Unread { said, calls: false });
    }

    /// Warns of all annotations before the next token that nobody asked for.
    pub(super) fn report_misplaced(&mut self) {
        let later = match self.is(Token::End) {
            true => BTreeMap::new(),
            false => self.annotations.split_off(&self.at),
        };
        for annotation in std::mem::replace(&mut self.annotations, later).into_values().flatten() {
            if annotation.header || is_group_of_doxygen(annotation.text) {
                continue;
            }
            let message = "this annotation stands where none can stand, and is ignored";
            let help = "annotations belong in front of a function, a statement or a declaration";
            self.lose(Diagnostic::warning(annotation.span, message).help(help), false);
        }
    }

    /// Forgets the annotations between two tokens: the code around them is reported as unreadable.
    pub(super) fn forget_annotations(&mut self, from: usize, to: usize) {
        self.annotations.retain(|at, _| *at < from || *at >= to);
    }
}

/// Takes `for agen: assert p;` at the beginning of a loop's body out: such a `p` is a predicate
/// for the abstraction, and claims nothing.
pub(super) fn take_predicates(spec: &mut LoopSpec, body: &mut Stmt) {
    let StmtKind::Block(statements) = &mut body.kind else {
        return;
    };
    let is_predicate = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Assert(AssertKind::Assert, behaviors, _) => {
            !behaviors.is_empty() && behaviors.iter().all(|b| &*b.text == "agen")
        }
        _ => false,
    };
    let count = statements.iter().take_while(|stmt| is_predicate(stmt)).count();
    for stmt in statements.drain(..count) {
        if let StmtKind::Assert(_, _, formula) = stmt.kind {
            spec.predicates.push(formula);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::ast::*;
    use crate::syntax::parse;
    use crate::types::DataModel;
    use abide_base::FileId;
    use std::path::Path;

    /// The body of a function, and what was said about the text.
    fn body(text: &str) -> (Vec<Stmt>, Vec<String>) {
        let text = format!("int i, n; void f(void) {{ {text}\n }}");
        let parsed = parse(FileId(0), Path::new("test.c"), &text, DataModel::Lp64);
        let said = parsed.diagnostics.into_iter().map(|d| d.message).collect();
        match parsed.unit.items.into_iter().last() {
            Some(Item::Function(function)) => (function.body, said),
            other => panic!("{other:?}"),
        }
    }

    /// Statements in short: loops with the number of their invariants and predicates.
    fn show(statements: &[Stmt]) -> String {
        let all: Vec<String> = statements.iter().map(show_one).collect();
        all.join("; ")
    }

    fn show_one(stmt: &Stmt) -> String {
        let spec = |s: &LoopSpec| format!("{}i{}p", s.invariants.len(), s.predicates.len());
        match &stmt.kind {
            StmtKind::While(s, _, body) => format!("while {} {}", spec(s), show_one(body)),
            StmtKind::DoWhile(s, body, _) => format!("do {} {}", spec(s), show_one(body)),
            StmtKind::For(s, _, _, _, body) => format!("for {} {}", spec(s), show_one(body)),
            StmtKind::Label(name, s, body) => format!("{}: {} {}", name.text, spec(s), show_one(body)),
            StmtKind::Case(_, _, body) => format!("case: {}", show_one(body)),
            StmtKind::Block(statements) => format!("{{ {} }}", show(statements)),
            StmtKind::Contract(_, body) => format!("contract {}", show_one(body)),
            StmtKind::If(_, then, None) => format!("if {}", show_one(then)),
            StmtKind::If(_, then, Some(other)) => format!("if {} else {}", show_one(then), show_one(other)),
            StmtKind::Switch(_, body) => format!("switch {}", show_one(body)),
            StmtKind::Assert(..) => "assert".to_string(),
            StmtKind::Decl(_) if stmt.ghost => "ghost".to_string(),
            StmtKind::Expr(_) => "e".to_string(),
            StmtKind::Empty => "-".to_string(),
            StmtKind::Goto(_) => "goto".to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn annotations_find_what_they_speak_of() {
        for (text, expect) in [
            ("/*@ loop invariant 1; */ while (i) i--;", "while 1i0p e"),
            (
                "//@ loop invariant 1;\n //@ loop invariant 2;\n do ; while (i);",
                "do 2i0p -",
            ),
            (
                "//@ ghost int g;\n //@ loop invariant 1;\n for (;;) ;",
                "ghost; for 1i0p -",
            ),
            ("l: /*@ loop invariant 1; */ for (;;) ;", "l: 0i0p for 1i0p -"),
            ("l: /*@ loop invariant 1; */ if (i) goto l;", "l: 1i0p if goto"),
            (
                "/*@ loop invariant 1; */ /*% loop predicate i > 0, n; */ while (i) ;",
                "while 1i2p -",
            ),
            (
                "while (i) { //@ for agen: assert i;\n //@ assert n;\n i--; }",
                "while 0i1p { assert; e }",
            ),
            ("/*@ requires i; ensures n; */ i = n;", "contract e"),
            ("//@ assert i;\n i = 1; //@ assert n;", "assert; e; assert"),
            (
                "if (i) /*@ assert i; */ i = 1; else //@ assert n;\n n = 1;",
                "if { assert; e } else { assert; e }",
            ),
            (
                "switch (i) { case 1: //@ assert i;\n i = 1; n = 2; }",
                "switch { case: assert; e; e }",
            ),
            ("l: //@ assert i;\n i = 1;", "l: 0i0p assert; e"),
        ] {
            let (body, said) = body(text);
            assert_eq!((show(&body).as_str(), said), (expect, vec![]), "{text}");
        }
    }

    #[test]
    fn what_fits_nothing_is_reported() {
        for (text, expect, word) in [
            ("/*@ loop invariant 1; */ i = 1;", "e", "no loop"),
            ("/*@ loop invariant 1; */", "", "the end of a block"),
            (
                "/*@ loop invariant 1; */ l: for (;;) ;",
                "l: 0i0p for 0i0p -",
                "a label",
            ),
            (
                "/*@ loop invariant 1; */ //@ assert i;\n for (;;) ;",
                "assert; for 0i0p -",
                "an assertion",
            ),
            (
                "/*@ loop invariant 1; */ /*@ loop invariant 2; */ for (;;) ;",
                "for 2i0p -",
                "second",
            ),
            ("/*@ requires i; */ /*@ requires n; */ i = 1;", "contract e", "second"),
            ("for (;;) /*@ loop invariant 1; */ { }", "for 0i0p {  }", "no loop"),
        ] {
            let (body, said) = body(text);
            assert_eq!(show(&body), expect, "{text}");
            assert_eq!(said.len(), 1, "{text} {said:?}");
            assert!(said[0].contains(word), "{text} {said:?}");
        }
    }

    #[test]
    fn the_block_of_a_loop_is_where_invariants_go() {
        let text = "void f(int i) {\n  //@ loop invariant i > 0;\n  //@ loop assigns i;\n  /*% loop predicate i; */\n  while (i) i--;\n}";
        let parsed = parse(FileId(0), Path::new("test.c"), text, DataModel::Lp64);
        match &parsed.unit.items[..] {
            [Item::Function(f)] => match &f.body[0].kind {
                StmtKind::While(spec, _, _) => {
                    let block = spec.block.map(|span| &text[span.range()]);
                    assert_eq!(block, Some("//@ loop invariant i > 0;\n  //@ loop assigns i;"));
                }
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn contracts_belong_to_functions() {
        let text = "/*@ requires x; */ int f(int x);\n/*@ requires x; */ int g(int x) { return x; }\n\
            //@ predicate p(int x) = x > 0;\n//@ requires p(x);\nint h(int x);\n/*@ requires 1; */ int v;\n";
        let parsed = parse(FileId(0), Path::new("test.c"), text, DataModel::Lp64);
        let has: Vec<bool> = parsed
            .unit
            .items
            .iter()
            .map(|item| match item {
                Item::Decl(decl) => decl.contract.is_some(),
                Item::Function(function) => function.contract.is_some(),
                _ => false,
            })
            .collect();
        assert_eq!(has, [true, true, false, true, false]);
        assert_eq!(parsed.diagnostics.len(), 1);
        assert!(parsed.diagnostics[0].message.contains("in front of no function"));
    }

    #[test]
    fn macros_are_known_in_annotations() {
        let text =
            "#include <limits.h>\n#define N 10\n/*@ requires x < INT_MAX && x != N; */\nint f(int x);\n#undef N\n";
        let parsed = parse(FileId(0), Path::new("test.c"), text, DataModel::Lp64);
        assert_eq!(parsed.diagnostics, []);
        let contract = parsed.unit.items.iter().find_map(|item| match item {
            Item::Decl(decl) => decl.contract.clone(),
            _ => None,
        });
        let formula = contract.unwrap().common.requires.remove(0).formula;
        assert_eq!(&text[formula.span.range()], "x < INT_MAX && x != N");
        let shown = format!("{formula:?}");
        assert!(shown.contains("2147483647") && !shown.contains("INT_MAX"), "{shown}");
    }
}

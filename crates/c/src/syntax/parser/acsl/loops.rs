//! What is said of loops: `loop invariant`, `loop assigns`, `loop variant`, and our own
//! `loop predicate` and `skolem`, which stand in comments that other tools ignore.

use super::super::{Failure, Parser, Read};
use super::keywords::OF_LOOPS;
use super::part::Prefix;
use crate::syntax::ast::LoopSpec;
use abide_base::{Diagnostic, Span, suggest};

impl Parser<'_> {
    /// One clause, `loop` being next.
    pub(super) fn loop_clause(&mut self, spec: &mut LoopSpec, prefix: &Prefix) -> Read<()> {
        self.next();
        let keyword = self.lexeme();
        match keyword.text {
            "invariant" => {
                self.next();
                self.not_behind_variant(spec, prefix.start);
                self.formula_clause(&mut spec.invariants, prefix, "loop invariant")
            }
            "assigns" => {
                self.next();
                self.not_behind_variant(spec, prefix.start);
                self.assigns(&mut spec.assigns, prefix, "loop assigns")
            }
            "variant" => {
                self.next();
                let variant = self.measure()?;
                match &spec.variant {
                    Some((first, _)) => {
                        let warning = Diagnostic::warning(keyword.span, "a second `loop variant` is left out");
                        self.lose(warning.related(first.span, "the first"), false);
                    }
                    None => spec.variant = Some(variant),
                }
                Ok(())
            }
            "predicate" => {
                if !self.acsl.here.own {
                    let message = "`loop predicate` is not ACSL: other tools reject it";
                    let warning = Diagnostic::warning(keyword.span, message);
                    self.tell(warning.help("write it in a comment of its own: `/*% loop predicate …; */`"));
                }
                self.loop_predicates(spec)
            }
            word if OF_LOOPS.contains(&word) => {
                self.next();
                self.leave_out(&format!("loop {word}"), keyword.span);
                Ok(())
            }
            word => {
                let failure = self.unexpected("`invariant`, `assigns` or `variant` after `loop`");
                Err(match suggest(word, OF_LOOPS.iter().copied()) {
                    Some(meant) => failure.help(format!("did you mean `loop {meant}`?")),
                    None => failure,
                })
            }
        }
    }

    /// A clause behind the variant is understood, yet other tools reject it.
    fn not_behind_variant(&mut self, spec: &LoopSpec, start: Span) {
        if spec.variant.is_some() {
            let warning = Diagnostic::warning(start, "ACSL wants `loop variant` to come last");
            self.tell(warning.help("move this clause in front of it"));
        }
    }

    /// `predicate p, q;` behind `loop`.
    fn loop_predicates(&mut self, spec: &mut LoopSpec) -> Read<()> {
        self.next();
        let predicates = self.acsl_list(Self::formula)?;
        self.clause_end("the predicates")?;
        spec.predicates.extend(predicates);
        Ok(())
    }

    /// `skolem T x, y;`
    pub(super) fn skolems(&mut self, spec: &mut LoopSpec) -> Read<()> {
        self.next();
        let variables = self.binders()?;
        self.clause_end("the variables")?;
        spec.skolems.extend(variables);
        Ok(())
    }

    /// What a comment of our own cannot say.
    pub(super) fn not_own_clause(&mut self) -> Failure {
        if self.eat_word("loop").is_some() {
            let failure = self.unexpected("`predicate` after `loop`");
            return failure.help(match suggest(self.lexeme().text, ["predicate"]) {
                Some(_) => "did you mean `loop predicate`?",
                None => "what is ACSL stands in `/*@ … */`",
            });
        }
        let failure = self.unexpected("`loop predicate` or `skolem`");
        match suggest(self.lexeme().text, ["loop", "skolem"]) {
            Some(meant) => failure.help(format!("did you mean `{meant}`?")),
            None => failure,
        }
    }
}

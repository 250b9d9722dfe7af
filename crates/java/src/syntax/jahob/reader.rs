//! The clauses of Jahob's comments, one by one, as items of JML.

use super::super::ast::*;
use super::super::jml::{Item, ItemKind};
use super::super::syntax_errors::Survey;
use super::formula::Formula;
use super::parse::parse;
use super::phrases::{ASSIGNS, Phrase};
use super::translate::{Definitions, Ghosts, Translator};
use abide_base::{Diagnostic, FileId, Span};
use std::collections::BTreeSet;

/// A class, with `claimedby` before it.
pub(super) struct Claim {
    pub(super) class: String,
    pub(super) by: String,
}

/// An invariant, of the class that has to keep it.
pub(super) struct Stated {
    pub(super) class: String,
    pub(super) label: Option<String>,
    pub(super) formula: Formula,
}

/// What is known of a file's annotations while they are read.
pub(super) struct Reader<'a> {
    pub(super) file: FileId,
    pub(super) survey: &'a Survey,
    /// All definitions, and where they stand.
    pub(super) stated: Vec<(usize, String, Formula)>,
    /// Those that hold where the annotation is that is being read.
    pub(super) definitions: Definitions,
    /// Specification variables that are private: contracts need not list them.
    pub(super) private: BTreeSet<String>,
    /// The names of specification variables with a definition, or without a value.
    pub(super) variables: BTreeSet<String>,
    pub(super) ghosts: Ghosts,
    /// Classes whose invariants are those of another one.
    pub(super) claims: Vec<Claim>,
    pub(super) invariants: Vec<Stated>,
    pub(super) forests: Vec<Forest>,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
    pub(super) unread: &'a mut Vec<Unread>,
    pub(super) items: Vec<Item>,
}

/// What a clause speaks of.
pub(super) fn about(word: &str) -> About {
    match word {
        "requires" | "ensures" | "modifies" => About::Contract,
        "assert" | "noteThat" | "note" | "assume" | "inv" | "track" | "havoc" | ASSIGNS => About::Near,
        _ => About::Class,
    }
}

impl Reader<'_> {
    pub(super) fn span(&self, at: usize, len: usize) -> Span {
        Span::new(self.file, at, at + len)
    }

    /// Tells of a clause that is not read: what it speaks of is not verified without it.
    pub(super) fn warn(&mut self, word: &str, at: usize, len: usize, message: String) {
        let span = self.span(at, len);
        self.unread.push(Unread {
            span,
            what: message.clone(),
            help: Vec::new(),
            about: about(word),
        });
        let warning = Diagnostic::warning(span, message);
        self.diagnostics
            .push(warning.note("this part of the annotation is left out"));
    }

    /// Reads the formula of a clause.
    pub(super) fn read(&mut self, clause: &Phrase) -> Option<(Formula, Span)> {
        let Some((text, at)) = clause.formula() else {
            self.warn(
                &clause.word,
                clause.at,
                clause.word.len(),
                format!("`{}` needs a formula", clause.word),
            );
            return None;
        };
        match parse(text) {
            Ok(formula) => Some((formula, self.span(at, text.len()))),
            Err(trouble) => {
                self.warn(&clause.word, at + trouble.at.min(text.len()), 1, trouble.to_string());
                None
            }
        }
    }

    /// The tree along these fields, if they are several and of one class.
    pub(super) fn forest(&self, fields: &[&str], span: Span) -> Option<Forest> {
        let fields: Vec<String> = fields.iter().map(|f| self.qualified(f)).collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        Forest::along(&fields, span)
    }

    /// Takes note of `invariant "tree [C.f, C.g]"`.
    pub(super) fn plant(&mut self, clause: &Phrase) {
        let Some((text, at)) = clause.formula().filter(|_| clause.word == "invariant") else {
            return;
        };
        let span = self.span(at, text.len());
        let Ok(formula) = parse(text) else { return };
        let found = formula.conjuncts().into_iter().filter_map(|c| c.tree_along());
        let forests: Vec<Forest> = found.filter_map(|names| self.forest(&names, span)).collect();
        self.forests.extend(forests);
    }

    pub(super) fn translator(&self, span: Span) -> Translator<'_> {
        Translator {
            definitions: &self.definitions,
            ghosts: &self.ghosts,
            forests: &self.forests,
            span,
            depth: 0,
            made: 0,
            local: false,
            used: Vec::new(),
        }
    }

    pub(super) fn translated(&self, formula: &Formula, span: Span) -> Expr {
        self.translator(span).term(formula)
    }

    /// What says that a tree is one.
    pub(super) fn faithful(&self, forest: &Forest) -> Expr {
        match parse(&forest.faithful()) {
            Ok(formula) => self.translated(&formula, forest.span),
            Err(trouble) => Expr {
                kind: Box::new(ExprKind::Unknown(trouble.to_string())),
                span: forest.span,
            },
        }
    }

    /// A formula inside of a body. It may be about variables that are null, whose members are null. Where
    /// it is about paths along several fields, it says that they make a tree too, or is assumed only if
    /// they do: there they may make none for a while.
    pub(super) fn local(&self, formula: &Formula, span: Span, assumed: bool) -> Expr {
        let mut translator = Translator {
            local: true,
            ..self.translator(span)
        };
        let expr = translator.term(formula);
        let op = if assumed { BinaryOp::Implies } else { BinaryOp::And };
        translator.used.iter().fold(expr, |expr, forest| Expr {
            kind: Box::new(ExprKind::Binary(op, self.faithful(forest), expr)),
            span,
        })
    }

    /// The conjuncts of an invariant but for trees along several fields, which are settled for the
    /// whole file.
    pub(super) fn without_forests(&self, formula: &Formula) -> Option<Formula> {
        let is_forest = |c: &&Formula| {
            let fields = c.tree_along();
            fields.is_some_and(|f| self.forest(&f, Span::default()).is_some())
        };
        let rest = formula.conjuncts().into_iter().filter(|c| !is_forest(c)).cloned();
        rest.reduce(|a, b| Formula::Binary("&", a.into(), b.into()))
    }

    pub(super) fn push(&mut self, kind: ItemKind, span: Span) {
        // items are distinguished by where they begin
        let mut span = span;
        while self.items.iter().any(|i| i.span.start == span.start) {
            span.start += 1;
        }
        self.items.push(Item { kind, span });
    }

    pub(super) fn annotation(&mut self, clauses: &[Phrase]) {
        let contract = clauses
            .iter()
            .any(|c| matches!(c.word.as_str(), "requires" | "ensures" | "modifies"));
        for clause in clauses {
            self.clause(clause);
        }
        if contract {
            self.unmodified(clauses);
        }
    }

    /// `havoc x, y`
    pub(super) fn havoc(&mut self, clause: &Phrase) {
        let span = self.span(clause.at, clause.word.len());
        for word in clause.words() {
            let variable = word.chars().all(|c| c.is_alphanumeric() || c == '_');
            let kind = match variable && !self.definitions.contains_key(word) && !clause.words().contains(&"suchThat") {
                true => StmtKind::JmlHavoc(self.assignment(word, word, span)),
                false => StmtKind::Unknown("`havoc` of anything but local variables".to_string()),
            };
            self.push(ItemKind::Statement(kind), span);
        }
    }

    /// `x = y`
    pub(super) fn assignment(&self, target: &str, value: &str, span: Span) -> Expr {
        let expr = |kind: ExprKind| Expr {
            kind: Box::new(kind),
            span,
        };
        let name = |text: &str| expr(ExprKind::Name(text.into()));
        expr(ExprKind::Assign(None, name(target), name(value)))
    }

    pub(super) fn clause(&mut self, clause: &Phrase) {
        let make: fn(Expr, Span) -> ItemKind = match clause.word.as_str() {
            "requires" => |e, _| ItemKind::Requires(e),
            "ensures" => |e, _| ItemKind::Ensures(e),
            "inv" => |e, _| ItemKind::LoopInvariant(e),
            "invariant" => |formula, span| {
                ItemKind::Invariant(Invariant {
                    formula,
                    is_static: false,
                    span,
                })
            },
            "assert" | "noteThat" | "note" => |e, _| ItemKind::Statement(StmtKind::JmlAssert(e)),
            "assume" => |e, _| ItemKind::Statement(StmtKind::JmlAssume(e)),
            "track" => return self.track(clause),
            "specvar" => return self.ghost(clause),
            // definitions were read before; `modifies` belongs to the contract as a whole
            "vardefs" | "modifies" | "claimedby" | "ghost" => return,
            // without it there would be fewer runs
            "havoc" => return self.havoc(clause),
            ASSIGNS => return self.assign(clause),
            other => {
                let message = format!("`{other}` is not supported and is left out");
                return self.warn(other, clause.at, other.len(), message);
            }
        };
        let Some((formula, span)) = self.read(clause) else {
            return;
        };
        let expr = match clause.word.as_str() {
            "requires" | "ensures" => self.translated(&formula, span),
            "invariant" => match self.without_forests(&formula) {
                Some(rest) => self.translated(&self.kept(&rest, clause.at), span),
                None => return,
            },
            word => self.local(&formula, span, word == "assume"),
        };
        self.push(make(expr, span), span);
    }

    /// `track(p)`: a predicate for the loop that follows. One over objects, `p == (% v. F)` or
    /// `p == {v. F}`, speaks of any object.
    pub(super) fn track(&mut self, clause: &Phrase) {
        for word in clause.words() {
            let span = self.span(clause.at, clause.word.len());
            let Ok(formula) = parse(word) else { continue };
            let definition = match &formula {
                Formula::Name(name) => self.definitions.get(name).cloned().unwrap_or(formula),
                _ => formula,
            };
            let (object, formula) = match definition {
                Formula::Lambda(vars, body) if vars.len() == 1 => (vars.into_iter().next(), *body),
                Formula::Such(var, body) => (Some(var), *body),
                other => (None, other),
            };
            if let Some(name) = &object {
                let ty = TypeRef::named("\\object", span);
                let name = Name {
                    text: name.as_str().into(),
                    span,
                };
                self.push(ItemKind::Skolems(vec![(ty, name)]), span);
            }
            let expr = self.translated(&formula, span);
            self.push(ItemKind::Predicates(vec![expr]), span);
        }
    }

    /// What a contract does not name stays: `x = old x` for the other specification variables.
    pub(super) fn unmodified(&mut self, clauses: &[Phrase]) {
        let modified: Vec<&str> = clauses
            .iter()
            .filter(|c| c.word == "modifies")
            .flat_map(Phrase::words)
            .collect();
        // those with their class are there under their names too, or those of another class
        let own = self.definitions.keys().filter(|name| !name.contains('.'));
        let sets = own.filter(|name| {
            self.translator(Span::default())
                .is_set(&Formula::Name(name.to_string()))
        });
        let Some(first) = clauses.first() else { return };
        let names: Vec<String> = sets.cloned().chain(self.shown_ghosts(first.at)).collect();
        let span = self.span(first.at, first.word.len());
        for name in names {
            let variable = Formula::Name(name.clone());
            let listed = modified
                .iter()
                .any(|m| *m == name || m.rsplit('.').next() == Some(&name));
            if listed || self.private.contains(&name) {
                continue;
            }
            let before = Formula::Apply(Formula::Name("old".into()).into(), vec![variable.clone()]);
            let kept = Formula::Binary("=", variable.into(), before.into());
            let expr = self.translated(&kept, span);
            self.push(ItemKind::Ensures(expr), span);
        }
    }
}

//! The clauses of Jahob's comments, one by one, as items of JML.

use super::super::ast::*;
use super::super::broken::{Declared, Survey};
use super::super::jml::{Item, ItemKind};
use super::formula::Formula;
use super::parse::parse;
use super::phrases::{ASSIGNS, Phrase};
use super::substitute::substituted;
use super::translate::{self, Definitions, Ghosts, Translator};
use abide_base::{Diagnostic, FileId, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

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
fn about(word: &str) -> About {
    match word {
        "requires" | "ensures" | "modifies" => About::Contract,
        "assert" | "noteThat" | "note" | "assume" | "inv" | "track" | "havoc" | ASSIGNS => About::Near,
        _ => About::Class,
    }
}

/// `this..f`
fn of_this(field: String) -> Formula {
    Formula::Field(Formula::Name("this".into()).into(), field)
}

/// What a formula about `this` says of all objects of a class that have been made; null is among them.
fn for_all_of(class: &str, formula: &Formula) -> Formula {
    let (this, name) = ("this".to_string(), |text: &str| Formula::Name(text.to_string()));
    let object = "object".to_string();
    let inside = |set: &str| Formula::Binary(":", name(&object).into(), name(set).into());
    let there = Formula::Binary("&", inside(class).into(), inside("Object.alloc").into());
    let said = substituted(formula, &[this], &[name(&object)]);
    let all = Formula::Binary("-->", there.into(), said.into());
    Formula::Quantified(true, vec![(object, None)], all.into())
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

    /// Takes note of `vardefs "x == F"`.
    pub(super) fn define(&mut self, clause: &Phrase) {
        if clause.word != "vardefs" {
            return;
        }
        let Some((formula, span)) = self.read(clause) else {
            return;
        };
        match formula {
            Formula::Binary("==" | "=", name, definition) if matches!(*name, Formula::Name(_)) => {
                if let Formula::Name(name) = *name {
                    self.stated.push((clause.at, name, *definition));
                }
            }
            _ => self.warn(
                "vardefs",
                span.start as usize,
                1,
                "expected a definition `x == F`".to_string(),
            ),
        }
    }

    /// Takes note of `specvar x :: t`.
    pub(super) fn declare(&mut self, clause: &Phrase) {
        let Some(name) = clause.words().first().map(|w| w.to_string()) else {
            return;
        };
        if clause.is("private") {
            self.private.insert(name.clone());
        }
        if clause.word == "specvar" && !self.note_ghost(clause) {
            self.variables.insert(name);
        }
    }

    /// Takes note of `claimedby C` before a class. A class that is not in the file keeps nothing: then the
    /// invariants stay where they are.
    pub(super) fn claim(&mut self, clause: &Phrase) {
        let words = clause.words();
        let [by] = words.as_slice() else { return };
        let head = self.survey.heads.iter().find(|(head, _)| head.contains(&clause.at));
        let is_here = self.survey.classes.iter().any(|(_, class)| class == by);
        if let (Some((_, class)), "claimedby", true) = (head, clause.word.as_str(), is_here) {
            self.claims.push(Claim {
                class: class.clone(),
                by: by.to_string(),
            });
        }
    }

    /// Who has to keep the invariants of a class: itself, or the class that claims it.
    pub(super) fn keeper<'c>(&'c self, class: &'c str) -> &'c str {
        let claim = self.claims.iter().find(|c| c.class == class);
        claim.map_or(class, |claim| claim.by.as_str())
    }

    /// Takes note of an invariant of a class, for `theinvs`.
    pub(super) fn note_invariant(&mut self, clause: &Phrase) {
        let Some((text, _)) = clause.formula().filter(|_| clause.word == "invariant") else {
            return;
        };
        let formula = parse(text).ok();
        let formula = formula.and_then(|f| self.without_forests(&f));
        let class = self.class_of(clause.at);
        if let (Some(formula), Some(class)) = (formula, class) {
            self.invariants.push(Stated {
                class: self.keeper(class).to_string(),
                label: clause.label().map(str::to_string),
                formula: self.kept(&formula, clause.at),
            });
        }
    }

    /// An invariant as the class that keeps it says it: for all objects, if it claims their class.
    pub(super) fn kept(&self, formula: &Formula, at: usize) -> Formula {
        let formula = self.at_home(formula, at);
        match self.class_of(at) {
            Some(class) if self.keeper(class) != class => for_all_of(class, &formula),
            _ => formula,
        }
    }

    /// `theinvs` and `theinv Name` in a class.
    pub(super) fn named_invariants(&self, class: &str) -> Definitions {
        let own = || self.invariants.iter().filter(|i| i.class == class);
        let conjunction = |a: Formula, b: Formula| Formula::Binary("&", a.into(), b.into());
        let all = own().map(|i| i.formula.clone()).reduce(conjunction);
        let all = all.unwrap_or_else(|| Formula::Name("True".into()));
        let each = own().filter_map(|i| Some((translate::invariant_called(i.label.as_deref()?), i.formula.clone())));
        each.chain([(translate::ALL_INVARIANTS.to_string(), all)]).collect()
    }

    /// Lets the definitions of classes mean the same everywhere.
    pub(super) fn settle_definitions(&mut self) {
        self.variables
            .extend(self.stated.iter().map(|(_, name, _)| name.clone()));
        let mut stated = std::mem::take(&mut self.stated);
        for (at, _, formula) in &mut stated {
            *formula = self.at_home(formula, *at);
        }
        self.stated = stated;
    }

    /// The bodies around a place, outer ones first.
    pub(super) fn around(&self, at: usize) -> Vec<&Range<usize>> {
        self.survey.bodies.iter().filter(|body| body.contains(&at)).collect()
    }

    /// The definitions that hold at a place: those of the classes and of the method around it, and of
    /// these the inner ones. What is defined twice in one body has no definition.
    pub(super) fn known_at(&self, at: usize) -> Definitions {
        let here = self.around(at);
        let mut known: BTreeMap<&str, (usize, Option<&Formula>)> = BTreeMap::new();
        for (place, name, formula) in &self.stated {
            let home = self.around(*place);
            if !here.starts_with(&home) {
                continue;
            }
            match known.get(name.as_str()) {
                Some((depth, _)) if *depth > home.len() => {}
                Some((depth, other)) if *depth == home.len() && *other != Some(formula) => {
                    known.insert(name, (home.len(), None));
                }
                _ => {
                    known.insert(name, (home.len(), Some(formula)));
                }
            }
        }
        let defined = known.into_iter();
        let defined = defined.filter_map(|(name, (_, formula))| Some((name.to_string(), formula?.clone())));
        let class = self.survey.classes.iter().rfind(|(body, _)| body.contains(&at));
        let invariants = class.map(|(_, class)| self.named_invariants(class)).unwrap_or_default();
        defined.chain(self.of_classes()).chain(invariants).collect()
    }

    /// The definitions in classes, `C.x`, which hold everywhere in the file if they speak of nothing but an
    /// object and its fields.
    pub(super) fn of_classes(&self) -> Definitions {
        let mut found: BTreeMap<String, Option<&Formula>> = BTreeMap::new();
        for (place, name, formula) in &self.stated {
            let Some(class) = self.class_of(*place) else { continue };
            let alone = self.survey.classes.iter().filter(|(_, c)| c == class).count() == 1;
            let usable = Some(formula).filter(|f| alone && f.is_closed());
            let whole = format!("{class}.{name}");
            let once = !found.contains_key(&whole);
            found.insert(whole, usable.filter(|_| once));
        }
        let found = found.into_iter();
        found.filter_map(|(name, f)| Some((name, f?.clone()))).collect()
    }

    /// The class in whose body a place is, and not in one of a method.
    pub(super) fn class_of(&self, at: usize) -> Option<&str> {
        let home = *self.around(at).last()?;
        let mut classes = self.survey.classes.iter();
        classes.find(|(body, _)| body == home).map(|(_, class)| class.as_str())
    }

    /// What a formula that stands in a class says in its methods too, whose variables may have the names of
    /// fields.
    pub(super) fn at_home(&self, formula: &Formula, at: usize) -> Formula {
        if self.class_of(at).is_none() {
            return formula.clone();
        }
        formula.resolved(&|name| match self.field(name, at) {
            _ if self.variables.contains(name) || name.starts_with(char::is_uppercase) => None,
            Some(field) if field.is_static => Some(Formula::Name(format!("{}.{name}", field.class))),
            Some(field) => Some(of_this(format!("{}.{name}", field.class))),
            None => Some(of_this(name.to_string())),
        })
    }

    /// The field of the innermost class around a place that has one of this name.
    pub(super) fn field(&self, name: &str, at: usize) -> Option<&Declared> {
        let classes = self.survey.classes.iter().rev().filter(|(body, _)| body.contains(&at));
        let of = |class: &String| {
            let mut all = self.survey.fields.iter().chain(&self.ghosts.fields);
            all.find(|f| f.class == *class && f.name == name)
        };
        classes.map(|(_, class)| class).find_map(of)
    }

    /// A field with its class: where that is not written, it is the only one of the file that has such a
    /// field.
    pub(super) fn qualified(&self, field: &str) -> String {
        let mut fields = self.survey.fields.iter().filter(|f| f.name == field);
        match (fields.next(), fields.next()) {
            (Some(only), None) => format!("{}.{field}", only.class),
            _ => field.to_string(),
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
    /// it speaks of walks along several fields, it says that they make a tree too, or is assumed only if
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
        // items are told apart by where they begin
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
                let ty = TypeRef {
                    name: "\\object".into(),
                    dims: 0,
                    span,
                    args: Vec::new(),
                };
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

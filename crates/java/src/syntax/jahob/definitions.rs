//! Definitions, specification variables and named invariants: what the clauses of a file declare, and where it holds.

use super::super::syntax_errors::Declared;
use super::formula::Formula;
use super::parse::parse;
use super::phrases::Phrase;
use super::reader::{Claim, Reader, Stated};
use super::substitute::substituted;
use super::translate::{self, Definitions};
use std::collections::BTreeMap;
use std::ops::Range;

impl Reader<'_> {
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

//! Specification variables without a definition: `ghost specvar x :: t = "F"`, and `x := "F"`.
//!
//! They become ghost fields and ghost variables. One without an initial value begins as a field of Java
//! does, a set without elements.

use super::super::ast::*;
use super::super::jml::ItemKind;
use super::super::syntax_errors::Declared;
use super::formula::Formula;
use super::parse::parse;
use super::phrases::{Part, Phrase};
use super::reader::Reader;
use super::translate::Translator;
use abide_base::Span;

/// The type of a set of objects.
const SET: &str = "\\set";

/// Our type for one of Jahob.
fn ghost_type(ty: &str) -> Option<&'static str> {
    match ty.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["objset"] | ["obj", "set"] => Some(SET),
        ["obj"] => Some("\\object"),
        ["bool"] => Some("boolean"),
        ["int"] => Some("\\bigint"),
        _ => None,
    }
}

/// The name and the type of the variable that a clause declares, if it is a ghost of a type we have.
fn declared(clause: &Phrase) -> Option<(&str, &'static str)> {
    let words = clause.words();
    let [name, ty, ..] = words.as_slice() else { return None };
    let ghost = clause.word == "specvar" && clause.is("ghost");
    Some((*name, ghost_type(ty).filter(|_| ghost)?))
}

impl Reader<'_> {
    /// Takes note of a ghost variable; says whether the clause declares one.
    pub(super) fn note_ghost(&mut self, clause: &Phrase) -> bool {
        let Some((name, ty)) = declared(clause) else {
            return false;
        };
        if ty == SET {
            self.ghosts.sets.insert(name.to_string());
        }
        if let Some(class) = self.class_of(clause.at).map(str::to_string) {
            self.ghosts.fields.push(Declared {
                class,
                name: name.to_string(),
                is_static: clause.is("static"),
            });
        }
        true
    }

    /// `ghost specvar x :: t = "F"`
    pub(super) fn ghost(&mut self, clause: &Phrase) {
        let Some((name, ty)) = declared(clause) else { return };
        let span = self.span(clause.at, clause.word.len());
        let init = match clause.parts.get(2) {
            Some(Part::Quoted(text, at)) => {
                let place = self.span(*at, text.len());
                match parse(text) {
                    Ok(formula) => Some(self.ghost_value(&formula, ty == SET, place)),
                    Err(trouble) => return self.warn("ghost", *at, text.len(), trouble.to_string()),
                }
            }
            _ => None,
        };
        let variable = Local {
            name: Name {
                text: name.into(),
                span,
            },
            ty: TypeRef::named(ty, span),
            modifiers: Modifiers {
                ghost: true,
                nullable: true,
                is_static: clause.is("static"),
                private: clause.is("private"),
                ..Modifiers::default()
            },
            init,
        };
        self.push(ItemKind::Variables(vec![variable]), span);
    }

    /// `x := "F"`, `"x..C.f" := "F"`
    pub(super) fn assign(&mut self, clause: &Phrase) {
        let span = self.span(clause.at, clause.word.len());
        let target = clause.words().first().map_or(String::new(), |w| w.to_string());
        let kind = match self.assigned(clause, &target, span) {
            Some(kind) => kind,
            // the method is one that cannot be verified
            None => StmtKind::Unknown(format!("the assignment to `{target}`")),
        };
        self.push(ItemKind::Statement(kind), span);
    }

    fn assigned(&mut self, clause: &Phrase, target: &str, span: Span) -> Option<StmtKind> {
        let to = parse(target).ok()?;
        let name = match &to {
            Formula::Name(name) | Formula::Field(_, name) => name.rsplit('.').next()?,
            _ => return None,
        };
        let (text, at) = match clause.parts.get(1)? {
            Part::Quoted(text, at) => (text.as_str(), *at),
            Part::Word(word) => (word.as_str(), clause.at),
        };
        if self.definitions.contains_key(name) {
            return None;
        }
        let is_set = self.ghosts.sets.contains(name);
        let formula = parse(text).ok()?;
        let value = self.ghost_value(&formula, is_set, self.span(at, text.len()));
        let place = self.translator(span).term(&to);
        let assign = Expr {
            kind: Box::new(ExprKind::Assign(None, place, value)),
            span,
        };
        Some(StmtKind::JmlSet(assign))
    }

    /// What a ghost variable is to hold.
    fn ghost_value(&self, formula: &Formula, is_set: bool, span: Span) -> Expr {
        let mut translator = Translator {
            local: true,
            ..self.translator(span)
        };
        let value = match is_set {
            true => translator.set(formula),
            false => translator.term(formula),
        };
        match translator.used.is_empty() {
            true => value,
            // it may be no tree there
            false => Expr {
                kind: Box::new(ExprKind::Unknown("reachability along several fields here".to_string())),
                span,
            },
        }
    }

    /// The ghost variables of the class around a place that a contract has to name if they change.
    pub(super) fn shown_ghosts(&self, at: usize) -> Vec<String> {
        let class = self.class_of(at);
        let own = self.ghosts.fields.iter().filter(|g| Some(g.class.as_str()) == class);
        own.map(|g| g.name.clone()).collect()
    }
}

impl Translator<'_> {
    /// A set of objects as a value.
    fn set(&mut self, f: &Formula) -> Expr {
        match f {
            Formula::Elements(all) => {
                let empty = self.empty();
                all.iter().fold(empty, |set, one| self.changed(set, "insert", one))
            }
            Formula::Binary(op @ ("Un" | "-"), a, b) => match (*op, &**a, &**b) {
                ("Un", Formula::Elements(all), set) | ("Un", set, Formula::Elements(all)) => {
                    let before = self.set(set);
                    all.iter().fold(before, |set, one| self.changed(set, "insert", one))
                }
                (_, set, Formula::Elements(all)) => {
                    let before = self.set(set);
                    all.iter().fold(before, |set, one| self.changed(set, "remove", one))
                }
                _ => self.such(f),
            },
            Formula::Name(_) | Formula::Field(..) if self.is_ghost_set(f) => self.term(f),
            other => self.such(other),
        }
    }

    /// The set of those of which it is said that they are in it.
    fn such(&mut self, set: &Formula) -> Expr {
        let v = self.fresh("v");
        let element = self.expr(ExprKind::Name(v.as_str().into()));
        let inside = self.member(&element, set);
        self.expr(ExprKind::Such(self.ty("\\object"), self.name(&v), inside))
    }

    fn empty(&self) -> Expr {
        self.expr(ExprKind::New(self.ty(SET), Vec::new(), None))
    }

    fn changed(&mut self, set: Expr, how: &str, one: &Formula) -> Expr {
        let one = self.term(one);
        self.expr(ExprKind::Call(Some(set), self.name(how), vec![one]))
    }

    /// Is it a ghost variable that holds a set?
    pub(super) fn is_ghost_set(&self, f: &Formula) -> bool {
        let name = match f {
            Formula::Name(name) | Formula::Field(_, name) => name,
            _ => return false,
        };
        let simple = name.rsplit('.').next().unwrap_or_default();
        self.definition(name).is_none() && self.ghosts.sets.contains(simple)
    }

    /// `element : x` for a ghost variable.
    pub(super) fn member_of_ghost(&mut self, element: &Expr, set: &Formula) -> Expr {
        let set = self.term(set);
        self.expr(ExprKind::Call(Some(set), self.name("has"), vec![element.clone()]))
    }
}

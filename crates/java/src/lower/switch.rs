//! `switch`, as a statement and as an expression.

use super::body::Body;
use super::bounds::Needs;
use super::state::JumpTarget;
use super::value::{Lowering, Val, sort_of};
use crate::syntax::ast::{self, Expr, ExprKind};
use crate::types::Type;
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{Stmt, StmtKind};
use abide_logic::Term;

/// What the cases of a `switch` yield.
struct Yielded {
    ty: Type,
    /// As in [`Val`].
    vague: bool,
    mixed: bool,
}

impl Default for Yielded {
    fn default() -> Yielded {
        Yielded {
            ty: Type::INT,
            vague: false,
            mixed: false,
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// The cases of a switch, in order; `yields` in a switch expression.
    pub(super) fn switch(&mut self, e: &'a Expr, cases: &'a [ast::Case], span: Span, yields: bool) -> Lowering<()> {
        let subject = self.expr(e)?;
        self.value_as_taken(&subject, e, Needs::Type)?;
        if subject.ty.is_reference() {
            self.not_null(&subject, e.span)?;
        }
        let subject = self.save(subject, e.span);
        let labels: Vec<String> = cases.iter().map(|_| self.label("case")).collect();
        let mut default = None;
        for (case, label) in cases.iter().zip(&labels) {
            if case.default {
                default = Some(label.clone());
            }
            let mut tests = Vec::new();
            for constant in &case.labels {
                tests.push(self.case_test(&subject, constant)?);
            }
            if !tests.is_empty() {
                self.comes_from_here(label);
                let go = vec![Stmt {
                    kind: StmtKind::Goto(vec![label.clone()]),
                    span: case.span,
                }];
                self.emit(StmtKind::If(Some(Term::or(tests)), go, Vec::new()), case.span);
            }
        }
        let out = self.label("out");
        match default {
            Some(label) => self.goto(label, span),
            // a switch expression over all constants of an enum needs no default
            None if yields => self.assume(Term::ff(), span),
            None => self.goto(out.clone(), span),
        }
        self.scopes.push(Vec::new());
        let result: Lowering<()> = (|| {
            for (case, label) in cases.iter().zip(labels) {
                self.place_label(label, case.span);
                if case.arrow {
                    self.statements(&case.body)?;
                    self.goto(out.clone(), case.span);
                } else {
                    case.body.iter().try_for_each(|s| self.statement(s, Vec::new()))?;
                }
            }
            Ok(())
        })();
        self.scopes.pop();
        result?;
        self.place_label(out, span);
        Ok(())
    }

    /// Does the subject of a switch equal a label?
    fn case_test(&mut self, subject: &Val, constant: &'a Expr) -> Lowering<Term> {
        if let (Type::Class(class), ExprKind::Name(name)) = (&subject.ty, &*constant.kind)
            && self.classes().enum_constant(*class, name).is_some()
        {
            let own = self.enum_constant(*class, name);
            return Ok(Term::eq(subject.term.clone(), own));
        }
        if self.is_string(&subject.ty) {
            // equality of strings is not that of references
            let label = self.expr(constant)?;
            return Ok(match self.string_function(subject, "equals", &[label]) {
                Some(equal) => equal.term,
                None => self.arbitrary(&Type::Bool, constant.span).term,
            });
        }
        let is_enum = matches!(&*constant.kind, ExprKind::Name(_)) && subject.ty == self.classes().object();
        if is_enum {
            // perhaps a constant of an enum that is not given
            return Ok(self.arbitrary(&Type::Bool, constant.span).term);
        }
        let val = self.expr(constant)?;
        if val.ty.is_reference() != subject.ty.is_reference() {
            // a number in a box, or one of which nothing is known
            return Ok(self.arbitrary(&Type::Bool, constant.span).term);
        }
        Ok(Term::eq(subject.term.clone(), val.term))
    }

    /// A switch expression.
    pub(super) fn switch_value(&mut self, subject: &'a Expr, cases: &'a [ast::Case], span: Span) -> Lowering<Val> {
        let Yielded { ty, vague, mixed } = self.yield_type(cases).unwrap_or_default();
        let result = self.temp("t", sort_of(&ty));
        let label = self.label("yielded");
        self.frames.push(JumpTarget::Yield {
            result: result.clone(),
            ty: ty.clone(),
            label: label.clone(),
        });
        let done = self.switch(subject, cases, span, true);
        self.frames.pop();
        done?;
        // a case that yields nothing has thrown
        self.assume(Term::ff(), span);
        self.place_label(label, span);
        let val = Val::new(result.term(), ty).vague_if(vague);
        Ok(Val { mixed, ..val })
    }

    /// The type that the cases yield, by a trial run. Each value goes where the whole one does, without being brought
    /// to one type with the others before.
    fn yield_type(&mut self, cases: &'a [ast::Case]) -> Option<Yielded> {
        let mut found: Option<Yielded> = None;
        let mut yields = Vec::new();
        let mut scope = Vec::new();
        cases
            .iter()
            .for_each(|c| super::survey::yields(&c.body, &mut scope, &mut yields));
        for (scope, e) in yields {
            let locals = self.locals.len();
            let writes = self.writes.len();
            self.scopes.push(Vec::new());
            let val = self.block(|s| {
                for (name, ty, init) in scope {
                    let ty = match init {
                        Some(init) if &*ty.name == "var" => s.expr(init)?.ty,
                        _ => s.resolve(ty)?,
                    };
                    s.declare(&name.text, ty, false);
                }
                s.expr(e)
            });
            self.scopes.pop();
            self.locals.truncate(locals);
            self.writes.truncate(writes);
            let Ok((val, _)) = val else { continue };
            let own = Yielded {
                ty: val.ty,
                vague: val.vague,
                mixed: val.mixed,
            };
            found = Some(match found {
                None => own,
                Some(before) => self.yielded_by_both(before, own),
            });
        }
        found
    }

    /// What two cases have in common.
    fn yielded_by_both(&mut self, a: Yielded, b: Yielded) -> Yielded {
        if a.ty == b.ty {
            return Yielded {
                ty: a.ty,
                vague: a.vague || b.vague,
                mixed: a.mixed || b.mixed,
            };
        }
        let boxed = self.is_box(&a.ty) || self.is_box(&b.ty);
        let numbers = a.ty.as_int().is_some() && b.ty.as_int().is_some();
        Yielded {
            ty: match boxed {
                true => self.classes().object(),
                false => self.common(&a.ty, &b.ty),
            },
            vague: !numbers || a.vague || b.vague,
            mixed: numbers,
        }
    }
}

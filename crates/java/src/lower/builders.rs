//! `StringBuilder` and `StringBuffer`: a length and characters that change.

use super::body::Body;
use super::state::HeapKind;
use super::string_content::Piece;
use super::value::{Lowering, Val, View};
use crate::types::{IntKind, Type};
use abide_base::Span;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Sort, Term, Var};

/// What the lengths and the characters of builders are called.
pub(super) const BUILT: &str = "\\built";
pub(super) const UNITS: &str = "\\units";

const EXCEPTION: &str = "StringIndexOutOfBoundsException";

/// What a builder holds, in some state.
struct Text {
    length: Term,
    units: Term,
}

impl<'a> Body<'_, 'a> {
    /// The maps from builders to their lengths and to their characters.
    fn builders(&mut self) -> (Var, Var) {
        let class = self.classes().known("StringBuilder");
        let units = Type::Seq(Box::new(Type::Int(IntKind::Char)));
        let length = HeapKind::Field(class, BUILT.into(), Type::INT);
        let sort = Sort::map(Sort::Ref, Sort::Int);
        let lengths = self.heap_var(format!("StringBuilder.{BUILT}"), BUILT, sort, length);
        let sort = Sort::map(Sort::Ref, Sort::map(Sort::Int, Sort::Int));
        let kind = HeapKind::Field(class, UNITS.into(), units);
        let units = self.heap_var(format!("StringBuilder.{UNITS}"), UNITS, sort, kind);
        (lengths, units)
    }

    /// What a builder holds now, its length in its range.
    fn built(&mut self, object: &Val, span: Span) -> Text {
        let (lengths, units) = self.builders();
        let length = Term::select(lengths.term(), object.term.clone());
        let range = [
            Term::le(Term::int(0), length.clone()),
            Term::le(length.clone(), Term::int(i32::MAX)),
        ];
        self.assume(Term::and(range), span);
        Text {
            length: self.save_term(length, span),
            units: self.save_term(Term::select(units.term(), object.term.clone()), span),
        }
    }

    /// All that a builder holds now.
    pub(super) fn built_piece(&mut self, object: &Val, span: Span) -> Piece {
        let Text { length, units } = self.built(object, span);
        Piece::part(units, Term::int(0), length)
    }

    /// `b.length()`, `b.isEmpty()` and `b.charAt(i)` of a builder, in a formula.
    pub(super) fn builder_function(&mut self, object: &Val, name: &str, args: &[Val], view: View) -> Option<Val> {
        let (lengths, units) = self.builders();
        let length = Term::select(self.at(view, &lengths), object.term.clone());
        match (name, args) {
            ("length", []) => Some(Val::new(length, Type::INT)),
            ("isEmpty", []) => Some(Val::new(Term::eq(length, Term::int(0)), Type::Bool)),
            ("charAt", [at]) if !at.ty.is_reference() => {
                let own = Term::select(self.at(view, &units), object.term.clone());
                self.within_bounds(&at.term, length);
                Some(Val::new(Term::select(own, at.term.clone()), Type::Int(IntKind::Char)))
            }
            _ => None,
        }
    }

    /// A builder holds another text from now on.
    fn build(&mut self, object: &Val, length: Term, units: Term, span: Span) -> Lowering<()> {
        let (lengths, all) = self.builders();
        for (map, value) in [(lengths, length), (all, units)] {
            self.frame_check(&map, Some(&object.term), None, span);
            self.mark_written(&map, Some(object), span)?;
            self.store(&map, &object.term, value, false, span);
        }
        Ok(())
    }

    /// A new builder with a text.
    pub(super) fn new_builder(&mut self, object: &Val, text: Option<&Val>, span: Span) -> Lowering<()> {
        let (lengths, units) = self.builders();
        self.store(&lengths, &object.term, Term::int(0), true, span);
        let none = Term::constant_map(Sort::Int, Term::int(0));
        self.store(&units, &object.term, none, true, span);
        match text {
            Some(text) => {
                let piece = self.piece(text, span);
                self.insert_piece(object, None, &piece, span)
            }
            None => Ok(()),
        }
    }

    /// Characters of which facts are known; a choice where that is not all.
    fn units(&mut self, known: bool, span: Span, facts: impl FnOnce(&mut Self, &Term) -> Vec<Term>) -> Term {
        let quiet = Span {
            start: span.end,
            ..span
        };
        let place = if known { quiet } else { span };
        self.guesses.extend((!known).then_some(span));
        let units = self.temp("units", Sort::map(Sort::Int, Sort::Int));
        let term = units.term();
        self.emit(StmtKind::Havoc(vec![units]), place);
        let facts = facts(self, &term);
        self.assume(Term::and(facts), place);
        term
    }

    /// A text is put into a builder, at a place or at the end.
    fn insert_piece(&mut self, object: &Val, at: Option<Term>, piece: &Piece, span: Span) -> Lowering<()> {
        let old = self.built(object, span);
        let place = at.clone().unwrap_or_else(|| old.length.clone());
        let added = match piece.length() {
            Some(length) => length,
            None => {
                let length = self.arbitrary(&Type::INT, span).term;
                self.assume(Term::le(Term::int(0), length.clone()), span);
                length
            }
        };
        let added = self.save_term(added, span);
        let length = Term::add(old.length.clone(), added.clone());
        // there is not the memory for more
        self.assume(Term::le(length.clone(), Term::int(i32::MAX)), span);
        let units = match (piece.units(), at) {
            (Some(units), None) => units.iter().zip(0i64..).fold(old.units, |all, (unit, i)| {
                Term::store(all, Term::add(place.clone(), Term::int(i)), unit.clone())
            }),
            _ => self.units(piece.is_known(), span, |b, new| {
                let held = |t: &Term, k: Term| Term::select(t.clone(), k);
                let before = b.for_each_place(&Term::int(0), &place, |_, k| {
                    Term::eq(held(new, k.clone()), held(&old.units, k))
                });
                let inside = b.has_piece(new, &place, piece);
                let from = Term::add(place.clone(), added.clone());
                let behind = b.for_each_place(&from, &length, |_, k| {
                    let moved = Term::sub(k.clone(), added.clone());
                    Term::eq(held(new, k), held(&old.units, moved))
                });
                vec![before, inside, behind]
            }),
        };
        self.build(object, length, units, span)
    }

    /// The characters from one place to another are taken out.
    fn take_out(&mut self, object: &Val, from: Term, to: Term, span: Span) -> Lowering<()> {
        let old = self.built(object, span);
        let gone = Term::sub(to, from.clone());
        let length = Term::sub(old.length.clone(), gone.clone());
        let units = self.units(true, span, |b, new| {
            let held = |t: &Term, k: Term| Term::select(t.clone(), k);
            let before = b.for_each_place(&Term::int(0), &from, |_, k| {
                Term::eq(held(new, k.clone()), held(&old.units, k))
            });
            let behind = b.for_each_place(&from, &length, |_, k| {
                let moved = Term::add(k.clone(), gone.clone());
                Term::eq(held(new, k), held(&old.units, moved))
            });
            vec![before, behind]
        });
        self.build(object, length, units, span)
    }

    /// Numbers are in order.
    fn ordered(&mut self, numbers: &[&Term], span: Span) -> Lowering<()> {
        let pairs = numbers.windows(2).map(|w| Term::le(w[0].clone(), w[1].clone()));
        let holds = Term::and(pairs.collect::<Vec<_>>());
        self.demand(holds, CheckKind::Bounds, EXCEPTION, span)
    }

    /// A call on a builder.
    pub(super) fn builder_call(&mut self, object: &Val, name: &str, args: &[Val], span: Span) -> Lowering<Option<Val>> {
        let object = &self.save_from_heap(object.clone(), span);
        let plain = |v: &Val| v.ty.as_int().is_some() && !v.vague;
        let zero = Term::int(0);
        let nothing = Val::new(Term::ff(), Type::Void);
        Ok(Some(match (name, args) {
            ("append", [arg]) => {
                let piece = self.builder_piece(arg, span)?;
                self.insert_piece(object, None, &piece, span)?;
                object.clone()
            }
            ("insert", [at, arg]) if plain(at) => {
                let piece = self.builder_piece(arg, span)?;
                let length = self.built(object, span).length;
                self.ordered(&[&zero, &at.term, &length], span)?;
                self.insert_piece(object, Some(at.term.clone()), &piece, span)?;
                object.clone()
            }
            ("reverse", []) => {
                let old = self.built(object, span);
                // pairs of characters that are one letter are kept together
                let units = self.units(false, span, |_, _| Vec::new());
                self.build(object, old.length, units, span)?;
                object.clone()
            }
            ("toString", []) => {
                let text = self.built(object, span);
                self.string_of(vec![Piece::part(text.units, zero, text.length)], span)
            }
            ("substring", [from, rest @ ..]) if rest.len() < 2 && args.iter().all(plain) => {
                let text = self.built(object, span);
                let to = rest.first().map_or_else(|| text.length.clone(), |to| to.term.clone());
                self.ordered(&[&zero, &from.term, &to, &text.length], span)?;
                let count = Term::sub(to, from.term.clone());
                self.string_of(vec![Piece::part(text.units, from.term.clone(), count)], span)
            }
            ("length", []) => Val::new(self.built(object, span).length, Type::INT),
            ("isEmpty", []) => Val::new(Term::eq(self.built(object, span).length, zero), Type::Bool),
            ("charAt", [at]) if plain(at) => {
                let text = self.built(object, span);
                let next = Term::add(at.term.clone(), Term::int(1));
                self.ordered(&[&zero, &at.term], span)?;
                self.ordered(&[&next, &text.length], span)?;
                let unit = Term::select(text.units, at.term.clone());
                self.known(Val::new(unit, Type::Int(IntKind::Char)), span)
            }
            ("setCharAt", [at, unit]) if plain(at) && unit.ty == Type::Int(IntKind::Char) => {
                let text = self.built(object, span);
                let next = Term::add(at.term.clone(), Term::int(1));
                self.ordered(&[&zero, &at.term], span)?;
                self.ordered(&[&next, &text.length], span)?;
                let units = Term::store(text.units, at.term.clone(), unit.term.clone());
                self.build(object, text.length, units, span)?;
                nothing
            }
            ("deleteCharAt", [at]) if plain(at) => {
                let text = self.built(object, span);
                let next = Term::add(at.term.clone(), Term::int(1));
                self.ordered(&[&zero, &at.term], span)?;
                self.ordered(&[&next, &text.length], span)?;
                self.take_out(object, at.term.clone(), next, span)?;
                object.clone()
            }
            ("delete", [from, to]) if plain(from) && plain(to) => {
                let text = self.built(object, span);
                let beyond = Term::lt(text.length.clone(), to.term.clone());
                let end = Term::ite(beyond, text.length.clone(), to.term.clone());
                self.ordered(&[&zero, &from.term, &end], span)?;
                self.take_out(object, from.term.clone(), end, span)?;
                object.clone()
            }
            ("setLength", [length]) if plain(length) => {
                self.ordered(&[&zero, &length.term], span)?;
                let old = self.built(object, span);
                let units = self.units(true, span, |b, new| {
                    let held = |t: &Term, k: Term| Term::select(t.clone(), k);
                    let kept = b.for_each_place(&Term::int(0), &length.term, |_, k| {
                        let inside = Term::lt(k.clone(), old.length.clone());
                        let before = held(&old.units, k.clone());
                        Term::eq(held(new, k), Term::ite(inside, before, Term::int(0)))
                    });
                    vec![kept]
                });
                self.build(object, length.term.clone(), units, span)?;
                nothing
            }
            ("equals", [_]) => self.arbitrary(&Type::Bool, span),
            ("hashCode", []) => self.arbitrary(&Type::INT, span),
            _ => return Ok(None),
        }))
    }

    /// What is put into a builder; its text is asked for.
    fn builder_piece(&mut self, arg: &Val, span: Span) -> Lowering<Piece> {
        if let Type::Array(element) = &arg.ty {
            if **element != Type::Int(IntKind::Char) {
                return Ok(Piece::Unknown(None));
            }
            self.not_null(arg, span)?;
            let length = self.length_term(&arg.term).term;
            let map = self.elements_map(element);
            let units = self.save_term(Term::select(map.term(), arg.term.clone()), span);
            return Ok(Piece::part(units, Term::int(0), length));
        }
        self.convert_to_string(arg, span)?;
        if self.is_builder(&arg.ty) {
            return Ok(Piece::Unknown(None));
        }
        Ok(self.piece(arg, span))
    }
}

//! What strings consist of: a length, and characters that never change.

use super::body::Body;
use super::value::{Lowering, Val};
use crate::types::{IntKind, Type};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Int, Sort, Term};

/// Characters of a string literal that are known one by one.
pub(super) const LITERAL: usize = 32;

/// A part of a text.
pub(super) enum Piece {
    /// Characters of a sequence, from a place on.
    Part { of: Term, from: Term, count: Term },
    /// Characters one by one.
    Units(Vec<Term>),
    /// One of two, by a condition.
    Either(Term, Box<Piece>, Box<Piece>),
    /// Not known but for the length, if that is known.
    Unknown(Option<Term>),
}

impl Piece {
    /// So many characters of a sequence, from a place on.
    pub(super) fn part(of: Term, from: Term, count: Term) -> Piece {
        Piece::Part { of, from, count }
    }

    /// The characters one by one, if they are known so.
    pub(super) fn units(&self) -> Option<&[Term]> {
        match self {
            Piece::Units(units) => Some(units),
            _ => None,
        }
    }

    fn text(text: &str) -> Piece {
        Piece::Units(text.encode_utf16().map(|unit| Term::int(i64::from(unit))).collect())
    }

    pub(super) fn length(&self) -> Option<Term> {
        match self {
            Piece::Part { count, .. } => Some(count.clone()),
            Piece::Units(units) => Some(Term::int(units.len() as i64)),
            Piece::Either(when, a, b) => Some(Term::ite(when.clone(), a.length()?, b.length()?)),
            Piece::Unknown(length) => length.clone(),
        }
    }

    pub(super) fn is_known(&self) -> bool {
        match self {
            Piece::Part { .. } | Piece::Units(_) => true,
            Piece::Either(_, a, b) => a.is_known() && b.is_known(),
            Piece::Unknown(_) => false,
        }
    }
}

impl<'a> Body<'_, 'a> {
    pub(super) fn string_length(&mut self, object: &Term) -> Val {
        let lengths = self.fixed("\\length", Sort::Int);
        Val {
            term: Term::select(lengths.term(), object.clone()),
            ty: Type::INT,
            low: Some(Int::ZERO),
            high: Some(Int::from(i32::MAX)),
            vague: false,
            mixed: false,
        }
    }

    /// The length of a string, which is never negative.
    pub(super) fn known_length(&mut self, string: &Val, span: Span) -> Term {
        let length = self.string_length(&string.term).term;
        let range = [
            Term::le(Term::int(0), length.clone()),
            Term::le(length.clone(), Term::int(i32::MAX)),
        ];
        self.assume(Term::and(range), span);
        length
    }

    /// The character of a string at a place.
    pub(super) fn string_unit(&mut self, object: &Term, at: Term) -> Term {
        Term::select(self.string_units(object), at)
    }

    /// Methods of strings that read nothing but their characters.
    pub(super) fn string_function(&mut self, object: &Val, name: &str, args: &[Val]) -> Option<Val> {
        let length = self.string_length(&object.term);
        let truth = |term| Some(Val::new(term, Type::Bool));
        match (name, args) {
            ("length", []) => Some(length),
            ("isEmpty", []) => truth(Term::eq(length.term, Term::int(0))),
            ("charAt", [at]) if !at.ty.is_reference() => {
                let unit = self.string_unit(&object.term, at.term.clone());
                Some(Val::new(unit, Type::Int(IntKind::Char)))
            }
            ("equals", [other]) if other.ty.is_reference() => {
                let same = self.same_text(&object.term, &other.term);
                let there = Term::ne(other.term.clone(), Term::null());
                let is_string = match self.is_string(&other.ty) {
                    true => Term::tt(),
                    false => self.has_type(&other.term, &object.ty),
                };
                truth(Term::and([there, is_string, same]))
            }
            ("startsWith", [other]) if self.is_string(&other.ty) => {
                truth(self.has_text_at(&object.term, Term::int(0), &other.term))
            }
            ("endsWith", [other]) if self.is_string(&other.ty) => {
                let theirs = self.string_length(&other.term).term;
                truth(self.has_text_at(&object.term, Term::sub(length.term, theirs), &other.term))
            }
            _ => None,
        }
    }

    /// The characters of a short literal.
    fn literal_units(&self, text: &Term) -> Option<Vec<u16>> {
        let ty = Type::Class(self.classes().known("String"));
        let literal = self.literal_text(&Val::new(text.clone(), ty))?;
        let plain = literal.len() <= LITERAL && !literal.contains('\\');
        plain.then(|| literal.encode_utf16().collect())
    }

    /// Two strings have the same characters.
    fn same_text(&mut self, a: &Term, b: &Term) -> Term {
        let (text, part) = match self.literal_units(a) {
            Some(_) => (b, a),
            None => (a, b),
        };
        let lengths = [text, part].map(|s| self.string_length(s).term);
        let same = Term::eq(lengths[0].clone(), lengths[1].clone());
        Term::and([same, self.has_text_at(text, Term::int(0), part)])
    }

    /// A string has the characters of another one at a place.
    fn has_text_at(&mut self, text: &Term, at: Term, part: &Term) -> Term {
        let [own, theirs] = [text, part].map(|s| self.string_length(s).term);
        let end = Term::add(at.clone(), theirs.clone());
        let inside = Term::and([Term::le(Term::int(0), at.clone()), Term::le(end, own)]);
        if let Some(units) = self.literal_units(part) {
            let each = units.into_iter().zip(0i64..).map(|(unit, i)| {
                let held = self.string_unit(text, Term::add(at.clone(), Term::int(i)));
                Term::eq(held, Term::int(i64::from(unit)))
            });
            let each: Vec<Term> = each.collect();
            return Term::and([inside].into_iter().chain(each));
        }
        let same = self.for_each_place(&Term::int(0), &theirs, |b, i| {
            let held = b.string_unit(text, Term::add(at.clone(), i.clone()));
            let wanted = b.string_unit(part, i);
            Term::eq(held, wanted)
        });
        Term::and([inside, same])
    }

    /// Something holds at all places of a range, the end left out.
    pub(super) fn for_each_place(
        &mut self,
        from: &Term,
        to: &Term,
        what: impl FnOnce(&mut Self, Term) -> Term,
    ) -> Term {
        let k = self.fresh("k", Sort::Int);
        let inside = Term::and([Term::le(from.clone(), k.term()), Term::lt(k.term(), to.clone())]);
        let body = what(self, k.term());
        Term::forall([k], Term::implies(inside, body))
    }

    /// A string made of pieces, one after the other.
    pub(super) fn string_of(&mut self, pieces: Vec<Piece>, span: Span) -> Val {
        let ty = Type::Class(self.classes().known("String"));
        let known = pieces.iter().all(Piece::is_known);
        let facts = |b: &mut Self, object: &Term| b.consists_of(object, pieces);
        if known {
            return self.value_object(&ty, span, facts);
        }
        let made = self.some_object(&ty, span);
        let facts = facts(self, &made.term);
        self.assume(Term::and(facts), span);
        made
    }

    /// A string consists of pieces. If it were longer than a string can be, there would not be the memory for it.
    pub(super) fn consists_of(&mut self, string: &Term, pieces: Vec<Piece>) -> Vec<Term> {
        let mut facts = Vec::new();
        let mut at = Some(Term::int(0));
        let length = self.string_length(string).term;
        let units = self.string_units(string);
        let mut bounds = vec![Term::int(0)];
        for piece in pieces {
            if let Some(at) = &at {
                facts.push(self.has_piece(&units, at, &piece));
            }
            at = at.and_then(|at| Some(Term::add(at, piece.length()?)));
            bounds.extend(at.clone());
        }
        match at {
            Some(end) => facts.push(Term::eq(length.clone(), end)),
            None => facts.push(Term::le(bounds.pop().unwrap_or_else(|| Term::int(0)), length.clone())),
        }
        facts.push(Term::le(Term::int(0), length.clone()));
        facts.push(Term::le(length, Term::int(i32::MAX)));
        facts
    }

    /// The characters of a string.
    fn string_units(&mut self, string: &Term) -> Term {
        let chars = self.fixed("\\chars", Sort::map(Sort::Int, Sort::Int));
        Term::select(chars.term(), string.clone())
    }

    /// A string consists of the characters of another one.
    pub(super) fn consists_of_string(&mut self, string: &Val, text: &Val, span: Span) -> Term {
        let whole = self.whole(text, span);
        let facts = self.consists_of(&string.term, vec![whole]);
        Term::and(facts)
    }

    /// A sequence of characters has a piece at a place.
    pub(super) fn has_piece(&mut self, units: &Term, at: &Term, piece: &Piece) -> Term {
        match piece {
            Piece::Part { of, from, count } => {
                let end = Term::add(at.clone(), count.clone());
                self.for_each_place(at, &end, |_, k| {
                    let held = Term::select(units.clone(), k.clone());
                    let place = Term::add(Term::sub(k, at.clone()), from.clone());
                    Term::eq(held, Term::select(of.clone(), place))
                })
            }
            Piece::Units(own) => {
                let each = own.iter().zip(0i64..).map(|(unit, i)| {
                    let held = Term::select(units.clone(), Term::add(at.clone(), Term::int(i)));
                    Term::eq(held, unit.clone())
                });
                Term::and(each.collect::<Vec<_>>())
            }
            Piece::Either(when, a, b) => {
                let (yes, no) = (self.has_piece(units, at, a), self.has_piece(units, at, b));
                let otherwise = Term::implies(Term::not(when.clone()), no);
                Term::and([Term::implies(when.clone(), yes), otherwise])
            }
            Piece::Unknown(_) => Term::tt(),
        }
    }

    /// All of a string.
    fn whole(&mut self, string: &Val, span: Span) -> Piece {
        let count = self.known_length(string, span);
        match self.literal_units(&string.term) {
            Some(units) => Piece::Units(units.iter().map(|unit| Term::int(i64::from(*unit))).collect()),
            None => {
                let units = self.string_units(&string.term);
                Piece::part(units, Term::int(0), count)
            }
        }
    }

    /// What a value looks like as text.
    pub(super) fn piece(&mut self, val: &Val, span: Span) -> Piece {
        match &val.ty {
            _ if val.vague || val.mixed => Piece::Unknown(None),
            Type::Null => Piece::text("null"),
            Type::Bool => Piece::Either(
                val.term.clone(),
                Box::new(Piece::text("true")),
                Box::new(Piece::text("false")),
            ),
            Type::Int(IntKind::Char) => Piece::Units(vec![val.term.clone()]),
            Type::Int(kind) if self.env.options.wrap => Piece::Unknown(Some(digits(&val.term, *kind))),
            ty if self.is_string(ty) => {
                let null = Term::eq(val.term.clone(), Term::null());
                match self.whole(val, span) {
                    // a literal
                    whole @ Piece::Units(_) => whole,
                    whole => Piece::Either(null, Box::new(Piece::text("null")), Box::new(whole)),
                }
            }
            _ => Piece::Unknown(None),
        }
    }

    /// `x + y`, one of them a string.
    pub(super) fn concatenated(&mut self, x: &Val, y: &Val, span: Span) -> Val {
        let pieces = vec![self.piece(x, span), self.piece(y, span)];
        self.string_of(pieces, span)
    }

    /// The text of a value.
    pub(super) fn text_of(&mut self, val: &Val, span: Span) -> Val {
        let piece = self.piece(val, span);
        self.string_of(vec![piece], span)
    }

    /// A part of a string, whose ends are in order.
    fn part(&mut self, string: &Val, from: Term, to: Term, span: Span) -> Val {
        let units = self.string_units(&string.term);
        let part = Piece::part(units, from.clone(), Term::sub(to, from));
        self.string_of(vec![part], span)
    }

    /// A method of a string that gives a string or a place in it, or is not as simple as those in [`Self::string_function`].
    pub(super) fn string_call(&mut self, object: &Val, name: &str, args: &[Val], span: Span) -> Lowering<Option<Val>> {
        let length = self.known_length(object, span);
        let plain = |v: &Val| v.ty.as_int().is_some() && !v.vague;
        Ok(Some(match (name, args) {
            ("substring", [from, rest @ ..]) if rest.len() < 2 => {
                let from = from.term.clone();
                let to = rest.first().map_or_else(|| length.clone(), |to| to.term.clone());
                let ends = [Term::int(0), from.clone(), to.clone(), length];
                let ordered = ends.windows(2).map(|w| Term::le(w[0].clone(), w[1].clone()));
                let holds = Term::and(ordered.collect::<Vec<_>>());
                self.demand(holds, CheckKind::Bounds, "StringIndexOutOfBoundsException", span)?;
                self.part(object, from, to, span)
            }
            ("concat", [other]) if self.is_string(&other.ty) => {
                let pieces = vec![self.whole(object, span), self.whole(other, span)];
                self.string_of(pieces, span)
            }
            ("toString", []) => object.clone(),
            ("intern", []) => {
                let whole = self.whole(object, span);
                self.string_of(vec![whole], span)
            }
            ("toCharArray", []) => self.characters(object, length, span),
            ("repeat", [times]) if plain(times) => {
                let holds = Term::le(Term::int(0), times.term.clone());
                self.demand(holds, CheckKind::Uncaught, "IllegalArgumentException", span)?;
                let whole = Term::mul(length, times.term.clone());
                self.string_of(vec![Piece::Unknown(Some(whole))], span)
            }
            ("indexOf", [unit]) if unit.ty == Type::Int(IntKind::Char) => {
                self.first_place(object, unit, Term::int(0), length, span)
            }
            ("indexOf", [unit, from]) if unit.ty == Type::Int(IntKind::Char) && plain(from) => {
                let zero = Term::int(0);
                let from = Term::ite(Term::le(zero.clone(), from.term.clone()), from.term.clone(), zero);
                self.first_place(object, unit, from, length, span)
            }
            ("indexOf" | "lastIndexOf", _) => {
                let at = self.arbitrary(&Type::INT, span);
                let shortest = match args {
                    [text, ..] if self.is_string(&text.ty) => self.known_length(text, span),
                    _ => Term::int(1),
                };
                // the empty text is found at the end
                let last = Term::le(Term::add(at.term.clone(), shortest), length);
                let found = Term::and([Term::le(Term::int(0), at.term.clone()), last]);
                let none = Term::eq(at.term.clone(), Term::int(-1));
                self.assume(Term::or([none, found]), span);
                at
            }
            ("compareTo", [other]) if self.is_string(&other.ty) => {
                let order = self.arbitrary(&Type::INT, span);
                let same = self.same_text(&object.term, &other.term);
                let equal = Term::eq(order.term.clone(), Term::int(0));
                self.assume(Term::eq(equal, same), span);
                order
            }
            ("equalsIgnoreCase", [other]) if self.is_string(&other.ty) => {
                let equal = self.arbitrary(&Type::Bool, span);
                let there = Term::ne(other.term.clone(), Term::null());
                let theirs = self.string_length(&other.term).term;
                let same = self.same_text(&object.term, &other.term);
                let like = Term::and([there.clone(), Term::eq(length, theirs)]);
                let surely = Term::implies(Term::and([there, same]), equal.term.clone());
                self.assume(Term::and([Term::implies(equal.term.clone(), like), surely]), span);
                equal
            }
            ("contains", [other]) if self.is_string(&other.ty) => {
                let found = self.arbitrary(&Type::Bool, span);
                let theirs = self.known_length(other, span);
                let fits = Term::le(theirs.clone(), length);
                let empty = Term::eq(theirs, Term::int(0));
                let bounds = [
                    Term::implies(found.term.clone(), fits),
                    Term::implies(empty, found.term.clone()),
                ];
                self.assume(Term::and(bounds), span);
                found
            }
            ("replace", [old, new]) if [old, new].iter().all(|v| v.ty == Type::Int(IntKind::Char)) => {
                self.replaced(object, old, new, length, span)
            }
            ("trim" | "strip" | "stripLeading" | "stripTrailing", []) => {
                let shorter = self.new_string(span);
                let own = self.known_length(&shorter, span);
                self.assume(Term::le(own, length), span);
                shorter
            }
            ("toLowerCase" | "toUpperCase", []) => self.new_string(span),
            ("replace", [old, new]) if self.is_string(&old.ty) && self.is_string(&new.ty) => self.new_string(span),
            ("isBlank", []) => self.arbitrary(&Type::Bool, span),
            ("hashCode", []) => self.arbitrary(&Type::INT, span),
            ("compareToIgnoreCase", [other]) if self.is_string(&other.ty) => self.arbitrary(&Type::INT, span),
            _ => return Ok(None),
        }))
    }

    /// A new array of the characters of a string.
    fn characters(&mut self, string: &Val, length: Term, span: Span) -> Val {
        let ty = Type::Array(Box::new(Type::Int(IntKind::Char)));
        let array = self.allocate(&ty, Some(length.clone()), span);
        let map = self.elements_map(&Type::Int(IntKind::Char));
        let contents = self.string_units(&string.term);
        self.store(&map, &array.term, contents, true, span);
        array
    }

    /// The string with one character in the place of another.
    fn replaced(&mut self, string: &Val, old: &Val, new: &Val, length: Term, span: Span) -> Val {
        self.value_object(&string.ty.clone(), span, |b, object| {
            let own = b.string_length(object).term;
            let each = b.for_each_place(&Term::int(0), &length, |b, k| {
                let before = b.string_unit(&string.term, k.clone());
                let is_old = Term::eq(before.clone(), old.term.clone());
                let after = b.string_unit(object, k);
                Term::eq(after, Term::ite(is_old, new.term.clone(), before))
            });
            vec![Term::eq(own, length.clone()), each]
        })
    }

    /// The first place of a character, or -1.
    fn first_place(&mut self, string: &Val, unit: &Val, from: Term, length: Term, span: Span) -> Val {
        let at = self.arbitrary(&Type::INT, span);
        let is_unit = |b: &mut Self, k: Term| {
            let held = b.string_unit(&string.term, k);
            Term::eq(held, unit.term.clone())
        };
        let absent = |b: &mut Self, to: &Term| b.for_each_place(&from, to, |b, k| Term::not(is_unit(b, k)));
        let nowhere = absent(self, &length);
        let none = Term::and([Term::eq(at.term.clone(), Term::int(-1)), nowhere]);
        let first = absent(self, &at.term);
        let found = Term::and([
            Term::le(from.clone(), at.term.clone()),
            Term::lt(at.term.clone(), length),
            is_unit(self, at.term.clone()),
            first,
        ]);
        self.assume(Term::or([none, found]), span);
        at
    }
}

/// How many characters a number has in decimal notation.
fn digits(number: &Term, kind: IntKind) -> Term {
    let most: u32 = if kind == IntKind::Long { 19 } else { 10 };
    let power = |n: u32| Term::int(Int::from(10i64.pow(n.min(18))) * Int::from(if n > 18 { 10 } else { 1 }));
    let count = |number: Term| {
        (1..most).rev().fold(Term::int(i64::from(most)), |longer, n| {
            Term::ite(Term::lt(number.clone(), power(n)), Term::int(i64::from(n)), longer)
        })
    };
    let negative = Term::add(Term::int(1), count(Term::neg(number.clone())));
    Term::ite(Term::le(Term::int(0), number.clone()), count(number.clone()), negative)
}

//! Library functions that write text: what they print is not modelled, but the strings they are given must be alive and
//! terminated.

use super::body::Body;
use super::formats::{Amount, Directive, Piece, pieces};
use super::input::{Length, Source};
use super::library::OPEN_STREAMS;
use super::survey;
use super::value::{Lowering, Val, unsupported, wrong};
use crate::syntax::ast::{Expr, ExprKind as E, IntType};
use crate::types::{DataModel, Type};
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{AssumptionKind, CheckKind, Stmt, StmtKind};
use abide_logic::number::Number;
use abide_logic::{Int, Sort, Term};

/// What one conversion of a format does with its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conversion {
    /// Prints a value, or is told a width or a precision by it.
    Value(Wanted),
    /// Prints a string up to its end.
    String,
    /// Prints at most so many characters of a string.
    Beginning(Amount),
    /// Prints a string of wide characters.
    Wide,
    /// Writes a number through a pointer.
    Count,
}

/// What the value of a conversion has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Integer(IntType),
    /// So many bytes.
    Floating(u64),
    Pointer,
    /// It is not known.
    Other,
}

impl<'a> Body<'_, 'a> {
    /// `printf`, `puts` and their like; nothing if it is none of them.
    pub(super) fn output(&mut self, name: &str, args: &'a [Expr], span: Span) -> Lowering<Option<Val>> {
        let format = match (name, args) {
            ("puts" | "perror", [_]) | ("fputs", [_, _]) => {
                let values = self.output_arguments(args)?;
                if name == "fputs" {
                    self.stream(&args[1], &values[1], span);
                }
                if !(name == "perror" && values[0].is_null_constant()) {
                    self.text(&args[0], &values[0], span)?;
                }
                return self.printed(span).map(Some);
            }
            ("fputc" | "putc", [_, to]) => {
                let values = self.output_arguments(args)?;
                self.stream(to, &values[1], span);
                return self.printed(span).map(Some);
            }
            ("printf", [_, ..]) => 0,
            ("fprintf" | "dprintf" | "sprintf", [_, _, ..]) => 1,
            ("snprintf", [_, _, _, ..]) => 2,
            ("vprintf", [_, _]) => 0,
            ("vfprintf" | "vdprintf" | "vsprintf", [_, _, _]) => 1,
            ("vsnprintf", [_, _, _, _]) => 2,
            _ => return Ok(None),
        };
        let (listed, called) = (name.starts_with('v'), name);
        let name = name.trim_start_matches('v');
        let mut values = self.output_arguments(args)?;
        if name == "fprintf" {
            self.stream(&args[0], &values[0], span);
        }
        if name == "snprintf" {
            let size = Type::Int(self.env.types.model.size_type());
            values[1] = self.convert(values[1].clone(), &size, span)?;
        }
        let to_memory = ["sprintf", "snprintf"].contains(&name);
        let room = values
            .get(1)
            .and_then(Val::int)
            .map(|n| n.term)
            .filter(|_| name == "snprintf");
        let (given, rest) = (&args[format + 1..], &values[format + 1..]);
        let any_length = Length {
            least: Term::int(0),
            most: None,
        };
        let text = match &*args[format].kind {
            E::Str(text) if !listed => text,
            _ => {
                // it may hold any conversion
                self.text(&args[format], &values[format], span)?;
                match listed {
                    true => self.arguments_fit(called, span),
                    false => self.writes_through(rest, span),
                }
                if to_memory {
                    let printed = rest.iter().filter(|_| !listed);
                    let sources: Vec<Source> = printed.map(Source::of_any_length).collect();
                    self.printed_to(&values[0], room, any_length, &sources, span)?;
                }
                return self.printed(span).map(Some);
            }
        };
        let mut lengths: Vec<Option<Term>> = vec![None; rest.len()];
        let mut numbers: Vec<Option<Number>> = vec![None; rest.len()];
        let mut sources = Vec::new();
        if has_numbered(text) {
            return Err(unsupported(span, "a format with numbers of arguments"));
        }
        let conversions = conversions(text, &self.env.types.model);
        if conversions.len() > rest.len() {
            return Err(wrong(span, "there are fewer values than the format asks for"));
        }
        for (number, (conversion, e)) in conversions.into_iter().zip(given).enumerate() {
            let val = &rest[number];
            match conversion {
                Conversion::Value(wanted) => {
                    self.printed_value(wanted, val, span);
                    numbers[number] = val.int();
                }
                Conversion::String => lengths[number] = self.text_length(e, val, span)?,
                Conversion::Beginning(precision) => {
                    let most = match precision {
                        Amount::Is(n) => Some(Term::int(n)),
                        Amount::Argument => rest[number - 1].int().map(|n| n.term),
                    };
                    self.beginning(e, val, most, span)?;
                }
                Conversion::Wide => return Err(unsupported(e.span, "wide strings")),
                Conversion::Count => self.writes_through(std::slice::from_ref(val), span),
            }
            if matches!(conversion, Conversion::String | Conversion::Beginning(_)) && !matches!(&*e.kind, E::Str(_)) {
                sources.push(Source {
                    text: val.clone(),
                    length: lengths[number].clone(),
                });
            }
        }
        if to_memory {
            let length = self.printed_length(text, &lengths, &numbers, span);
            let length = self.printed_to(&values[0], room, length, &sources, span)?;
            return self.counted(length, span).map(Some);
        }
        self.printed(span).map(Some)
    }

    /// What `sprintf` and `snprintf` return: how many characters the text has, if that is an `int`.
    fn counted(&mut self, length: Term, span: Span) -> Lowering<Val> {
        let result = self.printed(span)?;
        let greatest = self.env.types.model.range(IntType::Int).high;
        let fits = Term::le(length.clone(), Term::int(greatest));
        let same = Term::eq(result.parts[0].clone(), length);
        self.assume(Term::implies(fits, same), span);
        Ok(result)
    }

    /// A value that is printed is what the format says; else what happens is not known.
    fn printed_value(&mut self, wanted: Wanted, val: &Val, span: Span) {
        let types = &self.env.types;
        let bytes = types.size_of(&val.ty.decayed());
        let int = types.size_of(&Type::INT);
        let fits = match (wanted, &val.ty) {
            (Wanted::Other, _) => false,
            (Wanted::Integer(kind), Type::Int(_) | Type::Bits(..)) => {
                bytes.max(int) == types.size_of(&Type::Int(kind)).max(int)
            }
            (Wanted::Floating(wanted), Type::Float(_)) => bytes.is_some_and(|n| n.max(8) == wanted),
            (Wanted::Pointer, Type::Pointer(_)) => true,
            _ => false,
        };
        if !fits {
            let harmless = self.unknown_choice("harmless", span.beginning());
            self.check(harmless, CheckKind::Cast, span, None);
        }
    }

    pub(super) fn output_arguments(&mut self, args: &'a [Expr]) -> Lowering<Vec<Val>> {
        let refs: Vec<&'a Expr> = args.iter().collect();
        self.sequenced(&refs)?;
        let mut values = Vec::new();
        for (number, arg) in args.iter().enumerate() {
            let val = self.value(arg)?;
            let later = args[number + 1..].iter().any(survey::has_effect);
            values.push(match later {
                true => self.save(val, arg.span),
                false => self.settled(val, arg.span),
            });
        }
        Ok(values)
    }

    /// How much was printed is not known.
    fn printed(&mut self, span: Span) -> Lowering<Val> {
        self.guesses.insert(span);
        Ok(self.arbitrary(&Type::INT, span))
    }

    /// A stream that is written to is there; those that every program has are.
    pub(super) fn stream(&mut self, e: &'a Expr, val: &Val, span: Span) {
        let own = matches!(&*e.kind, E::Name(n) if self.env.is_standard_stream(&n.text));
        if !own {
            self.rely_on(AssumptionKind::Library, span, OPEN_STREAMS);
        }
        if let (false, Some((block, _))) = (own, val.address()) {
            self.check(Term::ne(block, Term::null()), CheckKind::Null, span, None);
        }
    }

    /// A string of which at most so many characters are read; all if their number is not known or negative.
    fn beginning(&mut self, e: &'a Expr, val: &Val, most: Option<Term>, span: Span) -> Lowering<()> {
        let Some(most) = most else {
            return self.text(e, val, span);
        };
        let Some((block, offset)) = val.address().filter(|_| self.is_text(val)) else {
            return self.text(e, val, span);
        };
        let whole = Term::lt(most.clone(), Term::int(0));
        let ((), all) = self.block(|b| b.text(e, val, span))?;
        let ((), some) = self.block(|b| b.characters(&block, &offset, &most, span))?;
        let some = Stmt {
            kind: StmtKind::If(Some(Term::lt(Term::int(0), most)), some, Vec::new()),
            span,
        };
        self.emit(StmtKind::If(Some(whole), all, vec![some]), span);
        Ok(())
    }

    /// Characters that are read up to a zero, but no more than a positive number of them.
    fn characters(&mut self, block: &Term, offset: &Term, most: &Term, span: Span) -> Lowering<()> {
        let root = self.env.cell_type(&Type::Int(IntType::Char));
        self.may_access(&root, block, offset, false, span);
        let leaf = self.leaves(&root).remove(0);
        let map = self.cells(&root, &leaf);
        let is_zero = |k: Term| Term::eq(Term::select(Term::select(map.term(), block.clone()), k), Term::int(0));
        let end = Term::add(offset.clone(), most.clone());
        let k = self.fresh("k", Sort::Int);
        let room = Term::select(self.highs().term(), block.clone());
        let ends = Term::and([
            Term::le(offset.clone(), k.term()),
            Term::lt(k.term(), room.clone()),
            is_zero(k.term()),
        ]);
        let fits = Term::le(end.clone(), room);
        self.check(Term::or([fits, Term::exists([k], ends)]), CheckKind::Bounds, span, None);
        // the last one that is read
        let last = self.temp("last", Sort::Int);
        self.emit(StmtKind::Havoc(vec![last.clone()]), span);
        let k = self.fresh("k", Sort::Int);
        let before = Term::and([Term::le(offset.clone(), k.term()), Term::lt(k.term(), last.term())]);
        let read = Term::and([
            Term::le(offset.clone(), last.term()),
            Term::lt(last.term(), end.clone()),
            Term::forall([k.clone()], Term::implies(before, Term::not(is_zero(k.term())))),
        ]);
        self.assume(read, span);
        self.range_must_have_values(&map, block, offset, &last.term(), span);
        Ok(())
    }

    /// Does a pointer lead to characters, whatever it is taken for?
    pub(super) fn is_text(&self, val: &Val) -> bool {
        let root = self.env.cell_type(&Type::Int(IntType::Char));
        let to = val.real.as_ref().or(val.ty.target());
        to.is_some_and(|to| self.env.cell_type(to) == root)
    }

    /// A string that is read to its end.
    pub(super) fn text(&mut self, e: &'a Expr, val: &Val, span: Span) -> Lowering<()> {
        self.text_length(e, val, span).map(drop)
    }

    /// The same, and how long it is.
    fn text_length(&mut self, e: &'a Expr, val: &Val, span: Span) -> Lowering<Option<Term>> {
        if let E::Str(text) = &*e.kind {
            let length = text.iter().take_while(|byte| **byte != 0).count();
            return Ok(Some(Term::int(length as i64)));
        }
        match &val.ty {
            Type::Pointer(_) => Ok(self.terminated(val, span)?.int().map(|n| n.term)),
            _ => Err(wrong(e.span, "a string is needed")),
        }
    }

    /// There is a zero behind a pointer, in memory that is alive: how far away it is.
    pub(super) fn terminated(&mut self, val: &Val, span: Span) -> Lowering<Val> {
        let Some((block, offset)) = val.address() else {
            return Err(wrong(span, "a pointer is needed"));
        };
        if val.ty.target() == Some(&Type::Void) && val.real.is_none() {
            let characters = Type::Int(IntType::Char).pointer();
            let text = self.convert(val.clone(), &characters, span)?;
            return self.terminated(&text, span);
        }
        if !self.is_text(val) {
            return Err(unsupported(
                span,
                "memory that is not known to be characters, as a string",
            ));
        }
        self.length(block, offset, span)
    }

    /// How many characters a format prints, given the lengths of its strings and its numbers, by the numbers of their
    /// arguments.
    fn printed_length(
        &mut self,
        format: &[u8],
        strings: &[Option<Term>],
        numbers: &[Option<Number>],
        span: Span,
    ) -> Length {
        let (mut least, mut most) = (Vec::new(), Some(Vec::new()));
        let mut argument = 0;
        for piece in pieces(format, false) {
            let (low, high) = match piece {
                Piece::Text(n) => (Term::int(i64::from(n)), Some(Term::int(i64::from(n)))),
                Piece::Directive(d) => {
                    let amounts = [d.width, d.precision];
                    argument += amounts.iter().filter(|a| **a == Some(Amount::Argument)).count();
                    let string = strings.get(argument).cloned().flatten();
                    let number = numbers.get(argument).cloned().flatten();
                    argument += usize::from(!takes_none(d.letter));
                    let plain = string.filter(|_| d.width.is_none() && d.precision.is_none());
                    match plain.or_else(|| self.number_length(&d, number?, span)) {
                        Some(length) => (length.clone(), Some(length)),
                        None => {
                            let (low, high) = d.printed();
                            (Term::int(i64::from(low)), high.map(|n| Term::int(i64::from(n))))
                        }
                    }
                }
            };
            least.push(low);
            most = most.zip(high).map(|(mut all, high)| {
                all.push(high);
                all
            });
        }
        let sum = |parts: Vec<Term>| parts.into_iter().fold(Term::int(0), Term::add);
        Length {
            least: sum(least),
            most: most.map(sum),
        }
    }

    /// How many characters a number has when it is printed: its digits, and a sign.
    fn number_length(&mut self, d: &Directive, number: Number, span: Span) -> Option<Term> {
        let (base, kind) = d.digits(&self.env.types.model)?;
        let number = number.wrap(&self.env.types.model.range(kind));
        let (low, high) = (number.low.clone()?, number.high.clone()?);
        let largest = high.max(-low.clone());
        let is_negative = Term::lt(number.term.clone(), Term::int(0));
        let size = match low < Int::ZERO {
            true => Term::ite(is_negative.clone(), Term::neg(number.term.clone()), number.term.clone()),
            false => number.term.clone(),
        };
        let one_if = |condition: Term| Term::ite(condition, Term::int(1), Term::int(0));
        let (mut length, mut most) = (Term::int(1), 1i64);
        if low < Int::ZERO {
            (length, most) = (Term::add(length, one_if(is_negative)), most + 1);
        }
        let mut power = Int::from(base);
        while power <= largest {
            length = Term::add(length, one_if(Term::le(Term::int(power.clone()), size.clone())));
            (power, most) = (power * Int::from(base), most + 1);
        }
        let digits = self.temp("digits", Sort::Int);
        self.assign(&digits, length, span);
        let bounds = [
            Term::le(Term::int(1), digits.term()),
            Term::le(digits.term(), Term::int(most)),
        ];
        self.assume(Term::and(bounds), span);
        Some(match d.width {
            Some(Amount::Is(n)) => {
                let wider = Term::lt(digits.term(), Term::int(i64::from(n)));
                Term::ite(wider, Term::int(i64::from(n)), digits.term())
            }
            _ => digits.term(),
        })
    }
}

/// Does a directive with this letter take no argument?
fn takes_none(letter: u8) -> bool {
    matches!(letter, 0 | b'%' | b'm')
}

/// Are arguments taken by their numbers, as by `%2$d`?
fn has_numbered(format: &[u8]) -> bool {
    let mut pieces = pieces(format, false).into_iter();
    pieces.any(|p| matches!(p, Piece::Directive(d) if d.letter == b'$'))
}

/// What a directive prints that is no string.
fn wanted(d: &Directive, model: &DataModel) -> Wanted {
    match (d.letter, &*d.size) {
        (b'c', "") => Wanted::Integer(IntType::Int),
        (b'p', "") => Wanted::Pointer,
        (_, "L") if d.is_floating() => Wanted::Floating(16),
        (_, "" | "l") if d.is_floating() => Wanted::Floating(8),
        _ => d.integer(model).map_or(Wanted::Other, Wanted::Integer),
    }
}

/// The conversions of a format, those for widths and precisions included.
fn conversions(format: &[u8], model: &DataModel) -> Vec<Conversion> {
    let mut found = Vec::new();
    for piece in pieces(format, false) {
        let Piece::Directive(d) = piece else { continue };
        let amounts = [d.width, d.precision].into_iter();
        found.extend(
            amounts
                .filter(|a| *a == Some(Amount::Argument))
                .map(|_| Conversion::Value(Wanted::Integer(IntType::Int))),
        );
        found.extend(match (d.letter, d.precision) {
            (letter, _) if takes_none(letter) => None,
            (b's', _) if d.size.contains('l') => Some(Conversion::Wide),
            (b'S', _) => Some(Conversion::Wide),
            (b's', Some(precision)) => Some(Conversion::Beginning(precision)),
            (b's', None) => Some(Conversion::String),
            (b'n', _) => Some(Conversion::Count),
            _ => Some(Conversion::Value(wanted(&d, model))),
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Amount, Conversion::*, IntType, Wanted};

    const INT: super::Conversion = Value(Wanted::Integer(IntType::Int));

    fn conversions(format: &[u8]) -> Vec<super::Conversion> {
        super::conversions(format, &crate::types::DataModel::default())
    }

    #[test]
    fn formats_tell_what_their_arguments_are() {
        assert_eq!(conversions(b"%d %%\n"), [INT]);
        assert_eq!(
            conversions(b"%s%-5s%.3s%.*s"),
            [
                String,
                String,
                Beginning(Amount::Is(3)),
                INT,
                Beginning(Amount::Argument)
            ]
        );
        assert_eq!(conversions(b"%*d%n%ls"), [INT, INT, Count, Wide]);
        assert_eq!(
            conversions(b"%10.s%*.12s"),
            [Beginning(Amount::Is(0)), INT, Beginning(Amount::Is(12))]
        );
        assert_eq!(
            conversions(b"%5.2lf%Lg%p%lu"),
            [
                Value(Wanted::Floating(8)),
                Value(Wanted::Floating(16)),
                Value(Wanted::Pointer),
                Value(Wanted::Integer(IntType::Long))
            ]
        );
        assert!(conversions(b"100%").is_empty());
    }
}

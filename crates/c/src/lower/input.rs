//! `scanf` and its like: what the input is, nobody knows; it is written where the arguments point to, as far as it goes.

use super::body::Body;
use super::formats::{Amount, Directive, Piece, pieces};
use super::value::{Lowering, Val, wrong};
use crate::syntax::ast::{Expr, ExprKind as E, IntType};
use crate::types::Type;
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::{Sort, Term};

impl<'a> Body<'_, 'a> {
    /// `scanf`, `fscanf` and `sscanf`; nothing if it is none of them.
    pub(super) fn input(&mut self, name: &str, args: &'a [Expr], span: Span) -> Lowering<Option<Val>> {
        let format = match (name, args) {
            ("scanf", [_, ..]) => 0,
            ("fscanf" | "sscanf", [_, _, ..]) => 1,
            _ => return Ok(None),
        };
        // where the result is not asked for, whoever gives the input has to know what is asked for
        let is_obliged = name == "scanf" && self.unasked == Some(span) && self.env.options.obliging_input;
        let values = self.output_arguments(args)?;
        match name {
            "fscanf" => self.stream(&args[0], &values[0], span),
            "sscanf" => self.text(&args[0], &values[0], span)?,
            _ => {}
        }
        let to = &values[format + 1..];
        let E::Str(text) = &*args[format].kind else {
            self.guesses.insert(span);
            // it may hold any conversion
            self.text(&args[format], &values[format], span)?;
            self.writes_unknown(to, span);
            return Ok(Some(self.arbitrary(&Type::INT, span)));
        };
        let kept = pieces(text, true).into_iter().filter_map(|piece| match piece {
            Piece::Directive(d) if !d.skips => Some(d),
            _ => None,
        });
        let kept: Vec<Directive> = kept.collect();
        let is_number = |d: &Directive| d.width.is_none() && d.integer(&self.env.types.model).is_some();
        if !is_obliged || !kept.iter().all(is_number) {
            self.guesses.insert(span);
        }
        if kept.len() > to.len() {
            return Err(wrong(span, "there are fewer pointers than the format asks for"));
        }
        let count = kept.iter().filter(|d| d.letter != b'n').count();
        let read = self.arbitrary(&Type::INT, span);
        let number = read.parts[0].clone();
        let sensible = [
            Term::le(Term::int(-1), number.clone()),
            Term::le(number.clone(), Term::int(count as i64)),
        ];
        self.assume(Term::and(sensible), span);
        if is_obliged {
            self.rely_on(
                AssumptionKind::Library,
                span,
                "what `scanf` asks for is there to be read",
            );
            self.assume(Term::eq(number.clone(), Term::int(count as i64)), span);
        }
        let mut before = 0;
        for (directive, val) in kept.iter().zip(to) {
            if directive.letter == b'n' {
                self.writes_unknown(std::slice::from_ref(val), span);
                continue;
            }
            let ((), written) = self.block(|b| b.conversion(directive, val, span))?;
            let comes_to_it = Term::lt(Term::int(before), number.clone());
            self.emit(StmtKind::If(Some(comes_to_it), written, Vec::new()), span);
            before += 1;
        }
        Ok(Some(read))
    }

    /// What one conversion writes.
    fn conversion(&mut self, directive: &Directive, val: &Val, span: Span) -> Lowering<()> {
        let width = match directive.width {
            Some(Amount::Is(n)) => Some(n),
            _ => None,
        };
        let target = val.ty.target().cloned().unwrap_or(Type::Void);
        let characters = directive.size.is_empty() && self.is_text(val);
        match directive.letter {
            b's' | b'[' if characters => self.string_read(val, width, span),
            b'c' if characters => {
                let count = Term::int(i64::from(width.unwrap_or(1)));
                self.filled_with(val, &count, span)
            }
            _ if self.is_wanted(directive, &target) => {
                let place = self.pointed(val.clone(), span)?;
                let any = self.arbitrary(&place.ty.clone(), span);
                self.write(&place, any.parts, span)
            }
            _ => {
                self.writes_unknown(std::slice::from_ref(val), span);
                Ok(())
            }
        }
    }

    /// Is a number of this type what the conversion reads?
    fn is_wanted(&self, directive: &Directive, target: &Type) -> bool {
        if directive.is_floating() {
            let bytes = match &*directive.size {
                "" => 4,
                "l" => 8,
                _ => 16,
            };
            return matches!(target, Type::Float(_)) && self.env.types.size_of(target) == Some(bytes);
        }
        let Some(wanted) = directive.integer(&self.env.types.model) else {
            return false;
        };
        let types = &self.env.types;
        let is_number = matches!(target, Type::Int(kind) if *kind != IntType::Bool);
        is_number && types.size_of(target) == types.size_of(&Type::Int(wanted))
    }

    /// A string of at most `width` characters, with its end; of any length without a width.
    fn string_read(&mut self, val: &Val, width: Option<u32>, span: Span) -> Lowering<()> {
        let length = self.temp("length", Sort::Int);
        self.emit(StmtKind::Havoc(vec![length.clone()]), span);
        let least = Term::le(Term::int(1), length.term());
        let most = width.map(|n| Term::le(length.term(), Term::int(i64::from(n))));
        self.assume(Term::and([least].into_iter().chain(most)), span);
        self.string_written(val, &length.term(), span)
    }

    /// So many characters and a zero behind them are written, if there is room.
    pub(super) fn string_written(&mut self, val: &Val, length: &Term, span: Span) -> Lowering<()> {
        self.filled_with(val, &Term::add(length.clone(), Term::int(1)), span)?;
        let Some((block, offset)) = val.address() else {
            return Ok(());
        };
        let root = self.env.cell_type(&Type::Int(IntType::Char));
        let leaf = self.leaves(&root).remove(0);
        let map = self.cells(&root, &leaf);
        let end = Term::select(Term::select(map.term(), block), Term::add(offset, length.clone()));
        self.assume(Term::eq(end, Term::int(0)), span);
        Ok(())
    }

    /// So many characters are written, if there is room.
    pub(super) fn filled_with(&mut self, val: &Val, count: &Term, span: Span) -> Lowering<()> {
        let root = self.env.cell_type(&Type::Int(IntType::Char));
        self.accessible(val, count, true, span);
        self.fill_range(val, &root, count, None, None, span)
    }

    /// What is written is not known, nor whether there is room for it.
    fn writes_unknown(&mut self, values: &[Val], span: Span) {
        let fits = self.unknown_choice("fits", span.beginning());
        self.check(fits, CheckKind::Bounds, span, None);
        self.writes_through(values, span);
    }

    /// `sprintf` and `snprintf`: a text of a length that is known in part is written, with a zero behind it, but no more
    /// than `room` characters. Gives its length.
    pub(super) fn printed_to(
        &mut self,
        to: &Val,
        room: Option<Term>,
        length: Length,
        sources: &[Source],
        span: Span,
    ) -> Lowering<Term> {
        let printed = self.temp("printed", Sort::Int);
        match &length.most {
            Some(most) if *most == length.least => self.assign(&printed, most.clone(), span),
            most => {
                let most = most.clone().map(|most| Term::le(printed.term(), most));
                self.guesses.insert(span);
                self.emit(StmtKind::Havoc(vec![printed.clone()]), span);
                let least = Term::le(length.least.clone(), printed.term());
                self.assume(Term::and([least].into_iter().chain(most)), span);
            }
        }
        let Some(room) = room else {
            self.apart_from(to, &printed.term(), sources, span);
            self.string_written(to, &printed.term(), span)?;
            return Ok(printed.term());
        };
        let last = Term::sub(room.clone(), Term::int(1));
        let fits = Term::le(printed.term(), last.clone());
        let written = Term::ite(fits, printed.term(), last);
        let ((), some) = self.block(|b| {
            b.apart_from(to, &written, sources, span);
            b.string_written(to, &written, span)
        })?;
        self.emit(StmtKind::If(Some(Term::lt(Term::int(0), room)), some, Vec::new()), span);
        Ok(printed.term())
    }

    /// So many characters and a zero are written apart from what is printed.
    fn apart_from(&mut self, to: &Val, length: &Term, sources: &[Source], span: Span) {
        let Some((block, offset)) = to.address() else { return };
        for Source { text, length: read } in sources {
            let Some((from, start)) = text.address() else { continue };
            let below = Term::lt(Term::add(offset.clone(), length.clone()), start.clone());
            let above = match read {
                Some(read) => Term::lt(Term::add(start, read.clone()), offset.clone()),
                None => self.unknown_choice("apart", span.beginning()),
            };
            let apart = Term::or([Term::ne(block.clone(), from), below, above]);
            self.check(apart, CheckKind::Bounds, span, None);
        }
    }
}

/// A string that is printed, and its length, if that is known.
pub(super) struct Source {
    pub text: Val,
    pub length: Option<Term>,
}

impl Source {
    /// A value that is perhaps printed, as far as it goes.
    pub fn of_any_length(text: &Val) -> Source {
        Source {
            text: text.clone(),
            length: None,
        }
    }
}

/// How many characters are printed.
pub(super) struct Length {
    pub least: Term,
    /// The greatest number, if it is known.
    pub most: Option<Term>,
}

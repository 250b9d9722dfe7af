//! The library's functions that write text: what they print has no meaning here, but the strings they
//! are given must be alive and have an end.

use super::{Body, Lowering, Val, wrong};
use crate::syntax::ast::{Expr, ExprKind as E, IntType};
use crate::types::Type;
use abide_base::Span;

/// What one conversion of a format does with its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conversion {
    /// Prints a value.
    Value,
    /// Prints a string up to its end.
    String,
    /// Writes a number through a pointer.
    Count,
}

impl<'a> Body<'_, 'a> {
    /// `printf`, `puts` and their like; nothing if it is none of them.
    pub(super) fn output(&mut self, name: &str, args: &'a [Expr], span: Span) -> Lowering<Option<Val>> {
        let format = match (name, args) {
            ("puts" | "perror", [_]) | ("fputs", [_, _]) => {
                let values = self.output_arguments(args)?;
                if !(name == "perror" && values[0].is_null_constant()) {
                    self.text(&args[0], &values[0], span)?;
                }
                return self.printed(span).map(Some);
            }
            ("printf", [_, ..]) => 0,
            ("fprintf" | "dprintf", [_, _, ..]) => 1,
            _ => return Ok(None),
        };
        let values = self.output_arguments(args)?;
        let (given, rest) = (&args[format + 1..], &values[format + 1..]);
        let E::Str(text) = &*args[format].kind else {
            // it may hold any conversion
            self.text(&args[format], &values[format], span)?;
            self.writes_through(rest, span);
            return self.printed(span).map(Some);
        };
        let conversions = conversions(text);
        if conversions.len() > rest.len() {
            return Err(wrong(span, "there are fewer values than the format asks for"));
        }
        for (conversion, (e, val)) in conversions.into_iter().zip(given.iter().zip(rest)) {
            match conversion {
                Conversion::Value => {}
                Conversion::String => self.text(e, val, span)?,
                Conversion::Count => self.writes_through(std::slice::from_ref(val), span),
            }
        }
        self.printed(span).map(Some)
    }

    fn output_arguments(&mut self, args: &'a [Expr]) -> Lowering<Vec<Val>> {
        let refs: Vec<&'a Expr> = args.iter().collect();
        self.sequenced(&refs)?;
        let mut values = Vec::new();
        for arg in args {
            let val = self.value(arg)?;
            values.push(self.save(val, arg.span));
        }
        Ok(values)
    }

    /// How much was printed is not known.
    fn printed(&mut self, span: Span) -> Lowering<Val> {
        self.guesses.insert(span);
        Ok(self.arbitrary(&Type::INT, span))
    }

    /// A string that is read to its end.
    fn text(&mut self, e: &'a Expr, val: &Val, span: Span) -> Lowering<()> {
        if let E::Str(_) = &*e.kind {
            return Ok(());
        }
        let root = self.world.cell_type(&Type::Int(IntType::Char));
        match val.ty.target().map(|to| self.world.cell_type(to)) {
            Some(to) if to == root => self.terminated(val, span).map(drop),
            Some(_) => Ok(()),
            None if val.ty.as_int().is_some() => Err(wrong(e.span, "a string is needed")),
            None => Ok(()),
        }
    }

    /// There is a zero behind a pointer, in memory that is alive: how far away it is.
    pub(super) fn terminated(&mut self, val: &Val, span: Span) -> Lowering<Val> {
        let Some((block, offset)) = val.address() else {
            return Err(wrong(span, "a pointer is needed"));
        };
        self.length(block, offset, span)
    }
}

/// The conversions of a format, those for widths and precisions included.
fn conversions(format: &[u8]) -> Vec<Conversion> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < format.len() {
        at += 1;
        if format[at - 1] != b'%' {
            continue;
        }
        let (mut bounded, mut wide) = (false, false);
        while let Some(byte) = format.get(at) {
            at += 1;
            match byte {
                b'*' => found.push(Conversion::Value),
                b'.' => bounded = true,
                b'l' => wide = true,
                b'0'..=b'9' | b'-' | b'+' | b' ' | b'#' | b'\'' | b'h' | b'j' | b'z' | b't' | b'L' | b'q' => {}
                b'%' | b'm' => break,
                b's' if !bounded && !wide => {
                    found.push(Conversion::String);
                    break;
                }
                b'n' => {
                    found.push(Conversion::Count);
                    break;
                }
                _ => {
                    found.push(Conversion::Value);
                    break;
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Conversion::*, conversions};

    #[test]
    fn formats_tell_what_their_arguments_are() {
        assert_eq!(conversions(b"%d %%\n"), [Value]);
        assert_eq!(conversions(b"%s%-5s%.3s%.*s"), [String, String, Value, Value, Value]);
        assert_eq!(conversions(b"%*d%n%ls"), [Value, Value, Count, Value]);
        assert!(conversions(b"100%").is_empty());
    }
}

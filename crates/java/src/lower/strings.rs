//! Strings of the library: parsing numbers, formats, builders; and constructors of library classes.

use super::body::Body;
use super::string_content::Piece;
use super::value::{Lowering, Val};
use crate::types::{ClassId, IntKind, Type};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::Term;

impl<'a> Body<'_, 'a> {
    /// A constructor of the library on an object that has just been made.
    pub(super) fn library_constructor(
        &mut self,
        class: ClassId,
        object: &Val,
        args: &[Val],
        span: Span,
    ) -> Lowering<()> {
        let name = self.classes().get(class).name.clone();
        let chars = |t: &Type| matches!(t, Type::Array(e) if **e == Type::Int(IntKind::Char));
        match (&*name, args) {
            ("StringBuilder" | "StringBuffer", []) => self.new_builder(object, None, span),
            ("String", []) => {
                self.has_text(object, Vec::new(), span);
                Ok(())
            }
            ("Object", []) => Ok(()),
            ("String", [text]) if self.is_string(&text.ty) => {
                self.not_null(text, span)?;
                let same = self.consists_of_string(object, text, span);
                self.assume(same, span);
                Ok(())
            }
            ("String", [text]) if self.is_builder(&text.ty) => {
                self.not_null(text, span)?;
                let whole = self.built_piece(text, span);
                self.has_text(object, vec![whole], span);
                Ok(())
            }
            ("String", [text]) if chars(&text.ty) => {
                self.not_null(text, span)?;
                let length = self.length_term(&text.term).term;
                let whole = self.piece_of_array(text, Term::int(0), length);
                self.has_text(object, vec![whole], span);
                Ok(())
            }
            ("String", [text, from, count]) if chars(&text.ty) && !from.ty.is_reference() => {
                self.not_null(text, span)?;
                let length = self.length_term(&text.term).term;
                let holds = Term::and([
                    Term::le(Term::int(0), from.term.clone()),
                    Term::le(Term::int(0), count.term.clone()),
                    Term::le(Term::add(from.term.clone(), count.term.clone()), length),
                ]);
                self.demand(holds, CheckKind::Bounds, "StringIndexOutOfBoundsException", span)?;
                let part = self.piece_of_array(text, from.term.clone(), count.term.clone());
                self.has_text(object, vec![part], span);
                Ok(())
            }
            ("String", _) => {
                self.may_go_wrong("this constructor of `String`", "IllegalArgumentException", span)?;
                // what it consists of is not known, and no input
                self.may_not_return(span);
                Ok(())
            }
            ("StringBuilder" | "StringBuffer", [text]) if text.ty.is_reference() => {
                self.not_null(text, span)?;
                self.new_builder(object, Some(text), span)
            }
            ("StringBuilder" | "StringBuffer", [size]) => {
                let holds = Term::le(Term::int(0), size.term.clone());
                self.demand(holds, CheckKind::NegativeSize, "NegativeArraySizeException", span)?;
                self.new_builder(object, None, span)
            }
            ("Integer" | "Long" | "Short" | "Byte" | "Double" | "Float" | "Character" | "Boolean", [value]) => {
                if value.ty.is_reference() && &*name != "Boolean" {
                    self.is_a_number(value, true, span)?;
                }
                self.holds_value(object, class, value, span);
                Ok(())
            }
            _ if self.classes().is_subclass(class, self.classes().known("Throwable")) => {
                // the message of an exception may be the text of its cause
                args.iter().try_for_each(|a| self.convert_to_string(a, span))
            }
            _ => self.may_go_wrong(
                &format!("the constructor of `{name}`"),
                "IllegalArgumentException",
                span,
            ),
        }
    }

    /// A new string consists of these pieces.
    fn has_text(&mut self, text: &Val, pieces: Vec<Piece>, span: Span) {
        let facts = self.consists_of(&text.term, pieces);
        self.assume(Term::and(facts), span);
    }

    /// So many characters of an array, from a place on.
    fn piece_of_array(&mut self, array: &Val, from: Term, count: Term) -> Piece {
        let elements = self.elements_map(&Type::Int(IntKind::Char));
        Piece::part(Term::select(elements.term(), array.term.clone()), from, count)
    }

    /// Something that throws for some inputs, and we do not know for which.
    pub(super) fn may_go_wrong(&mut self, what: &str, exception: &str, span: Span) -> Lowering<()> {
        let fine = self.arbitrary(&Type::Bool, span).term;
        self.warn(
            abide_base::Diagnostic::warning(span, format!("{what} may throw"))
                .note("for which values it does is not modelled"),
        );
        self.demand(fine, CheckKind::Uncaught, exception, span)
    }

    /// `E.valueOf(text)`: the constant of an enum with that name, which there must be.
    pub(super) fn constant_named(&mut self, class: ClassId, text: &Val, span: Span) -> Lowering<Val> {
        self.not_null(text, span)?;
        let ty = Type::Class(class);
        let literal = self.literal_text(text);
        let literal = literal.filter(|name| self.classes().enum_constant(class, name).is_some());
        match literal {
            Some(name) => Ok(Val::new(self.enum_constant(class, &name), ty)),
            None => {
                self.may_go_wrong("a text that names a constant", "IllegalArgumentException", span)?;
                Ok(self.some_object(&ty, span))
            }
        }
    }

    /// A text must be that of a number. That it is can be seen of literals only.
    pub(super) fn is_a_number(&mut self, text: &Val, alone: bool, span: Span) -> Lowering<()> {
        let literal = self.literal_text(text);
        let short = |t: &String| {
            let digits = t.strip_prefix(['-', '+']).unwrap_or(t);
            (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
        };
        if alone && literal.is_some_and(|t| short(&t)) {
            return Ok(());
        }
        self.may_go_wrong("a text that is read as a number", "NumberFormatException", span)
    }

    /// The text of a literal.
    pub(super) fn literal_text(&self, text: &Val) -> Option<String> {
        let var = text.term.as_var()?;
        let constant = self.heap.part(var)?;
        match &constant.kind {
            super::state::HeapKind::Constant(name) => {
                let inside = name.strip_prefix('"')?.strip_suffix('"')?;
                let plain = inside
                    .bytes()
                    .all(|b| (b' '..=b'~').contains(&b) && b != b'\\' && b != b'"');
                let plain = plain
                    || inside
                        .replace("\\n", "")
                        .bytes()
                        .all(|b| (b' '..=b'~').contains(&b) && b != b'\\');
                plain.then(|| inside.to_string())
            }
            _ => None,
        }
    }

    /// What the methods that read a number give back.
    pub(super) fn parsed(&mut self, class: &str, name: &str, span: Span) -> Val {
        let kind = match class {
            "Long" => IntKind::Long,
            "Short" => IntKind::Short,
            "Byte" => IntKind::Byte,
            _ => IntKind::Int,
        };
        if name == "valueOf" {
            let boxed = Type::Class(self.classes().known(match class {
                "Long" => "Long",
                "Short" => "Short",
                "Byte" => "Byte",
                "Double" => "Double",
                "Float" => "Float",
                _ => "Integer",
            }));
            return self.some_object(&boxed, span);
        }
        match class {
            "Double" => self.float(Type::Double, span),
            "Float" => self.float(Type::Float, span),
            _ => self.arbitrary(&Type::Int(kind), span),
        }
    }

    /// The format and its arguments fit; the texts of the arguments are asked for.
    pub(super) fn formats(&mut self, format: &Val, args: &[Val], span: Span) -> Lowering<()> {
        self.not_null(format, span)?;
        let kinds: Option<Vec<char>> = self.literal_text(format).and_then(|t| conversions(&t));
        let fits = kinds.is_some_and(|kinds| {
            kinds.len() <= args.len() && kinds.iter().zip(args).all(|(kind, arg)| self.fits(*kind, &arg.ty))
        });
        args.iter().try_for_each(|a| self.convert_to_string(a, span))?;
        match fits {
            true => Ok(()),
            false => self.may_go_wrong("this format", "IllegalArgumentException", span),
        }
    }

    fn fits(&self, conversion: char, ty: &Type) -> bool {
        let plain = match ty {
            Type::Class(id) => self.classes().unboxed(*id).unwrap_or_else(|| ty.clone()),
            _ => ty.clone(),
        };
        match conversion {
            // an array may stand for all arguments
            's' | 'b' => !matches!(plain, Type::Array(_) | Type::Null),
            'd' | 'x' => plain.as_int().is_some_and(|k| k != IntKind::Char),
            'c' => plain == Type::Int(IntKind::Char),
            'f' => plain.is_float(),
            _ => false,
        }
    }

    /// Does `equals` of a type run nothing but the library's own code?
    pub(super) fn compares_silently(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(id) => {
                let plain = self.is_string(ty) || self.is_builder(ty) || self.is_enum(ty);
                plain || self.classes().unboxed(*id).is_some()
            }
            _ => true,
        }
    }
}

/// The conversions of a format, if it is a simple one: a width or a precision is all that may stand between.
fn conversions(format: &str) -> Option<Vec<char>> {
    let format = format.replace("\\n", " ");
    let mut found = Vec::new();
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '%' {
            continue;
        }
        let mut width = String::new();
        while let Some(d) = rest.next_if(|c| c.is_ascii_digit() || matches!(c, '-' | '.')) {
            width.push(d);
        }
        let kind = rest.next()?;
        let (whole, precision) = match width.split_once('.') {
            Some((whole, precision)) => (whole, Some(precision)),
            None => (width.as_str(), None),
        };
        let digits = |t: &str| !t.is_empty() && t.len() < 4 && t.bytes().all(|b| b.is_ascii_digit());
        let whole = whole
            .strip_prefix('-')
            .map_or(whole, |w| if w.is_empty() { "-" } else { w });
        let fine = match (whole, precision) {
            ("", None) => true,
            (w, None) => {
                digits(w) && !w.starts_with('0')
                    || matches!(kind, 'd') && digits(w) && w.len() > 1 && !width.starts_with('-')
            }
            ("", Some(p)) => digits(p) && matches!(kind, 'f' | 's'),
            (w, Some(p)) => digits(w) && !w.starts_with('0') && digits(p) && matches!(kind, 'f' | 's'),
        };
        match kind {
            '%' | 'n' if width.is_empty() => {}
            's' | 'b' | 'd' | 'x' | 'c' | 'f' if fine => found.push(kind),
            _ => return None,
        }
    }
    Some(found)
}

/// Methods of the library that give back a plain value or an object that is always there.
pub(super) fn gives_no_null(name: &str) -> bool {
    const NAMES: [&str; 60] = [
        "size",
        "length",
        "isEmpty",
        "contains",
        "containsKey",
        "containsValue",
        "indexOf",
        "lastIndexOf",
        "hashCode",
        "equals",
        "compareTo",
        "compare",
        "nextInt",
        "nextLong",
        "nextDouble",
        "nextBoolean",
        "nextFloat",
        "hasNext",
        "hasNextInt",
        "hasNextLine",
        "intValue",
        "longValue",
        "doubleValue",
        "floatValue",
        "shortValue",
        "byteValue",
        "charValue",
        "booleanValue",
        "bitCount",
        "numberOfTrailingZeros",
        "numberOfLeadingZeros",
        "highestOneBit",
        "lowestOneBit",
        "reverse",
        "rotateLeft",
        "rotateRight",
        "signum",
        "floorMod",
        "floorDiv",
        "addExact",
        "subtractExact",
        "multiplyExact",
        "toIntExact",
        "negateExact",
        "incrementExact",
        "sqrt",
        "pow",
        "floor",
        "ceil",
        "round",
        "random",
        "getNumericValue",
        "isDigit",
        "isLetter",
        "startsWith",
        "endsWith",
        "matches",
        "ordinal",
        "parseInt",
        "isPresent",
    ];
    NAMES.contains(&name)
}

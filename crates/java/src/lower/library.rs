//! The Java library: methods of `Math`, strings, boxes and objects that are modelled.

use super::body::Body;
use super::bounds::Needs;
use super::sequences::TEXTS;
use super::state::HeapKind;
use super::string_content::LITERAL;
use super::value::{Lowering, Val};
use crate::syntax::ast::{ClassKind, Expr, ExprKind};
use crate::types::{ClassId, FieldRef, IntKind, Type};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Int, Sort, Term};

impl<'a> Body<'_, 'a> {
    /// Functions that read nothing but their arguments and things that never change.
    pub(super) fn library_function(
        &mut self,
        class: Option<ClassId>,
        object: Option<&Val>,
        name: &str,
        args: &[Val],
    ) -> Option<Val> {
        if let Some(class) = class {
            return self.number_function(class, name, args);
        }
        let object = object?;
        let Type::Class(id) = object.ty else { return None };
        let info = self.classes().get(id);
        if let Some(decl) = info.decl {
            if let Some(f) = self.component(id, name, args) {
                let ty = self.classes().resolve(&f.decl.ty, Some(id))?;
                let map = self.field_map(id, name, &ty);
                return Some(Val::new(Term::select(map.term(), object.term.clone()), ty));
            }
            let is_enum = decl.kind == ClassKind::Enum;
            if is_enum && name == "ordinal" && args.is_empty() {
                let top = decl.constants.len().max(1) as i64 - 1;
                return Some(Val {
                    term: self.ordinal(&object.term),
                    ty: Type::INT,
                    low: Some(Int::ZERO),
                    high: Some(Int::from(top)),
                    vague: false,
                    mixed: false,
                });
            }
            return None;
        }
        match &*info.name {
            "String" => self.string_function(object, name, args),
            _ => self.box_function(object, id, name, args),
        }
    }

    /// The component of a record that a call reads, if nobody has written its accessor.
    fn component(&self, class: ClassId, name: &str, args: &[Val]) -> Option<FieldRef<'a>> {
        let decl = self.classes().get(class).decl?;
        let written = decl
            .methods
            .iter()
            .any(|m| m.params.is_empty() && &*m.name.text == name);
        let read = decl.kind == ClassKind::Record && !written && args.is_empty();
        let of_that_name = decl.components.iter().any(|c| &*c.name.text == name);
        (read && of_that_name).then(|| self.classes().field(class, name))?
    }

    /// A call of the library in code, with the checks it needs; none if we do not know it.
    pub(super) fn library_call(
        &mut self,
        class: Option<ClassId>,
        object: Option<&Val>,
        name: &str,
        args: &[Val],
        span: Span,
    ) -> Lowering<Option<Val>> {
        let places = matches!(name, "charAt" | "substring") && object.is_some_and(|o| self.is_string(&o.ty));
        let numbers: Vec<Val>;
        let args = match places && args.iter().any(|a| a.ty.is_reference()) {
            true => {
                let each = args.iter().map(|a| self.convert(a.clone(), &Type::INT, span));
                numbers = each.collect::<Lowering<_>>()?;
                &numbers
            }
            false => args,
        };
        if let Some(object) = object
            && let Type::Class(id) = object.ty
            && let Some(f) = self.component(id, name, args)
        {
            let place = self.field_place(f, Some(object.clone()), span)?;
            let vague = self.is_vague_member(&f.decl.ty, f.class, false);
            return Ok(Some(self.read(&place, span)?.vague_if(vague)));
        }
        if let (Some(class), "valueOf", [text]) = (class, name, args)
            && self.is_enum(&Type::Class(class))
            && self.is_string(&text.ty)
        {
            self.first_use(class, span)?;
            return self.constant_named(class, text, span).map(Some);
        }
        for val in object.iter().copied().chain(args) {
            if let Type::Class(id) = val.ty
                && let Some(held) = self.classes().unboxed(id)
                && let Some(term) = self.boxed_value(&val.term, &held)
            {
                self.known(Val::new(term, held), span);
            }
        }
        if let Some(val) = self.library_function(class, object, name, args) {
            let string = object.filter(|o| self.is_string(&o.ty));
            if let Some(object) = string {
                let length = self.known_length(object, span);
                if let ("startsWith" | "endsWith", [text]) = (name, args) {
                    self.not_null(text, span)?;
                }
                if let ("charAt", [at]) = (name, args) {
                    let holds = Term::and([
                        Term::le(Term::int(0), at.term.clone()),
                        Term::lt(at.term.clone(), length),
                    ]);
                    self.demand(holds, CheckKind::Bounds, "StringIndexOutOfBoundsException", span)?;
                }
            }
            return Ok(Some(self.known(val, span)));
        }
        if let Some(class) = class
            && let Some(val) = self.character_call(class, name, args, span)
        {
            return Ok(Some(val));
        }
        let of_library = |c: ClassId, b: &Self| {
            let info = b.classes().get(c);
            let is_ours = info.decl.is_none() || b.classes().is_built_in(c);
            is_ours.then(|| info.name.clone())
        };
        if let Some(class) = class.and_then(|c| of_library(c, self)) {
            return self.static_library_call(&class, name, args, span);
        }
        match object {
            Some(object) => self.object_library_call(object, name, args, span),
            None => Ok(None),
        }
    }

    /// A call of a static method of the library.
    fn static_library_call(&mut self, class: &str, name: &str, args: &[Val], span: Span) -> Lowering<Option<Val>> {
        if class == "Math"
            && let Some(val) = self.checked_arithmetic(name, args, span)?
        {
            return Ok(Some(val));
        }
        match (class, name, args) {
            ("Objects", "requireNonNull", [arg, ..]) => {
                self.not_null(arg, span)?;
                Ok(Some(arg.clone()))
            }
            ("Integer" | "Long" | "Short" | "Byte" | "Character" | "Boolean", "valueOf", [val])
                if !val.ty.is_reference() =>
            {
                let own = self.classes().known(boxes_named(class));
                let held = self.classes().unboxed(own).unwrap_or(Type::INT);
                let val = self.convert(val.clone(), &held, span)?;
                Ok(Some(self.boxed(&val, own, span)))
            }
            ("Integer" | "Long" | "Character" | "Boolean", "toString", [val]) if !val.ty.is_reference() => {
                self.text_by(class, val, span).map(Some)
            }
            ("Objects", "equals", [a, _]) => {
                if !self.compares_silently(&a.ty) {
                    // `equals` of some class
                    self.anything_happens(span)?;
                }
                Ok(Some(self.arbitrary(&Type::Bool, span)))
            }
            (
                "Integer" | "Long" | "Short" | "Byte" | "Double" | "Float",
                "parseInt" | "parseLong" | "parseShort" | "parseByte" | "parseDouble" | "parseFloat" | "valueOf",
                [text, ..],
            ) if text.ty.is_reference() => {
                self.is_a_number(text, args.len() == 1, span)?;
                Ok(Some(self.parsed(class, name, span)))
            }
            ("String", "format", [format, rest @ ..]) if self.is_string(&format.ty) => {
                self.formats(format, rest, span)?;
                Ok(Some(self.new_string(span)))
            }
            ("String", "valueOf", [arg]) if !matches!(arg.ty, Type::Array(_)) => {
                self.convert_to_string(arg, span)?;
                Ok(Some(self.text_of(arg, span)))
            }
            ("Integer" | "Long", "bitCount" | "numberOfTrailingZeros" | "numberOfLeadingZeros", [arg])
                if !arg.ty.is_reference() =>
            {
                let val = self.arbitrary(&Type::INT, span);
                self.assume(
                    Term::and([
                        Term::le(Term::int(0), val.term.clone()),
                        Term::le(val.term.clone(), Term::int(64)),
                    ]),
                    span,
                );
                Ok(Some(val))
            }
            ("Short" | "Byte" | "Character" | "Boolean", "compare", [a, b])
                if !a.ty.is_reference() && !b.ty.is_reference() && !a.vague && !b.vague =>
            {
                Ok(Some(self.compared(a, b, span)))
            }
            ("System", "arraycopy", args) => self.copy_part(args, span),
            ("System", "nanoTime" | "currentTimeMillis", _) => {
                Ok(Some(self.arbitrary(&Type::Int(IntKind::Long), span)))
            }
            _ => self.plain_function(class, name, args, span),
        }
    }

    /// A number whose sign says how two values compare.
    fn compared(&mut self, a: &Val, b: &Val, span: Span) -> Val {
        let less = match a.ty {
            Type::Bool => Term::and([Term::not(a.term.clone()), b.term.clone()]),
            _ => Term::lt(a.term.clone(), b.term.clone()),
        };
        let val = self.arbitrary(&Type::INT, span);
        let zero = Term::int(0);
        let same = Term::eq(a.term.clone(), b.term.clone());
        self.assume(Term::eq(Term::lt(val.term.clone(), zero.clone()), less), span);
        self.assume(Term::eq(Term::eq(val.term.clone(), zero), same), span);
        val
    }

    /// `Integer.toString(value)` and the like: the value is brought to the type of the class first.
    fn text_by(&mut self, class: &str, val: &Val, span: Span) -> Lowering<Val> {
        if val.vague || val.mixed {
            return Ok(self.text_of(val, span));
        }
        let held = self.classes().unboxed(self.classes().known(boxes_named(class)));
        let held = held.unwrap_or(Type::INT);
        if class == "Character" && val.ty != held {
            // the character with a number, which need not be one
            self.may_go_wrong("a number that is read as a character", "IllegalArgumentException", span)?;
            return Ok(self.new_string(span));
        }
        let val = self.convert(val.clone(), &held, span)?;
        Ok(self.text_of(&val, span))
    }

    /// A call of a method that every object has, or strings have, which do not change.
    fn object_library_call(&mut self, object: &Val, name: &str, args: &[Val], span: Span) -> Lowering<Option<Val>> {
        let strings = self.is_string(&object.ty);
        let overridden = match object.ty {
            Type::Class(id) => !self.classes().methods(id, name, args.len()).is_empty(),
            _ => false,
        };
        if overridden {
            return Ok(None);
        }
        if self.is_builder(&object.ty) {
            return self.builder_call(object, name, args, span);
        }
        self.overridable_call(object, name, span)?;
        // arguments of strings' methods are not null
        if strings && name != "equals" && name != "equalsIgnoreCase" {
            for arg in args.iter().filter(|a| a.ty.is_reference()) {
                self.not_null(arg, span)?;
            }
        }
        if strings && let Some(val) = self.string_call(object, name, args, span)? {
            return Ok(Some(val));
        }
        if strings && let Some(val) = self.pattern_call(name, args, span)? {
            return Ok(Some(val));
        }
        if let Some(val) = self.plain_method_of_box(object, name, args, span)? {
            return Ok(Some(val));
        }
        if name == "getMessage" && args.is_empty() {
            let ty = Type::Class(self.classes().known("String"));
            return Ok(Some(self.arbitrary(&ty, span)));
        }
        let ty = match (name, args.len()) {
            ("equals", 1) => Type::Bool,
            ("hashCode", 0) => Type::INT,
            // nobody can override it
            ("getClass", 0) => {
                let object = self.classes().object();
                return Ok(Some(self.some_object(&object, span).vague_if(true)));
            }
            ("toString", 0) => return Ok(Some(self.new_string(span))),
            ("name", 0) if self.is_enum(&object.ty) => return Ok(Some(self.new_string(span))),
            ("clone", 0) if matches!(object.ty, Type::Array(_)) => return self.clone_array(object, span).map(Some),
            _ => return Ok(None),
        };
        Ok(Some(self.arbitrary(&ty, span)))
    }

    /// A method such as `equals` may be one of a subclass, which does what it likes.
    fn overridable_call(&mut self, object: &Val, name: &str, span: Span) -> Lowering<()> {
        let classes = self.classes();
        let any = |id: ClassId| classes.get(id).decl.is_some() || id == classes.known("Object");
        let unknown = matches!(object.ty, Type::Class(id) if classes.has_unknown_ancestor(id));
        let ours = matches!(object.ty, Type::Class(id) if any(id)) || unknown;
        if ours && matches!(name, "equals" | "hashCode" | "toString") || unknown && name == "getMessage" {
            self.anything_happens(span)?;
        }
        // of exceptions and the like too
        let open = matches!(&object.ty, Type::Class(id) if !self.classes().get(*id).is_final) && !ours;
        if let (true, "equals" | "hashCode" | "toString" | "getMessage", Type::Class(id)) = (open, name, &object.ty) {
            let related = ["toString", "getMessage", "getLocalizedMessage"];
            let overridden = match name {
                "toString" | "getMessage" => related.iter().any(|n| self.is_given_below(*id, n)),
                _ => self.is_given_below(*id, name),
            };
            match overridden {
                true => self.anything_happens(span)?,
                false => self.only_given_below(*id, name),
            }
        }
        Ok(())
    }

    pub(super) fn is_enum(&self, ty: &Type) -> bool {
        let Type::Class(id) = ty else { return false };
        let decl = self.classes().get(*id).decl;
        decl.is_some_and(|d| d.kind == ClassKind::Enum)
    }

    fn clone_array(&mut self, array: &Val, span: Span) -> Lowering<Val> {
        let length = self.length_term(&array.term).term;
        let types = self.types();
        let number = Term::select(types.term(), array.term.clone());
        let copy = self.allocate_as(&array.ty, number, Some(length), span);
        let element = array.ty.element().cloned().unwrap_or_else(|| self.classes().object());
        let map = self.elements_map(&element);
        let contents = Term::select(map.term(), array.term.clone());
        self.store(&map, &copy.term, contents, true, span);
        Ok(copy)
    }

    pub(super) fn is_string(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(id) if self.classes().get(*id).name == "String" && self.classes().get(*id).decl.is_none())
    }

    /// `System.out.println(…)`: nothing happens that we could see, but for the text of objects.
    pub(super) fn print_call(
        &mut self,
        target: &'a Expr,
        name: &str,
        args: &'a [Expr],
        span: Span,
    ) -> Lowering<Option<Val>> {
        let ExprKind::Field(system, stream) = &*target.kind else {
            return Ok(None);
        };
        let is_system = matches!(&*system.kind, ExprKind::Name(n) if &**n == "System");
        let prints = matches!(name, "print" | "println" | "printf" | "format" | "flush");
        if !is_system || !prints || !matches!(&*stream.text, "out" | "err") || self.as_class(system).is_none() {
            return Ok(None);
        }
        let values = self.arguments(args)?;
        if let ("print" | "println", [val], [e]) = (name, values.as_slice(), args) {
            self.value_as_taken(val, e, Needs::Text)?;
        }
        match (name, values.as_slice()) {
            ("printf" | "format", [format, rest @ ..]) if self.is_string(&format.ty) => {
                self.formats(format, rest, span)?;
            }
            ("printf" | "format", _) => self.anything_happens(span)?,
            (_, [chars]) if matches!(&chars.ty, Type::Array(e) if **e == Type::Int(IntKind::Char)) => {
                self.not_null(chars, span)?;
            }
            (_, values) => values.iter().try_for_each(|v| self.convert_to_string(v, span))?,
        }
        Ok(Some(Val::new(Term::ff(), Type::Void)))
    }

    /// Some string, which may be one that was there before.
    pub(super) fn new_string(&mut self, span: Span) -> Val {
        let ty = Type::Class(self.classes().known("String"));
        self.some_object(&ty, span)
    }

    /// A string literal: always the same object.
    pub(super) fn string_literal(&mut self, units: &[u16]) -> Val {
        let name = match String::from_utf16(units) {
            Ok(text) => format!("{text:?}"),
            // half of a pair is written as Java does, which no text is: it doubles its backslashes
            Err(_) => {
                let shown = char::decode_utf16(units.iter().copied()).map(|unit| match unit {
                    Ok(c) => c.escape_debug().to_string(),
                    Err(half) => format!("\\u{:04X}", half.unpaired_surrogate()),
                });
                format!("\"{}\"", shown.collect::<String>())
            }
        };
        let known = self.heap.contains_key(&format!("~{name}"));
        let var = self.constant_object(&name);
        let ty = Type::Class(self.classes().known("String"));
        if !known {
            let length = self.string_length(&var.term()).term;
            let allocated = self.allocated();
            let types = self.types();
            let exact = self.classes().exact(&ty);
            let mut facts = vec![
                Term::ne(var.term(), Term::null()),
                Term::select(allocated.term(), var.term()),
                Term::eq(Term::select(types.term(), var.term()), Term::int(exact)),
                Term::eq(length, Term::int(units.len() as i64)),
            ];
            if self.classes().ids().any(|id| self.classes().is_built_in(id)) {
                let texts = self.fixed(TEXTS, Sort::Int);
                let own = Term::select(texts.term(), var.term());
                let literals = self
                    .heap
                    .values()
                    .filter(|h| matches!(&h.kind, HeapKind::Constant(n) if n.starts_with('"')));
                facts.push(Term::eq(own, Term::int(literals.count() as i64)));
            }
            // what it is made of, if that is not too much to say
            if units.len() <= LITERAL {
                let chars = self.fixed("\\chars", Sort::map(Sort::Int, Sort::Int));
                let own = Term::select(chars.term(), var.term());
                let each = units.iter().zip(0i64..);
                facts.extend(each.map(|(unit, at)| {
                    let held = Term::select(own.clone(), Term::int(at));
                    Term::eq(held, Term::int(i64::from(*unit)))
                }));
            }
            // two literals are the same object only if they are equal
            let others: Vec<Term> = self
                .heap
                .values()
                .filter(|h| matches!(&h.kind, HeapKind::Constant(n) if n.starts_with('"') && *n != name))
                .map(|h| Term::ne(h.var.term(), var.term()))
                .collect();
            facts.extend(others);
            self.facts.extend(facts);
        }
        Val::new(var.term(), ty)
    }
}

/// The class of boxes, by the name of the class that a call names.
fn boxes_named(class: &str) -> &'static str {
    let names = ["Long", "Short", "Byte", "Character", "Boolean"];
    names.into_iter().find(|name| *name == class).unwrap_or("Integer")
}

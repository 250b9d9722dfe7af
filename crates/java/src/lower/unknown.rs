//! Classes of which nothing is known: their static methods and fields, tests for them, and calls of which it is not
//! known whether they mean a given method.

use super::body::Body;
use super::names::dotted;
use super::state::HeapKind;
use super::strings::gives_no_null;
use super::value::{Lowering, Val};
use crate::syntax::ast::{self, Expr};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::{Diagnostic, Span};
use abide_ir::{AssumptionKind, CheckKind};
use abide_logic::{Term, Var};

/// What the names of maps begin with that say which types are below a class of which nothing is known.
pub(super) const BELOW_UNKNOWN: &str = "\\below ";

/// Methods of the library that programs often refer to and that change nothing.
const PURE: &[&str] = &[
    "abs",
    "booleanValue",
    "byteValue",
    "charAt",
    "compare",
    "compareTo",
    "compareToIgnoreCase",
    "contains",
    "containsKey",
    "doubleValue",
    "equals",
    "equalsIgnoreCase",
    "getKey",
    "getName",
    "getValue",
    "hashCode",
    "identity",
    "intValue",
    "isEmpty",
    "length",
    "longValue",
    "max",
    "min",
    "nonNull",
    "isNull",
    "parseDouble",
    "parseInt",
    "parseLong",
    "print",
    "println",
    "size",
    "stream",
    "sum",
    "toLowerCase",
    "toString",
    "toUpperCase",
    "trim",
    "valueOf",
];

impl<'a> Body<'_, 'a> {
    /// The class of which nothing is known that an expression of the code names, if it names one: it begins as classes
    /// do by convention, means nothing else here, and no given class is called so.
    pub(super) fn unknown_class(&mut self, e: &Expr) -> Option<String> {
        let name = dotted(e)?;
        let (first, last) = (name.split('.').next()?, name.rsplit('.').next()?);
        // behind a class, what is all capitals is a constant of it
        let capital = |part: &str| part.starts_with(|c: char| c.is_uppercase());
        let behind_class = name.split('.').rev().skip(1).any(capital);
        let like_a_class = capital(last) && (!behind_class || last.contains(|c: char| c.is_lowercase()));
        let is_member = |id: ClassId| {
            let classes = self.classes();
            let mut captured = classes.get(id).decl.into_iter().flat_map(|d| &d.captures);
            classes.field(id, first).is_some()
                || classes.enum_constant(id, first).is_some()
                || captured.any(|c| &*c.name.text == first)
        };
        let means_something = self.find_local(first).is_some()
            || self.classes().outward(self.class).any(is_member)
            || self.classes().class_named(first, Some(self.class)).is_some()
            || self.classes().may_import_member(self.class, first);
        let is_given = |id: ClassId| self.classes().get(id).decl.is_some() && self.classes().get(id).name == last;
        let perhaps_given = self.classes().ids().any(is_given) && !self.classes().imports_unknown(self.class, first);
        if !like_a_class || means_something || perhaps_given {
            return None;
        }
        let classes = self.classes();
        let below = classes.outward(self.class).find(|id| classes.has_unknown_ancestor(*id));
        if let Some(below) = below {
            let below = &self.classes().get(below).path;
            let trust = format!("no class above `{below}` that is not given has a field `{first}`");
            self.rely_on(AssumptionKind::Library, e.span, trust);
        }
        Some(name)
    }

    /// A field that the class, or one around it, may have from one above of which nothing is known. Another variable of
    /// that name may be meant as well.
    pub(super) fn perhaps_inherited(&mut self, name: &str, span: Span) -> Val {
        self.warn(
            Diagnostic::warning(span, format!("nothing is known of the class with the field `{name}`"))
                .note("its value is arbitrary"),
        );
        let trust = format!("to read `{name}`, of a class above that is not given, runs no code");
        self.rely_on(AssumptionKind::Library, span, trust);
        let any = self.classes().object();
        self.arbitrary(&any, span).vague_if(true)
    }

    /// An element of something that only Java knows to be an array.
    pub(super) fn unknown_element(&mut self, span: Span) -> Val {
        self.warn(
            Diagnostic::warning(span, "nothing is known of the elements of this array").note("the value is arbitrary"),
        );
        let any = self.classes().object();
        self.arbitrary(&any, span).vague_if(true)
    }

    /// `C.name` of a class of which nothing is known. Its initialiser runs before, perhaps; those of the Java library
    /// do nothing that a program could see.
    pub(super) fn unknown_constant(&mut self, class: &str, name: &str, span: Span) -> Lowering<Val> {
        self.warn(
            Diagnostic::warning(span, format!("nothing is known of the class `{class}`"))
                .note(format!("the value of `{name}` is arbitrary")),
        );
        if !self.classes().is_of_library(class, self.class) {
            let trust = format!("the initialisation of `{class}` ends, and throws nothing but what is caught here");
            self.rely_on(AssumptionKind::Library, span, trust);
            self.unknown_code(span)?;
        }
        let object = self.classes().object();
        Ok(self.arbitrary(&object, span).vague_if(true))
    }

    /// Is an object of a class of which nothing is known? Only types decide that, and no given class is one unless
    /// there is a class above it of which nothing is known either. Contracts of the library do not name all that is above
    /// its classes.
    pub(super) fn below_unknown(&mut self, term: &Term, class: &str) -> Term {
        let some = Term::ne(term.clone(), Term::null());
        let number = Term::select(self.types().term(), term.clone());
        Term::and([some, self.is_number_of_unknown(number, class)])
    }

    /// Is the type with this number a class of which nothing is known, or below it?
    pub(super) fn is_number_of_unknown(&mut self, number: Term, class: &str) -> Term {
        self.is_below(number, &format!("{BELOW_UNKNOWN}{class}"), |classes, id| {
            (!classes.is_built_in(id)).then_some(false)
        })
    }

    /// The name of the class of which nothing is known that a type means, or of arrays of it, if it means one.
    pub(super) fn unknown_type(&self, ty: &ast::TypeRef) -> Option<String> {
        let unknown = !self.is_type_param(ty, self.class) && self.classes().resolve(ty, Some(self.class)).is_none();
        unknown.then(|| format!("{}{}", ty.name, "[]".repeat(ty.dims)))
    }

    /// The name of the class of which nothing is known whose objects, or arrays of them, a type means.
    pub(super) fn unknown_class_of(&self, ty: &ast::TypeRef, scope: ClassId) -> Option<String> {
        let base = ast::TypeRef { dims: 0, ..ty.clone() };
        let unknown = !self.is_type_param(&base, scope) && self.classes().resolve(&base, Some(scope)).is_none();
        unknown.then(|| base.name.to_string())
    }

    /// `(C) e` for a class of which nothing is known, whose objects are to us of type `ty`.
    pub(super) fn cast_to_unknown(&mut self, val: Val, class: &str, ty: &Type, span: Span) -> Lowering<Val> {
        if matches!(val.ty, Type::Class(_) | Type::Array(_)) {
            let null = Term::eq(val.term.clone(), Term::null());
            let is = self.below_unknown(&val.term, class);
            self.demand(Term::or([null, is]), CheckKind::Cast, "ClassCastException", span)?;
        }
        let val = match val.ty.is_reference() {
            true => Val::new(val.term, ty.clone()),
            false => self.convert(val, ty, span)?,
        };
        Ok(val.vague_if(true))
    }

    /// `object.name` of an object of which nothing is known but that Java knows such a field of it.
    pub(super) fn unknown_field(&mut self, object: &Val, name: &str, span: Span) -> Lowering<Val> {
        self.not_null(object, span)?;
        self.warn(
            Diagnostic::warning(span, format!("nothing is known of the class with the field `{name}`"))
                .note("its value is arbitrary"),
        );
        let any = self.classes().object();
        Ok(self.arbitrary(&any, span).vague_if(true))
    }

    /// Is nothing known of the fields of an object?
    pub(super) fn has_unknown_fields(&self, object: &Val) -> bool {
        matches!(object.ty, Type::Class(id) if self.classes().get(id).decl.is_none() && !self.is_string(&object.ty))
    }

    /// A call that means none of the methods we know. If it may mean a given one nevertheless, for want of a type that
    /// only Java knows, then what that asks of its callers is open.
    pub(super) fn unresolved_call(
        &mut self,
        class: Option<ClassId>,
        object: Option<&Val>,
        name: &str,
        args: usize,
        span: Span,
    ) -> Lowering<Val> {
        if let Some(m) = self.perhaps_meant(class, object, name, args) {
            let warning = Diagnostic::warning(span, format!("which method `{name}` is meant is not known"));
            let warning = warning.related(m.decl.name.span, "it may be this one");
            self.warn(warning.note("its result and what it does are arbitrary, and what it requires is open"));
            let kept = self.unknown_choice("required", span);
            self.check(kept, CheckKind::Precondition, span, Some(m.decl.name.span));
        }
        let of_object = object.and_then(|o| match o.ty {
            Type::Class(id) => Some(id),
            _ => None,
        });
        let given = |id: ClassId| !self.classes().is_built_in(id);
        if !class.into_iter().chain(of_object).all(given) || class.or(of_object).is_none() {
            self.may_change_library(span)?;
        }
        self.unknown_call(name, span)
    }

    /// What a method reference does that means a method of the library is seen where it is made, since no given code runs where it
    /// is called.
    pub(super) fn may_mean_library(&mut self, name: &str, span: Span) -> Lowering<()> {
        let classes = self.classes();
        let (mut is_given, mut known, mut pure) = (false, false, true);
        for id in classes.ids() {
            for m in classes.get(id).decl.into_iter().flat_map(|d| &d.methods) {
                if *m.name.text == *name {
                    let of_library = classes.is_built_in(id);
                    is_given |= !of_library;
                    known |= of_library;
                    pure &= m.modifiers.pure;
                }
            }
        }
        match is_given || name == "new" || known && pure || PURE.contains(&name) {
            true => Ok(()),
            false => self.may_change_library(span),
        }
    }

    /// The library knows nothing of invariants: whether those that speak of its objects still hold is not known.
    fn may_change_library(&mut self, span: Span) -> Lowering<()> {
        if self.env.options.bargains.library {
            return Ok(());
        }
        let parts = self.heap.values().filter(|h| match &h.kind {
            HeapKind::Field(class, ..) => self.classes().is_built_in(*class),
            _ => false,
        });
        let parts: Vec<Var> = parts.map(|h| h.var.clone()).collect();
        let mut owed: Vec<Span> = Vec::new();
        for part in parts {
            owed.extend(self.known_readers(&part)?.iter().map(|r| r.clause.invariant.span));
        }
        owed.sort();
        owed.dedup();
        for clause in owed {
            let holds = self.unknown(span);
            self.check(holds, CheckKind::ClassInvariant, span, Some(clause));
        }
        Ok(())
    }

    /// A class above of which nothing is known may have a method that fits the arguments better than the one found.
    pub(super) fn no_better_overload(&mut self, class: ClassId, m: MethodRef<'a>, args: &[Val], span: Span) {
        let params = self.classes().parameters(m);
        let fits = args.iter().zip(&params).all(|(arg, ty)| arg.ty == *ty && !arg.vague);
        if !fits && self.classes().has_unknown_ancestor(class) {
            let (class, name) = (self.classes().get(class).path.clone(), &m.decl.name.text);
            let trust = format!("no class above `{class}` that is not given has a `{name}` that fits better");
            self.rely_on(AssumptionKind::Library, span, trust);
        }
    }

    /// A given method that a call may mean which is not resolved: by the class of its target, one of its own or one
    /// below it.
    fn perhaps_meant(
        &self,
        class: Option<ClassId>,
        object: Option<&Val>,
        name: &str,
        args: usize,
    ) -> Option<MethodRef<'a>> {
        let classes = self.classes();
        let plain = classes.object();
        let target = match object.map(|o| &o.ty) {
            Some(ty @ Type::Class(id)) if *ty != plain => Some(*id),
            _ => None,
        };
        let concerned = |id: ClassId| match (class, target) {
            (Some(c), _) => classes.is_subclass(c, id),
            (_, Some(t)) => {
                classes.is_subclass(id, t) || classes.is_subclass(t, id) || classes.has_unknown_ancestor(id)
            }
            _ => true,
        };
        let mut found = classes.ids().filter(|id| concerned(*id)).flat_map(|id| {
            let own = classes.methods(id, name, args);
            own.into_iter().filter(move |m| m.class == id)
        });
        found.next()
    }

    /// A call of a method of the library of which no more is known than its types.
    pub(super) fn call_by_signature(&mut self, m: MethodRef<'a>, args: &[Type], span: Span) -> Lowering<Val> {
        let result = self.resolve_of(&m.decl.result, m)?;
        if self.may_lead_to_library(m.class, args) {
            self.may_change_library(span)?;
        }
        self.unknown_effect(&m.decl.name.text, "", span)?;
        match &result {
            Type::Void => Ok(Val::new(Term::ff(), Type::Void)),
            ty if self.is_non_null(&m.decl.modifiers, m.class, ty) => Ok(self.some_object(ty, span)),
            ty => Ok(self.arbitrary(ty, span)),
        }
    }

    /// May objects of the library that have contents be what a method is called on, or be given to it?
    fn may_lead_to_library(&self, class: ClassId, args: &[Type]) -> bool {
        let classes = self.classes();
        let with_contents = |h: &HeapKind| match h {
            HeapKind::Field(of, ..) if classes.is_built_in(*of) => Some(*of),
            _ => None,
        };
        let with_contents: Vec<ClassId> = self.heap.values().filter_map(|h| with_contents(&h.kind)).collect();
        let related = |id: ClassId| {
            let mut all = with_contents.iter();
            all.any(|of| classes.is_subclass(id, *of) || classes.is_subclass(*of, id))
        };
        let args = args.iter().filter_map(|ty| match innermost(ty) {
            // texts and numbers in boxes never change
            ty if self.is_string(ty) || self.plain(ty).is_some() => None,
            Type::Class(id) => Some(*id),
            _ => None,
        });
        std::iter::once(class).chain(args).any(related)
    }

    /// A method of which nothing is known does anything.
    fn unknown_effect(&mut self, name: &str, trusted: &str, span: Span) -> Lowering<()> {
        self.warn(
            Diagnostic::warning(span, format!("nothing is known of the method `{name}`"))
                .note("its result and what it does to the heap are arbitrary"),
        );
        let trust = match trusted {
            "" => format!("`{name}` ends, and throws nothing but what is caught here"),
            _ => format!("`{name}` ends, throws nothing but what is caught here, and {trusted}"),
        };
        self.rely_on(AssumptionKind::Library, span, trust);
        self.unknown_code(span)
    }

    /// A call of something we know nothing about: any result, any effect.
    pub(super) fn unknown_call(&mut self, name: &str, span: Span) -> Lowering<Val> {
        let there = gives_no_null(name);
        self.unknown_effect(name, if there { "does not return null" } else { "" }, span)?;
        let object = self.classes().object();
        let val = match there {
            true => self.some_object(&object, span),
            false => self.arbitrary(&object, span),
        };
        Ok(val.vague_if(true))
    }
}

/// What an array of arrays consists of.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(element) => innermost(element),
        ty => ty,
    }
}

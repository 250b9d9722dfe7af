//! What the collections of the library consist of: sequences and tables that ghost fields hold, and the keys of tables.
//!
//! A table is read at numbers. The number of an object is its key: equal strings, boxes and enum constants have the same, others
//! have different ones, so that a table need not be asked for each object whether `equals` holds.

use super::body::Body;
use super::characters::UNICODE;
use super::library_contract::is_of_library;
use super::value::{Lowering, Val, unsupported};
use crate::syntax::ast::{Expr, TypeRef};
use crate::types::{ClassId, MethodRef, Type};
use abide_base::Span;
use abide_ir::AssumptionKind;
use abide_logic::{Sort, Term};

/// The map from strings to their keys.
pub(super) const TEXTS: &str = "\\text";

/// The classes whose objects are told apart by the number they hold, each with a number of its own.
const NUMBERS: [&str; 5] = ["Integer", "Long", "Character", "Short", "Byte"];

impl<'a> Body<'_, 'a> {
    /// A method of a sequence: `s.with(i, x)` holds `x` at `i`, `s.cleared()` null, zero or false everywhere.
    pub(super) fn sequence_operation(
        &mut self,
        sequence: Option<Val>,
        name: &str,
        args: &[Val],
        span: Span,
    ) -> Lowering<Val> {
        match (sequence, name, args) {
            (Some(s), "with", [at, value]) if s.term.sort().as_map().is_some_and(|(_, v)| v == value.term.sort()) => {
                let changed = Term::store(s.term, at.term.clone(), value.term.clone());
                Ok(Val::new(changed, s.ty))
            }
            (Some(s), "cleared", []) => Ok(Val::new(Self::zero(&s.ty), s.ty)),
            _ => Err(unsupported(span, format!("`{name}` of a sequence in a formula"))),
        }
    }

    /// What a method of the library is known to do where what it compares has `equals` and `hashCode` of the library: the model
    /// method beside it. What it compares are its arguments, but for one that is called `value`; if there are none, the
    /// elements of its object.
    pub(super) fn with_keys(
        &mut self,
        m: MethodRef<'a>,
        (object, target): (Option<&Val>, Option<&'a Expr>),
        args: &[Val],
        span: Span,
    ) -> MethodRef<'a> {
        if !is_of_library(m) {
            return m;
        }
        let class = match object.map(|o| &o.ty) {
            Some(Type::Class(id)) => *id,
            _ => m.class,
        };
        let Some(model) = self.model_beside(m, class) else {
            return m;
        };
        let params = model.decl.params.iter().zip(args);
        let mut compared = params
            .filter(|(p, _)| &*p.name.text != "value")
            .map(|(_, a)| a)
            .peekable();
        let known = match compared.peek() {
            Some(_) => compared.all(|a| !a.vague && (!a.ty.is_reference() || self.has_key(&a.ty))),
            None => target.is_some_and(|t| self.holds_keys(t)),
        };
        if !known {
            return m;
        }
        let text =
            "comparators and the like that the library calls with strings, numbers or enum constants do nothing else";
        self.rely_on(AssumptionKind::Library, span, text);
        model
    }

    /// Are the elements of a collection, by its type, strings, boxes or enum constants?
    fn holds_keys(&mut self, collection: &'a Expr) -> bool {
        let Some((written, scope)) = self.written_type(collection) else {
            return false;
        };
        let element = |ty: &TypeRef| self.classes().resolve(ty, Some(scope));
        let mut elements = written
            .args
            .iter()
            .map(|ty| element(ty).is_some_and(|ty| self.has_key(&ty)));
        !written.args.is_empty() && elements.all(|known| known) && !self.env.polluted
    }

    /// The model method of the library beside a method that a class has.
    fn model_beside(&self, m: MethodRef<'a>, class: ClassId) -> Option<MethodRef<'a>> {
        let beside = |id: ClassId| {
            let methods = self.classes().get(id).decl.into_iter().flat_map(|d| &d.methods);
            let same = methods.filter(|d| d.modifiers.model && d.name.text == m.decl.name.text);
            same.map(move |decl| MethodRef { class: id, decl })
        };
        let params = self.classes().parameters(m);
        let mut all = self.classes().ancestors(class).into_iter().flat_map(beside);
        all.find(|model| {
            let says_more = self.classes().is_subclass(model.class, m.class);
            says_more && self.classes().parameters(*model) == params
        })
    }

    /// Is an object of the type equal to others by its value, whoever made it, or to none but itself?
    pub(super) fn has_key(&self, ty: &Type) -> bool {
        let holds_number = match self.plain(ty) {
            Some(held) => !held.is_float(),
            None => false,
        };
        holds_number || self.is_string(ty) || self.is_enum(ty) || *ty == Type::Null
    }

    /// The key of an object.
    pub(super) fn key(&mut self, val: &Val) -> Term {
        let object = &val.term;
        // one part is left for null
        let parts = NUMBERS.len() as i64 + 4;
        let numbered = |value: Term, part: i64| Term::add(Term::mul(value, Term::int(parts)), Term::int(part));
        let texts = self.fixed(TEXTS, Sort::Int);
        let text = numbered(Term::select(texts.term(), object.clone()), 0);
        let others = self.fixed(&format!("{UNICODE}key"), Sort::Int);
        let other = numbered(Term::select(others.term(), object.clone()), 1);
        let truths = self.boxed_value(object, &Type::Bool).unwrap_or_else(Term::ff);
        let truth = numbered(Term::ite(truths, Term::int(1), Term::int(0)), 2);
        let values = self.boxed_value(object, &Type::INT).unwrap_or_else(|| Term::int(0));
        let mut kinds = vec![("String", text), ("Boolean", truth)];
        let numbers = NUMBERS.iter().zip(3..);
        kinds.extend(numbers.map(|(name, part)| (*name, numbered(values.clone(), part))));
        let is_kind = |name: &str| self.classes().known(name);
        let known = kinds.iter().find(|(name, _)| val.ty == Type::Class(is_kind(name)));
        if let Some((_, key)) = known {
            return Term::ite(Term::eq(object.clone(), Term::null()), Term::int(-1), key.clone());
        }
        let types = self.types();
        let number = Term::select(types.term(), object.clone());
        let of_class = |id: ClassId| Term::eq(number.clone(), Term::int(self.classes().exact(&Type::Class(id))));
        let key = kinds.into_iter().fold(other, |rest, (name, key)| {
            Term::ite(of_class(self.classes().known(name)), key, rest)
        });
        Term::ite(Term::eq(object.clone(), Term::null()), Term::int(-1), key)
    }
}

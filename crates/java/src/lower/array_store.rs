//! What arrays may hold: the dynamic type of an array decides, which may be more special than the type it is declared with.

use super::body::Body;
use super::value::{Lowering, Val};
use crate::syntax::ast::{Expr, ExprKind};
use crate::types::{DIMENSION, Type};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::{Kind, Sort, Term};

/// What the source says of the elements of an array.
pub(super) enum Elements {
    /// Their class is known.
    Known,
    /// It is one of which nothing is known: its name, if that is written.
    Unknown(Option<String>),
}

impl<'a> Body<'_, 'a> {
    /// An array may hold a value.
    pub(super) fn storable(&mut self, array: &Val, of: &Elements, val: &Val, span: Span) -> Lowering<()> {
        let Some(element) = array.ty.element().cloned() else {
            return Ok(());
        };
        if !element.is_reference() || val.ty == Type::Null || self.takes_all_of(&element) {
            return Ok(());
        }
        if self.surely_holds(array, &element, of, val) {
            return Ok(());
        }
        let types = self.types().term();
        let own = Term::select(types.clone(), array.term.clone());
        let mut ways = vec![Term::eq(val.term.clone(), Term::null())];
        ways.extend(self.known_ways(&array.ty, &own, val));
        let takes = self.unknown_choice("takes", span);
        let object = self.classes().object();
        match of {
            // what is below the class only Java knows
            Elements::Unknown(name) if base(&element) == &object => {
                let exact = name.as_ref().map(|name| self.number_of_array(&array.ty, Some(name)));
                ways.extend(exact.map(|exact| Term::eq(own, exact)));
                ways.push(takes);
            }
            _ => ways.push(Term::and([takes, Term::not(self.is_known_array(&own))])),
        }
        self.demand(Term::or(ways), CheckKind::ArrayStore, "ArrayStoreException", span)
    }

    /// Is it plain that an array may hold a value? It is an element of it already, or all that the array is declared to hold may
    /// be stored there.
    fn surely_holds(&self, array: &Val, element: &Type, of: &Elements, val: &Val) -> bool {
        if let Kind::Select(contents, _) = val.term.kind()
            && let Kind::Select(_, from) = contents.kind()
            && *from == array.term
        {
            return true;
        }
        let exact = array.term.as_var().is_some_and(|v| self.flow.exact.contains(v));
        let known = matches!(of, Elements::Known) && !self.env.polluted;
        exact && known && self.classes().is_assignable(&val.ty, element)
    }

    /// Do all arrays with elements of a type hold whatever is of that type?
    pub(super) fn takes_all_of(&self, element: &Type) -> bool {
        match element {
            Type::Class(id) => {
                let info = self.classes().get(*id);
                let object = info.decl.is_none() && !info.is_final;
                !object && !info.interface && !self.classes().has_subclass(*id)
            }
            Type::Array(inner) => !inner.is_reference(),
            _ => false,
        }
    }

    /// Ways in which an array whose dynamic type has a number holds a value: it takes what its type says, and what is exactly of the
    /// type of its elements, and what is of a subclass.
    fn known_ways(&mut self, ty: &Type, own: &Term, val: &Val) -> Vec<Term> {
        let types = self.types().term();
        let element_type = Term::sub(own.clone(), Term::int(DIMENSION));
        let mut ways = vec![
            Term::eq(own.clone(), Term::int(self.classes().exact(ty))),
            Term::eq(Term::select(types, val.term.clone()), element_type),
        ];
        let element = ty.element().cloned();
        for id in self.classes().ids() {
            let class = Type::Class(id);
            let is_below = element
                .as_ref()
                .is_some_and(|e| class != *e && self.classes().is_assignable(&class, e));
            if is_below && self.classes().has_subclass(id) && !self.classes().get(id).interface {
                let number = self.classes().exact(&Type::Array(Box::new(class.clone())));
                let fits = self.has_type(&val.term, &class);
                ways.push(Term::and([Term::eq(own.clone(), Term::int(number)), fits]));
            }
        }
        ways
    }

    /// Arrays of arrays, of interfaces and of classes of which nothing is known hold more than is said of those of known classes.
    fn is_known_array(&self, own: &Term) -> Term {
        let classes = self.classes().ids().filter(|id| !self.classes().get(*id).interface);
        let numbers = classes.map(|id| self.classes().exact(&Type::Array(Box::new(Type::Class(id)))));
        let known: Vec<Term> = numbers.map(|n| Term::eq(own.clone(), Term::int(n))).collect();
        Term::or(known)
    }

    /// What is written of the elements of the array that an element of is assigned to.
    pub(super) fn elements_of(&mut self, target: &'a Expr) -> Elements {
        let mut array = target;
        while let ExprKind::Index(inner, _) = &*array.kind {
            array = inner;
        }
        let written = self.written_type(array).filter(|(ty, _)| &*ty.name != "var");
        match written {
            Some((ty, scope)) => match self.unknown_class_of(&ty, scope) {
                Some(name) => Elements::Unknown(Some(name)),
                None => Elements::Known,
            },
            None => match &*array.kind {
                ExprKind::NewArray(ty, ..) => match self.unknown_class_of(ty, self.class) {
                    Some(name) => Elements::Unknown(Some(name)),
                    None => Elements::Known,
                },
                _ => Elements::Unknown(None),
            },
        }
    }

    /// The number of the dynamic type of a new array, perhaps of a class of which nothing is known.
    pub(super) fn number_of_array(&mut self, ty: &Type, unknown: Option<&str>) -> Term {
        let Some(name) = unknown else {
            return Term::int(self.classes().exact(ty));
        };
        let mut dims = 0;
        let mut at = ty;
        while let Type::Array(element) = at {
            dims += 1;
            at = element;
        }
        Term::add(self.number_of_unknown(name), Term::int(dims * DIMENSION))
    }

    /// The number of a class of which nothing is known: that of no class that is known, and of none below a given one.
    fn number_of_unknown(&mut self, class: &str) -> Term {
        let name = format!("\\class {class}");
        let is_new = !self.heap.contains_key(&format!("~{name}"));
        let number = Term::select(self.fixed(&name, Sort::Int).term(), Term::null());
        if is_new {
            let (least, most) = (Term::int(0), Term::int(DIMENSION));
            let mut facts = vec![Term::lt(least, number.clone()), Term::lt(number.clone(), most)];
            for id in self.classes().ids() {
                let info = self.classes().get(id);
                let (low, high) = info.interval;
                let high = if info.decl.is_some() { high } else { low };
                facts.push(Term::or([
                    Term::lt(number.clone(), Term::int(low)),
                    Term::lt(Term::int(high), number.clone()),
                ]));
            }
            self.facts.extend(facts);
        }
        number
    }
}

/// The type of the elements of an array, of its rows and so on.
fn base(ty: &Type) -> &Type {
    match ty {
        Type::Array(element) => base(element),
        _ => ty,
    }
}

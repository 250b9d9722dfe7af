//! Objects, fields and arrays.

use super::body::Body;
use super::state::HeapKind;
use super::value::{Lowering, Val, View, sort_of, wrong};
use crate::ints;
use crate::types::{ClassId, FieldRef, IntKind, Type};
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::heap::TYPE_OF;
use abide_logic::{Int, Sort, Term, Var};

impl<'a> Body<'_, 'a> {
    pub(super) fn heap_var(&mut self, key: String, name: &str, sort: Sort, kind: HeapKind) -> Var {
        let draft = &mut self.draft;
        self.heap.var(key, kind, || draft.fresh(name, sort))
    }

    /// The map of an instance field.
    pub(super) fn field_map(&mut self, class: ClassId, name: &str, ty: &Type) -> Var {
        let sort = Sort::map(Sort::Ref, sort_of(ty));
        // a name declared twice is not Java, but may come
        let key = format!("{}#{}.{name}: {sort}", class.0, self.classes().get(class).path);
        let kind = HeapKind::Field(class, name.to_string(), ty.clone());
        self.heap_var(key, &format!(".{name}"), sort, kind)
    }

    /// The variable of a static field.
    pub(super) fn static_var(&mut self, class: ClassId, name: &str, ty: &Type) -> Var {
        let path = self.classes().get(class).path.clone();
        let kind = HeapKind::Static(class, name.to_string(), ty.clone());
        let key = format!("{path}.{name}: {}", sort_of(ty));
        self.heap_var(key, &format!("{path}.{name}"), sort_of(ty), kind)
    }

    /// The contents of arrays with that element type.
    pub(super) fn elements_map(&mut self, element: &Type) -> Var {
        let element = if element.is_reference() {
            self.classes().object()
        } else {
            element.clone()
        };
        let name = format!("{}[]", self.classes().show(&element));
        let sort = Sort::map(Sort::Ref, Sort::map(Sort::Int, sort_of(&element)));
        self.heap_var(name.clone(), &name, sort, HeapKind::Elements(element))
    }

    /// A map from references that never changes.
    pub(super) fn fixed(&mut self, name: &str, value: Sort) -> Var {
        let sort = Sort::map(Sort::Ref, value);
        self.heap_var(format!("~{name}"), name, sort, HeapKind::Fixed)
    }

    pub(super) fn lengths(&mut self) -> Var {
        self.fixed(".length", Sort::Int)
    }

    pub(super) fn types(&mut self) -> Var {
        self.fixed(TYPE_OF, Sort::Int)
    }

    pub(super) fn allocated(&mut self) -> Var {
        let sort = Sort::map(Sort::Ref, Sort::Bool);
        self.heap_var("~alloc".into(), "\\allocated", sort, HeapKind::Allocated)
    }

    /// An object that is always there, such as an enum constant.
    pub(super) fn constant_object(&mut self, name: &str) -> Var {
        self.heap_var(
            format!("~{name}"),
            name,
            Sort::Ref,
            HeapKind::Constant(name.to_string()),
        )
    }

    /// Is it a part of the heap that never changes?
    pub(super) fn is_fixed(&self, var: &Var) -> bool {
        let mut all = self.heap.values();
        all.any(|h| h.var == *var && matches!(h.kind, HeapKind::Fixed | HeapKind::Constant(_)))
    }

    /// A variable as it is in a view.
    pub(super) fn at(&mut self, view: View, var: &Var) -> Term {
        let View::At(number) = view else { return var.term() };
        if self.is_fixed(var) {
            return var.term();
        }
        self.draft.keep(number, var)
    }

    /// The type of a field.
    pub(super) fn field_type(&mut self, f: FieldRef<'a>) -> Lowering<Type> {
        match self.classes().resolve(&f.decl.ty, Some(f.class)) {
            // a parameter of the method that reads it is another one
            Some(ty) => Ok(ty),
            None => self.resolve_in(&f.decl.ty, f.class),
        }
    }

    /// A field read: a map at an object, or a variable.
    pub(super) fn field_term(&mut self, f: FieldRef<'a>, object: Option<&Term>, view: View) -> Lowering<Val> {
        let ty = self.field_type(f)?;
        if f.is_static {
            if let Some(constant) = self.constant_of(f, &ty) {
                return Ok(constant);
            }
            let known = self.heap.len();
            let var = self.static_var(f.class, &f.decl.name.text, &ty);
            if self.heap.len() > known {
                self.final_object(f, &var, &ty);
            }
            return Ok(Val::new(self.at(view, &var), ty));
        }
        if let Some(constant) = self.constant_of(f, &ty) {
            return Ok(constant);
        }
        let map = self.field_map(f.class, &f.decl.name.text, &ty);
        let object = object.cloned().unwrap_or_else(Term::null);
        Ok(Val::new(Term::select(self.at(view, &map), object), ty))
    }

    /// An array element.
    pub(super) fn element_term(&mut self, array: &Val, index: &Term, view: View) -> Val {
        let element = array.ty.element().cloned().unwrap_or_else(|| self.classes().object());
        let map = self.elements_map(&element);
        let contents = Term::select(self.at(view, &map), array.term.clone());
        Val::new(Term::select(contents, index.clone()), element)
    }

    /// The length of an array, which is not negative.
    pub(super) fn length_term(&mut self, array: &Term) -> Val {
        let lengths = self.lengths();
        let high = ints::range(IntKind::Int).map(|r| r.high);
        Val {
            term: Term::select(lengths.term(), array.clone()),
            ty: Type::INT,
            low: Some(Int::ZERO),
            high,
            vague: false,
            mixed: false,
        }
    }

    /// An enum constant; all constants of an enum are different objects.
    pub(super) fn enum_constant(&mut self, class: ClassId, name: &str) -> Term {
        let path = self.classes().get(class).path.clone();
        let known = self.heap.contains_key(&format!("~{path}.{name}"));
        let var = self.constant_object(&format!("{path}.{name}"));
        if !known {
            let number = self.classes().enum_constant(class, name).unwrap_or(0);
            let ordinals = self.fixed("\\ordinal", Sort::Int);
            let own = var.term();
            // a constant with a body has a class of its own
            let constant = self.classes().get(class).decl.and_then(|d| d.constants.get(number));
            let body = constant.and_then(|c| self.classes().constant_class(class, c));
            let exact = self.classes().exact(&Type::Class(body.unwrap_or(class)));
            let types = self.types();
            let allocated = self.allocated();
            self.facts.extend([
                Term::ne(own.clone(), Term::null()),
                Term::select(allocated.term(), own.clone()),
                Term::eq(Term::select(types.term(), own.clone()), Term::int(exact)),
                Term::eq(Term::select(ordinals.term(), own), Term::int(number as i64)),
            ]);
        }
        var.term()
    }

    /// The place in an enum of an object of it.
    pub(super) fn ordinal(&mut self, object: &Term) -> Term {
        let ordinals = self.fixed("\\ordinal", Sort::Int);
        Term::select(ordinals.term(), object.clone())
    }

    /// A new object of exactly this type; its fields or elements are not set yet.
    pub(super) fn allocate(&mut self, ty: &Type, length: Option<Term>, span: Span) -> Val {
        let number = Term::int(self.classes().exact(ty));
        self.allocate_as(ty, number, length, span)
    }

    /// A new object with that dynamic type.
    pub(super) fn allocate_as(&mut self, ty: &Type, number: Term, length: Option<Term>, span: Span) -> Val {
        let object = self.temp("new", Sort::Ref);
        let allocated = self.allocated();
        let types = self.types();
        self.emit(StmtKind::Havoc(vec![object.clone()]), span);
        let own = object.term();
        let mut facts = vec![
            Term::ne(own.clone(), Term::null()),
            Term::not(Term::select(allocated.term(), own.clone())),
            Term::eq(Term::select(types.term(), own.clone()), number),
        ];
        if let Some(length) = length {
            let lengths = self.lengths();
            facts.push(Term::eq(Term::select(lengths.term(), own.clone()), length));
        }
        self.assume(Term::and(facts), span);
        let grown = Term::store(allocated.term(), own.clone(), Term::tt());
        self.assign(&allocated, grown, span);
        self.wrote_new(&allocated, None);
        Val::new(own, ty.clone())
    }

    /// Writes a map at an object, and remembers that.
    pub(super) fn store(&mut self, map: &Var, object: &Term, value: Term, fresh: bool, span: Span) {
        let stored = Term::store(map.term(), object.clone(), value);
        self.assign(map, stored, span);
        match fresh {
            true => self.wrote_new(map, Some(object)),
            false => self.wrote(map, Some(object)),
        }
    }

    /// Objects may have been allocated; what was before.
    pub(super) fn grow(&mut self, span: Span) -> Var {
        let allocated = self.allocated();
        let before = self.temp("before", allocated.sort().clone());
        self.assign(&before, allocated.term(), span);
        self.emit(StmtKind::Havoc(vec![allocated.clone()]), span);
        self.wrote_new(&allocated, None);
        let grown = self.still_allocated(before.term(), allocated.term());
        self.assume(grown, span);
        before
    }

    /// What was allocated before is now.
    pub(super) fn still_allocated(&mut self, before: Term, now: Term) -> Term {
        let r = self.fresh("r", Sort::Ref);
        let kept = Term::implies(Term::select(before, r.term()), Term::select(now, r.term()));
        Term::forall([r], kept)
    }

    /// Does a change of the heap alter the term?
    fn reads_heap(&self, term: &Term) -> bool {
        let free = term.free_vars();
        free.iter().any(|v| self.heap.has(v))
    }

    /// The term, or a temporary with its value if a change of the heap alters it.
    pub(super) fn save_term(&mut self, term: Term, span: Span) -> Term {
        if !self.reads_heap(&term) {
            return term;
        }
        let kept = self.temp("t", term.sort().clone());
        self.kept_from(&kept, &term);
        self.assign(&kept, term, span);
        kept.term()
    }

    /// The same for a value.
    pub(super) fn save_from_heap(&mut self, val: Val, span: Span) -> Val {
        Val {
            term: self.save_term(val.term, span),
            ..val
        }
    }

    /// The value a variable of a type begins with.
    pub(super) fn zero(ty: &Type) -> Term {
        match ty {
            Type::Bool => Term::ff(),
            Type::Set(_) => Term::constant_map(Sort::Ref, Term::ff()),
            Type::Seq(element) => Term::constant_map(Sort::Int, Self::zero(element)),
            _ if ty.is_reference() => Term::null(),
            _ => Term::int(0),
        }
    }

    /// Gives all fields of a new object, or all elements of a new array, their first values.
    pub(super) fn clear(&mut self, object: &Val, span: Span) -> Lowering<()> {
        self.clear_ghosts(object, span);
        match &object.ty {
            Type::Array(element) => {
                let map = self.elements_map(element);
                let zeros = Term::constant_map(Sort::Int, Self::zero(element));
                self.store(&map, &object.term, zeros, true, span);
            }
            Type::Class(id) => {
                for up in self.classes().ancestors(*id) {
                    let Some(decl) = self.classes().get(up).decl else {
                        continue;
                    };
                    for field in &decl.fields {
                        if field.modifiers.is_static || self.classes().get(up).interface {
                            continue;
                        }
                        let f = FieldRef {
                            class: up,
                            decl: field,
                            is_static: false,
                        };
                        let ty = self.field_type(f)?;
                        let map = self.field_map(up, &field.name.text, &ty);
                        self.store(&map, &object.term, Self::zero(&ty), true, span);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A run-time check: throws where that can be caught or is allowed, else must be proved.
    pub(super) fn demand(&mut self, holds: Term, kind: CheckKind, exception: &str, span: Span) -> Lowering<()> {
        if holds.is_true() {
            return Ok(());
        }
        if self.may_throw(exception) {
            let ((), otherwise) = self.block(|b| b.throw_new(exception, span))?;
            self.emit(StmtKind::If(Some(holds), Vec::new(), otherwise), span);
        } else {
            self.check(holds, kind, span, None);
        }
        Ok(())
    }

    /// A variable that is never null takes a value.
    pub(super) fn owe_non_null(&mut self, val: &Val, span: Span) {
        let holds = Term::ne(val.term.clone(), Term::null());
        self.check(holds, CheckKind::Null, span, None);
    }

    /// `object` may be dereferenced.
    pub(super) fn not_null(&mut self, object: &Val, span: Span) -> Lowering<()> {
        if !object.ty.is_reference() {
            return Err(wrong(span, "an object is needed here"));
        }
        let is_this = self.this.as_ref().is_some_and(|t| t.term == object.term);
        if is_this {
            return Ok(());
        }
        let holds = Term::ne(object.term.clone(), Term::null());
        self.demand(holds, CheckKind::Null, "NullPointerException", span)
    }

    /// `array[index]` may be accessed.
    pub(super) fn in_bounds(&mut self, array: &Val, index: &Term, span: Span) -> Lowering<()> {
        let length = self.length_term(&array.term).term;
        let holds = Term::and([Term::le(Term::int(0), index.clone()), Term::lt(index.clone(), length)]);
        self.demand(holds, CheckKind::Bounds, "ArrayIndexOutOfBoundsException", span)
    }
}

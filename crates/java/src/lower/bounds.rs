//! What the bounds of type parameters say of values: what a parameter is when the program runs.
//!
//! No unchecked cast and no raw type puts an object of another class where a bound is: the machine knows fields, results and
//! parameters by their first bounds. Of what a type parameter stands for more special types it knows nothing, and whoever takes
//! something as one of these checks it.

use super::body::Body;
use super::value::{Lowering, Val};
use crate::syntax::ast::{self, Expr, ExprKind, TypeRef};
use crate::types::{ClassId, FieldRef, MethodRef, Type};
use abide_base::Span;
use abide_ir::CheckKind;
use abide_logic::Term;

/// What Java needs a value for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Needs {
    /// To make a text of it, where only a text is taken as such.
    Text,
    /// To give it to a method, whose parameter may be of a more general type.
    Argument,
    /// Something for which its type is needed.
    Type,
}

impl<'a> Body<'_, 'a> {
    /// What a type parameter is when the program runs, if that is a class of which something is known, or an array of such.
    /// Without a method it is the type of a field.
    pub(super) fn bound_in(&self, ty: &TypeRef, class: ClassId, m: Option<&ast::Method>) -> Option<Type> {
        let erased = self.classes().erased(ty, class, m);
        if erased.ty.name == ty.name {
            return None;
        }
        let bound = self.classes().resolve(&erased.ty, Some(erased.scope))?;
        let given = |id: ClassId| self.classes().get(id).decl.is_some();
        match base(&bound) {
            Type::Class(id) if given(*id) || self.classes().interval(base(&bound)).is_some() => Some(bound),
            _ => None,
        }
    }

    /// What Java takes a type parameter for in the method itself, if that is a given class. To callers it is something more special.
    pub(super) fn bound_of(&self, ty: &TypeRef) -> Option<Type> {
        let m = Some(self.method.decl);
        self.known_bound(ty, self.class, m)
    }

    /// The bound of a type parameter, if it is a given class and Java knows nothing else of the parameter.
    pub(super) fn known_bound(&self, ty: &TypeRef, class: ClassId, m: Option<&ast::Method>) -> Option<Type> {
        let bound = self.bound_in(ty, class, m)?;
        let given = matches!(base(&bound), Type::Class(id) if self.classes().get(*id).decl.is_some());
        (given && self.classes().erased(ty, class, m).is_all).then_some(bound)
    }

    /// The type of what is stored in a field: of a type parameter its bound.
    pub(super) fn stored_type(&self, f: FieldRef<'a>, ty: Type) -> Type {
        self.bound_in(&f.decl.ty, f.class, None).unwrap_or(ty)
    }

    /// What the bound says of a value whose type is a type parameter.
    pub(super) fn of_bound(&mut self, val: &Val, bound: Option<Type>, span: Span) {
        if let Some(bound) = bound {
            let fact = self.well_typed(&val.term, &bound);
            self.assume(fact, span);
        }
    }

    /// What has been read of a field, as Java takes it: what stands for itself, in the class that has the parameter, is of its bound.
    pub(super) fn read_member(
        &mut self,
        val: Val,
        f: FieldRef<'a>,
        target: (Option<&Val>, Option<&'a Expr>),
        span: Span,
    ) -> Val {
        if !self.classes().is_type_param(&f.decl.ty.name, f.class) {
            return val;
        }
        let (object, written) = target;
        if !self.is_itself(&f.decl.ty, f.class, object, written) {
            let ty = written.and_then(|t| self.type_in(&f.decl.ty, f.class, t));
            return match ty {
                Some(ty) => self.known(Val::new(val.term, ty), span),
                None => val.vague_if(true),
            };
        }
        let ty = self.known_bound(&f.decl.ty, f.class, None);
        Val::new(val.term, ty.unwrap_or(val.ty)).vague_if(val.vague)
    }

    /// What a call has given back, in the same way.
    pub(super) fn result_as_taken(&mut self, val: Val, m: MethodRef<'a>, target: (Option<&Val>, Option<&Expr>)) -> Val {
        let (object, written) = target;
        if m.decl.type_params.iter().any(|p| p.name.text == m.decl.result.name) {
            return val.vague_if(true);
        }
        if !self.classes().is_type_param(&m.decl.result.name, m.class) {
            return val;
        }
        if !self.is_itself(&m.decl.result, m.class, object, written) {
            return val.vague_if(true);
        }
        let ty = self.known_bound(&m.decl.result, m.class, Some(m.decl));
        Val::new(val.term, ty.unwrap_or(val.ty)).vague_if(val.vague)
    }

    /// Does the type parameter of a member stand for itself here: in the class that has it, and of an object of just that class?
    fn is_itself(&self, ty: &TypeRef, class: ClassId, object: Option<&Val>, target: Option<&Expr>) -> bool {
        let own = target.is_none_or(|t| matches!(&*t.kind, ExprKind::This(_)));
        own && !self.is_vague_member(ty, class, own) && object.is_some_and(|o| o.ty == Type::Class(class))
    }

    /// An array that is looked into, and whose elements have a type parameter as their type, is taken as one of what that stands
    /// for. Where casts are not checked it need not be one.
    pub(super) fn array_as_taken(&mut self, val: &Val, e: &'a Expr) -> Lowering<()> {
        if !self.env.polluted_arrays || !val.vague || !matches!(val.ty, Type::Array(_)) {
            return Ok(());
        }
        match self.member_as_taken(e) {
            Some(taken) if taken == val.ty => Ok(()),
            taken => self.is_array_of(val, taken.as_ref(), e.span),
        }
    }

    /// An array is one of a type, if that is known.
    pub(super) fn is_array_of(&mut self, val: &Val, ty: Option<&Type>, span: Span) -> Lowering<()> {
        let mut ways = vec![Term::eq(val.term.clone(), Term::null())];
        match ty.filter(|ty| self.classes().interval(base(ty)).is_some()) {
            Some(ty) => ways.push(self.has_type(&val.term, ty)),
            None => ways.push(self.unknown_choice("taken", span)),
        }
        self.demand(Term::or(ways), CheckKind::Cast, "ClassCastException", span)
    }

    /// Something whose type is a type parameter is taken as what that stands for, where Java needs to know. Where casts are not
    /// checked it need not be that.
    pub(super) fn value_as_taken(&mut self, val: &Val, e: &'a Expr, needs: Needs) -> Lowering<()> {
        let object = self.classes().object();
        if !self.env.polluted || !val.vague || val.ty != object {
            return Ok(());
        }
        let taken = self.member_as_taken(e).filter(|ty| *ty != object);
        let Some(taken) = taken.filter(|ty| needs != Needs::Text || self.is_string(ty)) else {
            return Ok(());
        };
        let mut ways = vec![
            Term::eq(val.term.clone(), Term::null()),
            self.has_type(&val.term, &taken),
        ];
        if needs == Needs::Argument || self.classes().interval(&taken).is_none() {
            ways.push(self.unknown_choice("taken", e.span));
        }
        self.demand(Term::or(ways), CheckKind::Cast, "ClassCastException", e.span)
    }

    /// A number or truth value is taken out of something whose type is a type parameter: first it is taken as what that
    /// stands for, which is a box.
    pub(super) fn box_as_taken(&mut self, val: Val, e: &'a Expr) -> Lowering<Val> {
        if !self.env.polluted || !val.vague || val.ty != self.classes().object() {
            return Ok(val);
        }
        match self.member_as_taken(e).filter(|ty| self.is_box(ty)) {
            Some(taken) => self.cast(val, &taken, e.span),
            None => Ok(val),
        }
    }

    /// Arguments for parameters whose type is a type parameter are taken as what that stands for.
    pub(super) fn arguments_as_taken(&mut self, m: MethodRef<'a>, values: &[Val], args: &'a [Expr]) -> Lowering<()> {
        for ((val, e), param) in values.iter().zip(args).zip(&m.decl.params) {
            if self.classes().is_parameter(&param.ty, m.class, m.decl) {
                self.value_as_taken(val, e, Needs::Argument)?;
            }
        }
        Ok(())
    }

    /// The same of a constructor of a class, or, where that is not known, of all arguments.
    pub(super) fn made_as_taken(&mut self, class: ClassId, values: &[Val], args: &'a [Expr]) -> Lowering<()> {
        let mut all = self.classes().constructors(class);
        all.retain(|m| m.decl.params.len() == args.len());
        if let Some(m) = self.best(all, values) {
            return self.arguments_as_taken(m, values, args);
        }
        for (val, e) in values.iter().zip(args) {
            self.value_as_taken(val, e, Needs::Argument)?;
        }
        Ok(())
    }

    /// What Java takes a field or what a call gives back for, whose type is a type parameter of a class or an array of such.
    fn member_as_taken(&mut self, e: &'a Expr) -> Option<Type> {
        let target = match &*e.kind {
            ExprKind::Field(target, _) | ExprKind::Call(Some(target), ..) => target,
            _ => return None,
        };
        let (written, scope) = self.written_type(target)?;
        let Type::Class(class) = self.classes().resolve(&written, Some(scope))? else {
            return None;
        };
        let (ty, class) = match &*e.kind {
            ExprKind::Field(_, name) => {
                let f = self.classes().field(class, &name.text)?;
                (&f.decl.ty, f.class)
            }
            ExprKind::Call(_, name, args) => match self.classes().methods(class, &name.text, args.len()).as_slice() {
                [m] if m.decl.type_params.is_empty() => (&m.decl.result, m.class),
                _ => return None,
            },
            _ => return None,
        };
        let plain = TypeRef { dims: 0, ..ty.clone() };
        let (given, scope) = self.stands_for(&plain, class, target)?;
        let erased = self.classes().erased(&given, scope, Some(self.method.decl));
        let taken = self.classes().resolve(&erased.ty, Some(erased.scope))?;
        Some((0..ty.dims).fold(taken, |t, _| Type::Array(Box::new(t))))
    }
}

/// The type of the elements of an array, of its rows and so on.
fn base(ty: &Type) -> &Type {
    match ty {
        Type::Array(element) => base(element),
        _ => ty,
    }
}

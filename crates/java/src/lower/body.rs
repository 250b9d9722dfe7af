//! The state of lowering one method.

use super::environment::Environment;
use super::flow::{Flow, Parts};
use super::state::{Defined, Dirty, Frame, HeapKind, JumpTarget, Measure};
use super::value::{Local, Lowering, Val, sort_of, unsupported};
use crate::syntax::ast;
use crate::types::{ClassId, Classes, MethodRef, Type};
use abide_base::{Diagnostic, Span};
use abide_frontend::draft::Draft;
use abide_frontend::heap::Heap;
use abide_ir::StmtKind;
use abide_logic::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

/// A method on its way to a routine.
pub(super) struct Body<'w, 'a> {
    pub(super) env: &'w Environment<'a>,
    /// The method being verified, or the one being inlined.
    pub(super) class: ClassId,
    pub(super) method: MethodRef<'a>,
    /// The method being verified.
    pub(super) verified: MethodRef<'a>,
    /// Its measures, in its pre-state.
    pub(super) measures: Vec<Measure>,
    pub(super) inlined: Vec<*const ast::Method>,
    /// Methods that are called by their contracts, by routine.
    pub(super) relies: BTreeSet<String>,
    /// Classes whose initialisers are being read.
    pub(super) initialising: Vec<ClassId>,
    /// The class of the routine.
    pub(super) routine_class: ClassId,
    /// The class whose static initialiser is being verified.
    pub(super) initialises: Option<ClassId>,
    /// The variables around classes in bodies, as `this` sees them.
    pub(super) captured: Vec<(ClassId, Local)>,
    /// `this` of the routine, also in a constructor.
    pub(super) first_this: Option<Val>,
    pub(super) draft: Draft,
    /// Heap variables by key.
    pub(super) heap: Heap<HeapKind>,
    /// The parameters of the present method as they came in.
    pub(super) params: Vec<Local>,
    /// The snapshot of the state in which the present method began.
    pub(super) pre: usize,
    pub(super) scopes: Vec<Vec<Local>>,
    /// The local variables that annotations have declared.
    pub(super) ghost_locals: BTreeSet<Var>,
    /// All variables of the source, with their types.
    pub(super) named: Vec<(Var, Type)>,
    pub(super) this: Option<Val>,
    /// `this` of the method being verified, also while another one is inlined.
    pub(super) root: Option<Val>,
    /// Objects whose constructors are being verified or read.
    pub(super) making: Vec<Term>,
    /// Objects whose invariants may be broken.
    pub(super) dirty: Dirty<'a>,
    /// What is known at the present place, and what had been written where code jumps to labels.
    pub(super) flow: Flow,
    pub(super) at_labels: BTreeMap<String, Parts>,
    pub(super) result: Option<Var>,
    /// The type of what the present method returns.
    pub(super) own_result: Type,
    /// The exception being thrown; null when none is.
    pub(super) thrown: Var,
    pub(super) frames: Vec<JumpTarget>,
    /// Types of exceptions the contract allows to leave the method.
    pub(super) allowed: Vec<Vec<Type>>,
    /// What makes the formula that is being read defined.
    pub(super) defined: Vec<Defined>,
    /// Bound variables of formulas and their types: no reference among them is null.
    pub(super) bound: Vec<(Var, Type)>,
    /// Top-level classes where it matters whether assertions are switched on.
    pub(super) asserting: BTreeSet<ClassId>,
    /// Whether they are, in these.
    pub(super) assertions: BTreeMap<ClassId, Var>,
    /// Sums in formulas, and how they unfold.
    pub(super) sums: Vec<(Term, Term)>,
    /// The types that formulas write out, by number.
    pub(super) literals: BTreeMap<i64, Type>,
    /// What may be written, by the contract.
    pub(super) frame: Vec<(Term, Frame)>,
}

impl Deref for Body<'_, '_> {
    type Target = Draft;

    fn deref(&self) -> &Draft {
        &self.draft
    }
}

impl DerefMut for Body<'_, '_> {
    fn deref_mut(&mut self) -> &mut Draft {
        &mut self.draft
    }
}

impl<'a> Body<'_, 'a> {
    pub(super) fn classes(&self) -> &Classes<'a> {
        self.env.classes
    }

    /// Keeps a value in a temporary.
    pub(super) fn save(&mut self, val: Val, span: Span) -> Val {
        let constant = val.term.free_vars().is_empty();
        if constant || val.ty == Type::Void {
            return val;
        }
        let temp = self.temp("t", val.term.sort().clone());
        self.kept_from(&temp, &val.term);
        self.assign(&temp, val.term, span);
        Val {
            term: temp.term(),
            ..val
        }
    }

    /// An arbitrary value of a type, for one that is not known.
    pub(super) fn arbitrary(&mut self, ty: &Type, span: Span) -> Val {
        self.guesses.insert(span);
        let temp = self.temp("any", sort_of(ty));
        self.emit(StmtKind::Havoc(vec![temp.clone()]), span);
        let fact = self.well_typed(&temp.term(), ty);
        self.assume(fact, span);
        Val::new(temp.term(), ty.clone())
    }

    /// An arbitrary object of a type.
    pub(super) fn some_object(&mut self, ty: &Type, span: Span) -> Val {
        let val = self.arbitrary(ty, span);
        self.assume(Term::ne(val.term.clone(), Term::null()), span);
        val
    }

    pub(super) fn find_local(&self, name: &str) -> Option<Local> {
        let all = self.scopes.iter().rev().flat_map(|s| s.iter().rev());
        all.into_iter().find(|l| l.name == name).cloned()
    }

    pub(super) fn declare(&mut self, name: &str, ty: Type, non_null: bool) -> Var {
        let var = self.temp(name, sort_of(&ty));
        self.bring(Local {
            name: name.to_string(),
            var: var.clone(),
            ty,
            non_null,
            vague: false,
            plain_object: false,
        });
        var
    }

    /// A variable whose type is that of its first value.
    pub(super) fn declare_inferred(&mut self, name: &str, ty: Type, vague: bool) -> Var {
        let var = self.declare(name, ty, false);
        if let Some(local) = self.scopes.last_mut().and_then(|s| s.last_mut()) {
            local.vague = vague;
        }
        var
    }

    pub(super) fn bring(&mut self, local: Local) {
        self.named.push((local.var.clone(), local.ty.clone()));
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(local);
        }
    }

    /// The type a reference in the present method means.
    pub(super) fn resolve(&mut self, ty: &ast::TypeRef) -> Lowering<Type> {
        match self.bound_of(ty) {
            Some(bound) => Ok(bound),
            None => self.resolve_in(ty, self.class),
        }
    }

    pub(super) fn resolve_in(&mut self, ty: &ast::TypeRef, class: ClassId) -> Lowering<Type> {
        let own = MethodRef {
            class,
            decl: self.method.decl,
        };
        self.resolve_of(ty, own)
    }

    /// The type a reference in the declaration of a method means.
    pub(super) fn resolve_of(&mut self, ty: &ast::TypeRef, m: MethodRef<'a>) -> Lowering<Type> {
        let class = m.class;
        let param = self.classes().is_parameter(ty, class, m.decl);
        if let (false, Some(found)) = (param, self.classes().resolve(ty, Some(class))) {
            return Ok(found);
        }
        if !param {
            let name = ty.name.clone();
            self.warn(
                Diagnostic::warning(ty.span, format!("nothing is known of the class `{name}`"))
                    .note("its objects are arbitrary, and so is what its methods do"),
            );
        }
        let object = self.classes().object();
        Ok((0..ty.dims).fold(object, |t, _| Type::Array(Box::new(t))))
    }

    /// Does a type stand for any, as a parameter of the class or of the method?
    pub(super) fn is_type_param(&self, ty: &ast::TypeRef, class: ClassId) -> bool {
        self.classes().is_parameter(ty, class, self.method.decl)
    }

    /// The type a reference means, where what is below it must be known.
    pub(super) fn resolve_known(&mut self, ty: &ast::TypeRef, class: ClassId) -> Lowering<Type> {
        if self.classes().resolve(ty, Some(class)).is_none() && !self.classes().is_type_param(&ty.name, class) {
            return Err(unsupported(
                ty.span,
                format!("the class `{}`, of which nothing is known", ty.name),
            ));
        }
        self.resolve_in(ty, class)
    }

    /// Who relies on a contract has to know all of it.
    pub(super) fn knows_contract(&mut self, m: MethodRef<'a>, span: Span) {
        if let Some(unread) = self.env.unread_of_contract(m).first() {
            let message = format!("the contract of `{}` is not read as a whole", m.decl.name.text);
            let warning = Diagnostic::warning(span, message).related(unread.span, "this is not read");
            self.leave_out(warning);
        }
    }

    /// Who writes a field has to know all that is said of its class and of those below it.
    pub(super) fn knows_class(&mut self, class: ClassId, span: Span) {
        let own = self.env.unread(self.verified);
        let concerned = |id: &ClassId| *id == class || self.classes().is_subclass(*id, class);
        let declared = self.classes().ids().filter(concerned);
        let mut unread = declared
            .filter_map(|id| self.classes().get(id).decl)
            .flat_map(|d| &d.unread);
        if let Some(first) = unread.find(|u| !own.contains(u)) {
            let message = "a clause about the class of this field is not read";
            let warning = Diagnostic::warning(span, message).related(first.span, "this is not read");
            self.leave_out(warning);
        }
    }

    pub(super) fn is_subtype(&self, exception: &str, ty: &Type) -> bool {
        let known = Type::Class(self.classes().known(exception));
        self.classes().is_assignable(&known, ty)
    }
}

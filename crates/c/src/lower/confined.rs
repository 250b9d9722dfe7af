//! Functions that reach no memory but what they are given pointers to: those whose pointers all come from their
//! parameters, as they neither name other memory nor read pointers from it.

use super::body::Body;
use super::library;
use super::random::is_random;
use crate::syntax::ast::{
    BinaryOp, Decl, Expr, ExprKind as E, Function, Init, StmtKind as S, Type as Written, UnaryOp,
};
use crate::syntax::walk;
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// The types of parameters and variables by name; of a name that means several things, all of them.
type Variables<'f> = BTreeMap<&'f str, BTreeSet<Type>>;

impl Body<'_, '_> {
    /// Does a call of the function write only into blocks that it is given, into its own variables and into variables
    /// of the file that it names?
    pub(super) fn is_confined(&self, name: &str) -> bool {
        let makes_blocks = self.may_allocate(name);
        self.called_from(name).iter().all(|called| {
            let callee = self.env.callees.get(called);
            match callee.and_then(|c| c.function) {
                Some(function) => {
                    let returns = self.env.types.resolve(&function.result);
                    let leaves_none = !makes_blocks || matches!(returns, Type::Void) || self.is_plain(&returns);
                    leaves_none && callee.is_some_and(|c| c.contract.is_none()) && self.uses_what_it_is_given(function)
                }
                None => !self.env.is_of_program(called) && is_plain_function(called),
            }
        })
    }

    fn uses_what_it_is_given(&self, function: &Function) -> bool {
        let resolved = |ty: &Written| self.env.types.resolve(ty).decayed();
        let is_allowed = |ty: &Written| self.leads_to_numbers(&resolved(ty));
        let mut fine = function.broken.is_none() && !function.variadic;
        fine &= function.params.iter().all(|p| is_allowed(&p.ty));
        let mut own = Variables::new();
        for param in &function.params {
            let name = param.name.as_ref().map_or("", |n| &*n.text);
            own.entry(name).or_default().insert(resolved(&param.ty));
        }
        walk::statements(&function.body, &mut |s| {
            let S::Decl(all) = &s.kind else { return };
            for d in all {
                own.entry(&d.name.text).or_default().insert(resolved(&d.ty));
            }
        });
        let returns = resolved(&function.result);
        walk::statements(&function.body, &mut |s| {
            match &s.kind {
                S::Decl(all) => {
                    let is_own = |d: &Decl| {
                        !(d.storage.is_static || d.storage.is_extern || d.storage.thread_local || d.storage.typedef)
                    };
                    let is_made = |d: &Decl| match &d.init {
                        Some(Init::Expr(value)) => self.comes_from(&resolved(&d.ty), value, &own),
                        Some(Init::List(..)) => {
                            matches!(self.env.types.resolve(&d.ty), Type::Array(..) | Type::Record(_))
                        }
                        None => true,
                    };
                    fine &= all.iter().all(|d| is_own(d) && is_allowed(&d.ty) && is_made(d));
                }
                S::Return(Some(value)) => fine &= self.comes_from(&returns, value, &own),
                S::Record(_) | S::Asm(_) | S::GotoComputed(_) | S::Contract(..) => fine = false,
                _ => {}
            }
            for e in walk::evaluated(s) {
                walk::each_part(e, &mut |e| fine &= self.makes_no_pointer(e) && self.hands_on(e, &own));
            }
        });
        fine
    }

    /// Is the expression, apart from what is inside of it, no way to memory that was not pointed to before?
    fn makes_no_pointer(&self, e: &Expr) -> bool {
        match &*e.kind {
            E::Name(n) => {
                let global = self.env.globals.get(&*n.text);
                global.is_none_or(|g| self.is_plain(&g.ty) && !matches!(g.ty, Type::Array(..) | Type::Record(_)))
                    && !(global.is_some() && self.env.address_taken.vars.contains(&*n.text))
            }
            E::Cast(ty, of) => match self.env.types.resolve(ty) {
                Type::Pointer(_) => makes_block(of),
                _ => true,
            },
            E::Call(f, ..) => matches!(&*f.kind, E::Name(_)),
            E::Int(_) | E::Char(_) | E::Float(_) | E::Str(_) | E::Binary(..) | E::Assign(..) | E::Step { .. } => true,
            E::Conditional(..) | E::Comma(..) | E::Index(..) | E::Member(..) | E::Arrow(..) => true,
            E::SizeofExpr(_) | E::SizeofType(_) | E::Alignof(_) => true,
            E::Unary(op, _) => !matches!(op, UnaryOp::Real),
            _ => false,
        }
    }

    /// Is what an expression assigns or hands to a function a pointer where one is wanted?
    fn hands_on(&self, e: &Expr, own: &Variables) -> bool {
        match &*e.kind {
            E::Assign(None, place, value) => match &*place.kind {
                E::Name(n) => match own.get(&*n.text) {
                    Some(types) => types.iter().all(|ty| self.comes_from(ty, value, own)),
                    None => true,
                },
                _ => true,
            },
            E::Call(f, _, args) => {
                let E::Name(n) = &*f.kind else { return false };
                let callee = self.env.callees.get(&*n.text);
                let params = callee.map_or(&[][..], |c| &c.signature.params);
                params.iter().zip(args).all(|(ty, arg)| self.comes_from(ty, arg, own))
            }
            _ => true,
        }
    }

    /// Is a value no number that becomes a pointer where it is kept in this type?
    fn comes_from(&self, ty: &Type, value: &Expr, own: &Variables) -> bool {
        !matches!(ty, Type::Pointer(_)) || self.is_pointer(value, own)
    }

    fn is_pointer(&self, e: &Expr, own: &Variables) -> bool {
        match &*e.kind {
            E::Name(n) => {
                let types = own.get(&*n.text);
                types.is_some_and(|types| types.iter().all(|ty| matches!(ty, Type::Pointer(_))))
            }
            E::Binary(BinaryOp::Add, a, b) => self.is_pointer(a, own) || self.is_pointer(b, own),
            E::Binary(BinaryOp::Sub, a, b) => self.is_pointer(a, own) && !self.is_pointer(b, own),
            E::Unary(UnaryOp::Address, _) | E::Str(_) => true,
            E::Index(..) | E::Member(..) | E::Arrow(..) => false,
            E::Assign(_, place, _) | E::Step { place, .. } => self.is_pointer(place, own),
            E::Conditional(_, Some(a), b) => self.is_pointer(a, own) && self.is_pointer(b, own),
            E::Comma(_, b) => self.is_pointer(b, own),
            // of others the type is checked where they are called or cast
            E::Call(f, ..) => match &*f.kind {
                E::Name(n) => {
                    let callee = self.env.callees.get(&*n.text);
                    makes_block(e) || callee.is_some_and(|c| matches!(c.signature.result, Type::Pointer(_)))
                }
                _ => false,
            },
            E::Cast(_, of) => makes_block(of),
            _ => false,
        }
    }

    /// Is it a number, or something made of numbers, or a pointer to such?
    fn leads_to_numbers(&self, ty: &Type) -> bool {
        self.is_plain(ty.target().unwrap_or(ty))
    }

    /// Is it made of numbers, each in bytes of its own?
    fn is_plain(&self, ty: &Type) -> bool {
        match ty {
            Type::Int(_) | Type::Bits(..) | Type::Float(_) => true,
            Type::Array(of, _) => self.is_plain(of),
            Type::Record(_) => {
                let leaves = self.leaves(ty);
                leaves.iter().all(|leaf| !leaf.shared && self.is_plain(&leaf.ty)) && !leaves.is_empty()
            }
            _ => false,
        }
    }
}

/// Is it a call that makes a block?
fn makes_block(e: &Expr) -> bool {
    let E::Call(f, ..) = &*e.kind else { return false };
    matches!(&*f.kind, E::Name(n) if matches!(&*n.text, "malloc" | "calloc"))
}

/// Is it a function of the library that hands out no pointer, or one to a new block, and keeps none?
fn is_plain_function(name: &str) -> bool {
    let is_block = matches!(name, "malloc" | "calloc" | "free");
    is_block || library::is_harmless(name) || library::is_pure(name) || is_random(name) || name == "getchar"
}

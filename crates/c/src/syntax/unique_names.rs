//! One name, one meaning: what follows looks up tags, type names and enumerators by their names alone.
//!
//! C lets a block give a name another meaning, and a variable hide an enumerator. Where a file does so, the tag, type
//! name or enumerator gets a name of its own here ([`Scopes`]), in its declaration and wherever it is meant.

use super::ast::{
    Assigns, Behavior, Clause, Contract, Decl, Designator, Expr, ExprKind as E, Init, Item, Logic, LogicHead,
    LogicKind, LoopSpec, Name, Param, Record, Stmt, StmtKind as S, Type, TypeKind, Unit,
};
use super::scopes::Scopes;
use std::sync::Arc;

/// Gives every tag, type name and enumerator of a file that shares its name a name of its own.
pub(super) fn separate(unit: &mut Unit) {
    let mut scopes = Scopes::default();
    scopes.unit(unit);
    if scopes.shared() {
        scopes.start_renaming();
        scopes.unit(unit);
    }
}

/// Gives variables of a contract other names.
pub(super) fn rename(contract: &mut Contract, names: &[(Arc<str>, Arc<str>)]) {
    Scopes::renamed(names).contract(contract);
}

impl Scopes {
    fn unit(&mut self, unit: &mut Unit) {
        self.within(|s| {
            for item in &mut unit.items {
                match item {
                    Item::Decl(d) => s.decl(d),
                    Item::Function(f) => {
                        s.ty(&mut f.result);
                        s.variable(&f.name);
                        s.within(|s| {
                            s.params(&mut f.params);
                            if let Some(contract) = &mut f.contract {
                                s.contract(contract);
                            }
                            let given = f.granted.iter_mut().chain(&mut f.summary);
                            given.flatten().for_each(|c| s.expr(&mut c.formula));
                            s.block(&mut f.body);
                        });
                    }
                    Item::Record(r) => {
                        s.tag(&r.name);
                        s.record(r);
                    }
                    Item::Enum(e) => {
                        s.tag(&e.name);
                        s.use_tag(&mut e.name);
                        s.constants(&mut e.constants);
                    }
                    Item::Logic(l) => s.logic(l),
                }
            }
        });
    }

    fn params(&mut self, params: &mut [Param]) {
        for p in params {
            self.ty(&mut p.ty);
            if let Some(name) = &p.name {
                self.variable(name);
            }
        }
    }

    fn decl(&mut self, d: &mut Decl) {
        self.ty(&mut d.ty);
        match d.storage.typedef {
            true => self.typedef(&mut d.name),
            false => self.variable(&d.name),
        }
        if let Some(init) = &mut d.init {
            self.init(init);
        }
        if let Some(contract) = &mut d.contract {
            let names: Vec<Name> = match &*d.ty.kind {
                TypeKind::Function(f) => f.params.iter().filter_map(|p| p.name.clone()).collect(),
                _ => Vec::new(),
            };
            self.within(|s| {
                names.iter().for_each(|n| s.variable(n));
                s.contract(contract);
            });
        }
    }

    fn record(&mut self, r: &mut Record) {
        self.use_tag(&mut r.name);
        for field in &mut r.fields {
            self.ty(&mut field.ty);
            if let Some(bits) = &mut field.bits {
                self.expr(bits);
            }
        }
    }

    fn constants(&mut self, constants: &mut [(Name, Option<Expr>)]) {
        for (name, value) in constants {
            if let Some(value) = value {
                self.expr(value);
            }
            self.enumerator(name);
        }
    }

    fn block(&mut self, block: &mut [Stmt]) {
        self.within(|s| s.statements(block));
    }

    fn statements(&mut self, block: &mut [Stmt]) {
        let mut declared = 0;
        for at in 0..block.len() {
            // what is declared inside one another may speak of each other
            if at >= declared {
                declared = at;
                while let Some(stmt) = block.get(declared) {
                    match &stmt.kind {
                        S::Record(r) => self.tag(&r.name),
                        S::Enum(e) => self.tag(&e.name),
                        _ => break,
                    }
                    declared += 1;
                }
            }
            self.stmt(&mut block[at]);
        }
    }

    fn inside(&mut self, stmt: &mut Stmt) {
        self.within(|s| s.statements(std::slice::from_mut(stmt)));
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            S::Empty | S::Goto(_) | S::Break | S::Continue => {}
            S::Block(block) => self.block(block),
            S::Decl(decls) => decls.iter_mut().for_each(|d| self.decl(d)),
            S::Record(r) => self.record(r),
            S::Enum(e) => {
                self.use_tag(&mut e.name);
                self.constants(&mut e.constants);
            }
            S::Expr(e) | S::GotoComputed(e) | S::Assert(_, _, e) => self.expr(e),
            S::If(c, yes, no) => {
                self.expr(c);
                self.inside(yes);
                if let Some(no) = no {
                    self.inside(no);
                }
            }
            S::While(spec, test, body) => {
                self.loop_spec(spec);
                self.expr(test);
                self.inside(body);
            }
            S::DoWhile(spec, body, test) => {
                self.loop_spec(spec);
                self.inside(body);
                self.expr(test);
            }
            S::For(spec, init, test, step, body) => self.within(|s| {
                if let Some(init) = init {
                    s.stmt(init);
                }
                s.loop_spec(spec);
                test.iter_mut().chain(step).for_each(|e| s.expr(e));
                s.inside(body);
            }),
            S::Switch(e, body) => {
                self.expr(e);
                self.inside(body);
            }
            S::Case(a, b, inner) => {
                self.expr(a);
                b.iter_mut().for_each(|b| self.expr(b));
                self.stmt(inner);
            }
            S::Default(inner) => self.stmt(inner),
            S::Label(_, spec, inner) => {
                self.loop_spec(spec);
                self.stmt(inner);
            }
            S::Return(e) => e.iter_mut().for_each(|e| self.expr(e)),
            S::Asm(args) => args.iter_mut().for_each(|e| self.expr(e)),
            S::Contract(contract, inner) => {
                self.contract(contract);
                self.stmt(inner);
            }
        }
    }

    fn loop_spec(&mut self, spec: &mut LoopSpec) {
        self.within(|s| {
            for (ty, name) in &mut spec.skolems {
                s.ty(ty);
                s.bound(name);
            }
            s.clauses(&mut spec.invariants);
            spec.predicates.iter_mut().for_each(|e| s.expr(e));
            let places = spec.assigns.iter_mut().flat_map(Assigns::parts);
            places.for_each(|e| s.expr(e));
            spec.variant.iter_mut().for_each(|(e, _)| s.expr(e));
        });
    }

    fn clauses(&mut self, clauses: &mut [Clause]) {
        clauses.iter_mut().for_each(|c| self.expr(&mut c.formula));
    }

    fn contract(&mut self, contract: &mut Contract) {
        self.behavior(&mut contract.common);
        contract.behaviors.iter_mut().for_each(|b| self.behavior(b));
        let measures = contract.terminates.iter_mut().chain(&mut contract.decreases);
        measures.for_each(|e| self.expr(e));
    }

    fn behavior(&mut self, b: &mut Behavior) {
        self.clauses(&mut b.assumes);
        self.clauses(&mut b.requires);
        self.clauses(&mut b.ensures);
        self.clauses(&mut b.exits);
        let places = b.assigns.iter_mut().flat_map(Assigns::parts);
        places.for_each(|e| self.expr(e));
    }

    fn logic(&mut self, l: &mut Logic) {
        match &mut l.kind {
            LogicKind::Predicate(head, body) => self.defined(head, body.iter_mut()),
            LogicKind::Function(result, head, body) => {
                self.ty(result);
                self.defined(head, body.iter_mut());
            }
            LogicKind::Inductive(head, cases) => {
                self.defined(head, cases.iter_mut().map(|case| &mut case.formula));
            }
            LogicKind::Lemma { formula, .. } | LogicKind::GlobalInvariant(_, formula) => self.expr(formula),
            LogicKind::Axiomatic(_, inside) => inside.iter_mut().for_each(|l| self.logic(l)),
            LogicKind::Type(_) | LogicKind::Other(_) => {}
            LogicKind::Ghost(decls) => decls.iter_mut().for_each(|d| self.decl(d)),
        }
    }

    fn defined<'a>(&mut self, head: &mut LogicHead, body: impl Iterator<Item = &'a mut Expr>) {
        self.logic_function(&mut head.name, head.params.len());
        self.within(|s| {
            for (ty, name) in &mut head.params {
                s.ty(ty);
                s.bound(name);
            }
            head.reads.iter_mut().flatten().for_each(|e| s.expr(e));
            body.for_each(|e| s.expr(e));
        });
    }

    fn init(&mut self, init: &mut Init) {
        match init {
            Init::Expr(e) => self.expr(e),
            Init::List(parts, _) => {
                for (path, part) in parts {
                    self.designators(path);
                    self.init(part);
                }
            }
        }
    }

    fn designators(&mut self, path: &mut [Designator]) {
        for d in path {
            match d {
                Designator::Field(_) => {}
                Designator::Index(i) => self.expr(i),
                Designator::Range(a, b) => {
                    self.expr(a);
                    self.expr(b);
                }
            }
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        match &mut *ty.kind {
            TypeKind::Void | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Auto | TypeKind::Other(_) => {}
            TypeKind::Named(name) => self.use_ordinary(name),
            TypeKind::Record(_, name) | TypeKind::Enum(name) => self.use_tag(name),
            TypeKind::Pointer(to) => self.ty(to),
            TypeKind::Array(of, size) => {
                self.ty(of);
                size.iter_mut().for_each(|e| self.expr(e));
            }
            TypeKind::Function(f) => {
                self.ty(&mut f.result);
                self.within(|s| {
                    for p in &mut f.params {
                        s.ty(&mut p.ty);
                        if let Some(name) = &p.name {
                            s.bound(name);
                        }
                    }
                });
            }
            TypeKind::TypeofExpr(e) => self.expr(e),
        }
    }

    fn binders(&mut self, vars: &mut [(Type, Name)], e: &mut Expr) {
        self.within(|s| {
            for (ty, name) in vars {
                s.ty(ty);
                s.bound(name);
            }
            s.expr(e);
        });
    }

    fn expr(&mut self, e: &mut Expr) {
        match &mut *e.kind {
            E::Int(_) | E::Char(_) | E::Float(_) | E::Str(_) | E::LabelAddress(_) => {}
            E::Result | E::Bool(_) | E::Null | E::Nothing => {}
            E::Name(name) => self.use_ordinary(name),
            E::Binary(_, a, b) | E::Assign(_, a, b) | E::Comma(a, b) | E::Index(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            E::Unary(_, a) | E::Member(a, _) | E::Arrow(a, _) | E::SizeofExpr(a) => self.expr(a),
            E::Old(a) | E::At(a, _) | E::Named(_, a) => self.expr(a),
            E::Step { place, .. } => self.expr(place),
            E::Cast(ty, a) => {
                self.ty(ty);
                self.expr(a);
            }
            E::Compound(ty, init) => {
                self.ty(ty);
                self.init(init);
            }
            E::SizeofType(ty) | E::Alignof(ty) => self.ty(ty),
            E::Offsetof(ty, path) => {
                self.ty(ty);
                self.designators(path);
            }
            E::Conditional(c, a, b) => {
                self.expr(c);
                a.iter_mut().for_each(|a| self.expr(a));
                self.expr(b);
            }
            E::Call(f, _, args) => {
                if let E::Name(name) = &mut *f.kind {
                    self.use_logic_function(name, args.len());
                }
                self.expr(f);
                args.iter_mut().for_each(|a| self.expr(a));
            }
            E::StmtExpr(block) => self.block(block),
            E::Generic(a, arms) => {
                self.expr(a);
                for (ty, arm) in arms {
                    ty.iter_mut().for_each(|ty| self.ty(ty));
                    self.expr(arm);
                }
            }
            E::Builtin(_, args) | E::Acsl(_, _, args) | E::Set(args) => args.iter_mut().for_each(|a| self.expr(a)),
            E::Quantifier(_, vars, a) | E::Lambda(vars, a) => self.binders(vars, a),
            E::Let(name, a, b) => {
                self.expr(a);
                self.within(|s| {
                    s.bound(name);
                    s.expr(b);
                });
            }
            E::Chain(a, rest) => {
                self.expr(a);
                rest.iter_mut().for_each(|(_, e)| self.expr(e));
            }
            E::Range(a, b) => a.iter_mut().chain(b).for_each(|e| self.expr(e)),
            E::With(a, path, b) => {
                self.expr(a);
                self.designators(path);
                self.expr(b);
            }
        }
    }
}

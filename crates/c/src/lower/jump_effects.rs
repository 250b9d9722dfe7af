//! What a jump skips: the ends of blocks that it leaves, the declarations in front of its label, the entries of loops.
//!
//! A variable in memory lives from the beginning of its block on, whether its declaration is reached or not. Its block
//! is allocated where it is declared, and by a jump to behind the declaration. Before that it is null, so that the end
//! of a scope that was entered in another way frees nothing. Where a declaration is reached again before its block ends, the
//! variable is still the same one. All of this is so of compound literals, too.

use super::body::Body;
use super::environment::{elements, is_const, object, sized};
use super::memory::Request;
use super::state::Jumps;
use super::survey;
use super::value::{Home, Lowering, Object, unsupported};
use crate::syntax::ast::{self, Decl, Expr, ExprKind as E, Stmt, StmtKind as S};
use crate::syntax::walk::{each_expr, each_part, statements};
use crate::types::Type;
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::StmtKind;
use abide_logic::{Sort, Term, Var};
use std::collections::BTreeMap;

/// Where something stands in a function.
#[derive(Clone, Default)]
struct Spot {
    /// The scopes around it.
    scopes: Vec<usize>,
    /// The bodies of the loops around it.
    loops: Vec<*const Stmt>,
    /// Its number in the order of the text.
    order: usize,
}

/// A block for an object of a scope.
struct Made<'t> {
    var: Var,
    ty: &'t Type,
    writable: bool,
    /// Is its declaration reached, and not only passed over?
    is_reached: bool,
}

/// What stands where.
#[derive(Default)]
struct Map<'a> {
    labels: BTreeMap<&'a str, Spot>,
    gotos: Vec<(&'a Stmt, &'a str, Spot)>,
    decls: Vec<(&'a Decl, Spot)>,
    /// What loops evaluate outside of their bodies.
    tests: Vec<&'a Expr>,
    scopes: usize,
    order: usize,
}

impl<'a> Map<'a> {
    fn block(&mut self, block: &'a [Stmt], around: &Spot) {
        let inside = self.opened(around);
        block.iter().for_each(|s| self.stmt(s, &inside));
    }

    /// The scope of what is inside of a statement with a test.
    fn around_test(&mut self, s: &Stmt, around: &Spot) -> Spot {
        match survey::has_scope(s) {
            true => self.opened(around),
            false => around.clone(),
        }
    }

    /// A new scope in another.
    fn opened(&mut self, around: &Spot) -> Spot {
        self.scopes += 1;
        let mut inside = around.clone();
        inside.scopes.push(self.scopes);
        inside
    }

    fn stmt(&mut self, s: &'a Stmt, around: &Spot) {
        self.order += 1;
        let here = Spot {
            order: self.order,
            ..around.clone()
        };
        match &s.kind {
            S::Label(name, _, inner) => {
                self.labels.insert(&name.text, here);
                self.stmt(inner, around);
            }
            S::Case(_, _, inner) | S::Default(inner) | S::Contract(_, inner) => self.stmt(inner, around),
            S::Goto(name) => self.gotos.push((s, &name.text, here)),
            S::Decl(decls) => self.decls.extend(decls.iter().map(|d| (d, here.clone()))),
            S::Block(block) => self.block(block, around),
            S::Switch(_, body) => {
                let inside = self.around_test(s, around);
                match &body.kind {
                    S::Block(block) => self.block(block, &inside),
                    _ => self.block(std::slice::from_ref(body), &inside),
                }
            }
            S::For(_, init, test, step, body) => {
                self.tests.extend(test.iter().chain(step));
                let mut inside = self.opened(around);
                if let Some(init) = init {
                    self.stmt(init, &inside);
                }
                inside.loops.push(std::ptr::from_ref(&**body));
                self.block(std::slice::from_ref(body), &inside);
            }
            S::While(_, test, body) | S::DoWhile(_, body, test) => {
                self.tests.push(test);
                let mut inside = self.around_test(s, around);
                inside.loops.push(std::ptr::from_ref(&**body));
                self.block(std::slice::from_ref(body), &inside);
            }
            _ => {
                let inside = self.around_test(s, around);
                crate::syntax::walk::inner(s)
                    .into_iter()
                    .for_each(|s| self.block(std::slice::from_ref(s), &inside));
            }
        }
    }
}

impl<'a> Jumps<'a> {
    /// Those of a body; `outer` scopes are open around its own.
    pub fn of(body: &'a [Stmt], outer: usize) -> Jumps<'a> {
        let mut switches = false;
        crate::syntax::walk::statements(body, &mut |s| switches |= matches!(s.kind, S::Switch(..)));
        let mut jumps = Jumps {
            active: switches || survey::has_label(body),
            ..Jumps::default()
        };
        let mut map = Map::default();
        map.block(body, &Spot::default());
        let mut goes_back = false;
        for (stmt, name, from) in &map.gotos {
            let Some(to) = map.labels.get(name) else { continue };
            let pairs = from.scopes.iter().zip(&to.scopes);
            let common = pairs.take_while(|(a, b)| a == b).count();
            let visible = map
                .decls
                .iter()
                .filter(|(_, at)| to.scopes.starts_with(&at.scopes) && at.order < to.order);
            let passed = visible.filter(|(_, at)| at.scopes.len() > common || at.order > from.order);
            let passed = passed.map(|(d, _)| *d).collect();
            jumps.gotos.insert(std::ptr::from_ref(*stmt), (outer + common, passed));
            let twice = map.decls.iter().filter(|(_, at)| {
                let both = from.scopes.starts_with(&at.scopes) && to.scopes.starts_with(&at.scopes);
                both && to.order < at.order && at.order < from.order
            });
            let twice: Vec<&Decl> = twice.map(|(d, _)| *d).collect();
            jumps.again.extend(twice.iter().map(|d| std::ptr::from_ref(*d)));
            jumps.repeated.insert(std::ptr::from_ref(*stmt), twice);
            let entered = to.loops.iter().filter(|l| !from.loops.contains(l));
            jumps.entered.extend(entered);
            goes_back |= to.order < from.order;
        }
        let mut literal = |e: &'a Expr| {
            if let E::Compound(..) = &*e.kind {
                jumps.recurring.insert(std::ptr::from_ref(e));
            }
        };
        match goes_back {
            true => each_expr(body, &mut literal),
            false => map.tests.iter().for_each(|test| each_part(test, &mut literal)),
        }
        jumps
    }
}

impl<'a> Body<'_, 'a> {
    /// What a jump leaves ends, and what it comes in behind is there.
    pub(super) fn pass_over(&mut self, stmt: &'a Stmt, name: &str, span: Span) -> Lowering<()> {
        let known = self.jumps.gotos.get(&std::ptr::from_ref(stmt)).cloned();
        let (depth, passed) = known.unwrap_or_else(|| (self.label_depth(name), Vec::new()));
        self.end_lifetimes(depth, span);
        // an array that is given its size when the program runs lives from its declaration on
        let repeated = self.jumps.repeated.get(&std::ptr::from_ref(stmt)).cloned();
        for d in repeated.unwrap_or_default() {
            if self.has_run_time_size(&d.ty)
                && let Some(Home::Block(block)) = self.find_local(&d.name.text).map(|o| o.home)
            {
                let alive = self.alive();
                self.flip(&alive, &block, false, span);
            }
        }
        passed.into_iter().try_for_each(|d| self.comes_behind(d))
    }

    /// The switch is about to jump into its body.
    pub(super) fn pass_into(&mut self, body: &'a [Stmt]) -> Lowering<()> {
        for s in body {
            match &s.kind {
                S::Decl(decls) => decls.iter().try_for_each(|d| self.comes_behind(d))?,
                S::Block(block) => self.pass_into(block)?,
                S::Label(_, _, inner) | S::Case(_, _, inner) | S::Default(inner) => {
                    self.pass_into(std::slice::from_ref(inner))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A variable whose declaration is passed over: if it lives in memory, it does from here on.
    fn comes_behind(&mut self, d: &'a Decl) -> Lowering<()> {
        let storage = &d.storage;
        if storage.typedef || storage.is_static || storage.is_extern || !self.address_taken.contains(&*d.name.text) {
            return Ok(());
        }
        if let ast::TypeKind::Array(_, Some(size)) = &*d.ty.kind
            && self.env.types.constant(size).is_none()
        {
            return Ok(());
        }
        let ty = sized(&self.env.types, self.resolve(&d.ty, d.name.span)?, d.init.as_ref());
        if !matches!(ty, Type::Function(_)) {
            self.made_again(d, &ty, false, d.name.span)?;
        }
        Ok(())
    }

    /// A variable in memory whose declaration is reached, perhaps not for the first time, or passed over.
    pub(super) fn made_again(&mut self, d: &'a Decl, ty: &Type, is_reached: bool, span: Span) -> Lowering<Object> {
        let key = std::ptr::from_ref(d);
        let var = match self.jumps.blocks.get(&key) {
            Some(var) => var.clone(),
            None => {
                let var = self.temp(&object(&d.name.text, ty), Sort::Ref);
                self.jumps.blocks.insert(key, var.clone());
                var
            }
        };
        let is_kept = self.jumps.again.contains(&key);
        let made = Made {
            var,
            ty,
            writable: !is_const(&d.ty),
            is_reached,
        };
        let mut object = self.in_scope_block(&d.name.text, made, is_kept, span)?;
        object.ghost = d.ghost;
        Ok(object)
    }

    /// The object that a compound literal is: one for each time its block is entered.
    pub(super) fn literal(&mut self, e: &'a Expr, ty: &Type, writable: bool) -> Lowering<Object> {
        let key = std::ptr::from_ref(e);
        let name = "\\compound";
        let var = match self.jumps.literals.get(&key) {
            Some(var) => var.clone(),
            None => {
                let var = self.temp(name, Sort::Ref);
                self.jumps.literals.insert(key, var.clone());
                var
            }
        };
        let is_kept = self.jumps.recurring.contains(&key);
        let made = Made {
            var,
            ty,
            writable,
            is_reached: true,
        };
        self.in_scope_block(name, made, is_kept, e.span)
    }

    /// An object that is null before it is made, and is kept where that is said until its block ends.
    fn in_scope_block(&mut self, name: &str, made: Made<'_>, is_kept: bool, span: Span) -> Lowering<Object> {
        let (of, count) = elements(made.ty);
        let count = count.ok_or_else(|| unsupported(span, "an array of unknown size"))?;
        let count = Term::int(count);
        self.jumps.voided.insert(made.var.clone());
        let (own, alive) = (made.var.term(), self.alive());
        if !is_kept {
            self.flip(&alive, &own, false, span);
        }
        self.next_block = Some(made.var);
        let ((), new) = self.block(|b| b.allocate(name, &of, count.clone(), made.writable, span).map(drop))?;
        match is_kept {
            false => self.code.extend(new),
            true => {
                let ((), same) = self.block(|b| {
                    let facts = b.laid_out(&own, &of, &count, Request::Declared, made.writable);
                    b.assume(Term::and(facts), span);
                    // a declaration that is reached takes the value away
                    let root = b.env.cell_type(&of);
                    match made.is_reached {
                        true => b.made_with(&root, &own, &count, false, span),
                        false => Ok(()),
                    }
                })?;
                let is_there = Term::and([
                    Term::ne(own.clone(), Term::null()),
                    Term::select(alive.term(), own.clone()),
                ]);
                self.emit(StmtKind::If(Some(is_there), same, new), span);
            }
        }
        Ok(Object {
            name: name.to_string(),
            ty: made.ty.clone(),
            home: Home::Block(own),
            set: None,
            ghost: false,
            counts: Vec::new(),
        })
    }

    /// No block has been made yet.
    pub(super) fn void_blocks(&self, span: Span) -> Vec<abide_ir::Stmt> {
        let nulls = self.jumps.voided.iter().map(|var| (var.clone(), Term::null()));
        let nulls: Vec<(Var, Term)> = nulls.collect();
        match nulls.is_empty() {
            true => Vec::new(),
            false => vec![abide_ir::Stmt {
                kind: StmtKind::Assign(nulls),
                span,
            }],
        }
    }
}

/// May what stands in a body be evaluated more than once before that is left, as it stands in a loop, or between a label
/// and a `goto` back to it?
pub(super) fn may_come_again(body: &[Stmt], e: &Expr) -> bool {
    let holds = |s: &Stmt| {
        let mut found = false;
        each_expr(std::slice::from_ref(s), &mut |part| found |= std::ptr::eq(part, e));
        found
    };
    let (mut labels, mut comes_again) = (BTreeMap::new(), false);
    statements(body, &mut |s| match &s.kind {
        S::For(..) | S::While(..) | S::DoWhile(..) => comes_again |= holds(s),
        S::Label(name, ..) => drop(labels.insert(&*name.text, s.span.start)),
        S::Goto(name) => {
            let back = labels.get(&*name.text);
            comes_again |= back.is_some_and(|label| *label <= e.span.start && e.span.start < s.span.start);
        }
        _ => {}
    });
    comes_again
}

//! Statements.

use super::{Body, Home, Lowering, Object, Target, Val, View, survey, unsupported, wrong};
use crate::syntax::ast::{self, AssertKind, Expr, ExprKind as E, Stmt, StmtKind as S};
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::draft::Drafting;
use abide_ir::{CheckKind, LoopSpec, StmtKind};
use abide_logic::{Sort, Term, Var};

impl<'a> Body<'_, 'a> {
    /// Statements with a scope of their own.
    pub(super) fn scoped(&mut self, block: &'a [Stmt]) -> Lowering<()> {
        self.scopes.push(Vec::new());
        let result = block.iter().try_for_each(|s| self.statement(s));
        self.pop_scope(block.last().map_or(Span::default(), |s| s.span));
        result
    }

    /// Leaves the innermost scope: what lives in memory there ends.
    pub(super) fn pop_scope(&mut self, span: Span) {
        self.end_lifetimes(self.scopes.len().saturating_sub(1), span);
        self.scopes.pop();
    }

    /// What the scopes from a depth on keep in memory ends.
    pub(super) fn end_lifetimes(&mut self, depth: usize, span: Span) {
        let inside = self.scopes.iter().skip(depth).flatten();
        let blocks = inside.filter_map(|o| match &o.home {
            Home::Block(block) if block.as_var().is_some() => Some(block.clone()),
            _ => None,
        });
        for block in blocks.collect::<Vec<Term>>() {
            let alive = self.alive();
            self.flip(&alive, &block, false, span);
        }
    }

    /// A statement with a scope of its own, if it is not a block already.
    pub(super) fn branch(&mut self, s: &'a Stmt) -> Lowering<()> {
        self.scoped(std::slice::from_ref(s))
    }

    fn statement(&mut self, s: &'a Stmt) -> Lowering<()> {
        let span = s.span;
        if s.ghost {
            self.only_ghost(s)?;
        }
        match &s.kind {
            S::Empty | S::Record(_) | S::Enum(_) => Ok(()),
            S::Block(block) => self.scoped(block),
            S::Decl(decls) => decls.iter().try_for_each(|d| self.declaration(d)),
            S::Expr(e) => self.effect(e),
            S::If(c, yes, no) => {
                let test = self.condition(c)?;
                let before = self.assigned.clone();
                let ((), yes) = self.block(|b| b.branch(yes))?;
                let then = std::mem::replace(&mut self.assigned, before);
                let ((), no) = self.block(|b| no.as_deref().map_or(Ok(()), |s| b.branch(s)))?;
                let leaves = |block: &[abide_ir::Stmt]| {
                    matches!(
                        block.last().map(|s| &s.kind),
                        Some(StmtKind::Goto(_) | StmtKind::Return)
                    )
                };
                // a branch that leaves says nothing of what follows
                self.assigned = match (leaves(&yes), leaves(&no)) {
                    (true, _) => std::mem::take(&mut self.assigned),
                    (false, true) => then,
                    (false, false) => self.assigned.intersection(&then).cloned().collect(),
                };
                self.emit(StmtKind::If(Some(test), yes, no), span);
                Ok(())
            }
            S::While(spec, test, body) => self.while_loop(spec, test, body, span),
            S::DoWhile(spec, body, test) => self.do_loop(spec, body, test, span),
            S::For(spec, init, test, step, body) => {
                self.scopes.push(Vec::new());
                if let Some(init) = init {
                    self.statement(init)?;
                }
                let result = self.for_loop(spec, test.as_ref(), step.as_ref(), body, span);
                self.pop_scope(span);
                result
            }
            S::Switch(subject, body) => self.switch(subject, body, span),
            S::Case(..) | S::Default(_) => Err(wrong(span, "a case outside of a `switch`")),
            S::Label(name, spec, inner) => {
                self.goto_label(name, spec)?;
                self.statement(inner)
            }
            S::Goto(name) => {
                let Some(label) = self.labels.get(&*name.text).cloned() else {
                    return Err(wrong(name.span, format!("there is no label `{}`", name.text)));
                };
                // a jump may leave scopes; a label deeper inside is jumped to from outside
                let depth = self.label_depth(&name.text);
                self.end_lifetimes(depth, span);
                self.emit(StmtKind::Goto(vec![label]), span);
                Ok(())
            }
            S::GotoComputed(_) => Err(unsupported(span, "a computed `goto`")),
            S::Break => self.jump(false, span),
            S::Continue => self.jump(true, span),
            S::Return(e) => self.returns(e.as_ref(), span),
            S::Asm(_) => Err(unsupported(span, "`asm`")),
            S::Assert(kind, behaviors, formula) => self.assertion(*kind, behaviors, formula, span),
            S::Contract(contract, inner) => self.statement_contract(contract, inner),
        }
    }

    /// Ghost code must not change what the program does.
    fn only_ghost(&mut self, s: &'a Stmt) -> Lowering<()> {
        let jumps = matches!(s.kind, S::Goto(_) | S::Break | S::Continue | S::Return(_));
        let mut fine = !jumps;
        for e in crate::syntax::walk::expressions(s) {
            for (change, _) in survey::changed(e) {
                fine &= match change {
                    survey::Change::Var(name) | survey::Change::Part(name) => self.is_ghost(&name),
                    // an element of a ghost array
                    survey::Change::Memory => true,
                    _ => false,
                };
            }
            let only_memory = survey::changed(e).iter().all(|(c, _)| *c == survey::Change::Memory);
            fine &= survey::changed(e).is_empty() || !only_memory;
            fine &= survey::called(e).iter().all(|f| self.changes_of(f).is_empty());
        }
        match fine {
            true => Ok(()),
            false => Err(wrong(s.span, "ghost code must not change what the program does")),
        }
    }

    fn is_ghost(&self, name: &str) -> bool {
        match self.find_local(name) {
            Some(object) => object.ghost,
            None => self.world.globals.get(name).is_some_and(|g| g.ghost),
        }
    }

    /// A statement with a contract: `requires` before it, `ensures` where it comes to its end.
    fn statement_contract(&mut self, contract: &'a ast::Contract, inner: &'a Stmt) -> Lowering<()> {
        if let Some(behavior) = contract.behaviors.first() {
            let span = behavior.name.as_ref().map_or(contract.span, |n| n.span);
            return Err(unsupported(span, "a behaviour of a statement"));
        }
        if let Some(assigns) = &contract.common.assigns {
            self.warn(Diagnostic::warning(
                assigns.span,
                "the frame of a statement is not checked",
            ));
        }
        let scope = self.body_scope(View::Now);
        for clause in &contract.common.requires {
            let formula = self.formula(&clause.formula, &scope)?;
            self.check(formula, CheckKind::Assertion, clause.span, None);
        }
        let before = self.snapshot("before");
        let ((), code) = self.block(|b| b.statement(inner))?;
        let mut scope = self.body_scope(View::Now);
        scope.labels.insert("Old".into(), View::At(before));
        let mut ends = Vec::new();
        for clause in &contract.common.ensures {
            ends.push((self.formula(&clause.formula, &scope)?, clause.span));
        }
        let filled = self.filled(before, contract.span);
        self.code.extend(filled);
        self.code.extend(code);
        for (formula, span) in ends {
            let facts = self.read_types(&formula);
            self.assume(facts, span);
            self.check(formula, CheckKind::Assertion, span, None);
        }
        Ok(())
    }

    /// A label that `goto` may jump to; it may be the head of a loop.
    fn goto_label(&mut self, name: &'a ast::Name, spec: &'a ast::LoopSpec) -> Lowering<()> {
        let Some(label) = self.labels.get(&*name.text).cloned() else {
            return Err(wrong(name.span, format!("the label `{}` appears twice", name.text)));
        };
        let state = self.snapshot(&name.text);
        let entry = self.snapshot("entry");
        self.label_states.insert(name.text.to_string(), state);
        let lowered = self.loop_spec(spec, entry, name.span)?;
        if self.snapshots[entry].vars.is_empty() {
            self.emit(StmtKind::Label(label, lowered), name.span);
        } else {
            return Err(unsupported(name.span, "`LoopEntry` at a label"));
        }
        self.assigned.clear();
        self.forget_nothing(name.span);
        // what was kept here is filled in when it is known
        self.emit(StmtKind::Label(format!("\\at {state}"), LoopSpec::default()), name.span);
        Ok(())
    }

    /// What the types of the visible variables say: true whatever was jumped over.
    fn forget_nothing(&mut self, span: Span) {
        let visible: Vec<Object> = self.scopes.iter().flatten().cloned().collect();
        for object in visible {
            if let Home::Vars(vars) = &object.home {
                let parts: Vec<Term> = vars.iter().map(Var::term).collect();
                let fact = self.well_typed(&object.ty, &parts);
                self.assume(fact, span);
            }
        }
    }

    /// How many scopes are open at a label: known from where it stands.
    fn label_depth(&self, name: &str) -> usize {
        self.label_depths.get(name).copied().unwrap_or(self.scopes.len())
    }

    fn jump(&mut self, next: bool, span: Span) -> Lowering<()> {
        let found = self.targets.iter().rposition(|t| !next || t.next.is_some());
        let Some(found) = found else {
            let word = if next { "continue" } else { "break" };
            return Err(wrong(span, format!("there is nothing here to `{word}`")));
        };
        let target = &mut self.targets[found];
        let label = match next {
            true => {
                target.continued = true;
                target.next.clone().unwrap_or_default()
            }
            false => {
                target.broken = true;
                target.end.clone()
            }
        };
        let depth = target.depth;
        self.end_lifetimes(depth, span);
        self.emit(StmtKind::Goto(vec![label]), span);
        Ok(())
    }

    fn returns(&mut self, e: Option<&'a Expr>, span: Span) -> Lowering<()> {
        if let Some(e) = e {
            let result = self.result.clone();
            match result {
                Some(result) => {
                    // an allocation gets its type from the function's
                    let made = match &*e.kind {
                        E::Call(f, _, args) => self.allocation(f, args, Some(&result.ty), span)?,
                        _ => None,
                    };
                    let val = match made {
                        Some(made) => made,
                        None => self.value(e)?,
                    };
                    let val = self.kept_as(val, &result.ty, span)?;
                    let place = self.object_place(&result);
                    self.store(&place, val.parts, span)?;
                }
                None => {
                    self.value(e)?;
                }
            }
        }
        let leave = self.leave.clone();
        let depth = leave.as_ref().map_or(0, |(_, depth)| *depth);
        self.end_lifetimes(depth, span);
        match leave {
            Some((label, _)) => self.emit(StmtKind::Goto(vec![label]), span),
            None => self.emit(StmtKind::Return, span),
        }
        Ok(())
    }

    /// `switch`: tests that jump, and a body that is jumped into.
    fn switch(&mut self, subject: &'a Expr, body: &'a Stmt, span: Span) -> Lowering<()> {
        let val = self.value(subject)?;
        let Some(kind) = val.ty.as_int() else {
            return Err(wrong(subject.span, "an integer is needed"));
        };
        let promoted = self.world.types.model.promoted(kind);
        let val = self.convert(val, &Type::Int(promoted), span)?;
        let val = self.save(val, span);
        let end = self.label("end");
        let mut otherwise = end.clone();
        let mut cases = Vec::new();
        collect_cases(body, &mut cases);
        let mut names = std::collections::BTreeMap::new();
        for case in &cases {
            let label = self.label("case");
            names.insert(std::ptr::from_ref::<Stmt>(case), label.clone());
            let (low, high) = match &case.kind {
                S::Case(low, high, _) => (low, high.as_ref().unwrap_or(low)),
                _ => {
                    otherwise = label;
                    continue;
                }
            };
            let constant = |e: &'a Expr| {
                let types = &self.world.types;
                let value = types.constant(e).and_then(|v| types.in_type(v, promoted));
                value
                    .map(|v| v.0)
                    .ok_or_else(|| wrong(e.span, "the value of a case must be constant"))
            };
            let (low, high) = (constant(low)?, constant(high)?);
            let t = val.parts[0].clone();
            let hit = match low == high {
                true => Term::eq(t, Term::int(low)),
                false => Term::and([Term::le(Term::int(low), t.clone()), Term::le(t, Term::int(high))]),
            };
            let jump = abide_ir::Stmt {
                kind: StmtKind::Goto(vec![label]),
                span: case.span,
            };
            self.emit(StmtKind::If(Some(hit), vec![jump], Vec::new()), case.span);
        }
        self.emit(StmtKind::Goto(vec![otherwise]), span);
        self.targets.push(Target {
            end: end.clone(),
            next: None,
            depth: self.scopes.len(),
            continued: false,
            broken: false,
        });
        let before = self.assigned.clone();
        self.scopes.push(Vec::new());
        let mut inside = block_of(body).iter();
        let result = inside.try_for_each(|s| self.switch_body(s, &names, &before));
        self.pop_scope(span);
        self.targets.pop();
        result?;
        self.assigned = before;
        self.emit(StmtKind::Label(end, LoopSpec::default()), span);
        Ok(())
    }

    /// The body of a `switch`, with a label at each case.
    fn switch_body(
        &mut self,
        s: &'a Stmt,
        names: &std::collections::BTreeMap<*const Stmt, String>,
        before: &std::collections::BTreeSet<Var>,
    ) -> Lowering<()> {
        match &s.kind {
            S::Block(block) => {
                self.scopes.push(Vec::new());
                let result = block.iter().try_for_each(|s| self.switch_body(s, names, before));
                self.pop_scope(s.span);
                result
            }
            S::Case(_, _, inner) | S::Default(inner) => {
                if let Some(label) = names.get(&std::ptr::from_ref(s)) {
                    self.emit(StmtKind::Label(label.clone(), LoopSpec::default()), s.span);
                    self.assigned = before.clone();
                }
                self.switch_body(inner, names, before)
            }
            S::Label(name, spec, inner) => {
                self.goto_label(name, spec)?;
                self.switch_body(inner, names, before)
            }
            _ => {
                let mut inside = Vec::new();
                crate::syntax::walk::inner(s)
                    .into_iter()
                    .for_each(|s| collect_cases(s, &mut inside));
                if !matches!(s.kind, S::Switch(..)) && !inside.is_empty() {
                    return Err(unsupported(s.span, "a case inside of another statement"));
                }
                self.statement(s)
            }
        }
    }

    /// ACSL `assert`, `check`, `admit`.
    fn assertion(&mut self, kind: AssertKind, behaviors: &'a [ast::Name], e: &'a Expr, span: Span) -> Lowering<()> {
        if behaviors.iter().any(|b| &*b.text == "agen") {
            // the seed's way to name a predicate: nothing is claimed
            return Ok(());
        }
        let scope = self.body_scope(View::Now);
        let formula = self.formula(e, &scope)?;
        let formula = match behaviors.is_empty() {
            true => formula,
            false => Term::implies(self.some_behavior(behaviors)?, formula),
        };
        match kind {
            AssertKind::Admit => self.assume(formula, span),
            AssertKind::Assert => {
                let facts = self.read_types(&formula);
                self.assume(facts, span);
                self.check(formula, CheckKind::Assertion, span, None);
            }
            AssertKind::Check => {
                let facts = self.read_types(&formula);
                self.assume(facts, span);
                // proved, but not used
                let ghost = abide_ir::Stmt {
                    kind: StmtKind::Assert(abide_ir::Check {
                        formula,
                        span,
                        kind: CheckKind::Assertion,
                        demanded: None,
                    }),
                    span,
                };
                let stop = abide_ir::Stmt {
                    kind: StmtKind::Assume(Term::ff()),
                    span,
                };
                self.emit(StmtKind::Choice(vec![vec![ghost, stop], Vec::new()]), span);
            }
        }
        Ok(())
    }

    /// A local variable.
    pub(super) fn declaration(&mut self, d: &'a ast::Decl) -> Lowering<()> {
        let span = d.name.span;
        if d.storage.typedef {
            return Ok(());
        }
        if let ast::TypeKind::Array(of, Some(size)) = &*d.ty.kind
            && self.world.types.constant(size).is_none()
        {
            return self.run_time_array(d, of, size, span);
        }
        let ty = super::world::sized(self.declared_type(d)?, d.init.as_ref());
        if let Type::Function(_) = ty {
            return Ok(());
        }
        if d.ty.volatile {
            return Err(unsupported(span, "a `volatile` variable in a function"));
        }
        if d.storage.is_static || d.storage.is_extern {
            return self.static_local(d, ty, span);
        }
        if ty == Type::Void {
            return Err(wrong(span, "a variable cannot be `void`"));
        }
        self.declaring = Some((d.name.text.to_string(), ty.clone()));
        let initial = match &d.init {
            Some(ast::Init::Expr(e)) if !matches!(ty, Type::Array(..)) => {
                let made = match (&ty, &*e.kind) {
                    (Type::Pointer(_), E::Call(f, _, args)) => self.allocation(f, args, Some(&ty), span)?,
                    _ => None,
                };
                let val = match made {
                    Some(made) => made,
                    None => self.value(e)?,
                };
                Some(self.kept_as(val, &ty, span)?)
            }
            _ => None,
        };
        self.declaring = None;
        let in_memory = self.exposed.contains(&*d.name.text);
        let mut object = self.new_object(&d.name.text, &ty, in_memory, span)?;
        object.ghost = d.ghost;
        if d.init.is_some() && !self.skipped.contains(&*d.name.text) {
            object.set = None;
        }
        self.bring(object.clone());
        let place = self.object_place(&object);
        match (&d.init, initial) {
            (_, Some(val)) => self.store(&place, val.parts, span),
            (Some(init), None) => self.initialise(&place, init, span),
            (None, _) => {
                if let Home::Vars(vars) = &object.home
                    && !vars.is_empty()
                {
                    self.emit(StmtKind::Havoc(vars.clone()), span);
                    let parts: Vec<Term> = vars.iter().map(Var::term).collect();
                    let fact = self.well_typed(&ty, &parts);
                    self.assume(fact, span);
                    self.unset(&object, span);
                }
                Ok(())
            }
        }
    }

    fn declared_type(&mut self, d: &'a ast::Decl) -> Lowering<Type> {
        match (&*d.ty.kind, &d.init) {
            (ast::TypeKind::Auto, Some(ast::Init::Expr(e))) => match self.type_of(e) {
                Some(ty) => Ok(ty.decayed()),
                None => Err(unsupported(d.name.span, "the type of this variable")),
            },
            _ => self.resolve(&d.ty, d.name.span),
        }
    }

    /// A variable that is declared without a value has none.
    fn unset(&mut self, object: &Object, span: Span) {
        if let Some(flag) = &object.set
            && self.flagged.contains(&object.name)
        {
            self.assign(&flag.clone(), Term::ff(), span);
        }
        if let Some(flag) = &object.set {
            self.assigned.remove(flag);
        }
    }

    /// A new variable, in memory if it must be.
    pub(super) fn new_object(&mut self, name: &str, ty: &Type, in_memory: bool, span: Span) -> Lowering<Object> {
        if in_memory {
            let (of, count) = super::place::elements(ty);
            let count = count.ok_or_else(|| unsupported(span, "an array of unknown size"))?;
            let block = self.allocate(name, &of, Term::int(count), span);
            return Ok(Object {
                name: name.to_string(),
                ty: ty.clone(),
                home: Home::Block(block),
                set: None,
                ghost: false,
                count: None,
            });
        }
        let vars = self.leaf_vars(name, ty);
        let scalar = matches!(ty, Type::Int(_) | Type::Pointer(_));
        let set = scalar.then(|| self.temp(&format!("{name} is set"), Sort::Bool));
        Ok(Object {
            name: name.to_string(),
            ty: ty.clone(),
            home: Home::Vars(vars),
            set,
            ghost: false,
            count: None,
        })
    }

    /// Variables for the scalar parts of a variable.
    pub(super) fn leaf_vars(&mut self, name: &str, ty: &Type) -> Vec<Var> {
        let leaves = self.leaves(ty);
        let base = self.bases.get(name).map_or(String::new(), |b| format!(" {b}"));
        let var = |l: &super::memory::Leaf| {
            let tail = match l.part {
                super::memory::Part::Offset => format!("@offset{base}"),
                _ => String::new(),
            };
            self.temp(&format!("{name}{}{tail}", l.path), l.sort())
        };
        leaves.iter().map(var).collect()
    }

    /// Brings a variable into scope.
    pub(super) fn bring(&mut self, object: Object) {
        let parts = match &object.home {
            Home::Vars(vars) => vars.iter().map(Var::term).collect(),
            Home::Fixed(terms) => terms.clone(),
            Home::Block(block) => vec![block.clone()],
        };
        let shown = match &object.home {
            Home::Block(_) => super::place::elements(&object.ty).0.pointer(),
            _ => object.ty.clone(),
        };
        let parts = match (&object.home, parts.as_slice()) {
            (Home::Block(_), [block]) => vec![block.clone(), Term::int(0)],
            _ => parts,
        };
        self.named.push((object.name.clone(), shown, parts));
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(object);
        }
    }

    /// An array whose size is found out at run time.
    fn run_time_array(&mut self, d: &'a ast::Decl, of: &'a ast::Type, size: &'a Expr, span: Span) -> Lowering<()> {
        let of = self.resolve(of, span)?;
        let count = self.integer(size)?;
        let positive = Term::lt(Term::int(0), count.term.clone());
        self.check(positive, CheckKind::NegativeSize, span, None);
        let count = self.save(Val::number(count, Type::Integer), span).parts[0].clone();
        let ty = Type::Array(Box::new(of.clone()), None);
        let home = match self.exposed.contains(&*d.name.text) {
            true => Home::Block(self.allocate(&d.name.text, &of, count.clone(), span)),
            false => {
                let vars = self.leaf_vars(&d.name.text, &ty);
                self.emit(StmtKind::Havoc(vars.clone()), span);
                Home::Vars(vars)
            }
        };
        self.bring(Object {
            name: d.name.text.to_string(),
            ty,
            home,
            set: None,
            ghost: d.ghost,
            count: Some(count),
        });
        Ok(())
    }

    /// A variable that lives on between calls: its value is not known, unless it is constant.
    fn static_local(&mut self, d: &'a ast::Decl, ty: Type, span: Span) -> Lowering<()> {
        let name = format!("{}::{}", self.function.name.text, d.name.text);
        if d.storage.is_extern {
            return match self.world.globals.contains_key(&*d.name.text) {
                true => Ok(()),
                false => Err(unsupported(span, "an `extern` variable that is declared here only")),
            };
        }
        if d.ty.is_const || ast_element_is_const(&d.ty) {
            let mut object = self.new_object(&d.name.text, &ty, self.exposed.contains(&*d.name.text), span)?;
            object.set = None;
            self.bring(object.clone());
            let place = self.object_place(&object);
            return match &d.init {
                Some(init) => self.initialise(&place, init, span),
                None => Ok(()),
            };
        }
        if self.exposed.contains(&*d.name.text) {
            let block = self.static_block(&name, &ty, true);
            self.bring(Object {
                name: d.name.text.to_string(),
                ty,
                home: Home::Block(Term::ite(Term::tt(), block.clone(), block)),
                set: None,
                ghost: d.ghost,
                count: None,
            });
            return Ok(());
        }
        let leaves = self.leaves(&ty);
        let vars: Vec<Var> = leaves.iter().map(|l| self.global_var(&name, l)).collect();
        self.bring(Object {
            name: d.name.text.to_string(),
            ty,
            home: Home::Vars(vars),
            set: None,
            ghost: d.ghost,
            count: None,
        });
        Ok(())
    }

    /// `({ … })`: the value of the last statement.
    pub(super) fn statement_expression(&mut self, block: &'a [Stmt], span: Span) -> Lowering<Val> {
        self.scopes.push(Vec::new());
        let (last, before) = match block.split_last() {
            Some((last, before)) => (Some(last), before),
            None => (None, block),
        };
        let mut result = Ok(Val::void());
        for s in before {
            self.statement(s)?;
        }
        if let Some(last) = last {
            result = match &last.kind {
                S::Expr(e) => {
                    let val = self.value(e)?;
                    Ok(self.save(val, span))
                }
                _ => self.statement(last).map(|()| Val::void()),
            };
        }
        self.pop_scope(span);
        result
    }

    /// Labels of a function get names of their own, and how deep they stand is noted.
    pub(super) fn enter_labels(&mut self, block: &'a [Stmt]) {
        if !survey::has_label(block) {
            return;
        }
        // the block opens a scope
        let depth = self.scopes.len() + 1;
        self.note_labels(block, depth);
    }

    fn note_labels(&mut self, block: &'a [Stmt], depth: usize) {
        for s in block {
            if let S::Label(name, ..) = &s.kind {
                let label = self.label(&name.text);
                self.labels.insert(name.text.to_string(), label);
                self.label_depths.insert(name.text.to_string(), depth);
            }
            let deeper = match &s.kind {
                S::Label(..) | S::Case(..) | S::Default(_) | S::Contract(..) => depth,
                S::For(..) => depth + 2,
                _ => depth + 1,
            };
            match &s.kind {
                S::Block(inner) => self.note_labels(inner, depth + 1),
                S::Switch(_, body) => self.note_labels(block_of(body), depth + 1),
                _ => crate::syntax::walk::inner(s)
                    .into_iter()
                    .for_each(|s| self.note_labels(std::slice::from_ref(s), deeper)),
            }
        }
    }
}

fn ast_element_is_const(ty: &ast::Type) -> bool {
    match &*ty.kind {
        ast::TypeKind::Array(of, _) => of.is_const || ast_element_is_const(of),
        _ => false,
    }
}

/// The statements of a block.
fn block_of(s: &Stmt) -> &[Stmt] {
    match &s.kind {
        S::Block(block) => block,
        _ => std::slice::from_ref(s),
    }
}

/// The cases that belong to a `switch`, in order.
fn collect_cases<'a>(s: &'a Stmt, cases: &mut Vec<&'a Stmt>) {
    if let S::Switch(..) = s.kind {
        return;
    }
    if let S::Case(..) | S::Default(_) = s.kind {
        cases.push(s);
    }
    for inner in crate::syntax::walk::inner(s) {
        collect_cases(inner, cases);
    }
}

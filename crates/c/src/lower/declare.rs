//! Declarations of local variables.

use super::body::Body;
use super::environment::{elements, is_const, object, sized};
use super::state::{Leaf, Part};
use super::value::{Home, Lowering, Object, Val, unsupported, wrong};
use crate::syntax::ast::{self, Expr, ExprKind as E};
use crate::syntax::walk;
use crate::types::Type;
use abide_base::{Diagnostic, Span};
use abide_ir::{CheckKind, StmtKind};
use abide_logic::{Sort, Term, Var};

impl<'a> Body<'_, 'a> {
    /// A local variable.
    pub(super) fn declaration(&mut self, d: &'a ast::Decl) -> Lowering<()> {
        let span = d.name.span;
        if d.storage.typedef {
            return Ok(());
        }
        if d.ghost && self.is_of_program(&d.name.text) {
            let message = format!("the ghost variable `{}` hides one of the program", d.name.text);
            return Err(Box::new(Diagnostic::error(span, message).help("give it another name")));
        }
        if let ast::TypeKind::Array(of, Some(size)) = &*d.ty.kind
            && self.has_run_time_size(&d.ty)
        {
            return self.run_time_array(d, of, size, span);
        }
        let ty = sized(&self.env.types, self.declared_type(d)?, d.init.as_ref());
        if let Type::Function(_) = ty {
            return Ok(());
        }
        if d.storage.is_static || d.storage.is_extern {
            return self.declare_static(d, ty, span);
        }
        if ty == Type::Void {
            return Err(wrong(span, "a variable cannot be `void`"));
        }
        if let Some(ast::Init::Expr(e)) = &d.init
            && !self.env.types.is_volatile(&d.ty)
            && !is_const(&d.ty)
            && matches!(ty, Type::Int(_) | Type::Pointer(_))
            && reads(e, &d.name.text)
        {
            return self.initialised_by_itself(d, &ty, e, span);
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
                Some(self.stored_as(val, &ty, span)?)
            }
            _ => None,
        };
        self.declaring = None;
        let in_memory = self.address_taken.contains(&*d.name.text);
        let mut object = match in_memory && self.jumps.active {
            true => self.made_again(d, &ty, true, span)?,
            false => self.new_variable(&d.name.text, &ty, in_memory, !is_const(&d.ty), span)?,
        };
        object.ghost = d.ghost;
        self.may_change(&object, self.env.types.is_volatile(&d.ty), span)?;
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
                    self.loses_value(&object, span);
                }
                Ok(())
            }
        }
    }

    /// `T *p = f(p);`: the variable is there, and has no value yet, where its initial value is found.
    fn initialised_by_itself(&mut self, d: &'a ast::Decl, ty: &Type, e: &'a Expr, span: Span) -> Lowering<()> {
        let in_memory = self.address_taken.contains(&*d.name.text);
        let mut object = match in_memory && self.jumps.active {
            true => self.made_again(d, ty, true, span)?,
            false => self.new_variable(&d.name.text, ty, in_memory, true, span)?,
        };
        object.ghost = d.ghost;
        self.bring(object.clone());
        if let Home::Vars(vars) = &object.home {
            self.emit(StmtKind::Havoc(vars.clone()), span);
            let parts: Vec<Term> = vars.iter().map(Var::term).collect();
            let fact = self.well_typed(ty, &parts);
            self.assume(fact, span);
            self.loses_value(&object, span);
        }
        let val = self.value(e)?;
        let val = self.stored_as(val, ty, span)?;
        let place = self.object_place(&object);
        self.store(&place, val.parts, span)
    }

    /// Does code mean something by a name?
    fn is_of_program(&self, name: &str) -> bool {
        let mut all = self.scopes.iter().rev().flat_map(|s| s.iter().rev());
        match all.find(|o| o.name == name) {
            Some(object) => !object.ghost,
            None => {
                let global = self.env.globals.get(name).is_some_and(|g| !g.ghost);
                global || self.env.callees.contains_key(name)
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

    /// A variable that is `volatile` may have another value at each read.
    pub(super) fn may_change(&mut self, object: &Object, volatile: bool, span: Span) -> Lowering<()> {
        match &object.home {
            _ if !volatile => {}
            Home::Vars(vars) => self.volatile.extend(vars.iter().cloned()),
            _ => return Err(unsupported(span, "a pointer to a `volatile` variable")),
        }
        Ok(())
    }

    /// A variable has no value, or a new one.
    pub(super) fn loses_value(&mut self, object: &Object, span: Span) {
        self.unset(object, span);
        if let (Home::Vars(vars), None) = (&object.home, &object.set) {
            self.valueless(vars, span);
        }
    }

    /// A variable that is declared without a value has none.
    pub(super) fn unset(&mut self, object: &Object, span: Span) {
        if let Some(flag) = &object.set
            && self.flagged.contains(&object.name)
        {
            self.assign(&flag.clone(), Term::ff(), span);
        }
        if let Some(flag) = &object.set {
            self.assigned.remove(flag);
        }
    }

    /// The parts of an array or structure have no values.
    fn valueless(&mut self, vars: &[Var], span: Span) {
        for var in vars {
            if let Some((set, none)) = self.has_from_now(var, &[], false) {
                self.assign(&set, none, span);
            }
        }
    }

    /// A new variable, in memory if it must be.
    pub(super) fn new_object(&mut self, name: &str, ty: &Type, in_memory: bool, span: Span) -> Lowering<Object> {
        self.new_variable(name, ty, in_memory, true, span)
    }

    /// A new variable, which may be constant.
    fn new_variable(&mut self, name: &str, ty: &Type, in_memory: bool, writable: bool, span: Span) -> Lowering<Object> {
        if in_memory {
            let (of, count) = elements(ty);
            let count = count.ok_or_else(|| unsupported(span, "an array of unknown size"))?;
            let block = self.allocate(&object(name, ty), &of, Term::int(count), writable, span)?;
            return Ok(Object {
                name: name.to_string(),
                ty: ty.clone(),
                home: Home::Block(block),
                set: None,
                ghost: false,
                counts: Vec::new(),
            });
        }
        let vars = self.leaf_vars(name, ty);
        let scalar = matches!(ty, Type::Int(_) | Type::Pointer(_)) || ty.is_argument_list();
        let set = scalar.then(|| self.temp(&format!("{name}@set"), Sort::Bool));
        Ok(Object {
            name: name.to_string(),
            ty: ty.clone(),
            home: Home::Vars(vars),
            set,
            ghost: false,
            counts: Vec::new(),
        })
    }

    /// Variables for the scalar parts of a variable.
    pub(super) fn leaf_vars(&mut self, name: &str, ty: &Type) -> Vec<Var> {
        let leaves = self.leaves(ty);
        let base = self.bases.get(name);
        let base = base.map_or(String::new(), |b| match self.is_array(b) {
            // no pointer until its first element is pointed to
            true => format!(" &{b}[0]"),
            false => format!(" {b}"),
        });
        let var = |l: &Leaf| {
            let tail = match l.part {
                Part::Offset => format!("@offset{base}"),
                Part::Whole => l.part.tail().to_string(),
                _ => String::new(),
            };
            self.temp(&format!("{name}{}{tail}", l.path), l.sort())
        };
        leaves.iter().map(var).collect()
    }

    /// Is it the name of an array?
    fn is_array(&self, name: &str) -> bool {
        let mut known = self.scopes.iter().rev().flatten();
        match known.find(|object| object.name == name) {
            Some(object) => matches!(object.ty, Type::Array(..)),
            None => self
                .env
                .globals
                .get(name)
                .is_some_and(|g| matches!(g.ty, Type::Array(..))),
        }
    }

    /// Brings a variable into scope.
    pub(super) fn bring(&mut self, object: Object) {
        let parts = match &object.home {
            Home::Vars(vars) => vars.iter().map(Var::term).collect(),
            Home::Fixed(terms) => terms.clone(),
            Home::Block(block) => vec![block.clone()],
            Home::OfFile => Vec::new(),
        };
        let shown = match &object.home {
            Home::Block(_) => elements(&object.ty).0.pointer(),
            _ => object.ty.clone(),
        };
        let parts = match (&object.home, parts.as_slice()) {
            (Home::Block(_), [block]) => vec![block.clone(), Term::int(0)],
            _ => parts,
        };
        if let Home::Block(block) = &object.home
            && self.jumps.active
            && let Some(var) = block.as_var().filter(|v| !self.heap.has(v))
        {
            self.jumps.voided.insert(var.clone());
        }
        if !matches!(object.home, Home::OfFile) {
            self.named.push((object.name.clone(), shown, parts));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(object);
        }
    }

    /// Is the size of an array, or of its elements, found out at run time?
    pub(super) fn has_run_time_size(&self, ty: &ast::Type) -> bool {
        match &*ty.kind {
            ast::TypeKind::Array(of, size) => {
                let found_out = size
                    .as_ref()
                    .is_some_and(|size| self.env.types.constant(size).is_none());
                found_out || self.has_run_time_size(of)
            }
            _ => false,
        }
    }

    /// A number of elements, which is positive.
    fn run_time_count(&mut self, size: &'a Expr, span: Span) -> Lowering<Term> {
        let count = self.integer(size)?;
        let positive = Term::lt(Term::int(0), count.term.clone());
        self.check(positive, CheckKind::NegativeSize, span, None);
        Ok(self.save(Val::number(count, Type::Integer), span).parts[0].clone())
    }

    /// An array whose size is found out at run time.
    fn run_time_array(&mut self, d: &'a ast::Decl, of: &'a ast::Type, size: &'a Expr, span: Span) -> Lowering<()> {
        let count = self.run_time_count(size, span)?;
        let mut counts = vec![Some(count.clone())];
        let mut inner = of;
        while let ast::TypeKind::Array(element, size) = &*inner.kind {
            let size = size.as_ref().filter(|size| self.env.types.constant(size).is_none());
            counts.push(size.map(|size| self.run_time_count(size, span)).transpose()?);
            inner = element;
        }
        let of = self.resolve(of, span)?;
        let ty = Type::Array(Box::new(of.clone()), None);
        let home = match self.address_taken.contains(&*d.name.text) {
            true => Home::Block(self.allocate(&object(&d.name.text, &ty), &of, count.clone(), true, span)?),
            false => {
                let vars = self.leaf_vars(&d.name.text, &ty);
                self.emit(StmtKind::Havoc(vars.clone()), span);
                self.valueless(&vars, span);
                Home::Vars(vars)
            }
        };
        self.bring(Object {
            name: d.name.text.to_string(),
            ty,
            home,
            set: None,
            ghost: d.ghost,
            counts,
        });
        Ok(())
    }

    /// A variable that lives on between calls, or one of the file's that is declared again.
    pub(super) fn declare_static(&mut self, d: &'a ast::Decl, ty: Type, span: Span) -> Lowering<()> {
        let object = |ty: Type, home: Home| Object {
            name: d.name.text.to_string(),
            ty,
            home,
            set: None,
            ghost: d.ghost,
            counts: Vec::new(),
        };
        if d.storage.is_extern {
            return match self.env.globals.contains_key(&*d.name.text) {
                true => {
                    self.bring(object(ty, Home::OfFile));
                    Ok(())
                }
                false => Err(unsupported(span, "an `extern` variable that is declared here only")),
            };
        }
        let Some(name) = self.env.statics.get(&std::ptr::from_ref(d)).cloned() else {
            return Err(unsupported(span, "a `static` variable here"));
        };
        if self.env.types.is_volatile(&d.ty) {
            return Err(unsupported(span, "a `static` variable that is `volatile`"));
        }
        let home = match self.env.address_taken.vars.contains(&name) {
            true => Home::Block(self.static_block(&name, &ty, !is_const(&d.ty))),
            false => {
                let leaves = self.leaves(&ty);
                Home::Vars(leaves.iter().map(|l| self.global_var(&name, l)).collect())
            }
        };
        self.bring(object(ty, home));
        Ok(())
    }
}

/// Is a name evaluated in an expression? It is not as the operand of `sizeof`.
fn reads(e: &Expr, name: &str) -> bool {
    match &*e.kind {
        E::Name(n) => &*n.text == name,
        E::SizeofExpr(_) => false,
        _ => walk::children(e).into_iter().any(|part| reads(part, name)),
    }
}

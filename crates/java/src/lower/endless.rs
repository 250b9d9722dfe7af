//! Methods that may never come back, as far as their text tells: they lead back to themselves with no measure, or have a
//! loop without a way out. What only such a call comes before is not refuted.
//!
//! Calls are followed where the class of their target is plain: this one, one that is named, or the one that a variable
//! or field is declared with.

use crate::syntax::ast::{self, Expr, ExprKind, Literal, Stmt, StmtKind as S};
use crate::syntax::walk;
use crate::types::{ClassId, Classes, MethodRef, Type};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// A method, by its place in the tree.
type Id = *const ast::Method;

/// The given methods that may never come back, as far as somebody asks.
pub(super) struct Endless<'a> {
    calls: RefCell<Calls<'a>>,
    known: RefCell<HashMap<Id, bool>>,
    /// Of classes that have been asked for: may their initialiser never end?
    initialisers: RefCell<HashMap<ClassId, bool>>,
}

impl<'a> Endless<'a> {
    /// Those of some classes.
    pub(super) fn of(classes: &'a Classes<'a>) -> Endless<'a> {
        Endless {
            calls: RefCell::new(Calls::of(classes)),
            known: RefCell::default(),
            initialisers: RefCell::default(),
        }
    }

    /// May the static initialiser of a class never come to its end, or those of classes that it names?
    pub(super) fn initialiser(&self, class: ClassId) -> bool {
        let known = self.initialisers.borrow().get(&class).copied();
        known.unwrap_or_else(|| {
            let endless = self.has_endless_initialiser(class, &mut HashSet::new());
            self.initialisers.borrow_mut().insert(class, endless);
            endless
        })
    }

    fn has_endless_initialiser(&self, class: ClassId, seen: &mut HashSet<ClassId>) -> bool {
        let classes = self.calls.borrow().classes;
        let Some(decl) = classes.get(class).decl.filter(|_| seen.insert(class)) else {
            return false;
        };
        let interface = classes.get(class).interface;
        let blocks = decl.initializers.iter().filter(|i| i.is_static);
        let body: Vec<&'a Stmt> = blocks.flat_map(|i| &i.body).collect();
        if body.iter().any(|s| has_endless_loop(s)) {
            return true;
        }
        let mut parts: Vec<&'a Expr> = Vec::new();
        walk::each_expr(body.iter().copied(), &mut |e| parts.push(e));
        let fields = decl.fields.iter().filter(|f| f.modifiers.is_static || interface);
        let values = fields.filter_map(|f| f.init.as_ref());
        let values = values.chain(decl.constants.iter().flat_map(|c| &c.args));
        values.for_each(|value| walk::each_part(value, &mut |e| parts.push(e)));
        let code = Code {
            class,
            params: &[],
            body,
        };
        let mut found = Vec::new();
        parts
            .iter()
            .for_each(|e| called(&mut self.calls.borrow_mut(), &code, e, &mut found));
        if !decl.constants.is_empty() {
            found.extend(classes.constructors(class));
        }
        let used = parts.iter().filter_map(|e| match &*e.kind {
            ExprKind::Name(name) => classes.class_named(name, Some(class)),
            ExprKind::New(ty, ..) => match classes.resolve(ty, Some(class)) {
                Some(Type::Class(made)) => Some(made),
                _ => None,
            },
            _ => None,
        });
        let used: Vec<ClassId> = used.flat_map(|used| classes.ancestors(used)).collect();
        found.into_iter().any(|m| self.contains(m)) || used.into_iter().any(|c| self.has_endless_initialiser(c, seen))
    }

    /// May a method never come back?
    pub(super) fn contains(&self, m: MethodRef<'a>) -> bool {
        let wanted: Id = m.decl;
        let mut known = self.known.borrow_mut();
        if let Some(known) = known.get(&wanted) {
            return *known;
        }
        let mut left = self.calls.borrow_mut().reached(m, &known);
        let all: Vec<Id> = left.keys().copied().collect();
        // who calls only methods that come back does, too: those are the least such set
        loop {
            let waiting: HashSet<Id> = left.keys().copied().collect();
            let waits = |callee: &Id| waiting.contains(callee) || known.get(callee) == Some(&true);
            left.retain(|_, callees| callees.iter().any(waits));
            if left.len() == waiting.len() {
                break;
            }
        }
        known.insert(wanted, false);
        known.extend(all.into_iter().map(|id| (id, left.contains_key(&id))));
        known[&wanted]
    }
}

/// Is the recursion of a method measured in each case of its contract?
fn is_measured(m: &ast::Method) -> bool {
    let mut cases = m.spec.cases.iter();
    !m.spec.cases.is_empty() && cases.all(|case| !case.decreases.is_empty())
}

/// Which methods calls may run.
struct Calls<'a> {
    classes: &'a Classes<'a>,
    /// The methods of a name and a number of parameters, with their classes.
    declared: HashMap<(&'a str, usize), Vec<MethodRef<'a>>>,
    /// What is known of calls on objects of a class.
    known: HashMap<(ClassId, &'a str, usize), Vec<MethodRef<'a>>>,
}

impl<'a> Calls<'a> {
    fn of(classes: &'a Classes<'a>) -> Calls<'a> {
        let mut declared: HashMap<(&str, usize), Vec<MethodRef>> = HashMap::new();
        for class in classes.ids() {
            for decl in classes.get(class).decl.into_iter().flat_map(|decl| &decl.methods) {
                let same = declared.entry((&*decl.name.text, decl.params.len())).or_default();
                same.push(MethodRef { class, decl });
            }
        }
        Calls {
            classes,
            declared,
            known: HashMap::new(),
        }
    }

    /// The methods that a method leads to and that are not settled yet, it among them, each with those that it may call:
    /// but for those that are said to come back.
    fn reached(&mut self, m: MethodRef<'a>, settled: &HashMap<Id, bool>) -> HashMap<Id, HashSet<Id>> {
        let mut found = HashMap::new();
        let mut left = vec![m];
        while let Some(m) = left.pop() {
            let id: Id = m.decl;
            if m.decl.body.is_none() || is_measured(m.decl) || settled.contains_key(&id) || found.contains_key(&id) {
                continue;
            }
            let callees = callees(self, m);
            found.insert(id, callees.iter().map(|c| std::ptr::from_ref(c.decl)).collect());
            left.extend(callees);
        }
        found
    }

    /// The methods of a name that may run on objects of a class.
    fn implementations(&mut self, class: ClassId, name: &'a str, args: usize) -> &[MethodRef<'a>] {
        let (classes, declared) = (self.classes, &self.declared);
        self.known.entry((class, name, args)).or_insert_with(|| {
            let above = classes.methods(class, name, args);
            let same = declared.get(&(name, args)).into_iter().flatten();
            let below = same.filter(|m| classes.is_subclass(m.class, class));
            above.into_iter().chain(below.copied()).collect()
        })
    }
}

/// The given methods that a method may call; itself, if it has a loop without a way out.
fn callees<'a>(calls: &mut Calls<'a>, m: MethodRef<'a>) -> Vec<MethodRef<'a>> {
    let body = m.decl.body.iter().flatten();
    let mut found = Vec::new();
    if body.clone().any(has_endless_loop) {
        found.push(m);
    }
    let code = Code {
        class: m.class,
        params: &m.decl.params,
        body: body.clone().collect(),
    };
    walk::each_expr(body, &mut |e| called(calls, &code, e, &mut found));
    found
}

/// What calls stand in.
struct Code<'a> {
    class: ClassId,
    params: &'a [ast::Param],
    body: Vec<&'a Stmt>,
}

/// The given methods that an expression may call, its parts apart.
fn called<'a>(calls: &mut Calls<'a>, code: &Code<'a>, e: &'a Expr, found: &mut Vec<MethodRef<'a>>) {
    let classes = calls.classes;
    match &*e.kind {
        ExprKind::Call(target, name, args) => {
            for class in targets(classes, code, target.as_ref()) {
                found.extend(calls.implementations(class, &name.text, args.len()));
            }
        }
        ExprKind::New(ty, args, _) => {
            let made = classes.resolve(ty, Some(code.class));
            let made = made.into_iter().filter_map(|ty| match ty {
                Type::Class(class) => Some(class),
                _ => None,
            });
            let constructors = made.flat_map(|class| classes.constructors(class));
            found.extend(constructors.filter(|c| c.decl.params.len() == args.len()));
        }
        _ => {}
    }
}

/// The classes in which a method is looked for.
fn targets(classes: &Classes, code: &Code, target: Option<&Expr>) -> Vec<ClassId> {
    let of = code.class;
    let declared = |ty: &ast::TypeRef| match classes.resolve(ty, Some(of)) {
        Some(Type::Class(class)) => vec![class],
        _ => Vec::new(),
    };
    match target.map(|t| &*t.kind) {
        None => classes.outward(of).collect(),
        Some(ExprKind::Super(Some(ty))) => declared(ty),
        Some(ExprKind::This(_) | ExprKind::Super(None)) => vec![of],
        Some(ExprKind::Name(name)) => {
            let param = code.params.iter().find(|p| *p.name.text == **name);
            let field = || classes.field(of, name).map(|f| declared(&f.decl.ty));
            let class = || classes.class_named(name, Some(of)).into_iter().collect();
            match (param, local(code.body.iter().copied(), name)) {
                (Some(param), _) => declared(&param.ty),
                (None, Some(ty)) => declared(ty),
                (None, None) => field().unwrap_or_else(class),
            }
        }
        Some(ExprKind::Field(_, name)) => {
            let field = classes.field(of, &name.text);
            field.map_or_else(Vec::new, |f| declared(&f.decl.ty))
        }
        Some(ExprKind::New(ty, ..) | ExprKind::Cast(ty, _)) => declared(ty),
        _ => Vec::new(),
    }
}

/// The declared type of a local variable of a name.
fn local<'t>(body: impl IntoIterator<Item = &'t Stmt>, name: &str) -> Option<&'t ast::TypeRef> {
    body.into_iter().find_map(|s| match &s.kind {
        S::Local(locals) => locals.iter().find(|l| &*l.name.text == name).map(|l| &l.ty),
        S::ForEach(_, param, _, body) if &*param.name.text != name => local([&**body], name),
        S::ForEach(_, param, ..) => Some(&param.ty),
        _ => local(walk::statements(s), name),
    })
}

/// Is there a loop in a statement whose condition is always true, and that nothing in it leaves?
fn has_endless_loop(s: &Stmt) -> bool {
    let is_true = |e: &Expr| matches!(&*e.kind, ExprKind::Literal(Literal::Bool(true)));
    let endless = match &s.kind {
        S::While(_, condition, body) | S::Do(_, body, condition) => is_true(condition) && !leaves(body),
        S::For(_, _, condition, _, body) => condition.as_ref().is_none_or(is_true) && !leaves(body),
        _ => false,
    };
    endless || walk::statements(s).into_iter().any(has_endless_loop)
}

/// Does a jump in a statement perhaps leave the loop around it?
fn leaves(s: &Stmt) -> bool {
    let jumps = matches!(s.kind, S::Break(_) | S::Continue(Some(_)) | S::Return(_) | S::Throw(_));
    jumps || walk::statements(s).into_iter().any(leaves)
}

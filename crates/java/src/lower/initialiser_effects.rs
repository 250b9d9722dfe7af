//! What a static initialiser may change: a walk over all code that it may run, also that of lambdas, of methods which only the
//! language or the library calls, and of the initialisers of other classes that it uses.

use super::implicit_code::initializers;
use super::initialiser_code::{each_statement, is_changeable, locals, may_change, runs_code, takes};
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind, Origin, Stmt, StmtKind};
use crate::syntax::walk::{each_expr, each_part, statements};
use crate::types::{ClassId, Classes, FieldRef};
use std::collections::{BTreeMap, BTreeSet};

/// Where code stands.
#[derive(Clone)]
struct Place {
    class: ClassId,
    /// Local variables.
    locals: BTreeSet<String>,
    /// Those of blocks that have the name of a field.
    hiding: BTreeSet<String>,
    /// Those that may lead to objects which the code has not made.
    foreign: BTreeSet<String>,
    /// Does it make its own object?
    makes: bool,
}

impl Place {
    fn at(class: ClassId) -> Place {
        Place {
            class,
            locals: BTreeSet::new(),
            hiding: BTreeSet::new(),
            foreign: BTreeSet::new(),
            makes: false,
        }
    }
}

impl Place {
    fn is_local(&self, name: &str) -> bool {
        self.locals.contains(name)
    }
}

/// Does the static initialiser of a class change anything but static fields of its own and new objects?
pub(super) fn initialiser_acts<'a>(classes: &'a Classes<'a>, class: ClassId) -> bool {
    let mut scan = Scan {
        classes,
        of: class,
        begun: BTreeSet::new(),
        seen: BTreeMap::new(),
        acts: false,
    };
    scan.initialiser(class);
    scan.acts
}

/// A walk over all that a static initialiser may run.
struct Scan<'a> {
    classes: &'a Classes<'a>,
    /// The class that is initialised.
    of: ClassId,
    /// The classes whose initialisers have been looked at.
    begun: BTreeSet<ClassId>,
    /// The methods that have been looked at while a class is initialised, with the parameters that might lead to objects of others.
    seen: BTreeMap<(ClassId, *const ast::Method), BTreeSet<String>>,
    acts: bool,
}

impl<'a> Scan<'a> {
    /// A class is used, and so are those above it.
    fn used(&mut self, class: ClassId) {
        for id in self.classes.ancestors(class) {
            let outer = std::mem::replace(&mut self.of, id);
            self.initialiser(id);
            self.of = outer;
        }
    }

    /// The initialiser of a class runs.
    fn initialiser(&mut self, class: ClassId) {
        let Some(decl) = self.classes.get(class).decl.filter(|_| self.begun.insert(class)) else {
            return;
        };
        let interface = self.classes.get(class).interface;
        for field in decl.fields.iter().filter(|f| f.modifiers.is_static || interface) {
            match &field.init {
                // a lambda that is kept does nothing yet
                Some(e) if matches!(&*e.kind, ExprKind::Lambda | ExprKind::MethodReference(_)) && !runs_code(decl) => {}
                Some(e) => self.expr(e, &Place::at(class)),
                None => {}
            }
        }
        for block in decl.initializers.iter().filter(|i| i.is_static) {
            self.code(&block.body, Place::at(class));
        }
        for constant in &decl.constants {
            constant.args.iter().for_each(|e| self.expr(e, &Place::at(class)));
            self.made(class);
            let own = self.classes.constant_class(class, constant);
            own.into_iter().for_each(|c| self.made(c));
        }
    }

    fn code(&mut self, block: &'a [Stmt], mut place: Place) {
        let mut own = BTreeSet::new();
        block.iter().for_each(|s| locals(s, &mut own));
        // a name that is a variable in one block may be a field behind it
        place
            .hiding
            .extend(own.iter().filter(|name| self.is_field(name, place.class)).cloned());
        place.locals.extend(own);
        // one variable may get its value from the next
        loop {
            let known = place.foreign.len();
            block.iter().for_each(|s| self.foreign_locals(s, &mut place));
            if place.foreign.len() == known {
                break;
            }
        }
        let mut parts = Vec::new();
        each_expr(block, &mut |e| parts.push(e));
        parts.into_iter().for_each(|e| self.part(e, &place));
        let mut each = Vec::new();
        block.iter().for_each(|s| each_statement(s, &mut each));
        if each.iter().any(|s| matches!(s.kind, StmtKind::ForEach(..))) {
            self.all_named(&["iterator", "hasNext", "next"]);
        }
    }

    fn expr(&mut self, e: &'a Expr, place: &Place) {
        let mut parts = Vec::new();
        each_part(e, &mut |e| parts.push(e));
        parts.into_iter().for_each(|e| self.part(e, place));
    }

    fn part(&mut self, e: &'a Expr, place: &Place) {
        let classes = self.classes;
        match &*e.kind {
            ExprKind::Assign(op, target, value) => {
                let kept = !matches!(&*target.kind, ExprKind::Name(name) if place.is_local(name));
                self.acts |= !self.is_own(target, place) || kept && op.is_none() && self.is_foreign(value, place);
                if *op == Some(BinaryOp::Add) {
                    self.all_named(&["toString"]);
                }
            }
            ExprKind::Step { target, .. } => self.acts |= !self.is_own(target, place),
            ExprKind::Binary(BinaryOp::Add, ..) => self.all_named(&["toString"]),
            ExprKind::Name(name) if !place.is_local(name) => match classes.field(place.class, name) {
                Some(f) if f.is_static => self.used(f.class),
                Some(_) => {}
                // of a class around this one, or imported
                None => self.holders(name).into_iter().for_each(|c| self.used(c)),
            },
            ExprKind::Field(target, name) => match self.class_of(target, place) {
                Some(class) => self.used(class),
                // by a variable
                None => self.holders(&name.text).into_iter().for_each(|c| self.used(c)),
            },
            // the name of the class means one of the object's class
            ExprKind::NewInside(..) => self.acts = true,
            ExprKind::New(ty, args, hidden) => {
                let class = match hidden {
                    Some(name) => classes.hidden_class(place.class, name),
                    None => classes.class_named(&ty.name, Some(place.class)),
                };
                let given = class.is_some_and(|c| classes.get(c).decl.is_some());
                self.acts |= given && args.iter().any(|a| self.is_foreign(a, place));
                if !given && !args.is_empty() {
                    self.called_back();
                }
                class.into_iter().for_each(|c| self.made(c));
            }
            ExprKind::Call(target, name, args) => self.call(target.as_ref(), &name.text, args, place),
            ExprKind::Lambda | ExprKind::MethodReference(_) => self.lambda(e, place),
            _ => {}
        }
    }

    fn call(&mut self, target: Option<&'a Expr>, name: &str, args: &'a [Expr], place: &Place) {
        let classes = self.classes;
        let class = target.and_then(|t| self.class_of(t, place));
        class.into_iter().for_each(|c| self.used(c));
        let all = classes.ids().filter_map(|id| Some((id, classes.get(id).decl?)));
        let named = all.flat_map(|(id, d)| d.methods.iter().map(move |m| (id, m)));
        let wanted = |m: &ast::Method| !m.constructor && &*m.name.text == name && takes(m, args.len());
        let found: Vec<(ClassId, &'a ast::Method)> = named.filter(|(_, m)| wanted(m)).collect();
        if found.is_empty() {
            // the library compares and shows objects, and may change those that it is given
            self.all_named(&["equals", "hashCode", "compareTo", "compare", "toString"]);
            self.called_back();
            let object = target.filter(|_| class.is_none());
            self.acts |= object.into_iter().chain(args).any(|e| self.is_foreign(e, place)) || name == "forName";
        }
        for (id, m) in found {
            if target.is_none() && m.modifiers.is_static {
                self.used(id);
            }
            let param = |number: usize| m.params.get(number).or(m.params.last());
            let numbered = args.iter().enumerate().filter(|(_, e)| self.is_foreign(e, place));
            let given = numbered.filter_map(|(number, _)| Some(param(number)?.name.text.to_string()));
            let given = given.collect();
            self.method(id, m, false, given);
        }
    }

    /// Code of the library runs: it may call methods of objects that are of its types.
    fn called_back(&mut self) {
        let classes = self.classes;
        let object = classes.known("Object");
        let is_known = |id: ClassId| classes.get(id).decl.is_none() || classes.is_built_in(id);
        let is_of_library = |id: ClassId| {
            let mut above = classes.ancestors(id).into_iter();
            classes.has_unknown_ancestor(id) || above.any(|up| is_known(up) && up != object)
        };
        for id in classes.ids().filter(|id| !is_known(*id) && is_of_library(*id)) {
            let methods = classes.get(id).decl.into_iter().flat_map(|d| &d.methods);
            for m in methods.filter(|m| m.body.is_some() && !m.constructor && !m.modifiers.is_static) {
                let all = m.params.iter().map(|p| p.name.text.to_string()).collect();
                self.method(id, m, false, all);
            }
        }
    }

    /// Methods that are called without being named may be called.
    fn all_named(&mut self, names: &[&str]) {
        let classes = self.classes;
        for id in classes.ids() {
            let methods = classes.get(id).decl.into_iter().flat_map(|d| &d.methods);
            for m in methods.filter(|m| names.contains(&&*m.name.text)) {
                let all = m.params.iter().map(|p| p.name.text.to_string()).collect();
                self.method(id, m, false, all);
            }
        }
    }

    /// A lambda may be called, with anything. Which method a method reference means is not known.
    fn lambda(&mut self, e: &Expr, place: &Place) {
        let classes = self.classes;
        let found = classes.outward(place.class).find_map(|id| {
            let implied = classes.get(id).decl.into_iter().flat_map(|d| &d.implied);
            let mut own = implied.filter(|m| m.origin == Origin::Lambda && m.span == e.span);
            Some((id, own.next()?))
        });
        match found {
            Some((id, m)) => {
                // its parameters and what is around it are captured
                let around = |name: &str| !place.locals.contains(name) || place.foreign.contains(name);
                let all = m.captures.iter().map(|c| c.name.text.to_string());
                self.method(id, m, false, all.filter(|name| around(name)).collect());
            }
            None => self.acts = true,
        }
    }

    /// Is what is assigned a local variable, a static field of the class, or a part of a new object?
    fn is_own(&self, target: &Expr, place: &Place) -> bool {
        match &*target.kind {
            ExprKind::Name(name) if place.is_local(name) => !place.hiding.contains(&**name),
            ExprKind::Name(name) => match self.classes.field(place.class, name) {
                Some(f) if f.is_static => f.class == self.of,
                Some(_) => place.makes,
                None => false,
            },
            ExprKind::Field(object, _) => match &*object.kind {
                ExprKind::This(None) => place.makes,
                ExprKind::Name(name) => {
                    let class = self.classes.class_named(name, Some(place.class));
                    !place.locals.contains(&**name) && class == Some(self.of)
                }
                _ => false,
            },
            ExprKind::Index(array, _) => match &*array.kind {
                ExprKind::Index(..) | ExprKind::Name(_) => !self.is_foreign(array, place) && self.is_own(array, place),
                _ => false,
            },
            _ => false,
        }
    }

    /// May an expression lead to something that can change and that was not made here: by a static field of another class,
    /// or a variable that holds such a thing?
    fn is_foreign(&self, e: &Expr, place: &Place) -> bool {
        let mut found = false;
        each_part(e, &mut |part| {
            found |= match &*part.kind {
                ExprKind::Name(name) if place.hiding.contains(&**name) => true,
                ExprKind::Name(name) if place.is_local(name) => place.foreign.contains(&**name),
                ExprKind::Name(name) => match self.classes.field(place.class, name) {
                    Some(f) => self.is_foreign_field(f),
                    // of a class around this one, or imported
                    None => self.is_changeable_field(name),
                },
                ExprKind::Field(target, name) => match (self.class_of(target, place), &*target.kind) {
                    (Some(c), _) => {
                        let field = self.classes.field(c, &name.text);
                        field.map_or_else(|| self.is_changeable_field(&name.text), |f| self.is_foreign_field(f))
                    }
                    (None, ExprKind::This(None)) => {
                        let field = self.classes.field(place.class, &name.text);
                        field.is_none_or(|f| self.is_foreign_field(f))
                    }
                    _ => self.is_changeable_field(&name.text),
                },
                ExprKind::Call(_, name, args) => self.gives_object(&name.text, args.len()),
                _ => false,
            }
        });
        found
    }

    /// May a field lead to something that can change and that was not made here?
    fn is_foreign_field(&self, f: FieldRef<'a>) -> bool {
        match f.is_static && f.class != self.of {
            true => may_change(f),
            false => self.is_shared(f, &mut BTreeSet::new()),
        }
    }

    /// Has a given class a field of a name that leads to something that can change?
    fn is_changeable_field(&self, name: &str) -> bool {
        let mut fields = self
            .classes
            .ids()
            .filter_map(|id| self.classes.get(id).decl)
            .flat_map(|d| &d.fields);
        fields.any(|f| &*f.name.text == name && is_changeable(&f.ty))
    }

    /// Is there a field of a name where code of a class stands?
    fn is_field(&self, name: &str, class: ClassId) -> bool {
        let mut around = self.classes.outward(class);
        around.any(|id| self.classes.field(id, name).is_some()) || self.classes.may_import_member(class, name)
    }

    /// The given classes with a static field or a constant of a name.
    fn holders(&self, name: &str) -> Vec<ClassId> {
        let holds = |id: &ClassId| {
            let info = self.classes.get(*id);
            info.decl.is_some_and(|d| {
                let is_static = |f: &ast::Field| f.modifiers.is_static || info.interface;
                let mut fields = d.fields.iter().filter(|f| is_static(f));
                fields.any(|f| &*f.name.text == name) || d.constants.iter().any(|c| &*c.name.text == name)
            })
        };
        self.classes.ids().filter(holds).collect()
    }

    /// Is there a given method of a name that gives back something that can change?
    fn gives_object(&self, name: &str, args: usize) -> bool {
        let classes = self.classes;
        let all = classes.ids().filter_map(|id| classes.get(id).decl);
        let mut named = all.flat_map(|d| &d.methods).filter(|m| &*m.name.text == name);
        named.any(|m| takes(m, args) && !m.constructor && is_changeable(&m.result))
    }

    /// Does the first value of a field speak of what other classes hold, or come from a call?
    fn is_shared(&self, f: FieldRef<'a>, seen: &mut BTreeSet<*const ast::Field>) -> bool {
        let first = may_change(f) && seen.insert(std::ptr::from_ref(f.decl));
        let Some(init) = f.decl.init.as_ref().filter(|_| first) else {
            return false;
        };
        let mut parts = Vec::new();
        each_part(init, &mut |part| parts.push(part));
        parts.into_iter().any(|part| match &*part.kind {
            ExprKind::Field(target, name) => match self.class_of(target, &Place::at(f.class)) {
                Some(c) => {
                    c != f.class
                        || self
                            .classes
                            .field(c, &name.text)
                            .is_none_or(|o| self.is_shared(o, seen))
                }
                None => self.is_changeable_field(&name.text),
            },
            ExprKind::Name(name) => match self.classes.field(f.class, name) {
                Some(o) => o.class != f.class || self.is_shared(o, seen),
                None => self.is_changeable_field(name),
            },
            ExprKind::Call(_, name, args) => self.gives_object(&name.text, args.len()),
            _ => false,
        })
    }

    /// The given class that an expression names.
    fn class_of(&self, e: &Expr, place: &Place) -> Option<ClassId> {
        let name = super::names::dotted(e)?;
        let first = name.split('.').next().unwrap_or(&name);
        let classes = self.classes;
        if place.locals.contains(first) || classes.field(place.class, first).is_some() {
            return None;
        }
        let class = classes.class_named(&name, Some(place.class))?;
        classes.get(class).decl.is_some().then_some(class)
    }

    /// An object of a class is made.
    fn made(&mut self, class: ClassId) {
        self.used(class);
        for id in self.classes.ancestors(class) {
            let Some(decl) = self.classes.get(id).decl else {
                continue;
            };
            let place = || Place {
                makes: true,
                ..Place::at(id)
            };
            let all = || decl.methods.iter().chain(&decl.implied).filter(|m| m.constructor);
            if all().all(|m| self.seen.contains_key(&(self.of, std::ptr::from_ref(m)))) {
                continue;
            }
            all().for_each(|m| self.method(id, m, true, BTreeSet::new()));
            for (_, field, block) in initializers(decl, false) {
                match field {
                    Some(field) => field.init.iter().for_each(|e| self.expr(e, &place())),
                    None => self.code(block, place()),
                }
            }
        }
    }

    fn method(&mut self, class: ClassId, m: &'a ast::Method, makes: bool, foreign: BTreeSet<String>) {
        let key = (self.of, std::ptr::from_ref(m));
        let known = self.seen.get(&key);
        if known.is_some_and(|known| known.is_superset(&foreign)) {
            return;
        }
        let foreign: BTreeSet<String> = known.into_iter().flatten().cloned().chain(foreign).collect();
        self.seen.insert(key, foreign.clone());
        let params = m
            .params
            .iter()
            .map(|p| &p.name)
            .chain(m.captures.iter().map(|c| &c.name));
        let place = Place {
            class,
            locals: params.map(|name| name.text.to_string()).collect(),
            hiding: BTreeSet::new(),
            foreign,
            makes,
        };
        match &m.body {
            Some(body) => self.code(body, place),
            // what is called may be anything
            None => self.acts = true,
        }
    }

    /// The local variables to which a statement gives something foreign.
    fn foreign_locals(&self, s: &Stmt, place: &mut Place) {
        match &s.kind {
            StmtKind::Local(all) => {
                for l in all.iter().filter(|l| is_changeable(&l.ty)) {
                    if l.init.as_ref().is_some_and(|e| self.is_foreign(e, place)) {
                        place.foreign.insert(l.name.text.to_string());
                    }
                }
            }
            StmtKind::ForEach(_, param, e, _) if is_changeable(&param.ty) && self.is_foreign(e, place) => {
                place.foreign.insert(param.name.text.to_string());
            }
            _ => {}
        }
        let mut given = Vec::new();
        crate::syntax::walk::exprs(s).into_iter().for_each(|e| {
            each_part(e, &mut |part| {
                if let ExprKind::Assign(None, target, value) = &*part.kind {
                    given.push((target, value));
                }
            });
        });
        for (target, value) in given {
            let mut root = target;
            while let ExprKind::Index(array, _) | ExprKind::Field(array, _) = &*root.kind {
                root = array;
            }
            if let ExprKind::Name(name) = &*root.kind
                && place.locals.contains(&**name)
                && self.is_foreign(value, place)
            {
                place.foreign.insert(name.to_string());
            }
        }
        statements(s).into_iter().for_each(|s| self.foreign_locals(s, place));
    }
}

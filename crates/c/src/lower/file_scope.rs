//! What a file declares: its types, variables, functions and logic, gathered into a [`Environment`].

use super::address_taken::{AddressTaken, Arrays};
use super::environment::{
    Callee, Environment, Global, GlobalInvariant, Law, LogicDef, ReachPredicate, is_const, sized,
};
use super::integer_types;
use super::shape::Options;
use crate::syntax::applied_as;
use crate::syntax::ast::{self, Item, LogicKind};
use crate::syntax::definitions::{ANY_SIZE, CONSTRUCTOR};
use crate::syntax::walk;
use crate::types::{Signature, Type, Types};
use abide_base::Diagnostic;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Environment<'a> {
    pub fn new(unit: &'a ast::Unit, options: Options) -> Environment<'a> {
        let mut env = Environment {
            options,
            types: Types::new(options.model),
            globals: BTreeMap::new(),
            callees: BTreeMap::new(),
            prototypes: BTreeMap::new(),
            logic: BTreeMap::new(),
            overloaded: BTreeMap::new(),
            overloads: BTreeMap::new(),
            laws: Vec::new(),
            invariants: Vec::new(),
            reach_predicates: BTreeMap::new(),
            address_taken: AddressTaken::default(),
            arrays: Arrays::of(unit),
            diagnostics: Vec::new(),
            clashes: BTreeMap::new(),
            statics: BTreeMap::new(),
            escaped: BTreeSet::new(),
            weak: BTreeSet::new(),
            second_names: BTreeSet::new(),
            constructors: Vec::new(),
            constructed_elsewhere: false,
            destructors: Vec::new(),
            missing: &unit.missing,
            functions: Vec::new(),
            kinds: RefCell::default(),
            functional: OnceCell::new(),
            character: integer_types::character(unit),
            targets: BTreeSet::new(),
        };
        for item in &unit.items {
            if let Item::Record(r) = item {
                env.types.tagged(r.kind, &r.name.text);
            }
        }
        unit.items.iter().for_each(|item| env.item(item));
        env.link(unit);
        env.name_states();
        env.expose(unit);
        env.escape(unit);
        env.targets = integer_types::pointed_to(unit, &env.types);
        env
    }

    /// Notes which of the names that are only declared here other files may define.
    pub fn defined_elsewhere(&mut self, elsewhere: &dyn Fn(&str) -> bool) {
        self.constructed_elsewhere = elsewhere(CONSTRUCTOR);
        let declared = self.callees.iter_mut().filter(|(_, c)| c.function.is_none());
        declared.for_each(|(name, callee)| {
            callee.elsewhere = elsewhere(name);
            if callee.library && callee.elsewhere {
                callee.library = false;
                callee.contract = None;
            }
        });
        let declared = self.globals.iter_mut().filter(|(_, g)| g.is_extern);
        for (name, global) in declared {
            global.elsewhere = elsewhere(name);
            if global.elsewhere && !is_alike(&self.types, name, global, elsewhere) {
                global.ty = Type::Unknown(format!("`{name}`, which another file defines with another type"));
            }
        }
    }

    fn item(&mut self, item: &'a Item) {
        match item {
            Item::Record(r) => self.define(r),
            Item::Enum(e) => self.types.enumerate(e),
            Item::Decl(d) => self.declare(d),
            Item::Function(f) => self.function(f),
            Item::Logic(l) => self.logic(l),
        }
        if let Item::Function(f) = item {
            // types declared inside functions are known everywhere: a name has one meaning in a file
            walk::statements(&f.body, &mut |s| match &s.kind {
                ast::StmtKind::Record(r) => match self.types.is_defined(&r.name.text) {
                    true => self.clash(f, &r.name),
                    false => self.define(r),
                },
                ast::StmtKind::Enum(e) => {
                    let known = |n: &&ast::Name| self.types.enum_constant(&n.text).is_some();
                    match e.constants.iter().map(|(n, _)| n).find(known) {
                        Some(name) => self.clash(f, name),
                        None => self.types.enumerate(e),
                    }
                }
                ast::StmtKind::Decl(decls) => {
                    for d in decls.iter().filter(|d| d.storage.typedef) {
                        let ty = self.types.resolve(&d.ty);
                        match self.types.alias_of(&d.name.text).is_some_and(|known| *known != ty) {
                            true => self.clash(f, &d.name),
                            false => self.types.alias(&d.name.text, ty, self.types.is_volatile(&d.ty)),
                        }
                    }
                }
                _ => {}
            });
            self.static_locals(f);
        }
    }

    /// The static variables of a function are variables of the file that only their block knows.
    fn static_locals(&mut self, f: &'a ast::Function) {
        let mut found: Vec<&'a ast::Decl> = Vec::new();
        walk::statements(&f.body, &mut |s| {
            if let ast::StmtKind::Decl(decls) = &s.kind {
                found.extend(decls.iter().filter(|d| d.storage.is_static && !d.storage.typedef));
            }
        });
        for d in found {
            let plain = format!("{}::{}", f.name.text, d.name.text);
            let same = self
                .globals
                .keys()
                .filter(|k| k.split('#').next() == Some(&plain))
                .count();
            let name = match same {
                0 => plain,
                n => format!("{plain}#{}", n + 1),
            };
            let global = Global {
                ty: sized(&self.types, self.types.resolve(&d.ty), d.init.as_ref()),
                is_const: is_const(&d.ty),
                volatile: self.types.is_volatile(&d.ty),
                library: false,
                is_extern: false,
                init: d.init.as_ref(),
                elsewhere: false,
                is_static: true,
                ghost: d.ghost,
                within: Some(f),
            };
            self.globals.insert(name.clone(), global);
            self.statics.insert(std::ptr::from_ref(d), name);
        }
    }

    fn define(&mut self, r: &ast::Record) {
        if let Some(wrong) = self.types.define(r).filter(|_| !r.header) {
            self.diagnostics.push(Diagnostic::error(r.span, wrong));
        }
    }

    fn clash(&mut self, f: &ast::Function, name: &ast::Name) {
        let error = super::value::unsupported(name.span, format!("a second meaning of the name `{}`", name.text));
        self.clashes.insert(f.name.text.to_string(), *error);
    }

    fn declare(&mut self, d: &'a ast::Decl) {
        let (ty, volatile) = self.types.of_variable(&d.ty);
        let name = d.name.text.to_string();
        if d.storage.typedef {
            let ty = self.types.resolve(&d.ty);
            self.types.alias(&name, ty, self.types.is_volatile(&d.ty));
            return;
        }
        if let Type::Function(signature) = ty {
            let params = match &*d.ty.kind {
                ast::TypeKind::Function(f) => f.params.iter().map(name_of).collect(),
                _ => vec![None; signature.params.len()],
            };
            let known = self.callees.get(&name);
            let is_silent = matches!(&*d.ty.kind, ast::TypeKind::Function(f) if f.unspecified);
            if !is_silent {
                self.prototypes.entry(name.clone()).or_insert(d.name.span);
            }
            let signature = match known {
                // `int f();` says nothing of parameters, and leaves those that are known
                Some(k) if is_silent => Box::new(k.signature.clone()),
                _ => signature,
            };
            let contract = d.contract.as_ref().or(known.and_then(|k| k.contract));
            // the names in the contract are those of the declaration it stands at; without one, those of the definition
            // count
            let params = match known {
                Some(k) if d.contract.is_none() && (k.contract.is_some() || k.function.is_some()) => k.params.clone(),
                _ => params,
            };
            let callee = Callee {
                signature: *signature,
                params,
                contract,
                function: known.and_then(|k| k.function),
                noreturn: d.storage.noreturn || known.is_some_and(|k| k.noreturn),
                nonnull: match d.system {
                    true => Vec::new(),
                    false => known
                        .into_iter()
                        .flat_map(|k| &k.nonnull)
                        .chain(&d.storage.nonnull)
                        .copied()
                        .collect(),
                },
                returns_nonnull: d.storage.returns_nonnull || known.is_some_and(|k| k.returns_nonnull),
                header: d.header,
                library: match &d.contract {
                    Some(_) => d.system,
                    None => known.is_some_and(|k| k.library),
                },
                elsewhere: false,
                unread: known
                    .into_iter()
                    .flat_map(|k| k.unread.clone())
                    .chain(&d.unread)
                    .collect(),
            };
            self.callees.insert(name, callee);
            return;
        }
        let known = self.globals.get(&name);
        if known.is_some_and(|k| k.ghost) && !d.ghost {
            let message = format!("a ghost variable is called `{name}`, too");
            self.diagnostics.push(Diagnostic::error(d.name.span, message));
        }
        let nondet = ["NONDET", "__BLAST_NONDET", "nondet_int_global"].contains(&name.as_str());
        let complete = |ty: &Type| !matches!(ty, Type::Array(_, None));
        let ty = match known {
            Some(k) if !complete(&ty) => k.ty.clone(),
            _ => sized(&self.types, ty, d.init.as_ref()),
        };
        let global = Global {
            ty,
            is_const: is_const(&d.ty),
            volatile: volatile || nondet || known.is_some_and(|k| k.volatile),
            library: d.system || known.is_some_and(|k| k.library),
            is_extern: d.storage.is_extern && d.init.is_none() && known.is_none_or(|k| k.is_extern),
            init: d.init.as_ref().or(known.and_then(|k| k.init)),
            elsewhere: false,
            is_static: d.storage.is_static || known.is_some_and(|k| k.is_static),
            ghost: d.ghost,
            within: None,
        };
        self.globals.insert(name, global);
    }

    fn function(&mut self, f: &'a ast::Function) {
        let name = f.name.text.to_string();
        if !f.old_style {
            self.prototypes.entry(name.clone()).or_insert(f.name.span);
        }
        // a function that the file defines is not the one of the library
        let known = self.callees.get(&name).filter(|k| !k.library);
        // what an attribute of a declaration has made of it is true of the definition, too
        let declared = known.map(|k| &k.signature.result);
        let strange = declared.filter(|ty| matches!(ty, Type::Unknown(what) if what.starts_with("__attribute__")));
        let from_before = f.contract.is_none() && known.is_some_and(|k| k.contract.is_some());
        let callee = Callee {
            signature: Signature {
                result: strange.cloned().unwrap_or_else(|| self.types.resolve(&f.result)),
                params: f.params.iter().map(|p| self.types.resolve(&p.ty).decayed()).collect(),
                variadic: f.variadic,
            },
            params: match known {
                Some(k) if from_before => k.params.clone(),
                _ => f.params.iter().map(name_of).collect(),
            },
            contract: f.contract.as_ref().or(known.and_then(|k| k.contract)),
            function: Some(f),
            noreturn: f.storage.noreturn || known.is_some_and(|k| k.noreturn),
            nonnull: known
                .into_iter()
                .flat_map(|k| &k.nonnull)
                .chain(&f.storage.nonnull)
                .copied()
                .collect(),
            returns_nonnull: f.storage.returns_nonnull || known.is_some_and(|k| k.returns_nonnull),
            header: f.header,
            library: false,
            elsewhere: false,
            unread: known
                .into_iter()
                .flat_map(|k| k.unread.clone())
                .chain(&f.unread)
                .collect(),
        };
        self.callees.insert(name, callee);
        if !f.system {
            self.functions.push(f);
        }
    }

    fn logic(&mut self, l: &'a ast::Logic) {
        let mut define = |head: &'a ast::LogicHead, result, body, cases| {
            let def = LogicDef {
                head,
                result,
                body,
                cases,
                span: l.span,
            };
            let name = head.name.text.to_string();
            let applied = applied_as(&name);
            if applied != name {
                let all = self.overloads.entry(applied.to_string());
                all.or_insert_with(|| vec![applied.to_string()]).push(name.clone());
            }
            if let Some(first) = self.logic.insert(name.clone(), def) {
                self.overloaded.entry(name).or_insert(first.span);
            }
        };
        match &l.kind {
            LogicKind::Predicate(head, body) => define(head, None, body.as_ref(), None),
            LogicKind::Function(result, head, body) => define(head, Some(result), body.as_ref(), None),
            LogicKind::Inductive(head, cases) => {
                define(head, None, None, Some(cases.as_slice()));
                if let Some(predicate) = ReachPredicate::of(head, cases, &self.types) {
                    self.reach_predicates.insert(head.name.text.to_string(), predicate);
                    return;
                }
                self.laws.extend(cases.iter().map(|case| Law {
                    labels: &case.labels,
                    formula: &case.formula,
                    assumed: true,
                    name: &case.name,
                }));
            }
            LogicKind::Lemma {
                name,
                labels,
                formula,
                assumed,
            } => self.laws.push(Law {
                labels,
                formula,
                assumed: *assumed,
                name,
            }),
            LogicKind::GlobalInvariant(name, formula) => self.invariants.push(GlobalInvariant { name, formula }),
            LogicKind::Axiomatic(_, inside) => inside.iter().for_each(|l| self.logic(l)),
            LogicKind::Type(_) => {}
            // reported where it was read
            LogicKind::Other(_) => {}
            LogicKind::Ghost(decls) => {
                for d in decls {
                    let name = &*d.name.text;
                    if self.globals.get(name).is_some_and(|g| !g.ghost) || self.callees.contains_key(name) {
                        let message = format!("the ghost variable `{name}` hides one of the program");
                        self.diagnostics.push(Diagnostic::error(d.name.span, message));
                        continue;
                    }
                    self.declare(d);
                    if let Some(global) = self.globals.get_mut(&*d.name.text) {
                        global.ghost = true;
                    }
                }
            }
        }
    }

    /// An axiom or lemma of several states has to say in which of them it reads memory.
    fn name_states(&mut self) {
        let laws = std::mem::take(&mut self.laws);
        for law in laws {
            match self.unnamed_state(law.formula).filter(|_| law.labels.len() > 1) {
                Some(span) => {
                    let error =
                        super::value::unsupported(span, "memory of a state without a label, where there are several");
                    match law.assumed {
                        true => self.diagnostics.push(*error),
                        false => drop(self.clashes.insert(super::lemmas::routine_of(law.name), *error)),
                    }
                }
                None => self.laws.push(law),
            }
        }
    }

    /// What must live in memory: global variables and members of records.
    fn expose(&mut self, unit: &'a ast::Unit) {
        let mut address_taken = AddressTaken::default();
        let typed = self.arrays.with_types(unit, &self.types);
        for item in &unit.items {
            match item {
                Item::Function(f) if f.broken.is_none() => {
                    let arrays = typed.within(&f.params, &f.body, f.contract.as_ref());
                    let mut own = AddressTaken::default();
                    own.block(&f.body, &arrays);
                    walk::statements(&f.body, &mut |s| {
                        let ast::StmtKind::Decl(decls) = &s.kind else { return };
                        let pointed_to = decls.iter().filter(|d| own.vars.contains(&*d.name.text));
                        let names = pointed_to.filter_map(|d| self.statics.get(&std::ptr::from_ref(d)));
                        address_taken.vars.extend(names.cloned());
                    });
                    address_taken.block(&f.body, &arrays);
                    if let Some(c) = &f.contract {
                        address_taken.contract(c, &arrays);
                    }
                }
                Item::Decl(d) if !d.header => {
                    address_taken.initial(d.init.as_ref(), &typed);
                    if let Some(c) = &d.contract {
                        let params = match &*d.ty.kind {
                            ast::TypeKind::Function(f) => f.params.as_slice(),
                            _ => &[],
                        };
                        address_taken.contract(c, &typed.within(params, &[], Some(c)));
                    }
                }
                Item::Logic(ast::Logic {
                    kind: LogicKind::GlobalInvariant(_, formula),
                    ..
                }) => address_taken.used(formula, &typed),
                _ => {}
            }
        }
        // how many elements an array without a size has is known of its part only
        address_taken.members.extend(self.types.flexible_members());
        self.address_taken = address_taken;
    }
}

fn name_of(p: &ast::Param) -> Option<String> {
    p.name.as_ref().map(|n| n.text.to_string())
}

/// Has a variable the type with which another file defines it?
fn is_alike(types: &Types, name: &str, global: &Global, elsewhere: &dyn Fn(&str) -> bool) -> bool {
    if matches!(&global.ty, Type::Record(id) if types.record(*id).fields.is_none()) {
        // of which only the name is known here
        return true;
    }
    let written = |ty: &Type| types.variable(name, ty, global.volatile);
    let any_size = match &global.ty {
        Type::Array(of, Some(_)) => elsewhere(&format!("{}{ANY_SIZE}", written(&Type::Array(of.clone(), None)))),
        _ => false,
    };
    any_size || elsewhere(&written(&global.ty))
}

//! What the file declares: fields, global variables, functions, and the headers of procedures.

use super::super::ast::*;
use super::super::parser::Parsed;
use super::sink::Sink;
use super::value::{has_array, is_supported, sort};
use abide_base::{Diagnostic, Span};
use abide_logic::{Func, heap};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Everything that has a name in the whole file. Fields, variables, functions and procedures
/// do not get into each other's way.
#[derive(Default)]
pub(super) struct Decls<'a> {
    pub(super) fields: Table<Cell>,
    pub(super) globals: Table<Cell>,
    pub(super) functions: Table<Option<Func>>,
    pub(super) procedures: Table<Signature<'a>>,
    /// Names whose declarations could not be read.
    pub(super) half_declared: BTreeSet<Arc<str>>,
}

/// Declarations of one kind, by name and in order.
pub(super) struct Table<T> {
    index: HashMap<Arc<str>, usize>,
    all: Vec<(Name, T)>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table {
            index: HashMap::new(),
            all: Vec::new(),
        }
    }
}

/// A field or a global variable.
pub(super) struct Cell {
    /// The type; none if it makes no sense, which has been reported.
    pub(super) ty: Option<Type>,
    /// The declaration.
    pub(super) span: Span,
}

/// The header of a procedure.
pub(super) struct Signature<'a> {
    pub(super) ast: &'a Procedure,
    /// What it modifies, each once.
    pub(super) modifies: Vec<Root>,
    /// Could the header be read?
    pub(super) readable: bool,
    /// Can it be called? Not if its contract could not be read or makes no sense.
    pub(super) usable: bool,
}

/// What an assignment changes: a variable by name, or a field of all references.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    Variable(Arc<str>),
    Field(Arc<str>),
}

impl From<&Location> for Root {
    fn from(location: &Location) -> Root {
        match location {
            Location::Variable(name) => Root::Variable(name.text.clone()),
            Location::Field(name) => Root::Field(name.text.clone()),
        }
    }
}

impl<T> Table<T> {
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    pub(super) fn get(&self, name: &str) -> Option<&T> {
        Some(&self.all[self.position(name)?].1)
    }

    pub(super) fn at(&self, position: usize) -> (&Name, &T) {
        let (name, value) = &self.all[position];
        (name, value)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Name, &T)> {
        self.all.iter().map(|(name, value)| (name, value))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.all.iter_mut().map(|(_, value)| value)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|(name, _)| &*name.text)
    }

    /// Adds a declaration unless the name is taken, which is reported.
    fn declare(&mut self, what: &str, name: &Name, value: T, sink: &mut Sink) {
        if let Some(first) = self.position(&name.text) {
            sink.report(|| already_declared(what, name, self.all[first].0.span()));
            return;
        }
        self.index.insert(name.text.clone(), self.all.len());
        self.all.push((name.clone(), value));
    }
}

/// The error that a name is declared twice.
pub(super) fn already_declared(what: &str, name: &Name, first: Span) -> Diagnostic {
    Diagnostic::error(name.span(), format!("the {what} `{}` is declared twice", name.text))
        .label("second declaration")
        .related(first, "first declaration")
}

/// Where a type stands; it decides whether arrays make sense there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeUse {
    /// A field, a variable, a parameter.
    Storage,
    /// A parameter or the result of a function.
    Function,
    /// A variable of a quantifier.
    Bound,
    /// A skolem constant.
    Skolem,
    /// The type of keys in `const`.
    Key,
}

/// Reports a type that cannot stand here; true if there is none.
pub(super) fn check_type(ty: &Type, at: Span, usage: TypeUse, sink: &mut Sink) -> bool {
    let why = match usage {
        TypeUse::Storage if is_supported(ty) => return true,
        TypeUse::Storage => "the keys of a map cannot be arrays",
        _ if !has_array(ty) => return true,
        TypeUse::Function => "functions of arrays are not supported",
        TypeUse::Bound => "quantifiers over arrays are not supported",
        TypeUse::Skolem => "skolem constants that are arrays are not supported",
        TypeUse::Key => "the keys of a map cannot be arrays",
    };
    sink.report(|| {
        Diagnostic::error(at, format!("the type `{ty}` cannot be used here"))
            .label(why)
            .help("an array without its length is `map<int, …>`")
    });
    false
}

impl<'a> Decls<'a> {
    /// Collects the declarations of a file. Procedures whose header could not be read are
    /// known, but cannot be called.
    pub(super) fn collect(parsed: &'a Parsed, sink: &mut Sink) -> Decls<'a> {
        let mut decls = Decls {
            half_declared: parsed.half_declared.clone(),
            ..Decls::default()
        };
        for item in &parsed.file.items {
            match &item.kind {
                ItemKind::Field(binding) => decls.fields.declare("field", &binding.name, cell(binding, sink), sink),
                ItemKind::Global(binding) => {
                    let value = cell(binding, sink);
                    decls.globals.declare("variable", &binding.name, value, sink);
                }
                ItemKind::Function(function) => {
                    let func = func(function, sink);
                    decls.functions.declare("function", &function.name, func, sink);
                }
                ItemKind::Axiom(_) => {}
                ItemKind::Procedure(procedure) => {
                    let end = procedure.body.as_ref().map_or(item.place.0.end, |b| b.place.0.start);
                    let header = item.place.0.start..end;
                    let readable = !parsed.lost.iter().any(|s| header.contains(&s.start));
                    let signature = Signature {
                        ast: procedure,
                        modifies: Vec::new(),
                        readable,
                        usable: readable,
                    };
                    decls.procedures.declare("procedure", &procedure.name, signature, sink);
                }
            }
        }
        decls.resolve_modifies(sink);
        decls
    }

    /// Finds what the `modifies` clauses name.
    fn resolve_modifies(&mut self, sink: &mut Sink) {
        let (fields, globals, half_declared) = (&self.fields, &self.globals, &self.half_declared);
        for signature in self.procedures.iter_mut() {
            let mut seen = BTreeSet::new();
            for clause in &signature.ast.clauses {
                let ClauseKind::Modifies(locations) = &clause.kind else {
                    continue;
                };
                for location in locations {
                    let (Location::Variable(name) | Location::Field(name)) = location;
                    if half_declared.contains(&name.text) || !known(location, signature.ast, fields, globals, sink) {
                        signature.usable = false;
                    } else if seen.insert(Root::from(location)) {
                        signature.modifies.push(location.into());
                    }
                }
            }
        }
    }
}

/// Is what a `modifies` clause names there to be modified?
fn known(
    location: &Location,
    procedure: &Procedure,
    fields: &Table<Cell>,
    globals: &Table<Cell>,
    sink: &mut Sink,
) -> bool {
    match location {
        Location::Field(name) if fields.get(&name.text).is_some() => return true,
        Location::Variable(name) if globals.get(&name.text).is_some() => return true,
        _ => {}
    }
    sink.report(|| match location {
        Location::Field(name) => super::scope::unknown("field", name, fields.names()),
        Location::Variable(name) if procedure.params.iter().any(|p| p.binding.name == *name) => Diagnostic::error(
            name.span(),
            format!("the parameter `{}` cannot stand in `modifies`", name.text),
        )
        .help("what is assigned to an `inout` parameter goes back to the caller anyway"),
        Location::Variable(name) if fields.get(&name.text).is_some() => {
            super::scope::unknown("global variable", name, []).help(format!("a field is named by `.{}`", name.text))
        }
        Location::Variable(name) => super::scope::unknown("global variable", name, globals.names()),
    });
    false
}

fn cell(binding: &Binding, sink: &mut Sink) -> Cell {
    let fine = check_type(&binding.ty, binding.ty_place.0, TypeUse::Storage, sink);
    Cell {
        ty: fine.then(|| binding.ty.clone()),
        span: binding.span(),
    }
}

fn func(function: &Function, sink: &mut Sink) -> Option<Func> {
    let name = &function.name;
    if matches!(&*name.text, heap::REACH | heap::BETWEEN) {
        sink.report(|| {
            Diagnostic::error(name.span(), format!("the function `{}` is built in", name.text))
                .help("choose another name")
        });
        return None;
    }
    let mut fine = check_type(&function.result, function.result_place.0, TypeUse::Function, sink);
    for param in &function.params {
        fine &= check_type(&param.ty, param.ty_place.0, TypeUse::Function, sink);
    }
    fine.then(|| Func {
        name: function.name.text.clone(),
        params: function.params.iter().map(|p| sort(&p.ty)).collect(),
        result: sort(&function.result),
    })
}

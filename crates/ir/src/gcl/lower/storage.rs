//! Global variables and fields as inputs of a routine, and what may be assigned.

use super::super::ast::{Location, Mode, Name, Type};
use super::super::print::print_name;
use super::decls::Root;
use super::routine::Lowering;
use super::scope::Role;
use super::value::{Value, parts};
use abide_base::{Diagnostic, Span};
use abide_logic::Var;

impl Lowering<'_> {
    /// The value of a global variable; it becomes an input of the routine.
    pub(super) fn global(&mut self, position: usize) -> Option<Value> {
        let (name, cell) = self.decls.globals.at(position);
        let ty = cell.ty.clone()?;
        let vars = match self.globals.get(&position) {
            Some(vars) => vars.clone(),
            None => {
                let vars = self.new_vars(&name.text, &ty);
                self.globals.insert(position, vars.clone());
                vars
            }
        };
        Some(Value::of_vars(ty, &vars))
    }

    /// The value of a field for all references; it becomes an input of the routine. The parts
    /// are called `.f`, `.f.length`, `.f[].length`.
    pub(super) fn field(&mut self, position: usize) -> Option<Value> {
        let (name, cell) = self.decls.fields.at(position);
        let ty = Type::map(Type::Ref, cell.ty.clone()?);
        let vars = match self.fields.get(&position) {
            Some(vars) => vars.clone(),
            None => {
                let called = |suffix: &str| format!(".{}{}", name.text, suffix.strip_prefix("[]").unwrap_or(suffix));
                let all = parts(&ty);
                let vars: Vec<Var> = all
                    .into_iter()
                    .map(|(suffix, sort)| self.new_var(called(&suffix), sort))
                    .collect();
                self.fields.insert(position, vars.clone());
                vars
            }
        };
        Some(Value::of_vars(ty, &vars))
    }

    /// The value of what a `modifies` clause names.
    pub(super) fn root(&mut self, root: &Root) -> Option<Value> {
        match root {
            Root::Variable(name) => self.global(self.decls.globals.position(name)?),
            Root::Field(name) => self.field(self.decls.fields.position(name)?),
        }
    }

    /// May `root` be modified here? If not, says so.
    pub(super) fn check_modifies(&mut self, root: &Root, span: Span, doing: &str) -> bool {
        if self.modifies.contains(root) {
            return true;
        }
        let location = match root {
            Root::Variable(name) => print_name(name),
            Root::Field(name) => format!(".{}", print_name(name)),
        };
        self.error(|| {
            Diagnostic::error(span, format!("{doing} `{location}`, which the contract does not allow"))
                .help(format!("add `modifies {location};` to the contract"))
        });
        false
    }

    /// May `location` be changed here? Its value if it may, else an error.
    pub(super) fn location(&mut self, location: &Location) -> Option<Value> {
        match location {
            Location::Variable(name) => self.assignable(name),
            Location::Field(name) => {
                let value = self.field_named(name)?;
                self.check_modifies(&location.into(), name.span(), "this changes")
                    .then_some(value)
            }
        }
    }

    /// The value of a variable that is to be assigned; reports one that cannot be.
    pub(super) fn assignable(&mut self, name: &Name) -> Option<Value> {
        let (role, value, declared) = self.resolve(name)?;
        match role {
            Role::Param(Mode::Inout) | Role::Result | Role::Local => Some(value),
            Role::Global => {
                let root = Root::Variable(name.text.clone());
                self.check_modifies(&root, name.span(), "this changes").then_some(value)
            }
            _ => {
                self.error(|| {
                    Diagnostic::error(name.span(), format!("the parameter `{}` cannot be assigned", name.text))
                        .related(declared, "declared here, without `inout`")
                        .help(format!(
                            "declare it `inout {}: {}`, or copy it to a local variable",
                            name.text, value.ty
                        ))
                });
                None
            }
        }
    }
}

//! From C with ACSL to guarded commands.
//!
//! * A pointer is a block and an offset, counted in elements of what it points to. Memory is one
//!   map per scalar type, or per member of a structure, from blocks and offsets to values
//!   (component-as-array). How large a block is and what it consists of never changes; which
//!   blocks are alive does.
//! * What nobody takes the address of does not live in memory: such a variable is one variable
//!   of the routine for each scalar in it, an array a map from indices.
//! * Everything undefined is a [`abide_ir::Check`]; what is implementation-defined is as the
//!   usual compilers have it.
//! * Signed overflow is an error, unsigned numbers wrap around; with [`Options::machine`] off
//!   all integers are mathematical.
//! * Values of `long double` and of unions are not modelled: what depends on them is arbitrary, or
//!   unsupported where that would hide an error.

mod access;
mod accesses;
mod address_taken;
mod addresses;
mod arithmetic;
mod assumptions;
mod body;
mod builtins;
mod call;
mod call_by_contract;
mod callbacks;
mod code_frame;
mod confined;
mod contract;
mod convert;
mod declare;
mod dependences;
mod determined;
mod enclosing;
mod environment;
mod exits;
mod expr;
mod file_scope;
mod floating;
mod followed;
mod formats;
mod frame;
mod function_pointers;
mod functional;
mod ghost;
mod global_invariants;
mod havoc;
mod init;
mod initialized;
mod initialized_calls;
mod input;
mod integer_types;
mod jump;
mod jump_effects;
mod lemmas;
mod library;
mod linkage;
mod loop_frame;
mod loops;
mod malloc;
mod memcpy;
mod memory;
mod order;
mod output;
mod parameter_attributes;
mod parameters;
mod place;
mod pointers;
mod possible_aliases;
mod preconditions;
mod prototypes;
mod random;
mod reachability;
mod realloc;
mod regions;
mod reinterpret;
mod routine;
mod routine_shape;
mod shape;
mod spec;
mod state;
mod stmt;
mod subobjects;
mod subroutines;
mod survey;
mod terminates;
mod typing;
mod unions;
mod unknown;
mod usage;
mod value;
mod variadic;
mod verified_functions;

use crate::syntax::{ast, walk};
use crate::types::Type;
use abide_base::{Diagnostic, Severity};
use abide_ir::Unsupported;
use environment::Environment;
pub(crate) use environment::is_const;
pub use preconditions::preconditions;
pub use shape::{Lowered, Options, Shape};
pub use state::{Leaf, Part};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The stack of the lowering, which recurses as deep as bodies nest and calls are read in place. The most
/// of it is never touched.
const STACK: usize = 512 << 20;

/// Lowers a file. Names that stand elsewhere, in files that are given with it, may have their definitions there.
pub fn lower(unit: &ast::Unit, options: Options, elsewhere: &(dyn Fn(&str) -> bool + Sync)) -> Lowered {
    let lowered = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, || lower_here(unit, options, elsewhere));
        thread.ok().map(|thread| thread.join())
    });
    match lowered {
        Some(Ok(lowered)) => lowered,
        // a bug of ours is reported as such where bugs are caught
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        None => lower_here(unit, options, elsewhere),
    }
}

fn lower_here(unit: &ast::Unit, options: Options, elsewhere: &dyn Fn(&str) -> bool) -> Lowered {
    let mut env = Environment::new(unit, options);
    env.defined_elsewhere(elsewhere);
    let env = env;
    let mut code = BTreeMap::new();
    let mut lowered = Lowered {
        diagnostics: env.diagnostics.clone(),
        ..Lowered::default()
    };
    lowered.program.functions = env.functions();
    for unread in &unit.unread {
        let mut said = unread.said.clone();
        if !options.lenient {
            said.severity = Severity::Error;
            said = said.help("`--lenient` verifies without clauses that cannot be read");
            let told = |span| Unsupported::new("an annotation", span, std::slice::from_ref(&said), false);
            lowered.unsupported.extend(said.span.map(told));
        }
        lowered.diagnostics.push(said);
    }
    let nobodys = lemmas::lemmas(unit)
        .into_iter()
        .chain(global_invariants::at_first(&env));
    nobodys
        .collect::<Vec<_>>()
        .iter()
        .for_each(|lemma| lowered.take(&env, lemma, true, &mut code));
    lowered.escaped = env.escaped.clone();
    let specified = env.callees.iter().filter(|(_, c)| c.contract.is_some());
    lowered.specified = specified.map(|(name, _)| name.clone()).collect();
    let first = env.to_verify();
    let known = |f: &&ast::Function| first.iter().any(|g| std::ptr::eq(*g, *f));
    first.iter().for_each(|f| lowered.take(&env, f, true, &mut code));
    // what nobody has read in place after all is verified by itself, for whatever it may be given
    for function in env.functions_to_see().filter(|f| !known(f)) {
        let name = &*function.name.text;
        let seen = lowered.read.values().any(|read| read.contains(name));
        // invariants are kept whoever calls
        let is_bound = !env.invariants.is_empty() && !function.storage.is_static;
        if options.modular || !seen || is_bound || env.escaped.contains(name) {
            lowered.take(&env, function, options.modular, &mut code);
        }
    }
    let code = Arc::new(code);
    let routines = lowered.program.routines.iter_mut();
    for routine in routines.filter(|r| !r.calls.by_return.is_empty()) {
        routine.calls.code = code.clone();
    }
    lowered.diagnostics.sort_by_key(|d| d.span);
    lowered.diagnostics.dedup();
    lowered
}

/// Functions that can be run.
type Code = BTreeMap<String, abide_ir::Function>;

impl Lowered {
    /// Lowers one function. A failure counts against the program if the function may really be called
    /// like that. If it can be run, it is among the code.
    fn take(&mut self, env: &Environment<'_>, function: &ast::Function, exact: bool, code: &mut Code) {
        let name = function.name.text.to_string();
        let broken = function.broken.as_ref();
        let broken = broken.map(|b| Diagnostic::error(b.span, b.message.clone()));
        let clash = || env.clashes.get(&name).cloned();
        let lowered = match broken.or_else(clash).or_else(|| env.missing_before(function)) {
            Some(error) => Err(vec![error]),
            None => routine::routine(env, function),
        };
        match lowered {
            Ok(mut done) => {
                code.extend(functional::code(&done).map(|function| (name.clone(), function)));
                done.shape.exact &= exact && !env.constructors.contains(&name) && env.takes_any_input(function);
                self.program.routines.push(done.routine);
                self.diagnostics.extend(done.warnings);
                self.shapes.push(done.shape);
                self.relies.insert(name.clone(), done.relies);
                self.read.insert(name, done.read);
            }
            Err(errors) => {
                let has_loop = has_loop(&function.body);
                let unsupported = Unsupported::new(name, function.name.span, &errors, has_loop);
                self.diagnostics.extend(errors);
                self.unsupported.push(unsupported);
            }
        }
    }
}

/// Is there a loop in a body? A jump back is none that people would call one.
fn has_loop(body: &[ast::Stmt]) -> bool {
    let mut found = false;
    walk::statements(body, &mut |s| {
        found |= matches!(
            s.kind,
            ast::StmtKind::While(..) | ast::StmtKind::DoWhile(..) | ast::StmtKind::For(..)
        );
    });
    found
}

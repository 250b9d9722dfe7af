//! The assignment that a search has arrived at.
//!
//! Which terms are equal is read off Z3's congruence classes, which literals are true off its trail. A term
//! that Z3 does not have is a class of its own, and may get any value in the model.

use crate::context::Context;
use crate::terms::Terms;
use abide_logic::{Func, Kind, Sort, Term, Value};
use abide_z3::{Z3_L_FALSE, Z3_L_TRUE, Z3_OP_NOT, Z3_ast, Z3_ast_vector, Z3_func_decl};
use std::collections::HashMap;

/// Values of terms in the current assignment.
pub(crate) struct Assignment<'a> {
    cx: &'a Context,
    terms: &'a mut Terms,
    trail: Trail<'a>,
    truths: HashMap<Z3_ast, bool>,
    /// Of the functions that were asked for: the truth of applications, by the congruence classes of the arguments.
    applied: HashMap<Func, HashMap<Vec<Z3_ast>, bool>>,
    /// The objects that were asked for.
    objects: Vec<Z3_ast>,
    /// The class of null.
    null: Z3_ast,
}

impl<'a> Assignment<'a> {
    /// The assignment of the search that goes on in the context.
    pub(crate) fn of(cx: &'a Context, terms: &'a mut Terms) -> Assignment<'a> {
        let trail = Trail::of(cx);
        let null = terms.simple(cx, &Term::null());
        Assignment {
            truths: trail.literals().collect(),
            applied: HashMap::new(),
            objects: Vec::new(),
            null: root(cx, null),
            trail,
            cx,
            terms,
        }
    }

    /// The objects that were asked for.
    pub(crate) fn into_objects(self) -> Vec<Z3_ast> {
        self.objects
    }

    /// The value of a term. Values of one sort are equal where the terms are; null and the truth values
    /// are themselves.
    pub(crate) fn value(&mut self, term: &Term) -> Option<Value> {
        if *term.sort() == Sort::Bool {
            return self.truth(term).map(Value::Bool);
        }
        let class = self.class(term)?;
        // SAFETY: the class is a term of the context.
        let number = i64::from(unsafe { self.cx.api.get_ast_id(self.cx.raw, class) });
        Some(match term.sort() {
            Sort::Ref if class == self.null => Value::NULL,
            // not null's number
            Sort::Ref => Value::Ref(number + 1),
            _ => Value::int(number),
        })
    }

    fn truth(&mut self, term: &Term) -> Option<bool> {
        let ast = self.terms.simple(self.cx, term);
        if ast.is_null() {
            return None;
        }
        let (atom, sign) = literal(self.cx, ast);
        // SAFETY: the atom is part of a term that is kept.
        let fixed = match unsafe { self.cx.api.get_bool_value(self.cx.raw, atom) } {
            Z3_L_TRUE => Some(true),
            Z3_L_FALSE => Some(false),
            _ => self.truths.get(&atom).copied(),
        };
        match (fixed, term.kind()) {
            (Some(truth), _) => Some(truth == sign),
            (None, Kind::Eq(a, b)) if *a.sort() != Sort::Bool => Some(self.class(a)? == self.class(b)?),
            // Z3 may have it with other arguments that are equal to these
            (None, Kind::Apply(function, args)) => {
                let classes = args.iter().map(|a| self.class(a)).collect::<Option<Vec<Z3_ast>>>()?;
                let (cx, terms, trail) = (self.cx, &mut *self.terms, &self.trail);
                let known = self.applied.entry(function.clone());
                let known = known.or_insert_with(|| trail.applied(terms.function(cx, function)));
                known.get(&classes).copied()
            }
            _ => None,
        }
    }

    /// The class of a term, by the term that stands for it.
    fn class(&mut self, term: &Term) -> Option<Z3_ast> {
        let ast = self.terms.simple(self.cx, term);
        if ast.is_null() {
            return None;
        }
        if *term.sort() == Sort::Ref {
            self.objects.push(ast);
        }
        Some(root(self.cx, ast))
    }
}

fn root(cx: &Context, ast: Z3_ast) -> Z3_ast {
    // SAFETY: the term is kept, or the search keeps it.
    unsafe { cx.api.solver_congruence_root(cx.raw, cx.solver, ast) }
}

/// The literals that are true now.
struct Trail<'a> {
    cx: &'a Context,
    vector: Z3_ast_vector,
}

impl Trail<'_> {
    fn of(cx: &Context) -> Trail<'_> {
        // SAFETY: the vector is counted until it is dropped.
        unsafe {
            let vector = cx.api.solver_get_trail(cx.raw, cx.solver);
            cx.api.ast_vector_inc_ref(cx.raw, vector);
            Trail { cx, vector }
        }
    }

    fn literals(&self) -> impl Iterator<Item = (Z3_ast, bool)> {
        let (cx, api) = (self.cx, self.cx.api);
        // SAFETY: as in `of`; the search keeps its atoms.
        let size = unsafe { api.ast_vector_size(cx.raw, self.vector) };
        (0..size).map(move |i| literal(cx, unsafe { api.ast_vector_get(cx.raw, self.vector, i) }))
    }

    /// The applications of a function, by the classes of the arguments.
    fn applied(&self, function: Z3_func_decl) -> HashMap<Vec<Z3_ast>, bool> {
        let (cx, api) = (self.cx, self.cx.api);
        // SAFETY: as in `literals`.
        let classes = |atom| unsafe {
            let app = api.to_app(cx.raw, atom);
            (api.get_app_decl(cx.raw, app) == function).then(|| {
                let args = 0..api.get_app_num_args(cx.raw, app);
                args.map(|i| root(cx, api.get_app_arg(cx.raw, app, i))).collect()
            })
        };
        let of_this = |(atom, sign)| Some((classes(atom)?, sign));
        self.literals().filter_map(of_this).collect()
    }
}

impl Drop for Trail<'_> {
    fn drop(&mut self) {
        // SAFETY: as in `of`.
        unsafe { self.cx.api.ast_vector_dec_ref(self.cx.raw, self.vector) };
    }
}

/// A literal as its atom and its sign.
fn literal(cx: &Context, ast: Z3_ast) -> (Z3_ast, bool) {
    let (api, c) = (cx.api, cx.raw);
    // SAFETY: the term is kept, or the search keeps it.
    unsafe {
        let app = api.to_app(c, ast);
        match api.get_decl_kind(c, api.get_app_decl(c, app)) {
            Z3_OP_NOT => (api.get_app_arg(c, app, 0), false),
            _ => (ast, true),
        }
    }
}

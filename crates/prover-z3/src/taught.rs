//! A search that is told lemmas while it goes on.
//!
//! Z3 calls back when it has a value for every literal and would end with a model (its user propagator).
//! Which terms are equal then is read off its congruence classes, and which literals are true off its
//! trail; a [`Teacher`] says what is wrong with that, and the search goes on from there instead of
//! beginning again.
//!
//! A term that Z3 has not met is a class of its own, and may get any value in the model. Only when the
//! teacher has nothing more to say are the objects he asked for made known to it: to do that from the
//! beginning was measured to slow it down by a factor of ten.

use crate::context::Context;
use crate::terms::Terms;
use abide_base::Budget;
use abide_logic::{Func, Kind, Sort, Term, Value};
use abide_prover::Teacher;
use abide_z3::{Z3_L_FALSE, Z3_L_TRUE, Z3_OP_NOT, Z3_ast, Z3_ast_vector, Z3_context, Z3_func_decl, Z3_solver_callback};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ffi::{c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::{ptr, thread};

/// Steps taken from the budget for one look of a teacher.
const A_LOOK: u64 = 500;

/// What Z3 calls back with. Z3 points at it as long as the solver lives, and changes it through that pointer:
/// so it stays where it is, and everything in it is a cell.
#[derive(Default)]
pub(crate) struct Watch {
    known: RefCell<Known>,
    /// The search that goes on now, or null.
    search: Cell<*mut Search<'static>>,
}

/// The objects made known, in the order in which they were, and how many at each scope: they are
/// forgotten with it.
#[derive(Default)]
struct Known {
    objects: HashSet<Z3_ast>,
    order: Vec<Z3_ast>,
    scopes: Vec<usize>,
}

/// A search and who looks at it.
pub(crate) struct Search<'a> {
    pub(crate) cx: &'a Context,
    pub(crate) terms: &'a mut Terms,
    pub(crate) budget: &'a Budget,
    pub(crate) teacher: &'a mut dyn Teacher,
    /// What he panicked with.
    pub(crate) panic: Option<Box<dyn Any + Send>>,
}

impl Watch {
    /// For the solver of a context. Not a box: nobody may think to be the only one who changes it.
    pub(crate) fn attached(cx: &Context) -> Rc<Watch> {
        let watch = Rc::<Watch>::default();
        // SAFETY: the watch stays where it is while the solver lives: the context keeps it.
        unsafe {
            let (api, c) = (cx.api, cx.raw);
            let user = Rc::as_ptr(&watch).cast_mut().cast();
            api.solver_propagate_init(c, cx.solver, user, push, pop, fresh);
            api.solver_propagate_final(c, cx.solver, last);
        }
        watch
    }

    /// Does something that searches, with a teacher; an error is a panic of his.
    pub(crate) fn during<R>(&self, mut search: Search<'_>, run: impl FnOnce() -> R) -> thread::Result<R> {
        // it is taken out again before what it points at goes
        self.search.set((&raw mut search).cast());
        let result = run();
        self.search.set(ptr::null_mut());
        match search.panic {
            Some(panic) => Err(panic),
            None => Ok(result),
        }
    }
}

impl Known {
    /// Is it new?
    fn add(&mut self, object: Z3_ast) -> bool {
        let new = self.objects.insert(object);
        if new {
            self.order.push(object);
        }
        new
    }

    fn pop(&mut self, scopes: usize) {
        let left = self.scopes.len().saturating_sub(scopes);
        if let Some(size) = self.scopes.get(left).copied() {
            for object in self.order.drain(size..) {
                self.objects.remove(&object);
            }
        }
        self.scopes.truncate(left);
    }
}

unsafe extern "C" fn push(user: *mut c_void, _: Z3_solver_callback) {
    // SAFETY: Z3 gives back what `attached` gave it, from the thread that searches.
    let mut known = unsafe { &*user.cast::<Watch>() }.known.borrow_mut();
    let size = known.order.len();
    known.scopes.push(size);
}

unsafe extern "C" fn pop(user: *mut c_void, _: Z3_solver_callback, scopes: c_uint) {
    // SAFETY: as in `push`.
    let watch = unsafe { &*user.cast::<Watch>() };
    watch.known.borrow_mut().pop(scopes as usize);
}

unsafe extern "C" fn fresh(_: *mut c_void, _: Z3_context) -> *mut c_void {
    // no solver is ever copied; a copy would have nobody to tell it anything
    Rc::into_raw(Rc::<Watch>::default()).cast_mut().cast()
}

unsafe extern "C" fn last(user: *mut c_void, callback: Z3_solver_callback) {
    // SAFETY: as in `push`; `during` keeps the search alive, and does not touch it meanwhile.
    let (watch, search) = unsafe {
        let watch = &*user.cast::<Watch>();
        (watch, watch.search.get().as_mut())
    };
    let Some(search) = search else {
        return;
    };
    if search.panic.is_none() && search.budget.check().is_ok() {
        search.budget.spend(A_LOOK);
        // a panic must not go through Z3
        search.panic = catch_unwind(AssertUnwindSafe(|| look(watch, search, callback))).err();
    }
}

/// Lets the teacher look at the assignment there is now, and tells what he says.
fn look(watch: &Watch, search: &mut Search, callback: Z3_solver_callback) {
    let (cx, api) = (search.cx, search.cx.api);
    let (lemmas, objects) = {
        let trail = Trail::of(cx);
        let null = search.terms.simple(cx, &Term::null());
        let mut now = Now {
            truths: trail.literals().collect(),
            applied: HashMap::new(),
            objects: Vec::new(),
            null: root(cx, null),
            trail,
            cx,
            terms: search.terms,
        };
        let lemmas = search.teacher.lemmas(&mut |term| now.value(term));
        (lemmas, std::mem::take(&mut now.objects))
    };
    for lemma in &lemmas {
        let ast = search.terms.term(cx, lemma);
        if !ast.is_null() {
            let none = ptr::null();
            // SAFETY: the lemma is kept; it has no reasons; the callback is that of the search.
            unsafe { api.solver_propagate_consequence(cx.raw, callback, 0, none, 0, none, none, ast) };
        }
    }
    if lemmas.is_empty() {
        for object in objects {
            if watch.known.borrow_mut().add(object) {
                // SAFETY: the object is kept.
                unsafe { api.solver_propagate_register_cb(cx.raw, callback, object) };
            }
        }
    }
}

/// What a search takes for a model.
struct Now<'a> {
    cx: &'a Context,
    terms: &'a mut Terms,
    trail: Trail<'a>,
    truths: HashMap<Z3_ast, bool>,
    /// Of the functions that were asked for: the truth of applications, by the classes of the arguments.
    applied: HashMap<Func, HashMap<Vec<Z3_ast>, bool>>,
    /// The objects that were asked for.
    objects: Vec<Z3_ast>,
    /// The class of null.
    null: Z3_ast,
}

impl Now<'_> {
    fn value(&mut self, term: &Term) -> Option<Value> {
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
            // Z3 may have met it with other arguments, which are equal to these
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

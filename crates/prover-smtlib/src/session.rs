//! A session: the [`Session`] of a solver process.
//!
//! An assertion that the solver cannot read is left out. With fewer assertions
//! "unsatisfiable" still holds, and "satisfiable" becomes unknown.
//!
//! Values are computed from the values of the variables as far as possible, which takes one
//! query for many terms; the rest is asked of the solver. Nothing is
//! declared for the sake of a value, since that may end the model: a variable that the solver
//! has never seen is zero.

use crate::dialect::{self, Assuming, Construct, Cores, Dialect};
use crate::model::{self, Functions};
use crate::print::{self, Printer};
use crate::process::{Solver, excerpt};
use crate::sexp::Sexp;
use abide_base::Budget;
use abide_logic::{Env, Func, Kind, Sort, Subst, Term, Value, Var, eval};
use abide_prover::{Answer, Limits, Quantifiers, Reason, Session, Stats};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// Steps taken from the budget for a check: not every solver tells what it spent.
const A_CHECK: u64 = 30_000;

pub(crate) struct SmtSession {
    solver: Solver,
    dialect: Dialect,
    quantifiers: Quantifiers,
    budget: Budget,
    printer: Printer,
    /// Options and logic, until they are sent.
    preamble: Option<(String, String)>,
    /// Commands that are not yet sent.
    pending: String,
    /// What a left out assertion had that the solver cannot read.
    left_out: Option<Construct>,
    /// Constants that stand for assumptions that are no literals.
    labels: HashMap<Term, String>,
    /// Must a `pop` come before anything else?
    pushed: bool,
    model: Option<Model>,
    stats: Stats,
}

/// What is known of the model of the last check.
#[derive(Default)]
struct Model {
    /// `None` for a value that could not be read.
    values: HashMap<Var, Option<Value>>,
    functions: Option<Functions>,
}

impl SmtSession {
    pub(crate) fn new(solver: Solver, dialect: Dialect, limits: &Limits) -> SmtSession {
        SmtSession {
            solver,
            preamble: Some(dialect.preamble(limits.quantifiers, limits.steps)),
            dialect,
            quantifiers: limits.quantifiers,
            budget: limits.budget.clone(),
            printer: Printer::new(),
            pending: String::new(),
            left_out: None,
            labels: HashMap::new(),
            pushed: false,
            model: None,
            stats: Stats::default(),
        }
    }

    /// What in the term must not reach the solver.
    fn lacking(&self, term: &Term) -> Option<Construct> {
        if term.has_quantifier() && self.quantifiers == Quantifiers::Ground {
            return Some(Construct::Quantifier);
        }
        self.dialect.lacking(term)
    }

    fn add(&mut self, formula: &Term) {
        self.end_model();
        match self.lacking(formula) {
            Some(construct) => self.left_out = Some(construct),
            None => {
                let commands = self.printer.assert(formula);
                self.pending.push_str(&commands);
            }
        }
    }

    fn end_model(&mut self) {
        self.model = None;
        if std::mem::take(&mut self.pushed) {
            self.pending.push_str("(pop 1)\n");
        }
    }

    /// Options and logic. An option may be unknown; nothing else may be complained of.
    fn begin(&mut self) -> Result<(), Reason> {
        let Some((options, logic)) = self.preamble.take() else {
            return Ok(());
        };
        self.solver.query(&options)?;
        let answers = self.solver.query(&logic)?;
        match answers.iter().find(|a| *a != "success") {
            None => Ok(()),
            Some(answer) => Err(self.solver.fail(complaint(answer))),
        }
    }

    /// Sends what is pending and then `question`, which has one answer. Any other number
    /// means that a command before was not understood, and the session is of no use.
    fn query(&mut self, question: &str) -> Result<String, Reason> {
        self.begin()?;
        let mut commands = std::mem::take(&mut self.pending);
        commands.push_str(question);
        commands.push('\n');
        let mut answers = self.solver.query(&commands)?;
        match (answers.pop(), answers.first()) {
            (Some(answer), None) => Ok(answer),
            (None, _) => Err(self.solver.fail(Reason::Failed("it did not answer".to_string()))),
            (Some(_), Some(first)) => Err(self.solver.fail(complaint(first))),
        }
    }

    fn decide(&mut self, assumptions: &[Term]) -> Result<Answer, Reason> {
        if let Some(reason) = self.solver.dead() {
            return Err(reason.clone());
        }
        self.end_model();
        let literals: Vec<String> = assumptions.iter().map(|a| self.literal(a)).collect();
        let question = self.question(&literals);
        let answer = self.query(&question)?;
        match answer.as_str() {
            "sat" => match self.left_out {
                Some(construct) => Err(Reason::Unsupported(construct.describe().to_string())),
                None => {
                    self.model = Some(Model::default());
                    Ok(Answer::Sat)
                }
            },
            "unsat" => Ok(Answer::Unsat(self.core(&literals))),
            "unknown" => Err(self.why_unknown()),
            // As some solvers say it.
            "timeout" => Err(Reason::Time),
            _ => Err(self.solver.fail(complaint(&answer))),
        }
    }

    /// The assumption as a literal, with a constant for what is none.
    fn literal(&mut self, assumption: &Term) -> String {
        let (var, negated) = match assumption.kind() {
            Kind::Not(inner) => (inner, true),
            _ => (assumption, false),
        };
        self.printer.declare(var, &mut self.pending);
        if let Some(name) = var.as_var().and_then(|v| self.printer.var(v)) {
            return if negated {
                format!("(not {name})")
            } else {
                name.to_string()
            };
        }
        if let Some(label) = self.labels.get(assumption) {
            return label.clone();
        }
        // A label without its meaning leaves out an assumption, as with assertions.
        let label = match self.lacking(assumption) {
            Some(construct) => {
                self.left_out = Some(construct);
                self.printer.label(&Term::tt(), &mut self.pending)
            }
            None => self.printer.label(assumption, &mut self.pending),
        };
        self.labels.insert(assumption.clone(), label.clone());
        label
    }

    fn question(&mut self, literals: &[String]) -> String {
        match self.dialect.assuming {
            // Not every solver takes an empty list.
            _ if literals.is_empty() => "(check-sat)".to_string(),
            Assuming::Command => format!("(check-sat-assuming ({}))", literals.join(" ")),
            Assuming::PushPop => {
                self.pushed = true;
                self.pending.push_str("(push 1)\n");
                literals
                    .iter()
                    .for_each(|l| self.pending.push_str(&format!("(assert {l})\n")));
                "(check-sat)".to_string()
            }
        }
    }

    /// The places of assumptions that are too many: all of them, if the solver gives no core
    /// or one that is not understood.
    fn core(&mut self, literals: &[String]) -> Vec<usize> {
        let all = || (0..literals.len()).collect();
        let has_cores = self.dialect.assuming == Assuming::Command && self.dialect.cores == Cores::Command;
        if literals.is_empty() || !has_cores {
            return all();
        }
        let core = self
            .query("(get-unsat-assumptions)")
            .ok()
            .and_then(|answer| places(&answer, literals));
        core.map_or_else(all, |places| places.into_iter().collect())
    }

    fn why_unknown(&mut self) -> Reason {
        let answer = match self.query("(get-info :reason-unknown)") {
            Ok(answer) => answer,
            Err(reason) => return reason,
        };
        match Sexp::parse(&answer).as_ref().map(|s| s.tail_of(":reason-unknown")) {
            Ok(Some([Sexp::Text(words)])) => dialect::reason(words),
            Ok(Some([words])) => dialect::reason(&words.to_string()),
            _ => Reason::Incomplete("it does not say why".to_string()),
        }
    }

    /// Asks for the values of the variables that the solver knows and we do not yet.
    fn fetch(&mut self, vars: &BTreeSet<Var>) {
        let Some(model) = &mut self.model else { return };
        let (mut known, mut names) = (Vec::new(), Vec::new());
        let missing: Vec<&Var> = vars.iter().filter(|v| !model.values.contains_key(*v)).collect();
        for var in missing {
            match self.printer.var(var) {
                Some(name) => {
                    known.push(var);
                    names.push(name.to_string());
                }
                None => {
                    model.values.insert(var.clone(), Some(Value::zero(var.sort())));
                }
            }
        }
        if known.is_empty() {
            return;
        }
        let sorts: Vec<&Sort> = known.iter().map(|v| v.sort()).collect();
        let values = self.read(&names, &sorts);
        if let Some(model) = &mut self.model {
            model.values.extend(known.into_iter().cloned().zip(values));
        }
    }

    /// Asks for the values of terms that are written already.
    fn read(&mut self, terms: &[String], sorts: &[&Sort]) -> Vec<Option<Value>> {
        let none = vec![None; sorts.len()];
        let Ok(answer) = self.query(&format!("(get-value ({}))", terms.join(" "))) else {
            return none;
        };
        let Ok(answer) = Sexp::parse(&answer) else { return none };
        let Some(texts) = model::answers(&answer, sorts.len()) else {
            return none;
        };
        if texts.iter().any(|t| model::needs_functions(t)) {
            self.learn_functions();
        }
        let unknown = Functions::default();
        let functions = self
            .model
            .as_ref()
            .and_then(|m| m.functions.as_ref())
            .unwrap_or(&unknown);
        texts
            .iter()
            .zip(sorts)
            .map(|(text, sort)| model::value(text, sort, functions))
            .collect()
    }

    fn learn_functions(&mut self) {
        if self.model.as_ref().is_some_and(|m| m.functions.is_some()) {
            return;
        }
        let answer = self.query("(get-model)").ok().and_then(|a| Sexp::parse(&a).ok());
        if let Some(model) = &mut self.model {
            model.functions = Some(answer.map(|a| Functions::read(&a)).unwrap_or_default());
        }
    }

    /// The value of a term as the solver computes it, with zero for what it does not know.
    fn computed(&mut self, term: &Term) -> Option<Value> {
        let mut zeros = Subst::new();
        for var in term.free_vars() {
            if self.printer.var(&var).is_none() {
                let zero = Value::zero(var.sort()).term(var.sort())?;
                zeros.insert(var, zero);
            }
        }
        let term = zeros.apply(term);
        if self.lacking(&term).is_some() {
            return None;
        }
        let text = self.printer.closed(&term)?;
        self.read(&[text], &[term.sort()]).pop()?
    }

    /// The value of a function at these arguments.
    fn applied(&mut self, func: &Func, args: &[Value]) -> Option<Value> {
        let Some(name) = self.printer.func(func).map(str::to_string) else {
            return Some(Value::zero(&func.result));
        };
        let maps = args.iter().any(|a| a.as_map().is_some());
        if maps && self.dialect.lacks.contains(&Construct::ConstantMap) {
            return None;
        }
        let args: Option<Vec<String>> = args.iter().zip(&func.params).map(|(a, s)| print::value(a, s)).collect();
        let args = args.filter(|args| args.len() == func.params.len())?;
        let text = if args.is_empty() {
            name
        } else {
            format!("({name} {})", args.join(" "))
        };
        self.read(&[text], &[&func.result]).pop()?
    }
}

impl Session for SmtSession {
    fn assert(&mut self, formula: &Term) {
        // `true` is not worth a model.
        if !formula.is_true() {
            self.add(formula);
        }
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        let answer = match self.budget.check() {
            Ok(()) => self.decide(assumptions).unwrap_or_else(Answer::Unknown),
            Err(exhausted) => Answer::Unknown(exhausted.into()),
        };
        self.budget.spend(A_CHECK);
        self.stats.count(&answer);
        answer
    }

    fn value(&mut self, term: &Term) -> Option<Value> {
        self.model.as_ref()?;
        self.fetch(&term.free_vars());
        if term.as_var().is_some() || !compares_finite_maps(term) {
            let view = View(RefCell::new(self));
            let value = eval(term, &view);
            if value.is_some() || term.as_var().is_some() {
                return value;
            }
        }
        self.computed(term)
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}

/// The model as evaluation sees it; the variables were fetched.
struct View<'a>(RefCell<&'a mut SmtSession>);

impl Env for View<'_> {
    fn var(&self, var: &Var) -> Option<Value> {
        self.0.borrow().model.as_ref()?.values.get(var)?.clone()
    }

    fn apply(&self, func: &Func, args: &[Value]) -> Option<Value> {
        self.0.borrow_mut().applied(func, args)
    }
}

/// Does the term have maps with Boolean keys? Equal ones may have different defaults, so
/// comparing them is left to the solver.
fn compares_finite_maps(term: &Term) -> bool {
    fn finite(sort: &Sort) -> bool {
        sort.as_map()
            .is_some_and(|(k, v)| *k == Sort::Bool || finite(k) || finite(v))
    }
    term.has(|t| finite(t.sort()))
}

/// The places, in `literals`, of those that the answer lists; `None` if it is no such list.
fn places(answer: &str, literals: &[String]) -> Option<BTreeSet<usize>> {
    let literal = |s: &Sexp| match s.tail_of("not") {
        Some([inner]) => Some((true, inner.symbol()?.to_string())),
        _ => Some((false, s.symbol()?.to_string())),
    };
    let sent: Vec<_> = literals
        .iter()
        .map(|l| literal(&Sexp::parse(l).ok()?))
        .collect::<Option<_>>()?;
    let answer = Sexp::parse(answer).ok()?;
    let core = answer.list()?.iter().map(literal).collect::<Option<Vec<_>>>()?;
    core.iter().map(|t| sent.iter().position(|s| s == t)).collect()
}

/// What the solver says instead of an answer.
fn complaint(answer: &str) -> Reason {
    match Sexp::parse(answer).as_ref().map(|s| s.tail_of("error")) {
        Ok(Some([Sexp::Text(message)])) => dialect::failure(&excerpt(message)),
        _ => Reason::Failed(format!("it answered `{}`", excerpt(answer))),
    }
}

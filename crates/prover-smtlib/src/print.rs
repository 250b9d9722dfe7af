//! Terms in SMT-LIB 2.6.
//!
//! * References are integers and `null` is 0; maps are arrays.
//! * A variable is `|name#tag|`, an uninterpreted function `|name()|`, and a named part `$n`, so
//!   that the three never clash. Characters that a quoted symbol cannot have are replaced, a
//!   leading `.` or `@`, which the standard reserves, is prefixed with `_`, and a name that is
//!   taken gets a number.
//! * Division by zero is spelled out, since the standard leaves it open.
//! * A part that occurs more than once is written once: at the top by `define-fun`, below a
//!   quantifier by `let`. What is written is thus linear in the number of distinct nodes, over
//!   all that one [`Printer`] writes.
//!
//! A part belongs to the innermost quantifier that binds one of its variables, or to the top
//! if there is none; it is named there. The same node may belong to several places, as in
//! `x > 0 && (forall x :: x > 0)`, and is then named in each.

mod names;
mod scope;

use abide_logic::{Func, Int, Kind, Quantifier, Sort, Term, Value, Var, float};
use names::Names;
use scope::{Binding, Bound, Scope};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// A sort: `Int`, `(Array Int Bool)`.
pub fn sort(sort: &Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_string(),
        Sort::Int | Sort::Ref | Sort::Float => "Int".to_string(),
        Sort::Map(kv) => format!("(Array {} {})", self::sort(&kv.0), self::sort(&kv.1)),
    }
}

/// An integer: `5`, `(- 5)`.
pub fn int(i: &Int) -> String {
    if *i < Int::ZERO {
        format!("(- {})", -i.clone())
    } else {
        i.to_string()
    }
}

/// A value of the given sort; `None` when it is of another.
pub fn value(value: &Value, of: &Sort) -> Option<String> {
    Some(match (value, of) {
        (Value::Bool(b), Sort::Bool) => b.to_string(),
        (Value::Int(i), Sort::Int) => int(i),
        (Value::Ref(r), Sort::Ref) => int(&Int::from(*r)),
        (Value::Float(code), Sort::Float) => int(&Int::from(*code)),
        (Value::Map(map), Sort::Map(kv)) => {
            let mut text = format!("((as const {}) {})", sort(of), self::value(map.default(), &kv.1)?);
            for (k, v) in map.entries() {
                text = format!("(store {text} {} {})", self::value(k, &kv.0)?, self::value(v, &kv.1)?);
            }
            text
        }
        _ => return None,
    })
}

/// Writes terms, and remembers what it declared and defined.
#[derive(Clone, Debug, Default)]
pub struct Printer {
    names: Names,
    /// Variables and functions that were declared.
    vars: HashSet<Var>,
    funcs: HashSet<Func>,
    /// Nodes that have a name at the top, and nodes written once without one.
    defined: HashMap<usize, Bound>,
    seen: HashSet<usize>,
    /// What the addresses above belong to, so that none is used again.
    kept: Vec<Term>,
    /// Names given to parts.
    parts: u32,
    /// Are parts written wherever they occur, without names?
    plain: bool,
}

impl Printer {
    /// One that has declared nothing.
    pub fn new() -> Printer {
        Printer::default()
    }

    /// A function that is not declared but defined, perhaps by itself.
    pub fn define(&mut self, func: &Func, params: &[Var], body: &Term) -> String {
        self.funcs.insert(func.clone());
        let name = self.names.func(func);
        let (typed, text) = (self.typed(params), self.inline(body));
        format!("(define-fun-rec {name} ({typed}) {} {text})\n", sort(&func.result))
    }

    /// Variables with their sorts: `(|x#1| Int) (|y#2| Bool)`.
    pub fn typed<'v>(&mut self, vars: impl IntoIterator<Item = &'v Var>) -> String {
        let one = |v: &Var| format!("({} {})", self.names.var(v), sort(v.sort()));
        vars.into_iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// The term by itself, for a place where its variables are bound, without names for parts.
    pub fn inline(&mut self, term: &Term) -> String {
        term.free_vars().iter().for_each(|v| {
            self.names.var(v);
        });
        let plain = std::mem::replace(&mut self.plain, true);
        let mut text = String::new();
        Writer::new(self, term).write(term, &mut text);
        self.plain = plain;
        text
    }

    /// `(assert formula)`, with the declarations and definitions it needs before it, a
    /// command on each line.
    pub fn assert(&mut self, formula: &Term) -> String {
        let mut commands = String::new();
        let text = self.term(formula, &mut commands);
        commands.push_str(&format!("(assert {text})\n"));
        commands
    }

    /// The term; the declarations and definitions it needs are added to `commands`.
    pub fn term(&mut self, term: &Term, commands: &mut String) -> String {
        self.declare(term, commands);
        let mut writer = Writer::new(self, term);
        let mut text = String::new();
        writer.write(term, &mut text);
        let seen = std::mem::take(&mut writer.uses);
        let top = writer.scopes.pop().expect("the top");
        for b in &top.bindings {
            commands.push_str(&format!("(define-fun {} () {} {})\n", b.name, b.sort, b.text));
        }
        self.defined.extend(top.bound);
        self.seen.extend(seen.into_keys());
        self.kept.push(term.clone());
        text
    }

    /// The term by itself, without a command: `None` if something in it was not declared.
    /// Parts are named by `let` where they have no definition yet.
    pub fn closed(&mut self, term: &Term) -> Option<String> {
        if !self.knows(term) {
            return None;
        }
        let mut writer = Writer::new(self, term);
        let mut text = String::new();
        writer.write(term, &mut text);
        let top = writer.scopes.pop().expect("the top");
        Some(top.around(text))
    }

    /// Declares a fresh Boolean constant that is true exactly when `formula` is, adding what
    /// is needed to `commands`.
    pub fn label(&mut self, formula: &Term, commands: &mut String) -> String {
        let text = self.term(formula, commands);
        let name = self.part();
        commands.push_str(&format!("(declare-fun {name} () Bool)\n(assert (= {name} {text}))\n"));
        name
    }

    /// Declares what is free in `term` and was not declared before.
    pub fn declare(&mut self, term: &Term, commands: &mut String) {
        for var in term.free_vars() {
            if self.vars.insert(var.clone()) {
                let name = self.names.var(&var);
                commands.push_str(&format!("(declare-fun {name} () {})\n", sort(var.sort())));
            }
        }
        for func in functions(term) {
            self.declare_function(&func, commands);
        }
    }

    /// Declares a function, unless it was before.
    pub fn declare_function(&mut self, func: &Func, commands: &mut String) {
        if self.funcs.insert(func.clone()) {
            let params: Vec<String> = func.params.iter().map(sort).collect();
            let name = self.names.func(func);
            commands.push_str(&format!(
                "(declare-fun {name} ({}) {})\n",
                params.join(" "),
                sort(&func.result)
            ));
        }
    }

    /// Was everything that is free in `term` declared?
    pub fn knows(&self, term: &Term) -> bool {
        term.free_vars().iter().all(|v| self.vars.contains(v)) && functions(term).iter().all(|f| self.funcs.contains(f))
    }

    /// The name of a declared variable.
    pub fn var(&self, var: &Var) -> Option<&str> {
        self.vars.contains(var).then(|| self.names.vars[var].as_str())
    }

    /// The name of a declared function.
    pub fn func(&self, func: &Func) -> Option<&str> {
        self.funcs.contains(func).then(|| self.names.funcs[func].as_str())
    }

    fn part(&mut self) -> String {
        self.parts += 1;
        format!("${}", self.parts)
    }
}

fn functions(term: &Term) -> BTreeSet<Func> {
    let mut found = BTreeSet::new();
    term.visit(&mut |t| {
        if let Kind::Apply(func, _) = t.kind() {
            found.insert(func.clone());
        }
        true
    });
    found
}

/// One term being written.
struct Writer<'a> {
    printer: &'a mut Printer,
    /// How often each node is written, were it written wherever it occurs.
    uses: HashMap<usize, u32>,
    /// The variables free in a node that some quantifier of the term binds; absent for none.
    open: HashMap<usize, Rc<BTreeSet<Var>>>,
    /// The quantifiers around, outermost first, below the top.
    scopes: Vec<Scope>,
}

impl<'a> Writer<'a> {
    fn new(printer: &'a mut Printer, term: &Term) -> Writer<'a> {
        let mut writer = Writer {
            printer,
            uses: HashMap::new(),
            open: HashMap::new(),
            scopes: vec![Scope::default()],
        };
        let mut binders = BTreeSet::new();
        if term.has_quantifier() {
            term.visit(&mut |t| {
                if let Kind::Quant(_, vars, _) = t.kind() {
                    binders.extend(vars.iter().cloned());
                }
                t.has_quantifier()
            });
        }
        writer.count(term, &binders);
        writer
    }

    fn count(&mut self, t: &Term, binders: &BTreeSet<Var>) {
        let uses = self.uses.entry(t.address()).or_default();
        *uses += 1;
        if *uses > 1 || (binders.is_empty() && self.printer.defined.contains_key(&t.address())) {
            return;
        }
        t.kind().children().for_each(|c| self.count(c, binders));
        // Spelled out, a division has its divisor twice and a remainder its dividend too.
        match t.kind() {
            Kind::Div(_, b) => self.count(b, binders),
            Kind::Mod(a, b) => {
                self.count(a, binders);
                self.count(b, binders);
            }
            _ => {}
        }
        if !binders.is_empty() {
            self.note_open(t, binders);
        }
    }

    fn note_open(&mut self, t: &Term, binders: &BTreeSet<Var>) {
        let mut children = t.kind().children().filter_map(|c| self.open.get(&c.address()));
        let open = match t.kind() {
            Kind::Var(v) if binders.contains(v) => Rc::new(BTreeSet::from([v.clone()])),
            Kind::Quant(_, vars, _) => {
                let Some(body) = children.next() else { return };
                Rc::new(body.iter().filter(|v| !vars.contains(v)).cloned().collect())
            }
            _ => {
                let Some(first) = children.next() else { return };
                // Mostly all children have the same; then it is shared.
                let mut all = first.clone();
                for other in children {
                    if !other.is_subset(&all) {
                        Rc::make_mut(&mut all).extend(other.iter().cloned());
                    }
                }
                all
            }
        };
        if !open.is_empty() {
            self.open.insert(t.address(), open);
        }
    }

    /// The place of the innermost scope that binds a variable of `t`.
    fn level(&self, t: &Term) -> usize {
        let Some(open) = self.open.get(&t.address()) else {
            return 0;
        };
        self.scopes
            .iter()
            .rposition(|scope| scope.vars.iter().any(|v| open.contains(v)))
            .unwrap_or(0)
    }

    /// Writes `t`, by its name if it has or should have one; returns how many named parts
    /// are nested in what was written.
    fn write(&mut self, t: &Term, out: &mut String) -> u32 {
        if is_small(t) || self.printer.plain {
            return self.node(t, out);
        }
        let level = self.level(t);
        let top = if level == 0 {
            self.printer.defined.get(&t.address())
        } else {
            None
        };
        if let Some(bound) = top.or_else(|| self.scopes[level].bound.get(&t.address())) {
            out.push_str(&bound.name);
            return bound.height;
        }
        let again = level == 0 && self.printer.seen.contains(&t.address());
        if self.uses[&t.address()] < 2 && !again {
            return self.node(t, out);
        }
        let mut text = String::new();
        let height = self.node(t, &mut text) + 1;
        let name = self.printer.part();
        out.push_str(&name);
        let scope = &mut self.scopes[level];
        scope.bound.insert(
            t.address(),
            Bound {
                name: name.clone(),
                height,
            },
        );
        scope.bindings.push(Binding {
            name,
            height,
            sort: sort(t.sort()),
            text,
        });
        height
    }

    fn node(&mut self, t: &Term, out: &mut String) -> u32 {
        match t.kind() {
            Kind::Var(v) => self.atom(out, &self.printer.names.vars[v].clone()),
            Kind::Bool(b) => self.atom(out, &b.to_string()),
            Kind::Int(i) => self.atom(out, &int(i)),
            Kind::Null => self.atom(out, "0"),
            Kind::Not(a) => self.list(out, "not", [a]),
            Kind::And(parts) => self.list(out, "and", parts),
            Kind::Or(parts) => self.list(out, "or", parts),
            Kind::Implies(a, b) => self.list(out, "=>", [a, b]),
            Kind::Eq(a, b) => self.list(out, "=", [a, b]),
            Kind::Lt(a, b) => self.list(out, "<", [a, b]),
            Kind::Le(a, b) => self.list(out, "<=", [a, b]),
            Kind::Add(parts) => self.list(out, "+", parts),
            Kind::Neg(a) => self.list(out, "-", [a]),
            Kind::Mul(a, b) => self.list(out, "*", [a, b]),
            Kind::Ite(c, a, b) => self.list(out, "ite", [c, a, b]),
            Kind::Select(m, k) => self.list(out, "select", [m, k]),
            Kind::Store(m, k, v) => self.list(out, "store", [m, k, v]),
            Kind::Const(v) => self.list(out, &format!("(as const {})", sort(t.sort())), [v]),
            // x / y  =  if y = 0 then 0 else x div y
            Kind::Div(a, b) => match b.kind() {
                Kind::Int(i) if *i == Int::ZERO => self.atom(out, "0"),
                Kind::Int(_) => self.list(out, "div", [a, b]),
                _ => self.unless_zero(b, None, "div", a, out),
            },
            // x % y  =  if y = 0 then x else x mod y
            Kind::Mod(a, b) => match b.kind() {
                Kind::Int(i) if *i == Int::ZERO => self.write(a, out),
                Kind::Int(_) => self.list(out, "mod", [a, b]),
                _ => self.unless_zero(b, Some(a), "mod", a, out),
            },
            // doubles are their codes
            Kind::Apply(func, args) if float::is_constant(func) => self.write(&args[0], out),
            Kind::Apply(func, args) if float::is_rank(func) => self.rank(&args[0], out),
            Kind::Apply(func, args) => {
                let name = self.printer.names.func(func);
                match args.is_empty() {
                    true => self.atom(out, &name),
                    false => self.list(out, &name, args),
                }
            }
            Kind::Quant(q, vars, body) => self.quantified(*q, vars, body, out),
        }
    }

    fn atom(&self, out: &mut String, text: &str) -> u32 {
        out.push_str(text);
        0
    }

    fn list<'t>(&mut self, out: &mut String, head: &str, parts: impl IntoIterator<Item = &'t Term>) -> u32 {
        out.push('(');
        out.push_str(head);
        let mut height = 0;
        for part in parts {
            out.push(' ');
            height = height.max(self.write(part, out));
        }
        out.push(')');
        height
    }

    /// The rank of a double by its code: `(ite (< x 0) (+ x 1) x)`.
    fn rank(&mut self, x: &Term, out: &mut String) -> u32 {
        out.push_str("(ite (< ");
        let height = self.write(x, out);
        out.push_str(" 0) (+ ");
        self.write(x, out);
        out.push_str(" 1) ");
        self.write(x, out);
        out.push(')');
        height
    }

    /// `(ite (= b 0) zero (op a b))`; `zero` is 0 when not given.
    fn unless_zero(&mut self, b: &Term, zero: Option<&Term>, op: &str, a: &Term, out: &mut String) -> u32 {
        out.push_str("(ite (= ");
        let mut height = self.write(b, out);
        out.push_str(" 0) ");
        height = height.max(match zero {
            Some(t) => self.write(t, out),
            None => self.atom(out, "0"),
        });
        out.push(' ');
        height = height.max(self.list(out, op, [a, b]));
        out.push(')');
        height
    }

    fn quantified(&mut self, q: Quantifier, vars: &[Var], body: &Term, out: &mut String) -> u32 {
        out.push_str(match q {
            Quantifier::Forall => "(forall (",
            Quantifier::Exists => "(exists (",
        });
        for v in vars {
            let name = self.printer.names.var(v);
            out.push_str(&format!("({name} {})", sort(v.sort())));
        }
        out.push_str(") ");
        self.scopes.push(Scope {
            vars: vars.to_vec(),
            ..Scope::default()
        });
        let mut text = String::new();
        let height = self.write(body, &mut text);
        let scope = self.scopes.pop().expect("the scope just opened");
        out.push_str(&scope.around(text));
        out.push(')');
        height
    }
}

/// Is a name for the term not worth it? Few children, all of them atoms. A constant map of
/// values counts too: some solvers want to see the value.
fn is_small(t: &Term) -> bool {
    let atom = |t: &Term| matches!(t.kind(), Kind::Var(_) | Kind::Bool(_) | Kind::Int(_) | Kind::Null);
    match t.kind() {
        Kind::Quant(..) => false,
        Kind::Const(v) if matches!(v.kind(), Kind::Const(_)) => is_small(v),
        kind => kind.children().take(4).count() <= 3 && kind.children().all(atom),
    }
}

#[cfg(test)]
#[path = "print_tests.rs"]
mod tests;

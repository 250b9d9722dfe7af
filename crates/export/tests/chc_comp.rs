//! Horn clauses keep to the format of CHC-COMP: declarations first, clauses of one form, one query.

mod common;

use abide_export::{ExportError, Format, export_with};
use common::{exported, load};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A list, or a word.
#[derive(Clone, Debug, PartialEq)]
enum Sexp {
    Word(String),
    List(Vec<Sexp>),
}

impl Sexp {
    fn list(&self) -> &[Sexp] {
        match self {
            Sexp::List(parts) => parts,
            Sexp::Word(_) => std::slice::from_ref(self),
        }
    }

    fn word(&self) -> &str {
        match self {
            Sexp::Word(text) => text,
            Sexp::List(_) => "",
        }
    }

    /// The word that a list begins with, or the word itself.
    fn head(&self) -> &str {
        self.list().first().map_or("", Sexp::word)
    }
}

fn parse(text: &str) -> Vec<Sexp> {
    let mut open: Vec<Vec<Sexp>> = vec![Vec::new()];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = match c {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '|' => rest[1..].find('|').expect("the end of a quoted name") + 2,
            _ if c.is_whitespace() || c == '(' || c == ')' => c.len_utf8(),
            _ => rest
                .find(|c: char| c.is_whitespace() || "()|;".contains(c))
                .unwrap_or(rest.len()),
        };
        match c {
            ';' => {}
            '(' => open.push(Vec::new()),
            ')' => {
                let done = open.pop().expect("a list");
                open.last_mut().expect("a list around").push(Sexp::List(done));
            }
            _ if c.is_whitespace() => {}
            _ => open
                .last_mut()
                .expect("a list")
                .push(Sexp::Word(rest[..end].to_string())),
        }
        rest = &rest[end..];
    }
    assert_eq!(open.len(), 1, "a list without end");
    open.remove(0)
}

/// What is wrong with a script.
fn wrong(text: &str) -> Option<String> {
    let commands = parse(text);
    let words: Vec<&str> = commands.iter().map(Sexp::head).collect();
    let declared = words.iter().filter(|w| **w == "declare-fun").count();
    let asserted = words.iter().filter(|w| **w == "assert").count();
    let mut expected = vec!["set-logic"];
    expected.extend(std::iter::repeat_n("declare-fun", declared));
    expected.extend(std::iter::repeat_n("assert", asserted));
    expected.extend(["check-sat", "exit"]);
    if words != expected {
        return Some(format!("the commands are {words:?}"));
    }
    let mut relations = BTreeMap::new();
    for command in commands.iter().filter(|c| c.head() == "declare-fun") {
        let [_, name, params, result] = command.list() else {
            return Some(format!("{command:?}"));
        };
        if result.word() != "Bool" {
            return Some(format!("{} is no relation", name.word()));
        }
        let arity = if *params == Sexp::List(Vec::new()) {
            0
        } else {
            params.list().len()
        };
        relations.insert(name.word().to_string(), arity);
    }
    let clauses: Vec<&Sexp> = commands.iter().filter(|c| c.head() == "assert").collect();
    for (number, clause) in clauses.iter().enumerate() {
        let query = number + 1 == clauses.len();
        if let Some(what) = wrong_clause(clause, &relations, query) {
            return Some(format!("{what} in clause {number}"));
        }
    }
    None
}

/// What is wrong with a clause, which is the query or not.
fn wrong_clause(clause: &Sexp, relations: &BTreeMap<String, usize>, query: bool) -> Option<String> {
    let [_, quantified] = clause.list() else {
        return Some("no formula".to_string());
    };
    let ("forall", [_, vars, implication]) = (quantified.head(), quantified.list()) else {
        return Some("no quantifier".to_string());
    };
    let ("=>", [_, tail, head]) = (implication.head(), implication.list()) else {
        return Some("no implication".to_string());
    };
    let vars: Vec<&str> = vars.list().iter().map(Sexp::head).collect();
    if vars.is_empty() {
        return Some("no variable".to_string());
    }
    if query != (head.word() == "false") {
        return Some("a query in the wrong place".to_string());
    }
    if !query && !is_application(head, relations, &vars) {
        return Some(format!("the head {head:?}"));
    }
    let parts = match tail.head() {
        "and" => &tail.list()[1..],
        _ => std::slice::from_ref(tail),
    };
    for part in parts {
        if relations.contains_key(part.head()) {
            if !is_application(part, relations, &vars) {
                return Some(format!("the relation {part:?}"));
            }
        } else if mentions(part, &|w| w == "let" || relations.contains_key(w)) {
            return Some(format!("the formula {part:?}"));
        }
    }
    None
}

/// Is it a relation of distinct variables?
fn is_application(e: &Sexp, relations: &BTreeMap<String, usize>, vars: &[&str]) -> bool {
    let Some(arity) = relations.get(e.head()) else {
        return false;
    };
    let args: Vec<&str> = e.list()[1..].iter().map(Sexp::word).collect();
    let mut distinct = args.clone();
    distinct.sort_unstable();
    distinct.dedup();
    args.len() == *arity && distinct.len() == args.len() && args.iter().all(|a| vars.contains(a))
}

fn mentions(e: &Sexp, is_it: &dyn Fn(&str) -> bool) -> bool {
    match e {
        Sexp::Word(text) => is_it(text),
        Sexp::List(parts) => parts.iter().any(|p| mentions(p, is_it)),
    }
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let good = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (forall ((x Int)) (=> (= x 0) (P x))))\
                (assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))(check-sat)(exit)";
    assert_eq!(wrong(good), None);
    for (from, to) in [
        ("(P x))))(assert", "(P 0))))(assert"),
        ("(forall ((x Int)) (=> (and (P x) (< x 0)) false))", "(=> (P 0) false)"),
        ("(= x 0)", "(let ((y 0)) (= x y))"),
        ("(exit)", ""),
        (
            "(declare-fun P (Int) Bool)",
            "(declare-fun P (Int) Bool)(declare-fun c () Int)",
        ),
    ] {
        assert!(good.contains(from), "{from}");
        assert!(wrong(&good.replace(from, to)).is_some(), "{to}");
    }
}

#[test]
fn programs_of_the_corpus_keep_to_the_format() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/gcl");
    let (mut kept, mut refused) = (0, 0);
    for kind in ["proves", "refutes"] {
        let files = std::fs::read_dir(folder.join(kind)).expect("a folder");
        let files: Vec<PathBuf> = files.map(|f| f.expect("a file").path()).collect();
        for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "gcl")) {
            let text = std::fs::read_to_string(file).expect("a text");
            let loaded = load(&text);
            match export_with(&loaded.program, &loaded.sources, Format::Chc, None) {
                Ok(script) => {
                    assert_eq!(wrong(&script), None, "{}", file.display());
                    kept += 1;
                }
                Err(ExportError::NoMeaning { .. }) => refused += 1,
                Err(error) => panic!("{}: {error}", file.display()),
            }
        }
    }
    assert!(kept > 50 && refused > 0, "{kept} kept, {refused} refused");
}

#[test]
fn what_occurs_twice_is_written_once() {
    let doubling = "x := x + x;\n".repeat(40);
    let text = format!("procedure p(x0: int) {{ var x: int := x0; {doubling} assert x != 1; }}");
    let script = exported(&text, Format::Chc);
    assert_eq!(wrong(&script), None);
    assert!(script.len() < 10_000, "{}", script.len());
}

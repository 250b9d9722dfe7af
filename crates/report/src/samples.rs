//! Reports made by hand, for the snapshots.

use abide_base::{Diagnostic, FileId, SourceFile, Sources, Span};
use abide_ir::{Check, CheckKind, Fact, Loop, LoopSpec, Program, Routine, Stmt, StmtKind};
use abide_logic::{Sort, Term, Value, Var};
use abide_prover::{Answer, Limits, Prover, ProverError, Session, Stats};
use abide_verify::pipeline::Show;
use abide_verify::report::{History, RoundReport};
use abide_verify::{
    Counterexample, FileReport, Invariant, Language, Loaded, LoopReport, Obligation, Report, Request, RoutineReport,
    RoutineStats, Verdict,
};
use std::sync::Arc;

const FIND: &str = "\
procedure find(a: int[], inout b: bool[]) returns (spot: int)
  requires a.length == b.length;
  ensures spot == a.length || b[spot];
{
  var i: int := 0;
  spot := a.length;
  // the first that is not zero

  // and the flags of all

  while (i < a.length)
    predicate 0 <= i, spot == a.length;
  {
    b[i] := a[i] != 0;
    i := i + 1;
  }
}

procedure first(a: int[]) returns (x: int)
{
  x := a[0];
}

procedure skip() { }
";

/// The span of the first occurrence of `what` at or after `after`.
fn place(text: &str, after: &str, what: &str) -> Span {
    let from = text.find(after).expect("there");
    let start = from + text[from..].find(what).expect("there");
    Span::new(FileId(0), start, start + what.len())
}

fn report(path: &str, text: &str, file: impl FnOnce(&mut FileReport)) -> Report {
    let mut sources = Sources::default();
    let id = sources.add(SourceFile::new(path, text));
    let mut one = FileReport {
        file: id,
        language: "gcl",
        mode: "mathematical integers",
        diagnostics: Vec::new(),
        routines: Vec::new(),
        annotated: None,
    };
    file(&mut one);
    Report {
        sources,
        files: vec![one],
        prover: "Solver 1.2".to_string(),
        ..Report::default()
    }
}

fn obligation(kind: CheckKind, span: Span, verdict: Verdict) -> Obligation {
    let message = if verdict == Verdict::Proved {
        kind.success()
    } else {
        kind.failure()
    };
    Obligation {
        kind,
        span,
        demanded: None,
        verdict,
        message: message.to_string(),
        details: Vec::new(),
        heaps: Vec::new(),
        counterexample: None,
        conditional: false,
    }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|t| t.to_string()).collect()
}

/// One routine open, one refuted, one proved.
pub(crate) fn mixed() -> Report {
    report("dir/find.gcl", FIND, |file| {
        let mut find = RoutineReport::bare("find", place(FIND, "find", "find"), Verdict::Open);
        let details = strings(&[
            "at the head of the loop at line 11: i = 1, spot = 7",
            "at the check at line 17: i = 2",
        ]);
        find.obligations = vec![
            obligation(CheckKind::Bounds, place(FIND, "a[i] !=", "a[i]"), Verdict::Proved),
            Obligation {
                demanded: Some(place(FIND, "ensures", "spot == a.length || b[spot]")),
                details,
                ..obligation(CheckKind::Postcondition, place(FIND, "\n}", "}"), Verdict::Open)
            },
        ];
        find.loops = vec![LoopReport {
            span: place(FIND, "while", "while"),
            invariants: vec![invariant("0 <= i"), invariant("spot == a.length")],
            measure: None,
            measured: true,
            history: find_history(),
        }];
        find.stats = RoutineStats {
            predicates: 2,
            checks_infer: 12,
            rounds: 2,
            ms: 34,
            ..Default::default()
        };
        let mut first = RoutineReport::bare("first", place(FIND, "first(", "first"), Verdict::Refuted);
        let at = place(FIND, "a[0]", "a[0]");
        first.obligations = vec![obligation(CheckKind::Bounds, at, Verdict::Refuted)];
        first.counterexample = Some(Counterexample {
            inputs: vec![("x".into(), "0".into()), ("a".into(), "[]".into())],
            span: at,
            choices: Vec::new(),
            path: vec![19, 21],
            test: None,
            confirmation: Default::default(),
            heaps: Vec::new(),
        });
        first.obligations[0].counterexample = first.counterexample.clone();
        let skip = RoutineReport::bare("skip", place(FIND, "skip", "skip"), Verdict::Proved);
        file.routines = vec![find, first, skip];
    })
}

fn find_history() -> History {
    History {
        predicates: vec![
            ("0 <= i".into(), "given in the source".into()),
            ("spot == a.length".into(), "given in the source".into()),
        ],
        rounds: vec![
            RoundReport {
                count: 1,
                valuations: strings(&["TT"]),
                came: strings(&["0 <= i", "spot == a.length", "spot < i"]),
                went: Vec::new(),
            },
            RoundReport {
                count: 4,
                valuations: strings(&["TT", "FT"]),
                came: strings(&["i <= spot"]),
                went: strings(&["spot < i"]),
            },
        ],
        weakened: Some("the time limit was reached".into()),
        not_needed: strings(&["i <= a.length"]),
        dropped: strings(&["b[i]"]),
        missing: Vec::new(),
        checks: 12,
        queries: 9,
    }
}

/// Two routines, all proved.
pub(crate) fn proved() -> Report {
    report("two.gcl", "procedure one() { }\nprocedure two() { }\n", |file| {
        let mut one = RoutineReport::bare("one", Span::new(FileId(0), 10, 13), Verdict::Proved);
        one.stats = RoutineStats {
            predicates: 8,
            checks_infer: 1234567890123,
            ms: 5,
            ..Default::default()
        };
        file.routines = vec![
            one,
            RoutineReport::bare("two", Span::new(FileId(0), 30, 33), Verdict::Proved),
        ];
    })
}

/// One routine proved and one not finished when the run was cancelled.
pub(crate) fn cancelled() -> Report {
    let mut report = proved();
    let two = &mut report.files[0].routines[1];
    two.verdict = Verdict::Open;
    two.obligations = vec![
        Obligation {
            details: strings(&["the run was cancelled"]),
            ..obligation(CheckKind::Assertion, two.span, Verdict::Open)
        };
        2
    ];
    report.cancelled = true;
    report
}

/// A file that does not parse and a routine lost with it.
pub(crate) fn malformed() -> Report {
    let text = "procedure p() {\n  x := ;\n}\n";
    report("bad.gcl", text, |file| {
        let error = Diagnostic::error(place(text, ":=", ";"), "an expression is expected").help("write a value");
        file.diagnostics = vec![error];
        file.routines = vec![RoutineReport::bare("p", place(text, "p()", "p"), Verdict::Unsupported)];
    })
}

/// A routine with a loop in a loop, and a routine without.
pub(crate) fn nested() -> Report {
    let text = "// comment\nprocedure p()\n{\n  while (*) {\n    while (*) { }\n  }\n}\n\nprocedure q() { }\n";
    report("nested.gcl", text, |file| {
        let mut p = RoutineReport::bare("p", place(text, "p()", "p"), Verdict::Proved);
        let of_loop = |span| LoopReport {
            span,
            invariants: Vec::new(),
            measure: None,
            measured: true,
            history: History::default(),
        };
        p.loops = vec![
            of_loop(place(text, "while", "while")),
            of_loop(place(text, "  while (*) { }", "while")),
        ];
        file.routines = vec![p, RoutineReport::bare("q", place(text, "q()", "q"), Verdict::Proved)];
    })
}

/// Only the verifier can make an invariant, so it is made to: of the program
/// `while (*) predicate p; { }`, with a prover to which nothing is possible and a language
/// that prints everything as `text`.
fn invariant(text: &str) -> Invariant {
    let file = SourceFile::new("f", "bare");
    let mut request = Request::new(vec![(file, Arc::new(Says(text.to_string())))], Arc::new(Never));
    request.settings.show = Show::All;
    let report = abide_verify::verify(&request).expect("the prover answers");
    report.files[0].routines[0].loops[0].invariants[0].clone()
}

struct Says(String);

impl Language for Says {
    fn name(&self) -> &'static str {
        "fake"
    }

    fn load(&self, file: FileId, text: &str) -> Loaded {
        let p = Var::new("p", 0, Sort::Bool);
        let span = Span::new(file, 0, 1);
        let invariant = Check {
            formula: p.term(),
            span: Span::new(file, 0, text.len()),
            kind: CheckKind::InvariantEntry,
            demanded: None,
        };
        let spec = LoopSpec {
            span,
            invariants: if text == "bare" { vec![] } else { vec![invariant] },
            predicates: vec![Fact {
                formula: p.term(),
                span,
            }],
            skolems: vec![],
            scope: vec![],
            hidden: vec![],
            measures: vec![],
        };
        let body = Loop {
            label: None,
            spec,
            prelude: vec![],
            condition: None,
            body: vec![],
        };
        let routine = Routine {
            name: "r".to_string(),
            span,
            inputs: vec![p],
            locals: vec![],
            requires: vec![],
            body: vec![Stmt {
                kind: StmtKind::While(body),
                span,
            }],
            ensures: vec![],
            next_tag: 1,
            definitions: vec![],
            assumes: vec![],
            unread: vec![],
            calls: Default::default(),
        };
        let program = Program {
            routines: vec![routine],
            ..Program::default()
        };
        Loaded {
            program,
            diagnostics: vec![],
            unsupported: vec![],
            view: Arc::new(abide_verify::ByName),
        }
    }

    fn render(&self, _: &Term) -> String {
        self.0.clone()
    }

    fn annotate(&self, _: &str, _: &[(Span, Vec<String>)]) -> String {
        format!("annotated: {}", self.0)
    }

    fn mode(&self) -> &'static str {
        "fake"
    }
}

struct Never;

impl Prover for Never {
    fn name(&self) -> String {
        "never".to_string()
    }

    fn open(&self, _: &Limits) -> Result<Box<dyn Session>, ProverError> {
        Ok(Box::new(Never))
    }
}

impl Session for Never {
    fn assert(&mut self, _: &Term) {}

    fn check(&mut self, _: &[Term]) -> Answer {
        Answer::Unsat(Vec::new())
    }

    fn value(&mut self, _: &Term) -> Option<Value> {
        None
    }

    fn stats(&self) -> Stats {
        Stats::default()
    }
}

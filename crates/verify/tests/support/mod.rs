//! What the tests over the corpus share.
#![allow(dead_code)]

pub mod mutate;
pub mod strip;

use abide_abstraction::AbstractorKind;
use abide_base::SourceFile;
use abide_infer::engine::EngineKind;
use abide_infer::{Config, Inference, Subject, given_predicates, infer};
use abide_ir::cfg::Cfg;
use abide_logic::Var;
use abide_prover::{Limits, Prover};
use abide_prover_z3::Z3;
use abide_vc::CutGraph;
use abide_verify::pipeline::Show;
use abide_verify::{C, Gcl, Java, Language, Mode, Report, Request, Settings, verify};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// The embedded Z3, installed if need be.
pub fn z3() -> Arc<dyn Prover> {
    abide_z3::setup::install(&mut |_| {}).expect("Z3 can be installed");
    Arc::new(Z3::find().expect("Z3 was just installed"))
}

/// Is there a Java machine to compare with? What is skipped without one is told at the end of all tests.
pub fn has_jdk() -> bool {
    is_installed("javac") && is_installed("java")
}

/// Can a tool be run?
pub fn is_installed(tool: &str) -> bool {
    std::process::Command::new(tool).arg("--version").output().is_ok()
}

/// The `.gcl` programs of a folder of the corpus, by name.
pub fn corpus(folder: &str) -> Vec<PathBuf> {
    corpus_of("gcl", folder)
}

/// The programs of a folder of the corpus in a language, by name. Those that begin with `// SLOW` only if the variable
/// `ABIDE_SLOW` is set.
pub fn corpus_of(language: &str, folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../corpus")
        .join(language)
        .join(folder);
    let all = std::env::var_os("ABIDE_SLOW").is_some();
    let mut files: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("the corpus is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == language))
        .filter(|path| all || !read(path).text().starts_with("// SLOW"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no programs in {folder}");
    files
}

/// A file of the corpus.
pub fn read(path: &Path) -> SourceFile {
    SourceFile::new(path, std::fs::read_to_string(path).expect("the program can be read"))
}

/// The report on a folder of the corpus, made once however many tests ask for it.
pub fn verified(language: &'static str, folder: &'static str, engine: EngineKind) -> Arc<Report> {
    type Slot = Arc<OnceLock<Arc<Report>>>;
    static KNOWN: Mutex<BTreeMap<(&str, &str, &str), Slot>> = Mutex::new(BTreeMap::new());
    let slot = {
        let mut known = KNOWN.lock().unwrap_or_else(|e| e.into_inner());
        known.entry((language, folder, engine.name())).or_default().clone()
    };
    let made = || {
        let files = corpus_of(language, folder).iter().map(|p| read(p)).collect();
        Arc::new(run(files, z3(), Settings { engine, ..settings() }))
    };
    slot.get_or_init(made).clone()
}

/// Verifies files together.
pub fn run(files: Vec<SourceFile>, prover: Arc<dyn Prover>, settings: Settings) -> Report {
    run_in(Mode::Verify, files, prover, settings)
}

/// The language of a file, by the end of its name.
pub fn language(file: &SourceFile) -> Arc<dyn Language> {
    match file.path().extension().and_then(|e| e.to_str()) {
        Some("java") => Arc::new(Java::default()),
        Some("c") => Arc::new(C {
            path: file.path().to_owned(),
            ..C::default()
        }),
        _ => Arc::new(Gcl),
    }
}

/// Does with files what a mode says.
pub fn run_in(mode: Mode, files: Vec<SourceFile>, prover: Arc<dyn Prover>, settings: Settings) -> Report {
    let files = files.into_iter().map(|f| (f.clone(), language(&f))).collect();
    let request = Request {
        mode,
        settings,
        ..Request::new(files, prover)
    };
    verify(&request).expect("the prover works")
}

/// Verifies a program given as text.
pub fn run_text(text: &str, prover: Arc<dyn Prover>) -> Report {
    run(vec![SourceFile::new("test.gcl", text)], prover, Settings::default())
}

/// The lines that carry a mark.
pub fn marked(file: &SourceFile, mark: &str) -> BTreeSet<usize> {
    let lines = file.text().lines().enumerate();
    lines.filter(|(_, l)| l.contains(mark)).map(|(i, _)| i + 1).collect()
}

/// Infers the invariants of every routine of a file with one abstractor.
pub fn infer_file(
    file: &SourceFile,
    prover: &Arc<dyn Prover>,
    abstractor: &AbstractorKind,
) -> Vec<(String, Inference)> {
    infer_within(file, prover, abstractor, &Limits::default())
}

/// Infers the invariants of every routine of a file with one abstractor, within limits.
pub fn infer_within(
    file: &SourceFile,
    prover: &Arc<dyn Prover>,
    abstractor: &AbstractorKind,
    limits: &Limits,
) -> Vec<(String, Inference)> {
    let loaded = Gcl.load(Default::default(), file.text());
    let mut found = Vec::new();
    for routine in &loaded.program.routines {
        let cfg = Cfg::of(routine, &loaded.program.axioms).expect("a reducible program");
        let cut = CutGraph::of(&cfg);
        let vars: BTreeSet<Var> = routine.inputs.iter().chain(&routine.locals).cloned().collect();
        let (precisions, _) = given_predicates(&cfg);
        let subject = Subject {
            cfg: &cfg,
            cut: &cut,
            vars: &vars,
            precisions: &precisions,
        };
        let config = Config {
            abstractor: abstractor.clone(),
            limits: limits.clone(),
        };
        found.push((
            routine.name.clone(),
            infer(&subject, prover, &config).expect("the prover works"),
        ));
    }
    found
}

/// The abstractors that the benchmarks compare.
pub const ABSTRACTORS: [&str; 8] = [
    "state-models",
    "allsmt",
    "fq",
    "fq-linear",
    "ddp",
    "ss",
    "nfindk:3",
    "cartesian",
];

/// The heading of a table with a column for each abstractor after these.
pub fn print_heading(first: &[&str]) {
    let columns: Vec<&str> = first.iter().copied().chain(ABSTRACTORS).collect();
    println!("| {} |", columns.join(" | "));
    println!("|{}", "---|".repeat(columns.len()));
}

/// A number that a variable of the environment gives.
pub fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is a number")),
        Err(_) => default,
    }
}

/// Settings for the whole corpus.
pub fn settings() -> Settings {
    Settings {
        jobs: 2,
        show: Show::Needed,
        // a slow machine is no reason for another verdict
        timeout: Duration::from_secs(300),
        ..Settings::default()
    }
}

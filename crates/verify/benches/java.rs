//! Time and solver checks of the Java corpus, method by method, and of a long class.
//!
//! `cargo bench -p abide-verify --bench java`

use abide_base::SourceFile;
use abide_prover::Prover;
use abide_prover_z3::Z3;
use abide_verify::{Java, Report, Request, Verdict, verify};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

fn main() {
    abide_z3::setup::install(&mut |_| {}).expect("Z3 can be installed");
    let prover: Arc<dyn Prover> = Arc::new(Z3::find().expect("Z3 was just brought"));
    let run = |files: Vec<SourceFile>, jobs: usize| -> (Report, u128) {
        let started = Instant::now();
        let files = files.into_iter().map(|f| (f, Arc::new(Java::default()) as _)).collect();
        let mut request = Request::new(files, prover.clone());
        request.settings.jobs = jobs;
        let report = verify(&request).expect("the prover works");
        (report, started.elapsed().as_millis())
    };
    let (report, all) = run(corpus(), 1);
    println!("{:<36} {:>10} {:>7} {:>6}", "method", "predicates", "checks", "ms");
    for r in report.routines() {
        let s = &r.stats;
        println!("{:<36} {:>10} {:>7} {:>6}", r.name, s.predicates, s.checks(), s.ms);
    }
    let methods = report.routines().count();
    println!(
        "{methods} methods, {} proved, one job: {all} ms",
        report.count(Verdict::Proved)
    );
    let long = long_class(2_000);
    let lines = long.lines().count();
    for jobs in [1, 2] {
        let (report, ms) = run(vec![SourceFile::new("Long.java", long.clone())], jobs);
        let methods = report.routines().count();
        let proved = report.count(Verdict::Proved);
        println!("a class of {lines} lines: {methods} methods, {proved} proved, {jobs} jobs: {ms} ms");
    }
}

fn corpus() -> Vec<SourceFile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java/proves");
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut paths: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    let text = |p: &Path| std::fs::read_to_string(p).expect("it can be read");
    paths.iter().map(|p| SourceFile::new(p, text(p))).collect()
}

/// A class with at least so many lines of small methods, all different.
fn long_class(lines: usize) -> String {
    let mut text = String::from("class Long {\n");
    for n in 0.. {
        if text.lines().count() >= lines {
            break;
        }
        text.push_str(&format!(
            "  int f{n};

  //@ ensures \\result >= {n} && (\\result == x || \\result == {n});
  static int atLeast{n}(int x) {{
    return x < {n} ? {n} : x;
  }}

  //@ requires 0 <= k && k < a.length;
  //@ ensures a[k] == \\old(a[k]) + 1 || \\old(a[k]) == Integer.MAX_VALUE;
  static void raise{n}(int[] a, int k) {{
    a[k]++;
  }}

  //@ ensures f{n} == x % 7;
  void set{n}(int x) {{
    f{n} = x % 7;
  }}

  //@ ensures (\\forall int k; 0 <= k && k < a.length; a[k] == {n});
  static void fill{n}(int[] a) {{
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= k, k < i, a[k] == {n};
    for (int i = 0; i < a.length; i++) {{
      a[i] = {n};
    }}
  }}
\n"
        ));
    }
    text.push_str("}\n");
    text
}

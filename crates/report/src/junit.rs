//! The report as JUnit's XML: files are suites, and routines their tests.

use crate::Unread;
use crate::finding::Finding;
use abide_base::Sources;
use abide_verify::{FileReport, Report, RoutineReport, Verdict};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// The report as one document.
pub fn junit(report: &Report, unread: &[Unread], findings: &[Finding<'_>]) -> String {
    let mut all = quick_junit::Report::new("abide");
    for file in &report.files {
        all.add_test_suite(suite(&report.sources, file, findings));
    }
    for file in unread {
        let of_file: Vec<&Finding> = findings.iter().filter(|f| f.path == file.path).collect();
        let name = file.path.display().to_string();
        let mut suite = TestSuite::new(name.as_str());
        suite.add_test_case(case("source", &name, outcome(&of_file, None)));
        all.add_test_suite(suite);
    }
    all.to_string().expect("names and messages are always XML")
}

/// A test for the source, if something is to be said of it, and one for each routine.
fn suite(sources: &Sources, file: &FileReport, findings: &[Finding<'_>]) -> TestSuite {
    let path = sources.file(file.file).path();
    let name = path.display().to_string();
    let mut suite = TestSuite::new(name.as_str());
    let of_source = findings.iter().filter(|f| f.path == path && f.routine.is_none());
    let of_source: Vec<&Finding> = of_source.collect();
    if !of_source.is_empty() {
        suite.add_test_case(case("source", &name, outcome(&of_source, None)));
    }
    for routine in &file.routines {
        let own = findings.iter().filter(|f| is_about(f, routine)).collect::<Vec<_>>();
        let mut case = case(&routine.name, &name, outcome(&own, Some(routine.verdict)));
        case.set_time(Duration::from_millis(routine.stats.ms));
        suite.add_test_case(case);
    }
    suite
}

fn is_about(finding: &Finding<'_>, routine: &RoutineReport) -> bool {
    finding.routine.is_some_and(|r| std::ptr::eq(r, routine))
}

fn case(name: &str, class: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(class);
    case
}

/// The worst of what was found. What the baseline knows is skipped.
fn outcome(findings: &[&Finding<'_>], verdict: Option<Verdict>) -> TestCaseStatus {
    let (new, known): (Vec<&Finding>, Vec<&Finding>) = findings.iter().copied().partition(|f| f.is_new());
    let told = match new.is_empty() {
        true => &known,
        false => &new,
    };
    let failing =
        |f: &&&Finding| f.verdict.is_some_and(|v| v > Verdict::Given) || f.severity() == abide_base::Severity::Error;
    let Some(first) = told.iter().filter(failing).min_by_key(|f| f.severity()) else {
        return TestCaseStatus::success();
    };
    let mut status = match (new.is_empty(), verdict) {
        (true, _) => {
            let mut skipped = TestCaseStatus::skipped();
            skipped.set_message("in the baseline");
            return skipped;
        }
        (false, Some(Verdict::Refuted | Verdict::Open)) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        (false, _) => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let text: Vec<String> = told.iter().map(|f| f.text()).collect();
    status.set_type(first.word());
    status.set_message(first.diagnostic.message.as_str());
    status.set_description(text.join("\n\n"));
    status
}

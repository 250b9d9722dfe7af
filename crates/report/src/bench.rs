//! A run over a folder of tasks, as a table and as JSON.

use abide_verify::Verdict;
use serde::Serialize;

/// What became of one task.
#[derive(Clone, Debug)]
pub struct Row {
    /// The task, as people name it.
    pub task: String,
    /// What we say.
    pub verdict: Verdict,
    /// What others say: does the program satisfy its specification?
    pub expected: Option<bool>,
    /// Wall time.
    pub ms: u64,
    /// Solver checks.
    pub checks: u64,
    /// Why there is no answer, where it is known.
    pub reason: Option<String>,
    /// What other tools make of the same program.
    pub peers: Vec<PeerRow>,
}

/// What another tool made of a task.
#[derive(Clone, Debug)]
pub struct PeerRow {
    /// The tool.
    pub peer: String,
    /// What it says.
    pub verdict: Verdict,
    /// Wall time.
    pub ms: u64,
}

impl Row {
    /// Is the verdict the expected one? Nothing is said where one of them is missing.
    pub fn right(&self) -> Option<bool> {
        right(self.verdict, self.expected)
    }

    fn mark(&self) -> &'static str {
        match self.right() {
            Some(false) => "WRONG",
            _ => "",
        }
    }
}

/// Is a verdict the expected one?
pub fn right(verdict: Verdict, expected: Option<bool>) -> Option<bool> {
    match verdict {
        Verdict::Proved => expected,
        Verdict::Refuted => expected.map(|e| !e),
        Verdict::Given | Verdict::Open | Verdict::Unsupported => None,
    }
}

/// The tasks as a table with the sums below, and, where other tools took part, a table of those.
/// Peers in `absent` were asked for and are not installed.
pub fn bench(rows: &[Row], absent: &[String]) -> String {
    let expected = |e: Option<bool>| e.map_or("-".to_string(), |e| e.to_string());
    let width = rows.iter().map(|r| r.task.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!(
        "{:<width$}  {:<11}  {:<8}  {:>9}  {:>7}\n",
        "task", "verdict", "expected", "time", "checks"
    );
    for row in rows {
        let line = format!(
            "{:<width$}  {:<11}  {:<8}  {:>9}  {:>7}  {}",
            row.task,
            row.verdict.word(),
            expected(row.expected),
            seconds(row.ms),
            row.checks,
            row.mark()
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let sums = Sums::of(rows);
    text.push_str(&format!(
        "\n{} tasks: {} proved, {} refuted, {} open, {} unsupported\n{} as expected, {} wrong, {} not decided, {} without expectation\ntime: median {}, sum {}; {} checks\n",
        sums.tasks, sums.proved, sums.refuted, sums.open, sums.unsupported, sums.right, sums.wrong, sums.undecided,
        sums.unexpected, seconds(sums.median_ms), seconds(sums.ms), sums.checks
    ));
    text.push_str(&peers(rows, absent));
    text
}

fn peers(rows: &[Row], absent: &[String]) -> String {
    let peers = compare(rows);
    if peers.is_empty() && absent.is_empty() {
        return String::new();
    }
    let own = rows.iter().filter(|r| is_solved(r.verdict, r.expected)).count();
    let width = peers
        .iter()
        .map(|p| p.peer.len())
        .chain(absent.iter().map(String::len))
        .max()
        .unwrap_or(0);
    let mut text = format!(
        "\n{:<width$}  {:>6}  {:>5}  {:>15}\n",
        "peer", "solved", "wrong", "time / our time"
    );
    text.push_str(&format!("{:<width$}  {own:>6}\n", "abide"));
    for peer in peers {
        let ratio = peer.ratio.map_or("-".to_string(), |r| format!("{r:.2}"));
        text.push_str(&format!(
            "{:<width$}  {:>6}  {:>5}  {ratio:>15}\n",
            peer.peer, peer.solved, peer.wrong
        ));
    }
    for peer in absent {
        text.push_str(&format!("{peer:<width$}  absent\n"));
    }
    text
}

/// A verdict that was found, and is not known to be wrong.
fn is_solved(verdict: Verdict, expected: Option<bool>) -> bool {
    matches!(verdict, Verdict::Proved | Verdict::Refuted) && right(verdict, expected) != Some(false)
}

/// Another tool's run over all tasks.
#[derive(Serialize)]
struct PeerSum {
    peer: String,
    solved: usize,
    wrong: usize,
    /// The median, over the tasks that both solve, of its time by ours.
    ratio: Option<f64>,
}

fn compare(rows: &[Row]) -> Vec<PeerSum> {
    let mut names: Vec<&str> = Vec::new();
    for peer in rows.iter().flat_map(|r| &r.peers) {
        if !names.contains(&peer.peer.as_str()) {
            names.push(&peer.peer);
        }
    }
    let sum = |name: &str| {
        let own = rows
            .iter()
            .filter_map(|r| Some((r, r.peers.iter().find(|p| p.peer == name)?)));
        let solved: Vec<_> = own.clone().filter(|(r, p)| is_solved(p.verdict, r.expected)).collect();
        let both = solved.iter().filter(|(r, _)| is_solved(r.verdict, r.expected));
        let mut ratios: Vec<f64> = both.map(|(r, p)| p.ms.max(1) as f64 / r.ms.max(1) as f64).collect();
        ratios.sort_by(f64::total_cmp);
        PeerSum {
            peer: name.to_string(),
            solved: solved.len(),
            wrong: own.filter(|(r, p)| right(p.verdict, r.expected) == Some(false)).count(),
            ratio: ratios.get(ratios.len() / 2).copied(),
        }
    };
    names.into_iter().map(sum).collect()
}

/// `0.012 s`.
fn seconds(ms: u64) -> String {
    format!("{}.{:03} s", ms / 1000, ms % 1000)
}

#[derive(Serialize)]
struct Sums {
    tasks: usize,
    proved: usize,
    refuted: usize,
    open: usize,
    unsupported: usize,
    right: usize,
    wrong: usize,
    undecided: usize,
    unexpected: usize,
    median_ms: u64,
    ms: u64,
    checks: u64,
}

impl Sums {
    fn of(rows: &[Row]) -> Sums {
        let count = |v: Verdict| rows.iter().filter(|r| r.verdict == v).count();
        let mut times: Vec<u64> = rows.iter().map(|r| r.ms).collect();
        times.sort_unstable();
        Sums {
            tasks: rows.len(),
            proved: count(Verdict::Proved),
            refuted: count(Verdict::Refuted),
            open: count(Verdict::Open),
            unsupported: count(Verdict::Unsupported),
            right: rows.iter().filter(|r| r.right() == Some(true)).count(),
            wrong: rows.iter().filter(|r| r.right() == Some(false)).count(),
            undecided: count(Verdict::Open) + count(Verdict::Unsupported),
            unexpected: rows.iter().filter(|r| r.expected.is_none()).count(),
            median_ms: times.get(times.len() / 2).copied().unwrap_or(0),
            ms: times.iter().sum(),
            checks: rows.iter().map(|r| r.checks).sum(),
        }
    }
}

#[derive(Serialize)]
struct Object<'a> {
    tool: &'static str,
    version: &'static str,
    mode: &'a str,
    timeout_ms: u64,
    summary: Sums,
    tasks: Vec<Task<'a>>,
    peers: Vec<PeerSum>,
    absent: &'a [String],
}

#[derive(Serialize)]
struct Task<'a> {
    task: &'a str,
    verdict: &'static str,
    expected: Option<bool>,
    right: Option<bool>,
    ms: u64,
    checks: u64,
    reason: Option<&'a str>,
    peers: Vec<Peer<'a>>,
}

#[derive(Serialize)]
struct Peer<'a> {
    peer: &'a str,
    verdict: &'static str,
    ms: u64,
}

/// How a run was made.
#[derive(Clone, Copy, Debug)]
pub struct How<'a> {
    /// How integers were read.
    pub mode: &'a str,
    /// The time each task had.
    pub timeout_ms: u64,
}

/// The tasks as one indented object that ends in a newline.
pub fn bench_json(rows: &[Row], absent: &[String], how: How<'_>) -> String {
    let object = Object {
        tool: "abide",
        version: env!("CARGO_PKG_VERSION"),
        mode: how.mode,
        timeout_ms: how.timeout_ms,
        summary: Sums::of(rows),
        tasks: rows.iter().map(Task::of).collect(),
        peers: compare(rows),
        absent,
    };
    let mut text = serde_json::to_string_pretty(&object).expect("strings and numbers are always JSON");
    text.push('\n');
    text
}

impl<'a> Task<'a> {
    fn of(row: &'a Row) -> Task<'a> {
        let peer = |p: &'a PeerRow| Peer {
            peer: &p.peer,
            verdict: p.verdict.word(),
            ms: p.ms,
        };
        Task {
            task: &row.task,
            verdict: row.verdict.word(),
            expected: row.expected,
            right: row.right(),
            ms: row.ms,
            checks: row.checks,
            reason: row.reason.as_deref(),
            peers: row.peers.iter().map(peer).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(task: &str, verdict: Verdict, expected: Option<bool>, ms: u64) -> Row {
        Row {
            task: task.to_string(),
            verdict,
            expected,
            ms,
            checks: 3,
            reason: None,
            peers: Vec::new(),
        }
    }

    fn peer(name: &str, verdict: Verdict, ms: u64) -> PeerRow {
        PeerRow {
            peer: name.to_string(),
            verdict,
            ms,
        }
    }

    #[test]
    fn only_an_answer_can_be_wrong() {
        assert_eq!(right(Verdict::Proved, Some(true)), Some(true));
        assert_eq!(right(Verdict::Proved, Some(false)), Some(false));
        assert_eq!(right(Verdict::Refuted, Some(true)), Some(false));
        assert_eq!(right(Verdict::Refuted, Some(false)), Some(true));
        assert_eq!(right(Verdict::Open, Some(false)), None);
        assert_eq!(right(Verdict::Proved, None), None);
    }

    #[test]
    fn the_table_has_a_line_for_each_task_and_sums() {
        let mut rows = vec![
            row("a.c", Verdict::Proved, Some(true), 20),
            row("b.c", Verdict::Proved, Some(false), 1500),
            row("folder/c.c", Verdict::Open, None, 40),
        ];
        let table = bench(&rows, &[]);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[1], "a.c         proved       true        0.020 s        3");
        assert_eq!(lines[2], "b.c         proved       false       1.500 s        3  WRONG");
        assert_eq!(lines[3], "folder/c.c  open         -           0.040 s        3");
        assert_eq!(lines[5], "3 tasks: 2 proved, 0 refuted, 1 open, 0 unsupported");
        assert_eq!(lines[6], "1 as expected, 1 wrong, 1 not decided, 1 without expectation");
        assert_eq!(lines[7], "time: median 0.040 s, sum 1.560 s; 9 checks");

        rows[0].peers = vec![peer("spacer", Verdict::Proved, 60)];
        rows[1].peers = vec![peer("spacer", Verdict::Refuted, 10)];
        rows[2].peers = vec![peer("spacer", Verdict::Open, 10)];
        let table = bench(&rows, &["boogie".to_string()]);
        let lines: Vec<&str> = table.lines().skip(10).collect();
        assert_eq!(
            lines,
            [
                "abide        1",
                "spacer       2      0             3.00",
                "boogie  absent"
            ]
        );
    }

    #[test]
    fn the_object_says_what_the_table_says() {
        let rows = [row("a.c", Verdict::Refuted, Some(false), 20)];
        let how = How {
            mode: "mathematical integers",
            timeout_ms: 5000,
        };
        let object: serde_json::Value = serde_json::from_str(&bench_json(&rows, &[], how)).unwrap();
        assert_eq!(object["summary"]["right"], 1);
        assert_eq!(object["tasks"][0]["verdict"], "refuted");
        assert_eq!(object["tasks"][0]["right"], true);
        assert_eq!(object["timeout_ms"], 5000);
    }
}

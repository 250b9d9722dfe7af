//! Editors: sessions of the Language Server Protocol with the program as it is.

mod support;

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::Folder;
use support::session::Session;

/// A loop whose invariant is found, and a division that fails; with CRLF in the first lines and characters of all sizes.
const PROGRAM: &str = "\
/*@ requires 0 <= n <= 100; ensures \\result == n; */\r
int count(int n) { /* \u{1f600} */\r
  int i = 0;
  while (i < n) { i++; }
  return i;
}

int half(int a) {
  /* \u{1f600} */ return 10 / a;
}
";

fn lens_titles(lenses: &Value) -> Vec<String> {
    let all = lenses.as_array().unwrap().iter();
    all.map(|l| l["command"]["title"].as_str().unwrap().to_string())
        .collect()
}

#[test]
fn what_crashes_ends_one_routine() {
    let text = "int one(int a) { return a; }\nint two(int a) { return a; }\nint three(int a) { return 10 / a; }\n";
    let folder = Folder::with(&[("a.c", text)]);
    let mut command = folder.command(&["lsp", "--timeout", "20"]);
    command.env("ABIDE_FAULT", "two=abort");
    let mut session = Session::of(command, &folder, "a.c", json!({}), Value::Null);
    session.open();
    let shown = session.diagnostics();
    let says = |text: &str| shown.iter().any(|d| d["message"].as_str().unwrap().contains(text));
    assert!(
        says("internal error in `two`") && says("it fails for a = 0"),
        "{shown:?}"
    );
    let titles = lens_titles(&session.within("textDocument/codeLens", 0, 10));
    assert!(titles[0].starts_with("proved in "), "{titles:?}");
}

#[test]
fn a_session_shows_verdicts_invariants_and_what_to_insert() {
    let folder = Folder::with(&[("a b.c", PROGRAM)]);
    let capabilities = json!({
        "window": { "workDoneProgress": true },
        "workspace": { "inlayHint": { "refreshSupport": true } },
    });
    let mut session = Session::begin(&folder, "a b.c", capabilities, Value::Null);
    session.open();
    session.until(|m| m["method"] == "$/progress" && m["params"]["value"]["kind"] == "begin");
    let shown = session.diagnostics();
    assert_eq!(shown.len(), 1, "{shown:?}");
    assert_eq!(shown[0]["code"], "division");
    assert_eq!(shown[0]["severity"], 1);
    // the place is counted in units of UTF-16
    assert_eq!(
        shown[0]["range"],
        json!({ "start": { "line": 8, "character": 18 }, "end": { "line": 8, "character": 24 } })
    );
    assert!(
        shown[0]["message"].as_str().unwrap().contains("it fails for a = 0"),
        "{shown:?}"
    );
    session.until(|m| m["method"] == "workspace/inlayHint/refresh");
    let hints = session.within("textDocument/inlayHint", 0, 10);
    assert_eq!(hints[0]["position"], json!({ "line": 3, "character": 24 }));
    assert!(hints[0]["label"].as_str().unwrap().starts_with("invariant "), "{hints}");
    assert_eq!(session.within("textDocument/inlayHint", 6, 9), json!([]));
    let titles = lens_titles(&session.within("textDocument/codeLens", 0, 10));
    assert!(
        titles[0].starts_with("proved in ") && titles[0].contains("under 1 assumption"),
        "{titles:?}"
    );
    assert!(titles[1].starts_with("refuted in "), "{titles:?}");
    let hover = session.at("textDocument/hover", 8, 20);
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("it fails for a = 0"),
        "{hover}"
    );
    let hover = session.at("textDocument/hover", 1, 5);
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("assumes termination"),
        "{hover}"
    );
    assert_eq!(session.at("textDocument/hover", 2, 0), Value::Null);
    let actions = session.within("textDocument/codeAction", 3, 3);
    assert_eq!(actions[0]["title"], "Insert the inferred invariants of `count`");
    let edit = &actions[0]["edit"]["changes"][&session.uri][0];
    assert_eq!(edit["range"]["start"], json!({ "line": 3, "character": 0 }));
    // with the invariants in the source, nothing is left to insert
    session.insert(3, edit["newText"].as_str().unwrap());
    session.save();
    session.until(|m| m["method"] == "workspace/inlayHint/refresh");
    assert_eq!(session.within("textDocument/inlayHint", 0, 20), json!([]));
    // … but what the other function needs
    let actions = session.within("textDocument/codeAction", 3, 3);
    assert_eq!(actions.as_array().unwrap().len(), 1, "{actions}");
    assert_eq!(actions[0]["title"], "Insert everything that was inferred");
    session.end();
}

#[test]
fn a_program_that_fails_can_be_opened_and_what_is_needed_be_inserted() {
    let folder = Folder::with(&[("a.c", PROGRAM)]);
    let capabilities = json!({
        "window": { "showDocument": { "support": true } },
        "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create"] } },
    });
    let mut session = Session::begin(&folder, "a.c", capabilities, Value::Null);
    session.open();
    let shown = session.diagnostics();
    let message = shown[0]["message"].as_str().unwrap();
    assert!(message.contains("it cannot fail with `requires a != 0;`"), "{message}");
    let actions = session.within("textDocument/codeAction", 8, 8);
    assert_eq!(actions[0]["title"], "Insert the missing precondition of `half`");
    assert_eq!(actions[1]["title"], "Open a program in which `half` fails so");
    let changes = &actions[1]["edit"]["documentChanges"];
    assert_eq!(changes[0]["kind"], "create");
    let uri = changes[0]["uri"].as_str().unwrap().to_string();
    assert!(uri.ends_with("/failing/half/a.c"), "{uri}");
    assert!(
        changes[1]["edits"][0]["newText"].as_str().unwrap().contains("int main"),
        "{changes}"
    );
    session.tell_command("abide.show", &uri);
    let show = session.until(|m| m["method"] == "window/showDocument");
    assert_eq!(show["params"]["uri"], uri.as_str());
    session.end();
}

/// A file of many functions; every tenth fails.
fn long_file() -> String {
    let function = |n: usize| {
        let fails = if n.is_multiple_of(10) {
            "100 / a"
        } else {
            "a > 0 ? a - 1 : 0"
        };
        format!("// {n}\n\n\nint f{n}(int a) {{\n  int b = {fails};\n\n\n\n  return b;\n}}\n")
    };
    (0..200).map(function).collect()
}

#[test]
fn of_a_long_file_that_is_edited_only_the_changed_routine_is_verified() {
    let folder = Folder::with(&[("a.c", &long_file())]);
    let store = tempfile::tempdir().unwrap();
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    let mut session = Session::kept_in(&folder, "a.c", store.path(), capabilities);
    session.open();
    assert_eq!(session.diagnostics().len(), 20);
    // the lines of a function that does not fail, in the middle
    let mut longest = Duration::ZERO;
    for round in 0..5 {
        let started = Instant::now();
        session.insert(1014, &format!("  // {round}\n"));
        assert_eq!(session.diagnostics().len(), 20);
        session.within("textDocument/inlayHint", 0, 2010);
        longest = longest.max(started.elapsed());
    }
    eprintln!("an edit is answered after {longest:?} at most");
    session.save();
    let mut verified = std::collections::BTreeSet::new();
    loop {
        let message = session.until(|m| m["method"] == "$/progress");
        match message["params"]["value"]["kind"].as_str() {
            Some("report") => {
                verified.extend(message["params"]["value"]["message"].as_str().map(String::from));
            }
            Some("end") => break,
            _ => {}
        }
    }
    // those that fail are looked at again for what they need of their callers; a remark may change nothing at all
    let mut others = verified.iter().filter(|name| !name.ends_with('0'));
    assert!(others.all(|name| name == "f101"), "{verified:?}");
    session.end();
}

#[test]
fn what_is_known_moves_with_the_lines_and_goes_when_they_change() {
    let folder = Folder::with(&[("a.c", PROGRAM)]);
    let mut session = Session::begin(&folder, "a.c", json!({}), Value::Null);
    session.open();
    assert_eq!(session.diagnostics().len(), 1);
    session.insert(0, "// a line more\n");
    let moved = session.diagnostics();
    assert_eq!(moved[0]["range"]["start"]["line"], 9);
    // the routine is another one now; the first is as it was
    session.insert(9, "  a = 5;\n");
    assert_eq!(session.diagnostics(), Vec::<Value>::new());
    let titles = lens_titles(&session.within("textDocument/codeLens", 0, 10));
    assert_eq!(titles[1], "changed since it was verified");
    assert!(titles[0].starts_with("proved in "));
    session.save();
    // it is proved now
    assert_eq!(session.diagnostics(), Vec::<Value>::new());
    let titles = lens_titles(&session.within("textDocument/codeLens", 0, 10));
    assert!(titles.iter().all(|t| t.starts_with("proved in ")), "{titles:?}");
    let document = session.document();
    session.tell("textDocument/didClose", json!({ "textDocument": document }));
    assert_eq!(session.within("textDocument/codeLens", 0, 10), Value::Null);
    session.end();
}

#[test]
fn a_file_is_verified_on_demand_only_if_that_is_wanted() {
    let folder = Folder::with(&[("p.gcl", "procedure p(x: int) { assert x == 1; }\n"), ("notes.txt", "")]);
    let mut session = Session::begin(&folder, "p.gcl", json!({}), json!({ "verify": "demand" }));
    session.open();
    session.save();
    assert_eq!(session.within("textDocument/codeLens", 0, 10), json!([]));
    let uri = session.uri.clone();
    session.ask(
        "workspace/executeCommand",
        json!({ "command": "abide.verify", "arguments": [uri] }),
    );
    assert_eq!(session.diagnostics()[0]["code"], "assertion");
    // what cannot be understood is answered, and does no harm
    let wrong = session.ask(
        "textDocument/hover",
        json!({ "textDocument": { "uri": "file:///other" }, "position": { "line": 0, "character": 0 } }),
    );
    assert_eq!(wrong, Value::Null);
    session.tell("textDocument/didChange", json!({ "nonsense": true }));
    session.send(&json!({ "jsonrpc": "2.0", "id": 99, "method": "textDocument/unheard", "params": {} }));
    let refused = session.until(|m| m["id"] == 99);
    assert_eq!(refused["error"]["code"], -32601);
    session.end();
}

/// Without contracts, with loops that need invariants, and with mistakes that callers are to know of.
const BARE: [(&str, &str); 2] = [
    (
        "bare.c",
        "\
int last(int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++) {
    s = p[i];
  }
  return s;
}
",
    ),
    (
        "Bare.java",
        "\
class Bare {
  static int last(int[] p, int n) {
    int s = 0;
    for (int i = 0; i <= n; i++) {
      s = p[i];
    }
    return s;
  }
}
",
    ),
];

#[test]
fn a_routine_without_a_contract_is_proved_by_accepting_what_is_offered() {
    for (name, text) in BARE {
        let folder = Folder::with(&[(name, text)]);
        folder.abide(&["verify", name]).with(1);
        let mut session = Session::begin(&folder, name, json!({}), Value::Null);
        session.open();
        let shown = session.diagnostics();
        // one bad pointer is one message
        assert_eq!(shown.len(), 1, "{shown:?}");
        assert_eq!(shown[0]["severity"], 1, "{shown:?}");
        let message = shown[0]["message"].as_str().unwrap();
        assert!(message.contains("it cannot fail with `requires "), "{message}");
        let mut accepted = Vec::new();
        loop {
            let here = session.text.lines().position(|line| line.contains("p[i]")).unwrap();
            let actions = session.within("textDocument/codeAction", here, here);
            let is_fix = |action: &&Value| action["kind"] == "quickfix";
            let Some(offered) = actions.as_array().unwrap().iter().find(is_fix) else {
                break;
            };
            accepted.push(offered["title"].as_str().unwrap().to_string());
            session.apply(&offered["edit"]["changes"][&session.uri]);
            session.save();
            session.until_proved();
        }
        assert!(accepted[0].starts_with("Insert the missing "), "{accepted:?}");
        assert!(accepted.len() <= 2, "{accepted:?}");
        // what was accepted is all that the proof needs
        folder.put(name, session.text.as_bytes());
        folder.abide(&["check", name]).with(0).says("proved ");
        session.end();
    }
}

#[test]
fn lines_are_marked_and_what_fails_is_told() {
    let folder = Folder::with(&[(
        "a.c",
        "struct node { int value; struct node *next; };\n\n\
         /*@ requires \\valid(list) && (list->next == \\null || \\valid(list->next)); */\n\
         int second(struct node *list)\n{\n  int first = list->value;\n  return list->next->value;\n}\n",
    )]);
    let mut session = Session::begin(&folder, "a.c", json!({}), Value::Null);
    session.open();
    assert_eq!(session.diagnostics().len(), 1);
    let uri = session.uri.clone();
    let marks = session.ask("abide/marks", json!({ "uri": uri }));
    let verdict = |line: u64| {
        marks
            .as_array()
            .unwrap()
            .iter()
            .find(|m| m["line"] == line)
            .map(|m| &m["verdict"])
    };
    assert_eq!(verdict(5), Some(&json!("proved")), "{marks}");
    assert_eq!(verdict(6), Some(&json!("refuted")), "{marks}");
    assert_eq!(verdict(4), None, "{marks}");
    // anywhere on the line
    let failure = session.at("abide/failure", 6, 0);
    assert_eq!(failure["verdict"], "refuted", "{failure}");
    assert!(!failure["path"].as_array().unwrap().is_empty(), "{failure}");
    let drawing = failure["heaps"][0]["svg"].as_str().unwrap();
    assert!(drawing.starts_with("<svg ") && drawing.contains("list"), "{drawing}");
    assert_eq!(session.at("abide/failure", 5, 0), Value::Null);
    session.end();
}

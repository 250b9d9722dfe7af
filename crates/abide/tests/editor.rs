//! Editors: sessions of the Language Server Protocol with the program as it is.

mod support;

use abide_report::uri::uri;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use support::Folder;

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

struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    requests: i32,
    version: i32,
    uri: String,
    text: String,
}

impl Session {
    fn begin(folder: &Folder, name: &str, capabilities: Value, options: Value) -> Session {
        Session::with(folder, name, &[], capabilities, options)
    }

    fn with(folder: &Folder, name: &str, args: &[&str], capabilities: Value, options: Value) -> Session {
        let mut child = folder
            .command(&[&["lsp", "--timeout", "20"], args].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (tell, messages) = channel();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            while let Some(message) = read(&mut out) {
                let _ = tell.send(message);
            }
        });
        let mut session = Session {
            stdin: child.stdin.take(),
            child,
            messages,
            requests: 0,
            version: 1,
            uri: uri(&folder.path(name).canonicalize().unwrap()),
            text: folder.text(name),
        };
        let greeting = json!({ "capabilities": capabilities, "initializationOptions": options });
        let answer = session.ask("initialize", greeting);
        assert_eq!(answer["serverInfo"]["name"], "abide");
        assert_eq!(answer["capabilities"]["inlayHintProvider"], true);
        session.tell("initialized", json!({}));
        session
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let stdin = self.stdin.as_mut().unwrap();
        write!(stdin, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        stdin.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The result of a request; what else is said meanwhile is passed over.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer = self.until(|m| m["id"] == id && m.get("method").is_none());
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// The next message of this kind.
    fn until(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(Duration::from_secs(60)).expect("a message");
            if wanted(&message) {
                return message;
            }
        }
    }

    fn open(&mut self) {
        let document = json!({ "uri": self.uri, "languageId": "c", "version": self.version, "text": self.text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn save(&mut self) {
        let document = self.document();
        self.tell("textDocument/didSave", json!({ "textDocument": document }));
    }

    fn document(&self) -> Value {
        json!({ "uri": self.uri })
    }

    /// Puts text in at the beginning of a line.
    fn insert(&mut self, line: usize, text: &str) {
        self.version += 1;
        let at = json!({ "line": line, "character": 0 });
        let change = json!({ "range": { "start": at, "end": at }, "text": text });
        let document = json!({ "uri": self.uri, "version": self.version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
    }

    /// What is shown of the present version.
    fn diagnostics(&self) -> Vec<Value> {
        let shown =
            |m: &Value| m["method"] == "textDocument/publishDiagnostics" && m["params"]["version"] == self.version;
        self.until(shown)["params"]["diagnostics"].as_array().unwrap().clone()
    }

    fn at(&mut self, method: &str, line: usize, character: usize) -> Value {
        let params = json!({
            "textDocument": self.document(),
            "position": { "line": line, "character": character },
        });
        self.ask(method, params)
    }

    fn within(&mut self, method: &str, first: usize, last: usize) -> Value {
        let params = json!({
            "textDocument": self.document(),
            "range": { "start": { "line": first, "character": 0 }, "end": { "line": last, "character": 0 } },
            "context": { "diagnostics": [] },
        });
        self.ask(method, params)
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.stdin = None;
        assert!(self.child.wait().unwrap().success());
    }
}

fn read(out: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if out.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().ok()?,
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut bytes = vec![0; length];
    out.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

fn lens_titles(lenses: &Value) -> Vec<String> {
    let all = lenses.as_array().unwrap().iter();
    all.map(|l| l["command"]["title"].as_str().unwrap().to_string())
        .collect()
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
    assert_eq!(session.within("textDocument/codeAction", 3, 3), json!([]));
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

/// Without a contract, and with a loop that needs an invariant.
const BARE: &str = "\
int sum(int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++) {
    s = p[i];
  }
  return s;
}
";

#[test]
fn a_function_without_a_contract_is_proved_by_accepting_what_is_offered() {
    let folder = Folder::with(&[("bare.c", BARE)]);
    let args = ["--contracts", "infer"];
    let mut session = Session::with(&folder, "bare.c", &args, json!({}), Value::Null);
    session.open();
    let shown = session.diagnostics();
    assert_eq!(shown[0]["code"], "missing-contract", "{shown:?}");
    let actions = session.within("textDocument/codeAction", 0, 0);
    let edits = actions[0]["edit"]["changes"][&session.uri].as_array().unwrap().clone();
    assert!(
        edits
            .iter()
            .any(|e| e["newText"].as_str().unwrap().contains("requires \\valid")),
        "{edits:?}"
    );
    // from below, so that lines above stay where they are
    for edit in edits.iter().rev() {
        let line = edit["range"]["start"]["line"].as_u64().unwrap() as usize;
        session.insert(line, edit["newText"].as_str().unwrap());
    }
    session.save();
    assert_eq!(session.diagnostics(), Vec::<Value>::new());
    let mut titles = Vec::new();
    for _ in 0..100 {
        titles = lens_titles(&session.within("textDocument/codeLens", 0, 20));
        if titles[0].starts_with("proved in ") {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(titles[0].starts_with("proved in "), "{titles:?}");
    session.end();
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

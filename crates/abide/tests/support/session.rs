//! Sessions of the Language Server Protocol.

use super::Folder;
use abide_report::uri::uri;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A conversation with `abide lsp`.
pub struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    requests: i32,
    version: i32,
    pub uri: String,
    /// The text as it is in the editor, as far as `apply` has changed it.
    pub text: String,
}

impl Session {
    pub fn begin(folder: &Folder, name: &str, capabilities: Value, options: Value) -> Session {
        let command = folder.command(&["lsp", "--timeout", "20"]);
        Session::of(command, folder, name, capabilities, options)
    }

    /// With results kept in a folder.
    pub fn kept_in(folder: &Folder, name: &str, store: &Path, capabilities: Value) -> Session {
        let mut command = folder.command(&["lsp", "--timeout", "20"]);
        command.env("ABIDE_CACHE", store);
        Session::of(command, folder, name, capabilities, Value::Null)
    }

    pub fn of(mut command: Command, folder: &Folder, name: &str, capabilities: Value, options: Value) -> Session {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
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

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let stdin = self.stdin.as_mut().unwrap();
        write!(stdin, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        stdin.flush().unwrap();
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Has a command executed.
    pub fn tell_command(&mut self, command: &str, argument: &str) {
        self.requests += 1;
        let params = json!({ "command": command, "arguments": [argument] });
        self.send(&json!({
            "jsonrpc": "2.0", "id": self.requests, "method": "workspace/executeCommand", "params": params,
        }));
    }

    /// The result of a request; what else is said meanwhile is passed over.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer = self.until(|m| m["id"] == id && m.get("method").is_none());
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// The next message of this kind.
    pub fn until(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(Duration::from_secs(60)).expect("a message");
            if wanted(&message) {
                return message;
            }
        }
    }

    pub fn open(&mut self) {
        let document = json!({ "uri": self.uri, "languageId": "c", "version": self.version, "text": self.text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn save(&mut self) {
        let document = self.document();
        self.tell("textDocument/didSave", json!({ "textDocument": document }));
    }

    pub fn document(&self) -> Value {
        json!({ "uri": self.uri })
    }

    /// Puts text in at the beginning of a line.
    pub fn insert(&mut self, line: usize, text: &str) {
        self.version += 1;
        let at = json!({ "line": line, "character": 0 });
        let change = json!({ "range": { "start": at, "end": at }, "text": text });
        let document = json!({ "uri": self.uri, "version": self.version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
    }

    /// Does what an action says: edits of whole lines, all at once.
    pub fn apply(&mut self, edits: &Value) {
        let mut edits = edits.as_array().unwrap().clone();
        let line = |edit: &Value, end: &str| edit["range"][end]["line"].as_u64().unwrap() as usize;
        // from below, so that lines above stay where they are
        edits.sort_by_key(|edit| std::cmp::Reverse(line(edit, "start")));
        for edit in &edits {
            let mut lines: Vec<&str> = self.text.split_inclusive('\n').collect();
            lines.splice(
                line(edit, "start")..line(edit, "end"),
                [edit["newText"].as_str().unwrap()],
            );
            self.text = lines.concat();
        }
        self.version += 1;
        let changes: Vec<Value> = edits
            .iter()
            .map(|edit| json!({ "range": edit["range"], "text": edit["newText"] }))
            .collect();
        let document = json!({ "uri": self.uri, "version": self.version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Waits until the first routine is proved as it is now.
    pub fn until_proved(&mut self) {
        let mut title = String::new();
        for _ in 0..300 {
            let lenses = self.within("textDocument/codeLens", 0, 20);
            title = lenses[0]["command"]["title"].to_string();
            if title.contains("proved in ") {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{title}");
    }

    /// What is shown of the present version.
    pub fn diagnostics(&self) -> Vec<Value> {
        let shown =
            |m: &Value| m["method"] == "textDocument/publishDiagnostics" && m["params"]["version"] == self.version;
        self.until(shown)["params"]["diagnostics"].as_array().unwrap().clone()
    }

    pub fn at(&mut self, method: &str, line: usize, character: usize) -> Value {
        let params = json!({
            "textDocument": self.document(),
            "position": { "line": line, "character": character },
        });
        self.ask(method, params)
    }

    pub fn within(&mut self, method: &str, first: usize, last: usize) -> Value {
        let params = json!({
            "textDocument": self.document(),
            "range": { "start": { "line": first, "character": 0 }, "end": { "line": last, "character": 0 } },
            "context": { "diagnostics": [] },
        });
        self.ask(method, params)
    }

    pub fn end(mut self) {
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

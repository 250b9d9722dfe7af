//! Many edits, saves and cancellations: the server survives them, and never shows what is no longer there.

use abide_base::{Cancel, FileId, SourceFile, Sources, Span};
use abide_ir::CheckKind;
use abide_lsp::server::Listener;
use abide_lsp::{Verifier, serve};
use abide_verify::{FileReport, Obligation, Report, RoutineReport, Verdict};
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const URI: &str = "file:///t.gcl";

/// Lines that begin with `routine` begin one, and lines that are `bad` are open.
struct ByLines;

impl Verifier for ByLines {
    fn reads(&self, path: &Path) -> bool {
        path.extension().is_some_and(|e| e == "gcl")
    }

    fn verify(&self, path: &Path, text: &str, cancel: &Cancel, _: Listener) -> Result<Report, String> {
        // long enough to be cancelled now and then
        for _ in 0..text.len() % 3 {
            if !cancel.requested() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        let mut sources = Sources::default();
        let file = sources.add(SourceFile::new(path, text));
        let mut routines: Vec<RoutineReport> = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let span = Span::new(FileId(0), start, start + line.trim_end().len());
            start += line.len();
            match line.trim_end() {
                "routine" => routines.push(RoutineReport::bare("r", span, Verdict::Proved)),
                "bad" => {
                    if let Some(routine) = routines.last_mut() {
                        leave_open(routine, span);
                    }
                }
                _ => {}
            }
        }
        Ok(Report {
            sources,
            files: vec![FileReport {
                file,
                language: "gcl",
                mode: "",
                diagnostics: Vec::new(),
                routines,
                annotated: None,
            }],
            ..Report::default()
        })
    }
}

fn leave_open(routine: &mut RoutineReport, span: Span) {
    routine.verdict = Verdict::Open;
    routine.obligations.push(Obligation {
        kind: CheckKind::Assertion,
        span,
        demanded: None,
        verdict: Verdict::Open,
        message: "bad".to_string(),
        details: Vec::new(),
        heaps: Vec::new(),
        counterexample: None,
        conditional: false,
    });
}

/// Numbers in a fixed order.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

fn tell(client: &Connection, method: &str, params: Value) {
    client
        .sender
        .send(Notification::new(method.to_string(), params).into())
        .unwrap();
}

fn save(client: &Connection) {
    tell(
        client,
        "textDocument/didSave",
        json!({ "textDocument": { "uri": URI } }),
    );
}

fn document(version: i32) -> Value {
    json!({ "uri": URI, "version": version })
}

/// The texts so far, by version.
struct Editor {
    texts: Vec<String>,
}

impl Editor {
    fn text(&self) -> String {
        self.texts.last().unwrap().clone()
    }

    /// Replaces, removes or puts in a line, and says so.
    fn edit(&mut self, dice: &mut Dice, client: &Connection) {
        let text = self.text();
        let lines: Vec<&str> = text.split('\n').collect();
        let at = dice.below(lines.len());
        let line = ["routine\n", "bad\n", "fine\n", "", "bad\nrou", "tine\n\u{1f600}\n"][dice.below(6)];
        let end = (at + dice.below(2)).min(lines.len() - 1);
        let range = json!({
            "start": { "line": at, "character": 0 },
            "end": { "line": end, "character": 0 },
        });
        let change = json!({ "range": range, "text": line });
        let (before, rest): (String, String) = (
            lines[..at].iter().map(|l| format!("{l}\n")).collect(),
            lines[end..].join("\n"),
        );
        self.texts.push(format!("{before}{line}{rest}"));
        let version = self.texts.len() as i32 - 1;
        tell(
            client,
            "textDocument/didChange",
            json!({ "textDocument": document(version), "contentChanges": [change] }),
        );
    }

    /// What is shown of a version is there in that version.
    fn judge(&self, message: Message) -> Option<(usize, usize)> {
        let Message::Notification(notification) = message else {
            return None;
        };
        if notification.method != "textDocument/publishDiagnostics" {
            return None;
        }
        let version = notification.params["version"].as_u64().unwrap() as usize;
        let lines: Vec<&str> = self.texts[version].split('\n').collect();
        let shown = notification.params["diagnostics"].as_array().unwrap();
        for diagnostic in shown {
            let line = diagnostic["range"]["start"]["line"].as_u64().unwrap() as usize;
            assert_eq!(
                lines[line], "bad",
                "version {version}: {diagnostic}\n{}",
                self.texts[version]
            );
        }
        Some((version, shown.len()))
    }

    /// Saves, and waits until everything is shown that is there: so much.
    fn settled(&self, client: &Connection) -> usize {
        let text = self.text();
        let lines = text.split('\n').skip_while(|l| *l != "routine");
        let there = (self.texts.len() - 1, lines.filter(|l| *l == "bad").count());
        save(client);
        loop {
            let message = client.receiver.recv_timeout(Duration::from_secs(20));
            if self.judge(message.expect("an answer")) == Some(there) {
                return there.1;
            }
        }
    }
}

fn greet(client: &Connection) {
    let greeting = Request::new(1.into(), "initialize".to_string(), json!({ "capabilities": {} }));
    client.sender.send(greeting.into()).unwrap();
    client.receiver.recv().unwrap();
    tell(client, "initialized", json!({}));
}

#[test]
fn thousands_of_edits_leave_nothing_stale() {
    let (server, client) = Connection::memory();
    let served = std::thread::spawn(move || serve(&server, Arc::new(ByLines)));
    greet(&client);
    let mut editor = Editor {
        texts: vec!["routine\nbad\nfine\n\nroutine\nfine\n".to_string()],
    };
    let opened = json!({ "uri": URI, "languageId": "gcl", "version": 0, "text": editor.text() });
    tell(&client, "textDocument/didOpen", json!({ "textDocument": opened }));
    let mut dice = Dice(7);
    let mut shown = 0;
    for number in 0..10_000 {
        editor.edit(&mut dice, &client);
        if number % 50 == 0 {
            // however busy the machine is, some of it is seen
            shown += editor.settled(&client);
        }
        match dice.below(8) {
            0 | 1 => save(&client),
            2 => {
                let cancel = json!({ "command": "abide.cancel", "arguments": [] });
                let request = Request::new(2.into(), "workspace/executeCommand".to_string(), cancel);
                client.sender.send(request.into()).unwrap();
            }
            3 => std::thread::sleep(Duration::from_micros(300)),
            _ => {}
        }
        while let Ok(message) = client.receiver.try_recv() {
            shown += editor.judge(message).map_or(0, |(_, n)| n);
        }
        // keeps the text short
        if editor.text().lines().count() > 40 {
            let change = json!({ "text": "routine\nbad\n" });
            editor.texts.push("routine\nbad\n".to_string());
            let version = editor.texts.len() as i32 - 1;
            let params = json!({ "textDocument": document(version), "contentChanges": [change] });
            tell(&client, "textDocument/didChange", params);
        }
    }
    assert!(shown > 100, "{shown}");
    // in the end everything is shown that is there
    editor.settled(&client);
    client
        .sender
        .send(Request::new(3.into(), "shutdown".to_string(), Value::Null).into())
        .unwrap();
    tell(&client, "exit", Value::Null);
    served.join().unwrap().unwrap();
}

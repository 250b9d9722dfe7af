//! The conversation with an editor: messages in and out, and one run at a time.

use crate::actions::{self, SHOW};
use crate::document::Document;
use crate::marks::{FAILURE, MARKS, failure, marks};
use crate::views::{self, VERIFY};
use abide_base::Cancel;
use abide_report::uri::path_of;
use abide_verify::Report;
use abide_verify::pipeline::Progress;
use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, RequestId, Response};
use lsp_types::notification::{self as told, Notification as _};
use lsp_types::request::{self as asked, Request as _};
use lsp_types::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// The command that ends the run.
const CANCEL: &str = "abide.cancel";

/// Hears of routines that are begun and done.
pub type Listener = Arc<dyn Fn(Progress) + Send + Sync>;

/// Who verifies.
pub trait Verifier: Send + Sync {
    /// Is the file in a language that is known?
    fn reads(&self, path: &Path) -> bool;

    /// Verifies one file with this text, or says why that cannot be done. The first file of the report is this one.
    fn verify(&self, path: &Path, text: &str, cancel: &Cancel, progress: Listener) -> Result<Report, String>;
}

/// When a document is verified, beside when that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum When {
    /// When it is opened or saved.
    #[default]
    Save,
    /// When it is opened or changed.
    Change,
    /// Never.
    Demand,
}

/// What an editor may set.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
struct Options {
    verify: When,
}

/// What a run tells.
enum Event {
    Progress(Uri, Progress),
    Done(Uri, i32, Result<Report, String>),
}

/// A run under way.
struct Run {
    uri: Uri,
    cancel: Cancel,
    /// Names the progress, if the editor shows it.
    token: Option<ProgressToken>,
}

struct Server {
    sender: Sender<Message>,
    events: Sender<Event>,
    verifier: Arc<dyn Verifier>,
    options: Options,
    client: ClientCapabilities,
    documents: BTreeMap<Uri, Document>,
    run: Option<Run>,
    waiting: VecDeque<Uri>,
    /// Requests of ours so far.
    requests: i32,
}

/// Talks to an editor until it says goodbye.
pub fn serve(connection: &Connection, verifier: Arc<dyn Verifier>) -> Result<(), ProtocolError> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let greeting = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "abide", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, greeting)?;
    let (events, happened) = unbounded();
    let options = params.initialization_options.unwrap_or(Value::Null);
    let server = Server {
        sender: connection.sender.clone(),
        events,
        verifier,
        options: serde_json::from_value(options).unwrap_or_default(),
        client: params.capabilities,
        documents: BTreeMap::new(),
        run: None,
        waiting: VecDeque::new(),
        requests: 0,
    };
    server.listen(connection, &happened)
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE]),
            ..CodeActionOptions::default()
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![VERIFY.to_string(), CANCEL.to_string(), SHOW.to_string()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

impl Server {
    fn listen(mut self, connection: &Connection, happened: &Receiver<Event>) -> Result<(), ProtocolError> {
        loop {
            select! {
                recv(connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) => {
                        if request.method == asked::Shutdown::METHOD {
                            self.stop();
                        }
                        if connection.handle_shutdown(&request)? {
                            return Ok(());
                        }
                        self.answer(request);
                    }
                    Ok(Message::Notification(notification)) => self.hear(notification),
                    // to requests of ours, which need no answer
                    Ok(Message::Response(_)) => {}
                    // an editor that is gone needs nothing more
                    Err(_) => {
                        self.stop();
                        return Ok(());
                    }
                },
                recv(happened) -> event => match event {
                    Ok(Event::Progress(uri, progress)) => self.progress(&uri, progress),
                    Ok(Event::Done(uri, version, result)) => self.done(&uri, version, result),
                    Err(_) => return Ok(()),
                },
            }
        }
    }

    fn answer(&mut self, request: Request) {
        let id = request.id.clone();
        let response = match request.method.as_str() {
            asked::HoverRequest::METHOD => with(request, |p: HoverParams| {
                let place = p.text_document_position_params;
                let document = self.documents.get(&place.text_document.uri);
                json!(document.and_then(|d| views::hover(d, place.position)))
            }),
            asked::InlayHintRequest::METHOD => with(request, |p: InlayHintParams| {
                let document = self.documents.get(&p.text_document.uri);
                json!(document.map(|d| views::hints(d, p.range)))
            }),
            asked::CodeLensRequest::METHOD => with(request, |p: CodeLensParams| {
                json!(self.documents.get(&p.text_document.uri).map(views::lenses))
            }),
            asked::CodeActionRequest::METHOD => with(request, |p: CodeActionParams| {
                let document = self.documents.get(&p.text_document.uri);
                json!(document.map(|d| actions::actions(d, p.range, self.makes_files())))
            }),
            MARKS => with(request, |p: TextDocumentIdentifier| {
                json!(self.documents.get(&p.uri).map(marks))
            }),
            FAILURE => with(request, |p: TextDocumentPositionParams| {
                let document = self.documents.get(&p.text_document.uri);
                json!(document.and_then(|d| failure(d, p.position)))
            }),
            asked::ExecuteCommand::METHOD => with(request, |p: ExecuteCommandParams| self.execute(&p)),
            other => {
                let unknown = format!("`{other}` is not known");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, unknown)
            }
        };
        self.send(response);
    }

    fn execute(&mut self, params: &ExecuteCommandParams) -> Value {
        let named = params.arguments.first().and_then(Value::as_str);
        let chosen = self
            .documents
            .keys()
            .filter(|uri| named.is_none_or(|n| n == uri.as_str()));
        let chosen: Vec<Uri> = chosen.cloned().collect();
        match params.command.as_str() {
            VERIFY => chosen.iter().for_each(|uri| self.request(uri)),
            SHOW => self.show(named),
            _ => {
                self.waiting.clear();
                self.stop();
            }
        }
        Value::Null
    }

    /// Can the editor make files?
    fn makes_files(&self) -> bool {
        let workspace = self.client.workspace.as_ref();
        let edits = workspace.and_then(|w| w.workspace_edit.as_ref());
        let operations = edits.and_then(|e| e.resource_operations.as_ref());
        operations.is_some_and(|all| all.contains(&ResourceOperationKind::Create))
    }

    /// Has the editor show a file, if it can.
    fn show(&mut self, named: Option<&str>) {
        let window = self.client.window.as_ref();
        let can = window.and_then(|w| w.show_document.as_ref()).is_some_and(|s| s.support);
        let uri = named.filter(|_| can).and_then(|name| Uri::from_str(name).ok());
        if let Some(uri) = uri {
            self.ask::<asked::ShowDocument>(ShowDocumentParams {
                uri,
                external: Some(false),
                take_focus: Some(true),
                selection: None,
            });
        }
    }

    fn hear(&mut self, notification: Notification) {
        let params = notification.params;
        match notification.method.as_str() {
            told::DidOpenTextDocument::METHOD => hearing(params, |p: DidOpenTextDocumentParams| {
                let opened = p.text_document;
                let Some(path) = path_of(opened.uri.as_str()).filter(|path| self.verifier.reads(path)) else {
                    return;
                };
                let document = Document::new(opened.uri.clone(), path, opened.version, opened.text);
                self.documents.insert(opened.uri.clone(), document);
                if self.options.verify != When::Demand {
                    self.request(&opened.uri);
                }
            }),
            told::DidChangeTextDocument::METHOD => hearing(params, |p: DidChangeTextDocumentParams| {
                let uri = p.text_document.uri;
                let Some(document) = self.documents.get_mut(&uri) else {
                    return;
                };
                document.change(p.text_document.version, p.content_changes);
                self.abandon(&uri);
                self.publish(&uri);
                if self.options.verify == When::Change {
                    self.request(&uri);
                }
            }),
            told::DidSaveTextDocument::METHOD => hearing(params, |p: DidSaveTextDocumentParams| {
                if self.options.verify == When::Save {
                    self.request(&p.text_document.uri);
                }
            }),
            told::DidCloseTextDocument::METHOD => hearing(params, |p: DidCloseTextDocumentParams| {
                let uri = p.text_document.uri;
                self.abandon(&uri);
                if self.documents.remove(&uri).is_some() {
                    self.tell::<told::PublishDiagnostics>(PublishDiagnosticsParams::new(uri, Vec::new(), None));
                }
            }),
            told::WorkDoneProgressCancel::METHOD => hearing(params, |p: WorkDoneProgressCancelParams| {
                if self.run.as_ref().is_some_and(|r| r.token.as_ref() == Some(&p.token)) {
                    self.stop();
                }
            }),
            _ => {}
        }
    }

    /// Verifies a document as it is now, as soon as nothing else is under way.
    fn request(&mut self, uri: &Uri) {
        self.abandon(uri);
        self.waiting.push_back(uri.clone());
        self.begin();
    }

    /// What is being found out about a document is no longer wanted.
    fn abandon(&mut self, uri: &Uri) {
        self.waiting.retain(|waiting| waiting != uri);
        if self.run.as_ref().is_some_and(|r| r.uri == *uri) {
            self.stop();
        }
    }

    /// Asks the run to end; it will tell when it has.
    fn stop(&mut self) {
        if let Some(run) = &self.run {
            run.cancel.request();
        }
    }

    fn begin(&mut self) {
        if self.run.is_some() {
            return;
        }
        let Some(document) = self.waiting.pop_front().and_then(|uri| self.documents.get(&uri)) else {
            return;
        };
        let (uri, version) = (document.uri.clone(), document.version);
        let (path, text) = (document.path.clone(), document.text().to_string());
        let token = self.show_progress(&path);
        let cancel = Cancel::default();
        self.run = Some(Run {
            uri: uri.clone(),
            cancel: cancel.clone(),
            token,
        });
        let (verifier, events) = (self.verifier.clone(), self.events.clone());
        std::thread::spawn(move || {
            let (to, of) = (events.clone(), uri.clone());
            let listener: Listener = Arc::new(move |progress| {
                let _ = to.send(Event::Progress(of.clone(), progress));
            });
            let result = verifier.verify(&path, &text, &cancel, listener);
            let result = if cancel.requested() { Err(String::new()) } else { result };
            // nobody listens when the editor is gone
            let _ = events.send(Event::Done(uri, version, result));
        });
    }

    fn done(&mut self, uri: &Uri, version: i32, result: Result<Report, String>) {
        if let Some(token) = self.run.take().and_then(|r| r.token) {
            let end = WorkDoneProgress::End(WorkDoneProgressEnd::default());
            self.report_progress(token, end);
        }
        match (result, self.documents.get_mut(uri)) {
            (Ok(report), Some(document)) if document.version == version => {
                document.learn(report);
                self.publish(uri);
                self.refresh();
            }
            // cancelled, or about a text of the past
            (Ok(_), _) => {}
            (Err(why), _) if why.is_empty() => {}
            (Err(why), _) => self.tell::<told::ShowMessage>(ShowMessageParams {
                typ: MessageType::ERROR,
                message: format!("Abide: {why}"),
            }),
        }
        self.begin();
    }

    fn publish(&self, uri: &Uri) {
        if let Some(document) = self.documents.get(uri) {
            let all = views::diagnostics(document);
            let params = PublishDiagnosticsParams::new(uri.clone(), all, Some(document.version));
            self.tell::<told::PublishDiagnostics>(params);
        }
    }

    /// Has hints and lenses fetched again.
    fn refresh(&mut self) {
        let workspace = self.client.workspace.clone().unwrap_or_default();
        if workspace.inlay_hint.and_then(|c| c.refresh_support) == Some(true) {
            self.ask::<asked::InlayHintRefreshRequest>(());
        }
        if workspace.code_lens.and_then(|c| c.refresh_support) == Some(true) {
            self.ask::<asked::CodeLensRefresh>(());
        }
    }

    fn show_progress(&mut self, path: &Path) -> Option<ProgressToken> {
        let shows = self.client.window.as_ref().and_then(|w| w.work_done_progress);
        if shows != Some(true) {
            return None;
        }
        let token = NumberOrString::Number(self.requests + 1);
        self.ask::<asked::WorkDoneProgressCreate>(WorkDoneProgressCreateParams { token: token.clone() });
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let begin = WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: format!("Verifying {name}"),
            cancellable: Some(true),
            percentage: Some(0),
            message: None,
        });
        self.report_progress(token.clone(), begin);
        Some(token)
    }

    fn progress(&self, uri: &Uri, progress: Progress) {
        let current = self.run.as_ref().filter(|r| r.uri == *uri);
        if let Some(token) = current.and_then(|r| r.token.clone()) {
            let report = WorkDoneProgress::Report(WorkDoneProgressReport {
                cancellable: Some(true),
                percentage: Some((100 * progress.done / progress.total.max(1)) as u32),
                message: Some(progress.routine),
            });
            self.report_progress(token, report);
        }
    }

    fn report_progress(&self, token: ProgressToken, value: WorkDoneProgress) {
        let value = ProgressParamsValue::WorkDone(value);
        self.tell::<told::Progress>(ProgressParams { token, value });
    }

    fn tell<N: told::Notification>(&self, params: N::Params) {
        self.send(Notification::new(N::METHOD.to_string(), params));
    }

    fn ask<R: asked::Request>(&mut self, params: R::Params) {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        self.send(Request::new(id, R::METHOD.to_string(), params));
    }

    /// Sends a message; that nobody hears it is noticed where messages are received.
    fn send(&self, message: impl Into<Message>) {
        let _ = self.sender.send(message.into());
    }
}

/// Answers a request, if its parameters are what they should be.
fn with<P: DeserializeOwned>(request: Request, answer: impl FnOnce(P) -> Value) -> Response {
    match serde_json::from_value(request.params) {
        Ok(params) => Response::new_ok(request.id, answer(params)),
        Err(e) => Response::new_err(request.id, ErrorCode::InvalidParams as i32, e.to_string()),
    }
}

/// Hears a notification, if its parameters are what they should be.
fn hearing<P: DeserializeOwned>(params: Value, hear: impl FnOnce(P)) {
    if let Ok(params) = serde_json::from_value(params) {
        hear(params);
    }
}

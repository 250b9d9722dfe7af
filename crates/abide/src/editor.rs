//! `abide lsp`: files verified for editors.

use crate::args::Options;
use crate::cache::{Common, Routines};
use crate::context;
use crate::files::{Input, Languages, Origin};
use crate::how::{languages_for, prover, second, settings};
use crate::output::say;
use crate::status::Status;
use abide_base::{Cancel, SourceFile};
use abide_lsp::Verifier;
use abide_lsp::server::Listener;
use abide_prover::{Decider, Prover};
use abide_verify::{Mode, Report, Request, RoutineCache, Settings, verify};
use std::path::Path;
use std::sync::Arc;

/// Serves an editor over standard input and output until it ends that.
pub fn serve(options: &Options) -> Result<Status, Status> {
    let prover = prover(options)?;
    let common = Common::of(options, Mode::Verify, None, &prover.name());
    let backend = Backend {
        languages: languages_for(options)?,
        settings: settings(options),
        reading: options.reading.clone(),
        cache: common.as_ref().and_then(Routines::of),
        prover,
        second: second(options)?,
    };
    let (connection, threads) = lsp_server::Connection::stdio();
    let served = abide_lsp::serve(&connection, Arc::new(backend));
    // the threads end when nobody holds their ends
    drop(connection);
    let ended = served.map_err(|e| e.to_string());
    match ended.and_then(|()| threads.join().map_err(|e| e.to_string())) {
        Ok(()) => Ok(Status::Proved),
        Err(e) => {
            say(&format!("error: {e}"));
            Ok(Status::Bad)
        }
    }
}

struct Backend {
    languages: Languages,
    settings: Settings,
    reading: crate::args::Reading,
    prover: Arc<dyn Prover>,
    second: Option<Arc<dyn Decider>>,
    /// What an edit has not changed is not verified again.
    cache: Option<Arc<dyn RoutineCache>>,
}

impl Verifier for Backend {
    fn reads(&self, path: &Path) -> bool {
        self.languages.of(path).is_some()
    }

    fn verify(&self, path: &Path, text: &str, cancel: &Cancel, progress: Listener) -> Result<Report, String> {
        let language = self.languages.of(path).ok_or("the language is not known")?;
        let file = Input {
            source: SourceFile::new(path, text),
            language,
            origin: Origin::Plain,
            task: None,
        };
        let context = context::read_context(&self.reading, &self.languages, std::slice::from_ref(&file));
        let request = Request {
            context: Input::pairs(&context.files),
            settings: self.settings.clone(),
            second: self.second.clone(),
            cancel: cancel.clone(),
            cache: self.cache.clone(),
            progress,
            ..Request::new(Input::pairs(&[file]), self.prover.clone())
        };
        verify(&request).map_err(|e| e.to_string())
    }
}

//! `abide lsp`: files verified for editors, each by a worker.

use crate::args::Options;
use crate::context;
use crate::files::{Input, Languages, Origin};
use crate::how::{languages_for, prover, second};
use crate::isolate::{self, Failure, Job, Purpose};
use crate::output::say;
use crate::parts::split;
use crate::status::Status;
use abide_base::{Cancel, SourceFile};
use abide_lsp::Verifier;
use abide_lsp::server::Listener;
use abide_verify::{Mode, Report, hold_callers, rely_on_unproved};
use std::path::Path;
use std::sync::Arc;

/// Serves an editor over standard input and output until it ends that.
pub fn serve(options: &Options) -> Result<Status, Status> {
    // that one of them is missing is told at once
    second(options)?;
    let backend = Backend {
        languages: languages_for(options)?,
        options: options.clone(),
        prover: prover(options)?.name(),
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
    options: Options,
    prover: String,
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
            part: 0,
        };
        let reading = &self.options.reading;
        let mut context = context::read_context(reading, &self.languages, std::slice::from_ref(&file)).files;
        let mut files = [file];
        let parts = split(&mut files, &mut context).map_err(|_| "the options cannot be used")?;
        let part = &parts[files[0].part];
        let options = part.options(&self.options);
        let words: Vec<_> = parts.iter().map(|part| part.words.clone()).collect();
        let job = Job {
            files: &files,
            chosen: &[0],
            words: &part.words,
            parts: &words,
            context: &context,
            purpose: Purpose::Editor,
            mode: Mode::Verify,
            drawn: false,
            options,
            cancel,
            prover: Some(self.prover.clone()),
            // what an edit has not changed is known by its routines
            results: None,
            elsewhere: None,
            on_file: &|_| {},
            progress: &*progress,
        };
        let mut report = isolate::verify(&job).map_err(Failure::message)?;
        let settings = Purpose::Editor.settings(options);
        hold_callers(settings.contracts, &mut report.files);
        rely_on_unproved(settings.strict, &mut report.files);
        Ok(report)
    }
}

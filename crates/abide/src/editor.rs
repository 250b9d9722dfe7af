//! `abide lsp`: files verified for editors.

use crate::args::Options;
use crate::cache::{Common, Routines};
use crate::context;
use crate::files::{Input, Languages, Origin};
use crate::how::{languages_for, prover, second, settings};
use crate::output::say;
use crate::parts::split;
use crate::status::Status;
use abide_base::{Cancel, SourceFile};
use abide_lsp::Verifier;
use abide_lsp::server::Listener;
use abide_prover::{Decider, Prover};
use abide_verify::{Contracts, Mode, Report, Request, RoutineCache, Settings, verify};
use std::path::Path;
use std::sync::Arc;

/// Serves an editor over standard input and output until it ends that.
pub fn serve(options: &Options) -> Result<Status, Status> {
    let prover = prover(options)?;
    let backend = Backend {
        languages: languages_for(options)?,
        settings: editing(options),
        reading: options.reading.clone(),
        cache: kept(options, &*prover),
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

/// How editors have files verified: with frames for what may be inserted, and with what routines without a contract need,
/// which is offered; the verdict is about every input.
fn editing(options: &Options) -> Settings {
    let asked = settings(options);
    Settings {
        frames: true,
        contracts: match asked.contracts {
            Contracts::Off => Contracts::Strict,
            chosen => chosen,
        },
        ..asked
    }
}

/// Results of routines that follow from these options; they are others than those of the command line.
fn kept(options: &Options, prover: &dyn Prover) -> Option<Arc<dyn RoutineCache>> {
    let common = Common::of(options, Mode::Verify, None, &format!("{} for editors", prover.name()))?;
    Routines::of(&common, None)
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
            part: 0,
        };
        let mut context = context::read_context(&self.reading, &self.languages, std::slice::from_ref(&file)).files;
        let mut files = [file];
        let parts = split(&mut files, &mut context).map_err(|_| "the options cannot be used")?;
        let own = parts[files[0].part].own.as_ref();
        let cache = match own {
            None => self.cache.clone(),
            Some(own) => kept(own, &*self.prover),
        };
        let request = Request {
            context: Input::pairs(&context),
            settings: own.map_or_else(|| self.settings.clone(), editing),
            second: self.second.clone(),
            cancel: cancel.clone(),
            cache,
            progress,
            ..Request::new(Input::pairs(&files), self.prover.clone())
        };
        verify(&request).map_err(|e| e.to_string())
    }
}

//! Texts verified for the page, one at a time, each by a worker.

use crate::args::Options;
use crate::context::read_context;
use crate::files::{Input, Languages, Origin};
use crate::how::{languages_for, prover, settings};
use crate::isolate::{self, Failure, Job, Purpose};
use crate::status::Status;
use crate::usage;
use abide_base::{Cancel, SourceFile};
use abide_report::html;
use abide_verify::{Mode, hold_callers, rely_on_unproved};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

/// What the page sends.
#[derive(Deserialize)]
pub struct Asked {
    language: Language,
    text: String,
}

/// A language, by the end of its files' names.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Language {
    C,
    Java,
    Gcl,
}

impl Language {
    /// How the text is called.
    fn file_name(self) -> &'static str {
        match self {
            Language::C => "playground.c",
            Language::Java => "playground.java",
            Language::Gcl => "playground.gcl",
        }
    }
}

/// What it is told.
#[derive(Serialize)]
pub struct Found {
    /// What is shown.
    page: String,
    /// In a few words.
    headline: String,
    /// The text with what was inferred, if there is any.
    annotated: Option<String>,
}

/// The work on texts.
pub struct Work {
    options: Options,
    languages: Languages,
    prover: String,
    /// Only one text is verified at a time.
    turn: Mutex<()>,
    /// What ends the run that is under way or comes next.
    current: Mutex<Cancel>,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

impl Work {
    /// By the options of the command line. Says what is wrong with them.
    pub fn new(options: &Options) -> Result<Work, Status> {
        Ok(Work {
            options: options.clone(),
            languages: languages_for(options)?,
            prover: prover(options)?.name(),
            turn: Mutex::default(),
            current: Mutex::default(),
        })
    }

    /// Ends the run that is under way.
    pub fn cancel(&self) {
        held(&self.current).request();
    }

    /// Verifies a text, after the runs before it were ended. Says why there is no result.
    pub fn verify(&self, asked: Asked) -> Result<Found, String> {
        let cancel = Cancel::default();
        std::mem::replace(&mut *held(&self.current), cancel.clone()).request();
        let _turn = held(&self.turn);
        if cancel.requested() {
            return Err("another text came".to_string());
        }
        let file = self.input(asked).ok_or("the language is not known")?;
        let files = [file];
        let context = read_context(&self.options.reading, &self.languages, &files);
        let words = usage::words(&[]);
        let job = Job {
            files: &files,
            chosen: &[0],
            words: &words,
            parts: std::slice::from_ref(&words),
            context: &context.files,
            purpose: Purpose::Report,
            mode: Mode::Verify,
            drawn: true,
            options: &self.options,
            cancel: &cancel,
            prover: Some(self.prover.clone()),
            results: None,
            elsewhere: None,
            on_file: &|_| {},
            progress: &|_| {},
        };
        let mut report = isolate::verify(&job).map_err(Failure::message)?;
        let settings = settings(&self.options);
        hold_callers(settings.contracts, &mut report.files);
        rely_on_unproved(settings.strict, &mut report.files);
        Ok(Found {
            page: html::result(&report),
            headline: html::headline(&report),
            annotated: report.files.pop().and_then(|file| file.annotated),
        })
    }

    /// A text as a file of the current folder, where headers are looked for.
    fn input(&self, asked: Asked) -> Option<Input> {
        let path = PathBuf::from(asked.language.file_name());
        Some(Input {
            language: self.languages.of(&path)?,
            source: SourceFile::new(path, asked.text),
            origin: Origin::Plain,
            task: None,
            part: 0,
        })
    }
}

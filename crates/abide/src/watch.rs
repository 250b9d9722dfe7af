//! `abide watch`: files are verified again whenever they change.

use crate::args::Options;
use crate::files::{self, Languages};
use crate::how::languages;
use crate::output::say;
use crate::paths::canonical;
use crate::run::Interruptible;
use crate::status::Status;
use abide_base::shown;
use notify::{Event, EventKind, RecursiveMode, Watcher};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// What an editor does to save a file comes as several events; this long after the last one it is done.
const SETTLED: Duration = Duration::from_millis(150);

/// Verifies all files, and then those that changed, until the program is ended or interrupted in a run.
pub fn watch(
    paths: &[PathBuf],
    options: &Options,
    verify: impl Fn(Vec<PathBuf>) -> Result<Status, Status>,
) -> Result<Status, Status> {
    let languages = languages(&options.reading)?;
    let (tell, told) = channel();
    let wrong = |e: notify::Error| {
        say(&format!("error: the files cannot be watched: {e}"));
        Status::Bad
    };
    let mut watcher = notify::recommended_watcher(tell).map_err(wrong)?;
    for path in paths {
        // a name that was misspelt
        if let Err(e) = std::fs::metadata(path) {
            say(&format!("error: {} cannot be read: {e}", shown(path)));
            return Err(Status::Bad);
        }
        // an editor may replace a file, so its folder is watched
        let (folder, mode) = match path.is_dir() {
            true => (path.as_path(), RecursiveMode::Recursive),
            false => (parent(path), RecursiveMode::NonRecursive),
        };
        watcher.watch(folder, mode).map_err(wrong)?;
    }
    let mut known = texts(paths, &languages);
    let _ = verify(paths.to_vec());
    say("watching; Ctrl-C ends it");
    while !Interruptible::interrupted() && settled(&told) {
        let now = texts(paths, &languages);
        let changed = now.iter().filter(|(path, text)| known.get(*path) != Some(text));
        let changed: Vec<PathBuf> = changed.map(|(path, _)| path.clone()).collect();
        known = now;
        if !changed.is_empty() {
            let _ = verify(changed);
        }
    }
    Ok(Status::Proved)
}

fn parent(path: &Path) -> &Path {
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// The files under the paths with their texts.
fn texts(paths: &[PathBuf], languages: &Languages) -> BTreeMap<PathBuf, String> {
    let found = files::read(paths, languages).files.into_iter();
    let here = std::env::current_dir().map(|p| canonical(&p)).unwrap_or_default();
    let named = |path: &Path| match canonical(path).strip_prefix(&here) {
        Ok(inner) => inner.to_owned(),
        Err(_) => path.to_owned(),
    };
    found
        .map(|f| (named(f.source.path()), f.source.text().to_string()))
        .collect()
}

/// Waits until something has changed and is done changing; false when there is nobody to tell.
fn settled(told: &Receiver<notify::Result<Event>>) -> bool {
    let matters = |event: &notify::Result<Event>| {
        let kind = event.as_ref().map(|e| e.kind);
        !matches!(kind, Ok(EventKind::Access(_)))
    };
    loop {
        match told.recv() {
            Err(_) => return false,
            Ok(event) if matters(&event) => break,
            Ok(_) => {}
        }
    }
    while told.recv_timeout(SETTLED).is_ok() {}
    true
}

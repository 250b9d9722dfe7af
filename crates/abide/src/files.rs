//! From paths to texts, and back.

use crate::args::Tongue;
use crate::flags::Flags;
use crate::paths::canonical;
use crate::tasks::{self, Task};
use abide_base::{Diagnostic, Severity, SourceFile, shown};
use abide_report::Unread;
use abide_verify::{C, COptions, DataModel, Gcl, Java, Language, as_c, encoding};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What was found under the paths of the command line.
#[derive(Default)]
pub struct Found {
    /// The files that can be verified.
    pub files: Vec<Input>,
    /// What could not be read, and why.
    pub unread: Vec<Unread>,
}

/// A file that can be verified.
pub struct Input {
    /// The file.
    pub source: SourceFile,
    /// Its language.
    pub language: Arc<dyn Language>,
    /// How it came to its language.
    pub origin: Origin,
    /// The task it is the program of.
    pub task: Option<Task>,
    /// By which options it is read: the number of a part of the project.
    pub part: usize,
}

/// What a file is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// What its name says.
    Plain,
    /// The program of a task, with integers of these sizes.
    Task(Option<DataModel>),
    /// Contracts of a library.
    Specs,
    /// Standard input.
    Input,
}

impl Input {
    /// Files as they are verified.
    pub fn pairs(files: &[Input]) -> Vec<(SourceFile, Arc<dyn Language>)> {
        files.iter().map(|f| (f.source.clone(), f.language.clone())).collect()
    }
}

/// The languages, as they are to be read.
#[derive(Clone, Debug, Default)]
pub struct Languages {
    /// Java.
    pub java: Java,
    /// C.
    pub c: COptions,
    /// Flags for the preprocessor of C.
    pub flags: Flags,
    /// The language of standard input.
    pub input: Option<Tongue>,
    /// The function of C where every program begins, if the files are whole programs.
    pub entry: Option<&'static str>,
    /// Are files of contracts for Java read?
    pub specs: bool,
    /// Files that are left out of folders, by their whole paths.
    pub excluded: GlobSet,
}

impl Languages {
    /// The language of a file, by its extension.
    pub fn of(&self, path: &Path) -> Option<Arc<dyn Language>> {
        match path.extension()?.to_str()? {
            "gcl" => Some(Arc::new(Gcl)),
            "java" => Some(Arc::new(self.java.clone())),
            "jml" | "spec" if self.specs => Some(Arc::new(self.java.clone())),
            "c" | "h" | "i" => Some(Arc::new(C {
                options: self.c,
                flags: self.flags.of(path),
                path: path.to_owned(),
                entry: self.entry,
                others: Arc::default(),
                granted: Arc::default(),
                summaries: Default::default(),
                apart: Default::default(),
                preprocessed: Default::default(),
            })),
            _ => None,
        }
    }

    /// The language of a file, by its name and by what it is read as.
    pub fn of_origin(&self, path: &Path, origin: Origin) -> Option<Arc<dyn Language>> {
        match origin {
            Origin::Plain => self.of(path),
            Origin::Task(model) => self.for_task(model).of(path),
            Origin::Specs => self.with_specs().of(path),
            Origin::Input => self.of_input(),
        }
    }

    /// The languages with files of contracts.
    pub fn with_specs(&self) -> Languages {
        Languages {
            specs: true,
            ..self.clone()
        }
    }

    /// That of standard input. What it includes is looked for in the current folder.
    fn of_input(&self) -> Option<Arc<dyn Language>> {
        let name = match self.input? {
            Tongue::Java => "stdin.java",
            Tongue::C => "stdin.c",
            Tongue::Gcl => "stdin.gcl",
        };
        self.of(Path::new(name))
    }

    /// The languages as a task wants them read: only what the source states is to be proved, of
    /// the whole program.
    fn for_task(&self, model: Option<DataModel>) -> Languages {
        Languages {
            c: COptions {
                model: model.unwrap_or(self.c.model),
                run_time: false,
                ..self.c
            },
            entry: Some("main"),
            ..self.clone()
        }
    }
}

/// The path that stands for standard input.
const INPUT: &str = "-";

/// The name by which standard input is known.
const INPUT_NAME: &str = "<stdin>";

const KNOWN: &str = "Abide reads files that end in `.java`, `.c`, `.h`, `.i` or `.gcl`, and task definitions (`.yml`)";

/// Reads files, and all files of folders in the order of their names. Each is taken once; of a
/// folder with task definitions, their programs are taken as the tasks say.
pub fn read(paths: &[PathBuf], languages: &Languages) -> Found {
    let mut found = Found::default();
    let mut seen = BTreeSet::new();
    for path in paths {
        if path.as_os_str() == INPUT {
            if seen.insert(path.clone()) {
                found.take_input(languages);
            }
            continue;
        }
        let files = if path.is_dir() {
            walk(path, languages, &mut found.unread)
        } else {
            vec![path.clone()]
        };
        let files: Vec<(PathBuf, Result<Option<Task>, Refusal>)> =
            files.into_iter().map(|file| (file.clone(), task(&file))).collect();
        let tasks = files.iter().filter_map(|(_, task)| task.as_ref().ok()?.as_ref());
        let programs: BTreeSet<PathBuf> = tasks.map(|t| canonical(&t.program)).collect();
        for (file, task) in files {
            if programs.contains(&canonical(&file)) || !seen.insert(canonical(&file)) {
                continue;
            }
            match task {
                Ok(Some(task)) => {
                    let origin = Origin::Task(task.model);
                    found.take(task.program.clone(), languages, origin, Some(task));
                }
                Ok(None) => found.take(file, languages, Origin::Plain, None),
                // other files that end like definitions are no business of ours
                Err(_) if path.is_dir() => {}
                Err(refusal) => found.refuse(file, &refusal),
            }
        }
    }
    found
}

/// The task that a file defines, if it may be a definition.
fn task(path: &Path) -> Result<Option<Task>, Refusal> {
    if !tasks::may_be_definition(path) {
        return Ok(None);
    }
    let text = text(path)?;
    tasks::parse(path, &text).map(Some).map_err(Refusal::NoTask)
}

impl Found {
    /// Takes a file in its language.
    pub fn take(&mut self, path: PathBuf, languages: &Languages, origin: Origin, task: Option<Task>) {
        let Some(language) = languages.of_origin(&path, origin) else {
            let unknown = error(format!("{} is in no language that is known", shown(&path))).help(KNOWN);
            match text(&path) {
                Err(refusal @ Refusal::Io(_)) => self.refuse(path, &refusal),
                _ => self.unread.push(Unread {
                    path,
                    diagnostic: unknown,
                }),
            }
            return;
        };
        match text_in(&path, &*language) {
            Ok(text) => self.files.push(Input {
                source: SourceFile::new(path, text),
                language,
                origin,
                task,
                part: 0,
            }),
            Err(refusal) => self.refuse(path, &refusal),
        }
    }

    /// Takes standard input, in the language that it is said to be in.
    fn take_input(&mut self, languages: &Languages) {
        let name = PathBuf::from(INPUT_NAME);
        let Some(language) = languages.of_input() else {
            let unknown = error("the language of standard input is not known".to_string());
            self.unread.push(Unread {
                path: name,
                diagnostic: unknown.help("say it with `--language java`, `--language c` or `--language gcl`"),
            });
            return;
        };
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        match read.map_err(Refusal::Io).and_then(|_| decoded_in(bytes, &*language)) {
            Ok(text) => self.files.push(Input {
                source: SourceFile::new(name, text),
                language,
                origin: Origin::Input,
                task: None,
                part: 0,
            }),
            Err(refusal) => self.refuse(name, &refusal),
        }
    }

    fn refuse(&mut self, path: PathBuf, refusal: &Refusal) {
        let diagnostic = match refusal {
            Refusal::NotText(why) => error(format!("{} is not a text: {why}", shown(&path))),
            Refusal::Io(e) => error(format!("{} cannot be read: {e}", shown(&path))),
            Refusal::NoTask(why) => error(format!("{} is not a task that can be read: {why}", shown(&path))),
        };
        self.unread.push(Unread { path, diagnostic });
    }
}

/// An error without a place.
pub fn error(message: String) -> Diagnostic {
    Diagnostic::new(Severity::Error, message)
}

enum Refusal {
    Io(io::Error),
    NotText(String),
    NoTask(String),
}

const MARK: &str = "\u{feff}";

/// The text of a file, without a byte order mark.
fn text(path: &Path) -> Result<String, Refusal> {
    bytes(path).and_then(decoded)
}

/// The text of a file in some language. Programs in C need not be UTF-8.
fn text_in(path: &Path, language: &dyn Language) -> Result<String, Refusal> {
    bytes(path).and_then(|bytes| decoded_in(bytes, language))
}

fn decoded_in(bytes: Vec<u8>, language: &dyn Language) -> Result<String, Refusal> {
    match as_c(language) {
        Some(_) => {
            let text = encoding::decode(&bytes);
            let why = "it has characters that have no meaning";
            decoded(text.ok_or(Refusal::NotText(why.to_string()))?.into_bytes())
        }
        None => decoded(bytes),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, Refusal> {
    // a pipe or a device may never end
    let kind = fs::metadata(path).map_err(Refusal::Io)?;
    if !kind.is_file() {
        return Err(Refusal::NotText("it is no regular file".to_string()));
    }
    fs::read(path).map_err(Refusal::Io)
}

/// A text from its bytes.
fn decoded(bytes: Vec<u8>) -> Result<String, Refusal> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(Refusal::NotText("it is larger than 4 GB".to_string()));
    }
    let text = String::from_utf8(bytes)
        .map_err(|e| Refusal::NotText(format!("byte {} is not UTF-8", e.utf8_error().valid_up_to() + 1)))?;
    if let Some(at) = text.find('\0') {
        return Err(Refusal::NotText(format!("byte {} is zero", at + 1)));
    }
    Ok(match text.strip_prefix(MARK) {
        Some(rest) => rest.to_string(),
        None => text,
    })
}

/// The files of known languages in a folder and the folders in it, sorted. Hidden folders and
/// links to folders are left out.
fn walk(folder: &Path, languages: &Languages, unread: &mut Vec<Unread>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
        let entries = match entries {
            Ok(entries) => entries,
            Err(e) => {
                let diagnostic = error(format!("{} cannot be read: {e}", shown(&folder)));
                unread.push(Unread {
                    path: folder,
                    diagnostic,
                });
                continue;
            }
        };
        for entry in entries {
            let path = entry.path();
            let path = path.strip_prefix(".").map(Path::to_owned).unwrap_or(path);
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if entry.file_type().is_ok_and(|t| t.is_dir()) {
                folders.extend((!hidden).then_some(path));
            } else if is_excluded(&path, languages) {
                continue;
            } else if (languages.of(&path).is_some() || tasks::may_be_definition(&path)) && !path.is_dir() {
                files.push(path);
            }
        }
    }
    if files.is_empty() && unread.is_empty() {
        let diagnostic = error(format!("there is nothing to read in {}", shown(folder))).help(KNOWN);
        unread.push(Unread {
            path: folder.to_owned(),
            diagnostic,
        });
    }
    files.sort();
    files
}

/// Is a file left out?
fn is_excluded(path: &Path, languages: &Languages) -> bool {
    let whole = || std::path::absolute(path);
    !languages.excluded.is_empty() && whole().is_ok_and(|path| languages.excluded.is_match(path))
}

/// The files that patterns leave out, seen from the current folder. Says what is wrong with them.
pub fn excluded(patterns: &[String]) -> Result<GlobSet, String> {
    let mut all = GlobSetBuilder::new();
    for pattern in patterns {
        let whole = match pattern.starts_with("**") {
            true => pattern.clone(),
            false => std::path::absolute(pattern).map_or(pattern.clone(), |path| path.display().to_string()),
        };
        let glob = GlobBuilder::new(&whole).literal_separator(true).build();
        all.add(glob.map_err(|e| e.to_string())?);
    }
    all.build().map_err(|e| e.to_string())
}

/// Puts a new text into a file that was read before: all of it or, when something goes
/// wrong, nothing.
pub fn write(file: &SourceFile, new: &str) -> io::Result<()> {
    // a link stays a link
    let path = fs::canonicalize(file.path())?;
    let now = fs::read(&path)?;
    let marked = now.starts_with(MARK.as_bytes());
    let mark = if marked { MARK } else { "" };
    if now[mark.len()..] != encoding::encode(file.text()) {
        return Err(io::Error::other("it was changed in the meantime"));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut fresh = tempfile::Builder::new().prefix(".abide-").tempfile_in(folder)?;
    fresh.write_all(mark.as_bytes())?;
    fresh.write_all(&encoding::encode(new))?;
    fresh.as_file().set_permissions(fs::metadata(&path)?.permissions())?;
    fresh.as_file().sync_all()?;
    fresh.persist(&path).map_err(|e| e.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(found: &Found, root: &Path) -> Vec<String> {
        let relative = |p: &Path| p.strip_prefix(root).unwrap().display().to_string();
        found.files.iter().map(|f| relative(f.source.path())).collect()
    }

    #[test]
    fn folders_are_read_in_order_and_files_once() {
        let root = tempfile::tempdir().unwrap();
        for name in [
            "b/z.gcl",
            "b/a.gcl",
            "a.gcl",
            "notes.txt",
            ".git/x.gcl",
            "c/deep/er.gcl",
        ] {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let found = read(
            &[
                root.path().join("b/z.gcl"),
                root.path().to_owned(),
                root.path().join("a.gcl"),
            ],
            &Languages::default(),
        );
        assert_eq!(
            paths(&found, root.path()),
            ["b/z.gcl", "a.gcl", "b/a.gcl", "c/deep/er.gcl"]
        );
        assert!(found.unread.is_empty());
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let root = tempfile::tempdir().unwrap();
        let files: [(&str, &[u8], &str); 4] = [
            ("latin.gcl", b"ab\xe9", "byte 3 is not UTF-8"),
            ("zero.gcl", b"a\0", "byte 2 is zero"),
            ("x.txt", b"", "no language"),
            ("x.bin", b"\xff", "no language"),
        ];
        for (name, bytes, why) in files {
            let path = root.path().join(name);
            fs::write(&path, bytes).unwrap();
            let found = read(&[path], &Languages::default());
            assert!(found.unread[0].diagnostic.message.contains(why), "{name}");
        }
        let empty = root.path().join("empty");
        fs::create_dir(&empty).unwrap();
        assert!(
            read(&[empty], &Languages::default()).unread[0]
                .diagnostic
                .message
                .contains("nothing to read")
        );
        assert!(
            read(&[root.path().join("gone.gcl")], &Languages::default()).unread[0]
                .diagnostic
                .message
                .contains("cannot be read")
        );
    }

    #[test]
    fn writing_keeps_the_mark_and_refuses_a_changed_file() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("f.gcl");
        fs::write(&path, "\u{feff}old").unwrap();
        let found = read(std::slice::from_ref(&path), &Languages::default());
        let file = &found.files[0].source;
        assert_eq!(file.text(), "old");
        write(file, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "\u{feff}new");
        assert!(write(file, "newer").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "\u{feff}new");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1, "no file is left behind");
    }
}

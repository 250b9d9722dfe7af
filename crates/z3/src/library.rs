//! Finding Z3's shared library.
//!
//! Places are tried in a fixed order, and the first that holds a good library
//! wins:
//!
//! 1. what the environment variable `ABIDE_Z3` names, a file or a folder. When
//!    it is set nothing else is tried: a Z3 that was asked for by name is not
//!    silently replaced by another;
//! 2. with the feature `bundled`, the Z3 inside the program;
//! 3. beside the program, in `../lib` from there, and in the packages of Python
//!    to which it belongs, if `pip` has installed it;
//! 4. the folder of this user where [`setup`](crate::setup) puts it;
//! 5. the system: whatever its loader finds, then the usual folders.
//!
//! A library is good when it says it is [`Version::OLDEST`] or newer and has
//! every function of the table. Older ones load as well as any, and then run a
//! hundred times slower on checks under assumptions; so they are refused, with
//! the reason.

use std::cmp::Reverse;
use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::api::{Api, OpenError};
use crate::version::Version;

/// Names the library to use, or its folder, instead of looking for one.
pub const OVERRIDE: &str = "ABIDE_Z3";

/// The file name of the library on this platform.
pub const FILE_NAME: &str = if cfg!(windows) {
    "libz3.dll"
} else if cfg!(target_os = "macos") {
    "libz3.dylib"
} else {
    "libz3.so"
};

/// The file name of the program on this platform.
pub const PROGRAM_NAME: &str = if cfg!(windows) { "z3.exe" } else { "z3" };

/// A good Z3, in memory for as long as the process runs.
pub struct Library {
    api: Api,
    version: Version,
    path: PathBuf,
}

impl Library {
    /// Its functions.
    pub fn api(&self) -> &Api {
        &self.api
    }

    /// Its version.
    pub fn version(&self) -> Version {
        self.version
    }

    /// The file it was loaded from: a bare name where the system's loader found
    /// it, the program itself where Z3 is compiled in.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Loads `path`, if it is good.
    pub(crate) fn open(path: &Path) -> Result<Library, Reason> {
        let (api, version) = Api::open(path).map_err(Reason::from)?;
        Ok(Library {
            api,
            version,
            path: path.to_owned(),
        })
    }
}

/// The Z3 of this process, looked for at the first call.
///
/// A failure is not remembered: after [`setup::install`](crate::setup::install) the
/// next call succeeds.
pub fn library() -> Result<&'static Library, LibraryError> {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    match LIBRARY.get() {
        Some(library) => Ok(library),
        None => {
            let found = Search::of_this_process().run()?;
            Ok(LIBRARY.get_or_init(|| found))
        }
    }
}

/// The `z3` program, for use over a pipe or on Horn clauses: beside the library
/// that [`library()`] gives, beside this program, where [`setup`](crate::setup) puts it, or on the
/// `PATH`. Its version is not checked.
pub fn program() -> Option<PathBuf> {
    let beside = library().ok().and_then(|library| library.path().parent());
    let own = env::current_exe().ok();
    let own = own.as_deref().and_then(Path::parent).map(Path::to_owned);
    let installed = data_folder();
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = beside
        .map(Path::to_owned)
        .into_iter()
        .chain(own)
        .chain(installed)
        .chain(env::split_paths(&path));
    folders
        .filter(|folder| !folder.as_os_str().is_empty())
        .map(|folder| folder.join(PROGRAM_NAME))
        .find(|program| program.is_file())
}

/// The folder where [`setup`](crate::setup) puts Z3 for this user; `None` where
/// the environment does not say where users keep their data.
pub fn data_folder() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = if cfg!(windows) {
        absolute("LOCALAPPDATA")?
    } else {
        match absolute("XDG_DATA_HOME") {
            Some(data) => data,
            None => absolute("HOME")?.join(".local/share"),
        }
    };
    Some(data.join("abide").join(format!("z3-{}", Version::INSTALLED)))
}

/// No good Z3 was found. Displayed, it lists every place with its reason and
/// says what to do.
#[derive(Debug)]
pub struct LibraryError {
    /// What was tried, in order.
    pub tried: Vec<Rejected>,
    /// Whether `ABIDE_Z3` was set, so that only its place was tried.
    pub overridden: bool,
}

/// A place that holds no good Z3.
#[derive(Debug)]
pub struct Rejected {
    /// The file, or the bare name that the system's loader was given.
    pub place: PathBuf,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a place was rejected.
#[derive(Debug)]
pub enum Reason {
    /// There is no such file.
    Absent,
    /// The system's loader refused the file; its words.
    NotLoaded(String),
    /// Older than [`Version::OLDEST`].
    TooOld(Version),
    /// New enough, but without this function.
    Lacks(&'static str),
}

impl Reason {
    /// Whether there is a Z3, and it is too old.
    pub fn is_old(&self) -> bool {
        matches!(self, Reason::TooOld(_) | Reason::Lacks(_))
    }
}

impl From<OpenError> for Reason {
    fn from(error: OpenError) -> Reason {
        match error {
            // The error says only what was tried; its source is the loader's words.
            OpenError::NotLoaded(e) => {
                Reason::NotLoaded(std::error::Error::source(&e).map_or_else(|| e.to_string(), |s| s.to_string()))
            }
            OpenError::TooOld(version) => Reason::TooOld(version),
            OpenError::Lacks(function) => Reason::Lacks(function),
        }
    }
}

impl std::error::Error for LibraryError {}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.overridden {
            writeln!(f, "{OVERRIDE} does not name a Z3 that can be used:")?;
        } else {
            writeln!(f, "no Z3 that can be used was found; tried:")?;
        }
        for Rejected { place, reason } in &self.tried {
            writeln!(f, "  {}: {reason}", place.display())?;
        }
        if self.overridden {
            write!(
                f,
                "set it to a Z3 {} or newer, or unset it and run `abide setup`",
                Version::OLDEST
            )
        } else {
            write!(
                f,
                "run `abide setup` to install Z3 {} for this user, or set {OVERRIDE} to a {FILE_NAME} \
                 of version {} or newer",
                Version::INSTALLED,
                Version::OLDEST
            )
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Absent => write!(f, "not there"),
            Reason::NotLoaded(why) => write!(f, "cannot be loaded ({why})"),
            Reason::TooOld(version) => write!(f, "is Z3 {version}, older than {}", Version::OLDEST),
            Reason::Lacks(function) => write!(f, "has no function {function}"),
        }
    }
}

/// Where to look. The environment is read here and nowhere below, so that a
/// test can look elsewhere.
struct Search {
    overridden: Option<PathBuf>,
    bundled: bool,
    /// Folders that may hold the library under its plain name.
    ours: Vec<PathBuf>,
    /// Names for the system's loader.
    names: &'static [&'static str],
    /// Folders that may hold it under a name with a version.
    system: Vec<PathBuf>,
}

impl Search {
    fn of_this_process() -> Search {
        let mut ours = Vec::new();
        let program = env::current_exe().ok();
        if let Some(folder) = program.as_deref().and_then(Path::parent) {
            ours.push(folder.to_owned());
            if let Some(prefix) = folder.parent() {
                ours.push(prefix.join("lib"));
                ours.extend(of_python(prefix));
            }
        }
        ours.extend(data_folder());
        Search {
            overridden: env::var_os(OVERRIDE)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from),
            bundled: cfg!(feature = "bundled"),
            ours,
            names: SYSTEM_NAMES,
            system: system_folders(),
        }
    }

    fn run(&self) -> Result<Library, LibraryError> {
        let mut tried = Vec::new();
        if let Some(place) = &self.overridden {
            let file = if place.is_dir() { &place.join(FILE_NAME) } else { place };
            try_file(file, &mut tried).ok_or(LibraryError {
                tried,
                overridden: true,
            })
        } else {
            self.unguided(&mut tried).ok_or(LibraryError {
                tried,
                overridden: false,
            })
        }
    }

    fn unguided(&self, tried: &mut Vec<Rejected>) -> Option<Library> {
        None.or_else(|| if self.bundled { linked() } else { None })
            .or_else(|| {
                self.ours
                    .iter()
                    .find_map(|folder| try_file(&folder.join(FILE_NAME), tried))
            })
            .or_else(|| self.names.iter().find_map(|name| try_open(Path::new(name), tried)))
            .or_else(|| self.system.iter().find_map(|folder| try_versions(folder, tried)))
    }
}

/// The Z3 that was compiled in.
#[cfg(feature = "bundled")]
fn linked() -> Option<Library> {
    let api = Api::linked();
    let version = api.version();
    Some(Library {
        api,
        version,
        path: env::current_exe().unwrap_or_default(),
    })
}

/// No Z3 was compiled in.
#[cfg(not(feature = "bundled"))]
fn linked() -> Option<Library> {
    None
}

fn try_file(file: &Path, tried: &mut Vec<Rejected>) -> Option<Library> {
    if file.is_file() {
        return try_open(file, tried);
    }
    tried.push(Rejected {
        place: file.to_owned(),
        reason: Reason::Absent,
    });
    None
}

fn try_open(file: &Path, tried: &mut Vec<Rejected>) -> Option<Library> {
    Library::open(file)
        .map_err(|reason| {
            tried.push(Rejected {
                place: file.to_owned(),
                reason,
            })
        })
        .ok()
}

/// Tries what `folder` holds under names with and without a version.
fn try_versions(folder: &Path, tried: &mut Vec<Rejected>) -> Option<Library> {
    let files = versions(folder);
    if files.is_empty() {
        return try_file(&folder.join(FILE_NAME), tried);
    }
    files.iter().find_map(|file| try_open(file, tried))
}

/// The folders that hold Z3's library among Python's packages under `prefix`, those of newer Pythons first.
fn of_python(prefix: &Path) -> Vec<PathBuf> {
    let inside = |lib: PathBuf| ["site-packages", "dist-packages"].map(|packages| lib.join(packages).join("z3/lib"));
    let version = |name: &str| name.strip_prefix("python3.")?.parse::<u32>().ok();
    let mut pythons: Vec<(Reverse<u32>, PathBuf)> = fs::read_dir(prefix.join("lib"))
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let entry = entry.ok()?;
            Some((Reverse(version(entry.file_name().to_str()?)?), entry.path()))
        })
        .collect();
    pythons.sort();
    let windows = cfg!(windows).then(|| prefix.join("Lib"));
    let all = pythons.into_iter().map(|(_, lib)| lib).chain(windows);
    all.flat_map(inside).filter(|folder| folder.is_dir()).collect()
}

/// Names under which the system's loader may know Z3. Debian and its relatives
/// have only the second unless the development package is installed.
const SYSTEM_NAMES: &[&str] = if cfg!(any(windows, target_os = "macos")) {
    &[FILE_NAME]
} else {
    &[FILE_NAME, "libz3.so.4"]
};

/// Folders where libraries usually are, for those that the loader does not look
/// into and for versioned names it was not asked for.
fn system_folders() -> Vec<PathBuf> {
    let folders: &[&str] = if cfg!(windows) {
        &[]
    } else if cfg!(target_os = "macos") {
        &["/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib"]
    } else {
        &["/usr/local/lib", "/usr/lib64", "/usr/lib"]
    };
    let mut folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    if cfg!(target_os = "linux") {
        folders.push(format!("/usr/lib/{}-linux-gnu", env::consts::ARCH).into());
    }
    folders
}

/// The files of `folder` that are Z3's library, such as `libz3.so.4.13` or
/// `libz3.4.13.dylib`: the plain name first, then the highest version.
fn versions(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<(bool, Reverse<Vec<u32>>, PathBuf)> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let (numbers, words): (Vec<&str>, Vec<&str>) =
                name.split('.').partition(|part| part.parse::<u32>().is_ok());
            let numbers: Vec<u32> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
            (words.join(".") == FILE_NAME).then(|| (!numbers.is_empty(), Reverse(numbers), entry.path()))
        })
        .collect();
    files.sort();
    files.into_iter().map(|(_, _, path)| path).collect()
}

#[cfg(test)]
#[path = "library_tests.rs"]
mod tests;

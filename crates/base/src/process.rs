//! Other programs of this machine: where they are, and waiting for them.

use std::path::PathBuf;
use std::process::{Child, ExitStatus};
use std::time::Duration;
use std::{env, io, thread};

/// How long to wait between two looks, at most.
const PAUSE: Duration = Duration::from_millis(20);

/// The program of a name on the path, if there is one.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let mut places = env::split_paths(&path).map(|folder| folder.join(&file));
    places.find(|place| place.is_file())
}

/// Waits for a process, and ends it when it may not go on. How it ended, if it did so by itself.
pub fn wait_while(child: &mut Child, mut may_go_on: impl FnMut() -> bool) -> io::Result<Option<ExitStatus>> {
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if !may_go_on() {
            // it may have ended in between
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (2 * pause).min(PAUSE);
    }
}

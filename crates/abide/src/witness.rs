//! `--witness FILE`: the verdict in a form that other tools can check.

use crate::output::say;
use crate::run::Run;
use crate::status::Status;
use abide_base::shown;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes the witness of a run over one C program. Where nothing was found out there is none,
/// and that is reported.
pub fn write(run: &Run, path: &Path) -> Result<(), Status> {
    let refuse = |why: String| {
        say(&format!("error: {why}"));
        Status::Bad
    };
    let (file, language) = match (run.report.files.as_slice(), run.languages.as_slice()) {
        ([file], [language]) => (file, language),
        ([], _) => return Ok(()),
        _ => return Err(refuse("a witness is written for one program at a time".to_string())),
    };
    let Some(c) = abide_verify::as_c(&**language) else {
        return Err(refuse("witnesses are written for C only".to_string()));
    };
    match abide_report::witness(&run.report.sources, file, c, created()) {
        Ok(text) => {
            let written = std::fs::write(path, text);
            written.map_err(|e| refuse(format!("{} cannot be written: {e}", shown(path))))
        }
        Err(why) => {
            say(&format!("warning: there is no witness: {why}"));
            Ok(())
        }
    }
}

/// The time now, or the one that builds which can be repeated set.
fn created() -> u64 {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|t| t.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_secs());
    set.unwrap_or_else(now)
}

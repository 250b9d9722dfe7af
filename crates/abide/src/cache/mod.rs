//! Results of earlier runs, by all that they follow from.
//!
//! The key of a result has the text of the file and how it is read, the settings, this program and its prover; of Java
//! the texts of all files, which know each other. A file of C follows from its headers, too, and from whether other files
//! define what it only declares: both are kept with the result, which is used if they are still the same
//! ([`around`]). What depends on anything else is not kept: what was ended by an error of ours or by the user, and
//! files that ask for the time. [`store`] is where results lie.
//!
//! Where a file has changed, or another one that it knows, its routines are looked for by themselves ([`routines`]): by
//! the commands that they are lowered to, which have all in them that a verdict follows from.

mod around;
mod place;
mod results;
mod routines;
mod store;

pub use results::{Common, Results, may_be_kept};
pub use routines::{Routines, Shared};
pub use store::Key;

use crate::output::{print, say};
use crate::status::Status;
use abide_base::shown;
use place::folder;
use std::path::PathBuf;
use store::Store;

/// Tells what is kept.
pub fn stats() -> Result<Status, Status> {
    let store = Store::new(kept()?);
    let holdings = store.holdings();
    Ok(print(&format!(
        "{}: {} results, {:.1} MB of at most {} MB\n",
        shown(store.folder()),
        holdings.entries,
        holdings.bytes as f64 / f64::from(1 << 20),
        store::MOST >> 20
    )))
}

/// Throws away what is kept.
pub fn clean() -> Result<Status, Status> {
    let store = Store::new(kept()?);
    store.clear().map_err(|e| {
        say(&format!("error: {} cannot be cleaned: {e}", shown(store.folder())));
        Status::Bad
    })?;
    Ok(Status::Proved)
}

fn kept() -> Result<PathBuf, Status> {
    folder().ok_or_else(|| {
        say("error: no results are kept");
        Status::Bad
    })
}

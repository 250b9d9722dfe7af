//! Files are verified in processes of their own, so that what goes wrong there ends one routine and not the run.
//!
//! A worker is this program, started as `abide worker`. It is told over a pipe what to do ([`message`]), does it
//! ([`serve`]) within limits of memory ([`limits`]), and tells of each part of the work when that begins and ends. Who
//! started it ([`worker`]) ends it when such a part takes too long, and [`pool`] goes on without the routine.

#[cfg(debug_assertions)]
mod fault;
mod given_up;
mod limits;
mod message;
mod pool;
mod serve;
mod watch;
mod worker;

pub use pool::{Failure, Job, sources, verify};
pub use serve::serve;

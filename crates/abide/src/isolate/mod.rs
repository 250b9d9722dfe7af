//! Files are verified in processes of their own, so that what goes wrong there ends one routine and not the run.
//!
//! A worker is this program, started as `abide worker`. It is told over a pipe what to do ([`message`]), does it
//! ([`serve`]) within limits of memory ([`limits`]), and tells of each part of the work when that begins and ends. Who
//! started it ([`worker`]) ends it when such a part takes too long, and [`processes`] goes on without the routine.
//! [`pool`] has the files of a [`job`] verified, here or elsewhere.

#[cfg(debug_assertions)]
mod fault;
mod given_up;
mod job;
mod limits;
mod message;
mod pool;
mod processes;
mod purpose;
mod serve;
mod watch;
mod worker;

pub use given_up::Reason;
pub use job::{Elsewhere, Failure, Job, Ordered, Returned, Worked, sources};
pub use limits::confine;
pub use message::{Place, bytes, path};
pub use pool::{survey, verify};
pub use processes::{Foreign, Processes, Slot};
pub use purpose::Purpose;
pub use serve::serve;

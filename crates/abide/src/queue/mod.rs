//! Files verified by workers on other machines, which take them from a queue.
//!
//! A client ([`order`]) says what a run is about in a package ([`package`]), and puts a ticket for each file into the queue.
//! A worker ([`agent`]) takes tickets one at a time, has the file verified by a process of its own, within its limits
//! (`isolate`), and tells the client. What a worker does not finish goes to the next one. Both know the queue as a
//! [`broker`]; [`nats`] is the one there is. Machines that would not find out the same do not work for each other
//! ([`version`]).

mod agent;
mod broker;
#[cfg(feature = "queue")]
mod nats;
mod order;
mod package;
mod place;
mod version;

pub use agent::serve;
pub use order::Client;

use broker::Broker;
use std::time::Duration;

/// How long a worker may be silent before its job goes to another one.
pub const SILENCE: Duration = Duration::from_secs(10);

/// The variable that names the queue, so that no password is on a command line.
const ADDRESS: &str = "ABIDE_QUEUE";

/// The address of the queue, if the environment says one.
pub fn address() -> Option<String> {
    std::env::var(ADDRESS).ok().filter(|address| !address.is_empty())
}

/// The queue at an address.
#[cfg(feature = "queue")]
fn connect(address: &str, silence: Duration) -> Result<Box<dyn Broker>, String> {
    Ok(Box::new(nats::Nats::connect(address, silence)?))
}

/// The queue at an address.
#[cfg(not(feature = "queue"))]
fn connect(_address: &str, _silence: Duration) -> Result<Box<dyn Broker>, String> {
    Err("this program was built without queues".to_string())
}

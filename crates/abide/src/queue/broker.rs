//! What a queue has to do: hand jobs to workers, again if they end without having done them; tell clients what came of
//! them; keep values by key. Everything waits until it is done.

use std::time::Duration;

/// Why something cannot be done: nobody answered in a minute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost(pub String);

/// What is done, unless the queue is lost.
pub type Reached<T> = Result<T, Lost>;

/// Where values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bucket {
    /// Contents, by their hashes.
    Contents,
    /// What was found out, by what it follows from.
    Results,
    /// Workers, by their names; those that do not renew their entries are forgotten.
    Workers,
}

/// A queue.
pub trait Broker: Send + Sync {
    /// The value under a key.
    fn get(&self, bucket: Bucket, key: &str) -> Reached<Option<Vec<u8>>>;

    /// The values under many keys.
    fn get_all(&self, bucket: Bucket, keys: &[String]) -> Reached<Vec<Option<Vec<u8>>>>;

    /// Puts a value under a key.
    fn put(&self, bucket: Bucket, key: &str, value: &[u8]) -> Reached<()>;

    /// The keys of a bucket.
    fn keys(&self, bucket: Bucket) -> Reached<Vec<String>>;

    /// Adds jobs of a run to the queue, for workers of a version.
    fn submit(&self, version: &str, run: &str, jobs: &[Vec<u8>]) -> Reached<()>;

    /// How many jobs of a run are left, done or not, that no worker has finished.
    fn left(&self, version: &str, run: &str) -> Reached<u64>;

    /// Takes the jobs of a run back that no worker has finished.
    fn withdraw(&self, version: &str, run: &str) -> Reached<()>;

    /// The next job for a worker of a version, if there is one within this time.
    fn take(&self, version: &str, wait: Duration) -> Reached<Option<Box<dyn Delivery>>>;

    /// Tells the client of a run something. It is kept until the client has heard it.
    fn tell(&self, run: &str, message: &[u8]) -> Reached<()>;

    /// What the client of a run was told, if there is something within this time. Messages may come twice.
    fn hear(&self, run: &str, wait: Duration) -> Reached<Vec<Vec<u8>>>;

    /// Forgets what the client of a run was told.
    fn forget(&self, run: &str) -> Reached<()>;
}

/// A job in the hands of a worker. As long as it is there, nobody else gets it; what is dropped without being done goes
/// to another worker after a while.
pub trait Delivery: Send {
    /// The job.
    fn job(&self) -> &[u8];

    /// The how manieth time it was handed out.
    fn attempt(&self) -> u64;

    /// It is done, and not handed out any more.
    fn done(self: Box<Self>) -> Reached<()>;

    /// Others are to have it, at once.
    fn give_back(self: Box<Self>);
}

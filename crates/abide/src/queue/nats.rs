//! A queue in NATS JetStream: jobs in a work-queue stream, notes for clients in another one, values in key-value buckets.
//!
//! The runtime of `async-nats` is in here, and nobody else knows of it. Each request is made again until it is answered,
//! for a minute: a server that is started again in that time goes unnoticed.

use super::broker::{Broker, Bucket, Delivery, Lost, Reached};
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::message::{AckKind, Acker};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context, kv};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};
use futures_util::TryStreamExt;
use futures_util::future::join_all;
use std::collections::BTreeMap;
use std::future::Future;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// How long requests are made again before the queue is lost.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a server may take to let us in.
const GREETING: Duration = Duration::from_secs(5);

/// How long to wait before a request is made again.
const PAUSE: Duration = Duration::from_millis(250);

/// Requests at the same time.
const WINDOW: usize = 64;

const JOBS: &str = "ABIDE_JOBS";
const NOTES: &str = "ABIDE_NOTES";

/// Jobs and notes that nobody asks for are forgotten after a day.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// A queue in NATS.
pub struct Nats {
    runtime: Runtime,
    client: Client,
    context: Context,
    silence: Duration,
    consumers: Mutex<BTreeMap<String, PullConsumer>>,
    stores: Mutex<BTreeMap<&'static str, kv::Store>>,
}

fn set(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// How to be let in, by the variables that other programs for NATS know, too.
async fn options(addresses: &[&str]) -> Result<ConnectOptions, String> {
    let mut options = ConnectOptions::new()
        .name("abide")
        .connection_timeout(GREETING)
        .request_timeout(Some(GREETING));
    if let (Some(user), Some(password)) = (set("NATS_USER"), set("NATS_PASSWORD")) {
        options = options.user_and_password(user, password);
    }
    // the client looks for names in addresses only where it has none of its options
    let mut named = addresses
        .iter()
        .filter_map(|address| address.parse::<ServerAddr>().ok());
    if let Some(address) = named.find(ServerAddr::has_user_pass)
        && let (Some(user), Some(password)) = (address.username(), address.password())
    {
        options = options.user_and_password(user.to_string(), password.to_string());
    }
    if let Some(token) = set("NATS_TOKEN") {
        options = options.token(token);
    }
    if let Some(path) = set("NATS_NKEY") {
        let seed = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
        options = options.nkey(seed.trim().to_string());
    }
    if let Some(path) = set("NATS_CREDS") {
        let read = options.credentials_file(&path).await;
        options = read.map_err(|e| format!("{path}: {e}"))?;
    }
    if let Some(path) = set("NATS_CA") {
        options = options.add_root_certificates(PathBuf::from(path)).require_tls(true);
    }
    if let (Some(cert), Some(key)) = (set("NATS_CERT"), set("NATS_KEY")) {
        options = options
            .add_client_certificate(cert.into(), key.into())
            .require_tls(true);
    }
    Ok(options)
}

impl Nats {
    /// The queue of a server. Workers that are silent for so long lose their jobs.
    pub fn connect(address: &str, silence: Duration) -> Result<Nats, String> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|e| e.to_string())?;
        let addresses: Vec<&str> = address.split(',').map(str::trim).collect();
        let (client, context) = runtime.block_on(async {
            let started = Instant::now();
            loop {
                match options(&addresses).await?.connect(&addresses[..]).await {
                    Ok(client) => return Ok((client.clone(), jetstream::new(client))),
                    // it may just be started again
                    Err(e) if e.kind() == ConnectErrorKind::Io && started.elapsed() < GREETING => {
                        tokio::time::sleep(PAUSE).await;
                    }
                    Err(e) => return Err::<(Client, Context), String>(e.to_string()),
                }
            }
        })?;
        let nats = Nats {
            context,
            runtime,
            client,
            silence,
            consumers: Mutex::default(),
            stores: Mutex::default(),
        };
        // that there is no JetStream is known at once
        let asked = nats.runtime.block_on(nats.streams());
        asked.map_err(|e| format!("there is no JetStream: {e}"))?;
        Ok(nats)
    }

    /// The streams of jobs and of notes.
    async fn streams(&self) -> Result<(Stream, Stream), Failed> {
        let jobs = stream::Config {
            name: JOBS.to_string(),
            subjects: vec!["abide.jobs.>".to_string()],
            retention: RetentionPolicy::WorkQueue,
            max_age: DAY,
            ..Default::default()
        };
        let notes = stream::Config {
            name: NOTES.to_string(),
            subjects: vec!["abide.notes.>".to_string()],
            max_age: DAY,
            ..Default::default()
        };
        Ok((
            self.context.get_or_create_stream(jobs).await?,
            self.context.get_or_create_stream(notes).await?,
        ))
    }

    /// Makes a request until it is answered.
    fn persist<T, F>(&self, request: impl Fn() -> F) -> Reached<T>
    where
        F: Future<Output = Result<T, Failed>>,
    {
        self.runtime.block_on(persist(request))
    }

    async fn store(&self, bucket: Bucket) -> Result<kv::Store, Failed> {
        let (name, days) = match bucket {
            Bucket::Contents => ("abide-contents", 7 * DAY),
            Bucket::Results => ("abide-results", 30 * DAY),
            Bucket::Workers => ("abide-workers", Duration::from_secs(60)),
        };
        if let Some(store) = lock(&self.stores).get(name) {
            return Ok(store.clone());
        }
        let store = match self.context.get_key_value(name).await {
            Ok(store) => store,
            Err(_) => {
                // as the library would, which asks the server for more than Debian's tells
                let bucket = stream::Config {
                    name: format!("KV_{name}"),
                    subjects: vec![format!("$KV.{name}.>")],
                    max_messages_per_subject: 1,
                    max_age: days,
                    discard: DiscardPolicy::New,
                    allow_rollup: true,
                    deny_delete: true,
                    allow_direct: true,
                    ..Default::default()
                };
                self.context.create_stream(bucket).await?;
                self.context.get_key_value(name).await?
            }
        };
        lock(&self.stores).insert(name, store.clone());
        Ok(store)
    }

    async fn value(&self, bucket: Bucket, key: &str) -> Result<Option<Vec<u8>>, Failed> {
        let found = self.store(bucket).await?.get(key).await?;
        Ok(found.map(|bytes| bytes.to_vec()))
    }

    /// A consumer that others may use at the same time.
    async fn consumer(&self, name: &str, of: &str, config: pull::Config) -> Result<PullConsumer, Failed> {
        if let Some(known) = lock(&self.consumers).get(name) {
            return Ok(known.clone());
        }
        let (jobs, notes) = self.streams().await?;
        let stream = if of == JOBS { jobs } else { notes };
        let consumer = stream.create_consumer(config).await?;
        lock(&self.consumers).insert(name.to_string(), consumer.clone());
        Ok(consumer)
    }

    /// The next messages of a consumer. One that is gone is made again the next time.
    async fn next(
        &self,
        name: &str,
        of: &str,
        config: pull::Config,
        (most, wait): (usize, Duration),
    ) -> Result<Vec<jetstream::Message>, Failed> {
        let consumer = self.consumer(name, of, config).await?;
        let fetched = async {
            let batch = consumer.batch().max_messages(most).expires(wait).messages().await?;
            tokio::time::timeout(wait + GREETING, batch.try_collect::<Vec<_>>()).await?
        };
        fetched
            .await
            .inspect_err(|_: &Failed| drop(lock(&self.consumers).remove(name)))
    }
}

async fn persist<T, F>(request: impl Fn() -> F) -> Reached<T>
where
    F: Future<Output = Result<T, Failed>>,
{
    let started = Instant::now();
    loop {
        match request().await {
            Ok(done) => return Ok(done),
            Err(e) if started.elapsed() > PATIENCE => return Err(Lost(e.to_string())),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

fn jobs_of(version: &str, run: &str) -> String {
    format!("abide.jobs.{version}.{run}")
}

fn notes_of(run: &str) -> String {
    format!("abide.notes.{run}")
}

impl Broker for Nats {
    fn get(&self, bucket: Bucket, key: &str) -> Reached<Option<Vec<u8>>> {
        self.persist(|| self.value(bucket, key))
    }

    fn get_all(&self, bucket: Bucket, keys: &[String]) -> Reached<Vec<Option<Vec<u8>>>> {
        let mut found = Vec::new();
        for some in keys.chunks(WINDOW) {
            found.extend(self.persist(|| async {
                let values = join_all(some.iter().map(|key| self.value(bucket, key))).await;
                values.into_iter().collect::<Result<Vec<_>, Failed>>()
            })?);
        }
        Ok(found)
    }

    fn put(&self, bucket: Bucket, key: &str, value: &[u8]) -> Reached<()> {
        self.persist(|| async {
            let store = self.store(bucket).await?;
            store.put(key, value.to_vec().into()).await?;
            Ok(())
        })
    }

    fn keys(&self, bucket: Bucket) -> Reached<Vec<String>> {
        self.persist(|| async {
            let keys = self.store(bucket).await?.keys().await?;
            Ok(keys.try_collect().await?)
        })
    }

    fn submit(&self, version: &str, run: &str, jobs: &[Vec<u8>]) -> Reached<()> {
        let subject = jobs_of(version, run);
        // a request that is made again may put a job there twice: its result is found the second time
        for some in jobs.chunks(WINDOW) {
            self.persist(|| async {
                let all = some.iter().map(|job| async {
                    self.context.publish(subject.clone(), job.clone().into()).await?.await?;
                    Ok::<(), Failed>(())
                });
                let done = join_all(all).await;
                done.into_iter().collect::<Result<(), Failed>>()
            })?;
        }
        Ok(())
    }

    fn left(&self, version: &str, run: &str) -> Reached<u64> {
        let subject = jobs_of(version, run);
        self.persist(|| async {
            let (jobs, _) = self.streams().await?;
            let mut subjects = jobs.info_with_subjects(&subject).await?;
            let mut count = 0;
            while let Some((_, messages)) = subjects.try_next().await? {
                count += messages as u64;
            }
            Ok(count)
        })
    }

    fn withdraw(&self, version: &str, run: &str) -> Reached<()> {
        let subject = jobs_of(version, run);
        self.persist(|| async {
            let (jobs, _) = self.streams().await?;
            jobs.purge().filter(&subject).await?;
            Ok(())
        })
    }

    fn take(&self, version: &str, wait: Duration) -> Reached<Option<Box<dyn Delivery>>> {
        let name = format!("workers-{version}");
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: jobs_of(version, ">"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.silence,
            max_ack_pending: 100_000,
            max_waiting: 10_000,
            ..Default::default()
        };
        let taken = self.persist(|| self.next(&name, JOBS, config.clone(), (1, wait)))?;
        let Some(message) = taken.into_iter().next() else {
            return Ok(None);
        };
        let attempt = message.info().map_or(1, |info| info.delivered.max(1) as u64);
        let (message, acker) = message.split();
        let acker = Arc::new(acker);
        let (beating, pause) = (acker.clone(), self.silence / 4);
        let beat = self.runtime.spawn(async move {
            loop {
                tokio::time::sleep(pause).await;
                // one that is not heard is followed by another one
                let _ = beating.ack_with(AckKind::Progress).await;
            }
        });
        Ok(Some(Box::new(Taken {
            handle: self.runtime.handle().clone(),
            job: message.payload.to_vec(),
            attempt,
            acker,
            beat,
        })))
    }

    fn tell(&self, run: &str, message: &[u8]) -> Reached<()> {
        let subject = notes_of(run);
        self.persist(|| async {
            self.context
                .publish(subject.clone(), message.to_vec().into())
                .await?
                .await?;
            Ok(())
        })
    }

    fn hear(&self, run: &str, wait: Duration) -> Reached<Vec<Vec<u8>>> {
        let name = format!("client-{run}");
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: notes_of(run),
            deliver_policy: DeliverPolicy::All,
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs(10),
            inactive_threshold: DAY,
            ..Default::default()
        };
        self.persist(|| async {
            let messages = self.next(&name, NOTES, config.clone(), (1, wait)).await?;
            let mut bodies = Vec::new();
            for message in messages {
                message.ack().await?;
                bodies.push(message.payload.to_vec());
            }
            Ok(bodies)
        })
    }

    fn forget(&self, run: &str) -> Reached<()> {
        let name = format!("client-{run}");
        self.persist(|| async {
            let (_, notes) = self.streams().await?;
            notes.purge().filter(notes_of(run)).await?;
            // it goes by itself after a while
            let _ = notes.delete_consumer(&name).await;
            Ok(())
        })
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // what was sent last has to leave
        let _ = self
            .runtime
            .block_on(async { tokio::time::timeout(GREETING, self.client.flush()).await });
    }
}

/// A message in the hands of a worker.
struct Taken {
    handle: tokio::runtime::Handle,
    job: Vec<u8>,
    attempt: u64,
    acker: Arc<Acker>,
    beat: JoinHandle<()>,
}

impl Delivery for Taken {
    fn job(&self) -> &[u8] {
        &self.job
    }

    fn attempt(&self) -> u64 {
        self.attempt
    }

    fn done(self: Box<Self>) -> Reached<()> {
        self.handle
            .block_on(persist(|| async { self.acker.double_ack().await }))
    }

    fn give_back(self: Box<Self>) {
        let _ = self.handle.block_on(self.acker.ack_with(AckKind::Nak(None)));
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.beat.abort();
    }
}

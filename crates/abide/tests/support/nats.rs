//! A server of NATS for one test, and workers for it.

use super::Folder;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A process that ends with the test.
pub struct Running(pub Child);

impl Running {
    /// Ends it, as `kill -9` does.
    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    /// Has it ended?
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server on this machine, with its files.
pub struct Server {
    running: Running,
    port: u16,
    folder: TempDir,
    words: Vec<&'static str>,
}

impl Server {
    /// Starts one, if the program is installed.
    pub fn start(words: &[&'static str]) -> Option<Server> {
        let folder = tempfile::tempdir().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let Some(running) = launch(port, &folder, words) else {
            eprintln!("nats-server is not installed (Debian has a package of that name): nothing is tested here");
            return None;
        };
        Some(Server {
            running,
            port,
            folder,
            words: words.to_vec(),
        })
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it, as `kill -9` does, and starts it again.
    pub fn kill_and_start(&mut self) {
        self.running.kill();
        self.running = launch(self.port, &self.folder, &self.words).unwrap();
    }

    /// Starts a worker.
    pub fn worker(&self, folder: &Folder, variables: &[(&str, &str)]) -> Running {
        let address = self.address();
        let mut command = folder.command(&["worker", "--queue", &address, "--jobs", "1", "--silence", "1"]);
        command.envs(variables.iter().copied());
        Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }
}

fn launch(port: u16, folder: &TempDir, words: &[&str]) -> Option<Running> {
    let program = ["nats-server", "/usr/sbin/nats-server"];
    let child = program.iter().find_map(|program| {
        let mut command = Command::new(program);
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]);
        command.arg(folder.path()).args(words);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
    })?;
    let running = Running(child);
    let started = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(started.elapsed() < Duration::from_secs(20), "the server does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(running)
}

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
    words: Vec<String>,
}

impl Server {
    /// Starts one, if the program is installed.
    pub fn start(words: &[&str]) -> Option<Server> {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        let folder = tempfile::tempdir().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let Some(running) = launch(port, &folder, &words) else {
            eprintln!("nats-server is not installed (Debian has a package of that name): nothing is tested here");
            return None;
        };
        Some(Server {
            running,
            port,
            folder,
            words,
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

fn launch(port: u16, folder: &TempDir, words: &[String]) -> Option<Running> {
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

/// Certificates that were made for one test: of an authority, and of a server and a client that it knows.
pub struct Certificates(TempDir);

impl Certificates {
    /// Makes them, if the program for it is installed.
    pub fn new() -> Option<Certificates> {
        let folder = tempfile::tempdir().unwrap();
        let openssl = |words: &str| {
            let mut command = Command::new("openssl");
            command.args(words.split(' ')).current_dir(folder.path());
            let ended = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
            ended.ok().map(|ended| assert!(ended.success(), "openssl {words}"))
        };
        let new = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
        let made = openssl(&format!(
            "req -x509 {new} -days 2 -keyout ca.key -out ca.pem -subj /CN=ca"
        ));
        if made.is_none() {
            eprintln!("openssl is not installed: nothing is tested here");
            return None;
        }
        for name in ["server", "client"] {
            let names = "subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n";
            std::fs::write(folder.path().join("names"), names).unwrap();
            openssl(&format!(
                "req {new} -keyout {name}.key -out {name}.csr -subj /CN={name}"
            ))?;
            let signed = "-CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names";
            openssl(&format!("x509 -req -in {name}.csr {signed} -out {name}.pem"))?;
        }
        Some(Certificates(folder))
    }

    /// The path of one of the files.
    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
}

//! `abide serve`: a page on this machine in which a text is edited and verified.
//!
//! The server listens on the loopback interface only. The page itself is no secret; whoever wants a text verified must
//! have the token that this process has printed ([`guard`]), so that neither other pages in the browser nor other users of
//! the machine can do so. A text is verified by a worker, within the limits of time and memory of any run ([`work`]),
//! and one at a time: a new one ends the one before.

mod guard;
pub mod place;
mod work;

use crate::args::Options;
use crate::output::{print, say};
use crate::status::Status;
use guard::{Guard, Head};
use place::Place;
use std::io::{self, IsTerminal, Read};
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tiny_http::{Header, Method, Request, Response, Server};
use work::Work;

/// A text and what is told of it is no longer than this, in bytes.
const LONGEST: u64 = 512 << 10;

/// Requests that are answered at the same time.
const AT_ONCE: usize = 16;

/// Serves the page until the program is ended.
pub fn serve(place: &Place, options: &Options) -> Result<Status, Status> {
    let failed = |why: String| {
        say(&format!("error: {why}"));
        Status::Bad
    };
    let address = (Ipv4Addr::LOCALHOST, place.port);
    let in_use = |e| {
        failed(format!(
            "port {} cannot be used: {e}; `--port 0` takes a free one",
            place.port
        ))
    };
    let server = Arc::new(Server::http(address).map_err(in_use)?);
    let port = server
        .server_addr()
        .to_ip()
        .map_or(place.port, |address| address.port());
    let guard = Guard::new(port).map_err(|e| failed(format!("no token can be made: {e}")))?;
    let address = guard.address();
    let shared = Arc::new(Shared {
        guard,
        work: Work::new(options)?,
        running: AtomicUsize::new(0),
    });
    let ending = server.clone();
    if let Err(e) = ctrlc::set_handler(move || ending.unblock()) {
        say(&format!(
            "warning: Ctrl-C will end the program without looking back: {e}"
        ));
    }
    print(&format!("the playground is at {address}\nCtrl-C ends it\n"));
    if !place.no_browser && io::stdout().is_terminal() {
        // whoever has no browser here reads the address
        let _ = open::that_detached(&address);
    }
    for request in server.incoming_requests() {
        let shared = shared.clone();
        std::thread::spawn(move || shared.respond(request));
    }
    shared.end();
    Ok(Status::Proved)
}

/// What all requests have in common.
struct Shared {
    guard: Guard,
    work: Work,
    /// How many requests are being answered.
    running: AtomicUsize,
}

impl Shared {
    fn respond(&self, request: Request) {
        let others = self.running.fetch_add(1, Ordering::SeqCst);
        let answered = match others < AT_ONCE {
            true => respond(request, &self.guard, &self.work),
            false => request.respond(plain(503, "too many requests")),
        };
        self.running.fetch_sub(1, Ordering::SeqCst);
        // whoever does not listen any more has gone
        drop(answered);
    }

    /// Lets the work that is under way come to its end, so that no worker and no temporary file is left.
    fn end(&self) {
        let begun = Instant::now();
        while self.running.load(Ordering::SeqCst) > 0 && begun.elapsed() < GRACE {
            self.work.cancel();
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// How long the work may take to end once it was asked to.
const GRACE: Duration = Duration::from_secs(5);

type Answer = Response<io::Cursor<Vec<u8>>>;

/// An answer that is kept by nobody, shown in no other page, and is what it says it is.
fn answer(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Answer {
    let headers = [
        ("Content-Type", kind),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ];
    let answer = Response::from_data(body).with_status_code(status);
    let headers = headers
        .into_iter()
        .filter_map(|(name, value)| Header::from_bytes(name, value).ok());
    headers.fold(answer, Response::with_header)
}

fn plain(status: u16, text: &str) -> Answer {
    answer(status, "text/plain; charset=utf-8", text)
}

fn respond(mut request: Request, guard: &Guard, work: &Work) -> io::Result<()> {
    let head = Head::of(&request);
    let path = request.url().split(['?', '#']).next().unwrap_or_default().to_string();
    let refused = match guard.is_addressed(&head) {
        false => Some(plain(421, "this is not the address of the playground")),
        true => None,
    };
    let answer = refused.unwrap_or_else(|| match (request.method(), path.as_str()) {
        (Method::Get, "/") => answer(200, "text/html; charset=utf-8", abide_report::html::playground()),
        (Method::Post, "/verify" | "/cancel") if !guard.is_entitled(&head) => plain(
            403,
            "the token of this playground is missing; open the address that `abide serve` has printed",
        ),
        (Method::Post, "/verify") => verify(&mut request, work),
        (Method::Post, "/cancel") => {
            work.cancel();
            plain(200, "")
        }
        (_, "/" | "/verify" | "/cancel") => plain(405, "this is not done so"),
        _ => plain(404, "there is no such page"),
    });
    request.respond(answer)
}

fn verify(request: &mut Request, work: &Work) -> Answer {
    let mut body = Vec::new();
    match request.as_reader().take(LONGEST + 1).read_to_end(&mut body) {
        Ok(_) if body.len() as u64 > LONGEST => return plain(413, "the text is longer than 512 KB"),
        Ok(_) => {}
        Err(e) => return plain(400, &e.to_string()),
    }
    let asked = match serde_json::from_slice(&body) {
        Ok(asked) => asked,
        Err(e) => return plain(400, &e.to_string()),
    };
    match work.verify(asked) {
        Ok(found) => match serde_json::to_vec(&found) {
            Ok(bytes) => answer(200, "application/json", bytes),
            Err(e) => plain(500, &e.to_string()),
        },
        Err(why) => plain(500, &why),
    }
}

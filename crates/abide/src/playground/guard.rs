//! Who may have texts verified: those who have the token, from the page of the playground itself.
//!
//! A page of another origin can send requests to this machine, and by a name that it makes lead here (DNS rebinding) even
//! read the answers. So the server answers only if it is addressed as the machine itself, and works only for requests
//! that come from its own page, are JSON, which no form can send, and have the token, which other pages cannot know.

use tiny_http::{HeaderField, Request};

/// What is asked of a request's head.
#[derive(Clone, Debug, Default)]
pub struct Head {
    host: Option<String>,
    origin: Option<String>,
    site: Option<String>,
    kind: Option<String>,
    token: Option<String>,
}

impl Head {
    /// That of a request. What is there twice is not there.
    pub fn of(request: &Request) -> Head {
        let value = |name: &str| {
            let field: HeaderField = name.parse().ok()?;
            let mut all = request.headers().iter().filter(|h| h.field == field);
            let first = all.next()?.value.as_str().to_string();
            all.next().is_none().then_some(first)
        };
        Head {
            host: value("Host"),
            origin: value("Origin"),
            site: value("Sec-Fetch-Site"),
            kind: value("Content-Type"),
            token: value("X-Abide-Token"),
        }
    }
}

/// The token of this process, and the names of its server.
pub struct Guard {
    token: String,
    port: u16,
}

impl Guard {
    /// With a new token.
    pub fn new(port: u16) -> Result<Guard, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let token = bytes.iter().map(|b| format!("{b:02x}")).collect();
        Ok(Guard { token, port })
    }

    /// The address that is told. Browsers send nobody what is behind the `#`.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.port, self.token)
    }

    /// Is the server addressed by one of its names?
    pub fn is_addressed(&self, head: &Head) -> bool {
        head.host.as_ref().is_some_and(|host| self.names().contains(host))
    }

    /// May whoever has sent this have texts verified?
    pub fn is_entitled(&self, head: &Head) -> bool {
        let own = |origin: &String| {
            let host = origin.strip_prefix("http://");
            host.is_some_and(|host| self.names().iter().any(|name| name == host))
        };
        let is_json = head.kind.as_ref().is_some_and(|kind| {
            let kind = kind.split(';').next().unwrap_or_default();
            kind.trim().eq_ignore_ascii_case("application/json")
        });
        // hashes are compared in constant time
        let is_known = |token: &String| blake3::hash(token.as_bytes()) == blake3::hash(self.token.as_bytes());
        self.is_addressed(head)
            && head.origin.as_ref().is_none_or(own)
            && head
                .site
                .as_ref()
                .is_none_or(|site| site == "same-origin" || site == "none")
            && is_json
            && head.token.as_ref().is_some_and(is_known)
    }

    fn names(&self) -> [String; 2] {
        ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Guard {
        Guard::new(4747).expect("a token")
    }

    fn good(guard: &Guard) -> Head {
        Head {
            host: Some("127.0.0.1:4747".into()),
            origin: Some("http://127.0.0.1:4747".into()),
            site: Some("same-origin".into()),
            kind: Some("application/json".into()),
            token: Some(guard.token.clone()),
        }
    }

    #[test]
    fn the_own_page_is_entitled() {
        let guard = guard();
        assert!(guard.is_entitled(&good(&guard)));
        let local = Head {
            host: Some("localhost:4747".into()),
            origin: Some("http://localhost:4747".into()),
            ..good(&guard)
        };
        assert!(guard.is_entitled(&local));
        // a program that is no browser
        let plain = Head {
            origin: None,
            site: None,
            ..good(&guard)
        };
        assert!(guard.is_entitled(&plain));
    }

    #[test]
    fn nobody_else_is() {
        let guard = guard();
        let changes: [fn(&mut Head); 10] = [
            |h| h.host = None,
            |h| h.host = Some("evil.example:4747".into()),
            |h| h.host = Some("127.0.0.1:80".into()),
            |h| h.origin = Some("http://evil.example".into()),
            |h| h.origin = Some("null".into()),
            |h| h.origin = Some("https://127.0.0.1:4747".into()),
            |h| h.site = Some("cross-site".into()),
            |h| h.kind = Some("text/plain".into()),
            |h| h.token = None,
            |h| h.token = Some("0".repeat(32)),
        ];
        for (i, change) in changes.into_iter().enumerate() {
            let mut head = good(&guard);
            change(&mut head);
            assert!(!guard.is_entitled(&head), "change {i}");
        }
    }

    #[test]
    fn tokens_are_long_and_new() {
        let (one, other) = (guard(), guard());
        assert_eq!(one.token.len(), 32);
        assert_ne!(one.token, other.token);
        assert!(one.address().ends_with(&one.token));
    }
}

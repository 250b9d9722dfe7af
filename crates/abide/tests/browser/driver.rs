//! Chromium without a window, told what to do by `chromedriver` (the W3C's WebDriver protocol).

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A browser with one page.
pub struct Browser {
    driver: Child,
    session: String,
    // ends with the browser
    _profile: TempDir,
}

/// The key Enter, and Control, which is held until the end of what is typed.
pub const ENTER: &str = "\u{e007}";
pub const CONTROL: &str = "\u{e009}";
pub const ESCAPE: &str = "\u{e00c}";

impl Browser {
    /// A browser, if one is installed; says so where there is none.
    pub fn open(theme: &str) -> Option<Browser> {
        let found = |name: &str| abide_base::process::on_path(name);
        let (Some(chromium), Some(driver)) = (found("chromium"), found("chromedriver")) else {
            eprintln!("not tested: chromium and chromedriver are not installed");
            return None;
        };
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut out = BufReader::new(driver.stdout.take().expect("an output"));
        let port = port(&mut out);
        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        let profile = tempfile::tempdir().expect("a folder");
        let folder = format!("--user-data-dir={}", profile.path().display());
        let dark = format!(
            "--blink-settings=preferredColorScheme={}",
            if theme == "dark" { 0 } else { 1 }
        );
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1440,1000",
            "--hide-scrollbars",
            &dark,
            &folder,
        ];
        let options = json!({ "binary": chromium, "args": flags });
        let wanted = json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": options } } });
        let root = format!("http://127.0.0.1:{port}/session");
        let begun = Instant::now();
        let session = loop {
            match send("POST", &root, &wanted) {
                Ok(session) => break session,
                Err(e) if begun.elapsed() > Duration::from_secs(60) => panic!("no browser: {e}"),
                Err(_) => std::thread::sleep(Duration::from_millis(200)),
            }
        };
        let id = session["sessionId"].as_str().expect("a session");
        Some(Browser {
            driver,
            session: format!("{root}/{id}"),
            _profile: profile,
        })
    }

    #[track_caller]
    fn post(&self, what: &str, body: Value) -> Value {
        send("POST", &format!("{}/{what}", self.session), &body).unwrap_or_else(|e| panic!("{what}: {e}"))
    }

    /// Goes to a page, and waits until it is loaded.
    pub fn go(&self, address: &str) {
        self.post("url", json!({ "url": address }));
    }

    /// What a script returns.
    #[track_caller]
    pub fn run(&self, script: &str) -> Value {
        self.post("execute/sync", json!({ "script": script, "args": [] }))
    }

    /// What an expression is.
    #[track_caller]
    pub fn value(&self, expression: &str) -> Value {
        self.run(&format!("return {expression};"))
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub fn until(&self, expression: &str) {
        let begun = Instant::now();
        while self.value(&format!("Boolean({expression})")) != json!(true) {
            let page = || self.value("document.body.innerText.slice(0, 2000)");
            assert!(
                begun.elapsed() < Duration::from_secs(120),
                "not {expression}\n{}",
                page()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn element(&self, selector: &str) -> String {
        let found = self.post("element", json!({ "using": "css selector", "value": selector }));
        let id = found
            .as_object()
            .and_then(|o| o.values().next())
            .and_then(Value::as_str);
        id.expect("an element").to_string()
    }

    /// Clicks on an element as a hand would: it must be there to be seen.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.post(&format!("element/{element}/click"), json!({}));
    }

    /// Types into an element.
    #[track_caller]
    pub fn type_into(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.post(&format!("element/{element}/value"), json!({ "text": text }));
    }

    /// Types keys into whatever has the focus.
    #[track_caller]
    pub fn keys(&self, text: &str) {
        let key = |kind: &str, key: char| json!({ "type": kind, "value": key.to_string() });
        let keys: Vec<Value> = text
            .chars()
            .flat_map(|c| [key("keyDown", c), key("keyUp", c)])
            .collect();
        self.post(
            "actions",
            json!({ "actions": [{ "type": "key", "id": "keys", "actions": keys }] }),
        );
    }

    /// Keeps a picture of the page in the folder `ABIDE_SCREENSHOTS`, if that is set; it must not be empty.
    pub fn picture(&self, name: &str) {
        let taken = send("GET", &format!("{}/screenshot", self.session), &Value::Null).expect("a picture");
        let bytes = BASE64_STANDARD.decode(taken.as_str().expect("text")).expect("base64");
        assert!(
            bytes.starts_with(b"\x89PNG") && bytes.len() > 4000,
            "a picture of nothing"
        );
        if let Some(folder) = std::env::var_os("ABIDE_SCREENSHOTS") {
            std::fs::create_dir_all(&folder).expect("the folder of pictures");
            std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes).expect("a picture");
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = send("DELETE", &self.session, &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The port that the driver says it has.
fn port(out: &mut impl BufRead) -> u16 {
    let mut line = String::new();
    while out.read_line(&mut line).expect("an output") > 0 {
        if let Some((_, rest)) = line.split_once("started successfully on port ") {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            return digits.parse().expect("a number");
        }
        line.clear();
    }
    panic!("chromedriver says no port");
}

/// The value of an answer; what is wrong, if it is no good one.
fn send(method: &str, address: &str, body: &Value) -> Result<Value, String> {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let answer = match method {
        "GET" => agent.get(address).call(),
        "DELETE" => agent.delete(address).call(),
        _ => agent.post(address).send_json(body),
    };
    let mut answer = answer.map_err(|e| e.to_string())?;
    let mut read: Value = answer
        .body_mut()
        .with_config()
        .limit(1 << 28)
        .read_json()
        .map_err(|e| e.to_string())?;
    match answer.status().is_success() {
        true => Ok(read["value"].take()),
        false => Err(read["value"]["message"].to_string()),
    }
}

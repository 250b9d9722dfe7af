//! The page and the playground in a real browser, where one is installed: what is seen, clicked and typed.

mod driver;
#[path = "../support/mod.rs"]
mod support;

use driver::{Browser, CONTROL, ENTER, ESCAPE};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::Instant;
use support::Folder;

const LIST: &str = "\
struct node { int value; struct node *next; };

/*@ requires \\valid(list) && (list->next == \\null || \\valid(list->next)); */
int second(struct node *list)
{
  return list->next->value;
}

int count(int n)
{
  int i = 0;
  while (i < n) i = i + 1;
  return i;
}

/*@ requires 0 <= n && n < 1000;
    ensures \\result == n; */
int same(int n)
{
  int i = 0;
  while (i < n) i = i + 1;
  return i;
}
";

const GCL: &str = "\
procedure cube(x: int) returns (y: int)
  ensures y != 3;
{
  y := x * x * x + x;
}

procedure one() returns (y: int)
  ensures y == 1;
{
  y := 1;
}
";

/// The page of a project as a file, and its address.
fn page(folder: &Folder) -> String {
    let ended = folder.abide(&["verify", "--quiet", "--timeout", "5", "--format", "html", "src"]);
    folder.put("report.html", ended.out.as_bytes());
    format!("file://{}", folder.path("report.html").display())
}

/// The names of the routines that are listed, in their order.
const LISTED: &str =
    "[...document.querySelectorAll('.routines tbody tr:not([hidden]) .name')].map((c) => c.textContent)";

#[test]
fn the_page_is_filtered_sorted_and_opened() {
    let folder = Folder::with(&[("src/list.c", LIST), ("src/cube.gcl", GCL)]);
    let address = page(&folder);
    for theme in ["light", "dark"] {
        let Some(browser) = Browser::open(theme) else { return };
        browser.go(&address);
        // what is refuted comes first
        let listed = browser.value(LISTED);
        assert_eq!(listed[0], "second", "{listed}");
        assert_eq!(listed.as_array().map(Vec::len), Some(5), "{listed}");
        let headline = browser.value("document.querySelector('h1').textContent");
        assert!(headline.as_str().unwrap().starts_with("1 refuted"), "{headline}");
        browser.picture(&format!("overview-{theme}"));
        // filters, by the mouse and by keys
        browser.click("[data-verdict=proved].chip");
        let proved = browser.value(LISTED);
        assert!(!proved.as_array().unwrap().contains(&json!("second")), "{proved}");
        browser.keys(ESCAPE);
        assert_eq!(browser.value(LISTED), listed);
        browser.keys("1");
        assert_eq!(browser.value(LISTED), json!(["second"]));
        browser.keys(ESCAPE);
        browser.keys("/");
        browser.keys("cube.gcl one");
        assert_eq!(browser.value(LISTED), json!(["one"]));
        browser.keys(ESCAPE);
        browser.run("document.querySelector('select').value = 'gcl'; document.querySelector('select').dispatchEvent(new Event('change'))");
        assert_eq!(browser.value(LISTED).as_array().map(Vec::len), Some(2));
        browser.keys(ESCAPE);
        browser.keys(ESCAPE);
        // sorted by a column, and the other way round
        browser.click("th.name button");
        assert_eq!(browser.value(LISTED), json!(["count", "cube", "one", "same", "second"]));
        browser.click("th.name button");
        assert_eq!(browser.value(LISTED), json!(["second", "same", "one", "cube", "count"]));
        // a file, with the heap on which it fails
        browser.keys("j");
        browser.keys(ENTER);
        browser.until("document.querySelector('.file.current')");
        assert_eq!(
            browser.value("document.querySelector('.file.current h2').textContent"),
            "src/list.c"
        );
        assert_eq!(browser.value("document.getElementById('overview').hidden"), true);
        assert_ne!(
            browser.value("document.querySelectorAll('.file.current figure svg').length"),
            0
        );
        // in place: the message below its line, invariants above their loop
        let below = browser.value(
            "document.querySelector('.line.told.refuted').previousElementSibling.querySelector('.number').textContent",
        );
        assert_eq!(below, "6");
        let above = browser.value("document.querySelector('.line.found').textContent");
        assert!(above.as_str().unwrap().contains("invariant"), "{above}");
        browser.picture(&format!("file-{theme}"));
        browser.keys(ESCAPE);
        browser.until("!document.getElementById('overview').hidden");
        // the theme that is chosen counts
        browser.click("[data-do=theme]");
        browser.click("[data-do=theme]");
        assert_eq!(
            browser.value("getComputedStyle(document.body).backgroundColor"),
            "rgb(13, 17, 23)"
        );
        // nothing was fetched
        assert_eq!(browser.value("performance.getEntriesByType('resource').length"), 0);
    }
}

#[test]
fn a_page_of_a_thousand_routines_can_be_searched() {
    let mut files = Vec::new();
    for file in 0..100 {
        let routine = |r: usize| match r {
            0 => format!(
                "procedure routine{file}_{r}(n: int) returns (s: int)\n  requires 0 <= n;\n  ensures s == n;\n{{\n  \
                 s := 0;\n  while (s < n)\n  {{\n    s := s + 1;\n  }}\n}}\n\n"
            ),
            1 => format!("procedure routine{file}_{r}(a: int[], i: int) returns (x: int)\n{{\n  x := a[i];\n}}\n\n"),
            _ => format!(
                "procedure routine{file}_{r}(x: int, y: int) returns (z: int)\n  requires x < y;\n  ensures z > {r};\n{{\n  \
                 z := y - x + {r};\n}}\n\n"
            ),
        };
        files.push((format!("src/part{file}.gcl"), (0..10).map(routine).collect::<String>()));
    }
    let named: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let folder = Folder::with(&named);
    let address = page(&folder);
    let Some(browser) = Browser::open("light") else { return };
    // the time until it can be used, the best of three, is told: others use this machine, too
    let opened = (0..3).map(|_| {
        browser.go(&address);
        assert_eq!(
            browser.value("document.querySelectorAll('.routines tbody tr').length"),
            1000
        );
        let times = "(() => { const [t] = performance.getEntriesByType('navigation'); return t.loadEventEnd; })()";
        browser.value(times).as_f64().expect("a time")
    });
    let best = opened.fold(f64::INFINITY, f64::min);
    eprintln!("1,000 routines open in {best:.0} ms");
    let begun = Instant::now();
    browser.keys("/");
    browser.keys("routine77_");
    assert_eq!(browser.value(LISTED).as_array().map(Vec::len), Some(10));
    eprintln!(
        "a search of ten letters takes {} ms, the driver included",
        begun.elapsed().as_millis()
    );
    browser.picture("thousand");
}

/// A playground, and the address that it has printed.
struct Playground(Child, String);

impl Playground {
    fn start(folder: &Folder) -> Playground {
        let mut command = folder.command(&["serve", "--port", "0", "--no-browser", "--timeout", "10"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let (_, address) = line.trim().split_once("the playground is at ").expect("an address");
        Playground(child, address.to_string())
    }

    fn root(&self) -> &str {
        self.1.split_once('#').expect("a token").0
    }

    fn token(&self) -> &str {
        self.1.split_once("#token=").expect("a token").1
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The status of an answer, and the answer.
fn post(address: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut request = agent.post(address);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut answer = request.send(body).unwrap();
    (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
}

#[test]
fn the_server_works_only_for_its_own_page() {
    let folder = Folder::with(&[]);
    let playground = Playground::start(&folder);
    let verify = format!("{}verify", playground.root());
    let asked = json!({ "language": "gcl", "text": GCL }).to_string();
    let json = ("Content-Type", "application/json");
    let token = ("X-Abide-Token", playground.token());
    let refused = [
        vec![json],
        vec![json, ("X-Abide-Token", "0123456789abcdef0123456789abcdef")],
        vec![("Content-Type", "text/plain"), token],
        vec![json, token, ("Origin", "http://evil.example")],
        vec![json, token, ("Sec-Fetch-Site", "cross-site")],
    ];
    for headers in refused {
        let (status, text) = post(&verify, &headers, &asked);
        assert_eq!(status, 403, "{headers:?}: {text}");
        assert!(!text.contains("cube"), "{text}");
    }
    let (status, _) = post(&verify, &[json, token, ("Host", "evil.example")], &asked);
    assert_eq!(status, 421, "a name that leads here is not enough");
    let (status, text) = post(&verify, &[json, token], &asked);
    assert_eq!(status, 200, "{text}");
    let found: Value = serde_json::from_str(&text).unwrap();
    assert!(found["page"].as_str().unwrap().contains("cube"), "{found}");
    // what is wrong is said
    assert_eq!(post(&verify, &[json, token], "{").0, 400);
    assert_eq!(post(&verify, &[json, token], r#"{"language":"ada","text":""}"#).0, 400);
    let long = json!({ "language": "c", "text": " ".repeat(600 << 10) }).to_string();
    assert_eq!(post(&verify, &[json, token], &long).0, 413);
    assert_eq!(
        post(&format!("{}elsewhere", playground.root()), &[json, token], "").0,
        404
    );
}

#[test]
fn a_text_is_edited_verified_and_shared() {
    let folder = Folder::with(&[]);
    let playground = Playground::start(&folder);
    for theme in ["light", "dark"] {
        let Some(browser) = Browser::open(theme) else { return };
        browser.go(&playground.1);
        browser.until("document.getElementById('text').value.includes('max_but_the_last')");
        // the token is no longer in the address bar
        assert_eq!(browser.value("location.hash"), "");
        browser.click("#verify");
        browser.until("document.querySelector('#result .headline')");
        assert_eq!(
            browser.value("document.getElementById('state').textContent"),
            "1 refuted of 2 routines"
        );
        let invariant = browser.value("document.querySelector('#result .line.found').textContent");
        assert!(invariant.as_str().unwrap().contains("invariant"), "{invariant}");
        assert_ne!(browser.value("document.querySelectorAll('#gutter .refuted').length"), 0);
        browser.picture(&format!("playground-{theme}"));
        // what was inferred goes into the text
        browser.click("#insert");
        assert!(
            browser
                .value("document.getElementById('text').value")
                .as_str()
                .unwrap()
                .contains("loop invariant")
        );
        // another text, verified by keys
        browser.run("document.getElementById('language').value = 'gcl'; document.getElementById('language').dispatchEvent(new Event('change'))");
        browser.run("document.getElementById('text').value = ''");
        browser.type_into(
            "#text",
            "procedure f() returns (x: int)\n ensures x == 2 <&> \"\";\n{\n x := 1;\n}\n",
        );
        browser.run("const t = document.getElementById('text'); t.value = t.value.replace(' <&> \"\"', '')");
        browser.type_into("#text", &format!("{CONTROL}{ENTER}"));
        browser.until("document.getElementById('state').textContent === '1 refuted of 1 routine'");
        // a link has the text, and is opened without being verified unasked
        browser.click("#link");
        browser.until("location.hash.startsWith('#gcl=')");
        let link = browser.value("location.href").as_str().unwrap().to_string();
        let text = browser.value("document.getElementById('text').value");
        browser.go("about:blank");
        browser.go(&link);
        browser.until("document.getElementById('text').value.includes('procedure f')");
        assert_eq!(browser.value("document.getElementById('text').value"), text);
        assert_eq!(
            browser.value("document.querySelectorAll('#result .headline').length"),
            0
        );
        browser.click("#verify");
        browser.until("document.getElementById('state').textContent === '1 refuted of 1 routine'");
    }
}

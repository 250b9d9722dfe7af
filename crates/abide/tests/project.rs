//! The file of a project, and projects without one.

mod support;

use std::process::Command;
use support::{Ended, Folder};

const ADD: &str = "int add(int x) { return x + 1; }\n";

/// Runs in a folder of a project.
fn within(folder: &Folder, sub: &str, args: &[&str]) -> Ended {
    let mut command: Command = folder.command(args);
    command.current_dir(folder.path(sub));
    Ended::from(command.output().unwrap())
}

#[test]
fn options_of_the_file_are_those_of_the_command_line() {
    let folder = Folder::with(&[
        (
            "abide.toml",
            "paths = [\"src\"]\nints = \"math\"\ndefine = [\"N=3\"]\ninclude = [\"inc\"]\nquiet = false\ntimeout = 5\n",
        ),
        ("src/a.c", ADD),
        ("src/deep/b.c", "#include <n.h>\nint n(void) { return N / M; }\n"),
        ("inc/n.h", "#define M 1\n"),
    ]);
    let done = folder.abide(&["verify"]).with(0);
    done.says("proved   add (src/a.c:1)").says("mathematical integers");
    // found from a folder below, where its paths are still its own
    let below = within(&folder, "src/deep", &["verify"]).with(0);
    below.says("proved   add (").says("proved   n (");
    within(&folder, "src/deep", &["verify", "b.c"])
        .with(0)
        .says("proved   n (b.c:2)");
    // the command line wins
    folder
        .abide(&["verify", "--ints", "machine"])
        .with(1)
        .says("refuted  add");
    folder.abide(&["verify", "src/deep", "-DM=1"]).says("1 routine: ");
}

#[test]
fn some_files_have_other_options() {
    let folder = Folder::with(&[
        (
            "abide.toml",
            "ints = \"machine\"\n[[override]]\npaths = [\"old\", \"**/*_math.c\"]\nints = \"math\"\n[[override]]\npaths = [\"old/new\"]\nints = \"machine\"\n",
        ),
        ("a.c", ADD),
        ("b_math.c", ADD),
        ("old/c.c", ADD),
        ("old/new/d.c", ADD),
        (
            "J.java",
            "class J { //@ ensures \\result > x;\n static int f(int x) { return x + 1; } }",
        ),
        (
            "old/K.java",
            "class K { //@ ensures \\result > x;\n static int f(int x) { return x + 1; } }",
        ),
        (
            "old/L.java",
            "class L { int g() { return K.f(1); } int h() { return J.f(1); } }",
        ),
    ]);
    let all = folder.abide(&["verify", "."]);
    all.says("refuted  add (a.c:1)")
        .says("proved   add (b_math.c:1)")
        .says("proved   add (old/c.c:1)")
        .says("refuted  add (old/new/d.c:1)")
        .says("refuted  J.f (J.java:2)")
        .says("proved   K.f (old/K.java:2)")
        // those that are read in the same way know each other
        .says("proved   L.g (old/L.java:1)")
        .never_says("proved   L.h");
    // seen from below, and the command line wins
    within(&folder, "old", &["verify", "c.c"]).with(0);
    folder.abide(&["verify", "old/c.c", "--ints", "machine"]).with(1);
    folder
        .abide(&["verify", ".", "--in-process"])
        .with(2)
        .complains("`override`");
}

#[test]
fn mistakes_in_the_file_are_told() {
    for (text, told) in [
        ("tiemout = 3\n", "there is no option `tiemout`; is `timeout` meant?"),
        ("paths = 3\n", "`paths` is a list"),
        ("strict = 1\n", "`strict` is true or false"),
        ("ints = \"none\"\n", "invalid value 'none' for '--ints"),
        ("timeout = [1]\n", "`timeout` is a text or a number"),
        ("exclude = [\"[\"]\n", "error parsing glob"),
        ("x = \n", "TOML parse error"),
        ("override = 3\n", "write `[[override]]`"),
        ("[[override]]\ntimeout = 3\n", "`override` needs `paths`"),
        (
            "[[override]]\npaths = [\"a\"]\nformat = \"json\"\n",
            "`format` is the same for all files",
        ),
        ("[[override]]\npaths = [\"a\"]\ntiemout = 3\n", "is `timeout` meant?"),
    ] {
        let folder = Folder::with(&[("abide.toml", text), ("a.c", ADD)]);
        let ended = folder.abide(&["verify", "a.c"]).with(2);
        assert!(ended.err.contains(told), "{text}: {}", ended.err);
    }
}

#[test]
fn files_are_left_out() {
    let folder = Folder::with(&[
        ("abide.toml", "exclude = [\"gen/*.c\", \"**/old/**\"]\n"),
        ("a.c", ADD),
        ("gen/b.c", ADD),
        ("gen/deep/c.c", ADD),
        ("lib/old/d.c", ADD),
    ]);
    let all = folder.abide(&["verify", "."]);
    all.says("(a.c:1)").says("(gen/deep/c.c:1)").says("2 routines: ");
    within(&folder, "gen", &["verify", "."])
        .says("(deep/c.c:1)")
        .says("1 routine: ");
    // what is named is looked at
    folder.abide(&["verify", "gen/b.c"]).says("(gen/b.c:1)");
}

#[test]
fn layouts_are_found() {
    let java = "class A { int f(int x) { return x; } }";
    let maven = Folder::with(&[
        ("pom.xml", ""),
        ("src/main/java/A.java", java),
        ("src/test/java/B.java", "class B { "),
    ]);
    maven
        .abide(&["verify"])
        .with(0)
        .says("proved   A.f (src/main/java/A.java:1)");
    let database = r#"[{ "directory": ".", "file": "src/a.c", "command": "cc -DN=2 -c src/a.c" }]"#;
    let c = Folder::with(&[
        ("build/compile_commands.json", database),
        ("src/a.c", "#define ONE 1\nint n(void) { return ONE / N; }\n"),
    ]);
    c.abide(&["verify"]).with(0).says("proved   n (src/a.c:2)");
    // nothing is guessed where there is nothing to go by
    Folder::with(&[("a.c", ADD)]).abide(&["verify"]).with(2);
}

#[test]
fn init_writes_what_is_found() {
    let folder = Folder::with(&[
        ("build.gradle", ""),
        ("core/build.gradle", ""),
        ("core/src/main/java/A.java", "class A { int f(int x) { return x; } }"),
    ]);
    folder.abide(&["init"]).with(0);
    let text = folder.text("abide.toml");
    assert!(text.contains("paths = [\"core/src/main/java\"]"), "{text}");
    folder.abide(&["verify"]).with(0).says("proved   A.f");
    // it is never written over
    folder.abide(&["init"]).with(2);
    assert_eq!(folder.text("abide.toml"), text);
}

#[test]
fn the_schema_says_what_may_be_in_the_file() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/abide.schema.json");
    let printed = Folder::with(&[]).abide(&["init", "--schema"]).with(0).out;
    assert_eq!(std::fs::read_to_string(shipped).unwrap(), printed, "write the new one");
    let schema = serde_json::from_str(&printed).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let is_valid = |text: &str| validator.is_valid(&serde_json::from_str(text).unwrap());
    for good in [
        r#"{ "paths": ["src"], "timeout": 5, "ints": "math", "strict": true, "define": ["N=3"], "exclude": ["a/**"] }"#,
        r#"{ "override": [{ "paths": ["old"], "timeout": 3 }] }"#,
        "{}",
    ] {
        assert!(is_valid(good), "{good}");
    }
    for bad in [
        r#"{ "paths": "src" }"#,
        r#"{ "ints": "none" }"#,
        r#"{ "strict": 1 }"#,
        r#"{ "tiemout": 3 }"#,
        r#"{ "override": [{ "timeout": 3 }] }"#,
        r#"{ "override": [{ "paths": ["old"], "format": "json" }] }"#,
    ] {
        assert!(!is_valid(bad), "{bad}");
    }
}

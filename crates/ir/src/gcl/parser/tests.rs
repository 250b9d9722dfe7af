//! What the parser accepts is tested by the round trip of the printer (`super::super::tests`);
//! here is what it says about what it does not accept.

use super::*;
use std::time::{Duration, Instant};

/// The errors of `text`, one on a line: line, message, help.
fn errors(text: &str) -> String {
    let source = abide_base::SourceFile::new("test.gcl", text);
    let show = |d: &Diagnostic| {
        let line = d.span.map_or("-".to_string(), |s| source.line(s.start).to_string());
        let help: String = d.help.iter().map(|h| format!(" ({h})")).collect();
        format!("{line}: {}{help}", d.message)
    };
    parse(FileId(0), text).diagnostics.iter().map(show).collect::<Vec<_>>().join("\n")
}

/// Like [`errors`], for the statements of a procedure; the first stands on line 1.
fn in_body(stmts: &str) -> String {
    errors(&format!("procedure p() {{ {stmts}\n}}"))
}

#[test]
fn a_megabyte_of_anything_is_refused_quickly() {
    let inputs = [
        "(", "{", "!", "-", "[", "if(*){", "x.", "x[", "old(", "map<", "x:", "a<", "a==>", "`", "/*", "/", "*", "\u{fffd}",
        "procedure p(){", "forall x:int::", "if x then ", "else if(*){}", "{}", "}", ";", "var x:int[", "procedure ",
    ];
    for input in inputs {
        let many = input.repeat(1_000_000 / input.len());
        for text in [
            many.clone(),
            format!("procedure p() {{ x := {many}"),
            format!("procedure p() {{ {many}"),
            format!("procedure p() {{ if (*) {{}} {many}"),
            format!("axiom x{many}"),
            format!("field f: {many}"),
        ] {
            let start = Instant::now();
            let parsed = parse(FileId(0), &text);
            assert!(!parsed.diagnostics.is_empty() || many == "\u{fffd}", "{input}");
            assert!(start.elapsed() < Duration::from_secs(8), "{input}: {:?}", start.elapsed());
            println!("{input:20} {:?} {}", start.elapsed(), parsed.diagnostics.len());
        }
    }
}

#[test]
fn x() {
    println!("{}", in_body("x = 1; y := 2\n z := 3 if (a < b < c) { x := a & b; }"));
    println!("{}", in_body("if x > 0 { p(x); } while (x = 1) y := 2; label := 4; assert x and y;"));
    println!("{}", in_body("{ x := 1; } int x; return 3; x := (1 + ;\n y := 1x; z := `abc; \n w := 3 $ # 4;"));
}

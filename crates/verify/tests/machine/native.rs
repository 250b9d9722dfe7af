//! The machine's side: a file of functions compiled and called, undefined behaviour trapped.

use crate::gen_::Unit;
use crate::state::{PARAMS, Slot};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What each call gives: `undefined`, or the result and the slots.
pub fn run(folder: &Path, unit: &Unit, slots: &[Slot], calls: &[String]) -> Vec<String> {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    let source = folder.join(format!("{}.c", unit.name));
    let program = folder.join(&unit.name);
    std::fs::write(&source, format!("{}\n{}", unit.text(true), driver(unit, slots))).expect("a file can be written");
    let mut cc = Command::new("cc");
    cc.args([
        "-std=gnu11",
        "-w",
        "-O0",
        "-fsanitize=undefined",
        "-fsanitize-undefined-trap-on-error",
        "-o",
    ]);
    let output = cc.arg(&program).arg(&source).output();
    let output = output.unwrap_or_else(|e| panic!("this test needs a C compiler: `cc` cannot be run: {e}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "the compiler rejects {}:\n{errors}",
        source.display()
    );
    let child = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    let text = calls.join("\n") + "\n";
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer
        .join()
        .expect("the writer ends")
        .expect("the program reads its input");
    assert!(output.status.success(), "{} failed", program.display());
    let text = String::from_utf8(output.stdout).expect("the driver writes ASCII");
    text.lines().map(str::to_string).collect()
}

/// Reads calls, one a line, and says what comes of them.
fn driver(unit: &Unit, slots: &[Slot]) -> String {
    let mut text = String::from(
        "#include <stdio.h>\n#include <setjmp.h>\n#include <signal.h>\n\
         static sigjmp_buf back;\nstatic void undefined(int n) { siglongjmp(back, n); }\n\
         int main(void) {\n  signal(SIGILL, undefined); signal(SIGFPE, undefined); signal(SIGTRAP, undefined); signal(SIGSEGV, undefined);\n  \
         long v[200]; int f;\n  while (scanf(\"%d\", &f) == 1) {\n",
    );
    let count = PARAMS.len() + slots.len();
    let _ = writeln!(text, "    for (int j = 0; j < {count}; j++) scanf(\"%ld\", &v[j]);");
    for (n, slot) in slots.iter().enumerate() {
        let _ = writeln!(text, "    {} = v[{}];", slot.place, n + PARAMS.len());
    }
    text += "    long r = 0;\n    if (sigsetjmp(back, 1)) { puts(\"undefined\"); continue; }\n    switch (f) {\n";
    let args: Vec<String> = (0..PARAMS.len()).map(|n| format!("v[{n}]")).collect();
    for (n, function) in unit.functions.iter().enumerate() {
        let _ = writeln!(text, "    case {n}: r = {}({}); break;", function.name, args.join(", "));
    }
    text += "    }\n    printf(\"%ld\", r);\n";
    for slot in slots {
        let _ = writeln!(text, "    printf(\" %ld\", (long){});", slot.place);
    }
    text += "    puts(\"\");\n  }\n  return 0;\n}\n";
    text
}

//! C from the command line: bytes, macros, and what verdicts rest on.

mod support;

use support::Folder;

#[test]
fn programs_in_c_need_not_be_utf_8() {
    let folder = Folder::with(&[]);
    let text = b"// caf\xe9\n#include \"name.h\"\nvoid f(void) {\n  char s[] = \"\xe9\";\n  \
        /*@ assert sizeof(s) == 2 && s[0] == -23; */\n  /*@ assert sizeof(name) == 3; */\n  \
        int i = 0;\n  while (i < 3) i++;\n  /*@ assert i == 3; */\n}\n";
    folder.put("latin.c", text);
    folder.put("name.h", b"static const char name[] = \"\xe9\xe8\";\n");
    folder.abide(&["verify", "latin.c"]).with(0).says("proved   f");
    folder.abide(&["infer", "--write", "latin.c"]).with(0);
    let written = std::fs::read(folder.path("latin.c")).unwrap();
    let has = |part: &[u8]| written.windows(part.len()).any(|w| w == part);
    assert!(has(b"caf\xe9\n") && has(b"\"\xe9\"") && has(b"loop invariant"));
    folder.put("marked.c", "// \u{10ffe9}\n".as_bytes());
    folder
        .abide(&["verify", "marked.c"])
        .with(2)
        .complains("marked.c is not a text");
}

#[test]
fn macros_of_the_command_line_need_no_directive() {
    let folder = Folder::with(&[("a.c", "int a[4];\nint f(void) { return a[N]; }\n")]);
    folder.abide(&["verify", "a.c"]).with(2).says("unsupported f");
    folder.abide(&["verify", "-DN=3", "a.c"]).with(0).says("proved   f");
    folder.abide(&["verify", "-DN=4", "a.c"]).with(1).says("refuted  f");
}

#[test]
fn who_relies_on_what_is_not_proved_says_so() {
    let text = "/*@ ensures \\result == 1; */\nint one(int x) { return x; }\n\
        /*@ ensures \\result == 1; */\nint caller(void) { return one(2); }\n\
        /*@ ensures \\result == 1; */\nint further(void) { return caller(); }\n";
    let folder = Folder::with(&[("a.c", text)]);
    let told = "`one`, which is not proved, has no errors and keeps its contract";
    folder
        .abide(&["verify", "a.c"])
        .with(1)
        .says("proved   caller")
        .says(told)
        .never_says("`caller`, which is not proved");
    folder
        .abide(&["verify", "--strict", "a.c"])
        .with(1)
        .says("open     caller")
        .says("open     further")
        .says("`caller`, which is not proved");
}

#[test]
fn what_runs_later_is_relied_on() {
    let told = "`bye`, which is not proved, has no errors and keeps its contract";
    let program = |bye: &str, body: &str| {
        format!("#include <stdlib.h>\nint g;\n{bye}\nint main(void) {{ {body} g = 1; return 0; }}\n")
    };
    let plain = |divisor| format!("void bye(void) {{ g = 1 / {divisor}; }}");
    let last = format!("__attribute__((destructor)) {}", plain("g"));
    let given = "int bye(const void *a, const void *b) { return 1 / g; }";
    let failing = [
        program(&plain("g"), "atexit(bye);"),
        program(&plain("g"), "void (*f)(void) = bye; atexit(f);"),
        program(&last, ""),
        program(given, "int a[2] = { 2, 1 }; qsort(a, 2, sizeof *a, bye);"),
    ];
    for text in failing {
        let folder = Folder::with(&[("a.c", &text)]);
        folder
            .abide(&["verify", "a.c"])
            .with(1)
            .says("proved   main")
            .says(told);
        folder
            .abide(&["verify", "--strict", "a.c"])
            .with(1)
            .says("open     main");
    }
    let folder = Folder::with(&[("a.c", &program(&plain("1"), "atexit(bye);"))]);
    folder
        .abide(&["verify", "a.c"])
        .with(0)
        .says("proved   main")
        .never_says(told);
}

#[test]
fn mathematical_integers_are_an_assumption() {
    let folder = Folder::with(&[("a.c", "int f(int x) { return x + 1; }\n")]);
    folder
        .abide(&["verify", "--ints", "math", "a.c"])
        .with(0)
        .says("assumes run-time: integers do not overflow");
}

#[test]
fn narrow_types_wrap_around_where_integers_are_mathematical() {
    let right = "struct s { unsigned a : 3; };\n\
        /*@ ensures \\result == 5; */ int kept(void) { struct s v = { 0 }; v.a = 13; return v.a; }\n\
        /*@ ensures \\result <= 127; */ int given(signed char c) { return c; }\n";
    let folder = Folder::with(&[
        ("a.c", right),
        ("b.c", &right.replace("== 5", "== 13").replace("127", "126")),
    ]);
    folder.abide(&["verify", "--ints", "math", "a.c"]).with(0);
    let wrong = folder.abide(&["verify", "--ints", "math", "b.c"]);
    wrong.with(1).says("refuted  kept").says("refuted  given");
}

/// A loop with an annotation of several lines, behind an `#include`.
const INCLUDES: &str = "#include <limits.h>

/*@ requires 0 <= n < INT_MAX;
    ensures \\result == n + 1; */
int count(int n)
{
  int i = 0;
  /*@ loop assigns i;
      loop variant n - i; */
  while (i < n)
    i++;
  return i;
}
";

#[test]
fn lines_may_end_as_those_of_windows_do() {
    let right = INCLUDES.replace("n + 1", "n");
    for (text, verdict) in [(INCLUDES, "1 routine: 1 refuted"), (&*right, "1 routine: 1 proved")] {
        let text = text.replace('\n', "\r\n");
        let folder = Folder::with(&[("count.c", &text)]);
        folder.abide(&["verify", "count.c"]).says(verdict).never_says("warning");
    }
    let text = right.replace('\n', "\r\n");
    let folder = Folder::with(&[("count.c", &text)]);
    folder.abide(&["infer", "--write", "count.c"]).with(0);
    folder.abide(&["check", "count.c"]).with(0).says("1 routine: 1 proved");
}

#[test]
fn a_lost_annotation_is_no_proof() {
    let text = "#define ID(x) x\nint f(void) { return ID(/*@ assert 1 == 2; */ 1); }\n";
    let folder = Folder::with(&[("f.c", text)]);
    folder.abide(&["verify", "f.c"]).with(2).says("an annotation");
}

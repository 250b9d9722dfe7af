//! Preprocessing by the machine's C compiler.
//!
//! The compiler expands macros and includes headers; comments are kept, for annotations are
//! comments. `places` then finds out where in the user's file each token of the output stands,
//! and `macros` expands macros inside annotations, which the compiler leaves alone.

mod alignment;
mod limited;
pub(super) mod macros;
pub(super) mod markers;
pub(super) mod packing;
pub(super) mod places;
mod remembered;
mod stream;

pub use remembered::Remembered;

use super::encoding;
use super::lexer::{Mode, Token, lex};
use super::setup::Setup;
use crate::library::HEADERS;
use crate::types::DataModel;
use abide_base::{Diagnostic, FileId, Severity, SourceFile, Span};
use markers::line_marker;
use remembered::{Preprocessed, Source};
use std::path::{Component, Path};
use std::process::{Output, Stdio};

/// Names that only a preprocessor gives a meaning.
const PREDEFINED: [&str; 6] = ["__LINE__", "__FILE__", "__COUNTER__", "__DATE__", "__TIME__", "_Pragma"];

/// Flags that give names of a text a meaning, or put something in front of it.
const DEFINING: [&str; 3] = ["-D", "-include", "-imacros"];

/// Does the text need a preprocessor? Line markers and pragmas alone do not.
pub(super) fn is_needed(path: &Path, text: &str, flags: &[String]) -> bool {
    if path.extension().is_some_and(|extension| extension == "i") {
        return false;
    }
    let defines = |flag: &String| DEFINING.iter().any(|word| flag.starts_with(word));
    if flags.iter().any(defines) {
        return true;
    }
    lex(text, Mode::C).into_iter().any(|(token, range)| match token {
        Token::Directive => !is_line_marker(&text[range.clone()]) && !is_pragma(&text[range]),
        Token::Name => PREDEFINED.contains(&&text[range]),
        _ => false,
    })
}

fn is_line_marker(directive: &str) -> bool {
    line_marker(directive).is_some()
}

fn is_pragma(directive: &str) -> bool {
    let word = directive.trim_start_matches(['#', ' ', '\t']);
    word.starts_with("pragma") || word.starts_with("ident") || word.is_empty()
}

/// The text with blanks for line markers and `#line`: lines are counted as they stand. A program
/// that asks for its lines keeps them, and places in it are imprecise.
fn without_line_markers(text: &str) -> String {
    if text.contains("__LINE__") {
        return text.to_string();
    }
    let mut bytes = text.as_bytes().to_vec();
    for (token, range) in lex(text, Mode::C) {
        let word = text[range.clone()].trim_start_matches(['#', ' ', '\t']);
        if token == Token::Directive && word.starts_with(|c: char| c.is_ascii_digit() || c == 'l') {
            for byte in &mut bytes[range] {
                if !byte.is_ascii_whitespace() {
                    *byte = b' ';
                }
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_string())
}

/// What the compiler makes of the text, or the errors that say why it makes nothing of it.
/// The compiler is the one the variable `CC` names, with its options. A header that is not there
/// is replaced by an empty one.
pub(super) fn run(file: FileId, path: &Path, text: &str, setup: &Setup) -> Result<Preprocessed, Vec<Diagnostic>> {
    let source = Source {
        file,
        path: path.to_owned(),
        text: text.to_string(),
        model: setup.model,
        flags: setup.flags.clone(),
    };
    if let Some(known) = setup.preprocessed.find(&source) {
        return Ok(known);
    }
    let compiler = std::env::var("CC").ok().filter(|cc| !cc.trim().is_empty());
    let output = run_with(compiler.as_deref().unwrap_or("cc"), file, path, text, setup)?;
    setup.preprocessed.keep(source, &output);
    Ok(output)
}

fn run_with(
    compiler: &str,
    file: FileId,
    path: &Path,
    text: &str,
    setup: &Setup,
) -> Result<Preprocessed, Vec<Diagnostic>> {
    let compiler = Compiler::new(compiler, path, setup).map_err(|d| vec![*d])?;
    let mut warnings = Vec::new();
    let mut missing = Vec::new();
    let sizes = match setup.model {
        DataModel::Lp64 => Sizes::OfTheCompiler,
        DataModel::Ilp32 if compiler.knows_32_bits().map_err(|d| vec![*d])? => Sizes::Asked,
        DataModel::Ilp32 => {
            let warning = "the C compiler has no headers for 32 bits: those for 64 bits are read with other sizes";
            warnings.push(Diagnostic::new(Severity::Warning, warning));
            Sizes::Replaced
        }
    };
    // in a comment a carriage return becomes a line of its own
    let counted = without_line_markers(text).replace("\r\n", "\n");
    for _ in 0..MAX_MISSING {
        let output = compiler.preprocess(&counted, sizes).map_err(|d| vec![*d])?;
        if output.status.success() {
            let Some(text) = encoding::decode(&output.stdout) else {
                let message = "the file or a header of it has characters that have no meaning";
                return Err(vec![Diagnostic::new(Severity::Error, message)]);
            };
            return Ok(Preprocessed {
                headers: markers::files(&text, path, compiler.headers.path()),
                text,
                warnings,
                missing,
            });
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let complaints = complaints(file, path, text, &said);
        let Some(header) = said.lines().find_map(missing_header) else {
            return Err(complaints);
        };
        if !compiler.has_now(header) {
            return Err(complaints);
        }
        let place = complaints.first().and_then(|d| d.span);
        missing.push((place.unwrap_or(Span::new(file, 0, 0)), header.to_string()));
        let warning = complaints.into_iter().next().map(|d| Diagnostic {
            severity: Severity::Warning,
            message: format!("the header `{header}` is not there: what it declares is unknown"),
            ..d
        });
        warnings.extend(warning);
    }
    let message = format!("more than {MAX_MISSING} headers are not there");
    Err(vec![Diagnostic::new(Severity::Error, message)])
}

/// Headers that may be missing in one file.
const MAX_MISSING: usize = 50;

/// The header that this line of the compiler's complains about.
fn missing_header(line: &str) -> Option<&str> {
    let (_, message) = line.split_once("error: ")?;
    let gcc = message.strip_suffix(": No such file or directory");
    let clang = || message.strip_prefix('\'')?.strip_suffix("' file not found");
    gcc.or_else(clang)
}

/// Which sizes of integers the compiler is to know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sizes {
    /// Its own.
    OfTheCompiler,
    /// Those of its 32-bit mode.
    Asked,
    /// Its own, with what it predefines changed.
    Replaced,
}

/// What a compiler for 64 bits predefines, as one for 32 bits would.
const REPLACED: [&str; 16] = [
    "-U__x86_64__",
    "-U__LP64__",
    "-U_LP64",
    "-D__i386__=1",
    "-D__ILP32__=1",
    "-D_ILP32=1",
    "-D__LONG_MAX__=0x7fffffffL",
    "-D__LONG_WIDTH__=32",
    "-D__SIZEOF_LONG__=4",
    "-D__SIZEOF_POINTER__=4",
    "-D__SIZE_TYPE__=unsigned int",
    "-D__PTRDIFF_TYPE__=int",
    "-D__SIZE_MAX__=0xffffffffU",
    "-D__PTRDIFF_MAX__=0x7fffffff",
    "-D__INTPTR_TYPE__=int",
    "-D__UINTPTR_TYPE__=unsigned int",
];

/// A C compiler, run in the folder of a file.
struct Compiler<'a> {
    program: &'a str,
    options: Vec<&'a str>,
    /// What the user says besides.
    flags: &'a [String],
    /// How long it may work.
    seconds: u64,
    folder: Option<&'a Path>,
    headers: tempfile::TempDir,
}

/// How deep our own headers lie in their folder: a missing header may begin with `..`.
const DEPTH: &str = "1/2/3/4";

impl<'a> Compiler<'a> {
    fn new(command: &'a str, path: &'a Path, setup: &'a Setup) -> Result<Compiler<'a>, Box<Diagnostic>> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or("cc");
        let cannot = |what: &str, error| Box::new(unavailable(program, what, &error));
        let headers = tempfile::tempdir().map_err(|e| cannot("a temporary folder cannot be made", e))?;
        let own = headers.path().join(DEPTH);
        std::fs::create_dir_all(&own)
            .and_then(|()| {
                let mut headers = HEADERS.iter();
                headers.try_for_each(|(name, text)| std::fs::write(own.join(name), text))
            })
            .map_err(|e| cannot("a temporary file cannot be written", e))?;
        let folder = path.parent().filter(|folder| folder.is_dir());
        Ok(Compiler {
            program,
            options: words.collect(),
            flags: &setup.flags,
            seconds: setup.seconds,
            folder,
            headers,
        })
    }

    /// Is there a 32-bit mode, with its headers?
    fn knows_32_bits(&self) -> Result<bool, Box<Diagnostic>> {
        let output = self.preprocess("#include <limits.h>\n", Sizes::Asked)?;
        Ok(output.status.success())
    }

    /// Makes an empty header of that name, if there is none yet.
    fn has_now(&self, header: &str) -> bool {
        let name = Path::new(header);
        let up = name.components().take_while(|c| *c == Component::ParentDir).count();
        let plain = |c: Component| matches!(c, Component::Normal(_));
        if up > DEPTH.split('/').count() || !name.components().skip(up).all(plain) {
            return false;
        }
        let path = self.headers.path().join(DEPTH).join(name);
        let Some(folder) = path.parent() else { return false };
        !path.exists()
            && std::fs::create_dir_all(folder)
                .and_then(|()| std::fs::write(&path, ""))
                .is_ok()
    }

    fn preprocess(&self, text: &str, sizes: Sizes) -> Result<Output, Box<Diagnostic>> {
        let cannot = |what: &str, error| Box::new(unavailable(self.program, what, &error));
        let mut command = limited::command(self.program, self.seconds);
        command.args(&self.options);
        match sizes {
            Sizes::OfTheCompiler => {}
            Sizes::Asked => {
                command.arg("-m32");
            }
            Sizes::Replaced => {
                self.has_now("gnu/stubs-32.h");
                command.args(REPLACED);
            }
        }
        command
            .args(["-E", "-C", "-dD", "-O0", "-D__ABIDE__=1", "-isystem"])
            .arg(self.headers.path().join(DEPTH))
            .args(self.flags)
            .args(["-x", "c", "-"])
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = self.folder {
            command.current_dir(folder);
        }
        let child = command.spawn().map_err(|e| cannot("no C compiler can be run", e))?;
        limited::output(child, encoding::encode(text)).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => cannot("no C compiler can be run", e),
            _ => cannot("the C compiler stopped", e),
        })
    }
}

fn unavailable(program: &str, what: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::new(Severity::Error, format!("the file needs preprocessing, but {what}"))
        .note(format!("`{program}`: {error}"))
        .help("install a C compiler (`apt install gcc`, `dnf install gcc`, `xcode-select --install`)")
        .help("or name yours in the variable CC, or preprocess the file and give the `.i` file")
}

/// The errors among what the compiler said, at the lines they speak of; those in a header at the
/// line that includes it.
fn complaints(file: FileId, path: &Path, text: &str, said: &str) -> Vec<Diagnostic> {
    let lines = SourceFile::new(path, text);
    let own_line =
        |place: &str| -> Option<usize> { place.split("<stdin>:").nth(1)?.split([':', ',']).next()?.parse().ok() };
    let mut included = None;
    let mut errors = Vec::new();
    for line in said.lines() {
        if line.contains(" from ") {
            included = own_line(line).or(included);
        }
        let Some((place, message)) = line.split_once("error: ") else {
            continue;
        };
        let Some(number) = own_line(place).or(included) else {
            continue;
        };
        let start = lines.line_start(number);
        let span = Span::new(file, start, start + lines.line_text(number).len());
        let error = Diagnostic::error(span, format!("preprocessing: {message}"));
        errors.push(match place.starts_with("<stdin>") {
            true => error,
            false => error.note(format!(
                "in {}",
                place.trim_end_matches("fatal ").trim_end_matches([':', ' '])
            )),
        });
    }
    if errors.is_empty() {
        let message = "the C compiler cannot preprocess the file";
        return vec![Diagnostic::new(Severity::Error, message).note(said.trim().to_string())];
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directives_need_a_compiler() {
        let needed = |text: &str| is_needed(Path::new("f.c"), text, &["-Iinclude".to_string()]);
        assert!(!needed("int x; // #define\n"));
        assert!(!needed("# 1 \"f.c\"\nint x;\n#pragma once\n"));
        assert!(needed("#include <stdio.h>\n"));
        assert!(needed("int x = __LINE__;"));
        assert!(!needed("char *s = \"__LINE__\";"));
        let defined = ["-DN=3".to_string()];
        assert!(is_needed(Path::new("f.c"), "int a[N];", &defined));
        assert!(!is_needed(Path::new("f.i"), "#define X\n", &defined));
    }

    #[test]
    fn line_markers() {
        assert_eq!(line_marker("# 12 \"a b.c\" 1 3"), Some((12, "a b.c")));
        assert_eq!(line_marker("#line 3 \"x\""), Some((3, "x")));
        assert_eq!(line_marker("#define X"), None);
        assert_eq!(line_marker("# 12"), None);
    }

    #[test]
    fn lines_are_counted_as_they_stand() {
        let text = "#line 7 \"x\"\nint a;\n# 3 \"y\" \\\n 4\n#define l\n";
        let blank = without_line_markers(text);
        assert_eq!(blank, "           \nint a;\n         \n  \n#define l\n");
        let asking = "#line 7\nint a = __LINE__;\n";
        assert_eq!(without_line_markers(asking), asking);
    }

    #[test]
    fn without_a_compiler_it_says_what_to_install() {
        let errors = failed(run_with(
            "no-such-compiler -m32",
            FileId(0),
            Path::new("f.c"),
            "#define X\n",
            &DataModel::Lp64.into(),
        ));
        assert_eq!(errors.len(), 1);
        assert_eq!(
            errors[0].message,
            "the file needs preprocessing, but no C compiler can be run"
        );
        assert!(errors[0].help[0].starts_with("install a C compiler"));
    }

    fn failed(done: Result<Preprocessed, Vec<Diagnostic>>) -> Vec<Diagnostic> {
        done.err().unwrap_or_default()
    }

    fn warnings(text: &str, model: DataModel) -> (String, Vec<Diagnostic>) {
        match run(FileId(0), Path::new("f.c"), text, &model.into()) {
            Ok(done) => (done.text, done.warnings),
            Err(errors) => panic!("{errors:?}"),
        }
    }

    #[test]
    fn a_missing_header_is_an_empty_one() {
        let text = "int x;\n#include \"none/such.h\"\n#include <no-such.h>\n#include \"../no-such.h\"\nint y;\n";
        let (output, warnings) = warnings(text, DataModel::Lp64);
        assert!(output.contains("int x;") && output.contains("int y;"), "{output}");
        let places: Vec<&str> = warnings.iter().filter_map(|d| Some(&text[d.span?.range()])).collect();
        let includes = [
            "#include \"none/such.h\"",
            "#include <no-such.h>",
            "#include \"../no-such.h\"",
        ];
        assert_eq!(places, includes);
        assert!(warnings.iter().all(|d| d.severity == Severity::Warning));
        assert_eq!(
            warnings[0].message,
            "the header `none/such.h` is not there: what it declares is unknown"
        );
    }

    #[test]
    fn what_is_no_missing_header_stays_an_error() {
        for text in [
            "#error no\n",
            "#include \"/no/such.h\"\n",
            "#include \"x.h\"\n#if\n#endif\n",
        ] {
            assert!(
                !failed(run(FileId(0), Path::new("f.c"), text, &DataModel::Lp64.into())).is_empty(),
                "{text}"
            );
        }
    }

    #[test]
    fn compilers_say_which_header_is_missing() {
        let gcc = "<stdin>:1:10: fatal error: a/b.h: No such file or directory";
        assert_eq!(missing_header(gcc), Some("a/b.h"));
        assert_eq!(
            missing_header("<stdin>:1:10: fatal error: 'b.h' file not found"),
            Some("b.h")
        );
        assert_eq!(missing_header("cc1: fatal error: no input files"), None);
    }

    #[test]
    fn sizes_are_those_of_the_data_model() {
        let text = "#include <limits.h>\n#include <stdint.h>\n#if LONG_MAX == 2147483647 && SIZE_MAX == 4294967295U\n\
            int small;\n#else\nint large;\n#endif\n";
        assert!(warnings(text, DataModel::Ilp32).0.contains("int small;"));
        assert!(warnings(text, DataModel::Lp64).0.contains("int large;"));
    }

    #[test]
    fn errors_in_headers_stand_at_the_line_that_includes_them() {
        let text = "int x;\n#include \"no-such-header.h\"\n";
        let said = "In file included from a.h:1,\n                 from <stdin>:2:\n\
            b.h:5:10: fatal error: c.h: No such file or directory\n";
        let errors = complaints(FileId(0), Path::new("f.c"), text, said);
        assert_eq!(errors[0].message, "preprocessing: c.h: No such file or directory");
        assert_eq!(errors[0].notes, ["in b.h:5:10"]);
        assert_eq!(
            errors[0].span.map(|s| &text[s.range()]),
            Some("#include \"no-such-header.h\"")
        );
    }
}

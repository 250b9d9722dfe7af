//! Verification tasks: a program, how it is to be read, and what is expected of it.
//!
//! A task is given by a definition in the format of SV-COMP (`.yml`), which names a C program, its data model and the
//! expected verdict for the property `unreach-call`; or it is just a program, whose expected verdict is in its name
//! (`sum_true.c`) or in a list.

use abide_verify::DataModel;
use serde::Deserialize;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A task that a definition gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The definition.
    pub definition: PathBuf,
    /// The program.
    pub program: PathBuf,
    /// The sizes of integers, if they are given.
    pub model: Option<DataModel>,
    /// Does no run reach an error?
    pub expected: Option<bool>,
}

/// Could there be a definition at this path?
pub fn may_be_definition(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "yml")
}

#[derive(Deserialize)]
struct Definition {
    input_files: Inputs,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Inputs {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
struct Property {
    property_file: String,
    expected_verdict: Option<bool>,
}

#[derive(Default, Deserialize)]
struct Options {
    language: Option<String>,
    data_model: Option<String>,
}

/// Reads the definition at `path`, whose text this is. Says what is wrong with it.
pub fn parse(path: &Path, text: &str) -> Result<Task, String> {
    let definition: Definition = serde_saphyr::from_str(text).map_err(|e| e.to_string())?;
    let program = match &definition.input_files {
        Inputs::One(file) => file,
        Inputs::Several(files) => match files.as_slice() {
            [file] => file,
            files => return Err(format!("it names {} programs, and one is read at a time", files.len())),
        },
    };
    if let Some(language) = definition.options.language.filter(|l| l != "C") {
        return Err(format!("it is a task in {language}"));
    }
    let model = match definition.options.data_model.as_deref() {
        None => None,
        Some("ILP32") => Some(DataModel::Ilp32),
        Some("LP64") => Some(DataModel::Lp64),
        Some(other) => return Err(format!("its data model `{other}` is not known")),
    };
    let reachability = |p: &&Property| {
        let name = Path::new(&p.property_file).file_stem().and_then(OsStr::to_str);
        matches!(name, Some("unreach-call" | "unreach_call"))
    };
    let property = definition.properties.iter().find(reachability);
    if property.is_none() && !definition.properties.is_empty() {
        return Err("it says nothing of the property `unreach-call`".to_string());
    }
    Ok(Task {
        definition: path.to_owned(),
        program: path.parent().unwrap_or(Path::new("")).join(program),
        model,
        expected: property.and_then(|p| p.expected_verdict),
    })
}

/// What the name of a program tells: `_true` or `_false` in it, or SV-COMP's old
/// `true-unreach-call`.
pub fn expected_by_name(path: &Path) -> Option<bool> {
    let name = path.file_stem()?.to_str()?.to_lowercase();
    let tells = |word: &str| {
        let call = format!("{word}-unreach-call");
        let at = |i: usize| {
            let after = &name[i + 1 + word.len()..];
            !after.starts_with(|c: char| c.is_ascii_alphanumeric())
        };
        let marked = name.match_indices(&format!("_{word}")).any(|(i, _)| at(i));
        marked || name.contains(&call)
    };
    match (tells("true"), tells("false")) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// A list of expectations: lines `path verdict`, where the path is the end of a task's path.
#[derive(Clone, Debug, Default)]
pub struct Expectations {
    lines: Vec<(PathBuf, bool)>,
}

impl Expectations {
    /// Reads a list. `#` begins a comment; the verdict is `true` (or `proved`) or `false` (or
    /// `refuted`). Says which line is malformed.
    pub fn parse(text: &str) -> Result<Expectations, String> {
        let mut lines = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = || {
                format!(
                    "line {}: `{line}` is not a path and a verdict (true or false)",
                    number + 1
                )
            };
            let (path, verdict) = line.rsplit_once(char::is_whitespace).ok_or_else(wrong)?;
            let verdict = match verdict {
                "true" | "proved" => true,
                "false" | "refuted" => false,
                _ => return Err(wrong()),
            };
            lines.push((PathBuf::from(path.trim()), verdict));
        }
        Ok(Expectations { lines })
    }

    /// What is expected of the task at `path`.
    pub fn of(&self, path: &Path) -> Option<bool> {
        let known = self.lines.iter().rev().find(|(p, _)| path.ends_with(p));
        known.map(|(_, verdict)| *verdict)
    }

    /// The paths that none of the tasks has.
    pub fn unused<'a>(&'a self, tasks: &'a [PathBuf]) -> impl Iterator<Item = &'a Path> {
        let used = move |p: &Path| tasks.iter().any(|t| t.ends_with(p));
        self.lines.iter().map(|(p, _)| p.as_path()).filter(move |p| !used(p))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFINITION: &str = "\
format_version: '2.0'
input_files: 'sum.c'
properties:
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: true
  - property_file: ../properties/unreach-call.prp
    expected_verdict: false
options:
  language: C
  data_model: ILP32
";

    fn check(text: &str) -> Result<Task, String> {
        parse(Path::new("folder/sum.yml"), text)
    }

    #[test]
    fn definitions() {
        let task = Task {
            definition: "folder/sum.yml".into(),
            program: "folder/sum.c".into(),
            model: Some(DataModel::Ilp32),
            expected: Some(false),
        };
        assert_eq!(check(DEFINITION), Ok(task.clone()));
        assert_eq!(check(&DEFINITION.replace("'sum.c'", "[sum.c]")), Ok(task.clone()));
        let other = Task {
            model: Some(DataModel::Lp64),
            expected: Some(true),
            ..task
        };
        let text = DEFINITION.replace("ILP32", "LP64").replace("false", "true");
        assert_eq!(check(&text), Ok(other));
        assert_eq!(
            check("input_files: a.c").map(|t| (t.expected, t.model)),
            Ok((None, None))
        );
    }

    #[test]
    fn what_is_no_definition_says_why() {
        let refused = |text: &str, why: &str| {
            let said = check(text).unwrap_err();
            assert!(said.contains(why), "{said}");
        };
        refused("name: build\non: push\n", "input_files");
        refused(&DEFINITION.replace("'sum.c'", "[a.c, b.c]"), "2 programs");
        refused(&DEFINITION.replace("language: C", "language: Java"), "Java");
        refused(&DEFINITION.replace("ILP32", "ILP16"), "ILP16");
        refused(&DEFINITION.replace("unreach-call", "no-overflow"), "unreach-call");
        refused(": : [", "");
    }

    #[test]
    fn names_tell_what_is_expected() {
        let expected = [
            ("sum_true.c", Some(true)),
            ("sum_false_1.c", Some(false)),
            ("sum_true-unreach-call.i", Some(true)),
            ("sum.false-unreach-call.c", Some(false)),
            ("sum_true_false.c", None),
            ("sum.c", None),
            ("structure.c", None),
            ("a_falsetto.c", None),
        ];
        for (name, verdict) in expected {
            assert_eq!(expected_by_name(Path::new(name)), verdict, "{name}");
        }
    }

    #[test]
    fn lists_tell_what_is_expected() {
        let list = Expectations::parse("# all\na/x.c true\n x.c  refuted # no\n\nb c.c proved\n").unwrap();
        assert_eq!(list.of(Path::new("/t/a/x.c")), Some(false), "the last line counts");
        assert_eq!(list.of(Path::new("b c.c")), Some(true));
        assert_eq!(list.of(Path::new("ax.c")), None);
        let tasks = [PathBuf::from("t/x.c")];
        let unused: Vec<&Path> = list.unused(&tasks).collect();
        assert_eq!(unused, [Path::new("a/x.c"), Path::new("b c.c")]);
        assert!(Expectations::parse("x.c\n").unwrap_err().starts_with("line 1"));
        assert!(Expectations::parse("x.c maybe\n").is_err());
    }
}

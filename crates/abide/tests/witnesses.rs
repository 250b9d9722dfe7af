//! Witnesses, checked with nothing but themselves and the source.

mod support;

use abide_report::witness::{Content, Entry, Location};
use support::Folder;

/// What is wrong with a witness of a program.
fn wrong(entry: &Entry, name: &str, source: &str) -> Option<String> {
    let task = &entry.metadata.task;
    let properties = [
        "G ! call(reach_error())",
        "G ! overflow",
        "G valid-deref",
        "G valid-free",
    ];
    if entry.metadata.format_version != "2.0" || task.input_files != [name] {
        return Some("the head".to_string());
    }
    if !properties.contains(&task.specification.as_str()) {
        return Some(format!("the property {}", task.specification));
    }
    let text_at = |place: &Location| {
        let line = source.lines().nth(place.line - 1).unwrap_or_default();
        line.get(place.column - 1..).unwrap_or_default().to_string()
    };
    for content in &entry.content {
        match content {
            Content::Invariant(invariant) => {
                let at = text_at(&invariant.location);
                if !["while", "for", "do"].iter().any(|w| at.starts_with(w)) {
                    return Some(format!("an invariant at `{at}`"));
                }
                if invariant.value.contains('\\') {
                    return Some(format!("`{}` is not C", invariant.value));
                }
            }
            Content::Segment(steps) => {
                let point = &steps[0].waypoint;
                let at = text_at(&point.location);
                let fits = match (point.r#type.as_str(), task.specification.as_str()) {
                    ("function_return", _) => at.starts_with(')') && point.constraint.is_some(),
                    ("target", "G ! call(reach_error())") => at.starts_with("reach_error"),
                    ("target", _) => !at.starts_with(['/', '@']) && !at.is_empty(),
                    _ => false,
                };
                if !fits {
                    return Some(format!("a {} at `{at}`", point.r#type));
                }
            }
        }
    }
    let last_is_target = match entry.content.last() {
        Some(Content::Segment(steps)) => steps[0].waypoint.r#type == "target",
        _ => entry.entry_type == "invariant_set",
    };
    (!last_is_target).then(|| "a run without its end".to_string())
}

/// The witness of a program, which is right, or what was said instead.
#[track_caller]
fn witness(source: &str) -> Result<Entry, String> {
    let folder = Folder::with(&[("p.c", source)]);
    let ended = folder.abide(&["verify", "p.c", "--witness", "w.yml"]);
    if !folder.path("w.yml").exists() {
        return Err(ended.err);
    }
    let mut entries: Vec<Entry> = serde_saphyr::from_str(&folder.text("w.yml")).unwrap();
    let entry = entries.remove(0);
    assert_eq!(wrong(&entry, "p.c", source), None);
    Ok(entry)
}

const NONDET: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

#[test]
fn the_property_is_the_one_that_is_violated() {
    for (body, property) in [
        (
            "int x = __VERIFIER_nondet_int(); if (x == 7) reach_error();",
            "G ! call(reach_error())",
        ),
        (
            "int x = __VERIFIER_nondet_int(); int y = x + 1; return y > 0;",
            "G ! overflow",
        ),
        (
            "int a[3] = {0, 1, 2}; int x = __VERIFIER_nondet_int(); return a[x];",
            "G valid-deref",
        ),
        ("int *p = 0; return *p;", "G valid-deref"),
    ] {
        let source = format!("{NONDET}int main(void) {{ {body} return 0; }}\n");
        match witness(&source) {
            Ok(entry) => assert_eq!(entry.metadata.task.specification, property, "{body}"),
            Err(said) => panic!("{body}: {said}"),
        }
    }
}

#[test]
fn what_the_format_cannot_say_is_refused_with_a_reason() {
    for (source, reason) in [
        ("int get(int *p) { return *p; }\n", "inputs of a function"),
        (
            "int main(void) { int x = 1; /*@ assert x == 2; */ return x; }\n",
            "annotation",
        ),
        (
            "int main(void) { int x = 0; return 5 / x; }\n",
            "no property for `division`",
        ),
    ] {
        let said = witness(source).expect_err("no witness");
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn of_a_conjunction_what_c_can_say_is_kept() {
    let source = "int main(void) { int a[5]; int i = 0;\n/*@ loop invariant 0 <= i <= 5 && \\forall integer k; 0 <= k < i ==> a[k] == 0; */\nwhile (i < 5) { a[i] = 0; i++; }\nreturn a[3]; }\n";
    let entry = witness(source).expect("a witness");
    assert_eq!(entry.entry_type, "invariant_set");
    assert!(!entry.content.is_empty());
}

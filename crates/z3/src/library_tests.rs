use super::*;

/// A search that looks nowhere.
fn nowhere() -> Search {
    Search {
        overridden: None,
        bundled: false,
        ours: Vec::new(),
        names: &[],
        system: Vec::new(),
    }
}

/// The places a failing search tried, each with its reason.
fn tried(search: &Search) -> Vec<String> {
    let error = search.run().err().expect("nothing good is there");
    error
        .tried
        .iter()
        .map(|r| format!("{}: {}", r.place.display(), r.reason))
        .collect()
}

#[test]
fn places_are_tried_in_order_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, system) = (folder.path().join("ours"), folder.path().join("system"));
    fs::create_dir(&ours).unwrap();
    fs::create_dir(&system).unwrap();
    fs::write(ours.join(FILE_NAME), "not a library").unwrap();
    let search = Search {
        ours: vec![folder.path().join("none"), ours.clone()],
        names: &["libz3-of-nobody.so"],
        system: vec![system.clone()],
        ..nowhere()
    };
    let tried = tried(&search);
    assert_eq!(tried.len(), 4, "{tried:#?}");
    assert_eq!(
        tried[0],
        format!("{}: not there", folder.path().join("none").join(FILE_NAME).display())
    );
    assert!(
        tried[1].starts_with(&format!("{}: cannot be loaded (", ours.join(FILE_NAME).display())),
        "{tried:#?}"
    );
    assert!(
        tried[2].starts_with("libz3-of-nobody.so: cannot be loaded ("),
        "{tried:#?}"
    );
    assert_eq!(tried[3], format!("{}: not there", system.join(FILE_NAME).display()));
}

#[test]
fn the_error_says_what_to_do() {
    let message = nowhere().run().err().unwrap().to_string();
    assert!(message.contains("run `abide setup`"), "{message}");
    assert!(message.contains("4.13.0 or newer"), "{message}");
}

#[test]
fn an_override_is_not_replaced_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let search = Search {
        overridden: Some(folder.path().to_owned()),
        ..Search::of_this_process()
    };
    let error = search.run().err().expect("there is nothing in the folder");
    assert!(error.overridden);
    assert_eq!(error.tried.len(), 1);
    assert_eq!(error.tried[0].place, folder.path().join(FILE_NAME));
    assert!(error.to_string().starts_with("ABIDE_Z3 does not name"), "{error}");
}

#[test]
fn an_old_version_is_refused_with_its_number() {
    let old = Version {
        major: 4,
        minor: 8,
        build: 12,
        revision: 0,
    };
    assert!(old < Version::OLDEST && Version::OLDEST < Version::INSTALLED);
    assert_eq!(Reason::TooOld(old).to_string(), "is Z3 4.8.12, older than 4.13.0");
}

#[test]
#[cfg(target_os = "linux")]
fn versions_are_sorted_as_numbers() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "libz3.so.4",
        "libz3.so.4.9",
        "libz3.so.5.4",
        "libz3.so.4.13",
        "libz3.so",
        "libz3java.so",
        "z3",
    ] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let names: Vec<_> = versions(folder.path())
        .iter()
        .map(|p| p.file_name().unwrap().to_owned())
        .collect();
    assert_eq!(
        names,
        [
            "libz3.so",
            "libz3.so.5.4",
            "libz3.so.4.13",
            "libz3.so.4.9",
            "libz3.so.4"
        ]
    );
}

#[test]
fn packages_of_python_are_looked_through_newer_ones_first() {
    let prefix = tempfile::tempdir().unwrap();
    let package = |python: &str, packages: &str| prefix.path().join("lib").join(python).join(packages).join("z3/lib");
    let new = package("python3.12", "site-packages");
    let old = package("python3.9", "dist-packages");
    for folder in [&new, &old, &package("python2.7", "site-packages")] {
        fs::create_dir_all(folder).unwrap();
    }
    fs::create_dir_all(prefix.path().join("lib/python3.11/site-packages")).unwrap();
    assert_eq!(of_python(prefix.path()), [new, old]);
    assert!(of_python(&prefix.path().join("gone")).is_empty());
}

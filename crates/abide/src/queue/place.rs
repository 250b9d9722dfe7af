//! Files of C on a machine where they do not lie: the headers of the other machine are put below a folder, and flags of
//! the preprocessor name that. Headers of the system are this machine's, and must be the same.

use super::broker::{Broker, Reached};
use super::package::{Hash, Surroundings, get, hash};
use crate::isolate::Place;
use abide_verify::Headers;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Where headers are that machines have by themselves.
const SYSTEM: &str = "/usr";

/// Flags that are followed by a path, in the same word or the next one.
const WITH_PATH: [&str; 6] = ["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I"];

/// Does a machine have a file by itself?
pub fn is_of_system(path: impl AsRef<Path>) -> bool {
    path.as_ref().starts_with(SYSTEM)
}

fn below(root: &Path, path: &str) -> PathBuf {
    match is_of_system(path) {
        true => path.into(),
        false => root.join(path.trim_start_matches('/')),
    }
}

/// Does a path stay below the folder that it is put into?
fn stays_below(path: &str) -> bool {
    let mut depth = 0i32;
    Path::new(path).components().all(|part| {
        depth += match part {
            Component::Normal(_) => 1,
            Component::ParentDir => -1,
            _ => 0,
        };
        depth >= 0
    })
}

/// Puts what belongs to a file below a folder. Says why it cannot be verified on this machine, if so.
pub fn settle(around: &Surroundings, root: &Path, broker: &dyn Broker) -> Reached<Result<Place, String>> {
    let mut names = around.headers.iter().map(|(name, _)| name).chain([&around.path]);
    if let Some(name) = names.find(|name| !stays_below(name)) {
        return Ok(Err(format!("{name} is no path from the root")));
    }
    let path = below(root, &around.path);
    if let Some(why) = path.parent().and_then(|folder| fs::create_dir_all(folder).err()) {
        return Ok(Err(why.to_string()));
    }
    for (name, wanted) in &around.headers {
        if let Err(why) = settle_header(name, wanted, root, broker)? {
            return Ok(Err(why));
        }
    }
    let mut flags = Vec::new();
    let mut is_path = false;
    for flag in &around.flags {
        let whole = |path: &str| below(root, path).display().to_string();
        let with = WITH_PATH.iter().find(|with| flag.starts_with(**with));
        match with {
            _ if is_path => flags.push(whole(flag)),
            Some(with) if flag.len() > with.len() => flags.push(format!("{with}{}", whole(&flag[with.len()..]))),
            _ => flags.push(flag.clone()),
        }
        is_path = !is_path && with.is_some_and(|with| flag.len() == with.len());
    }
    Ok(Ok(Place {
        path: path.display().to_string(),
        flags,
    }))
}

fn settle_header(name: &str, wanted: &Hash, root: &Path, broker: &dyn Broker) -> Reached<Result<(), String>> {
    let path = below(root, name);
    let is_there = || fs::read(&path).is_ok_and(|bytes| hash(&bytes) == *wanted);
    if is_there() {
        return Ok(Ok(()));
    }
    if is_of_system(name) {
        return Ok(Err(format!("the header {name} is another one there")));
    }
    let Some(content) = get(broker, wanted)? else {
        return Ok(Err(format!("the header {name} was not sent")));
    };
    let folder = path.parent().unwrap_or(root);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, content));
    Ok(written.map_err(|e| e.to_string()))
}

/// The headers that a file was read with here, as they are called on the machine that it comes from; none if they are
/// others than there.
pub fn restored(found: &Headers, around: &Surroundings, root: &Path) -> Option<Headers> {
    let back = |path: &PathBuf| match path.strip_prefix(root) {
        Ok(rest) => Path::new("/").join(rest),
        Err(_) => path.clone(),
    };
    let own: Vec<PathBuf> = found.found.iter().map(back).collect();
    let theirs: BTreeSet<&Path> = around.headers.iter().map(|(name, _)| Path::new(name)).collect();
    let same = own.iter().map(PathBuf::as_path).collect::<BTreeSet<_>>() == theirs
        && found.missing.iter().collect::<BTreeSet<_>>() == around.missing.iter().collect();
    same.then(|| Headers {
        found: own,
        missing: found.missing.clone(),
        folders: found.folders.iter().map(back).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_come_back_under_their_names() {
        let around = Surroundings {
            path: "/home/a.c".into(),
            flags: Vec::new(),
            headers: vec![("/home/a.h".into(), [0; 32]), ("/usr/include/b.h".into(), [0; 32])],
            missing: vec!["c.h".into()],
        };
        let root = Path::new("/tmp/r");
        let found = |own: &str| Headers {
            found: vec![own.into(), "/usr/include/b.h".into()],
            missing: vec!["c.h".into()],
            folders: vec!["/tmp/r/home".into()],
        };
        let back = restored(&found("/tmp/r/home/a.h"), &around, root).unwrap();
        assert_eq!(back.found[0], Path::new("/home/a.h"));
        assert_eq!(back.folders, [Path::new("/home")]);
        // another one was in the way
        assert!(restored(&found("/usr/local/include/a.h"), &around, root).is_none());
    }

    #[test]
    fn nothing_is_put_anywhere_else() {
        assert!(stays_below("/home/src/../include/a.h"));
        assert!(!stays_below("/../etc/a.h"));
        assert!(!stays_below("/home/../../a.h"));
    }
}

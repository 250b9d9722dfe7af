//! Files that are verified by the same options: all of them, unless the project has others for some.

use crate::args::Options;
use crate::files::{Input, Languages};
use crate::how::languages_for;
use crate::output::say;
use crate::status::Status;
use crate::usage;
use std::collections::BTreeMap;
use std::ffi::OsString;

/// Files that are verified by the same options.
pub struct Part {
    /// The command line with these options.
    pub words: Vec<OsString>,
    /// The options, if they are not those of the command line as it stands.
    pub own: Option<Options>,
    /// The numbers of the files.
    pub files: Vec<usize>,
}

impl Part {
    /// The options, where most files have these.
    pub fn options<'a>(&'a self, most: &'a Options) -> &'a Options {
        self.own.as_ref().unwrap_or(most)
    }
}

/// The parts of files that are verified, by number; they and those that are only known are read as their parts say.
pub fn split(files: &mut [Input], context: &mut [Input]) -> Result<Vec<Part>, Status> {
    let mut numbers: BTreeMap<Vec<usize>, usize> = [(Vec::new(), 0)].into();
    let mut languages: Vec<Option<Languages>> = vec![None];
    let mut parts = vec![Part {
        words: usage::words(&[]),
        own: None,
        files: Vec::new(),
    }];
    let count = files.len();
    for (at, file) in files.iter_mut().chain(context).enumerate() {
        let overrides = usage::overrides(file.source.path());
        let number = match numbers.get(&overrides) {
            Some(number) => *number,
            None => {
                let words = usage::words(&overrides);
                let options = usage::options(&words).ok_or_else(|| {
                    say("error: what is in `override` does not go together with the other options");
                    Status::Bad
                })?;
                languages.push(Some(languages_for(&options)?));
                parts.push(Part {
                    words,
                    own: Some(options),
                    files: Vec::new(),
                });
                numbers.insert(overrides, parts.len() - 1);
                parts.len() - 1
            }
        };
        file.part = number;
        if let Some(languages) = &languages[number]
            && let Some(language) = languages.of_origin(file.source.path(), file.origin)
        {
            file.language = language;
        }
        if at < count {
            parts[number].files.push(at);
        }
    }
    Ok(parts)
}

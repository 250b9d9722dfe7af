//! Programs from `.gcl` text.

use abide_base::{SourceFile, Sources};
use abide_export::{Format, export_with};
use abide_ir::Program;

/// A program and its source.
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// Where its places lie.
    pub sources: Sources,
}

/// Reads a program that has nothing wrong with it.
#[track_caller]
pub fn load(text: &str) -> Loaded {
    let mut sources = Sources::default();
    let id = sources.add(SourceFile::new("test.gcl", text));
    let lowered = abide_ir::gcl::load(id, text);
    assert!(lowered.diagnostics.is_empty(), "{:?}", lowered.diagnostics);
    Loaded {
        program: lowered.program,
        sources,
    }
}

/// The export of all routines.
#[track_caller]
pub fn exported(text: &str, format: Format) -> String {
    let loaded = load(text);
    export_with(&loaded.program, &loaded.sources, format, None).expect("an export")
}

//! From text to tree: tree-sitter reads the Java, our own grammar the JML in its comments.
//!
//! * `comments` finds the annotations, `jml` reads what they say, in the dialect that `dialect` tells.
//! * `broken` says what is wrong with a text that is not Java.
//! * `tree` converts what tree-sitter made of the Java, and `attach` hands it the annotations.
//! * `unread` finds whom an annotation concerns that is not read.
//! * `nullness` asks the code what may be null where no annotation says it.
//! * `walk` goes through the tree.
//! * `literal` gives literals their values, for both languages.

pub mod ast;
mod attach;
mod bodies;
mod comments;
mod dialect;
mod jahob;
mod jml;
mod literal;
mod nullness;
mod syntax_errors;
mod tree;
mod unread;
pub mod walk;

pub use ast::MAX_NESTING;
pub use dialect::Dialect;
pub use jahob::{Neighbours, inverted};
pub use jml::parse_expression;
pub use nullness::nullable_types;

use abide_base::diagnostic::only_the_first;
use abide_base::{Diagnostic, FileId, Span};
use std::collections::HashSet;

/// How many errors one file may have before the rest is kept back.
pub const MAX_ERRORS: usize = 50;

/// A file read.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree.
    pub unit: ast::Unit,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file, in the dialect that its annotations are written in.
pub fn parse(file: FileId, text: &str) -> Parsed {
    parse_as(file, text, Dialect::Auto)
}

/// Reads a file. What is not Java is an error at its place, and the method around it carries
/// the place too; an annotation that cannot be understood is a warning.
pub fn parse_as(file: FileId, text: &str, dialect: Dialect) -> Parsed {
    let nothing = |message: &str| Parsed {
        diagnostics: vec![Diagnostic::error(Span::new(file, 0, 0), message)],
        ..Parsed::default()
    };
    if u32::try_from(text.len()).is_err() {
        return nothing("the file has more than 4 GiB");
    }
    let Some(tree) = concrete_tree(text) else {
        return nothing("the file cannot be parsed");
    };
    let mut diagnostics = Vec::new();
    let survey = syntax_errors::survey(file, text, &tree);
    let mut unread = Vec::new();
    let escjava = dialect.is_escjava(text, &survey.comments);
    let annotations = match escjava {
        true => comments::pragmas(text, &survey.comments),
        false => comments::annotations(file, text, &survey.comments, &mut diagnostics),
    };
    let mut items = annotations
        .iter()
        .flat_map(|a| jml::parse_items(file, &a.text, a.offset, escjava, &mut diagnostics, &mut unread))
        .collect::<Vec<_>>();
    let notes = dialect::Notes::taken_from(&mut items, text);
    let jahob = jahob::read(file, text, &survey, &mut diagnostics, &mut unread);
    let spans: Vec<Span> = jahob.items.iter().map(|i| i.span).collect();
    let notation = match (jahob.used, items.is_empty()) {
        _ if escjava => ast::Notation::EscJava,
        (true, _) => ast::Notation::Jahob,
        (false, false) => ast::Notation::Jml,
        (false, true) => ast::Notation::Plain,
    };
    items.extend(jahob.items.iter().cloned());
    let (bare, unchecked) = (survey.bare_types(), (survey.unchecked, survey.unchecked_arrays));
    diagnostics.extend(survey.diagnostics);
    let mut converter = tree::Converter::new(file, text, survey.errors, survey.false_casts, attach::Items::new(items));
    let mut unit = converter.unit(tree.root_node());
    unit.notation = notation;
    unit.bare = bare;
    (unit.unchecked_casts, unit.unchecked_arrays) = unchecked;
    unit.words = words(text);
    if jahob.used {
        jahob.settle(&mut unit, &spans);
    }
    if escjava {
        notes.settle(&mut unit);
    }
    nullness::declare(&mut unit);
    diagnostics.extend(converter.finish(&mut unread));
    unread::distribute(&mut unit, unread);
    unit.classes
        .iter_mut()
        .for_each(|class| inherit_arithmetic(class, None));
    unit.classes.iter_mut().for_each(bodies::note_values);
    diagnostics.sort_by_key(|d| d.span.map(|s| s.start));
    Parsed {
        unit,
        diagnostics: only_the_first(MAX_ERRORS, diagnostics),
    }
}

/// What a class says of the arithmetic of formulas counts for all that is in it and does not say otherwise.
fn inherit_arithmetic(class: &mut ast::Class, around: Option<ast::Arithmetic>) {
    let own = class.modifiers.spec_math.or(around);
    class.modifiers.spec_math = own;
    for method in class.methods.iter_mut().chain(&mut class.implied) {
        method.modifiers.spec_math = method.modifiers.spec_math.or(own);
    }
    class.classes.iter_mut().for_each(|c| inherit_arithmetic(c, own));
}

/// What tree-sitter makes of the text.
///
/// Where the text can be read in several ways, tree-sitter recurses as deep as the text is nested.
/// A hundred bytes of stack for each level suffice, and a level has at least one byte, so
/// tree-sitter gets a thread with a stack of that size; the most of it is never touched.
fn concrete_tree(text: &str) -> Option<tree_sitter::Tree> {
    let parse = || {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&tree_sitter_java::LANGUAGE.into()).ok()?;
        parser.parse(text, None)
    };
    let stack = (1 << 20) + text.len().checked_mul(256)?;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, parse);
        thread.ok()?.join().ok()?
    })
}

/// The words of a text.
fn words(text: &str) -> HashSet<String> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    let distinct: HashSet<&str> = parts.filter(|w| !w.is_empty()).collect();
    distinct.into_iter().map(str::to_string).collect()
}

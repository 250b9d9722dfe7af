//! What is known of the libraries of the languages: contracts, by headers or classes.

use std::collections::HashSet;

/// Makes known what messages may speak of that come from other processes.
pub fn make_known() {
    abide_java::library::make_known().for_each(drop);
}

/// The names of the classes of Java's library of which something is known.
pub fn java_classes() -> HashSet<&'static str> {
    abide_java::library::names()
}

/// A header, or a class.
pub struct Unit {
    /// The language it belongs to.
    pub language: &'static str,
    /// Its name.
    pub name: String,
    /// All of its text.
    pub text: String,
    /// What is known of it.
    pub functions: Vec<Function>,
}

/// A function of it.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its contract and its declaration.
    pub text: String,
}

/// All there are, language by language.
pub fn library() -> Vec<Unit> {
    let headers = abide_c::library::HEADERS.iter().map(|(name, text)| Unit {
        language: "C",
        name: name.to_string(),
        text: text.to_string(),
        functions: abide_c::library::functions(text)
            .into_iter()
            .map(|f| Function {
                name: f.name,
                text: f.text,
            })
            .collect(),
    });
    let classes = abide_java::library::FILES.iter().map(|(name, text)| Unit {
        language: "Java",
        name: name.trim_end_matches(".jml").replace('/', "."),
        text: text.to_string(),
        functions: abide_java::library::methods(text)
            .into_iter()
            .map(|(name, text)| Function { name, text })
            .collect(),
    });
    headers.chain(classes).collect()
}

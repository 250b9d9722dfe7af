//! The Java library as contracts in JML: classes whose methods have no bodies.
//!
//! They stand in the folder `library/java`, by packages, and are read like other files that are given, where a program
//! speaks of them. A class with its own meaning in [`crate::lower`], as `String` has, is not among them. The folder
//! `library` of the crate is a link, with which they are packaged.

use crate::neighbour::{Neighbour, reached};
use crate::syntax::{ast, parse};
use crate::types::library_names;
use abide_base::{FileId, SourceFile, add_built_in};
use std::collections::HashSet;
use std::sync::OnceLock;

/// Builds the table of files from their names.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../library/", $name)))),*]
    };
}

/// The files: their names and their texts.
pub const FILES: &[(&str, &str)] = files![
    "java/io/BufferedReader.jml",
    "java/io/File.jml",
    "java/io/InputStream.jml",
    "java/io/Reader.jml",
    "java/util/AbstractCollection.jml",
    "java/util/AbstractList.jml",
    "java/util/AbstractMap.jml",
    "java/util/AbstractQueue.jml",
    "java/util/AbstractSequentialList.jml",
    "java/util/AbstractSet.jml",
    "java/util/ArrayDeque.jml",
    "java/util/ArrayList.jml",
    "java/util/Arrays.jml",
    "java/util/BitSet.jml",
    "java/util/Collection.jml",
    "java/util/Collections.jml",
    "java/util/Deque.jml",
    "java/util/HashMap.jml",
    "java/util/HashSet.jml",
    "java/util/Iterator.jml",
    "java/util/LinkedHashMap.jml",
    "java/util/LinkedHashSet.jml",
    "java/util/LinkedList.jml",
    "java/util/List.jml",
    "java/util/ListIterator.jml",
    "java/util/Map.jml",
    "java/util/NavigableMap.jml",
    "java/util/NavigableSet.jml",
    "java/util/Objects.jml",
    "java/util/Optional.jml",
    "java/util/OptionalDouble.jml",
    "java/util/OptionalInt.jml",
    "java/util/OptionalLong.jml",
    "java/util/PriorityQueue.jml",
    "java/util/Queue.jml",
    "java/util/Random.jml",
    "java/util/Scanner.jml",
    "java/util/Set.jml",
    "java/util/SortedMap.jml",
    "java/util/SortedSet.jml",
    "java/util/Stack.jml",
    "java/util/StringJoiner.jml",
    "java/util/TreeMap.jml",
    "java/util/TreeSet.jml",
    "java/util/Vector.jml",
    "java/util/function/BiConsumer.jml",
    "java/util/function/BiFunction.jml",
    "java/util/function/BiPredicate.jml",
    "java/util/function/BinaryOperator.jml",
    "java/util/function/BooleanSupplier.jml",
    "java/util/function/Consumer.jml",
    "java/util/function/DoubleBinaryOperator.jml",
    "java/util/function/DoubleConsumer.jml",
    "java/util/function/DoubleFunction.jml",
    "java/util/function/DoublePredicate.jml",
    "java/util/function/DoubleSupplier.jml",
    "java/util/function/DoubleToIntFunction.jml",
    "java/util/function/DoubleToLongFunction.jml",
    "java/util/function/DoubleUnaryOperator.jml",
    "java/util/function/Function.jml",
    "java/util/function/IntBinaryOperator.jml",
    "java/util/function/IntConsumer.jml",
    "java/util/function/IntFunction.jml",
    "java/util/function/IntPredicate.jml",
    "java/util/function/IntSupplier.jml",
    "java/util/function/IntToDoubleFunction.jml",
    "java/util/function/IntToLongFunction.jml",
    "java/util/function/IntUnaryOperator.jml",
    "java/util/function/LongBinaryOperator.jml",
    "java/util/function/LongConsumer.jml",
    "java/util/function/LongFunction.jml",
    "java/util/function/LongPredicate.jml",
    "java/util/function/LongSupplier.jml",
    "java/util/function/LongToDoubleFunction.jml",
    "java/util/function/LongToIntFunction.jml",
    "java/util/function/LongUnaryOperator.jml",
    "java/util/function/ObjDoubleConsumer.jml",
    "java/util/function/ObjIntConsumer.jml",
    "java/util/function/ObjLongConsumer.jml",
    "java/util/function/Predicate.jml",
    "java/util/function/Supplier.jml",
    "java/util/function/ToDoubleBiFunction.jml",
    "java/util/function/ToDoubleFunction.jml",
    "java/util/function/ToIntBiFunction.jml",
    "java/util/function/ToIntFunction.jml",
    "java/util/function/ToLongBiFunction.jml",
    "java/util/function/ToLongFunction.jml",
    "java/util/function/UnaryOperator.jml",
];

/// The names of the classes that are known, here or by themselves.
pub fn names() -> HashSet<&'static str> {
    let files = FILES
        .iter()
        .filter_map(|(path, _)| path.rsplit('/').next()?.strip_suffix(".jml"));
    files.chain(library_names()).collect()
}

/// The classes of the library that a program speaks of, and those that these speak of: not those that the program has
/// classes below, which need not keep the contracts, nor those that are made of these.
pub(crate) fn spoken_of(words: &HashSet<String>, above: &HashSet<String>) -> Vec<&'static ast::Unit> {
    let mut bound = with_classes_above(above.clone());
    bound.retain(|name| classes().any(|c| *name == *c.name.text));
    let bound = with_classes_below(bound);
    let is_bound = |n: &&Neighbour| n.unit.classes.iter().any(|c| bound.contains(&*c.name.text));
    let free = library().iter().filter(|n| !is_bound(n)).collect();
    reached(free, &mut words.clone(), None)
}

/// Names of classes, and of those of the library above them.
fn with_classes_above(names: HashSet<String>) -> HashSet<String> {
    closed(names, |class, names| match names.contains(&*class.name.text) {
        true => supertypes(class).collect(),
        false => Vec::new(),
    })
}

/// Names of classes, and of those of the library below them.
fn with_classes_below(names: HashSet<String>) -> HashSet<String> {
    closed(names, |class, names| {
        let is_below = supertypes(class).any(|name| names.contains(&name));
        is_below.then(|| class.name.text.to_string()).into_iter().collect()
    })
}

/// All classes of the library.
fn classes() -> impl Iterator<Item = &'static ast::Class> {
    library().iter().flat_map(|n| &n.unit.classes)
}

fn supertypes(class: &ast::Class) -> impl Iterator<Item = String> {
    let all = class.extends.iter().chain(&class.implements);
    all.map(|t| t.name.to_string())
}

/// Adds names to names by classes of the library until there are no more.
fn closed(mut names: HashSet<String>, more: impl Fn(&ast::Class, &HashSet<String>) -> Vec<String>) -> HashSet<String> {
    loop {
        let before = names.len();
        for class in classes() {
            let new = more(class, &names);
            names.extend(new);
        }
        if names.len() == before {
            return names;
        }
    }
}

/// The methods and constructors of a file, each with its contract: the name and the text.
pub fn methods(text: &str) -> Vec<(String, String)> {
    let parsed = parse(FileId::default(), text);
    let classes = parsed.unit.classes.iter();
    let methods = classes.flat_map(|c| c.methods.iter().map(move |m| (c, m)));
    let shown = methods.map(|(class, m)| {
        // its contract stands right before it
        let before = text.get(..m.span.start as usize).unwrap_or_default();
        let start = before.rfind("\n\n").max(before.rfind("{\n")).map_or(0, |at| at + 2);
        let shown = text.get(start..m.span.end as usize).unwrap_or_default();
        (format!("{}.{}", class.name.text, m.name.text), format!("{shown}\n"))
    });
    shown.collect()
}

/// Is it a file of the library?
pub fn is_built_in(unit: &ast::Unit) -> bool {
    unit.classes.iter().any(|c| c.name.span.file.is_built_in())
}

/// Makes the texts of the library known, which messages speak of that come from other processes and earlier runs.
pub fn make_known() -> impl Iterator<Item = (FileId, &'static SourceFile)> {
    add_built_in(|| FILES.iter().map(|(name, text)| SourceFile::new(*name, *text)).collect())
}

fn library() -> &'static [Neighbour] {
    static LIBRARY: OnceLock<Vec<Neighbour>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let read = make_known().map(|(file, source)| Neighbour {
            file,
            unit: parse(file, source.text()).unit,
        });
        read.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_read_as_a_whole() {
        for (n, (name, text)) in library().iter().zip(FILES) {
            let parsed = parse(n.file, text);
            assert!(parsed.diagnostics.is_empty(), "{name}: {:?}", parsed.diagnostics);
            let package = parsed.unit.package.unwrap_or_default();
            assert_eq!(
                name.rsplit_once('/').map(|p| p.0.replace('/', ".")),
                Some(package),
                "{name}"
            );
        }
    }
}

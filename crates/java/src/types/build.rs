//! The classes of files and those of the library, linked and numbered.

use super::classes::{ClassId, ClassInfo, Classes, FileNames};
use crate::syntax::ast::{self, ClassKind};
use std::collections::HashMap;

/// Classes of the library with their superclasses; checked exceptions among them.
const LIBRARY: [(&str, &str); 83] = [
    ("String", "Object"),
    ("Number", "Object"),
    ("Integer", "Number"),
    ("Math", "Object"),
    ("System", "Object"),
    ("Throwable", "Object"),
    ("Exception", "Throwable"),
    ("Error", "Throwable"),
    ("RuntimeException", "Exception"),
    ("IOException", "Exception"),
    ("FileNotFoundException", "IOException"),
    ("UncheckedIOException", "RuntimeException"),
    ("InterruptedException", "Exception"),
    ("CloneNotSupportedException", "Exception"),
    ("ReflectiveOperationException", "Exception"),
    ("ClassNotFoundException", "ReflectiveOperationException"),
    ("TimeoutException", "Exception"),
    ("AssertionError", "Error"),
    ("VirtualMachineError", "Error"),
    ("OutOfMemoryError", "VirtualMachineError"),
    ("StackOverflowError", "VirtualMachineError"),
    ("NullPointerException", "RuntimeException"),
    ("ArithmeticException", "RuntimeException"),
    ("ClassCastException", "RuntimeException"),
    ("ArrayStoreException", "RuntimeException"),
    ("NegativeArraySizeException", "RuntimeException"),
    ("IllegalArgumentException", "RuntimeException"),
    ("NumberFormatException", "IllegalArgumentException"),
    ("IllegalStateException", "RuntimeException"),
    ("UnsupportedOperationException", "RuntimeException"),
    ("IndexOutOfBoundsException", "RuntimeException"),
    ("ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException"),
    ("StringIndexOutOfBoundsException", "IndexOutOfBoundsException"),
    ("NoSuchElementException", "RuntimeException"),
    ("ConcurrentModificationException", "RuntimeException"),
    ("EmptyStackException", "RuntimeException"),
    ("InputMismatchException", "NoSuchElementException"),
    ("SecurityException", "RuntimeException"),
    ("IllegalMonitorStateException", "RuntimeException"),
    ("IllegalThreadStateException", "IllegalArgumentException"),
    ("TypeNotPresentException", "RuntimeException"),
    ("InstantiationException", "ReflectiveOperationException"),
    ("IllegalAccessException", "ReflectiveOperationException"),
    ("NoSuchFieldException", "ReflectiveOperationException"),
    ("NoSuchMethodException", "ReflectiveOperationException"),
    ("InternalError", "VirtualMachineError"),
    ("LinkageError", "Error"),
    ("NoClassDefFoundError", "LinkageError"),
    ("ExceptionInInitializerError", "LinkageError"),
    ("IncompatibleClassChangeError", "LinkageError"),
    ("AbstractMethodError", "IncompatibleClassChangeError"),
    ("NoSuchFieldError", "IncompatibleClassChangeError"),
    ("NoSuchMethodError", "IncompatibleClassChangeError"),
    ("UnsatisfiedLinkError", "LinkageError"),
    ("EOFException", "IOException"),
    ("UnsupportedEncodingException", "IOException"),
    ("ObjectStreamException", "IOException"),
    ("NotSerializableException", "ObjectStreamException"),
    ("InvalidObjectException", "ObjectStreamException"),
    ("MissingResourceException", "RuntimeException"),
    ("IllegalFormatException", "IllegalArgumentException"),
    ("UnknownFormatConversionException", "IllegalFormatException"),
    ("MissingFormatArgumentException", "IllegalFormatException"),
    ("ExecutionException", "Exception"),
    ("BrokenBarrierException", "Exception"),
    ("CompletionException", "RuntimeException"),
    ("RejectedExecutionException", "RuntimeException"),
    ("CancellationException", "IllegalStateException"),
    ("InvocationTargetException", "ReflectiveOperationException"),
    ("URISyntaxException", "Exception"),
    ("MalformedURLException", "IOException"),
    ("ParseException", "Exception"),
    ("GeneralSecurityException", "Exception"),
    ("Long", "Number"),
    ("Short", "Number"),
    ("Byte", "Number"),
    ("Float", "Number"),
    ("Double", "Number"),
    ("Character", "Object"),
    ("Boolean", "Object"),
    ("Objects", "Object"),
    ("StringBuilder", "Object"),
    ("StringBuffer", "Object"),
];

/// The packages of those that are not in `java.lang`.
const PACKAGES: [(&str, &[&str]); 7] = [
    (
        "java.io",
        &[
            "EOFException",
            "FileNotFoundException",
            "IOException",
            "InvalidObjectException",
            "NotSerializableException",
            "ObjectStreamException",
            "UncheckedIOException",
            "UnsupportedEncodingException",
        ],
    ),
    ("java.lang.reflect", &["InvocationTargetException"]),
    ("java.net", &["MalformedURLException", "URISyntaxException"]),
    ("java.security", &["GeneralSecurityException"]),
    ("java.text", &["ParseException"]),
    (
        "java.util",
        &[
            "ConcurrentModificationException",
            "EmptyStackException",
            "IllegalFormatException",
            "InputMismatchException",
            "MissingFormatArgumentException",
            "MissingResourceException",
            "NoSuchElementException",
            "Objects",
            "UnknownFormatConversionException",
        ],
    ),
    (
        "java.util.concurrent",
        &[
            "BrokenBarrierException",
            "CancellationException",
            "CompletionException",
            "ExecutionException",
            "RejectedExecutionException",
            "TimeoutException",
        ],
    ),
];

/// The package of a class of the library that is built in.
pub(super) fn package_of(name: &str) -> &'static str {
    let found = PACKAGES.iter().find(|(_, names)| names.contains(&name));
    found.map_or("java.lang", |(package, _)| *package)
}

/// The names of classes of the library that are known.
pub(crate) fn library_names() -> impl Iterator<Item = &'static str> {
    let classes = LIBRARY.into_iter().map(|(name, _)| name);
    classes
        .chain(INTERFACES.into_iter().map(|(name, _)| name))
        .chain(["Object"])
}

/// Library classes that nobody extends.
const FINAL: [&str; 12] = [
    "String",
    "Integer",
    "Long",
    "Short",
    "Byte",
    "Float",
    "Double",
    "Character",
    "Boolean",
    "Math",
    "StringBuilder",
    "StringBuffer",
];

/// Interfaces of the library that declare no fields and are below no other, with their methods.
const INTERFACES: [(&str, &[&str]); 55] = [
    ("Runnable", &["run"]),
    ("Comparable", &["compareTo"]),
    ("Iterable", &["forEach", "iterator", "spliterator"]),
    ("AutoCloseable", &["close"]),
    ("Cloneable", &[]),
    (
        "CharSequence",
        &[
            "charAt",
            "chars",
            "codePoints",
            "getChars",
            "isEmpty",
            "length",
            "subSequence",
        ],
    ),
    ("Appendable", &["append"]),
    ("Readable", &["read"]),
    ("Serializable", &[]),
    ("Flushable", &["flush"]),
    ("Callable", &["call"]),
    ("ThreadFactory", &["newThread"]),
    ("Executor", &["execute"]),
    (
        "Comparator",
        &[
            "compare",
            "reversed",
            "thenComparing",
            "thenComparingDouble",
            "thenComparingInt",
            "thenComparingLong",
        ],
    ),
    ("Iterator", &["forEachRemaining", "hasNext", "next", "remove"]),
    ("Enumeration", &["asIterator", "hasMoreElements", "nextElement"]),
    ("EventListener", &[]),
    ("RandomAccess", &[]),
    ("InvocationHandler", &["invoke"]),
    ("BiConsumer", &["accept", "andThen"]),
    ("BiFunction", &["andThen", "apply"]),
    ("BiPredicate", &["and", "negate", "or", "test"]),
    ("BooleanSupplier", &["getAsBoolean"]),
    ("Consumer", &["accept", "andThen"]),
    ("DoubleBinaryOperator", &["applyAsDouble"]),
    ("DoubleConsumer", &["accept", "andThen"]),
    ("DoubleFunction", &["apply"]),
    ("DoublePredicate", &["and", "negate", "or", "test"]),
    ("DoubleSupplier", &["getAsDouble"]),
    ("DoubleUnaryOperator", &["andThen", "applyAsDouble", "compose"]),
    ("Function", &["andThen", "apply", "compose"]),
    ("IntBinaryOperator", &["applyAsInt"]),
    ("IntConsumer", &["accept", "andThen"]),
    ("IntFunction", &["apply"]),
    ("IntPredicate", &["and", "negate", "or", "test"]),
    ("IntSupplier", &["getAsInt"]),
    ("IntToDoubleFunction", &["applyAsDouble"]),
    ("IntToLongFunction", &["applyAsLong"]),
    ("IntUnaryOperator", &["andThen", "applyAsInt", "compose"]),
    ("LongBinaryOperator", &["applyAsLong"]),
    ("LongConsumer", &["accept", "andThen"]),
    ("LongFunction", &["apply"]),
    ("LongPredicate", &["and", "negate", "or", "test"]),
    ("LongSupplier", &["getAsLong"]),
    ("LongUnaryOperator", &["andThen", "applyAsLong", "compose"]),
    ("ObjIntConsumer", &["accept"]),
    ("ObjLongConsumer", &["accept"]),
    ("Predicate", &["and", "negate", "or", "test"]),
    ("Supplier", &["get"]),
    ("ToDoubleBiFunction", &["applyAsDouble"]),
    ("ToDoubleFunction", &["applyAsDouble"]),
    ("ToIntBiFunction", &["applyAsInt"]),
    ("ToIntFunction", &["applyAsInt"]),
    ("ToLongBiFunction", &["applyAsLong"]),
    ("ToLongFunction", &["applyAsLong"]),
];

/// The methods of an interface of the library without fields.
pub(super) fn interface_methods(name: &str) -> Option<&'static [&'static str]> {
    let last = name.rsplit('.').next().unwrap_or(name);
    INTERFACES.iter().find(|(n, _)| *n == last).map(|(_, methods)| *methods)
}

fn is_known_interface(name: &str) -> bool {
    interface_methods(name).is_some()
}

/// Primitive arrays are objects too: they get numbers like final classes.
const PRIMITIVE_ARRAYS: [&str; 9] = [
    "boolean[]",
    "byte[]",
    "short[]",
    "char[]",
    "int[]",
    "long[]",
    "float[]",
    "double[]",
    "\\bigint[]",
];

impl<'a> Classes<'a> {
    /// The classes of a file and of others that it speaks of, those of the library that we know,
    /// and any other that is mentioned as a superclass.
    pub fn of(unit: &'a ast::Unit, others: &[&'a ast::Unit]) -> Classes<'a> {
        let mut classes = Classes {
            list: Vec::new(),
            files: Vec::new(),
            declared: HashMap::new(),
            mentioned: HashMap::new(),
            unknown: Vec::new(),
            library: HashMap::new(),
        };
        let object = classes.external("Object", None, false);
        classes.library.insert("Object", object);
        for name in PRIMITIVE_ARRAYS {
            let id = classes.external(name, Some(object), true);
            classes.library.insert(name, id);
        }
        for (name, parent) in LIBRARY {
            let parent = classes.library[parent];
            let id = classes.external(name, Some(parent), FINAL.contains(&name));
            classes.library.insert(name, id);
        }
        for (file, unit) in std::iter::once(unit).chain(others.iter().copied()).enumerate() {
            classes.files.push(FileNames::of(unit));
            for class in &unit.classes {
                let id = classes.declare(class, None, file);
                classes.register(file, &class.name.text, id);
            }
        }
        classes.set_paths();
        (0..=others.len()).for_each(|file| classes.mention_exceptions(file));
        classes.link(object);
        classes.number(object);
        let mentioned = classes.mentioned.values().map(|(id, ..)| *id);
        classes.unknown = mentioned.filter(|id| !classes.list[id.0].interface).collect();
        classes.unknown.sort_by_key(|id| classes.list[id.0].interval);
        classes
    }

    /// Every class is called as the first file calls it.
    fn set_paths(&mut self) {
        for i in 0..self.list.len() {
            let info = &self.list[i];
            if let Some(file) = info.file {
                // a class stands behind the one around it
                self.list[i].path = match info.outer {
                    Some(outer) => format!("{}.{}", self.list[outer.0].path, info.name),
                    None => self.path_from_first(file, &info.name),
                };
            }
        }
    }

    pub(super) fn external(&mut self, name: &str, superclass: Option<ClassId>, is_final: bool) -> ClassId {
        let id = ClassId(self.list.len());
        self.list.push(ClassInfo {
            name: name.to_string(),
            path: name.to_string(),
            decl: None,
            file: None,
            doubtful: false,
            outer: None,
            is_final,
            interface: false,
            inner: false,
            superclass,
            interfaces: Vec::new(),
            type_params: Vec::new(),
            interval: (0, 0),
            nested: HashMap::new(),
        });
        id
    }

    fn declare(&mut self, decl: &'a ast::Class, outer: Option<ClassId>, file: usize) -> ClassId {
        let id = ClassId(self.list.len());
        let name = decl.name.text.to_string();
        let implicitly_static = decl.kind != ClassKind::Class;
        let in_interface = outer.is_some_and(|o| self.list[o.0].interface);
        self.list.push(ClassInfo {
            path: String::new(),
            decl: Some(decl),
            file: Some(file),
            doubtful: false,
            outer,
            is_final: decl.modifiers.is_final
                || decl.kind == ClassKind::Record
                || decl.kind == ClassKind::Enum && decl.constants.iter().all(|c| c.body.is_none()),
            interface: decl.kind == ClassKind::Interface,
            inner: outer.is_some() && !decl.modifiers.is_static && !implicitly_static && !in_interface,
            superclass: None,
            interfaces: Vec::new(),
            type_params: decl.type_params.iter().map(|p| p.name.text.to_string()).collect(),
            interval: (0, 0),
            nested: HashMap::new(),
            name: name.clone(),
        });
        if let Some(outer) = outer {
            self.list[outer.0].nested.insert(name, id);
        }
        for inner in &decl.classes {
            self.declare(inner, Some(id), file);
        }
        id
    }

    /// Finds superclasses and superinterfaces.
    fn link(&mut self, object: ClassId) {
        let declared: Vec<(ClassId, usize, &'a ast::Class)> = (0..self.list.len())
            .filter_map(|i| Some((ClassId(i), self.list[i].file?, self.list[i].decl?)))
            .collect();
        for (id, file, decl) in &declared {
            let up = |classes: &mut Self, t: &ast::TypeRef| match classes.class_named(&t.name, Some(*id)) {
                Some(c) if c != *id => c,
                Some(_) => object,
                None => classes.mention(*file, &t.name, object),
            };
            self.list[id.0].superclass = Some(object);
            if let Some(t) = &decl.extends {
                let parent = up(self, t);
                if decl.anonymous && (self.list[parent.0].interface || is_known_interface(&t.name)) {
                    self.list[parent.0].interface = true;
                    self.list[id.0].interfaces.push(parent);
                } else {
                    self.list[id.0].superclass = Some(parent);
                }
            }
            for t in &decl.implements {
                let parent = up(self, t);
                self.list[parent.0].interface = true;
                self.list[id.0].interfaces.push(parent);
            }
        }
        // a cycle is not Java; cut it
        for i in 0..self.list.len() {
            let mut seen = vec![ClassId(i)];
            let mut at = ClassId(i);
            while let Some(up) = self.list[at.0].superclass {
                if seen.contains(&up) {
                    self.list[at.0].superclass = Some(object).filter(|o| *o != at);
                    break;
                }
                seen.push(up);
                at = up;
            }
        }
    }

    /// Numbers the classes, each before its subclasses.
    fn number(&mut self, object: ClassId) {
        let mut children: HashMap<ClassId, Vec<ClassId>> = HashMap::new();
        for (i, class) in self.list.iter().enumerate() {
            if let Some(up) = class.superclass {
                children.entry(up).or_default().push(ClassId(i));
            }
        }
        let mut next = 1;
        // a stack of (class, done): the interval closes when the class is met again
        let mut stack = vec![(object, false)];
        while let Some((id, done)) = stack.pop() {
            if done {
                if !self.list[id.0].is_final {
                    next += 1;
                }
                self.list[id.0].interval.1 = next - 1;
                continue;
            }
            self.list[id.0].interval.0 = next;
            next += 1;
            stack.push((id, true));
            let below = children.get(&id).cloned().unwrap_or_default();
            stack.extend(below.into_iter().rev().map(|c| (c, false)));
        }
    }
}

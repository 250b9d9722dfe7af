//! The types of a file: classes with their members, and who is a subtype of whom.
//!
//! Classes are numbered so that the subclasses of a class form an interval. The dynamic type
//! of an object is such a number, and `instanceof` a pair of comparisons. Every class that is
//! not final keeps one number for the subclasses nobody has shown us.

use crate::syntax::ast::{self, ClassKind, Modifiers};
use abide_base::Span;
use std::collections::HashMap;

/// A Java type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// `boolean`.
    Bool,
    /// An integer type.
    Int(IntKind),
    /// `float` and `double`: values we know nothing about.
    Float,
    /// The type of `null`.
    Null,
    /// A class or interface.
    Class(ClassId),
    /// An array.
    Array(Box<Type>),
    /// JML's `\TYPE`.
    Type,
}

/// Integer types, from narrow to wide; the last is JML's `\bigint`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum IntKind {
    Byte,
    Short,
    Char,
    Int,
    Long,
    Big,
}

/// A class's number in [`Classes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub usize);

impl Type {
    /// `int`.
    pub const INT: Type = Type::Int(IntKind::Int);

    /// Is it a class, array or null type?
    pub fn is_reference(&self) -> bool {
        matches!(self, Type::Class(_) | Type::Array(_) | Type::Null)
    }

    /// Is it an integer type?
    pub fn as_int(&self) -> Option<IntKind> {
        match self {
            Type::Int(kind) => Some(*kind),
            _ => None,
        }
    }

    /// The type of the elements of an array.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::Array(element) => Some(element),
            _ => None,
        }
    }
}

/// What is known of a class.
#[derive(Clone, Debug)]
pub struct ClassInfo<'a> {
    /// The simple name.
    pub name: String,
    /// Names of the classes around it and its own, with dots.
    pub path: String,
    /// The declaration, if it is in the file.
    pub decl: Option<&'a ast::Class>,
    /// The class around it.
    pub outer: Option<ClassId>,
    /// Does it have no subclasses?
    pub is_final: bool,
    /// Is it an interface?
    pub interface: bool,
    /// An inner class: has an object of the class around it.
    pub inner: bool,
    /// Direct superclass; none for `Object`.
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// Names of type parameters, which stand for any object.
    type_params: Vec<String>,
    /// Numbers of its subclasses, itself first.
    pub interval: (i64, i64),
    nested: HashMap<String, ClassId>,
}

/// A field found by name.
#[derive(Clone, Copy)]
pub struct FieldRef<'a> {
    /// The class that declares it.
    pub class: ClassId,
    /// The declaration.
    pub decl: &'a ast::Field,
    /// Is it static (fields of interfaces are)?
    pub is_static: bool,
}

/// A method found by name and arguments.
#[derive(Clone, Copy)]
pub struct MethodRef<'a> {
    /// The class that declares it.
    pub class: ClassId,
    /// The declaration.
    pub decl: &'a ast::Method,
}

/// All classes a file speaks of.
pub struct Classes<'a> {
    list: Vec<ClassInfo<'a>>,
    by_name: HashMap<String, ClassId>,
}

/// How many numbers separate arrays of one dimension from those of the next.
pub const DIMENSION: i64 = 1 << 20;

/// Classes of the library with their superclasses; checked exceptions among them.
const LIBRARY: [(&str, &str); 40] = [
    ("String", "Object"),
    ("Integer", "Object"),
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
    ("Long", "Object"),
    ("Character", "Object"),
    ("Boolean", "Object"),
    ("Objects", "Object"),
];

/// Library classes that nobody extends.
const FINAL: [&str; 6] = ["String", "Integer", "Long", "Character", "Boolean", "Math"];

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
    /// The classes of a file, those of the library that we know, and any other that the file
    /// mentions as a superclass.
    pub fn of(unit: &'a ast::Unit) -> Classes<'a> {
        let mut classes = Classes {
            list: Vec::new(),
            by_name: HashMap::new(),
        };
        let object = classes.external("Object", None, false);
        for name in PRIMITIVE_ARRAYS {
            classes.external(name, Some(object), true);
        }
        for (name, parent) in LIBRARY {
            let parent = classes.by_name[parent];
            classes.external(name, Some(parent), FINAL.contains(&name));
        }
        for class in &unit.classes {
            classes.declare(class, None);
        }
        classes.link(object);
        classes.number(object);
        classes
    }

    fn external(&mut self, name: &str, superclass: Option<ClassId>, is_final: bool) -> ClassId {
        let id = ClassId(self.list.len());
        self.list.push(ClassInfo {
            name: name.to_string(),
            path: name.to_string(),
            decl: None,
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
        self.by_name.insert(name.to_string(), id);
        id
    }

    fn declare(&mut self, decl: &'a ast::Class, outer: Option<ClassId>) -> ClassId {
        let id = ClassId(self.list.len());
        let name = decl.name.text.to_string();
        let path = match outer {
            Some(o) => format!("{}.{name}", self.list[o.0].path),
            None => name.clone(),
        };
        let implicitly_static = decl.kind != ClassKind::Class;
        let in_interface = outer.is_some_and(|o| self.list[o.0].interface);
        self.list.push(ClassInfo {
            path,
            decl: Some(decl),
            outer,
            is_final: decl.modifiers.is_final
                || decl.kind == ClassKind::Record
                || decl.kind == ClassKind::Enum && decl.constants.iter().all(|c| !c.body),
            interface: decl.kind == ClassKind::Interface,
            inner: outer.is_some() && !decl.modifiers.is_static && !implicitly_static && !in_interface,
            superclass: None,
            interfaces: Vec::new(),
            type_params: decl.type_params.iter().map(|p| p.text.to_string()).collect(),
            interval: (0, 0),
            nested: HashMap::new(),
            name: name.clone(),
        });
        match outer {
            Some(o) => {
                self.list[o.0].nested.insert(name.clone(), id);
                self.by_name.entry(name).or_insert(id);
            }
            None => {
                self.by_name.insert(name, id);
            }
        }
        for inner in &decl.classes {
            self.declare(inner, Some(id));
        }
        id
    }

    /// Finds superclasses and superinterfaces.
    fn link(&mut self, object: ClassId) {
        let declared: Vec<(ClassId, &'a ast::Class)> = (0..self.list.len())
            .filter_map(|i| Some((ClassId(i), self.list[i].decl?)))
            .collect();
        for (id, decl) in &declared {
            let up = |classes: &mut Self, t: &ast::TypeRef| match classes.class_named(&t.name, Some(*id)) {
                Some(c) if c != *id => c,
                Some(_) => object,
                None => classes.external(&t.name, Some(object), false),
            };
            self.list[id.0].superclass = Some(object);
            if let Some(t) = &decl.extends {
                let parent = up(self, t);
                self.list[id.0].superclass = Some(parent);
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

    /// A class.
    pub fn get(&self, id: ClassId) -> &ClassInfo<'a> {
        &self.list[id.0]
    }

    /// All classes.
    pub fn ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.list.len()).map(ClassId)
    }

    /// A class of the library or of the top level.
    pub fn known(&self, name: &str) -> ClassId {
        self.by_name[name]
    }

    /// The class a name means inside `scope`: a nested class of it or of a class around or
    /// above it, else a class of the file or the library. Dotted names are taken from the end.
    pub fn class_named(&self, name: &str, scope: Option<ClassId>) -> Option<ClassId> {
        if let Some((rest, last)) = name.rsplit_once('.') {
            if let Some(outer) = self.class_named(rest, scope)
                && let Some(found) = self.list[outer.0].nested.get(last)
            {
                return Some(*found);
            }
            let library = name.starts_with("java.") || name.starts_with("javax.");
            return library.then(|| self.by_name.get(last).copied()).flatten();
        }
        let mut around = scope;
        while let Some(id) = around {
            if self.list[id.0].name == name {
                return Some(id);
            }
            for up in self.ancestors(id) {
                if let Some(found) = self.list[up.0].nested.get(name) {
                    return Some(*found);
                }
            }
            around = self.list[id.0].outer;
        }
        self.by_name.get(name).copied()
    }

    /// Is the name a type parameter of a class around `scope`?
    pub fn is_type_param(&self, name: &str, scope: ClassId) -> bool {
        let mut around = Some(scope);
        while let Some(id) = around {
            if self.list[id.0].type_params.iter().any(|p| p == name) {
                return true;
            }
            around = self.list[id.0].outer;
        }
        false
    }

    /// The type a reference means; none if there is no such class.
    pub fn resolve(&self, ty: &ast::TypeRef, scope: Option<ClassId>) -> Option<Type> {
        let base = match &*ty.name {
            "void" => Type::Void,
            "boolean" => Type::Bool,
            "byte" => Type::Int(IntKind::Byte),
            "short" => Type::Int(IntKind::Short),
            "char" => Type::Int(IntKind::Char),
            "int" => Type::INT,
            "long" => Type::Int(IntKind::Long),
            "\\bigint" => Type::Int(IntKind::Big),
            "float" | "double" | "\\real" => Type::Float,
            "\\TYPE" => Type::Type,
            name => Type::Class(self.class_named(name, scope)?),
        };
        Some((0..ty.dims).fold(base, |t, _| Type::Array(Box::new(t))))
    }

    /// `Object`.
    pub fn object(&self) -> Type {
        Type::Class(self.by_name["Object"])
    }

    /// The class and everything it extends or implements, nearest first.
    pub fn ancestors(&self, id: ClassId) -> Vec<ClassId> {
        let mut found = vec![id];
        let mut at = 0;
        while at < found.len() {
            let info = &self.list[found[at].0];
            for up in info.superclass.iter().chain(&info.interfaces) {
                if !found.contains(up) {
                    found.push(*up);
                }
            }
            at += 1;
        }
        found
    }

    /// Is `a` the class `b` or below it?
    pub fn is_subclass(&self, a: ClassId, b: ClassId) -> bool {
        self.ancestors(a).contains(&b)
    }

    /// May a value of type `a` be assigned to a variable of type `b` without a cast?
    pub fn is_assignable(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Int(IntKind::Char), Type::Int(to)) => *to == IntKind::Char || *to >= IntKind::Int,
            (Type::Int(_), Type::Int(IntKind::Char)) => false,
            (Type::Int(from), Type::Int(to)) => from <= to,
            (Type::Int(_), Type::Float) => true,
            (Type::Null, b) => b.is_reference(),
            (Type::Class(a), Type::Class(b)) => self.is_subclass(*a, *b),
            (Type::Array(_), Type::Class(b)) => {
                matches!(&*self.list[b.0].name, "Object" | "Cloneable" | "Serializable")
            }
            (Type::Array(a), Type::Array(b)) => a == b || a.is_reference() && self.is_assignable(a, b),
            // boxing and unboxing
            (a, Type::Class(b)) if !a.is_reference() => {
                let own = match a {
                    Type::Bool => "Boolean",
                    Type::Int(IntKind::Int) => "Integer",
                    Type::Int(IntKind::Long) => "Long",
                    Type::Int(IntKind::Char) => "Character",
                    _ => "",
                };
                let name = &*self.list[b.0].name;
                name == own || name == "Object" || name == "Number" && matches!(a, Type::Int(k) if *k != IntKind::Char)
            }
            (a, b) => a == b,
        }
    }

    /// Has the class subclasses in the file?
    pub fn has_subclass(&self, id: ClassId) -> bool {
        self.list
            .iter()
            .any(|c| c.superclass == Some(id) || c.interfaces.contains(&id))
    }

    /// A field by name, in the class or above.
    pub fn field(&self, class: ClassId, name: &str) -> Option<FieldRef<'a>> {
        self.ancestors(class).into_iter().find_map(|id| {
            let info = &self.list[id.0];
            let decl = info.decl?.fields.iter().find(|f| &*f.name.text == name)?;
            let is_static = decl.modifiers.is_static || info.interface && !decl.modifiers.instance;
            Some(FieldRef {
                class: id,
                decl,
                is_static,
            })
        })
    }

    /// An enum constant's number.
    pub fn enum_constant(&self, class: ClassId, name: &str) -> Option<usize> {
        let decl = self.list[class.0].decl?;
        decl.constants.iter().position(|c| &*c.name.text == name)
    }

    /// Methods of a name that take so many arguments, in the class and above; one that is
    /// overridden is left out.
    pub fn methods(&self, class: ClassId, name: &str, args: usize) -> Vec<MethodRef<'a>> {
        let mut found: Vec<MethodRef<'a>> = Vec::new();
        for id in self.ancestors(class) {
            let Some(decl) = self.list[id.0].decl else { continue };
            let here = decl.methods.iter().filter(|m| {
                let variadic = m.params.last().is_some_and(|p| p.variadic);
                !m.constructor
                    && &*m.name.text == name
                    && (m.params.len() == args || variadic && args + 1 >= m.params.len())
            });
            for m in here {
                let candidate = MethodRef { class: id, decl: m };
                if !found.iter().any(|f| self.same_parameters(*f, candidate)) {
                    found.push(candidate);
                }
            }
        }
        found
    }

    /// The constructors of a class.
    pub fn constructors(&self, class: ClassId) -> Vec<MethodRef<'a>> {
        let decl = self.list[class.0].decl;
        let all = decl.iter().flat_map(|d| &d.methods).filter(|m| m.constructor);
        all.map(|decl| MethodRef { class, decl }).collect()
    }

    /// The types of a method's parameters.
    pub fn parameters(&self, m: MethodRef<'a>) -> Vec<Type> {
        let params = m.decl.params.iter();
        params
            .map(|p| self.resolve(&p.ty, Some(m.class)).unwrap_or_else(|| self.object()))
            .collect()
    }

    fn same_parameters(&self, a: MethodRef<'a>, b: MethodRef<'a>) -> bool {
        let generic = |m: MethodRef<'a>, i: usize| {
            let name = &m.decl.params[i].ty.name;
            self.is_type_param(name, m.class) || m.decl.type_params.iter().any(|p| p.text == *name)
        };
        let (p, q) = (self.parameters(a), self.parameters(b));
        let mut places = 0..p.len();
        p.len() == q.len() && places.all(|i| p[i] == q[i] || generic(a, i) || generic(b, i))
    }

    /// What a method overrides or implements, nearest first.
    pub fn overridden(&self, m: MethodRef<'a>) -> Vec<MethodRef<'a>> {
        if m.decl.constructor || m.decl.modifiers.is_static || m.decl.modifiers.private {
            return Vec::new();
        }
        let above = self.ancestors(m.class).into_iter().skip(1);
        above
            .filter_map(|id| {
                let decl = self.list[id.0].decl?;
                let same = decl.methods.iter().find(|d| {
                    let other = MethodRef { class: id, decl: d };
                    !d.constructor
                        && !d.modifiers.is_static
                        && !d.modifiers.private
                        && d.name.text == m.decl.name.text
                        && d.params.len() == m.decl.params.len()
                        && self.same_parameters(other, m)
                })?;
                Some(MethodRef { class: id, decl: same })
            })
            .collect()
    }

    /// Is there a class above of which nothing is known?
    pub fn has_unknown_ancestor(&self, id: ClassId) -> bool {
        let known = |name: &str| name == "Object" || LIBRARY.iter().any(|(n, _)| *n == name);
        let above = self.ancestors(id);
        above
            .iter()
            .any(|c| self.list[c.0].decl.is_none() && !known(&self.list[c.0].name))
    }

    /// Does a class of the file override the method?
    pub fn is_overridden(&self, m: MethodRef<'a>) -> bool {
        let below = self.ids().filter(|id| *id != m.class && self.is_subclass(*id, m.class));
        let mut theirs = below.filter_map(|id| Some((id, self.list[id.0].decl?)));
        theirs.any(|(class, decl)| {
            let mut same = decl
                .methods
                .iter()
                .filter(|d| !d.constructor && d.name.text == m.decl.name.text);
            same.any(|d| self.same_parameters(MethodRef { class, decl: d }, m))
        })
    }

    /// Is a declaration of reference type non-null, by its modifiers and the defaults around it?
    pub fn is_non_null(&self, modifiers: &Modifiers, class: ClassId, default: bool) -> bool {
        if modifiers.non_null || modifiers.nullable {
            return modifiers.non_null;
        }
        let mut around = Some(class);
        while let Some(id) = around {
            if let Some(decl) = self.list[id.0].decl {
                if decl.modifiers.nullable_by_default {
                    return false;
                }
                if decl.modifiers.non_null_by_default {
                    return true;
                }
            }
            around = self.list[id.0].outer;
        }
        default
    }

    /// The interval of numbers of the dynamic types of non-null values of a reference type,
    /// where it is one. Interfaces have none.
    pub fn interval(&self, ty: &Type) -> Option<(i64, i64)> {
        match ty {
            Type::Class(id) => {
                let info = &self.list[id.0];
                if info.name == "Object" && info.decl.is_none() || info.interface {
                    return None;
                }
                Some(info.interval)
            }
            Type::Array(_) => {
                let (dims, base) = self.flatten(ty);
                let offset = dims * DIMENSION;
                match self.interval_of_base(&base) {
                    Some((lo, hi)) => Some((lo + offset, hi + offset)),
                    // arrays of objects or of an interface: arrays of arrays are among them
                    None => Some((offset, i64::from(i32::MAX))),
                }
            }
            _ => None,
        }
    }

    /// The number of exactly this type, for a class or an array.
    pub fn exact(&self, ty: &Type) -> i64 {
        let (dims, base) = self.flatten(ty);
        let number = match &base {
            Type::Class(id) => self.list[id.0].interval.0,
            _ => 0,
        };
        dims * DIMENSION + number
    }

    fn interval_of_base(&self, base: &Type) -> Option<(i64, i64)> {
        self.interval(base)
    }

    /// Dimensions and base; the innermost dimension of a primitive array belongs to the base.
    fn flatten(&self, ty: &Type) -> (i64, Type) {
        let mut dims = 0;
        let mut at = ty;
        while let Type::Array(element) = at {
            if !element.is_reference() {
                let name = format!("{}[]", self.show(element));
                // `void[]` is not Java, but may come
                let class = self.by_name.get(&name).unwrap_or(&self.by_name["Object"]);
                return (dims, Type::Class(*class));
            }
            dims += 1;
            at = element;
        }
        (dims, at.clone())
    }

    /// The type as Java writes it.
    pub fn show(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Bool => "boolean".into(),
            Type::Int(kind) => match kind {
                IntKind::Byte => "byte",
                IntKind::Short => "short",
                IntKind::Char => "char",
                IntKind::Int => "int",
                IntKind::Long => "long",
                IntKind::Big => "\\bigint",
            }
            .into(),
            Type::Float => "double".into(),
            Type::Null => "null".into(),
            Type::Class(id) => self.list[id.0].path.clone(),
            Type::Array(element) => format!("{}[]", self.show(element)),
            Type::Type => "\\TYPE".into(),
        }
    }

    /// The place of a class's name.
    pub fn place(&self, id: ClassId) -> Option<Span> {
        self.list[id.0].decl.map(|d| d.name.span)
    }
}

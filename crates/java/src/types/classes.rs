//! Types, and classes with their members.

use crate::syntax::ast::{self, Modifiers};
use abide_base::Span;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// A Java type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// `boolean`.
    Bool,
    /// An integer type.
    Int(IntKind),
    /// `float`: values we know nothing about.
    Float,
    /// `double`, and JML's `\\real`: the same.
    Double,
    /// The type of `null`.
    Null,
    /// The type of a lambda or method reference: any interface.
    Lambda,
    /// A class or interface.
    Class(ClassId),
    /// An array.
    Array(Box<Type>),
    /// JML's `\TYPE`.
    Type,
    /// A set of objects of a class, JML's `JMLObjectSet`: no object itself.
    Set(ClassId),
    /// What is held at each number: a sequence, or a table. No object itself.
    Seq(Box<Type>),
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
        matches!(self, Type::Class(_) | Type::Array(_) | Type::Null | Type::Lambda)
    }

    /// Is it an integer type?
    pub fn as_int(&self) -> Option<IntKind> {
        match self {
            Type::Int(kind) => Some(*kind),
            _ => None,
        }
    }

    /// Is it a floating-point type?
    pub fn is_float(&self) -> bool {
        matches!(self, Type::Float | Type::Double)
    }

    /// Is it an integer or floating-point type?
    pub fn is_number(&self) -> bool {
        self.is_float() || self.as_int().is_some()
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
    /// The declaration, if it was given.
    pub decl: Option<&'a ast::Class>,
    /// The number of the file that declares it; the first is the one being verified.
    pub file: Option<usize>,
    /// The class around it.
    pub outer: Option<ClassId>,
    /// Does it have no subclasses?
    pub is_final: bool,
    /// Is it an interface?
    pub interface: bool,
    /// May the name mean several classes?
    pub(super) doubtful: bool,
    /// An inner class: has an object of the class around it.
    pub inner: bool,
    /// Direct superclass; none for `Object`.
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// Names of type parameters, which stand for any object.
    pub(super) type_params: Vec<String>,
    /// Numbers of its subclasses, itself first.
    pub interval: (i64, i64),
    pub(super) nested: HashMap<String, ClassId>,
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

/// All classes that the file being verified speaks of, and those that their files speak of.
pub struct Classes<'a> {
    pub(super) list: Vec<ClassInfo<'a>>,
    pub(super) files: Vec<FileNames>,
    /// Top-level classes by package and name.
    pub(super) declared: HashMap<String, Vec<ClassId>>,
    /// Classes that are only mentioned as superclasses: who mentions them first, and the whole
    /// name, if it is given.
    pub(super) mentioned: HashMap<String, (ClassId, usize, Option<String>)>,
    /// Those of them that are no interfaces, in the order of their numbers.
    pub(super) unknown: Vec<ClassId>,
    /// Classes of the library, whatever the file calls so.
    pub(super) library: HashMap<&'static str, ClassId>,
}

/// How many numbers separate arrays of one dimension from those of the next.
pub const DIMENSION: i64 = 1 << 20;

impl<'a> Classes<'a> {
    /// A class.
    pub fn get(&self, id: ClassId) -> &ClassInfo<'a> {
        &self.list[id.0]
    }

    /// All classes.
    pub fn ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.list.len()).map(ClassId)
    }

    /// The name of the map from objects of an inner class to those around them. A subclass has
    /// one of its own: it may be inside of something else.
    pub fn outer_map(&self, class: ClassId) -> String {
        format!("\\outer {}", self.list[class.0].path)
    }

    /// The class and those around it.
    pub fn outward(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(Some(class), |id| self.list[id.0].outer)
    }

    /// A class of the library that we know.
    pub fn known(&self, name: &str) -> ClassId {
        self.library[name]
    }

    /// Is the name a type parameter of a class around `scope`?
    pub fn is_type_param(&self, name: &str, scope: ClassId) -> bool {
        self.outward(scope)
            .any(|id| self.list[id.0].type_params.iter().any(|p| p == name))
    }

    /// Is one of the types that stand without arguments generic?
    pub fn has_raw(&self, bare: &HashSet<String>) -> bool {
        let mut generic = self.list.iter().filter(|c| !c.type_params.is_empty());
        generic.any(|c| bare.contains(&*c.name))
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
            "float" => Type::Float,
            "double" | "\\real" => Type::Double,
            "\\TYPE" => Type::Type,
            "\\object" => self.object(),
            "\\set" => Type::Set(self.library["Object"]),
            "\\objects" => Type::Seq(Box::new(self.object())),
            "\\chars" => Type::Seq(Box::new(Type::Int(IntKind::Char))),
            "\\truths" => Type::Seq(Box::new(Type::Bool)),
            name if scope.is_some_and(|class| self.is_type_param(name, class)) => return None,
            name => match self.class_named(name, scope) {
                Some(class) => Type::Class(class),
                None if matches!(name, "JMLObjectSet" | "org.jmlspecs.models.JMLObjectSet") => {
                    Type::Set(self.library["Object"])
                }
                None => return None,
            },
        };
        Some((0..ty.dims).fold(base, |t, _| Type::Array(Box::new(t))))
    }

    /// `Object`.
    pub fn object(&self) -> Type {
        Type::Class(self.library["Object"])
    }

    /// The class and everything it extends or implements, each before what is above it: first the
    /// classes, as a method of a class counts before those of interfaces.
    pub fn ancestors(&self, id: ClassId) -> Vec<ClassId> {
        let mut found = self.above(id);
        let kind = |up: &ClassId| match self.list[up.0].interface {
            false => (false, Reverse(0)),
            true => (true, Reverse(self.above(*up).len())),
        };
        found[1..].sort_by_cached_key(kind);
        found
    }

    /// The class and everything it extends or implements, in the order in which it is met.
    fn above(&self, id: ClassId) -> Vec<ClassId> {
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
        self.above(a).contains(&b)
    }

    /// May an object have both of these types? A class has one superclass; an interface may be anybody's.
    pub fn may_have_both(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Class(a), Type::Class(b)) => {
                let is_class = |id: &ClassId| !self.list[id.0].interface && !self.has_unknown_ancestor(*id);
                !is_class(a) || !is_class(b) || self.is_subclass(*a, *b) || self.is_subclass(*b, *a)
            }
            (Type::Array(_), Type::Class(id)) | (Type::Class(id), Type::Array(_)) => {
                let info = &self.list[id.0];
                info.interface || info.decl.is_none()
            }
            (Type::Array(a), Type::Array(b)) if a.is_reference() && b.is_reference() => self.may_have_both(a, b),
            (a, b) => a == b || a.is_reference() && b.is_reference(),
        }
    }

    /// May a value of type `a` be assigned to a variable of type `b` without a cast?
    pub fn is_assignable(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Int(IntKind::Char), Type::Int(to)) => *to == IntKind::Char || *to >= IntKind::Int,
            (Type::Int(_), Type::Int(IntKind::Char)) => false,
            (Type::Int(from), Type::Int(to)) => from <= to,
            (Type::Int(_) | Type::Float, Type::Double) | (Type::Int(_), Type::Float) => true,
            (Type::Null, b) => b.is_reference(),
            (Type::Lambda, Type::Class(b)) => self.list[b.0].interface || self.list[b.0].decl.is_none(),
            (Type::Class(a), Type::Class(b)) => self.is_subclass(*a, *b),
            (Type::Array(_), Type::Class(b)) => {
                self.list[b.0].decl.is_none()
                    && matches!(&*self.list[b.0].name, "Object" | "Cloneable" | "Serializable")
            }
            (Type::Array(a), Type::Array(b)) => a == b || a.is_reference() && self.is_assignable(a, b),
            // boxing and unboxing
            (a, Type::Class(b)) if !a.is_reference() => self.boxed(a).is_some_and(|own| self.is_subclass(own, *b)),
            (a, b) => a == b,
        }
    }

    /// What an object of a class such as `Integer` holds.
    pub fn unboxed(&self, id: ClassId) -> Option<Type> {
        let own = BOXES.iter().find(|(name, _)| self.library[*name] == id);
        own.map(|(_, plain)| plain.clone())
    }

    /// The class whose objects hold values of a plain type.
    pub fn boxed(&self, ty: &Type) -> Option<ClassId> {
        let own = BOXES.iter().find(|(_, plain)| plain == ty);
        own.map(|(name, _)| self.library[*name])
    }

    /// Does a class name another one as its superclass or one of its interfaces?
    pub fn extends(&self, id: ClassId, up: ClassId) -> bool {
        let class = &self.list[id.0];
        class.superclass == Some(up) || class.interfaces.contains(&up)
    }

    /// Has the class subclasses that we know?
    pub fn has_subclass(&self, id: ClassId) -> bool {
        self.list
            .iter()
            .any(|c| c.superclass == Some(id) || c.interfaces.contains(&id))
    }

    /// Is a declaration of reference type non-null, by its modifiers and the defaults around it? In the library of Abide
    /// all are that do not say otherwise.
    pub fn is_non_null(&self, modifiers: &Modifiers, class: ClassId, default: bool) -> bool {
        if modifiers.non_null || modifiers.nullable {
            return modifiers.non_null;
        }
        if self.is_built_in(class) {
            return true;
        }
        for decl in self.outward(class).filter_map(|id| self.list[id.0].decl) {
            if decl.modifiers.nullable_by_default {
                return false;
            }
            if decl.modifiers.non_null_by_default {
                return true;
            }
        }
        default
    }

    /// The interval of numbers of the dynamic types of non-null values of a reference type,
    /// where it is one. Interfaces have none.
    pub fn interval(&self, ty: &Type) -> Option<(i64, i64)> {
        match ty {
            Type::Class(id) => {
                let info = &self.list[id.0];
                if info.name == "Object" && info.decl.is_none() || info.interface || info.doubtful {
                    return None;
                }
                Some(info.interval)
            }
            Type::Array(_) => {
                let (dims, base) = self.flatten(ty);
                let offset = dims * DIMENSION;
                match self.interval(&base) {
                    Some((lo, hi)) => Some((lo + offset, hi + offset)),
                    // arrays of objects or of an interface: arrays of arrays are among them
                    None => Some((offset, i64::from(i32::MAX))),
                }
            }
            _ => None,
        }
    }

    /// Does the class come with Abide?
    pub fn is_built_in(&self, id: ClassId) -> bool {
        let decl = self.list[id.0].decl;
        decl.is_some_and(|d| d.name.span.file.is_built_in())
    }

    /// The intervals of classes of which nothing is known and that may be below a type, and so what is below them.
    pub fn unknown_intervals(&self, ty: &Type) -> Vec<(i64, i64)> {
        let (dims, base) = self.flatten(ty);
        let Type::Class(base) = base else {
            return Vec::new();
        };
        if self.list[base.0].is_final {
            return Vec::new();
        }
        let (first, last) = self.list[base.0].interval;
        let offset = dims * DIMENSION;
        let mut found: Vec<(i64, i64)> = Vec::new();
        for (low, high) in self.unknown.iter().map(|id| self.list[id.0].interval) {
            let is_below = first <= low && high <= last;
            let is_above = low <= first && last <= high;
            let (low, high) = (low + offset, high + offset);
            match found.last_mut() {
                _ if is_below || is_above => {}
                Some((_, end)) if *end + 1 == low => *end = high,
                _ => found.push((low, high)),
            }
        }
        found
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

    /// Dimensions and base; the innermost dimension of a primitive array belongs to the base.
    pub(super) fn flatten(&self, ty: &Type) -> (i64, Type) {
        let mut dims = 0;
        let mut at = ty;
        while let Type::Array(element) = at {
            if !element.is_reference() {
                let name = format!("{}[]", self.show(element));
                // `void[]` is not Java, but may come
                let class = self.library.get(&*name).unwrap_or(&self.library["Object"]);
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
            Type::Float => "float".into(),
            Type::Double => "double".into(),
            Type::Null => "null".into(),
            Type::Lambda => "lambda".into(),
            Type::Class(id) => self.list[id.0].path.clone(),
            Type::Array(element) => format!("{}[]", self.show(element)),
            Type::Type => "\\TYPE".into(),
            Type::Set(_) => "JMLObjectSet".into(),
            Type::Seq(element) => match **element {
                Type::Bool => "\\truths",
                Type::Int(_) => "\\chars",
                _ => "\\objects",
            }
            .into(),
        }
    }

    /// The place of a class's name.
    pub fn place(&self, id: ClassId) -> Option<Span> {
        self.list[id.0].decl.map(|d| d.name.span)
    }
}

/// The classes of boxed values.
pub(super) const BOXES: [(&str, Type); 8] = [
    ("Boolean", Type::Bool),
    ("Byte", Type::Int(IntKind::Byte)),
    ("Short", Type::Int(IntKind::Short)),
    ("Character", Type::Int(IntKind::Char)),
    ("Integer", Type::INT),
    ("Long", Type::Int(IntKind::Long)),
    ("Float", Type::Float),
    ("Double", Type::Double),
];

/// The names that hold throughout one file.
#[derive(Clone, Debug, Default)]
pub(super) struct FileNames {
    /// Its package; empty for the unnamed one.
    pub(super) package: String,
    /// Its own top-level classes.
    pub(super) own: HashMap<String, ClassId>,
    /// Classes imported by name, with the whole name.
    pub(super) imported: HashMap<String, String>,
    /// Packages and classes of which everything is imported.
    pub(super) imported_all: Vec<String>,
    /// Members of classes imported by name, each with the classes.
    pub(super) members: HashMap<String, Vec<String>>,
    /// Classes of which all members are imported.
    pub(super) all_members: Vec<String>,
}

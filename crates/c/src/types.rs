//! Types of C, resolved: sizes by the data model (`model.rs`, `layout.rs`), values of constants (`constants.rs`).

mod constants;
mod layout;
mod model;
mod structure;

use crate::syntax::ast::{self, IntType, Layout, RecordKind};
pub use model::{DataModel, is_signed, unsigned};
use std::collections::{BTreeMap, BTreeSet};
pub use structure::is_a_tag;

/// A structure or union among [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub usize);

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// `void`.
    Void,
    /// An integer type; enumerations are `int` or `unsigned int`.
    Int(IntType),
    /// A bit-field.
    Bits(IntType, u32),
    /// A floating type of that many bytes: its values are not modelled.
    Float(u64),
    /// A pointer.
    Pointer(Box<Type>),
    /// An array; without a size in parameters and `extern` declarations.
    Array(Box<Type>, Option<u64>),
    /// A structure or union.
    Record(RecordId),
    /// A function.
    Function(Box<Signature>),
    /// ACSL's `integer`.
    Integer,
    /// ACSL's formulas and `boolean`.
    Truth,
    /// Something not understood, in the words of the source.
    Unknown(String),
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signature {
    /// What it returns.
    pub result: Type,
    /// What it takes.
    pub params: Vec<Type>,
    /// Anything may follow.
    pub variadic: bool,
}

impl Signature {
    /// Is nothing said of what the function takes, as in `int f()`?
    pub fn says_nothing(&self) -> bool {
        self.params.is_empty() && self.variadic
    }
}

impl Type {
    /// `int`.
    pub const INT: Type = Type::Int(IntType::Int);

    /// A pointer to this.
    pub fn pointer(self) -> Type {
        Type::Pointer(Box::new(self))
    }

    /// What a pointer points to or an array consists of.
    pub fn target(&self) -> Option<&Type> {
        match self {
            Type::Pointer(t) | Type::Array(t, _) => Some(t),
            _ => None,
        }
    }

    /// Is it `va_list`?
    pub fn is_argument_list(&self) -> bool {
        matches!(self, Type::Unknown(what) if what == "va_list")
    }

    /// An integer type. A bit-field counts as `int` where that holds all its values, as in
    /// promotions.
    pub fn as_int(&self) -> Option<IntType> {
        match self {
            Type::Bits(kind, bits) if *bits < 32 && *kind != IntType::Bool => Some(IntType::Int),
            Type::Int(kind) | Type::Bits(kind, _) => Some(*kind),
            _ => None,
        }
    }

    /// What arrays and functions become as values.
    pub fn decayed(&self) -> Type {
        match self {
            Type::Array(t, _) => Type::Pointer(t.clone()),
            Type::Function(_) => self.clone().pointer(),
            other => other.clone(),
        }
    }
}

/// A structure or union.
#[derive(Clone, Debug)]
pub struct RecordInfo {
    /// `struct` or `union`.
    pub kind: RecordKind,
    /// Its tag.
    pub name: String,
    /// Members; none while only declared.
    pub fields: Option<Vec<Member>>,
    /// How its members lie.
    pub layout: Layout,
}

/// A member.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name; empty for an unnamed structure inside.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// All named types of a file, and the constants of enumerations.
#[derive(Clone, Debug, Default)]
pub struct Types {
    /// The data model.
    pub model: DataModel,
    records: Vec<RecordInfo>,
    tags: BTreeMap<String, RecordId>,
    typedefs: BTreeMap<String, Type>,
    /// Names of types that are `volatile`.
    volatile: BTreeSet<String>,
    constants: BTreeMap<String, (i128, IntType)>,
    /// Constants of enumerations whose value is not computed here.
    uncomputed: BTreeSet<String>,
    /// The types of enumerations, as far as their constants are known.
    enums: BTreeMap<String, Option<IntType>>,
}

impl Types {
    /// Nothing but what every file knows.
    pub fn new(model: DataModel) -> Types {
        let mut types = Types {
            model,
            ..Types::default()
        };
        types
            .typedefs
            .insert("__builtin_va_list".into(), Type::Unknown("va_list".into()));
        types
    }

    /// A structure or union.
    pub fn record(&self, id: RecordId) -> &RecordInfo {
        &self.records[id.0]
    }

    /// The structure or union with that tag; a new one, only declared, if there is none.
    pub fn tagged(&mut self, kind: RecordKind, name: &str) -> RecordId {
        if let Some(id) = self.tags.get(name) {
            return *id;
        }
        let id = RecordId(self.records.len());
        self.records.push(RecordInfo {
            kind,
            name: name.to_string(),
            fields: None,
            layout: Layout::Usual,
        });
        self.tags.insert(name.to_string(), id);
        id
    }

    /// Are the members of the structure or union with that tag known?
    pub fn is_defined(&self, name: &str) -> bool {
        let id = self.tags.get(name);
        id.is_some_and(|id| self.records[id.0].fields.is_some())
    }

    /// Is it a type whose size is not known yet, or an array of such? A structure is one of these inside
    /// of itself.
    fn is_incomplete(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(of, _) => self.is_incomplete(of),
            Type::Record(id) => self.records[id.0].fields.is_none(),
            _ => false,
        }
    }

    /// Defines a structure or union. Says what is wrong with it.
    pub fn define(&mut self, record: &ast::Record) -> Option<&'static str> {
        let id = self.tagged(record.kind, &record.name.text);
        let mut wrong = None;
        let mut members = Vec::new();
        for field in &record.fields {
            let mut ty = self.resolve_inside(&field.ty);
            if self.is_incomplete(&ty) {
                wrong = Some("a member of a type that is not complete here");
                ty = Type::Unknown("a type that is not complete".into());
            }
            if let (Some(bits), Some(kind)) = (&field.bits, ty.as_int()) {
                let width = self.constant(bits).and_then(|b| u32::try_from(b).ok());
                ty = match width {
                    Some(width) => Type::Bits(kind, width.min(self.model.bits(kind))),
                    None => Type::Unknown("a bit-field of a width that is not computed".into()),
                };
            }
            if is_uncounted(&field.ty, &ty) {
                ty = Type::Unknown("an array of a size that is not computed".into());
            }
            let unnamed_bits = field.name.is_none() && field.bits.is_some();
            if !unnamed_bits {
                members.push(Member {
                    name: field.name.as_ref().map_or(String::new(), |n| n.text.to_string()),
                    ty,
                });
            }
        }
        // GNU's older way to write an array that ends where the memory does
        if let Some(Member {
            ty: Type::Array(_, size @ Some(0)),
            ..
        }) = members.last_mut()
        {
            *size = None;
        }
        if members.is_empty() {
            wrong = Some("not supported: a structure without members");
        }
        self.records[id.0].layout = record.layout;
        self.records[id.0].fields = Some(members);
        wrong
    }

    /// Gives a type a name.
    pub fn alias(&mut self, name: &str, ty: Type, volatile: bool) {
        self.typedefs.insert(name.to_string(), ty);
        if volatile {
            self.volatile.insert(name.to_string());
        }
    }

    /// Is it `volatile` itself, also by the name of a type?
    pub fn is_volatile(&self, ty: &ast::Type) -> bool {
        ty.volatile || matches!(&*ty.kind, ast::TypeKind::Named(name) if self.volatile.contains(&*name.text))
    }

    /// Is what a pointer points to, or an array consists of, `volatile`?
    pub fn volatile_inside(&self, ty: &ast::Type) -> bool {
        match &*ty.kind {
            ast::TypeKind::Pointer(to) | ast::TypeKind::Array(to, _) => {
                self.is_volatile(to) || self.volatile_inside(to)
            }
            _ => false,
        }
    }

    /// The type of what a pointer points to, an array consists of, or a structure has as a member: what is `volatile`
    /// may hold another value at every read, so that none can be read from there.
    fn resolve_inside(&self, ty: &ast::Type) -> Type {
        match self.is_volatile(ty) {
            true => Type::Unknown("volatile".into()),
            false => self.resolve(ty),
        }
    }

    /// The type a name stands for.
    pub fn alias_of(&self, name: &str) -> Option<&Type> {
        self.typedefs.get(name)
    }

    /// The type of a variable, and whether it is `volatile`, or an array whose elements are.
    pub fn of_variable(&self, ty: &ast::Type) -> (Type, bool) {
        if let ast::TypeKind::Array(of, size) = &*ty.kind
            && let (of, true) = self.of_variable(of)
        {
            return (Type::Array(Box::new(of), self.count(size.as_ref())), true);
        }
        (self.resolve(ty), self.is_volatile(ty))
    }

    /// How many elements an array has; unknown without a size, and where it is found out at run time.
    fn count(&self, size: Option<&ast::Expr>) -> Option<u64> {
        let size = self.constant(size?)?;
        u64::try_from(size).ok()
    }

    /// The type that is written.
    pub fn resolve(&self, ty: &ast::Type) -> Type {
        use ast::TypeKind as K;
        match &*ty.kind {
            K::Void => Type::Void,
            K::Int(kind) => Type::Int(*kind),
            K::Float(words) => Type::Float(if words.contains("float") {
                4
            } else if words.contains("long") {
                16
            } else {
                8
            }),
            K::Named(name) => match &*name.text {
                "integer" => Type::Integer,
                "boolean" => Type::Truth,
                text => self
                    .typedefs
                    .get(text)
                    .cloned()
                    .unwrap_or_else(|| Type::Unknown(text.to_string())),
            },
            K::Record(_, name) => match self.tags.get(&*name.text) {
                Some(id) => Type::Record(*id),
                None => Type::Unknown(format!("struct {}", name.text)),
            },
            K::Enum(name) => match self.enums.get(&*name.text) {
                Some(Some(kind)) => Type::Int(*kind),
                Some(None) => Type::Unknown(format!("enum {}", name.text)),
                None => Type::Int(IntType::UInt),
            },
            K::Pointer(to) => self.resolve_inside(to).pointer(),
            K::Array(of, size) => Type::Array(Box::new(self.resolve_inside(of)), self.count(size.as_ref())),
            K::Function(f) => {
                let result = self.resolve(&f.result);
                let params = f.params.iter();
                let params = params.map(|p| self.resolve(&p.ty).decayed()).collect();
                Type::Function(Box::new(Signature {
                    result,
                    params,
                    variadic: f.variadic || f.unspecified,
                }))
            }
            K::TypeofExpr(_) => Type::Unknown("typeof".into()),
            K::Auto => Type::Unknown("__auto_type".into()),
            K::Other(words) => Type::Unknown(words.clone()),
        }
    }

    /// A member of a record, those of unnamed structures inside included: the names on the way
    /// and its type.
    pub fn member(&self, id: RecordId, name: &str) -> Option<(Vec<String>, Type)> {
        let fields = self.record(id).fields.as_ref()?;
        for (number, field) in fields.iter().enumerate() {
            if field.name == name {
                return Some((vec![name.to_string()], field.ty.clone()));
            }
            if field.name.is_empty()
                && let Type::Record(inner) = &field.ty
                && let Some((mut path, ty)) = self.member(*inner, name)
            {
                path.insert(0, unnamed(number));
                return Some((path, ty));
            }
        }
        None
    }

    /// The record that a member belongs to itself: an unnamed structure inside has members of its own.
    pub fn owner(&self, id: RecordId, name: &str) -> Option<RecordId> {
        let fields = self.record(id).fields.as_ref()?;
        if fields.iter().any(|f| f.name == name) {
            return Some(id);
        }
        let mut inner = fields.iter().filter(|f| f.name.is_empty());
        inner.find_map(|f| match &f.ty {
            Type::Record(inner) => self.owner(*inner, name),
            _ => None,
        })
    }

    /// The records that have a member of that name themselves.
    pub fn with_member(&self, name: &str) -> Vec<RecordId> {
        let has = |r: &RecordInfo| r.fields.iter().flatten().any(|f| f.name == name);
        let found = self.records.iter().enumerate().filter(|(_, r)| has(r));
        found.map(|(number, _)| RecordId(number)).collect()
    }

    /// The arrays without a size at the end of structures.
    pub fn flexible_members(&self) -> Vec<(RecordId, String)> {
        let last = |(number, r): (usize, &RecordInfo)| match r.fields.as_ref()?.last()? {
            Member {
                name,
                ty: Type::Array(_, None),
            } => Some((RecordId(number), name.clone())),
            _ => None,
        };
        self.records.iter().enumerate().filter_map(last).collect()
    }

    /// The records with the same tag: where a tag has several meanings, one may be taken for another.
    pub fn namesakes(&self, id: RecordId) -> Vec<RecordId> {
        let name = &self.record(id).name;
        let found = self.records.iter().enumerate().filter(|(_, r)| r.name == *name);
        found.map(|(number, _)| RecordId(number)).collect()
    }

    /// A type as C writes it, more or less.
    pub fn show(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Int(kind) | Type::Bits(kind, _) => show_int(*kind).into(),
            Type::Float(4) => "float".into(),
            Type::Float(16) => "long double".into(),
            Type::Float(_) => "double".into(),
            Type::Pointer(to) => match &**to {
                Type::Pointer(_) => format!("{}*", self.show(to)),
                _ => format!("{} *", self.show(to)),
            },
            Type::Array(of, Some(n)) => format!("{}[{n}]", self.show(of)),
            Type::Array(of, None) => format!("{}[]", self.show(of)),
            Type::Record(id) => {
                let info = self.record(*id);
                let word = match info.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                format!("{word} {}", info.name)
            }
            Type::Function(_) => "a function".into(),
            Type::Integer => "integer".into(),
            Type::Truth => "boolean".into(),
            Type::Unknown(words) => words.clone(),
        }
    }
}

/// Is a member an array whose size is written, and not computed here?
fn is_uncounted(written: &ast::Type, ty: &Type) -> bool {
    match (&*written.kind, ty) {
        (ast::TypeKind::Array(_, Some(_)) | ast::TypeKind::Named(_), Type::Array(_, None)) => true,
        (ast::TypeKind::Array(of, _), Type::Array(inner, _)) => is_uncounted(of, inner),
        _ => false,
    }
}

/// How a member without a name is called in paths.
pub fn unnamed(number: usize) -> String {
    format!("#{number}")
}

/// An integer type as C writes it.
pub fn show_int(kind: IntType) -> &'static str {
    use IntType::*;
    match kind {
        Bool => "_Bool",
        Char => "char",
        SChar => "signed char",
        UChar => "unsigned char",
        Short => "short",
        UShort => "unsigned short",
        Int => "int",
        UInt => "unsigned int",
        Long => "long",
        ULong => "unsigned long",
        LongLong => "long long",
        ULongLong => "unsigned long long",
        Int128 => "__int128",
        UInt128 => "unsigned __int128",
    }
}

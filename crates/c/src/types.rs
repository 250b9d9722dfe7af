//! Types of C, resolved: sizes by the data model, promotions and conversions as ISO C has them.

use crate::syntax::ast::{self, IntType, RecordKind};
use abide_logic::number::Range;
use std::collections::BTreeMap;

/// How wide the integer types are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
}

impl DataModel {
    /// The number of bits of an integer type.
    pub fn bits(self, kind: IntType) -> u32 {
        use IntType::*;
        match kind {
            Bool => 1,
            Char | SChar | UChar => 8,
            Short | UShort => 16,
            Int | UInt => 32,
            Long | ULong => match self {
                DataModel::Ilp32 => 32,
                DataModel::Lp64 => 64,
            },
            LongLong | ULongLong => 64,
            Int128 | UInt128 => 128,
        }
    }

    /// The number of bytes of an integer type.
    pub fn bytes(self, kind: IntType) -> u64 {
        u64::from(self.bits(kind)).div_ceil(8)
    }

    /// The number of bytes of a pointer.
    pub fn pointer_bytes(self) -> u64 {
        match self {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }

    /// The values of an integer type.
    pub fn range(self, kind: IntType) -> Range {
        Range::of_bits(self.bits(kind), is_signed(kind))
    }

    /// The type of `sizeof`.
    pub fn size_type(self) -> IntType {
        match self {
            DataModel::Ilp32 => IntType::UInt,
            DataModel::Lp64 => IntType::ULong,
        }
    }

    /// The type of the difference of two pointers.
    pub fn difference_type(self) -> IntType {
        match self {
            DataModel::Ilp32 => IntType::Int,
            DataModel::Lp64 => IntType::Long,
        }
    }

    /// The integer promotion.
    pub fn promoted(self, kind: IntType) -> IntType {
        match rank(kind) < rank(IntType::Int) {
            true => IntType::Int,
            false => kind,
        }
    }

    /// The type two operands are brought to by the usual arithmetic conversions.
    pub fn common(self, a: IntType, b: IntType) -> IntType {
        let (a, b) = (self.promoted(a), self.promoted(b));
        if a == b {
            return a;
        }
        let (low, high) = if rank(a) < rank(b) { (a, b) } else { (b, a) };
        if is_signed(a) == is_signed(b) || !is_signed(high) {
            return if rank(a) == rank(b) { unsigned(a) } else { high };
        }
        if rank(a) == rank(b) {
            return unsigned(a);
        }
        // a signed type of higher rank, if it can hold all values of the other
        match self.bits(high) > self.bits(low) {
            true => high,
            false => unsigned(high),
        }
    }

    /// The type of an integer constant (C11 6.4.4.1).
    pub fn constant(self, lit: &ast::IntLit) -> Option<IntType> {
        use IntType::*;
        let signed = [Int, Long, LongLong, Int128];
        let from = usize::from(lit.longs.min(2));
        let candidates = signed[from..].iter().flat_map(|kind| {
            let other = unsigned(*kind);
            let plain = (!lit.unsigned).then_some(*kind);
            let natural = (lit.unsigned || !lit.decimal).then_some(other);
            [plain, natural].into_iter().flatten()
        });
        candidates.into_iter().find(|k| self.range(*k).contains(&lit.value))
    }
}

/// Has the type negative values? Plain `char` does, as on most machines.
pub fn is_signed(kind: IntType) -> bool {
    use IntType::*;
    matches!(kind, Char | SChar | Short | Int | Long | LongLong | Int128)
}

/// The unsigned type of the same width.
pub fn unsigned(kind: IntType) -> IntType {
    use IntType::*;
    match kind {
        Char | SChar => UChar,
        Short => UShort,
        Int => UInt,
        Long => ULong,
        LongLong => ULongLong,
        Int128 => UInt128,
        other => other,
    }
}

/// The conversion rank.
fn rank(kind: IntType) -> u8 {
    use IntType::*;
    match kind {
        Bool => 0,
        Char | SChar | UChar => 1,
        Short | UShort => 2,
        Int | UInt => 3,
        Long | ULong => 4,
        LongLong | ULongLong => 5,
        Int128 | UInt128 => 6,
    }
}

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
    /// Its layout is not the usual one.
    pub packed: bool,
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
    constants: BTreeMap<String, (i128, IntType)>,
    enums: BTreeMap<String, IntType>,
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
            packed: false,
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
            let mut ty = self.resolve(&field.ty);
            if field.ty.volatile {
                ty = Type::Unknown("volatile".into());
            }
            if self.is_incomplete(&ty) {
                wrong = Some("a member of a type that is not complete here");
                ty = Type::Unknown("a type that is not complete".into());
            }
            if let (Some(bits), Some(kind)) = (&field.bits, ty.as_int()) {
                let width = self.constant(bits).and_then(|b| u32::try_from(b).ok());
                let width = width.unwrap_or(self.model.bits(kind));
                ty = Type::Bits(kind, width.min(self.model.bits(kind)));
            }
            let unnamed_bits = field.name.is_none() && field.bits.is_some();
            if !unnamed_bits {
                members.push(Member {
                    name: field.name.as_ref().map_or(String::new(), |n| n.text.to_string()),
                    ty,
                });
            }
        }
        if members.is_empty() {
            wrong = Some("not supported: a structure without members");
        }
        self.records[id.0].packed = record.packed;
        self.records[id.0].fields = Some(members);
        wrong
    }

    /// Gives a type a name.
    pub fn alias(&mut self, name: &str, ty: Type) {
        self.typedefs.insert(name.to_string(), ty);
    }

    /// The type a name stands for.
    pub fn alias_of(&self, name: &str) -> Option<&Type> {
        self.typedefs.get(name)
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
            K::Enum(name) => Type::Int(self.enums.get(&*name.text).copied().unwrap_or(IntType::UInt)),
            K::Pointer(to) => self.resolve(to).pointer(),
            K::Array(of, size) => {
                // without a size too where it is found out at run time
                let size = size.as_ref().and_then(|s| self.constant(s));
                Type::Array(Box::new(self.resolve(of)), size.and_then(|n| u64::try_from(n).ok()))
            }
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

    /// Enters the constants of an enumeration. Its type is unsigned unless one is negative, as
    /// the usual compilers have it.
    pub fn enumerate(&mut self, e: &ast::Enum) {
        let mut next = 0;
        let (mut low, mut high) = (0, 0);
        for (name, value) in &e.constants {
            next = value.as_ref().and_then(|v| self.constant(v)).unwrap_or(next);
            // while the list is read, a constant has a type that holds it
            self.constants.insert(name.text.to_string(), (next, self.holds(next)));
            (low, high) = (low.min(next), high.max(next));
            next += 1;
        }
        let kinds = [IntType::UInt, IntType::Int, IntType::ULong, IntType::Long];
        let fits = |k: &IntType| {
            let range = self.model.range(*k);
            range.contains(&low.into()) && range.contains(&high.into())
        };
        let kind = kinds.into_iter().find(fits).unwrap_or(IntType::Long);
        self.enums.insert(e.name.text.to_string(), kind);
        // a constant is an `int`, or else of the enumeration's type
        for (name, _) in &e.constants {
            if let Some((value, own)) = self.constants.get_mut(&*name.text) {
                *own = match self.model.range(IntType::Int).contains(&(*value).into()) {
                    true => IntType::Int,
                    false => kind,
                };
            }
        }
    }

    /// The first of the usual types that holds a value.
    fn holds(&self, value: i128) -> IntType {
        let kinds = [IntType::Int, IntType::UInt, IntType::Long, IntType::ULong];
        let fits = |k: &IntType| self.model.range(*k).contains(&value.into());
        kinds.into_iter().find(fits).unwrap_or(IntType::LongLong)
    }

    /// A constant of an enumeration, and its type.
    pub fn enum_constant(&self, name: &str) -> Option<(i128, IntType)> {
        self.constants.get(name).copied()
    }

    /// The value of a constant expression of integers.
    pub fn constant(&self, e: &ast::Expr) -> Option<i128> {
        self.typed_constant(e).map(|(value, _)| value)
    }

    /// The value of a constant expression, and its type.
    fn typed_constant(&self, e: &ast::Expr) -> Option<(i128, IntType)> {
        use ast::BinaryOp as B;
        use ast::ExprKind as E;
        let truth = |b: bool| Some((i128::from(b), IntType::Int));
        match &*e.kind {
            E::Int(lit) => Some((i128::try_from(&lit.value).ok()?, self.model.constant(lit)?)),
            E::Char(c) => Some((i128::from(*c), IntType::Int)),
            E::Name(n) => self.enum_constant(&n.text),
            E::Unary(op, a) => {
                let (a, kind) = self.typed_constant(a)?;
                let kind = self.model.promoted(kind);
                match op {
                    ast::UnaryOp::Plus => self.in_type(a, kind),
                    ast::UnaryOp::Minus => self.in_type(a.checked_neg()?, kind),
                    ast::UnaryOp::BitNot => self.in_type(!a, kind),
                    ast::UnaryOp::Not => truth(a == 0),
                    _ => None,
                }
            }
            E::Binary(op @ (B::Shl | B::Shr), a, b) => {
                let (a, kind) = self.typed_constant(a)?;
                let kind = self.model.promoted(kind);
                let by = u32::try_from(self.constant(b)?).ok()?;
                let by = Some(by).filter(|b| *b < self.model.bits(kind))?;
                match op {
                    B::Shl => self.in_type(a.checked_mul(1i128.checked_shl(by)?)?, kind),
                    _ => Some((a >> by, kind)),
                }
            }
            E::Binary(op @ (B::And | B::Or), a, b) => {
                let (a, b) = (self.constant(a)? != 0, self.constant(b)? != 0);
                truth(if *op == B::And { a && b } else { a || b })
            }
            E::Binary(op, a, b) => {
                let ((a, x), (b, y)) = (self.typed_constant(a)?, self.typed_constant(b)?);
                let kind = self.model.common(x, y);
                let (a, b) = (self.in_type(a, kind)?.0, self.in_type(b, kind)?.0);
                let value = match op {
                    B::Add => a.checked_add(b)?,
                    B::Sub => a.checked_sub(b)?,
                    B::Mul => a.checked_mul(b)?,
                    B::Div => a.checked_div(b)?,
                    B::Rem => a.checked_rem(b)?,
                    B::BitAnd => a & b,
                    B::BitOr => a | b,
                    B::BitXor => a ^ b,
                    B::Lt => return truth(a < b),
                    B::Le => return truth(a <= b),
                    B::Gt => return truth(a > b),
                    B::Ge => return truth(a >= b),
                    B::Eq => return truth(a == b),
                    B::Ne => return truth(a != b),
                    _ => return None,
                };
                self.in_type(value, kind)
            }
            E::Conditional(c, Some(a), b) => {
                let ((a, x), (b, y)) = (self.typed_constant(a)?, self.typed_constant(b)?);
                let value = if self.constant(c)? != 0 { a } else { b };
                self.in_type(value, self.model.common(x, y))
            }
            E::Cast(ty, a) => {
                let kind = self.resolve(ty).as_int()?;
                let a = self.constant(a)?;
                match kind {
                    IntType::Bool => Some((i128::from(a != 0), kind)),
                    _ => self.in_type(a, kind),
                }
            }
            E::SizeofType(ty) => Some((self.size_of(&self.resolve(ty))?.into(), self.model.size_type())),
            _ => None,
        }
    }

    /// A value brought into a type.
    pub fn in_type(&self, value: i128, kind: IntType) -> Option<(i128, IntType)> {
        let wrapped = self.model.range(kind).wrap(&abide_logic::Int::from(value));
        Some((i128::try_from(&wrapped).ok()?, kind))
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

    /// How many bytes into a structure a member begins, the steps on the way as in [`Types::member`].
    pub fn offset_of(&self, id: RecordId, steps: &[String]) -> Option<u64> {
        let (first, rest) = steps.split_first()?;
        let info = self.record(id);
        self.layout(id)?;
        let mut at = 0u64;
        for (number, field) in info.fields.as_ref()?.iter().enumerate() {
            let start = at.next_multiple_of(self.align_of(&field.ty)?.max(1));
            let named = match field.name.is_empty() {
                true => unnamed(number) == *first,
                false => field.name == *first,
            };
            if named {
                return match (&field.ty, rest) {
                    (_, []) => Some(start),
                    (Type::Record(inner), rest) => start.checked_add(self.offset_of(*inner, rest)?),
                    _ => None,
                };
            }
            let flexible = matches!(field.ty, Type::Array(_, None));
            if info.kind == RecordKind::Struct && !flexible {
                at = start.checked_add(self.size_of(&field.ty)?)?;
            }
        }
        None
    }

    /// The size of a type in bytes, if it is known.
    pub fn size_of(&self, ty: &Type) -> Option<u64> {
        Some(match ty {
            Type::Int(kind) => self.model.bytes(*kind),
            // `long double` of 32-bit machines has ten bytes, padded
            Type::Float(16) if self.model == DataModel::Ilp32 => 12,
            Type::Float(bytes) => *bytes,
            Type::Pointer(_) => self.model.pointer_bytes(),
            Type::Array(of, Some(n)) => self.size_of(of)?.checked_mul(*n)?,
            Type::Void | Type::Function(_) => 1,
            Type::Record(id) => self.layout(*id)?.0,
            _ => return None,
        })
    }

    fn align_of(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Array(of, _) => self.align_of(of),
            Type::Record(id) => Some(self.layout(*id)?.1),
            // on 32-bit machines of the usual kind
            Type::Int(_) | Type::Float(_) if self.model == DataModel::Ilp32 => Some(self.size_of(ty)?.min(4)),
            _ => self.size_of(ty),
        }
    }

    /// Size and alignment of a record; none if it has bit-fields, members of unknown size or an
    /// unusual layout.
    fn layout(&self, id: RecordId) -> Option<(u64, u64)> {
        let info = self.record(id);
        if info.packed {
            return None;
        }
        let (mut size, mut align) = (0u64, 1u64);
        for field in info.fields.as_ref()? {
            let flexible = matches!(field.ty, Type::Array(_, None));
            let own = if flexible { 0 } else { self.size_of(&field.ty)? };
            let own_align = self.align_of(&field.ty)?.max(1);
            align = align.max(own_align);
            match info.kind {
                RecordKind::Struct => size = size.next_multiple_of(own_align).checked_add(own)?,
                RecordKind::Union => size = size.max(own),
            }
        }
        Some((size.next_multiple_of(align), align)).filter(|(size, _)| *size > 0)
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

#[cfg(test)]
mod tests {
    use super::*;
    use IntType::*;
    use abide_logic::Int as Big;

    #[test]
    fn usual_arithmetic_conversions() {
        let (small, large) = (DataModel::Ilp32, DataModel::Lp64);
        for model in [small, large] {
            assert_eq!(model.common(Char, UShort), Int);
            assert_eq!(model.common(Int, UInt), UInt);
            assert_eq!(model.common(UInt, LongLong), LongLong);
            assert_eq!(
                model.common(ULong, LongLong),
                if model == small { LongLong } else { ULongLong }
            );
        }
        assert_eq!(large.common(UInt, Long), Long);
        assert_eq!(small.common(UInt, Long), ULong);
        assert_eq!(large.common(Long, LongLong), LongLong);
    }

    #[test]
    fn constants_take_the_first_type_that_fits() {
        let lit = |value: i64, unsigned, longs, decimal| ast::IntLit {
            value: Big::from(value),
            unsigned,
            longs,
            decimal,
        };
        let of = |l: &ast::IntLit| DataModel::Lp64.constant(l);
        assert_eq!(of(&lit(1, false, 0, true)), Some(Int));
        assert_eq!(of(&lit(0xFFFF_FFFF, false, 0, true)), Some(Long));
        assert_eq!(of(&lit(0xFFFF_FFFF, false, 0, false)), Some(UInt));
        assert_eq!(of(&lit(1, true, 2, true)), Some(ULongLong));
        assert_eq!(
            DataModel::Ilp32.constant(&lit(0xFFFF_FFFF, false, 0, true)),
            Some(LongLong)
        );
    }
}

//! Attributes of GNU and Clang: what they change in a type or in a declaration.

use super::Parser;
use crate::syntax::ast::{IntType, Layout, Storage, Type, TypeKind};
use crate::syntax::lexer::Token;

/// What attributes say that matters.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub(super) noreturn: bool,
    pub(super) nonnull: Vec<usize>,
    pub(super) returns_nonnull: bool,
    /// It runs before `main`.
    pub(super) constructor: Option<u32>,
    /// It runs at the end.
    pub(super) destructor: bool,
    /// The linker may find it elsewhere, or not at all.
    pub(super) weak: bool,
    /// What it is another name of.
    pub(super) alias: Option<std::sync::Arc<str>>,
    /// One that changes what a type or variable is, and that is not understood.
    pub(super) strange: Option<String>,
    /// `__mode__(__DI__)`: the width of the integer in bits.
    pub(super) width: Option<u32>,
}

impl Attributes {
    pub(super) fn add(&mut self, other: Attributes) {
        self.noreturn |= other.noreturn;
        self.nonnull.extend(other.nonnull);
        self.returns_nonnull |= other.returns_nonnull;
        self.constructor = other.constructor.or(self.constructor);
        self.destructor |= other.destructor;
        self.weak |= other.weak;
        self.alias = other.alias.or(self.alias.take());
        self.strange = other.strange.or(self.strange.take());
        self.width = other.width.or(self.width);
    }

    /// Storage as these attributes change it.
    pub(super) fn mark(self, storage: &mut Storage) {
        storage.noreturn |= self.noreturn;
        storage.nonnull.extend(self.nonnull);
        storage.returns_nonnull |= self.returns_nonnull;
        storage.constructor = self.constructor.or(storage.constructor);
        storage.destructor |= self.destructor;
        storage.weak |= self.weak;
        storage.alias = self.alias.or(storage.alias.take());
    }

    /// The type as these attributes change it.
    pub(super) fn apply(&self, mut ty: Type) -> Type {
        if let Some(strange) = &self.strange {
            *ty.kind = TypeKind::Other(format!("__attribute__(({strange}))"));
        }
        if let (Some(width), TypeKind::Int(int)) = (self.width, &*ty.kind) {
            let signed = !is_unsigned(*int);
            let int = match (width, signed) {
                (8, true) => IntType::SChar,
                (8, false) => IntType::UChar,
                (16, true) => IntType::Short,
                (16, false) => IntType::UShort,
                (32, true) => IntType::Int,
                (32, false) => IntType::UInt,
                (64, true) => IntType::LongLong,
                (64, false) => IntType::ULongLong,
                (128, true) => IntType::Int128,
                (128, false) => IntType::UInt128,
                (_, true) => IntType::Long,
                (_, false) => IntType::ULong,
            };
            *ty.kind = TypeKind::Int(int);
        }
        ty
    }
}

fn is_unsigned(int: IntType) -> bool {
    use IntType::*;
    matches!(int, Bool | UChar | UShort | UInt | ULong | ULongLong | UInt128)
}

impl<'t> Parser<'t> {
    /// Attributes, if there are any.
    pub(super) fn attributes(&mut self) -> Attributes {
        let mut attributes = Attributes::default();
        while self.is(Token::Attribute) {
            self.next();
            let begin = self.mark();
            self.skip_group();
            let end = self.mark();
            self.reset(begin);
            while self.mark() < end {
                let word = self.next();
                match word.text.trim_matches('_') {
                    "packed" => self.layout = self.layout.max(Layout::Packed),
                    "aligned" | "scalar_storage_order" | "ms_struct" => self.layout = Layout::Unusual,
                    "noreturn" => attributes.noreturn = true,
                    "nonnull" => {
                        let named = (1..).step_by(2).map_while(|at| self.lexeme_at(at).text.parse().ok());
                        let named: Vec<usize> = match self.is(Token::OpenParen) {
                            true => named.collect(),
                            false => Vec::new(),
                        };
                        attributes.nonnull.extend(match named.is_empty() {
                            true => vec![0],
                            false => named,
                        });
                    }
                    "returns_nonnull" => attributes.returns_nonnull = true,
                    "constructor" => {
                        let priority = match self.is(Token::OpenParen) {
                            true => self.lexeme_at(1).text.parse().ok(),
                            false => None,
                        };
                        // those without a priority come last
                        attributes.constructor = Some(priority.unwrap_or(u32::MAX));
                    }
                    "weak" | "weak_import" | "weakref" => attributes.weak = true,
                    "destructor" => attributes.destructor = true,
                    "alias" if self.is(Token::OpenParen) => attributes.alias = quoted(self.lexeme_at(1).text),
                    "vector_size" | "cleanup" | "address_space" | "ifunc" => {
                        attributes.strange = Some(word.text.to_string())
                    }
                    "mode" if self.is(Token::OpenParen) => {
                        let mode = self.lexeme_at(1).text;
                        attributes.width = match mode.trim_matches('_') {
                            "QI" | "byte" => Some(8),
                            "HI" => Some(16),
                            "SI" => Some(32),
                            "DI" => Some(64),
                            "TI" => Some(128),
                            "word" | "pointer" => Some(0),
                            // of floating types
                            "SF" | "DF" | "XF" | "TF" | "SC" | "DC" | "XC" | "TC" => None,
                            _ => {
                                attributes.strange = Some(format!("mode({mode})"));
                                None
                            }
                        };
                    }
                    _ => {}
                }
            }
        }
        attributes
    }
}

/// What stands between quotes, if anything does.
pub(super) fn quoted(text: &str) -> Option<std::sync::Arc<str>> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inside.is_empty()).then(|| inside.into())
}

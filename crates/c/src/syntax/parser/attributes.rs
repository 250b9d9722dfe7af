//! Attributes of GNU and Clang: what they change in a type or in a declaration.

use super::{Failure, Parser, Read};
use crate::syntax::ast::{IntType, Layout, Storage, Type, TypeKind};
use crate::syntax::lexeme::Lexeme;
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
    /// One that is not understood, and may change what a type, variable or function is.
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
            let strange = TypeKind::Other(format!("__attribute__(({strange}))"));
            match &mut *ty.kind {
                // it is still a function
                TypeKind::Function(function) => *function.result.kind = strange,
                kind => *kind = strange,
            }
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
    /// Do attributes begin here: `__attribute__((…))` or `[[…]]`?
    pub(super) fn starts_attribute(&self) -> bool {
        self.is(Token::Attribute) || self.is(Token::OpenBracket) && self.peek_at(1) == Token::OpenBracket
    }

    /// How many tokens further the attributes and `__extension__` end that begin after the next `n`.
    pub(super) fn behind_attributes(&self, n: usize) -> usize {
        let mut n = n;
        loop {
            match self.peek_at(n) {
                Token::Extension => n += 1,
                Token::Attribute => n = self.behind_group(n + 1),
                Token::OpenBracket if self.peek_at(n + 1) == Token::OpenBracket => n = self.behind_group(n),
                _ => return n,
            }
        }
    }

    fn behind_group(&self, n: usize) -> usize {
        let (mut n, mut open) = (n, 0usize);
        loop {
            match self.peek_at(n) {
                Token::OpenParen | Token::OpenBracket | Token::OpenBrace => open += 1,
                Token::CloseParen | Token::CloseBracket | Token::CloseBrace => open = open.saturating_sub(1),
                Token::End => return n,
                _ => {}
            }
            n += 1;
            if open == 0 {
                return n;
            }
        }
    }

    /// Attributes, if there are any.
    pub(super) fn attributes(&mut self) -> Attributes {
        let mut attributes = Attributes::default();
        while self.starts_attribute() {
            self.eat(Token::Attribute);
            let begin = self.mark();
            self.skip_group();
            let end = self.mark();
            self.reset(begin);
            while self.mark() < end {
                let word = self.next();
                let is_name = word.text.starts_with(|c: char| c.is_alphabetic() || c == '_');
                // of `gnu::packed` only the second word matters
                if is_name && !self.is(Token::Colon) {
                    self.attribute(word, &mut attributes);
                    if self.is(Token::OpenParen) {
                        self.skip_group();
                    }
                }
            }
        }
        attributes
    }

    /// Attributes where they can change nothing but what a whole statement does.
    pub(super) fn attributes_of_statement(&mut self) -> Read<()> {
        let start = self.span();
        match self.attributes().strange {
            Some(strange) => Err(Failure::new(start, format!("not supported: the attribute `{strange}`"))),
            None => Ok(()),
        }
    }

    /// One attribute, from behind its name on.
    fn attribute(&mut self, word: Lexeme<'t>, attributes: &mut Attributes) {
        match word.text.trim_matches('_') {
            "packed" => self.layout = self.layout.max(Layout::Packed),
            "aligned" | "scalar_storage_order" | "ms_struct" | "gcc_struct" | "warn_if_not_aligned" => {
                self.layout = Layout::Unusual
            }
            "noreturn" | "Noreturn" => attributes.noreturn = true,
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
            "optimize" if self.changes_meaning() => attributes.strange = Some(word.text.to_string()),
            // what the library of the machine means by its own is documented
            name if word.system && name != "vector_size" && name != "cleanup" => {}
            name if HARMLESS.contains(&name) || HARMLESS_FAMILIES.iter().any(|f| name.starts_with(f)) => {}
            _ => attributes.strange = Some(word.text.to_string()),
        }
    }

    /// Is a flag among the arguments with which the compiler computes something else?
    fn changes_meaning(&self) -> bool {
        let until_end = (0..).map(|at| self.lexeme_at(at));
        let arguments = until_end.take_while(|l| !matches!(l.token, Token::CloseParen | Token::End));
        let flags = [
            "fast", "math", "finite", "wrapv", "trapv", "strict", "delete", "short", "signed",
        ];
        arguments
            .into_iter()
            .any(|l| flags.iter().any(|flag| l.text.contains(flag)))
    }
}

/// Attributes that change nothing about what a program means: they advise the compiler, ask for warnings, say where
/// something lies, how it is called on the machine, or what a verifier has to find out by itself.
const HARMLESS: &[&str] = &[
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "annotate",
    "artificial",
    "assume_aligned",
    "availability",
    "bitwise",
    "btf_decl_tag",
    "btf_type_tag",
    "callback",
    "cdecl",
    "cold",
    "common",
    "const",
    "context",
    "convergent",
    "copy",
    "counted_by",
    "deprecated",
    "designated_init",
    "diagnose_if",
    "disable_tail_calls",
    "dllexport",
    "dllimport",
    "enum_extensibility",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "flag_enum",
    "flatten",
    "force",
    "force_align_arg_pointer",
    "format",
    "format_arg",
    "gnu_inline",
    "hot",
    "internal_linkage",
    "iomem",
    "leaf",
    "lifetimebound",
    "likely",
    "malloc",
    "may_alias",
    "maybe_unused",
    "minsize",
    "ms_abi",
    "musttail",
    "nocallback",
    "nocf_check",
    "noclone",
    "nocommon",
    "noderef",
    "nodebug",
    "nodiscard",
    "noduplicate",
    "noescape",
    "noinline",
    "noipa",
    "nomerge",
    "nonstring",
    "noplt",
    "nothrow",
    "not_tail_called",
    "nouwtable",
    "null_terminated_string_arg",
    "optimize",
    "optnone",
    "ownership_holds",
    "ownership_returns",
    "ownership_takes",
    "pass_dynamic_object_size",
    "pass_object_size",
    "patchable_function_entry",
    "preserve_access_index",
    "pure",
    "randomize_layout",
    "regparm",
    "reproducible",
    "retain",
    "safe",
    "section",
    "selectany",
    "sentinel",
    "simd",
    "sized_by",
    "speculative_load_hardening",
    "stack_protect",
    "stdcall",
    "strict_flex_array",
    "swift_name",
    "symver",
    "sysv_abi",
    "target",
    "target_clones",
    "thiscall",
    "tls_model",
    "transparent_union",
    "type_visibility",
    "unavailable",
    "uninitialized",
    "unlikely",
    "unsequenced",
    "unused",
    "used",
    "uwtable",
    "visibility",
    "warn_unused",
    "warn_unused_result",
    "warning",
    "xray_always_instrument",
    "xray_never_instrument",
    "zero_call_used_regs",
];

/// How the names of others of them begin: what the compiler leaves out, what other checkers are told.
const HARMLESS_FAMILIES: &[&str] = &[
    "no_",
    "objc_",
    "ns_",
    "cf_",
    "swift_",
    "acquire_",
    "release_",
    "requires_",
    "try_acquire_",
    "guarded_by",
    "pt_guarded_",
    "capability",
    "lockable",
    "scoped_lock",
    "exclusive_",
    "shared_",
    "assert_",
    "locks_",
    "lock_",
    "unlock_",
    "analyzer_",
    "tainted_",
    "nullable",
    "null_unspecified",
];

/// What stands between quotes, if anything does.
pub(super) fn quoted(text: &str) -> Option<std::sync::Arc<str>> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inside.is_empty()).then(|| inside.into())
}

//! Functions that need no declaration: those of verification tasks, memory, a few of the library.

use super::body::Body;
use super::random::is_random;
use super::state::Leaf;
use super::value::{Lowering, Val, unsupported};
use crate::syntax::ast::{BinaryOp, Contract, Expr, ExprKind as E, IntType};
use crate::types::Type;
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::number::Number;
use abide_logic::{Int, Sort, Term};

/// What is believed of streams, as nobody follows when they are closed.
pub(super) const OPEN_STREAMS: &str = "streams that are used have not been closed";

/// Is the meaning of the function built in, even if the file defines it?
pub(super) fn is_known(name: &str) -> bool {
    matches!(
        name,
        "reach_error"
            | "__VERIFIER_error"
            | "__VERIFIER_assert"
            | "__VERIFIER_assume"
            | "assume_abort_if_not"
            | "__assert_fail"
    )
}

/// Does a call return an arbitrary value and do nothing else?
pub(super) fn is_nondet(name: &str) -> bool {
    let name = name.trim_start_matches('_');
    name.starts_with("VERIFIER_nondet") && !name.ends_with("memory")
        || name.starts_with("nondet")
        || name.starts_with("unknown")
        || name.starts_with("nd_")
        || is_random(name)
        || matches!(name, "nd" | "time" | "getchar" | "NONDET")
}

/// The least and the greatest value that a function returns, if they are not those of its type.
pub(super) fn returned(name: &str) -> Option<(i64, i64)> {
    match name {
        "getchar" => Some((-1, 255)),
        _ if is_random(name) => Some((0, i64::from(i32::MAX))),
        _ => None,
    }
}

/// Does a call change nothing that a program can see?
pub(super) fn is_harmless(name: &str) -> bool {
    matches!(
        name,
        "printf"
            | "puts"
            | "putchar"
            | "fprintf"
            | "dprintf"
            | "fputs"
            | "fputc"
            | "putc"
            | "fflush"
            | "perror"
            | "srand"
            | "__VERIFIER_print"
    ) || name.starts_with("is")
        && matches!(
            name,
            "isdigit" | "isalpha" | "isspace" | "isupper" | "islower" | "isalnum"
        )
}

/// Is its meaning known without a contract?
pub(super) fn needs_no_contract(name: &str) -> bool {
    is_nondet(name) || is_harmless(name) || is_pure(name)
}

/// Does a call only compute a value?
pub(super) fn is_pure(name: &str) -> bool {
    matches!(
        name,
        "abs" | "labs" | "llabs" | "strlen" | "abort" | "exit" | "__builtin_expect" | "assert"
    )
}

/// Does a contract of the library tell the result of a function that changes nothing? Then a run that calls it is one
/// that can be.
pub(super) fn determines_result(contract: &Contract) -> bool {
    let tells = |e: &Expr| matches!(&*e.kind, E::Binary(BinaryOp::Eq, value, _) if is_result(value));
    is_silent(contract) && contract.common.ensures.iter().any(|c| tells(&c.formula))
}

/// When the result of a function of the library that changes nothing is not zero, if its contract tells that.
pub(super) fn determined_truth(contract: &Contract) -> Option<&Expr> {
    let is_truth = |e: &Expr| matches!(&*e.kind, E::Binary(BinaryOp::Ne, value, _) if is_result(value));
    let mut clauses = contract.common.ensures.iter().filter(|_| is_silent(contract));
    clauses.find_map(|c| match &*c.formula.kind {
        E::Binary(BinaryOp::Iff, value, when) if is_truth(value) => Some(when),
        _ => None,
    })
}

fn is_result(e: &Expr) -> bool {
    matches!(&*e.kind, E::Result)
}

/// Does a function change nothing, in any case?
fn is_silent(contract: &Contract) -> bool {
    let assigns = contract.common.assigns.as_ref();
    contract.behaviors.is_empty() && assigns.is_some_and(|a| a.places.is_empty())
}

impl<'a> Body<'_, 'a> {
    /// A call of a function whose meaning is built in.
    pub(super) fn library(&mut self, name: &str, args: &'a [Expr], span: Span) -> Lowering<Option<Val>> {
        let defined = self.env.is_described(name);
        match (name, args) {
            ("reach_error" | "__VERIFIER_error" | "__assert_fail", _) => {
                self.check(Term::ff(), CheckKind::Assertion, span, None);
                self.assume(Term::ff(), span);
            }
            ("__VERIFIER_assert", [c, ..]) => {
                let holds = self.condition(c)?;
                self.check(holds, CheckKind::Assertion, span, None);
            }
            ("assert" | "sassert" | "static_assert", [c, ..]) if !defined => {
                let holds = self.condition(c)?;
                self.check(holds, CheckKind::Assertion, span, None);
            }
            ("assume", [_]) if defined => return Ok(None),
            ("__VERIFIER_assume" | "assume_abort_if_not" | "assume", [c]) => {
                let holds = self.condition(c)?;
                self.assume(holds, span);
            }
            ("setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "longjmp" | "siglongjmp" | "vfork", _) => {
                return Err(unsupported(span, "a jump out of a function"));
            }
            ("pthread_create" | "thrd_create" | "fork" | "signal" | "sigaction", _) => {
                return Err(unsupported(span, format!("`{name}`: code that runs at the same time")));
            }
            _ if defined => return Ok(None),
            (
                "abort"
                | "exit"
                | "_exit"
                | "_Exit"
                | "quick_exit"
                | "__builtin_unreachable"
                | "__builtin_abort"
                | "__builtin_trap"
                | "__builtin_exit",
                _,
            ) => {
                let mut values = Vec::new();
                for arg in args {
                    values.push(self.value(arg)?);
                }
                match name {
                    "__builtin_unreachable" => self.check(Term::ff(), CheckKind::Assertion, span, None),
                    _ => self.ends_program(values.into_iter().next(), span)?,
                }
                self.assume(Term::ff(), span);
            }
            ("__builtin_expect", [value, _]) => return self.value(value).map(Some),
            ("free" | "__builtin_free", [p]) => self.free(p, span)?,
            ("abs" | "labs" | "llabs" | "__builtin_abs" | "__builtin_labs" | "__builtin_llabs", [x]) => {
                let kind = match name.trim_start_matches("__builtin_") {
                    "abs" => IntType::Int,
                    "labs" => IntType::Long,
                    _ => IntType::LongLong,
                };
                return self.absolute(x, kind, span).map(Some);
            }
            ("memset" | "__builtin_memset", [p, c, n]) => return self.memset(p, c, n, span).map(Some),
            ("memcpy" | "memmove" | "__builtin_memcpy" | "__builtin_memmove", [to, from, n]) => {
                return self.memcpy(to, from, n, name.ends_with("memmove"), span).map(Some);
            }
            ("strlen" | "__builtin_strlen", [s]) => return self.strlen(s, span).map(Some),
            ("time", [p]) => return self.time(p, span).map(Some),
            _ if name.starts_with("__sync_") || name.starts_with("__atomic_") => {
                return Err(unsupported(span, format!("`{name}`")));
            }
            _ => match name.starts_with("__builtin_") {
                true => return self.built_in(name, args, span),
                false => {
                    let read = self.input(name, args, span)?;
                    return read.map_or_else(|| self.output(name, args, span), |read| Ok(Some(read)));
                }
            },
        }
        Ok(Some(Val::void()))
    }

    fn absolute(&mut self, x: &'a Expr, kind: IntType, span: Span) -> Lowering<Val> {
        let ty = Type::Int(kind);
        let val = self.value(x)?;
        let val = self.convert(val, &ty, span)?;
        let t = val.parts.first().cloned().unwrap_or_else(|| Term::int(0));
        if let Some(range) = self.range(&ty) {
            let fine = Term::lt(Term::int(range.low), t.clone());
            self.check(fine, CheckKind::Overflow, span, None);
        }
        let positive = Term::ite(Term::le(Term::int(0), t.clone()), t.clone(), Term::neg(t));
        Ok(self.typed(ty, vec![positive]))
    }

    /// The parts of a value of a type all of whose bytes are the same, if these are known.
    pub(super) fn made_of_bytes(&self, ty: &Type, byte: Number) -> Option<Vec<Term>> {
        let model = self.env.types.model;
        let byte = byte.wrap(&model.range(IntType::UChar));
        let leaves = self.leaves(ty);
        let part = |leaf: &Leaf| match leaf.ty {
            Type::Int(kind) => {
                // a `_Bool` has one bit, and a byte for it
                let bits = model.bits(kind).max(8) as usize;
                let ones = ((Int::ONE << bits) - Int::ONE) / Int::from(255);
                let repeated = byte.clone().times(Number::new(Term::int(ones)));
                let value = repeated.wrap(&model.range(kind)).term;
                Some((0..leaf.depth).fold(value, |v, _| Term::constant_map(Sort::Int, v)))
            }
            _ => None,
        };
        leaves.iter().map(part).collect()
    }

    /// `time`: nobody knows what it is, and it is kept where the pointer says.
    fn time(&mut self, p: &'a Expr, span: Span) -> Lowering<Val> {
        let to = self.value(p)?;
        let to = self.save(to, span);
        self.guesses.insert(span);
        let now = self.arbitrary(&Type::Int(IntType::Long), span);
        let Some((block, _)) = to.address().filter(|(block, _)| *block != Term::null()) else {
            return Ok(now);
        };
        let ((), kept) = self.block(|b| {
            let place = b.pointed(to, span)?;
            let val = b.convert(now.clone(), &place.ty.clone(), span)?;
            b.write(&place, val.parts, span)
        })?;
        let null = Term::eq(block, Term::null());
        self.emit(StmtKind::If(Some(null), Vec::new(), kept), span);
        Ok(now)
    }

    /// `strlen`: there must be a zero, and the first one is found.
    fn strlen(&mut self, s: &'a Expr, span: Span) -> Lowering<Val> {
        let val = self.value(s)?;
        self.terminated(&val, span)
    }

    /// The length of the string at a place.
    pub(super) fn length(&mut self, block: Term, offset: Term, span: Span) -> Lowering<Val> {
        let root = self.env.cell_type(&Type::Int(IntType::Char));
        self.may_access(&root, &block, &offset, false, span);
        let leaf = self.leaves(&root).remove(0);
        let map = self.cells(&root, &leaf);
        let cells = Term::select(map.term(), block.clone());
        let start = offset.clone();
        let k = self.fresh("k", Sort::Int);
        let ends = Term::and([
            Term::le(offset.clone(), k.term()),
            Term::lt(k.term(), Term::select(self.highs().term(), block.clone())),
            Term::eq(Term::select(cells.clone(), k.term()), Term::int(0)),
        ]);
        self.check(Term::exists([k], ends), CheckKind::Bounds, span, None);
        let ty = Type::Int(self.env.types.model.size_type());
        let length = self.arbitrary(&ty, span);
        let n = length.parts[0].clone();
        let end = Term::add(offset.clone(), n.clone());
        let last = end.clone();
        let k = self.fresh("k", Sort::Int);
        let inside = Term::and([Term::le(offset, k.term()), Term::lt(k.term(), end.clone())]);
        let not_zero = Term::ne(Term::select(cells.clone(), k.term()), Term::int(0));
        // with the zero behind them they are an object, of which the machine has none whose size is no difference
        let model = &self.env.types.model;
        let largest = model.range(model.difference_type()).high;
        let found = [
            Term::le(Term::int(0), n.clone()),
            Term::lt(n, Term::int(largest)),
            Term::eq(Term::select(cells, end), Term::int(0)),
            Term::forall([k], Term::implies(inside, not_zero)),
        ];
        self.assume(Term::and(found), span);
        self.range_must_have_values(&map, &block, &start, &last, span);
        Ok(length)
    }
}

//! Functions that need no declaration: those of verification tasks, memory, a few of the library.

use super::body::Body;
use super::initialized;
use super::state::{Base, Key, Leaf, Region};
use super::value::{Lowering, Val, unsupported, wrong};
use crate::syntax::ast::{Expr, ExprKind as E, IntType};
use crate::types::Type;
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{CheckKind, StmtKind};
use abide_logic::number::Number;
use abide_logic::{Int, Sort, Term};

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
        || matches!(name, "nd" | "rand" | "random" | "time" | "getchar" | "NONDET")
}

/// The least and the greatest value that a function returns, if they are not those of its type.
pub(super) fn returned(name: &str) -> Option<(i64, i64)> {
    match name {
        "getchar" => Some((-1, 255)),
        "rand" | "random" => Some((0, i64::from(i32::MAX))),
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

/// Does a call only compute a value?
pub(super) fn is_pure(name: &str) -> bool {
    matches!(
        name,
        "abs" | "labs" | "llabs" | "strlen" | "abort" | "exit" | "__builtin_expect" | "assert"
    )
}

impl<'a> Body<'_, 'a> {
    /// A call of a function whose meaning is built in.
    pub(super) fn library(&mut self, name: &str, args: &'a [Expr], span: Span) -> Lowering<Option<Val>> {
        let defined = self
            .world
            .callees
            .get(name)
            .is_some_and(|c| c.function.is_some() || c.contract.is_some());
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
                for arg in args {
                    self.value(arg)?;
                }
                if name == "__builtin_unreachable" {
                    self.check(Term::ff(), CheckKind::Assertion, span, None);
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
            _ => match name.starts_with("__builtin_") {
                true => return self.built_in(name, args, span),
                false => return self.output(name, args, span),
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

    /// Which blocks were made by `malloc`.
    pub(super) fn on_heap(&mut self) -> abide_logic::Var {
        let sort = Sort::map(Sort::Ref, Sort::Bool);
        self.heap_var("~\\heap".into(), "\\heap", sort, super::state::HeapKind::Fixed)
    }

    /// `malloc`, `calloc`, `alloca`: a new block of the type it is used as, or null.
    pub(super) fn allocation(
        &mut self,
        f: &'a Expr,
        args: &'a [Expr],
        ty: Option<&Type>,
        span: Span,
    ) -> Lowering<Option<Val>> {
        let E::Name(name) = &*f.kind else { return Ok(None) };
        let name = &*name.text;
        if self
            .world
            .callees
            .get(name)
            .is_some_and(|c| c.function.is_some() || c.contract.is_some())
        {
            return Ok(None);
        }
        let of = match ty.and_then(Type::target) {
            Some(Type::Void) | None => Type::Int(IntType::Char),
            Some(of) => of.clone(),
        };
        let Some(size) = self.world.types.size_of(&of).filter(|size| *size > 0) else {
            return Ok(None);
        };
        let made = ["malloc", "calloc", "alloca"].contains(&name.trim_start_matches("__builtin_"));
        if size == 0 && made {
            return Err(unsupported(
                span,
                format!("memory for `{}`, which has no size", self.show(&of)),
            ));
        }
        let bytes = match (name, args) {
            ("malloc" | "alloca" | "__builtin_alloca" | "__builtin_malloc", [n]) => self.size_argument(n, span)?,
            ("calloc" | "__builtin_calloc", [n, m]) => {
                let (n, m) = (self.size_argument(n, span)?, self.size_argument(m, span)?);
                n.times(m)
            }
            ("realloc" | "aligned_alloc" | "posix_memalign", _) => {
                return Err(unsupported(span, format!("`{name}`")));
            }
            _ => return Ok(None),
        };
        let count = match bytes.constant() {
            _ if self.world.flexible(&of).is_some() => {
                let whole = Term::le(Term::int(size), bytes.term.clone());
                Term::ite(whole, Term::int(1), Term::int(0))
            }
            Some(n) => Term::int(n / abide_logic::Int::from(size)),
            None => divided(&bytes.term, size),
        };
        if count != Term::int(1) {
            self.not_alone(&of, "memory for several", span)?;
        }
        let target = of.clone().pointer();
        if name.ends_with("alloca") {
            let block = self.allocate_bytes("new", &of, count, Some(bytes.term.clone()), true, span)?;
            self.flexible_end(&of, &block, &bytes, span)?;
            return Ok(Some(Val::new(target, vec![block, Term::int(0)])));
        }
        let result = self.temp("made", Sort::Ref);
        let (_, made) = self.block(|b| {
            let block = b.allocate_bytes("new", &of, count.clone(), Some(bytes.term.clone()), true, span)?;
            b.flexible_end(&of, &block, &bytes, span)?;
            let heap = b.on_heap();
            b.assume(Term::select(heap.term(), block.clone()), span);
            let root = b.world.cell_type(&of);
            b.initialized.roots.insert(root);
            if name.ends_with("calloc") {
                let zeros = b.zeros(&of);
                let root = b.world.cell_type(&of);
                b.zeroed.insert(root.clone());
                b.made_with(&root, &block, &count, true, span)?;
                b.clear_parts(&root, &block, &count, span)?;
                for (leaf, zero) in b.leaves(&root).into_iter().zip(zeros) {
                    let map = b.cells(&root, &leaf);
                    let all = match b.stands_alone(&root) {
                        true => zero,
                        false => Term::constant_map(Sort::Int, zero),
                    };
                    let changed = Term::store(map.term(), block.clone(), all);
                    b.assign(&map, changed, span);
                    b.wrote_new(&map, Some(&block));
                }
            }
            b.assign(&result, block, span);
            Ok(())
        })?;
        let none = abide_ir::Stmt {
            kind: StmtKind::Assign(vec![(result.clone(), Term::null())]),
            span,
        };
        self.emit(StmtKind::Choice(vec![made, vec![none]]), span);
        Ok(Some(Val::new(target, vec![result.term(), Term::int(0)])))
    }

    fn size_argument(&mut self, e: &'a Expr, span: Span) -> Lowering<Number> {
        let val = self.value(e)?;
        let ty = Type::Int(self.world.types.model.size_type());
        let val = self.convert(val, &ty, span)?;
        val.int().ok_or_else(|| wrong(span, "a size is needed"))
    }

    fn free(&mut self, p: &'a Expr, span: Span) -> Lowering<()> {
        let val = self.value(p)?;
        let Some((block, offset)) = val.address() else {
            return Err(wrong(span, "a pointer is needed"));
        };
        let null = Term::eq(block.clone(), Term::null());
        let (alive, heap) = (self.alive(), self.on_heap());
        // the address of a structure is that of its first member, too
        let to = super::addresses::memory_type(&val);
        let first = match to != Type::Void && self.world.may_be_part(&to) {
            true => Some(Term::eq(self.byte_address(&to, &block, &offset, span)?, Term::int(0))),
            false => None,
        };
        let given = block.clone();
        let block = match first {
            Some(_) => self.whole_of(&given),
            None => given.clone(),
        };
        let lives = Term::select(alive.term(), block.clone());
        self.check(Term::or([null.clone(), lives]), CheckKind::Lifetime, span, None);
        let start = Term::and([Term::eq(offset, Term::int(0)), self.is_whole(&given)]);
        let own = Term::and([
            Term::select(heap.term(), block.clone()),
            Term::or([start].into_iter().chain(first)),
        ]);
        self.check(Term::or([null.clone(), own]), CheckKind::Lifetime, span, None);
        let ((), dead) = self.block(|b| {
            b.flip(&alive, &block, false, span);
            Ok(())
        })?;
        self.emit(StmtKind::If(Some(null), Vec::new(), dead), span);
        Ok(())
    }

    /// A pointer that is passed as `void *`, what it really points to, and how many elements a
    /// number of bytes is.
    fn extent(&mut self, p: &'a Expr, n: &'a Expr, span: Span) -> Lowering<(Val, Type, Number)> {
        let val = self.value(p)?;
        let to = val
            .real
            .clone()
            .or_else(|| val.ty.target().cloned())
            .unwrap_or(Type::Void);
        if to == Type::Void {
            return Err(unsupported(span, "memory whose type is not known"));
        }
        let Some(size) = self.world.types.size_of(&to).filter(|size| *size > 0) else {
            return Err(unsupported(span, format!("the size of `{}`", self.show(&to))));
        };
        if size == 0 {
            return Err(unsupported(
                span,
                format!("bytes of `{}`, which has no size", self.show(&to)),
            ));
        }
        let bytes = self.size_argument(n, span)?;
        let count = match bytes.constant() {
            Some(n) => Term::int(n / abide_logic::Int::from(size)),
            None => divided(&bytes.term, size),
        };
        let whole = Term::eq(Term::mul(Term::int(size), count.clone()), bytes.term);
        if whole.is_false() {
            return Err(unsupported(
                span,
                format!("bytes that are no whole elements of `{}`", self.show(&to)),
            ));
        }
        if !whole.is_true() {
            // other numbers of bytes are no error
            let partly = self.unknown_choice("partly", span.beginning());
            self.check(Term::or([whole, partly]), CheckKind::Bounds, span, None);
        }
        Ok((val, to, Number::new(count)))
    }

    /// `count` elements from a pointer on can be accessed.
    fn accessible(&mut self, p: &Val, count: &Term, write: bool, span: Span) {
        let Some((block, offset)) = p.address() else { return };
        let some = Term::lt(Term::int(0), count.clone());
        let last = Term::sub(Term::add(offset.clone(), count.clone()), Term::int(1));
        let alive = self.alive();
        let mut parts = vec![
            Term::ne(block.clone(), Term::null()),
            Term::select(alive.term(), self.whole(&block)),
            self.inside(&block, &offset, &last),
        ];
        if write {
            parts.push(Term::select(self.writable().term(), block));
        }
        self.check(Term::implies(some, Term::and(parts)), CheckKind::Bounds, span, None);
    }

    fn memset(&mut self, p: &'a Expr, c: &'a Expr, n: &'a Expr, span: Span) -> Lowering<Val> {
        let (to, of, count) = self.extent(p, n, span)?;
        let value = self.value(c)?;
        self.accessible(&to, &count.term, true, span);
        let root = self.world.cell_type(&of);
        let fill = match (value.is_null_constant(), value.int()) {
            (true, _) => Some(self.zeros(&root)),
            (false, Some(byte)) => self.made_of_bytes(&root, byte),
            (false, None) => None,
        };
        if fill.is_none() {
            // the bytes are some value, which is not known
            self.guesses.insert(span);
        }
        self.fill_range(&to, &root, &count.term, fill, None, span)?;
        Ok(to)
    }

    /// The parts of a value of a type all of whose bytes are the same, if these are known.
    fn made_of_bytes(&self, ty: &Type, byte: Number) -> Option<Vec<Term>> {
        let model = self.world.types.model;
        let byte = byte.wrap(&model.range(IntType::UChar));
        let leaves = self.leaves(ty);
        let part = |leaf: &Leaf| match leaf.ty {
            Type::Int(kind) if kind != IntType::Bool => {
                let ones = ((Int::ONE << model.bits(kind) as usize) - Int::ONE) / Int::from(255);
                let repeated = byte.clone().times(Number::new(Term::int(ones)));
                let value = repeated.wrap(&model.range(kind)).term;
                Some((0..leaf.depth).fold(value, |v, _| Term::constant_map(Sort::Int, v)))
            }
            _ => None,
        };
        leaves.iter().map(part).collect()
    }

    fn memcpy(&mut self, to: &'a Expr, from: &'a Expr, n: &'a Expr, overlap: bool, span: Span) -> Lowering<Val> {
        let source = self.value(from)?;
        let source = self.save(source, span);
        let (to, of, count) = self.extent(to, n, span)?;
        let real = source
            .real
            .clone()
            .or_else(|| source.ty.target().cloned())
            .unwrap_or(Type::Void);
        if self.world.cell_type(&real) != self.world.cell_type(&of) {
            return Err(unsupported(span, "memory copied to memory of another type"));
        }
        self.accessible(&source, &count.term, false, span);
        self.accessible(&to, &count.term, true, span);
        if let (false, Some((a, i)), Some((b, j))) = (overlap, to.address(), source.address()) {
            let n = count.term.clone();
            let apart = Term::or([
                Term::ne(a, b),
                Term::le(Term::add(i.clone(), n.clone()), j.clone()),
                Term::le(Term::add(j, n.clone()), i),
                Term::le(n, Term::int(0)),
            ]);
            self.check(apart, CheckKind::Bounds, span, None);
        }
        let root = self.world.cell_type(&of);
        self.fill_range(&to, &root, &count.term, None, Some(&source), span)?;
        Ok(to)
    }

    /// Elements from a pointer on get new values: constants, copies, or anything.
    fn fill_range(
        &mut self,
        to: &Val,
        root: &Type,
        count: &Term,
        fill: Option<Vec<Term>>,
        copy: Option<&Val>,
        span: Span,
    ) -> Lowering<()> {
        let Some((block, offset)) = to.address() else {
            return Ok(());
        };
        self.not_alone(root, "bytes of", span)?;
        if self.has_parts(root) {
            return Err(unsupported(span, "structures whose members are pointed to, as bytes"));
        }
        let last = Term::sub(Term::add(offset.clone(), count.clone()), Term::int(1));
        let region = Region {
            base: Base::Cell {
                root: root.clone(),
                block: block.clone(),
                offset: Term::int(0),
            },
            path: String::new(),
            keys: vec![Key::In(Some(offset.clone()), Some(last.clone()))],
            ty: root.clone(),
        };
        self.frame_covers(std::slice::from_ref(&region), span);
        let leaves = self.leaves(root);
        let (mut before, mut given) = (Vec::new(), Vec::new());
        for leaf in &leaves {
            let map = self.cells(root, leaf);
            let kept = self.temp("before", map.sort().clone());
            self.assign(&kept, map.term(), span);
            before.push((map.clone(), kept));
            if copy.is_some() {
                self.must_be_known(map.name());
            }
            if let Some(set) = self.tells(&map) {
                let kept = self.temp("before", set.sort().clone());
                self.assign(&kept, set.term(), span);
                given.push((set, kept));
            }
        }
        if let (Some(from), Some(to)) = (copy.and_then(Val::address), to.address()) {
            for (set, kept) in &given {
                self.copies_values(set, kept, from.clone(), to.clone(), count, span);
            }
        }
        self.forget(&region, span);
        if !given.is_empty() {
            self.forget_values(&region, span);
        }
        let given = given.into_iter().map(|(set, kept)| {
            let element = Term::select(Term::select(set.term(), block.clone()), Term::int(0));
            (Some(initialized::all(element.sort(), true)), (set, kept))
        });
        let before = before.into_iter().enumerate();
        let filled = |number: usize| fill.as_ref().and_then(|parts| parts.get(number).cloned());
        let before = before.map(|(number, pair)| (filled(number), pair));
        for (fill, (map, kept)) in before.chain(given).collect::<Vec<_>>() {
            let k = self.fresh("k", Sort::Int);
            let inside = Term::and([Term::le(offset.clone(), k.term()), Term::le(k.term(), last.clone())]);
            let now = Term::select(Term::select(map.term(), block.clone()), k.term());
            let value = match (fill, copy.and_then(Val::address)) {
                (_, Some((from, start))) => {
                    let at = Term::add(Term::sub(k.term(), offset.clone()), start);
                    Some(Term::select(Term::select(kept.term(), from), at))
                }
                (fill, None) => fill,
            };
            if let Some(value) = value {
                let same = Term::eq(now, value);
                self.assume(Term::forall([k], Term::implies(inside, same)), span);
            }
        }
        Ok(())
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
        let root = self.world.cell_type(&Type::Int(IntType::Char));
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
        let ty = Type::Int(self.world.types.model.size_type());
        let length = self.arbitrary(&ty, span);
        let n = length.parts[0].clone();
        self.assume(Term::le(Term::int(0), n.clone()), span);
        let end = Term::add(offset.clone(), n);
        let last = end.clone();
        let k = self.fresh("k", Sort::Int);
        let inside = Term::and([Term::le(offset, k.term()), Term::lt(k.term(), end.clone())]);
        let not_zero = Term::ne(Term::select(cells.clone(), k.term()), Term::int(0));
        self.assume(Term::eq(Term::select(cells, end), Term::int(0)), span);
        self.assume(Term::forall([k], Term::implies(inside, not_zero)), span);
        self.range_must_have_values(&map, &block, &start, &last, span);
        Ok(length)
    }
}

/// A number of bytes as a number of elements: a product with the size is taken apart.
fn divided(bytes: &Term, size: u64) -> Term {
    let by = Term::int(size);
    if let abide_logic::Kind::Mul(a, b) = bytes.kind() {
        if *b == by {
            return a.clone();
        }
        if *a == by {
            return b.clone();
        }
    }
    if size == 1 {
        return bytes.clone();
    }
    Term::div(bytes.clone(), by)
}

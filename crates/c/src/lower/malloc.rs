//! Dynamic memory: `malloc` and its kin, and `free`.

use super::body::Body;
use super::jump_effects;
use super::memory::Request;
use super::value::{Home, Lowering, Object, Val, unsupported, wrong};
use crate::syntax::ast::{Expr, ExprKind as E, IntType};
use crate::types::Type;
use abide_base::Span;
use abide_frontend::draft::Drafting;
use abide_ir::{AssumptionKind, CheckKind, StmtKind};
use abide_logic::number::Number;
use abide_logic::{Sort, Term};

impl<'a> Body<'_, 'a> {
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
        if self.env.is_described(name) {
            return Ok(None);
        }
        let of = match ty.and_then(Type::target) {
            Some(Type::Void) | None => Type::Int(IntType::Char),
            Some(of) => of.clone(),
        };
        if self.env.types.size_of(&of).is_none_or(|size| size == 0) {
            return Ok(None);
        }
        let bytes = match (name, args) {
            ("malloc" | "alloca" | "__builtin_alloca" | "__builtin_malloc", [n]) => self.size_argument(n, span)?,
            ("aligned_alloc", [alignment, n]) => {
                self.value(alignment)?;
                self.size_argument(n, span)?
            }
            ("calloc" | "__builtin_calloc", [n, m]) => {
                let (n, m) = (self.size_argument(n, span)?, self.size_argument(m, span)?);
                n.times(m)
            }
            ("realloc" | "__builtin_realloc", [p, n]) => {
                let made = self.realloc(p, n, &of, span)?;
                return Ok(Some(match ty {
                    Some(ty) => self.stored_as(made, ty, span)?,
                    None => made,
                }));
            }
            ("posix_memalign", _) => return Err(unsupported(span, format!("`{name}`"))),
            _ => return Ok(None),
        };
        let target = of.clone().pointer();
        if name.ends_with("alloca") {
            let block = self.until_return(f, &of, &bytes, span)?;
            return Ok(Some(Val::new(target, vec![block, Term::int(0)])));
        }
        let result = self.temp("made", Sort::Ref);
        let (_, made) = self.block(|b| {
            let (block, count) = b.new_on_heap(&of, &bytes, span)?;
            if name.ends_with("calloc") {
                b.all_zeros(&of, &block, &count, span)?;
            }
            b.assign(&result, block, span);
            Ok(())
        })?;
        let (_, failed) = self.block(|b| {
            b.memory_runs_out(&bytes, span);
            b.assign(&result, Term::null(), span);
            Ok(())
        })?;
        self.emit(StmtKind::Choice(vec![made, failed]), span);
        Ok(Some(Val::new(target, vec![result.term(), Term::int(0)])))
    }

    /// Memory for so many bytes may not be there, unless that is ruled out; for none it need not be.
    pub(super) fn memory_runs_out(&mut self, bytes: &Number, span: Span) {
        if self.env.options.endless_memory {
            self.rely_on(AssumptionKind::Allocation, span, "memory does not run out");
            self.assume(Term::eq(bytes.term.clone(), Term::int(0)), span);
        }
    }

    /// A new block of so many bytes that ends with the function that `alloca`, at `f`, is called in.
    fn until_return(&mut self, f: &'a Expr, of: &Type, bytes: &Number, span: Span) -> Lowering<Term> {
        if jump_effects::may_come_again(&self.function.body, f) {
            return Err(unsupported(
                span,
                "`alloca` that may be called again before its function returns",
            ));
        }
        let own = self.temp("new", Sort::Ref);
        self.jumps.voided.insert(own.clone());
        self.next_block = Some(own);
        let (block, _) = self.new_block(of, bytes, false, span)?;
        let object = Object {
            name: "\\alloca".to_string(),
            ty: of.clone(),
            home: Home::Block(block.clone()),
            set: None,
            ghost: false,
            counts: Vec::new(),
        };
        if let Some(scope) = self.scopes.first_mut() {
            scope.push(object);
        }
        Ok(block)
    }

    /// A new block of so many bytes that can be given back, and the number of its elements.
    pub(super) fn new_on_heap(&mut self, of: &Type, bytes: &Number, span: Span) -> Lowering<(Term, Term)> {
        let (block, count) = self.new_block(of, bytes, true, span)?;
        let root = self.env.cell_type(of);
        self.initialized.roots.insert(root);
        Ok((block, count))
    }

    /// A new block of so many bytes, and the number of its elements.
    fn new_block(&mut self, of: &Type, bytes: &Number, freeable: bool, span: Span) -> Lowering<(Term, Term)> {
        let count = self.count(of, bytes, span)?;
        let request = Request::Bytes {
            bytes: bytes.term.clone(),
            freeable,
        };
        let block = self.allocate_bytes("new", of, count.clone(), request, true, span)?;
        self.flexible_end(of, &block, bytes, span)?;
        Ok((block, count))
    }

    /// How many elements of a type fit into so many bytes.
    fn count(&mut self, of: &Type, bytes: &Number, span: Span) -> Lowering<Term> {
        let size = self.env.types.size_of(of).unwrap_or(1);
        let count = match bytes.constant() {
            _ if self.env.flexible(of).is_some() => {
                let whole = Term::le(Term::int(size), bytes.term.clone());
                Term::ite(whole, Term::int(1), Term::int(0))
            }
            Some(n) => Term::int(n / abide_logic::Int::from(size)),
            None => divided(&bytes.term, size),
        };
        if count != Term::int(1) {
            self.not_alone(of, "memory for several", span)?;
        }
        Ok(count)
    }

    /// All zeros and null pointers in a new block.
    fn all_zeros(&mut self, of: &Type, block: &Term, count: &Term, span: Span) -> Lowering<()> {
        let zeros = self.zeros(of);
        let root = self.env.cell_type(of);
        self.zeroed.insert(root.clone());
        self.made_with(&root, block, count, true, span)?;
        self.clear_parts(&root, block, count, span)?;
        for (leaf, zero) in self.leaves(&root).into_iter().zip(zeros) {
            let map = self.cells(&root, &leaf);
            let all = match self.stands_alone(&root) {
                true => zero,
                false => Term::constant_map(Sort::Int, zero),
            };
            let changed = Term::store(map.term(), block.clone(), all);
            self.assign(&map, changed, span);
            self.wrote_new(&map, Some(block));
        }
        Ok(())
    }

    pub(super) fn size_argument(&mut self, e: &'a Expr, span: Span) -> Lowering<Number> {
        let val = self.value(e)?;
        let ty = Type::Int(self.env.types.model.size_type());
        let val = self.convert(val, &ty, span)?;
        val.int().ok_or_else(|| wrong(span, "a size is needed"))
    }

    pub(super) fn free(&mut self, p: &'a Expr, span: Span) -> Lowering<()> {
        let val = self.value(p)?;
        let (null, block) = self.must_be_freeable(&val, span)?;
        self.end_unless(null, &block, span)
    }

    /// A pointer that is given back is null, or points to the beginning of a block from `malloc` that is alive:
    /// whether it is null, and the block.
    pub(super) fn must_be_freeable(&mut self, val: &Val, span: Span) -> Lowering<(Term, Term)> {
        let zero = val.is_null_constant().then(|| (Term::null(), Term::int(0)));
        let Some((block, offset)) = val.address().or(zero) else {
            return Err(wrong(span, "a pointer is needed"));
        };
        self.tell_kinds_apart();
        let null = Term::eq(block.clone(), Term::null());
        let (alive, heap) = (self.alive(), self.on_heap());
        // the address of a structure is that of its first member, too
        let to = super::addresses::memory_type(val);
        let first = match to != Type::Void && self.env.may_be_part(&to) {
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
        Ok((null, block))
    }

    /// A block is alive no longer.
    pub(super) fn end_unless(&mut self, kept: Term, block: &Term, span: Span) -> Lowering<()> {
        let alive = self.alive();
        let ((), dead) = self.block(|b| {
            b.flip(&alive, block, false, span);
            Ok(())
        })?;
        self.emit(StmtKind::If(Some(kept), Vec::new(), dead), span);
        Ok(())
    }
}

/// A number of bytes as a number of elements: a product with the size is taken apart.
pub(super) fn divided(bytes: &Term, size: u64) -> Term {
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

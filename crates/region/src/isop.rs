//! From a region to clauses: prime, irredundant, and without a prover.
//!
//! The clauses of a region are the negated cubes of an irredundant sum of products of its complement.
//! Prime: no literal can be left out of a clause. Irredundant: no clause can be left out.
//! The order is fixed: short clauses first, then by their literals.

use std::collections::HashMap;
use std::rc::Rc;

use biodivine_lib_bdd::Bdd;

use crate::clause::{Clause, Cube};
use crate::literal::Literal;
use crate::region::Region;

/// The caller asked to stop before the clauses were complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl Region {
    /// Prime and irredundant clauses whose conjunction is this region.
    pub fn clauses(&self) -> Vec<Clause> {
        self.clauses_modulo(&Region::empty(self.width))
    }

    /// Clauses for this region that need not be right on the valuations of `free`.
    ///
    /// The conjunction lies between `self ∖ free` and `self ∪ free`. A clause is prime with respect to the
    /// former, and excludes something outside of the latter that no other clause excludes.
    pub fn clauses_modulo(&self, free: &Region) -> Vec<Clause> {
        self.clauses_unless(free, &|| false).expect("never stopped")
    }

    /// [`Region::clauses_modulo`], which can take long for a ragged region of many predicates, given up as
    /// soon as `stop` says so.
    pub fn clauses_unless(&self, free: &Region, stop: &dyn Fn() -> bool) -> Result<Vec<Clause>, Stopped> {
        // to be excluded: ¬(r ∪ free); may be excluded: ¬(r ∖ free)
        let lower = self.union(free).complement();
        let upper = self.difference(free).complement();
        let mut isop = Isop {
            width: self.width,
            stop,
            done: HashMap::new(),
        };
        let cover = isop.cover(&lower.bdd, &upper.bdd)?;
        let mut clauses: Vec<Clause> = cover.cubes.iter().map(|&cube| !cube).collect();
        clauses.sort_unstable();
        Ok(clauses)
    }
}

/// A sum of products, and the function it denotes.
#[derive(Clone)]
struct Cover {
    cubes: Rc<[Cube]>,
    function: Bdd,
}

struct Isop<'a> {
    width: usize,
    stop: &'a dyn Fn() -> bool,
    done: HashMap<(Bdd, Bdd), Cover>,
}

impl Isop<'_> {
    /// An irredundant sum of prime products f with lower ⇒ f ⇒ upper.
    ///
    /// Minato, "Fast generation of irredundant sum-of-products forms from binary decision diagrams" (SASIMI
    /// 1992), §3; the recursion is Morreale's (IEEE Trans. Computers, 1970).
    fn cover(&mut self, lower: &Bdd, upper: &Bdd) -> Result<Cover, Stopped> {
        // isop(0, u) = 0
        if lower.is_false() {
            return Ok(Cover {
                cubes: Rc::new([]),
                function: lower.clone(),
            });
        }
        // isop(l, 1) = 1
        if upper.is_true() {
            return Ok(Cover {
                cubes: Rc::new([Cube::EMPTY]),
                function: upper.clone(),
            });
        }
        let key = (lower.clone(), upper.clone());
        if let Some(cover) = self.done.get(&key) {
            return Ok(cover.clone());
        }
        if (self.stop)() {
            return Err(Stopped);
        }
        let variable = lower
            .var_of(lower.root_pointer())
            .min(upper.var_of(upper.root_pointer()));
        let [l0, l1] = [false, true].map(|value| lower.var_restrict(variable, value));
        let [u0, u1] = [false, true].map(|value| upper.var_restrict(variable, value));

        // f₀ = isop(l₀ ∧ ¬u₁, u₀): what only products with ¬x can cover
        let f0 = self.cover(&l0.and_not(&u1), &u0)?;
        // f₁ = isop(l₁ ∧ ¬u₀, u₁): what only products with x can cover
        let f1 = self.cover(&l1.and_not(&u0), &u1)?;
        // f₂ = isop(l₀ ∧ ¬f₀ ∨ l₁ ∧ ¬f₁, u₀ ∧ u₁): the rest, by products without x
        let rest = l0.and_not(&f0.function).or(&l1.and_not(&f1.function));
        let f2 = self.cover(&rest, &u0.and(&u1))?;

        // f = ¬x ∧ f₀ ∨ x ∧ f₁ ∨ f₂
        let predicate = self.width - 1 - variable.to_index();
        let with = |literal: Literal| move |cube: &Cube| cube.with(literal);
        let cubes = (f0.cubes.iter().map(with(Literal::negative(predicate))))
            .chain(f1.cubes.iter().map(with(Literal::positive(predicate))))
            .chain(f2.cubes.iter().copied())
            .collect();
        let x = Region::of_cube(self.width, Literal::positive(predicate).into()).bdd;
        let function = Bdd::if_then_else(&x, &f1.function, &f0.function).or(&f2.function);
        let cover = Cover { cubes, function };
        self.done.insert(key, cover.clone());
        Ok(cover)
    }
}

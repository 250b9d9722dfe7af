//! Data models: how wide the integer types are, promotions and conversions as ISO C has them.

use crate::syntax::ast::{self, IntType};
use abide_logic::number::Range;
use serde::{Deserialize, Serialize};

/// How wide the integer types are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
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

//! The operators with two operands: how they are written, and how tightly they bind.
//!
//! C, Java and their annotations write the same operators in the same way, and each leaves some of them out.

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    /// Java's shift that fills with zeros.
    Ushr,
    Lt,
    Le,
    Gt,
    Ge,
    /// JML's comparison of types.
    Subtype,
    Eq,
    Ne,
    BitAnd,
    /// ACSL's membership in a set.
    In,
    BitXor,
    BitOr,
    /// ACSL, on bits.
    BitImplies,
    /// ACSL, on bits.
    BitIff,
    And,
    /// ACSL: one of both.
    Xor,
    Or,
    Implies,
    /// JML's implication from the right.
    ImpliedBy,
    Iff,
    /// JML: one of both.
    NotIff,
}

/// How tightly operators bind, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Level {
    Iff,
    Implies,
    Or,
    Xor,
    And,
    BitIff,
    BitImplies,
    BitOr,
    BitXor,
    In,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
}

/// How each operator is written, and how tightly it binds.
const TABLE: [(BinaryOp, &str, Level); 28] = [
    (BinaryOp::Mul, "*", Level::Product),
    (BinaryOp::Div, "/", Level::Product),
    (BinaryOp::Rem, "%", Level::Product),
    (BinaryOp::Add, "+", Level::Sum),
    (BinaryOp::Sub, "-", Level::Sum),
    (BinaryOp::Shl, "<<", Level::Shift),
    (BinaryOp::Shr, ">>", Level::Shift),
    (BinaryOp::Ushr, ">>>", Level::Shift),
    (BinaryOp::Lt, "<", Level::Relation),
    (BinaryOp::Le, "<=", Level::Relation),
    (BinaryOp::Gt, ">", Level::Relation),
    (BinaryOp::Ge, ">=", Level::Relation),
    (BinaryOp::Subtype, "<:", Level::Relation),
    (BinaryOp::Eq, "==", Level::Equality),
    (BinaryOp::Ne, "!=", Level::Equality),
    (BinaryOp::BitAnd, "&", Level::BitAnd),
    (BinaryOp::In, "\\in", Level::In),
    (BinaryOp::BitXor, "^", Level::BitXor),
    (BinaryOp::BitOr, "|", Level::BitOr),
    (BinaryOp::BitImplies, "-->", Level::BitImplies),
    (BinaryOp::BitIff, "<-->", Level::BitIff),
    (BinaryOp::And, "&&", Level::And),
    (BinaryOp::Xor, "^^", Level::Xor),
    (BinaryOp::Or, "||", Level::Or),
    (BinaryOp::Implies, "==>", Level::Implies),
    (BinaryOp::ImpliedBy, "<==", Level::Implies),
    (BinaryOp::Iff, "<==>", Level::Iff),
    (BinaryOp::NotIff, "<=!=>", Level::Iff),
];

impl BinaryOp {
    /// The operator that is written so.
    pub fn of(symbol: &str) -> Option<BinaryOp> {
        TABLE.iter().find(|row| row.1 == symbol).map(|row| row.0)
    }

    /// The operator of an assignment such as `+=`.
    pub fn of_assignment(symbol: &str) -> Option<BinaryOp> {
        symbol.strip_suffix('=').and_then(BinaryOp::of)
    }

    /// How it is written.
    pub fn symbol(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// How tightly it binds.
    pub fn level(self) -> Level {
        TABLE[self as usize].2
    }

    /// Is it an operator of C and Java, and not only of one of them or of annotations?
    pub fn is_common(self) -> bool {
        use BinaryOp::*;
        matches!(
            self,
            Mul | Div | Rem | Add | Sub | Shl | Shr | Lt | Le | Gt | Ge | Eq | Ne | BitAnd | BitXor | BitOr | And | Or
        )
    }

    /// The level of its right operand: `a ==> b ==> c` is `a ==> (b ==> c)`, others group to the left.
    pub fn right_level(self) -> Level {
        match self {
            BinaryOp::Implies | BinaryOp::BitImplies => self.level(),
            _ => self.level().tighter(),
        }
    }

    /// Is it `<`, `<=`, `>` or `>=`?
    pub fn is_order(self) -> bool {
        matches!(self, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge)
    }
}

impl Level {
    /// The next level.
    pub fn tighter(self) -> Level {
        use Level::*;
        match self {
            Iff => Implies,
            Implies => Or,
            Or => Xor,
            Xor => And,
            And => BitIff,
            BitIff => BitImplies,
            BitImplies => BitOr,
            BitOr => BitXor,
            BitXor => In,
            In => BitAnd,
            BitAnd => Equality,
            Equality => Relation,
            Relation => Shift,
            Shift => Sum,
            Sum => Product,
            Product | Unary => Unary,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_c_and_java_have_it() {
        let row = [
            "<==>", "==>", "||", "^^", "&&", "<-->", "-->", "|", "^", "\\in", "&", "==", "<", "<<", "+", "*",
        ];
        let levels: Vec<Level> = row.iter().map(|s| BinaryOp::of(s).unwrap().level()).collect();
        for pair in levels.windows(2) {
            assert!(pair[0] < pair[1] && pair[0].tighter() == pair[1], "{pair:?}");
        }
    }

    #[test]
    fn each_operator_has_its_row() {
        for (number, (op, symbol, _)) in TABLE.iter().enumerate() {
            assert_eq!((*op as usize, op.symbol()), (number, *symbol));
        }
    }

    #[test]
    fn assignments_have_their_operators() {
        assert_eq!(BinaryOp::of_assignment(">>>="), Some(BinaryOp::Ushr));
        assert_eq!(BinaryOp::of_assignment("="), None);
    }
}

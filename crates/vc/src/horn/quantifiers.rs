//! Quantifiers that are choices, as arbitrary values.
//!
//! ```text
//!   assert ∀x. φ    becomes    havoc x; assert φ
//!   assume ∃x. φ    becomes    havoc x; assume φ
//! ```
//!
//! and likewise below connectives. Spacer refuses quantifiers in most clauses, and here none
//! is needed: the clause binds what is arbitrary. (What follows a passed assertion knows less
//! than before, but that makes no difference to whether some assertion can fail.) What remains
//! is the rest: `assume ∀x. φ`, `assert ∃x. φ`.

use abide_ir::cfg::{BasicBlock, Command, CommandKind};
use abide_logic::{Kind, Quantifier, Subst, Term, Var};

/// Rewrites the commands of `blocks`; returns the variables it made, whose tags begin at
/// `next`.
pub(super) fn eliminate(blocks: &mut [BasicBlock], next: &mut u32) -> Vec<Var> {
    let mut made = Vec::new();
    for block in blocks {
        for mut command in std::mem::take(&mut block.commands) {
            let (formula, sign) = match &mut command.kind {
                CommandKind::Assume(formula) => (formula, Sign::Holds),
                CommandKind::Assert(check) => (&mut check.formula, Sign::Fails),
                CommandKind::Assign(_) | CommandKind::Havoc(_) => {
                    block.commands.push(command);
                    continue;
                }
            };
            let known = made.len();
            *formula = opened(formula, sign, &mut made, next);
            if made.len() > known {
                let kind = CommandKind::Havoc(made[known..].to_vec());
                block.commands.push(Command {
                    kind,
                    span: command.span,
                });
            }
            block.commands.push(command);
        }
    }
    made
}

/// What is asked of a formula, or of a part of it.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Holds,
    Fails,
}

impl Sign {
    fn flip(self) -> Sign {
        match self {
            Sign::Holds => Sign::Fails,
            Sign::Fails => Sign::Holds,
        }
    }
}

/// A formula that holds (or fails) for some values of the variables made exactly where `t`
/// does.
fn opened(t: &Term, sign: Sign, made: &mut Vec<Var>, next: &mut u32) -> Term {
    if !t.has_quantifier() {
        return t.clone();
    }
    let mut all = |parts: &[Term]| parts.iter().map(|p| opened(p, sign, made, next)).collect::<Vec<_>>();
    match t.kind() {
        Kind::And(parts) => Term::and(all(parts)),
        Kind::Or(parts) => Term::or(all(parts)),
        Kind::Not(a) => Term::not(opened(a, sign.flip(), made, next)),
        Kind::Implies(a, b) => {
            let a = opened(a, sign.flip(), made, next);
            Term::implies(a, opened(b, sign, made, next))
        }
        Kind::Quant(q, vars, body)
            if (*q, sign) == (Quantifier::Exists, Sign::Holds) || (*q, sign) == (Quantifier::Forall, Sign::Fails) =>
        {
            let mut renaming = Subst::new();
            for var in vars {
                let fresh = var.with_tag(*next);
                *next += 1;
                renaming.insert(var.clone(), fresh.term());
                made.push(fresh);
            }
            opened(&renaming.apply(body), sign, made, next)
        }
        _ => t.clone(),
    }
}

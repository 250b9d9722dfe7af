//! Assertions and ghost code.

use super::super::{Failure, Parser, Read};
use crate::syntax::ast::*;
use abide_base::Span;

impl Parser<'_> {
    /// `assert p;`, `check p;`, `admit p;`
    pub(super) fn assertion(&mut self, start: Span, behaviors: Vec<Name>) -> Read<Stmt> {
        let word = self.next().text;
        let kind = match word {
            "check" => AssertKind::Check,
            "admit" => AssertKind::Admit,
            _ => AssertKind::Assert,
        };
        let formula = self.terminated_formula(word)?;
        Ok(Stmt {
            kind: StmtKind::Assert(kind, behaviors, formula),
            span: self.since(start),
            ghost: false,
        })
    }

    /// Declarations and statements behind `ghost`, up to the next clause.
    pub(super) fn ghost_statements(&mut self, into: &mut Vec<Stmt>) -> Read<()> {
        self.in_ghost(|p| {
            loop {
                let mark = p.mark();
                into.extend(p.block_item()?);
                if p.mark() == mark {
                    return Err(p.unexpected("a statement"));
                }
                if p.at_clause() {
                    return Ok(());
                }
            }
        })
    }

    /// Says what is wrong with ghost code and goes on at the next clause. What ghost variables hold
    /// is not known any more, so the function around it cannot be verified.
    pub(super) fn unreadable_ghost(&mut self, failure: Failure) {
        self.acsl.unread_ghost = Some(Broken {
            span: failure.span,
            message: failure.message.clone(),
        });
        self.tell(failure.error());
        while !self.at_clause() {
            self.next();
        }
    }

    /// Declarations at file scope behind `ghost`.
    pub(super) fn ghost_items(&mut self, into: &mut Vec<Item>) -> Read<()> {
        let mut statements = Vec::new();
        let result = self.ghost_statements(&mut statements);
        for statement in statements {
            let span = statement.span;
            match statement.kind {
                StmtKind::Decl(decls) => into.push(Item::Logic(Logic {
                    kind: LogicKind::Ghost(decls),
                    span,
                    text: String::new(),
                })),
                StmtKind::Record(record) => into.push(Item::Record(record)),
                StmtKind::Enum(all) => into.push(Item::Enum(all)),
                StmtKind::Empty => {}
                _ => return Err(Failure::new(span, "ghost statements stand outside of a function")),
            }
        }
        result
    }
}

//! What stands at file scope, and how to go on after something unreadable.

use super::acsl::{Part, Place};
use super::state::Hoisted;
use super::types::{Declarator, Specifiers, plain};
use super::{Failure, Lexeme, Meaning, Parser, Read, name_of};
use crate::syntax::Granted;
use crate::syntax::ast::{
    Broken, Clause, Contract, Decl, Function, FunctionType, IntType, Item, Param, Storage, TypeKind, Unit, Unread,
};
use crate::syntax::lexer::Token;
use abide_base::{Diagnostic, Severity, Span};
use abide_ir::Grant;

impl<'t> Parser<'t> {
    /// The whole file.
    pub fn unit(&mut self) -> Unit {
        let mut items = Vec::new();
        while !self.is(Token::End) || self.has_annotations() {
            let contract = self.global_annotations(&mut items);
            let unread = std::mem::take(&mut self.unread);
            let start = self.mark();
            match self.item(contract) {
                Ok(mut more) => {
                    self.owe(&mut more, unread);
                    let hoisted = std::mem::take(&mut self.hoisted);
                    items.extend(hoisted.into_iter().map(item_of));
                    items.append(&mut more);
                }
                Err(failure) => {
                    let hoisted = std::mem::take(&mut self.hoisted);
                    items.extend(hoisted.into_iter().map(item_of));
                    self.recover(start, failure);
                    self.unread_logic.extend(unread);
                }
            }
        }
        self.report_misplaced();
        let mut unread = std::mem::take(&mut self.unread_logic);
        unread.append(&mut self.unread);
        Unit {
            items,
            unread,
            ..Unit::default()
        }
    }

    /// Hands clauses that were not read to the function they stand in front of, and what was found
    /// behind it to the file.
    fn owe(&mut self, items: &mut [Item], unread: Vec<Unread>) {
        self.report_misplaced();
        let inside = std::mem::take(&mut self.unread);
        let owner = items.iter_mut().find_map(|item| match item {
            Item::Function(f) => Some(&mut f.unread),
            Item::Decl(d) if matches!(*d.ty.kind, TypeKind::Function(_)) => Some(&mut d.unread),
            _ => None,
        });
        match owner {
            Some(owner) => {
                owner.extend(unread);
                owner.extend(inside.into_iter().map(|u| Unread { calls: false, ..u }));
            }
            None => self.unread_logic.extend(unread.into_iter().chain(inside)),
        }
    }

    fn item(&mut self, contract: Option<Contract>) -> Read<Vec<Item>> {
        let first = self.lexeme();
        match first.token {
            Token::End => {
                self.no_function(contract);
                return Ok(Vec::new());
            }
            Token::Semicolon => {
                self.next();
                self.no_function(contract);
                return Ok(Vec::new());
            }
            Token::StaticAssert => {
                self.no_function(contract);
                self.static_assert()?;
                return Ok(Vec::new());
            }
            Token::Asm => {
                self.no_function(contract);
                self.skip_past_semicolon();
                if !first.system {
                    let message = "not supported: `asm` outside of functions";
                    self.tell(Diagnostic::error(first.span, message));
                }
                return Ok(Vec::new());
            }
            _ => {}
        }
        let specifiers = match self.is_implicit_int() {
            true => self.implicit_int(),
            false => self.specifiers()?,
        };
        if self.eat(Token::Semicolon).is_some() {
            self.no_function(contract);
            return Ok(Vec::new());
        }
        let (declarator, storage) = self.full_declarator(&specifiers)?;
        let is_body = self.is(Token::OpenBrace) || self.starts_declaration();
        if let (true, TypeKind::Function(function)) = (is_body, &*declarator.ty.kind) {
            let function = (**function).clone();
            let name = declarator.name.unwrap_or(first);
            let function = self.function(first, storage, name, function, contract)?;
            return Ok(vec![Item::Function(function)]);
        }
        let declarations = self.declarators(specifiers, Some((declarator, storage)), contract)?;
        Ok(declarations.into_iter().map(Item::Decl).collect())
    }

    /// `main() { … }`: the result is `int`.
    fn is_implicit_int(&self) -> bool {
        self.is(Token::Name) && !self.starts_type() && self.peek_at(1) == Token::OpenParen
    }

    fn implicit_int(&self) -> Specifiers {
        let ty = TypeKind::Int(IntType::Int);
        Specifiers {
            ty: plain(ty, self.span()),
            storage: Storage::default(),
        }
    }

    /// A declaration in a body, to behind its `;`.
    pub(super) fn local_declaration(&mut self, contract: Option<Contract>) -> Read<Vec<Decl>> {
        let specifiers = self.specifiers()?;
        if self.eat(Token::Semicolon).is_some() {
            self.no_function(contract);
            return Ok(Vec::new());
        }
        self.declarators(specifiers, None, contract)
    }

    /// Declarators with their initial values, to behind the `;`; the first may have been read.
    fn declarators(
        &mut self,
        specifiers: Specifiers,
        first: Option<(Declarator<'t>, Storage)>,
        contract: Option<Contract>,
    ) -> Read<Vec<Decl>> {
        let mut contract = contract;
        let mut declarations = Vec::new();
        let mut read = first;
        loop {
            let (declarator, storage) = match read.take() {
                Some(read) => read,
                None => self.full_declarator(&specifiers)?,
            };
            let Some(name) = declarator.name else {
                return Err(self.unexpected("a name"));
            };
            let meaning = match specifiers.storage.typedef {
                true => Meaning::Typedef,
                false => Meaning::Value,
            };
            self.declare(name.text, meaning);
            let init = match self.eat(Token::Assign) {
                Some(_) => Some(self.nest(Parser::initialiser)?),
                None => None,
            };
            let is_function = matches!(*declarator.ty.kind, TypeKind::Function(_)) && !storage.typedef;
            declarations.push(Decl {
                name: name_of(name),
                ty: declarator.ty,
                storage,
                init,
                contract: if is_function { contract.take() } else { None },
                ghost: self.ghost,
                header: name.header,
                system: name.system,
                unread: Vec::new(),
            });
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.no_function(contract);
        self.expect_semicolon()?;
        Ok(declarations)
    }

    /// A function from behind its declarator on.
    fn function(
        &mut self,
        first: Lexeme<'t>,
        storage: Storage,
        name: Lexeme<'t>,
        function: FunctionType,
        contract: Option<Contract>,
    ) -> Read<Function> {
        self.declare(name.text, Meaning::Value);
        let mut params = function.params;
        self.old_style_parameters(&mut params)?;
        let open = self.mark();
        self.unread_ghost();
        if !self.is(Token::OpenBrace) {
            return Err(self.unexpected("`{`"));
        }
        let body = self.scoped(|p| {
            for name in params.iter().filter_map(|param| param.name.as_ref()) {
                p.declare(&name.text, Meaning::Value);
            }
            p.block()
        });
        let (body, broken) = match body {
            Ok(body) => (body, self.unread_ghost()),
            Err(failure) => {
                self.reset(open);
                self.skip_group();
                self.forget_annotations(open, self.mark());
                let broken = Broken {
                    span: failure.span,
                    message: failure.message.clone(),
                };
                self.report_unreadable(failure, first.system);
                (Vec::new(), Some(broken))
            }
        };
        let given = self.given.filter(|_| contract.is_none());
        let [granted, summary] = match given {
            Some(given) => given.map(|all| self.clauses(all, name, &params)),
            None => [Vec::new(), Vec::new()],
        };
        Ok(Function {
            name: name_of(name),
            result: function.result,
            params,
            variadic: function.variadic,
            old_style: function.unspecified,
            storage,
            contract,
            granted,
            summary,
            apart: false,
            body,
            span: self.since(first.span),
            end: self.last_span(),
            header: first.header,
            system: first.system,
            broken,
            unread: Vec::new(),
        })
    }

    /// The clauses that a function is given, at the place of its name. One that cannot be read is left out, and
    /// nothing is said of it.
    fn clauses(&mut self, all: &'t Granted, name: Lexeme<'t>, params: &[Param]) -> Vec<Option<Clause>> {
        let clauses = all.get(name.text);
        let (said, unread) = (self.diagnostics.len(), self.unread.len());
        let mut read = Vec::new();
        for (number, text) in clauses.into_iter().flatten().enumerate() {
            let annotation = Lexeme {
                token: Token::Annotation,
                text,
                // all of it has one place, as what comes from a header has
                header: true,
                ..name
            };
            let parts = self.scoped(|p| {
                for name in params.iter().filter_map(|param| param.name.as_ref()) {
                    p.declare(&name.text, Meaning::Value);
                }
                p.within(annotation, |p| p.parts(annotation, Place::TopLevel))
            });
            let is_whole = self.diagnostics.len() == said && self.unread.len() == unread;
            let clause = parts.into_iter().find_map(|part| match part {
                Part::Contract(contract) => {
                    let case = contract.common;
                    case.requires.into_iter().chain(case.ensures).next()
                }
                _ => None,
            });
            let clause = clause.map(|c| Clause {
                span: Grant::place(c.span, number),
                ..c
            });
            read.push(clause.filter(|_| is_whole));
            self.diagnostics.truncate(said);
            self.unread.truncate(unread);
        }
        read
    }

    /// `int a; char *b;` between the names of parameters and the body.
    fn old_style_parameters(&mut self, params: &mut [Param]) -> Read<()> {
        while self.starts_declaration() {
            for declaration in self.scoped(|p| p.local_declaration(None))? {
                let matching = |p: &&mut Param| p.name.as_ref().is_some_and(|n| n.text == declaration.name.text);
                match params.iter_mut().find(matching) {
                    Some(param) => param.ty = declaration.ty,
                    None => {
                        let message = format!("`{}` is not a parameter", declaration.name.text);
                        return Err(Failure::new(declaration.name.span, message));
                    }
                }
            }
        }
        Ok(())
    }

    /// A contract that stands in front of no function.
    fn no_function(&mut self, contract: Option<Contract>) {
        if let Some(contract) = contract {
            let message = "this contract stands in front of no function, and is ignored";
            self.lose_logic(Diagnostic::warning(contract.span, message));
        }
    }

    /// Goes to behind the declaration that could not be read, which begins at `start`.
    fn recover(&mut self, start: usize, failure: Failure) {
        self.reset(start);
        let first = self.lexeme();
        // what the user wrote behind a header is not a part of the header
        let ours = |p: &Parser<'t>| first.header && !p.lexeme().header;
        let meets_own = self.tokens[start..].iter().find(|t| !t.header).map(|t| t.span.start);
        let reaches_own = first.header && meets_own.is_some_and(|own| failure.span.start >= own);
        self.report_unreadable(failure, first.system && !reaches_own);
        loop {
            match self.peek() {
                Token::End => break,
                _ if ours(self) => break,
                Token::Semicolon => {
                    self.next();
                    break;
                }
                Token::OpenBrace => {
                    self.skip_group();
                    // the body of a function; what follows a structure's goes on with a name
                    if self.starts_declaration() || self.is(Token::CloseBrace) || self.is(Token::End) {
                        break;
                    }
                }
                Token::OpenParen | Token::OpenBracket => self.skip_group(),
                _ => {
                    self.next();
                }
            }
        }
        // a group that a header leaves open is none
        let passed = self.tokens.get(start..self.mark()).unwrap_or_default();
        if first.header
            && let Some(own) = passed.iter().position(|t| !t.header)
        {
            self.reset(start + own);
        }
        self.forget_annotations(start + 1, self.mark());
    }

    /// An error in the project's own code; of a header of the machine, one note.
    fn report_unreadable(&mut self, failure: Failure, system: bool) {
        if !system {
            return self.tell(failure.error());
        }
        self.skip_in_header(failure.span, &failure.message);
    }

    /// Notes, once for each `#include`, that something in a header is left out.
    pub(super) fn skip_in_header(&mut self, include: Span, why: &str) {
        if self.skipped.insert(include) {
            let message = "something in this header is not supported, and left out";
            let note = Diagnostic::new(Severity::Note, message).at(include, "");
            self.tell(note.note(why));
        }
    }
}

fn item_of(hoisted: Hoisted) -> Item {
    match hoisted {
        Hoisted::Record(record) => Item::Record(record),
        Hoisted::Enum(enumeration) => Item::Enum(enumeration),
    }
}

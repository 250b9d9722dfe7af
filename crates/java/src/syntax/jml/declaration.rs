//! Declarations in annotations: ghost and model fields, and model methods.

use super::super::ast::*;
use super::lexer::Token;
use super::{Item, ItemKind, Parse, Parser};
use abide_base::{Diagnostic, Span};

// Declarations.
impl Parser<'_> {
    /// What `ghost` or `model` declares.
    pub(super) fn declaration(&mut self, start: Span, modifiers: Modifiers) -> Parse<()> {
        if modifiers.model && self.at_word("import") {
            self.skip_clause();
            return Ok(());
        }
        if ["class", "interface", "enum"].contains(&self.word_at(0)) {
            return Err(Box::new(Diagnostic::warning(
                self.here(),
                "types that only the model has are not supported",
            )));
        }
        let mut modifiers = modifiers;
        // in ESC/Java each object of an interface has its ghosts, unless they are static
        modifiers.instance |= self.escjava && modifiers.ghost && !modifiers.is_static;
        let type_params = self.type_params()?;
        let ty = self.type_ref()?;
        let name = self.name("the name of what is declared")?;
        let kind = if self.at(Token::OpenParen) {
            ItemKind::Method(Box::new(self.method(start, modifiers, type_params, ty, name)?))
        } else {
            self.variables(modifiers, ty, name)?
        };
        let span = self.since(start);
        self.items.push(Item { kind, span });
        Ok(())
    }

    /// The rest of `ghost int x = 1, y;`
    fn variables(&mut self, modifiers: Modifiers, ty: TypeRef, first: Name) -> Parse<ItemKind> {
        let mut name = first;
        let mut all = Vec::new();
        loop {
            let dims = ty.dims + self.dimensions();
            let init = match self.eat(Token::Assign) {
                true => Some(self.initializer()?),
                false => None,
            };
            all.push(Local {
                name,
                ty: TypeRef { dims, ..ty.clone() },
                modifiers: modifiers.clone(),
                init,
            });
            if !self.eat(Token::Comma) {
                break;
            }
            name = self.name("the name of a variable")?;
        }
        if self.at_word("in") {
            let start = self.bump();
            let names = all.iter().map(|local: &Local| local.name.clone()).collect();
            let kind = ItemKind::Groups(names, false, self.group_names()?);
            let span = self.since(start);
            self.items.push(Item { kind, span });
        } else {
            self.semicolon("the declaration")?;
        }
        Ok(ItemKind::Variables(all))
    }

    /// The rest of `model int f(int x);`
    fn method(
        &mut self,
        start: Span,
        modifiers: Modifiers,
        type_params: Vec<TypeParam>,
        result: TypeRef,
        name: Name,
    ) -> Parse<Method> {
        let params = self.in_parens(Self::param)?;
        let throws = match self.eat_word("throws") {
            true => self.comma_separated(Self::type_ref)?,
            false => Vec::new(),
        };
        let body = match self.peek() {
            Token::OpenBrace => self.method_body()?,
            _ => {
                self.semicolon("the model method")?;
                None
            }
        };
        Ok(Method {
            name,
            span: self.since(start),
            constructor: false,
            modifiers,
            type_params,
            params,
            result,
            throws,
            body,
            value: None,
            spec: MethodSpec::default(),
            errors: Vec::new(),
            unread: Vec::new(),
            origin: Origin::Written,
            captures: Vec::new(),
        })
    }

    fn param(&mut self) -> Parse<Param> {
        let modifiers = self.modifiers();
        let mut ty = self.type_ref()?;
        let variadic = self.eat(Token::Ellipsis);
        let name = self.name("the name of a parameter")?;
        ty.dims += self.dimensions() + usize::from(variadic);
        Ok(Param {
            name,
            ty,
            modifiers,
            variadic,
        })
    }

    /// `{ return e; }`; any other body is left out.
    fn method_body(&mut self) -> Parse<Option<Block>> {
        let open = self.bump();
        if self.at_word("return") {
            let start = self.bump();
            let value = self.terminated_expression()?;
            let span = self.since(start);
            if self.eat(Token::CloseBrace) {
                let kind = StmtKind::Return(Some(value));
                return Ok(Some(vec![Stmt { kind, span }]));
            }
        }
        self.not_read(
            open,
            "the body of a model method other than `{ return e; }`",
            About::Contract,
        );
        let mut depth = 1usize;
        while depth > 0 && !self.at(Token::End) {
            match self.peek() {
                Token::OpenBrace => depth += 1,
                Token::CloseBrace => depth -= 1,
                _ => {}
            }
            self.bump();
        }
        Ok(None)
    }

    /// `<T, U extends V>`.
    fn type_params(&mut self) -> Parse<Vec<TypeParam>> {
        let mut params = Vec::new();
        if !self.eat(Token::Less) {
            return Ok(params);
        }
        loop {
            let name = self.name("the name of a type parameter")?;
            let (mut bound, mut more_bounds) = (None, false);
            if self.eat_word("extends") {
                bound = Some(self.type_ref()?);
                while self.eat(Token::Amp) {
                    self.type_ref()?;
                    more_bounds = true;
                }
            }
            params.push(TypeParam {
                name,
                bound,
                more_bounds,
            });
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::Greater, "`>`")?;
        Ok(params)
    }
}

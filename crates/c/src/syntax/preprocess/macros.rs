//! Macros inside annotations.
//!
//! A C compiler leaves comments alone, but people write `n < INT_MAX` in them. The definitions
//! are those the compiler lists; an annotation sees the ones in force where it stands. Macros
//! that paste or quote their arguments are not expanded.

use crate::syntax::lexeme::Lexeme;
use crate::syntax::lexer::{Mode, Token, lex};
use std::collections::BTreeMap;

/// How many tokens the macros of one annotation may make.
const MAX_TOKENS: usize = 20_000;

/// How deep macros may nest.
const MAX_DEPTH: usize = 100;

/// Words of ACSL: they mean what ACSL says, whatever macros a file defines.
const WORDS: [&str; 36] = [
    "admit",
    "allocates",
    "assert",
    "assigns",
    "assumes",
    "axiom",
    "axiomatic",
    "behavior",
    "behaviors",
    "boolean",
    "breaks",
    "check",
    "complete",
    "continues",
    "decreases",
    "disjoint",
    "ensures",
    "exits",
    "frees",
    "ghost",
    "global",
    "inductive",
    "integer",
    "invariant",
    "lemma",
    "logic",
    "loop",
    "predicate",
    "reads",
    "real",
    "requires",
    "returns",
    "skolem",
    "terminates",
    "type",
    "variant",
];

/// Is it a word of ACSL?
pub(super) fn is_acsl_word(word: &str) -> bool {
    WORDS.contains(&word)
}

/// One definition.
#[derive(Clone, Debug)]
struct Macro<'t> {
    /// The parameters, if it takes arguments.
    params: Option<Vec<&'t str>>,
    body: Vec<(Token, &'t str)>,
}

/// All definitions of a file with the number of the token from which on they hold.
#[derive(Clone, Debug, Default)]
pub struct Macros<'t> {
    history: BTreeMap<&'t str, Vec<(u32, Option<Macro<'t>>)>>,
}

impl<'t> Macros<'t> {
    /// Notes `#define` and `#undef`.
    pub(super) fn note(&mut self, directive: &'t str, order: u32) {
        let rest = directive.trim_start_matches(['#', ' ', '\t']);
        if let Some(rest) = rest.strip_prefix("define") {
            if let Some((name, definition)) = definition(rest.trim_start()) {
                self.history.entry(name).or_default().push((order, Some(definition)));
            }
        } else if let Some(name) = rest.strip_prefix("undef") {
            self.history.entry(name.trim()).or_default().push((order, None));
        }
    }

    fn get(&self, name: &str, order: u32) -> Option<&Macro<'t>> {
        let history = self.history.get(name)?;
        history.iter().rev().find(|(since, _)| *since <= order)?.1.as_ref()
    }

    /// Is the name a macro here? If so, does it take arguments?
    pub(super) fn takes_arguments(&self, name: &str, order: u32) -> Option<bool> {
        self.get(name, order).map(|definition| definition.params.is_some())
    }

    /// Expands the macros among the tokens of an annotation.
    pub(crate) fn expand(&self, tokens: Vec<Lexeme<'t>>, order: u32) -> Vec<Lexeme<'t>> {
        let is_macro = |l: &Lexeme| l.token == Token::Name && self.get(l.text, order).is_some();
        if !tokens.iter().any(is_macro) {
            return tokens;
        }
        let mut expansion = Expansion {
            macros: self,
            order,
            budget: MAX_TOKENS,
            open: Vec::new(),
        };
        let mut result = Vec::new();
        match expansion.expand(&tokens, &mut result) {
            Some(()) => result,
            None => tokens,
        }
    }
}

/// The name and meaning of what follows `#define`.
fn definition(text: &str) -> Option<(&str, Macro<'_>)> {
    let end = text
        .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let (params, body) = match rest.strip_prefix('(') {
        Some(rest) => {
            let (params, body) = rest.split_once(')')?;
            let params = params.split(',').map(str::trim).filter(|p| !p.is_empty());
            (Some(params.collect()), body)
        }
        None => (None, rest),
    };
    // behind a space, so that a `#` is no directive
    let body = lex(body, Mode::Block)
        .into_iter()
        .map(|(token, range)| (token, &body[range]))
        .collect();
    (!name.is_empty()).then_some((name, Macro { params, body }))
}

/// One expansion under way. Nothing is given when it grows too large.
struct Expansion<'m, 't> {
    macros: &'m Macros<'t>,
    order: u32,
    budget: usize,
    /// The macros that are being expanded: they are not expanded again.
    open: Vec<&'t str>,
}

impl<'t> Expansion<'_, 't> {
    fn expand(&mut self, tokens: &[Lexeme<'t>], result: &mut Vec<Lexeme<'t>>) -> Option<()> {
        let mut at = 0;
        while let Some(lexeme) = tokens.get(at) {
            at += 1;
            let definition = match lexeme.token {
                Token::Name if !is_acsl_word(lexeme.text) && !self.open.contains(&lexeme.text) => {
                    self.macros.get(lexeme.text, self.order)
                }
                _ => None,
            };
            let pastes = |d: &Macro| d.body.iter().any(|(token, _)| *token == Token::Garbage);
            let body = match definition {
                Some(definition) if !pastes(definition) && self.open.len() < MAX_DEPTH => match &definition.params {
                    None => Some(self.replace(definition, *lexeme, &[])?),
                    Some(params) => match arguments(tokens, at).filter(|(a, _)| a.len() == params.len()) {
                        Some((arguments, after)) => {
                            let mut expanded = Vec::new();
                            for argument in arguments {
                                let mut tokens = Vec::new();
                                self.expand(argument, &mut tokens)?;
                                expanded.push(tokens);
                            }
                            at = after;
                            Some(self.replace(definition, *lexeme, &expanded)?)
                        }
                        None => None,
                    },
                },
                _ => None,
            };
            match body {
                Some(body) => {
                    self.open.push(lexeme.text);
                    let done = self.expand(&body, result);
                    self.open.pop();
                    done?;
                }
                None => {
                    self.budget = self.budget.checked_sub(1)?;
                    result.push(*lexeme);
                }
            }
        }
        Some(())
    }

    /// The body of a macro with its arguments, at the place of its use.
    fn replace(
        &mut self,
        definition: &Macro<'t>,
        place: Lexeme<'t>,
        arguments: &[Vec<Lexeme<'t>>],
    ) -> Option<Vec<Lexeme<'t>>> {
        let mut body = Vec::new();
        let params = definition.params.as_deref().unwrap_or_default();
        for (token, text) in &definition.body {
            let param = params.iter().position(|p| p == text);
            match param.and_then(|at| arguments.get(at)) {
                Some(argument) => body.extend(argument.iter().map(|l| Lexeme { span: place.span, ..*l })),
                None => body.push(Lexeme {
                    token: *token,
                    text,
                    ..place
                }),
            }
        }
        self.budget = self.budget.checked_sub(body.len())?;
        Some(body)
    }
}

/// The arguments in parentheses at `at`, and where they end. `()` is no argument.
fn arguments<'a, 't>(tokens: &'a [Lexeme<'t>], at: usize) -> Option<(Vec<&'a [Lexeme<'t>]>, usize)> {
    if tokens.get(at)?.token != Token::OpenParen {
        return None;
    }
    let mut arguments = Vec::new();
    let mut start = at + 1;
    let mut depth = 0usize;
    for (at, lexeme) in tokens.iter().enumerate().skip(at + 1) {
        match lexeme.token {
            Token::OpenParen => depth += 1,
            Token::CloseParen if depth == 0 => {
                if at > start || !arguments.is_empty() {
                    arguments.push(&tokens[start..at]);
                }
                return Some((arguments, at + 1));
            }
            Token::CloseParen => depth -= 1,
            Token::Comma if depth == 0 => {
                arguments.push(&tokens[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use abide_base::Span;

    fn check(definitions: &[&str], text: &str, expect: &str) {
        let mut macros = Macros::default();
        for definition in definitions {
            macros.note(definition, 0);
        }
        let tokens = lex(text, Mode::Block)
            .into_iter()
            .map(|(token, range)| Lexeme {
                token,
                text: &text[range],
                span: Span::default(),
                header: false,
                system: false,
                order: 0,
            })
            .collect();
        let words: Vec<&str> = macros.expand(tokens, 1).iter().map(|l| l.text).collect();
        assert_eq!(words.join(" "), expect);
    }

    #[test]
    fn macros_are_expanded_as_c_does() {
        check(&["#define N 10"], "i < N", "i < 10");
        check(&["#define N M+1", "#define M 2"], "N", "2 + 1");
        check(&["#define A B", "#define B A"], "A", "A");
        check(
            &["#define SQ(x) ((x)*(x))"],
            "SQ(a+1) == SQ",
            "( ( a + 1 ) * ( a + 1 ) ) == SQ",
        );
        check(&["#define F() 1"], "F()", "1");
        check(&["#define MAX(a,b) a>b"], "MAX(f(x,y), 2)", "f ( x , y ) > 2");
    }

    #[test]
    fn what_should_stay_stays() {
        check(&["#define assert(x) foo(x)"], "assert (x)", "assert ( x )");
        check(&["#define Q(x) #x"], "Q(1)", "Q ( 1 )");
        check(&["#define N 10", "#undef N"], "N", "N");
        check(&["#define F(x, y) x"], "F(1)", "F ( 1 )");
    }

    #[test]
    fn explosions_are_left_alone() {
        let definitions: Vec<String> = (0..40).map(|i| format!("#define X{} X{i} X{i}", i + 1)).collect();
        let definitions: Vec<&str> = definitions.iter().map(String::as_str).collect();
        check(&definitions, "X40", "X40");
    }
}

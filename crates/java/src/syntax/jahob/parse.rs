//! From the text of a formula of Jahob to a tree.

use super::formula::Formula;
use std::fmt;

/// What could not be read, and where in the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trouble {
    pub(super) at: usize,
    pub(super) expected: &'static str,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

/// Operators, the looser ones first; to the right where marked.
const LEVELS: [(&[&str], bool); 8] = [
    (&["=="], false),
    (&["-->", "<->"], true),
    (&["|"], true),
    (&["&"], true),
    (&["not"], false),
    (&["=", "~=", ":", "~:", "<", "<=", ">", ">=", "subseteq"], false),
    (&["Un", "+", "-"], false),
    (&["Int", "*"], false),
];

/// The level of `~`.
const NOT: usize = 4;

/// Nesting of a formula, at the most.
const DEPTH: usize = 100;

/// Reads a formula.
pub(super) fn parse(text: &str) -> Result<Formula, Trouble> {
    let mut parser = Parser {
        tokens: lex(text),
        pos: 0,
        end: text.len(),
        depth: 0,
    };
    let formula = parser.formula()?;
    if parser.eat("::") {
        parser.ty()?;
    }
    match parser.peek() {
        None => Ok(formula),
        Some(_) => Err(parser.trouble("an operator or the end of the formula")),
    }
}

/// A token: a word, a number or a sign, where it begins.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    at: usize,
}

/// Isabelle's symbols in ASCII.
fn ascii(symbol: &str) -> &str {
    match symbol {
        "in" => ":",
        "notin" => "~:",
        "union" => "Un",
        "inter" => "Int",
        "setminus" => "-",
        "and" => "&",
        "or" => "|",
        "not" => "~",
        "longrightarrow" | "rightarrow" => "-->",
        "longleftrightarrow" | "leftrightarrow" => "<->",
        "forall" => "ALL",
        "exists" => "EX",
        "noteq" => "~=",
        "lambda" => "%",
        "le" => "<=",
        "ge" => ">=",
        "emptyset" => "{}",
        other => other,
    }
}

const SIGNS: [&str; 32] = [
    "^*", "!=", "<->", "-->", "~=", "~:", "<=", ">=", "==", "..", "::", "{}", "<", ">", "=", ":", "~", "&", "|", "%",
    "+", "-", "*", "(", ")", "{", "}", "[", "]", ",", ".", "\\",
];

fn lex(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or(' ');
        let mut push = |text: &str, len: usize| {
            tokens.push(Token {
                text: text.to_string(),
                at,
            });
            len
        };
        at += if first.is_whitespace() {
            first.len_utf8()
        } else if let Some((symbol, _)) = rest.strip_prefix("\\<").and_then(|s| s.split_once('>')) {
            push(ascii(symbol), symbol.len() + 3)
        } else if let Some((label, _)) = rest.strip_prefix("''").and_then(|s| s.split_once("''")) {
            push("''", label.len() + 4)
        } else if first.is_alphanumeric() || first == '_' {
            let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '$');
            let mut end = rest.find(|c: char| !word(c)).unwrap_or(rest.len());
            // `Node.next` is one name; `x. F` and `x..f` are not
            while let Some(more) = rest[end..].strip_prefix('.')
                && more.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && !first.is_ascii_digit()
            {
                end += 1 + more.find(|c: char| !word(c)).unwrap_or(more.len());
            }
            push(&rest[..end], end)
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            let ascii = if *sign == "!=" { "~=" } else { sign };
            push(ascii, sign.len())
        } else {
            push(&first.to_string(), first.len_utf8())
        };
    }
    tokens
}

struct Parser {
    tokens: Vec<Token>,
    pos: usize,
    end: usize,
    depth: usize,
}

type Parse<T> = Result<T, Trouble>;

impl Parser {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.pos).map(|t| t.text.as_str())
    }

    fn trouble(&self, expected: &'static str) -> Trouble {
        let at = self.tokens.get(self.pos).map_or(self.end, |t| t.at);
        Trouble { at, expected }
    }

    fn eat(&mut self, text: &str) -> bool {
        let there = self.peek() == Some(text);
        self.pos += usize::from(there);
        there
    }

    fn expect(&mut self, text: &'static str) -> Parse<()> {
        if self.eat(text) {
            Ok(())
        } else {
            Err(self.trouble(text))
        }
    }

    fn word(&mut self, expected: &'static str) -> Parse<String> {
        let is_word = |t: &str| t.starts_with(|c: char| c.is_alphabetic() || c == '_');
        match self.peek() {
            Some(text) if is_word(text) => {
                let text = text.to_string();
                self.pos += 1;
                Ok(text)
            }
            _ => Err(self.trouble(expected)),
        }
    }

    fn formula(&mut self) -> Parse<Formula> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.trouble("a formula that nests less deep"));
        }
        let formula = self.level(0);
        self.depth -= 1;
        formula
    }

    fn level(&mut self, level: usize) -> Parse<Formula> {
        let Some((operators, right)) = LEVELS.get(level) else {
            return self.application();
        };
        if *operators == ["not"] {
            return match self.eat("~") {
                true => Ok(Formula::Not(self.level(level)?.into())),
                false => self.level(level + 1),
            };
        }
        let mut left = self.level(level + 1)?;
        while let Some(op) = operators.iter().copied().find(|op| self.peek() == Some(*op)) {
            self.pos += 1;
            let next = if *right { level } else { level + 1 };
            // a quantifier may be the last operand of any operator
            let operand = match self.peek() {
                Some("ALL" | "EX" | "%") => self.level(LEVELS.len())?,
                Some("~") => self.level(next.min(NOT))?,
                _ => self.level(next)?,
            };
            left = Formula::Binary(op, left.into(), operand.into());
        }
        Ok(left)
    }

    fn application(&mut self) -> Parse<Formula> {
        let head = self.postfix()?;
        let mut args = Vec::new();
        while self.begins_atom() {
            args.push(self.postfix()?);
        }
        Ok(match args.is_empty() {
            true => head,
            false => Formula::Apply(head.into(), args),
        })
    }

    fn begins_atom(&self) -> bool {
        match self.peek() {
            Some("Un" | "Int" | "ALL" | "EX" | "subseteq") => false,
            Some(t) => t.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '(' | '{' | '[' | '\'')),
            None => false,
        }
    }

    fn postfix(&mut self) -> Parse<Formula> {
        let mut atom = self.atom()?;
        loop {
            if self.eat("..") {
                atom = Formula::Field(atom.into(), self.word("the name of a field")?);
            } else if self.eat("^*") {
                atom = Formula::Closure(atom.into());
            } else {
                return Ok(atom);
            }
        }
    }

    fn atom(&mut self) -> Parse<Formula> {
        let Some(text) = self.peek().map(str::to_string) else {
            return Err(self.trouble("a formula"));
        };
        match text.as_str() {
            "ALL" | "EX" => {
                self.pos += 1;
                let vars = self.binders()?;
                Ok(Formula::Quantified(text == "ALL", vars, self.formula()?.into()))
            }
            "%" => {
                self.pos += 1;
                let vars = self.binders()?.into_iter().map(|(name, _)| name).collect();
                Ok(Formula::Lambda(vars, self.formula()?.into()))
            }
            "{}" => {
                self.pos += 1;
                Ok(Formula::Elements(Vec::new()))
            }
            "{" => {
                self.pos += 1;
                self.set()
            }
            "[" => {
                self.pos += 1;
                let all = self.separated("]")?;
                Ok(Formula::List(all))
            }
            "(" => {
                self.pos += 1;
                let inner = self.formula()?;
                if self.eat("::") {
                    self.ty()?;
                }
                let second = if self.eat(",") { Some(self.formula()?) } else { None };
                self.expect(")")?;
                Ok(match second {
                    Some(second) => Formula::Pair(inner.into(), second.into()),
                    None => inner,
                })
            }
            // a label in words
            "''" => {
                self.pos += 1;
                Ok(Formula::Name(text))
            }
            t if t.starts_with(|c: char| c.is_ascii_digit()) => {
                self.pos += 1;
                Ok(Formula::Number(text))
            }
            _ => Ok(Formula::Name(self.word("a formula")?)),
        }
    }

    /// The rest of `{x. F}` or `{a, b}`.
    fn set(&mut self) -> Parse<Formula> {
        if self.eat("}") {
            return Ok(Formula::Elements(Vec::new()));
        }
        let before = self.pos;
        if let Ok(vars) = self.pattern() {
            let body = self.formula()?;
            self.expect("}")?;
            return Ok(Formula::Relation(vars, body.into()));
        }
        self.pos = before;
        if let Ok(name) = self.word("a variable") {
            if self.eat("::") {
                self.ty()?;
            }
            if self.eat(".") {
                let body = self.formula()?;
                self.expect("}")?;
                return Ok(Formula::Such(name, body.into()));
            }
        }
        self.pos = before;
        Ok(Formula::Elements(self.separated("}")?))
    }

    /// `(x, y).`
    fn pattern(&mut self) -> Parse<Vec<String>> {
        self.expect("(")?;
        let x = self.word("a variable")?;
        self.expect(",")?;
        let y = self.word("a variable")?;
        self.expect(")")?;
        self.expect(".")?;
        Ok(vec![x, y])
    }

    fn separated(&mut self, close: &'static str) -> Parse<Vec<Formula>> {
        let mut all = Vec::new();
        while !self.eat(close) {
            if !all.is_empty() {
                self.expect(",")?;
            }
            all.push(self.formula()?);
        }
        Ok(all)
    }

    /// `x y.`, `(x::obj) y.`, `x::obj.`
    fn binders(&mut self) -> Parse<Vec<(String, Option<String>)>> {
        let mut vars = Vec::new();
        while !self.eat(".") {
            let parenthesised = self.eat("(");
            let name = self.word("a bound variable and a dot")?;
            let ty = if self.eat("::") { Some(self.ty()?) } else { None };
            if parenthesised {
                self.expect(")")?;
            }
            vars.push((name, ty));
        }
        Ok(vars)
    }

    /// A type, of which the words are kept: `obj`, `int`, `obj set`, `obj => bool`.
    fn ty(&mut self) -> Parse<String> {
        let mut words = vec![self.word("a type")?];
        while self.peek() == Some("set") {
            words.push(self.word("a type")?);
        }
        Ok(words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match parse(text) {
            Ok(f) => show(&f),
            Err(t) => format!("{t} at {}", t.at),
        }
    }

    fn show(f: &Formula) -> String {
        let all = |fs: &[Formula], by: &str| fs.iter().map(show).collect::<Vec<_>>().join(by);
        match f {
            Formula::Name(n) | Formula::Number(n) => n.clone(),
            Formula::Field(x, f) => format!("{}..{f}", show(x)),
            Formula::Apply(f, args) => format!("({} {})", show(f), all(args, " ")),
            Formula::Lambda(vars, f) => format!("(% {}. {})", vars.join(" "), show(f)),
            Formula::Quantified(all, vars, f) => {
                let vars: Vec<&str> = vars.iter().map(|(v, _)| v.as_str()).collect();
                format!("({} {}. {})", if *all { "ALL" } else { "EX" }, vars.join(" "), show(f))
            }
            Formula::Such(x, f) => format!("{{{x}. {}}}", show(f)),
            Formula::Relation(vars, f) => format!("{{({}). {}}}", vars.join(", "), show(f)),
            Formula::Pair(a, b) => format!("({}, {})", show(a), show(b)),
            Formula::Closure(r) => format!("{}^*", show(r)),
            Formula::Elements(fs) => format!("{{{}}}", all(fs, ", ")),
            Formula::List(fs) => format!("[{}]", all(fs, ", ")),
            Formula::Not(f) => format!("~{}", show(f)),
            Formula::Binary(op, a, b) => format!("({} {op} {})", show(a), show(b)),
        }
    }

    #[test]
    fn formulas_nest_as_in_isabelle() {
        assert_eq!(shown("a & b | c --> d --> e"), "(((a & b) | c) --> (d --> e))");
        assert_eq!(shown("x ~: A Un B Int {y}"), "(x ~: (A Un (B Int {y})))");
        assert_eq!(
            shown("content = old content - {e}"),
            "(content = ((old content) - {e}))"
        );
        assert_eq!(shown("~ x : A & y = null"), "(~(x : A) & (y = null))");
        assert_eq!(shown("a --> ~ b & c"), "(a --> (~b & c))");
        assert_eq!(shown("a & ~ b | x != y"), "((a & ~b) | (x ~= y))");
        assert_eq!(
            shown("ALL x. x : A --> x..Node.next = null"),
            "(ALL x. ((x : A) --> (x..Node.next = null)))"
        );
        assert_eq!(shown("p --> (ALL (x::obj) y. x = y)"), "(p --> (ALL x y. (x = y)))");
        assert_eq!(
            shown("{x. x ~= null & rtrancl_pt (% x y. x..Node.next = y) first x}"),
            "{x. ((x ~= null) & (rtrancl_pt (% x y. (x..Node.next = y)) first x))}"
        );
        assert_eq!(shown("tree [Node.left, Node.right]"), "(tree [Node.left, Node.right])");
        assert_eq!(shown("x \\<notin> content \\<union> {}"), "(x ~: (content Un {}))");
        assert_eq!(
            shown("(first, n) : {(x,y). x..next = y}^* & n ~= null"),
            "(((first, n) : {(x, y). (x..next = y)}^*) & (n ~= null))"
        );
        assert_eq!(
            shown("r == (a, n) : S^* & n ~= null"),
            "(r == (((a, n) : S^*) & (n ~= null)))"
        );
        assert_eq!(shown("comment ''done'' (a = b)"), "(comment '' (a = b))");
        assert_eq!(shown("a --> ALL x. x = a"), "(a --> (ALL x. (x = a)))");
    }

    #[test]
    fn troubles_have_places() {
        assert_eq!(shown("a &"), "expected a formula at 3");
        assert_eq!(shown("a ) b"), "expected an operator or the end of the formula at 2");
        assert_eq!(shown("ALL . p"), "(ALL . p)");
        assert!(parse(&"(".repeat(5_000)).is_err());
    }
}

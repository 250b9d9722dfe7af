//! Tokens of C and of ACSL.

use super::*;
use proptest::prelude::*;

fn check(text: &str, mode: Mode, expect: &str) {
    let tokens: Vec<String> = lex(text, mode)
        .into_iter()
        .map(|(token, range)| format!("{token:?} {}", &text[range]))
        .collect();
    assert_eq!(tokens.join(", "), expect, "{text}");
}

#[test]
fn c_reads_signs_in_its_own_way() {
    check("i-->0", Mode::C, "Name i, MinusMinus --, Greater >, Integer 0");
    check("i-->=0", Mode::C, "Name i, MinusMinus --, GreaterEq >=, Integer 0");
    check("a==>b", Mode::C, "Name a, EqEq ==, Greater >, Name b");
    check("a<-->b", Mode::C, "Name a, Less <, MinusMinus --, Greater >, Name b");
    check("/*@a==>b*/", Mode::Block, "Name a, Implies ==>, Name b");
    check("/*@a<-->b*/", Mode::Block, "Name a, BitIff <-->, Name b");
    check("case 1 ... 2", Mode::C, "Case case, Integer 1, Ellipsis ..., Integer 2");
}

#[test]
fn ranges_are_no_floats() {
    check("/*@ 0..n */", Mode::Block, "Integer 0, DotDot .., Name n");
    check("/*@ 0 .. 1 */", Mode::Block, "Integer 0, DotDot .., Integer 1");
    check(
        "1.5e-3f 1. .5 0x1p-3 1e5",
        Mode::C,
        "Float 1.5e-3f, Float 1., Float .5, Float 0x1p-3, Float 1e5",
    );
    check(
        "0xFFul 'a' L\"x\\\"\"",
        Mode::C,
        "Integer 0xFFul, Char 'a', Str L\"x\\\"\"",
    );
    check("0xe+1", Mode::C, "Integer 0xe, Plus +, Integer 1");
}

#[test]
fn annotations_are_tokens_and_open() {
    check(
        "a/*@ x */b// c\n//@ y\nz",
        Mode::C,
        "Name a, Annotation /*@ x */, Name b, Annotation //@ y, Name z",
    );
    check(
        "/*% p */ // @ q",
        Mode::C,
        "Annotation /*% p */, NearlyAnnotation // @ q",
    );
    check("/*@ x\n  @ y\n  @@ z // c\n @*/", Mode::Block, "Name x, Name y, Name z");
    check("//@ x // c\n  //@ y", Mode::Lines, "Name x, Name y");
    check(
        "/*@ ghost /@ q @/ x */",
        Mode::Block,
        "Name ghost, Annotation /@ q @/, Name x",
    );
    check("/@ q @/", Mode::Block, "Name q");
    check("/*@ \\result */", Mode::Block, "AcslWord \\result");
    check("/*@ a @ b */", Mode::Block, "Name a, At @, Name b");
}

#[test]
fn directives_are_lines() {
    check(
        "# 1 \"f\"\nx # y",
        Mode::C,
        "Directive # 1 \"f\", Name x, Garbage #, Name y",
    );
    check(
        "#define A \\\n b /* c\n d */ e\nx",
        Mode::C,
        "Directive #define A \\\n b /* c\n d */ e, Name x",
    );
}

#[test]
fn what_has_no_end_is_a_token() {
    check("x /* y", Mode::C, "Name x, Unterminated /* y");
    check("\"ab\nc", Mode::C, "Garbage \"ab, Name c");
    check("// a \\\n b\nc", Mode::C, "Name c");
    check(
        "<% %> <: :>",
        Mode::C,
        "OpenBrace <%, CloseBrace %>, OpenBracket <:, CloseBracket :>",
    );
}

proptest! {
    #[test]
    fn tokens_lie_in_order_inside_the_text(text in "\\PC*|[-a-c0-9.\"'/*@%\\\\<=>^# \n]{0,40}") {
        for mode in [Mode::C, Mode::Block, Mode::Lines] {
            let mut at = 0;
            for (_, range) in lex(&text, mode) {
                prop_assert!(range.start >= at && range.start < range.end);
                prop_assert!(text.get(range.clone()).is_some());
                at = range.end;
            }
        }
    }
}

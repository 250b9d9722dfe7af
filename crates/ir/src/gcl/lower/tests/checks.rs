//! What statements need to be well defined: the checks before them.

use super::*;
use crate::program::{Block, StmtKind};
use insta::assert_snapshot;

/// All checks of the statements of a body, in order: kind, what it points at, formula.
fn checks(stmts: &str) -> String {
    fn collect(block: &Block, text: &str, found: &mut Vec<String>) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Assert(c) => {
                    found.push(format!("{} `{}`: {}", c.kind.tag(), &text[c.span.range()], c.formula));
                }
                StmtKind::If(_, yes, no) => {
                    collect(yes, text, found);
                    collect(no, text, found);
                }
                StmtKind::While(stmt) => {
                    collect(&stmt.prelude, text, found);
                    collect(&stmt.body, text, found);
                }
                _ => {}
            }
        }
    }
    let text = format!(
        "field next: ref; field data: int[]; field map: map<int, int>;
         procedure p(x: ref, inout a: int[], inout b: int[][], m: map<int, int>)
           returns (i: int, j: int, r: ref, ok: bool)
           modifies .next, .data, .map;
         {{ {stmts} }}"
    )
    .replace("field map:", "field `map`:")
    .replace(".map", ".`map`");
    let lowered = load(FileId(0), &text);
    assert_eq!(lowered.diagnostics, [], "{text}");
    let mut found = Vec::new();
    collect(&lowered.program.routines[0].body, &text, &mut found);
    found.join("\n")
}

#[test]
fn accesses() {
    assert_snapshot!(checks("i := a[i + 1];"), @"bounds `a[i + 1]`: 0 <= i + 1 && i + 1 < a.length");
    assert_snapshot!(checks("i := b[i][j] + b[j].length;"), @r"
    bounds `b[i]`: 0 <= i && i < b.length
    bounds `b[i][j]`: 0 <= j && j < b[i].length
    bounds `b[j]`: 0 <= j && j < b.length
    ");
    assert_snapshot!(checks("i := m[a[i]];"), @"bounds `a[i]`: 0 <= i && i < a.length");
    assert_snapshot!(checks("r := x.next.next;"), @r"
    null `x.next`: x != null
    null `x.next.next`: x.next != null
    ");
    assert_snapshot!(checks("i := x.data[i] + x.map[7];"), @r"
    null `x.data`: x != null
    bounds `x.data[i]`: 0 <= i && i < x.data.length
    ");
    assert_snapshot!(checks("i := i / j + i % 3 * 2 / (i - j) + i / 0;"), @r"
    division `i / j`: j != 0
    division `i % 3 * 2 / (i - j)`: i - j != 0
    division `i / 0`: false
    ");
    assert_snapshot!(checks("a := a[i := a[j]];"), @r"
    bounds `a[i := a[j]]`: 0 <= i && i < a.length
    bounds `a[j]`: 0 <= j && j < a.length
    ");
}

#[test]
fn targets() {
    assert_snapshot!(checks("a[i] := a[j];"), @r"
    bounds `a[i]`: 0 <= i && i < a.length
    bounds `a[j]`: 0 <= j && j < a.length
    ");
    assert_snapshot!(checks("b[i][j] := 1;"), @r"
    bounds `b[i]`: 0 <= i && i < b.length
    bounds `b[i][j]`: 0 <= j && j < b[i].length
    ");
    assert_snapshot!(checks("b[i] := a;"), @"bounds `b[i]`: 0 <= i && i < b.length");
    assert_snapshot!(checks("x.next := x;"), @"null `x.next`: x != null");
    assert_snapshot!(checks("x.next.data[i] := 0;"), @r"
    null `x.next`: x != null
    null `x.next.data`: x.next != null
    bounds `x.next.data[i]`: 0 <= i && i < x.next.data.length
    ");
    assert_snapshot!(checks("x.map[i] := a[0];"), @r"
    null `x.`map``: x != null
    bounds `a[0]`: 0 < a.length
    ");
}

#[test]
fn earlier_operands_protect_later_ones() {
    assert_snapshot!(checks("ok := i < 9 && a[i] == 0 && a[j] == 1;"), @r"
    bounds `a[i]`: i < 9 ==> 0 <= i && i < a.length
    bounds `a[j]`: i < 9 && a[i] == 0 ==> 0 <= j && j < a.length
    ");
    assert_snapshot!(checks("ok := i >= 9 || a[i] == 0;"), @"bounds `a[i]`: i < 9 ==> 0 <= i && i < a.length");
    assert_snapshot!(checks("ok := x != null ==> x.next == null;"), @"");
    assert_snapshot!(checks("ok := x == null || x.next != null && x.next.next == null;"), @"");
    assert_snapshot!(checks("i := if j == 0 then a[0] else i / j;"), @"bounds `a[0]`: j == 0 ==> 0 < a.length");
    assert_snapshot!(checks("ok := forall k: int :: 0 <= k && k < i ==> a[k] == a[j];"), @r"
    bounds `a[k]`: forall k: int :: 0 <= k && k < i ==> k < a.length
    bounds `a[j]`: forall k: int :: 0 <= k && k < i ==> 0 <= j && j < a.length
    ");
    assert_snapshot!(checks("ok := exists k: int :: k < a[0] && (forall l: int :: l < k ==> a[l] == 0);"), @r"
    bounds `a[0]`: 0 < a.length
    bounds `a[l]`: forall k: int :: k < a[0] ==> (forall l: int :: l < k ==> 0 <= l && l < a.length)
    ");
}

#[test]
fn conditions_and_other_statements() {
    assert_snapshot!(checks("if (a[0] == 0) { } else if (a[1] == 0) { } else { i := a[2]; }"), @r"
    bounds `a[0]`: 0 < a.length
    bounds `a[1]`: 1 < a.length
    bounds `a[2]`: 2 < a.length
    ");
    assert_snapshot!(checks("while (i < 3 && a[i] == 0) invariant a[j] == 0; { i := a[i]; }"), @r"
    bounds `a[i]`: i < 3 ==> 0 <= i && i < a.length
    bounds `a[i]`: 0 <= i && i < a.length
    ");
    assert_snapshot!(checks("var k: int := a[i];"), @"bounds `a[i]`: 0 <= i && i < a.length");
    assert_snapshot!(checks("call q(a[i], a[j]); } procedure q(v: int, w: int); procedure other() {"), @r"
    bounds `a[i]`: 0 <= i && i < a.length
    bounds `a[j]`: 0 <= j && j < a.length
    ");
}

#[test]
fn formulas_are_total_and_unchecked_is_not_checked() {
    assert_snapshot!(checks("assume a[i] == i / j; assert x.next == null;"), @"assertion `x.next == null`: x.next == null");
    assert_snapshot!(checks("i := unchecked(a[i] / j) + a[0];"), @"bounds `a[0]`: 0 < a.length");
    assert_snapshot!(checks("i := a[i] + a[i]; ok := true || a[i] == 0; i := i / 2;"), @"bounds `a[i]`: 0 <= i && i < a.length");
}

//! What correct programs are lowered to, as dumps.

use super::*;
use insta::assert_snapshot;

#[test]
fn arrays_are_split() {
    assert_snapshot!(dump("
procedure p(a: int[][]) returns (b: int[][], r: int[])
{
  b := a;
  r := b[0];
  b[1] := r;
  b[2][3] := 4;
  havoc r;
}
"), @r"
    procedure p(a: map<int, map<int, int>>, `a.length`: int, `a[].length`: map<int, int>)
      requires 0 <= `a.length`;
      requires forall i: int :: 0 <= `a[].length`[i];
    {
      var b: map<int, map<int, int>>;
      var `b.length`: int;
      var `b[].length`: map<int, int>;
      var r: map<int, int>;
      var `r.length`: int;
      assume 0 <= `b.length`;
      assume forall i: int :: 0 <= `b[].length`[i];
      assume 0 <= `r.length`;
      b, `b.length`, `b[].length` := a, `a.length`, `a[].length`;
      assert 0 < `b.length`;
      r, `r.length` := b[0], `b[].length`[0];
      assert 1 < `b.length`;
      b, `b[].length` := b[1 := r], `b[].length`[1 := `r.length`];
      assert 2 < `b.length`;
      assert 3 < `b[].length`[2];
      b := b[2 := b[2][3 := 4]];
      havoc r, `r.length`;
      assume 0 <= `r.length`;
    }
    ");
}

#[test]
fn simultaneous_assignments() {
    assert_snapshot!(dump("
field f: int;
procedure p(x: ref, y: ref) returns (a: int[], i: int, j: int)
  modifies .f;
{
  i, j := j, i;
  a[i], a[j], i := a[j], a[i], i + 1;
  x.f, y.f := y.f, x.f;
  a[i] := a[i];
}
"), @r"
    field f: int;

    procedure p(x: ref, y: ref)
      modifies .f;
    {
      var a: map<int, int>;
      var `a.length`: int;
      var i: int;
      var j: int;
      assume 0 <= `a.length`;
      i, j := j, i;
      assert 0 <= i && i < `a.length`;
      assert 0 <= j && j < `a.length`;
      a, i := a[i := a[j]][j := a[i]], i + 1;
      assert x != null;
      assert y != null;
      .f := .f[x := .f[y]][y := .f[x]];
      assert 0 <= i && i < `a.length`;
      a := a[i := a[i]];
    }
    ");
}

#[test]
fn old_makes_copies_of_what_is_assigned() {
    assert_snapshot!(dump("
var g: int;
var h: int;
field f: int;
procedure p(x: int, inout y: int, inout z: int, inout a: int[], r: ref)
  requires r != null;
  modifies g, .f;
  ensures old(x) + old(y) + old(z) == x + y + z;
  ensures old(g) + old(h) == g + h;
  ensures old(r.f) == r.f;
{
  var i: int := y;
  y := 1;
  g := 2;
  r.f := 3;
  a[0] := 1;
  assert old(a[0]) == i;
  while (i < y)
    invariant old(i) <= i && old(x) == x && old(a.length) == a.length;
  {
    i := i + 1;
  }
}
"), @r"
    field f: int;

    procedure p(x: int, inout y: int, z: int, inout a: map<int, int>, `a.length`: int, r: ref, inout g: int, h: int) returns (`old(y)`: int, `old(g)`: int, `old(.f)`: map<ref, int>)
      requires 0 <= `a.length`;
      requires r != null;
      modifies .f;
      ensures x + `old(y)` + z == x + y + z;
      ensures `old(g)` + h == g + h;
      ensures `old(.f)`[r] == r.f;
    {
      var i: int;
      var `old(i)`: int;
      var `old(a)`: map<int, int>;
      `old(y)`, `old(g)`, `old(.f)`, `old(a)` := y, g, .f, a;
      i := y;
      y := 1;
      g := 2;
      assert r != null;
      .f := .f[r := 3];
      assert 0 < `a.length`;
      a := a[0 := 1];
      assert `old(a)`[0] == i;
      `old(i)` := i;
      while (i < y)
        invariant `old(i)` <= i;
      {
        i := i + 1;
      }
    }
    ");
}

#[test]
fn calls_are_by_contract() {
    assert_snapshot!(dump("
var g: int;
var h: int;
procedure p(x: int, inout y: int) returns (r: int)
  requires x > y + h;
  modifies g;
  ensures r == x + old(y) + h && y == old(g) - g;
procedure q(n: int) returns (k: int, l: int)
  modifies g, h;
{
  call k := p(n, l);
  call k := p(k + l, l);
  call p(g, l);
  call h := p(h, g);
}
"), @r"
    procedure q(n: int, inout g: int, inout h: int) {
      var k: int;
      var l: int;
      var `l#5`: int;
      var `g#6`: int;
      var x: int;
      var `l#8`: int;
      var `g#9`: int;
      var r: int;
      var `x#11`: int;
      var `l#12`: int;
      var `g#13`: int;
      var y: int;
      var `r#15`: int;
      var `y#16`: int;
      var `g#17`: int;
      assert l + h < n;
      `l#5`, `g#6` := l, g;
      havoc g, l, k;
      assume k == n + `l#5` + h && l == `g#6` - g;
      assert l + h < k + l;
      x, `l#8`, `g#9` := k + l, l, g;
      havoc g, l, k;
      assume k == x + `l#8` + h && l == `g#9` - g;
      assert l + h < g;
      `x#11`, `l#12`, `g#13` := g, l, g;
      havoc g, l, r;
      assume r == `x#11` + `l#12` + h && l == `g#13` - g;
      y := g;
      assert y + h < h;
      `y#16`, `g#17` := y, g;
      havoc g, y, `r#15`;
      assume `r#15` == h + `y#16` + h && y == `g#17` - g;
      g, h := y, `r#15`;
    }
    ");
}

#[test]
fn arrays_in_calls() {
    assert_snapshot!(dump("
field data: int[];
procedure fill(r: ref, inout a: int[]) returns (b: int[])
  modifies .data;
  ensures r.data.length == old(r.data.length) && a == old(a) && b.length == a.length;
procedure q(r: ref) returns (c: int[])
  modifies .data;
{
  var d: int[];
  call c := fill(r, d);
}
"), @r"
    field data: map<int, int>;
    field `data.length`: int;

    procedure q(r: ref)
      requires forall k: ref :: 0 <= k.`data.length`;
      modifies .data, .`data.length`;
    {
      var c: map<int, int>;
      var `c.length`: int;
      var d: map<int, int>;
      var `d.length`: int;
      var `data.length#8`: map<ref, int>;
      var `d#9`: map<int, int>;
      var `d.length#10`: int;
      assume 0 <= `c.length`;
      assume 0 <= `d.length`;
      `data.length#8`, `d#9`, `d.length#10` := .`data.length`, d, `d.length`;
      havoc .data, .`data.length`, d, `d.length`, c, `c.length`;
      assume forall k: ref :: 0 <= k.`data.length`;
      assume 0 <= `d.length`;
      assume 0 <= `c.length`;
      assume r.`data.length` == `data.length#8`[r] && d == `d#9` && `d.length` == `d.length#10` && `c.length` == `d.length`;
    }
    ");
}

#[test]
fn declarations_are_arbitrary_again_when_executed_again() {
    assert_snapshot!(dump("
procedure p() {
  var x: int;
  while (*) {
    var y: int;
    var z: int := 1;
    var a: int[];
  }
  label l;
  var w: int;
  goto l;
}
"), @r"
    procedure p() {
      var x: int;
      var y: int;
      var z: int;
      var a: map<int, int>;
      var `a.length`: int;
      var w: int;
      while (*) {
        havoc y;
        z := 1;
        havoc a, `a.length`;
        assume 0 <= `a.length`;
      }
      label l;
      havoc w;
      goto l;
    }
    ");
}

#[test]
fn only_what_is_mentioned_is_an_input() {
    assert_snapshot!(dump("
var a: int;
var b: int;
var c: int;
field f: int;
field g: int;
procedure p(x: ref) modifies b; { assert x.g == a; }
"), @r"
    field g: int;

    procedure p(x: ref, a: int, b: int) {
      assert x.g == a;
    }
    ");
}

#[test]
fn loops_and_clauses() {
    assert_snapshot!(dump("
procedure p(a: int[]) returns (i: int) {
  l: while (a[i] != 0)
    predicate 0 <= i, a[k] != 0;
    invariant i >= 0;
    skolem k: int;
  {
    if (i > 5) { break l; } else if (i > 3) { continue; } else { return; }
  }
}
"), @r"
    procedure p(a: map<int, int>, `a.length`: int)
      requires 0 <= `a.length`;
    {
      var i: int;
      l: while (true)
        invariant 0 <= i;
        skolem k: int;
        predicate 0 <= i;
        predicate a[k] != 0;
      {
        assert 0 <= i && i < `a.length`;
        if (a[i] == 0) {
          break;
        }
        if (5 < i) {
          break l;
        } else if (3 < i) {
          continue;
        } else {
          return;
        }
      }
    }
    ");
}

#[test]
fn spans_are_those_of_the_source() {
    let text = "
procedure p(a: int[])
  requires a.length > 0;
  ensures a[0] > 0;
{
  while (a[1] == a[2]) invariant a[0] == 1; predicate true, a[0] == 2; { }
  label head;
  call p(a);
}";
    let lowered = load(FileId(0), text);
    let at = |span: Span| &text[span.range()];
    let routine = &lowered.program.routines[0];
    assert_eq!(at(routine.span), "p");
    assert_eq!(
        routine.requires.iter().map(|f| at(f.span)).collect::<Vec<_>>(),
        ["a: int[]", "requires a.length > 0"]
    );
    assert_eq!(at(routine.ensures[0].span), "ensures a[0] > 0");
    let crate::StmtKind::While(stmt) = &routine.body[0].kind else {
        panic!()
    };
    assert_eq!(at(stmt.spec.span), "while");
    assert_eq!(at(stmt.spec.invariants[0].span), "invariant a[0] == 1");
    assert_eq!(at(stmt.spec.predicates[1].span), "a[0] == 2");
    assert_eq!(
        stmt.prelude.iter().map(|s| at(s.span)).collect::<Vec<_>>(),
        ["a[1]", "a[2]"]
    );
    let crate::StmtKind::Label(_, spec) = &routine.body[1].kind else {
        panic!()
    };
    assert_eq!(at(spec.span), "head");
    let crate::StmtKind::Assert(check) = &routine.body[2].kind else {
        panic!()
    };
    assert_eq!(
        (at(check.span), at(check.demanded.unwrap())),
        ("call p(a);", "requires a.length > 0")
    );
    assert_eq!(check.kind, crate::CheckKind::Precondition);
}

#[test]
fn tags_are_unique() {
    for text in [
        include_str!("../../tests/arrays.gcl"),
        include_str!("../../tests/calls.gcl"),
    ] {
        for routine in load(FileId(0), text).program.routines {
            let mut tags: Vec<u32> = routine.inputs.iter().chain(&routine.locals).map(|v| v.tag()).collect();
            tags.sort_unstable();
            let all = tags.len();
            tags.dedup();
            assert_eq!(tags.len(), all, "{}", routine.name);
            assert!(tags.iter().all(|t| *t < routine.next_tag));
        }
    }
}

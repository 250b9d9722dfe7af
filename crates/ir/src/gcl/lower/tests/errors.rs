//! What is wrong with a program, and how it is said.

use super::*;
use insta::assert_snapshot;

#[test]
fn unknown_names() {
    assert_snapshot!(errors("
field next: ref;
var counter: int;
function f(x: int): int;
procedure p(count: int) returns (r: ref)
  modifies conter, .nxt, next, count;
{
  var i: int := cuont + cunter;
  r := r.nest;
  i := g(i) + q(1) + f;
  i := next;
  if (*) { var j: int; }
  j := 1;
  call r := pp(i);
  call f(i);
}
procedure q(x: int);
"), @r"
    6: unknown global variable `conter` [not declared] (did you mean `counter`?)
    6: unknown field `nxt` [not declared] (did you mean `next`?)
    6: unknown global variable `next` [not declared] (a field is named by `.next`)
    6: the parameter `count` cannot stand in `modifies` (what is assigned to an `inout` parameter goes back to the caller anyway)
    8: unknown variable `cuont` [not declared] (did you mean `count`?)
    8: unknown variable `cunter` [not declared] (did you mean `counter`?)
    9: unknown field `nest` [not declared] (did you mean `next`?)
    10: unknown function `g` [not declared]
    10: unknown function `q` [not declared] (a procedure is called by a statement: `call x := q(…);`)
    10: unknown variable `f` [not declared] (the function is applied by `f(…)`)
    11: unknown variable `next` [not declared] (the field is read by `x.next`; as a map it is `.next`)
    13: the variable `j` is not in scope here [line 12: declared in another block]
    14: unknown procedure `pp` [not declared]
    15: unknown procedure `f` [not declared] (a function is applied in an expression, without `call`)
    ");
}

#[test]
fn duplicate_names() {
    assert_snapshot!(errors("
field f: int;
field f: bool;
var g: int;
var g: int;
function h(): int;
function h(): int;
procedure p(x: int, x: int) returns (x: bool) {
  var y: int;
  var y: int;
  var x: int;
  label l;
  label l;
  l: while (*) { l: while (*) { } }
  assert forall z: int, z: int :: z == z;
}
procedure p();
procedure fine(y: int) {
  var g: int;
  if (*) { var y: int; }
  assert forall y: int :: exists y: bool :: y;
}
"), @r"
    3: the field `f` is declared twice [second declaration] [line 2: first declaration]
    5: the variable `g` is declared twice [second declaration] [line 4: first declaration]
    7: the function `h` is declared twice [second declaration] [line 6: first declaration]
    8: the parameter `x` is declared twice [second declaration] [line 8: first declaration]
    8: the result `x` is declared twice [second declaration] [line 8: first declaration]
    10: the variable `y` is declared twice [second declaration] [line 9: first declaration]
    11: the variable `x` is declared twice [second declaration] [line 8: first declaration]
    13: the label `l` is declared twice [second declaration] [line 12: first declaration]
    14: a loop around this one has the label `l` already
    15: the bound variable `z` is declared twice [second declaration] [line 15: first declaration]
    17: the procedure `p` is declared twice [second declaration] [line 8: first declaration]
    ");
}

#[test]
fn sorts() {
    assert_snapshot!(errors("
field next: ref;
function f(x: int, m: map<int, bool>): ref;
procedure p(x: int, b: bool, r: ref, a: int[], m: map<int, int>) returns (y: int, c: int[], n: map<int, int>) {
  y := b;
  y := x + b * 2;
  y := if b then x else r;
  y := if x then x else x;
  assert x == r || !x;
  assert x < null;
  c := m;
  n := a;
  n := m[b := 1];
  y := a[b] + m[r] + x[0];
  y := x.next;
  y := m.length;
  y := a.size;
  y := f(x).next;
  assert f(x, x) == f(b, const<int>(true));
  if (x) { }
  while (r) invariant x; predicate r, b; { }
  assert forall z: bool :: z < 1;
  y, y := 1;
  n := const<int[]>(0);
}
"), @r"
    5: expected `int`, found `bool`
    6: expected `int`, found `bool`
    7: expected `int`, found `ref`
    8: expected `bool`, found `int`
    9: `==` compares `int` with `ref` [both sides must have one type]
    9: expected `bool`, found `int`
    10: expected `int`, found `ref`
    11: expected `int[]`, found `map<int, int>` (an array has a length, a map has none)
    12: expected `map<int, int>`, found `int[]` (an array has a length, a map has none)
    13: expected `int`, found `bool`
    14: expected `int`, found `bool`
    14: expected `int`, found `ref`
    14: `int` has no elements [only arrays and maps can be subscripted]
    15: `int` has no field `next` [only references have fields]
    16: `map<int, int>` has no field `length` [maps are total and have no length]
    17: `int[]` has no field `size` (arrays have a `length`)
    18: the function `f` takes 2 arguments, not 1 [line 3: declared here]
    19: expected `map<int, bool>`, found `int`
    19: expected `int`, found `bool`
    20: expected `bool`, found `int`
    21: expected `bool`, found `ref`
    21: expected `bool`, found `int`
    21: expected `bool`, found `ref`
    22: expected `int`, found `bool`
    23: 2 to assign, but 1 value
    24: the type `int[]` cannot be used here [the keys of a map cannot be arrays] (an array without its length is `map<int, …>`)
    ");
}

#[test]
fn assignments() {
    assert_snapshot!(errors("
field f: int;
var g: int;
procedure p(x: int, a: int[], inout b: int[], r: ref) returns (y: int)
{
  x := 1;
  a[0] := 1;
  havoc x, y, .f;
  b.length := 3;
  g := 1;
  r.f := 2;
  .f := const<ref>(0);
  y, y := 1, 2;
  b, b[0] := b, 1;
  old(y) := 3;
  y[0] := 1;
  r.h := 1;
  x.f := 1;
}
"), @r"
    6: the parameter `x` cannot be assigned [line 4: declared here, without `inout`] (declare it `inout x: int`, or copy it to a local variable)
    7: the parameter `a` cannot be assigned [line 4: declared here, without `inout`] (declare it `inout a: int[]`, or copy it to a local variable)
    8: the parameter `x` cannot be assigned [line 4: declared here, without `inout`] (declare it `inout x: int`, or copy it to a local variable)
    8: this changes `.f`, which the contract does not allow (add `modifies .f;` to the contract)
    9: the length of an array cannot be assigned (an array of another length: `havoc a; assume a.length == n;`)
    10: this changes `g`, which the contract does not allow (add `modifies g;` to the contract)
    11: this changes `.f`, which the contract does not allow (add `modifies .f;` to the contract)
    12: this changes `.f`, which the contract does not allow (add `modifies .f;` to the contract)
    13: this is assigned twice at once (use two statements)
    14: this is assigned twice at once (use two statements)
    15: this cannot be assigned [expected a variable, an element, or a field]
    16: `int` has no elements [only arrays and maps can be subscripted]
    17: unknown field `h` [not declared]
    18: `int` has no field `f` [only references have fields]
    ");
}

#[test]
fn calls() {
    assert_snapshot!(errors("
var g: int;
procedure p(x: int, inout y: int) returns (r: int)
  modifies g;
procedure wrong(x: int)
  requires z > 0;
procedure q(a: int) returns (b: int, c: bool)
{
  call b := p(1);
  call b := p(1, b + 1);
  call b := p(1, a);
  call b := p(1, b);
  call c := p(true, b);
  call b, c := p(1, b);
  b := p(1, b);
  call a := p(1, b);
}
procedure caller() {
  call wrong(1);
}
"), @r"
    6: unknown variable `z` [not declared]
    9: the procedure `p` takes 2 arguments, not 1 [line 3: declared here]
    9: the call of `p` changes `g`, which the contract does not allow (add `modifies g;` to the contract)
    10: the call of `p` changes `g`, which the contract does not allow (add `modifies g;` to the contract)
    10: the argument of the `inout` parameter `y` must be a variable [line 3: declared here]
    11: the call of `p` changes `g`, which the contract does not allow (add `modifies g;` to the contract)
    11: the parameter `a` cannot be assigned [line 7: declared here, without `inout`] (declare it `inout a: int`, or copy it to a local variable)
    12: the call of `p` changes `g`, which the contract does not allow (add `modifies g;` to the contract)
    12: the call gives two values to `b` [line 12: here too]
    13: the call of `p` changes `g`, which the contract does not allow (add `modifies g;` to the contract)
    13: expected `int`, found `bool`
    13: expected `int`, found `bool`
    14: the procedure `p` has 1 result, but there is place for 2 variables [line 3: declared here]
    14: the call of `p` changes `g`, which the contract does not allow (add `modifies g;` to the contract)
    14: the call gives two values to `b` [line 14: here too]
    15: unknown function `p` [not declared] (a procedure is called by a statement: `call x := p(…);`)
    16: the call of `p` changes `g`, which the contract does not allow (add `modifies g;` to the contract)
    16: the parameter `a` cannot be assigned [line 7: declared here, without `inout`] (declare it `inout a: int`, or copy it to a local variable)
    ");
    assert_eq!(
        load(
            FileId(0),
            "procedure w(x: int) requires z;\nprocedure c() { call w(1); }"
        )
        .failed,
        ["w", "c"]
    );
}

#[test]
fn jumps() {
    assert_snapshot!(errors("
procedure p() {
  break;
  continue;
  outer: while (*) {
    break outter;
    continue outer;
  }
  break outer;
  goto there, nowhere;
  label there;
  while (*) { break there; }
}
"), @r"
    3: `break` outside of a loop
    4: `continue` outside of a loop
    6: unknown loop `outter` [no loop around this has that label] (did you mean `outer`?)
    9: unknown loop `outer` [no loop around this has that label]
    10: unknown label `nowhere` [not declared]
    12: unknown loop `there` [no loop around this has that label] (to a `label` one jumps by `goto there;`)
    ");
}

#[test]
fn old_and_skolems() {
    assert_snapshot!(errors("
var g: int;
axiom g == old(1);
procedure p(x: int, inout y: int) returns (r: int)
  requires old(x) == 1 && r == 1;
  ensures old(r) == 1 && old(old(y)) == 2;
{
  var z: int;
  z := old(y);
  assert old(z) == 1;
  while (z < old(y))
    skolem s: int, t: int[];
    invariant z == old(z) && s == 1;
    predicate s == old(s);
  {
    z := s;
  }
  label l invariant old(y) == y;
}
"), @r"
    3: an axiom cannot mention the variable `g` (an axiom is a closed formula over functions)
    3: `old` cannot be used here [an axiom has no past]
    5: `old` cannot be used here [a precondition speaks of the start already]
    5: the result `r` has no value before the call [line 4: declared here]
    6: `r` has no value at the start of the routine [line 4: declared here]
    6: `old` cannot be used here [this is inside of `old` already]
    9: `old` cannot be used here [`old` stands in contracts, loop clauses, `assert` and `assume`]
    10: `z` has no value at the start of the routine [line 8: declared here]
    11: `old` cannot be used here [`old` stands in contracts, loop clauses, `assert` and `assume`]
    12: the type `int[]` cannot be used here [skolem constants that are arrays are not supported] (an array without its length is `map<int, …>`)
    13: the skolem constant `s` is known only in the predicates of its loop [line 12: declared here]
    16: the skolem constant `s` is known only in the predicates of its loop [line 12: declared here]
    18: `old` cannot be used here [a label has no entry of its own]
    ");
}

#[test]
fn types_that_are_not_supported() {
    assert_snapshot!(errors("
field f: map<int[], int>;
function h(a: int[]): int;
procedure p(m: map<ref, map<int[], int>>) {
  var n: map<int, int[]>;
  var k: map<int[], int>;
  k := k;
  n[0][1] := h(n[0]);
  assert forall a: int[] :: a.length >= 0;
}
"), @r"
    2: the type `map<int[], int>` cannot be used here [the keys of a map cannot be arrays] (an array without its length is `map<int, …>`)
    3: the type `int[]` cannot be used here [functions of arrays are not supported] (an array without its length is `map<int, …>`)
    4: the type `map<ref, map<int[], int>>` cannot be used here [the keys of a map cannot be arrays] (an array without its length is `map<int, …>`)
    6: the type `map<int[], int>` cannot be used here [the keys of a map cannot be arrays] (an array without its length is `map<int, …>`)
    9: the type `int[]` cannot be used here [quantifiers over arrays are not supported] (an array without its length is `map<int, …>`)
    ");
}

#[test]
fn what_is_declared_badly_is_not_unknown() {
    assert_snapshot!(errors("
var g: integer;
field f int;
function h(x: int) int;
procedure q(x: int y: int) requires x > 0; { }
procedure p(r: ref) modifies g; {
  g := h(r.f);
  call q(1, 2, 3);
  z := 1;
}
"), @r"
    2: expected a type, found the name `integer` [expected a type] (did you mean `int`?)
    3: expected `:` and a type, found the keyword `int` [expected `:` and a type]
    4: expected `:` and the type of the result, found the keyword `int` [expected `:` and the type of the result]
    5: expected `)`, found the name `y` [expected `)`] [line 5: to close this]
    9: unknown variable `z` [not declared]
    ");
}

#[test]
fn routines_without_errors_are_lowered() {
    let lowered = load(
        FileId(0),
        "
procedure good(x: int) { assert x == x; }
procedure bad() { assert y; }
procedure ugly() { x = ; }
procedure `also good`() { call good(1); call bad(); call ugly(); }
procedure good() { }
procedure contract(x: int);
procedure `bad contract`(x: int) requires y;
",
    );
    let names: Vec<&str> = lowered.program.routines.iter().map(|r| &*r.name).collect();
    assert_eq!(names, ["good", "also good"]);
    assert_eq!(lowered.failed, ["bad", "ugly", "good", "bad contract"]);
}

#[test]
fn there_are_not_too_many_errors() {
    let text = format!("procedure p() {{ {} }}", "x := 1;\n".repeat(100_000));
    let lowered = load(FileId(0), &text);
    assert_eq!(lowered.diagnostics.len(), MAX_ERRORS + 1);
    assert!(lowered.diagnostics[MAX_ERRORS].message.starts_with("too many errors"));
}

//! Jahob's annotations, as JML would say it.

use super::*;

/// The first method of a class with these members, as text: what it requires, what it ensures, its body.
fn method(members: &str) -> Vec<String> {
    let read = members_of(members);
    let method = read.method();
    let case = method.spec.cases.first().expect("a contract");
    let clauses = case.requires.iter().chain(&case.ensures);
    let body = method.body.as_ref().map(show::block);
    clauses.map(|c| show::expr(&c.formula)).chain(body).collect()
}

/// Reads a class with these members.
fn members_of(members: &str) -> Read {
    good(&format!(
        "class C {{\nstatic class Node {{ Node next; Node left; Node right; }}\n{members}\n}}\n"
    ))
}

/// What a formula is that a method ensures.
fn ensured(formula: &str) -> String {
    let shown = method(&format!("void m(Node x) /*: ensures \"{formula}\" */ {{ }}"));
    shown.first().expect("a clause").clone()
}

#[test]
fn sets_that_every_program_has() {
    assert_eq!(ensured("x : Object.alloc"), ensured("x : alloc"));
    assert_eq!(ensured("x : Object.alloc"), "(Or (Eq x null) allocated(x))");
    assert_eq!(ensured("x : Node"), "(Or (Eq x null) (x instanceof Node))");
    assert_eq!(
        ensured("x : alloc.Node"),
        "(Or (Eq x null) (And allocated(x) (x instanceof Node)))"
    );
    // a name of which nobody knows what it means
    assert_eq!(ensured("x : nodes"), "<the set `nodes`, which has no definition>");
    assert_eq!(
        ensured("x : List.nodes"),
        "<the set `List.nodes`, which has no definition>"
    );
}

#[test]
fn variables_of_definitions_catch_nothing() {
    let with = |definition: &str, used: &str| {
        let text = format!("/*: vardefs \"f == {definition}\"; */\nvoid m(Node x) /*: ensures \"{used}\" */ {{ }}");
        method(&text).first().expect("a clause").clone()
    };
    assert_eq!(
        with("(% n. (ALL x. x..next ~= n))", "f x"),
        "(Forall \\object x'$1; ; (Ne x'$1.next x))"
    );
    assert_eq!(with("(% n. {x. x = n})", "null : f x"), "(Eq null x)");
    assert_eq!(with("(% x. x = null)", "f x"), "(Eq x null)");
}

#[test]
fn definitions_hold_where_they_stand() {
    let text = r#"
void m(Node x) /*: ensures "True" */ {
  /*: vardefs "p == (x = null)"; */
  //: assert "p";
}
void n(Node x) /*: ensures "True" */ {
  /*: vardefs "p == (x ~= null)"; */
  //: assert "p";
}
void o(Node x) /*: ensures "p" */ { }
"#;
    let read = members_of(text);
    let shown: Vec<String> = read
        .class()
        .methods
        .iter()
        .map(|m| {
            let ensures = m
                .spec
                .cases
                .iter()
                .flat_map(|c| &c.ensures)
                .map(|c| show::expr(&c.formula));
            let body = m.body.as_ref().map(show::block);
            ensures.chain(body).collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(
        shown,
        ["true @assert (Eq x null);", "true @assert (Not (Eq x null));", "p "]
    );
}

#[test]
fn statements_that_change_variables() {
    let shown = |text: &str| method(&format!("void m(Node x) {{ {text}\n }}")).concat();
    assert_eq!(shown("//: havoc x;"), "@havoc (x = x);");
    assert_eq!(shown("//: havoc \"x\", y;"), "@havoc (x = x); @havoc (y = y);");
    assert_eq!(shown("//: x := \"null\";"), "@set (x = null);");
    assert_eq!(shown("//: \"x..next\" := \"null\";"), "@set (x.next = null);");
    assert_eq!(shown("//: \"f x\" := \"null\";"), "<the assignment to `f x`>");
    assert!(shown("//: havoc x suchThat \"x = null\";").contains("<`havoc`"));
}

/// What says that there is a tree is a part of what a body says of walks in it.
#[test]
fn walks_along_several_fields_inside_of_a_body() {
    let tree = "/*: invariant \"tree [Node.left, Node.right]\"; */";
    let walk = "rtrancl_pt (% u v. u..Node.left = v | u..Node.right = v) x null";
    let shown = |word: &str| {
        let text = format!("{tree}\nvoid m(Node x) {{ //: {word} \"{walk}\";\n }}");
        let all = method(&text);
        (all[0].clone(), all[2].clone())
    };
    let (faithful, asserted) = shown("assert");
    assert!(asserted.starts_with(&format!("@assert (And {faithful} ")), "{asserted}");
    let (_, assumed) = shown("assume");
    assert!(
        assumed.starts_with(&format!("@assume (Implies {faithful} ")),
        "{assumed}"
    );
}

/// Files that are read together: what one says of the classes of another.
#[test]
fn trees_of_classes_in_other_files() {
    let node = "class Node { Node left; Node right; void cut() { this.left = null; } }";
    let tree = "class Tree { Node root; /*: invariant \"tree [Node.left, Node.right]\"; */ }";
    let other = "class Other { /*@ nullable @*/ Node node; }";
    let apart = "class Apart { Apart next; }";
    let texts = [node, tree, other, apart];
    let mut units: Vec<Unit> = texts.iter().map(|t| read(t).parsed.unit).collect();
    let words = texts.map(|t| t.split(|c: char| !c.is_alphanumeric()).map(str::to_string).collect());
    let known = abide_java::syntax::Neighbours::of(units.iter().zip(&words));
    units.iter_mut().for_each(|u| known.introduce(u));
    units.iter_mut().for_each(|u| known.introduce(u));
    let ghosts = |u: &Unit| {
        let fields = u.classes[0].fields.iter().filter(|f| f.modifiers.ghost);
        fields.map(|f| f.name.text.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ghosts(&units[0]), ["up$left$right"]);
    assert!(ghosts(&units[1]).is_empty());
    let cut = units[0].classes[0].methods[0].body.as_ref().expect("a body");
    let cut = show::block(cut);
    assert_eq!(cut.matches("up$left$right = ").count(), 2, "{cut}");
    // references may be null where there are no annotations, but not where there are those of JML, or nobody
    // speaks of the file
    let nullable: Vec<bool> = units
        .iter()
        .map(|u| u.classes[0].modifiers.nullable_by_default)
        .collect();
    assert_eq!(nullable, [true, true, false, false]);
}

/// A field whose class is not written is the only one of that name.
#[test]
fn trees_along_fields_without_their_class() {
    let ghosts = |members: &str| {
        let read = members_of(&format!("{members}\n/*: invariant \"tree [left, right]\"; */"));
        let fields = read.class().classes[0].fields.clone();
        fields.iter().filter(|f| f.modifiers.ghost).count()
    };
    assert_eq!(ghosts(""), 1);
    assert_eq!(ghosts("static class Other { Other left; }"), 0);
}

/// What the class of an object defines for it, if that does not depend on where it is said.
#[test]
fn variables_of_objects() {
    let with = |definition: &str, used: &str| {
        let text = format!(
            "class Cell {{ Cell next; static Cell top; /*: vardefs \"f == {definition}\"; */ }}\n\
             class C {{ void m(Cell x) /*: ensures \"{used}\" */ {{ }} }}"
        );
        let read = good(&text);
        let case = read.parsed.unit.classes[1].methods[0].spec.cases.first();
        show::expr(&case.expect("a contract").ensures[0].formula)
    };
    assert_eq!(
        with("{x. x = this..Cell.next}", "null : x..Cell.f"),
        "(Eq null ((Cell) x).next)"
    );
    assert_eq!(
        with("{x. x = this..Cell.next}", "null : Cell.f x"),
        "(Eq null ((Cell) x).next)"
    );
    assert_eq!(with("this..Cell.next = null", "x..Cell.f"), "(Eq ((Cell) x).next null)");
    // `next` and `top` are those of the class
    assert_eq!(with("{x. x = next}", "null : x..Cell.f"), "(Eq null ((Cell) x).next)");
    assert_eq!(with("{x. x = top}", "null : x..Cell.f"), "(Eq null Cell.top)");
    let alone = with("{x. x = this..Cell.next}", "null : Cell.f");
    assert_eq!(alone, "<the set `Cell.f`, which has no definition>");
}

/// Ghost variables are fields that `:=` sets.
#[test]
fn ghost_variables() {
    let members = |body: &str| {
        format!(
            "/*: public ghost specvar content :: objset = \"{{}} :: objset\";\n\
                 private static ghost specvar count :: int;\n\
                 ghost specvar strange :: \"obj => obj\"; */\n\
             void m(Node x) /*: ensures \"x : content\" */ {{ {body}\n }}"
        )
    };
    let read = members_of(&members(""));
    let ghosts = read.class().fields.iter().filter(|f| f.modifiers.ghost);
    let shown: Vec<String> = ghosts
        .map(|f| format!("{} {} {}", f.modifiers.is_static, f.ty.name, f.name.text))
        .collect();
    assert_eq!(shown, ["false \\set content", "true \\bigint count"]);
    // it is public, and not listed
    assert_eq!(
        method(&members(""))[..2],
        [
            "(Forall \\object v$1; ; (Iff content.has(v$1) old(content.has(v$1))))",
            "content.has(x)"
        ]
    );
    let set = |value: &str| method(&members(&format!("//: content := \"{value}\";"))).concat();
    let last = |value: &str| set(value).rsplit_once("@set ").expect("an assignment").1.to_string();
    assert_eq!(last("{}"), "(content = new \\set());");
    assert_eq!(last("{x} Un content"), "(content = content.insert(x));");
    assert_eq!(
        last("content - {x, null}"),
        "(content = content.remove(x).remove(null));"
    );
    assert_eq!(last("{n. n ~= x}"), "(content = {\\object v$1 | (Ne v$1 x)});");
}

/// What a class says of itself means the same in its methods, and in the class that claims it.
#[test]
fn invariants_of_classes() {
    let text = r#"
        /*: claimedby List */ class Cell { Cell next; /*: invariant Loop: "next ~= this"; */ }
        class List {
            Cell first;
            static Cell spare;
            /*: invariant ("Some") "first ~= spare"; */
            private void m(Cell first, Cell spare) /*: requires "theinv Some" ensures "theinvs" */ { }
            void n() /*: ensures "True" */ { }
        }"#;
    let read = good(text);
    let list = &read.parsed.unit.classes[1];
    let clauses = |m: usize| {
        let case = &list.methods[m].spec.cases[0];
        let all = case.requires.iter().chain(&case.ensures);
        all.map(|c| show::expr(&c.formula)).collect::<Vec<String>>()
    };
    let some = "(Ne ((List) this).first List.spare)";
    let all_cells = "(Forall \\object object$1; ; (Implies (And (Or (Eq object$1 null) (object$1 instanceof Cell)) \
                     (Or (Eq object$1 null) allocated(object$1))) (Ne ((Cell) object$1).next object$1)))";
    assert_eq!(clauses(0), [some.to_string(), format!("(And {all_cells} {some})")]);
    assert_eq!(clauses(1), [some, all_cells, "true", some, all_cells]);
    let cell = &read.parsed.unit.classes[0];
    assert!(cell.invariants.is_empty());
    // nobody in the file claims it: its own methods keep its invariants
    let alone = good(
        r#"/*: claimedby List */ class Cell { Cell next; /*: invariant "next ~= this"; */
            void m() /*: ensures "True" */ { } }"#,
    );
    let case = &alone.parsed.unit.classes[0].methods[0].spec.cases[0];
    let ensured: Vec<String> = case.ensures.iter().map(|c| show::expr(&c.formula)).collect();
    assert_eq!(ensured, ["true", "(Ne ((Cell) this).next this)"]);
}

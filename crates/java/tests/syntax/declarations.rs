//! Files, types and members of Java.

use super::*;

#[test]
fn packages_imports_and_several_classes() {
    let read = good(
        "package a.b.c;\nimport java.util.*;\nimport static java.lang.Math.max;\nimport x.Y;\n\
         class A {}\ninterface B {}\nenum C { D }\nrecord E(int f) {}\n@interface F { int v() default 1; }",
    );
    let unit = &read.parsed.unit;
    assert_eq!(unit.package.as_deref(), Some("a.b.c"));
    let imports: Vec<(&str, bool, bool)> = unit.imports.iter().map(|i| (&*i.name, i.all, i.is_static)).collect();
    assert_eq!(
        imports,
        [
            ("java.util", true, false),
            ("java.lang.Math.max", false, true),
            ("x.Y", false, false)
        ]
    );
    let kinds: Vec<(&str, ClassKind)> = unit.classes.iter().map(|c| (&*c.name.text, c.kind)).collect();
    let expect = [
        ("A", ClassKind::Class),
        ("B", ClassKind::Interface),
        ("C", ClassKind::Enum),
        ("E", ClassKind::Record),
        ("F", ClassKind::Interface),
    ];
    assert_eq!(kinds, expect);
}

#[test]
fn heads_of_types() {
    let read = good(
        "public abstract sealed class A<T extends Number & I<T>, U> extends a.B<T> implements I, b.J<U> permits X {}\n\
         interface K<T> extends I, J<T> {}",
    );
    let [a, k] = &read.parsed.unit.classes[..] else {
        panic!("two types");
    };
    assert_eq!(show::modifiers(&a.modifiers), "public abstract");
    let names: Vec<&str> = a.type_params.iter().map(|n| &*n.name.text).collect();
    assert_eq!(names, ["T", "U"]);
    assert_eq!(a.extends.as_ref().map(show::ty).as_deref(), Some("a.B"));
    let types = |class: &Class| class.implements.iter().map(show::ty).collect::<Vec<_>>().join(", ");
    assert_eq!(types(a), "I, b.J");
    assert_eq!(types(k), "I, J");
    assert!(k.extends.is_none());
}

#[test]
fn fields() {
    let read = members("private static final int a = 1, b[] = {2}; volatile String[] s; List<int[]> l;");
    assert_eq!(
        show::fields(read.class()),
        "private static final int a = 1; private static final int[] b = {2}; nullable String[] s; nullable List l"
    );
    let read = good("interface I { int A = 1; }");
    assert_eq!(show::fields(read.class()), "static final int A = 1");
}

#[test]
fn methods_and_constructors() {
    let read = members(
        "C() {}\n protected C(int x) throws E, f.G { this(); }\n <T> C(T t) { super(t, 1); f(); }\n\
         public static synchronized <T, U> int[] f(final int a, String... s)[] { return null; }\n\
         abstract void g();\n native void h(int a[]);\n @Override @A(1) public final String toString() { return s; }\n\
         void r(C this) {}",
    );
    let shown: Vec<String> = read.class().methods.iter().map(show::method).collect();
    assert_eq!(
        shown,
        [
            "constructor C()",
            "protected constructor C(int x)",
            "constructor C(T t)",
            "public static synchronized nullable int[][] f(final int a, String[]... s)",
            "abstract void g()",
            "native void h(int[] a)",
            "public final String toString()",
            "void r()",
        ]
    );
    let methods = &read.class().methods;
    let throws: Vec<String> = methods[1].throws.iter().map(show::ty).collect();
    assert_eq!(throws, ["E", "f.G"]);
    assert_eq!(show::block(methods[1].body.as_ref().unwrap()), "this();");
    assert_eq!(show::block(methods[2].body.as_ref().unwrap()), "super(t, 1); f();");
    assert_eq!(methods[3].type_params.len(), 2);
    assert!(methods[4].body.is_none());
    assert_eq!(read.at(methods[6].name.span), "toString");
    assert!(read.at(methods[6].span).starts_with("@Override"));
    assert!(read.at(methods[6].span).ends_with("}"));
}

#[test]
fn nested_types_and_initializers() {
    let read = members(
        "static class A { class B {} int x; } interface I { default int f() { return 1; } static void g() {} }\n static { a(); } { b(); } ;",
    );
    let class = read.class();
    let names: Vec<&str> = class.classes.iter().map(|c| &*c.name.text).collect();
    assert_eq!(names, ["A", "I"]);
    assert!(class.classes[0].modifiers.is_static);
    assert_eq!(&*class.classes[0].classes[0].name.text, "B");
    assert_eq!(show::method(&class.classes[1].methods[0]), "default int f()");
    assert_eq!(show::method(&class.classes[1].methods[1]), "static void g()");
    let initializers: Vec<(bool, String)> = class
        .initializers
        .iter()
        .map(|i| (i.is_static, show::block(&i.body)))
        .collect();
    assert_eq!(initializers, [(true, "a();".to_string()), (false, "b();".to_string())]);
}

#[test]
fn enums() {
    let read = good(
        "enum E implements I { A, @X B(1, x) { int f() { return 2; } }, C; int g; E(int... i) {} int f() { return 1; } }",
    );
    let class = read.class();
    let constants: Vec<(&str, usize, bool)> = class
        .constants
        .iter()
        .map(|c| (&*c.name.text, c.args.len(), c.body.is_some()))
        .collect();
    assert_eq!(constants, [("A", 0, false), ("B", 2, true), ("C", 0, false)]);
    assert_eq!(show::fields(class), "int g");
    assert_eq!(class.methods.len(), 2);
    assert_eq!(class.implements.len(), 1);
}

#[test]
fn records() {
    let read = good("record P<T>(int x, T... y) implements I { static int n; P { check(x); } int f() { return x; } }");
    let class = read.class();
    assert_eq!(show::params(&class.components), "int x, T[]... y");
    let compact = &class.methods[0];
    assert_eq!(show::method(compact), "constructor P(int x, T[]... y)");
    assert_eq!(
        show::block(compact.body.as_ref().unwrap()),
        "check(x); (this.x = x); (this.y = y);"
    );
}

#[test]
fn only_types_stand_at_the_top() {
    assert_eq!(read("x = 1;").errors(), 1);
    assert_eq!(read("void f() {}").errors(), 1);
    good(";");
    good("module a.b { requires c; }");
}

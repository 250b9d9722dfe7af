//! `abide library`, as its users meet it.

mod support;

use support::Folder;

#[test]
fn the_library_is_listed_and_shown() {
    let folder = Folder::with(&[]);
    folder
        .abide(&["library"])
        .with(0)
        .says("string.h (C): ")
        .says(" strcmp ")
        .says("java.util.List (Java): ")
        .says(" List.get ");
    folder
        .abide(&["library", "strcmp"])
        .with(0)
        .says("// string.h (C)\n/*@ requires")
        .says("int strcmp(const char *a, const char *b);\n");
    folder
        .abide(&["library", "string.h"])
        .with(0)
        .says("#include_next <string.h>");
    folder
        .abide(&["library", "strlen"])
        .with(0)
        .says("/* strlen: built in */");
    folder
        .abide(&["library", "java.util.Random"])
        .with(0)
        .says("public class Random {");
    folder
        .abide(&["library", "List.get"])
        .with(0)
        .says("// java.util.List (Java)\n  /*@ public normal_behavior\n    @   requires 0 <= index && index < count;")
        .says("/*@ pure nullable @*/ E get(int index);\n");
    folder
        .abide(&["library", "no_such_function"])
        .with(2)
        .complains("nothing is known of `no_such_function`");
}

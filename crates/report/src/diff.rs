//! Patches.

use similar::TextDiff;
use std::path::Path;

/// The change from `old` to `new` as a unified diff; empty if there is none.
///
/// A relative path gets the prefixes `a/` and `b/`, so that `git apply` and `patch -p1` take
/// the patch from the folder the path is relative to.
pub fn diff(path: &Path, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    let (from, to) = if path.is_absolute() {
        (path.display().to_string(), path.display().to_string())
    } else {
        let plain = path.strip_prefix(".").unwrap_or(path).display();
        (format!("a/{plain}"), format!("b/{plain}"))
    };
    TextDiff::from_lines(old, new)
        .unified_diff()
        .context_radius(3)
        .header(&from, &to)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn a_patch_names_both_sides_and_keeps_the_missing_newline() {
        let old = "a\nwhile (x)\n{\n}";
        let new = "a\nwhile (x)\n  invariant 0 <= x;\n{\n}";
        assert_snapshot!(diff(Path::new("./dir/f.gcl"), old, new), @r#"
        --- a/dir/f.gcl
        +++ b/dir/f.gcl
        @@ -1,4 +1,5 @@
         a
         while (x)
        +  invariant 0 <= x;
         {
         }
        \ No newline at end of file
        "#);
    }

    #[test]
    fn no_change_is_no_patch() {
        assert_eq!(diff(Path::new("f"), "a\n", "a\n"), "");
    }
}

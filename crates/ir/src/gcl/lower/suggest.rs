//! "Did you mean …?"

/// The candidate most like `name`, if one is like it.
pub(super) fn suggest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter(|c| *c != name)
        .map(|c| (distance(name, c), c))
        .filter(|(d, c)| *d <= limit && *d < c.chars().count())
        .min()
        .map(|(_, c)| c)
}

/// How many characters must be changed, added, removed or swapped with their neighbour; capital
/// letters count as small ones.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).take(LONGEST).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).take(LONGEST).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let changed = last[j] + usize::from(a[i] != b[j]);
            let mut best = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// Longer names are compared by how they begin.
const LONGEST: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_names_are_found_and_unlike_ones_are_not() {
        assert_eq!(suggest("lenght", ["size", "length"]), Some("length"));
        assert_eq!(suggest("Spot", ["spot", "stop"]), Some("spot"));
        assert_eq!(suggest("i", ["n", "xs"]), None);
        assert_eq!(suggest("cuont", ["count"]), Some("count"));
        assert_eq!(
            (distance("", "ab"), distance("ab", "ba"), distance("kitten", "sitting")),
            (2, 1, 3)
        );
    }
}

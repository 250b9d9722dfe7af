//! "Did you mean …?"

/// The candidate most like `name`, if one is like it.
pub fn suggest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = letters(name);
    let limit = (wanted.len() / 3).max(1);
    candidates
        .into_iter()
        .filter(|c| *c != name && c.len().abs_diff(name.len()) <= 4 * limit)
        .filter_map(|c| {
            let letters = letters(c);
            let distance = distance(&wanted, &letters, limit)?;
            (distance < letters.len()).then_some((distance, c))
        })
        .min()
        .map(|(_, c)| c)
}

/// The characters that are compared; capital letters count as small ones.
fn letters(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).take(LONGEST).collect()
}

/// How many characters must be changed, added, removed or swapped with their neighbour, if it is
/// not more than `limit`.
fn distance(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row: Vec<usize> = Vec::new();
    for i in 0..a.len() {
        row.clear();
        row.push(i + 1);
        for j in 0..b.len() {
            let changed = last[j] + usize::from(a[i] != b[j]);
            let mut best = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        // a swap looks back two rows, so both must be beyond the limit
        let beyond = |row: &[usize]| row.iter().all(|d| *d > limit);
        if beyond(&row) && beyond(&last) {
            return None;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    Some(last[b.len()]).filter(|d| *d <= limit)
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
        let distance = |a: &str, b: &str, limit| distance(&letters(a), &letters(b), limit);
        assert_eq!(distance("", "ab", 2), Some(2));
        assert_eq!(distance("ab", "ba", 1), Some(1));
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(distance("kitten", "sitting", 2), None);
    }
}

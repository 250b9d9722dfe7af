//! Linked objects in plain characters.
//!
//! ```text
//!     first             last
//!       |                 |
//!       v                 v
//!   +-------+         +-------+
//!   | @1    |--next-->| @2    |--next--> null
//!   | key=3 |<-prev---| key=5 |
//!   +-------+         +-------+
//! ```
//!
//! Links to a neighbour are arrows, other links of a row go around below it; what leads to
//! another row is named in its box.

use super::canvas::Canvas;
use super::{chains, elsewhere, named, pointing_at};
use abide_base::Heap;
use abide_base::heap::Target;
use std::collections::BTreeSet;

/// A row that would get wider is continued in the next.
const WIDTH: usize = 96;

/// The drawing, a line for each of its lines.
pub fn text(heap: &Heap) -> String {
    let mut lines: Vec<String> = Vec::new();
    for chain in chains(heap) {
        let mut rest = chain.as_slice();
        while !rest.is_empty() {
            let (row, count) = Row::fitting(heap, rest);
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(row.draw().lines());
            rest = &rest[count..];
        }
    }
    lines.extend(elsewhere(heap));
    lines.iter().map(|l| format!("{l}\n")).collect()
}

/// A row of boxes.
struct Row<'a> {
    heap: &'a Heap,
    objects: Vec<usize>,
    boxes: Vec<Frame>,
    around: Vec<Around<'a>>,
}

/// A box: where it is and what it says.
struct Frame {
    left: usize,
    width: usize,
    lines: Vec<String>,
}

/// A link that goes around below the row.
struct Around<'a> {
    field: &'a str,
    from: usize,
    to: usize,
}

impl Frame {
    fn middle(&self) -> usize {
        self.left + self.width / 2
    }

    fn right(&self) -> usize {
        self.left + self.width
    }
}

impl<'a> Row<'a> {
    /// As many objects of the chain as fit, and how many these are.
    fn fitting(heap: &'a Heap, chain: &[usize]) -> (Row<'a>, usize) {
        let all = (1..=chain.len()).rev().map(|n| (Row::of(heap, &chain[..n]), n));
        let fits = |(row, n): &(Row, usize)| *n == 1 || row.boxes.last().is_none_or(|b| b.right() <= WIDTH);
        all.into_iter().find(fits).expect("one always fits")
    }

    fn of(heap: &'a Heap, objects: &[usize]) -> Row<'a> {
        let mut row = Row {
            heap,
            objects: objects.to_vec(),
            boxes: Vec::new(),
            around: Vec::new(),
        };
        // each box has room for one link below that leaves and one that comes
        let (mut leaving, mut coming) = (BTreeSet::new(), BTreeSet::new());
        let mut left = 2;
        for (place, object) in objects.iter().enumerate() {
            let object_of = &heap.objects[*object];
            let mut lines = vec![object_of.name.clone()];
            lines.extend(object_of.data.iter().map(|(name, value)| format!("{name}={value}")));
            for (field, to) in &object_of.links {
                match row.route(place, *to) {
                    Route::Ahead | Route::Back => {}
                    Route::Out if place + 1 == objects.len() => {}
                    Route::Around(target) if !leaving.contains(&place) && !coming.contains(&target) => {
                        leaving.insert(place);
                        coming.insert(target);
                        row.around.push(Around {
                            field,
                            from: place,
                            to: target,
                        });
                    }
                    Route::Out | Route::Around(_) => lines.push(format!("{field} -> {}", named(heap, *to))),
                }
            }
            let inner = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0).max(3);
            let width = inner + 4;
            let label = pointing_at(heap, *object).chars().count();
            // a long label needs room on both sides
            let pad = (label.saturating_sub(width)).div_ceil(2);
            left += pad;
            row.boxes.push(Frame { left, width, lines });
            left += width + pad.max(row.gap(place));
        }
        row
    }

    /// How a link from a place in the row goes.
    fn route(&self, place: usize, to: Target) -> Route {
        let Some(target) = to.object().and_then(|o| self.objects.iter().position(|x| *x == o)) else {
            return Route::Out;
        };
        match target {
            t if t == place + 1 => Route::Ahead,
            t if t + 1 == place => Route::Back,
            t => Route::Around(t),
        }
    }

    /// The links between a place and the next: forth and back.
    fn between(&self, place: usize) -> (Vec<&'a str>, Vec<&'a str>) {
        let links = |from: usize, wanted: Route| -> Vec<&'a str> {
            let Some(object) = self.objects.get(from) else {
                return Vec::new();
            };
            let links = self.heap.objects[*object].links.iter();
            links
                .filter(|(_, to)| self.route(from, *to) == wanted)
                .map(|(field, _)| field.as_str())
                .collect()
        };
        (links(place, Route::Ahead), links(place + 1, Route::Back))
    }

    /// The room for the arrows behind a place.
    fn gap(&self, place: usize) -> usize {
        let (forth, back) = self.between(place);
        let longest = forth.iter().chain(&back).map(|f| f.chars().count()).max().unwrap_or(0);
        longest + 5
    }

    fn draw(&self) -> Canvas {
        let mut canvas = Canvas::default();
        let is_pointed = self.objects.iter().any(|o| !pointing_at(self.heap, *o).is_empty());
        let top = if is_pointed { 3 } else { 0 };
        let arrows = (0..self.boxes.len()).map(|p| {
            let (forth, back) = self.between(p);
            forth.len() + back.len()
        });
        let last = self.boxes.len() - 1;
        let lines = self.boxes.iter().map(|b| b.lines.len());
        let inner = lines.chain(arrows).chain([self.leaving(last).len()]).max().unwrap_or(1);
        let bottom = top + inner + 1;
        for (place, frame) in self.boxes.iter().enumerate() {
            let label = pointing_at(self.heap, self.objects[place]);
            if !label.is_empty() {
                let start = frame.middle().saturating_sub(label.chars().count() / 2);
                canvas.put(start, 0, &label);
                canvas.put(frame.middle(), 1, "|");
                canvas.put(frame.middle(), 2, "v");
            }
            let edge = format!("+{}+", "-".repeat(frame.width - 2));
            canvas.put(frame.left, top, &edge);
            canvas.put(frame.left, bottom, &edge);
            for line in 0..inner {
                let text = frame.lines.get(line).map_or("", String::as_str);
                let inside = frame.width - 4;
                canvas.put(frame.left, top + 1 + line, &format!("| {text:<inside$} |"));
            }
            self.arrows(&mut canvas, place, top + 1);
        }
        for around in &self.around {
            let y = canvas.height() + 1;
            self.go_around(&mut canvas, around, bottom + 1, y);
        }
        canvas
    }

    /// The links of the last object that leave the row.
    fn leaving(&self, last: usize) -> Vec<String> {
        let links = self.heap.objects[self.objects[last]].links.iter();
        links
            .filter(|(_, to)| self.route(last, *to) == Route::Out)
            .map(|(field, to)| format!("--{field}--> {}", named(self.heap, *to)))
            .collect()
    }

    fn arrows(&self, canvas: &mut Canvas, place: usize, y: usize) {
        let here = &self.boxes[place];
        let Some(next) = self.boxes.get(place + 1) else {
            for (i, text) in self.leaving(place).iter().enumerate() {
                canvas.put(here.right(), y + i, text);
            }
            return;
        };
        let (forth, back) = self.between(place);
        let room = next.left - here.right();
        for (i, field) in forth.iter().enumerate() {
            canvas.put(
                here.right(),
                y + i,
                &format!("{:-<1$}>", format!("--{field}"), room - 1),
            );
        }
        for (i, field) in back.iter().enumerate() {
            let at = y + forth.len() + i;
            canvas.put(here.right(), at, &format!("<{:-<1$}", format!("-{field}"), room - 1));
        }
    }

    /// Down from one box, across at `lane`, and up to the other.
    fn go_around(&self, canvas: &mut Canvas, around: &Around, under: usize, lane: usize) {
        let from = self.boxes[around.from].left + 1;
        let to = self.boxes[around.to].right() - 2;
        canvas.down(from, under, lane);
        canvas.down(to, under, lane);
        canvas.put(to, under, "^");
        let (a, b) = (from.min(to), from.max(to));
        canvas.across(a, b, lane);
        canvas.put(a, lane, "+");
        canvas.put(b, lane, "+");
        let size = around.field.chars().count();
        match b - a > size + 2 {
            true => canvas.put(a + (b - a - size) / 2 + 1, lane, around.field),
            false => canvas.put(b + 2, lane, around.field),
        }
    }
}

/// How a link goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Route {
    /// To the next box of the row.
    Ahead,
    /// To the one before.
    Back,
    /// To another box of the row, or the same.
    Around(usize),
    /// To none of the row.
    Out,
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn a_doubly_linked_list() {
        assert_snapshot!(text(&samples::doubly_linked()));
    }

    #[test]
    fn cycles_go_around() {
        assert_snapshot!(text(&samples::cyclic()));
    }

    #[test]
    fn sharing_is_told() {
        assert_snapshot!(text(&samples::shared()));
    }

    #[test]
    fn a_tree_whose_parent_is_wrong() {
        assert_snapshot!(text(&samples::tree()));
    }

    #[test]
    fn nothing_but_null() {
        assert_eq!(text(&samples::heap(&[("a", -1), ("b", -1)], &[])), "a, b = null\n");
    }

    #[test]
    fn a_long_list_is_broken_into_rows() {
        let long: Vec<(&str, [(&str, i32); 1])> = (0..12)
            .map(|i| ("", [("next", if i == 11 { -1 } else { i + 1 })]))
            .collect();
        let objects: Vec<(&str, &[(&str, i32)])> = long.iter().map(|(d, l)| (*d, l.as_slice())).collect();
        let drawn = text(&samples::heap(&[("first", 0)], &objects));
        assert!(drawn.lines().all(|l| l.chars().count() < WIDTH + 20), "{drawn}");
        assert_eq!(drawn.matches("null").count(), 1);
        assert!((1..=12).all(|n| drawn.contains(&format!("| @{n} "))), "{drawn}");
    }
}

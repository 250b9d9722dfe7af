//! Linked objects as drawings: the rows of [`text`](mod@super::text), with all links as arrows.

use super::{chains, elsewhere, named, pointing_at};
use crate::drawing::{LETTER, LINE, escaped, inline as framed, standalone};
use abide_base::Heap;
use abide_base::heap::Target;
use std::fmt::Write;

/// Sizes, in pixels.
const MARGIN: usize = 16;
const PAD: usize = 8;
const LABEL: usize = 40;
const DIP: usize = 48;

/// A heap as a part of a page.
pub(crate) fn svg(title: &str, heap: &Heap) -> String {
    let drawing = Drawing::of(heap);
    framed(title, drawing.width, drawing.height, &drawing.text)
}

/// A heap as a drawing of its own.
pub fn picture(heap: &Heap) -> String {
    let drawing = Drawing::of(heap);
    standalone(drawing.width, drawing.height, &drawing.text)
}

struct Drawing<'a> {
    heap: &'a Heap,
    boxes: Vec<Frame>,
    text: String,
    width: usize,
    height: usize,
}

/// Where an object is.
#[derive(Clone, Copy, Default)]
struct Frame {
    row: usize,
    place: usize,
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Frame {
    fn middle(self) -> usize {
        self.left + self.width / 2
    }

    fn right(self) -> usize {
        self.left + self.width
    }

    fn bottom(self) -> usize {
        self.top + self.height
    }
}

/// Where links leave a box so far, so that they do not cover each other.
#[derive(Clone, Copy, Default)]
struct Used {
    right: usize,
    left: usize,
    other: usize,
}

impl<'a> Drawing<'a> {
    fn of(heap: &'a Heap) -> Drawing<'a> {
        let mut drawing = Drawing {
            heap,
            boxes: vec![Frame::default(); heap.objects.len()],
            text: String::new(),
            width: 0,
            height: MARGIN,
        };
        for (row, chain) in chains(heap).iter().enumerate() {
            drawing.place(row, chain);
        }
        for object in 0..heap.objects.len() {
            drawing.object(object);
        }
        drawing.links();
        if let Some(words) = elsewhere(heap) {
            drawing.words(MARGIN, drawing.height + LINE / 2, "variable", &words);
            drawing.height += LINE;
        }
        drawing.width += MARGIN;
        drawing
    }

    /// Finds room for a row.
    fn place(&mut self, row: usize, chain: &[usize]) {
        let top = self.height + LABEL;
        let mut left = MARGIN;
        let lines = |o: usize| self.inside(o).len();
        let links = |o: usize| self.heap.objects[o].links.len();
        let height = chain.iter().map(|o| lines(*o).max(links(*o))).max().unwrap_or(1) * LINE + 2 * PAD;
        for (place, object) in chain.iter().enumerate() {
            let longest = self
                .inside(*object)
                .iter()
                .map(|l| l.chars().count())
                .max()
                .unwrap_or(0);
            let label = pointing_at(self.heap, *object).chars().count();
            let width = (longest.max(label) + 2) * LETTER;
            let fields = self.heap.objects[*object].links.iter().map(|(f, _)| f.chars().count());
            let gap = (fields.max().unwrap_or(0) + 6) * LETTER;
            self.boxes[*object] = Frame {
                row,
                place,
                left,
                top,
                width,
                height,
            };
            left += width + gap;
            self.width = self.width.max(left);
        }
        let is_neighbour = |from: usize, to: usize| self.boxes[from].place.abs_diff(self.boxes[to].place) == 1;
        let goes_around = |from: usize| {
            let mut targets = self.heap.objects[from].links.iter().filter_map(|(_, to)| to.object());
            targets.any(|to| chain.contains(&to) && !is_neighbour(from, to))
        };
        let below = if chain.iter().any(|o| goes_around(*o)) {
            DIP
        } else {
            MARGIN
        };
        self.height = top + height + below;
    }

    /// The lines of a box: its name, its data, and the links to null that have no arrow.
    fn inside(&self, object: usize) -> Vec<String> {
        let own = &self.heap.objects[object];
        let data = own.data.iter().map(|(name, value)| format!("{name} = {value}"));
        let null = own.links.iter().filter(|(_, to)| to.object().is_none());
        let null = null.map(|(field, to)| format!("{field} \u{2192} {}", named(self.heap, *to)));
        [own.name.clone()].into_iter().chain(data).chain(null).collect()
    }

    fn object(&mut self, object: usize) {
        let Frame {
            left,
            top,
            width,
            height,
            ..
        } = self.boxes[object];
        self.put(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>"
        ));
        for (i, line) in self.inside(object).into_iter().enumerate() {
            let class = if i == 0 { "name" } else { "data" };
            self.words(left + LETTER, top + PAD + LINE * i + 13, class, &line);
        }
        let label = pointing_at(self.heap, object);
        if !label.is_empty() {
            self.words(left, top - LABEL + 14, "variable", &label);
            let (x, from) = (left + 2 * LETTER, top - LABEL + 19);
            self.put(format_args!(
                "<path class=\"points\" d=\"M{x},{from} V{top}\" marker-end=\"url(#tip)\"/>"
            ));
        }
    }

    fn links(&mut self) {
        let mut used = vec![Used::default(); self.boxes.len()];
        for from in 0..self.boxes.len() {
            for (field, to) in &self.heap.objects[from].links {
                if let Target::Object(to) = *to {
                    self.link(field, from, to, &mut used);
                }
            }
        }
    }

    fn link(&mut self, field: &str, from: usize, to: usize, used: &mut [Used]) {
        let (a, b) = (self.boxes[from], self.boxes[to]);
        if a.row == b.row && b.place == a.place + 1 {
            let y = a.top + PAD + 10 + LINE * used[from].right;
            used[from].right += 1;
            self.arrow("link", &format!("M{},{y} H{}", a.right(), b.left));
            self.field(a.right() + 2 * LETTER, y - 6, field);
        } else if a.row == b.row && b.place + 1 == a.place {
            let y = a.bottom() - PAD - LINE * used[from].left;
            used[from].left += 1;
            self.arrow("back", &format!("M{},{y} H{}", a.left, b.right()));
            self.field(b.right() + 3 * LETTER, y - 6, field);
        } else {
            let spread = 12 * used[from].other;
            used[from].other += 1;
            let aside = if from == to { 24 } else { 12 } + spread;
            let (x, to_x) = (a.middle() + aside, b.middle().saturating_sub(aside));
            if a.row == b.row {
                // around below the row
                let (y, dip) = (a.bottom(), a.bottom() + DIP + spread / 2);
                self.arrow("back", &format!("M{x},{y} C{x},{dip} {to_x},{dip} {to_x},{y}"));
                let left = if from == to { x + LETTER } else { (x + to_x) / 2 };
                self.field(left, y + (dip - y) * 3 / 4 + 4, field);
                return;
            }
            let is_below = b.row > a.row;
            let (y, to_y) = if is_below {
                (a.bottom(), b.top)
            } else {
                (a.top, b.bottom())
            };
            let half = y.abs_diff(to_y) / 2;
            let (bend, to_bend) = if is_below {
                (y + half, to_y - half)
            } else {
                (y - half, to_y + half)
            };
            let class = if is_below { "link" } else { "back" };
            self.arrow(class, &format!("M{x},{y} C{x},{bend} {to_x},{to_bend} {to_x},{to_y}"));
            self.field((x + to_x) / 2, (y + to_y) / 2, field);
        }
    }

    fn arrow(&mut self, class: &str, way: &str) {
        self.put(format_args!(
            "<path class=\"{class}\" d=\"{way}\" marker-end=\"url(#tip)\"/>"
        ));
    }

    fn field(&mut self, left: usize, base: usize, text: &str) {
        self.words(left, base, "field", text);
    }

    fn words(&mut self, left: usize, base: usize, class: &str, text: &str) {
        self.width = self.width.max(left + LETTER * text.chars().count());
        let text = escaped(text);
        self.put(format_args!(
            "<text class=\"{class}\" x=\"{left}\" y=\"{base}\">{text}</text>"
        ));
    }

    fn put(&mut self, element: std::fmt::Arguments) {
        writeln!(self.text, "{element}").expect("writing to a string");
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn a_doubly_linked_list() {
        assert_snapshot!(svg("a list", &samples::doubly_linked()));
    }

    #[test]
    fn every_link_and_variable_is_drawn() {
        for heap in [samples::cyclic(), samples::shared(), samples::tree()] {
            let drawn = svg("a heap", &heap);
            let links = heap.objects.iter().flat_map(|o| &o.links);
            let arrows = links.filter(|(_, to)| to.object().is_some()).count();
            let labelled = (0..heap.objects.len()).filter(|o| !pointing_at(&heap, *o).is_empty());
            assert_eq!(
                drawn.matches("marker-end").count(),
                arrows + labelled.count(),
                "{drawn}"
            );
        }
    }
}

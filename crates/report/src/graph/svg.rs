//! Graphs as drawings that need no other program.
//!
//! Every point is a row, in program order; its states stand side by side. Steps forward go
//! from the bottom of a state to the top of the next, steps back around the right side.

use super::{Named, letters, reached, title};
use crate::drawing::{LETTER, LINE, escaped, inline, standalone};
use abide_verify::report::{GraphReport, PointKind, PointReport};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Sizes, in pixels.
const BOX_HEIGHT: usize = 24;
const GAP: usize = 16;
const BETWEEN: usize = 34;
const MARGIN: usize = 16;
const LANE: usize = 10;

/// All graphs, one below the other.
pub fn svg(graphs: &[Named]) -> String {
    let mut body = String::new();
    let (mut width, mut top) = (0, MARGIN);
    for (name, graph) in graphs {
        let drawing = Drawing::of(name, graph, top);
        width = width.max(drawing.width);
        top = drawing.bottom + 2 * MARGIN;
        body += &drawing.text;
    }
    standalone(width, top, &body)
}

/// One graph as a part of a page.
pub(crate) fn inline_svg(name: &str, graph: &GraphReport) -> String {
    let drawing = Drawing::of(name, graph, MARGIN);
    let title = format!("the abstract control-flow graph of {name}");
    inline(&title, drawing.width, drawing.bottom + MARGIN, &drawing.text)
}

/// One graph, drawn.
struct Drawing {
    text: String,
    width: usize,
    bottom: usize,
}

/// Where a state is.
struct Spot {
    row: usize,
    left: usize,
    top: usize,
    width: usize,
}

impl Drawing {
    fn of(name: &str, graph: &GraphReport, top: usize) -> Drawing {
        let mut drawing = Drawing {
            text: String::new(),
            width: 0,
            bottom: top,
        };
        drawing.line(MARGIN, "name", name);
        if let Some(why) = &graph.unfinished {
            drawing.line(MARGIN, "quiet", &format!("perhaps not all of it: {why}"));
        }
        let numbers = drawing.legend(graph);
        let spots = drawing.rows(graph, &numbers);
        drawing.arrows(graph, &spots);
        drawing
    }

    /// A line of text below everything.
    fn line(&mut self, left: usize, class: &str, text: &str) {
        self.bottom += LINE;
        self.words(left, self.bottom - LINE / 4, class, text);
    }

    fn words(&mut self, left: usize, base: usize, class: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        self.width = self.width.max(left + LETTER * text.chars().count() + MARGIN);
        let text = escaped(text);
        self.put(format_args!(
            "<text class=\"{class}\" x=\"{left}\" y=\"{base}\">{text}</text>"
        ));
    }

    fn put(&mut self, element: std::fmt::Arguments) {
        writeln!(self.text, "{element}").expect("writing to a string");
    }

    /// The predicates with their numbers.
    fn legend<'g>(&mut self, graph: &'g GraphReport) -> BTreeMap<&'g str, usize> {
        let mut numbers = BTreeMap::new();
        for predicate in graph.points.iter().flat_map(|p| &p.predicates) {
            let next = numbers.len() + 1;
            let number = *numbers.entry(predicate.as_str()).or_insert(next);
            if number == next {
                self.line(2 * MARGIN, "quiet", &format!("{next}  {predicate}"));
            }
        }
        numbers
    }

    /// The points and their states; where each state is.
    fn rows(&mut self, graph: &GraphReport, numbers: &BTreeMap<&str, usize>) -> BTreeMap<usize, Spot> {
        let rows = reached(graph);
        let heading = |point: &PointReport| {
            let tracked: Vec<String> = point
                .predicates
                .iter()
                .map(|p| numbers[p.as_str()].to_string())
                .collect();
            (title(point), tracked.join(" "))
        };
        let longest = rows
            .iter()
            .map(|(point, _)| {
                let (title, tracked) = heading(point);
                title.chars().count().max(tracked.chars().count())
            })
            .max()
            .unwrap_or(0);
        let mut spots = BTreeMap::new();
        for (row, (point, states)) in rows.into_iter().enumerate() {
            let top = self.bottom + BETWEEN;
            let (title, tracked) = heading(point);
            self.words(MARGIN, top + 10, "name", &title);
            self.words(MARGIN, top + 24, "quiet", &tracked);
            let mut left = 2 * MARGIN + LETTER * longest;
            let class = if point.kind == PointKind::LoopHead {
                "head"
            } else {
                "state"
            };
            for state in states {
                let label = letters(&graph.states[state].1);
                let width = LETTER * (label.chars().count() + 2);
                self.put(format_args!(
                    "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{BOX_HEIGHT}\" rx=\"6\"/>"
                ));
                self.words(left + LETTER, top + 17, "state", &label);
                let spot = Spot { row, left, top, width };
                spots.insert(state, spot);
                left += width + GAP;
            }
            self.width = self.width.max(left + MARGIN);
            self.bottom = top + BOX_HEIGHT;
        }
        spots
    }

    fn arrows(&mut self, graph: &GraphReport, spots: &BTreeMap<usize, Spot>) {
        let side = self.width;
        let mut lanes = 0;
        for (from, to) in &graph.transitions {
            let (Some(a), Some(b)) = (spots.get(from), spots.get(to)) else {
                continue;
            };
            let to_x = b.left + b.width / 2;
            if b.row > a.row {
                let (x, y) = (a.left + a.width / 2, a.top + BOX_HEIGHT);
                let bend = BETWEEN / 2;
                let (low, high) = (y + bend, b.top - bend);
                let to_y = b.top;
                self.put(format_args!(
                    "<path d=\"M{x},{y} C{x},{low} {to_x},{high} {to_x},{to_y}\" marker-end=\"url(#tip)\"/>"
                ));
            } else {
                lanes += 1;
                let lane = side + LANE * lanes;
                let (x, y) = (a.left + a.width / 2, a.top + BOX_HEIGHT);
                let (below, above, to_y) = (y + BETWEEN / 3, b.top - BETWEEN / 3, b.top);
                self.put(format_args!(
                    "<path class=\"back\" d=\"M{x},{y} V{below} H{lane} V{above} H{to_x} V{to_y}\" \
                     marker-end=\"url(#tip)\"/>"
                ));
            }
        }
        self.width = side + LANE * (lanes + 1) + MARGIN;
        self.bottom += BETWEEN / 2;
    }
}

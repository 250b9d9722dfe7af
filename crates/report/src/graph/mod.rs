//! Abstract control-flow graphs (Kalyanasundaram & Marché, RR-7714, figure 11), to be drawn.
//!
//! [`dot`](mod@dot) writes them for Graphviz, [`svg`](mod@svg) draws them without it.

mod dot;
mod svg;

pub use dot::dot;
pub(crate) use svg::inline_svg;
pub use svg::svg;

use abide_verify::report::{GraphReport, PointKind, PointReport};

/// A graph with the name of its routine.
pub type Named<'a> = (&'a str, &'a GraphReport);

/// What a point is, in words.
fn title(point: &PointReport) -> String {
    let line = point.line.map(|l| format!("line {l}"));
    let kind = match point.kind {
        PointKind::Start => Some("start"),
        PointKind::LoopHead => Some("loop head"),
        PointKind::End => Some("end"),
        PointKind::Inner => None,
    };
    let words: Vec<String> = line.into_iter().chain(kind.map(String::from)).collect();
    match words.is_empty() {
        true => "a point".to_string(),
        false => words.join(", "),
    }
}

/// The points that are reached, each with its states.
fn reached(graph: &GraphReport) -> Vec<(&PointReport, Vec<usize>)> {
    let states = |point: usize| -> Vec<usize> {
        let mut own: Vec<usize> = (0..graph.states.len())
            .filter(|s| graph.states[*s].0 == point)
            .collect();
        // those with more that is true first
        own.sort_by(|a, b| graph.states[*b].1.cmp(&graph.states[*a].1));
        own
    };
    let all = graph.points.iter().enumerate().map(|(i, p)| (p, states(i)));
    all.filter(|(_, states)| !states.is_empty()).collect()
}

/// A valuation as a reader sees it.
fn letters(valuation: &str) -> String {
    let spaced: Vec<String> = valuation.chars().map(String::from).collect();
    match spaced.is_empty() {
        true => "\u{00b7}".to_string(),
        false => spaced.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;

    /// Figure 8 of the report, abstracted at its loop head.
    fn figure() -> GraphReport {
        let predicates: Vec<String> = ["x < 200", "x < 100", "x + y < 200"].map(String::from).to_vec();
        let point = |kind, line, predicates: &[String]| PointReport {
            kind,
            line,
            predicates: predicates.to_vec(),
        };
        GraphReport {
            points: vec![
                point(PointKind::Start, Some(3), &[]),
                point(PointKind::LoopHead, Some(4), &predicates),
                point(PointKind::Inner, Some(9), &predicates),
                point(PointKind::End, None, &predicates[..1]),
            ],
            states: vec![
                (0, String::new()),
                (1, "TTT".into()),
                (1, "TFF".into()),
                (3, "T".into()),
            ],
            transitions: vec![(0, 1), (1, 1), (1, 2), (2, 3)],
            unfinished: None,
        }
    }

    #[test]
    fn a_graph_for_graphviz() {
        assert_snapshot!(dot(&[("main \"8\"", &figure())]));
    }

    #[test]
    fn a_drawing() {
        assert_snapshot!(svg(&[("a < b", &figure())]));
    }

    #[test]
    fn what_is_unfinished_says_so() {
        let graph = GraphReport {
            unfinished: Some("the time limit was reached".into()),
            ..figure()
        };
        for text in [dot(&[("f", &graph)]), svg(&[("f", &graph)])] {
            assert!(
                text.contains("perhaps not all of it: the time limit was reached"),
                "{text}"
            );
        }
    }
}

//! Graphs in the language of Graphviz.

use super::{Named, letters, reached, title};
use abide_verify::report::PointKind;
use std::fmt::Write;

/// All graphs as one: a frame for each routine, in it a frame for each point with the
/// predicates tracked there, in it the valuations reached.
pub fn dot(graphs: &[Named]) -> String {
    let mut out = String::new();
    write_all(&mut out, graphs).expect("writing to a string");
    out
}

fn write_all(out: &mut String, graphs: &[Named]) -> std::fmt::Result {
    writeln!(out, "digraph abide {{")?;
    writeln!(out, "  node [shape=box, style=rounded, fontname=\"monospace\"];")?;
    writeln!(out, "  graph [fontname=\"sans-serif\", labeljust=l];")?;
    for (number, (name, graph)) in graphs.iter().enumerate() {
        writeln!(out, "  subgraph cluster_{number} {{")?;
        let mut heading = quoted(name);
        if let Some(why) = &graph.unfinished {
            heading += &format!("\\lperhaps not all of it: {}", quoted(why));
        }
        writeln!(out, "    label=\"{heading}\\l\";")?;
        for (place, (point, states)) in reached(graph).into_iter().enumerate() {
            let predicates = point.predicates.iter().map(|p| quoted(p));
            let lines: Vec<String> = [quoted(&title(point))].into_iter().chain(predicates).collect();
            let is_head = point.kind == PointKind::LoopHead;
            let (frame, node) = if is_head {
                ("bold", ", penwidth=2")
            } else {
                ("dashed", "")
            };
            writeln!(out, "    subgraph cluster_{number}_{place} {{")?;
            writeln!(out, "      style={frame}; label=\"{}\\l\";", lines.join("\\l"))?;
            for state in states {
                let label = letters(&graph.states[state].1);
                writeln!(out, "      s{number}_{state} [label=\"{label}\"{node}];")?;
            }
            writeln!(out, "    }}")?;
        }
        for (from, to) in &graph.transitions {
            writeln!(out, "    s{number}_{from} -> s{number}_{to};")?;
        }
        writeln!(out, "  }}")?;
    }
    writeln!(out, "}}")
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}

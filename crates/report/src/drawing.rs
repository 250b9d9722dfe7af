//! What all drawings share: sizes, colours, arrow tips, and the frame around them.

/// The width of a letter and the height of a line, in pixels.
pub(crate) const LETTER: usize = 8;
pub(crate) const LINE: usize = 18;

/// A drawing in a file of its own.
pub(crate) fn standalone(width: usize, height: usize, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>\n{STYLE}</style>\n<defs>{TIP}</defs>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n"
    )
}

/// A drawing inside of a page that has [`TIP`] and colours drawings as its own. The title is for those who do not see it.
pub(crate) fn inline(title: &str, width: usize, height: usize, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg class=\"drawing\" role=\"img\" aria-label=\"{title}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n{body}</svg>\n"
    )
}

/// The colours, by day and by night. They are named without variables: not every program that
/// shows drawings knows these.
const STYLE: &str = "\
.drawing { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px }
.drawing text { fill: #1f2328 } .drawing .name { font-weight: bold } .drawing .quiet { fill: #59636e }
.drawing rect { fill: #fff; stroke: #59636e } .drawing rect.paper { stroke: none }
.drawing rect.head { fill: #eef4ff; stroke: #0a3069; stroke-width: 2 }
.drawing path { fill: none; stroke: #59636e } .drawing path.back { stroke: #a33 }
.drawing path.tip { fill: #59636e; stroke: none }
.drawing .variable { fill: #0a4ea3; font-weight: bold } .drawing path.points { stroke: #0a4ea3 }
.drawing .field { paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round }
@media (prefers-color-scheme: dark) {
  .drawing text { fill: #e6edf3 } .drawing .quiet { fill: #9198a1 }
  .drawing rect { fill: #161b22; stroke: #9198a1 } .drawing rect.paper { fill: #0d1117 }
  .drawing rect.head { fill: #16233b; stroke: #79b8ff }
  .drawing path { stroke: #9198a1 } .drawing path.back { stroke: #ff8f85 }
  .drawing path.tip { fill: #9198a1 }
  .drawing .variable { fill: #79b8ff } .drawing path.points { stroke: #79b8ff }
  .drawing .field { stroke: #0d1117 }
}
";

/// The tip of an arrow.
pub(crate) const TIP: &str = "<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" \
markerHeight=\"8\" orient=\"auto\"><path class=\"tip\" d=\"M0,0 L8,4 L0,8 z\"/></marker>";

/// Text as it may stand between tags and inside of quotes. What is no character of XML is shown
/// as a replacement.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

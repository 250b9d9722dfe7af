//! `#pragma pack`: from which token on the layout of structures is another one.

use crate::syntax::ast::Layout;

/// From which token on `#pragma pack` changes the layout of structures.
#[derive(Debug, Default)]
pub struct Packing {
    changes: Vec<(u32, Layout)>,
    outer: Vec<Layout>,
}

impl Packing {
    pub(super) fn note(&mut self, directive: &str, order: u32) {
        let words = directive.trim_start_matches(['#', ' ', '\t']);
        let Some(rest) = words.strip_prefix("pragma").map(str::trim_start) else {
            return;
        };
        let Some(arguments) = rest.strip_prefix("pack").map(str::trim_start) else {
            return;
        };
        let arguments = arguments
            .trim_start_matches('(')
            .trim_end()
            .trim_end_matches(')')
            .trim();
        let width = |text: &str| match text.trim() {
            "1" => Layout::Packed,
            _ => Layout::Unusual,
        };
        let layout = match arguments {
            "" => Layout::Usual,
            _ if arguments.starts_with("pop") => self.outer.pop().unwrap_or_default(),
            _ if arguments.starts_with("push") => {
                let now = self.at(u32::MAX);
                self.outer.push(now);
                arguments.rsplit_once(',').map_or(now, |(_, last)| width(last))
            }
            _ => width(arguments),
        };
        self.changes.push((order, layout));
    }

    /// The layout of a structure that begins at this token.
    pub(crate) fn at(&self, order: u32) -> Layout {
        let last = self.changes.iter().rev().find(|(since, _)| *since <= order);
        last.map(|(_, layout)| *layout).unwrap_or_default()
    }
}

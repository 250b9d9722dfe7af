//! `#pragma pack`: from which token on the layout of structures is another one.

/// From which token on `#pragma pack` changes the layout of structures.
#[derive(Debug, Default)]
pub struct Packing {
    changes: Vec<(u32, bool)>,
    outer: Vec<bool>,
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
        let active = match arguments {
            "" => false,
            _ if arguments.starts_with("pop") => self.outer.pop().unwrap_or(false),
            _ if arguments.starts_with("push") => {
                let now = self.is_active(u32::MAX);
                self.outer.push(now);
                now || arguments.contains(',')
            }
            _ => true,
        };
        self.changes.push((order, active));
    }

    /// Is the layout changed at this token?
    pub(crate) fn is_active(&self, order: u32) -> bool {
        let last = self.changes.iter().rev().find(|(since, _)| *since <= order);
        last.is_some_and(|(_, active)| *active)
    }
}

//! A sheet of characters.

/// Lines of characters that grow as they are written to.
#[derive(Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<char>>,
}

impl Canvas {
    /// Writes a text from a place to the right.
    pub fn put(&mut self, x: usize, y: usize, text: &str) {
        if self.lines.len() <= y {
            self.lines.resize(y + 1, Vec::new());
        }
        let line = &mut self.lines[y];
        let end = x + text.chars().count();
        if line.len() < end {
            line.resize(end, ' ');
        }
        for (i, c) in text.chars().enumerate() {
            line[x + i] = c;
        }
    }

    /// A line from `from` to `to`, both included, at a height.
    pub fn across(&mut self, from: usize, to: usize, y: usize) {
        self.put(from, y, &"-".repeat(to + 1 - from));
    }

    /// A line from `from` down to `to`, both included.
    pub fn down(&mut self, x: usize, from: usize, to: usize) {
        for y in from..=to {
            self.put(x, y, "|");
        }
    }

    /// How many lines there are.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// The lines, without blanks at their ends.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.lines.iter().map(|line| {
            let text: String = line.iter().collect();
            text.trim_end().to_string()
        })
    }
}

//! Colours, for those who want them.

use abide_verify::Verdict;
use annotate_snippets::Renderer;
use annotate_snippets::renderer::{AnsiColor, Effects, Style};
use std::fmt::Display;

/// Whether to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// Plain text.
    #[default]
    Plain,
    /// With the escape codes of terminals.
    Ansi,
}

impl Color {
    pub(crate) fn renderer(self) -> Renderer {
        match self {
            Color::Plain => Renderer::plain(),
            Color::Ansi => Renderer::styled(),
        }
    }

    /// The verdict in its colour, padded to `width`.
    pub(crate) fn verdict(self, verdict: Verdict, width: usize) -> String {
        self.paint(style(verdict), format_args!("{:<width$}", verdict.word()))
    }

    pub(crate) fn bold(self, text: impl Display) -> String {
        self.paint(Style::new().effects(Effects::BOLD), text)
    }

    fn paint(self, style: Style, text: impl Display) -> String {
        match self {
            Color::Plain => text.to_string(),
            Color::Ansi => format!("{style}{text}{style:#}"),
        }
    }
}

fn style(verdict: Verdict) -> Style {
    let color = match verdict {
        Verdict::Proved | Verdict::Given => AnsiColor::Green,
        Verdict::Open => AnsiColor::Yellow,
        Verdict::Refuted => AnsiColor::BrightRed,
        Verdict::Unsupported => AnsiColor::Magenta,
    };
    color.on_default().effects(Effects::BOLD)
}

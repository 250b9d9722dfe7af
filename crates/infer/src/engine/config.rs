//! Configuration of discovery: the engine, its sources, and their cost.

use abide_prover::Limits;
use std::fmt;
use std::str::FromStr;

/// How to discover.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Which engine.
    pub engine: EngineKind,
    /// Which sources it may ask.
    pub sources: crate::sources::Chosen,
    /// What a session may spend.
    pub limits: Limits,
    /// What the last stage may spend, whatever the others have left. Without it there is none.
    pub last: Option<Limits>,
}

/// The engines by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// Everything, cheap to expensive.
    #[default]
    Auto,
    /// Flanagan & Qadeer's guesses.
    Fq,
    /// Kalyanasundaram & Marché's.
    Km,
    /// Flanagan & Leino's Houdini, without any abstraction.
    Houdini,
    /// Janota's: assertions carried back to loops.
    Janota,
    /// Weiß's: very many generated predicates.
    Wei,
    /// Bohne's: Boolean heaps. It does not work at the bench; `abide_shape` has it.
    Bohne,
    /// A solver of Horn clauses.
    Spacer,
    /// Nothing: only what is given in the source is used.
    Off,
}

impl EngineKind {
    /// All of them.
    pub const ALL: [EngineKind; 9] = [
        EngineKind::Auto,
        EngineKind::Fq,
        EngineKind::Km,
        EngineKind::Houdini,
        EngineKind::Janota,
        EngineKind::Wei,
        EngineKind::Bohne,
        EngineKind::Spacer,
        EngineKind::Off,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            EngineKind::Auto => "auto",
            EngineKind::Fq => "fq",
            EngineKind::Km => "km",
            EngineKind::Houdini => "houdini",
            EngineKind::Janota => "janota",
            EngineKind::Wei => "wei",
            EngineKind::Bohne => "bohne",
            EngineKind::Spacer => "spacer",
            EngineKind::Off => "off",
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EngineKind {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineKind, String> {
        let known = EngineKind::ALL.into_iter().find(|k| k.name() == text);
        known.ok_or_else(|| {
            let names: Vec<&str> = EngineKind::ALL.iter().map(|k| k.name()).collect();
            format!("no engine `{text}`; there are {}", names.join(", "))
        })
    }
}

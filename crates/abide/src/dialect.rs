//! The dialect of Java's annotations, and what is believed of Java though it could be checked, as options.

use abide_verify::{Bargains, Dialect};
use clap::ValueEnum;

/// In which dialect annotations of Java are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DialectName {
    /// ESC/Java's in files with a pragma that only it has, JML in all others
    Auto,
    /// JML
    Jml,
    /// ESC/Java's
    Escjava,
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Dialect {
        match name {
            DialectName::Auto => Dialect::Auto,
            DialectName::Jml => Dialect::Jml,
            DialectName::Escjava => Dialect::EscJava,
        }
    }
}

/// What is believed though it could be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Bargain {
    /// A method that does not say what it modifies modifies nothing
    Modifies,
    /// Methods modify nothing but what they say
    Frames,
    /// Code that is not given changes no object of the program, and extends no class of it
    Library,
    /// Methods keep the invariants of classes that their file does not name
    Invariants,
    /// All of these
    All,
}

/// What is believed by these options.
pub fn bargains(named: &[Bargain]) -> Bargains {
    let has = |one| named.contains(&one) || named.contains(&Bargain::All);
    Bargains {
        modifies: has(Bargain::Modifies),
        frames: has(Bargain::Frames),
        library: has(Bargain::Library),
        invariants: has(Bargain::Invariants),
    }
}

//! The abstractors by name.

use std::fmt;
use std::str::FromStr;

use crate::abstractor::Abstractor;
use crate::allsmt::AllSmt;
use crate::cartesian::Cartesian;
use crate::ddp::Ddp;
use crate::fq::{Fq, Shrink};
use crate::naive::Naive;
use crate::nfindk::NFindK;
use crate::ss::{Sizes, Ss};
use crate::state_models::StateModels;
use crate::union::Classic;

/// Which abstractor to use. Printed and parsed as on the command line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum AbstractorKind {
    /// `state-models`: [`StateModels`].
    #[default]
    StateModels,
    /// `allsmt`: [`AllSmt`].
    AllSmt,
    /// `fq`: [`Fq`] with [`Shrink::Halves`].
    Fq,
    /// `fq-linear`: [`Fq`] with [`Shrink::Literals`].
    FqLinear,
    /// `ddp`: [`Ddp`].
    Ddp,
    /// `ss` or `ss:1,2,3`: [`Ss`].
    Ss(Sizes),
    /// `nfindk:K`: [`NFindK`]. K is at least 1.
    NFindK(usize),
    /// `cartesian`: [`Cartesian`].
    Cartesian,
    /// `naive`: [`Naive`].
    Naive,
}

impl AbstractorKind {
    /// A new abstractor of this kind.
    pub fn build(&self) -> Box<dyn Abstractor> {
        match self {
            AbstractorKind::StateModels => Box::new(StateModels),
            AbstractorKind::AllSmt => Box::new(AllSmt),
            AbstractorKind::Fq => Box::new(Classic(Fq(Shrink::Halves))),
            AbstractorKind::FqLinear => Box::new(Classic(Fq(Shrink::Literals))),
            AbstractorKind::Ddp => Box::new(Classic(Ddp)),
            AbstractorKind::Ss(sizes) => Box::new(Classic(Ss(sizes.clone()))),
            AbstractorKind::NFindK(k) => Box::new(Classic(NFindK::new(*k))),
            AbstractorKind::Cartesian => Box::new(Cartesian),
            AbstractorKind::Naive => Box::new(Classic(Naive)),
        }
    }
}

impl fmt::Display for AbstractorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.build().name())
    }
}

/// A text that names no abstractor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseKindError(String);

impl fmt::Display for ParseKindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = "state-models, allsmt, fq, fq-linear, ddp, ss, ss:SIZES, nfindk:K, cartesian, naive";
        write!(f, "no abstractor `{}`; there are {known}", self.0)
    }
}

impl std::error::Error for ParseKindError {}

impl FromStr for AbstractorKind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<AbstractorKind, ParseKindError> {
        let size = |s: &str| s.parse().ok().filter(|k| *k > 0);
        let parsed = match text.split_once(':') {
            None => match text {
                "state-models" => Some(AbstractorKind::StateModels),
                "allsmt" => Some(AbstractorKind::AllSmt),
                "fq" => Some(AbstractorKind::Fq),
                "fq-linear" => Some(AbstractorKind::FqLinear),
                "ddp" => Some(AbstractorKind::Ddp),
                "ss" => Some(AbstractorKind::Ss(Sizes::All)),
                "cartesian" => Some(AbstractorKind::Cartesian),
                "naive" => Some(AbstractorKind::Naive),
                _ => None,
            },
            Some(("ss", sizes)) => {
                let sizes: Option<_> = sizes.split(',').map(size).collect();
                sizes.map(Sizes::Only).map(AbstractorKind::Ss)
            }
            Some(("nfindk", k)) => size(k).map(AbstractorKind::NFindK),
            Some(_) => None,
        };
        parsed.ok_or_else(|| ParseKindError(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back() {
        for name in "state-models allsmt fq fq-linear ddp ss ss:1,2,3 nfindk:2 cartesian naive".split(' ') {
            let kind: AbstractorKind = name.parse().unwrap();
            assert_eq!(kind.to_string(), name);
        }
        let sorted: AbstractorKind = "ss:3,1,3".parse().unwrap();
        assert_eq!(sorted.to_string(), "ss:1,3");
    }

    #[test]
    fn other_names_are_errors() {
        for name in ["", "FQ", "ss:", "ss:0", "ss:1,x", "nfindk", "nfindk:0", "fq:1"] {
            assert!(name.parse::<AbstractorKind>().is_err(), "{name}");
        }
    }
}

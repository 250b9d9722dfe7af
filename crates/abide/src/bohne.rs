//! The switches of Bohne's analysis, `--engine bohne`.

use abide_shape::bohne::Options;
use abide_shape::bohne::post::Method;
use clap::{Args, ValueEnum};

/// Above the switches in help.
pub const HEADING: &str = "Bohne's analysis (--engine bohne)";

/// The parts of the analysis, each of which can be switched off to see what it is good for.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub struct Switches {
    /// Split heaps: a case for each kind of object that a variable can name
    #[arg(long, value_enum, value_name = "WHETHER", default_value_t = Switch::On)]
    pub split: Switch,
    /// Take out what the guard of a command excludes
    #[arg(long, value_enum, value_name = "WHETHER", default_value_t = Switch::On)]
    pub clean: Switch,
    /// Assume of the state before a command what all heaps of the place say
    #[arg(long = "assume-context", value_enum, value_name = "WHETHER", default_value_t = Switch::On)]
    pub assume_context: Switch,
    /// Instantiate that at the variables, instead of leaving quantifiers to the prover
    #[arg(long, value_enum, value_name = "WHETHER", default_value_t = Switch::On)]
    pub instantiate: Switch,
    /// Literals of the cubes that the prover is asked about
    #[arg(long, value_name = "K", default_value_t = Options::default().cube_length)]
    pub cube_length: usize,
    /// How the abstract post is computed
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Post::Cartesian)]
    pub post: Post,
    /// Carry preconditions through loops first
    #[arg(long, value_enum, value_name = "WHETHER", default_value_t = Switch::On)]
    pub propagate_pre: Switch,
    /// Look for more predicates in checks that stay open
    #[arg(long, value_enum, value_name = "WHETHER", default_value_t = Switch::On)]
    pub refine: Switch,
    /// Abstract where the routine returns too; `explain` tells what holds there
    #[arg(long, value_enum, value_name = "WHETHER", default_value_t = Switch::Off)]
    pub abstract_final: Switch,
    /// Remember entailments, by their contexts
    #[arg(long, value_enum, value_name = "WHERE", default_value_t = Cache::Memory)]
    pub cache: Cache,
}

/// Whether a part is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// It is
    On,
    /// It is not
    Off,
}

/// How the abstract post is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Post {
    /// Predicate by predicate, as in the paper
    Cartesian,
    /// The best one, from models
    Exact,
}

/// Where entailments are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Cache {
    /// Nowhere
    Off,
    /// For the routines of a file
    Memory,
}

impl From<Switches> for Options {
    fn from(switches: Switches) -> Options {
        let on = |switch: Switch| switch == Switch::On;
        Options {
            split: on(switches.split),
            clean: on(switches.clean),
            context: on(switches.assume_context),
            instantiate: on(switches.instantiate),
            cube_length: switches.cube_length,
            post: match switches.post {
                Post::Cartesian => Method::Cartesian,
                Post::Exact => Method::Exact,
            },
            propagate_pre: on(switches.propagate_pre),
            refine: on(switches.refine),
            abstract_final: on(switches.abstract_final),
            cache: switches.cache == Cache::Memory,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        switches: Switches,
    }

    #[test]
    fn what_is_not_said_is_the_default() {
        let line = Line::parse_from(["abide"]);
        assert_eq!(Options::from(line.switches), Options::default());
    }

    #[test]
    fn every_part_can_be_switched() {
        let words = [
            "abide",
            "--split=off",
            "--clean=off",
            "--assume-context=off",
            "--instantiate=off",
            "--cube-length=3",
            "--post=exact",
            "--propagate-pre=off",
            "--refine=off",
            "--abstract-final=on",
            "--cache=off",
        ];
        let expected = Options {
            split: false,
            clean: false,
            context: false,
            instantiate: false,
            cube_length: 3,
            post: Method::Exact,
            propagate_pre: false,
            refine: false,
            abstract_final: true,
            cache: false,
        };
        assert_eq!(Options::from(Line::parse_from(words).switches), expected);
    }
}

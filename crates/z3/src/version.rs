//! Versions of Z3: which are accepted, and which one is installed.

use std::fmt;

/// The version of a Z3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub struct Version {
    pub major: u32,
    pub minor: u32,
    pub build: u32,
    pub revision: u32,
}

impl Version {
    /// The oldest that is accepted.
    pub const OLDEST: Version = Version {
        major: 4,
        minor: 13,
        build: 0,
        revision: 0,
    };

    /// The one that [`setup`](crate::setup) installs.
    pub const INSTALLED: Version = Version {
        major: 5,
        minor: 4,
        build: 0,
        revision: 0,
    };
}

/// The first three numbers, which is how releases of Z3 are named.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.build)
    }
}

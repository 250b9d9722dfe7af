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

/// The SHA-256 sums of the wheels of [`Version::INSTALLED`] on the Python package index, one for each platform.
pub(crate) const WHEELS: [(&str, &str); 8] = [
    (
        "macosx_13_0_arm64",
        "a1b36f0dd038c030d88711474c93b95e863c30a22e9def53ad5965c6092c92a7",
    ),
    (
        "macosx_13_0_x86_64",
        "407522390c4d11696b10d43c76d22d4e60b7f11d75d9defe6f064e073edd904f",
    ),
    (
        "manylinux_2_27_x86_64",
        "0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b",
    ),
    (
        "manylinux_2_38_aarch64",
        "fffb36861d4da1f9584d0fd4a80dbf247fdfbebb04b5c31a90b460b14c86cab0",
    ),
    (
        "manylinux_2_38_riscv64",
        "672ffb01d3502b24f5d05f264043dfc979019735cc8c5b124e0773b3a0da835c",
    ),
    (
        "win32",
        "686531b2b9b94f405b8b625e6592bba5605fca8dc1b66c0b82bca5299bd7cf35",
    ),
    (
        "win_amd64",
        "a8e3e153ae2bc69d128c59406ffda37d4ce1277963040da148605fd77a4ae789",
    ),
    (
        "win_arm64",
        "d550a06befefc4c5b6528912ec004134aca2b7320ed21143b8148eae7ba33df7",
    ),
];

/// The first three numbers, which is how releases of Z3 are named.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.build)
    }
}

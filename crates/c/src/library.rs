//! The C library as contracts in ACSL: headers that include the machine's own and declare its functions again.
//!
//! They stand in the folder `library/c` and are read whenever a program includes the header of that name.

/// The headers: their names and their texts.
pub const HEADERS: [(&str, &str); 2] = [
    ("assert.h", include_str!("../../../library/c/assert.h")),
    ("ctype.h", include_str!("../../../library/c/ctype.h")),
];

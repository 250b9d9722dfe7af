//! Texts that are no programs.

use super::*;

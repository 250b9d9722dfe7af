//! Strings to and from Z3.

use abide_z3::Z3_string;
use std::ffi::{CStr, CString};

/// A string for Z3. Names never contain a zero byte; if one did it would end there.
pub(crate) fn text(s: &str) -> CString {
    CString::new(s.split('\0').next().unwrap_or("")).expect("no zero byte is left")
}

/// A copy of a string of Z3.
///
/// # Safety
///
/// The pointer is null or points at a string that ends with a zero byte.
pub(crate) unsafe fn string(s: Z3_string) -> String {
    if s.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(s) }.to_string_lossy().into_owned()
}

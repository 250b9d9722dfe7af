//! Z3's C API, loaded from a shared library or compiled in.
//!
//! This is the lowest layer under the Z3 prover: the functions of `z3_api.h`
//! as they are, and the question of where Z3 comes from. It knows nothing of
//! our terms, and has no safe wrapper around Z3's; the prover crate does that.
//!
//! | module | what it holds |
//! |---|---|
//! | [`api`] | the table of C functions, made from one list of signatures |
//! | [`types`] | the pointers and enumerations they take |
//! | [`library`](mod@library) | finding the shared library, and refusing one that is too old |
//! | [`version`] | the versions accepted |
//! | [`setup`] | installing Z3 on a machine that has none |
//!
//! Ordinarily Z3 is a shared library that is looked for when [`library()`] is
//! first called, so that building needs neither Z3 nor a C++ compiler. With the
//! feature `bundled` Z3 is compiled into the program; see `build/bundled.rs`.
//!
//! ```no_run
//! let z3 = abide_z3::library()?;
//! println!("Z3 {} from {}", z3.version(), z3.path().display());
//! let api = z3.api();
//! // SAFETY: the configuration is Z3's own and is freed once.
//! unsafe {
//!     let config = api.mk_config();
//!     let context = api.mk_context_rc(config);
//!     api.del_config(config);
//!     api.set_error_handler(context, None);
//!     // ...
//!     api.del_context(context);
//! }
//! # Ok::<(), abide_z3::LibraryError>(())
//! ```

pub mod api;
pub mod library;
pub mod setup;
pub mod types;
pub mod version;

pub use api::Api;
pub use library::{Library, LibraryError, library};
pub use types::*;
pub use version::Version;

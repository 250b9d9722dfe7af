//! Does nothing, unless the feature `bundled` asks for Z3 to be compiled in.

#[cfg(feature = "bundled")]
mod bundled;

fn main() {
    println!("cargo::rerun-if-changed=build");
    #[cfg(feature = "bundled")]
    bundled::build();
}

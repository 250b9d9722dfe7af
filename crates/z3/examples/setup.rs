//! Makes sure that this machine has a good Z3, and prints which file it is:
//! `cargo run -p abide-z3 --example setup`.

use std::process::ExitCode;

fn main() -> ExitCode {
    match abide_z3::setup::install(&mut |step| eprintln!("{step}")) {
        Ok(path) => {
            println!("{}", path.display());
            ExitCode::SUCCESS
        }
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

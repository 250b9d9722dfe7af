//! Where the playground is, as the command line says it.

use clap::Args;

/// Where the playground is.
#[derive(Debug, Args)]
pub struct Place {
    /// The port, on this machine only; 0 takes one that is free
    #[arg(long, value_name = "PORT", default_value_t = 4747)]
    pub port: u16,
    /// Only print the address, and open no browser
    #[arg(long)]
    pub no_browser: bool,
}

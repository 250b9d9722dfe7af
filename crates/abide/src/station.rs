//! `abide worker`: a machine that works for others, as the command line has it.

use clap::Args as Group;
use std::num::NonZeroUsize;
use std::time::Duration;

/// A machine that works for others.
#[derive(Debug, Group)]
pub struct Station {
    /// The queue; NATS_CREDS, NATS_USER and the like are heeded [default: the variable ABIDE_QUEUE]
    #[arg(long, value_name = "URL")]
    pub queue: Option<String>,
    /// Files at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub jobs: Option<NonZeroUsize>,
    /// Memory for one of them, in megabytes, whatever the jobs say
    #[arg(long, value_name = "MB", default_value = "4096", value_parser = clap::value_parser!(u64).range(64..))]
    pub memory: u64,
    /// How long a worker may be silent before its job goes to another one
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    pub silence: Duration,
}

/// How many at the same time.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse() {
        Ok(number) => NonZeroUsize::new(number).ok_or("there is nobody to do it".to_string()),
        Err(_) => Err("not a number".to_string()),
    }
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    match Duration::try_from_secs_f64(number) {
        Ok(time) if time > Duration::ZERO => Ok(time),
        _ if number <= 0.0 => Err("nothing can be done in no time".to_string()),
        Ok(_) => Err("nothing can be done in so little time".to_string()),
        Err(e) => Err(e.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_numbers_are_positive_and_finite() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["", "x", "-1", "0", "inf", "NaN", "1e99"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
        assert_eq!(threads("2").map(NonZeroUsize::get), Ok(2));
        for bad in ["", "x", "-1", "0", "1.5"] {
            assert!(threads(bad).is_err(), "{bad}");
        }
    }
}

//! Faults on demand, for tests: what a worker does when it comes to a routine. Only programs that are built for tests
//! have them.

use std::hint::black_box;

/// Does what the variable `ABIDE_FAULT` says of a routine: `NAME=FAULT`, with commas between several.
pub fn at(routine: &str) {
    let wanted = std::env::var("ABIDE_FAULT").unwrap_or_default();
    let faults = wanted.split(',').filter_map(|fault| fault.split_once('='));
    for (_, fault) in faults.filter(|(name, _)| *name == routine) {
        match fault {
            "abort" => std::process::abort(),
            "exit" => std::process::exit(0),
            "overflow" => drop(black_box(descend(0))),
            "hang" => loop {
                black_box(());
            },
            "parent" => end_parent(),
            "hog" => hog(),
            _ => {}
        }
    }
}

fn descend(depth: u64) -> u64 {
    let here = black_box([depth; 64]);
    match black_box(depth) {
        u64::MAX => 0,
        _ => descend(depth + 1) + here[0],
    }
}

/// Ends whoever started this process, as the system does when it is out of memory.
fn end_parent() {
    #[cfg(unix)]
    if let Some(parent) = rustix::process::getppid() {
        let _ = rustix::process::kill_process(parent, rustix::process::Signal::KILL);
    }
}

fn hog() {
    let mut all = Vec::new();
    loop {
        all.push(black_box(vec![1u8; 16 << 20]));
    }
}

//! The lowering of C against the machine: random functions give the same result and leave the
//! same state, and a check fails exactly where the compiler's sanitizer finds the behaviour
//! undefined.
//!
//! `ABIDE_C_SEED` and `ABIDE_C_FUNCTIONS` choose other functions and more of them;
//! `ABIDE_C_INPUTS` is the number of calls of each. The files stay in the target folder.

#[path = "machine/corners.rs"]
mod corners;
#[path = "machine/gen.rs"]
mod gen_;
#[path = "machine/native.rs"]
mod native;
#[path = "machine/ours.rs"]
mod ours;
#[path = "machine/state.rs"]
mod state;
mod support;

use abide_base::FileId;
use abide_c::lower::{Options, lower};
use fastrand::Rng;
use gen_::Unit;
use rayon::prelude::*;
use state::{Input, Slot};
use std::path::Path;

/// Functions in one file.
const FUNCTIONS: usize = 100;

/// How many differences are shown.
const SHOWN: usize = 8;

/// A function, an input and what each side made of it.
struct Difference {
    function: String,
    input: String,
    native: String,
    ours: String,
}

/// What came of a file.
#[derive(Default)]
struct Outcome {
    calls: usize,
    undefined: usize,
    unsupported: usize,
    differences: Vec<Difference>,
}

#[test]
fn same_as_the_machine() {
    let seed = support::setting("ABIDE_C_SEED", 1);
    let wanted = support::setting("ABIDE_C_FUNCTIONS", 300) as usize;
    let each = support::setting("ABIDE_C_INPUTS", 4) as usize;
    let files = wanted.div_ceil(FUNCTIONS);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("machine-{seed}-{wanted}"));
    let slots = state::slots();
    let outcomes: Vec<Outcome> = (0..=files)
        .into_par_iter()
        .map(|n| match n == files {
            true => compare(&folder, &Unit::corners(), &slots, seed, 12),
            false => {
                let count = FUNCTIONS.min(wanted - n * FUNCTIONS);
                compare(&folder, &Unit::generate(seed, n, count), &slots, seed, each)
            }
        })
        .collect();
    let sum = |f: fn(&Outcome) -> usize| outcomes.iter().map(f).sum::<usize>();
    let (calls, undefined, unsupported) = (sum(|o| o.calls), sum(|o| o.undefined), sum(|o| o.unsupported));
    eprintln!(
        "{wanted} functions, {calls} calls, {undefined} of them undefined; {unsupported} functions not supported"
    );
    let mut found: Vec<Difference> = outcomes.into_iter().flat_map(|o| o.differences).collect();
    let count = found.len();
    // short functions first, one difference of each
    found.sort_by_key(|d| d.function.len());
    found.dedup_by(|a, b| a.function == b.function);
    for d in found.iter().take(SHOWN) {
        eprintln!(
            "{}on {}\n  machine: {}\n  ours:    {}\n",
            d.function, d.input, d.native, d.ours
        );
    }
    assert!(found.is_empty(), "{count} of {calls} calls differ");
    assert!(
        unsupported * 10 < wanted,
        "{unsupported} of {wanted} functions are not supported"
    );
    assert!(
        undefined * 2 < calls,
        "{undefined} of {calls} calls are undefined: too many to learn from"
    );
}

/// Runs the functions of a file on both sides.
fn compare(folder: &Path, unit: &Unit, slots: &[Slot], seed: u64, each: usize) -> Outcome {
    let mut rng = Rng::with_seed(seed);
    let calls: Vec<(usize, Input)> = (0..unit.functions.len() * each)
        .map(|n| (n / each, Input::draw(&mut rng, slots)))
        .collect();
    let lines: Vec<String> = calls.iter().map(|(f, input)| format!("{f} {}", input.text())).collect();
    let expected = native::run(folder, unit, slots, &lines);
    assert_eq!(expected.len(), calls.len(), "the driver answers every call");

    let text = unit.text(false);
    let path = folder.join(format!("{}.ours.c", unit.name));
    let parsed = abide_c::syntax::parse(FileId(0), &path, &text, abide_c::types::DataModel::default());
    let lowered = lower(&parsed.unit, Options::default(), &|_| false);
    let mut outcome = Outcome {
        calls: calls.len(),
        undefined: expected.iter().filter(|e| *e == "undefined").count(),
        ..Outcome::default()
    };
    for (n, function) in unit.functions.iter().enumerate() {
        let own = calls.iter().zip(&expected).filter(|((f, _), _)| *f == n);
        let shape = lowered.shapes.iter().find(|s| s.routine == function.name);
        let Some(shape) = shape else {
            let unsupported = lowered.unsupported.iter().find(|u| u.name == function.name);
            let why = unsupported.and_then(|u| u.why.first());
            let said = why.map_or("it was not lowered", |d| &d.message);
            if said.starts_with("not supported") {
                outcome.unsupported += 1;
                continue;
            }
            outcome.differences.push(Difference {
                function: function.text.clone(),
                input: "everything".to_string(),
                native: "the compiler has nothing to say".to_string(),
                ours: said.to_string(),
            });
            continue;
        };
        let routine = ours::Lowered::new(&lowered.program, shape);
        if routine.as_ref().is_ok_and(|r| !r.is_followed()) {
            outcome.unsupported += 1;
            continue;
        }
        for ((_, input), native) in own {
            let ours = match &routine {
                Ok(routine) => routine.call(input, slots),
                Err(why) => why.clone(),
            };
            let same = ours == *native || native == "undefined" && ours.starts_with("undefined");
            if !same {
                outcome.differences.push(Difference {
                    function: function.text.clone(),
                    input: input.text(),
                    native: native.clone(),
                    ours,
                });
            }
        }
    }
    outcome
}

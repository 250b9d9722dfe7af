//! Arbitrary values.

use abide_logic::{MapValue, Sort, Value};

/// A source of arbitrary values and choices, repeatable by its seed.
///
/// Values are small, because small values meet each other: most programs go wrong, if at
/// all, on small ones.
#[derive(Clone, Debug)]
pub struct Draw {
    rng: fastrand::Rng,
}

impl Draw {
    /// The source with that seed.
    pub fn seeded(seed: u64) -> Draw {
        Draw {
            rng: fastrand::Rng::with_seed(seed),
        }
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.usize(..bound)
    }

    /// A value of the sort.
    pub fn value(&mut self, sort: &Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.rng.bool()),
            Sort::Int => match self.rng.u8(..20) {
                0 => Value::int(self.rng.i64(-1000..1000)),
                1 => Value::int(self.rng.i32(..)),
                2..8 => Value::int(self.rng.i64(-3..4)),
                _ => Value::int(self.rng.i64(0..6)),
            },
            Sort::Ref => Value::Ref(self.rng.i64(0..5)),
            Sort::Map(kv) => {
                let mut map = MapValue::constant(self.value(&kv.1));
                for key in 0..self.rng.i64(0..8) {
                    let key = match kv.0 {
                        Sort::Int => Value::int(key),
                        Sort::Ref => Value::Ref(key),
                        _ => self.value(&kv.0),
                    };
                    map.set(key, self.value(&kv.1));
                }
                Value::map(map)
            }
        }
    }
}

//! Reports of single routines.

use super::place::folder;
use super::results::Common;
use super::store::{Key, Store};
use abide_verify::{KeptRoutine, RoutineCache};
use std::sync::Arc;

/// Reports of routines that have this in common.
pub struct Routines {
    store: Store,
    common: Key,
}

impl Routines {
    /// Those that follow from what they have in common.
    pub fn of(common: &Common) -> Option<Arc<dyn RoutineCache>> {
        Some(Arc::new(Routines {
            store: Store::new(folder()?),
            common: common.key()?,
        }))
    }

    fn key(&self, identity: &[u8]) -> Key {
        Key::of([b"routine", self.common.bytes(), identity])
    }
}

impl RoutineCache for Routines {
    fn find(&self, identity: &[u8]) -> Option<KeptRoutine> {
        let bytes = self.store.get(&self.key(identity))?;
        postcard::from_bytes(&bytes).ok()
    }

    fn keep(&self, identity: &[u8], kept: &KeptRoutine) {
        if let Ok(bytes) = postcard::to_stdvec(kept) {
            self.store.put(&self.key(identity), &bytes);
        }
    }
}

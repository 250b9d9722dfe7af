//! Reports of single routines.

use super::place::folder;
use super::results::Common;
use super::store::{Key, Store};
use abide_verify::{KeptRoutine, RoutineCache};
use std::sync::Arc;

/// Results of routines that several machines share.
pub trait Shared: Send + Sync {
    /// What is known under a key.
    fn find(&self, key: &[u8; 32]) -> Option<Vec<u8>>;

    /// Keeps something under a key.
    fn keep(&self, key: &[u8; 32], value: &[u8]);
}

/// Reports of routines that have this in common: on this machine, and shared with others.
pub struct Routines {
    own: Option<(Store, Key)>,
    shared: Option<(Arc<dyn Shared>, Key)>,
}

impl Routines {
    /// Those that follow from what they have in common.
    pub fn of(common: &Common, shared: Option<Arc<dyn Shared>>) -> Option<Arc<dyn RoutineCache>> {
        let own = folder().and_then(|folder| Some((Store::new(folder), common.key()?)));
        let shared = shared.map(|shared| (shared, common.portable_key()));
        (own.is_some() || shared.is_some()).then(|| Arc::new(Routines { own, shared }) as Arc<dyn RoutineCache>)
    }
}

fn key(common: &Key, identity: &[u8]) -> Key {
    Key::of([b"routine", common.bytes(), identity])
}

impl RoutineCache for Routines {
    fn find(&self, identity: &[u8]) -> Option<KeptRoutine> {
        let own = self.own.as_ref().map(|(store, common)| (store, key(common, identity)));
        if let Some((store, key)) = &own
            && let Some(bytes) = store.get(key)
        {
            return postcard::from_bytes(&bytes).ok();
        }
        let (shared, common) = self.shared.as_ref()?;
        let bytes = shared.find(&key(common, identity).array())?;
        let kept = postcard::from_bytes(&bytes).ok()?;
        if let Some((store, key)) = &own {
            store.put(key, &bytes);
        }
        Some(kept)
    }

    fn keep(&self, identity: &[u8], kept: &KeptRoutine) {
        let Ok(bytes) = postcard::to_stdvec(kept) else { return };
        if let Some((store, common)) = &self.own {
            store.put(&key(common, identity), &bytes);
        }
        if let Some((shared, common)) = &self.shared {
            shared.keep(&key(common, identity).array(), &bytes);
        }
    }
}

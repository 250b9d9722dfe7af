//! Where results are kept.

use std::path::PathBuf;

/// The variable that says where results are kept; `off` for nowhere.
const PLACE: &str = "ABIDE_CACHE";

/// The folder of results, if they are kept.
pub fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match set(PLACE) {
        Some(place) if place == "off" => None,
        Some(place) => Some(place.into()),
        None => {
            let home = || set("HOME").map(|home| PathBuf::from(home).join(".cache"));
            let caches = set("XDG_CACHE_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
            Some(caches.or_else(home)?.join("abide"))
        }
    }
}

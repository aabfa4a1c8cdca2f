//! What Bevy reports of assets.

use bevy_asset::{Asset, AssetEvent, AssetId};

/// The asset that was replaced, if one was.
pub(crate) fn modified<A: Asset>(event: &AssetEvent<A>) -> Option<AssetId<A>> {
    match event {
        AssetEvent::Modified { id } => Some(*id),
        _ => None,
    }
}

/// The asset that is loaded with everything that it needs, for the first time or anew.
pub(crate) fn loaded<A: Asset>(event: &AssetEvent<A>) -> Option<AssetId<A>> {
    match event {
        AssetEvent::LoadedWithDependencies { id } => Some(*id),
        _ => None,
    }
}

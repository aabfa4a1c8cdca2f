//! Filters for Bevy's asset events.

use bevy_asset::{Asset, AssetEvent, AssetId};

/// The asset that was replaced, if this event reports one.
pub(crate) fn modified<A: Asset>(event: &AssetEvent<A>) -> Option<AssetId<A>> {
    match event {
        AssetEvent::Modified { id } => Some(*id),
        _ => None,
    }
}

/// The asset that was loaded with all its dependencies, for the first time or again, if this event reports one.
pub(crate) fn loaded<A: Asset>(event: &AssetEvent<A>) -> Option<AssetId<A>> {
    match event {
        AssetEvent::LoadedWithDependencies { id } => Some(*id),
        _ => None,
    }
}

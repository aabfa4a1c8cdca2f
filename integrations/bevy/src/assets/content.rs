//! Content without a counterpart in Bevy: an asset and a loader for each type.

use std::marker::PhantomData;
use std::sync::Arc;

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, LoadContext};
use bevy_reflect::TypePath;
use rigmill_runtime::content::{
    AlignedBytes, BreathSettings, CollisionMesh, CompressedClip, Data, Loadable, Motion, Skeleton, SpringSettings,
};

use super::error::RigLoadError;
use super::path::EXTENSIONS;

/// An asset that is a content file, read in place.
pub trait RigContent: Asset + From<Arc<Self::Loaded>> {
    /// The runtime's type of the file.
    type Loaded: Loadable;
}

/// Defines assets that are content files.
macro_rules! contents {
    ($($(#[$doc:meta])* $asset:ident: $loaded:ident;)*) => {
        $($(#[$doc])*
        ///
        /// Copies share the file's bytes, which are checked when the asset is loaded and then read in place.
        #[derive(Asset, TypePath, Clone, Debug)]
        pub struct $asset(pub Arc<$loaded>);

        impl From<Arc<$loaded>> for $asset {
            fn from(loaded: Arc<$loaded>) -> Self {
                Self(loaded)
            }
        }

        impl RigContent for $asset {
            type Loaded = $loaded;
        })*
    };
}

contents! {
    /// A skeleton: bones and their bind pose.
    RigSkeleton: Skeleton;
    /// A compressed clip, to sample with the runtime's jobs. [`RigClip`](crate::RigClip) loads clips of every kind.
    RigCompressedClip: CompressedClip;
    /// Where a clip moves the root of its character.
    RigMotion: Motion;
    /// Triangles to collide with, and the tree that finds them.
    RigCollision: CollisionMesh;
    /// Game data.
    RigData: Data;
    /// Settings of the pose layer [`Breath`](rigmill_runtime::layers::Breath).
    RigBreath: BreathSettings;
    /// Settings of the pose layer [`SpringBones`](rigmill_runtime::layers::SpringBones).
    RigSpringBones: SpringSettings;
}

/// Loads one of these assets.
#[derive(TypePath)]
pub(crate) struct ContentLoader<A>(PhantomData<fn() -> A>);

impl<A> Default for ContentLoader<A> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<A: RigContent> AssetLoader for ContentLoader<A> {
    type Asset = A;
    type Settings = ();
    type Error = RigLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<A, RigLoadError> {
        Ok(A::from(decoded(read(reader).await?)?))
    }

    fn extensions(&self) -> &[&str] {
        EXTENSIONS
    }
}

/// Reads a whole file into aligned memory.
pub(crate) async fn read(reader: &mut dyn Reader) -> Result<AlignedBytes, RigLoadError> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).await?;
    Ok(AlignedBytes::from_slice(&bytes))
}

/// Checks a file.
pub(crate) fn decoded<T: Loadable>(bytes: AlignedBytes) -> Result<Arc<T>, RigLoadError> {
    Ok(Arc::new(T::from_bytes(bytes)?))
}

//! Content types without a counterpart in Bevy: an asset and a loader for each type.

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

/// An asset that is a content file, which is read in place.
pub trait RigContent: Asset + From<Arc<Self::Loaded>> {
    /// The runtime's type of the file.
    type Loaded: Loadable;
}

/// Defines assets that are content files.
macro_rules! contents {
    ($($(#[$doc:meta])* $asset:ident: $loaded:ident;)*) => {
        $($(#[$doc])*
        ///
        /// Clones share the file's bytes, which are checked when the asset is loaded, and then read in place.
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
    /// A compressed clip, for sampling with the runtime's jobs. [`RigClip`](crate::RigClip) loads clips of any type.
    RigCompressedClip: CompressedClip;
    /// The root motion of a clip.
    RigMotion: Motion;
    /// A collision mesh: triangles, and a tree for finding them.
    RigCollision: CollisionMesh;
    /// Game data.
    RigData: Data;
    /// The settings of a [`Breath`](rigmill_runtime::layers::Breath) layer.
    RigBreath: BreathSettings;
    /// The settings of a [`SpringBones`](rigmill_runtime::layers::SpringBones) layer.
    RigSpringBones: SpringSettings;
}

/// Loads an asset type of this module.
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

/// Checks a file and returns it as a value of type `T`.
pub(crate) fn decoded<T: Loadable>(bytes: AlignedBytes) -> Result<Arc<T>, RigLoadError> {
    Ok(Arc::new(T::from_bytes(bytes)?))
}

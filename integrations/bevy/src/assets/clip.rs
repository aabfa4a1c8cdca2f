//! [`RigClip`], a clip of any type, and loading the same file as Bevy's [`AnimationClip`].

use std::sync::Arc;

use bevy_animation::AnimationClip;
use bevy_asset::io::{AssetReaderError, Reader};
use bevy_asset::{Asset, AssetLoader, AssetPath, LoadContext, ReadAssetBytesError};
use bevy_reflect::TypePath;
use rigmill_format::{SkeletonView, stated_type};
use rigmill_runtime::clips::{Clip, ClipContent, Companions};
use rigmill_runtime::content::{AlignedBytes, ContentType, Loadable, Skeleton};
use serde::{Deserialize, Serialize};

use super::content::{decoded, read};
use super::error::RigLoadError;
use super::path::{ContentRoot, EXTENSIONS, companion};
use crate::animation::animation_clip;

/// A clip of any type, with its companions: root motion, events, and morph target weights.
///
/// A clip alone does not know the skeleton that it moves. [`on`](Self::on) binds it to a skeleton.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct RigClip {
    /// The keys.
    pub content: ClipContent,
    /// The optional content that belongs to the clip in addition to its keys.
    pub companions: Companions,
}

impl RigClip {
    /// Binds the clip to the bones of a skeleton, for sampling with the runtime's jobs.
    #[must_use]
    pub fn on(&self, skeleton: &SkeletonView<'_>) -> Clip {
        Clip::with_companions(self.content.clone(), skeleton, self.companions.clone())
    }
}

/// Loads a [`RigClip`].
#[derive(Default, TypePath)]
pub(crate) struct ClipLoader;

impl AssetLoader for ClipLoader {
    type Asset = RigClip;
    type Settings = ();
    type Error = RigLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<RigClip, RigLoadError> {
        clip(reader, context).await
    }

    fn extensions(&self) -> &[&str] {
        EXTENSIONS
    }
}

/// Settings for loading a clip as an [`AnimationClip`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RigClipSettings {
    /// The asset name of the skeleton that the clip moves, such as `Models/Grund.skeleton`.
    pub skeleton: String,
    /// Whether the game repeats the clip. If so, some clips of key frames close the loop between their last key and their end.
    pub repeats: bool,
}

impl Default for RigClipSettings {
    fn default() -> Self {
        Self { skeleton: String::new(), repeats: true }
    }
}

/// Loads a clip as an [`AnimationClip`], whose curves read the file in place.
#[derive(TypePath)]
pub(crate) struct AnimationClipLoader(pub(crate) ContentRoot);

impl AssetLoader for AnimationClipLoader {
    type Asset = AnimationClip;
    type Settings = RigClipSettings;
    type Error = RigLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &RigClipSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<AnimationClip, RigLoadError> {
        if settings.skeleton.is_empty() {
            return Err(RigLoadError::NoSkeletonInSettings);
        }
        let clip = clip(reader, context).await?;
        let path = self.0.path(&settings.skeleton, context.path());
        let bytes = context.read_asset_bytes(path).await.map_err(|error| RigLoadError::Companion(Box::new(error)))?;
        let skeleton: Arc<Skeleton> = decoded(AlignedBytes::from_slice(&bytes))?;
        let misfit = |source| RigLoadError::Misfit { skeleton: settings.skeleton.clone(), source };
        animation_clip(&clip.on(&skeleton.view()), &skeleton, settings.repeats).map_err(misfit)
    }

    fn extensions(&self) -> &[&str] {
        EXTENSIONS
    }
}

async fn clip(reader: &mut dyn Reader, context: &mut LoadContext<'_>) -> Result<RigClip, RigLoadError> {
    let content = clip_content(read(reader).await?)?;
    Ok(RigClip { content, companions: companions(context).await? })
}

/// Checks the file of a clip of any type.
fn clip_content(bytes: AlignedBytes) -> Result<ClipContent, RigLoadError> {
    Ok(match stated_type(&bytes) {
        Some(ContentType::UniformClip) => ClipContent::Uniform(decoded(bytes)?),
        Some(ContentType::CompressedClip) => ClipContent::Compressed(decoded(bytes)?),
        Some(ContentType::CurveClip) => ClipContent::Curves(decoded(bytes)?),
        Some(ContentType::SampledClip) => ClipContent::Sampled(decoded(bytes)?),
        // For any other type, this fails with the right error.
        _ => ClipContent::Sequence(decoded(bytes)?),
    })
}

/// Loads the companions that exist for the clip that is being loaded.
async fn companions(context: &mut LoadContext<'_>) -> Result<Companions, RigLoadError> {
    let path = context.path().clone();
    let motion = match path.path().file_stem().and_then(|stem| stem.to_str()) {
        // The motion of `Stroll.clip` is `Stroll`.
        Some(stem) if stem.ends_with(".clip") => {
            let file = path.path().with_extension("").with_extension("rmb");
            AssetPath::from_path_buf(file).with_source(path.source().clone_owned())
        }
        _ => companion(&path, "motion.rmb"),
    };
    Ok(Companions {
        motion: optional(context, motion).await?,
        events: optional(context, companion(&path, "events.rmb")).await?,
        weights: optional(context, companion(&path, "weights.rmb")).await?,
    })
}

/// Loads a file that need not exist.
async fn optional<T: Loadable>(
    context: &mut LoadContext<'_>,
    path: AssetPath<'static>,
) -> Result<Option<Arc<T>>, RigLoadError> {
    match context.read_asset_bytes(path).await {
        Ok(bytes) => Ok(Some(decoded(AlignedBytes::from_slice(&bytes))?)),
        Err(ReadAssetBytesError::AssetReaderError(AssetReaderError::NotFound(_))) => Ok(None),
        Err(error) => Err(RigLoadError::Companion(Box::new(error))),
    }
}

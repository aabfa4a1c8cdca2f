//! [`peek`] and [`verify`]: functions for files whose content type is not known in advance.

use crate::container::{Container, Header};
use crate::{
    ActionSetView, AlignedBytes, AnimationSequenceView, BreathView, ClipEventsView, ClipWeightsView, CollisionMeshView,
    CompressedClipLayout, ContentType, CurveClipLayout, DataLayout, DecodeError, FontView, ModelView, MotionView,
    SampledClipView, SkeletonView, SoundView, SpringBonesView, TextureCubeView, TextureView, UniformClipView,
};

/// Returns the content type, versions and sections of a file. Checks the whole container, including the checksum, but not the
/// content. The bytes need no alignment.
///
/// # Errors
/// The container is damaged or has a different version.
pub fn peek(bytes: &[u8]) -> Result<Header, DecodeError> {
    Ok(Container::parse(bytes)?.into_header())
}

/// Checks a whole file: the container, and every rule of its content type. The bytes need no alignment.
///
/// # Errors
/// The file is damaged or has a different version.
pub fn verify(bytes: &[u8]) -> Result<Header, DecodeError> {
    let header = peek(bytes)?;
    let bytes = AlignedBytes::from_slice(bytes);
    match header.content_type {
        ContentType::AnimationSequence => AnimationSequenceView::parse(&bytes).map(drop)?,
        ContentType::Skeleton => SkeletonView::parse(&bytes).map(drop)?,
        ContentType::Model => ModelView::parse(&bytes).map(drop)?,
        ContentType::CollisionMesh => CollisionMeshView::parse(&bytes).map(drop)?,
        ContentType::Font => FontView::parse(&bytes).map(drop)?,
        ContentType::Texture => TextureView::parse(&bytes).map(drop)?,
        ContentType::Sound => SoundView::parse(&bytes).map(drop)?,
        ContentType::Motion => MotionView::parse(&bytes).map(drop)?,
        ContentType::ActionSet => ActionSetView::parse(&bytes).map(drop)?,
        ContentType::CurveClip => CurveClipLayout::parse(&bytes).map(drop)?,
        ContentType::SampledClip => SampledClipView::parse(&bytes).map(drop)?,
        ContentType::Breath => BreathView::parse(&bytes).map(drop)?,
        ContentType::SpringBones => SpringBonesView::parse(&bytes).map(drop)?,
        ContentType::Data => DataLayout::parse(&bytes).map(drop)?,
        ContentType::CompressedClip => CompressedClipLayout::open(bytes).map(drop)?,
        ContentType::TextureCube => TextureCubeView::parse(&bytes).map(drop)?,
        ContentType::ClipEvents => ClipEventsView::parse(&bytes).map(drop)?,
        ContentType::ClipWeights => ClipWeightsView::parse(&bytes).map(drop)?,
        ContentType::UniformClip => UniformClipView::parse(&bytes).map(drop)?,
    }
    Ok(header)
}

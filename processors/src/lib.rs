//! The built-in processors: dom to format types.
//!
//! | processor | takes | makes |
//! |---|---|---|
//! | [`AnimationProcessor`] | [`AnimationSource`](rigmill_dom::AnimationSource) | [`AnimationSequence`](rigmill_format::AnimationSequence) |
//! | [`SkeletonProcessor`] | [`SkeletonSource`](rigmill_dom::SkeletonSource) | [`Skeleton`](rigmill_format::Skeleton) |
//! | [`ModelProcessor`] | [`Scene`](rigmill_dom::Scene) | [`Model`](rigmill_format::Model), [`Skeleton`](rigmill_format::Skeleton) and clips |
//! | [`ModelWithClipsProcessor`] | [`Scene`](rigmill_dom::Scene), clips of other assets | [`ModelWithClips`](rigmill_format::ModelWithClips) |
//! | [`SceneSkeletonProcessor`] | [`Scene`](rigmill_dom::Scene) | [`Skeleton`](rigmill_format::Skeleton) |
//! | [`ClipsProcessor`] | [`Scene`](rigmill_dom::Scene) | [`AnimationSequence`](rigmill_format::AnimationSequence)s |
//! | [`CollisionProcessor`] | [`Scene`](rigmill_dom::Scene) | [`CollisionMesh`](rigmill_format::CollisionMesh) |
//! | [`CurveClipProcessor`] | [`CurveClipSource`](rigmill_dom::CurveClipSource) | [`CurveClip`](rigmill_format::CurveClip) |
//! | [`AnimationCurveClipProcessor`] | [`AnimationSource`](rigmill_dom::AnimationSource) | [`CurveClip`](rigmill_format::CurveClip) |
//! | [`SceneCurveClipProcessor`] | [`Scene`](rigmill_dom::Scene) | [`CurveClip`](rigmill_format::CurveClip)s |
//! | [`SampledAnimationProcessor`] | [`AnimationSource`](rigmill_dom::AnimationSource) | [`SampledClip`](rigmill_format::SampledClip) |
//! | [`SampledSceneProcessor`] | [`Scene`](rigmill_dom::Scene) | [`SampledClip`](rigmill_format::SampledClip)s |
//! | [`SampledClipProcessor`] | [`SampledClipSource`](rigmill_dom::SampledClipSource) | [`SampledClip`](rigmill_format::SampledClip) |
//! | [`CompressAnimationProcessor`] | [`AnimationSource`](rigmill_dom::AnimationSource) | [`CompressedClip`](rigmill_format::CompressedClip) |
//! | [`CompressSceneProcessor`] | [`Scene`](rigmill_dom::Scene) | [`CompressedClip`](rigmill_format::CompressedClip)s and their [`Skeleton`](rigmill_format::Skeleton) |
//! | [`UniformAnimationProcessor`] | [`AnimationSource`](rigmill_dom::AnimationSource) | [`UniformClip`](rigmill_format::UniformClip) |
//! | [`UniformSceneProcessor`] | [`Scene`](rigmill_dom::Scene) | [`UniformClip`](rigmill_format::UniformClip)s and their [`Skeleton`](rigmill_format::Skeleton) |
//! | [`MotionProcessor`], [`SceneMotionProcessor`], [`DeltasMotionProcessor`] | a clip, a scene's clips, [`MotionDeltasSource`](rigmill_dom::MotionDeltasSource) | [`Motion`](rigmill_format::Motion)s |
//! | [`MotionDeltasProcessor`] | [`MotionDeltasSource`](rigmill_dom::MotionDeltasSource) | [`MotionDeltas`](rigmill_format::MotionDeltas) |
//! | [`TextureProcessor`] | [`Image`](rigmill_dom::Image) | [`Texture`](rigmill_format::Texture) |
//! | [`XnbProcessor`] | [`XnbSource`](rigmill_dom::XnbSource) | what the processor for what is in it makes |
//! | [`CopyProcessor`] | [`RawSource`](rigmill_dom::RawSource) | [`RawFile`](rigmill_format::RawFile), as it is |
//! | [`ActionSetProcessor`] | [`ActionSetSource`](rigmill_dom::ActionSetSource) | [`ActionSet`](rigmill_format::ActionSet) |
//! | [`BreathProcessor`] | [`BreathSource`](rigmill_dom::BreathSource) | [`Breath`](rigmill_format::Breath) |
//! | [`SpringProcessor`] | [`SpringSource`](rigmill_dom::SpringSource) | [`SpringBones`](rigmill_format::SpringBones) |
//! | [`DataProcessor`] | [`DataSource`](rigmill_dom::DataSource) | [`Data`](rigmill_format::Data) |
//!
//! A processor is a pure function of its input, its parameters and the names of the other assets. Its parameters are
//! neutral by default: without any, every value arrives as the bits it was in the source.

mod action_set;
mod animation;
mod animation_curves;
mod breath;
pub mod codes;
mod compress;
pub mod compression;
mod content_types;
mod copy;
mod curves;
mod data;
mod motion;
mod place;
mod sampled;
mod scene;
mod scene_curves;
mod skeleton;
mod spring;
mod texture;
mod uniform;
mod unit_ratio;
mod xnb;

use rigmill_pipeline::Registry;

pub use action_set::ActionSetProcessor;
pub use animation::{AnimationParams, AnimationProcessor, RenameTable, SampleRate, SnapLimit};
pub use animation_curves::{AnimationCurveClipProcessor, AnimationCurveParams};
pub use breath::BreathProcessor;
pub use compress::{
    BoneBound, BoneBounds, Centimetres, CompressAnimationProcessor, CompressParams, CompressSceneProcessor, Millimetres,
};
pub use copy::CopyProcessor;
pub use curves::{CurveClipParams, CurveClipProcessor, Wrap};
pub use data::DataProcessor;
pub use motion::{
    DeltasMotionProcessor, Extract, Frame, Interpolation, MotionDeltasProcessor, MotionParams, MotionProcessor,
    QuantumBits, SceneMotionProcessor,
};
pub use sampled::{
    KeyCount, SampledAnimationParams, SampledAnimationProcessor, SampledClipProcessor, SampledSceneParams,
    SampledSceneProcessor,
};
pub use scene::{
    ClipsParams, ClipsProcessor, CollisionParams, CollisionProcessor, Degrees, Distance, MaxError, ModelParams,
    ModelProcessor, ModelWithClipsParams, ModelWithClipsProcessor, PixelCount, ScaleFactor, SceneSkeletonParams,
    SceneSkeletonProcessor, Weights,
};
pub use scene_curves::SceneCurveClipProcessor;
pub use skeleton::SkeletonProcessor;
pub use spring::SpringProcessor;
pub use texture::{
    Compression, PowerOfTwo, StoredTextureParams, StoredTextureProcessor, TextureParams, TextureProcessor, TextureSize,
};
pub use uniform::{UniformAnimationProcessor, UniformClipParams, UniformSceneProcessor, uniform_clip};
pub use unit_ratio::{MovedBone, UNIT_HELP, times, unit_ratio};
pub use xnb::{FromXnb, Made, XnbCollisionProcessor, XnbProcessor};

/// Adds every processor of this crate.
#[must_use]
pub fn register(registry: Registry) -> Registry {
    registry
        .with_processor(AnimationProcessor)
        .with_processor(SkeletonProcessor)
        .with_processor(ActionSetProcessor)
        .with_processor(ModelProcessor)
        .with_processor(ModelWithClipsProcessor)
        .with_processor(SceneSkeletonProcessor)
        .with_processor(ClipsProcessor)
        .with_processor(CollisionProcessor)
        .with_processor(CurveClipProcessor)
        .with_processor(SceneCurveClipProcessor)
        .with_processor(AnimationCurveClipProcessor)
        .with_processor(SampledAnimationProcessor)
        .with_processor(SampledSceneProcessor)
        .with_processor(SampledClipProcessor)
        .with_processor(CompressAnimationProcessor)
        .with_processor(CompressSceneProcessor)
        .with_processor(UniformAnimationProcessor)
        .with_processor(UniformSceneProcessor)
        .with_processor(MotionProcessor)
        .with_processor(SceneMotionProcessor)
        .with_processor(DeltasMotionProcessor)
        .with_processor(MotionDeltasProcessor)
        .with_processor(BreathProcessor)
        .with_processor(SpringProcessor)
        .with_processor(TextureProcessor)
        .with_processor(XnbProcessor)
        .with_processor(FromXnb(AnimationProcessor))
        .with_processor(FromXnb(ModelProcessor))
        .with_processor(FromXnb(ModelWithClipsProcessor))
        .with_processor(FromXnb(SceneSkeletonProcessor))
        .with_processor(FromXnb(ClipsProcessor))
        .with_processor(XnbCollisionProcessor)
        .with_processor(StoredTextureProcessor)
        .with_processor(FromXnb(StoredTextureProcessor))
        .with_processor(FromXnb(CurveClipProcessor))
        .with_processor(FromXnb(DataProcessor))
        .with_processor(FromXnb(SampledAnimationProcessor))
        .with_processor(FromXnb(CompressAnimationProcessor))
        .with_processor(FromXnb(UniformAnimationProcessor))
        .with_processor(FromXnb(MotionProcessor))
        .with_processor(CopyProcessor)
        .with_processor(DataProcessor)
}

#[cfg(test)]
mod tests;

#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! This crate contains the built-in processors, which turn types of the `rigmill-dom` crate into types of the `rigmill-format`
//! crate.
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
//! | [`TextureProcessor`] | [`ImageSource`](rigmill_dom::ImageSource) | [`Texture`](rigmill_format::Texture) or [`TextureCube`](rigmill_format::TextureCube) |
//! | [`StoredTextureProcessor`] | [`TextureFile`](rigmill_dom::TextureFile) | the same, with the file's own pixels |
//! | [`EffectProcessor`] | [`EffectSource`](rigmill_dom::EffectSource) | [`CompiledEffect`](rigmill_format::CompiledEffect) |
//! | [`SoundProcessor`] | [`Sound`](rigmill_dom::Sound) | [`Sound`](rigmill_format::Sound) |
//! | [`SongProcessor`] | [`Sound`](rigmill_dom::Sound) | [`Song`](rigmill_format::Song), and its file as [`RawFile`](rigmill_format::RawFile) |
//! | [`SpriteFontProcessor`], [`FontTextureProcessor`], [`StoredFontProcessor`] | [`FontSource`](rigmill_dom::FontSource), [`Image`](rigmill_dom::Image), [`StoredFontSource`](rigmill_dom::StoredFontSource) | [`Font`](rigmill_format::Font) |
//! | [`XnbProcessor`] | [`XnbSource`](rigmill_dom::XnbSource) | the products of the processor for the file's type |
//! | [`CopyProcessor`] | [`RawSource`](rigmill_dom::RawSource) | [`RawFile`](rigmill_format::RawFile), a copy |
//! | [`ActionSetProcessor`] | [`ActionSetSource`](rigmill_dom::ActionSetSource) | [`ActionSet`](rigmill_format::ActionSet) |
//! | [`EventsProcessor`] | [`ClipEventsSource`](rigmill_dom::ClipEventsSource) | [`ClipEvents`](rigmill_format::ClipEvents) |
//! | [`BreathProcessor`] | [`BreathSource`](rigmill_dom::BreathSource) | [`Breath`](rigmill_format::Breath) |
//! | [`SpringProcessor`] | [`SpringSource`](rigmill_dom::SpringSource) | [`SpringBones`](rigmill_format::SpringBones) |
//! | [`DataProcessor`] | [`DataSource`](rigmill_dom::DataSource) | [`Data`](rigmill_format::Data) |
//!
//! A processor is a pure function of its input, its parameters and the answers of its context. By default, parameters change
//! nothing: without parameters, every value has the same bits as in the source.

mod clips;
mod copy;
mod data;
mod font;
mod layers;
mod motion;
mod numbers;
mod report;
mod scene;
mod skeletons;
mod sound;
mod texture;
mod xnb;

use rigmill_pipeline::{Registry, codes};

pub use clips::{
    AnimationCurveClipProcessor, AnimationCurveParams, AnimationParams, AnimationProcessor, BoneBound, BoneBounds,
    CompressAnimationProcessor, CompressParams, CompressSceneProcessor, CurveClipParams, CurveClipProcessor,
    RenameTable, SampledAnimationParams, SampledAnimationProcessor, SampledClipProcessor, SampledSceneParams,
    SampledSceneProcessor, SceneCurveClipProcessor, UniformAnimationProcessor, UniformClipParams,
    UniformSceneProcessor, Wrap, compression, uniform_clip,
};
pub use copy::{CopyProcessor, EffectProcessor};
pub use data::{ActionSetProcessor, DataProcessor, EventsProcessor};
pub use font::{
    FirstCharacter, FontCompression, FontTextureParams, FontTextureProcessor, SpriteFontParams, SpriteFontProcessor,
    StoredFontParams, StoredFontProcessor,
};
pub use layers::{BreathProcessor, SpringProcessor};
pub use motion::{
    Components, DeltasMotionProcessor, Extract, Frame, Interpolation, MotionDeltasProcessor, MotionParams,
    MotionProcessor, RootMotion, SceneMotionProcessor, UpAxis, WithMotion,
};
pub use numbers::{
    Centimetres, Degrees, Distance, KeyCount, MaxError, Millimetres, PixelCount, QuantumBits, SampleRate, ScaleFactor,
    Seconds, SnapLimit, TextureSize, Weights,
};
pub use scene::{
    ClipsParams, ClipsProcessor, CollisionParams, CollisionProcessor, EffectParameters, IndexOrder, ModelParams,
    ModelProcessor, ModelWithClipsParams, ModelWithClipsProcessor, ResetRoot, SceneSkeletonParams,
    SceneSkeletonProcessor, image_properties,
};
pub use skeletons::{MovedBone, SkeletonProcessor, UNIT_HELP, times, unit_ratio};
pub use sound::{SongProcessor, SoundCompression, SoundParams, SoundProcessor, StoredSongProcessor};
pub use texture::{
    ColorKey, Compression, CubeLayout, MadeTexture, PowerOfTwo, Quality, StoredTextureParams, StoredTextureProcessor,
    TextureParams, TextureProcessor,
};
pub use xnb::{FromXnb, Made, XnbCollisionProcessor, XnbProcessor};

/// Adds every processor of this crate to a registry.
#[must_use]
pub fn register(registry: Registry) -> Registry {
    registry
        .with_processor(AnimationProcessor)
        .with_processor(SkeletonProcessor)
        .with_processor(ActionSetProcessor)
        .with_processor(EventsProcessor)
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
        .with_processor(SoundProcessor)
        .with_processor(SongProcessor)
        .with_processor(XnbProcessor)
        .with_processor(FromXnb(AnimationProcessor))
        .with_processor(FromXnb(ModelProcessor))
        .with_processor(FromXnb(ModelWithClipsProcessor))
        .with_processor(FromXnb(SceneSkeletonProcessor))
        .with_processor(FromXnb(ClipsProcessor))
        .with_processor(XnbCollisionProcessor)
        .with_processor(StoredTextureProcessor)
        .with_processor(FromXnb(StoredTextureProcessor))
        .with_processor(EffectProcessor)
        .with_processor(FromXnb(EffectProcessor))
        .with_processor(FromXnb(SoundProcessor))
        .with_processor(FromXnb(StoredSongProcessor))
        .with_processor(SpriteFontProcessor)
        .with_processor(FontTextureProcessor)
        .with_processor(StoredFontProcessor)
        .with_processor(FromXnb(StoredFontProcessor))
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

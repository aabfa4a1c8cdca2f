//! Clips: with their original keys, or resampled to curves, to evenly spaced frames, or within an error bound.

pub(crate) mod animation;
pub mod compression;
mod curves;
pub(crate) mod frames;
pub(crate) mod interpolation;
mod sampled;
mod uniform;

pub use animation::{AnimationParams, AnimationProcessor, RenameTable};
pub use compression::{BoneBound, BoneBounds, CompressAnimationProcessor, CompressParams, CompressSceneProcessor};
pub use curves::{
    AnimationCurveClipProcessor, AnimationCurveParams, CurveClipParams, CurveClipProcessor, SceneCurveClipProcessor,
    Wrap,
};
pub use sampled::{
    SampledAnimationParams, SampledAnimationProcessor, SampledClipProcessor, SampledSceneParams, SampledSceneProcessor,
};
pub use uniform::{UniformAnimationProcessor, UniformClipParams, UniformSceneProcessor, uniform_clip};

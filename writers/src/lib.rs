//! The built-in writers: format types to file bytes.
//!
//! [`RmbWriter`] writes every [`Content`](rigmill_format::Content) as the `.rmb` file of its type, for the target `native`; the
//! writers of the target `xna` write `.xnb` files, those of the target `gltf` `.glb` and `.png` files, a writer for each type.
//! [`MsgPackWriter`], [`CurveStreamsWriter`], [`MotionFramesWriter`] and [`MotionDeltasWriter`] write formats of other programs,
//! [`RawWriter`] files as they are.

pub mod codes;
mod gltf;
mod raw;
mod relative;
mod rmb;
mod unity;
mod xnb;

use rigmill_format::{
    ActionSet, AnimationSequence, Breath, CollisionMesh, CompressedClip, CurveClip, Data, Model, Motion, SampledClip,
    Skeleton, SpringBones, Texture, UniformClip,
};
use rigmill_pipeline::Registry;

pub use gltf::{
    Axes, Curves, GlbClipWriter, GlbCollisionWriter, GlbCurvesWriter, GlbModelWithClipsWriter, GlbModelWriter,
    GlbParams, GlbSkeletonWriter, PngTextureWriter,
};
pub use raw::{Gltf, Native, RawWriter, Target, Xna};
pub use rmb::RmbWriter;
pub use unity::{
    CurveStreamsWriter, FrameRate, MotionDeltasWriter, MotionFramesParams, MotionFramesWriter, MsgPackWriter,
};
pub use xnb::{
    Platform, Profile, ReaderName, XnbAnimationParams, XnbAnimationWriter, XnbCollisionWriter, XnbCurveParams,
    XnbCurveWriter, XnbDataParams, XnbDataWriter, XnbModelWriter, XnbTextureWriter, XnbWriterParams,
};

/// Adds every writer of this crate.
#[must_use]
pub fn register(registry: Registry) -> Registry {
    let registry = registry
        // Of several writers for a type, the last is taken where a rule names none.
        .with_writer(CurveStreamsWriter)
        .with_writer(MsgPackWriter)
        .with_writer(RawWriter::<Native>::new())
        .with_writer(RawWriter::<Xna>::new())
        .with_writer(RawWriter::<Gltf>::new())
        .with_writer(RmbWriter::<CurveClip>::new())
        .with_writer(RmbWriter::<SampledClip>::new())
        .with_writer(RmbWriter::<CompressedClip>::new())
        .with_writer(MotionDeltasWriter)
        .with_writer(MotionFramesWriter)
        .with_writer(RmbWriter::<AnimationSequence>::new())
        .with_writer(RmbWriter::<Skeleton>::new())
        .with_writer(RmbWriter::<Model>::new())
        .with_writer(RmbWriter::<CollisionMesh>::new())
        .with_writer(RmbWriter::<Texture>::new())
        .with_writer(RmbWriter::<ActionSet>::new())
        .with_writer(RmbWriter::<Motion>::new())
        .with_writer(RmbWriter::<Breath>::new())
        .with_writer(RmbWriter::<SpringBones>::new())
        .with_writer(RmbWriter::<Data>::new())
        .with_writer(RmbWriter::<UniformClip>::new());
    gltf::register(xnb::register(registry))
}

#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! This crate contains the built-in writers, which turn types of the `rigmill-format` crate into the bytes of files.
//!
//! For the target `native`, [`RmbWriter`] writes every [`Content`](rigmill_format::Content) as the `.rmb` file of its type. The
//! writers of the target `xna` write `.xnb` files, and those of the target `gltf` write `.glb` and `.png` files; there is a
//! writer for each type. [`MsgPackWriter`], [`CurveStreamsWriter`], [`MotionFramesWriter`], [`MotionDeltasWriter`] and
//! [`Ktx2TextureWriter`] write formats of other programs, and [`RawWriter`] copies files.

mod counted;
mod gltf;
mod ktx2;
mod raw;
mod relative;
mod rmb;
mod texels;
mod unity;
mod vertex_losses;
mod written;
mod xnb;

use rigmill_format::{
    ActionSet, AnimationSequence, Breath, ClipEvents, ClipWeights, CollisionMesh, CompiledEffect, CompressedClip,
    CurveClip, Data, Font, Model, Motion, SampledClip, Skeleton, Song, Sound, SpringBones, Texture, TextureCube,
    UniformClip,
};
use rigmill_pipeline::{Registry, codes};

pub use gltf::{
    Axes, Curves, GlbClipWriter, GlbCollisionWriter, GlbCurvesWriter, GlbModelWithClipsWriter, GlbModelWriter,
    GlbParams, GlbSkeletonWriter, GlbWeightsWriter, PngTextureWriter,
};
pub use ktx2::{Ktx2TextureCubeWriter, Ktx2TextureWriter};
pub use raw::{Gltf, Native, RawWriter, Target, Xna};
pub use rmb::RmbWriter;
pub use unity::{
    CurveStreamsWriter, FrameRate, MotionDeltasWriter, MotionFramesParams, MotionFramesWriter, MsgPackWriter,
};
pub use xnb::{
    DataLayout, Platform, Profile, ReaderName, XnbAnimationParams, XnbAnimationWriter, XnbCollisionWriter,
    XnbCurveParams, XnbCurveWriter, XnbDataParams, XnbDataWriter, XnbEffectWriter, XnbFontWriter, XnbModelWriter,
    XnbSongWriter, XnbSoundWriter, XnbTextureCubeWriter, XnbTextureWriter, XnbWriterParams,
};

/// Adds every writer of this crate to a registry.
#[must_use]
pub fn register(registry: Registry) -> Registry {
    let registry = registry
        // If a type has several writers and no rule names one, the last one is used.
        .with_writer(CurveStreamsWriter)
        .with_writer(MsgPackWriter)
        .with_writer(Ktx2TextureWriter)
        .with_writer(Ktx2TextureCubeWriter)
        .with_writer(RawWriter::<Native>::default())
        .with_writer(RawWriter::<Xna>::default())
        .with_writer(RawWriter::<Gltf>::default())
        .with_writer(RmbWriter::<CurveClip>::default())
        .with_writer(RmbWriter::<SampledClip>::default())
        .with_writer(RmbWriter::<CompressedClip>::default())
        .with_writer(MotionDeltasWriter)
        .with_writer(MotionFramesWriter)
        .with_writer(RmbWriter::<AnimationSequence>::default())
        .with_writer(RmbWriter::<Skeleton>::default())
        .with_writer(RmbWriter::<Model>::default())
        .with_writer(RmbWriter::<CollisionMesh>::default())
        .with_writer(RmbWriter::<Texture>::default())
        .with_writer(RmbWriter::<TextureCube>::default())
        .with_writer(RmbWriter::<Sound>::default())
        .with_writer(RmbWriter::<Font>::default())
        .with_writer(RmbWriter::<ActionSet>::default())
        .with_writer(RmbWriter::<Motion>::default())
        .with_writer(RmbWriter::<Breath>::default())
        .with_writer(RmbWriter::<SpringBones>::default())
        .with_writer(RmbWriter::<ClipEvents>::default())
        .with_writer(RmbWriter::<ClipWeights>::default())
        .with_writer(RmbWriter::<Data>::default())
        .with_writer(RmbWriter::<UniformClip>::default())
        // The media file beside it contains all data of a song.
        .skip_type::<Song>("native");
    // Compiled effects are code for the effect classes of XNA, FNA and MonoGame, which load them only from `.xnb` files.
    let registry = registry.skip_type::<CompiledEffect>(Native::NAME);
    gltf::register(xnb::register(registry))
}

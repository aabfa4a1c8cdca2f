//! The target `gltf`: binary glTF 2.0 (`.glb`), with textures as PNG files beside it.
//!
//! Content is in glTF's own conventions already: right-handed, counter-clockwise seen from outside, the v of texture coordinates
//! points down, bitangents up the image. Matrices for row vectors, row by row, are those for column vectors, column by column.

mod animations;
mod between;
mod binary;
mod clip;
mod collision;
mod curve_clip;
mod curves;
mod document;
mod gather;
mod glb;
mod influences;
mod keys;
mod materials;
mod meshes;
mod model;
mod nodes;
mod params;
mod sequences;
mod skeleton;
mod skins;
mod texture;
mod transforms;
mod uri;
mod with_clips;

use rigmill_format::{
    ActionSet, Breath, CompressedClip, Content, CurveClip, Data, EncodeError, Motion, SampledClip, SpringBones,
    UniformClip,
};
use rigmill_pipeline::{Diagnostic, Registry, StageError, WriteContext};

use crate::codes;
use document::{Document, Scene};

pub use clip::GlbClipWriter;
pub use collision::GlbCollisionWriter;
pub use curve_clip::{Curves, GlbCurvesWriter};
pub use model::GlbModelWriter;
pub use params::{Axes, GlbParams};
pub use skeleton::GlbSkeletonWriter;
pub use texture::PngTextureWriter;
pub use with_clips::GlbModelWithClipsWriter;

/// The name of the target.
const TARGET: &str = "gltf";

/// Adds the writers of this target, and says what it has no use for: glTF has no place for game data and tables of actions, and
/// clips whose bones are numbers alone do not say what they move.
pub(crate) fn register(registry: Registry) -> Registry {
    registry
        .with_writer(GlbClipWriter)
        .with_writer(GlbSkeletonWriter)
        .with_writer(GlbCollisionWriter)
        .with_writer(GlbCurvesWriter::<CurveClip>::new())
        .with_writer(GlbCurvesWriter::<SampledClip>::new())
        .with_writer(GlbModelWriter)
        .with_writer(GlbModelWithClipsWriter)
        .with_writer(PngTextureWriter)
        .skip_type::<ActionSet>(TARGET)
        .skip_type::<Motion>(TARGET)
        .skip_type::<CompressedClip>(TARGET)
        .skip_type::<UniformClip>(TARGET)
        .skip_type::<Breath>(TARGET)
        .skip_type::<SpringBones>(TARGET)
        .skip_type::<Data>(TARGET)
}

/// A document with a scene, and nothing in it.
fn document() -> Document {
    Document { scenes: vec![Scene::default()], ..Document::default() }
}

/// What a product is called: what stands behind `@` in its label, or else the last part of its asset's name.
fn name(ctx: &WriteContext) -> &str {
    let asset = ctx.asset();
    ctx.label().strip_prefix('@').unwrap_or_else(|| asset.rsplit_once('/').map_or(asset, |(_, name)| name))
}

/// Refuses content that breaks a rule of its type: what is written may then take its numbers and references as they are.
fn check<T: Content>(value: &T, ctx: &mut WriteContext) -> Result<(), StageError> {
    let Err(error) = value.encode() else { return Ok(()) };
    let (code, help) = match error {
        EncodeError::TooMany { .. } => (codes::TOO_LARGE, "split the asset"),
        _ => (codes::INVALID_CONTENT, "mend the source, or the parameters of its processor"),
    };
    Err(ctx.fail(Diagnostic::error(code, format!("{} cannot be written: {error}", T::TYPE)).help(help)))
}

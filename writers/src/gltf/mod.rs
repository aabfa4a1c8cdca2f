//! The target `gltf`: binary glTF 2.0 (`.glb`), with textures as separate PNG files.
//!
//! Content already follows the conventions of glTF: it is right-handed, triangles are counter-clockwise when seen from outside,
//! the v of texture coordinates points down, and bitangents point up in the image. Matrices for row vectors, stored row by row,
//! are the same numbers as matrices for column vectors, stored column by column.

mod animations;
mod between;
mod carried;
mod clip;
mod collision;
mod curve_clip;
mod curves;
mod extensions;
mod gather;
mod influences;
mod keys;
mod levels;
mod materials;
mod meshes;
mod model;
mod nodes;
mod params;
mod properties;
mod ranges;
mod sequences;
mod skeleton;
mod skins;
mod targets;
mod texture;
mod textures;
mod transforms;
mod uri;
mod weights_clip;
mod with_clips;

use rigmill_codec_gltf::document::{Asset, Document, Scene};
use rigmill_codec_gltf::{Binary, ErrorKind};
use rigmill_format::{
    ActionSet, Breath, ClipEvents, CompiledEffect, CompressedClip, Content, CurveClip, Data, EncodeError, Font, Motion,
    SampledClip, Song, Sound, SpringBones, TextureCube, UniformClip,
};
use rigmill_pipeline::{Diagnostic, Registry, StageError, WriteContext};

use crate::codes;
use crate::written::Written;

pub use clip::GlbClipWriter;
pub use collision::GlbCollisionWriter;
pub use curve_clip::{Curves, GlbCurvesWriter};
pub use model::GlbModelWriter;
pub use params::{Axes, GlbParams};
pub use skeleton::GlbSkeletonWriter;
pub use texture::PngTextureWriter;
pub use weights_clip::GlbWeightsWriter;
pub use with_clips::GlbModelWithClipsWriter;

/// The name of the target.
const TARGET: &str = "gltf";

/// The remedy for content that is too large.
const SPLIT: &str = "split the asset";
/// The remedy for content that is invalid.
const FIX_SOURCE: &str = "correct the source or the processor's parameters, or fix your own importer or processor";

/// Adds the writers of this target, and names the types that the target does not use. glTF has no cube maps, game data, action
/// tables or compiled effects. Clips that identify bones by number do not name what they move.
pub(crate) fn register(registry: Registry) -> Registry {
    registry
        .with_writer(GlbClipWriter)
        .with_writer(GlbSkeletonWriter)
        .with_writer(GlbCollisionWriter)
        .with_writer(GlbCurvesWriter::<CurveClip>::default())
        .with_writer(GlbCurvesWriter::<SampledClip>::default())
        .with_writer(GlbModelWriter)
        .with_writer(GlbModelWithClipsWriter)
        .with_writer(GlbWeightsWriter)
        .with_writer(PngTextureWriter)
        .skip_type::<TextureCube>(TARGET)
        .skip_type::<CompiledEffect>(TARGET)
        .skip_type::<ActionSet>(TARGET)
        .skip_type::<Motion>(TARGET)
        .skip_type::<CompressedClip>(TARGET)
        .skip_type::<UniformClip>(TARGET)
        .skip_type::<ClipEvents>(TARGET)
        .skip_type::<Breath>(TARGET)
        .skip_type::<SpringBones>(TARGET)
        .skip_type::<Font>(TARGET)
        .skip_type::<Data>(TARGET)
        .skip_type::<Sound>(TARGET)
        .skip_type::<Song>(TARGET)
}

/// Returns a document with an empty scene.
fn document() -> Document {
    let asset = Asset { generator: Some("Rigmill".to_owned()), ..Asset::default() };
    Document { asset, scene: Some(0), scenes: vec![Scene::default()], ..Document::default() }
}

/// Encodes a file.
fn encode(document: Document, binary: Binary, ctx: &mut WriteContext) -> Written {
    rigmill_codec_gltf::encode(document, binary).map_err(|error| {
        let (code, help) = match error.kind {
            ErrorKind::Limit => (codes::CONTENT_TOO_LARGE, SPLIT),
            _ => (codes::CONTENT_INVALID, FIX_SOURCE),
        };
        ctx.fail(Diagnostic::error(code, error.to_string()).help(help))
    })
}

/// Returns the name of a product: the part of its label after `@`, or else the last part of its asset's name.
fn name(ctx: &WriteContext) -> &str {
    let asset = ctx.asset();
    ctx.label().strip_prefix('@').unwrap_or_else(|| asset.rsplit_once('/').map_or(asset, |(_, name)| name))
}

/// Rejects content that breaks a rule of its type. Afterwards, writers can use its numbers and references without checks.
fn check<T: Content>(value: &T, ctx: &mut WriteContext) -> Result<(), StageError> {
    let Err(error) = value.encode() else { return Ok(()) };
    let (code, help) = match error {
        EncodeError::TooMany { .. } => (codes::CONTENT_TOO_LARGE, SPLIT),
        _ => (codes::CONTENT_INVALID, FIX_SOURCE),
    };
    Err(ctx.fail(Diagnostic::error(code, format!("{} cannot be written: {error}", T::TYPE)).help(help)))
}

//! Models with clips.

use std::collections::HashMap;

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::{Document, to_index};
use rigmill_format::{ClipWeights, ModelWithClips, NamedClip, Transform};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use super::keys::{Track, lengthen};
use super::params::{Axes, GlbParams};
use super::skeleton::unit;
use super::targets::WeightKeys;
use super::{animations, check, encode, model, sequences};
use crate::codes;
use crate::written::Written;

/// Writes a [`ModelWithClips`] as `.glb`: the model like [`GlbModelWriter`](super::GlbModelWriter), and an animation for each
/// clip.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlbModelWithClipsWriter;

impl Writer for GlbModelWithClipsWriter {
    type Input = ModelWithClips;
    type Params = GlbParams;
    const NAME: &'static str = "glb";
    const VERSION: u32 = 6;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "glb";
    const NAMED: bool = true;

    fn write(&self, value: &ModelWithClips, params: &GlbParams, ctx: &mut WriteContext) -> Written {
        check(&value.model, ctx)?;
        value.clips.iter().try_for_each(|named| check(&named.clip, ctx))?;
        let bind = check_bind(value, ctx)?;
        let (mut document, mut binary) = (super::document(), Binary::default());
        let placed = model::write(&value.model, &bind, params.axes, &mut document, &mut binary, ctx);
        let bones = value.model.bones.iter().enumerate();
        let nodes: HashMap<&str, u32> = bones.map(|(at, bone)| (bone.name.as_str(), to_index(at))).collect();
        let targets = Nodes { bones: nodes, meshes: placed };
        let is_still = |clip: &&NamedClip| !write_clip(clip, value, &targets, params.axes, &mut document, &mut binary);
        warn_of_still(value.clips.iter().filter(is_still), ctx);
        encode(document, binary, ctx)
    }
}

/// Checks that there is a bind transform of finite numbers for each bone, and returns these transforms.
fn check_bind(value: &ModelWithClips, ctx: &mut WriteContext) -> Result<Vec<Transform>, StageError> {
    let numbers = |local: &Transform| [&local.translation[..], &local.rotation, &local.scale].concat();
    let is_finite = value.bind.iter().flat_map(numbers).all(f32::is_finite);
    if is_finite && value.bind.len() == value.model.bones.len() {
        return Ok(value.bind.iter().map(unit).collect());
    }
    let message = "ModelWithClips cannot be written: not every bone has a finite transform";
    Err(ctx.fail(Diagnostic::error(codes::CONTENT_INVALID, message).help("fix the processor that made the model")))
}

/// The nodes of bones by name, and of meshes by index.
struct Nodes<'a> {
    bones: HashMap<&'a str, u32>,
    meshes: Vec<u32>,
}

/// Writes a clip. Returns whether it moves anything.
fn write_clip(
    named: &NamedClip,
    value: &ModelWithClips,
    nodes: &Nodes<'_>,
    axes: Axes,
    document: &mut Document,
    binary: &mut Binary,
) -> bool {
    let track = |sequence: &rigmill_format::KeyFrameSequence| {
        let node = *nodes.bones.get(sequence.bone_name.as_str())?;
        let is_root = value.model.bones.get(node as usize).is_some_and(|bone| bone.parent.is_none());
        let track = sequences::track(sequence, node, named.clip.close_loop);
        Some(if is_root { track.upright(axes) } else { track })
    };
    let mut tracks: Vec<Track> = named.clip.sequences.iter().filter_map(track).collect();
    lengthen(&mut tracks, named.clip.duration);
    let meshes = value.model.meshes.iter().zip(&nodes.meshes);
    let weights = |clip: &ClipWeights| -> Vec<WeightKeys> {
        meshes.filter_map(|(mesh, node)| WeightKeys::new(mesh, *node, clip)).collect()
    };
    let weights = named.weights.as_ref().map(weights).unwrap_or_default();
    animations::write(&named.name, &tracks, &weights, document, binary)
}

/// Warns about clips that move nothing.
fn warn_of_still<'a>(clips: impl Iterator<Item = &'a NamedClip>, ctx: &mut WriteContext) {
    let names: Vec<String> = clips.map(|clip| format!("{:?}", clip.name)).collect();
    if !names.is_empty() {
        let message = format!(
            "these clips are left out, because they move no bone and no morph target of the model: {}",
            names.join(", ")
        );
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help("remove these clips from `clips_from`"));
    }
}

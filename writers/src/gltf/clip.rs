//! Writes animation sequences on their own.

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::to_index;
use rigmill_format::{AnimationSequence, Transform};
use rigmill_pipeline::{NoParams, WriteContext, Writer};

use super::keys::{Keys, Track, lengthen};
use super::nodes::{self, BoneNode};
use super::{animations, check, encode, sequences};
use crate::written::Written;

/// Writes an [`AnimationSequence`] as `.glb`: an animation, and a node for each bone that it moves. A clip has no
/// hierarchy, so all nodes are roots.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlbClipWriter;

impl Writer for GlbClipWriter {
    type Input = AnimationSequence;
    type Params = NoParams;
    const NAME: &'static str = "glb";
    const VERSION: u32 = 2;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "glb";
    const NAMED: bool = true;

    fn write(&self, value: &AnimationSequence, _: &NoParams, ctx: &mut WriteContext) -> Written {
        check(value, ctx)?;
        let (mut document, mut binary) = (super::document(), Binary::default());
        let tracks = value.sequences.iter().enumerate();
        let mut tracks: Vec<Track> =
            tracks.map(|(at, sequence)| sequences::track(sequence, to_index(at), value.close_loop)).collect();
        let bones = value.sequences.iter().zip(&tracks);
        let node = |(sequence, track): (&'_ rigmill_format::KeyFrameSequence, &Track)| {
            (sequence.bone_name.clone(), first(track))
        };
        let bones: Vec<_> = bones.map(node).collect();
        nodes::write(bones.iter().map(|(name, local)| BoneNode { name, parent: None, local: *local }), &mut document);
        lengthen(&mut tracks, value.duration);
        let _ = animations::write(super::name(ctx), &tracks, &[], &mut document, &mut binary);
        encode(document, binary, ctx)
    }
}

/// Returns the pose of the first keys.
pub(super) fn first(track: &Track) -> Transform {
    let rest = Transform::IDENTITY;
    Transform {
        translation: track.translation.as_ref().and_then(Keys::first).unwrap_or(rest.translation),
        rotation: track.rotation.as_ref().and_then(Keys::first).unwrap_or(rest.rotation),
        scale: track.scale.as_ref().and_then(Keys::first).unwrap_or(rest.scale),
    }
}

//! [`SceneCurveClipProcessor`]: the clips of a scene as curves.

use std::collections::HashMap;

use rigmill_dom::{Curve as SourceCurve, Scene, SceneClip, SceneCurveTrack};
use rigmill_format::{Component, Curve, CurveClip, CurveTrack, KeyFrameSequence, WrapMode};
use rigmill_pipeline::{Labelled, ProcessContext, Processor, StageError};

use crate::curves::{CurveClipParams, curve, wrapped};
use crate::sampled::{self, smooth};
use crate::scene::{self, NamedClip};

/// Turns each clip of a [`Scene`] that moves anything into a [`CurveClip`], labelled with its name: `@Run`.
///
/// A channel has the source's own curves where the importer kept them, and a key with smooth tangents a frame otherwise.
/// As in sampled clips, paths lead from the root, and bones have positions and rotations always; scale where there is any.
#[derive(Clone, Copy, Debug, Default)]
pub struct SceneCurveClipProcessor;

impl Processor for SceneCurveClipProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = CurveClipParams;
    const NAME: &'static str = "curve-clip";
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &Scene,
        params: &CurveClipParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Labelled, StageError> {
        let bones = scene::named_bones(input, false, ctx);
        let skeleton = bones.to_skeleton();
        let paths = sampled::Bones::of_scene(&skeleton, &bones);
        let mut products = Labelled::default();
        for NamedClip { source, label, clip } in scene::named_clips(input, &bones, ctx) {
            let kept = kept(source, &bones);
            let times = times(source);
            let track = |sequence: &KeyFrameSequence| CurveTrack {
                path: paths.path(&sequence.bone_name),
                curves: curves(sequence, kept.get(sequence.bone_name.as_str()).copied(), &times),
            };
            let clip = CurveClip { tracks: clip.sequences.iter().map(track).collect() };
            products.push(label, wrapped(clip, params));
        }
        Ok(products)
    }
}

/// The curves that the importer kept, by bone.
fn kept<'a>(clip: &'a SceneClip, bones: &'a scene::Bones) -> HashMap<&'a str, &'a SceneCurveTrack> {
    let name = |node| bones.of_node(node).and_then(|bone| bones.get(bone)).map(|bone| bone.name.as_str());
    clip.curves.iter().filter_map(|track| Some((name(track.node)?, track))).collect()
}

/// The times of the frames.
#[expect(clippy::cast_possible_truncation, reason = "keys are f32")]
fn times(clip: &SceneClip) -> Vec<f32> {
    (0..clip.frames).map(|frame| clip.frame_time(frame) as f32).collect()
}

fn curves(sequence: &KeyFrameSequence, kept: Option<&SceneCurveTrack>, times: &[f32]) -> Vec<Curve> {
    let mut curves = Vec::new();
    let [positions, rotations, scales] = [&Component::ALL[..3], &Component::ALL[3..7], &Component::ALL[7..]];
    match kept.and_then(|kept| kept.translation.as_ref()) {
        Some(kept) => push_kept(&mut curves, positions, kept),
        None => push_sampled(&mut curves, positions, times, &sequence.translation),
    }
    match kept.and_then(|kept| kept.rotation.as_ref()) {
        Some(kept) => push_kept(&mut curves, rotations, kept),
        None => push_sampled(&mut curves, rotations, times, &sequence.rotation),
    }
    match kept.and_then(|kept| kept.scale.as_ref()) {
        Some(kept) => push_kept(&mut curves, scales, kept),
        None => push_sampled(&mut curves, scales, times, &sequence.scale),
    }
    curves
}

fn push_kept(curves: &mut Vec<Curve>, components: &[Component], kept: &[SourceCurve]) {
    curves.extend(components.iter().zip(kept).map(|(&component, kept)| curve(component, kept)));
}

/// Adds a curve for each component of the samples; none where there are none.
fn push_sampled<const N: usize>(
    curves: &mut Vec<Curve>,
    components: &[Component],
    times: &[f32],
    samples: &[[f32; N]],
) {
    let components = components.iter().enumerate().filter(|_| !samples.is_empty());
    curves.extend(components.map(|(at, &component)| Curve {
        component,
        pre: WrapMode::Default,
        post: WrapMode::Default,
        keys: smooth(times, samples.iter().map(|sample| sample[at])),
    }));
}

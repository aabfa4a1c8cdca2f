//! [`SceneCurveClipProcessor`]: converts the clips of a scene to curves.

use std::collections::HashMap;

use rigmill_dom::{Curve as SourceCurve, Scene, SceneClip, SceneCurveTrack};
use rigmill_format::{Component, Curve, CurveClip, CurveTrack, KeyFrameSequence, WrapMode};
use rigmill_math::to_f32;
use rigmill_pipeline::{Labelled, ProcessContext, Processor};

use super::curve_clip::{CurveClipParams, curve, wrapped};
use super::smooth::smooth_curves;
use super::values::{POSITION, ROTATION, SCALE};
use crate::data::push_events;
use crate::report::Result;
use crate::scene::{self, NamedClip, push_weights};
use crate::skeletons::BonePaths;

/// Turns each clip of a [`Scene`] that moves anything into a [`CurveClip`], labelled with its name, such as `@Run`.
///
/// A channel has the source's own curves if the importer kept them, or else a key with smooth tangents for each frame. As in
/// sampled clips, the paths of bones begin at the root. Every bone has curves for its position and rotation, and also for its
/// scale if it has one.
#[derive(Clone, Copy, Debug, Default)]
pub struct SceneCurveClipProcessor;

impl Processor for SceneCurveClipProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = CurveClipParams;
    const NAME: &'static str = "curve-clip";
    const VERSION: u32 = 6;

    fn process(&self, input: &Scene, params: &CurveClipParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        let bones = scene::named_bones(input, ctx);
        let skeleton = bones.to_skeleton();
        let paths = BonePaths::of_scene(&skeleton, &bones);
        let mut products = Labelled::default();
        for NamedClip { source, label, clip } in scene::named_clips(input, &bones, ctx) {
            push_events(&mut products, &label, source);
            push_weights(&mut products, &label, input, source);
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

/// Returns the curves that the importer kept, by bone name.
fn kept<'a>(clip: &'a SceneClip, bones: &'a scene::Bones) -> HashMap<&'a str, &'a SceneCurveTrack> {
    let name = |node| bones.of_node(node).and_then(|bone| bones.get(bone)).map(|bone| bone.name.as_str());
    clip.curves.iter().filter_map(|track| Some((name(track.node)?, track))).collect()
}

/// Returns the times of the frames in seconds.
fn times(clip: &SceneClip) -> Vec<f32> {
    (0..clip.frames).map(|frame| to_f32(clip.frame_time(frame))).collect()
}

fn curves(sequence: &KeyFrameSequence, kept: Option<&SceneCurveTrack>, times: &[f32]) -> Vec<Curve> {
    let mut curves = channel(POSITION, kept.and_then(|kept| kept.translation.as_ref()), times, &sequence.translation);
    curves.extend(channel(ROTATION, kept.and_then(|kept| kept.rotation.as_ref()), times, &sequence.rotation));
    curves.extend(channel(SCALE, kept.and_then(|kept| kept.scale.as_ref()), times, &sequence.scale));
    curves
}

/// Returns the kept curves of a channel, or else curves made from its samples.
fn channel<const N: usize>(
    components: &[Component],
    kept: Option<&[SourceCurve; N]>,
    times: &[f32],
    samples: &[[f32; N]],
) -> Vec<Curve> {
    match kept {
        Some(kept) => components.iter().zip(kept).map(|(&component, kept)| curve(component, kept)).collect(),
        None => smooth_curves(components, times, samples, WrapMode::Default),
    }
}

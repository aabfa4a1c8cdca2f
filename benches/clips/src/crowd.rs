//! A crowd: many robots with two layers each and every bone in the middle of a cross-fade, followed by matrices. Compared with
//! plain glam.

use std::hint::black_box;
use std::ops::Range;
use std::sync::Arc;

use glam::{Affine3A, Mat4};
use rigmill_processors::compression::SourceClip;
use rigmill_processors::uniform_clip;
use rigmill_runtime::blocks::weight_blocks;
use rigmill_runtime::clips::Clip;
use rigmill_runtime::content::{Skeleton, UniformClip};
use rigmill_runtime::{Crowd, PlayMode, PlayOptions};

use crate::measure::medians;
use crate::plain::PlainClip;
use crate::rows::{Joint, RowClip, to_model};
use crate::skeleton::skeleton;
use rigmill_test_random::Random;

const ROBOTS: usize = 1000;
/// The number of bones that belong to the lower body.
const LOWER: usize = 20;
const DT: f32 = 1.0 / 60.0;
/// Longer than the whole measurement, so that every bone stays in the middle of its fade.
const BLEND_TIME: f32 = 1e3;

/// What a layer of a robot plays.
#[derive(Clone, Copy)]
struct Fade {
    clips: [usize; 2],
    times: [f32; 2],
    elapsed: f32,
}

/// Returns one line: ns per bone with plain glam, with careful glam and as a crowd, and the ratios.
pub(crate) fn report(kind: &str, clips: &[SourceClip]) -> String {
    let Some(first) = clips.first() else { return format!("{kind}: no clips") };
    let clips: Vec<_> = clips.iter().filter(|clip| clip.bones == first.bones).collect();
    let fades = fades(&clips);
    let Some(mut crowd) = crowd(&clips, &fades) else { return format!("{kind}: no crowd") };
    let mut plain = PlainCrowd::new(&clips, fades.clone());
    let mut glam = || plain.update();
    let mut rows = RowCrowd::new(&clips, fades);
    let mut careful = || rows.update();
    let mut blocks = || {
        black_box(crowd.update(DT).is_ok());
        black_box(crowd.matrices().last());
    };
    let [glam, careful, blocks] = medians(ROBOTS * first.bones.len(), [&mut glam, &mut careful, &mut blocks]);
    format!(
        "{kind}, {ROBOTS} characters of {} bones, {} clips: glam {glam:.2}, careful glam {careful:.2}, crowd {blocks:.2} ns a bone, \
         ratios {:.2}, {:.2}",
        first.bones.len(),
        clips.len(),
        blocks / glam,
        blocks / careful
    )
}

fn fades(clips: &[&SourceClip]) -> Vec<[Fade; 2]> {
    let mut random = Random::new(5);
    let mut any = |below: usize| random.below(below);
    let mut fade = || {
        let clips_of = [any(clips.len()), any(clips.len())];
        let times = clips_of.map(|clip| any(1000) as f32 / 1000.0 * length(clips[clip]));
        Fade { clips: clips_of, times, elapsed: 0.0 }
    };
    (0..ROBOTS).map(|_| [fade(), fade()]).collect()
}

fn length(clip: &SourceClip) -> f32 {
    (clip.frames() - 1) as f32 / clip.frame_rate
}

fn crowd(clips: &[&SourceClip], fades: &[[Fade; 2]]) -> Option<Crowd> {
    let bones = &clips[0].bones;
    let skeleton = Arc::new(Skeleton::from_owned(&skeleton(bones)).ok()?);
    let loaded = |clip: &&SourceClip| {
        Some(Clip::new(&Arc::new(UniformClip::from_owned(&uniform_clip(clip)).ok()?), &skeleton.view()))
    };
    let mask = |lower: bool| weight_blocks((0..bones.len()).map(|bone| f32::from(u8::from((bone < LOWER) == lower))));
    let clips = clips.iter().map(loaded).collect::<Option<_>>()?;
    let mut crowd = Crowd::new(&skeleton, clips, vec![mask(true), mask(false)], ROBOTS).ok()?;
    for (robot, fades) in fades.iter().enumerate() {
        for (layer, fade) in fades.iter().enumerate() {
            for (clip, start_time) in fade.clips.into_iter().zip(fade.times) {
                let mode = PlayMode::Repeat;
                let options = PlayOptions { start_time, blend_time: BLEND_TIME, time_scale: 1.0, mode };
                crowd.play(crowd.characters()[robot], layer, clip, &options).ok()?;
            }
        }
    }
    Some(crowd)
}

/// The same crowd, bone by bone: the two clips of the bone's layer are mixed, and multiplied by the parent's matrix.
struct PlainCrowd {
    clips: Vec<(PlainClip, f32)>,
    parents: Vec<Option<usize>>,
    fades: Vec<[Fade; 2]>,
    absolute: Vec<Mat4>,
}

impl PlainCrowd {
    fn new(clips: &[&SourceClip], fades: Vec<[Fade; 2]>) -> Self {
        let parents: Vec<_> = clips[0].bones.iter().map(|bone| bone.parent).collect();
        Self {
            clips: clips.iter().map(|clip| (PlainClip::new(clip), length(clip))).collect(),
            absolute: vec![Mat4::IDENTITY; ROBOTS * parents.len()],
            parents,
            fades,
        }
    }

    fn update(&mut self) {
        for (fades, absolute) in self.fades.iter_mut().zip(self.absolute.chunks_exact_mut(self.parents.len())) {
            advance(fades, |clip| self.clips[clip].1);
            for (fade, bones) in fades.iter().zip(layers(self.parents.len())) {
                let [a, b] = [0, 1].map(|side: usize| {
                    let clip = &self.clips[fade.clips[side]].0;
                    (clip, clip.frames(fade.times[side]))
                });
                let fraction = fade.elapsed / BLEND_TIME;
                for bone in bones {
                    let (from, to) = (a.0.bone(bone, a.1), b.0.bone(bone, b.1));
                    let mixed = from.mix(&to, fraction);
                    let local = Mat4::from_scale_rotation_translation(mixed.scale, mixed.rotation, mixed.translation);
                    absolute[bone] = self.parents[bone].map_or(local, |parent| absolute[parent] * local);
                }
            }
        }
        black_box(&mut self.absolute);
    }
}

fn advance(fades: &mut [Fade; 2], length: impl Fn(usize) -> f32) {
    for fade in fades.iter_mut() {
        fade.elapsed += DT;
        for (clip, time) in fade.clips.into_iter().zip(&mut fade.times) {
            *time += DT;
            if *time > length(clip) {
                *time %= length(clip);
            }
        }
    }
}

/// Returns the bones of each layer.
fn layers(bones: usize) -> [Range<usize>; 2] {
    [0..LOWER.min(bones), LOWER.min(bones)..bones]
}

/// The same crowd with clips in rows: each layer's part of two poses is mixed, then converted to matrices of three columns.
struct RowCrowd {
    clips: Vec<(RowClip, f32)>,
    parents: Vec<Option<usize>>,
    fades: Vec<[Fade; 2]>,
    poses: [Vec<Joint>; 2],
    absolute: Vec<Affine3A>,
}

impl RowCrowd {
    fn new(clips: &[&SourceClip], fades: Vec<[Fade; 2]>) -> Self {
        let parents: Vec<_> = clips[0].bones.iter().map(|bone| bone.parent).collect();
        Self {
            clips: clips.iter().map(|clip| (RowClip::new(clip), length(clip))).collect(),
            poses: [0, 1].map(|_| vec![Joint::IDENTITY; parents.len()]),
            absolute: vec![Affine3A::IDENTITY; ROBOTS * parents.len()],
            parents,
            fades,
        }
    }

    fn update(&mut self) {
        let Self { clips, parents, poses: [from, to], .. } = self;
        for (fades, absolute) in self.fades.iter_mut().zip(self.absolute.chunks_exact_mut(parents.len())) {
            advance(fades, |clip| clips[clip].1);
            for (fade, bones) in fades.iter().zip(layers(parents.len())) {
                clips[fade.clips[0]].0.sample(fade.times[0], bones.clone(), from);
                clips[fade.clips[1]].0.sample(fade.times[1], bones.clone(), to);
                let fraction = fade.elapsed / BLEND_TIME;
                for (from, to) in from[bones.clone()].iter_mut().zip(&to[bones]) {
                    *from = from.mix(to, fraction);
                }
            }
            to_model(parents, from, absolute);
        }
        black_box(&mut self.absolute);
    }
}

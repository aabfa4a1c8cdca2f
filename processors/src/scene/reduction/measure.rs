//! [`Rig`]: measures errors in model space.

use std::collections::BTreeSet;

use rigmill_dom::SceneTransform;
use rigmill_format::KeyFrameSequence;
use rigmill_math::affine::{self, Affine};

use super::super::bones::{Bones, to_affine};
use super::frame_grid::FrameGrid;
use super::keys::{Weight, difference};
use super::track::Track;

/// The limits for errors.
pub(super) struct Limits {
    pub(super) error: f64,
    pub(super) shell: f64,
}

/// The bones that a clip moves, and the clip's frames.
pub(super) struct Rig<'a> {
    bones: Vec<RigBone<'a>>,
    pub(super) frames: FrameGrid,
}

struct RigBone<'a> {
    parent: Option<usize>,
    bind: &'a SceneTransform,
    track: Option<usize>,
}

impl<'a> Rig<'a> {
    /// Creates the rig of `bones` with a track for each sequence. All sequences have keys at `frames`.
    pub(super) fn new(bones: &'a Bones, sequences: &[KeyFrameSequence], frames: FrameGrid) -> Self {
        let track = |name: &str| sequences.iter().position(|it| it.bone_name == name);
        let bone = |index| bones.get(index);
        let all = (0..).map_while(bone);
        let bones = all.map(|bone| RigBone {
            parent: bone.parent.map(|parent| parent as usize),
            bind: &bone.local,
            track: track(&bone.name),
        });
        Self { bones: bones.collect(), frames }
    }

    /// Returns the number of times to measure: each frame, and half way between each two frames.
    fn times(&self) -> usize {
        self.frames.count * 2 - 1
    }

    /// Returns the transform of each bone in model space at a time.
    fn worlds(&self, tracks: &[Track], time: f32) -> Vec<Affine> {
        let mut worlds: Vec<Affine> = Vec::with_capacity(self.bones.len());
        for bone in &self.bones {
            let local = bone.track.map_or(*bone.bind, |track| tracks[track].at(time, bone.bind));
            let local = to_affine(&local);
            let world = bone.parent.map_or(local, |parent| affine::multiply(&worlds[parent], &local));
            worlds.push(world);
        }
        worlds
    }

    /// Returns how much an error of each track affects the model, at the worst frame.
    pub(super) fn weights(&self, tracks: &[Track], limits: &Limits) -> Vec<Weight> {
        let mut weights = vec![Weight { reach: limits.shell, scale: 1.0 }; tracks.len()];
        for frame in 0..self.frames.count {
            let worlds = self.worlds(tracks, self.frames.time(frame * 2));
            let mut reaches = vec![limits.shell; self.bones.len()];
            for (index, bone) in self.bones.iter().enumerate().rev() {
                if let Some(track) = bone.track {
                    let weight = &mut weights[track];
                    weight.reach = weight.reach.max(reaches[index]);
                    let above = bone.parent.map_or(1.0, |parent| largest_scale(&worlds[parent]));
                    weight.scale = weight.scale.max(above);
                }
                if let Some(parent) = bone.parent {
                    let far = distance(origin(&worlds[index]), origin(&worlds[parent])) + reaches[index];
                    reaches[parent] = reaches[parent].max(far);
                }
            }
        }
        weights
    }

    /// Returns the keys to put back, as pairs of track and frame; an empty set if the error is within the bound. With
    /// `everywhere`, returns all missing keys at each time with too large an error. Otherwise, considers only the worst time in
    /// each run of such times, and returns only the missing keys with the largest effect.
    pub(super) fn wanted(
        &self,
        source: &[Track],
        reduced: &[Track],
        kept: &[Vec<bool>],
        weights: &[Weight],
        limits: &Limits,
        everywhere: bool,
    ) -> BTreeSet<(usize, usize)> {
        let mut wanted = BTreeSet::new();
        let mut put_back = |at: usize, bone: usize| {
            let lacking = self.lacking(at, bone, source, reduced, kept, weights);
            wanted.extend(lacking.into_iter().take(if everywhere { usize::MAX } else { 1 }).flat_map(|(_, keys)| keys));
        };
        let mut run: Option<(f64, usize, usize)> = None;
        for at in 0..self.times() {
            let time = self.frames.time(at);
            let (bone, error) = worst_bone(&self.worlds(source, time), &self.worlds(reduced, time), limits.shell);
            if error <= limits.error {
                run.take().inspect(|&(_, at, bone)| put_back(at, bone));
            } else if everywhere {
                put_back(at, bone);
            } else if run.is_none_or(|(worst, ..)| error > worst) {
                run = Some((error, at, bone));
            }
        }
        run.inspect(|&(_, at, bone)| put_back(at, bone));
        wanted
    }

    /// Returns the missing keys at a time, in the tracks of a bone and of all bones above it. The track with the largest error
    /// comes first.
    fn lacking(
        &self,
        at: usize,
        bone: usize,
        source: &[Track],
        reduced: &[Track],
        kept: &[Vec<bool>],
        weights: &[Weight],
    ) -> Vec<(f64, Vec<(usize, usize)>)> {
        let (time, frames) = (self.frames.time(at), at / 2..=at.div_ceil(2));
        let mut lacking = Vec::new();
        let mut next = Some(bone);
        while let Some(index) = next {
            let bone = &self.bones[index];
            next = bone.parent;
            let Some(track) = bone.track else { continue };
            let missing: Vec<_> =
                frames.clone().filter(|&frame| !kept[track][frame]).map(|frame| (track, frame)).collect();
            if !missing.is_empty() {
                let [a, b] = [source, reduced].map(|tracks| tracks[track].at(time, bone.bind));
                lacking.push((difference(&a, &b, &weights[track]), missing));
            }
        }
        lacking.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        lacking
    }
}

/// Returns the bone with the largest error, and this error.
fn worst_bone(right: &[Affine], found: &[Affine], shell: f64) -> (usize, f64) {
    let errors = right.iter().zip(found).map(|(right, found)| error(right, found, shell)).enumerate();
    errors.fold((0, 0.0), |worst, (bone, error)| if error > worst.1 { (bone, error) } else { worst })
}

/// Returns the largest error of six points around a bone: on both sides along each of its axes, at the distance `shell` in
/// model space.
fn error(right: &Affine, found: &Affine, shell: f64) -> f64 {
    let mut worst = distance(origin(right), origin(found));
    for axis in 0..3 {
        let length = column(right, axis).iter().map(|along| along * along).sum::<f64>().sqrt();
        for side in [shell, -shell] {
            let mut point = [0.0; 3];
            point[axis] = if length > 0.0 { side / length } else { 0.0 };
            worst = worst.max(distance(affine::transform_point(right, point), affine::transform_point(found, point)));
        }
    }
    worst
}

fn origin(m: &Affine) -> [f64; 3] {
    column(m, 3)
}

fn column(m: &Affine, at: usize) -> [f64; 3] {
    m.map(|row| row[at])
}

fn largest_scale(m: &Affine) -> f64 {
    (0..3).map(|axis| distance(column(m, axis), [0.0; 3])).fold(0.0, f64::max)
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|at| (a[at] - b[at]) * (a[at] - b[at])).sum::<f64>().sqrt()
}

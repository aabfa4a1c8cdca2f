//! [`Binding`]: the curves that move some bones, and the current position in these curves.

use rigmill_format::Transform;
use rigmill_math::quaternion::normalize_in_f64;

use super::lanes::{Progress, Slot};
use super::tracks::Tracks;

/// The curves that move some bones of a pose. It belongs to the tracks from which it was created.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    targets: Vec<Target>,
    /// The numbers of the tracks whose curves move no bone.
    unbound: Vec<usize>,
    progress: Progress,
    values: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
struct Target {
    bone: usize,
    slots: [Option<Slot>; 10],
    translation: Source<3>,
    rotation: Source<4>,
    scale: Source<3>,
}

impl Target {
    fn new(bone: usize, slots: [Option<Slot>; 10]) -> Self {
        let (translation, rotation) = (Source::new(&slots[..3]), Source::new(&slots[3..7]));
        Self { bone, slots, translation, rotation, scale: Source::new(&slots[7..]) }
    }
}

/// The positions of a vector's components among the values.
#[derive(Clone, Copy, Debug)]
enum Source<const N: usize> {
    Missing,
    /// Consecutive values, from this index on.
    Run(usize),
    Scattered([Option<Slot>; N]),
}

impl<const N: usize> Source<N> {
    fn new(slots: &[Option<Slot>]) -> Self {
        let slots: [Option<Slot>; N] = std::array::from_fn(|component| slots.get(component).copied().flatten());
        let Some(first) = slots.iter().find_map(|slot| *slot) else { return Self::Missing };
        let is_run = slots.iter().zip(first..).all(|(slot, next)| *slot == Some(next));
        if is_run { Self::Run(first as usize) } else { Self::Scattered(slots) }
    }

    fn is_present(&self) -> bool {
        !matches!(self, Self::Missing)
    }

    #[inline]
    fn put(&self, values: &[f32], into: &mut [f32; N]) {
        match self {
            Self::Missing => {}
            Self::Run(first) => {
                if let Some(values) = values.get(*first..).and_then(|values| values.first_chunk()) {
                    *into = *values;
                }
            }
            Self::Scattered(slots) => {
                for (component, slot) in into.iter_mut().zip(slots) {
                    if let Some(value) = slot.and_then(|slot| values.get(slot as usize)) {
                        *component = *value;
                    }
                }
            }
        }
    }
}

impl Binding {
    pub(super) fn new(tracks: &Tracks, bones: &[impl AsRef<str>]) -> Self {
        let (found, unbound) = tracks.bind(bones);
        let targets = found.into_iter().map(|(bone, track)| Target::new(bone, tracks.tracks[track].slots));
        let targets: Vec<Target> = targets.collect();
        let slots = targets.iter().flat_map(|target| target.slots).flatten();
        let (progress, values) = (tracks.lanes.progress(slots), vec![0.0; tracks.lanes.slots()]);
        Self { targets, unbound, progress, values }
    }

    /// Evaluates all curves at a time and writes the results to the pose. Bones without curves, components without a curve, and
    /// bones that the pose does not have stay unchanged.
    pub(super) fn play(&mut self, tracks: &Tracks, time: f32, pose: &mut [Transform]) {
        tracks.lanes.evaluate(time, &mut self.progress, &mut self.values);
        for target in &self.targets {
            let Some(transform) = pose.get_mut(target.bone) else { continue };
            target.translation.put(&self.values, &mut transform.translation);
            target.scale.put(&self.values, &mut transform.scale);
            if target.rotation.is_present() {
                target.rotation.put(&self.values, &mut transform.rotation);
                transform.rotation = normalize_in_f64(transform.rotation);
            }
        }
    }

    /// The paths of tracks that move no bone of the pose, in the order of the clip.
    pub(super) fn unbound<'a>(&'a self, tracks: &'a Tracks) -> impl ExactSizeIterator<Item = &'a str> {
        self.unbound.iter().map(|track| tracks.tracks[*track].path.as_str())
    }

    /// The bones that have curves, as indices in the pose.
    pub(super) fn bones(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.targets.iter().map(|target| target.bone)
    }

    /// The values of a bone's curves from the last evaluation.
    pub(super) fn values(&self, bone: usize) -> [Option<f32>; 10] {
        let target = self.targets.iter().find(|target| target.bone == bone);
        target.map_or([None; 10], |target| target.slots.map(|slot| self.values.get(slot? as usize).copied()))
    }
}

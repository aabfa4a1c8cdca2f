//! Reads a motion from its file, evaluates the path through its keys, and checks the rules of motions.

use rigmill_math::vector::dot;

use super::curve;
use super::records::{LOOPS, MotionHeader, MotionView};
use super::value::{MAX_MOTION_TICKS, MAX_QUANTUM_BITS, Motion, MotionInterpolation, TICKS_PER_SECOND};
use crate::error::{ensure, invalid};
use crate::layout::{Rules, getters, names};
use crate::{InvalidContent, RigidTransform};

/// The maximum coordinate of a pose, and the maximum change of a scale.
const MAX_TRANSLATION: f64 = 1e9;
/// The maximum number of a slope.
const MAX_SLOPE: f64 = 1e12;
/// The maximum difference between the squared length of a rotation and 1.
const UNIT: f64 = 1e-9;

impl<'a> MotionView<'a> {
    getters! { self:
        /// The root bone.
        bone: &'a str = names::checked_text(self.name);
        /// The duration of a loop, in ticks.
        duration: u64 = self.header.duration;
        /// Whether the motion repeats at its end, from the pose that the character then has.
        loops: bool = self.header.flags & LOOPS != 0;
        /// The path between keys.
        interpolation: MotionInterpolation =
            MotionInterpolation::from_number(self.header.interpolation).unwrap_or_default();
        /// The quantum of fixed-point numbers is 2 to the power of minus this number.
        quantum_bits: u32 = self.header.quantum_bits;
        /// The quantum of the fixed-point form.
        // At most 2^30, so the conversion is exact.
        quantum: f64 = 1.0 / (1_u64 << self.quantum_bits().min(MAX_QUANTUM_BITS)) as f64;
        /// The root's pose in its clip when the motion starts.
        start: RigidTransform = self.header.start;
        /// The key times in ticks.
        times: &'a [u64] = self.times;
        /// The pose at each key, relative to the start.
        poses: &'a [RigidTransform] = self.poses;
        /// The change per second of each number of a pose, at each key. Empty if the interpolation is linear.
        slopes: &'a [RigidTransform] = self.slopes;
        /// The difference between the root's scale at each key and at the first key. Empty if the motion does not scale.
        scales: &'a [[f64; 3]] = self.scales;
        /// The change per second of these differences, at each key. Empty if the interpolation is linear or the motion does not
        /// scale.
        scale_slopes: &'a [[f64; 3]] = self.scale_slopes;
        /// The change of the scale by a whole loop, which is the last change.
        whole_scale: [f64; 3] = self.scales.last().copied().unwrap_or_default();
        /// The movement of a whole loop, which is the last pose.
        whole_loop: RigidTransform = self.poses.last().copied().unwrap_or(RigidTransform::IDENTITY);
        /// A copy that owns its keys.
        to_owned: Motion = Motion {
            bone: self.bone().to_owned(),
            loops: self.loops(),
            interpolation: self.interpolation(),
            quantum_bits: self.quantum_bits(),
            start: self.start(),
            times: self.times.to_vec(),
            poses: self.poses.to_vec(),
            slopes: self.slopes.to_vec(),
            scales: self.scales.to_vec(),
            scale_slopes: self.scale_slopes.to_vec(),
        };
    }

    /// Returns the pose at `ticks`, a time within the loop. Times before the start give the pose at the start, times after the
    /// end give the pose at the end, and NaN gives the pose at the start.
    #[must_use]
    pub fn pose(&self, ticks: f64) -> RigidTransform {
        let key = |key: usize| self.poses.get(key).copied();
        self.between(ticks, key, |key| self.slopes.get(key).copied()).unwrap_or_default()
    }

    /// Returns the difference between the root's scale at `ticks` and at the start. Times outside the loop and NaN are handled
    /// as in [`pose`](Self::pose).
    #[must_use]
    pub fn scale(&self, ticks: f64) -> [f64; 3] {
        // Scales are interpolated like translations.
        let key = |key: usize| self.scales.get(key).map(|scale| shift(*scale));
        let slope = |key: usize| {
            let slope = self.scale_slopes.get(key);
            slope.map(|slope| RigidTransform { translation: *slope, rotation: [0.0; 4] })
        };
        self.between(ticks, key, slope).unwrap_or_default().translation
    }

    /// The path through the keys of all times, at `ticks`. `None` without keys.
    fn between(
        &self,
        ticks: f64,
        key: impl Fn(usize) -> Option<RigidTransform>,
        slope: impl Fn(usize) -> Option<RigidTransform>,
    ) -> Option<RigidTransform> {
        let last = self.times.len().checked_sub(1)?;
        let after = self.times.partition_point(|key| *key as f64 <= ticks);
        if after == 0 || after > last {
            return key(after.min(last));
        }
        let (from, to) = (*self.times.get(after - 1)? as f64, *self.times.get(after)? as f64);
        let fraction = (ticks - from) / (to - from);
        let (a, b) = (key(after - 1)?, key(after)?);
        let (Some(a_slope), Some(b_slope)) = (slope(after - 1), slope(after)) else {
            return Some(curve::linear(&a, &b, fraction));
        };
        let seconds = (to - from) / TICKS_PER_SECOND as f64;
        Some(curve::smooth((&a, &a_slope), (&b, &b_slope), seconds, fraction))
    }
}

impl Rules for MotionView<'_> {
    const PREFIX: Option<&'static str> = Some("the motion is not valid");

    fn check(&self) -> Result<(), InvalidContent> {
        check_header(&self.header)?;
        names::text(self.name, "bone", 0)?;
        self.check_counts()?;
        self.check_times(self.duration())?;
        self.check_poses()?;
        self.check_scales()?;
        let wild = |slope: &RigidTransform| !numbers(slope).all(|number| number.abs() <= MAX_SLOPE);
        let wild_scale = |slope: &[f64; 3]| !slope.iter().all(|number| number.abs() <= MAX_SLOPE);
        let found = self.slopes.iter().position(wild).or_else(|| self.scale_slopes.iter().position(wild_scale));
        match found {
            Some(key) => Err(invalid!("the slope of key {key} is infinite, NaN, or above 10^12 per second")),
            None => Ok(()),
        }
    }
}

impl MotionView<'_> {
    fn check_scales(&self) -> Result<(), InvalidContent> {
        ensure!(self.scales.first().is_none_or(|first| *first == [0.0; 3]), "the first scale is not zero");
        let wild = |scale: &[f64; 3]| !scale.iter().all(|number| number.abs() <= MAX_TRANSLATION);
        self.scales.iter().position(wild).map_or(Ok(()), |key| Err(invalid!("scale {key} is not finite or too large")))
    }

    fn check_counts(&self) -> Result<(), InvalidContent> {
        let keys = self.times.len();
        ensure!(keys >= 2, "it has {keys} keys, expected 2 or more");
        let sloped = |keys: usize| if self.interpolation() == MotionInterpolation::Linear { 0 } else { keys };
        let scaled = if self.scales.is_empty() { 0 } else { keys };
        let lists = [
            ("poses", self.poses.len(), keys),
            ("slopes", self.slopes.len(), sloped(keys)),
            ("scales", self.scales.len(), scaled),
            ("scale slopes", self.scale_slopes.len(), sloped(scaled)),
        ];
        for (list, found, expected) in lists {
            ensure!(found == expected, "it has {found} {list}, expected {expected}");
        }
        Ok(())
    }

    fn check_times(&self, duration: u64) -> Result<(), InvalidContent> {
        let ends = self.times.first() == Some(&0) && self.times.last() == Some(&duration);
        ensure!(ends, "the keys do not reach from 0 to the duration");
        match self.times.windows(2).position(|pair| pair[0] >= pair[1]) {
            Some(before) => Err(invalid!("key {} is not later than the previous key", before + 1)),
            None => Ok(()),
        }
    }

    fn check_poses(&self) -> Result<(), InvalidContent> {
        ensure!(self.poses.first() == Some(&RigidTransform::IDENTITY), "the first pose is not the identity");
        for (key, pose) in self.poses.iter().enumerate() {
            ensure!(is_pose(pose), "pose {key} is not finite or too far away, or its rotation is not of unit length");
            let before = key.checked_sub(1).and_then(|before| self.poses.get(before));
            let flips = before.is_some_and(|before| dot(before.rotation, pose.rotation) < 0.0);
            ensure!(!flips, "the rotation of pose {key} is not in the hemisphere of the previous rotation");
        }
        Ok(())
    }
}

fn check_header(header: &MotionHeader) -> Result<(), InvalidContent> {
    let MotionHeader { duration, flags, reserved, interpolation, quantum_bits, .. } = *header;
    ensure!(flags & !LOOPS == 0, "motion 0 has unknown flags {flags:#x}");
    ensure!(reserved == 0, "motion 0 has unknown flags {reserved:#x}");
    ensure!(
        (1..=MAX_MOTION_TICKS).contains(&duration),
        "the duration is {duration} ticks, expected 1 to {MAX_MOTION_TICKS}"
    );
    ensure!(
        MotionInterpolation::from_number(interpolation).is_some(),
        "interpolation number {interpolation} is unknown, expected 0 (linear) or 1 (smooth)"
    );
    ensure!(
        quantum_bits <= MAX_QUANTUM_BITS,
        "the quantum is 2^-{quantum_bits}, expected 2^-{MAX_QUANTUM_BITS} or more"
    );
    ensure!(
        is_pose(&header.start),
        "the start is not a valid pose: its numbers are not finite or too large, or its rotation is not of unit length"
    );
    Ok(())
}

fn shift(translation: [f64; 3]) -> RigidTransform {
    RigidTransform { translation, ..RigidTransform::IDENTITY }
}

fn numbers(transform: &RigidTransform) -> impl Iterator<Item = f64> {
    transform.translation.into_iter().chain(transform.rotation)
}

/// Also rejects NaN, because comparisons with NaN are false.
fn is_pose(pose: &RigidTransform) -> bool {
    let length = dot(pose.rotation, pose.rotation);
    pose.translation.iter().all(|along| along.abs() <= MAX_TRANSLATION) && (length - 1.0).abs() <= UNIT
}

//! Reads a motion from its file, evaluates the path through its keys, and checks the rules of motions.

use rigmill_math::vector::dot;

use super::curve;
use super::records::{LOOPS, MotionHeader, MotionView};
use super::value::{MAX_MOTION_TICKS, MAX_QUANTUM_BITS, Motion, MotionInterpolation, TICKS_PER_SECOND};
use crate::layout::{Rules, getters, names};
use crate::{InvalidContent, MotionProblem, RigidTransform};

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
            Some(key) => Err(MotionProblem::Slope(key).into()),
            None => Ok(()),
        }
    }
}

impl MotionView<'_> {
    fn check_scales(&self) -> Result<(), MotionProblem> {
        if self.scales.first().is_some_and(|first| *first != [0.0; 3]) {
            return Err(MotionProblem::FirstScale);
        }
        let wild = |scale: &[f64; 3]| !scale.iter().all(|number| number.abs() <= MAX_TRANSLATION);
        self.scales.iter().position(wild).map_or(Ok(()), |key| Err(MotionProblem::Scale(key)))
    }

    fn check_counts(&self) -> Result<(), MotionProblem> {
        let keys = self.times.len();
        if keys < 2 {
            return Err(MotionProblem::Keys(keys));
        }
        let sloped = |keys: usize| if self.interpolation() == MotionInterpolation::Linear { 0 } else { keys };
        let scaled = if self.scales.is_empty() { 0 } else { keys };
        let lists = [
            ("poses", self.poses.len(), keys),
            ("slopes", self.slopes.len(), sloped(keys)),
            ("scales", self.scales.len(), scaled),
            ("scale slopes", self.scale_slopes.len(), sloped(scaled)),
        ];
        for (list, found, expected) in lists {
            if found != expected {
                return Err(MotionProblem::ListLength { list, found, expected });
            }
        }
        Ok(())
    }

    fn check_times(&self, duration: u64) -> Result<(), MotionProblem> {
        let ends = self.times.first() == Some(&0) && self.times.last() == Some(&duration);
        if !ends {
            return Err(MotionProblem::Ends);
        }
        match self.times.windows(2).position(|pair| pair[0] >= pair[1]) {
            Some(before) => Err(MotionProblem::TimeOrder(before + 1)),
            None => Ok(()),
        }
    }

    fn check_poses(&self) -> Result<(), MotionProblem> {
        if self.poses.first() != Some(&RigidTransform::IDENTITY) {
            return Err(MotionProblem::FirstPose);
        }
        for (key, pose) in self.poses.iter().enumerate() {
            if !is_pose(pose) {
                return Err(MotionProblem::Pose(key));
            }
            let before = key.checked_sub(1).and_then(|before| self.poses.get(before));
            if before.is_some_and(|before| dot(before.rotation, pose.rotation) < 0.0) {
                return Err(MotionProblem::Hemisphere(key));
            }
        }
        Ok(())
    }
}

fn check_header(header: &MotionHeader) -> Result<(), InvalidContent> {
    let unknown = header.flags & !LOOPS;
    if unknown != 0 || header.reserved != 0 {
        let found = if unknown != 0 { header.flags } else { header.reserved };
        return Err(InvalidContent::UnknownFlags { what: "motion", index: 0, found });
    }
    let problem = if !(1..=MAX_MOTION_TICKS).contains(&header.duration) {
        MotionProblem::Duration { found: header.duration, limit: MAX_MOTION_TICKS }
    } else if MotionInterpolation::from_number(header.interpolation).is_none() {
        MotionProblem::Interpolation(header.interpolation)
    } else if header.quantum_bits > MAX_QUANTUM_BITS {
        MotionProblem::QuantumBits { found: header.quantum_bits, limit: MAX_QUANTUM_BITS }
    } else if !is_pose(&header.start) {
        MotionProblem::Start
    } else {
        return Ok(());
    };
    Err(problem.into())
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

//! [`MotionView`]: a motion read where its bytes lie.

use super::curve;
use super::tables::{ALIGNMENT, LINEAR, LOOPS, MotionHeader, SECTIONS, SECTIONS_1, SMOOTH};
use super::{MAX_MOTION_TICKS, MAX_QUANTUM_BITS, Motion, MotionInterpolation, TICKS_PER_SECOND};
use crate::container::{Container, Spans};
use crate::{Content, DecodeError, InvalidContent, MotionProblem, RigidTransform, names};
use rigmill_math::vector::dot;

/// The largest coordinate of a pose, and the largest change of a scale.
const MAX_TRANSLATION: f64 = 1e9;
/// The largest number of a slope.
const MAX_SLOPE: f64 = 1e12;
/// By how much the square of a rotation's length may differ from 1.
const UNIT: f64 = 1e-9;

/// Where the parts of a checked motion lie in its bytes. An owner of the bytes keeps it beside them
/// and has a view again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MotionLayout(Spans<7>);

impl MotionLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged motion of this version, or begin at an address that is no
    /// multiple of 8.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let layout = Self(match container.content_version() {
            1 => container.spans(Motion::TYPE, 1, &SECTIONS_1, ALIGNMENT)?.widened(),
            _ => container.spans(Motion::TYPE, Motion::VERSION, &SECTIONS, ALIGNMENT)?,
        });
        layout.view(bytes).validate()?;
        Ok(layout)
    }

    /// The motion in `bytes`, which have to be those that were parsed. With other bytes the view
    /// shows some other motion or none.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> MotionView<'a> {
        MotionView {
            header: self.0.elements(bytes, 0),
            name: self.0.elements(bytes, 1),
            times: self.0.elements(bytes, 2),
            poses: self.0.elements(bytes, 3),
            slopes: self.0.elements(bytes, 4),
            scales: self.0.elements(bytes, 5),
            scale_slopes: self.0.elements(bytes, 6),
        }
    }
}

/// A motion read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct MotionView<'a> {
    header: &'a [MotionHeader],
    name: &'a [u8],
    times: &'a [u64],
    poses: &'a [RigidTransform],
    slopes: &'a [RigidTransform],
    scales: &'a [[f64; 3]],
    scale_slopes: &'a [[f64; 3]],
}

impl<'a> MotionView<'a> {
    /// Checks a whole file and views its content.
    ///
    /// # Errors
    /// As [`MotionLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(MotionLayout::parse(bytes)?.view(bytes))
    }

    pub(super) fn of(motion: &'a Motion, header: &'a [MotionHeader]) -> Self {
        let Motion { bone, times, poses, slopes, scales, scale_slopes, .. } = motion;
        Self { header, name: bone.as_bytes(), times, poses, slopes, scales, scale_slopes }
    }

    /// The root bone.
    #[must_use]
    pub fn bone(&self) -> &'a str {
        names::checked_text(self.name)
    }

    /// The duration of a loop, in ticks.
    #[must_use]
    pub fn duration(&self) -> u64 {
        self.header.first().map_or(0, |header| header.duration)
    }

    /// Whether it begins again when it is over, from where it then is.
    #[must_use]
    pub fn loops(&self) -> bool {
        self.header.first().is_some_and(|header| header.flags & LOOPS != 0)
    }

    /// The path between keys.
    #[must_use]
    pub fn interpolation(&self) -> MotionInterpolation {
        match self.header.first() {
            Some(header) if header.interpolation == SMOOTH => MotionInterpolation::Smooth,
            _ => MotionInterpolation::Linear,
        }
    }

    /// Fixed-point numbers count quanta of 2 to the power of minus this.
    #[must_use]
    pub fn quantum_bits(&self) -> u32 {
        self.header.first().map_or(0, |header| header.quantum_bits)
    }

    /// The quantum of the fixed-point form.
    #[must_use]
    pub fn quantum(&self) -> f64 {
        // At most 2^30, so the shift cannot lose anything.
        1.0 / (1_u64 << self.quantum_bits().min(MAX_QUANTUM_BITS)) as f64
    }

    /// Where the root stands in its clip when the motion begins.
    #[must_use]
    pub fn start(&self) -> RigidTransform {
        self.header.first().map_or(RigidTransform::IDENTITY, |header| header.start)
    }

    /// Key times in ticks.
    #[must_use]
    pub fn times(&self) -> &'a [u64] {
        self.times
    }

    /// The pose at each key, relative to the first.
    #[must_use]
    pub fn poses(&self) -> &'a [RigidTransform] {
        self.poses
    }

    /// By how much each number of a pose changes per second at each key; none where the interpolation is linear.
    #[must_use]
    pub fn slopes(&self) -> &'a [RigidTransform] {
        self.slopes
    }

    /// By how much the root's scale at each key differs from that at the first; none where the motion scales nothing.
    #[must_use]
    pub fn scales(&self) -> &'a [[f64; 3]] {
        self.scales
    }

    /// By how much that changes per second at each key; none where the interpolation is linear or nothing is scaled.
    #[must_use]
    pub fn scale_slopes(&self) -> &'a [[f64; 3]] {
        self.scale_slopes
    }

    /// What a whole loop adds to the scale: the last change.
    #[must_use]
    pub fn whole_scale(&self) -> [f64; 3] {
        self.scales.last().copied().unwrap_or_default()
    }

    /// What a whole loop does: the last pose.
    #[must_use]
    pub fn whole_loop(&self) -> RigidTransform {
        self.poses.last().copied().unwrap_or(RigidTransform::IDENTITY)
    }

    /// The pose at `ticks`, a time within the loop: before its begin and behind its end, the pose there. Not a
    /// number counts as the begin.
    #[must_use]
    pub fn pose(&self, ticks: f64) -> RigidTransform {
        let key = |key: usize| self.poses.get(key).copied();
        self.between(ticks, key, |key| self.slopes.get(key).copied()).unwrap_or_default()
    }

    /// By how much the root's scale at `ticks` differs from that at the beginning; outside of the loop, and for what is not a
    /// number, as [`pose`](Self::pose).
    #[must_use]
    pub fn scale(&self, ticks: f64) -> [f64; 3] {
        // Numbers that go as a translation does.
        let key = |key: usize| self.scales.get(key).map(|scale| shift(*scale));
        let slope = |key: usize| {
            let slope = self.scale_slopes.get(key);
            slope.map(|slope| RigidTransform { translation: *slope, rotation: [0.0; 4] })
        };
        self.between(ticks, key, slope).unwrap_or_default().translation
    }

    /// The path through the keys of all times, at `ticks`; none where there are no keys.
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

    /// A copy that owns its keys.
    #[must_use]
    pub fn to_owned(&self) -> Motion {
        Motion {
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
        }
    }

    /// All rules of the type, both before encoding and after reading.
    pub(super) fn validate(&self) -> Result<(), InvalidContent> {
        let [header] = self.header else {
            let found = self.header.len();
            return Err(InvalidContent::HeaderCount { found });
        };
        check_header(header)?;
        names::text(self.name, "bone", 0)?;
        self.check_counts(header)?;
        self.check_times(header.duration)?;
        self.check_poses()?;
        self.check_scales()?;
        let wild = |slope: &RigidTransform| !numbers(slope).all(|number| number.abs() <= MAX_SLOPE);
        let wild_scale = |slope: &[f64; 3]| !slope.iter().all(|number| number.abs() <= MAX_SLOPE);
        let found = self.slopes.iter().position(wild).or_else(|| self.scale_slopes.iter().position(wild_scale));
        match found {
            Some(key) => Err(MotionProblem::Slope { key }.into()),
            None => Ok(()),
        }
    }

    fn check_scales(&self) -> Result<(), MotionProblem> {
        if self.scales.first().is_some_and(|first| *first != [0.0; 3]) {
            return Err(MotionProblem::FirstScale);
        }
        let wild = |scale: &[f64; 3]| !scale.iter().all(|number| number.abs() <= MAX_TRANSLATION);
        self.scales.iter().position(wild).map_or(Ok(()), |key| Err(MotionProblem::Scale { key }))
    }

    fn check_counts(&self, header: &MotionHeader) -> Result<(), MotionProblem> {
        let keys = self.times.len();
        if keys < 2 {
            return Err(MotionProblem::Keys { found: keys });
        }
        let sloped = |keys: usize| if header.interpolation == LINEAR { 0 } else { keys };
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
            Some(before) => Err(MotionProblem::TimeOrder { key: before + 1 }),
            None => Ok(()),
        }
    }

    fn check_poses(&self) -> Result<(), MotionProblem> {
        if self.poses.first() != Some(&RigidTransform::IDENTITY) {
            return Err(MotionProblem::FirstPose);
        }
        for (key, pose) in self.poses.iter().enumerate() {
            if !is_pose(pose) {
                return Err(MotionProblem::Pose { key });
            }
            let before = key.checked_sub(1).and_then(|before| self.poses.get(before));
            if before.is_some_and(|before| dot(before.rotation, pose.rotation) < 0.0) {
                return Err(MotionProblem::Hemisphere { key });
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
    } else if header.interpolation > SMOOTH {
        MotionProblem::Interpolation { found: header.interpolation }
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

/// Comparisons with what is not a number are false, so that is refused as well.
fn is_pose(pose: &RigidTransform) -> bool {
    let length = dot(pose.rotation, pose.rotation);
    pose.translation.iter().all(|along| along.abs() <= MAX_TRANSLATION) && (length - 1.0).abs() <= UNIT
}

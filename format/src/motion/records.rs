//! The sections of a motion's file.

use bytemuck::{Pod, Zeroable};

use super::value::Motion;
use crate::layout::{One, sections};
use crate::{EncodeError, RigidTransform};

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MotionHeader {
    pub(super) duration: u64,
    pub(super) flags: u32,
    pub(super) interpolation: u32,
    pub(super) quantum_bits: u32,
    pub(super) reserved: u32,
    pub(super) start: RigidTransform,
}

pub(super) const LOOPS: u32 = 1;

sections! {
    /// A motion read from the bytes of its file.
    #[derive(Debug)]
    Motion, version 2, or 1 with 5 sections => MotionView, MotionLayout, pub(super) Tables;
    header b"MOTN": MotionHeader,
    b"NAME" name: [u8],
    b"TIME" times: [u64],
    b"POSE" poses: [RigidTransform],
    b"SLOP" slopes: [RigidTransform],
    b"SCAL" scales: [[f64; 3]],
    b"SCSL" scale_slopes: [[f64; 3]],
}

impl Tables {
    fn new(motion: &Motion) -> Result<Self, EncodeError> {
        let motion = motion.clone();
        let header = MotionHeader {
            duration: motion.times.last().copied().unwrap_or(0),
            flags: if motion.loops { LOOPS } else { 0 },
            interpolation: motion.interpolation.number(),
            quantum_bits: motion.quantum_bits,
            reserved: 0,
            start: motion.start,
        };
        let Motion { times, poses, slopes, scales, scale_slopes, .. } = motion;
        Ok(Self { header: One(header), name: motion.bone.into_bytes(), times, poses, slopes, scales, scale_slopes })
    }
}

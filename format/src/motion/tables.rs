//! The sections of a motion's file.

use bytemuck::{Pod, Zeroable};

use super::{Motion, MotionInterpolation};
use crate::container::{ContainerWriter, SectionKind};
use crate::{Content, RigidTransform};

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
pub(super) const LINEAR: u32 = 0;
pub(super) const SMOOTH: u32 = 1;

const MOTN: SectionKind = SectionKind::of::<MotionHeader>(b"MOTN");
const NAME: SectionKind = SectionKind::of::<u8>(b"NAME");
const TIME: SectionKind = SectionKind::of::<u64>(b"TIME");
const POSE: SectionKind = SectionKind::of::<RigidTransform>(b"POSE");
const SLOP: SectionKind = SectionKind::of::<RigidTransform>(b"SLOP");
const SCAL: SectionKind = SectionKind::of::<[f64; 3]>(b"SCAL");
const SCSL: SectionKind = SectionKind::of::<[f64; 3]>(b"SCSL");

pub(super) const SECTIONS: [SectionKind; 7] = [MOTN, NAME, TIME, POSE, SLOP, SCAL, SCSL];
/// Those of version 1.
pub(super) const SECTIONS_1: [SectionKind; 5] = [MOTN, NAME, TIME, POSE, SLOP];
pub(super) const ALIGNMENT: usize = align_of::<MotionHeader>();

pub(super) fn header_of(motion: &Motion) -> MotionHeader {
    MotionHeader {
        duration: motion.times.last().copied().unwrap_or(0),
        flags: if motion.loops { LOOPS } else { 0 },
        interpolation: match motion.interpolation {
            MotionInterpolation::Linear => LINEAR,
            MotionInterpolation::Smooth => SMOOTH,
        },
        quantum_bits: motion.quantum_bits,
        reserved: 0,
        start: motion.start,
    }
}

pub(super) fn write(motion: &Motion, header: &MotionHeader) -> Vec<u8> {
    let mut writer = ContainerWriter::new(Motion::TYPE, Motion::VERSION, SECTIONS.len());
    writer.section(MOTN, std::slice::from_ref(header));
    writer.section(NAME, motion.bone.as_bytes());
    writer.section(TIME, &motion.times);
    writer.section(POSE, &motion.poses);
    writer.section(SLOP, &motion.slopes);
    writer.section(SCAL, &motion.scales);
    writer.section(SCSL, &motion.scale_slopes);
    writer.finish()
}

//! Structs that both sides know.

use std::ffi::c_char;
use std::ptr;

use bytemuck::{Pod, Zeroable};
use rigmill_runtime::motion::RigidTransform;
use rigmill_runtime::{PlayMode, PlayOptions, Rules, Transform};

use crate::boundary::{Failure, RigmillStatus};

/// A clip stops at its end and holds its last pose.
pub const RIGMILL_ONCE: u32 = 0;
/// A clip begins anew at its end.
pub const RIGMILL_REPEAT: u32 = 1;

/// Clips are sampled and blended as their authors meant. The usual choice.
pub const RIGMILL_RULES_STANDARD: u32 = 0;
/// Clips are sampled and blended as Microsoft's RobotGame does, bit for bit, mistakes included.
pub const RIGMILL_RULES_ROBOTGAME: u32 = 1;

/// A text of content: UTF-8, **without** a NUL at its end. In C: `printf("%.*s", (int)text.length, text.data)`.
///
/// It stays valid until the handle that it was asked of is closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillText {
    /// The first byte; never NULL.
    pub data: *const c_char,
    /// The number of bytes.
    pub length: usize,
}

/// A matrix for row vectors, row by row: the translation is `m[12]`, `m[13]`, `m[14]`. The same layout as XNA's `Matrix`, and as a
/// column-major matrix for column vectors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillMatrix {
    /// The cells, row by row.
    pub m: [f32; 16],
}

/// Scale, then rotation, then translation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillTransform {
    /// x, y, z.
    pub translation: [f32; 3],
    /// A quaternion x, y, z, w of unit length.
    pub rotation: [f32; 4],
    /// Factors along x, y, z.
    pub scale: [f32; 3],
}

/// A rotation, then a translation, in double precision: where a character is, or how it moved.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillPlace {
    /// x, y, z.
    pub translation: [f64; 3],
    /// A quaternion x, y, z, w of unit length.
    pub rotation: [f64; 4],
}

/// How a clip is played.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillPlayOptions {
    /// Where in the clip it starts, in seconds.
    pub start_time: f32,
    /// Seconds of cross-fade from the previous clip; 0 cuts.
    pub blend_time: f32,
    /// Seconds of the clip a second: 1 is normal speed, 0 holds the pose, below 0 it plays backwards.
    pub time_scale: f32,
    /// `RIGMILL_ONCE` or `RIGMILL_REPEAT`.
    pub mode: u32,
}

impl RigmillText {
    pub(crate) const EMPTY: Self = Self { data: c"".as_ptr(), length: 0 };

    pub(crate) fn of(text: &str) -> Self {
        if text.is_empty() { Self::EMPTY } else { Self { data: text.as_ptr().cast(), length: text.len() } }
    }
}

impl From<&Transform> for RigmillTransform {
    fn from(transform: &Transform) -> Self {
        let Transform { translation, rotation, scale } = *transform;
        Self { translation, rotation, scale }
    }
}

impl From<&RigmillTransform> for Transform {
    fn from(transform: &RigmillTransform) -> Self {
        let RigmillTransform { translation, rotation, scale } = *transform;
        Self { translation, rotation, scale }
    }
}

impl From<RigidTransform> for RigmillPlace {
    fn from(place: RigidTransform) -> Self {
        Self { translation: place.translation, rotation: place.rotation }
    }
}

impl From<RigmillPlace> for RigidTransform {
    fn from(place: RigmillPlace) -> Self {
        Self { translation: place.translation, rotation: place.rotation }
    }
}

impl RigmillPlayOptions {
    pub(crate) fn options(&self) -> Result<PlayOptions, Failure> {
        let Self { start_time, blend_time, time_scale, mode } = *self;
        Ok(PlayOptions { start_time, blend_time, time_scale, mode: play_mode(mode)? })
    }
}

pub(crate) fn play_mode(mode: u32) -> Result<PlayMode, Failure> {
    match mode {
        RIGMILL_ONCE => Ok(PlayMode::Once),
        RIGMILL_REPEAT => Ok(PlayMode::Repeat),
        _ => Err(invalid("mode", mode, "RIGMILL_ONCE or RIGMILL_REPEAT")),
    }
}

pub(crate) fn mode_number(mode: PlayMode) -> u32 {
    match mode {
        PlayMode::Once => RIGMILL_ONCE,
        PlayMode::Repeat => RIGMILL_REPEAT,
    }
}

pub(crate) fn rules(rules: u32) -> Result<Rules, Failure> {
    match rules {
        RIGMILL_RULES_STANDARD => Ok(Rules::Standard),
        RIGMILL_RULES_ROBOTGAME => Ok(Rules::RobotGame),
        _ => Err(invalid("rules", rules, "RIGMILL_RULES_STANDARD or RIGMILL_RULES_ROBOTGAME")),
    }
}

fn invalid(what: &str, found: u32, expected: &str) -> Failure {
    Failure::new(RigmillStatus::InvalidArgument, format!("`{what}` is {found}, expected {expected}"))
}

/// A number for C, which has no count of this library beyond 32 bits.
pub(crate) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The number of something that need not exist: -1 if it does not.
pub(crate) fn number_or_none(number: Option<usize>) -> i32 {
    number.and_then(|number| i32::try_from(number).ok()).unwrap_or(-1)
}

/// Where a list begins; NULL if it is empty.
pub(crate) fn first<T, U>(items: &[T]) -> *const U {
    if items.is_empty() { ptr::null() } else { items.as_ptr().cast() }
}

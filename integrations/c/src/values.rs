//! Structs that C and Rust share.

use std::ffi::c_char;
use std::ptr;

use bytemuck::{Pod, Zeroable};
use rigmill_runtime::motion::RigidTransform;
use rigmill_runtime::{PlayMode, PlayOptions, Rules, Transform};

use crate::boundary::{Failure, RigmillStatus};

/// A clip stops at its end and holds its last pose.
pub const RIGMILL_ONCE: u32 = 0;
/// A clip starts again at its end.
pub const RIGMILL_REPEAT: u32 = 1;

/// Clips are sampled and blended as their authors intended. This is the usual choice.
pub const RIGMILL_RULES_STANDARD: u32 = 0;
/// Clips are sampled and blended as in Microsoft's RobotGame, bit for bit, including its bugs.
pub const RIGMILL_RULES_ROBOTGAME: u32 = 1;

/// A text in content: UTF-8, **without** a terminating NUL. In C: `printf("%.*s", (int)text.length, text.data)`.
///
/// It stays valid until the handle from which you got it is closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillText {
    /// The first byte; never NULL.
    pub data: *const c_char,
    /// The number of bytes.
    pub length: usize,
}

/// A row-major matrix for row vectors: the translation is `m[12]`, `m[13]`, `m[14]`. It has the same memory layout as XNA's
/// `Matrix`, and as a column-major matrix for column vectors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillMatrix {
    /// The elements, row by row.
    pub m: [f32; 16],
}

/// A transform: scale, then rotation, then translation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillTransform {
    /// The translation x, y, z.
    pub translation: [f32; 3],
    /// The rotation as a unit quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// The scale factors along x, y, z.
    pub scale: [f32; 3],
}

/// A rotation followed by a translation, in double precision: the place of a character, or its movement.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillPlace {
    /// The translation x, y, z.
    pub translation: [f64; 3],
    /// The rotation as a unit quaternion x, y, z, w.
    pub rotation: [f64; 4],
}

/// How a clip is played.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillPlayOptions {
    /// The time in the clip at which it starts, in seconds.
    pub start_time: f32,
    /// The duration of the cross-fade from the previous clip, in seconds. 0 means no cross-fade.
    pub blend_time: f32,
    /// The speed, in seconds of the clip per second: 1 is normal speed, 0 holds the pose, and negative speeds play backwards.
    pub time_scale: f32,
    /// `RIGMILL_ONCE` or `RIGMILL_REPEAT`.
    pub mode: u32,
}

impl RigmillText {
    pub(crate) const EMPTY: Self = Self { data: c"".as_ptr(), length: 0 };

    pub(crate) fn new(text: &str) -> Self {
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

/// Converts a count to 32 bits. No count in this library exceeds 32 bits.
pub(crate) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The number of an item that need not exist: -1 if it does not exist.
pub(crate) fn number_or_none(number: Option<usize>) -> i32 {
    number.and_then(|number| i32::try_from(number).ok()).unwrap_or(-1)
}

/// The start of a list; NULL if the list is empty.
pub(crate) fn first<T, U>(items: &[T]) -> *const U {
    if items.is_empty() { ptr::null() } else { items.as_ptr().cast() }
}

//! [`BreathProblem`], [`SpringProblem`]: errors in pose layers.

use thiserror::Error;

/// An error in a breath.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BreathProblem {
    /// A duration that is negative, too long or not a number.
    #[error("the duration of {phase} is {found} s, expected 0 to 86400")]
    Duration {
        /// `inhale`, `exhale` or `rest`.
        phase: &'static str,
        /// The duration in seconds.
        found: f32,
    },
    /// No easing has this number.
    #[error("easing number {found} of {phase} is unknown, expected 0 to 6")]
    Easing {
        /// `inhale` or `exhale`.
        phase: &'static str,
        /// The number in the file.
        found: u32,
    },
    /// A duration rate that is not positive, too large or not a number.
    #[error("the duration rate is {0}, expected a value above 0, at most 1000")]
    DurationRate(f32),
    /// An effect rate that is too large or not a number.
    #[error("the effect rate is {0}, expected -1000 to 1000")]
    EffectRate(f32),
    /// A right direction that is not a direction.
    #[error("the character's right is {0:?}, expected a finite vector other than zero")]
    Right([f32; 3]),
    /// An angle that is too large or not a number.
    #[error("bone {bone:?} rotates by {found} degrees, expected -360 to 360")]
    Angle {
        /// The bone.
        bone: String,
        /// The angle in degrees.
        found: f32,
    },
    /// A bone without a name.
    #[error("the name of bone {0} is empty")]
    EmptyName(usize),
    /// More items than allowed.
    #[error("found {found} {what}, but at most {limit} are allowed")]
    TooMany {
        /// What exceeds the limit.
        what: &'static str,
        /// The number found.
        found: usize,
        /// The maximum number allowed.
        limit: usize,
    },
}

/// An error in spring bones.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SpringProblem {
    /// An update rate out of range.
    #[error("the rate is {0} Hz, expected 10 to 240")]
    Rate(f32),
    /// A number out of range.
    #[error("the {number} of the {what} at bone {bone:?} is {found}, expected {low} to {high}")]
    Number {
        /// `chain` or `collider`.
        what: &'static str,
        /// The bone that the chain or collider belongs to.
        bone: String,
        /// The name of the number.
        number: &'static str,
        /// The value.
        found: f32,
        /// The minimum value.
        low: f32,
        /// The maximum value.
        high: f32,
    },
    /// No axis has this number.
    #[error("axis number {found} of the collider at bone {bone:?} is unknown, expected 0 (x), 1 (y) or 2 (z)")]
    Axis {
        /// The bone that it is on.
        bone: String,
        /// The number in the file.
        found: u32,
    },
    /// No bound has this number.
    #[error("bound number {found} of the collider at bone {bone:?} is unknown, expected 0 (outside) or 1 (inside)")]
    Bound {
        /// The bone that it is on.
        bone: String,
        /// The number in the file.
        found: u32,
    },
    /// A bone without a name.
    #[error("bone name {0} is empty")]
    EmptyName(usize),
    /// More items than allowed.
    #[error("found {found} {what}, but at most {limit} are allowed")]
    TooMany {
        /// What exceeds the limit.
        what: &'static str,
        /// The number found.
        found: usize,
        /// The maximum number allowed.
        limit: usize,
    },
}

//! What can be wrong with pose layers.

use thiserror::Error;

/// What is wrong with a breath.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BreathProblem {
    /// A duration that is negative, too long or no number.
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
    /// A duration rate that is not positive, too large or no number.
    #[error("the duration rate is {found}, expected a value above 0, at most 1000")]
    DurationRate {
        /// The rate.
        found: f32,
    },
    /// An effect rate that is too large or no number.
    #[error("the effect rate is {found}, expected -1000 to 1000")]
    EffectRate {
        /// The rate.
        found: f32,
    },
    /// A right that is no direction.
    #[error("the character's right is {found:?}, expected a finite vector other than zero")]
    Right {
        /// The vector.
        found: [f32; 3],
    },
    /// An angle that is too large or no number.
    #[error("bone {bone:?} turns by {found} degrees, expected -360 to 360")]
    Angle {
        /// The bone.
        bone: String,
        /// The angle in degrees.
        found: f32,
    },
    /// A bone without a name.
    #[error("the name of bone {index} is empty")]
    EmptyName {
        /// Which bone, those that keep their rotation after those that turn.
        index: usize,
    },
    /// More than there may be.
    #[error("there are {found} {what}, at most {limit} are allowed")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
}

/// What is wrong with spring bones.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SpringProblem {
    /// An update rate out of range.
    #[error("the rate is {found} Hz, expected 10 to 240")]
    Rate {
        /// The rate in Hz.
        found: f32,
    },
    /// A number out of range.
    #[error("the {number} of the {what} at bone {bone:?} is {found}, expected {low} to {high}")]
    Number {
        /// `chain` or `collider`.
        what: &'static str,
        /// The bone that it is at.
        bone: String,
        /// Which number.
        number: &'static str,
        /// Its value.
        found: f32,
        /// The least that it may be.
        low: f32,
        /// The most that it may be.
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
    #[error("bone name {index} is empty")]
    EmptyName {
        /// Which name, in file order.
        index: usize,
    },
    /// More than there may be.
    #[error("there are {found} {what}, at most {limit} are allowed")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
}

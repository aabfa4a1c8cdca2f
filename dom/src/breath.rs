//! [`BreathSource`]: settings of a character's breath, as a source describes them.

use serde::Serialize;

use crate::Located;

/// The settings of a character's breath.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BreathSource {
    /// The phases inhale and exhale: the duration of each in seconds, and the name of its easing.
    pub phases: [(Located<f32>, Located<&'static str>); 2],
    /// The time that bones rest after an exhale, in seconds.
    pub rest: Located<f32>,
    /// A factor for all durations.
    pub duration_rate: Located<f32>,
    /// A factor for all angles.
    pub effect_rate: Located<f32>,
    /// The direction of the character's right, in model space.
    pub right: Located<[f32; 3]>,
    /// The bones that rotate: the name of each, and its angles at the end of inhale and of exhale in degrees.
    pub rotating: Vec<(Located<String>, Located<[f32; 2]>)>,
    /// The bones that keep their rotation in model space.
    pub keeping: Vec<Located<String>>,
}

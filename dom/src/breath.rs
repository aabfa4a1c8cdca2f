//! [`BreathSource`]: how a character breathes, as a source describes it.

use serde::Serialize;

use crate::Located;

/// How a character breathes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BreathSource {
    /// Inhale and exhale: seconds, and the name of the easing.
    pub phases: [(Located<f32>, Located<&'static str>); 2],
    /// How long bones rest after an exhale, in seconds.
    pub rest: Located<f32>,
    /// A factor of all durations.
    pub duration_rate: Located<f32>,
    /// A factor of all angles.
    pub effect_rate: Located<f32>,
    /// The direction of the character's right in the model's space.
    pub right: Located<[f32; 3]>,
    /// The bones that rotate: name, and degrees at the end of inhale and of exhale.
    pub rotating: Vec<(Located<String>, Located<[f32; 2]>)>,
    /// The bones that keep their rotation in the model's space.
    pub keeping: Vec<Located<String>>,
}

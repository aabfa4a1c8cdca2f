//! [`SceneLight`]: a light that is attached to a node.

use serde::Serialize;

use super::Element;
use crate::DataValue;

/// A light. In every scene, regardless of the source's convention, it shines along -z of its own space, as in glTF.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneLight {
    /// The element of the source that the light comes from.
    #[serde(skip)]
    pub element: Element,
    /// The name of the light. If the source does not name it, this is the name of its node.
    pub name: String,
    /// The node that carries it.
    pub node: u32,
    /// A rotation from the light's own space to the node's space: three rows of four, for column vectors.
    pub space: [[f64; 4]; 3],
    /// Where the light shines.
    pub kind: SceneLightKind,
    /// The colour r, g, b, linear; finite and at least 0.
    pub color: [f32; 3],
    /// The factor of the colour, in `unit`; finite and at least 0.
    pub intensity: f32,
    /// The unit of the intensity.
    pub unit: LightUnit,
    /// The distance at which the light ends, in the scene's unit; above 0. Infinite if the light has no end.
    pub range: f64,
    /// For a spot light, the angles between its axis and where its light starts to fall off, and where it ends. In radians from
    /// 0 to pi; the first angle is not larger than the second. Both are 0 for other lights.
    pub cone: [f32; 2],
    /// Named values, like those of a node.
    pub properties: Vec<(String, DataValue)>,
}

/// Where a light shines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum SceneLightKind {
    /// In one direction, from infinitely far away.
    Directional,
    /// From a point in all directions.
    #[default]
    Point,
    /// From a point in a cone.
    Spot,
    /// From a rectangle or sphere whose size is not known.
    Area,
    /// Within a volume.
    Volume,
}

/// The unit of a light's intensity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum LightUnit {
    /// A factor without a unit. 1 is the usual light of a modelling program.
    #[default]
    Factor,
    /// Lumens per steradian.
    Candela,
    /// Lumens per square metre.
    Lux,
}

impl SceneLight {
    /// Whether all numbers are in their ranges.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let [inner, outer] = self.cone;
        let numbers = [self.color[0], self.color[1], self.color[2], self.intensity];
        let most = if self.kind == SceneLightKind::Spot { std::f32::consts::PI } else { 0.0 };
        numbers.iter().all(|number| number.is_finite() && *number >= 0.0)
            && self.range > 0.0
            && 0.0 <= inner
            && inner <= outer
            && outer <= most
    }
}

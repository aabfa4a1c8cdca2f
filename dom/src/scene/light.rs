//! [`SceneLight`]: a light at a node.

use serde::Serialize;

use super::Element;
use crate::DataValue;

/// A light. It shines along -z of its own space, as in glTF, whatever its source has.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneLight {
    /// Where it comes from.
    #[serde(skip)]
    pub element: Element,
    /// Its name; that of its node where the source gives it none.
    pub name: String,
    /// The node that carries it.
    pub node: u32,
    /// From its own space to the node's: three rows of four, for column vectors. A rotation.
    pub space: [[f64; 4]; 3],
    /// Where its light goes.
    pub kind: SceneLightKind,
    /// r, g, b, linear; finite and at least 0.
    pub color: [f32; 3],
    /// The factor of the colour, in `unit`; finite and at least 0.
    pub intensity: f32,
    /// The unit of the intensity.
    pub unit: LightUnit,
    /// The distance at which it ends, in the scene's unit, above 0; infinite for none.
    pub range: f64,
    /// Of a spot: the angles in radians between its axis and where its light begins to fall off, and where it ends; 0 to pi, the inner one
    /// not the larger. Both 0 for others.
    pub cone: [f32; 2],
    /// Named values, as those of a node.
    pub properties: Vec<(String, DataValue)>,
}

/// Where the light of a light goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum SceneLightKind {
    /// In one direction, from everywhere.
    Directional,
    /// From a point in all directions.
    #[default]
    Point,
    /// From a point into a cone.
    Spot,
    /// From a rectangle or sphere, whose size is not known.
    Area,
    /// Within a volume.
    Volume,
}

/// The unit of a light's intensity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum LightUnit {
    /// A factor of no unit, 1 for the usual light of a modelling program.
    #[default]
    Factor,
    /// Lumens per steradian.
    Candela,
    /// Lumens per square metre.
    Lux,
}

impl SceneLight {
    /// Whether every number is within its range.
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

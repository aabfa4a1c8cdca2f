//! [`SceneCamera`]: a camera at a node.

use serde::Serialize;

use super::Element;
use crate::DataValue;

/// A camera. It looks along -z of its own space, with y up, as in glTF, whatever its source has.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneCamera {
    /// Where it comes from.
    #[serde(skip)]
    pub element: Element,
    /// Its name; that of its node where the source gives it none.
    pub name: String,
    /// The node that carries it.
    pub node: u32,
    /// From its own space to the node's: three rows of four, for column vectors. A rotation.
    pub space: [[f64; 4]; 3],
    /// How it projects.
    pub projection: SceneProjection,
    /// Named values, as those of a node.
    pub properties: Vec<(String, DataValue)>,
}

/// How a camera projects, in the scene's unit. Planes are at least 0, the far one beyond the near one; infinite for none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum SceneProjection {
    /// Distant objects appear smaller.
    Perspective {
        /// The vertical field of view in radians; above 0, below pi.
        y_fov: f64,
        /// Width by height of the view, above 0; none for that of the window.
        aspect: Option<f64>,
        /// The distances of the near plane, above 0, and the far one.
        planes: [f64; 2],
    },
    /// Distant objects appear as large as near ones.
    Orthographic {
        /// Half the width and half the height of the view; not 0.
        mag: [f64; 2],
        /// The distances of the near and the far plane.
        planes: [f64; 2],
    },
}

impl SceneProjection {
    /// Whether it keeps its rules.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        match *self {
            Self::Perspective { y_fov, aspect, planes: [near, far] } => {
                let is_angle = y_fov > 0.0 && y_fov < std::f64::consts::PI;
                let is_ratio = aspect.is_none_or(|aspect| aspect.is_finite() && aspect > 0.0);
                is_angle && is_ratio && near > 0.0 && far > near
            }
            Self::Orthographic { mag: [x, y], planes: [near, far] } => {
                let is_size = |mag: f64| mag.is_finite() && mag != 0.0;
                is_size(x) && is_size(y) && near >= 0.0 && far > near
            }
        }
    }

    /// The same in a scene that is larger by a factor.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let larger = |numbers: [f64; 2]| numbers.map(|number| number * factor);
        match self {
            Self::Perspective { y_fov, aspect, planes } => Self::Perspective { y_fov, aspect, planes: larger(planes) },
            Self::Orthographic { mag, planes } => Self::Orthographic { mag: larger(mag), planes: larger(planes) },
        }
    }
}

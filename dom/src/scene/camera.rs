//! [`SceneCamera`]: a camera that is attached to a node.

use serde::Serialize;

use super::Element;
use crate::DataValue;

/// A camera. In every scene, regardless of the source's convention, it looks along -z of its own space with y up, as in glTF.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneCamera {
    /// The element of the source that the camera comes from.
    #[serde(skip)]
    pub element: Element,
    /// The name of the camera. If the source does not name it, this is the name of its node.
    pub name: String,
    /// The node that carries it.
    pub node: u32,
    /// A rotation from the camera's own space to the node's space: three rows of four, for column vectors.
    pub space: [[f64; 4]; 3],
    /// How the camera projects.
    pub projection: SceneProjection,
    /// Named values, like those of a node.
    pub properties: Vec<(String, DataValue)>,
}

/// How a camera projects, in the scene's unit. The distances of planes are at least 0, and the far plane is beyond the near
/// plane, or infinite if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum SceneProjection {
    /// Distant objects appear smaller.
    Perspective {
        /// The vertical field of view in radians; above 0 and below pi.
        y_fov: f64,
        /// The aspect ratio, which is width / height; above 0. `None` means that of the window.
        aspect: Option<f64>,
        /// The distances of the near plane (above 0) and of the far plane.
        planes: [f64; 2],
    },
    /// Distant objects appear as large as near ones.
    Orthographic {
        /// Half the width and half the height of the view; not 0.
        mag: [f64; 2],
        /// The distances of the near and of the far plane.
        planes: [f64; 2],
    },
}

impl SceneProjection {
    /// Whether all numbers are valid.
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

    /// Returns the projection for a scene that is larger by this factor.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let larger = |numbers: [f64; 2]| numbers.map(|number| number * factor);
        match self {
            Self::Perspective { y_fov, aspect, planes } => Self::Perspective { y_fov, aspect, planes: larger(planes) },
            Self::Orthographic { mag, planes } => Self::Orthographic { mag: larger(mag), planes: larger(planes) },
        }
    }
}

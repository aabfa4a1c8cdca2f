//! [`CubeLayout`]: the positions of a cube map's faces in a picture.

use serde::{Deserialize, Serialize};

/// The layout of a cube map in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CubeLayout {
    /// A cross. Either 4 x 3 faces, with -x, +z, +x and -z in the middle row, +y above +z, and -y below +z; or 3 x 4 faces,
    /// with -x, +z and +x in the second row, +y above +z, -y below +z, and -z (upside down) below -y.
    Cross,
    /// A row or a column of the faces +x, -x, +y, -y, +z and -z.
    Strip,
    /// A panorama twice as wide as high, with -z in the middle, +x to the right of it, and +y at the top.
    Equirectangular,
}

impl CubeLayout {
    /// Returns a description of the picture's shape.
    pub(super) const fn shape(self) -> &'static str {
        match self {
            Self::Cross => "a grid of 4 x 3 or 3 x 4 squares",
            Self::Strip => "a grid of 6 x 1 or 1 x 6 squares",
            Self::Equirectangular => "twice as wide as high, and at least 4 x 2 pixels",
        }
    }
}

//! [`CubeLayout`]: where the faces of a cube map are in a picture.

use serde::{Deserialize, Serialize};

/// How a picture shows a cube map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CubeLayout {
    /// A cross: 4 x 3 faces with -x, +z, +x and -z in the middle row, +y above +z and -y below it; or 3 x 4 faces with -x, +z and +x in
    /// the second row, and below -y the face -z, upside down.
    Cross,
    /// A row or a column of the faces +x, -x, +y, -y, +z, -z.
    Strip,
    /// A panorama twice as wide as high: -z in the middle, +x right of it, +y at the top.
    Equirectangular,
}

impl CubeLayout {
    /// The proportions of pictures.
    pub(super) const fn shape(self) -> &'static str {
        match self {
            Self::Cross => "4 x 3 or 3 x 4 squares",
            Self::Strip => "6 x 1 or 1 x 6 squares",
            Self::Equirectangular => "twice as wide as high, at least 4 x 2",
        }
    }
}

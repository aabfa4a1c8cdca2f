//! [`CubeImage`]: the six images of a cube map.

use serde::Serialize;

use super::Image;

/// The six images of a cube map, which are square and have the same size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CubeImage {
    faces: [Image; 6],
}

impl CubeImage {
    /// Creates a cube map from the faces +x, -x, +y, -y, +z and -z. `None` if they are not square or differ in size.
    #[must_use]
    pub fn new(faces: [Image; 6]) -> Option<Self> {
        let size = faces[0].width;
        let fits = |face: &Image| face.width == size && face.height == size;
        faces.iter().all(fits).then_some(Self { faces })
    }

    /// The faces +x, -x, +y, -y, +z and -z.
    #[must_use]
    pub fn faces(&self) -> &[Image; 6] {
        &self.faces
    }

    /// The width and height of a face in pixels.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.faces[0].width
    }
}

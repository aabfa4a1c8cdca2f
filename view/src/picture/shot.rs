//! [`Shot`]: how a picture is taken.

use super::error::PictureError;

/// The longest side of a picture in pixels.
pub const MAX_SIDE: u32 = 8192;

/// How a picture is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Width and height in pixels, each 1 to [`MAX_SIDE`].
    pub size: [u32; 2],
    /// Where the camera is.
    pub camera: Camera,
    /// Seconds from the start of the clip.
    pub time: f32,
    /// Whether the bones of a model are drawn over its mesh.
    pub bones: bool,
    /// Behind the asset.
    pub background: Background,
    /// Which axis of the asset points up.
    pub up: Up,
}

/// Which axis of an asset points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// y, as in all content whose source says which axis is up.
    #[default]
    Y,
    /// z: the asset is turned by -90 degrees around x, as a game turns it.
    Z,
}

impl Up {
    /// A point or direction of the asset, with y up.
    pub(super) const fn upright(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Y => [x, y, z],
            Self::Z => [x, z, -y],
        }
    }
}

/// Where the camera is. It looks at the middle of the asset over the whole clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Degrees around the asset: 0 sees its front, 90 its left side. Names of bones on both sides tell where the front is; without
    /// them it is +z.
    pub yaw: f32,
    /// Degrees above the horizon.
    pub pitch: f32,
    /// Metres to the middle of the asset; without it, as near as shows all of it.
    pub distance: Option<f32>,
}

/// What is behind the asset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// Dark, with a grid in metres.
    #[default]
    Dark,
    /// Light, with a grid in metres.
    Light,
    /// Nothing: alpha 0, and no grid.
    Transparent,
}

impl Default for Camera {
    fn default() -> Self {
        Self { yaw: 30.0, pitch: 14.0, distance: None }
    }
}

impl Default for Shot {
    fn default() -> Self {
        let (camera, background) = (Camera::default(), Background::default());
        Self { size: [800, 600], camera, time: 0.0, bones: false, background, up: Up::default() }
    }
}

impl Shot {
    /// A small square picture for lists.
    #[must_use]
    pub fn thumbnail(side: u32) -> Self {
        Self { size: [side; 2], background: Background::Transparent, ..Self::default() }
    }

    pub(super) fn check(&self) -> Result<(), PictureError> {
        let [width, height] = self.size;
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(PictureError::Size { width, height, limit: MAX_SIDE });
        }
        let Camera { yaw, pitch, distance } = self.camera;
        let numbers = [("time", self.time), ("yaw", yaw), ("pitch", pitch), ("distance", distance.unwrap_or(1.0))];
        match numbers.iter().find(|(_, number)| !number.is_finite()) {
            Some((what, _)) => Err(PictureError::NotFinite(what)),
            None => Ok(()),
        }
    }
}

//! [`Shot`]: the settings of a picture.

use super::error::PictureError;

/// The maximum length of a side of a picture, in pixels.
pub const MAX_SIDE: u32 = 8192;

/// The settings of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// The width and height in pixels, each from 1 to [`MAX_SIDE`].
    pub size: [u32; 2],
    /// The position of the camera.
    pub camera: Camera,
    /// The time in seconds from the start of the clip.
    pub time: f32,
    /// Whether to draw the bones of a model over its mesh.
    pub bones: bool,
    /// The background behind the asset.
    pub background: Background,
    /// The axis of the asset that points up.
    pub up: Up,
}

/// The axis of an asset that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// The y axis, as in all content whose source specifies the up axis.
    #[default]
    Y,
    /// The z axis. The asset is rotated by -90 degrees about x, in the same way as a game would do it.
    Z,
}

impl Up {
    /// Rotates a point or direction of the asset so that y is up.
    pub(super) const fn upright(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Y => [x, y, z],
            Self::Z => [x, z, -y],
        }
    }
}

/// The position of the camera, which looks at the middle of the asset over the whole clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The angle around the asset in degrees: 0 shows its front, 90 its left side. The front is determined from bone names that
    /// contain left and right; without such names, it is +z.
    pub yaw: f32,
    /// The angle above the horizon, in degrees.
    pub pitch: f32,
    /// The distance to the middle of the asset, in metres. `None` means the smallest distance at which the whole asset is
    /// visible.
    pub distance: Option<f32>,
}

/// The background behind the asset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// Dark, with a grid in metres.
    #[default]
    Dark,
    /// Light, with a grid in metres.
    Light,
    /// Transparent (alpha 0), without a grid.
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
    /// Creates the settings of a small square picture for lists. `side` is in pixels.
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

//! What the manifest can say about scenes.

use serde::{Deserialize, Serialize};

use crate::texture::Compression;

rigmill_pipeline::params! {
    /// Parameters of the processor `model`.
    pub struct ModelParams {
        /// The most bones that move a vertex: 4 or 8. The heaviest are kept, and their weights made to add up to 1.
        weights: Weights = Weights::Four,
        /// Compute tangents for meshes that have texture coordinates and no tangents.
        tangents: bool = true,
        /// Set the root bone's transform to none, as XNA did. The game then turns and places the model itself.
        reset_root: bool = false,
        /// Make a skeleton as well, `NAME.skeleton`.
        skeleton: bool = true,
        /// Make a clip of each animation that moves anything, `NAME@CLIP`.
        animations: bool = true,
        /// Clips keep the bones that they only hold at bind, each as a single key. Without it such a bone goes on with what it
        /// played before, which suits clips for a part of the body from programs that key all of it.
        hold_bones: bool = true,
        /// How textures are stored that are made of images inside of the scene's file, `NAME.IMAGE.texture`: "none",
        /// "bc1", "bc3" or "bc7". Images with files of their own have their own rules.
        compression: Compression = Compression::None,
        /// How many pixels all images inside of the scene's file may have together, above 0. By default 67,108,864 (four of
        /// 4096 x 4096), and 32 more for each byte of the images.
        max_pixels: Option<PixelCount> = None,
        /// Leave out the keys of clips without which no point of the model is farther than this from where it was, in
        /// metres (or what the scene's unit is), at least 0.00001. By default every key stays.
        max_error: Option<MaxError> = None,
        /// How far from each bone the points are that `max_error` is about, in the same unit, above 0.
        shell: Distance = Distance::default(),
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `model-with-clips`.
    pub struct ModelWithClipsParams {
        /// Assets whose clips go with the model, by name (`Animation/Low@Run`) or by patterns of their files from the project's
        /// folder (`Animation/*.xnb`); `{name}` stands for the last part of the model's own name (`Animation/{name}/*.xnb`). The
        /// scene's own animations always do.
        clips_from: Vec<String> = Vec::new(),
        /// The most bones that move a vertex: 4 or 8. The heaviest are kept, and their weights made to add up to 1.
        weights: Weights = Weights::Four,
        /// Compute tangents for meshes that have texture coordinates and no tangents.
        tangents: bool = true,
        /// Set the root bone's transform to none, as XNA did. The game then turns and places the model itself.
        reset_root: bool = false,
        /// How textures are stored that are made of images inside of the scene's file, `NAME.IMAGE.texture`: "none",
        /// "bc1", "bc3" or "bc7". Images with files of their own have their own rules.
        compression: Compression = Compression::None,
        /// How many pixels all images inside of the scene's file may have together, above 0. By default 67,108,864 (four of
        /// 4096 x 4096), and 32 more for each byte of the images.
        max_pixels: Option<PixelCount> = None,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `clips`.
    pub struct ClipsParams {
        /// Clips keep the bones that they only hold at bind, each as a single key. Without it such a bone goes on with what it
        /// played before, which suits clips for a part of the body from programs that key all of it.
        hold_bones: bool = true,
        /// Leave out the keys without which no point of the model is farther than this from where it was, in metres (or
        /// what the scene's unit is), at least 0.00001. By default every key stays.
        max_error: Option<MaxError> = None,
        /// How far from each bone the points are that `max_error` is about, in the same unit, above 0.
        shell: Distance = Distance::default(),
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `skeleton`.
    pub struct SceneSkeletonParams {
        /// Set the root bone's transform to none, as XNA did.
        reset_root: bool = false,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `collision`. The scene is scaled, then turned about z, about x, about y.
    pub struct CollisionParams {
        /// The factor by which everything becomes larger: above 0 and finite.
        scale: ScaleFactor = ScaleFactor::default(),
        /// Degrees about the x axis, counter-clockwise seen from its end; finite.
        rotation_x: Degrees = Degrees::default(),
        /// Degrees about the y axis.
        rotation_y: Degrees = Degrees::default(),
        /// Degrees about the z axis.
        rotation_z: Degrees = Degrees::default(),
    }
}

/// A number of pixels, above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct PixelCount(u64);

impl PixelCount {
    /// Pixels.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl TryFrom<u64> for PixelCount {
    type Error = String;

    fn try_from(pixels: u64) -> Result<Self, String> {
        if pixels > 0 { Ok(Self(pixels)) } else { Err("0 is out of range, expected at least 1 pixel".to_owned()) }
    }
}

impl From<PixelCount> for u64 {
    fn from(pixels: PixelCount) -> Self {
        pixels.0
    }
}

/// How many bones move a vertex at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum Weights {
    /// Four, as every GPU has it.
    Four,
    /// Eight.
    Eight,
}

impl TryFrom<u32> for Weights {
    type Error = String;

    fn try_from(count: u32) -> Result<Self, String> {
        match count {
            4 => Ok(Self::Four),
            8 => Ok(Self::Eight),
            _ => Err(format!("{count} is neither 4 nor 8")),
        }
    }
}

impl From<Weights> for u32 {
    fn from(weights: Weights) -> Self {
        match weights {
            Weights::Four => 4,
            Weights::Eight => 8,
        }
    }
}

/// A factor above 0, finite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct ScaleFactor(f64);

impl ScaleFactor {
    /// The factor.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Default for ScaleFactor {
    fn default() -> Self {
        Self(1.0)
    }
}

impl TryFrom<f64> for ScaleFactor {
    type Error = String;

    fn try_from(factor: f64) -> Result<Self, String> {
        let in_range = factor > 0.0 && factor.is_finite();
        in_range.then_some(Self(factor)).ok_or_else(|| format!("{factor} is not above 0 and finite"))
    }
}

impl From<ScaleFactor> for f64 {
    fn from(factor: ScaleFactor) -> Self {
        factor.0
    }
}

/// An angle in degrees, finite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Degrees(f64);

impl Degrees {
    /// Degrees.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Degrees {
    type Error = String;

    fn try_from(angle: f64) -> Result<Self, String> {
        angle.is_finite().then_some(Self(angle)).ok_or_else(|| format!("{angle} is not finite"))
    }
}

impl From<Degrees> for f64 {
    fn from(angle: Degrees) -> Self {
        angle.0
    }
}

/// An error of positions that is allowed, at least 0.00001, finite: single precision errs by less.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct MaxError(f64);

impl MaxError {
    const LEAST: f64 = 1e-5;

    /// The error.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for MaxError {
    type Error = String;

    fn try_from(error: f64) -> Result<Self, String> {
        let in_range = error >= Self::LEAST && error.is_finite();
        in_range.then_some(Self(error)).ok_or_else(|| format!("{error} is not at least {} and finite", Self::LEAST))
    }
}

impl From<MaxError> for f64 {
    fn from(error: MaxError) -> Self {
        error.0
    }
}

/// A distance above 0, finite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Distance(f64);

impl Distance {
    /// The distance.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Default for Distance {
    fn default() -> Self {
        Self(0.03)
    }
}

impl TryFrom<f64> for Distance {
    type Error = String;

    fn try_from(distance: f64) -> Result<Self, String> {
        let in_range = distance > 0.0 && distance.is_finite();
        in_range.then_some(Self(distance)).ok_or_else(|| format!("{distance} is not above 0 and finite"))
    }
}

impl From<Distance> for f64 {
    fn from(distance: Distance) -> Self {
        distance.0
    }
}

//! [`SceneTexture`]: an image that a material uses.

use serde::Serialize;

use super::Element;

/// An image file as the source names it. The file is often on a different machine, so there are several names to try.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneTexture {
    /// The element of the source that the texture comes from.
    #[serde(skip)]
    pub element: Element,
    /// The name of the texture in the scene.
    pub name: String,
    /// The file's absolute path on the artist's machine, or its web address. It may have drive letters and backslashes, and may
    /// be empty.
    pub absolute: String,
    /// The file's path relative to the scene's file. It may have backslashes, and may be empty.
    pub relative: String,
    /// The asset that the source names, relative to its own folder, if it names an asset instead of an image, as content files
    /// do. It may have backslashes. The model refers to it even if the project lacks it, because the game may have it.
    pub asset: Option<String>,
    /// The image file itself, if it is embedded in the scene.
    pub embedded: Option<Vec<u8>>,
    /// The number of other images in the scene with exactly the same bytes. Everything that uses one of them uses this texture
    /// instead.
    pub copies: u32,
}

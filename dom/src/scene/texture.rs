//! [`SceneTexture`]: an image that a material uses.

use serde::Serialize;

use super::Element;

/// An image file as the source names it: often on another machine, which is why there are several names to try.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneTexture {
    /// Where it comes from.
    #[serde(skip)]
    pub element: Element,
    /// Its name in the scene.
    pub name: String,
    /// The file's absolute path on the artist's machine; may have drive letters and backslashes; may be empty.
    pub absolute: String,
    /// The file's path relative to the scene's file; may have backslashes; may be empty.
    pub relative: String,
    /// The asset that the source names, relative to its own, where it names no image but an asset, as content files do; may have
    /// backslashes. The model names it even if the project does not have it, since the game may.
    pub asset: Option<String>,
    /// The image file itself, where the scene holds it.
    pub embedded: Option<Vec<u8>>,
    /// How many more images the scene has of the very same bytes. What uses one of them uses this texture.
    pub copies: u32,
}

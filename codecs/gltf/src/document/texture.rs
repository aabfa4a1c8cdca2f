//! [`Texture`]: an image with a sampler, and the references of materials to textures.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, from_value};

use crate::error::{Error, Result, shortened};
use crate::whole;

/// The extensions of an element: a JSON object for each, by name.
pub type Extensions = Map<String, Value>;

/// A material's reference to a texture. Only normal textures have a `scale`, and only occlusion textures a `strength`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TextureInfo {
    #[serde(deserialize_with = "whole::one")]
    pub index: u32,
    #[serde(deserialize_with = "whole::one", skip_serializing_if = "is_default")]
    pub tex_coord: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f32>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extensions: Extensions,
}

impl TextureInfo {
    /// Reads a texture reference among the parameters of an extension: an object with an `index`. Returns `None` for any other
    /// value.
    ///
    /// # Errors
    /// If the object has an `index` but is not a valid texture reference.
    pub fn of_parameter(value: &Value) -> Option<Result<Self>> {
        value.get("index")?;
        Some(from_value(value.clone()).map_err(|error| wrong("a texture", &error)))
    }

    /// Returns the texture's transform; the default transform without [`TEXTURE_TRANSFORM_EXTENSION`].
    ///
    /// # Errors
    /// If the extension does not follow its specification.
    pub fn transform(&self) -> Result<TextureTransform> {
        let Some(value) = self.extensions.get(TEXTURE_TRANSFORM_EXTENSION) else {
            return Ok(TextureTransform::default());
        };
        from_value(value.clone()).map_err(|error| wrong(TEXTURE_TRANSFORM_EXTENSION, &error))
    }
}

/// The extension that offsets, rotates and scales textures.
pub const TEXTURE_TRANSFORM_EXTENSION: &str = "KHR_texture_transform";

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TextureTransform {
    #[serde(skip_serializing_if = "is_zero")]
    pub offset: [f32; 2],
    #[serde(skip_serializing_if = "is_default")]
    pub rotation: f32,
    #[serde(skip_serializing_if = "is_one")]
    pub scale: [f32; 2],
    #[serde(deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub tex_coord: Option<u32>,
}

impl Default for TextureTransform {
    fn default() -> Self {
        Self { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2], tex_coord: None }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Texture {
    #[serde(deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub sampler: Option<u32>,
    #[serde(deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub source: Option<u32>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extensions: Extensions,
}

/// The extensions of textures that refer to images in formats outside the core specification.
pub const IMAGE_EXTENSIONS: [&str; 3] = ["EXT_texture_webp", "MSFT_texture_dds", "KHR_texture_basisu"];

impl Texture {
    /// Returns the index of the texture's image. Prefers the image that every program can read to the image of one of the
    /// [`IMAGE_EXTENSIONS`].
    #[must_use]
    pub fn image(&self) -> Option<u32> {
        let of_extension = |name| whole::maybe(self.extensions.get(name)?.get("source")?.clone()).ok()?;
        self.source.or_else(|| IMAGE_EXTENSIONS.into_iter().find_map(of_extension))
    }
}

/// An image: a file, or bytes in a buffer.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub buffer_view: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
}

/// A sampler. Filters and wrap modes are OpenGL constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TextureSampler {
    #[serde(deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub mag_filter: Option<u32>,
    #[serde(deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub min_filter: Option<u32>,
    #[serde(deserialize_with = "whole::one", skip_serializing_if = "is_repeat")]
    pub wrap_s: u32,
    #[serde(deserialize_with = "whole::one", skip_serializing_if = "is_repeat")]
    pub wrap_t: u32,
}

/// The wrap modes `REPEAT`, `CLAMP_TO_EDGE` and `MIRRORED_REPEAT`.
pub const WRAPS: [u32; 3] = [10497, 33071, 33648];

/// The filters `NEAREST`, `LINEAR`, `NEAREST_MIPMAP_NEAREST`, `LINEAR_MIPMAP_NEAREST`, `NEAREST_MIPMAP_LINEAR` and
/// `LINEAR_MIPMAP_LINEAR`.
pub const FILTERS: [u32; 6] = [9728, 9729, 9984, 9985, 9986, 9987];

const REPEAT: u32 = WRAPS[0];

impl Default for TextureSampler {
    fn default() -> Self {
        Self { mag_filter: None, min_filter: None, wrap_s: REPEAT, wrap_t: REPEAT }
    }
}

fn wrong(what: &str, error: &serde_json::Error) -> Error {
    Error::invalid(format!("{what} cannot be read: {}", shortened(&error.to_string())))
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_zero(offset: &[f32; 2]) -> bool {
    *offset == [0.0; 2]
}

fn is_one(scale: &[f32; 2]) -> bool {
    *scale == [1.0; 2]
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_repeat(wrap: &u32) -> bool {
    *wrap == REPEAT
}

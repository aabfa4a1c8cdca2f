//! [`Textures`]: the images that materials use.

use std::collections::BTreeMap;

use rigmill_codec_gltf::document::{FILTERS, Image, Texture, TextureInfo, WRAPS};
use rigmill_codec_gltf::{Accessors, uri};
use rigmill_dom::{Element, SceneTexture, SceneTextureUse, TextureFilter, TexturePlacement, TextureWrap};

use super::ktx2_image;
use super::problems::{EXPORT_AGAIN, element, over_limit, unreadable};
use crate::codes;
use crate::report::{Problem, Result};

/// The maximum size of all KTX2 images of a file after their conversion, in bytes.
const MAX_CONVERTED: u64 = 512 << 20;

/// The images that materials use.
pub(super) struct Textures<'a> {
    accessors: &'a Accessors<'a>,
    /// The total size of all buffers, in bytes.
    buffer_bytes: u64,
    list: Vec<SceneTexture>,
    of_images: BTreeMap<usize, u32>,
    /// The textures of images in a buffer, by the range of their bytes, because images may share the same bytes.
    of_views: BTreeMap<[u64; 3], u32>,
    /// The number of bytes in buffers that further images may still copy.
    bytes_left: u64,
    /// The number of bytes of all KTX2 images after their conversion.
    converted_bytes: u64,
}

impl<'a> Textures<'a> {
    /// Creates the list for the materials of a file whose buffers have `buffer_bytes` bytes in total.
    pub(super) fn new(accessors: &'a Accessors<'a>, buffer_bytes: u64) -> Self {
        Self {
            accessors,
            buffer_bytes,
            list: Vec::new(),
            of_images: BTreeMap::new(),
            of_views: BTreeMap::new(),
            bytes_left: buffer_bytes,
            converted_bytes: 0,
        }
    }

    pub(super) fn into_list(self) -> Vec<SceneTexture> {
        self.list
    }

    /// Returns a texture as a material uses it; `None` if only an unknown extension names its image.
    pub(super) fn used(&mut self, info: &TextureInfo, usage: &str) -> Result<Option<SceneTextureUse>> {
        let Some(texture) = self.accessors.root.textures.get(info.index as usize) else {
            return Err(unreadable(format!("a material refers to texture {}, which does not exist", info.index)));
        };
        let placement = self.placement(texture, info)?;
        let Some(texture) = self.texture(texture)? else { return Ok(None) };
        Ok(Some(SceneTextureUse { usage: usage.to_owned(), texture, placement }))
    }

    fn placement(&self, texture: &Texture, info: &TextureInfo) -> Result<TexturePlacement> {
        let transform = info.transform()?;
        let sampler = texture.sampler.and_then(|sampler| self.accessors.root.samplers.get(sampler as usize));
        let sampler = sampler.copied().unwrap_or_default();
        Ok(TexturePlacement {
            uv_set: transform.tex_coord.unwrap_or(info.tex_coord),
            offset: transform.offset,
            rotation: transform.rotation,
            scale: transform.scale,
            wrap: [wrap(sampler.wrap_s), wrap(sampler.wrap_t)],
            min_filter: filter(sampler.min_filter),
            mag_filter: filter(sampler.mag_filter),
        })
    }

    /// Returns the index of a texture's image.
    fn texture(&mut self, texture: &Texture) -> Result<Option<u32>> {
        let Some(number) = texture.image() else { return Ok(None) };
        let image = number as usize;
        if let Some(&known) = self.of_images.get(&image) {
            return Ok(Some(known));
        }
        let Some(source) = self.accessors.root.images.get(image) else { return Ok(None) };
        let bytes =
            source.buffer_view.filter(|_| source.uri.is_none()).and_then(|view| self.accessors.view_range(view));
        let known = bytes.and_then(|bytes| self.of_views.get(&bytes).copied());
        let texture = match known {
            Some(known) => {
                self.list[known as usize].copies += 1;
                known
            }
            None => {
                let texture = self.image(source, image)?;
                self.list.push(texture);
                u32::try_from(self.list.len() - 1).unwrap_or(u32::MAX)
            }
        };
        self.of_views.extend(bytes.map(|bytes| (bytes, texture)));
        self.of_images.insert(image, texture);
        Ok(Some(texture))
    }

    /// Returns an image: a separate file, or an image inside the file. The latter also has a name by which a separate file is
    /// found.
    fn image(&mut self, source: &Image, index: usize) -> Result<SceneTexture> {
        let element = element("image", source.name.as_ref(), index);
        let data = source.uri.as_deref().and_then(uri::data);
        let embedded = match (data, source.buffer_view) {
            (Some(data), _) => {
                let wrong = |error| unreadable(format!("{element}: its data cannot be decoded: {error}"));
                Some(data.map_err(wrong)?)
            }
            (None, Some(view)) => Some(self.embedded(self.accessors.view(view)?)?),
            (None, None) => None,
        };
        let embedded = match embedded {
            Some(bytes) if ktx2_image::is_ktx2(&bytes) => Some(self.converted(&bytes, &element)?),
            other => other,
        };
        let name = source.name.clone().unwrap_or_else(|| format!("image {index}"));
        let [absolute, relative] = match (&embedded, source.uri.as_deref()) {
            (None, Some(uri)) => match uri::file_path(uri) {
                Some(path) => [String::new(), path.into_owned()],
                None => [uri.to_owned(), String::new()],
            },
            _ => [String::new(), format!("{name}{}", extension(source))],
        };
        Ok(SceneTexture { element, name, absolute, relative, asset: None, embedded, copies: 0 })
    }

    /// Copies an image's bytes. The total is limited, because images that overlap could use much more memory than the file.
    fn embedded(&mut self, bytes: &[u8]) -> Result<Vec<u8>> {
        let (found, most) = (bytes.len() as u64, self.buffer_bytes);
        let Some(left) = self.bytes_left.checked_sub(found) else {
            let found = most - self.bytes_left + found;
            let fact =
                format!("the embedded images take up {found} bytes, but all buffers together are only {most} bytes");
            return Err(Problem::new(codes::GLTF_LIMIT, fact, EXPORT_AGAIN));
        };
        self.bytes_left = left;
        Ok(bytes.to_vec())
    }

    /// Converts a KTX2 image to DDS. The total size is limited, because compressed images could use much more memory than the
    /// file.
    fn converted(&mut self, bytes: &[u8], element: &Element) -> Result<Vec<u8>> {
        let dds = ktx2_image::to_dds(bytes, element)?;
        self.converted_bytes += dds.len() as u64;
        if self.converted_bytes > MAX_CONVERTED {
            let help = "make the images smaller, or save them next to the scene file";
            return Err(over_limit(self.converted_bytes, "bytes of KTX2 images", MAX_CONVERTED, help));
        }
        Ok(dds)
    }
}

fn extension(source: &Image) -> &'static str {
    match source.mime_type.as_deref() {
        Some("image/jpeg") => ".jpg",
        Some("image/webp") => ".webp",
        Some("image/vnd-ms.dds") => ".dds",
        Some("image/ktx2") => ".ktx2",
        _ => ".png",
    }
}

/// Returns the wrap mode with this number. Unknown numbers repeat, which is the default.
fn wrap(number: u32) -> TextureWrap {
    let [_, clamp, mirror] = WRAPS;
    match number {
        _ if number == clamp => TextureWrap::Clamp,
        _ if number == mirror => TextureWrap::Mirror,
        _ => TextureWrap::Repeat,
    }
}

/// Returns the filter with this number.
fn filter(number: Option<u32>) -> TextureFilter {
    let filters = [
        TextureFilter::Nearest,
        TextureFilter::Linear,
        TextureFilter::NearestMipNearest,
        TextureFilter::LinearMipNearest,
        TextureFilter::NearestMipLinear,
        TextureFilter::LinearMipLinear,
    ];
    let known = FILTERS.iter().zip(filters).find(|(known, _)| Some(**known) == number);
    known.map_or(TextureFilter::Any, |(_, filter)| filter)
}

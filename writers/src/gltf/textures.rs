//! [`Textures`]: the textures of a file's materials, with their images and samplers.

use rigmill_codec_gltf::document::{
    FILTERS, Image, TEXTURE_TRANSFORM_EXTENSION, Texture, TextureInfo, TextureSampler, TextureTransform, WRAPS, push,
    to_index,
};
use rigmill_format::{TextureFilter, TexturePlacement, TextureWrap};
use serde_json::json;

use super::uri;

/// The textures of a file. Each image, each sampler and each pair of them occurs once.
pub(super) struct Textures<'a> {
    /// The name of the asset. The URIs of textures are relative to it.
    asset: &'a str,
    pub(super) textures: Vec<Texture>,
    pub(super) images: Vec<Image>,
    pub(super) samplers: Vec<TextureSampler>,
}

impl<'a> Textures<'a> {
    pub(super) fn new(asset: &'a str) -> Self {
        Self { asset, textures: Vec::new(), images: Vec::new(), samplers: Vec::new() }
    }

    /// Returns a reference to a texture with its placement, as a material uses it.
    pub(super) fn info(&mut self, asset: &str, placement: &TexturePlacement) -> TextureInfo {
        let texture =
            Texture { source: Some(self.image(asset)), sampler: self.sampler(placement), ..Texture::default() };
        let index = find_or_push(&mut self.textures, texture);
        let mut info = TextureInfo { index, tex_coord: placement.uv_set, ..TextureInfo::default() };
        if !placement.is_untransformed() {
            let (offset, rotation, scale) = (placement.offset, placement.rotation, placement.scale);
            let transform = TextureTransform { offset, rotation, scale, tex_coord: None };
            info.extensions.insert(TEXTURE_TRANSFORM_EXTENSION.to_owned(), json!(transform));
        }
        info
    }

    fn image(&mut self, asset: &str) -> u32 {
        let known = self.images.iter().position(|image| image.name.as_deref() == Some(asset));
        known.map_or_else(
            || {
                let uri = uri::of_texture(self.asset, asset);
                push(&mut self.images, Image { name: Some(asset.to_owned()), uri: Some(uri), ..Image::default() })
            },
            to_index,
        )
    }

    /// Returns `None` for the default sampler, with which a texture repeats.
    fn sampler(&mut self, placement: &TexturePlacement) -> Option<u32> {
        let wrap = |wrap: TextureWrap| WRAPS[usize::from(wrap.number())];
        let [wrap_s, wrap_t] = placement.wrap.map(wrap);
        let (mag_filter, min_filter) = (filter(placement.mag_filter), filter(placement.min_filter));
        let sampler = TextureSampler { mag_filter, min_filter, wrap_s, wrap_t };
        (sampler != TextureSampler::default()).then(|| find_or_push(&mut self.samplers, sampler))
    }
}

/// Returns the glTF number of a filter; `None` if the game may choose.
fn filter(filter: TextureFilter) -> Option<u32> {
    usize::from(filter.number()).checked_sub(1).map(|at| FILTERS[at])
}

fn find_or_push<T: PartialEq>(list: &mut Vec<T>, element: T) -> u32 {
    let known = list.iter().position(|other| *other == element);
    known.map_or_else(|| push(list, element), to_index)
}

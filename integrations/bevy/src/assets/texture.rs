//! Textures and cube maps as Bevy's [`Image`].

use bevy_asset::io::Reader;
use bevy_asset::{AssetLoader, LoadContext, RenderAssetUsages};
use bevy_image::{Image, ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy_reflect::TypePath;
use rigmill_format::{TextureFormat, stated_type};
use rigmill_runtime::content::{AlignedBytes, ContentType, Texture, TextureCube};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wgpu_types::{
    Extent3d, TextureDescriptor, TextureDimension, TextureUsages, TextureViewDescriptor, TextureViewDimension,
};

use super::content::{decoded, read};
use super::error::RigLoadError;
use super::path::EXTENSIONS;

/// Settings for loading an image. By default, the texture repeats and is filtered linearly, which is what the textures of
/// models usually expect.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RigImageSettings {
    /// How the texture is sampled.
    pub sampler: ImageSamplerDescriptor,
    /// Where the pixels are kept. By default, they are in GPU memory and in main memory.
    pub usages: RenderAssetUsages,
}

impl Default for RigImageSettings {
    fn default() -> Self {
        let mut sampler = ImageSamplerDescriptor::linear();
        sampler.set_address_mode(ImageAddressMode::Repeat);
        Self { sampler, usages: RenderAssetUsages::default() }
    }
}

/// Loads an [`Image`].
#[derive(Default, TypePath)]
pub(crate) struct ImageLoader;

impl AssetLoader for ImageLoader {
    type Asset = Image;
    type Settings = RigImageSettings;
    type Error = RigLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &RigImageSettings,
        _context: &mut LoadContext<'_>,
    ) -> Result<Image, RigLoadError> {
        image(read(reader).await?, settings)
    }

    fn extensions(&self) -> &[&str] {
        EXTENSIONS
    }
}

fn image(bytes: AlignedBytes, settings: &RigImageSettings) -> Result<Image, RigLoadError> {
    if stated_type(&bytes) == Some(ContentType::TextureCube) {
        let cube: Arc<TextureCube> = decoded(bytes)?;
        let view = cube.view();
        let size = Extent3d { width: view.size(), height: view.size(), depth_or_array_layers: 6 };
        let mut image = filled(size, format(view.format(), view.srgb()), view.levels(), view.bytes(), settings);
        let dimension = Some(TextureViewDimension::Cube);
        image.texture_view_descriptor = Some(TextureViewDescriptor { dimension, ..TextureViewDescriptor::default() });
        return Ok(image);
    }
    let texture: Arc<Texture> = decoded(bytes)?;
    let view = texture.view();
    let size = Extent3d { width: view.width(), height: view.height(), depth_or_array_layers: 1 };
    Ok(filled(size, format(view.format(), view.srgb()), view.levels(), view.bytes(), settings))
}

/// An image whose bytes are ordered by layer and then by mipmap, as both Rigmill and Bevy store them.
fn filled(
    size: Extent3d,
    format: wgpu_types::TextureFormat,
    levels: u32,
    bytes: &[u8],
    settings: &RigImageSettings,
) -> Image {
    // `Image::new` cannot be used, because it expects the length of an image without mipmaps.
    let mut image = Image::new_uninit(size, TextureDimension::D2, format, settings.usages);
    image.data = Some(bytes.to_vec());
    image.texture_descriptor = TextureDescriptor {
        mip_level_count: levels,
        usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
        ..image.texture_descriptor
    };
    image.sampler = ImageSampler::Descriptor(settings.sampler.clone());
    image
}

fn format(format: TextureFormat, srgb: bool) -> wgpu_types::TextureFormat {
    use wgpu_types::TextureFormat as Gpu;
    match (format, srgb) {
        (TextureFormat::Rgba8, false) => Gpu::Rgba8Unorm,
        (TextureFormat::Rgba8, true) => Gpu::Rgba8UnormSrgb,
        (TextureFormat::Bc1, false) => Gpu::Bc1RgbaUnorm,
        (TextureFormat::Bc1, true) => Gpu::Bc1RgbaUnormSrgb,
        (TextureFormat::Bc2, false) => Gpu::Bc2RgbaUnorm,
        (TextureFormat::Bc2, true) => Gpu::Bc2RgbaUnormSrgb,
        (TextureFormat::Bc3, false) => Gpu::Bc3RgbaUnorm,
        (TextureFormat::Bc3, true) => Gpu::Bc3RgbaUnormSrgb,
        (TextureFormat::Bc7, false) => Gpu::Bc7RgbaUnorm,
        (TextureFormat::Bc7, true) => Gpu::Bc7RgbaUnormSrgb,
        // GPUs have no sRGB variant of the other formats.
        (TextureFormat::Rgba8Signed, _) => Gpu::Rgba8Snorm,
        (TextureFormat::Rg8Signed, _) => Gpu::Rg8Snorm,
        (TextureFormat::Bc4, _) => Gpu::Bc4RUnorm,
        (TextureFormat::Bc5, _) => Gpu::Bc5RgUnorm,
        (TextureFormat::Bc6h, _) => Gpu::Bc6hRgbUfloat,
        (TextureFormat::Rgba16, _) => Gpu::Rgba16Unorm,
        (TextureFormat::Rgba16Float, _) => Gpu::Rgba16Float,
    }
}

//! [`Embedded`]: images that lie in the scene's own file.

use rigmill_dom::{Image, Scene, SceneTexture};
use rigmill_format::{Texture, TextureUse};
use rigmill_pipeline::{Diagnostic, ProcessContext, StageError};

use super::labels::file_name;
use super::names::Names;
use super::params::PixelCount;
use super::textures::TextureAsset;
use crate::codes;
use crate::texture::{Compression, TextureParams, texture};

/// How many pixels all images of a file may have together, whatever their size, and how many more for each byte of them.
const FREE_PIXELS: u64 = 8192 * 8192;
const PIXELS_PER_BYTE: u64 = 32;

/// Makes textures of the images in a scene's file. Each is a product of the scene's asset, labelled with the image's name.
pub(super) struct Embedded {
    pub(super) textures: Vec<(String, Texture)>,
    compression: Compression,
    names: Names,
}

impl Embedded {
    /// For the images of a scene; refuses them by their headers where all of them together are too large to be decoded.
    /// `most` is how many pixels the manifest allows.
    pub(super) fn of(
        scene: &Scene,
        compression: Compression,
        most: Option<PixelCount>,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Self, StageError> {
        let (mut pixels, mut bytes) = (0_u64, 0_u64);
        for (source, image) in scene.textures.iter().filter_map(|it| Some((it, it.embedded.as_ref()?))) {
            // An image that cannot be measured is reported when it is decoded.
            let [width, height] = Image::measure(image, file_of(source)).unwrap_or_default();
            // Each counts, though images of the same bytes are decoded once: no honest file repeats large ones.
            pixels += u64::from(width) * u64::from(height) * (1 + u64::from(source.copies));
            bytes += image.len() as u64;
        }
        let most = most.map_or(FREE_PIXELS + bytes.saturating_mul(PIXELS_PER_BYTE), PixelCount::get);
        if pixels > most {
            let fact =
                format!("the images inside of the file have {pixels} pixels together, at most {most} are allowed");
            let help = "make them smaller, put them beside the file, or raise `max_pixels`";
            return Err(ctx.fail(Diagnostic::error(codes::EMBEDDED_PIXELS, fact).help(help)));
        }
        Ok(Self { textures: Vec::new(), compression, names: Names::default() })
    }

    /// The asset of the texture made from the image in the file; `None` where there is none, or none that can be
    /// used, which has been reported.
    pub(super) fn asset(
        &mut self,
        source: &SceneTexture,
        srgb: bool,
        ctx: &mut ProcessContext<'_>,
    ) -> Option<TextureAsset> {
        let bytes = source.embedded.as_ref()?;
        match Image::decode(bytes, file_of(source)) {
            Ok(image) => {
                let label = self.label(source);
                let name = format!("{}{label}", ctx.source().asset_name());
                let params =
                    TextureParams { srgb: Some(srgb), compression: self.compression, ..TextureParams::default() };
                self.textures.push((label, texture(&image, &params)));
                Some(TextureAsset { name, missing: false })
            }
            Err(fact) => {
                let message = format!("{}: the image inside of the file cannot be used: {fact}", source.element);
                let help = "put the image beside the file, or embed one that can be read";
                ctx.report(Diagnostic::warning(codes::EMBEDDED_IMAGE, message).help(help));
                None
            }
        }
    }

    /// `.NAME.texture`, with `_` for what file names cannot hold. No two are the same, in small letters or capitals.
    fn label(&mut self, source: &SceneTexture) -> String {
        let file = file_of(source);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let name = file_name(if stem.is_empty() { "image" } else { stem });
        let small = name.to_lowercase();
        let taken = self.names.take(&small);
        format!(".{name}{}.texture", taken.strip_prefix(&small).unwrap_or_default())
    }
}

/// The name of the image's file, without folders; its name in the scene where it has none.
fn file_of(source: &SceneTexture) -> &str {
    let named = [&source.relative, &source.absolute, &source.name].into_iter().find(|name| !name.is_empty());
    named.map_or("", |name| name.rsplit(['/', '\\']).next().unwrap_or_default())
}

/// Whether anything in the scene looks at the colours of a texture, rather than calculating with them.
pub(super) fn is_color(scene: &Scene, texture: usize) -> bool {
    let uses = scene.materials.iter().flat_map(|material| &material.textures);
    let of_texture = uses.filter(|(_, index)| *index as usize == texture);
    of_texture
        .filter_map(|(usage, _)| TextureUse::from_name(usage))
        .any(|usage| matches!(usage, TextureUse::Diffuse | TextureUse::Specular | TextureUse::Emissive))
}

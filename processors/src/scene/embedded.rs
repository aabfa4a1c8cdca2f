//! [`Embedded`]: images that lie in the scene's own file.

use rigmill_dom::{Image, Scene, SceneTexture};
use rigmill_format::{Texture, TextureUse};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::labels::file_name;
use super::names::Names;
use super::textures::TextureAsset;
use crate::codes;
use crate::texture::{Compression, TextureParams, texture};

/// How many pixels all images of a file have together: as many as one image may have.
const MOST_PIXELS: u64 = 8192 * 8192;

/// Makes textures of the images in a scene's file. Each is a product of the scene's asset, labelled with the image's name.
pub(super) struct Embedded {
    pub(super) textures: Vec<(String, Texture)>,
    compression: Compression,
    names: Names,
    pixels_left: u64,
}

impl Embedded {
    pub(super) fn new(compression: Compression) -> Self {
        Self { textures: Vec::new(), compression, names: Names::default(), pixels_left: MOST_PIXELS }
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
        match self.image(bytes, file_of(source)) {
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

    fn image(&mut self, bytes: &[u8], name: &str) -> Result<Image, String> {
        let image = Image::decode(bytes, name).map_err(|error| error.to_string())?;
        let pixels = u64::from(image.width) * u64::from(image.height);
        let left = self.pixels_left.checked_sub(pixels);
        self.pixels_left =
            left.ok_or_else(|| format!("the images of a file have at most {MOST_PIXELS} pixels together"))?;
        Ok(image)
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

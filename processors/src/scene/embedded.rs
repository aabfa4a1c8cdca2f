//! [`Embedded`]: textures made from images inside the scene's file.

use rigmill_dom::{Image, Scene, SceneMaterial, SceneTexture};
use rigmill_format::{Texture, TextureUse};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::labels::file_name;
use super::names::Names;
use super::textures::TextureAsset;
use crate::codes;
use crate::numbers::PixelCount;
use crate::report::Result;
use crate::texture::{Compression, TextureParams, texture};

/// The number of pixels that all images of a file together may always have, and the additional number for each byte of the
/// images.
const FREE_PIXELS: u64 = 8192 * 8192;
const PIXELS_PER_BYTE: u64 = 32;

/// Makes textures from the images in a scene's file. Each texture is a product of the scene's asset, labelled with the image's
/// name.
pub(super) struct Embedded {
    pub(super) textures: Vec<(String, Texture)>,
    /// The label of the variant to use of images in separate files; empty for their main textures.
    pub(super) variant: String,
    compression: Compression,
    names: Names,
}

impl Embedded {
    /// Prepares the images of a scene. If their headers declare too many pixels in total, rejects them before any is decoded.
    /// `max_pixels` is the limit in the manifest.
    pub(super) fn new(
        scene: &Scene,
        compression: Compression,
        max_pixels: Option<PixelCount>,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Self> {
        let (mut pixels, mut bytes) = (0_u64, 0_u64);
        for (source, image) in scene.textures.iter().filter_map(|it| Some((it, it.embedded.as_ref()?))) {
            // An image whose size cannot be read is reported when it is decoded.
            let [width, height] = Image::measure(image, file_of(source)).unwrap_or_default();
            // Copies count, although equal images are decoded only once. A valid file does not repeat large images.
            pixels += u64::from(width) * u64::from(height) * (1 + u64::from(source.copies));
            bytes += image.len() as u64;
        }
        let most = max_pixels.map_or(FREE_PIXELS + bytes.saturating_mul(PIXELS_PER_BYTE), PixelCount::get);
        if pixels > most {
            let fact = format!("the embedded images have {pixels} pixels in total, but at most {most} are allowed");
            let help = "make the images smaller, save them next to the scene file, or raise `max_pixels`";
            return Err(ctx.fail(Diagnostic::error(codes::EMBEDDED_PIXELS, fact).help(help)));
        }
        Ok(Self { textures: Vec::new(), variant: String::new(), compression, names: Names::default() })
    }

    /// Returns the asset of the texture made from the image in the file; `None` if there is no image or the image is unusable,
    /// which the function reports.
    pub(super) fn asset(
        &mut self,
        source: &SceneTexture,
        contents: Contents,
        ctx: &mut ProcessContext<'_>,
    ) -> Option<TextureAsset> {
        let bytes = source.embedded.as_ref()?;
        match Image::decode(bytes, file_of(source)) {
            Ok(image) => {
                let label = self.label(source);
                let name = format!("{}{label}", ctx.asset());
                // FBX uses the same slot for normal maps and height maps. Height maps are grey.
                let contents = if is_grey(&image) { contents.without_normals() } else { contents };
                self.textures.push((label, texture(&image, &contents.params(self.compression))));
                Some(TextureAsset { name, missing: false })
            }
            Err(fact) => {
                let message = format!("{}: the embedded image cannot be used: {fact}", source.element);
                let help = "save the image next to the scene file, or embed it as PNG or JPEG";
                ctx.report(Diagnostic::warning(codes::EMBEDDED_IMAGE, message).help(help));
                None
            }
        }
    }

    /// Returns the label `.NAME.texture`, with `_` for characters that are invalid in file names. Labels are unique, ignoring
    /// case.
    fn label(&mut self, source: &SceneTexture) -> String {
        let file = file_of(source);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let name = file_name(if stem.is_empty() { "image" } else { stem });
        format!(".{name}{}.texture", self.names.suffix(&name))
    }
}

/// Returns the name of the image's file without folders, or the image's name in the scene if it has no file name.
fn file_of(source: &SceneTexture) -> &str {
    let named = [&source.relative, &source.absolute, &source.name].into_iter().find(|name| !name.is_empty());
    named.map_or("", |name| name.rsplit(['/', '\\']).next().unwrap_or_default())
}

/// What the numbers of a texture represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    Colors,
    Normals,
    Data,
}

impl Contents {
    fn without_normals(self) -> Self {
        if self == Self::Normals { Self::Data } else { self }
    }

    /// Returns the parameters of a texture with a compression. Normal maps use BC5 instead of any other compression except
    /// XNA's.
    fn params(self, compression: Compression) -> TextureParams {
        let is_normal = self == Self::Normals;
        let compression = match compression {
            Compression::None | Compression::Dxt => compression,
            _ if is_normal => Compression::Bc5,
            _ => compression,
        };
        TextureParams { srgb: Some(self == Self::Colors), normal: is_normal, compression, ..TextureParams::default() }
    }
}

fn is_grey(image: &Image) -> bool {
    image.pixels.chunks_exact(4).all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2])
}

/// Determines what a texture of a scene represents: colours if any of its uses is for colours, or directions if all of its uses
/// are for normal maps.
pub(super) fn contents(scene: &Scene, texture: usize) -> Contents {
    let uses = || {
        let all = scene.materials.iter().flat_map(SceneMaterial::texture_uses);
        all.filter(|it| it.texture as usize == texture)
    };
    match uses().any(|it| is_color_use(&it.usage)) {
        true => Contents::Colors,
        false if uses().count() > 0 && uses().all(|it| is_normal_use(&it.usage)) => Contents::Normals,
        false => Contents::Data,
    }
}

/// Returns whether a use is for directions. Extensions of glTF name such parameters `clearcoatNormalTexture`, for example.
fn is_normal_use(usage: &str) -> bool {
    usage.ends_with("NormalTexture") || TextureUse::from_name(usage) == Some(TextureUse::Normal)
}

/// Returns whether a use is for colours. Extensions of glTF name such parameters `sheenColorTexture` or `diffuseTexture`, for
/// example.
fn is_color_use(usage: &str) -> bool {
    match TextureUse::from_name(usage) {
        Some(usage) => matches!(usage, TextureUse::Diffuse | TextureUse::Specular | TextureUse::Emissive),
        None => usage.ends_with("ColorTexture") || ["diffuseTexture", "specularGlossinessTexture"].contains(&usage),
    }
}

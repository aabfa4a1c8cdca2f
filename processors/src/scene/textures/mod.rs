//! Finds the assets of the images that a scene names.

mod candidates;
mod missing;
mod web_address;

use rigmill_dom::SceneTexture;
use rigmill_format::{Texture, TextureCube};
use rigmill_pipeline::{AssetError, ProcessContext, SourcePath, ValueType};

pub(super) use missing::Missing;

/// The extensions of images, most likely first. An image may have a different extension than the scene says.
const EXTENSIONS: [&str; 14] =
    ["png", "tga", "dds", "jpg", "jpeg", "bmp", "tif", "tiff", "psd", "webp", "gif", "ktx2", "hdr", "exr"];

/// The extension of files that may contain an image or anything else.
const ANYTHING: &str = "xnb";

/// The asset of a texture.
#[derive(Clone, Debug)]
pub(super) struct TextureAsset {
    /// The name of the asset.
    pub(super) name: String,
    /// Whether the project does not contain the asset.
    pub(super) missing: bool,
}

/// The types of textures that are suitable for a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kinds {
    /// Textures of surfaces, which are flat.
    Flat,
    /// Textures of effects, whose parameters may also be cube maps.
    Any,
}

impl Kinds {
    fn types(self) -> Vec<ValueType> {
        match self {
            Self::Flat => vec![ValueType::of::<Texture>()],
            Self::Any => vec![ValueType::of::<Texture>(), ValueType::of::<TextureCube>()],
        }
    }
}

/// Returns the asset of a texture. A missing asset is added to `missing`, and the result is `None` unless the source names an
/// asset. If the scene's file contains the image, the image has already been reported as unusable, and only a separate file is
/// missing. Each candidate becomes a dependency: if an image appears there, Rigmill builds the model again. If the asset has a
/// variant with the label `variant`, returns the variant.
pub(super) fn asset(
    texture: &SceneTexture,
    kinds: Kinds,
    variant: &str,
    missing: &mut Missing,
    ctx: &mut ProcessContext<'_>,
) -> Option<TextureAsset> {
    let candidates = candidates::paths(texture, ctx.source());
    let named = ctx.source().relative(&texture.relative).ok();
    let mut refused = Vec::new();
    let found = candidates.iter().find_map(|candidate| image_at(candidate, named.as_ref(), kinds, ctx, &mut refused));
    let is_named = !texture.relative.is_empty() || !texture.absolute.is_empty();
    if found.is_none() && is_named && texture.embedded.is_none() {
        missing.add(texture, &candidates, refused.first());
    }
    if let Some(name) = found {
        return Some(TextureAsset { name: variant_of(name, variant, kinds, ctx), missing: false });
    }
    let name = stored_name(texture.asset.as_ref()?, ctx.source());
    (!name.is_empty()).then_some(TextureAsset { name, missing: true })
}

/// Returns the name of an asset's variant, or of the asset itself if it has no such variant.
fn variant_of(asset: String, label: &str, kinds: Kinds, ctx: &mut ProcessContext<'_>) -> String {
    let variant = format!("{asset}{label}");
    if label.is_empty() || ctx.refer(&variant, &kinds.types()).is_err() { asset } else { variant }
}

/// Returns whether a text is the name of an image file, judged by its extension.
pub(super) fn is_image_name(text: &str) -> bool {
    text.rsplit_once('.')
        .is_some_and(|(_, extension)| EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

/// Returns the full name of an asset that a source names relative to itself. A name outside the project keeps its leading `..`.
pub(super) fn stored_name(name: &str, source: &SourcePath) -> String {
    let mut parts: Vec<&str> = source.folder().split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the texture of the image at a path, ignoring case; of several images, the one with the most similar spelling. A file
/// that may contain anything counts as an image only at the path `named` by the texture: elsewhere, it may be another model,
/// which itself looks for textures here. Images from which the build makes no texture are added to `refused`.
fn image_at(
    path: &SourcePath,
    named: Option<&SourcePath>,
    kinds: Kinds,
    ctx: &mut ProcessContext<'_>,
    refused: &mut Vec<(SourcePath, AssetError)>,
) -> Option<String> {
    let mut found = ctx.sources_named(path.asset_name());
    let own = ctx.source().clone();
    found.retain(|source| {
        let is_image = extension(source) != ANYTHING || (named == Some(path) && *source != own);
        is_image && rank(source, path).is_some()
    });
    found.sort_by_cached_key(|source| rank(source, path));
    found.into_iter().find_map(|source| match ctx.refer_to(&source, &kinds.types()) {
        Ok(name) => Some(name),
        Err(error) => {
            refused.push((source, error));
            None
        }
    })
}

/// Returns how much a file's path differs from the wanted path; `None` if the file is not an image.
fn rank(source: &SourcePath, wanted: &SourcePath) -> Option<usize> {
    if source == wanted {
        return Some(0);
    }
    let found = extension(source);
    if found == extension(wanted) {
        return Some(1);
    }
    EXTENSIONS.iter().position(|known| *known == found).map(|at| at + 2)
}

/// Returns the text after the last dot, in lower case.
fn extension(path: &SourcePath) -> String {
    path.as_str()[path.asset_name().len()..].trim_start_matches('.').to_lowercase()
}

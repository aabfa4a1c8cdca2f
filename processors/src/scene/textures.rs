//! Textures: which asset of the build an image is that a scene names.

mod places;

use rigmill_dom::SceneTexture;
use rigmill_format::Texture;
use rigmill_pipeline::{Diagnostic, ProcessContext, SourcePath, ValueType};

use crate::codes;

/// The endings of images, the likeliest first: what takes the place of a file that is there with another ending.
const ENDINGS: [&str; 10] = ["png", "tga", "dds", "jpg", "jpeg", "bmp", "tif", "tiff", "psd", "webp"];

/// The ending of files that may hold images, and anything else.
const ANYTHING: &str = "xnb";

/// How many of the places that were looked at are told.
const MOST_TOLD: usize = 24;

/// The asset that a texture is.
#[derive(Clone, Debug)]
pub(super) struct TextureAsset {
    /// Its name.
    pub(super) name: String,
    /// Whether the project does not have it, so that there is nothing but the name.
    pub(super) missing: bool,
}

/// The asset of a texture; `None` where there is none and the source names none, either of which has been reported. Each place that is
/// looked at is a dependency, so that an image that appears there makes the model anew.
pub(super) fn asset(texture: &SceneTexture, ctx: &mut ProcessContext<'_>) -> Option<TextureAsset> {
    let places = places::of(texture, ctx.source());
    let at = ctx.source().relative(&texture.relative).ok();
    let found = places.iter().find_map(|place| image_at(place, at.as_ref(), ctx));
    if found.is_none() && !places.is_empty() {
        ctx.report(missing(texture, &places));
    }
    if let Some(source) = found {
        return Some(TextureAsset { name: source.asset_name().to_owned(), missing: false });
    }
    let name = stored_name(texture.asset.as_ref()?, ctx.source());
    (!name.is_empty()).then_some(TextureAsset { name, missing: true })
}

/// The name of an asset that a source names relative to itself. One outside of the project keeps as many `..` as lead there.
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

/// The image at a place, in any spelling: the one that is written most like it. A file that may hold anything is an image only
/// `at` the place that the texture names: elsewhere it may be another model, which looks for its textures here in turn.
fn image_at(place: &SourcePath, at: Option<&SourcePath>, ctx: &mut ProcessContext<'_>) -> Option<SourcePath> {
    let mut found = ctx.sources_named(place.asset_name());
    let own = ctx.source().clone();
    found.retain(|source| {
        let is_image = ending(source) != ANYTHING || (at == Some(place) && *source != own);
        is_image && rank(source, place).is_some()
    });
    found.sort_by_cached_key(|source| rank(source, place));
    found.into_iter().find(|source| ctx.refer_to(source, &[ValueType::of::<Texture>()]).is_ok())
}

/// How little a file is like the place where it was looked for; `None` for what is no image.
fn rank(source: &SourcePath, place: &SourcePath) -> Option<usize> {
    if source == place {
        return Some(0);
    }
    let (ending, wanted) = (ending(source), ending(place));
    if ending == wanted {
        return Some(1);
    }
    ENDINGS.iter().position(|known| *known == ending).map(|at| at + 2)
}

/// What follows the last dot, in small letters.
fn ending(path: &SourcePath) -> String {
    path.as_str()[path.asset_name().len()..].trim_start_matches('.').to_lowercase()
}

fn missing(texture: &SceneTexture, places: &[SourcePath]) -> Diagnostic {
    let named = [&texture.relative, &texture.absolute, &texture.name].into_iter().find(|name| !name.is_empty());
    let mut looked: Vec<String> = places.iter().take(MOST_TOLD).map(|place| format!("`{place}`")).collect();
    if places.len() > MOST_TOLD {
        looked.push(format!("and {} places more", places.len() - MOST_TOLD));
    }
    let stays = if texture.asset.is_some() { "; the model goes on naming it, since the game may have it" } else { "" };
    let message = format!("{}: no texture for {:?}{stays}", texture.element, named.map_or("", String::as_str));
    let help = format!("looked for {}, in any case and as any kind of image; put the image there", looked.join(", "));
    Diagnostic::warning(codes::MISSING_TEXTURE, message).help(help)
}

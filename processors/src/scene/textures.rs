//! Textures: which asset of the build an image that a scene names is.

use rigmill_dom::SceneTexture;
use rigmill_format::Texture;
use rigmill_pipeline::{Diagnostic, ProcessContext, ValueType};

use crate::codes;

/// Folders beside a scene's file in which artists keep images.
const FOLDERS: [&str; 2] = ["Textures", "textures"];

/// The asset name of a texture; `None` where there is no such asset, which has been reported. Each name that is looked up
/// is a dependency, so that the asset's appearance makes the model anew.
pub(super) fn asset(texture: &SceneTexture, ctx: &mut ProcessContext<'_>) -> Option<String> {
    let places = places(texture, ctx);
    let found = places.iter().find(|place| ctx.refer(place, &[ValueType::of::<Texture>()]).is_ok());
    if found.is_none() && !places.is_empty() {
        ctx.report(missing(texture, &places));
    }
    found.cloned()
}

/// The asset names to try, the likeliest first: by the path relative to the scene, then by the file's name alone.
fn places(texture: &SceneTexture, ctx: &ProcessContext<'_>) -> Vec<String> {
    let [relative, absolute] = [&texture.relative, &texture.absolute].map(|path| path.replace('\\', "/"));
    let mut candidates = Vec::new();
    if !relative.starts_with('/') {
        candidates.push(stem(&relative).to_owned());
    }
    for path in [&relative, &absolute] {
        let name = stem(path.rsplit('/').next().unwrap_or_default());
        candidates.push(name.to_owned());
        candidates.push(name.to_lowercase());
        candidates.extend(FOLDERS.map(|folder| format!("{folder}/{name}")));
    }
    let mut places: Vec<String> = Vec::new();
    for candidate in candidates.iter().filter(|candidate| !candidate.is_empty() && !candidate.ends_with('/')) {
        let place = ctx.source().relative(candidate).map(|path| path.as_str().to_owned());
        places.extend(place.ok().filter(|place| !places.contains(place)));
    }
    places
}

/// A path without its file's ending.
fn stem(path: &str) -> &str {
    match path.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains('/') && !stem.is_empty() && !stem.ends_with('/') => stem,
        _ => path,
    }
}

fn missing(texture: &SceneTexture, places: &[String]) -> Diagnostic {
    let named = [&texture.relative, &texture.absolute, &texture.name].into_iter().find(|name| !name.is_empty());
    let looked: Vec<String> = places.iter().map(|place| format!("`{place}`")).collect();
    let message = format!("{}: no texture for {:?}", texture.element, named.map_or("", String::as_str));
    let help = format!("looked for the assets {}; put the image there", looked.join(", "));
    Diagnostic::warning(codes::MISSING_TEXTURE, message).help(help)
}

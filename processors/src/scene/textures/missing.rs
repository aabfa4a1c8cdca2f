//! [`Missing`]: the textures of a scene that are not in the project.

use std::fmt::Display;

use rigmill_dom::SceneTexture;
use rigmill_pipeline::{AssetError, Diagnostic, ProcessContext, SourcePath};

use super::web_address::is_web_address;
use crate::codes;

/// The maximum number of names, and of paths, in a message.
const MAX_NAMES: usize = 20;

/// The missing textures of a scene. All with the same remedy are one warning.
#[derive(Default)]
pub(in crate::scene) struct Missing(Vec<(Remedy, Vec<MissingTexture>)>);

/// What to do about a missing texture.
#[derive(PartialEq, Eq)]
enum Remedy {
    /// To put the image into the project.
    Put,
    /// To download the image, and put it into the project.
    Download,
    /// To change the rules that exclude the image or only copy it.
    Include,
    /// To do what the text says about an image from which the project builds something else.
    Other(String),
}

struct MissingTexture {
    element: String,
    /// The image, as the scene names it.
    name: String,
    /// Whether the model keeps the name.
    is_kept: bool,
    /// The most likely path in the project.
    path: Option<SourcePath>,
    /// The number of other paths that were searched.
    others: usize,
}

impl Missing {
    /// Adds a texture that is at none of the candidates. `refused` is an image at one of them from which the build makes no
    /// texture.
    pub(super) fn add(
        &mut self,
        texture: &SceneTexture,
        candidates: &[SourcePath],
        refused: Option<&(SourcePath, AssetError)>,
    ) {
        let remedy = match refused {
            Some((image, AssetError::OtherType { found, wanted, .. })) => Remedy::Other(format!(
                "`{image}` is built as {found}, not as {wanted}; change its rule, or use a different image"
            )),
            Some(_) => Remedy::Include,
            None if is_web_address(&texture.absolute) => Remedy::Download,
            None => Remedy::Put,
        };
        let named = [&texture.relative, &texture.absolute, &texture.name].into_iter().find(|name| !name.is_empty());
        let missing = MissingTexture {
            element: texture.element.to_string(),
            name: named.cloned().unwrap_or_default(),
            is_kept: texture.asset.is_some(),
            path: refused.map(|(image, _)| image).or(candidates.first()).cloned(),
            others: candidates.len().saturating_sub(1),
        };
        match self.0.iter_mut().find(|(known, _)| *known == remedy) {
            Some((_, all)) => all.push(missing),
            None => self.0.push((remedy, vec![missing])),
        }
    }

    pub(in crate::scene) fn report(self, ctx: &mut ProcessContext<'_>) {
        for (remedy, all) in self.0 {
            let help = match remedy {
                Remedy::Other(help) => help,
                Remedy::Include => include(&all),
                Remedy::Download => download(&all),
                Remedy::Put => put(&all),
            };
            ctx.report(Diagnostic::warning(codes::SCENE_MISSING_TEXTURE, fact(&all)).help(help));
        }
    }
}

fn fact(all: &[MissingTexture]) -> String {
    let kept = all.iter().filter(|texture| texture.is_kept).count();
    let why = "because the game may contain the texture";
    if let [MissingTexture { element, name, .. }] = all {
        let kept = if kept > 0 { format!("; the model keeps this name, {why}") } else { String::new() };
        return format!("{element}: there is no texture for {name:?}{kept}");
    }
    let kept = match kept {
        0 => String::new(),
        _ if kept == all.len() => format!("; the model keeps these names, {why}s"),
        _ => format!("; the model keeps {kept} of these names, {why}s"),
    };
    let names = listed(all.iter().map(|texture| format!("{:?}", texture.name)));
    format!("there are no textures for {} images: {names}{kept}", all.len())
}

/// Returns the remedy for images that rules exclude.
fn include(all: &[MissingTexture]) -> String {
    let images = listed(paths(all));
    match all {
        [_] => {
            format!(
                "{images} is in the project, but a rule excludes it or only copies it; change the rules for this image"
            )
        }
        _ => format!(
            "{images} are in the project, but rules exclude them or only copy them; change the rules for these images"
        ),
    }
}

/// Returns the remedy for images on the web.
fn download(all: &[MissingTexture]) -> String {
    let paths = listed(paths(all));
    let [what, path, address] = match all {
        [_] => ["image", "path", "address"],
        _ => ["images", "paths", "addresses"],
    };
    let place = match paths.as_str() {
        "" => {
            let its = if all.len() == 1 { "its" } else { "their" };
            format!(", and write {its} {path} instead of the web {address}")
        }
        paths => format!(" to {paths}"),
    };
    format!("download the {what}{place}; Rigmill does not download images")
}

/// Returns the remedy for missing images: the most likely paths, and that other paths were searched.
fn put(all: &[MissingTexture]) -> String {
    let places = listed(paths(all));
    let (what, path) = if all.len() == 1 { ("image", "path") } else { ("images", "paths") };
    if places.is_empty() {
        return format!("export the scene again, with the {path} of the {what}");
    }
    let searched = match all {
        [MissingTexture { others: 0, .. }] => String::new(),
        [MissingTexture { others: 1, .. }] => "; Rigmill also searched 1 other path".to_owned(),
        [MissingTexture { others, .. }] => format!("; Rigmill also searched {others} other paths"),
        _ => "; Rigmill also searched other paths".to_owned(),
    };
    format!("put the {what} at {places} (letter case and image format do not matter){searched}")
}

fn paths(all: &[MissingTexture]) -> impl Iterator<Item = String> {
    all.iter().filter_map(|texture| texture.path.as_ref()).map(|path| format!("`{path}`"))
}

/// Returns a list of different texts.
fn listed(texts: impl Iterator<Item = impl Display>) -> String {
    let mut all: Vec<String> = Vec::new();
    let mut more = 0;
    for text in texts.map(|text| text.to_string()) {
        match all.len() {
            _ if all.contains(&text) => {}
            MAX_NAMES => more += 1,
            _ => all.push(text),
        }
    }
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    all.join(", ") + &more
}

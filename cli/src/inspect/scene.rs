//! Scenes, such as FBX and glTF files: the model that they would be built to, and their clips.

use std::fmt::Write;

use rigmill_format::{AnimationSequence, Content, Model};
use rigmill_pipeline::{ErasedImporter, Product};
use serde::Serialize;

use super::request::{Request, Shown};
use super::xnb::read;
use super::{human, json};
use crate::output::printable::quoted;
use crate::output::shell::{SUCCESS, styled};
use crate::standalone::Unusable;

/// The type that importers of scenes make.
const SCENE: &str = "Scene";

/// Whether an importer makes scenes.
pub(super) fn makes_scenes(importer: &dyn ErasedImporter) -> bool {
    importer.output().name() == SCENE
}

#[derive(Serialize)]
struct Clip<'a> {
    name: &'a str,
    duration: f32,
    bones: usize,
}

impl<'a> Clip<'a> {
    fn new(product: &'a Product) -> Option<Self> {
        let clip = product.value.get::<AnimationSequence>()?;
        let name = product.label.trim_start_matches('@');
        Some(Self { name, duration: clip.duration, bones: clip.sequences.len() })
    }
}

/// The file for people, or as a line of JSON: the built model with `clips`.
///
/// # Errors
/// Why the file cannot be read.
pub(super) fn show(request: Request<'_>, importer: &dyn ErasedImporter) -> Result<Shown, Unusable> {
    let products = request.products(importer, importer.default_processor())?;
    let model = products.iter().find_map(|product| product.value.get::<Model>()).ok_or("the file contains no model")?;
    let model = model.encode().map_err(|error| error.to_string())?;
    let clips: Vec<Clip> = products.iter().filter_map(Clip::new).collect();
    let text = if request.as_json { to_json(&model, &clips)? } else { to_text(importer, &model, &clips)? };
    Ok(Shown { text, content: Some(model) })
}

fn to_json(model: &[u8], clips: &[Clip]) -> Result<String, String> {
    let clips = serde_json::to_string(clips).map_err(|error| error.to_string())?;
    let model = read(model, json::json)?;
    let open = model.strip_suffix('}').unwrap_or(&model);
    Ok(format!(r#"{open},"clips":{clips}}}"#))
}

fn to_text(importer: &dyn ErasedImporter, model: &[u8], clips: &[Clip]) -> Result<String, String> {
    let kind = importer.id().name;
    let mut text = format!("{} as it would be built\n{}", styled(SUCCESS, kind), read(model, human::human)?);
    if !clips.is_empty() {
        let _ = writeln!(text, "\n  {:<32} {:>9} {:>6}", "clip", "seconds", "bones");
    }
    for Clip { name, duration, bones } in clips {
        let _ = writeln!(text, "  {:<32} {duration:>9} {bones:>6}", quoted(*name));
    }
    Ok(text.trim_end().to_owned())
}

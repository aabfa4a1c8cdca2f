//! Sources: MessagePack clips, curve streams, sounds, font descriptions and others as the content that they would be built to,
//! motion deltas as they are.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rigmill_format::{AnimationSequence, Content, CurveClip, Font, MotionDeltas, SampledClip, Sound};
use rigmill_graph::MANIFEST;
use rigmill_pipeline::{ErasedImporter, Product, SourcePath, Value};
use serde::Serialize;

use super::request::{Request, Shown};
use super::xnb::read;
use super::{human, json, scene};
use crate::output::shell::{SUCCESS, styled};
use crate::standalone::{self, Unusable};

/// The suffix of a clip's name in the file with its index.
const INDEX: &str = "Index";

/// A kind of source.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    MessagePack,
    CurveStreams,
    MotionDeltas,
    Sound,
    SpriteFont,
}

impl Kind {
    /// The kind of a file, by its extension.
    pub(super) fn new(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "msgpack" => Some(Self::MessagePack),
            "txt" => Some(Self::CurveStreams),
            "motion" => Some(Self::MotionDeltas),
            "wav" | "ogg" | "oga" | "mp3" | "flac" => Some(Self::Sound),
            "spritefont" => Some(Self::SpriteFont),
            _ => None,
        }
    }

    /// The importer and the processor that keep every number.
    fn stages(self) -> [&'static str; 2] {
        match self {
            Self::MessagePack => ["msgpack", "sampled-clip"],
            Self::CurveStreams => ["curve-streams", "curve-clip"],
            Self::MotionDeltas => ["motion-deltas", "motion-deltas"],
            Self::Sound => ["sound", "sound"],
            Self::SpriteFont => ["spritefont", "sprite-font"],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::MessagePack => "MessagePack clip",
            Self::CurveStreams => "Curve streams",
            Self::MotionDeltas => "Motion deltas",
            Self::Sound => "Sound",
            Self::SpriteFont => "Font description",
        }
    }
}

/// The source for people, or as a line of JSON; `None` if no importer accepts the file.
///
/// # Errors
/// Why the file cannot be read.
pub(super) fn show(request: Request<'_>) -> Option<Result<Shown, Unusable>> {
    let importer = || request.registry.importer_for(request.path.file_name()?.to_str()?).map(AsRef::as_ref);
    match (importer(), Kind::new(request.path)) {
        (Some(importer), _) if scene::makes_scenes(importer) => Some(scene::show(request, importer)),
        (_, Some(kind)) => Some(show_kind(request, kind)),
        (Some(importer), None) => Some(show_first(request, importer)),
        (None, None) => None,
    }
}

fn show_kind(request: Request<'_>, kind: Kind) -> Result<Shown, Unusable> {
    let [importer, processor] = kind.stages();
    let found = request.registry.importer(importer);
    let importer = found.ok_or_else(|| format!("this program has no importer `{importer}`"))?;
    let keys = asset(kind, request.path);
    let products = Request { path: &keys, ..request }.products(importer.as_ref(), processor)?;
    let as_json = request.as_json;
    let (text, content) = match kind {
        Kind::MessagePack => of_content::<SampledClip>(&products, as_json)?,
        Kind::CurveStreams => of_content::<CurveClip>(&products, as_json)?,
        Kind::Sound => of_content::<Sound>(&products, as_json)?,
        Kind::SpriteFont => of_content::<Font>(&products, as_json)?,
        Kind::MotionDeltas => (of_deltas(value(&products)?, as_json)?, None),
    };
    Ok(Shown { text: request.titled(kind.name(), text), content })
}

/// A source of any other kind, as its first content that the runtime loads.
fn show_first(request: Request<'_>, importer: &dyn ErasedImporter) -> Result<Shown, Unusable> {
    let products = request.products(importer, importer.default_processor())?;
    let written = products.iter().find_map(|product| standalone::written(request.registry, product));
    let content = written.ok_or("nothing in the file becomes content for the runtime")??;
    let text = shown(&content, request.as_json)?;
    Ok(Shown { text: request.titled(&importer.id().name, text), content: Some(content) })
}

/// The first clip of a source as content; `None` if no importer accepts the file.
pub(super) fn clip(request: Request<'_>) -> Option<Result<Vec<u8>, Unusable>> {
    let importer = request.registry.importer_for(request.path.file_name()?.to_str()?)?;
    let content = request.products(importer.as_ref(), importer.default_processor()).and_then(|products| {
        let clip = value::<AnimationSequence>(&products).map_err(|_| "the file contains no clip")?;
        Ok(clip.encode().map_err(|error| error.to_string())?)
    });
    Some(content)
}

impl Request<'_> {
    /// What the file's importer and a processor make of it.
    pub(super) fn products(&self, importer: &dyn ErasedImporter, processor: &str) -> Result<Vec<Product>, Unusable> {
        let (folder, source) = seen_from_its_project(self.path)?;
        standalone::products(self.registry, importer, processor, &folder, &source, self.shell)
    }

    /// A text for people below a title.
    fn titled(&self, title: &str, text: String) -> String {
        if self.as_json { text } else { format!("{} {text}", styled(SUCCESS, title)) }
    }
}

/// A file's project folder and its path from there; its own folder if it is in no project. References may lead out of a file's
/// own folder.
fn seen_from_its_project(path: &Path) -> Result<(PathBuf, SourcePath), String> {
    let unreadable = || "the name of the file is not valid text".to_owned();
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    let own = path.parent().ok_or_else(unreadable)?;
    let folder = own.ancestors().find(|folder| folder.join(MANIFEST).is_file()).unwrap_or(own);
    let name = path.strip_prefix(folder).ok().and_then(Path::to_str).ok_or_else(unreadable)?;
    Ok((folder.to_owned(), SourcePath::new(name).map_err(|error| error.to_string())?))
}

/// The file that is the asset. For the index of curve streams, that is the file with the keys.
fn asset(kind: Kind, path: &Path) -> PathBuf {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.strip_suffix(INDEX));
    let extension = path.extension().unwrap_or_default();
    let keys = |stem: &str| path.with_file_name(stem).with_extension(extension);
    match (kind, stem.filter(|stem| !stem.is_empty()).map(keys)) {
        (Kind::CurveStreams, Some(keys)) if keys.is_file() => keys,
        _ => path.to_owned(),
    }
}

fn value<T: Value>(products: &[Product]) -> Result<&T, String> {
    products.iter().find_map(|product| product.value.get::<T>()).ok_or_else(|| "the file is empty".to_owned())
}

/// The content as text, and its bytes.
fn of_content<T: Content + Value>(products: &[Product], as_json: bool) -> Result<(String, Option<Vec<u8>>), String> {
    let content = value::<T>(products)?.encode().map_err(|error| error.to_string())?;
    Ok((shown(&content, as_json)?, Some(content)))
}

/// Content for people, or as a line of JSON.
fn shown(content: &[u8], as_json: bool) -> Result<String, String> {
    let text = read(content, if as_json { json::json } else { human::human })?;
    Ok(if as_json { text } else { format!("as it would be built\n{text}").trim_end().to_owned() })
}

#[derive(Serialize)]
struct DeltasJson {
    r#type: &'static str,
    frame_rate: i32,
    has_scale: bool,
    frames: Vec<DeltaJson>,
}

#[derive(Serialize)]
struct DeltaJson {
    position: [f32; 3],
    rotation: [f32; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<[f32; 3]>,
}

fn of_deltas(deltas: &MotionDeltas, as_json: bool) -> Result<String, String> {
    let delta = |it: &rigmill_format::MotionDelta| DeltaJson {
        position: it.position,
        rotation: it.rotation,
        scale: deltas.has_scale.then_some(it.scale),
    };
    let frames = deltas.frames.iter().map(delta).collect();
    let json =
        DeltasJson { r#type: "MotionDeltas", frame_rate: deltas.frame_rate, has_scale: deltas.has_scale, frames };
    if as_json { serde_json::to_string(&json).map_err(|error| error.to_string()) } else { Ok(table(&json)) }
}

fn table(deltas: &DeltasJson) -> String {
    let scale = if deltas.has_scale { "with scale" } else { "without scale" };
    let mut text = format!("{} frames at {} a second, {scale}\n", deltas.frames.len(), deltas.frame_rate);
    let _ = writeln!(text, "  {:>6} {:<40} {:<40} scale", "frame", "position", "rotation in degrees");
    let numbers = |[x, y, z]: [f32; 3]| format!("{x} {y} {z}");
    for (number, frame) in deltas.frames.iter().enumerate() {
        let scale = frame.scale.map_or_else(|| "-".to_owned(), numbers);
        // Writing to a String cannot fail.
        let (position, rotation) = (numbers(frame.position), numbers(frame.rotation));
        let _ = writeln!(text, "  {number:>6} {position:<40} {rotation:<40} {scale}");
    }
    text.trim_end().to_owned()
}

//! Sources: MessagePack clips, curve streams, sounds, font descriptions and others as the content that they would be built to,
//! motion deltas as they are.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rigmill_format::{Content, CurveClip, Font, MotionDeltas, SampledClip, Sound};
use rigmill_pipeline::{ErasedImporter, Product, Registry, Value};
use serde::Serialize;

use super::xnb::{read, seen_from_its_project};
use super::{human, json};
use crate::output::shell::{SUCCESS, Shell, styled};
use crate::standalone;

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
    pub(super) fn of(path: &Path) -> Option<Self> {
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

/// The source for people, or as a line of JSON.
///
/// # Errors
/// Why the file cannot be read.
pub(super) fn show(
    kind: Kind,
    path: &Path,
    as_json: bool,
    registry: &Registry,
    shell: &Shell,
) -> Result<String, String> {
    let [importer, processor] = kind.stages();
    let importer = registry.importer(importer).ok_or_else(|| format!("this program has no importer `{importer}`"))?;
    let (folder, source) = seen_from_its_project(&asset(kind, path))?;
    let products = standalone::products(registry, importer.as_ref(), processor, &folder, &source, shell)?;
    let text = match kind {
        Kind::MessagePack => of_content::<SampledClip>(&products, as_json)?,
        Kind::CurveStreams => of_content::<CurveClip>(&products, as_json)?,
        Kind::Sound => of_content::<Sound>(&products, as_json)?,
        Kind::SpriteFont => of_content::<Font>(&products, as_json)?,
        Kind::MotionDeltas => of_deltas(value(&products)?, as_json)?,
    };
    Ok(if as_json { text } else { format!("{} {text}", styled(SUCCESS, kind.name())) })
}

/// The importer of a file, by its extension.
pub(super) fn importer<'r>(path: &Path, registry: &'r Registry) -> Option<&'r dyn ErasedImporter> {
    registry.importer_for(path.file_name()?.to_str()?).map(AsRef::as_ref)
}

/// A source of any other kind, as its first content that the runtime loads.
///
/// # Errors
/// Why the file cannot be read.
pub(super) fn show_first(
    importer: &dyn ErasedImporter,
    path: &Path,
    as_json: bool,
    registry: &Registry,
    shell: &Shell,
) -> Result<String, String> {
    let (folder, source) = seen_from_its_project(path)?;
    let products = standalone::products(registry, importer, importer.default_processor(), &folder, &source, shell)?;
    let written = products.iter().find_map(|product| standalone::written(registry, product));
    let text = shown(&written.ok_or("nothing in it becomes content for the runtime")??, as_json)?;
    Ok(if as_json { text } else { format!("{} {text}", styled(SUCCESS, importer.id().name)) })
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
    products.iter().find_map(|product| product.value.get::<T>()).ok_or_else(|| "it holds nothing".to_owned())
}

fn of_content<T: Content + Value>(products: &[Product], as_json: bool) -> Result<String, String> {
    shown(&value::<T>(products)?.encode().map_err(|error| error.to_string())?, as_json)
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

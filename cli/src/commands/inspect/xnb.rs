//! XNB files: what they say of themselves, and their content as that of Rigmill's own files.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rigmill_format::{AnimationSequence, CollisionMesh, Content, CurveClip, Data, Model, Texture};
use rigmill_graph::MANIFEST;
use rigmill_importers::{XnbHeader, XnbParams, XnbSummary, xnb_outline, xnb_summary};
use rigmill_pipeline::{Product, Registry, SourcePath};
use serde::Serialize;

use super::{human, json};
use crate::alone;
use crate::printable::escaped;
use crate::shell::{DIM, GOOD, Shell, styled};

/// Whether a file is an XNB file, or means to be one.
pub(super) fn is_xnb(bytes: &[u8]) -> bool {
    bytes.starts_with(b"XNB")
}

/// What content is always made of. Of plain values game data is made, as far as it has kinds for them, and their references lead
/// somewhere.
const CONTENT: [&str; 4] = ["AnimationSequence", "Model", "Texture2D", "Curve"];

#[derive(Serialize)]
struct XnbJson<'a> {
    platform: char,
    version: u8,
    profile: &'static str,
    compression: &'static str,
    size: u32,
    readers: &'a [String],
    shared_resources: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<&'a str>,
}

impl<'a> XnbJson<'a> {
    fn of(header: &XnbHeader, readers: &'a [String]) -> Self {
        Self {
            platform: header.platform,
            version: header.version,
            profile: profile(header.hidef),
            compression: header.compression.name(),
            size: header.size,
            readers,
            shared_resources: &[],
            tag: None,
        }
    }
}

/// The file for people, or as a line of JSON: the content's own, with what the file says of itself as `xnb`.
///
/// # Errors
/// Why the file cannot be read, and what of it can.
pub(super) fn show(
    path: &Path,
    bytes: &[u8],
    as_json: bool,
    registry: &Registry,
    shell: &Shell,
) -> Result<String, Unreadable> {
    let reader = XnbParams::default().animation_reader;
    whole(path, bytes, as_json, registry, shell, &reader).map_err(|error| {
        let outline = xnb_outline(bytes, &reader);
        Unreadable { shown: outline.and_then(|outline| outlined(&outline, &error, as_json)), error }
    })
}

/// Why a file cannot be read, and its header and type readers as far as they can.
pub(super) struct Unreadable {
    pub(super) shown: Option<String>,
    pub(super) error: String,
}

fn outlined((header, readers): &(XnbHeader, Vec<String>), error: &str, as_json: bool) -> Option<String> {
    if as_json {
        let file = serde_json::to_string(&XnbJson::of(header, readers)).ok()?;
        let error = serde_json::to_string(error).ok()?;
        return Some(format!(r#"{{"error":{error},"xnb":{file}}}"#));
    }
    let text = head(header) + &listed("reader", readers);
    Some(text.trim_end().to_owned())
}

fn whole(
    path: &Path,
    bytes: &[u8],
    as_json: bool,
    registry: &Registry,
    shell: &Shell,
    reader: &str,
) -> Result<String, String> {
    let summary = xnb_summary(bytes, reader).map_err(|diagnostic| diagnostic.message)?;
    let is_content = CONTENT.contains(&summary.content.as_str());
    let content = match content(path, registry, shell) {
        Err(error) if is_content => return Err(error),
        content => content.unwrap_or_default(),
    };
    if as_json { to_json(&summary, content.as_deref()) } else { to_text(&summary, content.as_deref()) }
}

/// The content as the bytes of a file of Rigmill's own; `None` for what no content is made of.
fn content(path: &Path, registry: &Registry, shell: &Shell) -> Result<Option<Vec<u8>>, String> {
    let (folder, source) = seen_from_its_project(path)?;
    let Some(importer) = registry.importer("xnb") else { return Ok(None) };
    let products = alone::products(registry, importer.as_ref(), importer.default_processor(), &folder, &source, shell)?;
    Ok(products.iter().find_map(encoded))
}

/// The folder of the project around a file, of its own where there is none, and its path from there: an external reference may
/// lead out of a file's folder.
pub(super) fn seen_from_its_project(path: &Path) -> Result<(PathBuf, SourcePath), String> {
    let unreadable = || "its name cannot be read".to_owned();
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    let own = path.parent().ok_or_else(unreadable)?;
    let folder = own.ancestors().find(|folder| folder.join(MANIFEST).is_file()).unwrap_or(own);
    let name = path.strip_prefix(folder).ok().and_then(Path::to_str).ok_or_else(unreadable)?;
    Ok((folder.to_owned(), SourcePath::new(name).map_err(|error| error.to_string())?))
}

fn encoded(product: &Product) -> Option<Vec<u8>> {
    fn of<T: Content + rigmill_pipeline::Value>(product: &Product) -> Option<Vec<u8>> {
        product.value.get::<T>()?.encode().ok()
    }
    of::<AnimationSequence>(product)
        .or_else(|| of::<Model>(product))
        .or_else(|| of::<CollisionMesh>(product))
        .or_else(|| of::<Texture>(product))
        .or_else(|| of::<CurveClip>(product))
        .or_else(|| of::<Data>(product))
}

fn to_json(summary: &XnbSummary, content: Option<&[u8]>) -> Result<String, String> {
    let XnbSummary { header, readers, shared_resources, tag, .. } = summary;
    let file = XnbJson { shared_resources, tag: tag.as_deref(), ..XnbJson::of(header, readers) };
    let file = serde_json::to_string(&file).map_err(|error| error.to_string())?;
    let content = match content {
        Some(content) => read(content, json::json)?,
        None => serde_json::json!({ "type": summary.content }).to_string(),
    };
    let open = content.strip_suffix('}').unwrap_or(&content);
    Ok(format!(r#"{open},"xnb":{file}}}"#))
}

fn to_text(summary: &XnbSummary, content: Option<&[u8]>) -> Result<String, String> {
    let XnbSummary { header, readers, shared_resources, tag, .. } = summary;
    let mut text = head(header) + &listed("reader", readers) + &listed("shared resource", shared_resources);
    if let Some(tag) = tag {
        let _ = writeln!(text, "{}", styled(DIM, format!("  Tag: {}", escaped(tag))));
    }
    match content {
        Some(content) => text += &read(content, human::human)?,
        None => text += &format!("content: {}", escaped(&summary.content)),
    }
    Ok(text)
}

fn head(header: &XnbHeader) -> String {
    format!(
        "{} version {}, platform {}, {}, compression {}, {} bytes\n",
        styled(GOOD, "XNB"),
        header.version,
        header.platform,
        profile(header.hidef),
        header.compression.name(),
        header.size
    )
}

/// Names by number, a line each.
fn listed(kind: &str, names: &[String]) -> String {
    let line = |(number, name): (usize, &String)| styled(DIM, format!("  {kind} {number} {}", escaped(name))) + "\n";
    (1..).zip(names).map(line).collect()
}

const fn profile(hidef: bool) -> &'static str {
    if hidef { "HiDef" } else { "Reach" }
}

/// Shows a file of Rigmill's own.
pub(super) type Reader = fn(&rigmill_format::Header, &[u8]) -> Result<String, rigmill_format::DecodeError>;

/// What a reader of Rigmill's own files says of content.
pub(super) fn read(content: &[u8], reader: Reader) -> Result<String, String> {
    let bytes = rigmill_format::AlignedBytes::from_slice(content);
    let header = rigmill_format::peek(&bytes).map_err(|error| error.to_string())?;
    reader(&header, &bytes).map_err(|error| error.to_string())
}

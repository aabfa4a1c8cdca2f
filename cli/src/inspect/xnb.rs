//! XNB files: their header and type readers, and their content as it would be built.

use std::fmt::Write;

use rigmill_codec_xnb::{Animation, DecodeOptions, Decoded, Header, Value, decode, decode_outline};
use rigmill_format::{
    AnimationSequence, CollisionMesh, Content, CurveClip, Data, Font, Model, Sound, Texture, TextureCube,
};
use rigmill_pipeline::Product;
use serde::Serialize;

use super::request::{Request, Shown, Unreadable};
use super::{human, json};
use crate::output::printable::escaped;
use crate::output::shell::{DIM, SUCCESS, styled};
use crate::standalone::Unusable;

/// Whether a file claims to be an XNB file.
pub(super) fn is_xnb(bytes: &[u8]) -> bool {
    bytes.starts_with(b"XNB")
}

#[derive(Serialize)]
struct XnbJson {
    platform: char,
    version: u8,
    profile: String,
    compression: String,
    size: u32,
    readers: Vec<String>,
    shared_resources: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
}

impl XnbJson {
    /// The header and the type readers of a file that cannot be read any further.
    fn of_outline(header: &Header, readers: Vec<String>) -> Self {
        Self {
            platform: header.platform.into(),
            version: header.version,
            profile: format!("{:?}", header.profile),
            compression: format!("{:?}", header.compression).to_lowercase(),
            size: header.size,
            readers,
            shared_resources: Vec::new(),
            tag: None,
        }
    }

    fn new(Decoded { header, file, .. }: &Decoded) -> Self {
        let shared_resources = file.resources.iter().map(Value::type_name).collect();
        Self { shared_resources, tag: tag(&file.primary), ..Self::of_outline(header, file.readers.clone()) }
    }
}

/// The value of a model's Tag.
fn tag(primary: &Value) -> Option<String> {
    match primary {
        Value::Model(model) if model.tag != Value::Null => Some(model.tag.to_string()),
        _ => None,
    }
}

/// The file for people, or as a line of JSON: the built content, with the file's own data as `xnb`.
///
/// # Errors
/// Why the file cannot be read, and the parts that can.
pub(super) fn show(request: Request<'_>, bytes: &[u8]) -> Result<Shown, Unreadable> {
    whole(request, bytes).map_err(|error| {
        let outline = decode_outline(bytes);
        let shown = outline.and_then(|(header, readers)| outlined(&header, readers, &error, request.as_json));
        Unreadable { shown, error }
    })
}

fn outlined(header: &Header, readers: Vec<String>, error: &Unusable, as_json: bool) -> Option<String> {
    let file = XnbJson::of_outline(header, readers);
    if as_json {
        let file = serde_json::to_string(&file).ok()?;
        let error = serde_json::to_string(&error.to_string()).ok()?;
        return Some(format!(r#"{{"error":{error},"xnb":{file}}}"#));
    }
    let text = head(&file) + &listed("reader", &file.readers);
    Some(text.trim_end().to_owned())
}

fn whole(request: Request<'_>, bytes: &[u8]) -> Result<Shown, Unusable> {
    let options = DecodeOptions {
        animation_reader: Animation::ROBOT_GAME_READER_TYPE,
        lenient: false,
        ..DecodeOptions::default()
    };
    let decoded = decode(bytes, options).map_err(|error| error.to_string())?;
    let primary = &decoded.file.primary;
    // These are always built to content. Game data may have types that content does not support, or references that lead
    // nowhere.
    let is_content = matches!(
        primary,
        Value::Animation(_)
            | Value::Model(_)
            | Value::Texture2D(_)
            | Value::TextureCube(_)
            | Value::SpriteFont(_)
            | Value::Curve(_)
            | Value::SoundEffect(_)
    );
    let content = match content(request) {
        Err(error) if is_content => return Err(error),
        content => content.unwrap_or_default(),
    };
    let (file, type_name) = (XnbJson::new(&decoded), described(primary));
    let text = if request.as_json {
        to_json(&file, &type_name, content.as_deref())?
    } else {
        to_text(&file, &type_name, content.as_deref())?
    };
    Ok(Shown { text, content })
}

/// The type of a value that is not built to content; a compiled effect with its size.
fn described(value: &Value) -> String {
    match value {
        Value::Effect(effect) => format!("Effect of {} bytes", effect.bytes.len()),
        other => other.type_name(),
    }
}

/// The built content as a content file; `None` if nothing is built from the file.
fn content(request: Request<'_>) -> Result<Option<Vec<u8>>, Unusable> {
    let Some(importer) = request.registry.importer("xnb") else { return Ok(None) };
    let products = request.products(importer.as_ref(), importer.default_processor())?;
    Ok(products.iter().find_map(encoded))
}

fn encoded(product: &Product) -> Option<Vec<u8>> {
    fn of<T: Content + rigmill_pipeline::Value>(product: &Product) -> Option<Vec<u8>> {
        product.value.get::<T>()?.encode().ok()
    }
    of::<AnimationSequence>(product)
        .or_else(|| of::<Model>(product))
        .or_else(|| of::<CollisionMesh>(product))
        .or_else(|| of::<Texture>(product))
        .or_else(|| of::<TextureCube>(product))
        .or_else(|| of::<Sound>(product))
        .or_else(|| of::<Font>(product))
        .or_else(|| of::<CurveClip>(product))
        .or_else(|| of::<Data>(product))
}

fn to_json(file: &XnbJson, type_name: &str, content: Option<&[u8]>) -> Result<String, String> {
    let file = serde_json::to_string(file).map_err(|error| error.to_string())?;
    let content = match content {
        Some(content) => read(content, json::json)?,
        None => serde_json::json!({ "type": type_name }).to_string(),
    };
    let open = content.strip_suffix('}').unwrap_or(&content);
    Ok(format!(r#"{open},"xnb":{file}}}"#))
}

fn to_text(file: &XnbJson, type_name: &str, content: Option<&[u8]>) -> Result<String, String> {
    let mut text = head(file) + &listed("reader", &file.readers) + &listed("shared resource", &file.shared_resources);
    if let Some(tag) = &file.tag {
        let _ = writeln!(text, "{}", styled(DIM, format!("  Tag: {}", escaped(tag))));
    }
    match content {
        Some(content) => text += &read(content, human::human)?,
        None => text += &format!("content: {}", escaped(type_name)),
    }
    Ok(text)
}

fn head(file: &XnbJson) -> String {
    let XnbJson { platform, version, profile, compression, size, .. } = file;
    format!(
        "{} version {version}, platform {platform}, {profile}, compression {compression}, {size} bytes\n",
        styled(SUCCESS, "XNB"),
    )
}

/// Numbered names, one per line.
fn listed(kind: &str, names: &[String]) -> String {
    let line = |(number, name): (usize, &String)| styled(DIM, format!("  {kind} {number} {}", escaped(name))) + "\n";
    (1..).zip(names).map(line).collect()
}

/// Shows a content file.
pub(super) type Reader = fn(&rigmill_format::Header, &[u8]) -> Result<String, rigmill_format::DecodeError>;

/// Shows encoded content.
pub(super) fn read(content: &[u8], reader: Reader) -> Result<String, String> {
    let bytes = rigmill_format::AlignedBytes::from_slice(content);
    let header = rigmill_format::peek(&bytes).map_err(|error| error.to_string())?;
    reader(&header, &bytes).map_err(|error| error.to_string())
}

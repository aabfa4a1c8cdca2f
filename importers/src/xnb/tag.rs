//! What a model's Tags hold: objects that the pipeline of a game left there for it.
//!
//! A collision mesh is what RobotGame's pipeline, and XNA's samples of picking by triangles, have in the Tag of a model.

use rigmill_dom::DataValue;
use rigmill_pipeline::Diagnostic;

use super::model::XnbModel;
use super::skin;
use super::value::XnbValue;
use crate::codes;

/// Corners, three a triangle, and a sphere around them.
pub(crate) const VERTICES: &str = "Vertices";
pub(crate) const SPHERE: &str = "BoundingSphere";

type Triangles = Vec<[[f32; 3]; 3]>;
type Sphere = ([f32; 3], f32);

/// The value of a dictionary's entry.
pub(crate) fn entry<'a>(tag: &'a XnbValue, name: &str) -> Option<&'a XnbValue> {
    let XnbValue::Dictionary { entries, .. } = tag else { return None };
    let found = entries.iter().find(|(key, _)| matches!(key, XnbValue::Text(text) if text == name));
    found.map(|(_, value)| value)
}

/// The collision mesh in a model's Tag, if that is what it holds.
pub(crate) fn collision(tag: &XnbValue) -> Option<(Triangles, Option<Sphere>)> {
    let XnbValue::List { items, .. } = entry(tag, VERTICES)? else { return None };
    let corner = |value: &XnbValue| match value {
        XnbValue::Plain(DataValue::Vector3(corner)) => corner.iter().all(|along| along.is_finite()).then_some(*corner),
        _ => None,
    };
    let corners: Vec<[f32; 3]> = items.iter().map(corner).collect::<Option<_>>()?;
    if !corners.len().is_multiple_of(3) {
        return None;
    }
    // XNA's triangles are clockwise seen from outside.
    let triangles = corners.chunks_exact(3).map(|it| [it[0], it[2], it[1]]).collect();
    Some((triangles, sphere(tag)))
}

fn sphere(tag: &XnbValue) -> Option<Sphere> {
    match entry(tag, SPHERE) {
        Some(&XnbValue::Plain(DataValue::BoundingSphere([x, y, z, radius]))) => Some(([x, y, z], radius)),
        _ => None,
    }
}

/// Whether a model's Tag is something that game data can hold, and refers to no other asset.
pub(crate) fn is_data(tag: &XnbValue) -> bool {
    !matches!(tag, XnbValue::Null) && is_plain(tag)
}

fn is_plain(value: &XnbValue) -> bool {
    match value {
        XnbValue::Null | XnbValue::Plain(_) | XnbValue::Foreign(..) | XnbValue::Enum { .. } | XnbValue::Text(_) => true,
        XnbValue::List { items, .. } => items.iter().all(is_plain),
        XnbValue::Dictionary { entries, .. } => entries.iter().all(|(key, value)| is_plain(key) && is_plain(value)),
        _ => false,
    }
}

/// Tells of the Tags, or their entries, of which nothing is made.
pub(crate) fn dropped(model: &XnbModel) -> Vec<Diagnostic> {
    let known = if collision(&model.tag).is_some() { [VERTICES, SPHERE].as_slice() } else { &[] };
    let of_model = unknown(&model.tag, known).map(|what| format!("the model's Tag: {what}"));
    let of_meshes = model.meshes.iter().filter_map(|mesh| {
        let known = skin::ENTRIES.iter().all(|name| entry(&mesh.tag, name).is_some());
        let what = unknown(&mesh.tag, if known { &skin::ENTRIES } else { &[] })?;
        Some(format!("the Tag of mesh {:?}: {what}", mesh.name))
    });
    let of_parts = model.meshes.iter().filter_map(|mesh| {
        let what = mesh.parts.iter().find_map(|part| unknown(&part.tag, &[]))?;
        Some(format!("the Tag of a part of mesh {:?}: {what}", mesh.name))
    });
    let kinds = [of_model.into_iter().collect::<Vec<_>>(), of_meshes.collect(), of_parts.collect()];
    kinds.into_iter().filter_map(warning).collect()
}

/// One warning for all Tags of a kind.
fn warning(told: Vec<String>) -> Option<Diagnostic> {
    let first = told.first()?;
    let more = match told.len() - 1 {
        0 => String::new(),
        more => format!("; and those of {more} more"),
    };
    let message = format!("{first} is left out: models have no place for it{more}");
    Some(Diagnostic::warning(codes::XNB_TAG, message).help("let the game have it from a file of its own"))
}

/// What a Tag holds besides the known entries, for people.
fn unknown(tag: &XnbValue, known: &[&str]) -> Option<String> {
    match tag {
        XnbValue::Null => None,
        XnbValue::Dictionary { entries, .. } if !known.is_empty() => {
            let left = |(key, value): &(XnbValue, XnbValue)| match key {
                XnbValue::Text(name) if known.contains(&name.as_str()) => None,
                key => Some(named(key, value)),
            };
            list(entries.iter().filter_map(left).collect())
        }
        other => Some(described(other)),
    }
}

/// What a Tag holds, for people: a dictionary's entries with their types.
pub(crate) fn described(tag: &XnbValue) -> String {
    match tag {
        XnbValue::Dictionary { entries, .. } => {
            let entries = entries.iter().map(|(key, value)| named(key, value)).collect();
            list(entries).map_or_else(|| "an empty Dictionary".to_owned(), |entries| format!("Dictionary of {entries}"))
        }
        other => counted(other),
    }
}

/// The first few of a list.
fn list(mut all: Vec<String>) -> Option<String> {
    const SHOWN: usize = 8;
    if let Some(more) = all.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        all.truncate(SHOWN);
        all.push(format!("{more} more"));
    }
    (!all.is_empty()).then(|| all.join(", "))
}

fn named(key: &XnbValue, value: &XnbValue) -> String {
    match key {
        XnbValue::Text(name) => format!("{:?} ({})", name.chars().take(64).collect::<String>(), counted(value)),
        other => format!("a {} ({})", other.type_name(), counted(value)),
    }
}

fn counted(value: &XnbValue) -> String {
    match value {
        XnbValue::List { items, .. } => format!("{} of {}", value.type_name(), items.len()),
        XnbValue::Dictionary { entries, .. } => format!("{} of {}", value.type_name(), entries.len()),
        other => other.type_name(),
    }
}

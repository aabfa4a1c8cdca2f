//! The Tags of a model, which are objects that a game's pipeline stored for the game.
//!
//! RobotGame's pipeline and XNA's triangle picking samples store a collision mesh in the Tag of a model.

use rigmill_codec_xnb::{Model, Primitive, Value, describe_entries};
use rigmill_pipeline::Diagnostic;

use super::skin;
use crate::codes;

/// The corners (three per triangle), and a sphere around them.
const VERTICES: &str = "Vertices";
const SPHERE: &str = "BoundingSphere";

type Triangles = Vec<[[f32; 3]; 3]>;
type Sphere = ([f32; 3], f32);

/// Returns the collision mesh in a model's Tag, if the Tag contains one.
pub(super) fn collision(tag: &Value) -> Option<(Triangles, Option<Sphere>)> {
    let Value::List { items, .. } = tag.entry(VERTICES)? else { return None };
    let corner = |value: &Value| match value {
        Value::Primitive(Primitive::Vector3(corner)) => corner.iter().all(|along| along.is_finite()).then_some(*corner),
        _ => None,
    };
    let corners: Vec<[f32; 3]> = items.iter().map(corner).collect::<Option<_>>()?;
    if !corners.len().is_multiple_of(3) {
        return None;
    }
    // In XNA, triangles are clockwise when seen from outside.
    let triangles = corners.chunks_exact(3).map(|it| [it[0], it[2], it[1]]).collect();
    Some((triangles, sphere(tag)))
}

fn sphere(tag: &Value) -> Option<Sphere> {
    match tag.entry(SPHERE) {
        Some(&Value::Primitive(Primitive::BoundingSphere([x, y, z, radius]))) => Some(([x, y, z], radius)),
        _ => None,
    }
}

/// Returns whether game data can represent a model's Tag, and the Tag refers to no other asset.
pub(super) fn is_data(tag: &Value) -> bool {
    !matches!(tag, Value::Null) && is_plain(tag)
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::Null | Value::Primitive(_) | Value::Bytes(_) | Value::Enum { .. } | Value::String(_) => true,
        Value::List { items, .. } => items.iter().all(is_plain),
        Value::Dictionary { entries, .. } => entries.iter().all(|(key, value)| is_plain(key) && is_plain(value)),
        _ => false,
    }
}

/// Returns warnings about Tags, and entries of Tags, that are left out. `has_collision` says whether the model's Tag contains a
/// collision mesh.
pub(super) fn left_out(model: &Model<Value>, has_collision: bool) -> Vec<Diagnostic> {
    let known: &[&str] = if has_collision { &[VERTICES, SPHERE] } else { &[] };
    let of_model = unknown(&model.tag, known).map(|what| format!("the model's Tag: {what}"));
    let meshes = || model.meshes.iter().map(|mesh| (mesh, mesh.name.as_deref().unwrap_or_default()));
    let of_meshes = meshes().filter_map(|(mesh, name)| {
        let is_skin = skin::ENTRIES.iter().all(|name| mesh.tag.entry(name).is_some());
        let what = unknown(&mesh.tag, if is_skin { &skin::ENTRIES } else { &[] })?;
        Some(format!("the Tag of mesh {name:?}: {what}"))
    });
    let of_parts = meshes().filter_map(|(mesh, name)| {
        let what = mesh.parts.iter().find_map(|part| unknown(&part.tag, &[]))?;
        Some(format!("the Tag of a part of mesh {name:?}: {what}"))
    });
    let kinds = [of_model.into_iter().collect::<Vec<_>>(), of_meshes.collect(), of_parts.collect()];
    kinds.into_iter().filter_map(|left_out| warning(&left_out)).collect()
}

/// Returns a single warning for all Tags of a kind.
fn warning(left_out: &[String]) -> Option<Diagnostic> {
    let first = left_out.first()?;
    let more = match left_out.len() - 1 {
        0 => String::new(),
        1 => "; data of 1 more mesh is also left out".to_owned(),
        more => format!("; data of {more} more meshes is also left out"),
    };
    let message = format!("{first} is left out, because models cannot store this data{more}");
    Some(Diagnostic::warning(codes::XNB_TAG, message).help("store this data in a separate file, as game data"))
}

/// Describes the unknown entries of a Tag.
fn unknown(tag: &Value, known: &[&str]) -> Option<String> {
    let is_known = |key: &Value| matches!(key, Value::String(name) if known.contains(&name.as_str()));
    match tag {
        Value::Null => None,
        Value::Dictionary { entries, .. } if !known.is_empty() => {
            describe_entries(entries.iter().filter(|(key, _)| !is_known(key)))
        }
        other => Some(other.to_string()),
    }
}

//! The morph targets of a mesh, combined from those of its primitives.

use rigmill_dom::{Element, SceneMorph, SceneShape};

use super::primitives::Primitive;
use super::problems::{not_finite, unreadable};
use crate::report::Result;

/// Returns the targets of a mesh that consists of these parts. All parts have the same targets. A target without a name is
/// named by its index.
pub(super) fn read(
    parts: &mut [Primitive],
    names: &[String],
    weights: &[f32],
    element: &Element,
) -> Result<Vec<SceneMorph>> {
    let count = parts.first().map_or(0, |part| part.targets.len());
    if parts.iter().any(|part| part.targets.len() != count) {
        return Err(unreadable(format!("{element}: its primitives do not have the same number of morph targets")));
    }
    if !weights.iter().all(|weight| weight.is_finite()) {
        return Err(not_finite(element, "the weight of a morph target"));
    }
    let name = |at: usize| names.get(at).filter(|name| !name.is_empty()).cloned();
    let morph = |at: usize| SceneMorph {
        name: name(at).unwrap_or_else(|| format!("target {at}")),
        weight: weights.get(at).copied().unwrap_or_default(),
        shapes: vec![joined(parts, at)],
    };
    let morphs = (0..count).map(morph).collect();
    parts.iter_mut().for_each(|part| part.targets = Vec::new());
    Ok(morphs)
}

/// Returns the changes that a target makes to all parts. If only some parts have changes of a kind, the changes of other parts
/// are zero.
fn joined(parts: &[Primitive], target: usize) -> SceneShape {
    let shapes = || parts.iter().filter_map(|part| part.targets.get(target));
    let has_normals = shapes().any(|shape| !shape.normals.is_empty());
    let has_tangents = shapes().any(|shape| !shape.tangents.is_empty());
    let mut joined = SceneShape { weight: 1.0, ..SceneShape::default() };
    let mut first = 0;
    for (part, shape) in parts.iter().zip(shapes()) {
        joined.vertices.extend(shape.vertices.iter().map(|vertex| first + vertex));
        joined.positions.extend(&shape.positions);
        append(&mut joined.normals, &shape.normals, shape.vertices.len(), has_normals);
        append(&mut joined.tangents, &shape.tangents, shape.vertices.len(), has_tangents);
        first += u32::try_from(part.positions.len()).unwrap_or(0);
    }
    joined
}

fn append(all: &mut Vec<[f32; 3]>, own: &[[f32; 3]], count: usize, wanted: bool) {
    match wanted {
        true if own.is_empty() => all.extend(std::iter::repeat_n([0.0; 3], count)),
        true => all.extend(own),
        false => {}
    }
}

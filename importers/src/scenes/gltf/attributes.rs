//! Attributes of vertices that only a game knows: those whose names begin with `_`.

use std::collections::{BTreeMap, BTreeSet};

use rigmill_codec_gltf::json::mesh::Semantic;
use rigmill_codec_gltf::json::validation::Checked;
use rigmill_codec_gltf::json::{Index, Root};
use rigmill_codec_gltf::{Accessors, OwnAttributes, decode_own_attributes, shortened};
use rigmill_dom::{Element, SceneAttribute};
use rigmill_pipeline::Diagnostic;
use serde::{Deserialize, Serialize};

use super::primitives::{Primitive, Values};
use super::problems::{Failure, left_out, not_finite, unreadable};
use crate::report::Result;
use crate::scenes::budget::Budget;

/// What happens to attributes that only a game knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttributeChoice {
    /// They are left out, with a warning.
    #[default]
    Skip,
    /// They are kept.
    Keep,
}

/// The attributes of each primitive of each mesh that are to be kept. Warns of those that are not.
pub(super) fn decode(
    root: &Root,
    json: &[u8],
    choice: AttributeChoice,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<Vec<OwnAttributes>>, Failure> {
    // The crate gltf-json does not know such names, nor any other that is not of the specification.
    let is_valid = |key: &Checked<Semantic>| *key != Checked::Invalid;
    let mut primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    if primitives.all(|primitive| primitive.attributes.keys().all(is_valid)) {
        return Ok(Vec::new());
    }
    let own = decode_own_attributes(json)?;
    if choice == AttributeChoice::Keep {
        return Ok(own);
    }
    let names: BTreeSet<&str> = own.iter().flatten().flat_map(BTreeMap::keys).map(String::as_str).collect();
    if let Some(first) = names.first() {
        let more = match names.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let fact = format!("attributes of vertices that only a game knows are left out: {:?}{more}", shortened(first));
        warnings.push(left_out(fact, "set `attributes = \"keep\"` if the game needs them"));
    }
    Ok(Vec::new())
}

/// The attributes of a primitive with this number of vertices, by their names.
pub(super) fn read(
    own: &OwnAttributes,
    vertices: usize,
    element: &Element,
    accessors: &Accessors<'_>,
    budget: &mut Budget,
) -> Result<BTreeMap<String, Values>> {
    let mut read = BTreeMap::new();
    for (name, &accessor) in own {
        let index = Index::new(accessor);
        budget.take_geometry(accessors.count(index)?)?;
        let width = accessors.width(index)?;
        let of_vertices = match width {
            1 => widened(accessors.read::<f32, 1>(index)?),
            2 => widened(accessors.read::<f32, 2>(index)?),
            3 => widened(accessors.read::<f32, 3>(index)?),
            4 => widened(accessors.read::<f32, 4>(index)?),
            _ => return Err(unreadable(format!("{element}: {:?} has {width} numbers for a vertex", shortened(name)))),
        };
        if of_vertices.len() != vertices {
            let found = of_vertices.len();
            let fact = format!("{element}: {:?} for each of {found} vertices, there are {vertices}", shortened(name));
            return Err(unreadable(fact));
        }
        if !of_vertices.as_flattened().iter().all(|number| number.is_finite()) {
            return Err(not_finite(element, "an attribute of a vertex"));
        }
        let width = u32::try_from(width).unwrap_or(4);
        read.insert(name.clone(), Values { width, of_vertices });
    }
    Ok(read)
}

fn widened<const N: usize>(values: Vec<[f32; N]>) -> Vec<[f32; 4]> {
    let wide = |value: [f32; N]| std::array::from_fn(|at| value.get(at).copied().unwrap_or(0.0));
    values.into_iter().map(wide).collect()
}

/// The attributes of a mesh's corners; 0 for parts that lack one of another part.
pub(super) fn of_corners(parts: &[Primitive], budget: &mut Budget) -> Result<Vec<SceneAttribute>> {
    let names: BTreeSet<&String> = parts.iter().flat_map(|part| part.attributes.keys()).collect();
    let corners: usize = parts.iter().map(|part| part.triangles.len() * 3).sum();
    budget.take_geometry(corners.saturating_mul(names.len()) as u64)?;
    let attribute = |name: &String| {
        let found = || parts.iter().filter_map(|part| part.attributes.get(name));
        let of_part = |part: &Primitive| -> Vec<[f32; 4]> {
            let corners = part.triangles.as_flattened().iter();
            match part.attributes.get(name) {
                Some(values) => corners.map(|&vertex| values.of_vertices[vertex as usize]).collect(),
                None => corners.map(|_| [0.0; 4]).collect(),
            }
        };
        SceneAttribute {
            name: name.clone(),
            width: found().map(|values| values.width).max().unwrap_or(1),
            corner_values: parts.iter().flat_map(of_part).collect(),
        }
    };
    Ok(names.into_iter().map(attribute).collect())
}

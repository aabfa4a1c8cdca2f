//! Tells of what vertices hold and a scene's mesh does not.

use rigmill_dom::SceneMesh;
use rigmill_pipeline::Diagnostic;

use super::mesh::{
    BINORMAL, BLEND_INDICES, BLEND_WEIGHT, COLOR, NORMAL, POSITION, TANGENT, TEXTURE_COORDINATE, has_finite,
};
use super::model::{XnbMesh, XnbModel};
use super::value::XnbValue;
use super::vertices::{VertexBuffer, VertexElement};
use crate::codes;

/// XNA's names of VertexElementUsage.
const USAGES: [&str; 13] = [
    "Position",
    "Color",
    "TextureCoordinate",
    "Normal",
    "Binormal",
    "Tangent",
    "BlendIndices",
    "BlendWeight",
    "Depth",
    "Fog",
    "PointSize",
    "Sample",
    "TessellateFactor",
];

/// A warning for all that the vertices of a model's meshes hold, and `meshes`, made of them, do not.
pub(crate) fn left_out(model: &XnbModel, shared: &[XnbValue], meshes: &[SceneMesh]) -> Option<Diagnostic> {
    let of_meshes = model.meshes.iter().zip(meshes).filter_map(|(source, made)| of_mesh(source, made, shared));
    let told: Vec<String> = of_meshes.collect();
    let first = told.first()?;
    let more = match told.len() - 1 {
        0 => String::new(),
        more => format!("; and of {more} more meshes"),
    };
    let help = "build the file again from its source, or let the game have it from a file of its own";
    Some(Diagnostic::warning(codes::XNB_VERTICES, format!("{first}{more}")).help(help))
}

/// The first thing that a mesh lacks, and why.
fn of_mesh(source: &XnbMesh, made: &SceneMesh, shared: &[XnbValue]) -> Option<String> {
    let mut buffers = source.parts.iter().filter(|part| part.triangles > 0).filter_map(|part| {
        let at = (part.vertex_buffer as usize).checked_sub(1)?;
        match shared.get(at)? {
            XnbValue::Vertices(buffer) => Some(buffer),
            _ => None,
        }
    });
    buffers.find_map(|buffer| {
        let element = buffer.elements.iter().find(|element| !is_kept(element, made))?;
        let usage = usize::try_from(element.usage).ok().and_then(|usage| USAGES.get(usage));
        let what = usage.map_or_else(|| format!("usage {}", element.usage), |usage| (*usage).to_owned());
        let index = match element.usage_index {
            0 => String::new(),
            index => format!(" {index}"),
        };
        Some(format!("mesh {:?}: {what}{index} of its vertices is left out: {}", source.name, why(element, buffer)))
    })
}

fn is_kept(element: &VertexElement, made: &SceneMesh) -> bool {
    let is_first = element.usage_index == 0;
    match element.usage {
        POSITION => is_first,
        NORMAL => is_first && made.corner_normals.is_some(),
        TANGENT => is_first && made.corner_tangents.is_some(),
        BINORMAL => is_first && made.stored.as_ref().is_some_and(|stored| stored.corner_bitangents.is_some()),
        COLOR => is_first && made.corner_colors.is_some(),
        TEXTURE_COORDINATE => (element.usage_index as usize) < made.uv_sets.len(),
        BLEND_INDICES | BLEND_WEIGHT => made.skin.is_some(),
        _ => false,
    }
}

fn why(element: &VertexElement, buffer: &VertexBuffer) -> &'static str {
    match element.usage {
        _ if !(0..=9).contains(&element.format) => "its format is not known",
        usage if !(POSITION..=BLEND_WEIGHT).contains(&usage) => "meshes have no place for it",
        _ if !has_finite(element, buffer) => "a number of it is not finite",
        BLEND_INDICES | BLEND_WEIGHT => {
            "the mesh's Tag does not say by SkinBones and InverseBinds which bones they are"
        }
        TANGENT | BINORMAL if element.usage_index == 0 => {
            "tangents are kept with normals and binormals, where all parts have them"
        }
        TEXTURE_COORDINATE => "not all parts have it, or a set before it is missing",
        _ if element.usage_index > 0 => "meshes have no place for it",
        _ => "not all parts have it",
    }
}

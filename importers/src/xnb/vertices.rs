//! Warnings about vertex data that a scene's mesh does not contain.

use rigmill_codec_xnb::{Model, ModelMesh, Value, VertexBuffer, VertexElement, VertexElementUsage as Usage};
use rigmill_dom::SceneMesh;
use rigmill_pipeline::Diagnostic;

use crate::codes;

/// Returns a warning about data of a model's vertices that `meshes`, which were made from them, do not contain.
pub(super) fn left_out(model: &Model<Value>, resources: &[Value], meshes: &[SceneMesh]) -> Option<Diagnostic> {
    let of_meshes = model.meshes.iter().zip(meshes).filter_map(|(source, made)| of_mesh(source, made, resources));
    let left_out: Vec<String> = of_meshes.collect();
    let first = left_out.first()?;
    let more = match left_out.len() - 1 {
        0 => String::new(),
        1 => "; data of 1 more mesh is also left out".to_owned(),
        more => format!("; data of {more} more meshes is also left out"),
    };
    let help = "build the model from its source, or copy the file with `importer = \"raw\"`";
    Some(Diagnostic::warning(codes::XNB_VERTICES, format!("{first}{more}")).help(help))
}

/// Returns the first data that a mesh lacks, and the reason.
fn of_mesh(source: &ModelMesh<Value>, made: &SceneMesh, resources: &[Value]) -> Option<String> {
    let shown = source.parts.iter().filter(|part| part.triangle_count > 0);
    let mut buffers = shown.filter_map(|part| match resources.get(part.vertex_buffer?.index())? {
        Value::VertexBuffer(buffer) => Some(buffer),
        _ => None,
    });
    buffers.find_map(|buffer| {
        let element = buffer.elements.iter().find(|element| !is_kept(element, made))?;
        let what = element.usage().map_or_else(|| format!("of usage {}", element.usage), |usage| format!("{usage:?}"));
        let index = match element.usage_index {
            0 => String::new(),
            index => format!(" {index}"),
        };
        let name = source.name.as_deref().unwrap_or_default();
        Some(format!("mesh {name:?}: the vertex element {what}{index} is left out, because {}", why(element, buffer)))
    })
}

fn is_kept(element: &VertexElement, made: &SceneMesh) -> bool {
    let is_first = element.usage_index == 0;
    match element.usage() {
        Some(Usage::Position) => is_first,
        Some(Usage::Normal) => is_first && made.corner_normals.is_some(),
        Some(Usage::Tangent) => is_first && made.corner_tangents.is_some(),
        Some(Usage::Binormal) => {
            is_first && made.stored.as_ref().is_some_and(|stored| stored.corner_bitangents.is_some())
        }
        Some(Usage::Color) => {
            let sets = made.more_colors.len() + usize::from(made.corner_colors.is_some());
            (element.usage_index as usize) < sets
        }
        Some(Usage::TextureCoordinate) => (element.usage_index as usize) < made.uv_sets.len(),
        Some(Usage::BlendIndices | Usage::BlendWeight) => made.skin.is_some(),
        _ => false,
    }
}

fn why(element: &VertexElement, buffer: &VertexBuffer) -> &'static str {
    const NO_PLACE: &str = "meshes cannot store this element";
    match element.usage() {
        _ if !element.format.is_decoded() => "its format is unknown",
        None | Some(Usage::Depth | Usage::Fog | Usage::PointSize | Usage::Sample | Usage::TessellateFactor) => NO_PLACE,
        _ if buffer.numbers(element, 0..buffer.vertex_count()).is_none() => "one of its numbers is not finite",
        Some(Usage::BlendIndices | Usage::BlendWeight) => "the mesh's Tag lacks SkinBones or InverseBinds",
        Some(Usage::Tangent | Usage::Binormal) if element.usage_index == 0 => {
            "tangents need normals and binormals in all parts of the mesh"
        }
        Some(Usage::TextureCoordinate | Usage::Color) => "a part of the mesh lacks this element or an earlier set",
        _ if element.usage_index > 0 => NO_PLACE,
        _ => "a part of the mesh lacks this element",
    }
}

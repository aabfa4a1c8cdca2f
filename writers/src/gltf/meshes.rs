//! Meshes, with a primitive for each part and the vertices that it uses.

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::{Attributes, Mesh, Primitive, to_index};
use rigmill_format::{MeshPart, Model, ModelMesh, VertexAttribute, Vertices};
use rigmill_pipeline::{Diagnostic, WriteContext};

use super::gather::gather;
use super::influences::Influences;
use super::materials::{Materials, unit};
use super::targets;
use crate::{codes, vertex_losses};

/// The maximum number of vertices with 16-bit indices. glTF forbids 65,535 as an index.
const MAX_SMALL_VERTICES: usize = 65_535;

/// Converts a mesh, and adds its vertices to the binary.
pub(super) fn mesh(source: &ModelMesh, materials: &mut Materials<'_>, binary: &mut Binary) -> Mesh {
    let influences = source.skin.as_ref().map(|skin| Influences::new(&source.vertices.joint_sets, skin.bones.len()));
    let primitive = |part: &MeshPart| {
        let used = Used::new(source, part);
        let uv_sets = to_index(source.vertices.uv_sets.len());
        Primitive {
            attributes: attributes(&source.vertices, influences.as_ref(), &used.vertices, binary),
            indices: Some(indices(&used.indices, used.vertices.len(), binary)),
            material: part.material.map(|material| materials.number(material, uv_sets)),
            targets: targets::of_primitive(source, &used.vertices, binary),
            ..Primitive::default()
        }
    };
    Mesh {
        name: Some(source.name.clone()),
        primitives: source.parts.iter().map(primitive).collect(),
        weights: targets::weights(source),
        extras: targets::extras(source),
    }
}

/// The vertices that a part uses, as indices of the mesh's vertices, and the part's triangles as indices of these.
struct Used {
    vertices: Vec<u32>,
    indices: Vec<u32>,
}

impl Used {
    fn new(mesh: &ModelMesh, part: &MeshPart) -> Self {
        let first = part.first_index as usize;
        let own = mesh.indices.get(first..first.saturating_add(part.index_count as usize)).unwrap_or_default();
        let mut vertices = own.to_vec();
        vertices.sort_unstable();
        vertices.dedup();
        let renumbered = |index: &u32| to_index(vertices.partition_point(|vertex| vertex < index));
        let indices = own.iter().map(renumbered).collect();
        Self { vertices, indices }
    }
}

fn attributes(all: &Vertices, influences: Option<&Influences>, used: &[u32], binary: &mut Binary) -> Attributes {
    let mut attributes = Attributes::new();
    attributes.insert("POSITION".to_owned(), binary.positions(&gather(&all.positions, used)));
    if !all.normals.is_empty() {
        attributes.insert("NORMAL".to_owned(), binary.attribute(&gather(&all.normals, used)));
    }
    if !all.tangents.is_empty() && !all.normals.is_empty() {
        attributes.insert("TANGENT".to_owned(), binary.attribute(&gather(&all.tangents, used)));
    }
    let sets = [&all.colors].into_iter().filter(|colors| !colors.is_empty()).chain(&all.more_colors);
    for (set, colors) in sets.enumerate() {
        attributes.insert(format!("COLOR_{set}"), binary.attribute(&gather(&within(colors), used)));
    }
    for attribute in &all.attributes {
        attributes.insert(own_name(&attribute.name), own_values(attribute, used, binary));
    }
    for (set, uvs) in all.uv_sets.iter().enumerate() {
        attributes.insert(format!("TEXCOORD_{set}"), binary.attribute(&gather(uvs, used)));
    }
    if let Some(influences) = influences {
        influences.write(used, &mut attributes, binary);
    }
    attributes
}

/// Clamps colours to the range that the specification allows.
fn within(colors: &[[f32; 4]]) -> Vec<[f32; 4]> {
    colors.iter().map(|color| color.map(unit)).collect()
}

/// Returns the name of an attribute that the specification does not define: it must begin with `_`.
fn own_name(name: &str) -> String {
    if name.starts_with('_') { name.to_owned() } else { format!("_{name}") }
}

/// Writes the numbers of one of the game's own attributes.
fn own_values(attribute: &VertexAttribute, used: &[u32], binary: &mut Binary) -> u32 {
    let values = &attribute.values;
    match attribute.width {
        1 => binary.attribute(&gather(values.as_chunks::<1>().0, used)),
        2 => binary.attribute(&gather(values.as_chunks::<2>().0, used)),
        3 => binary.attribute(&gather(values.as_chunks::<3>().0, used)),
        _ => binary.attribute(&gather(values.as_chunks::<4>().0, used)),
    }
}

/// Warns, once per model, about vertex colours that are clamped to 0 to 1, and about skins that are not linear.
pub(super) fn warn_of_losses(model: &Model, ctx: &mut WriteContext) {
    if let Some(lost) = vertex_losses::skinning(model, "glTF") {
        ctx.report(lost);
    }
    let is_beyond = |mesh: &&ModelMesh| {
        let sets = [&mesh.vertices.colors].into_iter().chain(&mesh.vertices.more_colors);
        sets.flat_map(|set| set.as_flattened()).any(|&part| part != unit(part))
    };
    if let Some(mesh) = model.meshes.iter().find(is_beyond) {
        let message = format!(
            "mesh {:?}: vertex colours are clamped to the range 0 to 1, because glTF does not allow other values",
            mesh.name
        );
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help("choose colours from 0 to 1"));
    }
}

/// Adds an accessor for indices. Uses 16 bits per index if the number of vertices allows it.
pub(super) fn indices(indices: &[u32], vertices: usize, binary: &mut Binary) -> u32 {
    if vertices > MAX_SMALL_VERTICES {
        return binary.indices(&indices.iter().map(|&index| [index]).collect::<Vec<_>>());
    }
    let small = indices.iter().map(|&index| [u16::try_from(index).unwrap_or(u16::MAX)]);
    binary.indices(&small.collect::<Vec<_>>())
}

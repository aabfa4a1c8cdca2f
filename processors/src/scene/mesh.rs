//! Converts meshes to triangles with welded vertices, part by part.

use std::collections::BTreeMap;

use rigmill_dom::{SceneAttribute, SceneMesh};
use rigmill_format::{
    BoundingBox, BoundingSphere, MAX_ATTRIBUTES, MAX_COLOR_SETS, MAX_UV_SETS, MeshPart, ModelMesh, NormalFormat,
    PositionFormat, VertexAttribute, Vertices,
};
use rigmill_math::to_f32;

use super::bones::Bones;
use super::index_order::IndexOrder;
use super::skin::Skin;
use super::targets::targets;
use super::weld::{Weld, as_stored, bits, same_vertices, weld};
use super::{index_order, normals, polygons, sphere, tangents, vertex_cache};

/// The options for converting meshes.
pub(super) struct MeshOptions {
    /// The maximum number of influences per vertex.
    pub(super) weights: usize,
    /// Whether to compute missing tangents.
    pub(super) tangents: bool,
    /// Whether to sort triangles for a GPU's vertex cache as XNA does. Stored meshes keep their order.
    pub(super) vertex_cache: bool,
    /// The order of triangles if `vertex_cache` is false. Stored meshes keep their order.
    pub(super) index_order: IndexOrder,
    /// How to store positions.
    pub(super) positions: PositionFormat,
    /// How normals and tangents are stored.
    pub(super) normals: NormalFormat,
}

/// Converts a mesh that belongs to `bone`; `None` if it has no triangles.
pub(super) fn model_mesh(
    mesh: &SceneMesh,
    name: &str,
    bone: u32,
    bones: &Bones,
    options: &MeshOptions,
) -> Option<ModelMesh> {
    let mut triangles = polygons::triangles(mesh);
    let slot = |face: usize| mesh.face_materials.get(face).copied().unwrap_or(0);
    let material = |face: usize| mesh.materials.get(slot(face) as usize).copied();
    let arranges = options.vertex_cache && mesh.stored.is_none();
    if arranges {
        sort_by_first_use(&mut triangles, material);
        vertex_cache::turn_as_xna(&mut triangles);
    } else if mesh.stored.is_none() {
        triangles.sort_by_key(|(face, _)| slot(*face));
    }
    let corners: Vec<usize> = triangles.iter().flat_map(|(_, corners)| *corners).collect();
    if corners.is_empty() {
        return None;
    }
    let skin = Skin::new(mesh, bone, bones, options.weights);
    let attributes = Attributes::new(mesh, skin.as_ref(), &triangles, options);
    let mut weld = if attributes.is_stored {
        as_stored(&corners, mesh)
    } else {
        weld(&corners, |corner, key| attributes.push_key(corner, key))
    };
    let parts = parts(triangles.iter().map(|(face, _)| material(*face)));
    if arranges {
        vertex_cache::arrange(&mut weld, &parts);
    } else if mesh.stored.is_none() && options.index_order != IndexOrder::AsIs {
        let position = |corner: &usize| mesh.positions[attributes.vertex(*corner) as usize];
        let positions: Vec<[f32; 3]> = weld.corners.iter().map(position).collect();
        index_order::arrange(&mut weld, &parts, &positions, options.index_order);
    }
    let mut vertices = attributes.gather(&weld, skin.as_ref());
    let rounds_positions = options.positions != PositionFormat::F32;
    (vertices.position_format, vertices.normal_format) = (options.positions, options.normals);
    vertices.round(&BoundingBox::new(vertices.positions.iter().copied()));
    let sources: Vec<u32> = weld.corners.iter().map(|&corner| attributes.vertex(corner)).collect();
    Some(ModelMesh {
        name: name.to_owned(),
        bone,
        sphere: own_sphere(mesh, &vertices.positions).unwrap_or_else(|| match rounds_positions {
            true => sphere::around(vertices.positions.iter().map(|position| position.map(f64::from))),
            false => sphere::around(drawn_positions(mesh, &corners).into_iter()),
        }),
        bounding_box: BoundingBox::new(vertices.positions.iter().copied()),
        targets: targets(mesh, &vertices, &sources, &attributes.same),
        vertices,
        indices: weld.indices,
        parts,
        skin: skin.map(|skin| skin.into_mesh_skin(&sources)),
    })
}

/// Sorts triangles by their materials, which are in the order in which the triangles first use them, as in XNA.
fn sort_by_first_use(triangles: &mut [(usize, [usize; 3])], material: impl Fn(usize) -> Option<u32>) {
    let mut ranks = BTreeMap::new();
    for (face, _) in triangles.iter() {
        let next = ranks.len();
        ranks.entry(material(*face)).or_insert(next);
    }
    triangles.sort_by_key(|(face, _)| ranks[&material(*face)]);
}

/// Returns the positions that triangles use, each once, in the order of the source. The bounding sphere depends on this order,
/// which is also XNA's.
fn drawn_positions(mesh: &SceneMesh, corners: &[usize]) -> Vec<[f64; 3]> {
    let mut is_drawn = vec![false; mesh.positions.len()];
    for vertex in corners.iter().filter_map(|&corner| mesh.corner_vertices.get(corner)) {
        is_drawn.get_mut(*vertex as usize).into_iter().for_each(|is_drawn| *is_drawn = true);
    }
    let drawn = mesh.positions.iter().zip(is_drawn).filter(|(_, is_drawn)| *is_drawn);
    drawn.map(|(position, _)| position.map(f64::from)).collect()
}

/// Returns the source's own sphere, if it contains all vertices.
fn own_sphere(mesh: &SceneMesh, positions: &[[f32; 3]]) -> Option<BoundingSphere> {
    let (center, radius) = mesh.stored.as_ref()?.sphere;
    let own = BoundingSphere { center, radius };
    (own.is_valid() && positions.iter().all(|position| own.contains(*position))).then_some(own)
}

/// Makes a part from each run of consecutive triangles with the same material.
fn parts(materials: impl Iterator<Item = Option<u32>>) -> Vec<MeshPart> {
    let mut parts: Vec<MeshPart> = Vec::new();
    for (triangle, material) in (0_u32..).zip(materials) {
        match parts.last_mut().filter(|last| last.material == material) {
            Some(last) => last.index_count += 3,
            None => parts.push(MeshPart { material, first_index: triangle * 3, index_count: 3 }),
        }
    }
    parts
}

/// The attributes of a mesh's corners.
struct Attributes<'a> {
    mesh: &'a SceneMesh,
    /// Whether to keep the vertices of the source.
    is_stored: bool,
    /// For each vertex, the first vertex that is equal to it.
    same: Vec<u32>,
    /// The normal of each corner; `None` for a stored mesh without normals.
    normals: Option<Vec<[f32; 3]>>,
    tangents: Option<Vec<[f32; 4]>>,
}

impl<'a> Attributes<'a> {
    fn new(mesh: &'a SceneMesh, skin: Option<&Skin>, triangles: &[(usize, [usize; 3])], options: &MeshOptions) -> Self {
        let has_none = mesh.stored.is_some() && mesh.corner_normals.is_none();
        let normals = (!has_none).then(|| normals::of_corners(mesh));
        let has_own = mesh.stored.is_some() && mesh.corner_tangents.is_some();
        let wanted = normals.as_ref().filter(|_| options.tangents || has_own);
        let tangents = wanted.and_then(|normals| tangents::of_corners(mesh, normals, triangles));
        // Computed tangents may differ between the corners of a vertex.
        let is_stored = mesh.stored.is_some() && (has_own || tangents.is_none());
        let same = if is_stored {
            (0..).zip(&mesh.positions).map(|(vertex, _)| vertex).collect()
        } else {
            same_vertices(mesh, skin)
        };
        Self { mesh, is_stored, same, normals, tangents }
    }

    fn vertex(&self, corner: usize) -> u32 {
        self.same[self.mesh.corner_vertices[corner] as usize]
    }

    /// Appends all attributes of a corner.
    fn push_key(&self, corner: usize, key: &mut Vec<u32>) {
        key.push(self.vertex(corner));
        key.extend(self.normals.iter().flat_map(|normals| bits(normals[corner])));
        key.extend(self.tangents.iter().flat_map(|tangents| bits(tangents[corner])));
        key.extend(self.mesh.corner_colors.iter().flat_map(|colors| bits(colors[corner])));
        key.extend(self.more_colors().flat_map(|colors| bits(colors[corner])));
        key.extend(self.attributes().flat_map(|attribute| bits(attribute.corner_values[corner])));
        key.extend(self.mesh.uv_sets.iter().take(MAX_UV_SETS).flat_map(|set| bits(set.corner_uvs[corner])));
    }

    /// Returns the colour sets after the first.
    fn more_colors(&self) -> impl Iterator<Item = &'a Vec<[f32; 4]>> + use<'a> {
        self.mesh.more_colors.iter().take(MAX_COLOR_SETS - 1)
    }

    fn attributes(&self) -> impl Iterator<Item = &'a SceneAttribute> + use<'a> {
        self.mesh.attributes.iter().take(MAX_ATTRIBUTES)
    }

    fn attribute(&self, source: &SceneAttribute, weld: &Weld) -> VertexAttribute {
        let width = source.width.min(4);
        let values = |corner: &usize| source.corner_values[*corner].into_iter().take(width as usize);
        VertexAttribute { name: source.name.clone(), width, values: weld.corners.iter().flat_map(values).collect() }
    }

    fn gather(&self, weld: &Weld, skin: Option<&Skin>) -> Vertices {
        let corners = || weld.corners.iter().copied();
        let vertices: Vec<u32> = corners().map(|corner| self.vertex(corner)).collect();
        // In a model, v points down.
        let is_down = self.mesh.has_v_down();
        let downwards = |[u, v]: [f32; 2]| [u, if is_down { v } else { 1.0 - v }];
        let sets = self.mesh.uv_sets.iter().take(MAX_UV_SETS);
        let mut gathered = Vertices {
            positions: vertices.iter().map(|&vertex| self.mesh.positions[vertex as usize]).collect(),
            normals: self.normals.iter().flat_map(|all| corners().map(|corner| all[corner])).collect(),
            tangents: self.tangents.iter().flat_map(|all| corners().map(|corner| all[corner])).collect(),
            colors: self.mesh.corner_colors.iter().flat_map(|all| corners().map(|corner| all[corner])).collect(),
            more_colors: self.more_colors().map(|all| corners().map(|corner| all[corner]).collect()).collect(),
            attributes: self.attributes().map(|attribute| self.attribute(attribute, weld)).collect(),
            uv_sets: sets.map(|set| corners().map(|corner| downwards(set.corner_uvs[corner])).collect()).collect(),
            joint_sets: skin.map_or_else(Vec::new, |skin| skin.joint_sets(&vertices)),
            ..Vertices::default()
        };
        gathered.bitangents = self.own_bitangents(weld, &gathered);
        gathered
    }

    /// Returns the bitangents of a stored mesh; an empty list if they are exactly those that follow from normals and tangents.
    fn own_bitangents(&self, weld: &Weld, vertices: &Vertices) -> Vec<[f32; 3]> {
        let own = self.mesh.stored.as_ref().and_then(|stored| stored.corner_bitangents.as_ref());
        let Some(own) = own.filter(|_| self.is_stored && !vertices.tangents.is_empty()) else { return Vec::new() };
        let computed = |vertex: usize| Vertices::bitangent(vertices.normals[vertex], vertices.tangents[vertex]);
        let bitangent = |(vertex, &corner): (usize, &usize)| {
            normals::direction(own[corner], self.mesh).map_or_else(|| computed(vertex), |it| it.map(to_f32))
        };
        let own: Vec<[f32; 3]> = weld.corners.iter().enumerate().map(bitangent).collect();
        let is_equal = |vertex: usize| own[vertex].map(f32::to_bits) == computed(vertex).map(f32::to_bits);
        if (0..own.len()).all(is_equal) { Vec::new() } else { own }
    }
}

//! Meshes: triangles with welded vertices, part by part.

use rigmill_dom::SceneMesh;
use rigmill_format::{BoundingBox, MAX_UV_SETS, MeshPart, ModelMesh, Vertices};

use super::bones::Bones;
use super::skin::Skin;
use super::vector::wide;
use super::weld::{Weld, bits, same_vertices, weld};
use super::{normals, polygons, sphere, tangents};

/// What meshes are made with.
pub(super) struct MeshOptions {
    /// The most influences on a vertex.
    pub(super) weights: usize,
    /// Whether tangents are computed where the source has none.
    pub(super) tangents: bool,
}

/// A mesh as `bone` places it; `None` for one without a triangle.
pub(super) fn model_mesh(
    mesh: &SceneMesh,
    name: &str,
    bone: u32,
    bones: &Bones,
    options: &MeshOptions,
) -> Option<ModelMesh> {
    let mut triangles = polygons::triangles(mesh);
    let material = |face: usize| mesh.face_materials.get(face).copied().unwrap_or(0);
    triangles.sort_by_key(|(face, _)| material(*face));
    let corners: Vec<usize> = triangles.iter().flat_map(|(_, corners)| *corners).collect();
    if corners.is_empty() {
        return None;
    }
    let skin = Skin::of(mesh, bone, bones, options.weights);
    let attributes = Attributes::of(mesh, skin.as_ref(), &triangles, options);
    let weld = weld(&corners, |corner, words| attributes.tell(corner, words));
    let vertices = attributes.gather(&weld, skin.as_ref());
    let parts = parts(triangles.iter().map(|(face, _)| mesh.materials.get(material(*face) as usize).copied()));
    Some(ModelMesh {
        name: name.to_owned(),
        bone,
        sphere: sphere::around(vertices.positions.iter().map(|&position| wide(position))),
        bounding_box: BoundingBox::of(vertices.positions.iter().copied()),
        vertices,
        indices: weld.indices,
        parts,
        skin: skin.map(Skin::into_mesh_skin),
    })
}

/// Triangles of one material that follow each other make a part.
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
    /// For each vertex, one that stands for all that are the same.
    same: Vec<u32>,
    normals: Vec<[f32; 3]>,
    tangents: Option<Vec<[f32; 4]>>,
}

impl<'a> Attributes<'a> {
    fn of(mesh: &'a SceneMesh, skin: Option<&Skin>, triangles: &[(usize, [usize; 3])], options: &MeshOptions) -> Self {
        let normals = normals::of_corners(mesh);
        let tangents = options.tangents.then(|| tangents::of_corners(mesh, &normals, triangles)).flatten();
        Self { mesh, same: same_vertices(mesh, skin), normals, tangents }
    }

    fn vertex(&self, corner: usize) -> u32 {
        self.same[self.mesh.corner_vertices[corner] as usize]
    }

    /// What tells a corner from others.
    fn tell(&self, corner: usize, words: &mut Vec<u32>) {
        words.push(self.vertex(corner));
        words.extend(bits(self.normals[corner]));
        words.extend(self.tangents.iter().flat_map(|tangents| bits(tangents[corner])));
        words.extend(self.mesh.corner_colors.iter().flat_map(|colors| bits(colors[corner])));
        words.extend(self.mesh.uv_sets.iter().take(MAX_UV_SETS).flat_map(|set| bits(set.corner_uvs[corner])));
    }

    fn gather(&self, weld: &Weld, skin: Option<&Skin>) -> Vertices {
        let corners = || weld.corners.iter().copied();
        let vertices: Vec<u32> = corners().map(|corner| self.vertex(corner)).collect();
        // v points up in a scene and down in a model.
        let downwards = |[u, v]: [f32; 2]| [u, 1.0 - v];
        let sets = self.mesh.uv_sets.iter().take(MAX_UV_SETS);
        Vertices {
            positions: vertices.iter().map(|&vertex| self.mesh.positions[vertex as usize]).collect(),
            normals: corners().map(|corner| self.normals[corner]).collect(),
            tangents: self.tangents.iter().flat_map(|all| corners().map(|corner| all[corner])).collect(),
            colors: self.mesh.corner_colors.iter().flat_map(|all| corners().map(|corner| all[corner])).collect(),
            uv_sets: sets.map(|set| corners().map(|corner| downwards(set.corner_uvs[corner])).collect()).collect(),
            joint_sets: skin.map_or_else(Vec::new, |skin| skin.joint_sets(&vertices)),
        }
    }
}

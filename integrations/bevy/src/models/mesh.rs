//! Converts the meshes of models to Bevy's meshes.

use bevy_asset::{AssetPath, RenderAssetUsages};
use bevy_math::Vec3;
use bevy_mesh::morph::{MAX_MORPH_WEIGHTS, MorphAttributes};
use bevy_mesh::{Indices, Mesh, PrimitiveTopology, VertexAttributeValues};
use rigmill_format::model::{MeshPart, ModelMeshView, SkinningMethod};
use rigmill_runtime::morph::{MorphJob, MorphMesh};
use tracing::warn;

/// A mesh, and the changes of its vertices by morph targets.
pub(super) struct MeshSource<'a> {
    mesh: ModelMeshView<'a>,
    names: Vec<String>,
    /// For each target, the change of each vertex.
    targets: Vec<Vec<MorphAttributes>>,
}

impl<'a> MeshSource<'a> {
    pub(super) fn new(mesh: ModelMeshView<'a>) -> Self {
        let morph = MorphMesh::new(&mesh);
        let count = morph.len().min(MAX_MORPH_WEIGHTS);
        let names = morph.names().take(count).map(str::to_owned).collect();
        Self { mesh, names, targets: (0..count).map(|target| changes(&mesh, &morph, target)).collect() }
    }

    /// Logs a warning for each property of the mesh that Bevy's meshes do not support.
    pub(super) fn warn_of_losses(&self, path: &AssetPath<'_>) {
        let name = self.mesh.name();
        if self.mesh.skinning_method() != SkinningMethod::Linear {
            warn!("{path}: mesh {name:?} has a skin of dual quaternions; Bevy skins it linearly");
        }
        if self.mesh.joint_sets().len() > 1 {
            warn!("{path}: mesh {name:?} has up to eight influences for each vertex; Bevy uses only the four strongest");
        }
        if self.mesh.targets().len() > MAX_MORPH_WEIGHTS {
            warn!("{path}: mesh {name:?} has more than {MAX_MORPH_WEIGHTS} morph targets; the rest is left out");
        }
    }

    /// Converts the triangles of one part, with only the vertices that they use.
    pub(super) fn part(&self, part: &MeshPart) -> Mesh {
        let (first, count) = (part.first_index as usize, part.index_count as usize);
        let used = Used::new(self.mesh.indices().iter().skip(first).take(count), self.mesh.vertex_count());
        let mut made = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
        let mesh = &self.mesh;
        made.insert_attribute(Mesh::ATTRIBUTE_POSITION, used.pick(&mesh.positions().to_vec()));
        if !mesh.normals().is_empty() {
            made.insert_attribute(Mesh::ATTRIBUTE_NORMAL, used.pick(&mesh.normals().to_vec()));
        }
        if !mesh.tangents().is_empty() {
            made.insert_attribute(Mesh::ATTRIBUTE_TANGENT, used.pick(&mesh.tangents().to_vec()));
        }
        if !mesh.colors().is_empty() {
            made.insert_attribute(Mesh::ATTRIBUTE_COLOR, used.pick(mesh.colors()));
        }
        for (attribute, uvs) in [Mesh::ATTRIBUTE_UV_0, Mesh::ATTRIBUTE_UV_1].into_iter().zip(mesh.uv_sets()) {
            made.insert_attribute(attribute, used.pick(uvs));
        }
        if mesh.is_skinned() {
            let influences = used.vertices.iter().map(|vertex| influences(mesh, *vertex));
            let (joints, weights): (Vec<_>, Vec<_>) = influences.unzip();
            made.insert_attribute(Mesh::ATTRIBUTE_JOINT_INDEX, VertexAttributeValues::Uint16x4(joints));
            made.insert_attribute(Mesh::ATTRIBUTE_JOINT_WEIGHT, weights);
        }
        if !self.targets.is_empty() {
            made.set_morph_targets(self.targets.iter().flat_map(|target| used.pick(target)).collect());
            made.set_morph_target_names(self.names.clone());
        }
        made.insert_indices(used.indices);
        if mesh.is_skinned()
            && let Err(error) = made.generate_skinned_mesh_bounds()
        {
            warn!("mesh {:?} cannot get bounds for its animated pose: {error}", mesh.name());
        }
        made
    }
}

/// The vertices that some triangles use.
struct Used {
    vertices: Vec<usize>,
    /// The triangles. Their indices refer to the used vertices only.
    indices: Indices,
}

impl Used {
    fn new(indices: impl Iterator<Item = u32>, vertex_count: usize) -> Self {
        let mut numbers = vec![None; vertex_count];
        let mut vertices = Vec::new();
        let mut renumbered = Vec::new();
        for index in indices {
            // The indices were checked when the file was loaded.
            let Some(number) = numbers.get_mut(index as usize) else { continue };
            renumbered.push(*number.get_or_insert_with(|| {
                vertices.push(index as usize);
                u32::try_from(vertices.len() - 1).unwrap_or(u32::MAX)
            }));
        }
        let small: Option<Vec<u16>> = renumbered.iter().map(|index| u16::try_from(*index).ok()).collect();
        let indices = match small {
            // Index 65,535 would mark the end of a strip.
            Some(small) if vertices.len() < usize::from(u16::MAX) => Indices::U16(small),
            _ => Indices::U32(renumbered),
        };
        Self { vertices, indices }
    }

    fn pick<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.vertices.iter().filter_map(|vertex| values.get(*vertex).copied()).collect()
    }
}

/// The four strongest influences on a vertex. Their weights add up to 1.
fn influences(mesh: &ModelMeshView<'_>, vertex: usize) -> ([u16; 4], [f32; 4]) {
    let mut all: Vec<(u16, f32)> = mesh.influences(vertex).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(4);
    let sum: f32 = all.iter().map(|(_, weight)| weight).sum();
    let factor = if sum > 0.0 { 1.0 / sum } else { 0.0 };
    let (mut joints, mut weights) = ([0; 4], [0.0; 4]);
    for (at, (joint, weight)) in all.into_iter().enumerate() {
        (joints[at], weights[at]) = (joint, weight * factor);
    }
    (joints, weights)
}

/// The change of each vertex by a target with weight 1.
fn changes(mesh: &ModelMeshView<'_>, morph: &MorphMesh, target: usize) -> Vec<MorphAttributes> {
    let (positions, normals) = (mesh.positions().to_vec(), mesh.normals().to_vec());
    let tangents = mesh.tangents().to_vec();
    let (mut moved, mut turned, mut twisted) = (positions.clone(), normals.clone(), tangents.clone());
    let mut weights = vec![0.0; morph.len()];
    weights[target] = 1.0;
    let job = MorphJob {
        mesh: *mesh,
        morph,
        weights: &weights,
        shares: &mut morph.shares(),
        positions: &mut moved,
        normals: &mut turned,
        tangents: &mut twisted,
    };
    let done = job.run();
    debug_assert!(done.is_ok(), "the buffers are as long as the mesh");
    let change = |to: Option<&[f32; 3]>, from: Option<&[f32; 3]>| match (to, from) {
        (Some(to), Some(from)) => Vec3::from_array(*to) - Vec3::from_array(*from),
        _ => Vec3::ZERO,
    };
    let xyz = |tangent: Option<&[f32; 4]>| tangent.map(|[x, y, z, _]| [*x, *y, *z]);
    let of = |vertex: usize| {
        MorphAttributes::new(
            change(moved.get(vertex), positions.get(vertex)),
            change(turned.get(vertex), normals.get(vertex)),
            change(xyz(twisted.get(vertex)).as_ref(), xyz(tangents.get(vertex)).as_ref()),
        )
    };
    (0..positions.len()).map(of).collect()
}

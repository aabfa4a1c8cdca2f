//! [`MorphMesh`]: the morph targets of a mesh, prepared for fast addition.

use std::ops::Range;

use rigmill_format::{ModelMeshView, MorphShapeView, shape_weights};

use super::changes::Changes;

/// The morph targets of a mesh, prepared for [`MorphJob`](super::MorphJob). All characters can share it. Each character has its
/// own weights.
#[derive(Clone, Debug)]
pub struct MorphMesh {
    vertices: usize,
    names: Vec<String>,
    weights: Vec<f32>,
    /// The range of shapes of each target.
    shapes: Vec<Range<usize>>,
    shape_weights: Vec<f32>,
    reach: f32,
    decoded: Decoded,
    pub(super) positions: Changes<24>,
    pub(super) normals: Changes<24>,
    pub(super) tangents: Changes<32>,
}

/// The decoded vertices of a mesh that stores them as codes. Attributes that are not stored as codes are empty.
#[derive(Clone, Debug)]
struct Decoded {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    tangents: Vec<[f32; 4]>,
}

impl Decoded {
    fn new(mesh: &ModelMeshView<'_>) -> Self {
        let (positions, normals, tangents) = (mesh.positions(), mesh.normals(), mesh.tangents());
        Self {
            positions: if positions.floats().is_none() { positions.to_vec() } else { Vec::new() },
            normals: if normals.floats().is_none() { normals.to_vec() } else { Vec::new() },
            tangents: if tangents.floats().is_none() { tangents.to_vec() } else { Vec::new() },
        }
    }
}

/// The vertices of a mesh before morph targets are applied, as floats.
pub(super) struct Base<'a> {
    pub(super) positions: &'a [[f32; 3]],
    pub(super) normals: &'a [[f32; 3]],
    pub(super) tangents: &'a [[f32; 4]],
}

impl MorphMesh {
    /// Prepares the morph targets of a mesh. A mesh without targets is allowed.
    #[must_use]
    pub fn new(mesh: &ModelMeshView<'_>) -> Self {
        let shapes: Vec<MorphShapeView<'_>> = mesh.targets().flat_map(|target| target.shapes()).collect();
        let mut ranges = Vec::new();
        for target in mesh.targets() {
            let first = ranges.last().map_or(0, |range: &Range<usize>| range.end);
            ranges.push(first..first + target.shapes().len());
        }
        let vertices = mesh.vertex_count();
        Self {
            vertices,
            names: mesh.targets().map(|target| target.name().to_owned()).collect(),
            weights: mesh.targets().map(|target| target.weight()).collect(),
            shape_weights: shapes.iter().map(|shape| shape.weight).collect(),
            reach: reach(vertices, &ranges, &shapes),
            positions: Changes::new(vertices, shapes.iter().map(|shape| (shape.vertices, shape.positions))),
            normals: Changes::new(vertices, shapes.iter().map(|shape| (shape.vertices, shape.normals))),
            tangents: Changes::new(vertices, shapes.iter().map(|shape| (shape.vertices, shape.tangents))),
            shapes: ranges,
            decoded: Decoded::new(mesh),
        }
    }

    /// The number of vertices of the mesh.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertices
    }

    /// The number of targets.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the mesh has no targets.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names of the targets.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The number of the target with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names().position(|target| target == name)
    }

    /// The default weight of each target, for targets whose weight nothing sets.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub(super) fn share_count(&self) -> usize {
        self.shape_weights.len()
    }

    /// A buffer for [`MorphJob::shares`](super::MorphJob::shares): a number for each shape.
    #[must_use]
    pub fn shares(&self) -> Vec<f32> {
        vec![0.0; self.shape_weights.len()]
    }

    /// The vertices of the mesh before targets are applied. If the mesh is a different one, vertices may be missing.
    pub(super) fn base<'a>(&'a self, mesh: &ModelMeshView<'a>) -> Base<'a> {
        Base {
            positions: mesh.positions().floats().unwrap_or(&self.decoded.positions),
            normals: mesh.normals().floats().unwrap_or(&self.decoded.normals),
            tangents: mesh.tangents().floats().unwrap_or(&self.decoded.tangents),
        }
    }

    /// The maximum distance by which the targets move any vertex, as long as no weight is outside the range of 0 and the
    /// weights of its target's shapes. The bounding spheres and boxes of the mesh and of its model may be too small by this
    /// distance.
    #[must_use]
    pub fn reach(&self) -> f32 {
        self.reach
    }

    /// Computes how much of each shape the weights show. A weight that is not finite counts as 0.
    pub(super) fn fill_shares(&self, weights: &[f32], shares: &mut [f32]) {
        for (range, weight) in self.shapes.iter().zip(weights) {
            let weight = if weight.is_finite() { *weight } else { 0.0 };
            shape_weights(&self.shape_weights[range.clone()], weight, &mut shares[range.clone()]);
        }
    }
}

/// For each vertex, adds up the longest change by each target. Returns the maximum of all vertices.
fn reach(vertices: usize, targets: &[Range<usize>], shapes: &[MorphShapeView<'_>]) -> f32 {
    let (mut sums, mut longest) = (vec![0.0_f32; vertices], vec![0.0_f32; vertices]);
    for target in targets {
        let changes = || shapes[target.clone()].iter().flat_map(|shape| shape.vertices.iter().zip(shape.positions));
        for (vertex, [x, y, z]) in changes() {
            let slot = &mut longest[*vertex as usize];
            *slot = slot.max((x * x + y * y + z * z).sqrt());
        }
        for (vertex, _) in changes() {
            sums[*vertex as usize] += std::mem::take(&mut longest[*vertex as usize]);
        }
    }
    sums.into_iter().fold(0.0, f32::max)
}

//! Converts morph targets for the vertices that welding made.

use rigmill_dom::{SceneMesh, SceneShape};
use rigmill_format::{MorphShape, MorphTarget, Vertices};

use super::names::Names;

/// Returns the names of a mesh's targets. A name that is already in use gets a number.
pub(super) fn names(mesh: &SceneMesh) -> Vec<String> {
    let mut names = Names::default();
    mesh.morphs.iter().map(|morph| names.take(&morph.name)).collect()
}

/// Converts the targets of a mesh. `sources` contains, for each vertex of the mesh, the vertex of the source from which it was
/// made. `same` contains, for each vertex of the source, the first vertex that is welded to it: a target that changes this
/// vertex changes all of them.
pub(super) fn targets(mesh: &SceneMesh, vertices: &Vertices, sources: &[u32], same: &[u32]) -> Vec<MorphTarget> {
    if mesh.morphs.is_empty() {
        return Vec::new();
    }
    let made = Made::new(sources, same.len());
    let shape = |shape: &SceneShape| made.shape(shape, same, vertices);
    let targets = mesh.morphs.iter().zip(names(mesh));
    let target = targets.map(|(morph, name)| MorphTarget {
        name,
        weight: morph.weight,
        shapes: morph.shapes.iter().map(shape).collect(),
    });
    target.collect()
}

/// Returns, for each vertex of the source, the bits of the changes in all shapes. Vertices with the same changes may be welded.
pub(super) fn changes(mesh: &SceneMesh) -> Vec<Vec<u32>> {
    let mut changes = vec![Vec::new(); mesh.positions.len()];
    let shapes = mesh.morphs.iter().flat_map(|morph| &morph.shapes);
    for (number, shape) in (0_u32..).zip(shapes) {
        for (at, &vertex) in shape.vertices.iter().enumerate() {
            let Some(of_vertex) = changes.get_mut(vertex as usize) else { continue };
            of_vertex.push(number);
            let lists = [&shape.positions, &shape.normals, &shape.tangents];
            of_vertex
                .extend(lists.iter().filter_map(|list| list.get(at)).flatten().map(|number| (number + 0.0).to_bits()));
        }
    }
    changes
}

/// The vertices made from each vertex of the source, ascending.
struct Made {
    starts: Vec<usize>,
    vertices: Vec<u32>,
}

impl Made {
    fn new(sources: &[u32], count: usize) -> Self {
        let mut pairs: Vec<(u32, u32)> = sources.iter().copied().zip(0..).collect();
        pairs.sort_unstable();
        let starts = (0..=count).map(|source| pairs.partition_point(|(of, _)| (*of as usize) < source)).collect();
        Self { starts, vertices: pairs.into_iter().map(|(_, vertex)| vertex).collect() }
    }

    fn of_source(&self, source: usize) -> &[u32] {
        match self.starts.get(source..source + 2) {
            Some(&[start, end]) => &self.vertices[start..end],
            _ => &[],
        }
    }

    fn shape(&self, shape: &SceneShape, same: &[u32], vertices: &Vertices) -> MorphShape {
        let mut changed: Vec<(u32, usize)> = Vec::new();
        for (at, &source) in shape.vertices.iter().enumerate() {
            let is_first = same.get(source as usize) == Some(&source);
            let made = if is_first { self.of_source(source as usize) } else { &[] };
            changed.extend(made.iter().map(|&vertex| (vertex, at)));
        }
        changed.sort_unstable();
        let gather = |list: &[[f32; 3]], is_there: bool| -> Vec<[f32; 3]> {
            changed.iter().filter_map(|&(_, at)| list.get(at).filter(|_| is_there).copied()).collect()
        };
        MorphShape {
            weight: shape.weight,
            positions: gather(&shape.positions, true),
            normals: gather(&shape.normals, !vertices.normals.is_empty()),
            tangents: gather(&shape.tangents, !vertices.tangents.is_empty()),
            vertices: changed.into_iter().map(|(vertex, _)| vertex).collect(),
        }
    }
}

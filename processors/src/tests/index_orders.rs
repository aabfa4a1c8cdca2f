//! Tests of triangle orders for GPUs.

use std::collections::VecDeque;

use proptest::prelude::*;
use rigmill_dom::{NodeKind, Scene, SceneMesh, SceneNode, SceneTransform};
use rigmill_format::{Model, ModelMesh};
use rigmill_pipeline::Products;

use super::support::{Assets, process};
use crate::{IndexOrder, ModelParams, ModelProcessor};

/// Returns the number of vertices that a first-in, first-out cache of this size loads for triangles.
fn loads(triangles: &[[u32; 3]], size: usize) -> usize {
    let (mut cache, mut loads) = (VecDeque::new(), 0);
    for vertex in triangles.as_flattened() {
        if !cache.contains(vertex) {
            loads += 1;
            cache.push_front(*vertex);
            cache.truncate(size);
        }
    }
    loads
}

/// Returns a flat grid of `side` x `side` squares at a height. The triangles of adjacent rows are far apart in the order.
fn grid(side: u32, height: f32) -> (Vec<[u32; 3]>, Vec<[f32; 3]>) {
    let place = |at: u32| f32::from(u16::try_from(at).unwrap());
    let positions =
        (0..(side + 1) * (side + 1)).map(|at| [place(at % (side + 1)), place(at / (side + 1)), height]).collect();
    let square = |at: u32| {
        let at = at * 7 % (side * side);
        let corner = |right: u32, up: u32| (at / side + up) * (side + 1) + at % side + right;
        [[corner(0, 0), corner(1, 0), corner(1, 1)], [corner(0, 0), corner(1, 1), corner(0, 1)]]
    };
    ((0..side * side).flat_map(square).collect(), positions)
}

fn arranged(order: IndexOrder, triangles: &[[u32; 3]], positions: &[[f32; 3]]) -> Vec<[u32; 3]> {
    order.arrange(triangles, positions).into_iter().map(|triangle| triangles[triangle as usize]).collect()
}

/// Each vertex must be loaded at least once, which is half a vertex per triangle. The paper reports 0.6 to 0.7 for such meshes
/// and caches.
#[test]
fn a_cache_of_vertices_has_most_of_a_grid() {
    let (triangles, positions) = grid(50, 0.0);
    assert!(loads(&triangles, 16) > triangles.len());
    let per_triangle = |order| {
        let loads = loads(&arranged(order, &triangles, &positions), 16);
        f64::from(u32::try_from(loads).unwrap()) / 5000.0
    };
    let (cache, gpu) = (per_triangle(IndexOrder::Cache), per_triangle(IndexOrder::Gpu));
    assert!((0.5..0.75).contains(&cache), "{cache}");
    // Groups cost what the paper says: 5 %, plus the loss at the last triangles of a group.
    assert!(gpu < cache * 1.1, "{gpu} {cache}");
}

#[test]
fn what_hides_the_rest_is_drawn_first() {
    let ((back, mut positions), (front, above)) = (grid(8, 0.0), grid(8, 1.0));
    let first = u32::try_from(positions.len()).unwrap();
    positions.extend(above);
    let triangles: Vec<[u32; 3]> =
        back.into_iter().chain(front.into_iter().map(|corners| corners.map(|it| it + first))).collect();
    let order = IndexOrder::Gpu.arrange(&triangles, &positions);
    assert!(order[..128].iter().all(|triangle| *triangle >= 128), "{order:?}");
}

#[test]
fn vertices_that_do_not_exist_leave_the_order() {
    assert_eq!(IndexOrder::Gpu.arrange(&[[0, 1, 2], [0, 1, 3]], &[[0.0; 3]; 3]), [0, 1]);
    assert_eq!(IndexOrder::Gpu.arrange(&[], &[]), [0_u32; 0]);
}

/// Returns the corners of each triangle as positions, sorted.
fn sorted(mesh: &ModelMesh) -> Vec<[[u32; 3]; 3]> {
    let position = |index: u32| mesh.vertices.positions[index as usize].map(f32::to_bits);
    let mut all: Vec<[[u32; 3]; 3]> =
        mesh.indices.as_chunks::<3>().0.iter().map(|corners| corners.map(position)).collect();
    all.sort_unstable();
    all
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// This also holds for triangles with a vertex twice, for edges that many triangles share, and separately in each part.
    #[test]
    fn an_order_has_the_same_triangles(corners in prop::collection::vec(0_u32..12, 3..300)) {
        let count = corners.len() / 3;
        let mesh = SceneMesh {
            positions: (0_u16..12).map(|at| [f32::from(at), f32::from(at * at % 7), f32::from(at % 3)]).collect(),
            face_sizes: vec![3; count],
            corner_vertices: corners[..count * 3].to_vec(),
            corner_normals: Some(vec![[0.0, 0.0, 1.0]; count * 3]),
            ..SceneMesh::default()
        };
        let node = SceneNode {
            element: Default::default(),
            name: "Place".to_owned(),
            parent: None,
            kind: NodeKind::Mesh,
            local: SceneTransform::IDENTITY,
            matrix: None,
            mesh: Some(0),
            properties: Vec::new(),
        };
        let scene = Scene { nodes: vec![node], meshes: vec![mesh], ..Scene::default() };
        let made = |index_order| {
            let params = ModelParams { index_order, ..ModelParams::default() };
            let products = process(&ModelProcessor, &scene, &params, &Assets(&[])).clean().into_products().unwrap();
            let model: &Model = products.iter().find(|it| it.label == ".model").unwrap().value.get().unwrap();
            model.meshes[0].clone()
        };
        let plain = made(IndexOrder::AsIs);
        for order in [IndexOrder::Cache, IndexOrder::Gpu] {
            let mesh = made(order);
            prop_assert_eq!(sorted(&plain), sorted(&mesh));
            // Vertices are in the order of their first use.
            let mut next = 0;
            for &index in &mesh.indices {
                prop_assert!(index <= next);
                next = next.max(index + 1);
            }
            prop_assert_eq!(next as usize, mesh.vertices.positions.len());
        }
    }
}

use rigmill_format::collision_mesh::MAX_TREE_DEPTH;
use rigmill_format::{AlignedBytes, BoundingBox, CollisionMesh, CollisionMeshView, CollisionNode, Content, NodeBelow};

use crate::samples::collision_mesh;

fn problem(change: impl FnOnce(&mut CollisionMesh)) -> String {
    let mut mesh = collision_mesh();
    change(&mut mesh);
    let reported = mesh.encode().unwrap_err().to_string();
    reported.strip_prefix("the collision mesh is not valid: ").map_or(reported.clone(), str::to_owned)
}

#[test]
fn a_view_reads_triangles_in_place() {
    let file = AlignedBytes::from_slice(&collision_mesh().encode().unwrap());
    let view = CollisionMeshView::parse(&file).unwrap();
    assert_eq!((view.vertices().len(), view.triangles().len(), view.node_count()), (5, 3, 3));
    assert_eq!(view.corners(2), Some([[2.0, 0.0, 0.0], [4.0, 0.0, 0.0], [3.0, 1.0, 0.0]]));
    assert_eq!(view.corners(3), None);
    assert_eq!(view.node(0).unwrap().below, NodeBelow::Nodes { second: 2 });
    assert_eq!(view.node(3), None);
}

#[test]
fn a_mesh_without_triangles_has_no_tree() {
    let empty = CollisionMesh::default();
    assert_eq!(CollisionMesh::decode(&empty.encode().unwrap()).unwrap(), empty);
    assert_eq!(problem(|m| m.nodes.clear()), "the records use 0 elements of TRIS, but TRIS has 3");
}

#[test]
fn vertices_are_finite_and_within_the_sphere() {
    assert_eq!(problem(|m| m.vertices[1][2] = f32::NAN), "vertex 1 is not finite");
    assert_eq!(problem(|m| m.sphere.radius = 1.0), "vertex 0 lies outside the bounding sphere");
    assert_eq!(problem(|m| m.sphere.radius = -1.0), "the bounding sphere is not finite, or has a radius below 0");
    assert_eq!(problem(|m| m.triangles[1][2] = 5), "triangle 1 refers to vertex 5, but the mesh has 5 vertices");
}

#[test]
fn boxes_hold_what_is_below() {
    assert_eq!(
        problem(|m| m.nodes[1].bounds.max[0] = 2.5),
        "the box of tree node 1 does not contain its children or triangles"
    );
    assert_eq!(
        problem(|m| m.nodes[0].bounds.max[0] = 3.5),
        "the box of tree node 0 does not contain its children or triangles"
    );
    let reported = problem(|m| m.nodes[2].bounds.max[0] = f32::INFINITY);
    assert_eq!(reported, "the box of tree node 0 does not contain its children or triangles");
    assert_eq!(problem(|m| m.nodes[0].bounds.min[1] = 2.0), "the box of tree node 0 is not finite, or inverted");
}

#[test]
fn every_node_is_reached_once() {
    let second = |second| move |m: &mut CollisionMesh| m.nodes[0].below = NodeBelow::Nodes { second };
    for wrong in [0, 1, 3, u32::MAX] {
        let reported = problem(second(wrong));
        assert_eq!(reported, format!("the tree has a second child at node {wrong}, expected 2"));
    }
    let triangles = |first, count| NodeBelow::Triangles { first, count };
    assert_eq!(problem(|m| m.nodes[1].below = triangles(0, 0)), "a leaf of the tree has no triangle");
    assert_eq!(problem(|m| m.nodes[2].below = triangles(1, 2)), "the span of record 2 in TRIS starts at 1, expected 2");
    let extra = |m: &mut CollisionMesh| {
        let leaf = CollisionNode { below: triangles(3, 1), ..m.nodes[2] };
        m.triangles.push([2, 4, 3]);
        m.nodes.push(leaf);
    };
    assert_eq!(problem(extra), "the tree ends before node 3");
    let last = |m: &mut CollisionMesh| m.nodes[2].below = NodeBelow::Nodes { second: 3 };
    assert_eq!(
        problem(|m| {
            m.triangles.pop();
            last(m);
        }),
        "the tree ends before its last children"
    );
}

/// A tree that is a list: the first child of each inner node is a leaf.
fn list(leaves: u32) -> CollisionMesh {
    let bounds = BoundingBox { min: [0.0; 3], max: [1.0, 1.0, 0.0] };
    let node = |below| CollisionNode { bounds, below };
    let mut nodes = Vec::new();
    for first in 0..leaves {
        if first + 1 < leaves {
            nodes.push(node(NodeBelow::Nodes { second: 2 * first + 2 }));
        }
        nodes.push(node(NodeBelow::Triangles { first, count: 1 }));
    }
    let vertices = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    CollisionMesh { vertices, triangles: vec![[0, 1, 2]; leaves as usize], nodes, ..collision_mesh() }
}

#[test]
fn the_depth_of_the_tree_is_limited() {
    let limit = u32::try_from(MAX_TREE_DEPTH).unwrap();
    let deepest = list(limit);
    assert_eq!(CollisionMesh::decode(&deepest.encode().unwrap()).unwrap(), deepest);
    let reported = list(limit + 1).encode().unwrap_err().to_string();
    assert!(reported.ends_with("tree node 255 has 128 nodes above it, but at most 127 are allowed"), "{reported}");
}

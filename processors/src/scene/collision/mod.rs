//! Collision meshes.

mod tag;
mod tree;

use rigmill_dom::{CollisionSource, Scene, SceneMesh};
use rigmill_format::{BoundingSphere, CollisionMesh};
use rigmill_math::affine::{self, Affine};
use rigmill_math::to_f32;

use super::bones::Bones;
use super::model::{Instance, instances};
use super::params::CollisionParams;
use super::{polygons, sphere};
pub(crate) use tag::collision_tag;
use tree::Triangle;

/// Returns a stored collision mesh, scaled and rotated. Without scale and rotation, the mesh keeps its own sphere.
pub(super) fn stored(source: &CollisionSource, params: &CollisionParams) -> CollisionMesh {
    if *params == CollisionParams::default() {
        let mut mesh = over(&source.triangles);
        let own = source.sphere.map(|(center, radius)| BoundingSphere { center, radius });
        if let Some(own) = own.filter(|own| own.is_valid() && mesh.vertices.iter().all(|vertex| own.contains(*vertex)))
        {
            mesh.sphere = own;
        }
        return mesh;
    }
    let to_model = params.placement().to_affine();
    let moved = |corner: [f32; 3]| affine::transform_point(&to_model, corner.map(f64::from)).map(to_f32);
    over(&source.triangles.iter().map(|triangle| triangle.map(moved)).collect::<Vec<_>>())
}

/// Returns all triangles of a scene with a tree over them. Triangles do not share vertices.
pub(super) fn collision_mesh(scene: &Scene, bones: &Bones, params: &CollisionParams) -> CollisionMesh {
    over(&triangles(scene, bones, &params.placement().to_affine(), polygons::triangles))
}

fn over(found: &[Triangle]) -> CollisionMesh {
    // The sphere depends on the order of the corners, and XNA's triangles are clockwise.
    let sphere =
        sphere::around(found.iter().flat_map(|triangle| triangle.iter().rev()).map(|corner| corner.map(f64::from)));
    let (order, nodes) = tree::over(found);
    let triangles = (0..).step_by(3).take(order.len()).map(|first: u32| [first, first + 1, first + 2]);
    CollisionMesh {
        vertices: order.into_iter().flat_map(|triangle| found[triangle]).collect(),
        triangles: triangles.collect(),
        sphere,
        nodes,
    }
}

/// A function that returns the triangles of a mesh. Each triangle consists of its face, and of corners of the mesh.
type Cut = fn(&SceneMesh) -> Vec<(usize, [usize; 3])>;

/// Returns the triangles of all meshes in the bind pose, as `cut` makes them.
fn triangles(scene: &Scene, bones: &Bones, to_model: &Affine, cut: Cut) -> Vec<Triangle> {
    let worlds = bones.worlds();
    let mut all = Vec::new();
    for Instance { bone, mesh, .. } in instances(scene, bones) {
        let world = affine::multiply(to_model, &worlds[bone as usize]);
        let mirrored = affine::is_mirrored(&world);
        let corner = |at: usize| {
            let position = mesh.positions[mesh.corner_vertices[at] as usize];
            affine::transform_point(&world, position.map(f64::from)).map(to_f32)
        };
        let outwards = |[a, b, c]: [usize; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
        all.extend(cut(mesh).into_iter().map(|(_, corners)| outwards(corners).map(corner)));
    }
    all
}

//! Collision meshes.

mod tree;

use rigmill_dom::{CollisionSource, Scene};
use rigmill_format::{BoundingSphere, CollisionMesh};
use rigmill_math::affine::{self, Affine};
use rigmill_math::to_f32;

use super::bones::Bones;
use super::model::{Placed, placed};
use super::params::CollisionParams;
use super::{polygons, sphere};
use tree::Triangle;

/// A collision mesh that is stored as one, scaled and turned. Its own sphere stays as it is.
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
    let to_model = turned_and_scaled(params);
    let placed = |corner: [f32; 3]| affine::transform_point(&to_model, corner.map(f64::from)).map(to_f32);
    over(&source.triangles.iter().map(|triangle| triangle.map(placed)).collect::<Vec<_>>())
}

/// All triangles of a scene, with the tree that finds them. No two triangles share a vertex.
pub(super) fn collision_mesh(scene: &Scene, bones: &Bones, params: &CollisionParams) -> CollisionMesh {
    over(&triangles(scene, bones, &turned_and_scaled(params)))
}

fn over(found: &[Triangle]) -> CollisionMesh {
    // Which sphere it becomes depends on the order; XNA has triangles clockwise.
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

fn triangles(scene: &Scene, bones: &Bones, to_model: &Affine) -> Vec<Triangle> {
    let worlds = bones.worlds();
    let mut all = Vec::new();
    for Placed { bone, mesh, .. } in placed(scene, bones) {
        let world = affine::multiply(to_model, &worlds[bone as usize]);
        let mirrored = affine::is_mirrored(&world);
        let corner = |at: usize| {
            let position = mesh.positions[mesh.corner_vertices[at] as usize];
            affine::transform_point(&world, position.map(f64::from)).map(to_f32)
        };
        let outwards = |[a, b, c]: [usize; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
        all.extend(polygons::triangles(mesh).into_iter().map(|(_, corners)| outwards(corners).map(corner)));
    }
    all
}

/// Scale, then the turns about z, x and y, as XNA's model processor has them.
fn turned_and_scaled(params: &CollisionParams) -> Affine {
    let [x, y, z] = [params.rotation_x, params.rotation_y, params.rotation_z].map(|angle| sine_cosine(angle.get()));
    let about_x = [[1.0, 0.0, 0.0, 0.0], [0.0, x.1, -x.0, 0.0], [0.0, x.0, x.1, 0.0]];
    let about_y = [[y.1, 0.0, y.0, 0.0], [0.0, 1.0, 0.0, 0.0], [-y.0, 0.0, y.1, 0.0]];
    let about_z = [[z.1, -z.0, 0.0, 0.0], [z.0, z.1, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
    let turn = affine::multiply(&about_y, &affine::multiply(&about_x, &about_z));
    turn.map(|row| row.map(|number| number * params.scale.get()))
}

/// Sine and cosine, exact for quarter turns.
fn sine_cosine(degrees: f64) -> (f64, f64) {
    let quarters = degrees / 90.0;
    if quarters == quarters.trunc() {
        let turns = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)];
        let quarter = quarters.rem_euclid(4.0);
        return turns
            .into_iter()
            .zip([0.0, 1.0, 2.0, 3.0])
            .find(|(_, it)| *it == quarter)
            .map_or((0.0, 1.0), |it| it.0);
    }
    let angle = degrees.to_radians();
    (libm::sin(angle), libm::cos(angle))
}

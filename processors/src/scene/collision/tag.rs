//! The Tag of a model that contains its own collision mesh.

use rigmill_dom::{Scene, SceneMesh};
use rigmill_format::{Data, DataList, DataMap, DataValue};
use rigmill_math::affine;

use super::triangles;
use crate::scene::bones::Bones;
use crate::scene::vertex_cache::turn_as_xna;
use crate::scene::{polygons, sphere};

/// Returns a `Dictionary<string, object>` with the corners of all triangles in the bind pose (`Vertices`) and their bounding
/// sphere (`BoundingSphere`), as RobotGame's pipeline makes it. Triangles have the order of the source, and are clockwise when
/// seen from outside.
pub(crate) fn collision_tag(scene: &Scene, bones: &Bones) -> Data {
    let found = triangles(scene, bones, &affine::IDENTITY, cut_as_xna);
    let corners = found.iter().flat_map(|&[a, b, c]| [a, c, b]);
    // The sphere depends on the order of the corners.
    let sphere = sphere::around(corners.clone().map(|corner| corner.map(f64::from)));
    let type_name = "Microsoft.Xna.Framework.Vector3[]".to_owned();
    let vertices = DataList { type_name, items: corners.map(DataValue::Vector3).collect() };
    let [x, y, z] = sphere.center;
    let entry = |name: &str, value| (DataValue::Text(name.to_owned()), value);
    let entries = vec![
        entry("Vertices", DataValue::List(vertices)),
        entry("BoundingSphere", DataValue::BoundingSphere([x, y, z, sphere.radius])),
    ];
    let type_name = "System.Collections.Generic.Dictionary[System.String,System.Object]".to_owned();
    Data { root: DataValue::Map(DataMap { type_name, entries }) }
}

fn cut_as_xna(mesh: &SceneMesh) -> Vec<(usize, [usize; 3])> {
    let mut triangles = polygons::triangles(mesh);
    turn_as_xna(&mut triangles);
    triangles
}

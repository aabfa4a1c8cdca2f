//! Writes collision meshes as RobotGame's pipeline does: in the Tag of a model.

use rigmill_codec_xnb::{BoneId, Model, ModelBone, Primitive, PrimitiveType, Value};
use rigmill_format::CollisionMesh;
use rigmill_pipeline::{WriteContext, Writer};

use super::encoding::encoded;
use super::params::XnbWriterParams;
use crate::written::Written;

/// Writes a [`CollisionMesh`] as the `.xnb` file of a `Model` without meshes. The model's Tag is a `Dictionary<string, object>`
/// with the corners of the triangles (`Vertices`) and their bounding sphere (`BoundingSphere`).
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbCollisionWriter;

impl Writer for XnbCollisionWriter {
    type Input = CollisionMesh;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, value: &CollisionMesh, params: &XnbWriterParams, ctx: &mut WriteContext) -> Written {
        let transform = rigmill_format::ModelBone::default().local;
        let root = ModelBone { name: Some("Root".to_owned()), transform, parent: None };
        let model = Model { bones: vec![root], meshes: Vec::new(), root: Some(BoneId(0)), tag: tag(value) };
        encoded(params.platform, params.profile, Value::Model(model.into()), Vec::new(), ctx)
    }
}

fn tag(mesh: &CollisionMesh) -> Value {
    let corner = |corner: u32| *mesh.vertices.get(corner as usize).unwrap_or(&[0.0; 3]);
    // In XNA, triangles are clockwise when seen from outside.
    let corners = mesh.triangles.iter().flat_map(|&[a, b, c]| [a, c, b]);
    let vertices = corners.map(|index| Primitive::Vector3(corner(index)));
    let [x, y, z] = mesh.sphere.center;
    let sphere = Primitive::BoundingSphere([x, y, z, mesh.sphere.radius]);
    Value::table([
        ("Vertices", Value::array_of(PrimitiveType::Vector3, vertices)),
        ("BoundingSphere", Value::Primitive(sphere)),
    ])
}

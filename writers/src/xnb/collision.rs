//! Collision meshes, as RobotGame's pipeline wrote them: in the tag of a model.

use rigmill_format::CollisionMesh;
use rigmill_pipeline::{StageError, WriteContext, Writer};

use super::file::XnbFile;
use super::model::write_bones;
use super::params::XnbWriterParams;
use super::{readers, too_large};

/// Writes a [`CollisionMesh`] as the `.xnb` of a Model without meshes, whose Tag is a `Dictionary<string, object>` with the
/// triangles' corners, `Vertices`, and their `BoundingSphere`.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbCollisionWriter;

impl Writer for XnbCollisionWriter {
    type Input = CollisionMesh;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(
        &self,
        value: &CollisionMesh,
        params: &XnbWriterParams,
        ctx: &mut WriteContext,
    ) -> Result<Vec<u8>, StageError> {
        let mut file = XnbFile::default();
        file.begin_object(readers::MODEL);
        write_bones(&mut file, &[rigmill_format::ModelBone { name: "Root".to_owned(), ..Default::default() }]);
        file.content.count(0);
        file.content.u8(1);
        write_tag(value, &mut file);
        file.finish(params.platform, params.profile, 0).ok_or_else(|| too_large(ctx))
    }
}

fn write_tag(mesh: &CollisionMesh, file: &mut XnbFile) {
    file.begin_object(readers::TABLE);
    file.content.count(2);
    file.text("Vertices");
    file.begin_object(readers::VECTOR_3_ARRAY);
    file.reader(readers::VECTOR_3);
    file.content.count(mesh.triangles.len() * 3);
    // XNA's triangles are clockwise seen from outside.
    for &[a, b, c] in &mesh.triangles {
        for corner in [a, c, b] {
            file.content.floats(mesh.vertices.get(corner as usize).unwrap_or(&[0.0; 3]));
        }
    }
    file.text("BoundingSphere");
    file.begin_object(readers::BOUNDING_SPHERE);
    file.content.floats(&mesh.sphere.center);
    file.content.f32(mesh.sphere.radius);
}

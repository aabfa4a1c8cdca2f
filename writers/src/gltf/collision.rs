//! Collision meshes.

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::{Attributes, Mesh, Primitive, push};
use rigmill_format::{CollisionMesh, Transform};
use rigmill_pipeline::{WriteContext, Writer};

use super::nodes::{self, BoneNode};
use super::params::GlbParams;
use super::transforms::upright;
use super::{check, encode, meshes, name};
use crate::written::Written;

/// Writes a [`CollisionMesh`] as `.glb`: a node with a mesh of its triangles, named after the asset. The tree is left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlbCollisionWriter;

impl Writer for GlbCollisionWriter {
    type Input = CollisionMesh;
    type Params = GlbParams;
    const NAME: &'static str = "glb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "glb";
    const NAMED: bool = true;

    fn write(&self, value: &CollisionMesh, params: &GlbParams, ctx: &mut WriteContext) -> Written {
        check(value, ctx)?;
        let (mut document, mut binary) = (super::document(), Binary::default());
        let name = name(ctx).to_owned();
        let local = upright(&Transform::IDENTITY, params.axes);
        nodes::write(std::iter::once(BoneNode { name: &name, parent: None, local }), &mut document);
        if !value.triangles.is_empty() {
            let positions = binary.positions(&value.vertices);
            let indices = meshes::indices(value.triangles.as_flattened(), value.vertices.len(), &mut binary);
            let attributes = Attributes::from([("POSITION".to_owned(), positions)]);
            let primitives = vec![Primitive { attributes, indices: Some(indices), ..Primitive::default() }];
            let mesh = push(&mut document.meshes, Mesh { name: Some(name), primitives, ..Mesh::default() });
            document.nodes[0].mesh = Some(mesh);
        }
        encode(document, binary, ctx)
    }
}

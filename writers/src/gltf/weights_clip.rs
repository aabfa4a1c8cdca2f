//! Writes the weights of morph targets in a clip on their own.

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::{Attributes, Mesh, Primitive, push};
use rigmill_format::{ClipWeights, ModelMesh, MorphShape, MorphTarget, Transform};
use rigmill_pipeline::{NoParams, WriteContext, Writer};

use super::targets::WeightKeys;
use super::{animations, check, encode, meshes, nodes, targets};
use crate::written::Written;

/// Writes [`ClipWeights`] as `.glb`: an animation with a `weights` channel for each mesh, and a node for each mesh with
/// placeholder targets. The format requires a mesh with targets, but a clip contains only their names.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlbWeightsWriter;

/// The vertices of a placeholder: one triangle without area.
const PLACEHOLDER: [[f32; 3]; 3] = [[0.0; 3]; 3];

impl Writer for GlbWeightsWriter {
    type Input = ClipWeights;
    type Params = NoParams;
    const NAME: &'static str = "glb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "glb";
    const NAMED: bool = true;

    fn write(&self, value: &ClipWeights, _: &NoParams, ctx: &mut WriteContext) -> Written {
        check(value, ctx)?;
        let (mut document, mut binary) = (super::document(), Binary::default());
        let mut names: Vec<&str> = Vec::new();
        for track in &value.tracks {
            if !names.contains(&track.mesh.as_str()) {
                names.push(&track.mesh);
            }
        }
        let attributes = Attributes::from([("POSITION".to_owned(), binary.positions(&PLACEHOLDER))]);
        let indices = meshes::indices(&[0, 1, 2], PLACEHOLDER.len(), &mut binary);
        let mut keys = Vec::new();
        for name in names {
            let mesh = placeholder(name, value);
            let primitive = Primitive {
                attributes: attributes.clone(),
                indices: Some(indices),
                targets: targets::of_primitive(&mesh, &[0, 1, 2], &mut binary),
                ..Primitive::default()
            };
            let node = nodes::add_root(name, &Transform::IDENTITY, &mut document);
            keys.extend(WeightKeys::new(&mesh, node, value));
            let mesh = Mesh {
                name: Some(name.to_owned()),
                primitives: vec![primitive],
                weights: Vec::new(),
                extras: targets::extras(&mesh),
            };
            document.nodes[node as usize].mesh = Some(push(&mut document.meshes, mesh));
        }
        let name = super::name(ctx);
        let name = name.strip_suffix(".weights").unwrap_or(name).to_owned();
        let _ = animations::write(&name, &[], &keys, &mut document, &mut binary);
        encode(document, binary, ctx)
    }
}

/// Returns a mesh with the targets that a clip names, which change nothing.
fn placeholder(name: &str, clip: &ClipWeights) -> ModelMesh {
    let tracks = clip.tracks.iter().filter(|track| track.mesh == name);
    let target = |name: &String| MorphTarget {
        name: name.clone(),
        shapes: vec![MorphShape { weight: 1.0, ..MorphShape::default() }],
        ..MorphTarget::default()
    };
    ModelMesh {
        name: name.to_owned(),
        targets: tracks.map(|track| target(&track.target)).collect(),
        ..ModelMesh::default()
    }
}

#[cfg(test)]
mod tests {
    use rigmill_format::WeightTrack;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn each_mesh_gets_a_channel_with_the_weights_of_its_targets() {
        let track = |mesh: &str, target: &str, weights: &[f32]| WeightTrack {
            mesh: mesh.to_owned(),
            target: target.to_owned(),
            weights: weights.to_vec(),
        };
        let tracks =
            vec![track("Face", "Smile", &[0.0, 1.0]), track("Eyes", "Blink", &[0.25]), track("Face", "Frown", &[0.5])];
        let clip = ClipWeights { duration: 0.5, times: vec![0.0, 0.5], tracks };
        let mut ctx = WriteContext::new("Head").labelled("@Talk.weights");
        let file = GlbWeightsWriter.write(&clip, &NoParams {}, &mut ctx).unwrap();
        assert!(ctx.finish().is_empty());
        let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
        let document: Value = serde_json::from_slice(&file[20..20 + length]).unwrap();
        let names: Vec<_> = document["nodes"].as_array().unwrap().iter().map(|node| node["name"].clone()).collect();
        assert_eq!(names, ["Face", "Eyes"]);
        assert_eq!(document["meshes"][0]["extras"], json!({ "targetNames": ["Smile", "Frown"] }));
        let animation = &document["animations"][0];
        assert_eq!(animation["name"], "Talk");
        let targets: Vec<_> =
            animation["channels"].as_array().unwrap().iter().map(|channel| channel["target"].clone()).collect();
        assert_eq!(targets, [json!({ "node": 0, "path": "weights" }), json!({ "node": 1, "path": "weights" })]);
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        let values = |channel: usize| -> Vec<f32> {
            let accessor = &document["accessors"][number(&animation["samplers"][channel]["output"])];
            let view = &document["bufferViews"][number(&accessor["bufferView"])];
            let start = 28 + length + number(&view["byteOffset"]) + number(&accessor["byteOffset"]);
            let bytes = &file[start..][..4 * number(&accessor["count"])];
            bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
        };
        assert_eq!((values(0), values(1)), (vec![0.0, 0.5, 1.0, 0.5], vec![0.25]));
    }
}

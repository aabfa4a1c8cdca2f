//! Skins: the bones that move each vertex.

use rigmill_dom::{Element, SceneInfluence, SceneSkin, SkinningMethod};
use rigmill_math::to_f32;
use ufbx::{Mesh, SkinDeformer};

use super::nodes::Nodes;
use super::numbers::rows;
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::fbx_shared::check_skin;
use crate::scenes::fbx_shared::left_out::SECOND_SKIN;
use crate::scenes::fbx_shared::problems::not_finite;
use crate::scenes::fbx_shared::skinning::blended;
use crate::scenes::left_out::LeftOut;

/// Returns the skin of a mesh; if it has several, the first one.
pub(super) fn read(
    mesh: &Mesh,
    element: &Element,
    nodes: &Nodes<'_>,
    left_out: &mut LeftOut,
) -> Result<Option<SceneSkin>> {
    let mut skins = mesh.skin_deformers.iter().filter(|skin| skin.clusters.count > 0);
    let Some(skin) = skins.next() else { return Ok(None) };
    left_out.add_many(SECOND_SKIN, skins.count(), &element.name);
    let (bones, inverse_binds) = bones(skin, element, nodes)?;
    let (vertex_starts, influences) = influences(skin, mesh.num_vertices, bones.len());
    let (method, blend_weights) = method(skin, mesh.num_vertices);
    Ok(Some(SceneSkin { bones, inverse_binds, vertex_starts, influences, method, blend_weights }))
}

/// The bones of a skin, with the matrices that transform the mesh's vertices to the space of each bone.
type Bones = (Vec<u32>, Vec<[[f64; 4]; 3]>);

fn bones(skin: &SkinDeformer, element: &Element, nodes: &Nodes<'_>) -> Result<Bones> {
    check_skin(skin.clusters.count, element)?;
    let mut found = Bones::default();
    for cluster in skin.clusters.iter() {
        let bone = cluster.bone_node.as_ref().and_then(|bone| nodes.index_of(bone));
        let Some(bone) = bone else {
            let fact = format!("{element}: a cluster of its skin has no bone");
            return Err(Problem::new(codes::FBX_UNREADABLE, fact, "bind the skin again, and export the file again"));
        };
        let matrix = rows(&cluster.geometry_to_bone);
        if !matrix.iter().flatten().all(|number| number.is_finite()) {
            return Err(not_finite(element, "the bind matrix of a bone"));
        }
        found.0.push(bone);
        found.1.push(matrix);
    }
    Ok(found)
}

/// Returns how a skin moves vertices. For blended skins, also returns each vertex's dual-quaternion weight, if the weights
/// differ.
fn method(skin: &SkinDeformer, vertices: usize) -> (SkinningMethod, Vec<f32>) {
    use ufbx::SkinningMethod::{BlendedDqLinear, DualQuaternion};
    match skin.skinning_method {
        DualQuaternion => (SkinningMethod::DualQuaternion, Vec::new()),
        BlendedDqLinear => {
            let of_vertex = |vertex: usize| skin.vertices.get(vertex).map_or(0.0, |it| to_f32(it.dq_weight));
            blended((0..vertices).map(of_vertex).collect())
        }
        _ => (SkinningMethod::Linear, Vec::new()),
    }
}

/// Returns the influences on each vertex. ufbx sorts them by weight, largest first.
fn influences(skin: &SkinDeformer, vertices: usize, bones: usize) -> (Vec<u32>, Vec<SceneInfluence>) {
    let mut starts = Vec::with_capacity(vertices + 1);
    let mut all = Vec::with_capacity(skin.weights.count);
    for vertex in 0..vertices {
        starts.push(u32::try_from(all.len()).unwrap_or(u32::MAX));
        let range = skin.vertices.get(vertex).map_or(0..0, |vertex| {
            let begin = vertex.weight_begin as usize;
            begin..begin + vertex.num_weights as usize
        });
        let weights = skin.weights.get(range).unwrap_or_default().iter();
        let influences = weights.map(|it| SceneInfluence { bone: it.cluster_index, weight: to_f32(it.weight) });
        let sound = |it: &SceneInfluence| it.weight > 0.0 && it.weight.is_finite() && (it.bone as usize) < bones;
        all.extend(influences.filter(sound));
    }
    starts.push(u32::try_from(all.len()).unwrap_or(u32::MAX));
    (starts, all)
}

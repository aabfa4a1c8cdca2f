//! Skins: the bones that move each vertex.

use rigmill_dom::{Element, SceneInfluence, SceneSkin, SkinningMethod};
use rigmill_math::to_f32;

use super::document::{Document, Object};
use super::nodes::Nodes;
use super::records::{ints, reals, text_in};
use super::unsupported::malformed;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::fbx_shared::check_skin;
use crate::scenes::fbx_shared::left_out::SECOND_SKIN;
use crate::scenes::fbx_shared::problems::not_finite;
use crate::scenes::fbx_shared::skinning::blended;
use crate::scenes::left_out::LeftOut;

/// Returns the skin of a mesh with this number of vertices; if it has several, the first one.
pub(super) fn read(
    geometry: Object<'_>,
    vertices: usize,
    document: &Document<'_>,
    nodes: &Nodes<'_>,
    budget: &mut Budget,
    left_out: &mut LeftOut,
) -> Result<Option<SceneSkin>> {
    let element = geometry.element("Geometry");
    let bone = |cluster: &Object<'_>| nodes.index_of(document.children(cluster.id, "Model").next()?.id);
    let clusters = |skin: &Object<'_>| {
        let all = document.children(skin.id, "Deformer").filter(|it| it.class == "Cluster");
        all.filter_map(move |cluster| Some((cluster, bone(&cluster)?)))
    };
    let mut skins =
        document.children(geometry.id, "Deformer").filter(|it| it.class == "Skin" && clusters(it).next().is_some());
    let Some(skin) = skins.next() else { return Ok(None) };
    left_out.add_many(SECOND_SKIN, skins.count(), &element.name);
    check_skin(clusters(&skin).count(), &element)?;
    let (method, blend_weights) = method(skin, vertices)?;
    let mut found = SceneSkin { method, blend_weights, ..SceneSkin::default() };
    let mut by_vertex: Vec<Vec<SceneInfluence>> = vec![Vec::new(); vertices];
    for ((cluster, node), bone) in clusters(&skin).zip(0..) {
        found.bones.push(node);
        found.inverse_binds.push(inverse_bind(cluster, &element)?);
        add_weights(cluster, bone, &element, &mut by_vertex, budget)?;
    }
    for mut influences in by_vertex {
        influences.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        found.vertex_starts.push(u32::try_from(found.influences.len()).unwrap_or(u32::MAX));
        found.influences.append(&mut influences);
    }
    found.vertex_starts.push(u32::try_from(found.influences.len()).unwrap_or(u32::MAX));
    Ok(Some(found))
}

/// Returns how a skin moves vertices, and each vertex's dual-quaternion weight if the weights differ.
fn method(skin: Object<'_>, vertices: usize) -> Result<(SkinningMethod, Vec<f32>)> {
    match text_in(skin.record, "SkinningType") {
        Some("DualQuaternion") => Ok((SkinningMethod::DualQuaternion, Vec::new())),
        Some("Blend") => {
            let mut weights = vec![0.0; vertices];
            let listed = ints(skin.record, "Indexes")?.unwrap_or_default();
            for (&vertex, &weight) in listed.iter().zip(reals(skin.record, "BlendWeights")?.unwrap_or_default().iter())
            {
                let slot = usize::try_from(vertex).ok().and_then(|vertex| weights.get_mut(vertex));
                slot.into_iter().for_each(|slot| *slot = to_f32(weight));
            }
            Ok(blended(weights))
        }
        _ => Ok((SkinningMethod::Linear, Vec::new())),
    }
}

/// Returns the matrix that the file calls `Transform`: from the mesh's vertices to the bone.
fn inverse_bind(cluster: Object<'_>, element: &Element) -> Result<[[f64; 4]; 3]> {
    let matrix = reals(cluster.record, "Transform")?.filter(|matrix| matrix.len() == 16);
    let (Some(m), Some(_)) = (matrix, reals(cluster.record, "TransformLink")?.filter(|link| link.len() == 16)) else {
        return Err(malformed(format!("{element}: a cluster of its skin has no bind matrix")));
    };
    if !m.iter().all(|number| number.is_finite()) {
        return Err(not_finite(element, "the bind matrix of a bone"));
    }
    Ok(std::array::from_fn(|row| std::array::from_fn(|column| m[column * 4 + row])))
}

fn add_weights(
    cluster: Object<'_>,
    bone: u32,
    element: &Element,
    by_vertex: &mut [Vec<SceneInfluence>],
    budget: &mut Budget,
) -> Result<()> {
    let vertices = ints(cluster.record, "Indexes")?.unwrap_or_default();
    let weights = reals(cluster.record, "Weights")?.unwrap_or_default();
    if vertices.len() != weights.len() {
        return Err(malformed(format!("{element}: a cluster of its skin does not have one weight per vertex")));
    }
    budget.take_geometry(vertices.len() as u64)?;
    for (&vertex, weight) in vertices.iter().zip(weights.iter().copied()) {
        let influences = usize::try_from(vertex).ok().and_then(|vertex| by_vertex.get_mut(vertex));
        let influences = influences.ok_or_else(|| malformed(format!("{element}: a weight belongs to no vertex")))?;
        let weight = to_f32(weight);
        if weight > 0.0 && weight.is_finite() {
            influences.push(SceneInfluence { bone, weight });
        }
    }
    Ok(())
}

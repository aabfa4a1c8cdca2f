//! Instances of meshes (the extension `EXT_mesh_gpu_instancing`), which become child nodes.

use std::ops::Range;

use rigmill_codec_gltf::Accessors;
use rigmill_codec_gltf::document::Instances;
use rigmill_dom::{NodeKind, Scene, SceneNode, SceneTransform, SceneWeightTrack};

use super::left_out::{INSTANCE_ATTRIBUTE, SKINNED_INSTANCES};
use super::meshes::size;
use super::nodes::Nodes;
use super::problems::{not_finite, over_limit, unreadable};
use super::transforms::unit4;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::left_out::LeftOut;

/// The maximum number of nodes and instances of a scene.
const MAX_NODES: u64 = 65_535;

/// The attributes that place instances.
const PLACES: [&str; 3] = ["TRANSLATION", "ROTATION", "SCALE"];

/// The instances of a node's mesh.
pub(super) struct Placed {
    /// The index of the node in the scene.
    node: usize,
    transforms: Vec<SceneTransform>,
}

/// Reads the instances of all nodes with a mesh. Instances of skinned meshes are left out, because bones place these meshes.
pub(super) fn read(
    nodes: &Nodes<'_>,
    scene: &Scene,
    accessors: &Accessors<'_>,
    budget: &mut Budget,
    left_out: &mut LeftOut,
) -> Result<Vec<Placed>> {
    let mut all = Vec::new();
    let mut count = scene.nodes.len() as u64;
    for (node, ((_, source), placed)) in nodes.iter().zip(&scene.nodes).enumerate() {
        let mesh = placed.mesh.and_then(|mesh| scene.meshes.get(mesh as usize));
        let (Some(instances), Some(mesh)) = (source.instances(), mesh) else { continue };
        if mesh.skin.is_some() {
            left_out.add(SKINNED_INSTANCES, &placed.name);
            continue;
        }
        let others = instances.attributes.keys().filter(|name| !PLACES.contains(&name.as_str()));
        others.for_each(|name| left_out.add(INSTANCE_ATTRIBUTE, name));
        let Some(found) = instance_count(instances, placed, accessors)? else { continue };
        count = count.saturating_add(found);
        if count > MAX_NODES {
            return Err(over_limit(count, "nodes and instances", MAX_NODES, "split the file"));
        }
        budget.take_geometry(size(mesh).saturating_mul(found))?;
        let transforms = transforms(instances, found, accessors);
        let finite =
            |transforms: Vec<SceneTransform>| transforms.iter().all(SceneTransform::is_finite).then_some(transforms);
        let transforms =
            transforms?.ok_or_else(|| unreadable(format!("{}: an instance's rotation is zero", placed.element)))?;
        let transforms =
            finite(transforms).ok_or_else(|| not_finite(&placed.element, "the transform of an instance"))?;
        all.push(Placed { node, transforms });
    }
    Ok(all)
}

/// Returns the number of instances, which all attributes must have; `None` if nothing places instances.
fn instance_count(instances: &Instances, node: &SceneNode, accessors: &Accessors<'_>) -> Result<Option<u64>> {
    let places = PLACES.iter().filter_map(|name| instances.attributes.get(*name));
    let counts: Vec<u64> = places.map(|&place| accessors.count(place)).collect::<std::result::Result<_, _>>()?;
    match counts.as_slice() {
        [] => Ok(None),
        [first, others @ ..] if others.iter().all(|other| other == first) => Ok(Some(*first)),
        _ => Err(unreadable(format!(
            "{}: the attributes of its instances have different numbers of values",
            node.element
        ))),
    }
}

/// Returns the transforms of instances; `None` if a rotation is zero.
fn transforms(instances: &Instances, count: u64, accessors: &Accessors<'_>) -> Result<Option<Vec<SceneTransform>>> {
    let [translations, rotations, scales] = PLACES.map(|name| instances.attributes.get(name).copied());
    let translations = translations.map(|it| accessors.read::<f32, 3>(it)).transpose()?.unwrap_or_default();
    let rotations = rotations.map(|it| accessors.read::<f32, 4>(it)).transpose()?.unwrap_or_default();
    let scales = scales.map(|it| accessors.read::<f32, 3>(it)).transpose()?.unwrap_or_default();
    let transform = |at: usize| {
        Some(SceneTransform {
            translation: translations.get(at).map_or([0.0; 3], |it| it.map(f64::from)),
            rotation: unit4(rotations.get(at).map_or([0.0, 0.0, 0.0, 1.0], |it| it.map(f64::from)))?,
            scale: scales.get(at).map_or([1.0; 3], |it| it.map(f64::from)),
        })
    };
    Ok((0..usize::try_from(count).unwrap_or(usize::MAX)).map(transform).collect())
}

/// Adds a child for each instance of a mesh to the mesh's node, which keeps everything else. The children have the node's
/// name and their number. Animations of the mesh's morph targets apply to all instances.
pub(super) fn add(scene: &mut Scene, all: Vec<Placed>) {
    for Placed { node, transforms } in all {
        // The mesh of a hidden node was left out.
        let Some(mesh) = scene.nodes[node].mesh.take() else { continue };
        if scene.nodes[node].kind == NodeKind::Mesh {
            scene.nodes[node].kind = NodeKind::Empty;
        }
        let first = index(scene.nodes.len());
        for (number, local) in transforms.into_iter().enumerate() {
            let SceneNode { element, name, .. } = &scene.nodes[node];
            let child = SceneNode {
                element: element.clone(),
                name: format!("{name} {number}"),
                parent: Some(index(node)),
                kind: NodeKind::Mesh,
                local,
                matrix: None,
                mesh: Some(mesh),
                properties: Vec::new(),
            };
            scene.nodes.push(child);
        }
        let children = first..index(scene.nodes.len());
        scene.clips.iter_mut().for_each(|clip| share_weights(&mut clip.weights, index(node), children.clone()));
    }
}

/// Gives the weights of a node's mesh to the node's children.
fn share_weights(weights: &mut Vec<SceneWeightTrack>, node: u32, children: Range<u32>) {
    let own: Vec<_> = weights.extract_if(.., |track| track.node == node).collect();
    weights.extend(children.flat_map(|node| own.iter().map(move |track| SceneWeightTrack { node, ..track.clone() })));
}

fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

//! [`leave_out`]: removes hidden parts from a scene.

use std::collections::BTreeSet;

use rigmill_dom::{NodeKind, Scene, SceneMaterial};
use rigmill_pipeline::Diagnostic;
use serde::{Deserialize, Serialize};

use super::left_out::{Kind, LeftOut};
use crate::codes;

const HIDDEN_MESH: Kind = Kind { one: "mesh of a hidden node is", many: "meshes of hidden nodes are", help: KEEP };
const OUTSIDE: Kind =
    Kind { one: "node that is not in the scene is", many: "nodes that are not in the scene are", help: KEEP };
const KEEP: &str = "if the game needs these nodes, set `hidden = \"keep\"`; otherwise, delete them before you export";

/// What to do with the meshes of hidden nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hidden {
    /// Leave them out.
    #[default]
    Skip,
    /// Keep them like all other meshes.
    Keep,
}

/// Whether a source shows a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// The node is shown.
    Shown,
    /// The mesh of the node is hidden. The node may still be a bone.
    Hidden,
    /// The file contains the node, but its scene contains neither the node nor its descendants.
    #[cfg_attr(not(any(feature = "fbx", feature = "fbx-dom")), expect(dead_code, reason = "FBX files have such nodes"))]
    Outside,
}

/// Removes the meshes of nodes that are not shown from a scene, with the materials and textures that no other mesh uses.
///
/// Hidden nodes are kept, because they may be bones. Nodes outside the scene are removed, unless a remaining skin or a
/// descendant needs them. `presences` has an entry for each node.
pub(crate) fn leave_out(scene: &mut Scene, presences: &[Presence]) -> Vec<Diagnostic> {
    if presences.iter().all(|it| *it == Presence::Shown) {
        return Vec::new();
    }
    let notes = notes(scene, presences);
    for (node, _) in scene.nodes.iter_mut().zip(presences).filter(|(_, it)| **it != Presence::Shown) {
        node.mesh = None;
    }
    let dropped_materials = drop_meshes(scene);
    drop_materials(scene, &dropped_materials);
    drop_nodes(scene, presences);
    notes.into_warnings().collect()
}

fn notes(scene: &Scene, presences: &[Presence]) -> LeftOut {
    let mut notes = LeftOut::new(codes::SCENE_HIDDEN);
    for (node, presence) in scene.nodes.iter().zip(presences) {
        match (presence, node.mesh) {
            (Presence::Shown, _) | (Presence::Hidden, None) => {}
            (_, Some(_)) => notes.add(HIDDEN_MESH, &node.name),
            (Presence::Outside, None) if node.kind == NodeKind::Helper => {}
            (Presence::Outside, None) => notes.add(OUTSIDE, &node.name),
        }
    }
    notes
}

/// Removes meshes that no node places. Returns their materials.
fn drop_meshes(scene: &mut Scene) -> BTreeSet<u32> {
    let placed: BTreeSet<u32> = scene.nodes.iter().filter_map(|node| node.mesh).collect();
    let numbers = Numbers::new(scene.meshes.len(), |mesh| placed.contains(&mesh));
    let dropped = (0..).zip(&scene.meshes).filter(|(index, _)| !placed.contains(index));
    let materials = dropped.flat_map(|(_, mesh)| mesh.materials.iter().copied()).collect();
    numbers.retain(&mut scene.meshes);
    scene.nodes.iter_mut().for_each(|node| node.mesh = node.mesh.and_then(|mesh| numbers.of_old(mesh)));
    materials
}

/// Removes the materials in `candidates` that no mesh uses, and the textures that only these materials use.
fn drop_materials(scene: &mut Scene, candidates: &BTreeSet<u32>) {
    let used: BTreeSet<u32> = scene.meshes.iter().flat_map(|mesh| mesh.materials.iter().copied()).collect();
    let stays = |material: u32| used.contains(&material) || !candidates.contains(&material);
    let textures = |stay: bool| -> BTreeSet<u32> {
        let materials = (0..).zip(&scene.materials).filter(|(index, _)| stays(*index) == stay);
        materials.flat_map(|(_, material)| material.texture_uses().map(|it| it.texture)).collect()
    };
    let (kept, dropped) = (textures(true), textures(false));
    let materials = Numbers::new(scene.materials.len(), stays);
    let textures = Numbers::new(scene.textures.len(), |texture| kept.contains(&texture) || !dropped.contains(&texture));
    materials.retain(&mut scene.materials);
    textures.retain(&mut scene.textures);
    for material in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.materials) {
        *material = materials.of_old(*material).unwrap_or_default();
    }
    for used in scene.materials.iter_mut().flat_map(SceneMaterial::texture_uses_mut) {
        used.texture = textures.of_old(used.texture).unwrap_or_default();
    }
}

/// Removes nodes outside the scene that nothing in the scene needs.
fn drop_nodes(scene: &mut Scene, presences: &[Presence]) {
    let skins = scene.meshes.iter().filter_map(|mesh| mesh.skin.as_ref());
    let mut stays: Vec<bool> = presences.iter().map(|it| *it != Presence::Outside).collect();
    skins.flat_map(|skin| &skin.bones).for_each(|&bone| stays[bone as usize] = true);
    for (at, node) in scene.nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent.filter(|_| stays[at]) {
            stays[parent as usize] = true;
        }
    }
    let numbers = Numbers::new(scene.nodes.len(), |node| stays[node as usize]);
    numbers.retain(&mut scene.nodes);
    scene.nodes.iter_mut().for_each(|node| node.parent = node.parent.and_then(|parent| numbers.of_old(parent)));
    let skins = scene.meshes.iter_mut().filter_map(|mesh| mesh.skin.as_mut());
    skins.flat_map(|skin| &mut skin.bones).for_each(|bone| *bone = numbers.of_old(*bone).unwrap_or_default());
    scene.cameras.retain_mut(|camera| numbers.renumber(&mut camera.node));
    scene.lights.retain_mut(|light| numbers.renumber(&mut light.node));
    for group in &mut scene.levels {
        group.levels.retain_mut(|level| numbers.renumber(&mut level.node));
    }
    scene.levels.retain(|group| !group.levels.is_empty());
    for clip in &mut scene.clips {
        clip.tracks.retain_mut(|track| numbers.renumber(&mut track.node));
        clip.curves.retain_mut(|track| numbers.renumber(&mut track.node));
        clip.weights.retain_mut(|track| numbers.renumber(&mut track.node));
    }
}

/// The new index of each entry of a list from which entries are removed.
struct Numbers(Vec<Option<u32>>);

impl Numbers {
    fn new(count: usize, stays: impl Fn(u32) -> bool) -> Self {
        let mut next = 0..;
        Self((0..).take(count).map(|index| stays(index).then(|| next.next()).flatten()).collect())
    }

    fn of_old(&self, old: u32) -> Option<u32> {
        self.0.get(old as usize).copied().flatten()
    }

    fn retain<T>(&self, list: &mut Vec<T>) {
        let mut stays = self.0.iter().map(Option::is_some);
        list.retain(|_| stays.next().unwrap_or(false));
    }

    /// Updates an index. Returns whether the entry is kept.
    fn renumber(&self, index: &mut u32) -> bool {
        let new = self.of_old(*index);
        *index = new.unwrap_or_default();
        new.is_some()
    }
}

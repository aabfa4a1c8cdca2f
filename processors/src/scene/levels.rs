//! Levels of detail of a model.

use rigmill_dom::{Scene, SceneLevels, ThresholdKind};
use rigmill_format::{DetailLevel, LevelGroup, LevelMeasure};
use rigmill_math::to_f32;

/// Returns the groups of levels of detail that have meshes. `mesh_nodes` are the nodes of the model's meshes. A mesh belongs to
/// the level of the nearest node at or above its own node that is a level.
pub(super) fn level_groups(scene: &Scene, mesh_nodes: &[u32]) -> Vec<LevelGroup> {
    let of_nodes = of_nodes(scene);
    let mut groups: Vec<LevelGroup> = scene.levels.iter().map(without_meshes).collect();
    for (mesh, &node) in (0..).zip(mesh_nodes) {
        let above = |node: &u32| scene.nodes.get(*node as usize).and_then(|node| node.parent);
        let mut way = std::iter::successors(Some(node), above);
        let found = way.find_map(|node| of_nodes.get(node as usize).copied().flatten());
        if let Some((group, level)) = found {
            groups[group].levels[level].meshes.push(mesh);
        }
    }
    groups.retain(|group| group.levels.iter().any(|level| !level.meshes.is_empty()));
    groups
}

/// Returns the group and level of each node that is a level.
fn of_nodes(scene: &Scene) -> Vec<Option<(usize, usize)>> {
    let mut of_nodes = vec![None; scene.nodes.len()];
    for (group, levels) in scene.levels.iter().enumerate() {
        for (number, level) in levels.levels.iter().enumerate() {
            if let Some(slot) = of_nodes.get_mut(level.node as usize) {
                *slot = Some((group, number));
            }
        }
    }
    of_nodes
}

fn without_meshes(source: &SceneLevels) -> LevelGroup {
    let level = |threshold: f64| DetailLevel { threshold: to_f32(threshold).min(f32::MAX), meshes: Vec::new() };
    LevelGroup {
        name: source.name.clone(),
        measure: match source.threshold_kind {
            ThresholdKind::Unknown => LevelMeasure::Unknown,
            ThresholdKind::Distance => LevelMeasure::Distance,
            ThresholdKind::Coverage => LevelMeasure::Coverage,
        },
        levels: source.levels.iter().map(|source| level(source.threshold)).collect(),
    }
}

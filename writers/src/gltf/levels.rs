//! Levels of detail (`MSFT_lod`).

use rigmill_codec_gltf::document::{Document, LOD_EXTENSION, Lod};
use rigmill_format::{LevelGroup, LevelMeasure, Model};
use rigmill_pipeline::{Diagnostic, WriteContext};
use serde_json::json;

use crate::codes;
use crate::counted::counted;

/// The name of the extra that contains the minimum screen coverage of each level. It is a common convention.
const COVERAGE: &str = "MSFT_screencoverage";

/// Writes the coarser meshes of each group to the nodes of its finest meshes: the first mesh of each coarser level to the node
/// of the first finest mesh, and so on. `placed` are the nodes of the meshes. Warns about meshes that no node can refer to.
pub(super) fn write(model: &Model, placed: &[u32], document: &mut Document, ctx: &mut WriteContext) {
    for group in &model.level_groups {
        write_group(group, placed, document);
    }
    warn(model, ctx);
}

fn write_group(group: &LevelGroup, placed: &[u32], document: &mut Document) {
    let Some((finest, coarser)) = group.levels.split_first() else { return };
    let node_of = |mesh: &u32| placed.get(*mesh as usize).copied();
    for (at, mesh) in finest.meshes.iter().enumerate() {
        let ids: Vec<u32> = coarser.iter().filter_map(|level| level.meshes.get(at)).filter_map(node_of).collect();
        let Some(node) = node_of(mesh).and_then(|node| document.nodes.get_mut(node as usize)) else { continue };
        if ids.is_empty() {
            continue;
        }
        if group.measure == LevelMeasure::Coverage {
            let thresholds: Vec<f32> = group.levels.iter().map(|level| level.threshold).collect();
            node.extras[COVERAGE] = json!(thresholds);
        }
        node.extensions.get_or_insert_default().lod = Some(Lod { ids });
        document.uses(LOD_EXTENSION);
    }
}

fn warn(model: &Model, ctx: &mut WriteContext) {
    let count = |is_so: fn(&&LevelGroup) -> bool| model.level_groups.iter().filter(is_so).count();
    let uneven = |group: &&LevelGroup| {
        let first = group.levels.first().map(|level| level.meshes.len());
        group.levels.iter().any(|level| Some(level.meshes.len()) != first)
    };
    let cases = [
        (
            count(|group| group.measure == LevelMeasure::Distance),
            ["level-of-detail group loses its", "level-of-detail groups lose their"],
            "distances, because glTF stores screen coverage instead",
            "set the distances in the program that reads the file",
        ),
        (
            count(uneven),
            ["level-of-detail group has", "level-of-detail groups have"],
            "different numbers of meshes per level, so some meshes are always drawn",
            "join the meshes of each level into one mesh",
        ),
    ];
    for (count, groups, fact, help) in cases.into_iter().filter(|(count, ..)| *count > 0) {
        let message = format!("{} {fact}", counted(count, groups));
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help(help));
    }
}

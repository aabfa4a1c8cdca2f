//! Levels of detail (the extension `MSFT_lod`).

use std::iter::once;

use rigmill_codec_gltf::document::to_index;
use rigmill_dom::{SceneLevel, SceneLevels, SceneNode, ThresholdKind};
use serde_json::Value;

use super::extras::COVERAGE;
use super::nodes::Nodes;
use crate::scenes::left_out::LeftOut;
use crate::scenes::levels::checked;

/// Returns the levels of all nodes. The finest level is the node itself.
pub(super) fn read(nodes: &Nodes<'_>, placed: &[SceneNode], left_out: &mut LeftOut) -> Vec<SceneLevels> {
    let mut groups = Vec::new();
    for ((index, source), node) in nodes.iter().zip(placed).filter(|((_, source), _)| !source.levels().is_empty()) {
        let coverages: Vec<f64> = coverages(&source.extras);
        let all = once(to_index(index)).chain(source.levels().iter().copied());
        let level = |(at, node): (usize, u32)| {
            let node = nodes.scene_index(node)?;
            Some(SceneLevel { node, threshold: coverages.get(at).copied().unwrap_or(0.0) })
        };
        let group = SceneLevels {
            element: node.element.clone(),
            name: node.name.clone(),
            threshold_kind: if coverages.is_empty() { ThresholdKind::Unknown } else { ThresholdKind::Coverage },
            levels: all.enumerate().filter_map(level).collect(),
        };
        groups.push(checked(group, left_out));
    }
    groups
}

fn coverages(extras: &Value) -> Vec<f64> {
    let list = extras.get(COVERAGE).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_f64).collect()
}

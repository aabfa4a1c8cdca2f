//! Reads whether a file shows its nodes.

use super::document::Document;
use super::nodes::{Node, Nodes};
use super::records::reals;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::fbx_shared::visibility::{Seen, Visibility};

/// Returns the visibility of each node in the file.
pub(super) fn read(document: &Document<'_>, nodes: &Nodes<'_>, budget: &mut Budget) -> Result<Vec<Visibility>> {
    nodes.iter().map(|(_, node)| of_node(document, node, budget)).collect()
}

fn of_node(document: &Document<'_>, node: &Node<'_>, budget: &mut Budget) -> Result<Visibility> {
    let value = |name| node.properties.number(name);
    let mut visible = Seen::default();
    visible.add(value("Visibility").unwrap_or(1.0));
    let curve_nodes = document.linked(node.object.id, "AnimationCurveNode");
    for (curve_node, _) in curve_nodes.filter(|(_, property)| *property == Some("Visibility")) {
        for (curve, _) in document.linked(curve_node.id, "AnimationCurve") {
            let values = reals(curve.record, "KeyValueFloat")?.unwrap_or_default();
            budget.take_samples(values.len() as u64)?;
            values.iter().for_each(|&value| visible.add(value));
        }
    }
    let inherits = value("Visibility Inheritance").is_some_and(|it| it != 0.0);
    Ok(Visibility { show: value("Show") != Some(0.0), visible, inherits, connected: node.connected })
}

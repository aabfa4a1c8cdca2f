//! Writes a [`Diagram`] as JSON. docs/graph.md describes the format.

use super::elements::{Diagram, Edge, Node};
use crate::output::message::message;
use crate::output::object::object;

/// Returns one JSON object without a line ending.
pub(crate) fn json(diagram: &Diagram) -> String {
    let node = |node: &Node| {
        object! {
            id: node.id.clone(),
            kind: node.kind,
            name: node.name.clone(),
            asset: node.asset.map(|asset| diagram.assets[asset].name.clone()),
            state: node.state.name(),
            why: node.why.clone(),
            digest: node.digest.clone(),
        }
    };
    let edge = |edge: &Edge| {
        let [from, to] = [edge.from, edge.to].map(|node| diagram.nodes[node].id.clone());
        object! { from: from, to: to, kind: edge.kind, changed: edge.changed }
    };
    message(&object! {
        reason: "graph",
        project: &diagram.project,
        target: &diagram.target,
        nodes: diagram.nodes.iter().map(node).collect::<Vec<_>>(),
        edges: diagram.edges.iter().map(edge).collect::<Vec<_>>(),
    })
}

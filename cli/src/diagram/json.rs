//! A [`Drawing`] for programs. docs/graph.md describes it.

use serde::Serialize;

use super::elements::{Drawing, Edge, Node};

#[derive(Serialize)]
struct JsonGraph<'a> {
    project: &'a str,
    target: &'a str,
    nodes: Vec<JsonNode<'a>>,
    edges: Vec<JsonEdge<'a>>,
}

#[derive(Serialize)]
struct JsonNode<'a> {
    id: &'a str,
    kind: &'a str,
    name: &'a str,
    asset: Option<&'a str>,
    state: &'a str,
    why: &'a [String],
    digest: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonEdge<'a> {
    from: &'a str,
    to: &'a str,
    kind: &'a str,
    changed: bool,
}

/// One JSON object, without an end of line.
pub(crate) fn json(drawing: &Drawing) -> String {
    let graph = JsonGraph {
        project: &drawing.project,
        target: &drawing.target,
        nodes: drawing.nodes.iter().map(|it| node(drawing, it)).collect(),
        edges: drawing.edges.iter().map(|it| edge(drawing, it)).collect(),
    };
    // Text, numbers and lists: nothing that JSON could not hold.
    serde_json::to_string(&graph).unwrap_or_default()
}

fn node<'a>(drawing: &'a Drawing, node: &'a Node) -> JsonNode<'a> {
    let Node { id, kind, name, asset, state, why, digest, .. } = node;
    let asset = asset.map(|asset| drawing.assets[asset].name.as_str());
    JsonNode { id, kind, name, asset, state: state.name(), why, digest: digest.as_deref() }
}

fn edge<'a>(drawing: &'a Drawing, edge: &Edge) -> JsonEdge<'a> {
    let [from, to] = [edge.from, edge.to].map(|node| drawing.nodes[node].id.as_str());
    JsonEdge { from, to, kind: edge.kind, changed: edge.changed }
}

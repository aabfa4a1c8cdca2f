//! Folds a [`Diagram`] of many assets: all assets of a folder become one node, and all its other files another node.

use std::collections::BTreeMap;

use super::elements::{Diagram, Edge, Node, State};

/// Folds assets into folders, as deep as possible with at most `most` nodes.
pub(crate) fn fold(diagram: &Diagram, most: usize) -> Diagram {
    let deepest = diagram.assets.iter().map(|asset| asset.name.matches('/').count()).max().unwrap_or(0);
    let mut depth = 0;
    while depth < deepest && folded_count(diagram, depth + 1) <= most {
        depth += 1;
    }
    fold_at(diagram, depth)
}

fn folded_count(diagram: &Diagram, depth: usize) -> usize {
    let mut ids: Vec<String> = diagram.nodes.iter().map(|node| folded(diagram, node, depth).0).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len()
}

fn fold_at(diagram: &Diagram, depth: usize) -> Diagram {
    let mut at: BTreeMap<String, usize> = BTreeMap::new();
    let mut folds: Vec<Fold> = Vec::new();
    let mut of_node = Vec::with_capacity(diagram.nodes.len());
    for node in &diagram.nodes {
        let (id, kind, name) = folded(diagram, node, depth);
        let index = *at.entry(id.clone()).or_insert_with(|| {
            folds.push(Fold { id, kind, name, ..Fold::default() });
            folds.len() - 1
        });
        of_node.push(index);
        folds[index].add(node, diagram);
    }
    let mut edges: BTreeMap<(usize, usize, &'static str), Edge> = BTreeMap::new();
    for edge in &diagram.edges {
        let (from, to) = (of_node[edge.from], of_node[edge.to]);
        if from != to {
            let new = Edge { from, to, count: 0, changed: false, ..*edge };
            let sum = edges.entry((from, to, edge.kind)).or_insert(new);
            sum.count += edge.count;
            sum.changed |= edge.changed;
        }
    }
    let nodes = folds.into_iter().map(Fold::node).collect();
    Diagram { nodes, edges: edges.into_values().collect(), ..diagram.clone() }
}

/// Returns the id, kind and name of the folded node.
fn folded(diagram: &Diagram, node: &Node, depth: usize) -> (String, &'static str, String) {
    let (kind, path) = match node.asset {
        Some(asset) => ("folder", diagram.assets[asset].name.as_str()),
        None if node.kind == "file" => ("files", node.name.as_str()),
        // Nodes such as patterns and variables have no folder.
        None => return (format!("{}:", node.kind), node.kind, format!("{}s", node.kind)),
    };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let cut = folder.match_indices('/').nth(depth.saturating_sub(1)).map_or(folder.len(), |(at, _)| at);
    let folder = if depth == 0 { "" } else { &folder[..cut] };
    (format!("{kind}:{folder}"), kind, if folder.is_empty() { ".".to_owned() } else { folder.to_owned() })
}

/// Several nodes that become one.
#[derive(Default)]
struct Fold {
    id: String,
    kind: &'static str,
    name: String,
    /// The number of assets, or of nodes without an asset, in each state.
    counts: BTreeMap<State, usize>,
    last_asset: Option<usize>,
}

impl Fold {
    fn add(&mut self, node: &Node, diagram: &Diagram) {
        let state = match node.asset {
            // The nodes of an asset are adjacent, and are counted once.
            Some(asset) if self.last_asset == Some(asset) => return,
            Some(asset) => diagram.assets[asset].state,
            None => node.state,
        };
        self.last_asset = node.asset;
        *self.counts.entry(state).or_default() += 1;
    }

    fn node(self) -> Node {
        let all: usize = self.counts.values().sum();
        let one = if self.kind == "folder" { "asset" } else { "file" };
        let unit = if all == 1 { one.to_owned() } else { format!("{one}s") };
        let unit = if matches!(self.kind, "folder" | "files") { format!(" {unit}") } else { String::new() };
        let mut detail = format!("{all}{unit}");
        for (state, count) in self.counts.iter().rev().filter(|(state, _)| **state != State::Fresh) {
            detail += &format!(", {count} {}", state.name());
        }
        let state = self.counts.keys().next_back().copied().unwrap_or(State::Fresh);
        let Self { id, kind, name, .. } = self;
        Node { id, kind, name, detail, asset: None, state, why: Vec::new(), digest: None }
    }
}

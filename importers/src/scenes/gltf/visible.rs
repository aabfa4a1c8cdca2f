//! The visibility of nodes (the extension `KHR_node_visibility`).

use rigmill_codec_gltf::document::{Document, VISIBILITY_EXTENSION};

use super::nodes::Nodes;
use crate::scenes::hidden::Presence;

/// Returns whether each placed node is shown. The children of a hidden node are also hidden.
pub(super) fn read(root: &Document, nodes: &Nodes<'_>) -> Vec<Presence> {
    let mut presences = vec![Presence::Shown; nodes.iter().count()];
    if !root.extensions_used.iter().any(|name| name == VISIBILITY_EXTENSION) {
        return presences;
    }
    for (node, (_, source)) in nodes.iter().enumerate() {
        let parent = nodes.parent_of(node).is_none_or(|parent| presences[parent as usize] == Presence::Shown);
        if !(source.is_visible() && parent) {
            presences[node] = Presence::Hidden;
        }
    }
    presences
}

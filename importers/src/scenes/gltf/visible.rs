//! The visibility of nodes (the extension `KHR_node_visibility`).

use rigmill_codec_gltf::json::Root;
use rigmill_codec_gltf::{VISIBILITY_EXTENSION, decode_visibility};

use super::nodes::Nodes;
use crate::report::Result;
use crate::scenes::hidden::Presence;

/// Returns whether each placed node is shown. The children of a hidden node are also hidden.
pub(super) fn read(root: &Root, json: &[u8], nodes: &Nodes<'_>) -> Result<Vec<Presence>> {
    let mut presences = vec![Presence::Shown; nodes.iter().count()];
    if !root.extensions_used.iter().any(|name| name == VISIBILITY_EXTENSION) {
        return Ok(presences);
    }
    let visible = decode_visibility(json)?;
    for (node, (index, _)) in nodes.iter().enumerate() {
        let own = visible.get(index).copied().unwrap_or(true);
        let parent = nodes.parent_of(node).is_none_or(|parent| presences[parent as usize] == Presence::Shown);
        if !(own && parent) {
            presences[node] = Presence::Hidden;
        }
    }
    Ok(presences)
}

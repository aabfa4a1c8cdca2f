//! Whether a file shows its nodes, as the extension `KHR_node_visibility` says.

use gltf::json::{Root, deserialize};
use serde::Deserialize;

use super::document::{VISIBILITY, shortened};
use super::nodes::Nodes;
use super::problems::unreadable;
use crate::report::Result;
use crate::scenes::hidden::Presence;

/// What else the document says of its nodes.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    extensions: Option<Extensions>,
}

#[derive(Deserialize)]
struct Extensions {
    #[serde(rename = "KHR_node_visibility")]
    visibility: Option<Visibility>,
}

#[derive(Deserialize)]
struct Visibility {
    visible: Option<bool>,
}

impl Node {
    fn is_visible(&self) -> bool {
        let visibility = self.extensions.as_ref().and_then(|it| it.visibility.as_ref());
        visibility.and_then(|it| it.visible).unwrap_or(true)
    }
}

/// For each placed node, whether it is shown; what hangs on a hidden node is hidden, too.
pub(super) fn read(root: &Root, json: &[u8], nodes: &Nodes<'_>) -> Result<Vec<Presence>> {
    let mut presences = vec![Presence::Shown; nodes.iter().count()];
    if !root.extensions_used.iter().any(|name| name == VISIBILITY) {
        return Ok(presences);
    }
    let document: Document = deserialize::from_slice(json).map_err(|error| {
        let message = shortened(&error.to_string());
        unreadable(format!("the extension {VISIBILITY} cannot be read: {message}"))
    })?;
    for (place, (index, _)) in nodes.iter().enumerate() {
        let own = document.nodes.get(index).is_none_or(Node::is_visible);
        let parent = nodes.parent_of(place).is_none_or(|parent| presences[parent as usize] == Presence::Shown);
        if !(own && parent) {
            presences[place] = Presence::Hidden;
        }
    }
    Ok(presences)
}

//! Reads whether a file shows its nodes.

use ufbx::{AnimProp, ElementType, Node};

use super::nodes::Nodes;
use crate::scenes::fbx_shared::visibility::{Seen, Visibility};

/// Returns the visibility of each node in the file.
pub(super) fn read(source: &ufbx::Scene, nodes: &Nodes<'_>) -> Vec<Visibility> {
    let mut all: Vec<Visibility> = nodes.iter().map(|(_, node)| own(node)).collect();
    for property in source.anim_layers.iter().flat_map(|layer| layer.anim_props.iter()) {
        let element = property.element.as_ref();
        if &*property.prop_name != "Visibility" || element.type_ != ElementType::Node {
            continue;
        }
        if let Some(node) = nodes.index_of_id(element.typed_id).and_then(|index| all.get_mut(index as usize)) {
            add_keys(&mut node.visible, property);
        }
    }
    all
}

fn own(node: &Node) -> Visibility {
    let value = |node: &Node, name| ufbx::find_prop(&node.element.props, name).map(|it| it.value_vec4.x);
    // A node that ufbx adds to place the mesh of another node has that node's visibility.
    let is_helper = node.is_geometry_transform_helper || node.is_scale_helper;
    let owner = node.parent.as_deref().filter(|_| is_helper).unwrap_or(node);
    let mut visible = Seen::default();
    visible.add(value(node, "Visibility").unwrap_or(1.0));
    Visibility {
        show: value(owner, "Show") != Some(0.0),
        visible,
        inherits: is_helper || value(node, "Visibility Inheritance").is_some_and(|it| it != 0.0),
        connected: is_connected(node),
    }
}

/// Returns whether a node is connected. ufbx makes the root the parent of every node without a parent.
fn is_connected(node: &Node) -> bool {
    let mut connections = node.element.connections_src.iter();
    connections.any(|it| it.dst.type_ == ElementType::Node && it.dst_prop.is_empty())
}

fn add_keys(seen: &mut Seen, property: &AnimProp) {
    let curve = property.anim_value.curves.first().and_then(|curve| curve.as_ref());
    curve.into_iter().flat_map(|curve| curve.keyframes.iter()).for_each(|key| seen.add(key.value));
}

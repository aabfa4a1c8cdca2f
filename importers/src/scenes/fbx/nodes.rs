//! [`Nodes`]: the hierarchy, with each node after its parent.

use std::collections::HashMap;

use rigmill_dom::{NodeKind, SceneNode};
use rigmill_math::affine::Affine;
use ufbx::{ElementType, Node};

use super::elements::element;
use super::numbers::{rows, transform};
use super::properties::user_defined;
use crate::report::Result;
use crate::scenes::fbx_shared::problems::{not_finite, over_limit};
use crate::scenes::fbx_shared::{MAX_NODES, check_names, is_producer};

/// The nodes of a file in depth-first order, with siblings in the order of their connections, as in Autodesk's FBX SDK. The
/// file's own root is left out.
pub(super) struct Nodes<'a> {
    order: Vec<&'a Node>,
    /// The index of each node in this order, by ufbx's id.
    places: Vec<Option<u32>>,
}

impl<'a> Nodes<'a> {
    pub(super) fn list(scene: &'a ufbx::Scene) -> Result<Self> {
        let count = scene.nodes.count as u64;
        if count > MAX_NODES {
            return Err(over_limit(count, "nodes", MAX_NODES, "split the file"));
        }
        let mut nodes = Self { order: Vec::new(), places: vec![None; scene.nodes.count] };
        let places = connections(scene);
        let mut waiting: Vec<&Node> = vec![scene.root_node.as_ref()];
        while let Some(node) = waiting.pop() {
            if !node.is_root {
                nodes.push(node);
            }
            let mut children: Vec<&Node> = node.children.iter().map(AsRef::as_ref).collect();
            children.sort_by_key(|child| match child.is_geometry_transform_helper || child.is_scale_helper {
                true => 0,
                // Nodes without a connection come last.
                false => places.get(&child.element.element_id).map_or(usize::MAX, |place| place + 1),
            });
            waiting.extend(children.into_iter().rev());
        }
        Ok(nodes)
    }

    fn push(&mut self, node: &'a Node) {
        let place = u32::try_from(self.order.len()).ok();
        if let Some(slot) = self.places.get_mut(node.element.typed_id as usize) {
            *slot = place;
        }
        self.order.push(node);
    }

    /// Returns the nodes with their indices.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &'a Node)> {
        (0..).zip(self.order.iter().copied())
    }

    pub(super) fn get(&self, index: u32) -> Option<&'a Node> {
        self.order.get(index as usize).copied()
    }

    /// Returns the index of a node.
    pub(super) fn index_of(&self, node: &Node) -> Option<u32> {
        self.index_of_id(node.element.typed_id)
    }

    /// Returns the index of a node by ufbx's id.
    pub(super) fn index_of_id(&self, typed_id: u32) -> Option<u32> {
        self.places.get(typed_id as usize).copied().flatten()
    }

    /// Returns the nodes without their meshes.
    pub(super) fn read(&self) -> Result<Vec<SceneNode>> {
        check_names(self.order.iter().map(|node| node.element.name.as_ref()))?;
        self.order.iter().map(|node| self.read_node(node)).collect()
    }

    /// Returns the geometric transform of each node.
    pub(super) fn geometric_transforms(&self) -> Vec<Option<Affine>> {
        let geometric = |node: &&Node| node.has_geometry_transform.then(|| rows(&node.geometry_to_node));
        self.order.iter().map(geometric).collect()
    }

    fn read_node(&self, node: &Node) -> Result<SceneNode> {
        let local = transform(&node.local_transform);
        if !local.is_finite() {
            return Err(not_finite(&element("Model", &node.element), "its transform"));
        }
        Ok(SceneNode {
            element: element("Model", &node.element),
            name: name(node),
            parent: node.parent.as_ref().and_then(|parent| self.index_of(parent)),
            kind: kind(node),
            local,
            matrix: None,
            mesh: None,
            properties: user_defined(&node.element.props),
        })
    }
}

/// Returns the place of the connection between each node and its parent, by ufbx's id. Among siblings, places are in the order of
/// the file.
fn connections(scene: &ufbx::Scene) -> HashMap<u32, usize> {
    let mut places = HashMap::new();
    for (place, connection) in scene.connections_dst.iter().enumerate() {
        if [&connection.src, &connection.dst].iter().all(|end| end.type_ == ElementType::Node) {
            places.entry(connection.src.element_id).or_insert(place);
        }
    }
    places
}

/// Returns the name in the file. Nodes that ufbx added are named after their parents.
fn name(node: &Node) -> String {
    let parent = || node.parent.as_ref().map_or("", |parent| parent.element.name.as_ref());
    if node.is_geometry_transform_helper {
        format!("{} geometry", parent())
    } else if node.is_scale_helper {
        format!("{} scale", parent())
    } else {
        node.element.name.to_string()
    }
}

fn kind(node: &Node) -> NodeKind {
    if node.is_geometry_transform_helper && node.mesh.is_none() {
        // The node exists only to place geometry, and there is no geometry.
        return NodeKind::Helper;
    }
    match node.attrib_type {
        ElementType::Mesh => NodeKind::Mesh,
        ElementType::Bone => NodeKind::Bone,
        ElementType::Camera if is_producer(&node.element.name) => NodeKind::Helper,
        ElementType::Camera | ElementType::StereoCamera => NodeKind::Camera,
        ElementType::Light => NodeKind::Light,
        ElementType::CameraSwitcher => NodeKind::Helper,
        _ => NodeKind::Empty,
    }
}

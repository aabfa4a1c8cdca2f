//! [`Nodes`]: the hierarchy, with each node after its parent.

use rigmill_codec_gltf::document::{Document, Node};
use rigmill_dom::{NodeKind, SceneNode, SceneTransform};

use super::extras::properties;
use super::left_out::OUTSIDE;
use super::problems::{EXPORT_AGAIN, element, not_finite, over_limit, unreadable};
use super::transforms::{self, of_node};
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::left_out::LeftOut;

/// The maximum number of nodes in a file, and the maximum depth of the hierarchy.
const MAX_NODES: u64 = 65_535;
const DEEPEST_NODE: u32 = 1024;

/// The nodes of a file's default scene in depth-first order, with siblings in the order of the file.
pub(super) struct Nodes<'a> {
    root: &'a Document,
    order: Vec<Placed>,
    /// The index in the scene of each node of the file.
    scene_indices: Vec<Option<u32>>,
}

/// A node of the file, and its parent's index in the scene.
struct Placed {
    index: usize,
    parent: Option<u32>,
}

impl<'a> Nodes<'a> {
    /// Reads the hierarchy. The coarser levels of detail of a node are placed beside it, unless they are already part of the
    /// hierarchy.
    pub(super) fn list(root: &'a Document, left_out: &mut LeftOut) -> Result<Self> {
        let count = root.nodes.len() as u64;
        if count > MAX_NODES {
            return Err(over_limit(count, "nodes", MAX_NODES, "split the file"));
        }
        let parents = parents(root)?;
        let mut nodes = Self { root, order: Vec::new(), scene_indices: vec![None; root.nodes.len()] };
        let tops = tops(root, &parents)?;
        let mut placed: Vec<bool> = parents.iter().map(Option::is_some).collect();
        tops.iter().for_each(|&top| placed[top] = true);
        nodes.add(&tops, placed)?;
        let free: Vec<usize> = (0..parents.len()).filter(|&at| parents[at].is_none()).collect();
        check_rings(root, &parents, &free)?;
        let outside = root.nodes.iter().zip(&nodes.scene_indices).filter(|(_, index)| index.is_none());
        outside.for_each(|(node, _)| left_out.add(OUTSIDE, node.name.as_deref().unwrap_or_default()));
        Ok(nodes)
    }

    /// Adds the nodes `tops` and their descendants. `placed` says which nodes are already part of the hierarchy.
    fn add(&mut self, tops: &[usize], mut placed: Vec<bool>) -> Result<()> {
        let mut waiting: Vec<(usize, Option<u32>, u32)> = tops.iter().rev().map(|&top| (top, None, 1)).collect();
        while let Some((index, parent, depth)) = waiting.pop() {
            if depth > DEEPEST_NODE {
                let fact = format!("the hierarchy of nodes has more than {DEEPEST_NODE} levels");
                return Err(Problem::new(codes::GLTF_LIMIT, fact, "check that this is the right file"));
            }
            let scene_index = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
            self.scene_indices[index] = Some(scene_index);
            self.order.push(Placed { index, parent });
            for level in self.root.nodes[index].levels().iter().rev().map(|&level| level as usize) {
                if placed.get(level) == Some(&false) {
                    placed[level] = true;
                    waiting.push((level, parent, depth));
                }
            }
            waiting.extend(children(self.root, index).rev().map(|child| (child, Some(scene_index), depth + 1)));
        }
        Ok(())
    }

    /// Returns the document.
    pub(super) fn root(&self) -> &'a Document {
        self.root
    }

    /// Returns the nodes of the file in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &'a Node)> {
        self.order.iter().map(|placed| (placed.index, &self.root.nodes[placed.index]))
    }

    /// Returns the index in the scene of a node of the file; `None` for a node that is left out or does not exist.
    pub(super) fn scene_index(&self, index: u32) -> Option<u32> {
        self.scene_indices.get(index as usize).copied().flatten()
    }

    /// Returns the parent of a node, both by their index in the scene.
    pub(super) fn parent_of(&self, node: usize) -> Option<u32> {
        self.order.get(node).and_then(|placed| placed.parent)
    }

    /// Returns whether a node, by its index in the scene, has no parent.
    pub(super) fn is_root(&self, node: u32) -> bool {
        self.order.get(node as usize).is_some_and(|placed| placed.parent.is_none())
    }

    /// Returns the nodes without their meshes.
    pub(super) fn read(&self, z_up: bool) -> Result<Vec<SceneNode>> {
        let bones = self.bones();
        let order = self.order.iter().zip(self.iter()).zip(bones);
        let read = |((placed, (index, node)), bone): ((&Placed, (usize, &Node)), bool)| {
            read_node(node, index, placed.parent, bone, z_up)
        };
        order.map(read).collect()
    }

    /// Returns whether each node is a joint of a skin.
    fn bones(&self) -> Vec<bool> {
        let mut bones = vec![false; self.order.len()];
        let joints = self.root.skins.iter().flat_map(|skin| &skin.joints);
        for node in joints.filter_map(|&joint| self.scene_index(joint)) {
            bones[node as usize] = true;
        }
        bones
    }
}

fn children(root: &Document, index: usize) -> impl DoubleEndedIterator<Item = usize> {
    root.nodes[index].children.iter().map(|&child| child as usize)
}

/// Returns the parent of each node of the file.
fn parents(root: &Document) -> Result<Vec<Option<usize>>> {
    let mut parents = vec![None; root.nodes.len()];
    for parent in 0..root.nodes.len() {
        for child in children(root, parent) {
            let Some(slot) = parents.get_mut(child) else {
                return Err(unreadable(format!("{}: there is no node {child}", named(root, parent))));
            };
            if slot.replace(parent).is_some() {
                return Err(no_tree(&format!("{} has two parents", named(root, child))));
            }
        }
    }
    Ok(parents)
}

/// Returns the top nodes: the nodes without a parent in the default scene, or in the first scene if there is no default scene,
/// or in the whole file if there are no scenes.
fn tops(root: &Document, parents: &[Option<usize>]) -> Result<Vec<usize>> {
    let scene = match root.scene {
        Some(index) => {
            Some(root.scenes.get(index as usize).ok_or_else(|| unreadable("the default scene does not exist"))?)
        }
        None => root.scenes.first(),
    };
    let Some(scene) = scene else {
        return Ok((0..parents.len()).filter(|&at| parents[at].is_none()).collect());
    };
    let mut tops: Vec<usize> = Vec::new();
    let mut seen = vec![false; parents.len()];
    for top in scene.nodes.iter().map(|&top| top as usize) {
        match parents.get(top) {
            None => return Err(unreadable(format!("a scene refers to node {top}, which does not exist"))),
            Some(Some(_)) => {
                return Err(no_tree(&format!("{} is a root of a scene, but has a parent", named(root, top))));
            }
            Some(None) if !std::mem::replace(&mut seen[top], true) => tops.push(top),
            Some(None) => {}
        }
    }
    Ok(tops)
}

/// Rejects cycles, whose nodes cannot be reached from any node without a parent.
fn check_rings(root: &Document, parents: &[Option<usize>], free: &[usize]) -> Result<()> {
    let mut reached = vec![false; parents.len()];
    let mut waiting = free.to_vec();
    while let Some(index) = waiting.pop() {
        reached[index] = true;
        waiting.extend(children(root, index));
    }
    match reached.iter().position(|reached| !reached) {
        Some(lost) => Err(no_tree(&format!("{} is its own ancestor", named(root, lost)))),
        None => Ok(()),
    }
}

fn no_tree(fact: &str) -> Problem {
    Problem::new(codes::GLTF_HIERARCHY, fact, EXPORT_AGAIN)
}

fn named(root: &Document, index: usize) -> String {
    element("node", root.nodes[index].name.as_ref(), index).to_string()
}

fn read_node(node: &Node, index: usize, parent: Option<u32>, bone: bool, z_up: bool) -> Result<SceneNode> {
    let element = element("node", node.name.as_ref(), index);
    let local = of_node(node).map_err(|wrong| {
        let help = "apply the object's transform in the modelling program, and export the file again";
        Problem::new(codes::GLTF_UNREADABLE, format!("{element}: {wrong}"), help)
    })?;
    if !local.is_finite() {
        return Err(not_finite(&element, "its transform"));
    }
    let kind = kind(node, bone);
    Ok(SceneNode {
        name: name(node, index),
        parent,
        kind,
        local: root_axes(local, parent, z_up),
        matrix: None,
        mesh: None,
        properties: properties(&node.extras),
        element,
    })
}

/// Returns the transform. If the scene has z up, rotates the transform of a root.
fn root_axes(local: SceneTransform, parent: Option<u32>, z_up: bool) -> SceneTransform {
    if z_up && parent.is_none() { transforms::z_up(&local) } else { local }
}

/// Returns the name in the file. A node without a name is named by its index.
fn name(node: &Node, index: usize) -> String {
    node.name.clone().unwrap_or_else(|| format!("node {index}"))
}

fn kind(node: &Node, bone: bool) -> NodeKind {
    match (bone, node.mesh) {
        (true, _) => NodeKind::Bone,
        (_, Some(_)) => NodeKind::Mesh,
        _ if node.camera.is_some() => NodeKind::Camera,
        _ if node.light().is_some() => NodeKind::Light,
        _ => NodeKind::Empty,
    }
}

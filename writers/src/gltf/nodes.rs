//! Nodes: the hierarchy of bones.

use rigmill_codec_gltf::document::{Document, Node, push, to_index};
use rigmill_format::Transform;

/// The name of the node above several root bones. The joints of a skin need a common root.
const ROOT: &str = "RootNode";

/// A bone to write as a node.
pub(super) struct BoneNode<'a> {
    pub(super) name: &'a str,
    /// The index of the parent, which must be smaller than the bone's own index.
    pub(super) parent: Option<u32>,
    pub(super) local: Transform,
}

/// Adds a node with the same index for each bone, to a document that has no nodes yet.
pub(super) fn write<'a>(bones: impl Iterator<Item = BoneNode<'a>>, document: &mut Document) {
    let mut roots = Vec::new();
    for bone in bones {
        let node = push(&mut document.nodes, node(bone.name, &bone.local));
        match bone.parent.and_then(|parent| document.nodes.get_mut(parent as usize)) {
            Some(parent) => parent.children.push(node),
            None => roots.push(node),
        }
    }
    document.scenes[0].nodes = roots;
}

/// Adds a child with an identity transform to a node. Returns the child's index.
pub(super) fn add_child(parent: u32, name: &str, document: &mut Document) -> u32 {
    add_placed_child(parent, name, &Transform::IDENTITY, document)
}

/// Adds a node without a parent. Returns its index.
pub(super) fn add_root(name: &str, local: &Transform, document: &mut Document) -> u32 {
    let node = push(&mut document.nodes, node(name, local));
    document.scenes[0].nodes.push(node);
    node
}

/// Adds a child to a node. Returns the child's index.
pub(super) fn add_placed_child(parent: u32, name: &str, local: &Transform, document: &mut Document) -> u32 {
    let node = push(&mut document.nodes, node(name, local));
    if let Some(parent) = document.nodes.get_mut(parent as usize) {
        parent.children.push(node);
    }
    node
}

/// Adds a common parent if there are several roots, because the joints of a skin need a common root.
pub(super) fn join_roots(document: &mut Document) {
    let roots = &mut document.scenes[0].nodes;
    if roots.len() > 1 {
        let children = std::mem::take(roots);
        roots.push(to_index(document.nodes.len()));
        document.nodes.push(Node { name: Some(ROOT.to_owned()), children, ..Node::default() });
    }
}

fn node(name: &str, local: &Transform) -> Node {
    let Transform { translation, rotation, scale } = *local;
    let rest = Transform::IDENTITY;
    Node {
        name: Some(name.to_owned()),
        translation: (translation != rest.translation).then_some(translation),
        rotation: (rotation != rest.rotation).then_some(rotation),
        scale: (scale != rest.scale).then_some(scale),
        ..Node::default()
    }
}

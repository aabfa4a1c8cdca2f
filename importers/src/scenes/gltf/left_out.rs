//! What a file has and no scene has a place for.

use std::collections::BTreeSet;

use rigmill_codec_gltf::json::Root;

use crate::scenes::left_out::{Kind, LeftOut};

pub(super) const POINTS_AND_LINES: Kind = Kind {
    one: "list of points or lines is",
    many: "lists of points or lines are",
    help: "delete them, or make them polygons",
};
pub(super) const INFLUENCES: Kind = Kind {
    one: "set of influences beyond eight on a vertex is",
    many: "sets of influences beyond eight on a vertex are",
    help: "limit the weights to 8 a vertex",
};
pub(super) const OUTSIDE: Kind = Kind {
    one: "node outside the default scene is",
    many: "nodes outside the default scene are",
    help: "move them to the default scene if they are needed",
};
pub(super) const CHANNEL: Kind = Kind {
    one: "channel that moves no node and changes no mesh is",
    many: "channels that move no node and change no mesh are",
    help: "export without animated properties",
};
pub(super) const OUTSIDE_CHANNEL: Kind = Kind {
    one: "channel of a node outside the default scene is",
    many: "channels of nodes outside the default scene are",
    help: "move the nodes to the default scene if they are needed",
};
const SCENE: Kind = Kind {
    one: "scene beside the default one is",
    many: "scenes beside the default one are",
    help: "export each scene to a file of its own",
};
const UNUSED_MESH: Kind = Kind {
    one: "mesh that no node has is",
    many: "meshes that no node has are",
    help: "give it a node, or delete it before exporting",
};

/// Adds scenes and meshes that the default scene does not have.
pub(super) fn add(root: &Root, left_out: &mut LeftOut) {
    let default = root.scene.map_or(0, |scene| scene.value());
    let scenes = root.scenes.iter().enumerate().filter(|(index, _)| *index != default);
    scenes.for_each(|(_, scene)| left_out.add(SCENE, scene.name.as_deref().unwrap_or_default()));
    let used: BTreeSet<usize> = root.nodes.iter().filter_map(|node| Some(node.mesh?.value())).collect();
    let meshes = root.meshes.iter().enumerate().filter(|(index, _)| !used.contains(index));
    meshes.for_each(|(_, mesh)| left_out.add(UNUSED_MESH, mesh.name.as_deref().unwrap_or_default()));
}

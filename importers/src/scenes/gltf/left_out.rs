//! What a file has and no scene has a place for.

use std::collections::BTreeSet;

use rigmill_codec_gltf::Extras;
use rigmill_codec_gltf::json::{Root, Value};

use super::extras::properties;
use crate::scenes::left_out::{Kind, LeftOut};

pub(super) const POINTS_AND_LINES: Kind = Kind {
    one: "list of points or lines is",
    many: "lists of points or lines are",
    help: "delete them, or make them polygons",
};
pub(super) const INFLUENCES: Kind = Kind {
    one: "set of influences beyond eight on a vertex is",
    many: "sets of influences beyond eight on a vertex are",
    help: "limit the weights to 8 per vertex",
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
pub(super) const EXTENSION: Kind = Kind {
    one: "extension that is not known is",
    many: "extensions that are not known are",
    help: "check the result, or export without the extension",
};
pub(super) const VARIANT_SETS: Kind = Kind {
    one: "set of variants of materials is",
    many: "sets of variants of materials are",
    help: "each mesh has the material that it has without variants: export a file for each variant that the game needs",
};
pub(super) const INSTANCES: Kind = Kind {
    one: "extension that repeats meshes is",
    many: "extensions that repeat meshes are",
    help: "each such mesh is there once, at its node: export its instances as nodes",
};
pub(super) const OWN_ATTRIBUTE: Kind = Kind {
    one: "attribute of vertices that only a game knows is",
    many: "attributes of vertices that only a game knows are",
    help: "set `attributes = \"keep\"` if the game needs them",
};
pub(super) const UNKNOWN_ATTRIBUTE: Kind = Kind {
    one: "attribute of vertices that glTF does not have is",
    many: "attributes of vertices that glTF does not have are",
    help: "put a `_` before the name, and set `attributes = \"keep\"`, if the game needs them",
};
pub(super) const LATE_SET: Kind = Kind {
    one: "set of colours or texture coordinates without all sets before it is",
    many: "sets of colours or texture coordinates without all sets before them are",
    help: "number the sets from 0 without gaps, 16 of a kind at most",
};
pub(super) const TARGET_CHANGE: Kind = Kind {
    one: "change of an attribute by morph targets is",
    many: "changes of attributes by morph targets are",
    help: "morph targets change positions, normals and tangents; change the rest in the game",
};
pub(super) const MATERIAL_PARAMETER: Kind = Kind {
    one: "parameter of an extension of a material is",
    many: "parameters of extensions of materials are",
    help: "materials keep textures, texts, booleans, numbers, and lists of two to four numbers",
};
const EXTRAS: Kind = Kind {
    one: "object of extras is",
    many: "objects of extras are",
    help: "put them into the extras of nodes, meshes, materials, cameras or lights, which are kept",
};
const SCENE: Kind = Kind {
    one: "scene other than the default one is",
    many: "scenes other than the default one are",
    help: "export each scene to a separate file",
};
const UNUSED_MESH: Kind = Kind {
    one: "mesh that no node uses is",
    many: "meshes that no node uses are",
    help: "give it a node, or delete it before exporting",
};

/// Adds the extras of what has no place for them: the asset, scenes and primitives.
pub(super) fn add_extras(root: &Root, extras: &Extras, left_out: &mut LeftOut) {
    let mut add = |extras: &Value, owner: String| {
        if !properties(extras).is_empty() {
            left_out.add(EXTRAS, &owner);
        }
    };
    add(&extras.asset.extras, "asset".to_owned());
    for (scene, source) in extras.scenes.iter().zip(&root.scenes) {
        add(&scene.extras, format!("scene {}", source.name.as_deref().unwrap_or_default()));
    }
    for (mesh, source) in extras.meshes.iter().zip(&root.meshes) {
        let owner = || format!("primitive of {}", source.name.as_deref().unwrap_or_default());
        mesh.primitives.iter().for_each(|primitive| add(&primitive.extras, owner()));
    }
}

/// Adds scenes and meshes that the default scene does not have.
pub(super) fn add(root: &Root, left_out: &mut LeftOut) {
    let default = root.scene.map_or(0, |scene| scene.value());
    let scenes = root.scenes.iter().enumerate().filter(|(index, _)| *index != default);
    scenes.for_each(|(_, scene)| left_out.add(SCENE, scene.name.as_deref().unwrap_or_default()));
    let used: BTreeSet<usize> = root.nodes.iter().filter_map(|node| Some(node.mesh?.value())).collect();
    let meshes = root.meshes.iter().enumerate().filter(|(index, _)| !used.contains(index));
    meshes.for_each(|(_, mesh)| left_out.add(UNUSED_MESH, mesh.name.as_deref().unwrap_or_default()));
}

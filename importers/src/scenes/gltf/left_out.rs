//! Data in a file that a scene cannot represent.

use std::collections::BTreeSet;

use rigmill_codec_gltf::json::{Node, Root};
use rigmill_codec_gltf::places_of_lost_extras;

use crate::report::Result;
use crate::scenes::left_out::{Kind, LeftOut};

pub(super) const POINTS_AND_LINES: Kind = Kind {
    one: "list of points or lines is",
    many: "lists of points or lines are",
    help: "delete them, or make them polygons",
};
pub(super) const NO_POSITIONS: Kind = Kind {
    one: "list of triangles without positions is",
    many: "lists of triangles without positions are",
    help: "export the file again without compression",
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
    help: "each of these meshes is kept once, at its node: export its instances as nodes",
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
    help: "materials keep textures, strings, booleans, numbers, and lists of two to four numbers",
};
pub(super) const MATERIAL_EXTENSION: Kind = Kind {
    one: "extension that names other materials is",
    many: "extensions that name other materials are",
    help: "give coarser levels of detail materials of their own, at nodes with the extension `MSFT_lod`",
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
const UNUSED_CAMERA: Kind = Kind {
    one: "camera that no node uses is",
    many: "cameras that no node uses are",
    help: "give it a node, or delete it before exporting",
};
const UNUSED_LIGHT: Kind = Kind {
    one: "light that no node uses is",
    many: "lights that no node uses are",
    help: "give it a node, or delete it before exporting",
};
const UNUSED_MESH: Kind = Kind {
    one: "mesh that no node uses is",
    many: "meshes that no node uses are",
    help: "give it a node, or delete it before exporting",
};

/// Adds the extras of elements that lose them, such as scenes, skins and textures.
pub(super) fn add_extras(json: &[u8], left_out: &mut LeftOut) -> Result<()> {
    places_of_lost_extras(json)?.iter().for_each(|place| left_out.add(EXTRAS, place));
    Ok(())
}

/// Adds scenes other than the default scene, and meshes, cameras and lights that no node uses.
pub(super) fn add(root: &Root, left_out: &mut LeftOut) {
    let default = root.scene.map_or(0, |scene| scene.value());
    let scenes = root.scenes.iter().enumerate().filter(|(index, _)| *index != default);
    scenes.for_each(|(_, scene)| left_out.add(SCENE, scene.name.as_deref().unwrap_or_default()));
    let used: BTreeSet<usize> = root.nodes.iter().filter_map(|node| Some(node.mesh?.value())).collect();
    let meshes = root.meshes.iter().enumerate().filter(|(index, _)| !used.contains(index));
    meshes.for_each(|(_, mesh)| left_out.add(UNUSED_MESH, mesh.name.as_deref().unwrap_or_default()));
    add_unused_cameras(root, left_out);
    add_unused_lights(root, left_out);
}

fn add_unused_cameras(root: &Root, left_out: &mut LeftOut) {
    let used: BTreeSet<usize> = root.nodes.iter().filter_map(|node| Some(node.camera?.value())).collect();
    let cameras = root.cameras.iter().enumerate().filter(|(index, _)| !used.contains(index));
    cameras.for_each(|(_, camera)| left_out.add(UNUSED_CAMERA, camera.name.as_deref().unwrap_or_default()));
}

fn add_unused_lights(root: &Root, left_out: &mut LeftOut) {
    let light_of = |node: &Node| Some(node.extensions.as_ref()?.khr_lights_punctual.as_ref()?.light.value());
    let used: BTreeSet<usize> = root.nodes.iter().filter_map(light_of).collect();
    let lights = root.extensions.iter().filter_map(|it| it.khr_lights_punctual.as_ref()).flat_map(|it| &it.lights);
    let lights = lights.enumerate().filter(|(index, _)| !used.contains(index));
    lights.for_each(|(_, light)| left_out.add(UNUSED_LIGHT, light.name.as_deref().unwrap_or_default()));
}

//! Data in a file that a scene cannot represent.

use std::collections::BTreeSet;

use rigmill_codec_gltf::document::{Document, Node};
use rigmill_codec_gltf::places_of_lost_extras;

use crate::report::Result;
use crate::scenes::left_out::{Kind, LeftOut};

pub(super) const POINTS_AND_LINES: Kind = Kind {
    one: "list of points or lines is",
    many: "lists of points or lines are",
    help: "delete the points and lines, or convert them to polygons",
};
pub(super) const NO_POSITIONS: Kind = Kind {
    one: "list of triangles without positions is",
    many: "lists of triangles without positions are",
    help: "export the file again without compression",
};
pub(super) const INFLUENCES: Kind = Kind {
    one: "set of bone weights beyond eight per vertex is",
    many: "sets of bone weights beyond eight per vertex are",
    help: "limit the weights to 8 per vertex",
};
pub(super) const OUTSIDE: Kind = Kind {
    one: "node outside the default scene is",
    many: "nodes outside the default scene are",
    help: "move the nodes to the default scene if the game needs them",
};
pub(super) const CHANNEL: Kind = Kind {
    one: "animation channel that affects neither a node nor a mesh is",
    many: "animation channels that affect neither a node nor a mesh are",
    help: "export the file without animated properties",
};
pub(super) const OUTSIDE_CHANNEL: Kind = Kind {
    one: "animation channel of a node outside the default scene is",
    many: "animation channels of nodes outside the default scene are",
    help: "move the nodes to the default scene if the game needs them",
};
pub(super) const POINTER: Kind = Kind {
    one: "animation channel of a property that clips cannot change is",
    many: "animation channels of properties that clips cannot change are",
    help: "animate only the translation, rotation, scale and weights of nodes",
};
pub(super) const EXTENSION: Kind = Kind {
    one: "extension is",
    many: "extensions are",
    help: "check the result, or export the file without the extension",
};
pub(super) const UNKNOWN_EXTENSION: Kind = Kind {
    one: "unknown extension is",
    many: "unknown extensions are",
    help: "check the result, or export the file without the extension",
};
pub(super) const VARIANT_SETS: Kind = Kind {
    one: "set of material variants is",
    many: "sets of material variants are",
    help: "export a separate file for each variant that the game needs; the imported meshes have their default materials",
};
pub(super) const INSTANCE_ATTRIBUTE: Kind = Kind {
    one: "attribute of instances is",
    many: "attributes of instances are",
    help: "export each instance as a node with extras if the game needs the attribute",
};
pub(super) const SKINNED_INSTANCES: Kind = Kind {
    one: "set of instances of a skinned mesh is",
    many: "sets of instances of skinned meshes are",
    help: "export each instance as a node with its own bones",
};
pub(super) const OWN_ATTRIBUTE: Kind = Kind {
    one: "custom vertex attribute is",
    many: "custom vertex attributes are",
    help: "set `attributes = \"keep\"` if the game needs these attributes",
};
pub(super) const UNKNOWN_ATTRIBUTE: Kind = Kind {
    one: "vertex attribute with an unknown name is",
    many: "vertex attributes with unknown names are",
    help: "if the game needs the attribute, put a `_` before its name and set `attributes = \"keep\"`",
};
pub(super) const LATE_SET: Kind = Kind {
    one: "set of colours or texture coordinates after a missing set is",
    many: "sets of colours or texture coordinates after a missing set are",
    help: "number the sets of each kind from 0 without gaps; at most 16 sets of a kind are imported",
};
pub(super) const TARGET_CHANGE: Kind = Kind {
    one: "vertex attribute in morph targets is",
    many: "vertex attributes in morph targets are",
    help: "change these attributes in the game; morph targets can change only positions, normals and tangents",
};
pub(super) const MATERIAL_PARAMETER: Kind = Kind {
    one: "material extension parameter is",
    many: "material extension parameters are",
    help: "use only textures, strings, booleans, numbers, and lists of two to four numbers",
};
pub(super) const MATERIAL_EXTENSION: Kind = Kind {
    one: "extension that refers to other materials is",
    many: "extensions that refer to other materials are",
    help: "put the `MSFT_lod` extension on nodes instead, and give each level of detail its own material",
};
const EXTRAS: Kind = Kind {
    one: "extras object is",
    many: "extras objects are",
    help: "move the data to the extras of nodes, meshes, materials, cameras or lights",
};
const SCENE: Kind = Kind {
    one: "scene other than the default one is",
    many: "scenes other than the default one are",
    help: "export each scene to a separate file",
};
const UNUSED_CAMERA: Kind = Kind {
    one: "camera that no node uses is",
    many: "cameras that no node uses are",
    help: "add a node for each camera, or delete the camera before you export",
};
const UNUSED_LIGHT: Kind = Kind {
    one: "light that no node uses is",
    many: "lights that no node uses are",
    help: "add a node for each light, or delete the light before you export",
};
const UNUSED_MESH: Kind = Kind {
    one: "mesh that no node uses is",
    many: "meshes that no node uses are",
    help: "add a node for each mesh, or delete the mesh before you export",
};

/// Adds the extras of elements that lose them, such as scenes, skins and textures.
pub(super) fn add_extras(json: &[u8], left_out: &mut LeftOut) -> Result<()> {
    places_of_lost_extras(json)?.iter().for_each(|place| left_out.add(EXTRAS, place));
    Ok(())
}

/// Adds scenes other than the default scene, and meshes, cameras and lights that no node uses.
pub(super) fn add(root: &Document, left_out: &mut LeftOut) {
    let default = root.scene.unwrap_or(0) as usize;
    let scenes = root.scenes.iter().enumerate().filter(|(index, _)| *index != default);
    scenes.for_each(|(_, scene)| left_out.add(SCENE, scene.name.as_deref().unwrap_or_default()));
    let used: BTreeSet<usize> = root.nodes.iter().filter_map(|node| Some(node.mesh? as usize)).collect();
    let meshes = root.meshes.iter().enumerate().filter(|(index, _)| !used.contains(index));
    meshes.for_each(|(_, mesh)| left_out.add(UNUSED_MESH, mesh.name.as_deref().unwrap_or_default()));
    add_unused_cameras(root, left_out);
    add_unused_lights(root, left_out);
}

fn add_unused_cameras(root: &Document, left_out: &mut LeftOut) {
    let used: BTreeSet<usize> = root.nodes.iter().filter_map(|node| Some(node.camera? as usize)).collect();
    let cameras = root.cameras.iter().enumerate().filter(|(index, _)| !used.contains(index));
    cameras.for_each(|(_, camera)| left_out.add(UNUSED_CAMERA, camera.name.as_deref().unwrap_or_default()));
}

fn add_unused_lights(root: &Document, left_out: &mut LeftOut) {
    let light_of = |node: &Node| Some(node.light()? as usize);
    let used: BTreeSet<usize> = root.nodes.iter().filter_map(light_of).collect();
    let lights = root.lights().iter().enumerate().filter(|(index, _)| !used.contains(index));
    lights.for_each(|(_, light)| left_out.add(UNUSED_LIGHT, light.name.as_deref().unwrap_or_default()));
}

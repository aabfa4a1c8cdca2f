//! The kinds of data in FBX files that scenes cannot represent.
//!
//! Data that only organizes the work in the modelling program is not included, because a game does not need it: display layers,
//! selection sets, metadata, poses (skins contain the bind pose), markers of effectors, and views of the program.

use crate::scenes::left_out::Kind;

const BAKE: &str = "bake them into keys of the bones before exporting; what is baked already is in the clips";
const POLYGONS: &str = "convert them to polygons before exporting";

pub(crate) const CURVE: Kind = Kind { one: "curve is", many: "curves are", help: POLYGONS };
pub(crate) const SURFACE: Kind = Kind { one: "NURBS surface is", many: "NURBS surfaces are", help: POLYGONS };
pub(crate) const OTHER_GEOMETRY: Kind =
    Kind { one: "geometry that is not a mesh is", many: "geometries that are not meshes are", help: POLYGONS };
pub(crate) const CONSTRAINT: Kind = Kind { one: "constraint is", many: "constraints are", help: BAKE };
pub(crate) const CHARACTER: Kind =
    Kind { one: "definition of a character is", many: "definitions of characters are", help: BAKE };
pub(crate) const GEOMETRY_CACHE: Kind = Kind {
    one: "geometry cache is",
    many: "geometry caches are",
    help: "let bones or blend shapes move the vertices instead",
};
pub(crate) const SOUND: Kind =
    Kind { one: "sound is", many: "sounds are", help: "put the sound's file into the project" };
pub(crate) const SECOND_SKIN: Kind = Kind {
    one: "additional skin of a mesh is",
    many: "additional skins of meshes are",
    help: "merge the skins before exporting",
};
pub(crate) const BONELESS: Kind = Kind {
    one: "cluster of a skin without a bone is",
    many: "clusters of skins without bones are",
    help: "bind the skin again and export again",
};
#[cfg(feature = "fbx")]
pub(crate) const SECOND_GEOMETRY: Kind = Kind {
    one: "additional geometry of a node is",
    many: "additional geometries of nodes are",
    help: "give each geometry its own node",
};
pub(crate) const UNUSED_MESH: Kind = Kind {
    one: "mesh that no node uses is",
    many: "meshes that no node uses are",
    help: "give it a node, or delete it before exporting",
};
pub(crate) const UNUSED_CAMERA: Kind = Kind {
    one: "camera that no node uses is",
    many: "cameras that no node uses are",
    help: "give it a node, or delete it before exporting",
};
pub(crate) const UNUSED_LIGHT: Kind = Kind {
    one: "light that no node uses is",
    many: "lights that no node uses are",
    help: "give it a node, or delete it before exporting",
};
pub(crate) const TARGET: Kind = Kind {
    one: "look-at target of a node is",
    many: "look-at targets of nodes are",
    help: "nodes keep the rotations in the file: bake the targets into keys before exporting",
};
pub(crate) const DEFORMER: Kind = Kind {
    one: "deformer that is neither a skin nor a blend shape is",
    many: "deformers that are neither skins nor blend shapes are",
    help: "let bones or blend shapes move the vertices instead",
};
pub(crate) const VERTEX_DATA: Kind = Kind {
    one: "list of custom vertex data is",
    many: "lists of custom vertex data are",
    help: "put the numbers into a set of colours or of texture coordinates",
};
pub(crate) const LEVEL_LIMITS: Kind = Kind {
    one: "distance limit of a LOD group is",
    many: "distance limits of LOD groups are",
    help: "hide the group in the game",
};
pub(crate) const USER_PROPERTY: Kind = Kind {
    one: "user property that has no place in a scene is",
    many: "user properties that have no place in a scene are",
    help: "put them on nodes, meshes, materials, cameras or lights, which keep them",
};
pub(crate) const TEXTURE_USE: Kind = Kind {
    one: "texture of a material property that is not kept is",
    many: "textures of material properties that are not kept are",
    help: "bake them into the diffuse, normal, specular, emissive or opacity texture",
};
pub(crate) const HOLE: Kind = Kind {
    one: "mark of a face as a hole is",
    many: "marks of faces as holes are",
    help: "delete the faces before exporting",
};
pub(crate) const SUBDIVISION: Kind = Kind {
    one: "subdivision of a mesh is",
    many: "subdivisions of meshes are",
    help: "apply the subdivision before exporting, or export without it",
};
pub(crate) const VISIBILITY: Kind = Kind {
    one: "animation of the visibility of a node, which is always shown, is",
    many: "animations of the visibility of nodes, which are always shown, are",
    help: "scale the node to nothing instead, or hide it in the game",
};
pub(crate) const ANIMATED_PROPERTY: Kind = Kind {
    one: "animation of a property is",
    many: "animations of properties are",
    help: "clips have transforms of nodes and weights of blend shapes; animate others in the game",
};
pub(crate) const UNSHOWN_SHAPE: Kind = Kind {
    one: "blend shape that no weight shows is",
    many: "blend shapes that no weight shows are",
    help: "give each shape of a channel a full weight of its own, other than 0",
};
#[cfg(feature = "fbx")]
pub(crate) const TEXTURE_LAYER: Kind = Kind {
    one: "layer of a texture is",
    many: "layers of textures are",
    help: "bake the layers: a material has one image for each use",
};
#[cfg(feature = "fbx")]
pub(crate) const COMPUTED_TEXTURE: Kind = Kind {
    one: "texture that is computed rather than read from a file is",
    many: "textures that are computed rather than read from files are",
    help: "bake them",
};
#[cfg(feature = "fbx")]
pub(crate) const TEXTURE_SHEAR: Kind = Kind {
    one: "shear of a texture's transform is",
    many: "shears of textures' transforms are",
    help: "apply the transforms to the coordinates",
};
#[cfg(feature = "fbx")]
pub(crate) const MATERIAL_SETTING: Kind =
    Kind { one: "setting of a material is", many: "settings of materials are", help: "bake them into the textures" };

//! The kinds of data in FBX files that scenes cannot represent.
//!
//! Data that only organizes the work in the modelling program is not included, because a game does not need it: display layers,
//! selection sets, metadata, poses (skins contain the bind pose), markers of effectors, and views of the program.

use crate::scenes::left_out::Kind;

const BAKE: &str = "bake the movement into the bones' keys before you export, unless it is already baked";

pub(crate) const CURVE: Kind =
    Kind { one: "curve is", many: "curves are", help: "convert the curves to polygons before you export" };
pub(crate) const SURFACE: Kind = Kind {
    one: "NURBS surface is",
    many: "NURBS surfaces are",
    help: "convert the surfaces to polygons before you export",
};
pub(crate) const OTHER_GEOMETRY: Kind = Kind {
    one: "geometry that is not a mesh is",
    many: "geometries that are not meshes are",
    help: "convert the geometries to polygons before you export",
};
pub(crate) const CONSTRAINT: Kind = Kind { one: "constraint is", many: "constraints are", help: BAKE };
pub(crate) const CHARACTER: Kind =
    Kind { one: "character definition is", many: "character definitions are", help: BAKE };
pub(crate) const GEOMETRY_CACHE: Kind = Kind {
    one: "geometry cache is",
    many: "geometry caches are",
    help: "let bones or blend shapes move the vertices instead",
};
pub(crate) const SOUND: Kind =
    Kind { one: "sound is", many: "sounds are", help: "add the sound's file to the project" };
pub(crate) const SECOND_SKIN: Kind = Kind {
    one: "additional skin of a mesh is",
    many: "additional skins of meshes are",
    help: "merge the skins before you export",
};
pub(crate) const BONELESS: Kind = Kind {
    one: "skin cluster without a bone is",
    many: "skin clusters without bones are",
    help: "bind the skin again, and export the file again",
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
    help: "add a node for each mesh, or delete the mesh before you export",
};
pub(crate) const UNUSED_CAMERA: Kind = Kind {
    one: "camera that no node uses is",
    many: "cameras that no node uses are",
    help: "add a node for each camera, or delete the camera before you export",
};
pub(crate) const UNUSED_LIGHT: Kind = Kind {
    one: "light that no node uses is",
    many: "lights that no node uses are",
    help: "add a node for each light, or delete the light before you export",
};
pub(crate) const TARGET: Kind = Kind {
    one: "look-at target of a node is",
    many: "look-at targets of nodes are",
    help: "bake the rotations towards the targets into keys before you export",
};
pub(crate) const DEFORMER: Kind = Kind {
    one: "deformer that is neither a skin nor a blend shape is",
    many: "deformers that are neither skins nor blend shapes are",
    help: "let bones or blend shapes move the vertices instead",
};
pub(crate) const VERTEX_DATA: Kind = Kind {
    one: "list of custom vertex data is",
    many: "lists of custom vertex data are",
    help: "store the data as vertex colours or texture coordinates instead",
};
pub(crate) const LEVEL_LIMITS: Kind = Kind {
    one: "distance limit of an LOD group is",
    many: "distance limits of LOD groups are",
    help: "let the game hide the group at these distances",
};
pub(crate) const USER_PROPERTY: Kind = Kind {
    one: "user property of an unsupported object is",
    many: "user properties of unsupported objects are",
    help: "move the properties to nodes, meshes, materials, cameras or lights",
};
pub(crate) const TEXTURE_USE: Kind = Kind {
    one: "texture of an unsupported material property is",
    many: "textures of unsupported material properties are",
    help: "bake these textures into the diffuse, normal, specular, emissive or opacity texture",
};
pub(crate) const HOLE: Kind =
    Kind { one: "hole flag on a face is", many: "hole flags on faces are", help: "delete the faces before you export" };
pub(crate) const SUBDIVISION: Kind = Kind {
    one: "subdivision of a mesh is",
    many: "subdivisions of meshes are",
    help: "apply the subdivision before you export, or export without subdivision",
};
pub(crate) const VISIBILITY: Kind = Kind {
    one: "visibility animation of a node is",
    many: "visibility animations of nodes are",
    help: "animate the scale of the node down to 0 instead, or hide the node in the game; the imported node is always visible",
};
pub(crate) const LAYER_SWITCH: Kind = Kind {
    one: "mute or solo setting of an animation layer is",
    many: "mute or solo settings of animation layers are",
    help: "before you export, delete layers that should not play; Rigmill plays all layers",
};
pub(crate) const ANIMATED_PROPERTY: Kind = Kind {
    one: "property animation is",
    many: "property animations are",
    help: "animate these properties in the game; clips can animate only node transforms and blend-shape weights",
};
pub(crate) const UNSHOWN_SHAPE: Kind = Kind {
    one: "blend shape that no weight shows is",
    many: "blend shapes that no weight shows are",
    help: "in each channel, give every shape a different full weight other than 0",
};
pub(crate) const TEXTURE_LAYER: Kind =
    Kind { one: "texture layer is", many: "texture layers are", help: "bake the layers into a single image" };
#[cfg(feature = "fbx")]
pub(crate) const COMPUTED_TEXTURE: Kind =
    Kind { one: "procedural texture is", many: "procedural textures are", help: "bake the textures into images" };
pub(crate) const TEXTURE_SHEAR: Kind = Kind {
    one: "shear in a texture transform is",
    many: "shears in texture transforms are",
    help: "apply the transforms to the texture coordinates",
};
#[cfg(feature = "fbx")]
pub(crate) const MATERIAL_SETTING: Kind =
    Kind { one: "material setting is", many: "material settings are", help: "bake the settings into the textures" };
#[cfg(feature = "fbx-dom")]
pub(crate) const MATERIAL_MODEL: Kind = Kind {
    one: "shading model of a material is",
    many: "shading models of materials are",
    help: "use the `fbx` importer, or give the materials the shading model Lambert or Phong",
};
#[cfg(feature = "fbx-dom")]
pub(crate) const UNKNOWN_OBJECT: Kind = Kind {
    one: "object of an unknown type is",
    many: "objects of unknown types are",
    help: "use the `fbx` importer if the game needs the objects",
};
#[cfg(feature = "fbx-dom")]
pub(crate) const PROPERTY_LINK: Kind = Kind {
    one: "connection of properties is",
    many: "connections of properties are",
    help: "use the `fbx` importer if the connections move nodes or blend shapes",
};

//! A model: meshes on the bones of a hierarchy, with their materials.
//!
//! Content type 5, version 3. Matrices are 16 x f32, row by row, for row vectors: translation at 12 to 14, last column 0, 0, 0, 1.
//! A share is u32 first, u32 count: a part of another section. The sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `MODL` | model header, 40         | 1                                                      |
//! | `BONE` | bone record, 76          | one per bone, at most 65,535; parents before children  |
//! | `BYNM` | u32                      | bone numbers in ascending byte order of bone names     |
//! | `MESH` | mesh record, 132         | one per mesh                                           |
//! | `PART` | part record, 12          | by mesh: its parts                                     |
//! | `SKNB` | u32                      | by mesh: the bones of its skin                         |
//! | `SKNM` | 16 x f32                 | by mesh: the inverse bind matrix of each of them       |
//! | `MTRL` | material record, 60      | one per material                                       |
//! | `TXTR` | texture record, 12       | by material: its textures                              |
//! | `TEXT` | u8                       | the texts, UTF-8, nothing between: the names of bones, |
//! |        |                          | of meshes, of materials; asset names of textures, of   |
//! |        |                          | effects; of each parameter of an effect its name and   |
//! |        |                          | its text; names of extensions; of each parameter of an |
//! |        |                          | extension its name and its text; of each texture of an |
//! |        |                          | extension its name and its asset name; names of morph  |
//! |        |                          | targets                                                |
//! | `POSN` | 3 x f32                  | by mesh: its positions                                 |
//! | `NORM` | 3 x f32                  | by mesh: its normals                                   |
//! | `TANG` | 4 x f32                  | by mesh: its tangents                                  |
//! | `COLR` | 4 x f32                  | by mesh: its colours                                   |
//! | `TEXC` | 2 x f32                  | by mesh: its texture coordinates, set by set           |
//! | `JNTS` | 4 x u16                  | by mesh: its joints, set by set                        |
//! | `WGHT` | 4 x f32                  | by mesh: their weights                                 |
//! | `IX16` | u16                      | by mesh of at most 65,535 vertices: its indices        |
//! | `IX32` | u32                      | by mesh of more vertices: its indices                  |
//! | `MORE` | more record, 8           | one per mesh                                           |
//! | `BTAN` | 3 x f32                  | by mesh: its bitangents                                |
//! | `EFCT` | effect record, 16        | one per material                                       |
//! | `EPAR` | parameter record, 28     | by material: the parameters of its effect; then by     |
//! |        |                          | extension: its parameters                              |
//! | `EVAL` | u32                      | by parameter: its numbers, floats by their bits        |
//! | `TAGD` | u8                       | a whole file of content type 9, Data; empty for none   |
//! | `SURF` | surface record, 40       | one per material                                       |
//! | `TXPL` | placement record, 32     | one per texture of `TXTR`                              |
//! | `MEXT` | extension record, 24     | by material: its extensions                            |
//! | `EXTX` | extension texture, 52    | by extension: its textures                             |
//! | `MRPH` | morph record, 8          | one per mesh                                           |
//! | `MTGT` | target record, 20        | by mesh: its morph targets                             |
//! | `MSHP` | shape record, 28         | by target: its shapes                                  |
//! | `MVTX` | u32                      | by shape: the vertices that it changes, ascending      |
//! | `MPOS` | 3 x f32                  | by shape: what is added to the position of each        |
//! | `MNRM` | 3 x f32                  | by shape: what is added to the normal of each          |
//! | `MTAN` | 3 x f32                  | by shape: what is added to the tangent of each         |
//!
//! Version 1 ends with `IX32`, version 2 with `TAGD`; they are read as files whose other sections are empty. A material without a
//! surface record is shaded after Phong, one-sided, and blended if its opacity is below 1 or it has a texture for opacity.
//!
//! Model header, in the model's space at bind:
//!
//! | offset | type    | field         | value                                                      |
//! |-------:|---------|---------------|------------------------------------------------------------|
//! |      0 | 4 x f32 | sphere        | center and radius; finite, radius >= 0                     |
//! |     16 | 6 x f32 | box           | smallest and largest corner; finite, in order              |
//!
//! Bone record:
//!
//! | offset | type     | field        | value                                                      |
//! |-------:|----------|--------------|------------------------------------------------------------|
//! |      0 | span     | name         | in `TEXT`                                                  |
//! |      8 | i32      | parent       | a bone before this one, or -1                              |
//! |     12 | 16 x f32 | local        | matrix from the bone's space to its parent's               |
//!
//! Mesh record:
//!
//! | offset | type    | field         | value                                                      |
//! |-------:|---------|---------------|------------------------------------------------------------|
//! |      0 | span    | name          | in `TEXT`                                                  |
//! |      8 | u32     | bone          | the bone it is attached to                                 |
//! |     12 | span    | positions     | in `POSN`; at least one                                    |
//! |     20 | span    | normals       | in `NORM`; none, or one per vertex: unit length            |
//! |     28 | span    | tangents      | in `TANG`; none, or one per vertex: unit length, w = 1 or -1 |
//! |     36 | span    | colours       | in `COLR`; none, or one per vertex                         |
//! |     44 | span    | uvs           | in `TEXC`; 0 to 8 per vertex                               |
//! |     52 | span    | joints        | in `JNTS` and `WGHT`; 0 to 2 per vertex                    |
//! |     60 | span    | indices 16    | in `IX16`; three per triangle                              |
//! |     68 | span    | indices 32    | in `IX32`; three per triangle                              |
//! |     76 | span    | parts         | in `PART`                                                  |
//! |     84 | span    | skin          | in `SKNB` and `SKNM`                                       |
//! |     92 | 4 x f32 | sphere        | center and radius, around all vertices                     |
//! |    108 | 6 x f32 | box           | smallest and largest corner, around all vertices           |
//!
//! Part record:
//!
//! | offset | type | field       | value                                                           |
//! |-------:|------|-------------|-----------------------------------------------------------------|
//! |      0 | i32  | material    | a material, or -1                                               |
//! |      4 | u32  | first index | of the mesh's indices: where the part before it ends            |
//! |      8 | u32  | index count | three per triangle, at least 3                                  |
//!
//! Material record:
//!
//! | offset | type    | field     | value                                                          |
//! |-------:|---------|-----------|----------------------------------------------------------------|
//! |      0 | span    | name      | in `TEXT`                                                      |
//! |      8 | 3 x f32 | diffuse   | r, g, b, linear; finite                                        |
//! |     20 | 3 x f32 | specular  | r, g, b, linear; finite                                        |
//! |     32 | f32     | shininess | finite, >= 0                                                   |
//! |     36 | 3 x f32 | emissive  | r, g, b, linear; finite                                        |
//! |     48 | f32     | opacity   | 0 to 1                                                         |
//! |     52 | span    | textures  | in `TXTR`                                                      |
//!
//! Texture record:
//!
//! | offset | type  | field   | value                                                                |
//! |-------:|-------|---------|----------------------------------------------------------------------|
//! |      0 | u16   | use     | 0 diffuse, 1 normal, 2 specular, 3 emissive, 4 opacity, 5 roughness, |
//! |        |       |         | 6 metalness, 7 occlusion; ascending within a material                |
//! |      2 | u16   | missing | 1 for one that the project did not have, else 0; since version 2     |
//! |      4 | span  | asset   | in `TEXT`; not empty                                                 |
//!
//! More record:
//!
//! | offset | type  | field      | value                                                           |
//! |-------:|-------|------------|-----------------------------------------------------------------|
//! |      0 | span  | bitangents | in `BTAN`; none, or one per vertex with tangents: unit length   |
//!
//! Effect record:
//!
//! | offset | type  | field      | value                                                           |
//! |-------:|-------|------------|-----------------------------------------------------------------|
//! |      0 | span  | asset      | in `TEXT`; empty for none                                       |
//! |      8 | span  | parameters | in `EPAR`; none without an effect                               |
//!
//! Parameter record:
//!
//! | offset | type  | field | value                                                                |
//! |-------:|-------|-------|----------------------------------------------------------------------|
//! |      0 | span  | name  | in `TEXT`                                                            |
//! |      8 | u32   | kind  | 0 texture, 1 text, 2 bool, 3 int, 4 float, 5 vector2, 6 vector3,     |
//! |        |       |       | 7 vector4, 8 quaternion, 9 matrix                                    |
//! |     12 | span  | text  | in `TEXT`; of a texture its asset name; empty for other kinds        |
//! |     20 | span  | words | in `EVAL`; 1 for bool (0 or 1), int and float, 2, 3, 4, 4, 16 beyond |
//!
//! Surface record:
//!
//! | offset | type | field              | value                                                                |
//! |-------:|------|--------------------|----------------------------------------------------------------------|
//! |      0 | u16  | shading            | 0 Phong, 1 metallic-roughness, 2 unlit                               |
//! |      2 | u16  | alpha mode         | 0 opaque, 1 mask, 2 blend                                            |
//! |      4 | u32  | double-sided       | 0 or 1                                                               |
//! |      8 | f32  | alpha cutoff       | finite, >= 0                                                         |
//! |     12 | f32  | metallic           | 0 to 1                                                               |
//! |     16 | f32  | roughness          | 0 to 1                                                               |
//! |     20 | f32  | normal scale       | finite                                                               |
//! |     24 | f32  | occlusion strength | 0 to 1                                                               |
//! |     28 | f32  | emissive strength  | finite, >= 0                                                         |
//! |     32 | span | extensions         | in `MEXT`                                                            |
//!
//! Placement record:
//!
//! | offset | type    | field      | value                                                                     |
//! |-------:|---------|------------|---------------------------------------------------------------------------|
//! |      0 | u32     | uv set     | a set of the mesh's texture coordinates; the mesh may lack it             |
//! |      4 | 2 x f32 | offset     | of u, v; finite                                                           |
//! |     12 | f32     | rotation   | radians; finite                                                           |
//! |     16 | 2 x f32 | scale      | of u, v; finite                                                           |
//! |     24 | 2 x u16 | wrap       | along u, along v: 0 repeat, 1 clamp, 2 mirror                             |
//! |     28 | u16     | min filter | 0 any, 1 nearest, 2 linear, 3 nearest-mip-nearest, 4 linear-mip-nearest,  |
//! |        |         |            | 5 nearest-mip-linear, 6 linear-mip-linear                                 |
//! |     30 | u16     | mag filter | 0 any, 1 nearest, 2 linear                                                |
//!
//! With sine s and cosine c of the rotation, a texture has at u, v of the mesh its point c x u x scale u + s x v x scale v + offset u,
//! c x v x scale v - s x u x scale u + offset v, as by glTF's `KHR_texture_transform`.
//!
//! Extension record:
//!
//! | offset | type  | field      | value                                                           |
//! |-------:|-------|------------|-----------------------------------------------------------------|
//! |      0 | span  | name       | in `TEXT`; not empty                                            |
//! |      8 | span  | parameters | in `EPAR`, after those of all effects; none of kind texture     |
//! |     16 | span  | textures   | in `EXTX`                                                       |
//!
//! Extension texture:
//!
//! | offset | type             | field     | value                                                 |
//! |-------:|------------------|-----------|-------------------------------------------------------|
//! |      0 | span             | name      | in `TEXT`; not empty                                  |
//! |      8 | span             | asset     | in `TEXT`; not empty                                  |
//! |     16 | u32              | missing   | 1 for one that the project did not have, else 0       |
//! |     20 | placement record | placement | as above                                              |
//!
//! Morph record:
//!
//! | offset | type | field   | value                                                               |
//! |-------:|------|---------|---------------------------------------------------------------------|
//! |      0 | span | targets | in `MTGT`                                                           |
//!
//! Target record:
//!
//! | offset | type | field  | value                                                                |
//! |-------:|------|--------|----------------------------------------------------------------------|
//! |      0 | span | name   | in `TEXT`; no two targets of a mesh have one name                    |
//! |      8 | f32  | weight | where nothing else sets it; finite                                   |
//! |     12 | span | shapes | in `MSHP`; at least one, in ascending order of their weights         |
//!
//! Shape record:
//!
//! | offset | type | field    | value                                                              |
//! |-------:|------|----------|--------------------------------------------------------------------|
//! |      0 | f32  | weight   | of its target, where this shape alone is added; finite, not 0      |
//! |      4 | span | changes  | in `MVTX` and `MPOS`                                               |
//! |     12 | span | normals  | in `MNRM`; none, or one per change                                 |
//! |     20 | span | tangents | in `MTAN`; none, or one per change: x, y, z                        |
//!
//! A target of weight w adds its shapes to the vertices, before the skin moves them. Between the weights of two shapes, and between
//! that of a shape and 0, where nothing is added, the two are mixed in proportion; beyond the last weight they go on as before it.
//! Spheres and boxes are around vertices to which nothing is added.
//!
//! Rules: no two bones have one name. Vertices are relative to the mesh's bone; with a skin, to where its inverse bind matrices lead
//! from. Triangles are counter-clockwise seen from outside. The v of texture coordinates points down. Joints are entries of the
//! mesh's skin; a mesh has joints if and only if it has a skin. The weights of a vertex, of all its sets together, are at
//! least 0 and add up to 1 within 0.001. The parts of a mesh cover its indices. All numbers are finite. Shares of a section follow
//! each other in record order, without a gap, and fill it.

mod effect;
mod extension;
mod extension_view;
mod material_view;
mod mesh_view;
mod morph;
mod placement;
mod records;
mod surface;
mod tables;
mod texture_use;
mod value;
mod view;

pub use effect::{EffectParameter, EffectValue, MaterialEffect};
pub use extension::{ExtensionTexture, MaterialExtension};
pub use extension_view::MaterialExtensionView;
pub use material_view::{MaterialTextureView, ModelMaterialView};
pub use mesh_view::{Indices, ModelMeshView};
pub use morph::{MorphShape, MorphShapeView, MorphTarget, MorphTargetView, shape_weights};
pub use placement::{TextureFilter, TexturePlacement, TextureWrap};
pub use records::{ModelLayout, ModelView};
pub use surface::{AlphaMode, Shading};
pub use texture_use::TextureUse;
pub use value::{JointSet, MAX_JOINT_SETS, MAX_UV_SETS, MaterialTexture, MeshPart, MeshSkin};
pub use value::{Model, ModelBone, ModelMaterial, ModelMesh, Vertices};
pub use view::ModelBoneView;

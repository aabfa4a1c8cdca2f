//! A model: meshes on the bones of a hierarchy, with their materials.
//!
//! Content type 5, version 2. Matrices are 16 x f32, row by row, for row vectors: translation at 12 to 14, last column 0, 0, 0, 1.
//! A share is u32 first, u32 count: a part of another section. The sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `MODL` | model header, 40         | 1                                                      |
//! | `BONE` | bone record, 76          | one a bone, at most 65,535; parents before children    |
//! | `BYNM` | u32                      | bone numbers in ascending byte order of bone names     |
//! | `MESH` | mesh record, 132         | one a mesh                                             |
//! | `PART` | part record, 12          | by mesh: its parts                                     |
//! | `SKNB` | u32                      | by mesh: the bones of its skin                         |
//! | `SKNM` | 16 x f32                 | by mesh: the inverse bind matrix of each of them       |
//! | `MTRL` | material record, 60      | one a material                                         |
//! | `TXTR` | texture record, 12       | by material: its textures                              |
//! | `TEXT` | u8                       | the texts, UTF-8, nothing between: the names of bones, |
//! |        |                          | of meshes, of materials; asset names of textures, of   |
//! |        |                          | effects; of each parameter its name and its text       |
//! | `POSN` | 3 x f32                  | by mesh: its positions                                 |
//! | `NORM` | 3 x f32                  | by mesh: its normals                                   |
//! | `TANG` | 4 x f32                  | by mesh: its tangents                                  |
//! | `COLR` | 4 x f32                  | by mesh: its colours                                   |
//! | `TEXC` | 2 x f32                  | by mesh: its texture coordinates, set by set           |
//! | `JNTS` | 4 x u16                  | by mesh: its joints, set by set                        |
//! | `WGHT` | 4 x f32                  | by mesh: their weights                                 |
//! | `IX16` | u16                      | by mesh of at most 65,535 vertices: its indices        |
//! | `IX32` | u32                      | by mesh of more vertices: its indices                  |
//! | `MORE` | more record, 8           | one a mesh                                             |
//! | `BTAN` | 3 x f32                  | by mesh: its bitangents                                |
//! | `EFCT` | effect record, 16        | one a material                                         |
//! | `EPAR` | parameter record, 28     | by material: the parameters of its effect              |
//! | `EVAL` | u32                      | by parameter: its numbers, floats by their bits        |
//! | `TAGD` | u8                       | a whole file of content type 9, Data; empty for none   |
//!
//! Version 1 ends with `IX32`, and is read as one whose other sections are empty.
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
//! |      0 | share    | name         | in `TEXT`                                                  |
//! |      8 | i32      | parent       | a bone before this one, or -1                              |
//! |     12 | 16 x f32 | local        | matrix from the bone's space to its parent's               |
//!
//! Mesh record:
//!
//! | offset | type    | field         | value                                                      |
//! |-------:|---------|---------------|------------------------------------------------------------|
//! |      0 | share   | name          | in `TEXT`                                                  |
//! |      8 | u32     | bone          | the bone that places it                                    |
//! |     12 | share   | positions     | in `POSN`; at least one                                    |
//! |     20 | share   | normals       | in `NORM`; none, or one a vertex: unit length              |
//! |     28 | share   | tangents      | in `TANG`; none, or one a vertex: unit length, w = 1 or -1 |
//! |     36 | share   | colours       | in `COLR`; none, or one a vertex                           |
//! |     44 | share   | uvs           | in `TEXC`; 0 to 8 a vertex                                 |
//! |     52 | share   | joints        | in `JNTS` and `WGHT`; 0 to 2 a vertex                      |
//! |     60 | share   | indices 16    | in `IX16`; three a triangle                                |
//! |     68 | share   | indices 32    | in `IX32`; three a triangle                                |
//! |     76 | share   | parts         | in `PART`                                                  |
//! |     84 | share   | skin          | in `SKNB` and `SKNM`                                       |
//! |     92 | 4 x f32 | sphere        | center and radius, around all vertices                     |
//! |    108 | 6 x f32 | box           | smallest and largest corner, around all vertices           |
//!
//! Part record:
//!
//! | offset | type | field       | value                                                           |
//! |-------:|------|-------------|-----------------------------------------------------------------|
//! |      0 | i32  | material    | a material, or -1                                               |
//! |      4 | u32  | first index | of the mesh's indices: where the part before it ends            |
//! |      8 | u32  | index count | three a triangle, at least 3                                    |
//!
//! Material record:
//!
//! | offset | type    | field     | value                                                          |
//! |-------:|---------|-----------|----------------------------------------------------------------|
//! |      0 | share   | name      | in `TEXT`                                                      |
//! |      8 | 3 x f32 | diffuse   | r, g, b, linear; finite                                        |
//! |     20 | 3 x f32 | specular  | r, g, b, linear; finite                                        |
//! |     32 | f32     | shininess | finite, >= 0                                                   |
//! |     36 | 3 x f32 | emissive  | r, g, b, linear; finite                                        |
//! |     48 | f32     | opacity   | 0 to 1                                                         |
//! |     52 | share   | textures  | in `TXTR`                                                      |
//!
//! Texture record:
//!
//! | offset | type  | field   | value                                                                |
//! |-------:|-------|---------|----------------------------------------------------------------------|
//! |      0 | u16   | use     | 0 diffuse, 1 normal, 2 specular, 3 emissive, 4 opacity, 5 roughness, |
//! |        |       |         | 6 metalness, 7 occlusion; ascending within a material                |
//! |      2 | u16   | missing | 1 for one that the project did not have, else 0; since version 2     |
//! |      4 | share | asset   | in `TEXT`; not empty                                                 |
//!
//! More record:
//!
//! | offset | type  | field      | value                                                           |
//! |-------:|-------|------------|-----------------------------------------------------------------|
//! |      0 | share | bitangents | in `BTAN`; none, or one a vertex with tangents: unit length     |
//!
//! Effect record:
//!
//! | offset | type  | field      | value                                                           |
//! |-------:|-------|------------|-----------------------------------------------------------------|
//! |      0 | share | asset      | in `TEXT`; empty for none                                       |
//! |      8 | share | parameters | in `EPAR`; none without an effect                               |
//!
//! Parameter record:
//!
//! | offset | type  | field | value                                                                |
//! |-------:|-------|-------|----------------------------------------------------------------------|
//! |      0 | share | name  | in `TEXT`                                                            |
//! |      8 | u32   | kind  | 0 texture, 1 text, 2 bool, 3 int, 4 float, 5 vector2, 6 vector3,     |
//! |        |       |       | 7 vector4, 8 quaternion, 9 matrix                                    |
//! |     12 | share | text  | in `TEXT`; of a texture its asset name; empty for other kinds        |
//! |     20 | share | words | in `EVAL`; 1 for bool (0 or 1), int and float, 2, 3, 4, 4, 16 beyond |
//!
//! Rules: no two bones have one name. Vertices are relative to the mesh's bone; with a skin, to where its inverse bind matrices lead
//! from. Triangles are counter-clockwise seen from outside. The v of texture coordinates points down. Joints are entries of the
//! mesh's skin; a mesh has joints if and only if it has a skin. The weights of a vertex, of all its sets together, are at
//! least 0 and add up to 1 within 0.001. The parts of a mesh cover its indices. All numbers are finite. Shares of a section follow
//! each other in record order, without a gap, and fill it.

mod effect;
mod material_view;
mod mesh_view;
mod records;
mod tables;
mod texture_use;
mod value;
mod view;

pub use effect::{EffectParameter, EffectValue, MaterialEffect};
pub use material_view::{MaterialTextureView, ModelMaterialView};
pub use mesh_view::{Indices, ModelMeshView};
pub use records::{ModelLayout, ModelView};
pub use texture_use::TextureUse;
pub use value::{JointSet, MAX_JOINT_SETS, MAX_UV_SETS, MaterialTexture, MeshPart, MeshSkin};
pub use value::{Model, ModelBone, ModelMaterial, ModelMesh, Vertices};
pub use view::ModelBoneView;

//! A model: meshes on the bones of a hierarchy, with their materials.
//!
//! Content type 5, version 3. Matrices are 16 x f32, row by row, for row vectors: translation at 12 to 14, last column 0, 0, 0,
//! 1.
//! A share (u32 first, u32 count) refers to a part of another section. The sections, in file order:
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
//! |        |                          | targets, of cameras, of lights, of groups of levels,   |
//! |        |                          | of attributes                                          |
//! | `POSN` | 3 x f32                  | by mesh: its positions                                 |
//! | `NORM` | 3 x f32                  | by mesh: its normals                                   |
//! | `TANG` | 4 x f32                  | by mesh: its tangents                                  |
//! | `COLR` | 4 x f32                  | by mesh: its colours, set by set                       |
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
//! | `CMRA` | camera record, 96        | one per camera                                         |
//! | `LGHT` | light record, 108        | one per light                                          |
//! | `LODG` | group record, 20         | one per group of levels of detail                      |
//! | `LODL` | level record, 12         | by group: its levels, the finest first                 |
//! | `LODM` | u32                      | by level: its meshes; each mesh at most once           |
//! | `PROW` | owner record, 8          | one per part that has properties, ascending            |
//! | `PROP` | u8                       | a whole file of content type 9, Data: a list with a    |
//! |        |                          | record for each owner; empty without owners            |
//! | `VERT` | vertex record, 44        | one per mesh                                           |
//! | `BLWT` | f32                      | by mesh: its blend weights                             |
//! | `ATTR` | attribute record, 20     | by mesh: its own attributes                            |
//! | `ANUM` | f32                      | by attribute: its numbers                              |
//! | `PO16` | 4 x u16                  | by mesh: the codes of its positions                    |
//! | `NO16` | 2 x i16                  | by mesh: the codes of its normals                      |
//! | `TA16` | 2 x i16                  | by mesh: the codes of its tangents                     |
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
//! |     12 | span    | positions     | in `POSN`; at least one; none with codes                   |
//! |     20 | span    | normals       | in `NORM`; none, or one per vertex: unit length            |
//! |     28 | span    | tangents      | in `TANG`; none, or one per vertex: unit length, w = 1 or -1 |
//! |     36 | span    | colours       | in `COLR`; 0 to 8 per vertex, more than 1 since version 3  |
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
//! With sine s and cosine c of the rotation, a texture has at u, v of the mesh its point c x u x scale u + s x v x scale v +
//! offset u,
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
//! Camera record; it looks along -z, with y up:
//!
//! | offset | type     | field      | value                                                             |
//! |-------:|----------|------------|-------------------------------------------------------------------|
//! |      0 | span     | name       | in `TEXT`                                                         |
//! |      8 | i32      | bone       | the bone that carries it, or -1                                   |
//! |     12 | 16 x f32 | local      | matrix from its space to the bone's, or the model's; its scale    |
//! |        |          |            | means nothing                                                     |
//! |     76 | u32      | projection | 0 perspective, 1 orthographic                                     |
//! |     80 | f32      | x          | vertical field of view, radians, above 0, below pi; orthographic: |
//! |        |          |            | half the width of the view, not 0                                 |
//! |     84 | f32      | y          | width by height of the view, 0 for that of the window;            |
//! |        |          |            | orthographic: half the height of the view, not 0                  |
//! |     88 | f32      | near       | above 0, orthographic at least 0                                  |
//! |     92 | f32      | far        | above near; infinite for none                                     |
//!
//! Light record; it shines along -z:
//!
//! | offset | type     | field     | value                                                              |
//! |-------:|----------|-----------|--------------------------------------------------------------------|
//! |      0 | span     | name      | in `TEXT`                                                          |
//! |      8 | i32      | bone      | as of a camera                                                     |
//! |     12 | 16 x f32 | local     | as of a camera                                                     |
//! |     76 | u16      | kind      | 0 directional, 1 point, 2 spot, 3 area, 4 volume                   |
//! |     78 | u16      | unit      | of the intensity: 0 factor, 1 candela, 2 lux                       |
//! |     80 | 3 x f32  | colour    | r, g, b, linear; finite, >= 0                                      |
//! |     92 | f32      | intensity | finite, >= 0                                                       |
//! |     96 | f32      | range     | above 0; infinite for none                                         |
//! |    100 | 2 x f32  | cone      | inner and outer angle from the axis, radians, 0 to pi; 0 unless    |
//! |        |          |           | it is a spot                                                       |
//!
//! Group record:
//!
//! | offset | type | field   | value                                                               |
//! |-------:|------|---------|---------------------------------------------------------------------|
//! |      0 | span | name    | in `TEXT`                                                           |
//! |      8 | u32  | measure | 0 unknown, 1 distance to the camera, 2 share of the screen's height |
//! |     12 | span | levels  | in `LODL`; at least one                                             |
//!
//! Level record:
//!
//! | offset | type | field     | value                                                             |
//! |-------:|------|-----------|-------------------------------------------------------------------|
//! |      0 | f32  | threshold | the least distance, ascending, or the least share, descending; 0  |
//! |        |      |           | where the measure is unknown                                      |
//! |      4 | span | meshes    | in `LODM`                                                         |
//!
//! Owner record, in ascending order:
//!
//! | offset | type | field | value                                                                 |
//! |-------:|------|-------|-----------------------------------------------------------------------|
//! |      0 | u32  | kind  | 0 bone, 1 mesh, 2 material, 3 camera, 4 light                         |
//! |      4 | u32  | index | which of its kind                                                     |
//!
//! Vertex record:
//!
//! | offset | type | field         | value                                                         |
//! |-------:|------|---------------|---------------------------------------------------------------|
//! |      0 | u32  | method        | of the skin: 0 linear, 1 dual quaternions, 2 blended          |
//! |      4 | span | blend weights | in `BLWT`; one per vertex if blended, else none: 0 to 1       |
//! |     12 | span | attributes    | in `ATTR`; at most 16, no two of one name                     |
//! |     20 | span | positions     | in `PO16`; none, or at least one                              |
//! |     28 | span | normals       | in `NO16`; none, or one per vertex                            |
//! |     36 | span | tangents      | in `TA16`; none, or one per vertex                            |
//!
//! Attribute record:
//!
//! | offset | type | field  | value                                                                |
//! |-------:|------|--------|----------------------------------------------------------------------|
//! |      0 | span | name   | in `TEXT`; not empty                                                 |
//! |      8 | u32  | width  | numbers of each vertex: 1 to 4                                       |
//! |     12 | span | values | in `ANUM`; vertex by vertex, finite                                  |
//!
//! A mesh has its positions as floats or as codes, and its normals and tangents as floats or as codes. Codes x, y, z of a
//! position are
//! 65,536 steps along the longest side of the mesh's box, from its smallest corner: corner + side x code / 65,535. The fourth is
//! 65,535.
//!
//! A direction's codes, -32,767 to 32,767, are x and y of a point of an octahedron in units of 1/32,767, as by Cigolle et al., "A
//! Survey of
//! Efficient Representations for Independent Unit Vectors" (2014): z = 1 - |x| - |y|; if z is below 0, x becomes (1 - |y|) sign x
//! and y
//! becomes (1 - |x|) sign y, both of the numbers before, with 1 for the sign of 0. The direction is that of x, y, z. The second
//! code of a
//! tangent is not 0: w has its sign, and y is (its absolute value - 16,384) / 16,383.
//!
//! A skin moves a vertex by a matrix: linearly by the sum of weight x matrix of its joints; by dual quaternions by the rigid
//! motion of
//! the sum of weight x dual quaternion, after the sum of weight x scale; blended by 1 - w of the first and w of the second, for
//! the
//! vertex' blend weight w. A joint whose quaternion is opposite to that of the vertex' first joint counts by its negative.
//!
//! A target of weight w adds its shapes to the vertices, before the skin moves them. Between the weights of two shapes, the two are interpolated linearly, and so are a shape and the unchanged mesh at
//! weight 0. Beyond the last weight, the last two are extrapolated.
//! Spheres and boxes enclose the vertices without targets.
//!
//! Rules: no two bones have the same name. Vertices are relative to the mesh's bone. With a skin, they are in the space that its
//! inverse bind matrices transform from. Triangles are counter-clockwise seen from outside. The v of texture coordinates points
//! down. Joints are entries of the
//! mesh's skin; a mesh has joints if and only if it has a skin. The weights of a vertex, of all its sets together, are at
//! least 0 and add up to 1 within 0.001. The parts of a mesh cover its indices. All numbers are finite. Shares of a section
//! follow
//! each other in record order, without a gap, and fill it.

mod camera;
mod carrier;
mod codes;
mod directions;
mod effect;
mod extension;
mod extension_view;
mod levels;
mod light;
mod material_view;
mod mesh_view;
mod morph;
mod octahedral;
mod parts;
mod placement;
mod positions;
mod properties;
mod records;
mod surface;
mod tables;
mod texture_use;
mod value;
mod vertices;
mod view;

pub use camera::{ModelCamera, ModelCameraView, Projection};
pub use carrier::Carrier;
pub use directions::{NormalFormat, Normals, Tangents};
pub use effect::{EffectParameter, EffectValue, MaterialEffect};
pub use extension::{ExtensionTexture, MaterialExtension};
pub use extension_view::MaterialExtensionView;
pub use levels::{DetailLevel, DetailLevelView, LevelGroup, LevelGroupView, LevelMeasure};
pub use light::{LightKind, LightUnit, ModelLight, ModelLightView};
pub use material_view::{MaterialTextureView, ModelMaterialView};
pub use mesh_view::{Indices, ModelMeshView};
pub use morph::{MorphShape, MorphShapeView, MorphTarget, MorphTargetView, shape_weights};
pub use placement::{TextureFilter, TexturePlacement, TextureWrap};
pub use positions::{PositionFormat, PositionGrid, Positions};
pub use properties::{ModelProperties, ModelPropertiesView, PropertyKind, PropertyOwner};
pub use records::{ModelLayout, ModelView};
pub use surface::{AlphaMode, Shading};
pub use texture_use::TextureUse;
pub use value::{JointSet, MAX_COLOR_SETS, MAX_JOINT_SETS, MAX_UV_SETS, MaterialTexture, MeshPart, MeshSkin};
pub use value::{Model, ModelBone, ModelMaterial, ModelMesh, Vertices};
pub use vertices::{MAX_ATTRIBUTES, SkinningMethod, VertexAttribute, VertexAttributeView};
pub use view::ModelBoneView;

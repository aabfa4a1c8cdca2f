//! A model: a hierarchy of bones, the meshes on these bones, and the materials of the meshes.
//!
//! Content type 5, version 3. A matrix is 16 x f32, row by row, for row vectors: numbers 12 to 14 are the translation, and the
//! last column is 0, 0, 0, 1. A span refers to a part of another section: it is the u32 index of the first element, then the
//! u32 number of elements. The sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `MODL` | model header, 40         | 1                                                      |
//! | `BONE` | bone record, 76          | one per bone, at most 65,535; parents before children  |
//! | `BYNM` | u32                      | bone numbers, sorted by bone name, byte by byte        |
//! | `MESH` | mesh record, 132         | one per mesh                                           |
//! | `PART` | part record, 12          | per mesh: its parts                                    |
//! | `SKNB` | u32                      | per mesh: the bones of its skin                        |
//! | `SKNM` | 16 x f32                 | per mesh: the inverse bind matrices of these bones     |
//! | `MTRL` | material record, 60      | one per material                                       |
//! | `TXTR` | texture record, 12       | per material: its textures                             |
//! | `TEXT` | u8                       | the strings, UTF-8, without gaps: names of bones,      |
//! |        |                          | meshes and materials; asset names of textures and      |
//! |        |                          | effects; name and text of each parameter of an effect; |
//! |        |                          | names of extensions; name and text of each parameter   |
//! |        |                          | of an extension; name and asset name of each texture   |
//! |        |                          | of an extension; names of morph targets, cameras,      |
//! |        |                          | lights, groups of levels and attributes                |
//! | `POSN` | 3 x f32                  | per mesh: its positions                                |
//! | `NORM` | 3 x f32                  | per mesh: its normals                                  |
//! | `TANG` | 4 x f32                  | per mesh: its tangents                                 |
//! | `COLR` | 4 x f32                  | per mesh: its colours, set by set                      |
//! | `TEXC` | 2 x f32                  | per mesh: its texture coordinates, set by set          |
//! | `JNTS` | 4 x u16                  | per mesh: its joints, set by set                       |
//! | `WGHT` | 4 x f32                  | per mesh: the weights of its joints                    |
//! | `IX16` | u16                      | per mesh of at most 65,535 vertices: its indices       |
//! | `IX32` | u32                      | per mesh of more than 65,535 vertices: its indices     |
//! | `MORE` | more record, 8           | one per mesh                                           |
//! | `BTAN` | 3 x f32                  | per mesh: its bitangents                               |
//! | `EFCT` | effect record, 16        | one per material                                       |
//! | `EPAR` | parameter record, 28     | per material: the parameters of its effect; then       |
//! |        |                          | per extension: its parameters                          |
//! | `EVAL` | u32                      | per parameter: its numbers, with floats as raw bits    |
//! | `TAGD` | u8                       | game data attached to the model (XNA's `Tag`): a       |
//! |        |                          | complete file of content type 9, Data, or empty        |
//! | `SURF` | surface record, 40       | one per material                                       |
//! | `TXPL` | placement record, 32     | one per texture of `TXTR`                              |
//! | `MEXT` | extension record, 24     | per material: its extensions                           |
//! | `EXTX` | extension texture, 52    | per extension: its textures                            |
//! | `MRPH` | morph record, 8          | one per mesh                                           |
//! | `MTGT` | target record, 20        | per mesh: its morph targets                            |
//! | `MSHP` | shape record, 28         | per target: its shapes                                 |
//! | `MVTX` | u32                      | per shape: the vertices that it changes, ascending     |
//! | `MPOS` | 3 x f32                  | per shape: the change of each vertex's position        |
//! | `MNRM` | 3 x f32                  | per shape: the change of each vertex's normal          |
//! | `MTAN` | 3 x f32                  | per shape: the change of each vertex's tangent         |
//! | `CMRA` | camera record, 96        | one per camera                                         |
//! | `LGHT` | light record, 108        | one per light                                          |
//! | `LODG` | group record, 20         | one per group of levels of detail                      |
//! | `LODL` | level record, 12         | per group: its levels, the finest first                |
//! | `LODM` | u32                      | per level: its meshes; no mesh occurs twice            |
//! | `PROW` | owner record, 8          | one per object with properties, in ascending order     |
//! | `PROP` | u8                       | a complete file of content type 9, Data: a list with   |
//! |        |                          | one record per owner; empty if there are no owners     |
//! | `VERT` | vertex record, 44        | one per mesh                                           |
//! | `BLWT` | f32                      | per mesh: its blend weights                            |
//! | `ATTR` | attribute record, 20     | per mesh: its custom attributes                        |
//! | `ANUM` | f32                      | per attribute: its numbers                             |
//! | `PO16` | 4 x u16                  | per mesh: the codes of its positions                   |
//! | `NO16` | 2 x i16                  | per mesh: the codes of its normals                     |
//! | `TA16` | 2 x i16                  | per mesh: the codes of its tangents                    |
//!
//! Files of version 1 end with `IX32`, and files of version 2 end with `TAGD`. Rigmill reads them as if the missing
//! sections were empty. A material without a surface record has Phong shading and is one-sided. It is blended if its
//! opacity is below 1, or if it has an opacity texture.
//!
//! Model header. The bounds are in model space, at the bind pose:
//!
//! | offset | type    | field         | value                                                      |
//! |-------:|---------|---------------|------------------------------------------------------------|
//! |      0 | 4 x f32 | sphere        | center and radius; finite, radius >= 0                     |
//! |     16 | 6 x f32 | box           | smallest and largest corner; finite, min <= max            |
//!
//! Bone record:
//!
//! | offset | type     | field        | value                                                      |
//! |-------:|----------|--------------|------------------------------------------------------------|
//! |      0 | span     | name         | in `TEXT`                                                  |
//! |      8 | i32      | parent       | an earlier bone, or -1 for none                            |
//! |     12 | 16 x f32 | local        | matrix from the bone's space to its parent's space         |
//!
//! Mesh record:
//!
//! | offset | type    | field         | value                                                      |
//! |-------:|---------|---------------|------------------------------------------------------------|
//! |      0 | span    | name          | in `TEXT`                                                  |
//! |      8 | u32     | bone          | the bone that carries the mesh                             |
//! |     12 | span    | positions     | in `POSN`; at least one, or none if stored as codes        |
//! |     20 | span    | normals       | in `NORM`; none, or one per vertex, of unit length         |
//! |     28 | span    | tangents      | in `TANG`; none, or one per vertex: unit length, w = 1 or -1 |
//! |     36 | span    | colours       | in `COLR`; 0 to 8 per vertex; before version 3, 0 or 1     |
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
//! |      4 | u32  | first index | into the mesh's indices, where the previous part ends           |
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
//! |      2 | u16   | missing | 1 if the project did not have this texture, else 0; since version 2  |
//! |      4 | span  | asset   | in `TEXT`; not empty                                                 |
//!
//! More record:
//!
//! | offset | type  | field      | value                                                           |
//! |-------:|-------|------------|-----------------------------------------------------------------|
//! |      0 | span  | bitangents | in `BTAN`; none, or (with tangents) one per vertex: unit length |
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
//! |     12 | span  | text  | in `TEXT`; a text, or the asset name of a texture; else empty        |
//! |     20 | span  | words | in `EVAL`: 1 number for kinds 2 (0 or 1), 3 and 4; 2, 3, 4, 4 and 16 |
//! |        |       |       | numbers for kinds 5, 6, 7, 8 and 9; none for kinds 0 and 1           |
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
//! |      0 | u32     | uv set     | number of a set of texture coordinates; the mesh may lack this set        |
//! |      4 | 2 x f32 | offset     | of u, v; finite                                                           |
//! |     12 | f32     | rotation   | radians; finite                                                           |
//! |     16 | 2 x f32 | scale      | of u, v; finite                                                           |
//! |     24 | 2 x u16 | wrap       | along u, along v: 0 repeat, 1 clamp, 2 mirror                             |
//! |     28 | u16     | min filter | 0 any, 1 nearest, 2 linear, 3 nearest-mip-nearest, 4 linear-mip-nearest,  |
//! |        |         |            | 5 nearest-mip-linear, 6 linear-mip-linear                                 |
//! |     30 | u16     | mag filter | 0 any, 1 nearest, 2 linear                                                |
//!
//! The texture is sampled at the coordinates u', v', which are calculated from the mesh's coordinates u, v as in glTF's
//! `KHR_texture_transform`. If s and c are the sine and cosine of the rotation, then:
//!
//! - u' = c x u x scale u + s x v x scale v + offset u
//! - v' = c x v x scale v - s x u x scale u + offset v
//!
//! Extension record:
//!
//! | offset | type  | field      | value                                                           |
//! |-------:|-------|------------|-----------------------------------------------------------------|
//! |      0 | span  | name       | in `TEXT`; not empty                                            |
//! |      8 | span  | parameters | in `EPAR`, after all parameters of effects; never textures      |
//! |     16 | span  | textures   | in `EXTX`                                                       |
//!
//! Extension texture:
//!
//! | offset | type             | field     | value                                                 |
//! |-------:|------------------|-----------|-------------------------------------------------------|
//! |      0 | span             | name      | in `TEXT`; not empty                                  |
//! |      8 | span             | asset     | in `TEXT`; not empty                                  |
//! |     16 | u32              | missing   | 1 if the project did not have this texture, else 0    |
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
//! |      0 | span | name   | in `TEXT`; no two targets of a mesh have the same name               |
//! |      8 | f32  | weight | the default weight; finite                                           |
//! |     12 | span | shapes | in `MSHP`; at least one, in ascending order of their weights         |
//!
//! Shape record:
//!
//! | offset | type | field    | value                                                              |
//! |-------:|------|----------|--------------------------------------------------------------------|
//! |      0 | f32  | weight   | target weight at which only this shape is added; finite, not 0     |
//! |      4 | span | changes  | in `MVTX` and `MPOS`                                               |
//! |     12 | span | normals  | in `MNRM`; none, or one per change                                 |
//! |     20 | span | tangents | in `MTAN`; none, or one per change: x, y, z                        |
//!
//! Camera record (the camera looks along -z, with y up):
//!
//! | offset | type     | field      | value                                                             |
//! |-------:|----------|------------|-------------------------------------------------------------------|
//! |      0 | span     | name       | in `TEXT`                                                         |
//! |      8 | i32      | bone       | the bone that carries it, or -1                                   |
//! |     12 | 16 x f32 | local      | matrix from the camera's space to the bone's space (without a     |
//! |        |          |            | bone, to model space); its scale is ignored                       |
//! |     76 | u32      | projection | 0 perspective, 1 orthographic                                     |
//! |     80 | f32      | x          | vertical field of view, radians, above 0, below pi; orthographic: |
//! |        |          |            | half the width of the view, not 0                                 |
//! |     84 | f32      | y          | width / height of the view, or 0 for the window's ratio;          |
//! |        |          |            | orthographic: half the height of the view, not 0                  |
//! |     88 | f32      | near       | above 0; orthographic: at least 0                                 |
//! |     92 | f32      | far        | above near; infinite for no far plane                             |
//!
//! Light record. The light shines along -z:
//!
//! | offset | type     | field     | value                                                              |
//! |-------:|----------|-----------|--------------------------------------------------------------------|
//! |      0 | span     | name      | in `TEXT`                                                          |
//! |      8 | i32      | bone      | as for a camera                                                    |
//! |     12 | 16 x f32 | local     | as for a camera                                                    |
//! |     76 | u16      | kind      | 0 directional, 1 point, 2 spot, 3 area, 4 volume                   |
//! |     78 | u16      | unit      | unit of the intensity: 0 factor, 1 candela, 2 lux                  |
//! |     80 | 3 x f32  | colour    | r, g, b, linear; finite, >= 0                                      |
//! |     92 | f32      | intensity | finite, >= 0                                                       |
//! |     96 | f32      | range     | above 0; infinite for no limit                                     |
//! |    100 | 2 x f32  | cone      | inner and outer angle from the axis, radians, 0 to pi; both 0      |
//! |        |          |           | unless the light is a spotlight                                    |
//!
//! Group record:
//!
//! | offset | type | field   | value                                                               |
//! |-------:|------|---------|---------------------------------------------------------------------|
//! |      0 | span | name    | in `TEXT`                                                           |
//! |      8 | u32  | measure | 0 unknown, 1 camera distance, 2 fraction of the screen's height     |
//! |     12 | span | levels  | in `LODL`; at least one                                             |
//!
//! Level record:
//!
//! | offset | type | field     | value                                                             |
//! |-------:|------|-----------|-------------------------------------------------------------------|
//! |      0 | f32  | threshold | the smallest camera distance at which the level is drawn, in      |
//! |        |      |           | ascending order; or the smallest fraction of the screen's height, |
//! |        |      |           | in descending order; 0 if the measure is unknown                  |
//! |      4 | span | meshes    | in `LODM`                                                         |
//!
//! Owner record, in ascending order:
//!
//! | offset | type | field | value                                                                 |
//! |-------:|------|-------|-----------------------------------------------------------------------|
//! |      0 | u32  | kind  | 0 bone, 1 mesh, 2 material, 3 camera, 4 light                         |
//! |      4 | u32  | index | index of the owner among the objects of its kind                      |
//!
//! Vertex record:
//!
//! | offset | type | field         | value                                                         |
//! |-------:|------|---------------|---------------------------------------------------------------|
//! |      0 | u32  | method        | skinning method: 0 linear, 1 dual quaternions, 2 blended      |
//! |      4 | span | blend weights | in `BLWT`; one per vertex, 0 to 1, if blended; else none      |
//! |     12 | span | attributes    | in `ATTR`; at most 16, each with a different name             |
//! |     20 | span | positions     | in `PO16`; at least one if stored as codes; else none         |
//! |     28 | span | normals       | in `NO16`; none, or one per vertex                            |
//! |     36 | span | tangents      | in `TA16`; none, or one per vertex                            |
//!
//! Attribute record:
//!
//! | offset | type | field  | value                                                                |
//! |-------:|------|--------|----------------------------------------------------------------------|
//! |      0 | span | name   | in `TEXT`; not empty                                                 |
//! |      8 | u32  | width  | numbers per vertex: 1 to 4                                           |
//! |     12 | span | values | in `ANUM`; vertex by vertex, finite                                  |
//!
//! A mesh stores its positions, normals and tangents either as floats or as codes, which are 16-bit numbers. The first three
//! codes of a position give x, y and z. Each coordinate is corner + side x code / 65,535, where corner is the smallest corner
//! of the mesh's box, and side is the length of the box's longest side. The fourth code is always 65,535.
//!
//! A normal or tangent is a direction, and has two codes from -32,767 to 32,767. They are the x and y of a point on an
//! octahedron, in units of 1/32,767, as in Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors"
//! (2014). The point's z is 1 - |x| - |y|. If z is below 0, x becomes (1 - |y|) sign(x) and y becomes (1 - |x|) sign(y). Both
//! formulas use the old x and y, and the sign of 0 is 1. The direction is the vector x, y, z, scaled to unit length. The second
//! code of a tangent is never 0. Its sign is the sign of the tangent's w, and y is (absolute value of the code - 16,384) /
//! 16,383.
//!
//! Skinning transforms each vertex with a matrix. With the linear method, this matrix is the weighted sum of the matrices of
//! the vertex's joints. With dual quaternions, the matrix is a scale followed by a rigid motion. The scale is the weighted sum
//! of the joints' scales, and the rigid motion is the weighted sum of the joints' dual quaternions. Before this sum, a joint's
//! dual quaternion is negated if the dot product of its rotation and the rotation of the vertex's first joint is negative. The
//! blended method adds 1 - w times the matrix of the linear method and w times the matrix from dual quaternions, where w is the
//! vertex's blend weight.
//!
//! Before skinning, a morph target adds its shapes to the vertices. If the target's weight is between the weights of two
//! shapes, these two shapes are interpolated linearly. The unchanged mesh counts as a shape of weight 0. If the target's weight
//! is beyond the weight of the last shape, the last two shapes are extrapolated. Bounding spheres and boxes ignore morph
//! targets: they enclose the unchanged vertices.
//!
//! Rules: no two bones have the same name. Vertices are relative to the mesh's bone. In a mesh with a skin, vertices are in the
//! space that the inverse bind matrices transform from. Triangles are counter-clockwise when seen from outside. The v of
//! texture coordinates points down. Joints are indices of entries of the mesh's skin. A mesh with a skin has joints, and a mesh
//! without a skin does not. The weights of a vertex, across all its sets, are at least 0 and add up to 1 within 0.001. The
//! parts of a mesh cover its indices. All numbers are finite. The spans of a section follow each other in record order, without
//! gaps, and fill the section.

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

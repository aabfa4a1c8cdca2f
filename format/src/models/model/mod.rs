//! A model has a hierarchy of bones, meshes on these bones, and the materials of the meshes.
//!
//! A matrix is 16 x f32, row by row, for row vectors. Numbers 12 to 14 of a matrix, counting from 0, are the translation. The
//! last column of a matrix is 0, 0, 0, 1. The file has these sections, in this order:
//!
//! | id     | element               | elements |
//! |--------|-----------------------|------------|
//! | `MODL` | model header, 40      | 1 |
//! | `BONE` | bone record, 76       | one per bone, at most 65,535; parents before children |
//! | `BYNM` | u32                   | bone numbers, sorted by bone name, byte by byte |
//! | `MESH` | mesh record, 132      | one per mesh |
//! | `PART` | part record, 12       | per mesh: its parts |
//! | `SKNB` | u32                   | per mesh: the bones of its skin |
//! | `SKNM` | 16 x f32              | per mesh: the inverse bind matrices of these bones |
//! | `MTRL` | material record, 60   | one per material |
//! | `TXTR` | texture record, 12    | per material: its textures |
//! | `TEXT` | u8                    | the strings, in the order of the list below |
//! | `POSN` | 3 x f32               | per mesh: its positions |
//! | `NORM` | 3 x f32               | per mesh: its normals |
//! | `TANG` | 4 x f32               | per mesh: its tangents |
//! | `COLR` | 4 x f32               | per mesh: its colours, set by set |
//! | `TEXC` | 2 x f32               | per mesh: its texture coordinates, set by set |
//! | `JNTS` | 4 x u16               | per mesh: the joint numbers of its vertices, set by set |
//! | `WGHT` | 4 x f32               | per mesh: the weights of its joints |
//! | `IX16` | u16                   | per mesh of at most 65,535 vertices: its indices |
//! | `IX32` | u32                   | per mesh of more than 65,535 vertices: its indices |
//! | `MORE` | span                  | one per mesh: its bitangents, in `BTAN` |
//! | `BTAN` | 3 x f32               | per mesh: its bitangents; none, or one per vertex, of unit length; only in meshes with tangents |
//! | `EFCT` | effect record, 16     | one per material |
//! | `EPAR` | parameter record, 28  | per material: the parameters of its effect; then per extension: its parameters |
//! | `EVAL` | u32                   | per parameter: its numbers; floats are stored as their bits |
//! | `TAGD` | u8                    | data that the game attached to the model (XNA's `Tag`): a complete file of content type 9, Data; or empty |
//! | `SURF` | surface record, 40    | one per material |
//! | `TXPL` | placement record, 32  | one per texture of `TXTR` |
//! | `MEXT` | extension record, 24  | per material: its extensions |
//! | `EXTX` | extension texture, 52 | per extension: its textures |
//! | `MRPH` | span                  | one per mesh: its morph targets, in `MTGT` |
//! | `MTGT` | target record, 20     | per mesh: its morph targets |
//! | `MSHP` | shape record, 28      | per target: its shapes |
//! | `MVTX` | u32                   | per shape: the vertices that it changes, ascending |
//! | `MPOS` | 3 x f32               | per shape: the change of each vertex's position |
//! | `MNRM` | 3 x f32               | per shape: the change of each vertex's normal |
//! | `MTAN` | 3 x f32               | per shape: the change of each vertex's tangent |
//! | `CMRA` | camera record, 96     | one per camera |
//! | `LGHT` | light record, 108     | one per light |
//! | `LODG` | group record, 20      | one per group of levels of detail |
//! | `LODL` | level record, 12      | per group: its levels, the finest first |
//! | `LODM` | u32                   | per level: its meshes; no mesh occurs twice |
//! | `PROW` | owner record, 8       | one per object with properties, in ascending order of kinds, then of indices |
//! | `PROP` | u8                    | the properties: a complete file of content type 9, Data; a list with one record per owner; empty without owners |
//! | `VERT` | vertex record, 44     | one per mesh |
//! | `BLWT` | f32                   | per mesh: its blend weights |
//! | `ATTR` | attribute record, 20  | per mesh: its custom attributes |
//! | `ANUM` | f32                   | per attribute: its numbers |
//! | `PO16` | 4 x u16               | per mesh: the codes of its positions |
//! | `NO16` | 2 x i16               | per mesh: the codes of its normals |
//! | `TA16` | 2 x i16               | per mesh: the codes of its tangents |
//!
//! In files of version 1, `IX32` is the last section. In files of version 2, `TAGD` is the last section. Rigmill reads
//! these files as if the missing sections were empty. A material without a surface record has Phong shading and is
//! one-sided. Such a material is blended if its opacity is below 1, or if it has an opacity texture.
//!
//! ### Model: order of the strings in `TEXT`
//!
//! 1. the names of the bones, then of the meshes, then of the materials
//! 2. the asset names of the textures, then of the effects
//! 3. the name of each parameter of an effect, and its text value
//! 4. the names of the extensions
//! 5. the name and text of each parameter of an extension
//! 6. the name and asset name of each texture of an extension
//! 7. the names of the morph targets, cameras, lights, groups of levels, and attributes, in this order
//!
//! ### Model: header
//!
//! The bounding sphere and box are in model space, at the bind pose.
//!
//! | offset | type    | field  | value                                           |
//! |-------:|---------|--------|-------------------------------------------------|
//! |      0 | 4 x f32 | sphere | center and radius; finite, radius >= 0          |
//! |     16 | 6 x f32 | box    | smallest and largest corner; finite, min <= max |
//!
//! ### Model: bone record
//!
//! | offset | type     | field  | value                                                      |
//! |-------:|----------|--------|------------------------------------------------------------|
//! |      0 | span     | name   | in `TEXT`                                                  |
//! |      8 | i32      | parent | number of an earlier bone, or -1 if the bone has no parent |
//! |     12 | 16 x f32 | local  | matrix from the bone's space to its parent's space         |
//!
//! ### Model: mesh record
//!
//! | offset | type    | field      | value                                                        |
//! |-------:|---------|------------|--------------------------------------------------------------|
//! |      0 | span    | name       | in `TEXT`                                                    |
//! |      8 | u32     | bone       | the bone that carries the mesh                               |
//! |     12 | span    | positions  | in `POSN`; at least one, or none if stored as codes          |
//! |     20 | span    | normals    | in `NORM`; none, or one per vertex, of unit length           |
//! |     28 | span    | tangents   | in `TANG`; none, or one per vertex: unit length, w = 1 or -1 |
//! |     36 | span    | colours    | in `COLR`; 0 to 8 per vertex; before version 3, 0 or 1       |
//! |     44 | span    | uvs        | in `TEXC`; 0 to 8 per vertex                                 |
//! |     52 | span    | joints     | in `JNTS` and `WGHT`; 0 to 2 per vertex                      |
//! |     60 | span    | indices 16 | in `IX16`; three per triangle                                |
//! |     68 | span    | indices 32 | in `IX32`; three per triangle                                |
//! |     76 | span    | parts      | in `PART`                                                    |
//! |     84 | span    | skin       | in `SKNB` and `SKNM`                                         |
//! |     92 | 4 x f32 | sphere     | center and radius, around all vertices                       |
//! |    108 | 6 x f32 | box        | smallest and largest corner, around all vertices             |
//!
//! ### Model: part record
//!
//! | offset | type | field       | value                                                                      |
//! |-------:|------|-------------|----------------------------------------------------------------------------|
//! |      0 | i32  | material    | number of a material, or -1 for none                                       |
//! |      4 | u32  | first index | position of the part's first index in the mesh; each part begins where the previous part ends |
//! |      8 | u32  | index count | three per triangle, at least 3                                             |
//!
//! ### Model: material record
//!
//! | offset | type    | field     | value                   |
//! |-------:|---------|-----------|-------------------------|
//! |      0 | span    | name      | in `TEXT`               |
//! |      8 | 3 x f32 | diffuse   | r, g, b, linear; finite |
//! |     20 | 3 x f32 | specular  | r, g, b, linear; finite |
//! |     32 | f32     | shininess | finite, >= 0            |
//! |     36 | 3 x f32 | emissive  | r, g, b, linear; finite |
//! |     48 | f32     | opacity   | 0 to 1                  |
//! |     52 | span    | textures  | in `TXTR`               |
//!
//! ### Model: texture record
//!
//! | offset | type | field   | value |
//! |-------:|------|---------|------------|
//! |      0 | u16  | use     | 0 diffuse, 1 normal, 2 specular, 3 emissive, 4 opacity, 5 roughness, 6 metalness, 7 occlusion; ascending within a material |
//! |      2 | u16  | missing | 1 if the project did not have this texture, else 0; since version 2 |
//! |      4 | span | asset   | in `TEXT`; not empty |
//!
//! ### Model: effect record
//!
//! | offset | type | field      | value                             |
//! |-------:|------|------------|-----------------------------------|
//! |      0 | span | asset      | in `TEXT`; empty for none         |
//! |      8 | span | parameters | in `EPAR`; none without an effect |
//!
//! ### Model: parameter record
//!
//! | offset | type | field | value                                                                        |
//! |-------:|------|-------|------------------------------------------------------------------------------|
//! |      0 | span | name  | in `TEXT`                                                                    |
//! |      8 | u32  | kind  | a number from the table of kinds below                                       |
//! |     12 | span | text  | in `TEXT`: the text, or the asset name of the texture; empty for other kinds |
//! |     20 | span | words | the numbers, in `EVAL`                                                       |
//!
//! ### Model: kinds of parameters
//!
//! | kind | value      | numbers in `EVAL` |
//! |-----:|------------|-------------------|
//! |    0 | texture    | none              |
//! |    1 | text       | none              |
//! |    2 | bool       | 1: 0 or 1         |
//! |    3 | int        | 1                 |
//! |    4 | float      | 1                 |
//! |    5 | vector2    | 2                 |
//! |    6 | vector3    | 3                 |
//! |    7 | vector4    | 4                 |
//! |    8 | quaternion | 4                 |
//! |    9 | matrix     | 16                |
//!
//! ### Model: surface record
//!
//! | offset | type | field              | value                                  |
//! |-------:|------|--------------------|----------------------------------------|
//! |      0 | u16  | shading            | 0 Phong, 1 metallic-roughness, 2 unlit |
//! |      2 | u16  | alpha mode         | 0 opaque, 1 mask, 2 blend              |
//! |      4 | u32  | double-sided       | 0 or 1                                 |
//! |      8 | f32  | alpha cutoff       | finite, >= 0                           |
//! |     12 | f32  | metallic           | 0 to 1                                 |
//! |     16 | f32  | roughness          | 0 to 1                                 |
//! |     20 | f32  | normal scale       | finite                                 |
//! |     24 | f32  | occlusion strength | 0 to 1                                 |
//! |     28 | f32  | emissive strength  | finite, >= 0                           |
//! |     32 | span | extensions         | in `MEXT`                              |
//!
//! ### Model: placement record
//!
//! | offset | type    | field      | value |
//! |-------:|---------|------------|------------|
//! |      0 | u32     | uv set     | number of a set of texture coordinates; the mesh may lack this set |
//! |      4 | 2 x f32 | offset     | of u, v; finite |
//! |     12 | f32     | rotation   | radians; finite |
//! |     16 | 2 x f32 | scale      | of u, v; finite |
//! |     24 | 2 x u16 | wrap       | along u, then along v: 0 repeat, 1 clamp, 2 mirror |
//! |     28 | u16     | min filter | 0 any, 1 nearest, 2 linear, 3 nearest-mip-nearest, 4 linear-mip-nearest, 5 nearest-mip-linear, 6 linear-mip-linear |
//! |     30 | u16     | mag filter | 0 any, 1 nearest, 2 linear |
//!
//! A shader samples the texture at the coordinates u', v'. They are calculated from the mesh's coordinates u, v, as in
//! glTF's `KHR_texture_transform`. With the sine s and the cosine c of the rotation:
//!
//! - u' = c x u x scale u + s x v x scale v + offset u
//! - v' = c x v x scale v - s x u x scale u + offset v
//!
//! ### Model: extension record
//!
//! | offset | type | field      | value                                                                   |
//! |-------:|------|------------|-------------------------------------------------------------------------|
//! |      0 | span | name       | in `TEXT`; not empty                                                    |
//! |      8 | span | parameters | in `EPAR`, after the parameters of all effects; not of kind 0 (texture) |
//! |     16 | span | textures   | in `EXTX`                                                               |
//!
//! ### Model: extension texture
//!
//! | offset | type             | field     | value                                              |
//! |-------:|------------------|-----------|----------------------------------------------------|
//! |      0 | span             | name      | in `TEXT`; not empty                               |
//! |      8 | span             | asset     | in `TEXT`; not empty                               |
//! |     16 | u32              | missing   | 1 if the project did not have this texture, else 0 |
//! |     20 | placement record | placement | how the texture is placed on the mesh              |
//!
//! ### Model: target record
//!
//! | offset | type | field  | value                                                        |
//! |-------:|------|--------|--------------------------------------------------------------|
//! |      0 | span | name   | in `TEXT`; no two targets of a mesh have the same name       |
//! |      8 | f32  | weight | the default weight; finite                                   |
//! |     12 | span | shapes | in `MSHP`; at least one, in ascending order of their weights |
//!
//! ### Model: shape record
//!
//! | offset | type | field    | value                                                                    |
//! |-------:|------|----------|--------------------------------------------------------------------------|
//! |      0 | f32  | weight   | when the target has this weight, only this shape is added; finite, not 0 |
//! |      4 | span | changes  | in `MVTX` and `MPOS`                                                     |
//! |     12 | span | normals  | in `MNRM`; none, or one per change                                       |
//! |     20 | span | tangents | in `MTAN`; none, or one per change: x, y, z                              |
//!
//! ### Model: camera record
//!
//! The camera looks along -z, with y up.
//!
//! | offset | type     | field      | value |
//! |-------:|----------|------------|------------|
//! |      0 | span     | name       | in `TEXT` |
//! |      8 | i32      | bone       | the bone that carries the camera, or -1 |
//! |     12 | 16 x f32 | local      | matrix from the camera's space to the bone's space (without a bone, to model space); its scale is ignored |
//! |     76 | u32      | projection | 0 perspective, 1 orthographic |
//! |     80 | f32      | x          | perspective: vertical field of view in radians, above 0, below pi; orthographic: half the width of the view, not 0 |
//! |     84 | f32      | y          | perspective: width / height of the view, or 0 for the window's ratio; orthographic: half the height of the view, not 0 |
//! |     88 | f32      | near       | perspective: above 0; orthographic: at least 0 |
//! |     92 | f32      | far        | above near; infinite if there is no far plane |
//!
//! ### Model: light record
//!
//! The light shines along -z.
//!
//! | offset | type     | field     | value |
//! |-------:|----------|-----------|------------|
//! |      0 | span     | name      | in `TEXT` |
//! |      8 | i32      | bone      | the bone that carries the light, or -1 |
//! |     12 | 16 x f32 | local     | matrix from the light's space to the bone's space (without a bone, to model space); its scale is ignored |
//! |     76 | u16      | kind      | 0 directional, 1 point, 2 spot, 3 area, 4 volume |
//! |     78 | u16      | unit      | unit of the intensity: 0 factor, 1 candela, 2 lux |
//! |     80 | 3 x f32  | colour    | r, g, b, linear; finite, >= 0 |
//! |     92 | f32      | intensity | finite, >= 0 |
//! |     96 | f32      | range     | above 0; infinite for no limit |
//! |    100 | 2 x f32  | cone      | inner and outer angle of a spotlight from its axis, radians, 0 to pi; both 0 for other lights |
//!
//! ### Model: group record
//!
//! | offset | type | field   | value                                                                                   |
//! |-------:|------|---------|-----------------------------------------------------------------------------------------|
//! |      0 | span | name    | in `TEXT`                                                                               |
//! |      8 | u32  | measure | unit of the thresholds: 0 unknown, 1 camera distance, 2 fraction of the screen's height |
//! |     12 | span | levels  | in `LODL`; at least one                                                                 |
//!
//! ### Model: level record
//!
//! | offset | type | field     | value                                         |
//! |-------:|------|-----------|-----------------------------------------------|
//! |      0 | f32  | threshold | where the level begins to be drawn: see below |
//! |      4 | span | meshes    | in `LODM`                                     |
//!
//! - For measure 1, the threshold is the smallest camera distance at which the level is drawn, and thresholds are in
//!   ascending order.
//! - For measure 2, the threshold is the smallest fraction of the screen's height at which the level is drawn, and
//!   thresholds are in descending order.
//! - For measure 0, all thresholds are 0.
//!
//! ### Model: owner record
//!
//! | offset | type | field | value                                            |
//! |-------:|------|-------|--------------------------------------------------|
//! |      0 | u32  | kind  | 0 bone, 1 mesh, 2 material, 3 camera, 4 light    |
//! |      4 | u32  | index | index of the owner among the objects of its kind |
//!
//! ### Model: vertex record
//!
//! | offset | type | field         | value                                                    |
//! |-------:|------|---------------|----------------------------------------------------------|
//! |      0 | u32  | method        | skinning method: 0 linear, 1 dual quaternions, 2 blended |
//! |      4 | span | blend weights | in `BLWT`; one per vertex, 0 to 1, if blended; else none |
//! |     12 | span | attributes    | in `ATTR`; at most 16, each with a different name        |
//! |     20 | span | positions     | in `PO16`; at least one if stored as codes; else none    |
//! |     28 | span | normals       | in `NO16`; none, or one per vertex                       |
//! |     36 | span | tangents      | in `TA16`; none, or one per vertex                       |
//!
//! ### Model: attribute record
//!
//! | offset | type | field  | value                               |
//! |-------:|------|--------|-------------------------------------|
//! |      0 | span | name   | in `TEXT`; not empty                |
//! |      8 | u32  | width  | numbers per vertex: 1 to 4          |
//! |     12 | span | values | in `ANUM`; vertex by vertex, finite |
//!
//! ### Model: positions as codes
//!
//! A mesh stores its positions, normals and tangents either as floats or as codes. Codes are 16-bit numbers.
//!
//! The first three codes of a position are for x, y and z. A coordinate is corner + side x code / 65,535. Corner is the
//! same coordinate of the smallest corner of the mesh's box. Side is the length of the box's longest side. The fourth
//! code of a position is always 65,535.
//!
//! ### Model: normals and tangents as codes
//!
//! A normal or tangent is a direction, and has two codes from -32,767 to 32,767. The codes are a point on an
//! octahedron, as in Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors" (2014). To
//! decode a direction:
//!
//! 1. Divide the codes by 32,767 to get x and y.
//! 2. Calculate z = 1 - |x| - |y|.
//! 3. If z is below 0, replace x with (1 - |y|) sign(x), and y with (1 - |x|) sign(y). Use the old x and y in both
//!    formulas. The sign of 0 is 1.
//! 4. Scale the vector x, y, z to unit length.
//!
//! The second code of a tangent is never 0. Its sign is the sign of the tangent's w. For a tangent, step 1 calculates y
//! as `(abs(code) - 16,384) / 16,383`.
//!
//! ### Model: skinning
//!
//! Skinning transforms each vertex with a matrix. The skinning method says how this matrix is calculated:
//!
//! - **Linear:** the matrix is the weighted sum of the matrices of the vertex's joints.
//! - **Dual quaternions:** the matrix is a scale, followed by a rotation and translation. The scale is the weighted sum
//!   of the joints' scales. The rotation and translation come from the weighted sum of the joints' dual quaternions.
//!   Before this sum, a joint's dual quaternion is negated if the dot product of its rotation and the first joint's
//!   rotation is negative.
//! - **Blended:** with the vertex's blend weight w, the matrix is (1 - w) x the linear matrix + w x the matrix from
//!   dual quaternions.
//!
//! ### Model: morph targets
//!
//! Morph targets add their shapes to the vertices before skinning. If the weight of a target is between the weights of
//! two shapes, these two shapes are interpolated linearly. The unchanged mesh counts as a shape of weight 0. If the
//! weight of a target is beyond the weight of the last shape, the last two shapes are extrapolated. Bounding spheres
//! and boxes ignore morph targets.
//!
//! ### Model: rules
//!
//! - No two bones have the same name.
//! - In a mesh without a skin, vertices are in the space of the mesh's bone.
//! - In a mesh with a skin, the inverse bind matrices transform vertices to the spaces of the bones.
//! - Triangles are counter-clockwise when seen from outside.
//! - The v of texture coordinates points down.
//! - A joint is the index of a bone in the skin of its mesh.
//! - A mesh with a skin has joints, and a mesh without a skin does not.
//! - Weights of joints are at least 0. All weights of a vertex add up to 1 within 0.001.
//! - The parts of a mesh cover its indices.
//! - All numbers are finite, unless a table allows infinite numbers.

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

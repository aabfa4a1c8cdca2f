//! A model has a hierarchy of bones, the meshes that the bones carry, and the materials of the meshes.
//!
//! A matrix consists of 16 f32 numbers, row by row. Vectors are rows: to transform a vector, calculate vector x matrix.
//! Numbers 12 to 14 of a matrix, counted from 0, are the translation. In all matrices except effect and extension
//! parameters, the last column is 0, 0, 0, 1.
//!
//! The file has these sections, in this order:
//!
//! | id     | element                     | elements |
//! |--------|-----------------------------|------------|
//! | `MODL` | model header, 40 bytes      | one |
//! | `BONE` | bone record, 76 bytes       | one per bone, at most 65,535; a parent comes before its children |
//! | `BYNM` | u32                         | index of each bone, in the order of the bones' names (compared byte by byte) |
//! | `MESH` | mesh record, 132 bytes      | one per mesh |
//! | `PART` | part record, 12 bytes       | per mesh: its parts, each with one material |
//! | `SKNB` | u32                         | per mesh: the indices of the bones in its skin |
//! | `SKNM` | 16 x f32                    | per mesh: the inverse bind matrix of each bone in its skin |
//! | `MTRL` | material record, 60 bytes   | one per material |
//! | `TXTR` | texture record, 12 bytes    | per material: its textures |
//! | `TEXT` | u8                          | all names and other strings, in the order of the list below |
//! | `POSN` | 3 x f32                     | per mesh: the positions of its vertices |
//! | `NORM` | 3 x f32                     | per mesh: the normals of its vertices |
//! | `TANG` | 4 x f32                     | per mesh: the tangents of its vertices |
//! | `COLR` | 4 x f32                     | per mesh: its sets of colours, each with one colour per vertex |
//! | `TEXC` | 2 x f32                     | per mesh: its sets of texture coordinates, each with one u, v per vertex |
//! | `JNTS` | 4 x u16                     | per mesh: its sets of joints, each with four joints per vertex |
//! | `WGHT` | 4 x f32                     | per mesh: the weight of each joint in `JNTS` |
//! | `IX16` | u16                         | per mesh with at most 65,535 vertices: the vertex indices of its triangles |
//! | `IX32` | u32                         | per mesh with more than 65,535 vertices: the vertex indices of its triangles |
//! | `MORE` | span                        | one per mesh: the mesh's bitangents, in `BTAN` |
//! | `BTAN` | 3 x f32                     | per mesh with tangents: no bitangents, or one bitangent of unit length per vertex |
//! | `EFCT` | effect record, 16 bytes     | one per material |
//! | `EPAR` | parameter record, 28 bytes  | first, per material: the parameters of its effect; then, per extension: its parameters |
//! | `EVAL` | u32                         | per parameter: its numbers; a float is stored as its bits |
//! | `TAGD` | u8                          | data that a game attached to the model (XNA's `Tag`): empty, or a complete file of content type 9 (Data) |
//! | `SURF` | surface record, 40 bytes    | one per material |
//! | `TXPL` | placement record, 32 bytes  | one per texture record in `TXTR` |
//! | `MEXT` | extension record, 24 bytes  | per material: its extensions |
//! | `EXTX` | extension texture, 52 bytes | per extension: its textures |
//! | `MRPH` | span                        | one per mesh: the mesh's morph targets, in `MTGT` |
//! | `MTGT` | target record, 20 bytes     | per mesh: its morph targets |
//! | `MSHP` | shape record, 28 bytes      | per morph target: its shapes |
//! | `MVTX` | u32                         | per shape: the indices of the vertices that it changes, ascending |
//! | `MPOS` | 3 x f32                     | per shape: for each vertex in `MVTX`, the change of its position |
//! | `MNRM` | 3 x f32                     | per shape: for each vertex in `MVTX`, the change of its normal |
//! | `MTAN` | 3 x f32                     | per shape: for each vertex in `MVTX`, the change of its tangent |
//! | `CMRA` | camera record, 96 bytes     | one per camera |
//! | `LGHT` | light record, 108 bytes     | one per light |
//! | `LODG` | group record, 20 bytes      | one per group of levels of detail |
//! | `LODL` | level record, 12 bytes      | per group: its levels of detail, the finest first |
//! | `LODM` | u32                         | per level of detail: the indices of its meshes; no mesh is in two levels |
//! | `PROW` | owner record, 8 bytes       | one per object that has properties, sorted by the object's kind, then by its index |
//! | `PROP` | u8                          | the properties, as a complete file of content type 9 (Data): a list with one record per owner; empty if there are no owners |
//! | `VERT` | vertex record, 44 bytes     | one per mesh, for all its vertices |
//! | `BLWT` | f32                         | per mesh: the blend weights of its vertices |
//! | `ATTR` | attribute record, 20 bytes  | per mesh: the custom attributes of its vertices |
//! | `ANUM` | f32                         | per custom attribute: its numbers |
//! | `PO16` | 4 x u16                     | per mesh: the positions of its vertices, as codes |
//! | `NO16` | 2 x i16                     | per mesh: the normals of its vertices, as codes |
//! | `TA16` | 2 x i16                     | per mesh: the tangents of its vertices, as codes |
//!
//! Files of version 1 end with the section `IX32`. Files of version 2 end with the section `TAGD`. Rigmill reads an old
//! file as if each missing section were empty.
//!
//! In versions 1 and 2, materials have no surface records. A material without a surface record has Phong shading and
//! is one-sided. It is blended if it has an opacity texture, or if its opacity is below 1.
//!
//! ### Model: order of the strings in `TEXT`
//!
//! 1. the names of all bones, then the names of all meshes, then the names of all materials
//! 2. the asset names of all textures, then the asset names of all effects
//! 3. for each parameter of an effect: its name, then its text
//! 4. the names of all extensions
//! 5. for each parameter of an extension: its name, then its text
//! 6. for each texture of an extension: its name, then its asset name
//! 7. the names of all morph targets
//! 8. the names of all cameras, then the names of all lights
//! 9. the names of all groups of levels of detail
//! 10. the names of all custom attributes
//!
//! ### Model: header
//!
//! The bounding sphere and the bounding box are in model space, and contain all meshes in the bind pose.
//!
//! | offset | type    | field  | value                                                      |
//! |-------:|---------|--------|------------------------------------------------------------|
//! |      0 | 4 x f32 | sphere | center x, y, z, then radius; finite, radius >= 0           |
//! |     16 | 6 x f32 | box    | smallest x, y, z, then largest x, y, z; finite, min <= max |
//!
//! ### Model: bone record
//!
//! | offset | type     | field  | value                                                                            |
//! |-------:|----------|--------|----------------------------------------------------------------------------------|
//! |      0 | span     | name   | the bone's name, in `TEXT`                                                       |
//! |      8 | i32      | parent | index of the parent bone, which is an earlier bone; -1 if the bone has no parent |
//! |     12 | 16 x f32 | local  | matrix from the bone's space to its parent's space                               |
//!
//! ### Model: mesh record
//!
//! | offset | type    | field      | value |
//! |-------:|---------|------------|------------|
//! |      0 | span    | name       | the mesh's name, in `TEXT` |
//! |      8 | u32     | bone       | index of the bone that carries the mesh |
//! |     12 | span    | positions  | one position per vertex, in `POSN`; none if the positions are stored as codes |
//! |     20 | span    | normals    | no normals, or one normal of unit length per vertex, in `NORM` |
//! |     28 | span    | tangents   | no tangents, or one tangent per vertex, in `TANG`: x, y, z of unit length, and w = 1 or -1 |
//! |     36 | span    | colours    | 0 to 8 colours per vertex, in `COLR`; before version 3, at most 1 |
//! |     44 | span    | uvs        | 0 to 8 texture coordinates per vertex, in `TEXC` |
//! |     52 | span    | joints     | 0 to 2 sets of four joints per vertex, in `JNTS` and `WGHT` |
//! |     60 | span    | indices 16 | vertex indices, in `IX16`: three per triangle |
//! |     68 | span    | indices 32 | vertex indices, in `IX32`: three per triangle |
//! |     76 | span    | parts      | the parts of the mesh, in `PART` |
//! |     84 | span    | skin       | the bones in the skin of the mesh, in `SKNB` and `SKNM` |
//! |     92 | 4 x f32 | sphere     | center x, y, z, then radius, of a sphere around all vertices |
//! |    108 | 6 x f32 | box        | smallest x, y, z, then largest x, y, z, of a box around all vertices |
//!
//! ### Model: part record
//!
//! | offset | type | field       | value |
//! |-------:|------|-------------|------------|
//! |      0 | i32  | material    | index of the part's material; -1 if the part has no material |
//! |      4 | u32  | first index | where the part begins in the mesh's vertex indices; each part begins where the previous part ends |
//! |      8 | u32  | index count | number of vertex indices: three per triangle, at least 3 |
//!
//! ### Model: material record
//!
//! | offset | type    | field     | value                                            |
//! |-------:|---------|-----------|--------------------------------------------------|
//! |      0 | span    | name      | the material's name, in `TEXT`                   |
//! |      8 | 3 x f32 | diffuse   | diffuse colour r, g, b, linear; finite           |
//! |     20 | 3 x f32 | specular  | specular colour r, g, b, linear; finite          |
//! |     32 | f32     | shininess | exponent of the specular highlight; finite, >= 0 |
//! |     36 | 3 x f32 | emissive  | emitted light r, g, b, linear; finite            |
//! |     48 | f32     | opacity   | from 0 (invisible) to 1 (opaque)                 |
//! |     52 | span    | textures  | the textures of the material, in `TXTR`          |
//!
//! ### Model: texture record
//!
//! | offset | type | field   | value |
//! |-------:|------|---------|------------|
//! |      0 | u16  | use     | 0 diffuse, 1 normal, 2 specular, 3 emissive, 4 opacity, 5 roughness, 6 metalness, 7 occlusion; the textures of a material are in ascending order of use, at most one for each use |
//! |      2 | u16  | missing | 1 if the project did not have the texture, else 0; since version 2 |
//! |      4 | span | asset   | the texture's asset name, in `TEXT`; not empty |
//!
//! ### Model: effect record
//!
//! | offset | type | field      | value                                                                        |
//! |-------:|------|------------|------------------------------------------------------------------------------|
//! |      0 | span | asset      | the asset name of the effect, in `TEXT`; empty if the material has no effect |
//! |      8 | span | parameters | the parameters of the effect, in `EPAR`; none if the material has no effect  |
//!
//! ### Model: parameter record
//!
//! | offset | type | field | value                                                                                           |
//! |-------:|------|-------|-------------------------------------------------------------------------------------------------|
//! |      0 | span | name  | the parameter's name, in `TEXT`                                                                 |
//! |      8 | u32  | kind  | the parameter's kind: a number from the table of kinds below                                    |
//! |     12 | span | text  | the value of a text parameter, or the asset name of a texture, in `TEXT`; empty for other kinds |
//! |     20 | span | words | the numbers of the parameter, in `EVAL`                                                         |
//!
//! ### Model: kinds of parameters
//!
//! | kind | value      | numbers in `EVAL` |
//! |-----:|------------|-------------------|
//! |    0 | texture    | none              |
//! |    1 | text       | none              |
//! |    2 | bool       | 1 number: 0 or 1  |
//! |    3 | int        | 1 number          |
//! |    4 | float      | 1 number          |
//! |    5 | vector2    | 2 numbers         |
//! |    6 | vector3    | 3 numbers         |
//! |    7 | vector4    | 4 numbers         |
//! |    8 | quaternion | 4 numbers         |
//! |    9 | matrix     | 16 numbers        |
//!
//! ### Model: surface record
//!
//! | offset | type | field              | value                                                            |
//! |-------:|------|--------------------|------------------------------------------------------------------|
//! |      0 | u16  | shading            | 0 Phong, 1 metallic-roughness, 2 unlit                           |
//! |      2 | u16  | alpha mode         | 0 opaque, 1 mask, 2 blend                                        |
//! |      4 | u32  | double-sided       | 1 if the surface is also visible from behind, else 0             |
//! |      8 | f32  | alpha cutoff       | for alpha mode 1: the lowest opacity that is drawn; finite, >= 0 |
//! |     12 | f32  | metallic           | from 0 (not a metal) to 1 (metal)                                |
//! |     16 | f32  | roughness          | from 0 (smooth) to 1 (rough)                                     |
//! |     20 | f32  | normal scale       | factor for x and y of the normal texture; finite                 |
//! |     24 | f32  | occlusion strength | strength of the occlusion texture: 0 to 1                        |
//! |     28 | f32  | emissive strength  | factor for the emitted light; finite, >= 0                       |
//! |     32 | span | extensions         | the extensions of the material, in `MEXT`                        |
//!
//! ### Model: placement record
//!
//! | offset | type    | field      | value |
//! |-------:|---------|------------|------------|
//! |      0 | u32     | uv set     | index of a set of texture coordinates; if the mesh lacks the set, the texture is not used |
//! |      4 | 2 x f32 | offset     | offset of u, then of v; finite |
//! |     12 | f32     | rotation   | angle in radians; finite |
//! |     16 | 2 x f32 | scale      | scale factor of u, then of v; finite |
//! |     24 | 2 x u16 | wrap       | wrap mode along u, then along v: 0 repeat, 1 clamp, 2 mirror |
//! |     28 | u16     | min filter | filter for minification: 0 any, 1 nearest, 2 linear, 3 nearest-mip-nearest, 4 linear-mip-nearest, 5 nearest-mip-linear, 6 linear-mip-linear |
//! |     30 | u16     | mag filter | filter for magnification: 0 any, 1 nearest, 2 linear |
//!
//! A shader samples the texture at the coordinates u', v'. It calculates u', v' from the mesh's texture coordinates u,
//! v, as in glTF's `KHR_texture_transform`. With the sine s and the cosine c of the rotation, the formulas are:
//!
//! - `u' = c * u * scale_u + s * v * scale_v + offset_u`
//! - `v' = c * v * scale_v - s * u * scale_u + offset_v`
//!
//! ### Model: extension record
//!
//! | offset | type | field      | value                                                            |
//! |-------:|------|------------|------------------------------------------------------------------|
//! |      0 | span | name       | the extension's name, in `TEXT`; not empty                       |
//! |      8 | span | parameters | the extension's parameters, in `EPAR`; none has kind 0 (texture) |
//! |     16 | span | textures   | the extension's textures, in `EXTX`                              |
//!
//! ### Model: extension texture
//!
//! | offset | type             | field     | value                                                          |
//! |-------:|------------------|-----------|----------------------------------------------------------------|
//! |      0 | span             | name      | the name of the texture in the extension, in `TEXT`; not empty |
//! |      8 | span             | asset     | the texture's asset name, in `TEXT`; not empty                 |
//! |     16 | u32              | missing   | 1 if the project did not have the texture, else 0              |
//! |     20 | placement record | placement | how the texture is placed on the mesh                          |
//!
//! ### Model: target record
//!
//! | offset | type | field  | value                                                                                  |
//! |-------:|------|--------|----------------------------------------------------------------------------------------|
//! |      0 | span | name   | the morph target's name, in `TEXT`; no two targets of a mesh have the same name        |
//! |      8 | f32  | weight | the default weight of the target; finite                                               |
//! |     12 | span | shapes | the shapes of the target, in `MSHP`; at least one, in ascending order of their weights |
//!
//! ### Model: shape record
//!
//! | offset | type | field    | value                                                                                    |
//! |-------:|------|----------|------------------------------------------------------------------------------------------|
//! |      0 | f32  | weight   | the weight of the target at which only this shape is added; finite, not 0                |
//! |      4 | span | changes  | the vertices that the shape changes, in `MVTX`, and their changes of position, in `MPOS` |
//! |     12 | span | normals  | changes of normals, in `MNRM`: none, or one per changed vertex                           |
//! |     20 | span | tangents | changes of tangents (x, y, z), in `MTAN`: none, or one per changed vertex                |
//!
//! ### Model: camera record
//!
//! A camera looks along the -z axis of its own space, and the y axis points up.
//!
//! | offset | type     | field      | value |
//! |-------:|----------|------------|------------|
//! |      0 | span     | name       | the camera's name, in `TEXT` |
//! |      8 | i32      | bone       | index of the bone that carries the camera; -1 if no bone carries the camera |
//! |     12 | 16 x f32 | local      | matrix from the camera's space to the bone's space, or to model space if there is no bone; the scale is ignored |
//! |     76 | u32      | projection | 0 perspective, 1 orthographic |
//! |     80 | f32      | x          | perspective: vertical field of view in radians, above 0, below pi; orthographic: half the width of the view, not 0 |
//! |     84 | f32      | y          | perspective: width / height of the view, or 0 to use the window's ratio; orthographic: half the height of the view, not 0 |
//! |     88 | f32      | near       | distance of the near plane; perspective: above 0; orthographic: at least 0 |
//! |     92 | f32      | far        | distance of the far plane, above near; infinite if there is no far plane |
//!
//! ### Model: light record
//!
//! A light shines along the -z axis of its own space.
//!
//! | offset | type     | field     | value |
//! |-------:|----------|-----------|------------|
//! |      0 | span     | name      | the light's name, in `TEXT` |
//! |      8 | i32      | bone      | index of the bone that carries the light; -1 if no bone carries the light |
//! |     12 | 16 x f32 | local     | matrix from the light's space to the bone's space, or to model space if there is no bone; the scale is ignored |
//! |     76 | u16      | kind      | 0 directional, 1 point, 2 spot, 3 area, 4 volume |
//! |     78 | u16      | unit      | unit of the intensity: 0 factor without a unit, 1 candela, 2 lux |
//! |     80 | 3 x f32  | colour    | r, g, b, linear; finite, >= 0 |
//! |     92 | f32      | intensity | finite, >= 0 |
//! |     96 | f32      | range     | distance at which the light ends, above 0; infinite if the light has no limit |
//! |    100 | 2 x f32  | cone      | spotlight: its inner angle and outer angle from the axis, in radians, 0 to pi; other lights: 0 and 0 |
//!
//! ### Model: group record
//!
//! | offset | type | field   | value                                                                                   |
//! |-------:|------|---------|-----------------------------------------------------------------------------------------|
//! |      0 | span | name    | the group's name, in `TEXT`                                                             |
//! |      8 | u32  | measure | unit of the thresholds: 0 unknown, 1 camera distance, 2 fraction of the screen's height |
//! |     12 | span | levels  | the levels of detail in the group, in `LODL`; at least one                              |
//!
//! ### Model: level record
//!
//! | offset | type | field     | value                                                                                       |
//! |-------:|------|-----------|---------------------------------------------------------------------------------------------|
//! |      0 | f32  | threshold | the smallest camera distance or fraction of the screen's height at which the level is drawn |
//! |      4 | span | meshes    | the meshes of the level, in `LODM`                                                          |
//!
//! - If the group's measure is 1, the threshold is the smallest camera distance at which the level is drawn. With measure
//!   1, the thresholds of a group are in ascending order.
//! - If the group's measure is 2, the threshold is the smallest fraction of the screen's height at which the level is
//!   drawn. With measure 2, the thresholds of a group are in descending order.
//! - If the group's measure is 0, all thresholds are 0.
//!
//! ### Model: owner record
//!
//! | offset | type | field | value                                                                                      |
//! |-------:|------|-------|--------------------------------------------------------------------------------------------|
//! |      0 | u32  | kind  | kind of the object that owns the properties: 0 bone, 1 mesh, 2 material, 3 camera, 4 light |
//! |      4 | u32  | index | index of the object among the objects of its kind                                          |
//!
//! ### Model: vertex record
//!
//! | offset | type | field         | value                                                                           |
//! |-------:|------|---------------|---------------------------------------------------------------------------------|
//! |      0 | u32  | method        | skinning method: 0 linear, 1 dual quaternions, 2 blended                        |
//! |      4 | span | blend weights | for method 2: one weight per vertex, 0 to 1, in `BLWT`; for other methods: none |
//! |     12 | span | attributes    | the custom attributes, in `ATTR`: at most 16, each with a different name        |
//! |     20 | span | positions     | one position per vertex, in `PO16`; none if the positions are stored as floats  |
//! |     28 | span | normals       | normals as codes, in `NO16`: none, or one per vertex                            |
//! |     36 | span | tangents      | tangents as codes, in `TA16`: none, or one per vertex                           |
//!
//! ### Model: attribute record
//!
//! | offset | type | field  | value                                                            |
//! |-------:|------|--------|------------------------------------------------------------------|
//! |      0 | span | name   | the attribute's name, in `TEXT`; not empty                       |
//! |      8 | u32  | width  | number of values per vertex: 1 to 4                              |
//! |     12 | span | values | the values of the attribute, in `ANUM`, vertex by vertex; finite |
//!
//! ### Model: positions as codes
//!
//! A mesh stores its positions either as floats or as codes. The normals and tangents of a mesh are either all floats or
//! all codes. Codes are 16-bit numbers, so they take less memory than floats.
//!
//! A position has four codes. The first three codes are for x, y and z, and the fourth code is always 65,535. To decode a
//! coordinate, calculate `smallest + side * code / 65,535`. In this formula, `smallest` is the smallest x, y or z of the
//! mesh's bounding box, and `side` is the box's longest side.
//!
//! ### Model: normals and tangents as codes
//!
//! A normal or tangent is a direction, stored as two codes, each from -32,767 to 32,767. The two codes represent a
//! point on an octahedron, as in the paper "A Survey of Efficient Representations for Independent Unit Vectors" by
//! Cigolle et al. (2014). To decode a direction:
//!
//! 1. Divide the first code by 32,767 to get x. Divide the second code by 32,767 to get y.
//! 2. Calculate `z = 1 - |x| - |y|`.
//! 3. If z is below 0, calculate new values for x and y from the old values of both: the new x is
//!    `(1 - |y|) * sign(x)`, and the new y is `(1 - |x|) * sign(y)`. Here, `sign(0)` is 1.
//! 4. Scale the vector x, y, z to unit length.
//!
//! The second code of a tangent is positive if w is 1, and negative if w is -1. For a tangent, step 1 uses a different
//! formula for y: `(|code| - 16,384) / 16,383`, where `code` is the second code.
//!
//! ### Model: skinning
//!
//! Skinning transforms each vertex with a matrix. The skinning method of the mesh says how to calculate the matrix:
//!
//! - **Linear:** the matrix is the weighted sum of the joints' matrices.
//! - **Dual quaternions:** the matrix is a scale, followed by a rotation and a translation. The scale is the weighted
//!   sum of the joints' scales. The rotation and translation are the weighted sum of the joints' dual quaternions,
//!   normalized. Before adding them up, compare each joint's rotation quaternion with that of the vertex's first
//!   joint: if their dot product is negative, negate the joint's dual quaternion. Ignore joints of weight 0.
//! - **Blended:** with the blend weight w of the vertex, the matrix is `(1 - w) * linear + w * dual`. In this formula,
//!   `linear` and `dual` are the matrices of the other two methods.
//!
//! ### Model: morph targets
//!
//! Morph targets add their shapes to the vertices before skinning. If the weight of a target is between the weights of
//! two shapes, interpolate linearly between them. The unchanged mesh counts as a shape of weight 0. If the weight of a
//! target is outside the range of its shapes' weights, extrapolate from the two nearest shapes.
//!
//! Bounding spheres and boxes ignore morph targets, so a morphed vertex may lie outside its mesh's box.
//!
//! ### Model: rules
//!
//! - No two bones have the same name.
//! - If a mesh has no skin, its vertices are in the space of the bone that carries the mesh.
//! - If a mesh has a skin, the inverse bind matrices transform its vertices to the spaces of the bones.
//! - Triangles are counter-clockwise when seen from outside.
//! - The texture coordinate v increases downwards.
//! - A joint is an index into the bones of the mesh's skin.
//! - A mesh with a skin has joints. A mesh without a skin has no joints, and its skinning method is 0 (linear).
//! - The weight of a joint is at least 0. The weights of a vertex add up to 1, with a tolerance of 0.001.
//! - A vector of unit length has a length of 1, with a tolerance of 0.001.
//! - Together, the parts of a mesh cover all vertex indices of the mesh.
//! - All numbers in a model are finite, except that the far plane of a camera and the range of a light may be
//!   infinite.

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

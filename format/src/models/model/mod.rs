//! A model consists of bones, meshes that are attached to the bones, and materials.
//!
//! A matrix consists of 16 f32 numbers, stored row by row. The last row of a matrix begins with the translation. To
//! transform a vector, write it as a row and calculate vector x matrix. In all matrices except effect and extension
//! parameters, the last column is 0, 0, 0, 1.
//!
//! A model file has these sections, in this order:
//!
//! | id     | element type                | contents |
//! |--------|-----------------------------|------------|
//! | `MODL` | model header, 40 bytes      | the model header |
//! | `BONE` | bone record, 76 bytes       | one record per bone, at most 65,535; parents come before their children |
//! | `BYNM` | u32                         | the bone indices, sorted by bone name |
//! | `MESH` | mesh record, 132 bytes      | one record per mesh |
//! | `PART` | part record, 12 bytes       | the parts of each mesh; a part consists of triangles with the same material |
//! | `SKNB` | u32                         | the indices of the bones in each mesh's skin |
//! | `SKNM` | 16 x f32                    | the inverse bind matrix of each bone in `SKNB` |
//! | `MTRL` | material record, 60 bytes   | one record per material |
//! | `TXTR` | texture record, 12 bytes    | the textures of each material |
//! | `TEXT` | u8                          | all names and other strings, in the order listed below |
//! | `POSN` | 3 x f32                     | the vertex positions of each mesh |
//! | `NORM` | 3 x f32                     | the vertex normals of each mesh |
//! | `TANG` | 4 x f32                     | the vertex tangents of each mesh |
//! | `COLR` | 4 x f32                     | the colour sets of each mesh; a set has one colour per vertex |
//! | `TEXC` | 2 x f32                     | the texture coordinate sets of each mesh; a set has one pair u, v per vertex |
//! | `JNTS` | 4 x u16                     | the joint sets of each mesh; a set has four joints per vertex |
//! | `WGHT` | 4 x f32                     | the weights of the joints in `JNTS` |
//! | `IX16` | u16                         | the vertex indices of each mesh that has at most 65,535 vertices |
//! | `IX32` | u32                         | the vertex indices of each mesh that has more than 65,535 vertices |
//! | `MORE` | span                        | one span per mesh: its vertex bitangents, in `BTAN` |
//! | `BTAN` | 3 x f32                     | the vertex bitangents of each mesh that has them |
//! | `EFCT` | effect record, 16 bytes     | one record per material |
//! | `EPAR` | parameter record, 28 bytes  | the parameters of each material's effect, then the parameters of each extension |
//! | `EVAL` | u32                         | the numbers of each parameter; a float is stored as its bits |
//! | `TAGD` | u8                          | a complete data file (content type 9) with the data that is attached to the model, which XNA calls its `Tag`; may be empty |
//! | `SURF` | surface record, 40 bytes    | one record per material |
//! | `TXPL` | placement record, 32 bytes  | one record per texture in `TXTR` |
//! | `MEXT` | extension record, 24 bytes  | the extensions of each material |
//! | `EXTX` | extension texture, 52 bytes | the textures of each extension |
//! | `MRPH` | span                        | one span per mesh: its morph targets, in `MTGT` |
//! | `MTGT` | target record, 20 bytes     | the morph targets of each mesh |
//! | `MSHP` | shape record, 28 bytes      | the shapes of each morph target |
//! | `MVTX` | u32                         | for each shape, the indices of the vertices that it changes, in ascending order |
//! | `MPOS` | 3 x f32                     | the position change of each vertex in `MVTX` |
//! | `MNRM` | 3 x f32                     | for each shape that changes normals, the normal changes of its vertices |
//! | `MTAN` | 3 x f32                     | for each shape that changes tangents, the tangent changes of its vertices |
//! | `CMRA` | camera record, 96 bytes     | one record per camera |
//! | `LGHT` | light record, 108 bytes     | one record per light |
//! | `LODG` | group record, 20 bytes      | one record per level-of-detail (LOD) group |
//! | `LODL` | level record, 12 bytes      | the levels of each LOD group, from the finest to the coarsest |
//! | `LODM` | u32                         | the indices of the meshes in each level of detail; no mesh is in more than one level |
//! | `PROW` | owner record, 8 bytes       | one record per object that has properties, sorted by the object's kind, then by its index |
//! | `PROP` | u8                          | a complete data file (content type 9): a list with one record of properties for each object in `PROW`; empty if no object has properties |
//! | `VERT` | vertex record, 44 bytes     | one record per mesh (not per vertex) |
//! | `BLWT` | f32                         | the vertex blend weights of each mesh |
//! | `ATTR` | attribute record, 20 bytes  | the custom vertex attributes of each mesh |
//! | `ANUM` | f32                         | the values of each custom attribute |
//! | `PO16` | 4 x u16                     | the vertex positions of each mesh, as codes |
//! | `NO16` | 2 x i16                     | the vertex normals of each mesh, as codes |
//! | `TA16` | 2 x i16                     | the vertex tangents of each mesh, as codes |
//!
//! A version 1 model file ends with the section `IX32`, and a version 2 model file ends with `TAGD`. If an old model
//! file lacks a section, Rigmill treats it as empty.
//!
//! In model files of versions 1 and 2, materials have no surface records. A material without a surface record uses
//! Phong shading, is one-sided, and is blended only if it has an opacity texture or an opacity below 1.
//!
//! ### Model: order of the strings in `TEXT`
//!
//! 1. all bone names, then all mesh names, then all material names
//! 2. the asset names of all textures, then the asset names of all effects
//! 3. the name and the text of each effect parameter
//! 4. all extension names
//! 5. the name and the text of each extension parameter
//! 6. the name and the asset name of each extension texture
//! 7. all morph target names
//! 8. all camera names, then all light names
//! 9. all LOD group names
//! 10. all custom attribute names
//!
//! ### Model: header
//!
//! The bounding sphere and the bounding box are in model space, and enclose all meshes in the bind pose.
//!
//! | offset | type    | field  | value                                                                             |
//! |-------:|---------|--------|-----------------------------------------------------------------------------------|
//! |      0 | 4 x f32 | sphere | the sphere's center x, y, z, then its radius; finite, with a radius of at least 0 |
//! |     16 | 6 x f32 | box    | the box's smallest x, y, z, then its largest x, y, z; finite                      |
//!
//! ### Model: bone record
//!
//! | offset | type     | field  | value                                                  |
//! |-------:|----------|--------|--------------------------------------------------------|
//! |      0 | span     | name   | the bone's name, in `TEXT`                             |
//! |      8 | i32      | parent | the index of the bone's parent, or -1 for a root bone  |
//! |     12 | 16 x f32 | local  | the matrix from the bone's space to its parent's space |
//!
//! ### Model: mesh record
//!
//! | offset | type    | field      | value                                                                              |
//! |-------:|---------|------------|------------------------------------------------------------------------------------|
//! |      0 | span    | name       | the mesh's name, in `TEXT`                                                         |
//! |      8 | u32     | bone       | the index of the bone to which the mesh is attached                                |
//! |     12 | span    | positions  | the position of each vertex, in `POSN`; empty if positions are stored as codes     |
//! |     20 | span    | normals    | the normal of each vertex, in `NORM`; may be empty                                 |
//! |     28 | span    | tangents   | the tangent x, y, z, w of each vertex, in `TANG`, where w is 1 or -1; may be empty |
//! |     36 | span    | colours    | 0 to 8 colours per vertex, in `COLR`; in versions 1 and 2, at most 1               |
//! |     44 | span    | uvs        | 0 to 8 pairs of texture coordinates per vertex, in `TEXC`                          |
//! |     52 | span    | joints     | 0 to 2 sets of four joints per vertex, in `JNTS` and `WGHT`                        |
//! |     60 | span    | indices 16 | three vertex indices per triangle, in `IX16`                                       |
//! |     68 | span    | indices 32 | three vertex indices per triangle, in `IX32`                                       |
//! |     76 | span    | parts      | the parts of the mesh, in `PART`                                                   |
//! |     84 | span    | skin       | the bones of the mesh's skin, in `SKNB` and `SKNM`                                 |
//! |     92 | 4 x f32 | sphere     | a sphere around all vertices: the center x, y, z, then the radius                  |
//! |    108 | 6 x f32 | box        | a box around all vertices: the smallest x, y, z, then the largest x, y, z          |
//!
//! ### Model: part record
//!
//! | offset | type | field       | value |
//! |-------:|------|-------------|------------|
//! |      0 | i32  | material    | the index of the part's material, or -1 if it has no material |
//! |      4 | u32  | first index | the position of the part's first index in the mesh's vertex indices; each part begins where the previous one ends |
//! |      8 | u32  | index count | the number of vertex indices in the part: three per triangle, at least 3 |
//!
//! ### Model: material record
//!
//! | offset | type    | field     | value                                                         |
//! |-------:|---------|-----------|---------------------------------------------------------------|
//! |      0 | span    | name      | the material's name, in `TEXT`                                |
//! |      8 | 3 x f32 | diffuse   | the diffuse colour as linear r, g, b; finite                  |
//! |     20 | 3 x f32 | specular  | the specular colour as linear r, g, b; finite                 |
//! |     32 | f32     | shininess | the exponent of the specular highlight; finite and at least 0 |
//! |     36 | 3 x f32 | emissive  | the emitted light as linear r, g, b; finite                   |
//! |     48 | f32     | opacity   | from 0 (invisible) to 1 (opaque)                              |
//! |     52 | span    | textures  | the material's textures, in `TXTR`                            |
//!
//! ### Model: texture record
//!
//! The textures of a material are sorted by use, and no two have the same use.
//!
//! | offset | type | field   | value |
//! |-------:|------|---------|------------|
//! |      0 | u16  | use     | what the texture is used for: 0 diffuse, 1 normal, 2 specular, 3 emissive, 4 opacity, 5 roughness, 6 metalness, 7 occlusion |
//! |      2 | u16  | missing | 1 if the texture is missing from the project, otherwise 0; since version 2 |
//! |      4 | span | asset   | the texture's asset name, in `TEXT`; not empty |
//!
//! ### Model: effect record
//!
//! | offset | type | field      | value                                                                   |
//! |-------:|------|------------|-------------------------------------------------------------------------|
//! |      0 | span | asset      | the effect's asset name, in `TEXT`; empty if the material has no effect |
//! |      8 | span | parameters | the effect's parameters, in `EPAR`; empty if the material has no effect |
//!
//! ### Model: parameter record
//!
//! | offset | type | field | value |
//! |-------:|------|-------|------------|
//! |      0 | span | name  | the parameter's name, in `TEXT` |
//! |      8 | u32  | kind  | the number of the parameter's kind, from the table below |
//! |     12 | span | text  | the value of a text parameter, or the asset name of a texture, in `TEXT`; empty for other kinds |
//! |     20 | span | words | the parameter's numbers, in `EVAL` |
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
//! | offset | type | field              | value                                                                    |
//! |-------:|------|--------------------|--------------------------------------------------------------------------|
//! |      0 | u16  | shading            | the lighting model: 0 Phong, 1 metallic-roughness, 2 unlit               |
//! |      2 | u16  | alpha mode         | how opacity is used: 0 opaque, 1 mask, 2 blend                           |
//! |      4 | u32  | double-sided       | 1 if the surface is visible from both sides, otherwise 0                 |
//! |      8 | f32  | alpha cutoff       | in alpha mode 1, the lowest opacity that is drawn; finite and at least 0 |
//! |     12 | f32  | metallic           | from 0 (not a metal) to 1 (metal)                                        |
//! |     16 | f32  | roughness          | from 0 (smooth) to 1 (rough)                                             |
//! |     20 | f32  | normal scale       | the factor for x and y of the normal texture; finite                     |
//! |     24 | f32  | occlusion strength | the strength of the occlusion texture, from 0 to 1                       |
//! |     28 | f32  | emissive strength  | the factor for the emitted light; finite and at least 0                  |
//! |     32 | span | extensions         | the material's extensions, in `MEXT`                                     |
//!
//! ### Model: placement record
//!
//! | offset | type    | field      | value |
//! |-------:|---------|------------|------------|
//! |      0 | u32     | uv set     | the index of a texture coordinate set; if the mesh lacks this set, the texture is not used |
//! |      4 | 2 x f32 | offset     | the offsets of u and v; finite |
//! |     12 | f32     | rotation   | the rotation angle in radians; finite |
//! |     16 | 2 x f32 | scale      | the scale factors of u and v; finite |
//! |     24 | 2 x u16 | wrap       | the wrap modes along u and v: 0 repeat, 1 clamp, 2 mirror |
//! |     28 | u16     | min filter | the minification filter: 0 any, 1 nearest, 2 linear, 3 nearest-mip-nearest, 4 linear-mip-nearest, 5 nearest-mip-linear, 6 linear-mip-linear |
//! |     30 | u16     | mag filter | the magnification filter: 0 any, 1 nearest, 2 linear |
//!
//! A placement converts the mesh's texture coordinates u, v to the coordinates u', v', at which the texture is sampled.
//! Placements work like glTF's `KHR_texture_transform`. In the following formulas, s and c are the sine and cosine of
//! the rotation:
//!
//! - `u' = c * u * scale_u + s * v * scale_v + offset_u`
//! - `v' = c * v * scale_v - s * u * scale_u + offset_v`
//!
//! ### Model: extension record
//!
//! | offset | type | field      | value                                                                  |
//! |-------:|------|------------|------------------------------------------------------------------------|
//! |      0 | span | name       | the extension's name, in `TEXT`; not empty                             |
//! |      8 | span | parameters | the extension's parameters, in `EPAR`; kind 0 (texture) is not allowed |
//! |     16 | span | textures   | the extension's textures, in `EXTX`                                    |
//!
//! ### Model: extension texture
//!
//! | offset | type             | field     | value                                                         |
//! |-------:|------------------|-----------|---------------------------------------------------------------|
//! |      0 | span             | name      | the texture's name within the extension, in `TEXT`; not empty |
//! |      8 | span             | asset     | the texture's asset name, in `TEXT`; not empty                |
//! |     16 | u32              | missing   | 1 if the texture is missing from the project, otherwise 0     |
//! |     20 | placement record | placement | how the texture is placed on the mesh                         |
//!
//! ### Model: target record
//!
//! | offset | type | field  | value                                                                      |
//! |-------:|------|--------|----------------------------------------------------------------------------|
//! |      0 | span | name   | the morph target's name, in `TEXT`; unique within the mesh                 |
//! |      8 | f32  | weight | the target's default weight; finite                                        |
//! |     12 | span | shapes | the target's shapes, in `MSHP`: at least one, in ascending order of weight |
//!
//! ### Model: shape record
//!
//! | offset | type | field    | value                                                                                 |
//! |-------:|------|----------|---------------------------------------------------------------------------------------|
//! |      0 | f32  | weight   | the target weight at which only this shape is added; finite and not 0                 |
//! |      4 | span | changes  | the vertices that the shape changes, in `MVTX`, and their position changes, in `MPOS` |
//! |     12 | span | normals  | the normal change of each changed vertex, in `MNRM`; may be empty                     |
//! |     20 | span | tangents | the tangent change x, y, z of each changed vertex, in `MTAN`; may be empty            |
//!
//! ### Model: camera record
//!
//! A camera looks along the -z axis of its own space, and its y axis points up.
//!
//! | offset | type     | field      | value |
//! |-------:|----------|------------|------------|
//! |      0 | span     | name       | the camera's name, in `TEXT` |
//! |      8 | i32      | bone       | the index of the bone to which the camera is attached; -1 if there is none |
//! |     12 | 16 x f32 | local      | the matrix from the camera's space to the bone's space, or to model space if there is no bone; its scale is ignored |
//! |     76 | u32      | projection | 0 perspective, 1 orthographic |
//! |     80 | f32      | x          | perspective: the vertical field of view in radians, above 0 and below pi; orthographic: half the width of the view, not 0 |
//! |     84 | f32      | y          | perspective: the aspect ratio (width / height), or 0 to use the window's aspect ratio; orthographic: half the height of the view, not 0 |
//! |     88 | f32      | near       | the distance to the near plane; perspective: above 0; orthographic: at least 0 |
//! |     92 | f32      | far        | the distance to the far plane: greater than near, or infinite if there is no far plane |
//!
//! ### Model: light record
//!
//! A light shines along the -z axis of its own space.
//!
//! | offset | type     | field     | value |
//! |-------:|----------|-----------|------------|
//! |      0 | span     | name      | the light's name, in `TEXT` |
//! |      8 | i32      | bone      | the index of the bone to which the light is attached; -1 if there is none |
//! |     12 | 16 x f32 | local     | the matrix from the light's space to the bone's space, or to model space if there is no bone; its scale is ignored |
//! |     76 | u16      | kind      | the kind of light: 0 directional, 1 point, 2 spot, 3 area, 4 volume |
//! |     78 | u16      | unit      | the unit of the intensity: 0 none, 1 candela, 2 lux |
//! |     80 | 3 x f32  | colour    | the colour as linear r, g, b; finite and at least 0 |
//! |     92 | f32      | intensity | the light's intensity; finite and at least 0 |
//! |     96 | f32      | range     | the distance that the light reaches: above 0, or infinite if there is no limit |
//! |    100 | 2 x f32  | cone      | for a spotlight, the angles between its axis and its inner and outer cones, in radians, from 0 to pi; for other lights, two zeros |
//!
//! ### Model: group record
//!
//! An LOD group contains levels of detail. Only one level of a group is drawn at a time.
//!
//! | offset | type | field   | value |
//! |-------:|------|---------|------------|
//! |      0 | span | name    | the group's name, in `TEXT` |
//! |      8 | u32  | measure | what the thresholds measure: 0 unknown, 1 camera distance, 2 fraction of the screen height |
//! |     12 | span | levels  | the group's levels of detail, in `LODL`; at least one |
//!
//! ### Model: level record
//!
//! | offset | type | field     | value |
//! |-------:|------|-----------|------------|
//! |      0 | f32  | threshold | the smallest camera distance or fraction of the screen height at which the level is drawn |
//! |      4 | span | meshes    | the meshes of the level, in `LODM` |
//!
//! - If the measure of an LOD group is 0 (unknown), all its thresholds are 0.
//! - If the measure of an LOD group is 1 (camera distance), its thresholds are in ascending order.
//! - If the measure of an LOD group is 2 (fraction of the screen height), its thresholds are in descending order.
//!
//! ### Model: owner record
//!
//! | offset | type | field | value                                                                                     |
//! |-------:|------|-------|-------------------------------------------------------------------------------------------|
//! |      0 | u32  | kind  | the kind of object that has the properties: 0 bone, 1 mesh, 2 material, 3 camera, 4 light |
//! |      4 | u32  | index | the object's index among all objects of this kind                                         |
//!
//! ### Model: vertex record
//!
//! | offset | type | field         | value |
//! |-------:|------|---------------|------------|
//! |      0 | u32  | method        | the skinning method: 0 linear, 1 dual quaternions, 2 blended |
//! |      4 | span | blend weights | the blend weight of each vertex, from 0 to 1, in `BLWT`; empty unless the method is 2 |
//! |     12 | span | attributes    | the mesh's custom attributes, in `ATTR`: at most 16, with different names |
//! |     20 | span | positions     | the position of each vertex as codes, in `PO16`; empty if positions are stored as floats |
//! |     28 | span | normals       | the normal of each vertex as codes, in `NO16`; may be empty |
//! |     36 | span | tangents      | the tangent of each vertex as codes, in `TA16`; may be empty |
//!
//! ### Model: attribute record
//!
//! | offset | type | field  | value                                                       |
//! |-------:|------|--------|-------------------------------------------------------------|
//! |      0 | span | name   | the attribute's name, in `TEXT`; not empty                  |
//! |      8 | u32  | width  | the number of values per vertex, from 1 to 4                |
//! |     12 | span | values | the attribute's values, in `ANUM`, vertex by vertex; finite |
//!
//! ### Model: positions as codes
//!
//! A code is a 16-bit integer that represents a number in less memory than a float. Each mesh stores its positions
//! either as floats or as codes. The normals and tangents of a mesh are either all floats or all codes.
//!
//! A position has four codes: one each for x, y and z, and a fourth that is always 65,535. To decode a coordinate,
//! calculate `smallest + side * code / 65,535`. In this formula, `smallest` is the smallest x, y or z of the mesh's
//! bounding box, and `side` is the length of the box's longest side.
//!
//! ### Model: normals and tangents as codes
//!
//! The direction of a normal or tangent is stored as two codes from -32,767 to 32,767. The two codes represent a point
//! on an octahedron, as in the paper "A Survey of Efficient Representations for Independent Unit Vectors" by Cigolle et
//! al. (2014). To decode a direction:
//!
//! 1. Divide the first code by 32,767 to get x, and the second code by 32,767 to get y.
//! 2. Calculate `z = 1 - |x| - |y|`.
//! 3. If z is below 0, replace x by `(1 - |y|) * sign(x)` and y by `(1 - |x|) * sign(y)`. Both formulas use the old x
//!    and y, and `sign(0)` is 1.
//! 4. Scale the vector x, y, z to unit length.
//!
//! The second code of a tangent also stores w: the code is positive if w is 1, and negative if w is -1. In step 1,
//! calculate the y of a tangent as `(|code| - 16,384) / 16,383`, where `code` is the second code.
//!
//! ### Model: skinning
//!
//! Skinning transforms each vertex with a matrix, which depends on the mesh's skinning method:
//!
//! - **Linear:** the matrix is the weighted sum of the joints' matrices.
//! - **Dual quaternions:** the matrix is a scale, followed by a rotation and a translation. The scale is the weighted
//!   sum of the joints' scales. The rotation and translation come from the weighted sum of the joints' dual
//!   quaternions, which is then normalized. The sum ignores joints with a weight of 0. If the dot product of a joint's
//!   rotation and the first joint's rotation is negative, the joint's dual quaternion is negated before it is added.
//! - **Blended:** the matrix is `(1 - w) * linear + w * dual`, where w is the blend weight of the vertex, and `linear`
//!   and `dual` are the matrices of the other two methods.
//!
//! ### Model: morph targets
//!
//! Before skinning, each morph target adds its shapes to the vertices. If the target's weight is between the weights of
//! two shapes, interpolate linearly between them. If the target's weight is outside the range of its shapes' weights,
//! extrapolate from the two nearest shapes. The unchanged mesh counts as a shape of weight 0.
//!
//! Bounding spheres and boxes ignore morph targets, so morphed vertices may lie outside.
//!
//! ### Model: rules
//!
//! - No two bones have the same name.
//! - If a mesh has no skin, its vertices are in the space of the bone to which it is attached.
//! - If a mesh has a skin, the inverse bind matrix of a bone transforms vertices from the mesh's space to the bone's
//!   space.
//! - Triangles are counter-clockwise when seen from outside.
//! - The texture coordinate v increases downwards.
//! - A joint is an index into the bones of the mesh's skin.
//! - A mesh with a skin has joints. A mesh without a skin has no joints, and its skinning method is 0 (linear).
//! - Joint weights are not negative. The joint weights of a vertex add up to 1, with a tolerance of 0.001.
//! - Normals, tangents (x, y, z) and bitangents have a length of 1, with a tolerance of 0.001.
//! - A mesh with bitangents also has tangents.
//! - The parts of a mesh cover all its vertex indices.
//! - A camera's far plane and a light's range may be infinite. All other numbers in a model are finite.

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
mod vertex_rules;
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

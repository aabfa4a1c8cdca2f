//! [`Model`] and its parts, as a processor makes them.

use super::effect::MaterialEffect;
use super::morph::MorphTarget;
use super::octahedral;
use super::{
    AlphaMode, LevelGroup, MaterialExtension, ModelCamera, ModelLight, ModelProperties, NormalFormat, PositionFormat,
    PositionGrid, Shading, SkinningMethod, TexturePlacement, TextureUse, VertexAttribute,
};
use crate::{BoundingBox, BoundingSphere, Data};

/// The most sets of colours of a mesh.
pub const MAX_COLOR_SETS: usize = 8;

/// The most sets of texture coordinates of a mesh.
pub const MAX_UV_SETS: usize = 8;

/// The most sets of four influences of a mesh.
pub const MAX_JOINT_SETS: usize = 2;

/// Meshes on the bones of a hierarchy.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Model {
    /// Parents before their children; no two of one name.
    pub bones: Vec<ModelBone>,
    /// The meshes; several may be attached to one bone, and names may repeat.
    pub meshes: Vec<ModelMesh>,
    /// The materials that parts of meshes refer to; names may repeat.
    pub materials: Vec<ModelMaterial>,
    /// A sphere around all meshes at bind, in the model's space.
    pub sphere: BoundingSphere,
    /// A box around all meshes at bind, in the model's space.
    pub bounding_box: BoundingBox,
    /// Game data that the source's pipeline stored in the model.
    pub tag: Option<Data>,
    /// The cameras; names may repeat.
    pub cameras: Vec<ModelCamera>,
    /// The lights; names may repeat.
    pub lights: Vec<ModelLight>,
    /// Levels of detail. Meshes in none of them are always drawn.
    pub level_groups: Vec<LevelGroup>,
    /// Named values of its parts, in the order of their owners, each of which has one entry.
    pub properties: Vec<ModelProperties>,
}

/// A bone of a model.
///
/// It has a matrix, since a node of a scene may shear; a [`Bone`](crate::Bone) of a skeleton has a transform to animate.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelBone {
    /// Its name, exactly as in the source.
    pub name: String,
    /// Its parent bone; none for a root.
    pub parent: Option<u32>,
    /// From its own space to its parent's, at bind: row by row, for row vectors, so the translation is at 12 to 14 and the
    /// last column is 0, 0, 0, 1.
    pub local: [f32; 16],
}

impl Default for ModelBone {
    fn default() -> Self {
        Self { name: String::new(), parent: None, local: IDENTITY }
    }
}

const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// Triangles attached to a bone, or skinned to several.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelMesh {
    /// Its name.
    pub name: String,
    /// The bone to which it is attached. With a skin it does not affect the vertices.
    pub bone: u32,
    /// At least one vertex.
    pub vertices: Vertices,
    /// Three per triangle, at least one triangle, counter-clockwise seen from outside.
    pub indices: Vec<u32>,
    /// The material of each triangle: parts follow each other and cover all indices.
    pub parts: Vec<MeshPart>,
    /// The bones that move its vertices; none for a rigid mesh.
    pub skin: Option<MeshSkin>,
    /// Its morph targets. They change vertices before the skin moves them.
    pub targets: Vec<MorphTarget>,
    /// A sphere around all vertices, in the mesh's space, unchanged by targets.
    pub sphere: BoundingSphere,
    /// A box around all vertices, in the mesh's space, unchanged by targets.
    pub bounding_box: BoundingBox,
}

/// The vertices of a mesh, attribute by attribute. A list that is not empty has an entry for each vertex.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Vertices {
    /// How positions are stored; any but [`PositionFormat::F32`] rounds them.
    pub position_format: PositionFormat,
    /// How normals and tangents are stored; any but [`NormalFormat::F32`] rounds them.
    pub normal_format: NormalFormat,
    /// x, y, z in the mesh's space: its bone's, or at bind its skin's.
    pub positions: Vec<[f32; 3]>,
    /// x, y, z of unit length; may be empty.
    pub normals: Vec<[f32; 3]>,
    /// x, y, z of unit length, and w = 1 or -1: bitangent = w (normal x tangent); may be empty.
    pub tangents: Vec<[f32; 4]>,
    /// x, y, z of unit length: the source's own bitangents, if w (normal x tangent) only approximates them; may be empty. With
    /// tangents only.
    pub bitangents: Vec<[f32; 3]>,
    /// r, g, b, a, linear; may be empty.
    pub colors: Vec<[f32; 4]>,
    /// More sets of colours, with [`colors`](Self::colors) at most [`MAX_COLOR_SETS`]; none without the first.
    pub more_colors: Vec<Vec<[f32; 4]>>,
    /// Sets of texture coordinates u, v, at most [`MAX_UV_SETS`]. v points down: 0, 0 is the first byte
    /// of an image.
    pub uv_sets: Vec<Vec<[f32; 2]>>,
    /// Four influences each, at most [`MAX_JOINT_SETS`]; with a skin only.
    pub joint_sets: Vec<JointSet>,
    /// Attributes that only the game knows, at most [`MAX_ATTRIBUTES`](super::MAX_ATTRIBUTES).
    pub attributes: Vec<VertexAttribute>,
}

impl Vertices {
    /// Rounds positions, within this box, normals and tangents to what their formats store. Encoding does not change them any more then.
    pub fn round(&mut self, bounds: &BoundingBox) {
        if self.position_format == PositionFormat::U16 {
            let grid = PositionGrid::of(bounds);
            self.positions.iter_mut().for_each(|position| *position = grid.decode(grid.encode(*position)));
        }
        if self.normal_format == NormalFormat::Octahedral {
            self.normals.iter_mut().for_each(|it| *it = octahedral::decode_normal(octahedral::encode_normal(*it)));
            self.tangents.iter_mut().for_each(|it| *it = octahedral::decode_tangent(octahedral::encode_tangent(*it)));
        }
    }

    /// The bitangent of a vertex without its own: w (normal x tangent), in single precision.
    #[must_use]
    pub fn bitangent([nx, ny, nz]: [f32; 3], [tx, ty, tz, w]: [f32; 4]) -> [f32; 3] {
        [(ny * tz - nz * ty) * w, (nz * tx - nx * tz) * w, (nx * ty - ny * tx) * w]
    }
}

/// Four influences on each vertex.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointSet {
    /// Entries of [`MeshSkin::bones`]; 0 for no influence.
    pub joints: Vec<[u16; 4]>,
    /// Their weights, at least 0. Those of a vertex, in all sets together, add up to 1 within 0.001.
    pub weights: Vec<[f32; 4]>,
}

/// The triangles of a mesh that have one material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshPart {
    /// An entry of [`Model::materials`]; none if the source has none.
    pub material: Option<u32>,
    /// Its first index: the end of the part before it.
    pub first_index: u32,
    /// The number of indices: three per triangle, at least one triangle.
    pub index_count: u32,
}

/// The bones that move a mesh. Linearly, a vertex' position is the sum of weight x position x inverse bind x bone's absolute matrix.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshSkin {
    /// Bones of the model, at least one.
    pub bones: Vec<u32>,
    /// For each of them, from the mesh's space at bind to the bone's: row by row, for row vectors, affine.
    pub inverse_binds: Vec<[f32; 16]>,
    /// How they move it.
    pub method: SkinningMethod,
    /// For each vertex the part of dual quaternions, 0 to 1, if the method is [`SkinningMethod::Blended`]; else empty.
    pub blend_weights: Vec<f32>,
}

/// The appearance of a surface. All numbers are finite.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelMaterial {
    /// Its name.
    pub name: String,
    /// Diffuse or base colour r, g, b, linear.
    pub diffuse: [f32; 3],
    /// Specular colour r, g, b, linear.
    pub specular: [f32; 3],
    /// Exponent of the specular highlight, at least 0.
    pub shininess: f32,
    /// Emitted light r, g, b, linear.
    pub emissive: [f32; 3],
    /// 1 for opaque, 0 for invisible; the alpha of a base colour. It counts unless the mode is [`AlphaMode::Opaque`].
    pub opacity: f32,
    /// The lighting model that it was made for.
    pub shading: Shading,
    /// 0 for a dielectric to 1 for a metal; the texture's factor. For [`Shading::MetallicRoughness`].
    pub metallic: f32,
    /// 0 for a mirror to 1 for a rough surface; the texture's factor. For [`Shading::MetallicRoughness`].
    pub roughness: f32,
    /// The factor of the x and y of the normal texture.
    pub normal_scale: f32,
    /// How much of the occlusion texture counts, 0 to 1.
    pub occlusion_strength: f32,
    /// A factor of the emitted light, and of its texture; at least 0.
    pub emissive_strength: f32,
    /// How the opacity is used.
    pub alpha_mode: AlphaMode,
    /// The least opacity of a point that is there, for [`AlphaMode::Mask`]; at least 0.
    pub alpha_cutoff: f32,
    /// Whether it is also visible from behind, with reversed normals.
    pub double_sided: bool,
    /// In the order of their uses, each at most once.
    pub textures: Vec<MaterialTexture>,
    /// The game's own effect that draws it, if it has one.
    pub effect: Option<MaterialEffect>,
    /// Its extensions, in the order of the source.
    pub extensions: Vec<MaterialExtension>,
}

impl ModelMaterial {
    /// The extension of this name.
    #[must_use]
    pub fn extension(&self, name: &str) -> Option<&MaterialExtension> {
        self.extensions.iter().find(|extension| extension.name == name)
    }
}

impl Default for ModelMaterial {
    fn default() -> Self {
        Self {
            name: String::new(),
            diffuse: [1.0; 3],
            specular: [0.0; 3],
            shininess: 0.0,
            emissive: [0.0; 3],
            opacity: 1.0,
            shading: Shading::Phong,
            metallic: 1.0,
            roughness: 1.0,
            normal_scale: 1.0,
            occlusion_strength: 1.0,
            emissive_strength: 1.0,
            alpha_mode: AlphaMode::Opaque,
            alpha_cutoff: 0.5,
            double_sided: false,
            textures: Vec::new(),
            effect: None,
            extensions: Vec::new(),
        }
    }
}

/// A texture of a material.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaterialTexture {
    /// Its use.
    pub usage: TextureUse,
    /// Its asset name, as a game loads it; not empty.
    pub asset: String,
    /// Whether the project lacked it when the model was built: the source names it, and the game may have it.
    pub missing: bool,
    /// Where it is, and how it is sampled.
    pub placement: TexturePlacement,
}

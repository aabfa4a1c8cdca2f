//! [`Model`] and its parts as values, which a processor creates.

use super::effect::MaterialEffect;
use super::morph::MorphTarget;
use super::octahedral;
use super::{
    AlphaMode, LevelGroup, MaterialExtension, ModelCamera, ModelLight, ModelProperties, NormalFormat, PositionFormat,
    PositionGrid, Shading, SkinningMethod, TexturePlacement, TextureUse, VertexAttribute,
};
use crate::{BoundingBox, BoundingSphere, Data};

/// The maximum number of colour sets of a mesh.
pub const MAX_COLOR_SETS: usize = 8;

/// The maximum number of texture coordinate sets of a mesh.
pub const MAX_UV_SETS: usize = 8;

/// The maximum number of sets of four influences of a mesh.
pub const MAX_JOINT_SETS: usize = 2;

/// Meshes that are attached to a hierarchy of bones.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Model {
    /// The bones. Parents come before their children. No two bones have the same name.
    pub bones: Vec<ModelBone>,
    /// The meshes. Several may be attached to the same bone, and names may repeat.
    pub meshes: Vec<ModelMesh>,
    /// The materials to which parts of meshes refer. Names may repeat.
    pub materials: Vec<ModelMaterial>,
    /// A bounding sphere of all meshes in the bind pose, in model space.
    pub sphere: BoundingSphere,
    /// A bounding box of all meshes in the bind pose, in model space.
    pub bounding_box: BoundingBox,
    /// Game data that the source's pipeline stored in the model.
    pub tag: Option<Data>,
    /// The cameras. Names may repeat.
    pub cameras: Vec<ModelCamera>,
    /// The lights. Names may repeat.
    pub lights: Vec<ModelLight>,
    /// The groups of levels of detail. Meshes that are in no level are always drawn.
    pub level_groups: Vec<LevelGroup>,
    /// The named values of the model's parts, in the order of their owners. Each owner has one entry.
    pub properties: Vec<ModelProperties>,
}

/// A bone of a model.
///
/// Its pose is a matrix, because a node of a scene may be sheared. In contrast, a [`Bone`](crate::Bone) of a skeleton has a
/// transform that can be animated.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelBone {
    /// The name of the bone, exactly as in the source.
    pub name: String,
    /// The parent bone; `None` for a root.
    pub parent: Option<u32>,
    /// The local matrix in the bind pose, row by row, for row vectors: the translation is at 12 to 14, and the last column is
    /// 0, 0, 0, 1.
    pub local: [f32; 16],
}

impl Default for ModelBone {
    fn default() -> Self {
        Self { name: String::new(), parent: None, local: IDENTITY }
    }
}

const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// Triangles that are attached to one bone, or skinned to several bones.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelMesh {
    /// The name.
    pub name: String,
    /// The bone to which the mesh is attached. If the mesh has a skin, this bone does not affect the vertices.
    pub bone: u32,
    /// The vertices; at least one.
    pub vertices: Vertices,
    /// The indices: three per triangle, at least one triangle. Triangles are counter-clockwise when seen from outside.
    pub indices: Vec<u32>,
    /// The parts, each with one material. They are stored one after another and cover all indices.
    pub parts: Vec<MeshPart>,
    /// The bones that move the vertices; `None` for a rigid mesh.
    pub skin: Option<MeshSkin>,
    /// The morph targets, which change vertices before the skin moves them.
    pub targets: Vec<MorphTarget>,
    /// A bounding sphere of all vertices before morphing, in the mesh's space.
    pub sphere: BoundingSphere,
    /// A bounding box of all vertices before morphing, in the mesh's space.
    pub bounding_box: BoundingBox,
}

/// The vertices of a mesh, attribute by attribute. A list that is not empty has one entry per vertex.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Vertices {
    /// How positions are stored. All formats except [`PositionFormat::F32`] round them.
    pub position_format: PositionFormat,
    /// How normals and tangents are stored. All formats except [`NormalFormat::F32`] round them.
    pub normal_format: NormalFormat,
    /// Positions x, y, z in the mesh's space. This is the space of its bone or, for a skinned mesh, the space of the skin in
    /// the bind pose.
    pub positions: Vec<[f32; 3]>,
    /// Unit normals x, y, z; may be empty.
    pub normals: Vec<[f32; 3]>,
    /// Unit tangents x, y, z, and w = 1 or -1: bitangent = w (normal x tangent). May be empty.
    pub tangents: Vec<[f32; 4]>,
    /// Unit bitangents x, y, z of the source, if w (normal x tangent) only approximates them; may be empty. Only allowed with
    /// tangents.
    pub bitangents: Vec<[f32; 3]>,
    /// Colours r, g, b, a, linear; may be empty.
    pub colors: Vec<[f32; 4]>,
    /// Additional sets of colours. Together with [`colors`](Self::colors), there are at most [`MAX_COLOR_SETS`]. Only allowed
    /// with the first set.
    pub more_colors: Vec<Vec<[f32; 4]>>,
    /// Sets of texture coordinates u, v, at most [`MAX_UV_SETS`]. v points down: 0, 0 is the corner of an image's first byte.
    pub uv_sets: Vec<Vec<[f32; 2]>>,
    /// Sets of four influences per vertex, at most [`MAX_JOINT_SETS`]. Only allowed with a skin.
    pub joint_sets: Vec<JointSet>,
    /// Custom attributes, whose meaning only the game knows, at most [`MAX_ATTRIBUTES`](super::MAX_ATTRIBUTES).
    pub attributes: Vec<VertexAttribute>,
}

impl Vertices {
    /// Rounds positions (within this box), normals and tangents to the values that their formats can store. Encoding then does
    /// not change them any more.
    pub fn round(&mut self, bounds: &BoundingBox) {
        if self.position_format == PositionFormat::U16 {
            let grid = PositionGrid::new(bounds);
            self.positions.iter_mut().for_each(|position| *position = grid.decode(grid.encode(*position)));
        }
        if self.normal_format == NormalFormat::Octahedral {
            self.normals.iter_mut().for_each(|it| *it = octahedral::decode_normal(octahedral::encode_normal(*it)));
            self.tangents.iter_mut().for_each(|it| *it = octahedral::decode_tangent(octahedral::encode_tangent(*it)));
        }
    }

    /// Computes the bitangent of a vertex without an explicit one: w (normal x tangent), in single precision.
    #[must_use]
    pub fn bitangent([nx, ny, nz]: [f32; 3], [tx, ty, tz, w]: [f32; 4]) -> [f32; 3] {
        [(ny * tz - nz * ty) * w, (nz * tx - nx * tz) * w, (nx * ty - ny * tx) * w]
    }
}

/// Four influences on each vertex.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointSet {
    /// Indices in [`MeshSkin::bones`]; 0 for unused influences.
    pub joints: Vec<[u16; 4]>,
    /// The weights of the joints, at least 0. All weights of a vertex, in all sets together, add up to 1 within 0.001.
    pub weights: Vec<[f32; 4]>,
}

/// The triangles of a mesh that have the same material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshPart {
    /// An index in [`Model::materials`]. `None` if the source has no material.
    pub material: Option<u32>,
    /// The first index of the part, which is the end of the previous part.
    pub first_index: u32,
    /// The number of indices: three per triangle, at least one triangle.
    pub index_count: u32,
}

/// The bones that move a mesh. With linear skinning, a vertex's position is the sum of weight x position x inverse bind x
/// model-space matrix of the bone.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshSkin {
    /// Bones of the model; at least one.
    pub bones: Vec<u32>,
    /// For each of these bones, the affine matrix from the mesh's space to the bone's space in the bind pose, row by row, for
    /// row vectors.
    pub inverse_binds: Vec<[f32; 16]>,
    /// How the bones move the mesh.
    pub method: SkinningMethod,
    /// For each vertex, the share of dual quaternion skinning, 0 to 1. Empty unless the method is [`SkinningMethod::Blended`].
    pub blend_weights: Vec<f32>,
}

/// The appearance of a surface. All numbers are finite.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelMaterial {
    /// The name.
    pub name: String,
    /// The diffuse or base colour r, g, b, linear.
    pub diffuse: [f32; 3],
    /// The specular colour r, g, b, linear.
    pub specular: [f32; 3],
    /// The exponent of the specular highlight, at least 0.
    pub shininess: f32,
    /// The emitted light r, g, b, linear.
    pub emissive: [f32; 3],
    /// The opacity, which is the alpha of a base colour: 1 is opaque, 0 is invisible. It is ignored if the mode is
    /// [`AlphaMode::Opaque`].
    pub opacity: f32,
    /// The lighting model that the material was made for.
    pub shading: Shading,
    /// How metallic the surface is: from 0 for a dielectric to 1 for a metal. Also the factor of the texture. For
    /// [`Shading::MetallicRoughness`].
    pub metallic: f32,
    /// How rough the surface is: from 0 for a mirror to 1 for a rough surface. Also the factor of the texture. For
    /// [`Shading::MetallicRoughness`].
    pub roughness: f32,
    /// A factor for x and y of the normal texture.
    pub normal_scale: f32,
    /// The strength of the occlusion texture, 0 to 1.
    pub occlusion_strength: f32,
    /// A factor for the emitted light and its texture; at least 0.
    pub emissive_strength: f32,
    /// How the opacity is used.
    pub alpha_mode: AlphaMode,
    /// The lowest opacity that is drawn, for [`AlphaMode::Mask`]; at least 0.
    pub alpha_cutoff: f32,
    /// Whether the surface is also visible from behind, with reversed normals.
    pub double_sided: bool,
    /// The textures in the order of their uses. Each use occurs at most once.
    pub textures: Vec<MaterialTexture>,
    /// The game's custom effect that draws the material, if there is one.
    pub effect: Option<MaterialEffect>,
    /// The extensions, in the order of the source.
    pub extensions: Vec<MaterialExtension>,
}

impl ModelMaterial {
    /// The extension with this name.
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
    /// The use.
    pub usage: TextureUse,
    /// The asset name of the texture for the game; not empty.
    pub asset: String,
    /// Whether the project lacked the texture when the model was built. The source refers to it, so the game may have it.
    pub missing: bool,
    /// The position of the texture on the surface, and how it is sampled.
    pub placement: TexturePlacement,
}

//! [`MeshProblem`], [`MaterialProblem`]: errors in parts of a model.

use thiserror::Error;

use super::MorphProblem;

/// An error in a mesh of a model.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MeshProblem {
    /// A bone that the model does not have.
    #[error("it is attached to bone {found}, but the model has {count} bones")]
    NoSuchBone {
        /// The bone to which it refers.
        found: u32,
        /// The number of bones.
        count: usize,
    },
    /// No vertices.
    #[error("it has no vertices")]
    NoVertices,
    /// An attribute that does not have one entry per vertex.
    #[error("it has {found} {attribute} for {vertices} vertices")]
    AttributeLength {
        /// The attribute: `normals`, `tangents`, `colors`, `uvs`, `joints` or `weights`.
        attribute: &'static str,
        /// The number of entries.
        found: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// More sets of an attribute than a mesh can have.
    #[error("it has {found} sets of {attribute}, but at most {limit} are allowed")]
    TooManySets {
        /// The attribute: `colors`, `uvs`, `joints` or `attributes`.
        attribute: &'static str,
        /// The number of sets.
        found: usize,
        /// The maximum number of sets.
        limit: usize,
    },
    /// A component of a vertex attribute that is not finite.
    #[error("{attribute}: vertex {vertex} is not finite")]
    NotFinite {
        /// The attribute.
        attribute: &'static str,
        /// The index of the vertex.
        vertex: usize,
    },
    /// An attribute that is stored both as floats and as codes, or normals and tangents that are stored differently.
    #[error("its {0} are stored both as floats and as codes, expected only one form")]
    TwoFormats(&'static str),
    /// A code that no encoder creates.
    #[error("{attribute}: vertex {vertex} has an invalid code")]
    Code {
        /// The attribute: `positions`, `normals` or `tangents`.
        attribute: &'static str,
        /// The index of the vertex.
        vertex: usize,
    },
    /// A normal or tangent that is not of unit length.
    #[error("{attribute}: vertex {vertex} has length {found}, expected 1")]
    NotUnit {
        /// The attribute.
        attribute: &'static str,
        /// The index of the vertex.
        vertex: usize,
        /// The length.
        found: f32,
    },
    /// A tangent whose w is neither 1 nor -1.
    #[error("tangents: vertex {vertex} has w = {found}, expected 1 or -1")]
    BitangentSign {
        /// The index of the vertex.
        vertex: usize,
        /// The w of the tangent.
        found: f32,
    },
    /// Indices that do not form triangles.
    #[error("it has {0} indices, expected a multiple of 3, at least one triangle")]
    IndexCount(usize),
    /// Indices in both widths, or in the wrong width for the number of vertices.
    #[error("its indices have the wrong width for its number of vertices")]
    IndexWidth,
    /// An index of a vertex that the mesh does not have.
    #[error("index {entry} refers to vertex {found}, but the mesh has {count} vertices")]
    NoSuchVertex {
        /// The position of the index.
        entry: usize,
        /// The vertex to which it refers.
        found: u32,
        /// The number of vertices.
        count: usize,
    },
    /// A part that does not start where the previous part ends.
    #[error("part {part} begins at index {found}, expected {expected}")]
    PartStart {
        /// The index of the part.
        part: usize,
        /// The first index of the part.
        found: u32,
        /// The expected first index.
        expected: u64,
    },
    /// A part whose indices do not form triangles.
    #[error("part {part} has {found} indices, expected a multiple of 3, at least one triangle")]
    PartIndexCount {
        /// The index of the part.
        part: usize,
        /// The number of indices of the part.
        found: u32,
    },
    /// Parts that do not cover the mesh exactly.
    #[error("its parts have {found} indices, but the mesh has {expected}")]
    PartTotal {
        /// The number of indices of all parts.
        found: u64,
        /// The number of indices of the mesh.
        expected: u64,
    },
    /// A part with a material that the model does not have.
    #[error("part {part} refers to material {found}, but the model has {count} materials")]
    NoSuchMaterial {
        /// The index of the part.
        part: usize,
        /// The material to which it refers.
        found: i64,
        /// The number of materials.
        count: usize,
    },
    /// A skin without joints, joints without a skin, or a skin without bones.
    #[error("it has {bones} bones in its skin and {sets} sets of joints, expected both or neither")]
    HalfASkin {
        /// The number of bones of the skin.
        bones: usize,
        /// The number of sets of joints and weights.
        sets: usize,
    },
    /// A skin that does not have exactly one inverse bind matrix per bone.
    #[error("its skin has {found} inverse bind matrices for {bones} bones")]
    InverseBinds {
        /// The number of matrices.
        found: usize,
        /// The number of bones.
        bones: usize,
    },
    /// A bone of the skin that the model does not have.
    #[error("entry {entry} of its skin refers to bone {found}, but the model has {count} bones")]
    NoSuchSkinBone {
        /// The position in the skin's list of bones.
        entry: usize,
        /// The bone to which it refers.
        found: u32,
        /// The number of bones.
        count: usize,
    },
    /// An inverse bind matrix that is not finite, or not affine.
    #[error("inverse bind matrix {0} is not finite, or its last column is not 0, 0, 0, 1")]
    InverseBind(usize),
    /// A joint that the skin does not have.
    #[error("vertex {vertex} refers to joint {found}, but the skin has {count} bones")]
    NoSuchJoint {
        /// The index of the vertex.
        vertex: usize,
        /// The joint to which it refers.
        found: u16,
        /// The number of bones of the skin.
        count: usize,
    },
    /// Weights below 0, or weights that do not add up to 1.
    #[error("the weights of vertex {vertex} add up to {found}, expected 1, with no weight below 0")]
    Weights {
        /// The index of the vertex.
        vertex: usize,
        /// The sum of the weights.
        found: f32,
    },
    /// An unknown skinning method, or a method other than linear without a skin.
    #[error("its skinning method is {0}, expected 0 to 2, or 0 without a skin")]
    SkinningMethod(u32),
    /// Blend weights that are not one per vertex, or blend weights of a skin that is not blended.
    #[error("it has {found} blend weights, expected {expected}")]
    BlendWeights {
        /// The number of weights.
        found: usize,
        /// The number of weights that the skin needs.
        expected: usize,
    },
    /// A blend weight out of range.
    #[error("the blend weight of vertex {vertex} is {found}, expected 0 to 1")]
    BlendWeight {
        /// The index of the vertex.
        vertex: usize,
        /// The blend weight of the vertex.
        found: f32,
    },
    /// A custom attribute that breaks a rule.
    #[error("attribute {index}: {problem}")]
    Attribute {
        /// The index of the attribute.
        index: usize,
        /// The error.
        problem: AttributeProblem,
    },
    /// A morph target that breaks a rule.
    #[error("morph target {index} ({name:?}): {problem}")]
    Target {
        /// The index of the target.
        index: usize,
        /// The name.
        name: String,
        /// The error.
        problem: MorphProblem,
    },
    /// Two morph targets with the same name.
    #[error("two morph targets are named {0:?}")]
    TargetName(String),
    /// A bounding sphere or box that is not finite, or inverted.
    #[error("its bounding {0} is not finite, or inverted")]
    Bounds(&'static str),
    /// A vertex outside the bounding sphere or box.
    #[error("vertex {vertex} lies outside its bounding {what}")]
    OutsideBounds {
        /// `sphere` or `box`.
        what: &'static str,
        /// The index of the vertex.
        vertex: usize,
    },
}

/// An error in a custom vertex attribute.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AttributeProblem {
    /// A name that is empty, not UTF-8, or equal to that of an earlier attribute.
    #[error("its name is empty, not UTF-8, or the name of another attribute")]
    Name,
    /// An invalid number of components per vertex.
    #[error("its width is {0}, expected 1 to 4")]
    Width(u32),
    /// Numbers that are not the same number of components for each vertex.
    #[error("it has {found} numbers, expected {expected}")]
    Length {
        /// The number of numbers.
        found: usize,
        /// The expected number of numbers, for all vertices.
        expected: usize,
    },
    /// A number that is not finite.
    #[error("one of its numbers is not finite")]
    NotFinite,
}

/// An error in a material of a model.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MaterialProblem {
    /// A colour or factor that is not a number.
    #[error("its {0} is not finite")]
    NotFinite(&'static str),
    /// A factor that is out of range.
    #[error("its {field} is {found}, expected {expected}")]
    OutOfRange {
        /// The name of the factor.
        field: &'static str,
        /// The value.
        found: f32,
        /// The allowed values.
        expected: &'static str,
    },
    /// A number that is not a texture use.
    #[error("texture use number {0} is unknown, expected 0 to 7")]
    TextureUse(u32),
    /// Textures that are not in the order of their uses, or two textures with the same use.
    #[error("texture {0} is out of order: each use comes at most once, diffuse first")]
    TextureOrder(usize),
    /// A texture whose `missing` flag is neither 0 nor 1.
    #[error("the flag `missing` of texture {entry} is {found}, expected 0 or 1")]
    TextureMissing {
        /// The index of the texture.
        entry: usize,
        /// The number in the file.
        found: u16,
    },
    /// A texture without a name.
    #[error("the name of texture {0} is empty or not UTF-8")]
    TextureName(usize),
    /// An effect whose name is not UTF-8, or parameters without an effect.
    #[error("the name of its effect is not UTF-8, or it has parameters without an effect")]
    EffectName,
    /// A parameter of an effect that is not valid.
    #[error("parameter {0} of its effect has an unknown type, or a name or value that does not fit the type")]
    EffectParameter(usize),
    /// An unknown shading model, alpha mode or double-sided flag.
    #[error("its shading model, alpha mode or double-sided flag is unknown")]
    Surface,
    /// A placement of a texture that is not valid.
    #[error("the placement of texture {0} is not finite, or has an unknown wrap or filter")]
    TexturePlacement(usize),
    /// An extension without a name.
    #[error("the name of extension {0} is empty or not UTF-8")]
    ExtensionName(usize),
    /// A parameter of an extension that is not valid.
    #[error(
        "parameter {parameter} of extension {entry} has a type that is not allowed, or a name or value that does not fit the type"
    )]
    ExtensionParameter {
        /// The index of the extension.
        entry: usize,
        /// The index of the parameter.
        parameter: usize,
    },
    /// A texture of an extension that is not valid.
    #[error("texture {texture} of extension {entry} has no name, no asset, or a placement that is not valid")]
    ExtensionTexture {
        /// The index of the extension.
        entry: usize,
        /// The index of the texture.
        texture: usize,
    },
}

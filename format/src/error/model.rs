//! [`MeshProblem`], [`MaterialProblem`]: errors in parts of a model.

use thiserror::Error;

use super::MorphProblem;

/// An error in a mesh of a model.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MeshProblem {
    /// A bone that the model does not have.
    #[error("it is attached to bone {found} of {count}")]
    NoSuchBone {
        /// The bone that it names.
        found: u32,
        /// Bones there are.
        count: usize,
    },
    /// No vertex at all.
    #[error("it has no vertices")]
    NoVertices,
    /// An attribute that is not there for each vertex.
    #[error("it has {found} {attribute} for {vertices} vertices")]
    AttributeLength {
        /// The attribute: `normals`, `tangents`, `colors`, `uvs`, `joints` or `weights`.
        attribute: &'static str,
        /// Entries there are.
        found: usize,
        /// Vertices there are.
        vertices: usize,
    },
    /// More sets of an attribute than a mesh can have.
    #[error("it has {found} sets of {attribute}, at most {limit} are allowed")]
    TooManySets {
        /// The attribute: `colors`, `uvs`, `joints` or `attributes`.
        attribute: &'static str,
        /// Sets there are.
        found: usize,
        /// Sets there may be.
        limit: usize,
    },
    /// An attribute of a vertex that is not a number.
    #[error("{attribute}: vertex {vertex} is not finite")]
    NotFinite {
        /// The attribute.
        attribute: &'static str,
        /// Which vertex.
        vertex: usize,
    },
    /// An attribute as floats and as codes; or normals as one of them, tangents as the other.
    #[error("its {0} are floats and codes, expected one of them")]
    TwoFormats(&'static str),
    /// A code that no encoder makes.
    #[error("{attribute}: vertex {vertex} has a code that stands for nothing")]
    Code {
        /// The attribute: `positions`, `normals` or `tangents`.
        attribute: &'static str,
        /// Which vertex.
        vertex: usize,
    },
    /// A normal or tangent that is not of unit length.
    #[error("{attribute}: vertex {vertex} has length {found}, expected 1")]
    NotUnit {
        /// The attribute.
        attribute: &'static str,
        /// Which vertex.
        vertex: usize,
        /// The length.
        found: f32,
    },
    /// A tangent whose w is neither 1 nor -1.
    #[error("tangents: vertex {vertex} has w = {found}, expected 1 or -1")]
    BitangentSign {
        /// Which vertex.
        vertex: usize,
        /// Its w.
        found: f32,
    },
    /// Indices that do not form triangles.
    #[error("it has {0} indices, expected a multiple of 3, at least one triangle")]
    IndexCount(usize),
    /// Indices of both widths, or of the wrong one for the number of vertices.
    #[error("its indices have the wrong width for its number of vertices")]
    IndexWidth,
    /// An index of a vertex that the mesh does not have.
    #[error("index {entry} names vertex {found}, and there are {count}")]
    NoSuchVertex {
        /// Which index.
        entry: usize,
        /// The vertex that it names.
        found: u32,
        /// Vertices there are.
        count: usize,
    },
    /// A part that does not begin where the one before ends.
    #[error("part {part} begins at index {found}, expected {expected}")]
    PartStart {
        /// Which part.
        part: usize,
        /// Its first index.
        found: u32,
        /// Where it has to begin.
        expected: u64,
    },
    /// A part whose indices do not form triangles.
    #[error("part {part} has {found} indices, expected a multiple of 3, at least one triangle")]
    PartIndexCount {
        /// Which part.
        part: usize,
        /// Its indices.
        found: u32,
    },
    /// Parts that do not cover the mesh exactly.
    #[error("its parts have {found} indices, the mesh has {expected}")]
    PartTotal {
        /// Indices of all parts.
        found: u64,
        /// Indices of the mesh.
        expected: u64,
    },
    /// A part of a material that the model does not have.
    #[error("part {part} has material {found}, and there are {count}")]
    NoSuchMaterial {
        /// Which part.
        part: usize,
        /// The material that it names.
        found: i64,
        /// Materials there are.
        count: usize,
    },
    /// A skin without joints, joints without a skin, or a skin without bones.
    #[error("it has {bones} bones in its skin and {sets} sets of joints, expected both or neither")]
    HalfASkin {
        /// Bones of the skin.
        bones: usize,
        /// Sets of joints and weights.
        sets: usize,
    },
    /// A skin without exactly one inverse bind matrix per bone.
    #[error("its skin has {found} inverse bind matrices for {bones} bones")]
    InverseBinds {
        /// Matrices there are.
        found: usize,
        /// Bones there are.
        bones: usize,
    },
    /// A bone of the skin that the model does not have.
    #[error("entry {entry} of its skin is bone {found}, and there are {count}")]
    NoSuchSkinBone {
        /// Which entry.
        entry: usize,
        /// The bone that it names.
        found: u32,
        /// Bones there are.
        count: usize,
    },
    /// An inverse bind matrix that is not finite, or not affine.
    #[error("inverse bind matrix {0} is not finite, or its last column is not 0, 0, 0, 1")]
    InverseBind(usize),
    /// A joint that the skin does not have.
    #[error("vertex {vertex} has joint {found}, and the skin has {count} bones")]
    NoSuchJoint {
        /// Which vertex.
        vertex: usize,
        /// The joint that it names.
        found: u16,
        /// Bones of the skin.
        count: usize,
    },
    /// Weights below 0, or that do not add up to 1.
    #[error("the weights of vertex {vertex} add up to {found}, expected 1, none below 0")]
    Weights {
        /// Which vertex.
        vertex: usize,
        /// Their sum.
        found: f32,
    },
    /// A way of moving vertices that is unknown, or not linear without a skin.
    #[error("its skinning method is {0}, expected 0 to 2, and 0 without a skin")]
    SkinningMethod(u32),
    /// Blend weights without one for each vertex, or of a skin that is not blended.
    #[error("it has {found} blend weights, expected {expected}")]
    BlendWeights {
        /// Weights there are.
        found: usize,
        /// Weights that its skin needs.
        expected: usize,
    },
    /// A blend weight out of range.
    #[error("the blend weight of vertex {vertex} is {found}, expected 0 to 1")]
    BlendWeight {
        /// Which vertex.
        vertex: usize,
        /// Its blend weight.
        found: f32,
    },
    /// An attribute of its own that breaks a rule.
    #[error("attribute {index}: {problem}")]
    Attribute {
        /// Which attribute.
        index: usize,
        /// The error.
        problem: AttributeProblem,
    },
    /// A morph target that breaks a rule.
    #[error("morph target {index} ({name:?}): {problem}")]
    Target {
        /// Which target.
        index: usize,
        /// Its name.
        name: String,
        /// The error.
        problem: MorphProblem,
    },
    /// Two morph targets of one name.
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
        /// Which vertex.
        vertex: usize,
    },
}

/// An error in an attribute of vertices that only the game knows.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AttributeProblem {
    /// A name that is empty, not UTF-8, or that of an attribute before.
    #[error("its name is empty, not UTF-8, or that of another attribute")]
    Name,
    /// A number of numbers that vertices cannot have.
    #[error("its width is {0}, expected 1 to 4")]
    Width(u32),
    /// Numbers that are not one width for each vertex.
    #[error("it has {found} numbers, expected {expected}")]
    Length {
        /// Numbers there are.
        found: usize,
        /// Numbers of all vertices.
        expected: usize,
    },
    /// A number that is not finite.
    #[error("a number of it is not finite")]
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
        /// Which.
        field: &'static str,
        /// Its value.
        found: f32,
        /// The allowed values.
        expected: &'static str,
    },
    /// A number that is no use of a texture.
    #[error("texture use number {0} is unknown, expected 0 to 7")]
    TextureUse(u32),
    /// Textures that are not in the order of their uses, or two of one use.
    #[error("texture {0} is out of order: each use comes at most once, diffuse first")]
    TextureOrder(usize),
    /// A texture whose mark for missing is neither 0 nor 1.
    #[error("texture {entry} has {found} for missing, expected 0 or 1")]
    TextureMissing {
        /// Which texture.
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
    #[error("parameter {0} of its effect is of an unknown kind, or its name or value does not fit its kind")]
    EffectParameter(usize),
    /// A lighting model, alpha mode or mark for double-sided that is unknown.
    #[error("its shading, its alpha mode or its mark for double-sided is unknown")]
    Surface,
    /// A placement of a texture that is not valid.
    #[error("the placement of texture {0} is not finite, or has an unknown wrap or filter")]
    TexturePlacement(usize),
    /// An extension without a name.
    #[error("the name of extension {0} is empty or not UTF-8")]
    ExtensionName(usize),
    /// A parameter of an extension that is not valid.
    #[error(
        "parameter {parameter} of extension {entry} is of a kind that it cannot be, or its name or value does not fit its kind"
    )]
    ExtensionParameter {
        /// Which extension.
        entry: usize,
        /// Which parameter.
        parameter: usize,
    },
    /// A texture of an extension that is not valid.
    #[error("texture {texture} of extension {entry} has no name, no asset, or a placement that is not valid")]
    ExtensionTexture {
        /// Which extension.
        entry: usize,
        /// Which texture.
        texture: usize,
    },
}

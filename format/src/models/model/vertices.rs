//! What version 3 added to the vertices of a mesh: the way in which a skin moves them, and attributes of the source's own.

use std::collections::BTreeSet;

use bytemuck::{Pod, Zeroable};

use crate::layout::numbers::all_finite;
use crate::layout::{Span, getters, names};
use crate::{AttributeProblem, MeshProblem};

/// The most attributes of its own that a mesh may have.
pub const MAX_ATTRIBUTES: usize = 16;

/// How a skin moves vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SkinningMethod {
    /// By the sum of weight x matrix.
    #[default]
    Linear,
    /// By dual quaternions, which keep the volume of twisted joints.
    DualQuaternion,
    /// By both, in shares that each vertex has.
    Blended,
}

impl SkinningMethod {
    /// All methods, by their numbers.
    pub const ALL: [Self; 3] = [Self::Linear, Self::DualQuaternion, Self::Blended];

    /// Its name: `linear`, `dual-quaternion` or `blended`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::DualQuaternion => "dual-quaternion",
            Self::Blended => "blended",
        }
    }

    pub(super) const fn number(self) -> u32 {
        match self {
            Self::Linear => 0,
            Self::DualQuaternion => 1,
            Self::Blended => 2,
        }
    }

    fn of_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.number() == number)
    }
}

/// An attribute of vertices that only the game knows, such as a temperature.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VertexAttribute {
    /// Its name, exactly as in the source; not empty, and no other attribute of the mesh has it.
    pub name: String,
    /// The numbers of each vertex: 1 to 4.
    pub width: u32,
    /// The numbers, vertex by vertex; finite.
    pub values: Vec<f32>,
}

/// The vertices of a mesh, since version 3.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct VertexRecord {
    pub(super) method: u32,
    pub(super) blend_weights: Span,
    pub(super) attributes: Span,
    pub(super) position_codes: Span,
    pub(super) normal_codes: Span,
    pub(super) tangent_codes: Span,
}

impl VertexRecord {
    /// Linear for a number that is unknown.
    pub(super) fn method(&self) -> SkinningMethod {
        SkinningMethod::of_number(self.method).unwrap_or_default()
    }

    /// The rules of how a skin moves a number of vertices; `is_skinned` says whether there is one.
    pub(super) fn check_skinning(&self, weights: &[f32], vertices: usize, is_skinned: bool) -> Result<(), MeshProblem> {
        let method = SkinningMethod::of_number(self.method);
        let method = method.filter(|method| is_skinned || *method == SkinningMethod::Linear);
        let method = method.ok_or(MeshProblem::SkinningMethod(self.method))?;
        let (found, expected) = (weights.len(), if method == SkinningMethod::Blended { vertices } else { 0 });
        if found != expected {
            return Err(MeshProblem::BlendWeights { found, expected });
        }
        match weights.iter().enumerate().find(|(_, weight)| !(0.0..=1.0).contains(*weight)) {
            Some((vertex, &found)) => Err(MeshProblem::BlendWeight { vertex, found }),
            None => Ok(()),
        }
    }
}

/// An attribute of a mesh's own.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct AttributeRecord {
    pub(super) name: Span,
    pub(super) width: u32,
    pub(super) values: Span,
}

/// An attribute of vertices that only the game knows, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct VertexAttributeView<'a> {
    name: &'a [u8],
    width: u32,
    values: &'a [f32],
}

impl<'a> VertexAttributeView<'a> {
    pub(super) fn new(record: &AttributeRecord, text: &'a [u8], values: &'a [f32]) -> Self {
        Self { name: record.name.of(text), width: record.width, values: record.values.of(values) }
    }

    getters! { self:
        /// Its name, exactly as in the source.
        name: &'a str = names::checked_text(self.name);
        /// The numbers of each vertex: 1 to 4.
        width: u32 = self.width;
        /// The numbers, vertex by vertex.
        values: &'a [f32] = self.values;
        /// A copy that owns its numbers.
        to_owned: VertexAttribute = VertexAttribute {
            name: self.name().to_owned(),
            width: self.width,
            values: self.values.to_vec(),
        };
    }

    fn check(&self, vertices: usize) -> Result<(), AttributeProblem> {
        if self.name.is_empty() || std::str::from_utf8(self.name).is_err() {
            return Err(AttributeProblem::Name);
        }
        if !(1..=4).contains(&self.width) {
            return Err(AttributeProblem::Width(self.width));
        }
        let (found, expected) = (self.values.len(), vertices.saturating_mul(self.width as usize));
        if found != expected {
            return Err(AttributeProblem::Length { found, expected });
        }
        if all_finite(self.values) { Ok(()) } else { Err(AttributeProblem::NotFinite) }
    }
}

/// The rules of the attributes of a mesh with this number of vertices.
pub(super) fn check_attributes<'a>(
    attributes: impl ExactSizeIterator<Item = VertexAttributeView<'a>>,
    vertices: usize,
) -> Result<(), MeshProblem> {
    if attributes.len() > MAX_ATTRIBUTES {
        let (attribute, found, limit) = ("attributes", attributes.len(), MAX_ATTRIBUTES);
        return Err(MeshProblem::TooManySets { attribute, found, limit });
    }
    let mut known = BTreeSet::new();
    for (index, attribute) in attributes.enumerate() {
        let is_new = known.insert(attribute.name());
        let checked = attribute.check(vertices).and(if is_new { Ok(()) } else { Err(AttributeProblem::Name) });
        checked.map_err(|problem| MeshProblem::Attribute { index, problem })?;
    }
    Ok(())
}

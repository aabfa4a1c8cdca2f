//! Vertex data since version 3: skinning methods and custom attributes.

use std::collections::BTreeSet;

use bytemuck::{Pod, Zeroable};

use super::vertex_rules::check_set_count;
use crate::InvalidContent;
use crate::error::{ensure, invalid};
use crate::layout::numbers::all_finite;
use crate::layout::{Span, getters, names};

/// The maximum number of custom attributes of a mesh.
pub const MAX_ATTRIBUTES: usize = 16;

/// How a skin moves vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SkinningMethod {
    /// Linear: by the sum of weight x matrix.
    #[default]
    Linear,
    /// With dual quaternions, which keep the volume of twisted joints.
    DualQuaternion,
    /// A blend of both methods, with a share per vertex.
    Blended,
}

impl SkinningMethod {
    /// All methods, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Linear, Self::DualQuaternion, Self::Blended];

    /// Returns the name: `linear`, `dual-quaternion` or `blended`.
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

/// A custom attribute of vertices, whose meaning only the game knows, such as a temperature.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VertexAttribute {
    /// The name, exactly as in the source; not empty. No other attribute of the mesh has this name.
    pub name: String,
    /// The number of components per vertex: 1 to 4.
    pub width: u32,
    /// The components, vertex by vertex; finite.
    pub values: Vec<f32>,
}

/// The vertex data of a mesh since version 3.
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
    /// The skinning method. Linear if the number is unknown.
    pub(super) fn method(&self) -> SkinningMethod {
        SkinningMethod::of_number(self.method).unwrap_or_default()
    }

    /// Checks the skinning of a mesh with this number of vertices. `is_skinned` states whether it has a skin.
    pub(super) fn check_skinning(
        &self,
        weights: &[f32],
        vertices: usize,
        is_skinned: bool,
    ) -> Result<(), InvalidContent> {
        let method = SkinningMethod::of_number(self.method);
        let method = method.filter(|method| is_skinned || *method == SkinningMethod::Linear);
        let method = method
            .ok_or_else(|| invalid!("its skinning method is {}, expected 0 to 2, or 0 without a skin", self.method))?;
        let (found, expected) = (weights.len(), if method == SkinningMethod::Blended { vertices } else { 0 });
        ensure!(found == expected, "it has {found} blend weights, expected {expected}");
        match weights.iter().enumerate().find(|(_, weight)| !(0.0..=1.0).contains(*weight)) {
            Some((vertex, &found)) => Err(invalid!("the blend weight of vertex {vertex} is {found}, expected 0 to 1")),
            None => Ok(()),
        }
    }
}

/// A custom attribute of a mesh.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct AttributeRecord {
    pub(super) name: Span,
    pub(super) width: u32,
    pub(super) values: Span,
}

/// A custom attribute of vertices, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct VertexAttributeView<'a> {
    name: &'a [u8],
    width: u32,
    values: &'a [f32],
}

impl<'a> VertexAttributeView<'a> {
    pub(super) fn new(record: &AttributeRecord, text: &'a [u8], values: &'a [f32]) -> Self {
        Self { name: record.name.slice(text), width: record.width, values: record.values.slice(values) }
    }

    getters! { self:
        /// The name, exactly as in the source.
        name: &'a str = names::checked_text(self.name);
        /// The number of components per vertex: 1 to 4.
        width: u32 = self.width;
        /// The components, vertex by vertex.
        values: &'a [f32] = self.values;
        /// A copy that owns its numbers.
        to_owned: VertexAttribute = VertexAttribute {
            name: self.name().to_owned(),
            width: self.width,
            values: self.values.to_vec(),
        };
    }

    fn check(&self, vertices: usize, is_new: bool) -> Result<(), InvalidContent> {
        let is_name = !self.name.is_empty() && std::str::from_utf8(self.name).is_ok();
        ensure!(is_name && is_new, "its name is empty, not UTF-8, or the name of another attribute");
        let width = self.width;
        ensure!((1..=4).contains(&width), "its width is {width}, expected 1 to 4");
        let (found, expected) = (self.values.len(), vertices.saturating_mul(width as usize));
        ensure!(found == expected, "it has {found} numbers, expected {expected}");
        ensure!(all_finite(self.values), "one of its numbers is not finite");
        Ok(())
    }
}

/// Checks the custom attributes of a mesh with this number of vertices.
pub(super) fn check_attributes<'a>(
    attributes: impl ExactSizeIterator<Item = VertexAttributeView<'a>>,
    vertices: usize,
) -> Result<(), InvalidContent> {
    check_set_count("attributes", attributes.len(), MAX_ATTRIBUTES)?;
    let mut known = BTreeSet::new();
    for (index, attribute) in attributes.enumerate() {
        let is_new = known.insert(attribute.name());
        attribute.check(vertices, is_new).map_err(|error| error.within(format_args!("attribute {index}")))?;
    }
    Ok(())
}

//! [`Accessor`]: the type and place of a list of numbers.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::whole::{self, Whole};

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    /// If there is no buffer view, all elements are zero.
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub buffer_view: Option<u32>,
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub byte_offset: Option<u64>,
    pub component_type: ComponentType,
    #[serde(deserialize_with = "whole::one")]
    pub count: u64,
    #[serde(rename = "type")]
    pub type_: Type,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub normalized: bool,
    /// The smallest value of each component. Double precision, so that the text represents the exact single-precision value.
    #[serde(default, deserialize_with = "numbers", skip_serializing_if = "Vec::is_empty")]
    pub min: Vec<f64>,
    #[serde(default, deserialize_with = "numbers", skip_serializing_if = "Vec::is_empty")]
    pub max: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sparse: Option<Sparse>,
}

/// Reads a list of numbers. Ignores anything else, because bounds only describe the data.
fn numbers<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f64>, D::Error> {
    let value = Value::deserialize(from)?;
    Ok(value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect())
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Sparse {
    #[serde(deserialize_with = "whole::one")]
    pub count: u64,
    pub indices: SparseIndices,
    pub values: SparseValues,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseIndices {
    #[serde(deserialize_with = "whole::one")]
    pub buffer_view: u32,
    #[serde(default, deserialize_with = "whole::one")]
    pub byte_offset: u64,
    pub component_type: ComponentType,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseValues {
    #[serde(deserialize_with = "whole::one")]
    pub buffer_view: u32,
    #[serde(default, deserialize_with = "whole::one")]
    pub byte_offset: u64,
}

/// The type of an element's components. The numbers are OpenGL constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Whole", into = "u32")]
pub enum ComponentType {
    I8 = 5120,
    U8 = 5121,
    I16 = 5122,
    U16 = 5123,
    U32 = 5125,
    F32 = 5126,
    /// Double precision, of the extension `KHR_accessor_float64`. This crate does not read it.
    F64 = 5130,
    /// None of the specification's types.
    #[default]
    Unknown = 0,
}

impl ComponentType {
    const ALL: [Self; 7] = [Self::I8, Self::U8, Self::I16, Self::U16, Self::U32, Self::F32, Self::F64];

    /// Returns the number of bytes of a component; `None` for a type that this crate does not read.
    #[must_use]
    pub const fn size(self) -> Option<usize> {
        match self {
            Self::I8 | Self::U8 => Some(1),
            Self::I16 | Self::U16 => Some(2),
            Self::U32 | Self::F32 => Some(4),
            Self::F64 | Self::Unknown => None,
        }
    }
}

impl From<Whole> for ComponentType {
    fn from(whole: Whole) -> Self {
        let number = u64::from(whole);
        Self::ALL.into_iter().find(|known| *known as u64 == number).unwrap_or_default()
    }
}

impl From<ComponentType> for u32 {
    fn from(kind: ComponentType) -> Self {
        kind as Self
    }
}

/// The shape of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Type {
    Scalar,
    Vec2,
    Vec3,
    Vec4,
    Mat2,
    Mat3,
    Mat4,
    /// None of the specification's types.
    #[default]
    #[serde(other)]
    Unknown,
}

impl Type {
    /// Returns the number of components; `None` for an unknown type.
    #[must_use]
    pub const fn components(self) -> Option<usize> {
        match self {
            Self::Scalar => Some(1),
            Self::Vec2 => Some(2),
            Self::Vec3 => Some(3),
            Self::Vec4 | Self::Mat2 => Some(4),
            Self::Mat3 => Some(9),
            Self::Mat4 => Some(16),
            Self::Unknown => None,
        }
    }
}

//! [`Animation`]: channels, and the samplers with their keys.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::whole;

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Animation {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub channels: Vec<Channel>,
    pub samplers: Vec<Sampler>,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub extras: Value,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Channel {
    #[serde(deserialize_with = "whole::one")]
    pub sampler: u32,
    pub target: ChannelTarget,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct ChannelTarget {
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    pub path: Property,
}

/// What a channel changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Property {
    Translation,
    Rotation,
    Scale,
    Weights,
    /// None of the specification's properties.
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Sampler {
    #[serde(deserialize_with = "whole::one")]
    pub input: u32,
    #[serde(default, skip_serializing_if = "Interpolation::is_linear")]
    pub interpolation: Interpolation,
    #[serde(deserialize_with = "whole::one")]
    pub output: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Interpolation {
    #[default]
    Linear,
    Step,
    CubicSpline,
    /// None of the specification's modes.
    #[serde(other)]
    Unknown,
}

impl Interpolation {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    fn is_linear(&self) -> bool {
        *self == Self::Linear
    }
}

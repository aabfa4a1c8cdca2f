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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<TargetExtensions>,
}

impl ChannelTarget {
    /// Returns the node and the property that a channel changes; `None` if it changes something else. An animation pointer that
    /// leads to a property of a node is the same as a target with this node and path.
    #[must_use]
    pub fn node_property(&self) -> Option<(u32, Property)> {
        match self.path {
            Property::Pointer => self.pointer().and_then(of_pointer),
            Property::Unknown => None,
            known => Some((self.node?, known)),
        }
    }

    /// Returns the JSON pointer of `KHR_animation_pointer`.
    #[must_use]
    pub fn pointer(&self) -> Option<&str> {
        Some(&self.extensions.as_ref()?.pointer.as_ref()?.pointer)
    }
}

fn of_pointer(pointer: &str) -> Option<(u32, Property)> {
    let (index, property) = pointer.strip_prefix("/nodes/")?.split_once('/')?;
    let property = match property {
        "translation" => Property::Translation,
        "rotation" => Property::Rotation,
        "scale" => Property::Scale,
        "weights" => Property::Weights,
        _ => return None,
    };
    let number: u32 = index.parse().ok()?;
    (number.to_string() == index).then_some((number, property))
}

#[derive(Debug, Serialize, Deserialize)]
pub struct TargetExtensions {
    #[serde(rename = "KHR_animation_pointer", skip_serializing_if = "Option::is_none")]
    pub pointer: Option<AnimationPointer>,
}

/// The JSON pointer of the property that a channel changes.
#[derive(Debug, Serialize, Deserialize)]
pub struct AnimationPointer {
    pub pointer: String,
}

/// What a channel changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Property {
    Translation,
    Rotation,
    Scale,
    Weights,
    /// The property that `KHR_animation_pointer` names.
    Pointer,
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

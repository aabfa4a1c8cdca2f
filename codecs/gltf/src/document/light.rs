//! [`Light`]: a light of the extension `KHR_lights_punctual`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::whole;

/// The lights of a document.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct PunctualLights {
    #[serde(default)]
    pub lights: Vec<Light>,
}

/// A node's reference to a light.
#[derive(Debug, Serialize, Deserialize)]
pub struct PunctualLight {
    #[serde(deserialize_with = "whole::one")]
    pub light: u32,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Light {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub type_: LightType,
    #[serde(default = "white")]
    pub color: [f32; 3],
    #[serde(default = "one")]
    pub intensity: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub extras: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LightType {
    Directional,
    Point,
    Spot,
    /// None of the extension's types.
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Spot {
    pub inner_cone_angle: f32,
    pub outer_cone_angle: f32,
}

impl Default for Spot {
    fn default() -> Self {
        Self { inner_cone_angle: 0.0, outer_cone_angle: std::f32::consts::FRAC_PI_4 }
    }
}

const fn white() -> [f32; 3] {
    [1.0; 3]
}

const fn one() -> f32 {
    1.0
}

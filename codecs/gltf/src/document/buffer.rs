//! [`Buffer`], and [`BufferView`]: bytes, and parts of them.

use serde::{Deserialize, Serialize};

use super::texture::Extensions;
use crate::whole;

/// The targets of buffer views with vertices, and with vertex indices.
pub const ARRAY_BUFFER: u32 = 34_962;
pub const ELEMENT_ARRAY_BUFFER: u32 = 34_963;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    #[serde(deserialize_with = "whole::one")]
    pub byte_length: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    #[serde(deserialize_with = "whole::one")]
    pub buffer: u32,
    #[serde(default, deserialize_with = "whole::one")]
    pub byte_offset: u64,
    #[serde(deserialize_with = "whole::one")]
    pub byte_length: u64,
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub byte_stride: Option<u64>,
    /// Only written.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub extensions: Extensions,
}

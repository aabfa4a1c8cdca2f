//! [`Skin`]: the joints that move a mesh.

use serde::{Deserialize, Serialize};

use crate::whole;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub inverse_bind_matrices: Option<u32>,
    #[serde(deserialize_with = "whole::list")]
    pub joints: Vec<u32>,
}

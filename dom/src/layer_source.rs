//! [`LayerSource`]: actions of which one plays at a time.

use serde::Serialize;

use crate::{ActionSource, Located};

/// Actions of which one plays at a time, such as those of the lower body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerSource {
    /// The layer's name.
    pub name: Located<String>,
    /// Its actions in the order of the source; no two of one name.
    pub actions: Vec<ActionSource>,
}

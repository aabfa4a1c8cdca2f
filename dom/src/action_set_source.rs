//! [`ActionSetSource`]: a character's table of actions, as its source describes it.

use serde::Serialize;

use crate::{LayerSource, Located};

/// The actions of a character, layer by layer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ActionSetSource {
    /// The asset name of the skeleton that the actions are for, as written.
    pub skeleton: Option<Located<String>>,
    /// Layers in the order of the source; no two of one name.
    pub layers: Vec<LayerSource>,
}

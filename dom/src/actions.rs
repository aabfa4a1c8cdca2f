//! [`ActionSetSource`]: a character's table of actions, as its source describes it.

use serde::Serialize;

use crate::Located;

/// The actions of a character, layer by layer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ActionSetSource {
    /// The asset name of the skeleton that the actions are for, as written.
    pub skeleton: Option<Located<String>>,
    /// Layers in the order of the source; no two have the same name.
    pub layers: Vec<LayerSource>,
}

/// Actions of which one plays at a time, such as those of the lower body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerSource {
    /// The layer's name.
    pub name: Located<String>,
    /// The bones that it covers, each with all bones below it; empty where the source names none.
    pub bones: Vec<Located<String>>,
    /// How its clips are blended with the layers below.
    pub blend: LayerBlend,
    /// Its actions in the order of the source; no two have the same name.
    pub actions: Vec<ActionSource>,
}

/// How a layer's clips are blended with the layers below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum LayerBlend {
    /// They replace it.
    #[default]
    Override,
    /// Their difference from the bind pose is added.
    AdditiveToBind,
    /// Their difference from their own first frame is added.
    AdditiveToFirstFrame,
}

/// A clip and the way it is played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionSource {
    /// The action's name.
    pub name: Located<String>,
    /// The clip's asset name, as written: relative to the source's folder unless it begins with `/`.
    pub clip: Located<String>,
    /// The play mode of the clip at its end.
    pub mode: Located<PlayMode>,
    /// Seconds of cross-fade from what played before, at least 0.
    pub blend: Located<f32>,
    /// Where in the clip it starts, in seconds.
    pub start: Located<f32>,
    /// Seconds of the clip a second; below 0 plays backwards.
    pub speed: Located<f32>,
}

/// The play mode of a clip at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum PlayMode {
    /// Stay at the end.
    Once,
    /// Begin anew.
    Repeat,
}

//! [`ActionSetSource`]: a character's table of actions, as its source describes it.

use serde::Serialize;

use crate::Located;

/// The actions of a character, grouped in layers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ActionSetSource {
    /// The asset name of the skeleton that the actions are for, exactly as in the source.
    pub skeleton: Option<Located<String>>,
    /// The layers in the order of the source. No two layers have the same name.
    pub layers: Vec<LayerSource>,
}

/// A layer with its actions, such as those of the lower body. One action of a layer plays at a time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerSource {
    /// The layer's name.
    pub name: Located<String>,
    /// The bones that the layer covers, together with all bones below them. Empty if the source names none.
    pub bones: Vec<Located<String>>,
    /// How the layer's clips are combined with the layers below.
    pub blend: LayerBlend,
    /// The actions in the order of the source. No two actions have the same name.
    pub actions: Vec<ActionSource>,
}

/// How a layer's clips are combined with the layers below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum LayerBlend {
    /// The clips replace the pose of the layers below.
    #[default]
    Override,
    /// The difference between the clip and the bind pose is added to the layers below.
    AdditiveToBind,
    /// The difference between the clip and its own first frame is added to the layers below.
    AdditiveToFirstFrame,
}

/// A clip and its play options.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionSource {
    /// The action's name.
    pub name: Located<String>,
    /// The clip's asset name, exactly as in the source: relative to the source's folder, unless it starts with `/`.
    pub clip: Located<String>,
    /// What the clip does at its end.
    pub mode: Located<PlayMode>,
    /// The duration of the cross-fade from the previous clip in seconds, at least 0.
    pub blend: Located<f32>,
    /// The time in the clip at which playback starts, in seconds.
    pub start: Located<f32>,
    /// The speed, in seconds of the clip per second. Negative speeds play backwards.
    pub speed: Located<f32>,
}

/// What a clip does at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum PlayMode {
    /// The clip stays at its end.
    Once,
    /// The clip starts again.
    Repeat,
}

//! [`Ask`]: the requests of a tab, in JSON.

use rigmill_runtime::{PlayMode, Rules};
use serde::Deserialize;

/// A request of a tab.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Ask {
    /// Lists the clips that fit an asset.
    Clips { shown: String },
    /// Returns a pose of a skeleton for each figure, and the weights of a model's morph targets. The response has the same
    /// ticket.
    Pose {
        skeleton: String,
        #[serde(default)]
        model: Option<String>,
        figures: Vec<FigureAsk>,
        ticket: u32,
    },
    /// Remembers the axis that points up, for the project; an empty text forgets it.
    Remember { up: String },
    /// Returns the events of a clip, the path of its root, and the bones that it moves.
    Clip { skeleton: String, clip: String },
    /// Returns the layers and actions of an action set.
    Actions { actions: String },
    /// Returns the settings of a breath or spring asset.
    Layer { layer: String },
    /// Returns the keys of a bone in a clip.
    Track { skeleton: String, clip: String, bone: usize },
    /// Measures the difference between two clips for each bone, with shells of this radius in metres around the bones.
    Compare { skeleton: String, clip: String, with: String, shell: f32 },
    /// Compresses the source of an asset with different bounds, in millimetres and centimetres.
    Compress { skeleton: String, clip: String, error_mm: f64, shell_cm: f64 },
}

/// What one figure plays: clips at times that the tab chooses, or actions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FigureAsk {
    /// The clips, from the lowest to the highest.
    #[serde(default)]
    pub(crate) plays: Vec<PlayAsk>,
    /// The actions that play instead of clips.
    #[serde(default)]
    pub(crate) actions: Option<ActionsAsk>,
    /// The pose layers, which are applied after the clips.
    #[serde(default)]
    pub(crate) layers: Vec<LayerAsk>,
    /// The time in seconds since this figure's last pose, for its pose layers. Without it, they start again.
    #[serde(default)]
    pub(crate) step: Option<f32>,
    /// For a crowd, the number of seconds by which the clips of each figure are ahead. If empty, there is one figure.
    #[serde(default)]
    pub(crate) offsets: Vec<f32>,
}

/// A clip at a time, and how it is combined with the clips below it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayAsk {
    pub(crate) clip: String,
    /// The time in seconds.
    pub(crate) time: f32,
    #[serde(default)]
    pub(crate) mode: ModeAsk,
    /// The weight, from 0 to 1.
    #[serde(default = "one")]
    pub(crate) weight: f32,
    /// The bones that the clip covers, including all bones below them. If empty, it covers all bones.
    #[serde(default)]
    pub(crate) bones: Vec<String>,
    /// Whether the clip covers only the bones that it moves. Then `bones` must be empty.
    #[serde(default)]
    pub(crate) only_moved: bool,
    /// If set, the clip's difference from this pose is added to the clips below.
    #[serde(default)]
    pub(crate) added_to: Option<ReferenceAsk>,
}

/// The pose that an additive clip's difference refers to.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReferenceAsk {
    Bind,
    FirstFrame,
}

/// What a clip does at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ModeAsk {
    #[default]
    Once,
    Repeat,
    /// Plays forwards and backwards repeatedly.
    #[serde(rename = "ping-pong")]
    PingPong,
}

impl From<ModeAsk> for PlayMode {
    fn from(mode: ModeAsk) -> Self {
        match mode {
            // Times on the way back are converted to times on the way there.
            ModeAsk::Once | ModeAsk::PingPong => Self::Once,
            ModeAsk::Repeat => Self::Repeat,
        }
    }
}

/// Actions that a player plays according to a script, up to a time.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionsAsk {
    pub(crate) actions: String,
    #[serde(default)]
    pub(crate) rules: RulesAsk,
    /// The cues, in order of time.
    pub(crate) script: Vec<Cue>,
    /// The time in seconds from the start of the script.
    pub(crate) time: f32,
    /// The number of updates per second.
    #[serde(default = "sixty")]
    pub(crate) rate: f32,
}

/// The blend rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RulesAsk {
    #[default]
    Standard,
    RobotGame,
}

impl From<RulesAsk> for Rules {
    fn from(rules: RulesAsk) -> Self {
        match rules {
            RulesAsk::Standard => Self::Standard,
            RulesAsk::RobotGame => Self::RobotGame,
        }
    }
}

/// What a layer of a player does from a given time.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cue {
    /// The time in seconds from the start of the script.
    pub(crate) at: f32,
    pub(crate) layer: String,
    /// The action to play.
    #[serde(default)]
    pub(crate) play: Option<String>,
    /// The time in seconds in which the layer fades out.
    #[serde(default)]
    pub(crate) stop: Option<f32>,
    /// The weight with which the layer is added.
    #[serde(default)]
    pub(crate) weight: Option<f32>,
}

/// A pose layer: an asset with its settings, and the settings that override them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum LayerAsk {
    Breath {
        asset: String,
        #[serde(default)]
        duration_rate: Option<f32>,
        #[serde(default)]
        effect_rate: Option<f32>,
    },
    Spring {
        asset: String,
        #[serde(default)]
        damping: Option<f32>,
        #[serde(default)]
        elasticity: Option<f32>,
        #[serde(default)]
        stiffness: Option<f32>,
        #[serde(default)]
        inertia: Option<f32>,
        #[serde(default)]
        gravity: Option<[f32; 3]>,
        #[serde(default)]
        force: Option<[f32; 3]>,
    },
}

fn one() -> f32 {
    1.0
}

fn sixty() -> f32 {
    60.0
}

//! [`Ask`]: what a tab asks for, in JSON.

use rigmill_runtime::{PlayMode, Rules};
use serde::Deserialize;

/// A question of a tab.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Ask {
    /// The clips that fit an asset.
    Clips { shown: String },
    /// A pose of a skeleton for each figure, and the weights of the morph targets of a model. The answer has the same ticket.
    Pose {
        skeleton: String,
        #[serde(default)]
        model: Option<String>,
        figures: Vec<FigureAsk>,
        ticket: u32,
    },
    /// The events of a clip, and the path of its root.
    Clip { skeleton: String, clip: String },
    /// The layers and actions of an action set.
    Actions { actions: String },
    /// The settings of a breath or of springs.
    Layer { layer: String },
    /// The keys of a bone in a clip.
    Track { skeleton: String, clip: String, bone: usize },
    /// How far a clip is from another one, bone by bone, with shells of this radius in metres around the bones.
    Compare { skeleton: String, clip: String, with: String, shell: f32 },
    /// Compresses the source of an asset within other bounds, in millimetres and centimetres.
    Compress { skeleton: String, clip: String, error_mm: f64, shell_cm: f64 },
}

/// What one figure of the picture plays: clips at times of the tab's choice, or actions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FigureAsk {
    /// Clips, one over the other, the first lowest.
    #[serde(default)]
    pub(crate) plays: Vec<PlayAsk>,
    /// Actions in place of clips.
    #[serde(default)]
    pub(crate) actions: Option<ActionsAsk>,
    /// Pose layers, which follow the clips.
    #[serde(default)]
    pub(crate) layers: Vec<LayerAsk>,
    /// Seconds since this figure's last pose, for its pose layers; without it they begin anew.
    #[serde(default)]
    pub(crate) step: Option<f32>,
    /// For a crowd: a figure for each of these numbers of seconds, by which its clips are ahead. None is one figure.
    #[serde(default)]
    pub(crate) offsets: Vec<f32>,
}

/// A clip at a time, and how it lies on what is below.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayAsk {
    pub(crate) clip: String,
    /// In seconds.
    pub(crate) time: f32,
    #[serde(default)]
    pub(crate) mode: ModeAsk,
    /// 0 to 1.
    #[serde(default = "one")]
    pub(crate) weight: f32,
    /// The bones that it covers, each with all bones below it; all if there are none.
    #[serde(default)]
    pub(crate) bones: Vec<String>,
    /// Its difference from this pose is added to what is below.
    #[serde(default)]
    pub(crate) added_to: Option<ReferenceAsk>,
}

/// The pose from which an additive clip's difference is taken.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReferenceAsk {
    Bind,
    FirstFrame,
}

/// The play mode of a clip at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ModeAsk {
    #[default]
    Once,
    Repeat,
    /// Forth, then back, again and again.
    #[serde(rename = "ping-pong")]
    PingPong,
}

impl From<ModeAsk> for PlayMode {
    fn from(mode: ModeAsk) -> Self {
        match mode {
            // Its times are those of the way there.
            ModeAsk::Once | ModeAsk::PingPong => Self::Once,
            ModeAsk::Repeat => Self::Repeat,
        }
    }
}

/// Actions that a player plays by a script, up to a time.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionsAsk {
    pub(crate) actions: String,
    #[serde(default)]
    pub(crate) rules: RulesAsk,
    /// In order of their times.
    pub(crate) script: Vec<Cue>,
    /// In seconds from the start of the script.
    pub(crate) time: f32,
    /// Updates a second.
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

/// What a layer of a player does from a time on.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cue {
    /// In seconds from the start of the script.
    pub(crate) at: f32,
    pub(crate) layer: String,
    /// The action that it plays.
    #[serde(default)]
    pub(crate) play: Option<String>,
    /// The seconds in which it fades out.
    #[serde(default)]
    pub(crate) stop: Option<f32>,
    /// How much of it is added.
    #[serde(default)]
    pub(crate) weight: Option<f32>,
}

/// A pose layer: the asset with its settings, and what is set otherwise.
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

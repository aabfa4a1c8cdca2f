//! An action set lists the layers of a character, the actions of each layer, and the clip that each action plays.
//!
//! An action set file has these sections, in this order:
//!
//! | id     | element type            | contents |
//! |--------|-------------------------|------------|
//! | `ASET` | span                    | the skeleton's asset name, in `TEXT`; may be empty |
//! | `LAYR` | layer record, 16 bytes  | one record per layer |
//! | `LBYN` | u32                     | the layer indices, sorted by layer name |
//! | `ACTN` | action record, 32 bytes | the actions of each layer |
//! | `ABYN` | u32                     | for each layer, the indices of its actions within the layer, sorted by action name |
//! | `TEXT` | u8                      | the skeleton's name, all layer names, the name and clip of each action, then all bone names |
//! | `COVR` | cover record, 12 bytes  | one record per layer; since version 2 |
//! | `BONE` | span                    | the bone names of each layer, in `TEXT`; since version 2 |
//!
//! ### ActionSet: layer record
//!
//! | offset | type | field   | value                                     |
//! |-------:|------|---------|-------------------------------------------|
//! |      0 | span | name    | the layer's name, in `TEXT`               |
//! |      8 | span | actions | the layer's actions, in `ACTN` and `ABYN` |
//!
//! ### ActionSet: action record
//!
//! | offset | type | field      | value |
//! |-------:|------|------------|------------|
//! |      0 | span | name       | the action's name, in `TEXT` |
//! |      8 | span | clip       | the clip's asset name, in `TEXT` |
//! |     16 | u32  | mode       | 0 if the clip plays once, 1 if it repeats |
//! |     20 | f32  | blend time | the duration of the cross-fade from the previous clip, in seconds; finite and at least 0 |
//! |     24 | f32  | start time | the time in the clip at which the action begins, in seconds; finite |
//! |     28 | f32  | time scale | the playback speed; a negative speed plays the clip backwards; finite |
//!
//! ### ActionSet: cover record
//!
//! A cover record contains a layer's list of bones and its blend mode. Version 1 action sets have no cover records, so
//! each of their layers has an empty list of bones and blend mode 0 (override).
//!
//! A layer affects the bones in its list and all their descendants. If the list is empty, the layer affects the bones
//! that its clips move.
//!
//! | offset | type | field | value |
//! |-------:|------|-------|------------|
//! |      0 | span | bones | the layer's list of bones, in `BONE` |
//! |      8 | u32  | blend | the blend mode: 0 override; 1 additive, relative to the bind pose; 2 additive, relative to the clip's first frame |
//!
//! ### ActionSet: rules
//!
//! - No two layers have the same name.
//! - No two actions of the same layer have the same name.

use std::fmt;

use bytemuck::{Pod, Zeroable};

use crate::error::ensure;
use crate::layout::numbers::is_duration;
use crate::layout::{
    One, Rules, Span, SpanCheck, append, append_text, check_length, check_spans, getters, names, numbered, sections,
};
use crate::{EncodeError, InvalidContent};

numbered! {
    /// What a clip does at its end.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum PlayMode: u32 {
        /// The clip stays at its end.
        Once = 0, "once";
        /// The clip starts again.
        #[default]
        Repeat = 1, "repeat";
    }
}

impl fmt::Display for PlayMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Once => "Once",
            Self::Repeat => "Repeat",
        })
    }
}

numbered! {
    /// How a layer's clips are combined with the layers below.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum LayerBlend: u32 {
        /// The clips replace the pose of the layers below.
        #[default]
        Override = 0, "override";
        /// The difference between the clip and the bind pose is added to the layers below.
        AdditiveToBind = 1, "additive to bind";
        /// The difference between the clip and its own first frame is added to the layers below.
        AdditiveToFirstFrame = 2, "additive to first frame";
    }
}

/// The actions of a character, grouped in layers.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ActionSet {
    /// The asset name of the skeleton that the actions are for; may be empty.
    pub skeleton: String,
    /// The layers, such as lower body and upper body. No two layers have the same name.
    pub layers: Vec<ActionLayer>,
}

/// A layer with its actions. One action of a layer plays at a time.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ActionLayer {
    /// The layer's name.
    pub name: String,
    /// The bones that the layer covers, together with all bones below them. If the list is empty, the layer covers the bones
    /// that its clips move.
    #[cfg_attr(feature = "serde", serde(default))]
    pub bones: Vec<String>,
    /// How the layer's clips are combined with the layers below.
    #[cfg_attr(feature = "serde", serde(default))]
    pub blend: LayerBlend,
    /// The actions of the layer. No two actions have the same name.
    pub actions: Vec<Action>,
}

/// A clip and its play options.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Action {
    /// The action's name.
    pub name: String,
    /// The clip's asset name, such as `Animation/Players/Robot/Low_Run`.
    pub clip: String,
    /// What the clip does at its end.
    pub mode: PlayMode,
    /// The duration of the cross-fade from the previous clip, in seconds. 0 means no cross-fade.
    pub blend_time: f32,
    /// The time in the clip at which playback starts, in seconds.
    pub start_time: f32,
    /// The speed, in seconds of the clip per second. Negative speeds play backwards.
    pub time_scale: f32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct LayerRecord {
    name: Span,
    actions: Span,
}

#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
struct CoverRecord {
    bones: Span,
    blend: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct ActionRecord {
    name: Span,
    clip: Span,
    mode: u32,
    blend_time: f32,
    start_time: f32,
    time_scale: f32,
}

sections! {
    /// An action set read from the bytes of its file.
    #[derive(Debug)]
    ActionSet, version 2, or 1 with 6 sections => ActionSetView, ActionSetLayout, Tables;
    header b"ASET": Span,
    b"LAYR" layers: [LayerRecord],
    b"LBYN" layers_by_name: [u32],
    b"ACTN" actions: [ActionRecord],
    b"ABYN" actions_by_name: [u32],
    b"TEXT" text: [u8],
    b"COVR" covers: [CoverRecord],
    b"BONE" bones: [Span],
}

impl Tables {
    fn new(set: &ActionSet) -> Result<Self, EncodeError> {
        let layers_by_name = names::index_by_name(set.layers.iter().map(|layer| &layer.name), "layers")?;
        let mut tables = Self { layers_by_name, ..Self::default() };
        tables.header = One(append_text(&mut tables.text, &set.skeleton)?);
        for layer in &set.layers {
            let by_name = names::index_by_name(layer.actions.iter().map(|action| &action.name), "actions")?;
            let actions = append(&mut tables.actions_by_name, &by_name, "actions")?;
            let name = append_text(&mut tables.text, &layer.name)?;
            tables.layers.push(LayerRecord { name, actions });
        }
        for action in set.layers.iter().flat_map(|layer| &layer.actions) {
            tables.actions.push(ActionRecord {
                name: append_text(&mut tables.text, &action.name)?,
                clip: append_text(&mut tables.text, &action.clip)?,
                mode: action.mode.number(),
                blend_time: action.blend_time,
                start_time: action.start_time,
                time_scale: action.time_scale,
            });
        }
        for layer in &set.layers {
            let names = layer.bones.iter().map(|bone| append_text(&mut tables.text, bone));
            let bones = append(&mut tables.bones, &names.collect::<Result<Vec<_>, _>>()?, "bones")?;
            tables.covers.push(CoverRecord { bones, blend: layer.blend.number() });
        }
        Ok(tables)
    }
}

impl<'a> ActionSetView<'a> {
    getters! { self:
        /// The asset name of the skeleton that the actions are for; may be empty.
        skeleton: &'a str = self.header.text(self.text);
        /// The number of layers.
        len: usize = self.layers.len();
        /// Whether there are no layers.
        is_empty: bool = self.layers.is_empty();
        /// A copy that owns its texts.
        to_owned: ActionSet = ActionSet {
            skeleton: self.skeleton().to_owned(),
            layers: self.layers().map(|layer| layer.to_owned()).collect(),
        };
    }

    /// Layer number `index`.
    #[must_use]
    pub fn layer(&self, index: usize) -> Option<ActionLayerView<'a>> {
        self.layers.get(index).map(|record| ActionLayerView::new(self, index, record))
    }

    /// The layers, in source order.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = ActionLayerView<'a>> + use<'a> {
        let view = *self;
        self.layers.iter().enumerate().map(move |(index, record)| ActionLayerView::new(&view, index, record))
    }

    /// The number of the layer with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        names::find(name, self.layers_by_name, self.layers, |layer| layer.name.slice(self.text))
    }
}

impl Rules for ActionSetView<'_> {
    fn check(&self) -> Result<(), InvalidContent> {
        check_spans("ACTN", self.actions.len(), self.layers.iter().map(|layer| layer.actions))?;
        check_spans("ABYN", self.actions_by_name.len(), self.layers.iter().map(|layer| layer.actions))?;
        check_spans("BONE", self.bones.len(), self.covers.iter().map(|cover| cover.bones))?;
        self.check_text_spans()?;
        names::text(self.header.slice(self.text), "skeleton reference", 0)?;
        for (index, layer) in self.layers().enumerate() {
            names::text(layer.name, "layer", index)?;
            layer.check()?;
        }
        names::check_index("layer", self.layers_by_name, self.layers, |layer| layer.name.slice(self.text))
    }

    fn check_version(&self, version: u16) -> Result<(), InvalidContent> {
        let expected = if version == 1 { 0 } else { self.layers.len() };
        check_length("COVR", expected as u64, self.covers.len() as u64)?;
        self.check()
    }
}

impl ActionSetView<'_> {
    fn check_text_spans(&self) -> Result<(), InvalidContent> {
        let mut text = SpanCheck::new("TEXT");
        text.next(0, *self.header)?;
        for (index, layer) in self.layers.iter().enumerate() {
            text.next(index, layer.name)?;
        }
        for (index, action) in self.actions.iter().enumerate() {
            text.next(index, action.name)?;
            text.next(index, action.clip)?;
        }
        for (index, bone) in self.bones.iter().enumerate() {
            text.next(index, *bone)?;
        }
        text.finish(self.text.len())
    }
}

/// A layer read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct ActionLayerView<'a> {
    name: &'a [u8],
    bones: &'a [Span],
    blend: u32,
    actions: &'a [ActionRecord],
    by_name: &'a [u32],
    text: &'a [u8],
}

impl<'a> ActionLayerView<'a> {
    fn new(set: &ActionSetView<'a>, index: usize, record: &LayerRecord) -> Self {
        let cover = set.covers.get(index).copied().unwrap_or_default();
        Self {
            name: record.name.slice(set.text),
            bones: cover.bones.slice(set.bones),
            blend: cover.blend,
            actions: record.actions.slice(set.actions),
            by_name: record.actions.slice(set.actions_by_name),
            text: set.text,
        }
    }

    getters! { self:
        /// The layer's name.
        name: &'a str = names::checked_text(self.name);
        /// How the layer's clips are combined with the layers below.
        blend: LayerBlend = LayerBlend::from_number(self.blend).unwrap_or_default();
        /// The number of actions.
        len: usize = self.actions.len();
        /// Whether the layer has no actions.
        is_empty: bool = self.actions.is_empty();
        /// A copy that owns its texts.
        to_owned: ActionLayer = ActionLayer {
            name: self.name().to_owned(),
            bones: self.bones().map(str::to_owned).collect(),
            blend: self.blend(),
            actions: self.actions().map(|action| action.to_owned()).collect(),
        };
    }

    /// The bones that the layer covers, together with all bones below them. If there are none, the layer covers the bones that
    /// its clips move.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let text = self.text;
        self.bones.iter().map(move |bone| bone.text(text))
    }

    /// The action with number `index` in the layer.
    #[must_use]
    pub fn action(&self, index: usize) -> Option<ActionView<'a>> {
        self.actions.get(index).map(|record| ActionView { record, text: self.text })
    }

    /// The layer's actions, in source order.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = ActionView<'a>> + use<'a> {
        let text = self.text;
        self.actions.iter().map(move |record| ActionView { record, text })
    }

    /// The number of the action with this name, within the layer.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        names::find(name, self.by_name, self.actions, |action| action.name.slice(self.text))
    }

    fn check(&self) -> Result<(), InvalidContent> {
        for (index, bone) in self.bones.iter().enumerate() {
            names::text(bone.slice(self.text), "bone of a layer", index)?;
        }
        let (layer, blend) = (self.name(), self.blend);
        ensure!(LayerBlend::from_number(blend).is_some(), "layer {layer:?} has the unknown blend mode {blend}");
        for (index, action) in self.actions().enumerate() {
            names::text(action.record.name.slice(self.text), "action", index)?;
            names::text(action.record.clip.slice(self.text), "clip reference of action", index)?;
            let name = action.name();
            action.check().map_err(|error| error.within(format_args!("action {name:?} of layer {layer:?}")))?;
        }
        names::check_index("action", self.by_name, self.actions, |action| action.name.slice(self.text))
    }
}

/// An action read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct ActionView<'a> {
    record: &'a ActionRecord,
    text: &'a [u8],
}

impl<'a> ActionView<'a> {
    getters! { self:
        /// The action's name.
        name: &'a str = self.record.name.text(self.text);
        /// The clip's asset name.
        clip: &'a str = self.record.clip.text(self.text);
        /// What the clip does at its end.
        mode: PlayMode = PlayMode::from_number(self.record.mode).unwrap_or_default();
        /// The duration of the cross-fade from the previous clip, in seconds. 0 means no cross-fade.
        blend_time: f32 = self.record.blend_time;
        /// The time in the clip at which playback starts, in seconds.
        start_time: f32 = self.record.start_time;
        /// The speed, in seconds of the clip per second. Negative speeds play backwards.
        time_scale: f32 = self.record.time_scale;
        /// A copy that owns its texts.
        to_owned: Action = Action {
            name: self.name().to_owned(),
            clip: self.clip().to_owned(),
            mode: self.mode(),
            blend_time: self.blend_time(),
            start_time: self.start_time(),
            time_scale: self.time_scale(),
        };
    }

    fn check(&self) -> Result<(), InvalidContent> {
        let ActionRecord { mode, blend_time, start_time, time_scale, .. } = *self.record;
        ensure!(
            PlayMode::from_number(mode).is_some(),
            "play mode number {mode} is unknown, expected 0 (Once) or 1 (Repeat)"
        );
        ensure!(is_duration(blend_time), "the blend time is {blend_time} s, expected a finite value of at least 0");
        ensure!(start_time.is_finite(), "the start time is {start_time} s, expected a finite value");
        ensure!(time_scale.is_finite(), "the time scale is {time_scale}, expected a finite value");
        Ok(())
    }
}

//! An action set: for each layer of a character, its actions and the clips that they play.
//!
//! Content type 8, version 1. Times are in seconds. The sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `ASET` | set header, 8 bytes      | 1                                                      |
//! | `LAYR` | layer record, 16         | one a layer                                            |
//! | `LBYN` | u32                      | layer numbers in ascending byte order of layer names   |
//! | `ACTN` | action record, 32        | the actions, layer by layer                            |
//! | `ABYN` | u32                      | by layer: numbers within the layer, by action name     |
//! | `TEXT` | u8                       | the texts, UTF-8, nothing between: skeleton; then by   |
//! |        |                          | layer its name; then by action its name, its clip      |
//!
//! Set header:
//!
//! | offset | type | field           | value                                                      |
//! |-------:|------|-----------------|------------------------------------------------------------|
//! |      0 | u32  | skeleton first  | first byte in `TEXT`                                       |
//! |      4 | u32  | skeleton length | in bytes; 0: none is named                                 |
//!
//! Layer record:
//!
//! | offset | type | field        | value                                                         |
//! |-------:|------|--------------|---------------------------------------------------------------|
//! |      0 | u32  | name first   | first byte in `TEXT`                                          |
//! |      4 | u32  | name length  | in bytes                                                      |
//! |      8 | u32  | action first | index into `ACTN` and `ABYN`                                  |
//! |     12 | u32  | action count |                                                               |
//!
//! Action record:
//!
//! | offset | type | field       | value                                                          |
//! |-------:|------|-------------|----------------------------------------------------------------|
//! |      0 | u32  | name first  | first byte in `TEXT`                                           |
//! |      4 | u32  | name length | in bytes                                                       |
//! |      8 | u32  | clip first  | first byte in `TEXT`                                           |
//! |     12 | u32  | clip length | in bytes                                                       |
//! |     16 | u32  | mode        | 0: Once, 1: Repeat                                             |
//! |     20 | f32  | blend time  | finite, >= 0                                                   |
//! |     24 | f32  | start time  | finite                                                         |
//! |     28 | f32  | time scale  | finite; below 0 plays backwards                                |
//!
//! Rules: no two layers have one name, nor have two actions of one layer. Actions follow each other
//! in layer order and fill `ACTN`; texts follow each other in the order above and fill `TEXT`.

use std::fmt;

use bytemuck::{Pod, Zeroable};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::finite::is_duration;
use crate::shares::{self, ShareCheck};
use crate::{ActionProblem, names};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, InvalidContent};

/// What a clip does at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PlayMode {
    /// Stay at the end.
    Once,
    /// Begin anew.
    #[default]
    Repeat,
}

impl PlayMode {
    /// The mode's name: `once` or `repeat`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Repeat => "repeat",
        }
    }

    /// The number that a file stores.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::Once => 0,
            Self::Repeat => 1,
        }
    }

    /// The mode with this number, if there is one.
    #[must_use]
    pub const fn from_number(number: u32) -> Option<Self> {
        match number {
            0 => Some(Self::Once),
            1 => Some(Self::Repeat),
            _ => None,
        }
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

/// The actions of a character, layer by layer.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ActionSet {
    /// The asset name of the skeleton that the actions are for; empty where none is named.
    pub skeleton: String,
    /// Layers, such as the lower and the upper body; no two of one name.
    pub layers: Vec<ActionLayer>,
}

/// Actions of which one plays at a time.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ActionLayer {
    /// The layer's name.
    pub name: String,
    /// Its actions; no two of one name.
    pub actions: Vec<Action>,
}

/// A clip and the way it is played.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Action {
    /// The action's name.
    pub name: String,
    /// The clip's asset name, such as `Animation/Players/Robot/Low_Run`.
    pub clip: String,
    /// What the clip does at its end.
    pub mode: PlayMode,
    /// Seconds of cross-fade from what played before; 0 cuts.
    pub blend_time: f32,
    /// Where in the clip it starts, in seconds.
    pub start_time: f32,
    /// Seconds of the clip a second; below 0 plays backwards.
    pub time_scale: f32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct SetHeader {
    skeleton_first: u32,
    skeleton_length: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct LayerRecord {
    name_first: u32,
    name_length: u32,
    action_first: u32,
    action_count: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct ActionRecord {
    name_first: u32,
    name_length: u32,
    clip_first: u32,
    clip_length: u32,
    mode: u32,
    blend_time: f32,
    start_time: f32,
    time_scale: f32,
}

const ASET: SectionKind = SectionKind::of::<SetHeader>(b"ASET");
const LAYR: SectionKind = SectionKind::of::<LayerRecord>(b"LAYR");
const LBYN: SectionKind = SectionKind::of::<u32>(b"LBYN");
const ACTN: SectionKind = SectionKind::of::<ActionRecord>(b"ACTN");
const ABYN: SectionKind = SectionKind::of::<u32>(b"ABYN");
const TEXT: SectionKind = SectionKind::of::<u8>(b"TEXT");

const SECTIONS: [SectionKind; 6] = [ASET, LAYR, LBYN, ACTN, ABYN, TEXT];
const ALIGNMENT: usize = align_of::<ActionRecord>();

impl Content for ActionSet {
    const TYPE: ContentType = ContentType::ActionSet;
    const VERSION: u16 = 1;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let tables = Tables::of(self)?;
        tables.view().validate()?;
        Ok(tables.write())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(ActionSetView::parse(&bytes)?.to_owned())
    }
}

/// The sections of a file to be, as arrays.
struct Tables {
    header: SetHeader,
    layers: Vec<LayerRecord>,
    layers_by_name: Vec<u32>,
    actions: Vec<ActionRecord>,
    actions_by_name: Vec<u32>,
    text: Vec<u8>,
}

impl Tables {
    fn of(set: &ActionSet) -> Result<Self, EncodeError> {
        let count = shares::count(set.layers.len(), "layers")?;
        let name = |number| layer_name(&set.layers, number);
        let mut text = Vec::new();
        let (skeleton_first, skeleton_length) = append_text(&mut text, &set.skeleton)?;
        let mut tables = Self {
            header: SetHeader { skeleton_first, skeleton_length },
            layers: Vec::with_capacity(set.layers.len()),
            layers_by_name: names::index_by_name(count, name),
            actions: Vec::new(),
            actions_by_name: Vec::new(),
            text,
        };
        for layer in &set.layers {
            tables.push_layer(layer)?;
        }
        for action in set.layers.iter().flat_map(|layer| &layer.actions) {
            tables.push_action(action)?;
        }
        Ok(tables)
    }

    fn push_layer(&mut self, layer: &ActionLayer) -> Result<(), EncodeError> {
        let count = shares::count(layer.actions.len(), "actions")?;
        let name = |number| action_name(&layer.actions, number);
        let by_name = names::index_by_name(count, name);
        let (action_first, action_count) = shares::append(&mut self.actions_by_name, &by_name, "actions")?;
        let (name_first, name_length) = append_text(&mut self.text, &layer.name)?;
        self.layers.push(LayerRecord { name_first, name_length, action_first, action_count });
        Ok(())
    }

    fn push_action(&mut self, action: &Action) -> Result<(), EncodeError> {
        let (name_first, name_length) = append_text(&mut self.text, &action.name)?;
        let (clip_first, clip_length) = append_text(&mut self.text, &action.clip)?;
        self.actions.push(ActionRecord {
            name_first,
            name_length,
            clip_first,
            clip_length,
            mode: action.mode.number(),
            blend_time: action.blend_time,
            start_time: action.start_time,
            time_scale: action.time_scale,
        });
        Ok(())
    }

    fn view(&self) -> ActionSetView<'_> {
        ActionSetView {
            header: std::slice::from_ref(&self.header),
            layers: &self.layers,
            layers_by_name: &self.layers_by_name,
            actions: &self.actions,
            actions_by_name: &self.actions_by_name,
            text: &self.text,
        }
    }

    fn write(&self) -> Vec<u8> {
        let mut writer = ContainerWriter::new(ActionSet::TYPE, ActionSet::VERSION, SECTIONS.len());
        writer.section(ASET, &[self.header]);
        writer.section(LAYR, &self.layers);
        writer.section(LBYN, &self.layers_by_name);
        writer.section(ACTN, &self.actions);
        writer.section(ABYN, &self.actions_by_name);
        writer.section(TEXT, &self.text);
        writer.finish()
    }
}

fn append_text(text: &mut Vec<u8>, added: &str) -> Result<(u32, u32), EncodeError> {
    shares::append(text, added.as_bytes(), "text bytes")
}

fn layer_name(layers: &[ActionLayer], number: u32) -> &[u8] {
    layers.get(number as usize).map_or(&[], |layer| layer.name.as_bytes())
}

fn action_name(actions: &[Action], number: u32) -> &[u8] {
    actions.get(number as usize).map_or(&[], |action| action.name.as_bytes())
}

/// Where the parts of a checked action set lie in its bytes. An owner of the bytes keeps it beside
/// them and has a view again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionSetLayout(Spans<6>);

impl ActionSetLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged action set of this version, or begin at an address that is
    /// no multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let spans = container.spans(ActionSet::TYPE, ActionSet::VERSION, &SECTIONS, ALIGNMENT)?;
        let layout = Self(spans);
        layout.view(bytes).validate()?;
        Ok(layout)
    }

    /// The action set in `bytes`, which have to be those that were parsed. With other bytes the
    /// view shows some other set or an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> ActionSetView<'a> {
        ActionSetView {
            header: self.0.elements(bytes, 0),
            layers: self.0.elements(bytes, 1),
            layers_by_name: self.0.elements(bytes, 2),
            actions: self.0.elements(bytes, 3),
            actions_by_name: self.0.elements(bytes, 4),
            text: self.0.elements(bytes, 5),
        }
    }
}

/// An action set read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct ActionSetView<'a> {
    header: &'a [SetHeader],
    layers: &'a [LayerRecord],
    layers_by_name: &'a [u32],
    actions: &'a [ActionRecord],
    actions_by_name: &'a [u32],
    text: &'a [u8],
}

impl<'a> ActionSetView<'a> {
    /// Checks a whole file and views its content.
    ///
    /// # Errors
    /// As [`ActionSetLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(ActionSetLayout::parse(bytes)?.view(bytes))
    }

    /// The asset name of the skeleton that the actions are for; empty where none is named.
    #[must_use]
    pub fn skeleton(&self) -> &'a str {
        names::checked_text(self.skeleton_bytes())
    }

    /// The number of layers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layers.len()
    }

    /// Whether there is no layer.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// Layer number `index`.
    #[must_use]
    pub fn layer(&self, index: usize) -> Option<ActionLayerView<'a>> {
        self.layers.get(index).map(|record| self.view_of(record))
    }

    /// The layers, in source order.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = ActionLayerView<'a>> + use<'a> {
        let view = *self;
        self.layers.iter().map(move |record| view.view_of(record))
    }

    /// The number of the layer called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        let number = names::find(self.layers_by_name, name, |number| self.layer_name(number))?;
        usize::try_from(number).ok()
    }

    /// A copy that owns its texts.
    #[must_use]
    pub fn to_owned(&self) -> ActionSet {
        ActionSet {
            skeleton: self.skeleton().to_owned(),
            layers: self.layers().map(|layer| layer.to_owned()).collect(),
        }
    }

    fn skeleton_bytes(&self) -> &'a [u8] {
        self.header.first().map_or(&[], |header| shares::part(self.text, header.skeleton_first, header.skeleton_length))
    }

    fn layer_name(&self, number: u32) -> &'a [u8] {
        let record = self.layers.get(number as usize);
        record.map_or(&[], |record| shares::part(self.text, record.name_first, record.name_length))
    }

    fn view_of(&self, record: &LayerRecord) -> ActionLayerView<'a> {
        let (first, count) = (record.action_first, record.action_count);
        ActionLayerView {
            name: shares::part(self.text, record.name_first, record.name_length),
            actions: shares::part(self.actions, first, count),
            by_name: shares::part(self.actions_by_name, first, count),
            text: self.text,
        }
    }

    /// All rules of the type, both before encoding and after reading.
    fn validate(&self) -> Result<(), InvalidContent> {
        if self.header.len() != 1 {
            let found = self.header.len();
            return Err(InvalidContent::HeaderCount { found });
        }
        self.check_action_shares()?;
        self.check_text_shares()?;
        names::text(self.skeleton_bytes(), "skeleton reference", 0)?;
        for (index, layer) in self.layers().enumerate() {
            names::text(layer.name, "layer", index)?;
            layer.check()?;
        }
        let name = |number: u32| {
            self.layers.get(number as usize)?;
            Some(names::checked_text(self.layer_name(number)))
        };
        names::check_index(self.layers_by_name, self.len(), "layer", name)
    }

    fn check_action_shares(&self) -> Result<(), InvalidContent> {
        let mut actions = ShareCheck::new("ACTN");
        let mut by_name = ShareCheck::new("ABYN");
        for (index, record) in self.layers.iter().enumerate() {
            actions.part(index, record.action_first, record.action_count)?;
            by_name.part(index, record.action_first, record.action_count)?;
        }
        actions.finish(self.actions.len())?;
        by_name.finish(self.actions_by_name.len())
    }

    fn check_text_shares(&self) -> Result<(), InvalidContent> {
        let mut text = ShareCheck::new("TEXT");
        for header in self.header {
            text.part(0, header.skeleton_first, header.skeleton_length)?;
        }
        for (index, record) in self.layers.iter().enumerate() {
            text.part(index, record.name_first, record.name_length)?;
        }
        for (index, record) in self.actions.iter().enumerate() {
            text.part(index, record.name_first, record.name_length)?;
            text.part(index, record.clip_first, record.clip_length)?;
        }
        text.finish(self.text.len())
    }
}

/// A layer read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct ActionLayerView<'a> {
    name: &'a [u8],
    actions: &'a [ActionRecord],
    by_name: &'a [u32],
    text: &'a [u8],
}

impl<'a> ActionLayerView<'a> {
    /// The layer's name.
    #[must_use]
    pub fn name(&self) -> &'a str {
        names::checked_text(self.name)
    }

    /// The number of actions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether the layer has no action.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Action number `index` of the layer.
    #[must_use]
    pub fn action(&self, index: usize) -> Option<ActionView<'a>> {
        self.actions.get(index).map(|record| self.view_of(record))
    }

    /// The layer's actions, in source order.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = ActionView<'a>> + use<'a> {
        let view = *self;
        self.actions.iter().map(move |record| view.view_of(record))
    }

    /// The number within the layer of the action called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        let number = names::find(self.by_name, name, |number| self.action_name(number))?;
        usize::try_from(number).ok()
    }

    /// A copy that owns its texts.
    #[must_use]
    pub fn to_owned(&self) -> ActionLayer {
        ActionLayer { name: self.name().to_owned(), actions: self.actions().map(|action| action.to_owned()).collect() }
    }

    fn action_name(&self, number: u32) -> &'a [u8] {
        let record = self.actions.get(number as usize);
        record.map_or(&[], |record| shares::part(self.text, record.name_first, record.name_length))
    }

    fn view_of(&self, record: &'a ActionRecord) -> ActionView<'a> {
        ActionView {
            record,
            name: shares::part(self.text, record.name_first, record.name_length),
            clip: shares::part(self.text, record.clip_first, record.clip_length),
        }
    }

    fn check(&self) -> Result<(), InvalidContent> {
        for (index, action) in self.actions().enumerate() {
            names::text(action.name, "action", index)?;
            names::text(action.clip, "clip reference of action", index)?;
            action.check().map_err(|problem| InvalidContent::Action {
                layer: self.name().to_owned(),
                action: action.name().to_owned(),
                problem,
            })?;
        }
        let name = |number: u32| {
            self.actions.get(number as usize)?;
            Some(names::checked_text(self.action_name(number)))
        };
        names::check_index(self.by_name, self.len(), "action", name)
    }
}

/// An action read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct ActionView<'a> {
    record: &'a ActionRecord,
    name: &'a [u8],
    clip: &'a [u8],
}

impl<'a> ActionView<'a> {
    /// The action's name.
    #[must_use]
    pub fn name(&self) -> &'a str {
        names::checked_text(self.name)
    }

    /// The clip's asset name.
    #[must_use]
    pub fn clip(&self) -> &'a str {
        names::checked_text(self.clip)
    }

    /// What the clip does at its end.
    #[must_use]
    pub fn mode(&self) -> PlayMode {
        PlayMode::from_number(self.record.mode).unwrap_or_default()
    }

    /// Seconds of cross-fade from what played before; 0 cuts.
    #[must_use]
    pub fn blend_time(&self) -> f32 {
        self.record.blend_time
    }

    /// Where in the clip it starts, in seconds.
    #[must_use]
    pub fn start_time(&self) -> f32 {
        self.record.start_time
    }

    /// Seconds of the clip a second; below 0 plays backwards.
    #[must_use]
    pub fn time_scale(&self) -> f32 {
        self.record.time_scale
    }

    /// A copy that owns its texts.
    #[must_use]
    pub fn to_owned(&self) -> Action {
        Action {
            name: self.name().to_owned(),
            clip: self.clip().to_owned(),
            mode: self.mode(),
            blend_time: self.blend_time(),
            start_time: self.start_time(),
            time_scale: self.time_scale(),
        }
    }

    fn check(&self) -> Result<(), ActionProblem> {
        let record = self.record;
        if PlayMode::from_number(record.mode).is_none() {
            let found = record.mode;
            return Err(ActionProblem::PlayMode { found });
        }
        if !is_duration(record.blend_time) {
            let found = record.blend_time;
            return Err(ActionProblem::BlendTime { found });
        }
        if !record.start_time.is_finite() {
            let found = record.start_time;
            return Err(ActionProblem::StartTime { found });
        }
        if !record.time_scale.is_finite() {
            let found = record.time_scale;
            return Err(ActionProblem::TimeScale { found });
        }
        Ok(())
    }
}

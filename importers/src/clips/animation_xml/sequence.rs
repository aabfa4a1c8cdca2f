//! Reads a `KeyFrameSequence`.

use rigmill_dom::{KeyFrameSource, Located};

use super::field::Field;
use crate::report::Result;
use crate::syntax::Span;
use crate::syntax::xml::{Cursor, Element};

/// The elements of a `KeyFrameSequence`.
const ELEMENTS: &[&str] = &[
    "BoneName",
    "KeyCount",
    "Duration",
    "KeyInterval",
    "HasTranslation",
    "HasRotation",
    "HasScale",
    "HasTime",
    "FixedTranslation",
    "FixedRotation",
    "FixedScale",
    "Translation",
    "Rotation",
    "Scale",
    "Time",
];

/// A `KeyFrameSequence` that is being read.
#[derive(Debug, Default)]
pub(crate) struct Sequence {
    /// The span of the start tag.
    pub(crate) span: Span,
    pub(crate) bone_name: Field<String>,
    pub(crate) key_count: Field<i32>,
    pub(crate) duration: Field<f32>,
    pub(crate) key_interval: Field<f32>,
    pub(crate) has_translation: Field<bool>,
    pub(crate) has_rotation: Field<bool>,
    pub(crate) has_scale: Field<bool>,
    pub(crate) has_time: Field<bool>,
    pub(crate) fixed_translation: Field<bool>,
    pub(crate) fixed_rotation: Field<bool>,
    pub(crate) fixed_scale: Field<bool>,
    pub(crate) translation: Field<Vec<[f32; 3]>>,
    pub(crate) rotation: Field<Vec<[f32; 4]>>,
    pub(crate) scale: Field<Vec<[f32; 3]>>,
    pub(crate) time: Field<Vec<f32>>,
    /// The first time that is not after the previous time: its index and span.
    pub(crate) descent: Option<(usize, Span)>,
}

impl Sequence {
    /// Creates a sequence after its start tag.
    pub(crate) fn begin(element: &Element<'_>) -> Self {
        Self { span: element.span, ..Self::default() }
    }

    /// Returns the name of this sequence for messages: its bone if the name was already read, or else its number.
    pub(crate) fn part(&self, number: usize) -> String {
        match self.bone_name.given() {
            Some(name) => format!("bone {name:?}"),
            None => format!("sequence {number}"),
        }
    }

    /// Reads the content of the sequence.
    pub(crate) fn read(&mut self, cursor: &mut Cursor<'_>) -> Result<()> {
        while let Some(child) = cursor.next_child()? {
            self.read_field(cursor, &child)?;
        }
        Ok(())
    }

    fn read_field<'a>(&mut self, cursor: &mut Cursor<'a>, child: &Element<'a>) -> Result<()> {
        match child.name() {
            "BoneName" => self.bone_name.read(cursor, child),
            "KeyCount" => self.key_count.read(cursor, child),
            "Duration" => self.duration.read(cursor, child),
            "KeyInterval" => self.key_interval.read(cursor, child),
            "HasTranslation" => self.has_translation.read(cursor, child),
            "HasRotation" => self.has_rotation.read(cursor, child),
            "HasScale" => self.has_scale.read(cursor, child),
            "HasTime" => self.has_time.read(cursor, child),
            "FixedTranslation" => self.fixed_translation.read(cursor, child),
            "FixedRotation" => self.fixed_rotation.read(cursor, child),
            "FixedScale" => self.fixed_scale.read(cursor, child),
            "Translation" => self.translation.read_list(cursor, child, |_, _| {}),
            "Rotation" => self.rotation.read_list(cursor, child, |_, _| {}),
            "Scale" => self.scale.read_list(cursor, child, |_, _| {}),
            "Time" => self.read_times(cursor, child),
            _ => cursor.skip_unknown(child, ELEMENTS),
        }
    }

    fn read_times<'a>(&mut self, cursor: &mut Cursor<'a>, child: &Element<'a>) -> Result<()> {
        let descent = &mut self.descent;
        self.time.read_list(cursor, child, |times, span| {
            if let [.., before, last] = times
                && last <= before
            {
                descent.get_or_insert((times.len() - 1, span));
            }
        })
    }

    /// Converts the sequence to its type in the dom.
    pub(crate) fn into_source(self, cursor: &Cursor<'_>) -> KeyFrameSource {
        let position = cursor.position(self.span);
        let flag = |field: Field<bool>| -> Located<bool> { field.into_located(position) };
        KeyFrameSource {
            position,
            bone_name: self.bone_name.into_located(position),
            key_count: self.key_count.into_located(position),
            duration: self.duration.into_located(position),
            key_interval: self.key_interval.into_located(position),
            has_translation: flag(self.has_translation),
            has_rotation: flag(self.has_rotation),
            has_scale: flag(self.has_scale),
            has_time: flag(self.has_time),
            fixed_translation: flag(self.fixed_translation),
            fixed_rotation: flag(self.fixed_rotation),
            fixed_scale: flag(self.fixed_scale),
            translation: self.translation.into_located(position),
            rotation: self.rotation.into_located(position),
            scale: self.scale.into_located(position),
            time: self.time.into_located(position),
        }
    }
}

//! Reads an `AnimationSequence` document.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rigmill_dom::{AnimationSource, KeyFrameSource};

use super::field::Field;
use super::rules::{check_duration, check_sequence, overlong_keys};
use super::sequence::Sequence;
use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::Span;
use crate::syntax::xml::{Cursor, Element};

/// The maximum number of sequences in an animation.
const MAX_SEQUENCES: usize = 16_384;

const ROOT: &str = "AnimationSequence";
const SEQUENCE: &str = "KeyFrameSequence";
const ELEMENTS: &[&str] = &["KeyFrameSequenceCount", "Duration", "KeyFrameSequences"];

/// An `AnimationSequence` that is being read.
#[derive(Default)]
struct Document {
    count: Field<i32>,
    duration: Field<f32>,
    sequences: Vec<KeyFrameSource>,
    /// The line of each bone's sequence.
    lines: HashMap<String, u32>,
    /// The problem of the first sequence whose keys last much longer than the animation. The others probably have the same cause.
    overlong: Option<Problem>,
}

/// Reads a document and checks its rules. The value is valid only if the cursor has no error to report.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<AnimationSource> {
    let root = cursor.root()?;
    if root.name() != ROOT {
        return Err(wrong_root(&root));
    }
    if root.nil {
        return Err(
            Problem::new(codes::ANIMATION_NIL, "the animation is nil", "export the animation again").at(root.span)
        );
    }
    let mut document = Document::default();
    while let Some(child) = cursor.next_child()? {
        match child.name() {
            "KeyFrameSequenceCount" => document.count.read(cursor, &child)?,
            "Duration" => document.duration.read(cursor, &child)?,
            "KeyFrameSequences" => document.read_sequences(cursor, &child)?,
            _ => cursor.skip_unknown(&child, ELEMENTS)?,
        }
    }
    cursor.after_root()?;
    check_duration(&document.duration, root.span, cursor.problems());
    document.check_count(cursor, root.span);
    // After an error, the number of keys may be wrong.
    if let Some(problem) = document.overlong.take().filter(|_| !cursor.problems().any_error()) {
        cursor.problems().warning(|| problem);
    }
    let position = cursor.position(root.span);
    Ok(AnimationSource {
        key_frame_sequence_count: document.count.into_located(position),
        duration: document.duration.into_located(position),
        sequences: document.sequences,
    })
}

fn wrong_root(root: &Element<'_>) -> Problem {
    let (fact, help) = match root.name() {
        "" => (
            format!("the root element is in an XML namespace, expected `{ROOT}` without a namespace"),
            "remove the `xmlns` attribute or the prefix from the root element",
        ),
        name => (
            format!("the root element is `{name}`, expected `{ROOT}`"),
            "export the animation again; if the file is not an animation, set a different `importer` in a rule for it",
        ),
    };
    Problem::new(codes::ANIMATION_ROOT, fact, help).at(root.span)
}

/// Reads the sequence with index `number` and checks its rules. Messages name the bone that they are about.
fn read_and_check<'a>(cursor: &mut Cursor<'a>, element: &Element<'a>, number: usize) -> Result<Sequence> {
    let mark = cursor.problems().mark();
    let mut sequence = Sequence::begin(element);
    let read = sequence.read(cursor);
    if read.is_ok() {
        check_sequence(&sequence, cursor.problems());
    }
    let part = sequence.part(number);
    cursor.problems().name_part_since(mark, &part);
    read.map(|()| sequence).map_err(|problem| problem.in_part(part))
}

fn nil_sequence<'a>(cursor: &mut Cursor<'a>, element: &Element<'a>, number: usize) -> Result<()> {
    let fact = || format!("sequence {number} is nil");
    cursor.problems().error(|| Problem::new(codes::ANIMATION_NIL, fact(), "remove the sequence").at(element.span));
    cursor.skip()
}

impl Document {
    fn read_sequences<'a>(&mut self, cursor: &mut Cursor<'a>, list: &Element<'a>) -> Result<()> {
        if list.nil {
            return cursor.skip();
        }
        while let Some(child) = cursor.next_child()? {
            if child.name() == SEQUENCE {
                self.read_sequence(cursor, &child)?;
            } else {
                cursor.skip_unknown(&child, &[SEQUENCE])?;
            }
        }
        Ok(())
    }

    fn read_sequence<'a>(&mut self, cursor: &mut Cursor<'a>, element: &Element<'a>) -> Result<()> {
        if self.sequences.len() == MAX_SEQUENCES {
            let fact = format!("there are more than {MAX_SEQUENCES} sequences");
            return Err(Problem::new(codes::XML_LIMIT, fact, "split the animation").at(element.span));
        }
        if element.nil {
            self.sequences.push(KeyFrameSource::default());
            return nil_sequence(cursor, element, self.sequences.len());
        }
        let sequence = read_and_check(cursor, element, self.sequences.len() + 1)?;
        self.check_bone(&sequence, cursor);
        if self.overlong.is_none() {
            let number = self.sequences.len() + 1;
            let overlong = overlong_keys(&sequence, &self.duration);
            self.overlong = overlong.map(|problem| problem.in_part(sequence.part(number)));
        }
        self.sequences.push(sequence.into_source(cursor));
        Ok(())
    }

    /// Checks that the sequence has a bone, and that no sequence before it has the same bone.
    fn check_bone(&mut self, sequence: &Sequence, cursor: &mut Cursor<'_>) {
        let Some(bone) = sequence.bone_name.known() else { return };
        let span = sequence.bone_name.span(sequence.span);
        let line = cursor.position(span).line;
        let nameless = (!sequence.bone_name.is_given()).then(|| {
            let number = self.sequences.len() + 1;
            (format!("sequence {number} has no BoneName"), "add a `<BoneName>` with the bone's name")
        });
        match (self.lines.entry(bone.clone()), nameless) {
            (Entry::Vacant(entry), nameless) => {
                entry.insert(line);
                if let Some((fact, help)) = nameless {
                    cursor.problems().warning(|| Problem::new(codes::ANIMATION_NO_BONE, fact, help).at(span));
                }
            }
            (Entry::Occupied(entry), Some((fact, help))) => cursor.problems().error(|| {
                let fact = format!("{fact}; the sequence on line {} has none either", entry.get());
                Problem::new(codes::ANIMATION_DUPLICATE_SEQUENCE, fact, help).at(span)
            }),
            (Entry::Occupied(entry), None) => cursor.problems().error(|| {
                let fact = format!("bone {bone:?}: there is a second sequence; the first is on line {}", entry.get());
                let help = "remove one of the two sequences, or correct its BoneName";
                Problem::new(codes::ANIMATION_DUPLICATE_SEQUENCE, fact, help).at(span)
            }),
        }
    }

    fn check_count(&self, cursor: &mut Cursor<'_>, root: Span) {
        let (found, actual) = (self.count.known(), self.sequences.len());
        let Some(found) = found.filter(|found| usize::try_from(**found) != Ok(actual)) else { return };
        cursor.problems().error(|| {
            let there =
                if actual == 1 { "there is 1 sequence".to_owned() } else { format!("there are {actual} sequences") };
            if self.count.is_given() {
                let fact = format!("KeyFrameSequenceCount is {found}, but {there}");
                let help = format!("set KeyFrameSequenceCount to {actual}, or export the file again");
                Problem::new(codes::ANIMATION_SEQUENCE_COUNT, fact, help).at(self.count.span(root))
            } else {
                let help = format!("add `<KeyFrameSequenceCount>{actual}</KeyFrameSequenceCount>`");
                Problem::new(
                    codes::ANIMATION_SEQUENCE_COUNT,
                    format!("KeyFrameSequenceCount is missing, but {there}"),
                    help,
                )
                .at(self.count.span(root))
            }
        });
    }
}

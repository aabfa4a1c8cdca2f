//! How many keys sampling may make of a source.

use rigmill_format::{AnimationSequence, KeyFrameSequence};
use rigmill_pipeline::{Diagnostic, ProcessContext, StageError};
use serde::{Deserialize, Serialize};

use super::sampler::frame_count;
use crate::codes;

/// How many keys any source may make.
const FREE_KEYS: f64 = 4_194_304.0;
/// How many keys a source may make for each of its own: eight times its frame rate are always allowed.
const KEYS_PER_KEY: f64 = 8.0;

/// A number of keys, above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct KeyCount(u32);

impl TryFrom<u32> for KeyCount {
    type Error = String;

    fn try_from(keys: u32) -> Result<Self, String> {
        if keys > 0 { Ok(Self(keys)) } else { Err("0 is out of range, expected at least 1 key".to_owned()) }
    }
}

impl From<KeyCount> for u32 {
    fn from(keys: KeyCount) -> Self {
        keys.0
    }
}

/// Refuses clips of a source, each with the rate it is sampled at, that would make too many keys together. A bone has `curves`
/// keys per frame; `most` is what the manifest allows.
pub(crate) fn check_keys<'a>(
    clips: impl Iterator<Item = (&'a AnimationSequence, f64)>,
    curves: u8,
    most: Option<KeyCount>,
    ctx: &mut ProcessContext<'_>,
) -> Result<(), StageError> {
    let (mut found, mut own) = (0.0, 0.0);
    for (clip, rate) in clips {
        let keys = f64::from(curves) * clip.sequences.len() as f64;
        found += keys * frame_count(clip.duration, rate);
        own += keys * f64::from(clip.sequences.iter().map(key_count).max().unwrap_or(0));
    }
    let most = most.map_or(FREE_KEYS + KEYS_PER_KEY * own, |most| f64::from(most.0));
    if found <= most {
        return Ok(());
    }
    let fact = format!("sampling makes {found} keys of all clips together, at most {most} are allowed for this source");
    let help = "lower `rate`, split the source, or raise `max_keys`";
    Err(ctx.fail(Diagnostic::error(codes::SAMPLED_KEYS, fact).help(help)))
}

fn key_count(sequence: &KeyFrameSequence) -> u32 {
    sequence.key_count
}

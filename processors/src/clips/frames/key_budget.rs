//! Limits the number of keys that sampling creates from a source.

use rigmill_format::AnimationSequence;
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::channels::frame_count;
use crate::codes;
use crate::numbers::KeyCount;
use crate::report::Result;

/// The number of keys that any source may create.
const FREE_KEYS: f64 = 4_194_304.0;
/// The additional number of keys that a source may create for each of its own keys. Eight times the source's own frame rate is
/// always allowed.
const KEYS_PER_KEY: f64 = 8.0;

/// Rejects a source whose clips would create too many keys together. Each clip is given with its sampling rate. A bone has
/// `curves` keys per frame, and `max_keys` is the limit in the manifest. Returns the factor (at least 1) by which all rates
/// could be higher.
pub(crate) fn check_keys<'a>(
    clips: impl Iterator<Item = (&'a AnimationSequence, f64)>,
    curves: u8,
    max_keys: Option<KeyCount>,
    ctx: &mut ProcessContext<'_>,
) -> Result<f64> {
    let (mut found, mut own) = (0.0, 0.0);
    for (clip, rate) in clips {
        let keys = f64::from(curves) * clip.sequences.len() as f64;
        found += keys * frame_count(clip.duration, rate);
        own += keys * f64::from(clip.sequences.iter().map(|sequence| sequence.key_count).max().unwrap_or(0));
    }
    let most = max_keys.map_or(FREE_KEYS + KEYS_PER_KEY * own, |keys| f64::from(keys.get()));
    if found <= most {
        return Ok(if found > 0.0 { most / found } else { 1.0 });
    }
    let fact = format!("sampling all clips of this source would create {found} keys, but at most {most} are allowed");
    let help = "lower `rate`, split the source, or raise `max_keys`";
    Err(ctx.fail(Diagnostic::error(codes::SAMPLED_KEYS, fact).help(help)))
}

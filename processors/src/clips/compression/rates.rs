//! Chooses the frame rates to try for a clip.

use crate::numbers::SampleRate;

/// The largest distance between a key and a frame, in frames, for which the key counts as on the frame. Sources round their
/// times.
const ON_FRAME: f64 = 5e-3;
/// If two rates differ by less than this factor, only one of them is tried.
const NEARLY: f64 = 0.999;
/// The multiples of a rate that are tried.
const MULTIPLES: [f64; 15] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0];

/// Returns the frame rates to try for a clip with these key times (in seconds), ascending, from `first` up to `most`.
///
/// The rates are the multiples of `first`, and the multiples of the lowest rate for which all keys are on frames, because a
/// clip has corners at its keys. If there is no such rate, the multiples of the source's stated rate are used. `stated` is 1
/// divided by the interval that the source states, if it states one.
#[must_use]
pub fn rates(first: f64, stated: Option<f64>, keys: &[f64], most: f64) -> Vec<f64> {
    // The last key may be at the end of the clip, where there is a frame at any rate.
    let keys = keys.split_last().map_or(keys, |(_, before)| before);
    let common = common_rate(first, stated, keys).or(stated);
    // The given rate may be rounded: keys every 0.0333 s are not exactly 30 frames per second.
    let first = common.filter(|rate| (NEARLY * first..first * 1.02).contains(rate)).unwrap_or(first);
    let most = most.min(SampleRate::MAX).max(first);
    let bases = [Some(first), common];
    let mut rates: Vec<f64> =
        bases.iter().flatten().flat_map(|base| MULTIPLES.map(|multiple| base * multiple)).collect();
    rates.retain(|rate| (first..=most).contains(rate));
    rates.sort_by(f64::total_cmp);
    rates.dedup_by(|later, earlier| *later * NEARLY < *earlier);
    rates
}

/// Returns the lowest rate that has a frame at each of the keys.
fn common_rate(first: f64, stated: Option<f64>, keys: &[f64]) -> Option<f64> {
    let multiples = |rate: f64| MULTIPLES.iter().map(move |multiple| rate * multiple);
    let whole = (1..=1000).map(f64::from);
    let known = multiples(first).chain(stated.into_iter().flat_map(multiples));
    let fits = |rate: &f64| keys.iter().all(|key| (key * rate - (key * rate).round()).abs() <= ON_FRAME);
    known.chain(whole).filter(fits).reduce(f64::min).filter(|rate| *rate <= SampleRate::MAX)
}

//! At which frame rates a clip is tried.

use crate::numbers::SampleRate;

/// How far from a frame a key may be that lies on it, in frames: sources round their times.
const ON_FRAME: f64 = 5e-3;
/// The multiples of a rate that are tried.
const MULTIPLES: [f64; 15] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0];

/// The rates at which a clip with these key times is tried, ascending: `first`, then higher ones up to `most`. Those on
/// which all keys lie are preferred, since the course of a clip has its corners there.
///
/// `stated` is one over the interval that the source states, if it does.
#[must_use]
pub fn rates(first: f64, stated: Option<f64>, keys: &[f64], most: f64) -> Vec<f64> {
    let base = common_rate(first, stated, keys).unwrap_or(first);
    let higher = MULTIPLES.iter().map(|multiple| base * multiple);
    let most = most.min(SampleRate::MAX);
    std::iter::once(first).chain(higher.filter(|rate| *rate > first && *rate <= most)).collect()
}

/// The lowest rate that has a frame at each of the keys.
fn common_rate(first: f64, stated: Option<f64>, keys: &[f64]) -> Option<f64> {
    let multiples = |rate: f64| MULTIPLES.iter().map(move |multiple| rate * multiple);
    let whole = (1..=1000).map(f64::from);
    let known = multiples(first).chain(stated.into_iter().flat_map(multiples));
    let fits = |rate: &f64| keys.iter().all(|key| (key * rate - (key * rate).round()).abs() <= ON_FRAME);
    known.chain(whole).filter(fits).reduce(f64::min).filter(|rate| *rate <= SampleRate::MAX)
}

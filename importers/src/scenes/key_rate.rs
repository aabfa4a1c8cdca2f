//! Finds the frame rate of a file's clips, if neither the file nor the manifest states it.

/// Below this rate, keys are assumed to be on every second, third (and so on) frame. Above the highest rate, keys are assumed
/// not to be on frames.
const LOWEST: f64 = 15.0;
/// The minimum rate after a low rate was multiplied.
const FINE: f64 = 30.0;
const HIGHEST: f64 = 240.0;
/// The number of whole rates to try.
const MAX_WHOLE: u32 = 8;
/// The largest distance between a key and its frame, in frames: the error of single precision one hour after the start.
const SLACK: f64 = 0.02;

/// Returns the rate for which all keys are on frames, counted from the first key of their animation; `usual` if there is no
/// such rate. Each list contains the start time of its animation, and the ascending times of keys.
pub(crate) fn of_keys(lists: &[(f64, Vec<f64>)], usual: f64) -> f64 {
    let lists = || lists.iter().filter(|(_, times)| times.len() > 1);
    let gaps = lists().flat_map(|(_, times)| times.windows(2)).map(|pair| pair[1] - pair[0]);
    let shortest = gaps.filter(|gap| *gap > 0.0).fold(f64::INFINITY, f64::min);
    let rough = 1.0 / shortest;
    if !(rough > 1e-3 && rough <= HIGHEST * 1.01) {
        return usual;
    }
    let on_frame = |rate: f64, start: f64, time: f64| {
        let frame = (time - start) * rate;
        (frame - frame.round()).abs() <= SLACK
    };
    let fits = |rate: &f64| lists().all(|(start, times)| times.iter().all(|&time| on_frame(*rate, *start, time)));
    let latest = lists().filter_map(|(_, times)| times.last()).fold(0.0, |latest: f64, time| latest.max(time.abs()));
    // Late in a file, rounding may shorten the shortest gap, so also try slower whole rates.
    let slowest = 1.0 / (shortest + 2.0 * latest * f64::from(f32::EPSILON));
    let whole =
        (0..MAX_WHOLE).map(|less| rough.floor() - f64::from(less)).filter(|rate| *rate >= slowest.floor().max(1.0));
    let Some(rate) = std::iter::once(refined(rough, lists())).chain(whole).find(fits) else { return usual };
    if rate >= LOWEST { rate } else { rate * (FINE / rate).ceil() }
}

/// Computes the rate from the longest list, which is more exact than a single interval. If only rounding separates the result
/// from a whole number, returns this number.
fn refined<'a>(rough: f64, lists: impl Iterator<Item = &'a (f64, Vec<f64>)>) -> f64 {
    let spans = lists.filter_map(|(_, times)| Some(times.last()? - times.first()?));
    let longest = spans.fold(0.0, f64::max);
    let rate = (longest * rough).round().max(1.0) / longest;
    let whole = rate.round();
    if whole > 0.0 && (rate - whole).abs() <= 1e-4 * whole { whole } else { rate }
}

//! [`unit_ratio`]: detects whether a clip and a skeleton use different units of length.

use std::collections::HashMap;

use rigmill_format::{AnimationSequence, Bone, Skeleton, Transform};
use rigmill_math::vector::length;
use rigmill_pipeline::{Diagnostic, ProcessContext};

use crate::codes;
use crate::report::also_affected;

/// The smallest ratio of lengths that counts as a ratio of units (or the inverse, for ratios below 1). The smallest ratio of
/// common units is 2.54.
const LEAST: f64 = 2.25;
/// The largest factor between a bone's ratio and the median for which they agree.
const ALIKE: f64 = 1.05;
/// Ratios of common units that are too large to be caused by the motion of one or two bones: millimetres to inches, centimetres
/// to feet, inches to metres, centimetres to metres, millimetres to metres.
const LARGE: [f64; 5] = [25.4, 30.48, 39.37, 100.0, 1000.0];
/// The largest factor between a single bone's ratio and one of `LARGE`.
const EXACT: f64 = 1.01;
/// Bones shorter than this fraction of the longest bone have no length, except for rounding.
const NOISE: f64 = 1e-4;

/// A bone that a clip moves.
#[derive(Clone, Copy, Debug)]
pub struct MovedBone<'a> {
    /// Its bind pose.
    pub bind: Transform,
    /// Whether the bone has no parent.
    pub is_root: bool,
    /// The translations of the bone's keys; empty if the clip does not move the bone.
    pub translations: &'a [[f32; 3]],
    /// The scales of the bone's keys; empty if the clip does not scale the bone.
    pub scales: &'a [[f32; 3]],
}

/// Returns the ratio of a clip's translations to the translations of the bind pose, if only different units can explain the
/// ratio.
///
/// For each bone, only the key nearest to its bind pose counts. Therefore, stretching and root motion that begin or end at the
/// bind pose have no effect. Most bones must agree. If only one or two bones can be compared, their ratio must be one of the
/// large ratios of common units. Importers may convert a scene to metres by scaling only its root: the scale of the root is
/// then the ratio for all bones.
pub fn unit_ratio<'a>(bones: impl Iterator<Item = MovedBone<'a>>) -> Option<f64> {
    let bones: Vec<MovedBone<'_>> = bones.collect();
    of_most(&bones).or_else(|| bones.iter().filter(|bone| bone.is_root).find_map(of_root))
}

/// Returns the ratio on which most bones agree.
fn of_most(bones: &[MovedBone<'_>]) -> Option<f64> {
    let compared = |bone: &MovedBone<'_>| Some((bone.bind_length(), bone.translation_ratio()?));
    let compared: Vec<(f64, f64)> = bones.iter().filter_map(compared).collect();
    let longest = compared.iter().map(|(bind, _)| *bind).fold(0.0, f64::max);
    let ratios = compared.iter().filter(|(bind, _)| *bind > longest * NOISE).map(|(_, ratio)| *ratio);
    let mut ratios: Vec<f64> = ratios.collect();
    ratios.sort_by(f64::total_cmp);
    let median = *ratios.get(ratios.len() / 2)?;
    if within(median, 1.0, LEAST) {
        return None;
    }
    let agreed = match ratios.len() {
        1 | 2 => LARGE.iter().any(|&usual| within(median, usual, EXACT) || within(1.0 / median, usual, EXACT)),
        count => 2 * ratios.iter().filter(|&&ratio| within(ratio, median, ALIKE)).count() > count,
    };
    agreed.then_some(median)
}

/// Returns the ratio of a root's scale, if its translations differ by about the same factor.
fn of_root(root: &MovedBone<'_>) -> Option<f64> {
    let ratio = match root.scales {
        [] => 1.0 / size(root.bind.scale),
        scales => nearest(scales.iter().map(|&scale| size(scale) / size(root.bind.scale)))?,
    };
    let is_explained = within(root.translation_ratio()?, ratio, LEAST);
    (is_explained && !within(ratio, 1.0, LEAST)).then_some(ratio)
}

impl MovedBone<'_> {
    /// Returns the ratio of the length of the nearest key to the length of the bind pose; `None` if there are no lengths to
    /// compare.
    fn translation_ratio(&self) -> Option<f64> {
        let lengths = self.translations.iter().map(|key| length(key.map(f64::from)));
        nearest(lengths.map(|length| length / self.bind_length()))
    }

    fn bind_length(&self) -> f64 {
        length(self.bind.translation.map(f64::from))
    }
}

/// Returns the ratio that is nearest to 1.
fn nearest(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let off = |ratio: &f64| ratio.max(1.0 / ratio);
    ratios.filter(|ratio| ratio.is_finite() && *ratio > 0.0).min_by(|a, b| off(a).total_cmp(&off(b)))
}

fn within(ratio: f64, of: f64, factor: f64) -> bool {
    ratio <= of * factor && ratio * factor >= of
}

/// Returns the size of a scale: the geometric mean of its three axes.
fn size(scale: [f32; 3]) -> f64 {
    libm::cbrt(scale.iter().map(|&axis| f64::from(axis).abs()).product())
}

/// Reports warnings about clips that have a different unit than their skeleton as one: the first, with the number of other clips.
pub(crate) fn warn_of_units(warnings: impl IntoIterator<Item = Diagnostic>, ctx: &mut ProcessContext<'_>) {
    let mut warnings = warnings.into_iter();
    let Some(mut first) = warnings.next() else { return };
    first.message += &also_affected(warnings.count(), ["clip", "clips"]);
    ctx.report(first);
}

/// Creates the warning that a clip has a different unit than the skeleton that it moves.
pub(crate) fn other_unit(clip: &AnimationSequence, clip_name: &str, skeleton: &Skeleton) -> Option<Diagnostic> {
    let bones: HashMap<&str, &Bone> = skeleton.bones.iter().map(|bone| (bone.name.as_str(), bone)).collect();
    let moved = clip.sequences.iter().filter_map(|sequence| {
        let bone = bones.get(sequence.bone_name.as_str())?;
        let translations = if sequence.has_translation { &sequence.translation[..] } else { &[] };
        let scales = if sequence.has_scale { &sequence.scale[..] } else { &[] };
        Some(MovedBone { bind: bone.bind, is_root: bone.parent.is_none(), translations, scales })
    });
    let times = times(unit_ratio(moved)?);
    let message = format!(
        "{clip_name} and the skeleton use different units: in the clip, bones are {times} as far from their parents as in the bind pose"
    );
    Some(Diagnostic::warning(codes::CLIP_OTHER_UNIT, message).help(UNIT_HELP))
}

/// The remedy for different units.
pub const UNIT_HELP: &str = "export the clip or the skeleton again, so that both use the same unit; Rigmill scales FBX files to metres \
                             unless `unit = \"file\"` is set";

/// Formats a ratio: `100 times`, `0.01 times`.
#[must_use]
pub fn times(ratio: f64) -> String {
    let digits = if ratio < 1.0 { 4 } else { 2 };
    let text = format!("{ratio:.digits$}");
    format!("{} times", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ratio for bones with these lengths in the bind pose, each with the lengths of its keys.
    fn ratio(bones: &[(f32, &[f32])]) -> Option<f64> {
        let along = |length: f32| [0.0, length, 0.0];
        let keys: Vec<Vec<[f32; 3]>> =
            bones.iter().map(|(_, keys)| keys.iter().map(|&key| along(key)).collect()).collect();
        let moved = bones.iter().zip(&keys).map(|((bind, _), translations)| MovedBone {
            bind: Transform { translation: along(*bind), ..Transform::IDENTITY },
            is_root: false,
            translations,
            scales: &[],
        });
        unit_ratio(moved)
    }

    /// Returns the ratio for a root with a height and a scale in the bind pose, which a clip changes to others, and for another
    /// bone that does not move.
    fn root_ratio((height, scale): (f32, f32), heights: &[f32], scales: &[f32]) -> Option<f64> {
        let bind = Transform { translation: [0.0, height, 0.0], scale: [scale; 3], ..Transform::IDENTITY };
        let translations: Vec<_> = heights.iter().map(|&height| [0.0, 0.0, height]).collect();
        let scales: Vec<_> = scales.iter().map(|&scale| [scale; 3]).collect();
        let root = MovedBone { bind, is_root: true, translations: &translations, scales: &scales };
        let still = Transform { translation: [0.5, 0.0, 0.0], ..Transform::IDENTITY };
        let bone = |translations| MovedBone { bind: still, is_root: false, translations, scales: &[] };
        let at_bind = [[0.5, 0.0, 0.0]];
        unit_ratio([root, bone(&at_bind), bone(&at_bind)].into_iter()).map(|ratio| (ratio * 1000.0).round() / 1000.0)
    }

    #[test]
    fn a_scaled_root_shows_the_unit_of_all() {
        assert_eq!(root_ratio((0.017, 0.01), &[1.9, 1.8], &[]), Some(100.0));
        assert_eq!(root_ratio((0.017, 0.01), &[1.9, 1.8], &[1.0]), Some(100.0));
        assert_eq!(root_ratio((1.7, 1.0), &[0.017], &[0.01]), Some(0.01));
        assert_eq!(root_ratio((0.017, 0.0254), &[0.67], &[]), Some(39.37));
        // In the unit of the skeleton, far away or not; grown from nothing; without a scale.
        assert_eq!(root_ratio((0.017, 0.01), &[0.019], &[]), None);
        assert_eq!(root_ratio((0.017, 0.01), &[0.019], &[0.01]), None);
        assert_eq!(root_ratio((0.017, 0.01), &[1.7], &[0.01]), None);
        assert_eq!(root_ratio((0.017, 0.01), &[50.0], &[]), None);
        assert_eq!(root_ratio((1.7, 1.0), &[0.017, 1.7], &[0.01, 1.0]), None);
        assert_eq!(root_ratio((1.7, 1.0), &[170.0], &[]), None);
        assert_eq!(root_ratio((0.0, 0.01), &[1.7], &[]), None);
    }

    #[test]
    fn units_differ_by_one_ratio_for_all_bones() {
        for factor in [2.54, 10.0, 39.37, 100.0, 1000.0, 0.01, 1.0 / 2.54] {
            let [a, b, c] = [0.2, 0.5, 1.1].map(|length: f32| length * factor);
            let found = ratio(&[(0.2, &[a, a]), (0.5, &[b]), (1.1, &[c, c * 0.9])]).unwrap();
            assert!((found / f64::from(factor) - 1.0).abs() < 0.05, "{factor}: {found}");
            let is_large = factor.max(1.0 / factor) > 25.0;
            assert_eq!(ratio(&[(0.5, &[b])]).is_some(), is_large, "a single bone, {factor}");
        }
    }

    #[test]
    fn what_animators_do_is_no_unit() {
        // Nearly equal; a root far away; a squash that ends at rest; stretched bones; a giant; nothing to compare.
        assert_eq!(ratio(&[(0.2, &[0.2]), (0.5, &[0.51])]), None);
        assert_eq!(ratio(&[(1.0, &[7.0, 6.0, 5.0])]), None);
        assert_eq!(ratio(&[(1.0, &[150.0]), (0.2, &[0.2]), (0.5, &[0.5])]), None);
        assert_eq!(ratio(&[(0.2, &[0.02, 0.2]), (0.5, &[0.05, 0.5])]), None);
        assert_eq!(ratio(&[(0.2, &[0.6]), (0.5, &[2.0]), (0.7, &[4.0])]), None);
        assert_eq!(ratio(&[(0.2, &[0.4]), (0.5, &[1.0])]), None);
        assert_eq!(ratio(&[(0.0, &[0.4]), (0.5, &[0.0]), (0.5, &[])]), None);
        assert_eq!(ratio(&[]), None);
        assert_eq!(ratio(&[(0.5, &[f32::NAN, f32::INFINITY])]), None);
    }

    #[test]
    fn ratios_are_short() {
        assert_eq!([100.0, 2.54, 0.0254, 99.999].map(times), ["100 times", "2.54 times", "0.0254 times", "100 times"]);
    }
}

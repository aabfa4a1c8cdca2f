//! [`CurveStreamsWriter`]: curve clips as pairs of curve streams.

use rigmill_format::{Component, Curve, CurveClip, CurveTrack, WrapMode};
use rigmill_pipeline::{Diagnostic, ExtraFile, NoParams, StageError, WriteContext, Writer};

use crate::codes;

/// Writes a [`CurveClip`] as two files, both binary and little-endian: `NAME.txt` with names and keys, and `NAMEIndex.txt`
/// with the number of paths, and for each the length of its name and the numbers of keys of its seven curves.
///
/// They have neither scales nor wrap modes; a clip that does leaves a warning. A curve without keys is left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct CurveStreamsWriter;

impl Writer for CurveStreamsWriter {
    type Input = CurveClip;
    type Params = NoParams;
    const NAME: &'static str = "curve-streams";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "txt";
    const EXTRA_FILES: &'static [ExtraFile<CurveClip, NoParams>] = &[ExtraFile { suffix: "Index", write: write_index }];

    fn write(&self, clip: &CurveClip, _: &NoParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        tell_losses(clip, ctx);
        Ok(keys(clip))
    }
}

fn write_index(clip: &CurveClip, _: &NoParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
    index(clip).map_err(|found| {
        let message = format!("CurveClip cannot be written: {found} does not fit an index of 32 bits");
        ctx.fail(Diagnostic::error(codes::TOO_LARGE, message).help("split the asset"))
    })
}

/// The components that the streams have.
fn components() -> &'static [Component] {
    &Component::ALL[..7]
}

fn curve(track: &CurveTrack, component: Component) -> Option<&Curve> {
    track.curves.iter().find(|curve| curve.component == component)
}

fn keys(clip: &CurveClip) -> Vec<u8> {
    let mut bytes = Vec::new();
    for track in &clip.tracks {
        bytes.extend_from_slice(track.path.as_bytes());
        let curves = components().iter().filter_map(|&component| curve(track, component));
        for key in curves.flat_map(|curve| &curve.keys) {
            let numbers = [key.time, key.value, key.in_tangent, key.out_tangent];
            numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
        }
    }
    bytes
}

/// The index, or a count that does not fit.
fn index(clip: &CurveClip) -> Result<Vec<u8>, usize> {
    let mut counts = vec![clip.tracks.len()];
    for track in &clip.tracks {
        counts.push(track.path.len());
        let count = |&component| curve(track, component).map_or(0, |curve| curve.keys.len());
        counts.extend(components().iter().map(count));
    }
    let mut bytes = Vec::with_capacity(4 * counts.len());
    for count in counts {
        bytes.extend_from_slice(&i32::try_from(count).map_err(|_| count)?.to_le_bytes());
    }
    Ok(bytes)
}

fn tell_losses(clip: &CurveClip, ctx: &mut WriteContext) {
    let wraps = |mode: WrapMode| !matches!(mode, WrapMode::Default | WrapMode::Clamp | WrapMode::ClampForever);
    let curves = || clip.tracks.iter().flat_map(|track| &track.curves);
    let scales = curves().filter(|curve| curve.component >= Component::ScaleX).count();
    let wrapping = curves().filter(|curve| wraps(curve.pre) || wraps(curve.post)).count();
    for (count, what) in [(scales, "are of scales"), (wrapping, "loop or go forth and back")] {
        if count > 0 {
            let message = format!("{count} curves {what}, which curve streams cannot hold");
            let diagnostic = Diagnostic::warning(codes::STREAM_LOSS, message);
            ctx.report(diagnostic.help("write the clip as `rmb`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use rigmill_format::CurveKey;

    use super::*;

    fn clip() -> CurveClip {
        let key = CurveKey { time: 0.5, value: 1.0, in_tangent: -0.0, out_tangent: f32::INFINITY };
        let curve = |component| Curve { component, pre: WrapMode::Default, post: WrapMode::Default, keys: vec![key] };
        let curves = vec![curve(Component::PositionZ), curve(Component::RotationW)];
        CurveClip { tracks: vec![CurveTrack { path: "A/ö".into(), curves }] }
    }

    fn parts(clip: &CurveClip) -> (Vec<Vec<u8>>, Vec<Diagnostic>) {
        let mut ctx = WriteContext::default();
        let params = NoParams::default();
        let main = CurveStreamsWriter.write(clip, &params, &mut ctx).unwrap();
        let written = vec![main, write_index(clip, &params, &mut ctx).unwrap()];
        (written, ctx.finish())
    }

    #[test]
    fn both_files_are_as_described() {
        let (written, said) = parts(&clip());
        let key = b"\0\0\0\x3f\0\0\x80\x3f\0\0\0\x80\0\0\x80\x7f";
        assert_eq!(written[0], [b"A/\xc3\xb6".as_slice(), key, key].concat());
        let counts = [1_i32, 4, 0, 0, 1, 0, 0, 0, 1];
        assert_eq!(written[1], counts.map(i32::to_le_bytes).concat());
        assert_eq!(said, []);
    }

    #[test]
    fn what_the_files_cannot_hold_is_told_once() {
        let mut clip = clip();
        clip.tracks[0].curves[0].post = WrapMode::Loop;
        clip.tracks[0].curves[1].component = Component::ScaleX;
        let said: Vec<_> = parts(&clip).1.into_iter().map(|diagnostic| diagnostic.message).collect();
        let expected = ["1 curves are of scales, which", "1 curves loop or go forth and back, which"];
        assert!(said.len() == 2 && said.iter().zip(expected).all(|(told, start)| told.starts_with(start)), "{said:?}");
    }
}

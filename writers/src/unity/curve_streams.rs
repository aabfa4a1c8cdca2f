//! [`CurveStreamsWriter`]: writes curve clips as pairs of curve streams.

use rigmill_codec_unity::Track;
use rigmill_codec_unity::curve_streams::{self, INDEX_SUFFIX};
use rigmill_format::{Component, CurveClip, WrapMode};
use rigmill_pipeline::{Diagnostic, ExtraFile, NoParams, WriteContext, Writer};

use crate::codes;
use crate::counted::counted;
use crate::written::Written;

/// Writes a [`CurveClip`] as two files: `NAME.txt` with names and keys, and `NAMEIndex.txt` with their lengths.
/// [`curve_streams`] describes the format.
///
/// The files cannot store scales or wrap modes; a clip that has them causes a warning. Curves without keys are left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct CurveStreamsWriter;

impl Writer for CurveStreamsWriter {
    type Input = CurveClip;
    type Params = NoParams;
    const NAME: &'static str = "curve-streams";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "txt";
    const EXTRA_FILES: &'static [ExtraFile<CurveClip, NoParams>] =
        &[ExtraFile { suffix: INDEX_SUFFIX, write: write_index }];

    fn write(&self, clip: &CurveClip, _: &NoParams, ctx: &mut WriteContext) -> Written {
        warn_of_losses(clip, ctx);
        Ok(curve_streams::encode_keys(&tracks(clip)))
    }
}

fn write_index(clip: &CurveClip, _: &NoParams, ctx: &mut WriteContext) -> Written {
    curve_streams::encode_index(&tracks(clip)).map_err(|error| {
        let message = format!("CurveClip cannot be written: {error}");
        ctx.fail(Diagnostic::error(codes::CONTENT_TOO_LARGE, message).help("split the asset"))
    })
}

fn tracks(clip: &CurveClip) -> Vec<Track> {
    clip.tracks.iter().map(super::track).collect()
}

fn warn_of_losses(clip: &CurveClip, ctx: &mut WriteContext) {
    let wraps = |mode| !matches!(mode, WrapMode::Default | WrapMode::Clamp | WrapMode::ClampForever);
    let curves = || clip.tracks.iter().flat_map(|track| &track.curves);
    let scales = curves().filter(|curve| curve.component >= Component::ScaleX).count();
    let wrapping = curves().filter(|curve| wraps(curve.pre) || wraps(curve.post)).count();
    let kinds = [
        (scales, ["scale curve is left out", "scale curves are left out"], "scales"),
        (wrapping, ["curve loses its wrap mode", "curves lose their wrap modes"], "this setting"),
    ];
    for (count, curves, lost) in kinds {
        if count > 0 {
            let message = format!("{}, because curve streams cannot store {lost}", counted(count, curves));
            let diagnostic = Diagnostic::warning(codes::STREAM_CONTENT_LOST, message);
            ctx.report(diagnostic.help("to keep scales and wrap modes, use the `rmb` writer"));
        }
    }
}

#[cfg(test)]
mod tests {
    use rigmill_format::{Curve, CurveKey, CurveTrack};

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
        let keys = CurveStreamsWriter.write(clip, &params, &mut ctx).unwrap();
        let index = write_index(clip, &params, &mut ctx).unwrap();
        (vec![keys, index], ctx.finish())
    }

    #[test]
    fn both_files_are_as_described() {
        let (written, reported) = parts(&clip());
        let key = b"\0\0\0\x3f\0\0\x80\x3f\0\0\0\x80\0\0\x80\x7f";
        assert_eq!(written[0], [b"A/\xc3\xb6".as_slice(), key, key].concat());
        let counts = [1_i32, 4, 0, 0, 1, 0, 0, 0, 1];
        assert_eq!(written[1], counts.map(i32::to_le_bytes).concat());
        assert_eq!(reported, []);
    }

    #[test]
    fn what_the_files_cannot_hold_is_reported_once() {
        let mut clip = clip();
        clip.tracks[0].curves[0].post = WrapMode::Loop;
        clip.tracks[0].curves[1].component = Component::ScaleX;
        let messages: Vec<_> = parts(&clip).1.into_iter().map(|diagnostic| diagnostic.message).collect();
        let expected = [
            "1 scale curve is left out, because curve streams cannot store scales",
            "1 curve loses its wrap mode, because curve streams cannot store this setting",
        ];
        assert_eq!(messages, expected);
    }
}

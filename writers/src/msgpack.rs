//! [`MsgPackWriter`]: sampled clips in MessagePack, as MessagePack-CSharp reads them.

use rigmill_format::{Component, Curve, CurveKey, CurveTrack, SampledClip, WrapMode};
use rigmill_pipeline::{Diagnostic, NoParams, StageError, WriteContext, Writer};
use rmp::encode::{self, ByteBuf};

use crate::codes;

/// Writes a [`SampledClip`] as the arrays that MessagePack-CSharp makes of it: `[id, length, frame rate, name,
/// [[path, [x, y, z], [x, y, z, w]], …]]`, each x, y, z, w a curve `[keys, post wrap mode, pre wrap mode]` or nil, each key `[time,
/// value, in tangent, out tangent]`. Floats take 32 bits, whole numbers as few as they can.
#[derive(Clone, Copy, Debug, Default)]
pub struct MsgPackWriter;

impl Writer for MsgPackWriter {
    type Input = SampledClip;
    type Params = NoParams;
    const NAME: &'static str = "msgpack";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "msgpack";

    fn write(&self, clip: &SampledClip, _: &NoParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        write_clip(clip).map_err(|TooMany(found)| {
            let message = format!("SampledClip cannot be written: an array of {found} items");
            ctx.fail(Diagnostic::error(codes::TOO_LARGE, message).help("split the asset"))
        })
    }
}

/// More items than MessagePack can count.
struct TooMany(usize);

fn write_clip(clip: &SampledClip) -> Result<Vec<u8>, TooMany> {
    let mut out = ByteBuf::new();
    array(&mut out, 5)?;
    int(&mut out, clip.id.into());
    float(&mut out, clip.length);
    float(&mut out, clip.frame_rate);
    text(&mut out, &clip.name)?;
    array(&mut out, clip.tracks.len())?;
    clip.tracks.iter().try_for_each(|track| write_track(&mut out, track))?;
    Ok(out.into_vec())
}

fn write_track(out: &mut ByteBuf, track: &CurveTrack) -> Result<(), TooMany> {
    array(out, 3)?;
    text(out, &track.path)?;
    for components in [&Component::ALL[..3], &Component::ALL[3..7]] {
        array(out, components.len())?;
        for component in components {
            match track.curves.iter().find(|curve| curve.component == *component) {
                Some(curve) => write_curve(out, curve)?,
                None => nil(out),
            }
        }
    }
    Ok(())
}

fn write_curve(out: &mut ByteBuf, curve: &Curve) -> Result<(), TooMany> {
    array(out, 3)?;
    array(out, curve.keys.len())?;
    for CurveKey { time, value, in_tangent, out_tangent } in curve.keys.iter().copied() {
        array(out, 4)?;
        [time, value, in_tangent, out_tangent].into_iter().for_each(|number| float(out, number));
    }
    int(out, unity(curve.post).into());
    int(out, unity(curve.pre).into());
    Ok(())
}

// Writing to memory cannot fail, so neither can these.

fn array(out: &mut ByteBuf, count: usize) -> Result<(), TooMany> {
    let items = u32::try_from(count).map_err(|_| TooMany(count))?;
    let _ = encode::write_array_len(out, items);
    Ok(())
}

fn text(out: &mut ByteBuf, text: &str) -> Result<(), TooMany> {
    u32::try_from(text.len()).map_err(|_| TooMany(text.len()))?;
    let _ = encode::write_str(out, text);
    Ok(())
}

/// Unity's number of a mode: the nearest, for those that it does not have.
const fn unity(mode: WrapMode) -> u32 {
    match mode {
        WrapMode::LoopOffset => WrapMode::Loop.number(),
        WrapMode::Linear => WrapMode::ClampForever.number(),
        mode => mode.number(),
    }
}

fn int(out: &mut ByteBuf, number: i64) {
    let _ = encode::write_sint(out, number);
}

fn float(out: &mut ByteBuf, number: f32) {
    let _ = encode::write_f32(out, number);
}

fn nil(out: &mut ByteBuf) {
    let _ = encode::write_nil(out);
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn the_bytes_are_those_of_the_described_arrays() {
        let key = |time, value| CurveKey { time, value, in_tangent: 0.0, out_tangent: f32::INFINITY };
        let curve =
            |keys| Curve { component: Component::PositionY, pre: WrapMode::Loop, post: WrapMode::ClampForever, keys };
        let clip = SampledClip {
            id: -200,
            name: "Run".into(),
            length: 2.0,
            frame_rate: 30.0,
            tracks: vec![CurveTrack { path: "A/B".into(), curves: vec![curve(vec![key(0.0, -1.0)])] }],
        };
        let written = MsgPackWriter.write(&clip, &NoParams::default(), &mut WriteContext::default()).unwrap();
        let expected: &[&[u8]] = &[
            b"\x95\xd1\xff\x38\xca\x40\x00\x00\x00\xca\x41\xf0\x00\x00\xa3Run",
            b"\x91\x93\xa3A/B\x93\xc0\x93",
            b"\x91\x94\xca\x00\x00\x00\x00\xca\xbf\x80\x00\x00\xca\x00\x00\x00\x00\xca\x7f\x80\x00\x00",
            b"\x08\x02\xc0\x94\xc0\xc0\xc0\xc0",
        ];
        assert_eq!(written, expected.concat());
    }
}

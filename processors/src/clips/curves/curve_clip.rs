//! [`CurveClipProcessor`]: curves of bones, as a game loads them.

use rigmill_dom::{Curve as SourceCurve, CurveClipSource, CurveKey as SourceKey, CurveTrackSource, CurveWrap};
use rigmill_format::{Component, Curve, CurveClip, CurveKey, CurveTrack, WrapMode};
use rigmill_pipeline::{ProcessContext, Processor};
use serde::{Deserialize, Serialize};

use crate::report::Result;

rigmill_pipeline::params! {
    /// Parameters of the processor `curve-clip`.
    pub struct CurveClipParams {
        /// The wrap mode of all curves before their first keys. By default, curves keep the source's wrap modes. The
        /// wrap modes are `clamp` (also called `once`), `loop`, `loop-offset` (each pass starts where the previous pass
        /// ended), `ping-pong`, `linear` (continues along the outermost tangent), `clamp-forever` and `default`.
        pre_wrap: Option<Wrap> = None,
        /// The wrap mode of all curves after their last keys, with the same values as `pre_wrap`.
        post_wrap: Option<Wrap> = None,
    }
}

/// A wrap mode, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrap {
    /// The nearest key holds.
    Default,
    /// The nearest key holds.
    #[serde(alias = "once")]
    Clamp,
    /// Repeatedly.
    Loop,
    /// Forwards and backwards in turn.
    PingPong,
    /// The nearest key holds.
    ClampForever,
    /// Repeatedly, each time from where the last ended.
    LoopOffset,
    /// On along the slope of the outermost key.
    Linear,
}

impl From<Wrap> for WrapMode {
    fn from(wrap: Wrap) -> Self {
        match wrap {
            Wrap::Default => Self::Default,
            Wrap::Clamp => Self::Clamp,
            Wrap::Loop => Self::Loop,
            Wrap::PingPong => Self::PingPong,
            Wrap::ClampForever => Self::ClampForever,
            Wrap::LoopOffset => Self::LoopOffset,
            Wrap::Linear => Self::Linear,
        }
    }
}

/// Turns a [`CurveClipSource`] into a [`CurveClip`]. All keys stay the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct CurveClipProcessor;

impl Processor for CurveClipProcessor {
    type Input = CurveClipSource;
    type Output = CurveClip;
    type Params = CurveClipParams;
    const NAME: &'static str = "curve-clip";
    const VERSION: u32 = 1;

    fn process(
        &self,
        input: &CurveClipSource,
        params: &CurveClipParams,
        _: &mut ProcessContext<'_>,
    ) -> Result<CurveClip> {
        Ok(wrapped(CurveClip { tracks: input.tracks.iter().map(track).collect() }, params))
    }
}

/// The clip with the wrap modes of the parameters.
pub(crate) fn wrapped(mut clip: CurveClip, params: &CurveClipParams) -> CurveClip {
    for curve in clip.tracks.iter_mut().flat_map(|track| &mut track.curves) {
        curve.pre = params.pre_wrap.map_or(curve.pre, WrapMode::from);
        curve.post = params.post_wrap.map_or(curve.post, WrapMode::from);
    }
    clip
}

fn track(source: &CurveTrackSource) -> CurveTrack {
    let curves = source.position.iter().chain(&source.rotation).chain(&source.scale);
    CurveTrack { path: source.path.clone(), curves: present(curves) }
}

/// The curves that exist, of components in their order.
pub(crate) fn present<'a>(curves: impl Iterator<Item = &'a Option<SourceCurve>>) -> Vec<Curve> {
    let present = Component::ALL.into_iter().zip(curves);
    present.filter_map(|(component, source)| source.as_ref().map(|source| curve(component, source))).collect()
}

/// The curve of a component.
pub(crate) fn curve(component: Component, source: &SourceCurve) -> Curve {
    let keys = source.keys.iter().map(key).collect();
    Curve { component, pre: wrap(source.pre), post: wrap(source.post), keys }
}

fn key(source: &SourceKey) -> CurveKey {
    let SourceKey { time, value, in_tangent, out_tangent } = *source;
    CurveKey { time, value, in_tangent, out_tangent }
}

fn wrap(source: CurveWrap) -> WrapMode {
    match source {
        CurveWrap::Default => WrapMode::Default,
        CurveWrap::Clamp => WrapMode::Clamp,
        CurveWrap::Loop => WrapMode::Loop,
        CurveWrap::PingPong => WrapMode::PingPong,
        CurveWrap::ClampForever => WrapMode::ClampForever,
        CurveWrap::LoopOffset => WrapMode::LoopOffset,
        CurveWrap::Linear => WrapMode::Linear,
    }
}

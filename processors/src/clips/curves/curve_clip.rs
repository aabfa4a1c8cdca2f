//! [`CurveClipProcessor`]: converts curves of bones to the form that a game loads.

use rigmill_dom::{Curve as SourceCurve, CurveClipSource, CurveKey as SourceKey, CurveTrackSource, CurveWrap};
use rigmill_format::{Component, Curve, CurveClip, CurveKey, CurveTrack, WrapMode};
use rigmill_pipeline::{ProcessContext, Processor};
use serde::{Deserialize, Serialize};

use crate::report::Result;

rigmill_pipeline::params! {
    /// Parameters of the processor `curve-clip`.
    pub struct CurveClipParams {
        /// How curves continue before their first keys (the wrap mode). `clamp`, `clamp-forever` and `default` hold the
        /// value of the nearest key. `once` means the same as `clamp`. `loop` repeats the keys. `ping-pong` also
        /// repeats the keys, but every second repetition runs backwards. With `loop-offset`, each repetition starts at
        /// the value where the previous one ended. `linear` continues along the nearest key's tangent. By default, each
        /// curve keeps its wrap mode from the source.
        pre_wrap: Option<Wrap> = None,
        /// How curves continue after their last keys (the wrap mode). The values and the default are the same as for
        /// `pre_wrap`.
        post_wrap: Option<Wrap> = None,
    }
}

/// The behaviour of a curve outside its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrap {
    /// The curve keeps the value of the nearest key.
    Default,
    /// The curve keeps the value of the nearest key.
    #[serde(alias = "once")]
    Clamp,
    /// The keys repeat.
    Loop,
    /// The keys repeat, and every second repetition runs backwards.
    PingPong,
    /// The curve keeps the value of the nearest key.
    ClampForever,
    /// The keys repeat, and each repetition starts at the value where the previous one ended.
    LoopOffset,
    /// The curve continues along the tangent of the outermost key.
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

/// Returns the clip with the wrap modes of the parameters.
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

/// Returns the curves that exist, in the order of their components.
pub(crate) fn present<'a>(curves: impl Iterator<Item = &'a Option<SourceCurve>>) -> Vec<Curve> {
    let present = Component::ALL.into_iter().zip(curves);
    present.filter_map(|(component, source)| source.as_ref().map(|source| curve(component, source))).collect()
}

/// Converts the curve of a component.
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

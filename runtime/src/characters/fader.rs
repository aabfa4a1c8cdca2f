//! [`Fader`]: the clips that a layer plays, and the progress of the cross-fade between them.

use rigmill_format::PlayMode;

use super::root_motion::LayerMotion;
use crate::PlayOptions;
use crate::clips::rules::standard;
use crate::clips::{Clip, Played, PlayedEvent};

/// A playing clip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Playing {
    pub(super) clip: usize,
    pub(super) time: f32,
    pub(super) mode: PlayMode,
    /// The part of the clip that the last step played.
    pub(super) played: Played,
    duration: f32,
    time_scale: f32,
}

impl Playing {
    pub(super) fn new(clip: usize, duration: f32, options: &PlayOptions) -> Self {
        let PlayOptions { start_time, time_scale, mode, .. } = *options;
        let start = standard::bound_time(start_time, duration, mode);
        let played = Played { from: start, to: start, ..Played::default() };
        Self { clip, time: start, duration, time_scale, mode, played }
    }

    fn advance(&mut self, dt: f32) {
        let step = self.time_scale * dt;
        let from = self.played.to;
        self.time = standard::bound_time(from + step, self.duration, self.mode);
        let passes = if self.mode == PlayMode::Repeat { loops(from + step - self.time, self.duration) } else { 0 };
        let is_backwards = step < 0.0;
        let is_at_end = if is_backwards { self.time <= 0.0 } else { self.time >= self.duration };
        let has_ended = self.mode == PlayMode::Once && is_at_end && from != self.time;
        let speed = self.time_scale.abs();
        self.played = Played { from, to: self.time, passes, is_backwards, has_ended, speed };
    }

    /// Whether both are at the same time of the same clip, and stay together.
    fn is_same(&self, other: &Self) -> bool {
        let state = |it: &Self| (it.clip, it.mode, [it.time, it.time_scale].map(f32::to_bits));
        state(self) == state(other)
    }

    /// Whether the clip does not repeat and has reached the end that it plays towards.
    fn has_finished(&self) -> bool {
        let is_at_end = if self.time_scale < 0.0 { self.time <= 0.0 } else { self.time >= self.duration };
        self.mode == PlayMode::Once && self.time_scale != 0.0 && is_at_end
    }
}

/// The number of loops in a time span that consists of whole loops. Both the span and the remaining time are rounded, so the
/// quotient is only approximately whole. 0 if a loop takes no time.
fn loops(way: f32, duration: f32) -> u32 {
    if duration <= 0.0 {
        return 0;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates; NaN gives 0")]
    let loops = (way / duration).round().abs() as u32;
    loops
}

/// The progress of a cross-fade, limited so that differences of two values stay finite.
fn progress(elapsed: f32, blend_time: f32) -> f64 {
    const LIMIT: f64 = 1e12;
    (f64::from(elapsed) / f64::from(blend_time)).clamp(-LIMIT, LIMIT)
}

/// The outgoing side of a cross-fade.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outgoing {
    Clip(Playing),
    /// A fixed pose: the pose at the moment when a third clip was added during a blend. The clip that was fading in (or else
    /// the clip that was fading out) continues to move the root, so that the character does not stop suddenly.
    Frozen(Option<Playing>),
}

impl Outgoing {
    fn clip(&self) -> Option<&Playing> {
        match self {
            Self::Clip(clip) => Some(clip),
            Self::Frozen(clip) => clip.as_ref(),
        }
    }
}

/// The state of a layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Shown {
    #[default]
    Nothing,
    Clip(Playing),
    Fade {
        from: Outgoing,
        /// The incoming clip. `None` if the layer fades out.
        to: Option<Playing>,
        fraction: f32,
    },
}

impl Shown {
    /// The clips that are sampled for this state.
    pub(super) fn clips(&self) -> impl Iterator<Item = &Playing> {
        let (from, to) = match self {
            Self::Nothing => (None, None),
            Self::Clip(clip) => (None, Some(clip)),
            Self::Fade { from: Outgoing::Clip(from), to, .. } => (Some(from), to.as_ref()),
            Self::Fade { from: Outgoing::Frozen(_), to, .. } => (None, to.as_ref()),
        };
        from.into_iter().chain(to)
    }
}

/// The clips that a layer shows, by number, each with its time in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerShown {
    /// The clip that fades out, and the clip that plays or fades in.
    pub(crate) clips: [Option<(usize, f32)>; 2],
    /// The share of the second clip, 0 to 1.
    pub(crate) fraction: f32,
}

impl From<&Shown> for LayerShown {
    fn from(shown: &Shown) -> Self {
        let at = |playing: &Playing| (playing.clip, playing.time);
        let (clips, fraction) = match shown {
            Shown::Nothing => ([None, None], 1.0),
            Shown::Clip(clip) => ([None, Some(at(clip))], 1.0),
            // Unlike a frozen pose, this clip continues.
            Shown::Fade { from, to, fraction } => ([from.clip().map(at), to.as_ref().map(at)], *fraction),
        };
        Self { clips, fraction }
    }
}

/// Up to two clips, and the progress of the cross-fade between them. This is an
/// [`AnimationBlender`](crate::characters::AnimationBlender) for all bones of a layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fader {
    shown: Shown,
    elapsed: f32,
    blend_time: f32,
    /// The outgoing side of a cross-fade that ended with the last step.
    ended: Option<Outgoing>,
    /// The duration of the last step.
    step: f32,
    /// The progress of the cross-fade when the last step began and when it ended. Above 1 after the end of the cross-fade.
    progress: [f64; 2],
}

impl Fader {
    /// The state of the layer.
    pub(super) fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Plays a clip, or fades out to nothing. If a blend is in progress, the caller must freeze the current pose first.
    pub(super) fn change_to(&mut self, clip: Option<Playing>, blend_time: f32) {
        (self.elapsed, self.blend_time, self.ended, self.progress) = (0.0, blend_time, None, [0.0; 2]);
        let from = match self.shown {
            _ if blend_time == 0.0 => None,
            Shown::Nothing => None,
            Shown::Clip(first) => Some(Outgoing::Clip(first)),
            Shown::Fade { from, to, .. } => Some(Outgoing::Frozen(to.or(from.clip().copied()))),
        };
        self.shown = match (from, clip) {
            (Some(from), to) => Shown::Fade { from, to, fraction: 0.0 },
            (None, Some(clip)) => Shown::Clip(clip),
            (None, None) => Shown::Nothing,
        };
    }

    pub(super) fn is_fading(&self) -> bool {
        matches!(self.shown, Shown::Fade { .. })
    }

    /// The clip that plays or fades in.
    pub(super) fn playing(&self) -> Option<&Playing> {
        match &self.shown {
            Shown::Nothing => None,
            Shown::Clip(clip) => Some(clip),
            Shown::Fade { to, .. } => to.as_ref(),
        }
    }

    /// The clip that fades out, or whose fade ended with the last step.
    pub(super) fn outgoing(&self) -> Option<&Playing> {
        match &self.shown {
            Shown::Fade { from: Outgoing::Clip(clip), .. } => Some(clip),
            _ => match &self.ended {
                Some(Outgoing::Clip(clip)) => Some(clip),
                _ => None,
            },
        }
    }

    /// Changes the speed of the clip that plays or fades in.
    pub(super) fn set_speed(&mut self, time_scale: f32) {
        if let Shown::Clip(clip) | Shown::Fade { to: Some(clip), .. } = &mut self.shown {
            clip.time_scale = time_scale;
        }
    }

    /// Whether both play or fade in the same clip at the same time.
    pub(super) fn plays_same(&self, other: &Self) -> bool {
        match (self.playing(), other.playing()) {
            (Some(own), Some(other)) => own.is_same(other),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether both show the same now and, unless a clip is played, in the future. False during a cross-fade.
    pub(super) fn shows_same(&self, other: &Self) -> bool {
        !self.is_fading() && !other.is_fading() && self.plays_same(other)
    }

    pub(super) fn has_finished(&self) -> bool {
        self.playing().is_some_and(Playing::has_finished)
    }

    pub(super) fn passes(&self) -> u32 {
        self.playing().map_or(0, |clip| clip.played.passes)
    }

    /// Advances by `dt` seconds, which must be finite.
    pub(super) fn advance(&mut self, dt: f32) {
        let (left, before) = ((self.blend_time - self.elapsed).max(0.0), self.elapsed);
        self.elapsed += dt;
        (self.ended, self.step) = (None, dt);
        match &mut self.shown {
            Shown::Nothing => {}
            Shown::Clip(clip) => clip.advance(dt),
            Shown::Fade { from, to, fraction } => {
                if let Some(to) = to {
                    to.advance(dt);
                }
                let whole = self.elapsed / self.blend_time;
                self.progress = [before, self.elapsed].map(|elapsed| progress(elapsed, self.blend_time));
                *fraction = standard::unit(whole);
                if let Outgoing::Clip(from) | Outgoing::Frozen(Some(from)) = from {
                    // The part of the step after the end of the fade does not play this clip.
                    from.advance(if whole > 1.0 { left } else { dt });
                }
                if whole > 1.0 {
                    self.ended = Some(*from);
                    self.shown = to.map_or(Shown::Nothing, Shown::Clip);
                }
            }
        }
    }

    /// The events that the clips played in the last step. The events of both sides of a cross-fade are merged in the order in
    /// which they happened.
    pub(super) fn events<'a>(&self, clips: &'a [Clip]) -> impl Iterator<Item = PlayedEvent<'a>> + use<'a> {
        let of = |playing: Option<&Playing>| {
            let playing = playing.and_then(|it| Some((it.played, clips.get(it.clip)?)));
            playing.into_iter().flat_map(|(played, clip)| played.events(clip)).peekable()
        };
        let (mut outgoing, mut incoming) = (of(self.outgoing()), of(self.playing()));
        std::iter::from_fn(move || match (outgoing.peek(), incoming.peek()) {
            (Some(first), Some(second)) if second.after < first.after => incoming.next(),
            (Some(_), _) => outgoing.next().map(|event| PlayedEvent { fades_out: true, ..event }),
            (None, _) => incoming.next(),
        })
    }

    /// The movement of the root by the layer's clips in the last step. `share` is how much of it moves the character, 0 to 1.
    pub(super) fn root_motion<'a>(&self, clips: &'a [Clip], share: f32) -> LayerMotion<'a> {
        let (from, to, fades) = match &self.shown {
            Shown::Fade { from, to, .. } => (from.clip(), to.as_ref(), true),
            shown => {
                let to = if let Shown::Clip(clip) = shown { Some(clip) } else { None };
                (self.ended.as_ref().and_then(Outgoing::clip), to, self.ended.is_some())
            }
        };
        let of = |playing: &Playing| {
            let motion = clips.get(playing.clip)?.motion()?;
            Some((&**motion, playing.played))
        };
        LayerMotion {
            from: from.and_then(of),
            to: to.and_then(of),
            plays: to.is_some(),
            progress: fades.then_some(self.progress),
            step: f64::from(self.step),
            share: f64::from(share),
        }
    }
}

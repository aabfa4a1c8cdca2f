//! [`Fader`]: up to two playing clips, and the progress of the cross-fade between them.

use rigmill_format::PlayMode;

use super::clock::Clock;
use super::root_motion::LayerMotion;
use crate::clips::rules::standard;
use crate::clips::{Clip, Played, PlayedEvent};
use crate::{PlayOptions, Rules};

/// A playing clip, with one clock for all bones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Playing {
    pub(crate) clip: usize,
    pub(crate) clock: Clock,
    /// The part of the clip that the last step played.
    played: Played,
}

impl Playing {
    pub(crate) fn new(clip: usize, duration: f32, options: &PlayOptions) -> Self {
        let clock = Clock::new(Rules::Standard, duration, options);
        Self { clip, clock, played: Played { from: clock.time, to: clock.time, ..Played::default() } }
    }

    fn advance(&mut self, dt: f32) {
        let Clock { time: from, mode, duration, time_scale } = self.clock;
        self.clock.advance(dt);
        let (to, step) = (self.clock.time, time_scale * dt);
        let passes = if mode == PlayMode::Repeat { loops(from + step - to, duration) } else { 0 };
        let has_ended = mode == PlayMode::Once && self.is_at_end(step) && from != to;
        self.played = Played { from, to, passes, is_backwards: step < 0.0, has_ended, speed: time_scale.abs() };
    }

    /// Whether the clip is at the end towards which a step or speed leads.
    fn is_at_end(&self, step: f32) -> bool {
        if step < 0.0 { self.clock.time <= 0.0 } else { self.clock.time >= self.clock.duration }
    }

    /// Whether both are at the same time of the same clip, and stay together.
    fn is_same(&self, other: &Self) -> bool {
        let state = |it: &Self| (it.clip, it.clock.mode, [it.clock.time, it.clock.time_scale].map(f32::to_bits));
        state(self) == state(other)
    }

    /// Whether the clip does not repeat and has reached the end that it plays towards.
    fn has_finished(&self) -> bool {
        let Clock { mode, time_scale, .. } = self.clock;
        mode == PlayMode::Once && time_scale != 0.0 && self.is_at_end(time_scale)
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

/// The clips that a layer shows, by number, each with its time in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerShown {
    /// The clip that fades out, and the clip that plays or fades in.
    pub(crate) clips: [Option<(usize, f32)>; 2],
    /// The share of the second clip, 0 to 1.
    pub(crate) fraction: f32,
}

/// Up to two clips, and the progress of the cross-fade between them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fader {
    /// The outgoing clip of a cross-fade that is in progress or that ended with the last step.
    from: Option<Playing>,
    /// The clip that plays or fades in. `None` if nothing plays, or if the layer fades out.
    to: Option<Playing>,
    is_fading: bool,
    /// Whether the outgoing side is a fixed pose: the pose at the moment when a third clip was added during a blend. The clip
    /// that was fading in (or else the clip that was fading out) continues to move the root, so that the character does not
    /// stop suddenly.
    is_frozen: bool,
    /// The share of the incoming side, 0 to 1.
    fraction: f32,
    elapsed: f32,
    blend_time: f32,
    /// The duration of the last step.
    step: f32,
    /// The progress of the cross-fade when the last step began and when it ended. Above 1 after the end of the cross-fade.
    progress: [f64; 2],
}

impl Fader {
    /// Plays a clip, or fades out to nothing. If a blend is in progress, the caller must freeze the current pose first.
    pub(crate) fn change_to(&mut self, clip: Option<Playing>, blend_time: f32) {
        let from = if self.is_fading { self.to.or(self.from) } else { self.to };
        let from = from.filter(|_| blend_time != 0.0);
        let (is_fading, is_frozen) = (from.is_some(), self.is_fading);
        *self = Self { from, to: clip, is_fading, is_frozen, blend_time, step: self.step, ..Self::default() };
    }

    /// Whether a cross-fade is in progress.
    pub(super) fn is_fading(&self) -> bool {
        self.is_fading
    }

    /// The share of the incoming side of a cross-fade, 0 to 1.
    pub(super) fn fraction(&self) -> f32 {
        self.fraction
    }

    /// The clip that plays or fades in.
    pub(crate) fn playing(&self) -> Option<&Playing> {
        self.to.as_ref()
    }

    /// The clip that fades out, or whose fade ended with the last step. `None` if a fixed pose fades out.
    pub(super) fn outgoing(&self) -> Option<&Playing> {
        self.from.as_ref().filter(|_| !self.is_frozen)
    }

    /// The clips that are sampled for the current pose.
    pub(crate) fn sampled(&self) -> impl Iterator<Item = &Playing> {
        self.outgoing().filter(|_| self.is_fading).into_iter().chain(&self.to)
    }

    /// The clips that show, of which the first continues even if a fixed pose fades out.
    pub(crate) fn shown(&self) -> LayerShown {
        let state = |playing: Playing| (playing.clip, playing.clock.time);
        let from = self.from.filter(|_| self.is_fading);
        let fraction = if self.is_fading { self.fraction } else { 1.0 };
        LayerShown { clips: [from.map(state), self.to.map(state)], fraction }
    }

    /// Changes the speed of the clip that plays or fades in.
    pub(super) fn set_speed(&mut self, time_scale: f32) {
        if let Some(clip) = &mut self.to {
            clip.clock.time_scale = time_scale;
        }
    }

    /// Whether both play or fade in the same clip at the same time.
    pub(super) fn plays_same(&self, other: &Self) -> bool {
        match (&self.to, &other.to) {
            (Some(own), Some(other)) => own.is_same(other),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether both show the same now and, unless a clip is played, in the future. False during a cross-fade.
    pub(super) fn shows_same(&self, other: &Self) -> bool {
        !self.is_fading && !other.is_fading && self.plays_same(other)
    }

    pub(crate) fn has_finished(&self) -> bool {
        self.to.as_ref().is_some_and(Playing::has_finished)
    }

    pub(crate) fn passes(&self) -> u32 {
        self.to.as_ref().map_or(0, |clip| clip.played.passes)
    }

    /// Advances by `dt` seconds, which must be finite.
    pub(crate) fn advance(&mut self, dt: f32) {
        let (left, before) = ((self.blend_time - self.elapsed).max(0.0), self.elapsed);
        self.elapsed += dt;
        self.step = dt;
        if let Some(to) = &mut self.to {
            to.advance(dt);
        }
        if !self.is_fading {
            self.from = None;
            return;
        }
        let whole = self.elapsed / self.blend_time;
        self.progress = [before, self.elapsed].map(|elapsed| progress(elapsed, self.blend_time));
        self.fraction = standard::unit(whole);
        let is_over = whole > 1.0;
        self.is_fading = !is_over;
        if let Some(from) = &mut self.from {
            // The part of the step after the end of the fade does not play this clip.
            from.advance(if is_over { left } else { dt });
        }
    }

    /// The events that the clips played in the last step. The events of both sides of a cross-fade are merged in the order in
    /// which they happened.
    pub(crate) fn events<'a>(&self, clips: &'a [Clip]) -> impl Iterator<Item = PlayedEvent<'a>> + use<'a> {
        let played = |playing: Option<&Playing>| {
            let playing = playing.and_then(|it| Some((it.played, clips.get(it.clip)?)));
            playing.into_iter().flat_map(|(played, clip)| played.events(clip)).peekable()
        };
        let (mut outgoing, mut incoming) = (played(self.outgoing()), played(self.playing()));
        std::iter::from_fn(move || match (outgoing.peek(), incoming.peek()) {
            (Some(first), Some(second)) if second.after < first.after => incoming.next(),
            (Some(_), _) => outgoing.next().map(|event| PlayedEvent { fades_out: true, ..event }),
            (None, _) => incoming.next(),
        })
    }

    /// The movement of the root by the layer's clips in the last step. `share` is how much of it moves the character, 0 to 1.
    pub(crate) fn root_motion<'a>(&self, clips: &'a [Clip], share: f32) -> LayerMotion<'a> {
        let motion = |playing: &Playing| {
            let motion = clips.get(playing.clip)?.motion()?;
            Some((&**motion, playing.played))
        };
        LayerMotion {
            from: self.from.as_ref().and_then(motion),
            to: self.to.as_ref().and_then(motion),
            plays: self.to.is_some(),
            progress: self.from.map(|_| self.progress),
            step: f64::from(self.step),
            share: f64::from(share),
        }
    }
}

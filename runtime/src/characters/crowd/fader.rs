//! [`Fader`]: the clips that a layer of a character shows, by the standard rules.

use rigmill_format::PlayMode;

use crate::PlayOptions;
use crate::clips::rules::standard;

/// A clip that plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Playing {
    pub(super) clip: usize,
    pub(super) time: f32,
    duration: f32,
    time_scale: f32,
    pub(super) mode: PlayMode,
    /// How often the last step passed an end of the clip and began anew.
    passes: u32,
}

impl Playing {
    pub(super) fn new(clip: usize, duration: f32, options: &PlayOptions) -> Self {
        let PlayOptions { start_time, time_scale, mode, .. } = *options;
        Self { clip, time: start_time, duration, time_scale, mode, passes: 0 }
    }

    fn advance(&mut self, dt: f32) {
        let time = self.time + self.time_scale * dt;
        self.time = standard::bound_time(time, self.duration, self.mode);
        self.passes = if self.mode == PlayMode::Repeat { passes(time, self.duration) } else { 0 };
    }

    /// Whether the clip has come to the end that it moves towards, and does not begin anew.
    fn has_finished(&self) -> bool {
        let is_at_end = if self.time_scale < 0.0 { self.time <= 0.0 } else { self.time >= self.duration };
        self.mode == PlayMode::Once && self.time_scale != 0.0 && is_at_end
    }
}

/// How often a time has passed an end of a clip of this duration.
fn passes(time: f32, duration: f32) -> u32 {
    if (0.0..=duration).contains(&time) {
        return 0;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates; NaN gives 0")]
    let passes = (time / duration).floor().abs() as u32;
    passes
}

/// The outgoing side of a cross-fade.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outgoing {
    Clip(Playing),
    /// The pose at the moment when another clip was added in mid-blend.
    Frozen,
}

/// What a layer shows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Shown {
    #[default]
    Nothing,
    Clip(Playing),
    Fade {
        from: Outgoing,
        /// `None` where the layer fades out.
        to: Option<Playing>,
        fraction: f32,
    },
}

impl Shown {
    /// The clips that are sampled for it.
    pub(super) fn clips(self) -> impl Iterator<Item = Playing> {
        let (from, to) = match self {
            Self::Nothing => (None, None),
            Self::Clip(clip) => (None, Some(clip)),
            Self::Fade { from: Outgoing::Clip(from), to, .. } => (Some(from), to),
            Self::Fade { from: Outgoing::Frozen, to, .. } => (None, to),
        };
        from.into_iter().chain(to)
    }
}

/// Up to two clips, and the progress of the fade between them: an [`AnimationBlender`](crate::characters::AnimationBlender) for all
/// bones of a layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fader {
    shown: Shown,
    elapsed: f32,
    blend_time: f32,
}

impl Fader {
    /// What the layer shows.
    pub(super) fn shown(&self) -> Shown {
        self.shown
    }

    /// Plays a clip, or fades out to nothing. In mid-blend the current pose has to be frozen first.
    pub(super) fn change_to(&mut self, clip: Option<Playing>, blend_time: f32) {
        (self.elapsed, self.blend_time) = (0.0, blend_time);
        let from = match self.shown {
            _ if blend_time == 0.0 => None,
            Shown::Nothing => None,
            Shown::Clip(first) => Some(Outgoing::Clip(first)),
            Shown::Fade { .. } => Some(Outgoing::Frozen),
        };
        self.shown = match (from, clip) {
            (Some(from), to) => Shown::Fade { from, to, fraction: 0.0 },
            (None, Some(clip)) => Shown::Clip(clip),
            (None, None) => Shown::Nothing,
        };
    }

    /// The clip that plays or fades in.
    pub(super) fn playing(&self) -> Option<Playing> {
        match self.shown {
            Shown::Nothing => None,
            Shown::Clip(clip) => Some(clip),
            Shown::Fade { to, .. } => to,
        }
    }

    /// Changes the speed of the clip that plays or fades in.
    pub(super) fn set_speed(&mut self, time_scale: f32) {
        if let Shown::Clip(clip) | Shown::Fade { to: Some(clip), .. } = &mut self.shown {
            clip.time_scale = time_scale;
        }
    }

    pub(super) fn has_finished(&self) -> bool {
        self.playing().is_some_and(|clip| clip.has_finished())
    }

    pub(super) fn passes(&self) -> u32 {
        self.playing().map_or(0, |clip| clip.passes)
    }

    /// Moves on by a finite `dt`.
    pub(super) fn advance(&mut self, dt: f32) {
        self.elapsed += dt;
        match &mut self.shown {
            Shown::Nothing => {}
            Shown::Clip(clip) => clip.advance(dt),
            Shown::Fade { from, to, fraction } => {
                if let Some(to) = to {
                    to.advance(dt);
                }
                if let Outgoing::Clip(from) = from {
                    from.advance(dt);
                }
                let whole = self.elapsed / self.blend_time;
                *fraction = standard::unit(whole);
                if whole > 1.0 {
                    self.shown = to.map_or(Shown::Nothing, Shown::Clip);
                }
            }
        }
    }
}

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
    mode: PlayMode,
}

impl Playing {
    pub(super) fn new(clip: usize, duration: f32, options: &PlayOptions) -> Self {
        let PlayOptions { start_time, time_scale, mode, .. } = *options;
        Self { clip, time: start_time, duration, time_scale, mode }
    }

    fn advance(&mut self, dt: f32) {
        self.time = standard::bound_time(self.time + self.time_scale * dt, self.duration, self.mode);
    }
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
        to: Playing,
        fraction: f32,
    },
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

    /// Plays a clip. In mid-blend the current pose has to be frozen first.
    pub(super) fn play(&mut self, clip: Playing, blend_time: f32) {
        (self.elapsed, self.blend_time) = (0.0, blend_time);
        let from = match self.shown {
            _ if blend_time == 0.0 => None,
            Shown::Nothing => None,
            Shown::Clip(first) => Some(Outgoing::Clip(first)),
            Shown::Fade { .. } => Some(Outgoing::Frozen),
        };
        self.shown = from.map_or(Shown::Clip(clip), |from| Shown::Fade { from, to: clip, fraction: 0.0 });
    }

    /// Moves on by a finite `dt`.
    pub(super) fn advance(&mut self, dt: f32) {
        self.elapsed += dt;
        match &mut self.shown {
            Shown::Nothing => {}
            Shown::Clip(clip) => clip.advance(dt),
            Shown::Fade { from, to, fraction } => {
                to.advance(dt);
                if let Outgoing::Clip(from) = from {
                    from.advance(dt);
                }
                let whole = self.elapsed / self.blend_time;
                *fraction = standard::unit(whole);
                if whole > 1.0 {
                    self.shown = Shown::Clip(*to);
                }
            }
        }
    }
}

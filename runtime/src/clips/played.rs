//! [`Played`]: the part of a clip that one update played.

use rigmill_format::RigidTransform;

use crate::content::Motion;

/// The part of a clip that one update played, across any number of loops.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Played {
    /// Seconds from the clip's start to where the update began.
    pub from: f32,
    /// Seconds from the clip's start to where it ended.
    pub to: f32,
    /// How often it passed the end that the clip moves towards, and went on from the other end.
    pub passes: u32,
    /// Whether the clip plays backwards.
    pub is_backwards: bool,
}

impl Played {
    /// How `motion` moves the root meanwhile: its pose at the end as seen from its pose at the beginning.
    #[must_use]
    pub fn movement(&self, motion: &Motion) -> RigidTransform {
        // By the motion's own duration: each loop ends exactly where the next begins.
        let loops = f64::from(self.passes) * motion.duration();
        let to = f64::from(self.to) + if self.is_backwards { -loops } else { loops };
        motion.delta(f64::from(self.from), to)
    }
}

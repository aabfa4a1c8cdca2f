//! [`Played`]: the part of a clip that one update played, and its events.

use std::ops::Range;

use rigmill_format::{ClipEventsView, EventView, RigidTransform};

use super::Clip;
use crate::content::Motion;

/// The maximum number of passes per update for which events are delivered. Only an unreasonably short clip exceeds it.
const MAX_PASSES: u32 = 1000;

/// The part of a clip that one update played, across any number of loops.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Played {
    /// The time in the clip at which the update began, in seconds.
    pub from: f32,
    /// The time in the clip at which the update ended, in seconds.
    pub to: f32,
    /// How many times the update passed the end towards which the clip plays, and continued from the other end.
    pub passes: u32,
    /// Whether the clip plays backwards.
    pub is_backwards: bool,
    /// Whether the update reached the end towards which the clip plays, and the clip stays there.
    pub has_ended: bool,
    /// The speed in seconds of the clip per second; never negative.
    pub speed: f32,
}

impl Played {
    /// The movement of the root by `motion` during this part: the root's pose at the end relative to its pose at the beginning.
    /// A motion that does not loop starts again with each pass.
    #[must_use]
    pub fn movement(&self, motion: &Motion) -> RigidTransform {
        if self.passes > 0 && !motion.view().loops() {
            return self.movement_of_passes(motion);
        }
        // Uses the motion's own duration, so that each loop ends exactly where the next loop begins.
        let loops = f64::from(self.passes) * motion.duration();
        let to = f64::from(self.to) + if self.is_backwards { -loops } else { loops };
        motion.delta(f64::from(self.from), to)
    }

    /// The movement to the end, then all whole passes, then from the other end on.
    fn movement_of_passes(&self, motion: &Motion) -> RigidTransform {
        let (begin, end) = if self.is_backwards { (motion.duration(), 0.0) } else { (0.0, motion.duration()) };
        let whole = motion.delta(begin, end).power(i64::from(self.passes) - 1);
        motion.delta(f64::from(self.from), end).then(&whole).then(&motion.delta(begin, f64::from(self.to)))
    }

    /// The events of `clip` in this part, in the order in which they were played. An event occurs once per pass.
    ///
    /// An update includes the events at its beginning, but not the events at its end, which belong to the next update. So no
    /// event is delivered twice. Events at the end of a clip are delivered when the clip passes its end, or when it reaches its
    /// end and stays there. A clip that starts at the end where it stays delivers no events. If an update passes the end more
    /// than 1,000 times, the later passes are left out.
    pub fn events<'a>(&self, clip: &'a Clip) -> impl Iterator<Item = PlayedEvent<'a>> + use<'a> {
        let events = clip.events().map(|events| events.view());
        let mut played = EventsOfPart { played: *self, duration: clip.duration(), pass: 0, left: 0..0 };
        if let Some(events) = &events {
            played.left = played.of_pass(events);
        }
        std::iter::from_fn(move || played.next(events.as_ref()?))
    }
}

/// An event of a clip that an update played.
#[derive(Clone, Copy, Debug)]
pub struct PlayedEvent<'a> {
    /// The event.
    pub event: EventView<'a>,
    /// The time from the beginning of the update to the event, in seconds.
    pub after: f32,
    /// Whether the event's clip fades out. A game may ignore events of clips that fade out.
    pub fades_out: bool,
}

/// An iterator over the events of a part.
#[derive(Clone, Debug)]
struct EventsOfPart {
    played: Played,
    duration: f32,
    pass: u32,
    /// The events of the current pass that are left.
    left: Range<usize>,
}

impl EventsOfPart {
    fn next<'a>(&mut self, events: &ClipEventsView<'a>) -> Option<PlayedEvent<'a>> {
        loop {
            let next = if self.played.is_backwards { self.left.next_back() } else { self.left.next() };
            if let Some(event) = next.and_then(|index| events.event(index)) {
                return Some(PlayedEvent { event, after: self.seconds_to(event.time), fades_out: false });
            }
            if self.pass >= self.played.passes.min(MAX_PASSES) {
                return None;
            }
            self.pass += 1;
            self.left = self.of_pass(events);
        }
    }

    /// The events of the current pass.
    fn of_pass(&self, events: &ClipEventsView<'_>) -> Range<usize> {
        let Played { from, to, is_backwards, .. } = self.played;
        let is_first = self.pass == 0;
        // Whether the pass continues to the very end of the clip.
        let is_whole = self.pass < self.played.passes || self.played.has_ended;
        let all = events.first_after(self.duration);
        if is_backwards {
            let first = if is_whole { 0 } else { events.first_after(to) };
            let end = if is_first { events.first_after(from).min(all) } else { all };
            first..end.max(first)
        } else {
            let first = if is_first { events.first_at_or_after(from) } else { 0 };
            let end = if is_whole { all } else { events.first_at_or_after(to).min(all) };
            first..end.max(first)
        }
    }

    /// The time from the beginning of the update to a time in the current pass, in seconds.
    fn seconds_to(&self, time: f32) -> f32 {
        let way = if self.played.is_backwards { self.played.from - time } else { time - self.played.from };
        (way + self.pass as f32 * self.duration) / self.played.speed
    }
}

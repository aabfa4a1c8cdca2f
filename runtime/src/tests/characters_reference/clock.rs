//! A simulated clock of a clip, which advances unit by unit.

/// The number of units per second.
pub(super) const UNITS: i64 = 1024;

pub(super) fn seconds(units: i64) -> f32 {
    units as f32 / UNITS as f32
}

/// An event that was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Delivered {
    /// The event's number in its clip.
    pub event: usize,
    /// The time from the beginning of the update, in seconds.
    pub after: f64,
    pub fades_out: bool,
}

/// The state of a playing clip.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    at: i64,
    duration: i64,
    repeats: bool,
    /// Units of the clip per unit of time.
    speed: f64,
    /// Times of the events, in ascending order.
    events: Vec<i64>,
}

impl Clock {
    pub(super) fn new(start: i64, duration: i64, repeats: bool, speed: f64, events: Vec<i64>) -> Self {
        let within = (0..=duration).contains(&start);
        let at = match repeats {
            true if !within => start.rem_euclid(duration),
            _ => start.clamp(0, duration),
        };
        Self { at, duration, repeats, speed, events }
    }

    pub(super) const fn at(&self) -> i64 {
        self.at
    }

    pub(super) const fn set_speed(&mut self, speed: f64) {
        self.speed = speed;
    }

    /// Whether the clip has reached its end and stays there.
    pub(super) fn has_ended(&self) -> bool {
        !self.repeats && self.at == if self.speed < 0.0 { 0 } else { self.duration }
    }

    /// Advances by units of time. Returns the events that were played, and how many times the clip started again.
    pub(super) fn advance(&mut self, dt: i64) -> (Vec<Delivered>, u32) {
        let (mut delivered, mut passes) = (Vec::new(), 0);
        let way = self.speed * dt as f64;
        assert_eq!(way.fract(), 0.0, "tests move by whole units");
        for step in 0..way.abs() as i64 {
            passes += u32::from(self.step(way > 0.0, step as f64, &mut delivered));
        }
        // A clip that is exactly at its end stays there, unless it passed its end before. In that case, it is at the start of
        // the next loop.
        if passes > 0 && way > 0.0 && self.at == self.duration {
            self.deliver(true, way, &mut delivered);
            (self.at, passes) = (0, passes + 1);
        }
        let pace = self.speed.abs() * UNITS as f64;
        delivered.iter_mut().for_each(|delivered| delivered.after /= pace);
        (delivered, passes)
    }

    /// Advances by one unit. Returns whether the clip started again. A clip that stays at its end plays the events there when
    /// it arrives.
    fn step(&mut self, forwards: bool, after: f64, delivered: &mut Vec<Delivered>) -> bool {
        let (end, begin, way) = if forwards { (self.duration, 0, 1) } else { (0, self.duration, -1) };
        let is_at_end = self.at == end;
        if is_at_end && !self.repeats {
            return false;
        }
        self.deliver(forwards, after, delivered);
        if is_at_end {
            self.at = begin;
            self.deliver(forwards, after, delivered);
        }
        self.at += way;
        if self.at == end && !self.repeats {
            self.deliver(forwards, after + 1.0, delivered);
        }
        is_at_end
    }

    /// The events at the current time. Backwards, they are in reverse order.
    fn deliver(&self, forwards: bool, after: f64, delivered: &mut Vec<Delivered>) {
        let begin = delivered.len();
        let here = self.events.iter().enumerate().filter(|(_, time)| **time == self.at);
        delivered.extend(here.map(|(event, _)| Delivered { event, after, fades_out: false }));
        if !forwards {
            delivered[begin..].reverse();
        }
    }
}

/// Up to two clocks, of which one fades out.
#[derive(Clone, Debug)]
pub(super) struct Fade {
    pub current: Clock,
    from: Option<Clock>,
    /// Units until the fade ends.
    left: i64,
    is_fading: bool,
}

impl Fade {
    pub(super) const fn new(current: Clock) -> Self {
        Self { current, from: None, left: 0, is_fading: false }
    }

    pub(super) fn play(&mut self, next: Clock, blend: i64) {
        let before = std::mem::replace(&mut self.current, next);
        // During a blend, the outgoing side is a pose, not a clip.
        self.from = (blend > 0 && !self.is_fading).then_some(before);
        (self.left, self.is_fading) = (blend, blend > 0);
    }

    /// Advances. The events of both clocks are in order of time; at the same time, those of the clip that fades out come first.
    pub(super) fn advance(&mut self, dt: i64) -> Vec<Delivered> {
        let mut delivered = self.current.advance(dt).0;
        // The fade still counts at the very end of its time.
        self.is_fading &= dt <= self.left;
        let fading = dt.min(self.left);
        self.left -= fading;
        if let Some(from) = &mut self.from {
            let out = from.advance(fading).0;
            delivered.extend(out.into_iter().map(|delivered| Delivered { fades_out: true, ..delivered }));
        }
        if !self.is_fading {
            self.from = None;
        }
        delivered.sort_by(|a, b| a.after.total_cmp(&b.after).then(b.fades_out.cmp(&a.fades_out)));
        delivered
    }
}

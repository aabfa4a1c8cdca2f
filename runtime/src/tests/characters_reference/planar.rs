//! Root motion on a plane, in closed form. Translations are complex numbers, and loops are a geometric series.

use rigmill_format as format;
use rigmill_format::RigidTransform;
use rigmill_format::motion::TICKS_PER_SECOND;

use super::clock::UNITS;

/// A position on the plane z = 0, and an angle about z.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Planar {
    pub x: f64,
    pub y: f64,
    pub angle: f64,
}

impl Planar {
    fn turned(self, angle: f64) -> (f64, f64) {
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        (self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }

    /// This movement followed by `next`, which is relative to it.
    pub(super) fn then(self, next: Self) -> Self {
        let (x, y) = next.turned(self.angle);
        Self { x: self.x + x, y: self.y + y, angle: self.angle + next.angle }
    }

    /// The movement from this to `to`, relative to this.
    pub(super) fn to(self, to: Self) -> Self {
        let way = Self { x: to.x - self.x, y: to.y - self.y, angle: 0.0 };
        let (x, y) = way.turned(-self.angle);
        Self { x, y, angle: to.angle - self.angle }
    }

    /// This movement repeated `times` times: x (1 - e^(i n a)) / (1 - e^(i a)).
    pub(super) fn times(self, times: f64) -> Self {
        let (whole, half) = (times * self.angle, self.angle / 2.0);
        // The quotient of the two differences has this length, and its angle is half of the total angle of all repetitions
        // except one.
        let length = if self.angle == 0.0 { times } else { libm::sin(whole / 2.0) / libm::sin(half) };
        let (x, y) = self.turned(whole / 2.0 - half);
        Self { x: x * length, y: y * length, angle: whole }
    }

    pub(super) fn mix(self, other: Self, part: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * part;
        Self { x: mix(self.x, other.x), y: mix(self.y, other.y), angle: mix(self.angle, other.angle) }
    }

    fn rigid(self) -> RigidTransform {
        let (sin, cos) = (libm::sin(self.angle / 2.0), libm::cos(self.angle / 2.0));
        RigidTransform { translation: [self.x, self.y, 0.0], rotation: [0.0, 0.0, sin, cos] }
    }

    /// The difference between a transform and this, relative to the distance or to a full turn.
    pub(super) fn error(self, found: &RigidTransform) -> f64 {
        let expected = self.rigid();
        let size = 1.0 + libm::hypot(self.x, self.y);
        let way = [0, 1, 2].map(|axis| (found.translation[axis] - expected.translation[axis]).abs() / size);
        let [x, y, z, w] = expected.rotation;
        let [a, b, c, d] = found.rotation;
        // The vector part of expected^-1 found, which is half the angle between them.
        let off = [w * a - x * d, w * b - y * d, w * c - z * d].map(f64::abs);
        way.into_iter().chain(off).fold(0.0, f64::max)
    }
}

/// A motion with a key in the middle and a key at the end, linear between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    pub middle: Planar,
    pub end: Planar,
    /// The duration in units; even.
    pub duration: i64,
}

impl Path {
    pub(super) fn motion(&self, loops: bool) -> format::Motion {
        let ticks = |units: i64| units.unsigned_abs() * TICKS_PER_SECOND / UNITS.unsigned_abs();
        format::Motion {
            loops,
            quantum_bits: 20,
            times: vec![0, ticks(self.duration / 2), ticks(self.duration)],
            poses: vec![RigidTransform::IDENTITY, self.middle.rigid(), self.end.rigid()],
            ..format::Motion::default()
        }
    }

    /// The pose at a time within loop number `loops`.
    pub(super) fn at(&self, loops: i64, at: i64) -> Planar {
        let half = self.duration as f64 / 2.0;
        let within = at as f64 / half;
        let here = if within < 1.0 {
            Planar::default().mix(self.middle, within)
        } else {
            self.middle.mix(self.end, within - 1.0)
        };
        self.end.times(loops as f64).then(here)
    }
}

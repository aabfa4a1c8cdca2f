//! The ground component of a movement: translation perpendicular to the up axis, and rotation about it. `up` has unit length.

use rigmill_math::quaternion::{IDENTITY, conjugate, multiply, normalize};
use rigmill_math::vector::{add, dot, scale, subtract};

use super::track::RootPath;
use crate::clips::interpolation::nearer;

/// If the squared length of a rotation's twist is below this fraction, the rotation turns the up axis upside down and has no
/// heading.
const NO_HEADING: f64 = 1e-9;

/// Returns the path along the ground. The root keeps the height, the lean and the scale of its first key.
pub(super) fn path(path: RootPath, up: [f64; 3]) -> RootPath {
    let mut track = path.track;
    let Some(first) = track.poses.first().copied() else { return RootPath { track, scale: None } };
    let mut before = first.rotation;
    for pose in &mut track.poses {
        let turn = heading(first.rotation, pose.rotation, up);
        let risen = subtract(translation_left(first.translation, pose.translation, up), first.translation);
        pose.translation = subtract(pose.translation, risen);
        pose.rotation = nearer(normalize(multiply(turn, first.rotation)), before);
        before = pose.rotation;
    }
    RootPath { track, scale: None }
}

/// Returns the remaining part of a translation that began at `first`: the movement along the up axis.
pub(super) fn translation_left(first: [f64; 3], now: [f64; 3], up: [f64; 3]) -> [f64; 3] {
    add(first, scale(up, dot(up, subtract(now, first))))
}

/// Returns the remaining part of a rotation that began as `first`: everything except its heading.
pub(super) fn rotation_left(first: [f64; 4], now: [f64; 4], up: [f64; 3]) -> [f64; 4] {
    multiply(conjugate(heading(first, now, up)), now)
}

/// Returns the rotation about the up axis between two rotations: the twist of the swing-twist decomposition. Returns the
/// identity if the rotation turns the up axis upside down.
fn heading(first: [f64; 4], now: [f64; 4], up: [f64; 3]) -> [f64; 4] {
    let [x, y, z, w] = multiply(now, conjugate(first));
    let about = dot([x, y, z], up);
    let (twist, whole) = (about * about + w * w, x * x + y * y + z * z + w * w);
    if twist > NO_HEADING * whole {
        let [x, y, z] = scale(up, about);
        normalize([x, y, z, w])
    } else {
        IDENTITY.map(f64::from)
    }
}

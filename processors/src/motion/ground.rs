//! The part of a movement that is along the ground: across the up axis, and rotation about it. `up` is of unit length.

use rigmill_math::quaternion::{IDENTITY, conjugate, multiply, normalize};
use rigmill_math::vector::{add, dot, scale, subtract};

use super::track::RootPath;
use crate::clips::interpolation::nearer;

/// A rotation has no heading if it is this near to one that turns the up axis upside down: the part of its squared length.
const NO_HEADING: f64 = 1e-9;

/// The path along the ground: the root keeps the height, the lean and the scale of its first key.
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

/// What is left of a translation that began at `first`: the movement along the up axis.
pub(super) fn translation_left(first: [f64; 3], now: [f64; 3], up: [f64; 3]) -> [f64; 3] {
    add(first, scale(up, dot(up, subtract(now, first))))
}

/// What is left of a rotation that began as `first`: all but its heading.
pub(super) fn rotation_left(first: [f64; 4], now: [f64; 4], up: [f64; 3]) -> [f64; 4] {
    multiply(conjugate(heading(first, now, up)), now)
}

/// The rotation about the up axis on the way from one rotation to another: the twist of its swing-twist decomposition. The
/// identity if the way turns the up axis upside down.
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

//! Root motion as frame-by-frame deltas. This is content of other programs' files, which games do not load. The crate
//! `rigmill_codec_unity` reads and writes these files.
//!
//! A frame is a record of position delta, rotation delta (Euler angles in degrees) and scale delta. Each number is the world
//! position, the world Euler angle or the scale of the frame minus that of the previous frame. Frame 0 is compared with the
//! start, which is a root at the origin without rotation. So the pose of frame `k`, at `k / rate` seconds, is the sum of
//! records 0 to `k`, number by number: positions are not rotated by the rotation. There is one more record than there are
//! intervals.
//!
//! Angles are read in the range 0 to 360 degrees, so an angle that passes 360 jumps, but the rotation that the sums of angles
//! represent does not jump. Euler angles rotate about z, then x, then y, as in Unity.

use rigmill_math::quaternion::{multiply, normalize};
use rigmill_math::to_f32;

use crate::RigidTransform;

/// Root motion, frame by frame.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MotionDeltas {
    /// The number of frames per second.
    pub frame_rate: i32,
    /// Whether the frames have scale deltas.
    pub has_scale: bool,
    /// The frames in order of time.
    pub frames: Vec<MotionDelta>,
}

/// The changes from the previous frame or, in the first frame, from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MotionDelta {
    /// The change of the position x, y, z.
    pub position: [f32; 3],
    /// The change of the Euler angles about x, y, z, in degrees.
    pub rotation: [f32; 3],
    /// The change of the scale x, y, z. It has no meaning in files without scale.
    pub scale: [f32; 3],
}

/// The root at a frame, relative to the start of its motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RootPose {
    /// The position and rotation.
    pub pose: RigidTransform,
    /// The change of the scale x, y, z.
    pub scale: [f64; 3],
}

/// The numbers of a record: position, angles in degrees, scale.
type Numbers = [f64; 9];

/// Angles are continuous up to this limit (about 91 full turns), and are then reduced by full turns, so that an f32 still
/// resolves hundredths of degrees.
const FARTHEST_DEGREES: f64 = 32_768.0;

impl MotionDeltas {
    /// Returns the root's pose at each frame.
    pub fn poses(&self) -> impl Iterator<Item = RootPose> {
        let mut sums = [0.0; 9];
        self.frames.iter().map(move |frame| {
            let deltas = frame.position.iter().chain(&frame.rotation).chain(&frame.scale);
            sums.iter_mut().zip(deltas).for_each(|(sum, delta)| *sum += f64::from(*delta));
            let [x, y, z, pitch, yaw, roll, sx, sy, sz] = sums;
            let rotation = rotation([pitch, yaw, roll]);
            RootPose { pose: RigidTransform { translation: [x, y, z], rotation }, scale: [sx, sy, sz] }
        })
    }

    /// Computes the deltas between these poses, one per pose.
    ///
    /// Every number is a multiple of a power of two that is coarse enough for an f32 to hold each sum. So adding up the deltas,
    /// in single or double precision, does not round. Each number of each pose is as precise as the last digit that an f32 has
    /// for the largest number.
    #[must_use]
    pub fn of_poses(frame_rate: i32, has_scale: bool, poses: &[RootPose]) -> Self {
        let mut sums = numbers(poses);
        (0..9).for_each(|at| make_sums_exact(&mut sums, at));
        let mut before = [0.0; 9];
        let frame = |sum: Numbers| {
            let deltas: [f64; 9] = std::array::from_fn(|at| sum[at] - before[at]);
            before = sum;
            let [x, y, z, pitch, yaw, roll, sx, sy, sz] = deltas.map(to_f32);
            MotionDelta { position: [x, y, z], rotation: [pitch, yaw, roll], scale: [sx, sy, sz] }
        };
        Self { frame_rate, has_scale, frames: sums.into_iter().map(frame).collect() }
    }
}

/// The sums of records at each pose.
fn numbers(poses: &[RootPose]) -> Vec<Numbers> {
    let mut angles = [0.0; 3];
    let at = |root: &RootPose| {
        angles = angles_near(angles, root.pose.rotation);
        let ([x, y, z], [pitch, yaw, roll], [sx, sy, sz]) = (root.pose.translation, angles, root.scale);
        [x, y, z, pitch, yaw, roll, sx, sy, sz]
    };
    poses.iter().map(at).collect()
}

/// Rounds one number of each record's sum, so that sums and differences have at most 24 binary digits.
fn make_sums_exact(sums: &mut [Numbers], at: usize) {
    let mut before = 0.0;
    let mut largest = 0.0_f64;
    for sum in &*sums {
        largest = largest.max(sum[at].abs()).max((sum[at] - before).abs());
        before = sum[at];
    }
    // No f32 is finer than 2^-149.
    let (_, exponent) = libm::frexp(largest);
    let quantum = libm::ldexp(1.0, (exponent - 24).max(-149));
    sums.iter_mut().for_each(|sum| sum[at] = (sum[at] / quantum).round() * quantum);
}

/// The rotation about z, then x, then y, by angles about x, y, z in degrees.
fn rotation(degrees: [f64; 3]) -> [f64; 4] {
    let [x, y, z] = degrees.map(|degrees| (degrees % 360.0).to_radians() / 2.0);
    let about = |axis: usize, half: f64| {
        let mut quaternion = [0.0, 0.0, 0.0, libm::cos(half)];
        quaternion[axis] = libm::sin(half);
        quaternion
    };
    normalize(multiply(multiply(about(1, y), about(0, x)), about(2, z)))
}

/// The angles of a rotation that are nearest to those of the previous frame, in degrees.
fn angles_near(before: [f64; 3], rotation: [f64; 4]) -> [f64; 3] {
    let [pitch, yaw, roll] = euler(rotation, before[2]);
    let near = |angles: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|at| angles[at] + 360.0 * ((before[at] - angles[at]) / 360.0).round())
    };
    let apart = |angles: &[f64; 3]| (0..3).map(|at| (angles[at] - before[at]).abs()).sum::<f64>();
    let (near, turned_over) = (near([pitch, yaw, roll]), near([180.0 - pitch, yaw + 180.0, roll + 180.0]));
    let nearest = if apart(&turned_over) < apart(&near) { turned_over } else { near };
    nearest.map(|angle| if angle.abs() > FARTHEST_DEGREES { angle % 360.0 } else { angle })
}

/// The angles about x, y, z of a rotation about z, then x, then y, in degrees. The pitch is -90 to 90. Straight up or down, yaw
/// and roll cannot be distinguished, so the roll stays as it was.
fn euler([x, y, z, w]: [f64; 4], roll_before: f64) -> [f64; 3] {
    let (forward_x, forward_y, forward_z) = (2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y));
    let level = (forward_x * forward_x + forward_z * forward_z).sqrt();
    let pitch = libm::atan2(-forward_y, level).to_degrees();
    if level < 1e-9 {
        let both = libm::atan2(-2.0 * (x * z - w * y), 1.0 - 2.0 * (y * y + z * z)).to_degrees();
        return [pitch, both + roll_before * pitch.signum(), roll_before];
    }
    let roll = libm::atan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z)).to_degrees();
    [pitch, libm::atan2(forward_x, forward_z).to_degrees(), roll]
}

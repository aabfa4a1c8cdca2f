//! [`CompressedClip`]: a compressed clip as integers, before they are packed.

/// The number of frames in a segment. The last segment of a clip may have fewer.
pub const SEGMENT_FRAMES: usize = 16;

/// How a clip is stored in its file. In memory, it is always packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Storage {
    /// The same form as in memory, so that a mapped file can be used directly.
    #[default]
    Packed,
    /// Smaller, but decoded when it is loaded.
    Coded,
}

impl Storage {
    /// Its name in manifests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Packed => "packed",
            Self::Coded => "coded",
        }
    }
}

/// The part of a bone's transform that a track moves. The tracks of a clip are in the order of these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Channel {
    /// Rotation relative to the bone's bind rotation: x, y, z of a quaternion whose w is not negative.
    Rotation = 0,
    /// Translation relative to the bone's bind translation.
    Translation = 1,
    /// Scale relative to the bone's bind scale.
    Scale = 2,
}

impl Channel {
    /// All channels, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Rotation, Self::Translation, Self::Scale];
}

/// A channel of a bone that has one value for the whole clip, different from the bind pose.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ConstantTrack {
    /// The bone's number in the skeleton.
    pub bone: u16,
    /// The channel.
    pub channel: Channel,
    /// The value in local space. The fourth number is only used for rotations, and is 0 for other channels.
    pub value: [f32; 4],
}

/// A channel of a bone with one key per frame.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnimatedTrack {
    /// The bone's number in the skeleton.
    pub bone: u16,
    /// The codes of the step sizes of x, y, z. See [`step_size`](super::step_size). All codes of a clip are within
    /// [`STEP_SPREAD`](super::STEP_SPREAD) of one another.
    pub channel: Channel,
    /// The steps of x, y, z: see [`step_size`](super::step_size). Those of a clip are within [`STEP_SPREAD`](super::STEP_SPREAD)
    /// of one another.
    pub steps: [u8; 3],
    /// For each segment, the number of the [base rotation](super::BASE_ROTATIONS) between the bind pose and the keys. Always 0
    /// for channels other than rotations.
    pub base_rotations: Vec<u8>,
    /// For each frame, x, y, z as numbers of steps.
    pub keys: Vec<[i32; 3]>,
}

/// An animation whose keys are small integers relative to a skeleton's bind pose.
///
/// Channels that are in neither list keep the bind pose.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CompressedClip {
    /// The asset name of the skeleton. May be empty if the game knows the skeleton.
    pub skeleton: String,
    /// The number of bones of the skeleton.
    pub bones: u16,
    /// The number of frames, at least 1. See [`FrameTimes`](crate::FrameTimes).
    pub frames: u32,
    /// The number of frames per second; finite and above 0.
    pub frame_rate: f32,
    /// The duration in seconds; finite and not negative.
    pub duration: f32,
    /// The largest measured distance between a point of a bone's shell and its position in the source, in the clip's units;
    /// finite and not negative. `None` if it was not measured.
    pub largest_error: Option<f32>,
    /// The bones that the source does not move, in ascending order. They have no tracks, so other clips can move them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub resting: Vec<u16>,
    /// How the clip is stored in the file.
    pub storage: Storage,
    /// The constant channels, ordered by channel and then by bone.
    pub constants: Vec<ConstantTrack>,
    /// The animated channels, in the same order.
    pub tracks: Vec<AnimatedTrack>,
}

/// The key by which the tracks of a clip are sorted.
pub(super) fn track_order(bone: u16, channel: Channel) -> (Channel, u16) {
    (channel, bone)
}

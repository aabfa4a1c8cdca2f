//! [`CompressedClip`]: the clip as whole numbers, before they are packed.

/// Frames of a segment, the last of a clip excepted.
pub const SEGMENT_FRAMES: usize = 16;

/// The form of a clip in its file. In memory it is always packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Storage {
    /// As in memory: usable from a mapped file.
    #[default]
    Packed,
    /// Smaller, and expanded when it is loaded.
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

/// What a track moves. The tracks of a clip are in the order of these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Channel {
    /// Relative to the bone's rotation at bind: x, y, z of a quaternion whose w is not negative.
    Rotation = 0,
    /// Relative to the bone's translation at bind.
    Translation = 1,
    /// Relative to the bone's scale at bind.
    Scale = 2,
}

impl Channel {
    /// Every channel, by number.
    pub const ALL: [Self; 3] = [Self::Rotation, Self::Translation, Self::Scale];
}

/// A channel of a bone with one value, other than the bind pose's, for the whole clip.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ConstantTrack {
    /// The bone's number in the skeleton.
    pub bone: u16,
    /// The channel.
    pub channel: Channel,
    /// The local value; the fourth number is that of rotations, 0 for others.
    pub value: [f32; 4],
}

/// A channel of a bone with a key per frame.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnimatedTrack {
    /// The bone's number in the skeleton.
    pub bone: u16,
    /// The channel.
    pub channel: Channel,
    /// The steps of x, y, z: see [`step_size`](super::step_size). Those of a clip are within [`STEP_SPREAD`](super::STEP_SPREAD)
    /// of one another.
    pub steps: [u8; 3],
    /// For each segment the number of the [base rotation](super::BASE_ROTATIONS) between the bind pose and the keys; 0 except for
    /// rotations.
    pub base_rotations: Vec<u8>,
    /// For each frame x, y, z in steps.
    pub keys: Vec<[i32; 3]>,
}

/// An animation whose keys are small whole numbers relative to a skeleton's bind pose.
///
/// Channels in neither list stay at bind.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CompressedClip {
    /// The asset name of the skeleton, empty if the game knows it anyway.
    pub skeleton: String,
    /// Bones of the skeleton.
    pub bones: u16,
    /// Frames, at least 1: see [`FrameTimes`](crate::FrameTimes).
    pub frames: u32,
    /// Frames a second; finite, above 0.
    pub frame_rate: f32,
    /// Seconds; finite, not negative.
    pub duration: f32,
    /// The largest distance that was measured between a point of a bone's shell and where the source has it, in units of the
    /// clip: finite, not negative. `None` if nothing was measured.
    pub largest_error: Option<f32>,
    /// The bones that the source does not move, in ascending order: they have no tracks, and are left to other clips.
    #[cfg_attr(feature = "serde", serde(default))]
    pub resting: Vec<u16>,
    /// Its form in the file.
    pub storage: Storage,
    /// By channel, in it by bone.
    pub constants: Vec<ConstantTrack>,
    /// In the same order.
    pub tracks: Vec<AnimatedTrack>,
}

/// The sort key of a track among those of its clip.
pub(super) fn track_order(bone: u16, channel: Channel) -> (Channel, u16) {
    (channel, bone)
}

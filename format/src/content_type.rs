//! What a content file holds.

use std::fmt;

/// The content types. The number is what a file stores; a number once given is never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum ContentType {
    /// Key frames of an animation, bone by bone.
    AnimationSequence = 1,
    /// An animation in compressed form.
    CompressedClip = 2,
    /// Float curves over time.
    CurveClip = 3,
    /// A bone hierarchy and its bind pose.
    Skeleton = 4,
    /// Meshes on bones.
    Model = 5,
    /// Triangles for collision tests.
    CollisionMesh = 6,
    /// The way a character moves while a clip plays.
    Motion = 7,
    /// A table of actions: which clip each plays, and how.
    ActionSet = 8,
    /// Game data: a tree of typed values.
    Data = 9,
    /// An image with its mip levels.
    Texture = 10,
    /// A clip whose bones have a key a frame.
    SampledClip = 11,
    /// How a character breathes.
    Breath = 12,
    /// Chains of bones that swing like springs.
    SpringBones = 13,
    /// A clip with a key a frame in single precision, eight bones side by side.
    UniformClip = 14,
}

impl ContentType {
    /// Every content type, by number.
    pub const ALL: [Self; 14] = [
        Self::AnimationSequence,
        Self::CompressedClip,
        Self::CurveClip,
        Self::Skeleton,
        Self::Model,
        Self::CollisionMesh,
        Self::Motion,
        Self::ActionSet,
        Self::Data,
        Self::Texture,
        Self::SampledClip,
        Self::Breath,
        Self::SpringBones,
        Self::UniformClip,
    ];

    /// The number that a file stores.
    #[must_use]
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// The type with this number, if there is one.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// The type's name, such as `AnimationSequence`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AnimationSequence => "AnimationSequence",
            Self::CompressedClip => "CompressedClip",
            Self::CurveClip => "CurveClip",
            Self::Skeleton => "Skeleton",
            Self::Model => "Model",
            Self::CollisionMesh => "CollisionMesh",
            Self::Motion => "Motion",
            Self::ActionSet => "ActionSet",
            Self::Data => "Data",
            Self::Texture => "Texture",
            Self::SampledClip => "SampledClip",
            Self::Breath => "Breath",
            Self::SpringBones => "SpringBones",
            Self::UniformClip => "UniformClip",
        }
    }
}

impl fmt::Display for ContentType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

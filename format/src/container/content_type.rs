//! [`ContentType`]: the types of content files.

use std::fmt;

use crate::layout::numbered;

numbered! {
    /// A content type. Files store its number, and numbers are never reused.
    pub enum ContentType: u32 {
        /// Key frames of an animation, grouped by bone.
        AnimationSequence = 1, "AnimationSequence";
        /// An animation in compressed form.
        CompressedClip = 2, "CompressedClip";
        /// Curves of numbers over time.
        CurveClip = 3, "CurveClip";
        /// A bone hierarchy and its bind pose.
        Skeleton = 4, "Skeleton";
        /// Meshes on bones.
        Model = 5, "Model";
        /// Triangles for collision tests.
        CollisionMesh = 6, "CollisionMesh";
        /// The root motion of a clip.
        Motion = 7, "Motion";
        /// A table of actions: the clip of each action, and how it is played.
        ActionSet = 8, "ActionSet";
        /// Game data: a tree of typed values.
        Data = 9, "Data";
        /// An image with its mipmaps.
        Texture = 10, "Texture";
        /// A clip whose bones have one key per frame.
        SampledClip = 11, "SampledClip";
        /// The breathing of a character.
        Breath = 12, "Breath";
        /// Chains of bones that swing like springs.
        SpringBones = 13, "SpringBones";
        /// A clip with one key per frame in single precision, stored in blocks of eight bones.
        UniformClip = 14, "UniformClip";
        /// The characters of a font, as parts of a texture.
        Font = 16, "Font";
        /// Six square images with their mipmaps.
        TextureCube = 17, "TextureCube";
        /// A sound.
        Sound = 18, "Sound";
        /// The events of a clip, which are named moments.
        ClipEvents = 19, "ClipEvents";
        /// The morph target weights that a clip sets while it plays.
        ClipWeights = 20, "ClipWeights";
    }
}

impl ContentType {
    /// Whether files of this type contain a clip, which poses skeletons.
    #[must_use]
    pub const fn is_clip(self) -> bool {
        matches!(
            self,
            Self::AnimationSequence | Self::CompressedClip | Self::CurveClip | Self::SampledClip | Self::UniformClip
        )
    }
}

impl fmt::Display for ContentType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

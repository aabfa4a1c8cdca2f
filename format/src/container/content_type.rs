//! What a content file holds.

use std::fmt;

use crate::layout::numbered;

numbered! {
    /// The content types. The number is what a file stores; a number once given is never reused.
    pub enum ContentType: u32 {
        /// Key frames of an animation, bone by bone.
        AnimationSequence = 1, "AnimationSequence";
        /// An animation in compressed form.
        CompressedClip = 2, "CompressedClip";
        /// Float curves over time.
        CurveClip = 3, "CurveClip";
        /// A bone hierarchy and its bind pose.
        Skeleton = 4, "Skeleton";
        /// Meshes on bones.
        Model = 5, "Model";
        /// Triangles for collision tests.
        CollisionMesh = 6, "CollisionMesh";
        /// How a character moves while a clip plays.
        Motion = 7, "Motion";
        /// A table of actions: which clip each plays, and how.
        ActionSet = 8, "ActionSet";
        /// Game data: a tree of typed values.
        Data = 9, "Data";
        /// An image with its mipmaps.
        Texture = 10, "Texture";
        /// A clip whose bones have a key per frame.
        SampledClip = 11, "SampledClip";
        /// How a character breathes.
        Breath = 12, "Breath";
        /// Chains of bones that swing like springs.
        SpringBones = 13, "SpringBones";
        /// A clip with a key per frame in single precision, eight bones side by side.
        UniformClip = 14, "UniformClip";
        /// Characters as parts of a texture.
        Font = 16, "Font";
        /// Six square images with their mipmaps.
        TextureCube = 17, "TextureCube";
        /// A sound.
        Sound = 18, "Sound";
        /// The events of a clip: named moments.
        ClipEvents = 19, "ClipEvents";
        /// The weights of morph targets while a clip plays.
        ClipWeights = 20, "ClipWeights";
    }
}

impl fmt::Display for ContentType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

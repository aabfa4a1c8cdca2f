//! Loaded content: the bytes of a file, checked once and read in place.

use std::fmt;

use rigmill_format::{
    ActionSetLayout, ActionSetView, AlignedBytes, AnimationSequenceLayout, AnimationSequenceView, BreathLayout,
    BreathView, ClipEventsLayout, ClipEventsView, ClipWeightsLayout, ClipWeightsView, CollisionMeshLayout,
    CollisionMeshView, CompressedClipLayout, CompressedClipView, Content, ContentType, DataLayout, DataView,
    DecodeError, DecodeLimits, EncodeError, FontLayout, FontView, ModelLayout, ModelView, MotionLayout, MotionView,
    SkeletonLayout, SkeletonView, SoundLayout, SoundView, SpringBonesLayout, SpringBonesView, TextureCubeLayout,
    TextureCubeView, TextureLayout, TextureView, UniformClipLayout, UniformClipView,
};
use thiserror::Error;

/// A loaded clip.
pub type AnimationSequence = Loaded<AnimationSequenceLayout>;

/// A loaded compressed clip.
pub type CompressedClip = Loaded<CompressedClipLayout>;

/// A loaded uniform clip.
pub type UniformClip = Loaded<UniformClipLayout>;

/// A loaded set of clip events.
pub type ClipEvents = Loaded<ClipEventsLayout>;

/// A loaded set of morph target weights of a clip.
pub type ClipWeights = Loaded<ClipWeightsLayout>;

/// A loaded skeleton.
pub type Skeleton = Loaded<SkeletonLayout>;

/// A loaded model. Its meshes are read in place.
pub type Model = Loaded<ModelLayout>;

/// A loaded collision mesh.
pub type CollisionMesh = Loaded<CollisionMeshLayout>;

/// A loaded texture.
pub type Texture = Loaded<TextureLayout>;

/// A loaded cube map.
pub type TextureCube = Loaded<TextureCubeLayout>;

/// A loaded sound. Its samples, or its Ogg Vorbis file, are read in place. The game's audio library plays it.
pub type Sound = Loaded<SoundLayout>;

/// A loaded font.
pub type Font = Loaded<FontLayout>;

/// A loaded motion.
pub type Motion = Loaded<MotionLayout>;

/// Loaded game data.
pub type Data = Loaded<DataLayout>;

/// A loaded action set.
pub type ActionSet = Loaded<ActionSetLayout>;

/// Loaded settings of a [`Breath`](crate::layers::Breath).
pub type BreathSettings = Loaded<BreathLayout>;

/// Loaded settings of [`SpringBones`](crate::layers::SpringBones).
pub type SpringSettings = Loaded<SpringBonesLayout>;

/// A type that [`Content::load`](crate::Content::load) can load.
pub trait Loadable: Sized + Send + Sync + 'static {
    /// The type that the file must contain.
    const TYPE: ContentType;

    /// Checks a whole file and takes ownership of its bytes.
    ///
    /// # Errors
    /// The bytes are not an undamaged file of this type and version.
    fn from_bytes(bytes: AlignedBytes) -> Result<Self, DecodeError>;

    /// Like [`from_bytes`](Self::from_bytes), with limits for decompressing the file.
    ///
    /// # Errors
    /// Same as [`from_bytes`](Self::from_bytes), or the file exceeds a limit.
    fn from_bytes_within(bytes: AlignedBytes, _limits: DecodeLimits) -> Result<Self, DecodeError> {
        Self::from_bytes(bytes)
    }
}

/// How a content type is read in place from checked bytes.
pub trait Layout: Copy + fmt::Debug + Send + Sync + 'static {
    /// The value that the bytes encode.
    type Owned: Content;

    /// A view that reads the value from the bytes.
    type View<'a>;

    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged file of this type and version.
    fn parse(bytes: &[u8]) -> Result<Self, DecodeError>;

    /// Checks a whole file, and returns its bytes with its layout. If the stored form cannot be read in place, the file is
    /// decompressed first.
    ///
    /// # Errors
    /// The bytes are not an undamaged file of this type and version, or decompressing exceeds a limit.
    fn open(bytes: AlignedBytes, _limits: DecodeLimits) -> Result<(AlignedBytes, Self), DecodeError> {
        let layout = Self::parse(&bytes)?;
        Ok((bytes, layout))
    }

    /// Returns a view of the bytes that were parsed.
    fn view<'a>(&self, bytes: &'a [u8]) -> Self::View<'a>;
}

/// A checked content file. It owns its bytes, and creating a view of them costs nothing.
#[derive(Clone, Debug)]
pub struct Loaded<L> {
    bytes: AlignedBytes,
    layout: L,
}

/// An error that prevents using a value as content.
#[derive(Clone, Debug, PartialEq, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum MakeError {
    /// The value violates a rule of its content type.
    Encode(#[from] EncodeError),
    /// The encoded value cannot be read.
    Decode(#[from] DecodeError),
}

impl<L: Layout> Loaded<L> {
    /// Creates content in memory.
    ///
    /// # Errors
    /// The value violates a rule of its content type.
    pub fn from_owned(value: &L::Owned) -> Result<Self, MakeError> {
        let bytes = AlignedBytes::from_slice(&value.encode()?);
        Ok(Self::from_bytes(bytes)?)
    }

    /// A view of the content.
    #[must_use]
    pub fn view(&self) -> L::View<'_> {
        self.layout.view(&self.bytes)
    }

    /// The checked bytes of the whole file. If the stored form cannot be read in place, these are the decompressed bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl<L: Layout> Loadable for Loaded<L> {
    const TYPE: ContentType = L::Owned::TYPE;

    fn from_bytes(bytes: AlignedBytes) -> Result<Self, DecodeError> {
        Self::from_bytes_within(bytes, DecodeLimits::default())
    }

    fn from_bytes_within(bytes: AlignedBytes, limits: DecodeLimits) -> Result<Self, DecodeError> {
        let (bytes, layout) = L::open(bytes, limits)?;
        Ok(Self { bytes, layout })
    }
}

/// Implements [`Layout`] with the functions of the format crate's layouts.
macro_rules! layouts {
    ($($layout:ident, $owned:ident, $view:ident;)*) => {
        $(impl Layout for $layout {
            type Owned = rigmill_format::$owned;
            type View<'a> = $view<'a>;

            fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
                Self::parse(bytes)
            }

            fn view<'a>(&self, bytes: &'a [u8]) -> $view<'a> {
                self.view(bytes)
            }
        })*
    };
}

layouts! {
    AnimationSequenceLayout, AnimationSequence, AnimationSequenceView;
    SkeletonLayout, Skeleton, SkeletonView;
    ActionSetLayout, ActionSet, ActionSetView;
    ModelLayout, Model, ModelView;
    CollisionMeshLayout, CollisionMesh, CollisionMeshView;
    TextureLayout, Texture, TextureView;
    TextureCubeLayout, TextureCube, TextureCubeView;
    SoundLayout, Sound, SoundView;
    FontLayout, Font, FontView;
    DataLayout, Data, DataView;
    BreathLayout, Breath, BreathView;
    SpringBonesLayout, SpringBones, SpringBonesView;
    MotionLayout, Motion, MotionView;
    UniformClipLayout, UniformClip, UniformClipView;
    ClipEventsLayout, ClipEvents, ClipEventsView;
    ClipWeightsLayout, ClipWeights, ClipWeightsView;
}

impl Layout for CompressedClipLayout {
    type Owned = rigmill_format::CompressedClip;
    type View<'a> = CompressedClipView<'a>;

    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::parse(bytes)
    }

    fn open(bytes: AlignedBytes, limits: DecodeLimits) -> Result<(AlignedBytes, Self), DecodeError> {
        Self::open_within(bytes, limits)
    }

    fn view<'a>(&self, bytes: &'a [u8]) -> CompressedClipView<'a> {
        self.view(bytes)
    }
}

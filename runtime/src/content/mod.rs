//! Built content from a folder, a pack, memory or your own source. Content is loaded by asset name, shared, and reloaded when
//! `rigmill watch` rebuilds it.

mod asset_name;
#[cfg(feature = "serde")]
mod data;
mod folder;
mod follower;
mod library;
mod loaded;
mod memory;
pub(crate) mod message;
mod pack;
mod source;

pub use rigmill_format::{
    AlignedBytes, AlphaMode, BoundingBox, BoundingSphere, Carrier, ClipEventsView, ClipWeightsView,
    CompressedClipLayout, CompressedClipView, ContentType, CubeFace, DataEnumView, DataKind, DataListView, DataMapView,
    DataRecordView, DataValueView, DataView, DecodeError, DecodeLimits, DetailLevelView, EventId, EventView,
    ExtensionTexture, Indices, LevelGroupView, LevelMeasure, LightKind, LightUnit, MaterialExtensionView,
    ModelCameraView, ModelLightView, ModelPropertiesView, NormalFormat, Normals, PositionFormat, PositionGrid,
    Positions, Projection, PropertyKind, PropertyOwner, Shading, SoundEncoding, SoundLayout, SoundLoop, SoundView,
    Tangents, TextureFilter, TextureFormat, TexturePlacement, TextureUse, TextureWrap,
};

#[cfg(feature = "serde")]
pub use data::{DataError, data_value};
pub use follower::Follower;
pub use library::{Content, LoadError, Reload};
pub use loaded::{
    ActionSet, AnimationSequence, BreathSettings, ClipEvents, ClipWeights, CollisionMesh, CompressedClip, Data, Font,
    Layout, Loadable, Loaded, MakeError, Model, Motion, Skeleton, Sound, SpringSettings, Texture, TextureCube,
    UniformClip,
};
pub use memory::Memory;
pub use pack::Pack;
pub use rigmill_format::pack::{PackEntry, PackError, PackId, PackKind};
pub use source::ContentSource;

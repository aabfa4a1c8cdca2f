//! The target `xna`: uncompressed content files of XNA 4, MonoGame and FNA (version 5). The crate `rigmill_codec_xnb` writes
//! the files; these modules convert content to its values.

mod animation;
mod buffers;
mod collision;
mod compiled_effect;
mod curves;
mod data;
mod effect;
mod encoding;
mod external_reference;
mod font;
mod losses;
mod model;
mod params;
mod sound;
mod texture;
mod vertices;

use rigmill_format::{
    ActionSet, Breath, ClipEvents, ClipWeights, CompressedClip, Motion, SampledClip, Skeleton, SpringBones, UniformClip,
};
use rigmill_pipeline::Registry;

pub use animation::XnbAnimationWriter;
pub use collision::XnbCollisionWriter;
pub use compiled_effect::XnbEffectWriter;
pub use curves::XnbCurveWriter;
pub use data::XnbDataWriter;
pub use font::XnbFontWriter;
pub use model::XnbModelWriter;
pub use params::{DataLayout, ReaderName, XnbAnimationParams, XnbCurveParams, XnbDataParams, XnbWriterParams};
pub use rigmill_codec_xnb::{Platform, Profile};
pub use sound::{XnbSongWriter, XnbSoundWriter};
pub use texture::{XnbTextureCubeWriter, XnbTextureWriter};

/// The name of the target.
const TARGET: &str = "xna";

/// Adds the writers of this target, and names the types that the target does not use. XNA's models contain their bones, and
/// XNA's games define their actions in code.
pub(crate) fn register(registry: Registry) -> Registry {
    registry
        .with_writer(XnbAnimationWriter)
        .with_writer(XnbModelWriter)
        .with_writer(XnbTextureWriter)
        .with_writer(XnbTextureCubeWriter)
        .with_writer(XnbEffectWriter)
        .with_writer(XnbSoundWriter)
        .with_writer(XnbSongWriter)
        .with_writer(XnbFontWriter)
        .with_writer(XnbCollisionWriter)
        .with_writer(XnbCurveWriter)
        .with_writer(XnbDataWriter)
        .skip_type::<Skeleton>(TARGET)
        .skip_type::<ActionSet>(TARGET)
        .skip_type::<Motion>(TARGET)
        .skip_type::<SampledClip>(TARGET)
        .skip_type::<CompressedClip>(TARGET)
        .skip_type::<Breath>(TARGET)
        .skip_type::<SpringBones>(TARGET)
        .skip_type::<UniformClip>(TARGET)
        .skip_type::<ClipEvents>(TARGET)
        .skip_type::<ClipWeights>(TARGET)
}

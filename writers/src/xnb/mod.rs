//! The target `xna`: content files of XNA 4, MonoGame and FNA, version 5, not compressed.

mod animation;
mod buffers;
mod bytes;
mod collision;
mod curves;
mod data;
mod effect;
mod external;
mod file;
mod model;
mod params;
mod readers;
mod shared;
mod texture;
mod vertices;

use rigmill_format::{ActionSet, Breath, CompressedClip, Motion, SampledClip, Skeleton, SpringBones, UniformClip};
use rigmill_pipeline::{Diagnostic, Registry, StageError, WriteContext};

use crate::codes;

pub use animation::XnbAnimationWriter;
pub use collision::XnbCollisionWriter;
pub use curves::XnbCurveWriter;
pub use data::XnbDataWriter;
pub use model::XnbModelWriter;
pub use params::{Platform, Profile, ReaderName, XnbAnimationParams, XnbCurveParams, XnbDataParams, XnbWriterParams};
pub use texture::XnbTextureWriter;

/// The name of the target.
const TARGET: &str = "xna";

/// Adds the writers of this target, and says what it has no use for: XNA's own models have their bones, and its games
/// their actions in code.
pub(crate) fn register(registry: Registry) -> Registry {
    registry
        .with_writer(XnbAnimationWriter)
        .with_writer(XnbModelWriter)
        .with_writer(XnbTextureWriter)
        .with_writer(XnbCollisionWriter)
        .with_writer(XnbCurveWriter)
        .with_writer(XnbDataWriter)
        .passing_over::<Skeleton>(TARGET)
        .passing_over::<ActionSet>(TARGET)
        .passing_over::<Motion>(TARGET)
        .passing_over::<SampledClip>(TARGET)
        .passing_over::<CompressedClip>(TARGET)
        .passing_over::<Breath>(TARGET)
        .passing_over::<SpringBones>(TARGET)
        .passing_over::<UniformClip>(TARGET)
}

fn too_large(ctx: &mut WriteContext) -> StageError {
    ctx.fail(Diagnostic::error(codes::TOO_LARGE, "the file would have more than 2 GB").help("split the asset"))
}

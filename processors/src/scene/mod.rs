//! Processors of [`Scene`](rigmill_dom::Scene): models, skeletons, clips and collision meshes.

mod bones;
mod clips;
mod collision;
mod effect;
mod embedded;
mod labels;
mod materials;
mod mesh;
mod model;
mod names;
mod normals;
mod params;
mod polygons;
mod processors;
mod reduction;
mod skin;
mod sphere;
mod tangents;
mod textures;
mod weld;
mod with_clips;

pub(crate) use bones::{Bones, ROOT as ADDED_ROOT};
pub(crate) use clips::NamedClip;
pub(crate) use processors::{clips_on_skeleton, named_bones, named_clips, stored_collision};

pub use params::{
    ClipsParams, CollisionParams, Degrees, Distance, MaxError, ModelParams, ModelWithClipsParams, PixelCount,
    ScaleFactor, SceneSkeletonParams, Weights,
};
pub use processors::{ClipsProcessor, CollisionProcessor, ModelProcessor, SceneSkeletonProcessor};
pub use with_clips::ModelWithClipsProcessor;

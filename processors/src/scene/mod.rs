//! Processors of [`Scene`](rigmill_dom::Scene): models, skeletons, clips and collision meshes.

mod bones;
mod clips;
mod collision;
mod effect;
mod effect_params;
mod embedded;
mod extension;
mod game_effect;
mod labels;
mod materials;
mod mesh;
mod model;
mod names;
mod normals;
mod params;
mod placement;
mod polygons;
mod processors;
mod reduction;
mod reset_root;
mod skin;
mod sphere;
mod surface;
mod tangents;
mod targets;
mod textures;
mod unique;
mod vertex_cache;
mod vertices;
mod weights;
mod weld;
mod with_clips;

pub(crate) use bones::{Bones, ROOT as ADDED_ROOT};
pub(crate) use clips::NamedClip;
pub(crate) use processors::stored_collision;
pub(crate) use unique::{named_bones, named_clips};
pub(crate) use weights::push_weights;

pub use effect_params::EffectParameters;
pub use game_effect::image_properties;
pub use params::{ClipsParams, CollisionParams, ModelParams, ModelWithClipsParams, SceneSkeletonParams};
pub use processors::{ClipsProcessor, CollisionProcessor, ModelProcessor, SceneSkeletonProcessor};
pub use reset_root::ResetRoot;
pub use with_clips::ModelWithClipsProcessor;

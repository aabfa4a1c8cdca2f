//! [`Scene`]: models, skeletons and clips as exported by a modelling program, independent of the file format.

mod camera;
mod clip;
mod collision;
mod effect;
mod element;
mod levels;
mod light;
mod material;
mod mesh;
mod morph;
mod node;
mod placement;
mod scene_source;
mod skin;
mod texture;
mod transform;

pub use camera::{SceneCamera, SceneProjection};
pub use clip::{SceneClip, SceneCurveTrack, SceneTrack};
pub use collision::CollisionSource;
pub use effect::{SceneEffect, SceneEffectValue};
pub use element::Element;
pub use levels::{SceneLevel, SceneLevels, ThresholdKind};
pub use light::{LightUnit, SceneLight, SceneLightKind};
pub use material::{AlphaMode, SceneMaterial, SceneMaterialExtension, SceneTextureUse, Shading};
pub use mesh::{SceneAttribute, SceneMesh, StoredMesh, UvSet};
pub use morph::{SceneMorph, SceneShape, SceneWeightTrack};
pub use node::{NodeKind, SceneNode};
pub use placement::{TextureFilter, TexturePlacement, TextureWrap};
pub use scene_source::Scene;
pub use skin::{SceneInfluence, SceneSkin, SkinningMethod};
pub use texture::SceneTexture;
pub use transform::SceneTransform;

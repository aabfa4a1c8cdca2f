//! Importers of scenes: nodes, meshes, skins, materials and clips from the files of modelling programs.

mod budget;
mod carried;
mod clip_choice;
mod clip_ranges;
mod constant_channels;
mod empty;
mod events;
#[cfg(feature = "fbx")]
mod fbx;
#[cfg(feature = "fbx-dom")]
mod fbx_dom;
#[cfg(any(feature = "fbx", feature = "fbx-dom"))]
mod fbx_shared;
#[cfg(feature = "gltf")]
pub mod gltf;
mod hidden;
mod kept_curves;
mod key_rate;
mod left_out;
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
mod levels;
#[cfg(any(feature = "fbx", feature = "gltf"))]
mod phong;
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
mod unusable_faces;

pub use clip_choice::{ClipChoice, ClipList, SampleCount, SampleRate};
#[cfg(feature = "fbx")]
pub use fbx::Fbx;
#[cfg(feature = "fbx-dom")]
pub use fbx_dom::FbxDom;
#[cfg(any(feature = "fbx", feature = "fbx-dom"))]
pub use fbx_shared::params::{Axes, FbxParams, GeometricTransforms, Unit};
pub use hidden::Hidden;
pub use kept_curves::CurveChoice;

//! The built-in importers: source bytes to dom.
//!
//! | importer | takes | makes |
//! |---|---|---|
//! | [`AnimationXml`] | `.Animation`, as .NET's XmlSerializer writes it | [`AnimationSource`](rigmill_dom::AnimationSource) |
//! | [`SkeletonToml`] | `.skeleton.toml` | [`SkeletonSource`](rigmill_dom::SkeletonSource) |
//! | [`ActionSetToml`] | `.actions.toml` | [`ActionSetSource`](rigmill_dom::ActionSetSource) |
//! | [`CurveStreams`] | a pair `NAME.txt`, `NAMEIndex.txt` | [`CurveClipSource`](rigmill_dom::CurveClipSource) |
//! | [`MsgPack`] | `.msgpack`, as MessagePack-CSharp writes it | [`SampledClipSource`](rigmill_dom::SampledClipSource) |
//! | [`MotionDeltas`] | `.motion`: root motion as deltas frame by frame | [`MotionDeltasSource`](rigmill_dom::MotionDeltasSource) |
//! | [`BreathToml`] | `.breath.toml` | [`BreathSource`](rigmill_dom::BreathSource) |
//! | [`SpringToml`] | `.spring.toml` | [`SpringSource`](rigmill_dom::SpringSource) |
//! | [`ImageFile`] | `.png`, `.jpg`, `.jpeg`, `.tga`, `.bmp`, `.dds` | [`Image`](rigmill_dom::Image) |
//! | [`Raw`] | by a rule, any file | [`RawSource`](rigmill_dom::RawSource) |
//! | [`Fbx`] | `.fbx` of any version; feature `fbx`, on by default | [`Scene`](rigmill_dom::Scene) |
//! | [`FbxDom`] | by a rule, `.fbx`: binary 7.4 and 7.5, without C; feature `fbx-dom`, on by default | [`Scene`](rigmill_dom::Scene) |
//! | [`Gltf`](gltf::Gltf) | `.glb` and `.gltf` of version 2.0; feature `gltf`, on by default | [`Scene`](rigmill_dom::Scene) |
//! | [`Xnb`] | `.xnb` of XNA 4, MonoGame and FNA | [`XnbSource`](rigmill_dom::XnbSource) |
//! | [`XmlData`] | `.spec`, `.level`, `.Particle`, `.ParticleList`: XML of XmlSerializer or of XNA | [`DataSource`](rigmill_dom::DataSource) |
//! | [`TomlData`], [`JsonData`], [`RonData`] | `.data.toml`, `.data.json`, `.data.ron` | [`DataSource`](rigmill_dom::DataSource) |
//!
//! Any bytes give a value or placed diagnostics: never a panic, nor time or memory beyond what the limits of each
//! importer allow. All problems of a file are told at once, up to a bound.

mod action_set_toml;
mod animation_xml;
mod bounded;
mod breath_toml;
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
mod clip_choice;
pub mod codes;
mod curve_streams;
mod data;
#[cfg(feature = "fbx")]
mod fbx;
#[cfg(feature = "fbx-dom")]
mod fbx_dom;
#[cfg(any(feature = "fbx", feature = "fbx-dom"))]
mod fbx_shared;
#[cfg(feature = "gltf")]
pub mod gltf;
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
mod hidden;
mod image_file;
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
mod kept_curves;
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
mod key_rate;
mod motion_deltas;
mod msgpack;
mod positions;
mod problems;
mod raw;
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
mod settle;
mod skeleton_toml;
mod span;
mod spring_toml;
mod toml_source;
mod undecodable;
mod unity_curves;
mod xml;
mod xnb;

use rigmill_pipeline::Registry;

pub use action_set_toml::ActionSetToml;
pub use animation_xml::AnimationXml;
pub use breath_toml::BreathToml;
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
pub use clip_choice::{ClipChoice, ClipList, SampleCount, SampleRate};
pub use curve_streams::CurveStreams;
pub use data::{DataParams, JsonData, RonData, TomlData, XmlData};
#[cfg(feature = "fbx")]
pub use fbx::Fbx;
#[cfg(feature = "fbx-dom")]
pub use fbx_dom::FbxDom;
#[cfg(any(feature = "fbx", feature = "fbx-dom"))]
pub use fbx_shared::params::{Axes, FbxParams, Unit};
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
pub use hidden::Hidden;
pub use image_file::ImageFile;
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
pub use kept_curves::CurveChoice;
pub use motion_deltas::MotionDeltas;
pub use msgpack::{MsgPack, read_sampled_clip};
pub use raw::Raw;
pub use skeleton_toml::SkeletonToml;
pub use spring_toml::SpringToml;
pub use xnb::{Xnb, XnbParams};

/// Adds every importer of this crate.
#[must_use]
pub fn register(registry: Registry) -> Registry {
    let registry = registry.with_importer(AnimationXml).with_importer(SkeletonToml).with_importer(ActionSetToml);
    let registry = registry.with_importer(CurveStreams).with_importer(MsgPack).with_importer(MotionDeltas);
    let registry = registry.with_importer(BreathToml).with_importer(SpringToml);
    let registry = registry.with_importer(ImageFile).with_importer(XmlData);
    let registry = registry.with_importer(Xnb).with_importer(Raw);
    let registry = registry.with_importer(TomlData).with_importer(JsonData).with_importer(RonData);
    #[cfg(feature = "fbx")]
    let registry = registry.with_importer(Fbx);
    #[cfg(feature = "fbx-dom")]
    let registry = registry.with_importer(FbxDom);
    #[cfg(feature = "gltf")]
    let registry = registry.with_importer(gltf::Gltf);
    registry
}

#[cfg(test)]
mod tests;

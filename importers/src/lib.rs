#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! This crate contains the built-in importers, which turn the bytes of sources into types of the `rigmill-dom` crate.
//!
//! | importer | takes | makes |
//! |---|---|---|
//! | [`AnimationXml`] | `.Animation`, as .NET's XmlSerializer writes it | [`AnimationSource`](rigmill_dom::AnimationSource) |
//! | [`SkeletonToml`] | `.skeleton.toml` | [`SkeletonSource`](rigmill_dom::SkeletonSource) |
//! | [`ActionSetToml`] | `.actions.toml` | [`ActionSetSource`](rigmill_dom::ActionSetSource) |
//! | [`EventsToml`] | `.events.toml` | [`ClipEventsSource`](rigmill_dom::ClipEventsSource) |
//! | [`CurveStreams`] | a pair `NAME.txt`, `NAMEIndex.txt` | [`CurveClipSource`](rigmill_dom::CurveClipSource) |
//! | [`MsgPack`] | `.msgpack`, as MessagePack-CSharp writes it | [`SampledClipSource`](rigmill_dom::SampledClipSource) |
//! | [`MotionDeltas`] | `.motion`: root motion as deltas frame by frame | [`MotionDeltasSource`](rigmill_dom::MotionDeltasSource) |
//! | [`BreathToml`] | `.breath.toml` | [`BreathSource`](rigmill_dom::BreathSource) |
//! | [`SpringToml`] | `.spring.toml` | [`SpringSource`](rigmill_dom::SpringSource) |
//! | [`ImageFile`] | `.png`, `.jpg`, `.jpeg`, `.webp`, `.tif`, `.tiff`, `.gif`, `.tga`, `.bmp`, `.dds`, `.hdr`, `.exr` | [`ImageSource`](rigmill_dom::ImageSource) |
//! | [`DdsFile`] | by a rule, `.dds` as it is | [`TextureFile`](rigmill_dom::TextureFile) |
//! | [`Ktx2File`] | `.ktx2` as it is | [`TextureFile`](rigmill_dom::TextureFile) |
//! | [`EffectFile`] | `.fx` with a compiled effect beside it, `.fxo`, `.fxb`, `.mgfxo` | [`EffectSource`](rigmill_dom::EffectSource) |
//! | [`SoundFile`] | `.wav`, `.ogg`, `.oga`, `.mp3`, `.flac` | [`Sound`](rigmill_dom::Sound) |
//! | [`SpriteFont`] | `.spritefont`, XNA's description of a font, and the font file that it means | [`FontSource`](rigmill_dom::FontSource) |
//! | [`Raw`] | by a rule, any file | [`RawSource`](rigmill_dom::RawSource) |
//! | [`Fbx`] | `.fbx` of any version; feature `fbx`, on by default | [`Scene`](rigmill_dom::Scene) |
//! | [`FbxDom`] | by a rule, `.fbx`: binary 7.4 to 7.7, without C; feature `fbx-dom`, on by default | [`Scene`](rigmill_dom::Scene) |
//! | [`Gltf`](gltf::Gltf) | `.glb` and `.gltf` of version 2.0; feature `gltf`, on by default | [`Scene`](rigmill_dom::Scene) |
//! | [`Xnb`] | `.xnb` of XNA 4, MonoGame and FNA | [`XnbSource`](rigmill_dom::XnbSource) |
//! | [`XmlData`] | `.spec`, `.level`, `.Particle`, `.ParticleList`: XML of XmlSerializer or of XNA | [`DataSource`](rigmill_dom::DataSource) |
//! | [`TomlData`], [`JsonData`] | `.data.toml`, `.data.json` | [`DataSource`](rigmill_dom::DataSource) |
//!
//! Importing any bytes returns a value, or diagnostics with positions. Importers never panic, and use only as much time and
//! memory as their limits allow. All problems of a text file are reported together, up to a limit.

mod clips;
mod data;
mod effect;
mod font;
mod image_file;
mod ktx2_file;
mod raw;
mod report;
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
mod scenes;
mod sound_file;
mod syntax;
mod tables;
mod xnb;

use rigmill_pipeline::{Registry, codes};

pub use clips::{AnimationXml, CurveStreams, MotionDeltas, MsgPack};
pub use data::{DataParams, JsonData, TomlData, XmlData};
pub use effect::{EffectFile, EffectParams};
pub use font::{SpriteFont, SpriteFontParams};
pub use image_file::{DdsFile, ImageFile, ImageParams};
pub use ktx2_file::Ktx2File;
pub use raw::Raw;
#[cfg(feature = "fbx")]
pub use scenes::Fbx;
#[cfg(feature = "fbx-dom")]
pub use scenes::FbxDom;
#[cfg(feature = "gltf")]
pub use scenes::gltf;
#[cfg(any(feature = "fbx", feature = "fbx-dom"))]
pub use scenes::{Axes, FbxParams, GeometricTransforms, Unit};
#[cfg(any(feature = "fbx", feature = "fbx-dom", feature = "gltf"))]
pub use scenes::{ClipChoice, ClipList, CurveChoice, Hidden, SampleCount, SampleRate};
pub use sound_file::SoundFile;
pub use syntax::xml::{XmlElement, parse_xml};
pub use tables::{ActionSetToml, BreathToml, EventsToml, SkeletonToml, SpringToml};
pub use xnb::{Xnb, XnbParams};

/// Adds every importer of this crate to a registry.
#[must_use]
pub fn register(registry: Registry) -> Registry {
    let registry = registry.with_importer(AnimationXml).with_importer(SkeletonToml).with_importer(ActionSetToml);
    let registry = registry.with_importer(CurveStreams).with_importer(MsgPack).with_importer(MotionDeltas);
    let registry = registry.with_importer(EventsToml).with_importer(BreathToml).with_importer(SpringToml);
    let registry = registry.with_importer(ImageFile).with_importer(DdsFile).with_importer(Ktx2File);
    let registry = registry.with_importer(EffectFile);
    let registry = registry.with_importer(SoundFile).with_importer(XmlData);
    let registry = registry.with_importer(SpriteFont);
    let registry = registry.with_importer(Xnb).with_importer(Raw);
    let registry = registry.with_importer(TomlData).with_importer(JsonData);
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

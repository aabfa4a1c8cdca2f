//! Contains the READMEs of all crates as its own documentation, so that their examples are run: `cargo test --doc -p
//! rigmill-test-readmes`.

/// Defines one module for each crate.
macro_rules! readmes {
    ($($name:ident from $path:literal),+ $(,)?) => {
        $(#[doc = include_str!($path)]
        pub mod $name {})+

        /// The names of the crates whose READMEs are included.
        pub const NAMES: &[&str] = &[$(stringify!($name)),+];
    };
}

readmes! {
    cli from "../../../cli/README.md",
    codec_bc7 from "../../../codecs/bc7/README.md",
    codec_gltf from "../../../codecs/gltf/README.md",
    codec_ktx2 from "../../../codecs/ktx2/README.md",
    codec_ufbx from "../../../codecs/ufbx/README.md",
    codec_unity from "../../../codecs/unity/README.md",
    codec_xnb from "../../../codecs/xnb/README.md",
    convert from "../../../convert/README.md",
    disk from "../../../disk/README.md",
    dom from "../../../dom/README.md",
    format from "../../../format/README.md",
    graph from "../../../graph/README.md",
    importers from "../../../importers/README.md",
    math from "../../../math/README.md",
    pipeline from "../../../pipeline/README.md",
    processors from "../../../processors/README.md",
    remote from "../../../remote/README.md",
    runtime from "../../../runtime/README.md",
    standalone from "../../../standalone/README.md",
    store from "../../../store/README.md",
    view from "../../../view/README.md",
    watch from "../../../watch/README.md",
    writers from "../../../writers/README.md",
}

//! What the importer does with each extension.

/// An extension of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extension {
    pub(crate) name: &'static str,
    pub(crate) outcome: Outcome,
    /// What the extension adds to a file.
    pub(crate) what: &'static str,
}

/// What the importer does with an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Reads the extension, and reports data that it cannot read. Files may require the extension.
    Kept,
    /// Leaves the extension out without a warning, because nothing visible is lost. Files may require it.
    Ignored,
    /// Leaves the extension out with a warning. Files may require it, because they contain a complete fallback.
    Fallback,
    /// Leaves the extension out with a warning. Rejects files that require it.
    LeftOut,
    /// Rejects files that require the extension, and files that contain data only in the extension's form.
    Refused,
}

use Outcome::{Fallback, Ignored, Kept, LeftOut, Refused};

/// The extensions of the Khronos Group, those of several vendors (EXT), and two of Microsoft that the importer reads.
pub(crate) const EXTENSIONS: &[Extension] = &[
    row("EXT_instance_features", LeftOut, "feature IDs of instances"),
    row("EXT_lights_ies", LeftOut, "light profiles"),
    row("EXT_lights_image_based", LeftOut, "light from images"),
    row("EXT_mesh_features", LeftOut, "feature IDs"),
    row("EXT_mesh_gpu_instancing", Kept, "instances, as child nodes"),
    row("EXT_mesh_manifold", Ignored, "the statement that meshes are closed"),
    row("EXT_mesh_primitive_edge_visibility", LeftOut, "visible edges"),
    row("EXT_mesh_primitive_restart", Refused, "strips and fans with restarts"),
    row("EXT_meshopt_compression", Refused, "compressed buffers"),
    row("EXT_structural_metadata", LeftOut, "metadata of features"),
    row("EXT_textureInfo_constant_lod", LeftOut, "textures of constant detail"),
    row("EXT_texture_avif", LeftOut, "AVIF images"),
    row("EXT_texture_webp", Kept, "WebP images"),
    row("KHR_accessor_float64", Refused, "double-precision numbers"),
    row("KHR_animation_pointer", Kept, "animations of the translation, rotation, scale and weights of nodes"),
    row("KHR_audio_emitter", LeftOut, "sounds"),
    row("KHR_draco_mesh_compression", Refused, "compressed meshes"),
    row("KHR_gaussian_splatting", LeftOut, "splats"),
    row("KHR_gaussian_splatting_compression_spz_2", Refused, "compressed splats"),
    row("KHR_implicit_shapes", LeftOut, "shapes for physics"),
    row("KHR_interactivity", LeftOut, "behaviour graphs"),
    row("KHR_lights_punctual", Kept, "lights"),
    row("KHR_materials_anisotropy", Kept, "material parameters"),
    row("KHR_materials_clearcoat", Kept, "material parameters"),
    row("KHR_materials_diffuse_transmission", Kept, "material parameters"),
    row("KHR_materials_dispersion", Kept, "material parameters"),
    row("KHR_materials_emissive_strength", Kept, "material parameters"),
    row("KHR_materials_ior", Kept, "material parameters"),
    row("KHR_materials_iridescence", Kept, "material parameters"),
    row("KHR_materials_pbrSpecularGlossiness", Kept, "material parameters"),
    row("KHR_materials_sheen", Kept, "material parameters"),
    row("KHR_materials_specular", Kept, "material parameters"),
    row("KHR_materials_transmission", Kept, "material parameters"),
    row("KHR_materials_unlit", Kept, "the shading model"),
    row("KHR_materials_variants", Fallback, "variants; meshes have their default materials"),
    row("KHR_materials_volume", Kept, "material parameters"),
    row("KHR_materials_volume_scatter", Kept, "material parameters"),
    row("KHR_mesh_quantization", Kept, "small number types of vertices"),
    row("KHR_meshopt_compression", Refused, "compressed buffers"),
    row("KHR_node_hoverability", LeftOut, "reactions to the mouse"),
    row("KHR_node_selectability", LeftOut, "reactions to the mouse"),
    row("KHR_node_visibility", Kept, "hidden nodes"),
    row("KHR_physics_rigid_bodies", LeftOut, "physics"),
    row("KHR_techniques_webgl", LeftOut, "shaders"),
    row("KHR_texture_basisu", Kept, "KTX2 images, unless they contain Basis Universal data"),
    row("KHR_texture_transform", Kept, "transforms of textures"),
    row("KHR_xmp", Ignored, "metadata"),
    row("KHR_xmp_json_ld", Ignored, "metadata"),
    row("MSFT_lod", Kept, "levels of detail of nodes"),
    row("MSFT_texture_dds", Kept, "DDS images"),
];

const fn row(name: &'static str, outcome: Outcome, what: &'static str) -> Extension {
    Extension { name, outcome, what }
}

/// Returns what the importer does with an extension; `None` if it does not know the extension.
pub(super) fn known(name: &str) -> Option<Extension> {
    EXTENSIONS.iter().find(|known| known.name == name).copied()
}

/// Returns whether a file may require an extension.
pub(super) fn may_be_required(name: &str) -> bool {
    known(name).is_some_and(|known| matches!(known.outcome, Kept | Ignored | Fallback))
}

//! Materials as Bevy's [`StandardMaterial`].

use bevy_asset::{Handle, LoadContext};
use bevy_color::{Color, LinearRgba};
use bevy_image::{Image, ImageAddressMode, ImageFilterMode, ImageSamplerDescriptor};
use bevy_material::AlphaMode;
use bevy_math::{Affine2, Mat2, Vec2};
use bevy_mesh::UvChannel;
use bevy_pbr::StandardMaterial;
use rigmill_format::model::{
    AlphaMode as Alpha, MaterialTextureView, ModelMaterialView, ModelView, Shading, TextureFilter, TexturePlacement,
    TextureUse, TextureWrap,
};
use tracing::warn;

use crate::assets::{ContentRoot, RigImageSettings};

/// Adds the materials of a model as labelled assets.
pub(super) fn add_materials(
    root: &ContentRoot,
    model: &ModelView<'_>,
    context: &mut LoadContext<'_>,
) -> Vec<Handle<StandardMaterial>> {
    let mut handles = Vec::new();
    for (number, material) in model.materials().enumerate() {
        let mut labelled = context.begin_labeled_asset();
        let made = standard_material(root, &material, &mut labelled);
        let loaded = labelled.finish(made);
        handles.push(context.add_loaded_labeled_asset(format!("Material{number}"), loaded));
    }
    handles
}

fn standard_material(
    root: &ContentRoot,
    material: &ModelMaterialView<'_>,
    context: &mut LoadContext<'_>,
) -> StandardMaterial {
    let is_metallic_roughness = material.shading() == Shading::MetallicRoughness;
    let [red, green, blue, alpha] = material.base_color();
    let emissive = material.emissive().map(|part| part * material.emissive_strength());
    let mut made = StandardMaterial {
        base_color: Color::LinearRgba(LinearRgba { red, green, blue, alpha }),
        emissive: LinearRgba::rgb(emissive[0], emissive[1], emissive[2]),
        metallic: if is_metallic_roughness { material.metallic() } else { 0.0 },
        perceptual_roughness: if is_metallic_roughness {
            material.roughness()
        } else {
            roughness(material.shininess())
        },
        double_sided: material.double_sided(),
        unlit: material.shading() == Shading::Unlit,
        alpha_mode: match material.alpha_mode() {
            Alpha::Opaque => AlphaMode::Opaque,
            Alpha::Mask => AlphaMode::Mask(material.alpha_cutoff()),
            Alpha::Blend => AlphaMode::Blend,
        },
        ..StandardMaterial::default()
    };
    if material.double_sided() {
        made.cull_mode = None;
    }
    for texture in material.textures() {
        if texture.missing {
            warn!("{}: the texture {:?} was missing when the model was built", context.path(), texture.asset);
            continue;
        }
        add_texture(root, &texture, &mut made, context);
    }
    made
}

/// Converts a Blinn-Phong exponent to the roughness whose highlight has the same width.
fn roughness(shininess: f32) -> f32 {
    (2.0 / (shininess.max(0.0) + 2.0)).sqrt().sqrt()
}

fn add_texture(
    root: &ContentRoot,
    texture: &MaterialTextureView<'_>,
    made: &mut StandardMaterial,
    context: &mut LoadContext<'_>,
) {
    let path = root.path(texture.asset, &context.path().clone());
    let sampler = sampler(&texture.placement);
    let load = || -> Option<Handle<Image>> {
        let settings = move |settings: &mut RigImageSettings| settings.sampler = sampler.clone();
        Some(context.load_builder().with_settings(settings).load(path.clone()))
    };
    let channel = if texture.placement.uv_set == 0 { UvChannel::Uv0 } else { UvChannel::Uv1 };
    match texture.usage {
        TextureUse::Diffuse => {
            (made.base_color_texture, made.base_color_channel) = (load(), channel);
            made.uv_transform = uv_transform(&texture.placement);
        }
        TextureUse::Normal => (made.normal_map_texture, made.normal_map_channel) = (load(), channel),
        TextureUse::Emissive => (made.emissive_texture, made.emissive_channel) = (load(), channel),
        TextureUse::Occlusion => (made.occlusion_texture, made.occlusion_channel) = (load(), channel),
        // Bevy uses one texture for both, as in glTF: roughness in green, metalness in blue.
        TextureUse::Roughness | TextureUse::Metalness => {
            (made.metallic_roughness_texture, made.metallic_roughness_channel) = (load(), channel);
        }
        // Opacity is the alpha of the base colour, and Bevy's material has no texture for Phong highlights.
        TextureUse::Opacity | TextureUse::Specular => {}
    }
}

fn uv_transform(placement: &TexturePlacement) -> Affine2 {
    let [u, v] = placement.matrix();
    Affine2::from_mat2_translation(Mat2::from_cols_array(&[u[0], v[0], u[1], v[1]]), Vec2::new(u[2], v[2]))
}

fn sampler(placement: &TexturePlacement) -> ImageSamplerDescriptor {
    let wrap = |wrap| match wrap {
        TextureWrap::Repeat => ImageAddressMode::Repeat,
        TextureWrap::Clamp => ImageAddressMode::ClampToEdge,
        TextureWrap::Mirror => ImageAddressMode::MirrorRepeat,
    };
    let is_nearest = |filter| {
        matches!(filter, TextureFilter::Nearest | TextureFilter::NearestMipNearest | TextureFilter::NearestMipLinear)
    };
    let filter = |nearest| if nearest { ImageFilterMode::Nearest } else { ImageFilterMode::Linear };
    let mip_nearest = matches!(
        placement.min_filter,
        TextureFilter::NearestMipNearest | TextureFilter::LinearMipNearest | TextureFilter::Nearest
    );
    ImageSamplerDescriptor {
        address_mode_u: wrap(placement.wrap[0]),
        address_mode_v: wrap(placement.wrap[1]),
        mag_filter: filter(is_nearest(placement.mag_filter)),
        min_filter: filter(is_nearest(placement.min_filter)),
        mipmap_filter: filter(mip_nearest),
        ..ImageSamplerDescriptor::linear()
    }
}

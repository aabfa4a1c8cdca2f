//! Converts lighting models, alpha modes and texture placements from a scene's types to a model's types.

use rigmill_dom as dom;
use rigmill_format::{AlphaMode, Shading, TextureFilter, TexturePlacement, TextureWrap};

pub(super) fn shading(source: dom::Shading) -> Shading {
    match source {
        dom::Shading::Phong => Shading::Phong,
        dom::Shading::MetallicRoughness => Shading::MetallicRoughness,
        dom::Shading::Unlit => Shading::Unlit,
    }
}

pub(super) fn alpha_mode(source: dom::AlphaMode) -> AlphaMode {
    match source {
        dom::AlphaMode::Opaque => AlphaMode::Opaque,
        dom::AlphaMode::Mask => AlphaMode::Mask,
        dom::AlphaMode::Blend => AlphaMode::Blend,
    }
}

/// Converts the placement of a texture. If a number is not finite, keeps only the index of the coordinate set.
pub(super) fn placement(source: &dom::TexturePlacement) -> TexturePlacement {
    let placed = TexturePlacement {
        uv_set: source.uv_set,
        offset: source.offset,
        rotation: source.rotation,
        scale: source.scale,
        wrap: source.wrap.map(wrap),
        min_filter: filter(source.min_filter),
        mag_filter: filter(source.mag_filter).min(TextureFilter::Linear),
    };
    if source.is_finite() { placed } else { TexturePlacement { uv_set: source.uv_set, ..TexturePlacement::default() } }
}

fn wrap(source: dom::TextureWrap) -> TextureWrap {
    match source {
        dom::TextureWrap::Repeat => TextureWrap::Repeat,
        dom::TextureWrap::Clamp => TextureWrap::Clamp,
        dom::TextureWrap::Mirror => TextureWrap::Mirror,
    }
}

fn filter(source: dom::TextureFilter) -> TextureFilter {
    match source {
        dom::TextureFilter::Any => TextureFilter::Any,
        dom::TextureFilter::Nearest => TextureFilter::Nearest,
        dom::TextureFilter::Linear => TextureFilter::Linear,
        dom::TextureFilter::NearestMipNearest => TextureFilter::NearestMipNearest,
        dom::TextureFilter::LinearMipNearest => TextureFilter::LinearMipNearest,
        dom::TextureFilter::NearestMipLinear => TextureFilter::NearestMipLinear,
        dom::TextureFilter::LinearMipLinear => TextureFilter::LinearMipLinear,
    }
}

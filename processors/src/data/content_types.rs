//! Content types, by the names that sources use for them.

use rigmill_format as format;
use rigmill_pipeline::ValueType;

/// Returns the type of products with this content type; `None` for "" and for types that no processor makes.
pub(crate) fn value_type(name: &str) -> Option<ValueType> {
    macro_rules! by_name {
        ($($content_type:ident),*) => {
            match name {
                $(stringify!($content_type) => Some(ValueType::of::<format::$content_type>()),)*
                _ => None,
            }
        };
    }
    by_name!(
        AnimationSequence,
        Skeleton,
        Model,
        CollisionMesh,
        Texture,
        TextureCube,
        Sound,
        Font,
        ActionSet,
        CompressedClip,
        CurveClip,
        SampledClip,
        Motion,
        Breath,
        SpringBones,
        UniformClip,
        ClipEvents,
        ClipWeights,
        Data
    )
}

#[cfg(test)]
mod tests {
    use rigmill_dom::DataReference;
    use rigmill_format::ContentType;

    use super::value_type;

    #[test]
    fn references_can_require_every_content_type() {
        assert_eq!(DataReference::ASSET_TYPES.as_slice(), ContentType::ALL.map(ContentType::name));
        assert!(DataReference::ASSET_TYPES.iter().all(|name| value_type(name).is_some()));
    }
}

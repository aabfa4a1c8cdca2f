//! Content types by the names that sources give them.

use rigmill_format as format;
use rigmill_pipeline::ValueType;

/// The type of products of this content type; `None` for "" and for types that no processor makes.
pub(crate) fn value_type(name: &str) -> Option<ValueType> {
    Some(match name {
        "AnimationSequence" => ValueType::of::<format::AnimationSequence>(),
        "Skeleton" => ValueType::of::<format::Skeleton>(),
        "Model" => ValueType::of::<format::Model>(),
        "CollisionMesh" => ValueType::of::<format::CollisionMesh>(),
        "Texture" => ValueType::of::<format::Texture>(),
        "ActionSet" => ValueType::of::<format::ActionSet>(),
        "CompressedClip" => ValueType::of::<format::CompressedClip>(),
        "CurveClip" => ValueType::of::<format::CurveClip>(),
        "SampledClip" => ValueType::of::<format::SampledClip>(),
        "Motion" => ValueType::of::<format::Motion>(),
        "Breath" => ValueType::of::<format::Breath>(),
        "SpringBones" => ValueType::of::<format::SpringBones>(),
        "UniformClip" => ValueType::of::<format::UniformClip>(),
        "Data" => ValueType::of::<format::Data>(),
        _ => return None,
    })
}

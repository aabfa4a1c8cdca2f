//! Converts game data to XNB's primitive values.

use rigmill_codec_xnb::{Primitive, PrimitiveType};
use rigmill_format::DataValue;

/// Returns the primitive for a value; `None` for strings, null, and values that consist of several parts.
pub(super) fn primitive(value: &DataValue) -> Option<Primitive> {
    Some(match value {
        DataValue::Bool(it) => Primitive::Boolean(*it),
        DataValue::Char(it) => Primitive::Char(*it),
        DataValue::I8(it) => Primitive::SByte(*it),
        DataValue::I16(it) => Primitive::Int16(*it),
        DataValue::I32(it) => Primitive::Int32(*it),
        DataValue::I64(it) => Primitive::Int64(*it),
        DataValue::U8(it) => Primitive::Byte(*it),
        DataValue::U16(it) => Primitive::UInt16(*it),
        DataValue::U32(it) => Primitive::UInt32(*it),
        DataValue::U64(it) => Primitive::UInt64(*it),
        DataValue::F32(it) => Primitive::Single(*it),
        DataValue::F64(it) => Primitive::Double(*it),
        DataValue::Vector2(it) => Primitive::Vector2(*it),
        DataValue::Vector3(it) => Primitive::Vector3(*it),
        DataValue::Vector4(it) => Primitive::Vector4(*it),
        DataValue::Quaternion(it) => Primitive::Quaternion(*it),
        DataValue::Matrix(it) => Primitive::Matrix(Box::new(*it)),
        DataValue::Color(it) => Primitive::Color(*it),
        DataValue::BoundingSphere(it) => Primitive::BoundingSphere(*it),
        DataValue::BoundingBox(it) => Primitive::BoundingBox(Box::new(*it)),
        DataValue::Plane(it) => Primitive::Plane(*it),
        DataValue::Ray(it) => Primitive::Ray(Box::new(*it)),
        DataValue::Point(it) => Primitive::Point(*it),
        DataValue::Rectangle(it) => Primitive::Rectangle(*it),
        DataValue::Null
        | DataValue::Text(_)
        | DataValue::Bytes(_)
        | DataValue::Enum(_)
        | DataValue::List(_)
        | DataValue::Map(_)
        | DataValue::Record(_)
        | DataValue::Reference(_) => return None,
    })
}

/// Returns the type of the primitive for a value.
pub(super) fn primitive_type(value: &DataValue) -> Option<PrimitiveType> {
    primitive(value).map(|primitive| primitive.primitive_type())
}

/// Converts a value to a type, if possible. A number must be in the range of the type. A Double becomes the nearest Single.
pub(super) fn converted(value: &DataValue, ty: PrimitiveType) -> Option<Primitive> {
    if let Some(own) = primitive(value).filter(|own| own.primitive_type() == ty) {
        return Some(own);
    }
    let whole = whole(value);
    Some(match ty {
        PrimitiveType::SByte => Primitive::SByte(whole?.try_into().ok()?),
        PrimitiveType::Int16 => Primitive::Int16(whole?.try_into().ok()?),
        PrimitiveType::Int32 => Primitive::Int32(whole?.try_into().ok()?),
        PrimitiveType::Int64 => Primitive::Int64(whole?.try_into().ok()?),
        PrimitiveType::Byte => Primitive::Byte(whole?.try_into().ok()?),
        PrimitiveType::UInt16 => Primitive::UInt16(whole?.try_into().ok()?),
        PrimitiveType::UInt32 => Primitive::UInt32(whole?.try_into().ok()?),
        PrimitiveType::UInt64 => Primitive::UInt64(whole?.try_into().ok()?),
        PrimitiveType::Single => Primitive::Single(to_f32(value, whole)?),
        PrimitiveType::Double => Primitive::Double(to_f64(value, whole)?),
        _ => return None,
    })
}

fn whole(value: &DataValue) -> Option<i128> {
    Some(match value {
        DataValue::I8(value) => (*value).into(),
        DataValue::I16(value) => (*value).into(),
        DataValue::I32(value) => (*value).into(),
        DataValue::I64(value) => (*value).into(),
        DataValue::U8(value) => (*value).into(),
        DataValue::U16(value) => (*value).into(),
        DataValue::U32(value) => (*value).into(),
        DataValue::U64(value) => (*value).into(),
        _ => return None,
    })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "what does not come back is refused")]
fn to_f32(value: &DataValue, whole: Option<i128>) -> Option<f32> {
    match (value, whole) {
        (DataValue::F64(value), _) => {
            let rounded = *value as f32;
            (rounded.is_finite() || !value.is_finite()).then_some(rounded)
        }
        (_, Some(whole)) => Some(whole as f32).filter(|rounded| *rounded as i128 == whole),
        _ => None,
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "what does not come back is refused")]
fn to_f64(value: &DataValue, whole: Option<i128>) -> Option<f64> {
    match (value, whole) {
        (DataValue::F32(value), _) => Some((*value).into()),
        (_, Some(whole)) => Some(whole as f64).filter(|double| *double as i128 == whole),
        _ => None,
    }
}

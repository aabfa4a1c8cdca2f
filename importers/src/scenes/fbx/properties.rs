//! Properties that an artist or a program added to a node or a take.

use rigmill_dom::DataValue;
use ufbx::{Prop, PropFlags, PropType, Props};

use crate::scenes::fbx_shared::user_properties::{choice, number, vector};

/// The flags of values with three and four numbers.
const VECTORS: [PropFlags; 2] = [PropFlags::VALUE_VEC3, PropFlags::VALUE_VEC4];

/// Returns the user-defined properties of an element, sorted by name. Properties of types without values are left out.
pub(super) fn user_defined(properties: &Props) -> Vec<(String, DataValue)> {
    let own = properties.props.iter().filter(|property| property.flags.has_all(PropFlags::USER_DEFINED));
    let mut own: Vec<(String, DataValue)> =
        own.filter_map(|property| Some((property.name.to_string(), value(property)?))).collect();
    own.sort_by(|(a, _), (b, _)| a.cmp(b));
    own
}

fn value(property: &Prop) -> Option<DataValue> {
    let Prop { value_str, value_int, value_vec4, flags, .. } = property;
    let [x, y, z] = [value_vec4.x, value_vec4.y, value_vec4.z];
    match property.type_ {
        PropType::Boolean => Some(DataValue::Bool(*value_int != 0)),
        PropType::Integer => Some(choice(*value_int, value_str)),
        PropType::Number | PropType::Distance => number(x),
        PropType::Vector | PropType::Color | PropType::ColorWithAlpha => vector([x, y, z]),
        PropType::Translation | PropType::Rotation | PropType::Scaling => vector([x, y, z]),
        PropType::String | PropType::DateTime => Some(DataValue::Text(value_str.to_string())),
        PropType::Compound | PropType::Blob | PropType::Reference => None,
        PropType::Unknown if flags.has_all(PropFlags::VALUE_STR) => Some(DataValue::Text(value_str.to_string())),
        PropType::Unknown if VECTORS.iter().any(|&vector| flags.has_all(vector)) => vector([x, y, z]),
        PropType::Unknown => flags.has_all(PropFlags::VALUE_REAL).then(|| number(x)).flatten(),
    }
}

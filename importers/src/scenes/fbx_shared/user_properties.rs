//! Properties that an artist or a program added to a node.

use rigmill_dom::DataValue;
use rigmill_math::to_f32;

/// Returns the value of an enumeration: the selected one of the names that `~` separates, or the number if there is no such
/// name.
pub(in crate::scenes) fn choice(number: i64, names: &str) -> DataValue {
    let name = usize::try_from(number).ok().and_then(|number| names.split('~').nth(number));
    name.filter(|name| !name.is_empty()).map_or(DataValue::I64(number), |name| DataValue::Text(name.to_owned()))
}

/// Returns a number, if it is finite.
pub(in crate::scenes) fn number(value: f64) -> Option<DataValue> {
    value.is_finite().then_some(DataValue::F64(value))
}

/// Returns a vector, if it is finite in single precision.
pub(in crate::scenes) fn vector(value: [f64; 3]) -> Option<DataValue> {
    let value = value.map(to_f32);
    value.iter().all(|number| number.is_finite()).then_some(DataValue::Vector3(value))
}

//! [`properties`]: converts extras to named values.

use rigmill_dom::{DataField, DataList, DataRecord, DataValue, Located};
use serde_json::Value;

/// The extra that contains the minimum screen coverage for each level of detail of a node. It does not become a property.
pub(super) const COVERAGE: &str = "MSFT_screencoverage";

/// The maximum nesting depth of values; deeper values become null. A model nests the values below three levels of its own, and
/// content may have 96 levels.
const DEEPEST: usize = 64;

/// The name of extras that are not an object.
const UNNAMED: &str = "extras";

/// Converts extras to values, sorted by name.
pub(super) fn properties(extras: &Value) -> Vec<(String, DataValue)> {
    match extras {
        Value::Null => Vec::new(),
        Value::Object(fields) => {
            let own = fields.iter().filter(|(name, _)| *name != COVERAGE);
            own.map(|(name, value)| (name.clone(), data_value(value, DEEPEST))).collect()
        }
        other => vec![(UNNAMED.to_owned(), data_value(other, DEEPEST))],
    }
}

fn data_value(value: &Value, depth: usize) -> DataValue {
    let Some(below) = depth.checked_sub(1) else { return DataValue::Null };
    let located = |value: &Value| Located { value: data_value(value, below), ..Located::default() };
    match value {
        Value::Null => DataValue::Null,
        Value::Bool(flag) => DataValue::Bool(*flag),
        Value::Number(number) => (number.as_i64().map(DataValue::I64))
            .or_else(|| number.as_u64().map(DataValue::U64))
            .or_else(|| number.as_f64().map(DataValue::F64))
            .unwrap_or_default(),
        Value::String(text) => DataValue::Text(text.clone()),
        Value::Array(items) => {
            DataValue::List(Box::new(DataList { type_name: String::new(), items: items.iter().map(located).collect() }))
        }
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| DataField {
                name: Located { value: name.clone(), ..Located::default() },
                value: located(value),
            };
            let fields = fields.iter().map(field).collect();
            DataValue::Record(Box::new(DataRecord { type_name: String::new(), fields }))
        }
    }
}

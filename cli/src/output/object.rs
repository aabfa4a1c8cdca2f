//! [`object`]: creates JSON objects without a separate type for each.

/// Creates a JSON object with these fields in this order, as a value that serde can serialize. Fields after a `;` are options
/// and are left out if they are `None`.
macro_rules! object {
    ($($field:ident: $value:expr),* $(,)?) => { $crate::output::object::object!($($field: $value),*;) };
    ($($field:ident: $value:expr),* $(,)?; $($option:ident: $optional:expr),* $(,)?) => {{
        #[allow(non_camel_case_types, non_snake_case, reason = "the type of each field is a parameter with its name")]
        let object = {
            #[derive(serde::Serialize)]
            struct Object<$($field,)* $($option),*> {
                $($field: $field,)*
                $(#[serde(skip_serializing_if = "Option::is_none")] $option: Option<$option>,)*
            }
            Object { $($field: $value,)* $($option: $optional),* }
        };
        object
    }};
}

pub(crate) use object;

/// Formats the value as a line of JSON. This can fail only for map keys that are not strings, which no type in this crate has.
pub(crate) fn line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

//! [`object`]: JSON objects without a type for each of them.

/// A JSON object with these fields in this order, as a value that serde serializes. Fields after a `;` are options and left out
/// if they are `None`.
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

/// The value as a line of JSON. No type of this crate has map keys other than text, and nothing else can fail.
pub(crate) fn line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

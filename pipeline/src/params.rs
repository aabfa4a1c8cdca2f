//! Typed parameters of stages. From one definition, the macro [`params!`](crate::params) generates the parser for the manifest,
//! the output of `rigmill list --params`, the documentation, and the parameters' part of the action key.

mod label;
mod mismatch;
mod shape;

use mismatch::{Mismatch, mismatch};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

pub use shape::ParamShape;
use shape::shape_of;

/// Functions that the macro [`params!`](crate::params) calls. Do not call them directly.
#[doc(hidden)]
pub mod macro_support {
    pub use super::label::type_label;
    pub use super::shape::shape_of;
    pub use super::{parse, show};
}

/// The description of one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamDoc {
    /// The parameter's name in the manifest.
    pub name: &'static str,
    /// A readable name of the parameter's type.
    pub kind: String,
    /// The default value as TOML; `unset` if there is none.
    pub default: String,
    /// The parameter's documentation: its effect, units and range.
    pub doc: String,
}

/// Why the value of a parameter was rejected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("parameter `{name}`: {message}")]
pub struct ParamError {
    /// The parameter.
    pub name: String,
    /// The key in the parameter's table, if the problem is there; see [`Diagnostic::in_key`](crate::Diagnostic::in_key).
    pub key: Option<String>,
    /// The expected and the actual value.
    pub message: String,
}

/// The parameters of a stage. Use the macro [`params!`](crate::params) to implement this trait.
pub trait Params: Default + Send + Sync + 'static {
    /// Returns the documentation of every parameter, in order of definition.
    fn docs() -> Vec<ParamDoc>;

    /// Returns the values that each parameter accepts, in the same order.
    fn shapes() -> Vec<ParamShape>;

    /// Sets the parameter with this name; `None` if there is no such parameter.
    fn set(&mut self, name: &str, value: &toml::Value) -> Option<Result<(), ParamError>>;

    /// Returns the name and canonical value of each parameter, including defaults. They are part of the action key.
    fn canonical(&self) -> Vec<(String, String)>;
}

crate::params! {
    /// The parameters of a stage that has no parameters.
    pub struct NoParams {}
}

/// Defines a stage's parameters: a struct, its defaults and its documentation in one.
///
/// ```ignore
/// rigmill_pipeline::params! {
///     /// Parameters of the `beats` processor.
///     pub struct BeatsParams {
///         /// Beats per minute.
///         tempo: f64 = 120.0,
///     }
/// }
/// ```
///
/// A field can have any type that serde can read from TOML and write back. Check ranges in the type (with
/// `#[serde(try_from = …)]`), so that Rigmill reports a wrong value at its position in the manifest.
#[macro_export]
macro_rules! params {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $( $(#[doc = $doc:literal])+ $field:ident : $ty:ty = $default:expr ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $( $(#[doc = $doc])+ pub $field: $ty, )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $( $field: $default, )* }
            }
        }

        impl $crate::Params for $name {
            fn docs() -> Vec<$crate::ParamDoc> {
                #[allow(unused_variables, reason = "a stage may have no parameters")]
                let defaults = Self::default();
                vec![ $( $crate::ParamDoc {
                    name: stringify!($field),
                    kind: $crate::macro_support::type_label(&$crate::macro_support::shape_of::<$ty>()),
                    default: $crate::macro_support::show(&defaults.$field),
                    doc: [$($doc),+].map(str::trim).join(" "),
                } ),* ]
            }

            fn shapes() -> Vec<$crate::ParamShape> {
                vec![ $( $crate::macro_support::shape_of::<$ty>() ),* ]
            }

            #[allow(unused_variables, reason = "a stage may have no parameters")]
            fn set(
                &mut self,
                name: &str,
                value: &$crate::TomlValue,
            ) -> Option<Result<(), $crate::ParamError>> {
                match name {
                    $( stringify!($field) => {
                        Some($crate::macro_support::parse(name, value).map(|value| self.$field = value))
                    } )*
                    _ => None,
                }
            }

            fn canonical(&self) -> Vec<(String, String)> {
                vec![ $( (stringify!($field).to_owned(), $crate::macro_support::show(&self.$field)) ),* ]
            }
        }
    };
}

/// Reads a parameter's value.
pub fn parse<T: DeserializeOwned>(name: &str, value: &toml::Value) -> Result<T, ParamError> {
    value.clone().try_into().map_err(|error: toml::de::Error| match mismatch(&shape_of::<T>(), value) {
        Some(Mismatch { key, message }) => ParamError { name: name.to_owned(), key, message },
        // Only the type itself knows its ranges.
        None => ParamError { name: name.to_owned(), key: None, message: error.message().to_owned() },
    })
}

/// Returns a value's canonical text: TOML, with the keys of each table in order.
pub fn show<T: Serialize>(value: &T) -> String {
    toml::Value::try_from(value).map_or_else(|_| "unset".to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::params! {
        /// Parameters for the tests below.
        struct Sample {
            /// Set smaller numbers to zero, in the track's own unit.
            snap: f64 = 0.0,
            /// Keys per second.
            rate: Option<f64> = None,
            /// Turn on.
            on: bool = false,
        }
    }

    #[test]
    fn one_definition_gives_docs_defaults_and_the_canonical_form() {
        let docs = Sample::docs();
        assert_eq!(docs[0].doc, "Set smaller numbers to zero, in the track's own unit.");
        assert_eq!((docs[0].kind.as_str(), docs[0].default.as_str()), ("number", "0.0"));
        assert_eq!((docs[1].kind.as_str(), docs[1].default.as_str()), ("number", "unset"));
        assert_eq!(Sample::shapes(), [ParamShape::Number, ParamShape::Number, ParamShape::Boolean]);
        let canonical = Sample::default().canonical();
        assert_eq!(canonical[2], ("on".to_owned(), "false".to_owned()));
    }

    #[test]
    fn values_are_typed_and_whole_numbers_serve_as_numbers() {
        let mut params = Sample::default();
        params.set("rate", &toml::Value::Integer(30)).unwrap().unwrap();
        assert_eq!(params.rate, Some(30.0));
        let error = params.set("on", &toml::Value::String("yes".into())).unwrap().unwrap_err();
        assert_eq!(error.name, "on");
        assert!(error.message.contains("expected true or false"), "{}", error.message);
        assert!(params.set("nothing", &toml::Value::Integer(1)).is_none());
    }
}

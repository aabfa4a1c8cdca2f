//! [`Setting`]: the place in the manifest where a value is set.

use rigmill_pipeline::Diagnostic;

/// A parameter, or a key of a parameter that is a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    parameter: &'static str,
    key: Option<&'static str>,
}

impl Setting {
    /// The value of a parameter.
    pub(crate) const fn parameter(parameter: &'static str) -> Self {
        Self { parameter, key: None }
    }

    /// A value in the table of a parameter.
    pub(crate) const fn key(parameter: &'static str, key: &'static str) -> Self {
        Self { parameter, key: Some(key) }
    }

    /// Sets the parameter whose value causes the problem, and begins the message with the names of the parameter and the key.
    pub(crate) fn cause(self, diagnostic: Diagnostic) -> Diagnostic {
        let Some(key) = self.key else { return diagnostic.of_parameter(self.parameter) };
        let message = format!("`{key}`: {}", diagnostic.message);
        Diagnostic { message, ..diagnostic }.of_parameter(self.parameter).in_key(key)
    }
}

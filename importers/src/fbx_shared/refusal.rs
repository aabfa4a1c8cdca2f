//! [`Refusal`]: why a file makes no scene.

use rigmill_dom::Element;
use rigmill_pipeline::Diagnostic;

use crate::codes;

/// Why a file makes no scene.
#[derive(Debug)]
pub(crate) struct Refusal(Box<Diagnostic>);

impl Refusal {
    pub(crate) fn new(code: &'static str, fact: impl Into<String>, help: impl Into<String>) -> Self {
        Self(Diagnostic::error(code, fact).help(help).into())
    }

    /// A number of `element` that is no number.
    pub(crate) fn not_finite(element: &Element, what: &str) -> Self {
        let fact = format!("{element}: {what} is not finite");
        Self::new(codes::FBX_NOT_FINITE, fact, "mend it in the modelling program and export again")
    }

    /// There are more of something than are allowed.
    pub(crate) fn limit(found: u64, what: &str, most: u64, help: &str) -> Self {
        Self::new(codes::FBX_LIMIT, format!("there are {found} {what}, at most {most} are allowed"), help)
    }

    pub(crate) fn into_diagnostic(self) -> Diagnostic {
        *self.0
    }
}

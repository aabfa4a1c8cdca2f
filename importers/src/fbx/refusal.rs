//! [`Refusal`]: why a file makes no scene.

use rigmill_dom::Element;
use rigmill_pipeline::Diagnostic;

use crate::codes;

/// Why a file makes no scene.
#[derive(Debug)]
pub(super) struct Refusal(Box<Diagnostic>);

impl Refusal {
    pub(super) fn new(code: &'static str, fact: impl Into<String>, help: impl Into<String>) -> Self {
        Self(Diagnostic::error(code, fact).help(help).into())
    }

    /// A number of `element` that is no number.
    pub(super) fn not_finite(element: &Element, what: &str) -> Self {
        let fact = format!("{element}: {what} is not finite");
        Self::new(codes::FBX_NOT_FINITE, fact, "mend it in the modelling program and export again")
    }

    /// There are more of something than are allowed.
    pub(super) fn limit(found: u64, what: &str, most: u64, help: &str) -> Self {
        Self::new(codes::FBX_LIMIT, format!("there are {found} {what}, at most {most} are allowed"), help)
    }

    pub(super) fn into_diagnostic(self) -> Diagnostic {
        *self.0
    }
}

/// The element of the source that something was made from.
pub(super) fn element(kind: &'static str, source: &ufbx::Element) -> Element {
    Element { kind, name: source.name.to_string(), id: source.element_id.into() }
}

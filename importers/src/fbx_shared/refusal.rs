//! [`Refusal`]: why a file makes no scene.

use rigmill_dom::Element;
use rigmill_pipeline::Diagnostic;

use super::{LONGEST_NAME, MOST_SKIN_BONES};
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

    /// A name of so many bytes.
    pub(crate) fn long_name(bytes: usize) -> Self {
        let fact = format!("the name of a node has {bytes} bytes, at most {LONGEST_NAME} are allowed");
        Self::new(codes::FBX_LIMIT, fact, "give it a shorter name")
    }

    /// A skin of so many bones.
    pub(crate) fn many_bones(found: u64, element: &Element) -> Self {
        let what = format!("bones in the skin of {element}");
        Self::limit(found, &what, MOST_SKIN_BONES, "take the bones that move nothing out of the skin")
    }

    pub(crate) fn into_diagnostic(self) -> Diagnostic {
        *self.0
    }
}

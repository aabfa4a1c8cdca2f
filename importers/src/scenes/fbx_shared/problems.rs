//! Problems of FBX files.

use rigmill_dom::Element;

use crate::codes;
use crate::report::Problem;

/// Creates the problem of a number in `element` that is not finite.
pub(crate) fn not_finite(element: &Element, what: &str) -> Problem {
    let fact = format!("{element}: {what} is not finite");
    Problem::new(codes::FBX_NOT_FINITE, fact, "fix this object in the modelling program, and export the file again")
}

/// Creates the problem of exceeding a limit.
pub(crate) fn over_limit(found: u64, what: &str, most: u64, help: &str) -> Problem {
    Problem::limit(codes::FBX_LIMIT, found, what, most, help)
}

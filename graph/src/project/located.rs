//! [`Located`]: a value of the manifest and its location.

use rigmill_pipeline::Location;

/// A value of the manifest and its location.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its location.
    pub location: Location,
}

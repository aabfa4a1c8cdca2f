//! [`Located`]: a value from the manifest, with its location.

use rigmill_pipeline::Location;

/// A value from the manifest, with its location.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// The location of the value.
    pub location: Location,
}

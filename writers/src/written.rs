//! [`Written`]: what a writer gives.

use rigmill_pipeline::StageError;

/// The bytes of a file, or why there are none.
pub(crate) type Written = Result<Vec<u8>, StageError>;

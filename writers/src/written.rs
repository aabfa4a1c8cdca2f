//! [`Written`]: the result of a writer.

use rigmill_pipeline::StageError;

/// The bytes of a file, or the error if there are none.
pub(crate) type Written = Result<Vec<u8>, StageError>;

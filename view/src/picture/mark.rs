//! [`MARK`]: shows that Rigmill drew a picture.

/// The name of the program, which is near the beginning of each PNG and GIF file that Rigmill draws.
pub const MARK: &str = "Rigmill";

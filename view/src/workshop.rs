//! [`Workshop`]: compresses a clip's source anew, for tabs that try other bounds.

use std::fmt;

/// Bounds of a compression, as the parameters of the processor `compress` state them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// How far a point of the shell round a bone may be from where the source has it, in millimetres.
    pub error_mm: f64,
    /// How far from its bone the shell is, in centimetres.
    pub shell_cm: f64,
}

/// A clip that was compressed on trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Its content file.
    pub bytes: Vec<u8>,
    /// The rule that makes the build do the same, for `rigmill.toml`.
    pub rule: String,
}

/// What the caller of a [`Server`](crate::Server) can do with the sources of its content. Errors are messages for people.
pub trait Workshop: fmt::Debug + Send + Sync {
    /// The source of a compressed clip as the content file of an animation sequence.
    ///
    /// # Errors
    /// It has no source here, or one that cannot be built.
    fn source(&self, clip: &str) -> Result<Vec<u8>, String>;

    /// Compresses the source of a clip, with the parameters of its build but for these bounds.
    ///
    /// # Errors
    /// As [`source`](Self::source), or it is not possible within the bounds.
    fn compress(&self, clip: &str, bounds: Bounds) -> Result<Trial, String>;
}

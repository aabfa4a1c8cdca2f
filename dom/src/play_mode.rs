//! [`PlayMode`]: what a clip does at its end.

use serde::Serialize;

/// What a clip does at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum PlayMode {
    /// Stay at the end.
    Once,
    /// Begin anew.
    Repeat,
}

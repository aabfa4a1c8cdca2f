//! Environment variables as stages query them.

use std::ffi::OsString;

/// The value of an environment variable.
pub(crate) fn env_value(name: &str) -> Option<OsString> {
    // The standard library panics on names that no variable can have.
    let invalid = name.is_empty() || name.contains(['=', '\0']);
    #[allow(clippy::disallowed_methods, reason = "the query becomes a dependency")]
    let value = || std::env::var_os(name);
    if invalid { None } else { value() }
}

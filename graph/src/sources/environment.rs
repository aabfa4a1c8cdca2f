//! Reads environment variables for the queries of stages.

use std::ffi::OsString;

/// Returns the value of an environment variable.
pub(crate) fn env_value(name: &str) -> Option<OsString> {
    // The standard library panics on names that cannot be the name of a variable.
    let invalid = name.is_empty() || name.contains(['=', '\0']);
    #[allow(clippy::disallowed_methods, reason = "the query becomes a dependency")]
    let value = || std::env::var_os(name);
    if invalid { None } else { value() }
}

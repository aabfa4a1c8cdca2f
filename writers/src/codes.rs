//! The codes of the writers' diagnostics.

/// R0090: content breaks a rule of its type.
pub const INVALID_CONTENT: &str = "R0090";
/// R0091: content is too large for its file.
pub const TOO_LARGE: &str = "R0091";

/// Every code with its title, in order.
pub const ALL: &[(&str, &str)] =
    &[(INVALID_CONTENT, "content breaks a rule of its type"), (TOO_LARGE, "content is too large for its file")];

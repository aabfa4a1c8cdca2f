//! [`Schema`]: the types that game data must have, from a TOML file.

mod check;
mod fields;
mod load;
mod read;
mod types;

pub(super) use types::Schema;

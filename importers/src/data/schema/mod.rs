//! [`Schema`]: the types that game data must have, from a TOML file.

mod absent;
mod check;
mod complete;
mod decode;
mod fields;
mod load;
mod read;
mod types;

pub(crate) use decode::FieldSource;
pub(super) use types::Schema;

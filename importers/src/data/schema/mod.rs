//! [`Schema`]: the types that game data must have, from a TOML file.

mod absent;
mod check;
mod complete;
mod decode;
mod fields;
mod keys;
mod load;
mod read;
mod target;
mod types;

pub(crate) use decode::FieldSource;
pub(super) use types::Schema;

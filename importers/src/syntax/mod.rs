//! The common parts of reading sources: limits, text and positions, TOML, XML.

mod magic;
mod parameter_file;
mod positions;
mod source;
mod span;
mod toml;
mod utf8;
pub(crate) mod xml;

pub(crate) use magic::{refuse_kinds_except, refuse_other_kinds};
pub(crate) use parameter_file::ParameterFile;
pub(crate) use positions::Positions;
pub(crate) use source::{read_source, size_exceeded};
pub(crate) use span::Span;
pub(crate) use toml::parse_toml;
pub(crate) use utf8::{Undecodable, decode_utf8, decode_utf8_file};

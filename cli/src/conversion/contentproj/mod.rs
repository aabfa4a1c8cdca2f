//! Content projects of XNA 4 (`.contentproj`), in MSBuild's XML: properties are evaluated first ([`properties`]), with their
//! conditions ([`condition`]), then items ([`reader`]), whose lists of files ([`include`]) may have wildcards ([`wildcards`]).

mod condition;
mod include;
mod properties;
mod reader;
#[cfg(test)]
mod tests;
mod wildcards;

pub(crate) use reader::read;

//! Reads content projects of XNA 4 (`.contentproj`), which are MSBuild XML files. Properties and their conditions are evaluated
//! first ([`properties`], [`condition`]), followed by items ([`reader`]), whose lists of files ([`include`]) can contain
//! wildcards ([`wildcards`]).

mod condition;
mod include;
mod properties;
mod reader;
#[cfg(test)]
mod tests;
mod wildcards;

pub(crate) use reader::read;

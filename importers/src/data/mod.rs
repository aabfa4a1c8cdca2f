//! The importers of game data. XML, TOML and JSON become the same tree of values.
//!
//! Types that a source states are kept: those of numbers in TOML and JSON, and those that XNA's XML names. A value without a
//! stated type stays text, exactly as written, unless a schema gives it a type. Therefore, a name that looks like a number is
//! never damaged.

mod basic;
mod budget;
mod convert;
mod import;
mod json_data;
mod number;
mod plain_xml;
mod reference_path;
mod repeated;
mod scanner;
mod schema;
mod toml_data;
mod tree;
mod type_name;
mod xml_data;
mod xna_xml;

pub(crate) use basic::Basic;
pub use import::DataParams;
pub(crate) use import::import_fields;
pub use json_data::JsonData;
pub(crate) use schema::FieldSource;
pub use toml_data::TomlData;
pub use xml_data::XmlData;

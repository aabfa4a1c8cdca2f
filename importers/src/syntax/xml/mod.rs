//! XML 1.0 with namespaces, as far as data files need it: without DOCTYPE, and with limits on depth, counts and lengths.
//!
//! quick-xml finds the markup. These modules first decode the bytes, and then check what quick-xml does not check: names,
//! attributes, characters, references, namespaces and the order of a document's parts.

mod attributes;
pub(crate) mod characters;
mod cursor;
mod declaration;
mod encoding;
mod malformed;
mod namespaces;
mod nodes;
mod references;
mod tree;

pub(crate) use cursor::{Content, Cursor};
pub(crate) use encoding::decode;
pub(crate) use namespaces::SCHEMA_INSTANCE;
pub(crate) use nodes::Element;
pub use tree::{XmlElement, parse_xml};

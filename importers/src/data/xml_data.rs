//! [`XmlData`]: imports game data in XML.

use rigmill_dom::DataSource;
use rigmill_pipeline::{ImportContext, Importer, SourcePath, SourceText, StageError};

use super::budget::Budget;
use super::import::{DataParams, import};
use super::tree::{Document, Node, Value};
use super::{plain_xml, xna_xml};
use crate::report::{Problems, Result};
use crate::syntax::xml::{Cursor, decode};

/// Imports game data in XML. If the root element is `XnaContent`, the file is read as XNA's intermediate XML, or else as the
/// XML of .NET's XmlSerializer.
#[derive(Clone, Copy, Debug, Default)]
pub struct XmlData;

impl Importer for XmlData {
    type Output = DataSource;
    type Params = DataParams;
    const NAME: &'static str = "xml-data";
    const VERSION: u32 = 3;
    const EXTENSIONS: &'static [&'static str] = &["spec", "level", "Particle", "ParticleList"];
    const DEFAULT_PROCESSOR: &'static str = "data";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &DataParams) -> Result<DataSource, StageError> {
        import(ctx, params, decode, read)
    }
}

fn read(text: &SourceText, source: &SourcePath) -> (Result<Document>, Problems) {
    let mut cursor = Cursor::new(text);
    let document = read_document(&mut cursor, source);
    (document, cursor.into_problems())
}

fn read_document(cursor: &mut Cursor<'_>, source: &SourcePath) -> Result<Document> {
    let element = cursor.root()?;
    let mut budget = Budget::new();
    let document = if element.name() == xna_xml::ROOT {
        Document { name: None, root: xna_xml::read(cursor, &element, source, &mut budget)? }
    } else {
        let mut root = plain_xml::read(cursor, &element, &mut budget)?;
        name_type(&mut root, element.local());
        Document { name: Some(element.local().to_owned()), root }
    };
    cursor.after_root()?;
    Ok(document)
}

/// Sets the type name of the root record to the name of its element, unless the file states a type.
fn name_type(root: &mut Node, name: &str) {
    if let Value::Record { type_name, .. } = &mut root.value
        && type_name.is_empty()
    {
        name.clone_into(type_name);
    }
}

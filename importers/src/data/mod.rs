//! The importers of game data: XML, TOML and JSON to one tree of values.
//!
//! Types that a source states are kept: the numbers of TOML and JSON, and the types named in XNA's XML. A value without a
//! stated type stays text, as written, unless a schema gives it a type. So a name that looks like a number is never damaged.

mod basic;
mod budget;
mod convert;
mod json_data;
mod near;
mod number;
mod plain_xml;
mod repeated;
mod scanner;
mod schema;
mod toml_data;
mod tree;
mod type_name;
mod xml_data;
mod xna_xml;

use rigmill_dom::DataSource;
use rigmill_pipeline::{Diagnostic, ImportContext, SourcePath, SourceText, StageError};

pub use json_data::JsonData;
pub use toml_data::TomlData;
pub use xml_data::XmlData;

use self::schema::Schema;
use self::tree::Node;
use crate::bounded::read_source;
use crate::codes;
use crate::positions::Positions;
use crate::problems::{Problems, Stop};
use crate::undecodable::decode_utf8;

/// How many bytes a source may have.
const LARGEST_SOURCE: u64 = 16 << 20;

rigmill_pipeline::params! {
    /// Parameters of the importers of game data.
    pub struct DataParams {
        /// The schema that the data has to keep to: a TOML file of the project, by its path from the project's folder.
        schema: Option<String> = None,
    }
}

/// What a reader makes of a source.
struct Document {
    /// The name of the root element, where the format has one.
    name: Option<String>,
    root: Node,
}

/// The text of bytes in UTF-8, without a byte order mark.
fn decode_text(mut bytes: Vec<u8>) -> Result<SourceText, Box<Diagnostic>> {
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    decode_utf8(bytes).map_err(|error| error.diagnostic(codes::DATA_SYNTAX, "UTF-8", "save the file as UTF-8"))
}

/// Makes a document of a text, and says what is wrong with it.
type Read = for<'t> fn(&'t SourceText, &SourcePath) -> (Result<Document, Stop>, Problems<'t>);

/// Imports the source of a context.
fn import(
    ctx: &mut ImportContext<'_>,
    params: &DataParams,
    decode: fn(Vec<u8>) -> Result<SourceText, Box<Diagnostic>>,
    read: Read,
) -> Result<DataSource, StageError> {
    let schema = params.schema.as_deref().map(|path| Schema::load(ctx, path)).transpose()?;
    let too_large = |message| Diagnostic::error(codes::DATA_LIMIT, message).help("split the file");
    let bytes = read_source(ctx, LARGEST_SOURCE, too_large)?;
    let text = decode(bytes).map_err(|diagnostic| ctx.fail(*diagnostic))?;
    let (document, mut problems) = read(&text, ctx.source());
    let document = document.map(|document| match &schema {
        Some(schema) => schema.check(document, ctx.source(), &mut problems),
        None => document.root,
    });
    if let (Ok(root), false) = (&document, problems.any_error()) {
        repeated::check(root, &mut problems);
    }
    let failed = problems.any_error();
    for diagnostic in problems.into_diagnostics() {
        ctx.report(diagnostic);
    }
    let root = document.ok().filter(|_| !failed).ok_or(StageError::Diagnosed)?;
    Ok(DataSource { root: root.finish(&Positions::new(text.as_str())) })
}

//! The common parts of the importers of game data.

use rigmill_dom::DataSource;
use rigmill_pipeline::{ImportContext, SourcePath, SourceText, StageError};

use super::repeated;
use super::schema::{FieldSource, Schema};
use super::tree::Document;
use crate::codes;
use crate::report::{Problems, Result};
use crate::syntax::{Positions, decode_utf8_file, read_source};

/// The maximum size of a source, in bytes.
const LARGEST_SOURCE: u64 = 16 << 20;

rigmill_pipeline::params! {
    /// Parameters of the importers of game data.
    pub struct DataParams {
        /// The path of a schema, relative to the project folder. The schema is a TOML file that specifies the types of
        /// the data. Without a schema, the importer uses the types in the source.
        schema: Option<String> = None,
    }
}

/// Decodes the UTF-8 text of game data in the file `name`.
pub(super) fn decode_text(bytes: Vec<u8>, name: &str) -> Result<SourceText> {
    decode_utf8_file(bytes, name, codes::DATA_SYNTAX)
}

/// Reads a document from the text of the source at a path.
pub(super) type Read = fn(&SourceText, &SourcePath) -> (Result<Document>, Problems);

/// Imports the source of a context.
pub(super) fn import(
    ctx: &mut ImportContext<'_>,
    params: &DataParams,
    decode: fn(Vec<u8>, &str) -> Result<SourceText>,
    read: Read,
) -> Result<DataSource, StageError> {
    let schema = params.schema.as_deref().map(|path| Schema::load(ctx, path)).transpose()?;
    let bytes = read_source(ctx, LARGEST_SOURCE, codes::DATA_LIMIT, "split the file")?;
    let text = decode(bytes, ctx.source().file_name()).map_err(|problem| ctx.fail(problem.into()))?;
    let (document, problems) = read(&text, ctx.source());
    finish(document, schema.as_ref(), problems, &text, ctx)
}

/// Imports data that a source stores field by field, as a complete schema orders it.
pub(crate) fn import_fields(
    ctx: &mut ImportContext<'_>,
    schema: &str,
    fields: &mut dyn FieldSource,
) -> Result<DataSource, StageError> {
    let schema = Schema::load(ctx, schema)?;
    let document = schema.decode(fields);
    let problems = Problems::new(codes::DATA_MORE_PROBLEMS);
    finish(document, Some(&schema), problems, &SourceText::new(String::new()), ctx)
}

/// Converts a document to a source, after the checks that apply to all data.
fn finish(
    document: Result<Document>,
    schema: Option<&Schema>,
    mut problems: Problems,
    text: &SourceText,
    ctx: &mut ImportContext<'_>,
) -> Result<DataSource, StageError> {
    let root = document.map(|document| match schema {
        Some(schema) => schema.check(document, ctx.source(), &mut problems),
        None => document.root,
    });
    if let (Ok(root), false) = (&root, problems.any_error()) {
        repeated::check(root, &mut problems);
    }
    let root = problems.conclude(root, text, None, ctx)?;
    Ok(DataSource { root: root.finish(&Positions::new(text.as_str())) })
}

//! Loads a schema.

use rigmill_pipeline::{Diagnostic, Found, ImportContext, SourcePath, StageError};

use super::read::read;
use super::types::Schema;
use crate::codes;
use crate::report::Problems;
use crate::syntax::{decode_utf8, size_exceeded};

/// The maximum size of a schema, in bytes.
const LARGEST: u64 = 4 << 20;

impl Schema {
    /// Reads the schema at a path in the project. The file becomes a dependency.
    pub(in crate::data) fn load(ctx: &mut ImportContext<'_>, path: &str) -> Result<Self, StageError> {
        let help = "write the path of the schema, relative to the project folder";
        let missing = |fact| Diagnostic::error(codes::SCHEMA_FILE, fact).of_parameter("schema").help(help);
        let file = SourcePath::new(path).map_err(|error| ctx.fail(missing(error.to_string())))?;
        let bytes = match ctx.read_within(&file, LARGEST)? {
            Found::Bytes(bytes) => bytes,
            Found::Missing => return Err(ctx.fail(missing(format!("there is no schema `{file}`")))),
            Found::TooLarge(size) => {
                return Err(ctx.fail(missing(size_exceeded(&format!("the schema `{file}`"), size, LARGEST))));
            }
        };
        let text = decode_utf8(bytes).map_err(|error| {
            let problem = error.into_problem(codes::SCHEMA_TOML, "UTF-8", "save the schema as UTF-8");
            ctx.fail(Diagnostic::from(problem).in_file(&file))
        })?;
        let mut problems = Problems::new(codes::DATA_MORE_PROBLEMS);
        let schema = read(&text, &mut problems);
        problems.conclude(schema, &text, Some(&file), ctx)
    }
}

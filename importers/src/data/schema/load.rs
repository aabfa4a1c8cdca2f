//! Loads a schema.

use rigmill_pipeline::{Diagnostic, ImportContext, StageError};

use super::read::read;
use super::types::Schema;
use crate::codes;
use crate::report::Problems;
use crate::syntax::{ParameterFile, decode_utf8};

/// The maximum size of a schema, in bytes.
const LARGEST: u64 = 4 << 20;

const FILE: ParameterFile = ParameterFile {
    parameter: "schema",
    noun: "schema",
    glob: "**/*.toml",
    missing: codes::SCHEMA_FILE,
    limit: (LARGEST, codes::SCHEMA_FILE, "check that this is a schema"),
};

impl Schema {
    /// Reads the schema at a path in the project. The file becomes a dependency.
    pub(in crate::data) fn load(ctx: &mut ImportContext<'_>, path: &str) -> Result<Self, StageError> {
        let (file, bytes) = FILE.read(path, ctx)?;
        let text = decode_utf8(bytes).map_err(|error| {
            let problem = error.into_problem(codes::SCHEMA_TOML, "UTF-8", "save the schema as UTF-8");
            ctx.fail(Diagnostic::from(problem).in_file(&file))
        })?;
        let mut problems = Problems::new(codes::DATA_MORE_PROBLEMS);
        let schema = read(&text, &mut problems);
        problems.conclude(schema, &text, Some(&file), ctx)
    }
}

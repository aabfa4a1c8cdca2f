//! Converts objects of a game's own type reader to game data with a complete schema.

use rigmill_codec_xnb::{Error, FieldReader, GameObject, PrimitiveType};
use rigmill_dom::{DataSource, DataValue};
use rigmill_pipeline::{ImportContext, SourcePath, StageError};

use super::data::reference_path;
use super::primitives::data_value;
use super::problems::unreadable;
use crate::codes;
use crate::data::{Basic, FieldSource, import_fields};
use crate::report::{Problem, Result};

/// Converts an object to game data.
pub(super) fn source(
    object: &GameObject,
    schema: Option<&str>,
    ctx: &mut ImportContext<'_>,
) -> Result<DataSource, StageError> {
    let Some(schema) = schema else {
        let fact = format!("the type reader `{}` reads fields without names or types", object.reader);
        let help = "set the `schema` parameter to the path of a schema with `complete = true`";
        return Err(ctx.fail(Problem::new(codes::SCHEMA_FILE, fact, help).of_parameter("schema").into()));
    };
    let source = ctx.source().clone();
    import_fields(ctx, schema, &mut ObjectFields { reader: FieldReader::new(&object.bytes), source: &source })
}

struct ObjectFields<'a> {
    reader: FieldReader<'a>,
    /// The file. References are relative to it.
    source: &'a SourcePath,
}

impl FieldSource for ObjectFields<'_> {
    fn basic(&mut self, basic: Basic) -> Result<DataValue> {
        match basic.dotnet_names().iter().find_map(|name| PrimitiveType::of_name(name)) {
            Some(ty) => self.reader.primitive(ty).map(data_value),
            None => self.reader.string().map(DataValue::Text),
        }
        .map_err(misread)
    }

    fn count(&mut self) -> Result<usize> {
        self.reader.count().map_err(misread)
    }

    fn reference(&mut self) -> Result<String> {
        let name = self.reader.string().map_err(misread)?;
        reference_path(self.source, &name)
    }

    fn end(&mut self) -> Result<()> {
        match self.reader.remaining() {
            0 => Ok(()),
            left => {
                let bytes = if left == 1 { "1 byte follows".to_owned() } else { format!("{left} bytes follow") };
                let fact = format!("the object: {bytes} the last field of the schema");
                Err(Problem::new(codes::XNB_TRAILING, fact, "check that `schema` is the right schema for this file"))
            }
        }
    }
}

fn misread(error: Error) -> Problem {
    unreadable(&error).in_part("the object")
}

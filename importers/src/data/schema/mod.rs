//! [`Schema`]: what game data has to be, as a TOML file says it.

mod check;
mod fields;
mod read;

use std::collections::BTreeMap;

use rigmill_pipeline::{Diagnostic, Found, ImportContext, SourcePath, SourceText, StageError};

use super::basic::Basic;
use super::convert::Range;
use crate::bounded::beyond;
use crate::codes;
use crate::undecodable::decode_utf8;

/// How many bytes a schema may have.
const LARGEST: u64 = 4 << 20;

/// What game data has to be.
#[derive(Debug, Default)]
pub(super) struct Schema {
    /// What the root is, and its name.
    root: Option<(String, Type)>,
    records: BTreeMap<String, Record>,
}

/// The fields of a record, by name.
#[derive(Debug, Default)]
struct Record {
    fields: BTreeMap<String, Rule>,
    /// What fields of any other name are; `None` where there may be none.
    others: Option<Rule>,
}

/// What a field has to be.
#[derive(Clone, Debug)]
struct Rule {
    is: Type,
    /// Whether it has to be there.
    required: bool,
    /// Whether it may be null.
    nullable: bool,
}

/// What a value has to be.
#[derive(Clone, Debug)]
enum Type {
    /// Whatever it is.
    Any,
    Basic(Basic, Range),
    /// One of these names. The type's name is "" when it has none.
    Enum {
        name: String,
        values: Vec<String>,
    },
    Reference(Target),
    /// Items. In XML, each in an element of this name; of any one name where it is `None`.
    List {
        item: Box<Type>,
        element: Option<String>,
        flat: bool,
    },
    Map {
        key: Box<Type>,
        value: Box<Type>,
    },
    /// A record of this name.
    Record(String),
}

impl Type {
    /// What messages call it.
    fn what(&self) -> &str {
        match self {
            Self::Any => "`any`",
            Self::Basic(..) => "a basic type",
            Self::Enum { .. } => "an enum",
            Self::Reference(_) => "a reference",
            Self::List { .. } => "a list",
            Self::Map { .. } => "a map",
            Self::Record(_) => "a record",
        }
    }
}

/// What a reference may refer to.
#[derive(Clone, Debug, Default)]
struct Target {
    /// The folder that paths are relative to, from the project's; `None` for the file's own.
    folder: Option<String>,
    /// What follows the asset's name in the product's.
    label: String,
    /// The content type that it has to be; "" for any.
    asset: String,
}

impl Schema {
    /// Reads the schema at a path of the project, which is a dependency from then on.
    pub(super) fn load(ctx: &mut ImportContext<'_>, path: &str) -> Result<Self, StageError> {
        let file = SourcePath::new(path).map_err(|error| ctx.fail(no_schema(format!("the schema: {error}"))))?;
        let bytes = match ctx.read_within(&file, LARGEST)? {
            Found::Bytes(bytes) => bytes,
            Found::Missing => return Err(ctx.fail(no_schema(format!("there is no schema `{file}`")))),
            Found::TooLarge(size) => {
                return Err(ctx.fail(no_schema(beyond(&format!("the schema `{file}`"), size, LARGEST))));
            }
        };
        let undecodable = |error: crate::undecodable::Undecodable| {
            error.diagnostic(codes::SCHEMA_TOML, "UTF-8", "save the schema as UTF-8").in_file(&file)
        };
        let text: SourceText = decode_utf8(bytes).map_err(|error| ctx.fail(undecodable(error)))?;
        let (schema, problems) = read::read(&text);
        let failed = problems.any_error();
        for diagnostic in problems.into_diagnostics() {
            ctx.report(diagnostic.in_file(&file));
        }
        schema.ok().filter(|_| !failed).ok_or(StageError::Diagnosed)
    }
}

fn no_schema(message: String) -> Diagnostic {
    Diagnostic::error(codes::SCHEMA_FILE, message)
        .help("name a file of the project by its path from the project's folder")
}

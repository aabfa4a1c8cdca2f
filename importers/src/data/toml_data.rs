//! [`TomlData`]: imports game data in TOML.

use rigmill_dom::{DataSource, DataValue};
use rigmill_pipeline::{ImportContext, Importer, SourcePath, SourceText, StageError};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::budget::Budget;
use super::import::{DataParams, decode_text, import};
use super::tree::{Document, Field, Node, Value};
use crate::codes;
use crate::report::{Problem, Problems, Result, shortened};
use crate::syntax::{Span, parse_toml};

/// Imports game data in TOML. Tables become records, arrays become lists, integers and floats have 64 bits, and dates become
/// text.
#[derive(Clone, Copy, Debug, Default)]
pub struct TomlData;

impl Importer for TomlData {
    type Output = DataSource;
    type Params = DataParams;
    const NAME: &'static str = "toml-data";
    const VERSION: u32 = 3;
    const EXTENSIONS: &'static [&'static str] = &["data.toml"];
    const DEFAULT_PROCESSOR: &'static str = "data";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &DataParams) -> Result<DataSource, StageError> {
        import(ctx, params, decode_text, read)
    }
}

fn read(text: &SourceText, _source: &SourcePath) -> (Result<Document>, Problems) {
    let table = parse_toml(text, codes::DATA_SYNTAX);
    let root = table.and_then(|table| record(table.get_ref(), Span::default(), 1, &mut Budget::new()));
    (root.map(|root| Document { name: None, root }), Problems::new(codes::DATA_MORE_PROBLEMS))
}

fn record(table: &DeTable<'_>, span: Span, depth: usize, budget: &mut Budget) -> Result<Node> {
    let mut fields = Vec::with_capacity(table.len());
    for (name, value) in table {
        let value = node(value, depth + 1, budget)?;
        fields.push(Field { name: name.get_ref().to_string(), name_span: name.span().into(), value });
    }
    // Restores the order of the file.
    fields.sort_by_key(|field| field.name_span.start);
    Ok(Node { value: Value::Record { type_name: String::new(), fields }, span })
}

pub(super) fn node(source: &Spanned<DeValue<'_>>, depth: usize, budget: &mut Budget) -> Result<Node> {
    let span = source.span().into();
    budget.enter(depth, span)?;
    let unusable = |number: &str| {
        let fact = format!("{} does not fit in 64 bits", shortened(number));
        Problem::new(codes::DATA_OUT_OF_RANGE, fact, "write a smaller number, or a string").at(span)
    };
    Ok(match source.get_ref() {
        DeValue::String(text) => Node::text(text.as_ref(), span),
        DeValue::Boolean(value) => Node::leaf(DataValue::Bool(*value), span),
        DeValue::Datetime(date) => Node::text(date.to_string(), span),
        DeValue::Float(float) => match float.as_str().parse() {
            Ok(value) => Node::leaf(DataValue::F64(value), span),
            Err(_) => return Err(unusable(float.as_str())),
        },
        DeValue::Integer(whole) => match i64::from_str_radix(whole.as_str(), whole.radix()) {
            Ok(value) => Node::leaf(DataValue::I64(value), span),
            Err(_) => return Err(unusable(whole.as_str())),
        },
        DeValue::Array(array) => {
            let items = array.iter().map(|item| node(item, depth + 1, budget)).collect::<Result<_>>()?;
            Node { value: Value::List { type_name: String::new(), items }, span }
        }
        DeValue::Table(table) => record(table, span, depth, budget)?,
    })
}

//! [`DataProcessor`]: converts game data to the form that a game loads.

use rigmill_dom::{DataReference, DataSource, DataValue as Source, Located, Position};
use rigmill_format::{Data, DataEnum, DataField, DataList, DataMap, DataRecord, DataValue};
use rigmill_pipeline::{AssetError, Diagnostic, NoParams, ProcessContext, Processor};

use super::content_types::value_type;
use crate::codes;
use crate::report::{MissingAssets, Result, similar_asset};

/// Turns a [`DataSource`] into [`Data`]. Each reference becomes the full name of a product of another asset, which must exist.
#[derive(Clone, Copy, Debug, Default)]
pub struct DataProcessor;

impl Processor for DataProcessor {
    type Input = DataSource;
    type Output = Data;
    type Params = NoParams;
    const NAME: &'static str = "data";
    const VERSION: u32 = 2;

    fn process(&self, input: &DataSource, _: &NoParams, ctx: &mut ProcessContext<'_>) -> Result<Data> {
        let mut references = References { ctx, missing: MissingAssets::default() };
        let root = references.value(&input.root);
        references.missing.finish(codes::DATA_MORE_MISSING, references.ctx)?;
        Ok(Data { root })
    }
}

/// Converts the data of a source that contains no references.
pub(crate) fn data_without_references(source: &DataSource, ctx: &mut ProcessContext<'_>) -> Data {
    Data { root: References { ctx, missing: MissingAssets::default() }.value(&source.root) }
}

/// The length of the longest name, in bytes, for which a similar name is suggested.
const LONGEST_CORRECTED: usize = 256;

/// Resolves references and reports missing assets.
struct References<'c, 'a> {
    ctx: &'c mut ProcessContext<'a>,
    missing: MissingAssets,
}

impl References<'_, '_> {
    fn value(&mut self, source: &Located<Source>) -> DataValue {
        match &source.value {
            Source::List(list) => {
                let items = list.items.iter().map(|item| self.value(item)).collect();
                DataValue::List(DataList { type_name: list.type_name.clone(), items })
            }
            Source::Map(map) => {
                let entries = map.entries.iter().map(|(key, value)| (self.value(key), self.value(value))).collect();
                DataValue::Map(DataMap { type_name: map.type_name.clone(), entries })
            }
            Source::Record(record) => {
                let field = |field: &rigmill_dom::DataField| DataField {
                    name: field.name.value.clone(),
                    value: self.value(&field.value),
                };
                let fields = record.fields.iter().map(field).collect();
                DataValue::Record(DataRecord { type_name: record.type_name.clone(), fields })
            }
            Source::Reference(reference) => DataValue::Reference(self.resolve(reference, source.position)),
            leaf => self::leaf(leaf),
        }
    }

    /// Returns the full name of the product that a reference means; empty after an error, which the function reports.
    fn resolve(&mut self, reference: &DataReference, position: Position) -> String {
        let mut missing = None;
        for name in names(reference) {
            match self.ctx.refer(&name, value_type(&reference.asset_type).as_slice()) {
                Ok(()) => return name,
                Err(AssetError::Missing { .. }) if name.ends_with(MODEL) && missing.is_some() => {}
                Err(error @ AssetError::Missing { .. }) => missing = Some((name, error)),
                Err(error) => {
                    let diagnostic = Diagnostic::error(codes::DATA_OTHER_TYPE, error.to_string());
                    let diagnostic = diagnostic.help("refer to an asset of the required type");
                    self.missing.report(position, self.ctx, |_| diagnostic);
                    return String::new();
                }
            }
        }
        if let Some((name, error)) = missing {
            let fact = match reference.path.as_str() {
                path if path == name => error.to_string(),
                path => format!("there is no asset for the file `{path}`"),
            };
            self.missing.report(position, self.ctx, |ctx| {
                let near = (name.len() <= LONGEST_CORRECTED).then(|| ctx.nearest_asset(&name)).flatten();
                let help = similar_asset(near, "correct the name; `rigmill list` shows the names of all assets");
                Diagnostic::error(codes::DATA_REFERENCE, fact).help(help)
            });
        }
        String::new()
    }
}

/// The label of an asset's model. Games load the model by the asset's own name, without this label.
const MODEL: &str = ".model";

/// Returns the names of the products that a reference may mean. The reference may be an asset name or a source path with its
/// extension. If it has no label, it may also mean the asset's model.
fn names(reference: &DataReference) -> impl Iterator<Item = String> {
    let path = reference.path.as_str();
    let name_start = path.rfind('/').map_or(0, |slash| slash + 1);
    let dot = path[name_start..].rfind('.').filter(|dot| *dot > 0);
    let stem = dot.map(|dot| &path[..name_start + dot]);
    let labels = std::iter::once(reference.label.as_str()).chain(reference.label.is_empty().then_some(MODEL));
    labels.flat_map(move |label| std::iter::once(path).chain(stem).map(move |name| format!("{name}{label}")))
}

/// Converts a value that contains no other values.
fn leaf(source: &Source) -> DataValue {
    match source {
        Source::Null | Source::List(_) | Source::Map(_) | Source::Record(_) | Source::Reference(_) => DataValue::Null,
        Source::Bool(value) => DataValue::Bool(*value),
        Source::I8(value) => DataValue::I8(*value),
        Source::I16(value) => DataValue::I16(*value),
        Source::I32(value) => DataValue::I32(*value),
        Source::I64(value) => DataValue::I64(*value),
        Source::U8(value) => DataValue::U8(*value),
        Source::U16(value) => DataValue::U16(*value),
        Source::U32(value) => DataValue::U32(*value),
        Source::U64(value) => DataValue::U64(*value),
        Source::F32(value) => DataValue::F32(*value),
        Source::F64(value) => DataValue::F64(*value),
        Source::Char(value) => DataValue::Char(*value),
        Source::Text(text) => DataValue::Text(text.clone()),
        Source::Bytes(bytes) => DataValue::Bytes(bytes.clone()),
        Source::Vector2(value) => DataValue::Vector2(*value),
        Source::Vector3(value) => DataValue::Vector3(*value),
        Source::Vector4(value) => DataValue::Vector4(*value),
        Source::Quaternion(value) => DataValue::Quaternion(*value),
        Source::Matrix(value) => DataValue::Matrix(**value),
        Source::Color(value) => DataValue::Color(*value),
        Source::BoundingSphere(value) => DataValue::BoundingSphere(*value),
        Source::BoundingBox(value) => DataValue::BoundingBox(*value),
        Source::Plane(value) => DataValue::Plane(*value),
        Source::Ray(value) => DataValue::Ray(*value),
        Source::Point(value) => DataValue::Point(*value),
        Source::Rectangle(value) => DataValue::Rectangle(*value),
        Source::Enum(value) => {
            DataValue::Enum(DataEnum { type_name: value.type_name.clone(), value: Box::new(leaf(&value.value)) })
        }
    }
}

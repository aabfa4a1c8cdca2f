//! [`DataProcessor`]: converts game data to the form that a game loads.

use rigmill_dom::{DataReference, DataSource, DataValue as Source, Located, Position};
use rigmill_format::{Data, DataEnum, DataField, DataList, DataMap, DataRecord, DataValue};
use rigmill_pipeline::{AssetError, Diagnostic, NoParams, ProcessContext, Processor};

use super::content_types::value_type;
use crate::codes;
use crate::report::{MissingAssets, Result, Wanted, meant_asset, similar_asset};

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
        let mut wrong = None;
        for name in names(reference, &reference.label) {
            match self.ctx.refer(&name, value_type(&reference.asset_type).as_slice()) {
                Ok(()) => return name,
                Err(AssetError::Missing { .. }) if name.ends_with(MODEL) && wrong.is_some() => {}
                Err(error) => {
                    let is_missing = matches!(error, AssetError::Missing { .. });
                    wrong = Some(error);
                    if !is_missing {
                        break;
                    }
                }
            }
        }
        if let Some(error) = wrong {
            self.missing.report(position, self.ctx, |ctx| no_reference(&error, reference, ctx));
        }
        String::new()
    }
}

/// Creates the error for a reference to a product that does not exist or has the wrong type.
fn no_reference(error: &AssetError, reference: &DataReference, ctx: &mut ProcessContext<'_>) -> Diagnostic {
    let DataReference { path, label, .. } = reference;
    let AssetError::Missing { name } = error else {
        let otherwise = "refer to an asset of the required type, or change `asset` in the schema";
        let help = similar_asset(meant(error, reference, ctx), otherwise);
        return Diagnostic::error(codes::DATA_OTHER_TYPE, error.to_string()).help(help);
    };
    let fact = match label.as_str() {
        "" if name == path => error.to_string(),
        "" => format!("there is no asset for the file `{path}`"),
        label => format!("{error} (path `{path}`, label `{label}`)"),
    };
    let help = label_to_write(reference, ctx).unwrap_or_else(|| {
        let otherwise = match label.as_str() {
            "" => "correct the name; `rigmill list` shows all asset names",
            _ => "correct the path in the data or the `label` in the schema; `rigmill list` shows all asset names",
        };
        similar_asset(meant(error, reference, ctx), otherwise)
    });
    Diagnostic::error(codes::DATA_REFERENCE, fact).help(help)
}

/// Returns the path that the user probably meant, as it is written in the data. It begins with `/`, because the schema may name a
/// folder for other paths.
fn meant(error: &AssetError, reference: &DataReference, ctx: &mut ProcessContext<'_>) -> Option<String> {
    let types = value_type(&reference.asset_type);
    let labels = [reference.label.as_str(), MODEL];
    let labels = if reference.label.is_empty() { &labels[..] } else { &labels[..1] };
    let near = meant_asset(error, &reference.path, Wanted { types: types.as_slice(), labels }, ctx);
    near.map(|near| format!("/{near}"))
}

/// Returns the remedy if the schema's label lacks the `.` or `@` at its beginning.
fn label_to_write(reference: &DataReference, ctx: &mut ProcessContext<'_>) -> Option<String> {
    let label = reference.label.as_str();
    if label.is_empty() || label.starts_with(['.', '@']) {
        return None;
    }
    let types = value_type(&reference.asset_type);
    let mut exists = |label: &str| names(reference, label).any(|name| ctx.has_product(&name, types.as_slice()));
    let meant = ['.', '@'].map(|first| format!("{first}{label}")).into_iter().find(|label| exists(label))?;
    Some(format!("write `label = {meant:?}` in the schema"))
}

/// The label of an asset's model. Games load the model by the asset's own name, without this label.
const MODEL: &str = ".model";

/// Returns the names of the products that a reference with a label may mean. The reference may be an asset name or a source path
/// with its extension. Without a label, it may also mean the asset's model.
fn names<'a>(reference: &'a DataReference, label: &'a str) -> impl Iterator<Item = String> + 'a {
    let path = reference.path.as_str();
    let name_start = path.rfind('/').map_or(0, |slash| slash + 1);
    let dot = path[name_start..].rfind('.').filter(|dot| *dot > 0);
    let stem = dot.map(|dot| &path[..name_start + dot]);
    let labels = std::iter::once(label).chain(label.is_empty().then_some(MODEL));
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

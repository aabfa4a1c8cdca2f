//! [`DataProcessor`]: game data, as a game loads it.

use rigmill_dom::{DataReference, DataSource, DataValue as Source, Located, Position};
use rigmill_format::{Data, DataEnum, DataField, DataList, DataMap, DataRecord, DataValue};
use rigmill_pipeline::{AssetError, Diagnostic, NoParams, ProcessContext, Processor, StageError};

use crate::codes;
use crate::place::place;

/// Turns a [`DataSource`] into [`Data`], each reference into the full name of a product of another asset, which has to
/// be there.
#[derive(Clone, Copy, Debug, Default)]
pub struct DataProcessor;

impl Processor for DataProcessor {
    type Input = DataSource;
    type Output = Data;
    type Params = NoParams;
    const NAME: &'static str = "data";
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &DataSource,
        _params: &NoParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Data, StageError> {
        let mut references = References { ctx, told: 0, untold: 0 };
        let root = references.value(&input.root);
        if references.finish() { Ok(Data { root }) } else { Err(StageError::Diagnosed) }
    }
}

/// Data without references.
pub(crate) fn plain_data(source: &DataSource, ctx: &mut ProcessContext<'_>) -> Data {
    Data { root: References { ctx, told: 0, untold: 0 }.value(&source.root) }
}

/// How many missing assets of a file are told; the others are counted.
const MOST_TOLD: usize = 50;
/// For names longer than so many bytes no likeness is sought.
const LONGEST_SOUGHT: usize = 256;

/// Resolves references and tells which assets are missing.
struct References<'c, 'a> {
    ctx: &'c mut ProcessContext<'a>,
    told: usize,
    untold: usize,
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

    /// The full name of the product that a reference means. What is wrong with it has been reported.
    fn resolve(&mut self, reference: &DataReference, position: Position) -> String {
        let mut missing = None;
        for name in names(reference) {
            match self.refer(&name, &reference.asset_type) {
                Ok(()) => return name,
                Err(AssetError::Missing { .. }) if name.ends_with(MODEL) && missing.is_some() => {}
                Err(error @ AssetError::Missing { .. }) => missing = Some((name, error)),
                Err(error) => {
                    let diagnostic = Diagnostic::error(codes::DATA_OTHER_TYPE, error.to_string());
                    self.tell(diagnostic.help("name an asset of the type that is needed"), position);
                    return String::new();
                }
            }
        }
        if let Some((name, error)) = missing {
            let near = (name.len() <= LONGEST_SOUGHT).then(|| self.ctx.nearest_asset(&name)).flatten();
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "see `rigmill list` for the names of all assets".to_owned(),
            };
            let fact = match reference.path.as_str() {
                path if path == name => error.to_string(),
                path => format!("there is no asset of the file `{path}`"),
            };
            self.tell(Diagnostic::error(codes::DATA_REFERENCE, fact).help(help), position);
        }
        String::new()
    }

    fn refer(&mut self, name: &str, asset_type: &str) -> Result<(), AssetError> {
        match crate::content_types::value_type(asset_type) {
            Some(value_type) => self.ctx.refer(name, &[value_type]),
            None => self.ctx.refer(name, &[]),
        }
    }

    fn tell(&mut self, diagnostic: Diagnostic, position: Position) {
        if self.told == MOST_TOLD {
            self.untold += 1;
            return;
        }
        self.told += 1;
        self.ctx.report(diagnostic.at(place(position)));
    }

    /// Says how many more are missing, and whether none is.
    fn finish(self) -> bool {
        if self.untold > 0 {
            let message = format!("and {} more error{}", self.untold, if self.untold == 1 { "" } else { "s" });
            let diagnostic = Diagnostic::error(codes::DATA_MORE_MISSING, message);
            self.ctx.report(diagnostic.help("mend those above first; many have one cause"));
        }
        self.told == 0
    }
}

/// What follows the name of an asset in that of its model, which games load by the asset's own name.
const MODEL: &str = ".model";

/// The names of the products that a reference may mean: of an asset, or of a source, whose extension is not in its
/// asset's name; where it does not say of which product, of the asset's model, too.
fn names(reference: &DataReference) -> impl Iterator<Item = String> {
    let path = reference.path.as_str();
    let name_start = path.rfind('/').map_or(0, |slash| slash + 1);
    let dot = path[name_start..].rfind('.').filter(|dot| *dot > 0);
    let stem = dot.map(|dot| &path[..name_start + dot]);
    let labels = std::iter::once(reference.label.as_str()).chain(reference.label.is_empty().then_some(MODEL));
    labels.flat_map(move |label| std::iter::once(path).chain(stem).map(move |name| format!("{name}{label}")))
}

/// A value that has no others below it.
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

//! Writes game data in the form that XNA's readers of plain values read (strings, numbers, vectors, lists, dictionaries), or,
//! with [`fields`], in the form that a game's own reader reads.
//!
//! In game data, each value has its own type. In an XNB file, a list or dictionary has one type for all of its values.
//! [`infer`] finds these types, and [`values`] converts the values. docs/xnb.md describes the rules.

mod fields;
mod fit;
mod infer;
mod location;
mod primitives;
#[cfg(test)]
mod tests;
mod types;
mod values;

use rigmill_codec_xnb::{Type, TypeName, Value};
use rigmill_format::{Data, DataValue};
use rigmill_pipeline::{Diagnostic, WriteContext, Writer};

use self::types::of_name;
use self::values::Conversion;
use super::encoding::encoded;
use super::params::{DataLayout, XnbDataParams};
use crate::codes;
use crate::written::Written;

/// Writes [`Data`] as an `.xnb` file of its type, such as a `String`, an `Int32[]` or a `Dictionary<string, object>`, or as an
/// object of a game's own type reader.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbDataWriter;

impl Writer for XnbDataWriter {
    type Input = Data;
    type Params = XnbDataParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";
    const NAMED: bool = true;

    fn write(&self, value: &Data, params: &XnbDataParams, ctx: &mut WriteContext) -> Written {
        let root = root(&value.root, params, ctx.asset()).map_err(|diagnostic| ctx.fail(*diagnostic))?;
        encoded(params.platform, params.profile, root, Vec::new(), ctx)
    }
}

fn root(value: &DataValue, params: &XnbDataParams, asset: &str) -> Result<Value, Box<Diagnostic>> {
    match (params.layout, &params.reader) {
        (DataLayout::Values, None) => object_of(value, &wanted(value, &params.root_type)?, asset),
        (DataLayout::Fields, Some(reader)) if params.root_type.is_empty() => fields::object(value, reader, asset),
        (layout, reader) => Err(Box::new(contradiction(layout, reader.is_some()))),
    }
}

/// Creates the diagnostic for parameters that contradict each other.
fn contradiction(layout: DataLayout, has_reader: bool) -> Diagnostic {
    let (parameter, message, help) = match (layout, has_reader) {
        (DataLayout::Values, _) => (
            "reader",
            "a reader has no effect without `layout = \"fields\"`",
            "add `layout = \"fields\"`, or remove `reader`",
        ),
        (DataLayout::Fields, false) => (
            "layout",
            "\"fields\" requires the `reader` parameter",
            "set `reader` to the name of the game's type reader, such as \"Game.LevelReader, Game\"",
        ),
        (DataLayout::Fields, true) => {
            ("root_type", "not allowed with `layout = \"fields\"`", "remove `root_type` or `layout`")
        }
    };
    Diagnostic::error(codes::DATA_FIELD_BY_FIELD, message).of_parameter(parameter).help(help)
}

/// Converts data to an object of its own type.
pub(super) fn object(value: &DataValue, asset: &str) -> Result<Value, Box<Diagnostic>> {
    object_of(value, &Type::object(), asset)
}

fn object_of(value: &DataValue, wanted: &Type, asset: &str) -> Result<Value, Box<Diagnostic>> {
    let object = Conversion::new(asset).object(value, wanted);
    object.map_err(|lost| Box::new(Diagnostic::error(codes::CONTENT_LOST, lost.fact).help(lost.help)))
}

/// Returns the type that the root must have: the type with this name, or, if the name is empty, the root's own type.
fn wanted(root: &DataValue, name: &str) -> Result<Type, Box<Diagnostic>> {
    if matches!(root, DataValue::Null) {
        let message = "the data is null, but games cannot load null";
        return Err(Box::new(Diagnostic::error(codes::CONTENT_LOST, message).help("write a value in the source")));
    }
    if name.is_empty() {
        return Ok(Type::object());
    }
    let refusal = |message, help| Diagnostic::error(codes::DATA_ROOT_TYPE, message).help(help);
    let Some(mut wanted) = TypeName::parse_short(name).and_then(|name| of_name(&name)) else {
        let help = "write a type such as \"System.Collections.Generic.Dictionary[string,Vector3[]]\"";
        let refusal = refusal(format!("Rigmill cannot write the type {name:?}"), help);
        return Err(Box::new(refusal.of_parameter("root_type")));
    };
    fit::fit(root, &mut wanted).map_err(|misfit| {
        let location = location::location(misfit.steps.iter().rev());
        let message = format!("{location} has type {}, expected {}", misfit.found, misfit.expected);
        Box::new(refusal(message, "change the value, its type in the schema, or `root_type`"))
    })?;
    Ok(wanted)
}

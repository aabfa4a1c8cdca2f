//! Game data, as XNA's readers of plain values read it: texts, numbers, vectors, lists, dictionaries.
//!
//! Game data says of each value what it is; an XNB file says of a list or dictionary what all of it is. [`infer`] finds that out,
//! [`values`] makes values of it. docs/xnb.md has the rules.

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
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use self::types::of_name;
use self::values::Conversion;
use super::encoding::encoded;
use super::params::XnbDataParams;
use crate::codes;

/// Writes [`Data`] as the `.xnb` of what it is: a String, an `Int32[]`, a `Dictionary<string, object>`.
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

    fn write(&self, value: &Data, params: &XnbDataParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        let wanted = wanted(&value.root, &params.root_type).map_err(|diagnostic| ctx.fail(*diagnostic))?;
        let asset = ctx.asset().to_owned();
        let root = object_of(&value.root, &wanted, &asset).map_err(|diagnostic| ctx.fail(*diagnostic))?;
        encoded(params.platform, params.profile, root, Vec::new(), ctx)
    }
}

/// Data as an object of the type that it says.
pub(super) fn object(value: &DataValue, asset: &str) -> Result<Value, Box<Diagnostic>> {
    object_of(value, &Type::object(), asset)
}

fn object_of(value: &DataValue, wanted: &Type, asset: &str) -> Result<Value, Box<Diagnostic>> {
    let object = Conversion::new(asset).object(value, wanted);
    object.map_err(|lost| Box::new(Diagnostic::error(codes::LOST, lost.fact).help(lost.help)))
}

/// The type that the root is to have: the one of this name, or, for "", its own.
fn wanted(root: &DataValue, name: &str) -> Result<Type, Box<Diagnostic>> {
    if matches!(root, DataValue::Null) {
        let message = "the data is null, which is nothing that a game can load";
        return Err(Box::new(Diagnostic::error(codes::LOST, message).help("give the source a value")));
    }
    if name.is_empty() {
        return Ok(Type::object());
    }
    let refusal = |message, help| Box::new(Diagnostic::error(codes::DATA_TYPE, message).help(help));
    let Some(mut wanted) = TypeName::parse_short(name).and_then(|name| of_name(&name)) else {
        let help = "write it as \"System.Collections.Generic.Dictionary[string,Vector3[]]\", for example";
        return Err(refusal(format!("`root_type` is {name:?}, which is no type that can be written"), help));
    };
    fit::fit(root, &mut wanted).map_err(|misfit| {
        let location = location::location(misfit.steps.iter().rev());
        let message = format!("{location} is a {}, expected a {}", misfit.found, misfit.expected);
        refusal(message, "change the value, its type in a schema, or `root_type`")
    })?;
    Ok(wanted)
}

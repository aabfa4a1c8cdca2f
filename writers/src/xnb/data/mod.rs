//! Game data, as XNA's readers of plain values read it: texts, numbers, vectors, lists, dictionaries.
//!
//! Game data says of each value what it is; an XNB file says of a list or dictionary what all of it is. [`infer`] finds that out,
//! [`encode`] writes it. docs/xnb.md has the rules.

mod basic;
mod dotnet_type;
mod encode;
mod fit;
mod infer;
mod notation;
mod place;
#[cfg(test)]
mod tests;

use rigmill_format::{Data, DataValue};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use self::dotnet_type::DotnetType;
use self::encode::Encoder;
use super::file::XnbFile;
use super::params::XnbDataParams;
use super::too_large;
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
        let file = write_as(XnbFile::default(), &value.root, &wanted, &asset);
        let file = file.map_err(|diagnostic| ctx.fail(*diagnostic))?;
        file.finish(params.platform, params.profile, 0).ok_or_else(|| too_large(ctx))
    }
}

/// Writes data as an object of the type that it says.
pub(super) fn write_object(file: XnbFile, value: &DataValue, asset: &str) -> Result<XnbFile, Box<Diagnostic>> {
    write_as(file, value, &DotnetType::Object, asset)
}

fn write_as(file: XnbFile, value: &DataValue, wanted: &DotnetType, asset: &str) -> Result<XnbFile, Box<Diagnostic>> {
    let mut encoder = Encoder::new(file, asset);
    let written = encoder.object(value, wanted);
    written.map_err(|lost| Box::new(Diagnostic::error(codes::LOST, lost.fact).help(lost.help)))?;
    Ok(encoder.file)
}

/// The type that the root is to have: the one of this name, or, for "", its own.
fn wanted(root: &DataValue, name: &str) -> Result<DotnetType, Box<Diagnostic>> {
    if matches!(root, DataValue::Null) {
        let message = "the data is null, which is nothing that a game can load";
        return Err(Box::new(Diagnostic::error(codes::LOST, message).help("give the source a value")));
    }
    if name.is_empty() {
        return Ok(DotnetType::Object);
    }
    let refusal = |message, help| Box::new(Diagnostic::error(codes::DATA_TYPE, message).help(help));
    let Some(mut wanted) = notation::parse(name) else {
        let help = "write it as \"System.Collections.Generic.Dictionary[string,Vector3[]]\", for example";
        return Err(refusal(format!("`root_type` is {name:?}, which is no type that can be written"), help));
    };
    fit::fit(root, &mut wanted).map_err(|misfit| {
        let place = place::place(misfit.steps.iter().rev());
        let message = format!("{place} is a {}, expected a {}", misfit.found, misfit.expected);
        refusal(message, "change the value, its type in a schema, or `root_type`")
    })?;
    Ok(wanted)
}

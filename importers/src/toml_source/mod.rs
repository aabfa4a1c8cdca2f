//! What the importers of TOML sources share: a document whose every key and value has its place, read field by field,
//! with all problems collected.

mod form;
mod number;
mod parts;
mod table;

use rigmill_pipeline::{Diagnostic, ImportContext, SourceText, StageError};
use toml::de::DeTable;

pub(crate) use form::{Codes, Field, Form};
pub(crate) use table::Table;

use crate::bounded::read_source;
use crate::problems::{Stop, words};
use crate::span::Span;
use crate::undecodable::decode_utf8;

/// How many bytes a source may have.
const LARGEST_SOURCE: u64 = 4 << 20;

/// Reads the source as TOML and hands its top table to `read`, whose value counts when there was no error.
pub(crate) fn import<T>(
    ctx: &mut ImportContext<'_>,
    codes: &'static Codes,
    read: impl FnOnce(&mut Form<'_>, Table<'_>) -> Result<T, Stop>,
) -> Result<T, StageError> {
    let too_large = |message| Diagnostic::error(codes.limit, message).help("split it");
    let bytes = read_source(ctx, LARGEST_SOURCE, too_large)?;
    let text = text_of(bytes, codes).map_err(|diagnostic| ctx.fail(*diagnostic))?;
    let mut form = Form::new(&text, codes);
    let value = parse(&mut form, text.as_str(), read);
    let failed = form.problems.any_error();
    for diagnostic in form.problems.into_diagnostics() {
        ctx.report(diagnostic);
    }
    value.ok().filter(|_| !failed).ok_or(StageError::Diagnosed)
}

fn parse<T>(
    form: &mut Form<'_>,
    text: &str,
    read: impl FnOnce(&mut Form<'_>, Table<'_>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    match DeTable::parse(text) {
        Ok(document) => read(form, Table::new(document.get_ref(), Span::default())),
        Err(error) => {
            let span = error.span().unwrap_or_default().into();
            let syntax = form.codes.syntax;
            Err(form.problems.fatal(syntax, span, || words(error.message().trim_end(), "mend the TOML")))
        }
    }
}

fn text_of(mut bytes: Vec<u8>, codes: &Codes) -> Result<SourceText, Box<Diagnostic>> {
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    decode_utf8(bytes).map_err(|error| error.diagnostic(codes.syntax, "UTF-8", "save the file as UTF-8"))
}

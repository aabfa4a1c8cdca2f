//! The common parts of the processors' diagnostics: locations, suggestions, and counts of cases that are not shown.

mod setting;
mod suggestions;

use rigmill_dom::Position;
use rigmill_pipeline::{AssetError, Code, Diagnostic, Location, ProcessContext, StageError, nearest};

pub(crate) use setting::Setting;
pub(crate) use suggestions::{Wanted, meant_asset};

/// The result of a processor.
pub(crate) type Result<T, E = StageError> = std::result::Result<T, E>;

/// Returns the location of a position in the source. The text of the line is no longer available.
pub(crate) fn location(position: Position) -> Location {
    Location::at(position.line, position.column)
}

/// Suggests the most similar of the known names; `otherwise` if there is none.
pub(crate) fn similar_name<'a>(name: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    nearest(name, known).map_or_else(|| otherwise.to_owned(), |near| format!("did you mean {near:?}?"))
}

/// Suggests an asset with a similar name; `otherwise` if there is none.
pub(crate) fn similar_asset(near: Option<String>, otherwise: &str) -> String {
    near.map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
}

/// Returns the end of a message about the first of several cases with the same problem. `noun` is what the cases are, in the
/// singular and in the plural.
pub(crate) fn also_affected(count: usize, noun: [&str; 2]) -> String {
    match count {
        0 => String::new(),
        1 => format!(" (1 more {} has this problem)", noun[0]),
        _ => format!(" ({count} more {} have this problem)", noun[1]),
    }
}

/// Adds the remedy to the error about an asset that is not available: `otherwise`, unless the asset failed.
pub(crate) fn with_remedy(
    diagnostic: Diagnostic,
    error: &AssetError,
    otherwise: impl FnOnce() -> String,
) -> Diagnostic {
    match error {
        AssetError::Failed { name } => diagnostic.caused_by(name),
        _ => diagnostic.help(otherwise()),
    }
}

/// Returns the end of a message that shows only the first of several cases. `noun` is what the cases are, in the singular and in
/// the plural.
pub(crate) fn and_more(count: usize, noun: [&str; 2]) -> String {
    match count {
        0 => String::new(),
        1 => format!("; and 1 more {}", noun[0]),
        _ => format!("; and {count} more {}", noun[1]),
    }
}

/// Reports errors about the assets that a source names: at most [`MissingAssets::SHOWN`] of them in full, and the number of others.
#[derive(Default)]
pub(crate) struct MissingAssets {
    shown: usize,
    hidden: usize,
}

impl MissingAssets {
    const SHOWN: usize = 50;

    pub(crate) fn report(
        &mut self,
        position: Position,
        ctx: &mut ProcessContext<'_>,
        error: impl FnOnce(&mut ProcessContext<'_>) -> Diagnostic,
    ) {
        if self.shown == Self::SHOWN {
            self.hidden += 1;
            return;
        }
        self.shown += 1;
        let error = error(ctx).at(location(position));
        ctx.report(error);
    }

    /// Reports the number of hidden errors, with the code `hidden`. Fails if there was any error.
    pub(crate) fn finish(self, hidden: Code, ctx: &mut ProcessContext<'_>) -> Result<()> {
        if self.hidden > 0 {
            let message = match self.hidden {
                1 => "there is 1 more error".to_owned(),
                more => format!("there are {more} more errors"),
            };
            ctx.report(
                Diagnostic::error(hidden, message).help("fix the errors above first; the rest may have the same cause"),
            );
        }
        if self.shown == 0 { Ok(()) } else { Err(StageError::Diagnosed) }
    }
}

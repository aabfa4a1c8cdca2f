//! Binds the parameters of stages: checks the values that the rules set.

use rigmill_pipeline::{BoundParams, Diagnostic, ParamError, StageId, StageParams, codes};

use crate::project::{Param, in_manifest};

/// Returns the names of a stage's parameters.
pub(super) fn names(stage: &(impl StageParams + ?Sized)) -> Vec<&'static str> {
    stage.param_docs().into_iter().map(|doc| doc.name).collect()
}

/// Returns the parameters by name. If two have the same name, the later one wins.
pub(super) fn table(params: &[&Param]) -> toml::Table {
    params.iter().map(|param| (param.name.value.clone(), param.value.value.clone())).collect()
}

/// Returns the parameters that neither stage has, as text.
pub(super) fn params_of_writers(all: &toml::Table, stages: &[&[(String, String)]]) -> Vec<(String, String)> {
    let is_known = |name: &str| stages.iter().any(|params| params.iter().any(|(known, _)| known == name));
    let others = all.iter().filter(|(name, _)| !is_known(name));
    others.map(|(name, value)| (name.clone(), value.to_string())).collect()
}

/// Binds the parameters of a stage. Returns an error for each value that the stage rejects.
pub(super) fn bound(
    id: &StageId,
    stage: &(impl StageParams + ?Sized),
    params: &[&Param],
) -> Result<BoundParams, Vec<Diagnostic>> {
    bound_over(toml::Table::new(), id, stage, params)
}

/// Like [`bound`], but `accepted` contains the defaults of the parameters that have other defaults than the stage's own.
pub(super) fn bound_over(
    mut accepted: toml::Table,
    id: &StageId,
    stage: &(impl StageParams + ?Sized),
    params: &[&Param],
) -> Result<BoundParams, Vec<Diagnostic>> {
    accepted.extend(table(params));
    let mut wrong = Vec::new();
    loop {
        match stage.bind(&accepted) {
            Ok(bound) if wrong.is_empty() => return Ok(bound),
            Ok(_) => return Err(wrong),
            Err(error) => {
                wrong.push(bad_value(id, stage, params, &error));
                if accepted.remove(&error.name).is_none() {
                    return Err(wrong);
                }
            }
        }
    }
}

/// Returns the first sentences of a parameter's documentation, as many as are short enough for a message, but at least one.
fn first_sentences(doc: &str) -> &str {
    const MOST: usize = 160;
    let ends = doc.match_indices(". ").map(|(end, _)| end).chain([doc.len()]);
    let end =
        ends.enumerate().take_while(|(number, end)| *number == 0 || *end <= MOST).last().map_or(0, |(_, end)| end);
    doc[..end].trim_end_matches('.')
}

/// Returns the error that a stage rejects a value. Its help is what the parameter means.
fn bad_value(id: &StageId, stage: &(impl StageParams + ?Sized), params: &[&Param], error: &ParamError) -> Diagnostic {
    let diagnostic = match params.iter().rfind(|param| param.name.value == error.name) {
        Some(param) => in_manifest(codes::INVALID_PARAMETER, error.to_string(), param.place_of(error.key.as_deref())),
        None => Diagnostic::error(codes::INVALID_PARAMETER, error.to_string()),
    };
    let docs = stage.param_docs();
    let doc = docs.iter().find(|doc| doc.name == error.name).map_or("", |doc| doc.doc.as_str());
    let meaning = first_sentences(doc);
    let help = format!("{meaning}; see `rigmill list --params {}`", id.name);
    diagnostic.help(help)
}

//! [`read`]: reads the assets to which a reference may refer.

use rigmill_dom::DataReference;
use rigmill_pipeline::SourcePath;

use super::fields::Fields;
use super::types::Target;
use crate::codes;
use crate::report::{Problem, Problems, known_here, shortened};

/// Reads the keys `in`, `label` and `asset` of a reference.
pub(super) fn read(fields: &Fields<'_>, problems: &mut Problems) -> Target {
    let mut text = |key, problem: fn(&str) -> Option<Problem>| {
        let text = fields.text(key, problems)?;
        let Some(problem) = problem(&text) else { return Some(text) };
        let span = fields.get(key).map(|value| value.span().into()).unwrap_or_default();
        problems.error(|| problem.at(span));
        None
    };
    Target {
        folder: text("in", wrong_folder),
        label: text("label", wrong_label).unwrap_or_default(),
        asset: text("asset", wrong_asset).unwrap_or_default(),
    }
}

fn wrong(key: &str, found: &str, fact: &str, help: impl Into<String>) -> Option<Problem> {
    let fact = format!("`{key}` is {:?}, {fact}", shortened(found));
    Some(Problem::new(codes::SCHEMA_VALUE, fact, help))
}

fn wrong_folder(folder: &str) -> Option<Problem> {
    let help = "write a folder in the project, such as `in = \"/Models\"`; `/` is the project folder";
    let file = Target::file_in(folder);
    file.err().and_then(|_| wrong("in", folder, "which is not a folder in the project", help))
}

fn wrong_label(label: &str) -> Option<Problem> {
    if label.is_empty() || label.starts_with(['.', '@']) {
        return None;
    }
    let help = format!("write `label = \".{0}\"`, or `label = \"@{0}\"` for a clip", shortened(label));
    wrong("label", label, "but a label begins with `.` or `@`", help)
}

fn wrong_asset(asset: &str) -> Option<Problem> {
    let types = DataReference::ASSET_TYPES;
    if types.contains(&asset) {
        return None;
    }
    wrong("asset", asset, "which is not a content type", known_here(asset, types.iter().copied()))
}

impl Target {
    /// Returns the path of any file in a folder, because relative paths are resolved from a file's folder.
    pub(super) fn file_in(folder: &str) -> Result<SourcePath, rigmill_pipeline::SourcePathError> {
        SourcePath::new(&format!("./{folder}/x"))
    }
}

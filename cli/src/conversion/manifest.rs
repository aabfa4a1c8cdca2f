//! The text of the `rigmill.toml` for a [`Conversion`].

use rigmill_pipeline::TomlValue;

use super::converter::Conversion;
use super::recipe::inline;

/// The manifest of the project `name`, converted from the content project `file` by an option of `init`. `remarks` are lines about
/// the rest.
pub(crate) fn manifest(
    conversion: &Conversion,
    name: &str,
    (file, option): (&str, &str),
    remarks: &[String],
) -> String {
    let file = comment(file);
    let mut text =
        format!("# Made from {file} by `rigmill init {option}`.\n\n[project]\nname = {}\n", TomlValue::from(name));
    if let Some(target) = conversion.target {
        text += &format!("targets = [{}]\n", TomlValue::from(target));
    }
    if let Some(out) = &conversion.out {
        text += &format!("out = {}\n", TomlValue::from(out.as_str()));
    }
    text += &format!(
        "\n# Only what a later rule names is an asset, as in {file}.\n[[rule]]\nmatch = \"**\"\nexclude = true\n"
    );
    if !conversion.params.is_empty() {
        text += &format!("# For the target xna.\nparams = {}\n", inline(&conversion.params));
    }
    for (recipe, sources) in &conversion.rules {
        text += &format!("\n[[rule]]\nmatch = {}\n{}", globs(sources), recipe.key());
    }
    if !remarks.is_empty() {
        text += "\n# Not converted, or converted with a different result:\n";
        remarks.iter().for_each(|remark| text += &format!("#\n# {}\n", comment(remark)));
    }
    text
}

/// One glob, or a list with one per line.
fn globs(sources: &[String]) -> String {
    let glob = |source: &String| TomlValue::from(globset::escape(source)).to_string();
    match sources {
        [one] => glob(one),
        several => {
            let lines: Vec<String> = several.iter().map(|source| format!("    {},\n", glob(source))).collect();
            format!("[\n{}]", lines.concat())
        }
    }
}

/// Text for a comment: one line without control characters.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

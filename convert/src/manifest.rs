//! Writes the text of the `rigmill.toml` for a [`Conversion`].

use rigmill_pipeline::TomlValue;

use super::converter::Conversion;
use super::recipe::inline;

/// Returns the manifest of the project `name`, which an option of `init` converted from the content project `file`. `remarks`
/// are lines about parts that were not converted.
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
        "\n# As in {file}, only files that a later rule matches are assets.\n[[rule]]\nmatch = \"**\"\nexclude = true\n"
    );
    if !conversion.params.is_empty() {
        text += &format!("# For the target xna.\nparams = {}\n", inline(&conversion.params));
    }
    if conversion.takes_new_files {
        text += &format!(
            "\n# Where {file} lists all files of a type in a folder, the rule has a glob, so Rigmill also\n# builds the files that you add later, which {file} does not list.\n"
        );
    }
    for (recipe, globs) in &conversion.rules {
        text += &format!("\n[[rule]]\nmatch = {}\n{}", list(globs), recipe.key());
    }
    if !remarks.is_empty() {
        text += "\n# Not converted, or converted with a different result:\n";
        remarks.iter().for_each(|remark| text += &format!("#\n# {}\n", comment(remark)));
    }
    text
}

/// Formats one glob, or a list with one glob per line.
fn list(globs: &[String]) -> String {
    let quoted = |glob: &String| TomlValue::from(glob.as_str()).to_string();
    match globs {
        [one] => quoted(one),
        several => {
            let lines: Vec<String> = several.iter().map(|glob| format!("    {},\n", quoted(glob))).collect();
            format!("[\n{}]", lines.concat())
        }
    }
}

/// Makes text suitable for a comment: one line without control characters.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

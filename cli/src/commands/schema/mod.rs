//! `rigmill schema`: the JSON schema of rigmill.toml, from the keys that the parser knows and the stages of this program.

mod manifest;
mod params;
mod stages;

use rigmill_pipeline::Registry;

use crate::failure::Failure;
use crate::output::shell::Shell;
use crate::program::builtins;

pub(crate) fn run(registry: &Registry, shell: &Shell) -> Result<bool, Failure> {
    let text = serde_json::to_string_pretty(&manifest::schema(registry));
    let text = text.map_err(|error| Failure::other(format!("the schema cannot be written: {error}"), None))?;
    shell.script(format!("{text}\n").as_bytes());
    Ok(true)
}

/// The first line of a manifest, which leads editors to its schema; empty for a program with other stages than the built-in ones,
/// as the published schema does not have them.
pub(crate) fn hint(registry: &Registry) -> String {
    let is_published = manifest::schema(registry) == manifest::schema(&builtins());
    if is_published { format!("#:schema {}\n", manifest::URL) } else { String::new() }
}

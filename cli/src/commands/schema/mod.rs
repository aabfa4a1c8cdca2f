//! `rigmill schema`: prints the JSON schema of rigmill.toml, created from the parser's keys and this program's stages.

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

/// Returns the first line of a manifest, which tells editors where the schema is. Empty for a program with custom stages,
/// because the published schema does not contain them.
pub(crate) fn hint(registry: &Registry) -> String {
    let is_published = manifest::schema(registry) == manifest::schema(&builtins());
    if is_published { format!("#:schema {}\n", manifest::URL) } else { String::new() }
}

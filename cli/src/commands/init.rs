//! `rigmill init`

use std::fs;
use std::io::Write;

use rigmill_graph::MANIFEST;
use rigmill_pipeline::Registry;

use crate::args::InitArgs;
use crate::failure::Failure;
use crate::shell::Shell;

pub(crate) fn run(registry: &Registry, args: &InitArgs, shell: &Shell) -> Result<bool, Failure> {
    fs::create_dir_all(&args.path).map_err(Failure::io("make", &args.path))?;
    let folder = fs::canonicalize(&args.path).map_err(Failure::io("find", &args.path))?;
    let name = folder.file_name().map_or_else(|| "game".to_owned(), |name| name.to_string_lossy().into_owned());
    let path = args.path.join(MANIFEST);
    let mut file = fs::File::options().write(true).create_new(true).open(&path).map_err(Failure::io("make", &path))?;
    file.write_all(manifest(registry, &name).as_bytes()).map_err(Failure::io("write", &path))?;
    shell.note(format_args!("made {}; `rigmill build` builds what is below it", path.display()));
    Ok(true)
}

fn manifest(registry: &Registry, name: &str) -> String {
    let claims: Vec<String> = registry
        .importers()
        .flat_map(|importer| importer.extensions().iter().map(move |it| (it, importer)))
        .map(|(extension, importer)| {
            format!("#   *.{extension:<14} {} > {}", importer.id().name, importer.default_processor())
        })
        .collect();
    format!(
        "[project]\nname = {name}\n# out = \"build\"\n# targets = [\"native\"]\n\n\
         # What each ending is built by, unless a rule says otherwise:\n{claims}\n#\n\
         # Later rules win. `rigmill list --params` shows the parameters of every stage.\n#\n\
         # [[rule]]\n# match = \"Animation/**/*.Animation\"\n# exclude = [\"Animation/Old/**\"]\n\
         # params = {{ drop_constant_tracks = true }}\n",
        name = toml_text(name),
        claims = claims.join("\n"),
    )
}

/// Text in quotes, as TOML and JSON both write it.
fn toml_text(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| "\"game\"".to_owned())
}

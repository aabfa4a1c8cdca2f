//! `rigmill init`

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rigmill_convert::Request;
use rigmill_disk::{read_file, real_path};
use rigmill_graph::MANIFEST;
use rigmill_pipeline::Registry;

use super::{gitignore, schema, stage};
use crate::args::{InitArgs, Settings};
use crate::failure::Failure;
use crate::output::diagnostics::print_diagnostics;
use crate::output::made::Report;
use crate::output::paths::{shown_folder, shown_path};
use crate::output::printable::quoted;
use crate::output::shell::Shell;
use crate::project::root_around;

/// The largest file that is read, in bytes.
const LONGEST: u64 = 64 << 20;

pub(crate) fn run(registry: &Registry, settings: &Settings, args: &InitArgs, shell: &Shell) -> Result<bool, Failure> {
    if let Some(name) = &args.stage {
        let folder = match &args.path {
            Some(path) => existing_folder(path, args.create)?,
            None => PathBuf::from(name),
        };
        return stage::run(registry, settings.appearance.message_format, name, &folder, shell);
    }
    if let Some(file) = args.from_contentproj.as_ref().or(args.from_mgcb.as_ref()) {
        return from_content_project(registry, settings, args, file, shell);
    }
    let given = args.path.as_deref().unwrap_or(Path::new("."));
    must_be_outside_of_projects(given)?;
    let folder = existing_folder(given, args.create)?;
    let name = folder.file_name().map_or_else(|| "game".to_owned(), |name| name.to_string_lossy().into_owned());
    let text = format!("{}{}", schema::hint(registry), manifest(registry, &name));
    let path = write_new(given, &text)?;
    let report = Report { format: settings.appearance.message_format, shell };
    report.made(
        &path,
        format_args!(
            "made {}; `rigmill build` builds every source in the folder of this file and in its subfolders",
            quoted(&path)
        ),
    );
    gitignore::add_output_folder(&folder, &report);
    Ok(true)
}

fn from_content_project(
    registry: &Registry,
    settings: &Settings,
    args: &InitArgs,
    file: &Path,
    shell: &Shell,
) -> Result<bool, Failure> {
    if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csproj")) {
        let message = format!("{} is the project of a program, not a content project", quoted(file));
        return Err(Failure::other(message, Some("choose the .contentproj or .mgcb file of the content")));
    }
    must_be_content_project(file, args)?;
    let (folder, name) = folder_and_name(file)?;
    let given = args.path.as_deref().unwrap_or(&folder);
    let root = existing_folder(given, args.create)?;
    must_be_new(&root.join(MANIFEST))?;
    let request = Request {
        folder: &folder,
        name: &name,
        root: &root,
        defines: &args.define,
        read: &bounded_read,
        names_all: shell.verbose(),
    };
    let converted = request.convert(registry);
    let converted = converted.map_err(Failure::io("read", file))?;
    print_diagnostics(converted.diagnostics.iter(), &folder, settings.appearance.message_format, shell);
    let Some(text) = converted.manifest else {
        let errors = if converted.errors == 1 { "an error".to_owned() } else { format!("{} errors", converted.errors) };
        let message = format!("rigmill.toml was not written, because {} has {errors}", quoted(file));
        return Err(Failure::Printed {
            message,
            help: "correct the content project; docs/mgcb.md describes how Rigmill reads content projects",
        });
    };
    let path = write_new(&root, &format!("{}{text}", schema::hint(registry)))?;
    let shown = format!("{}{MANIFEST}", shown_folder(&root));
    let (assets, items, textures) = (converted.assets - converted.textures, converted.items, converted.textures);
    let textures = match textures {
        0 => String::new(),
        1 => " and for 1 texture of a model".to_owned(),
        several => format!(" and for {several} textures of models"),
    };
    let rest = if converted.diagnostics.is_empty() {
        ""
    } else {
        "; comments at the end of the file list what is missing or different"
    };
    let report = Report { format: settings.appearance.message_format, shell };
    let made = format_args!("made {} with rules for {assets} of {items} items{textures}{rest}", quoted(&shown));
    report.made(&path, made);
    gitignore::add_output_folder(&root, &report);
    Ok(true)
}

/// Fails if a file or folder exists that is not a content project by its name.
fn must_be_content_project(file: &Path, args: &InitArgs) -> Result<(), Failure> {
    let is_folder = file.is_dir();
    if !is_folder && (conversion_option(file).is_some() || !file.exists()) {
        return Ok(());
    }
    let entries = fs::read_dir(file).into_iter().flatten().flatten();
    let mut inside = entries.map(|entry| entry.path()).filter(|path| conversion_option(path).is_some());
    let help = match (inside.next(), inside.next()) {
        (Some(one), None) => format!("did you mean {}?", quoted(&one)),
        _ if args.from_mgcb.is_some() => "choose a .mgcb file".to_owned(),
        _ => "choose a .contentproj file".to_owned(),
    };
    let what = if is_folder { "a folder, not a content project" } else { "not a content project" };
    Err(Failure::other(format!("{} is {what}", quoted(file)), Some(&help)))
}

/// Fails if a folder is inside of a project, which builds the folder's sources already. A folder with a manifest is a project.
fn must_be_outside_of_projects(path: &Path) -> Result<(), Failure> {
    let absolute = std::path::absolute(path).map_err(Failure::io("find", path))?;
    let existing = absolute.ancestors().find_map(|folder| real_path(folder).ok());
    let root = existing.as_deref().and_then(root_around);
    let Some(root) = root.filter(|_| !absolute.is_file() && !absolute.join(MANIFEST).exists()) else { return Ok(()) };
    let folder = shown_path(root);
    let folder = if folder.is_empty() { ".".to_owned() } else { folder };
    let manifest = format!("{}{MANIFEST}", shown_folder(root));
    let message = format!("{} is a folder inside the project {}", quoted(path), quoted(&folder));
    let help = format!("add a rule to {}, or choose a folder outside of this project", quoted(&manifest));
    Err(Failure::other(message, Some(&help)))
}

/// The canonical folder of a file, and the file's name.
fn folder_and_name(file: &Path) -> Result<(PathBuf, String), Failure> {
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name
        .ok_or_else(|| Failure::other(format!("{} is not a file", quoted(file)), Some("choose a content project")))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok((real_path(folder).map_err(Failure::io("read the content project", file))?, name.to_owned()))
}

/// The canonical path of a folder, which is made if it may be.
fn existing_folder(path: &Path, create: bool) -> Result<PathBuf, Failure> {
    if create {
        fs::create_dir_all(path).map_err(Failure::io("make", path))?;
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => real_path(path).map_err(Failure::io("find", path)),
        Ok(_) => {
            let help = match conversion_option(path) {
                Some(option) => {
                    format!("to convert this content project, run `rigmill init {option} {}`", quoted(path))
                }
                None => "choose a folder".to_owned(),
            };
            Err(Failure::other(format!("{} is a file", quoted(path)), Some(&help)))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let help = "check the path, or create the folder with `--create`";
            Err(Failure::other(format!("there is no folder {}", quoted(path)), Some(help)))
        }
        Err(error) => Err(Failure::io("find", path)(error)),
    }
}

/// Returns the option that converts a content project with this name.
fn conversion_option(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "mgcb" => Some("--from-mgcb"),
        "contentproj" => Some("--from-contentproj"),
        _ => None,
    }
}

fn bounded_read(path: &Path) -> io::Result<Vec<u8>> {
    read_file(path, LONGEST)
}

fn must_be_new(path: &Path) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        Ok(_) => {
            let message = format!("{} already exists", quoted(path));
            Err(Failure::other(message, Some("move this file away first, or choose a different folder")))
        }
        Err(_) => Ok(()),
    }
}

fn write_new(folder: &Path, text: &str) -> Result<PathBuf, Failure> {
    let path = folder.join(MANIFEST);
    must_be_new(&path)?;
    let mut file = fs::File::options().write(true).create_new(true).open(&path).map_err(Failure::io("make", &path))?;
    file.write_all(text.as_bytes()).map_err(Failure::io("write", &path))?;
    Ok(path)
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
        "[project]\nname = {name}\n# out = \"build\"\n# targets = [\"native\"] # known: {targets}\n\n\
         # How each file extension is built, unless a rule changes it:\n{claims}\n#\n\
         # Later rules win. `rigmill list --params` shows the parameters of every stage.\n#\n\
         # [[rule]]\n# match = \"Animation/**/*.Animation\"\n# exclude = [\"Animation/Old/**\"]\n\
         # params = {{ drop_constant_tracks = true }}\n",
        name = toml_text(name),
        targets = registry.targets().join(", "),
        claims = claims.join("\n"),
    )
}

/// A string literal of both TOML and JSON.
fn toml_text(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| "\"game\"".to_owned())
}

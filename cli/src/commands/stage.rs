//! `rigmill init --stage`: creates a crate with an importer, a processor, a writer, their tests, and a program.

use std::fs;
use std::io::Write;
use std::path::Path;

use rigmill_pipeline::{Registry, TomlValue};

use crate::args::MessageFormat;
use crate::failure::Failure;
use crate::output::made::Report;
use crate::output::printable::quoted;
use crate::output::shell::Shell;

/// The program of the example in docs/examples/steps, included through a symbolic link.
const MAIN: &str = include_str!("stage_files/main.txt");

/// The stages of the example.
const STAGES: &str = include_str!("stage_files/stages.txt");

/// The name in the example that is replaced with the user's name.
const EXAMPLE: &str = "steps";

/// Rigmill's crates that the new crate depends on, and their folders in the repository.
const CRATES: [(&str, &str); 2] = [("rigmill-cli", "cli"), ("rigmill-pipeline", "pipeline")];

/// The file that Cargo leaves in the folders of downloaded crates and repositories.
const DOWNLOADED: &str = ".cargo-ok";

/// The maximum length of a name.
const LONGEST: usize = 40;

pub(super) fn run(
    registry: &Registry,
    format: MessageFormat,
    name: &str,
    folder: &Path,
    shell: &Shell,
) -> Result<bool, Failure> {
    must_be_usable(registry, name)?;
    let files = [
        ("Cargo.toml", cargo_toml(name, folder)),
        ("src/main.rs", named(MAIN, name)),
        ("src/stages.rs", named(STAGES, name)),
    ];
    if let Some(taken) = files.iter().map(|(file, _)| folder.join(file)).find(|path| path.exists()) {
        let message = format!("{} already exists", quoted(&taken));
        return Err(Failure::other(message, Some("move this file away first, or choose a different folder")));
    }
    let report = Report { format, shell };
    fs::create_dir_all(folder.join("src")).map_err(Failure::io("make", folder.join("src")))?;
    for (file, text) in &files {
        let path = folder.join(file);
        let created = fs::File::options().write(true).create_new(true).open(&path);
        let written = created.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(Failure::io("write", &path))?;
        report.made(&path, format_args!("made {}", quoted(&path)));
    }
    report.left(format_args!(
        "`cargo test` in {} tests the stages, and `cargo run -- build PATH` builds a project with these stages",
        quoted(folder)
    ));
    Ok(true)
}

/// Checks that a name can be used for stages, types, a crate and a file extension.
fn must_be_usable(registry: &Registry, name: &str) -> Result<(), Failure> {
    if !is_plain(name) {
        // An extension may be written as in *.beats.
        let help = match name.trim_start_matches(['*', '.']) {
            plain if is_plain(plain) => format!("did you mean `{plain}`?"),
            _ => {
                format!("use at most {LONGEST} lower-case letters and digits, and begin with a letter, such as `steps`")
            }
        };
        return Err(Failure::other(format!("`{name}` cannot be the name of a stage"), Some(&help)));
    }
    let is_taken = registry.importer(name).is_some()
        || !registry.processors_named(name).is_empty()
        || registry.importer_for(&format!("a.{name}")).is_some();
    if is_taken {
        let help =
            "choose a name that no stage and no source file extension has; `rigmill list --params` lists the stages";
        return Err(Failure::other(
            format!("there is already a stage or a file extension with the name `{name}`"),
            Some(help),
        ));
    }
    Ok(())
}

/// Whether a name begins with a lower-case letter, and has nothing but lower-case letters and digits.
fn is_plain(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let begins = name.starts_with(|first: char| first.is_ascii_lowercase());
    begins && name.bytes().all(is_letter) && name.len() <= LONGEST
}

/// Returns a file of the example with a different name.
fn named(text: &str, name: &str) -> String {
    let capital = |name: &str| name[..1].to_ascii_uppercase() + &name[1..];
    let text = text.replace(EXAMPLE, name).replace(&capital(EXAMPLE), &capital(name));
    text.replace(&EXAMPLE.to_ascii_uppercase(), &name.to_ascii_uppercase())
}

/// Returns the manifest of the new crate. Rigmill's crates are not published, so they come from the clone in which this program
/// was compiled or, without a clone, from the repository on the internet.
fn cargo_toml(name: &str, folder: &Path) -> String {
    let clone = clone();
    let dependency = |(name, folder): (&str, &str)| match clone {
        Some(clone) => format!("{name} = {{ path = {} }}\n", TomlValue::from(&*clone.join(folder).to_string_lossy())),
        None => {
            let (repository, version) = (env!("CARGO_PKG_REPOSITORY"), env!("CARGO_PKG_VERSION"));
            format!("{name} = {{ git = \"{repository}\", version = \"{version}\" }}\n")
        }
    };
    let is_inside =
        clone.is_some_and(|clone| std::path::absolute(folder).is_ok_and(|folder| folder.starts_with(clone)));
    // Otherwise, Cargo would expect the crate among the members of the clone's workspace.
    let workspace = if is_inside { "\n[workspace]\n" } else { "" };
    format!(
        "[package]\nname = \"{name}-stages\"\nversion = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n\
         [dependencies]\n{}{workspace}",
        CRATES.map(dependency).concat()
    )
}

/// Returns the clone of the repository in which this program was compiled, if it still exists. Cargo may remove repositories
/// that it downloaded itself.
fn clone() -> Option<&'static Path> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    let has = |path: &str| root.join(path).exists();
    (CRATES.iter().all(|(_, folder)| has(&format!("{folder}/Cargo.toml"))) && !has(DOWNLOADED)).then_some(root)
}

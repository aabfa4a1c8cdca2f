//! Finds mistakes in environment variables of Rigmill.

use std::env;
use std::path::Path;

use rigmill_pipeline::{Diagnostic, codes, nearest};

use crate::args::{Args, Command, MessageFormat};
use crate::output::diagnostics::print_diagnostics;
use crate::output::names::alternatives;
use crate::output::shell::Shell;

/// The beginning of the names.
const PREFIX: &str = "RIGMILL_";

/// The variables that Rigmill reads, without the beginning of their names.
const KNOWN: [&str; 12] = [
    "CACHE_DIR",
    "CACHE_SIZE",
    "REMOTE_CACHE",
    "REMOTE_CERTIFICATE_AUTHORITY",
    "REMOTE_CLIENT_CERTIFICATE",
    "REMOTE_CLIENT_KEY",
    "REMOTE_EXEC",
    "REMOTE_HEADERS",
    "REMOTE_INSTANCE",
    "REMOTE_PLATFORM",
    "REMOTE_UPLOAD",
    SIMD,
];

/// The variable for the vector instructions of the runtime, and its values.
const SIMD: &str = "SIMD";
const LEVELS: [&str; 3] = ["plain", "avx2", "avx512"];

/// Warns of misspelt variables and of an unknown value, in the chosen format. Only builds print messages in JSON that are not the
/// result of the command.
#[allow(clippy::disallowed_methods, reason = "only the command line reads the environment")]
pub(crate) fn warn(args: &Args, shell: &Shell) {
    let texts = env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let of_rigmill = texts.filter_map(|(name, value)| Some((name.strip_prefix(PREFIX)?.to_owned(), value)));
    let mut found: Vec<Diagnostic> =
        of_rigmill.filter_map(|(name, value)| fault(&name, &value.to_string_lossy())).collect();
    found.sort_by(|a, b| a.message.cmp(&b.message));
    let format = match (shell.format(), &args.command) {
        (_, Command::Worker(_)) => return,
        (MessageFormat::Json, Command::Build(_) | Command::Watch(_)) => MessageFormat::Json,
        (MessageFormat::Json, _) => MessageFormat::Human,
        (format, _) => format,
    };
    print_diagnostics(found.iter(), Path::new(""), format, shell);
}

/// Returns what is wrong with a variable. Other programs may have variables whose names are not similar.
fn fault(name: &str, value: &str) -> Option<Diagnostic> {
    if KNOWN.contains(&name) {
        return (name == SIMD && !value.is_empty() && !LEVELS.contains(&value)).then(|| unknown_level(value));
    }
    // Rigmill's own tests read these.
    if name.starts_with("UPDATE_") {
        return None;
    }
    let begins = |known: &&&str| name.strip_prefix(**known).is_some_and(|rest| rest.starts_with('_'));
    let longest = KNOWN.iter().filter(begins).max_by_key(|known| known.len()).copied();
    let meant = longest.or_else(|| nearest(name, KNOWN))?;
    let message = format!("Rigmill does not recognize the environment variable {PREFIX}{name}");
    Some(Diagnostic::warning(codes::ENVIRONMENT_VARIABLE, message).help(format!("did you mean {PREFIX}{meant}?")))
}

fn unknown_level(value: &str) -> Diagnostic {
    let message = format!("Rigmill does not recognize the value `{value}` of the environment variable {PREFIX}{SIMD}");
    let known = alternatives(&LEVELS.map(str::to_owned));
    let help = match nearest(value, LEVELS) {
        Some(level) => format!("did you mean `{level}`? The values are {known}"),
        None => format!("set {PREFIX}{SIMD} to {known}; Rigmill ignores any other value"),
    };
    Diagnostic::warning(codes::ENVIRONMENT_VARIABLE, message).help(help)
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn only_misspelt_variables_and_values_are_found() {
        let help = |name: &str, value: &str| fault(name, value).and_then(|it| it.help).unwrap_or_default();
        assert_eq!(help("CACHEDIR", "x"), "did you mean RIGMILL_CACHE_DIR?");
        assert_eq!(help("REMOTE_CACHE_URL", "x"), "did you mean RIGMILL_REMOTE_CACHE?");
        assert!(help("SIMD", "avx").ends_with("The values are plain, avx2 or avx512"), "{}", help("SIMD", "avx"));
        assert!(["plain", ""].iter().all(|value| fault("SIMD", value).is_none()));
        // Variables of tests, of installers and of integrations.
        let others = [
            "ROBOTGAME",
            "ROBOTGAME_PROJECT",
            "FBX",
            "CASD",
            "CLIPS",
            "CONTENT",
            "TORTURE",
            "TORTURE_SEED",
            "TORTURE_STEPS",
            "TORTURE_BURSTS",
            "UPDATE_HEADER",
            "UPDATE_REFERENCE",
            "INSTALL_DIR",
            "RELEASES",
            "VERSION",
            "GLTF_VALIDATOR",
            "TEST_A",
            "TEST_B",
            "TEST_C",
            "TEST_FOLDER",
            "TEST_MACHINE",
            "TEST_ARGUMENTS",
            "EXE",
            "PATH",
            "HOME",
            "LOG",
        ];
        for name in others {
            assert!(fault(name, "x").is_none(), "{name}: {}", help(name, "x"));
        }
    }
}

//! Finds paths to write that begin with something that a shell would have replaced, such as `~` or `$HOME`.

use std::ffi::OsStr;
use std::path::Path;

use super::cache;
use crate::args::{Args, Command, Settings};
use crate::failure::Failure;
use crate::output::printable::quoted;

/// Fails if the command line or the environment names such a path, because Rigmill would make a folder with this name.
pub(crate) fn check(args: &Args, settings: &Settings) -> Result<(), Failure> {
    let out = settings.out.as_deref().map(|path| ("--out", path));
    let cache = settings.cache.cache_dir.as_deref().map(|path| (cache_option(path), path));
    out.into_iter().chain(cache).chain(written(&args.command)).try_for_each(|(name, path)| must_be_expanded(name, path))
}

/// Returns the other paths that a command writes to, with their names.
fn written(command: &Command) -> Vec<(&'static str, &Path)> {
    let option = |name, path| Option::map(path, |path| (name, path));
    let named = match command {
        Command::Build(args) => vec![option("--timings", args.timings.as_deref())],
        Command::Watch(args) => vec![option("--timings", args.timings.as_deref())],
        #[cfg(feature = "view")]
        Command::View(args) => {
            vec![option("--png", args.picture.png.as_deref()), option("--gif", args.picture.gif.as_deref())]
        }
        Command::Inspect(args) => vec![option("--svg", args.svg.as_deref())],
        Command::Pack(args) => vec![option("FILE", Some(&*args.pack))],
        Command::Man(args) => vec![option("DIR", Some(&*args.dir))],
        _ => Vec::new(),
    };
    named.into_iter().flatten().collect()
}

/// Where the folder of the cache comes from.
fn cache_option(path: &Path) -> &'static str {
    if cache::is_from_environment(path) { cache::VARIABLE } else { "--cache-dir" }
}

fn must_be_expanded(name: &str, path: &Path) -> Result<(), Failure> {
    let Some(first) = path.iter().next().and_then(OsStr::to_str).filter(|first| is_unexpanded(first)) else {
        return Ok(());
    };
    let message = format!("{name}: the path {} begins with `{first}`, which Rigmill does not replace", quoted(path));
    let help = format!(
        "write an absolute path (a shell replaces `{first}` only outside of quotes); for a folder with this name, write ./{first}"
    );
    Err(Failure::other(message, Some(&help)))
}

/// Whether the first part of a path is `~`, `~user`, `$NAME`, `${NAME}`, `$(NAME)` or `%NAME%`.
fn is_unexpanded(first: &str) -> bool {
    let is_name = |text: &str| text.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
    let after = |begin| first.strip_prefix(begin);
    let is_home = after("~").is_some_and(|user| user.is_empty() || is_name(user));
    let is_variable = after("$").is_some_and(|name| is_name(name.strip_prefix(['{', '(']).unwrap_or(name)));
    let is_of_windows = after("%").is_some_and(|name| is_name(name) && name.ends_with('%'));
    // Folders of Windows, such as $RECYCLE.BIN, have a dot.
    is_home || is_of_windows || (is_variable && !first.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::is_unexpanded;

    #[test]
    fn only_what_a_shell_replaces_is_found() {
        for text in ["~", "~anna", "$HOME", "${HOME}", "$(OutDir)", "%APPDATA%"] {
            assert!(is_unexpanded(text), "{text}");
        }
        for text in ["", "a~", "~1", "$", "$1", "100%", "%", "a$HOME", "$RECYCLE.BIN", "."] {
            assert!(!is_unexpanded(text), "{text}");
        }
    }
}

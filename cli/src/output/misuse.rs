//! Reports errors in the command line, in the message format that it requests, as far as that can be determined.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::ValueEnum;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use rigmill_graph::MANIFEST;
use rigmill_pipeline::{Diagnostic, codes};

use crate::args::{self, MessageFormat};
use crate::byte_size;
use crate::output::diagnostics::print_diagnostics;
use crate::output::printable::marked;
use crate::output::shell::Shell;

/// The option that chooses the format.
const FORMAT: &str = "--message-format";

/// Prints a command-line error, or the help or version that was asked for.
pub(crate) fn report(mut error: clap::Error, arguments: &[OsString]) -> ExitCode {
    if error.use_stderr() {
        correct_tip(&mut error, arguments);
        let shell = Shell::without_options();
        let format = format(arguments).unwrap_or_default();
        if format == MessageFormat::Human {
            let text = marked(&error.render().ansi().to_string());
            shell.print_stderr_lines(text.trim_end().lines());
        } else {
            let diagnostic = diagnostic(&error.render().to_string());
            print_diagnostics(std::iter::once(&diagnostic), Path::new(""), format, &shell);
        }
    } else {
        // Help and version are results. A closed pipe is not reported.
        let _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Options of other tools, with those that Rigmill has instead.
const RENAMED: [(&str, &str); 4] = [
    ("--format", "--message-format"),
    ("--output-format", "--message-format"),
    ("--json", "--message-format json"),
    ("--frame", "--time"),
];

/// Replaces the tips of clap that mislead: to pass an unknown option as a value, although no command takes a value that begins
/// with `-`, and to use a similar option, although the option belongs to another command.
fn correct_tip(error: &mut clap::Error, arguments: &[OsString]) {
    match error.kind() {
        ErrorKind::UnknownArgument => {}
        ErrorKind::InvalidValue if is_without_value(error) => return ask_for_value(error),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => return name_variable(error, arguments),
        ErrorKind::InvalidSubcommand => return put_command_first(error, arguments),
        _ => return,
    }
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else { return };
    if !unknown.starts_with('-') {
        if let Some(tip) = one_too_many(unknown, arguments) {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
        return;
    }
    let unknown = unknown.split('=').next().unwrap_or_default().to_owned();
    error.remove(ContextKind::Suggested);
    let tip = match unknown.strip_prefix("--") {
        None => {
            doubled_dash(&unknown, arguments).or_else(|| of_other_commands(&unknown, &commands_with_short(&unknown)))
        }
        Some(name) => other_option(&unknown).or_else(|| of_other_commands(&unknown, &commands_with(name))),
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// Returns the tip for a path that a command has no place for. After the value of an option, it is meant as another value.
fn one_too_many(unknown: &str, arguments: &[OsString]) -> Option<String> {
    let texts: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let at = texts.iter().rposition(|text| *text == unknown)?;
    let before = |back: usize| at.checked_sub(back).and_then(|at| texts.get(at)).copied().unwrap_or_default();
    let (option, value) = (before(2), before(1));
    let command = texts.iter().find(|text| args::command().find_subcommand(text).is_some()).copied();
    Some(match (option, command) {
        ("-t" | "--target" | "--against", _) => {
            let values = joined(&texts[at - 1..]);
            format!("separate values with commas, without spaces: '{option} {values}'")
        }
        ("--camera", _) => format!("separate the angles with a comma: '--camera {value},{unknown}'"),
        ("-a" | "--asset", _) => format!("repeat the option: '{option} {value} {option} {unknown}'"),
        (_, Some("build")) => "to build several sources of a project, repeat '--asset'".to_owned(),
        (_, Some("view")) => format!("name the project with '--project {unknown}', which needs '--png' or '--gif'"),
        (_, Some("schema")) => schema_tip(unknown),
        ("cache", _) if value == "gc" && byte_size::parse(unknown).is_ok() => {
            format!("to set the size, use '--max-size {unknown}'")
        }
        _ => return None,
    })
}

/// Joins the values before the next option, which have spaces or commas between them.
fn joined(texts: &[&str]) -> String {
    let values = texts.iter().take_while(|text| !text.starts_with('-')).flat_map(|text| text.split(','));
    values.filter(|value| !value.is_empty()).collect::<Vec<_>>().join(",")
}

/// Returns the tip for a path after `schema`: the file to write, or a project or manifest to check.
fn schema_tip(path: &str) -> String {
    if path.ends_with(".json") {
        return format!("to save the schema, run 'rigmill schema > {path}'");
    }
    if path.ends_with(".toml") && !path.ends_with(MANIFEST) {
        return "'rigmill schema' prints the schema of rigmill.toml; 'rigmill build' checks your own schemas"
            .to_owned();
    }
    format!(
        "to check a project, run 'rigmill doctor {path}'; to save the schema, run 'rigmill schema > rigmill.schema.json'"
    )
}

/// Adds a tip if something else than a command is named in its place: a file or folder, or a command of other programs.
fn put_command_first(error: &mut clap::Error, arguments: &[OsString]) {
    let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let texts: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let is_of_cache = texts.iter().find(|text| args::command().find_subcommand(text).is_some()) == Some(&"cache");
    let tip = match found.as_str() {
        "clear" | "clean" | "prune" if is_of_cache => {
            "to empty the cache, run 'rigmill cache gc --max-size 0'".to_owned()
        }
        _ if is_of_cache && Path::new(found).exists() => {
            "all projects share the cache: write 'rigmill cache stats' without a path".to_owned()
        }
        "version" => "to show the version, run 'rigmill --version'".to_owned(),
        _ if is_of_cache || !Path::new(found).exists() => return,
        _ if error.get(ContextKind::SuggestedSubcommand).is_some() => return,
        _ => {
            let is_command = |name: &&&str| args::command().find_subcommand(name).is_some();
            let command = texts.iter().find(is_command).copied().unwrap_or("build");
            format!("write the command first: 'rigmill {command} {found}'")
        }
    };
    error.remove(ContextKind::SuggestedSubcommand);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
}

/// Returns the tip for a long option with a single dash.
fn doubled_dash(unknown: &str, arguments: &[OsString]) -> Option<String> {
    let mut texts = arguments.iter().filter_map(|argument| argument.to_str());
    let long = texts.find(|text| text.starts_with(unknown) && !commands_with(&text[1..]).is_empty());
    long.map(|long| format!("a long option has two dashes: '-{long}'"))
}

fn other_option(unknown: &str) -> Option<String> {
    if unknown == "--project" {
        return Some("write the project folder without an option, as in 'rigmill build content'".to_owned());
    }
    let meant = RENAMED.iter().find(|(name, _)| *name == unknown);
    meant.map(|(_, meant)| format!("did you mean '{meant}'?"))
}

fn of_other_commands(option: &str, commands: &[String]) -> Option<String> {
    (!commands.is_empty()).then(|| format!("'{option}' is an option of {}", commands.join(", ")))
}

/// Returns the commands that have a long option with this name.
fn commands_with(name: &str) -> Vec<String> {
    commands_where(|option| option.get_long() == Some(name))
}

/// Returns the commands that have a short option, such as `-a`.
fn commands_with_short(option: &str) -> Vec<String> {
    let letter = option.chars().nth(1);
    commands_where(|option| letter.is_some() && option.get_short() == letter)
}

fn commands_where(is_meant: impl Fn(&clap::Arg) -> bool) -> Vec<String> {
    let command = args::command();
    let has = |command: &&clap::Command| command.get_arguments().any(&is_meant);
    let commands = command.get_subcommands().filter(has).filter(|command| !command.is_hide_set());
    commands.map(|command| format!("`rigmill {}`", command.get_name())).collect()
}

/// Adds where an invalid value comes from, if not from the command line.
#[allow(clippy::disallowed_methods, reason = "only the command line reads the environment")]
fn name_variable(error: &mut clap::Error, arguments: &[OsString]) {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return };
    let option = option.split([' ', '=']).next().unwrap_or_default();
    let is_given = arguments.iter().filter_map(|it| it.to_str()).any(|it| it.starts_with(option));
    let command = args::command();
    let mut options = command.get_subcommands().flat_map(clap::Command::get_arguments);
    let found = options.find(|it| it.get_long() == option.strip_prefix("--"));
    let variable = found.and_then(clap::Arg::get_env).filter(|_| !is_given);
    if let Some(variable) = variable.filter(|variable| std::env::var_os(variable).is_some()) {
        let tip = format!("the value comes from the environment variable {}", variable.to_string_lossy());
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// Whether an option is the last argument, without the value that it takes.
fn is_without_value(error: &clap::Error) -> bool {
    matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if value.is_empty())
        && !matches!(error.get(ContextKind::ValidValue), Some(ContextValue::Strings(values)) if !values.is_empty())
}

/// Adds a tip to the error that an option has no value.
fn ask_for_value(error: &mut clap::Error) {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return };
    let Some((name, value)) = option.split_once(' ') else { return };
    let tip = format!("write the {} after {name}", value.trim_matches(['<', '>', '.']));
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
}

/// The format that the command line asks for.
fn format(arguments: &[OsString]) -> Option<MessageFormat> {
    let texts: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let value = texts.iter().enumerate().find_map(|(at, text)| match text.strip_prefix(FORMAT)? {
        "" => texts.get(at + 1).copied(),
        rest => rest.strip_prefix('='),
    });
    let format = value.and_then(|value| MessageFormat::from_str(value, false).ok());
    format.or_else(|| is_json(&texts).then_some(MessageFormat::Json))
}

/// Whether a command is given that has the option `--json`, and this option.
fn is_json(texts: &[&str]) -> bool {
    let has_option = |command: &&clap::Command| command.get_arguments().any(|it| it.get_long() == Some("json"));
    let command = args::command();
    let mut commands = texts.iter().filter_map(|name| command.find_subcommand(name));
    let is_stats = texts.contains(&"cache") && texts.contains(&"stats");
    texts.contains(&"--json") && (is_stats || commands.next().is_some_and(|command| has_option(&command)))
}

/// Converts the error to a diagnostic. The fact in the first paragraph becomes the message, and its remedy and the tips become
/// the help. Without any of these, the usage becomes the help.
fn diagnostic(text: &str) -> Diagnostic {
    let on_one_line = |paragraph: &str| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = text.split("\n\n").map(on_one_line).filter(|paragraph| !paragraph.is_empty());
    let fact = paragraphs.next().unwrap_or_default();
    let (fact, remedy) = split_value_error(fact.strip_prefix("error: ").unwrap_or("no command is given"));
    let (tips, usage): (Vec<String>, Vec<String>) = paragraphs.partition(|paragraph| paragraph.starts_with(TIP));
    let tips = tips.iter().map(|tip| tip.trim_start_matches(TIP));
    let help: Vec<&str> = remedy.into_iter().chain(tips).collect();
    let help = if help.is_empty() { usage.join("; ") } else { help.join("; ") };
    Diagnostic::error(codes::INVALID_COMMAND_LINE, fact).help(help)
}

/// The beginning of a tip.
const TIP: &str = "tip: ";

/// Returns the fact and the remedy of an error about a value, such as `invalid value '0' for '--jobs <N>': write a number`.
fn split_value_error(error: &str) -> (&str, Option<&str>) {
    let begins = [": write ", "; write "].iter().filter_map(|begin| error.find(begin)).min();
    match begins.filter(|_| error.starts_with("invalid value ")) {
        Some(at) => (&error[..at], Some(&error[at + 2..])),
        None => (error, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_found_among_arguments_that_cannot_be_understood() {
        let of = |arguments: &[&str]| format(&arguments.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(of(&["rigmill", "biuld", "--message-format", "json"]), Some(MessageFormat::Json));
        assert_eq!(of(&["rigmill", "--message-format=github", "--x"]), Some(MessageFormat::Github));
        assert_eq!(of(&["rigmill", "--message-format"]), None);
        assert_eq!(of(&["rigmill", "--message-format", "xml"]), None);
        assert_eq!(of(&["rigmill", "list", "--json", "--x"]), Some(MessageFormat::Json));
        assert_eq!(of(&["rigmill", "build", "--json"]), None);
    }

    #[test]
    fn the_first_paragraph_is_the_fact_and_the_rest_the_help() {
        let check = |text: &str, fact: &str, help: &str| {
            let made = diagnostic(text);
            assert_eq!((made.message.as_str(), made.help.as_deref()), (fact, Some(help)));
        };
        let usage = "Usage: rigmill\n\nFor more information, try '--help'.\n";
        check(&format!("error: one too many\n\n  tip: use this\n\n{usage}"), "one too many", "use this");
        let help = "Usage: rigmill; For more information, try '--help'.";
        check(&format!("error: one too many\n\n{usage}"), "one too many", help);
        let invalid = "error: invalid value '0' for '-j <N>': ";
        let fact = "invalid value '0' for '-j <N>'";
        check(&format!("{invalid}write a number; write it here\n\n{usage}"), fact, "write a number; write it here");
        let fact = "invalid value '0' for '-j <N>': `0` is no number";
        check(&format!("{invalid}`0` is no number; write one\n\n  tip: of X\n"), fact, "write one; of X");
    }

    #[test]
    fn a_value_or_a_path_too_many_has_a_tip() {
        let tip = |arguments: &[&str], unknown: &str| {
            one_too_many(unknown, &arguments.iter().map(OsString::from).collect::<Vec<_>>()).unwrap_or_default()
        };
        let native_gltf = "separate values with commas, without spaces: '-t native,gltf'";
        assert_eq!(tip(&["build", "content", "-t", "native,", "gltf", "-q"], "gltf"), native_gltf);
        assert_eq!(tip(&["build", "content", "-t", "native", ",", "gltf"], ","), native_gltf);
        assert_eq!(tip(&["cache", "gc", "5G"], "5G"), "to set the size, use '--max-size 5G'");
        assert_eq!(tip(&["cache", "gc", "content"], "content"), "");
        assert!(tip(&["schema", "a.json"], "a.json").ends_with("'rigmill schema > a.json'"));
        assert!(
            tip(&["schema", "game/rigmill.toml"], "game/rigmill.toml").contains("'rigmill doctor game/rigmill.toml'")
        );
    }
}

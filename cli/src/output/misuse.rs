//! Reports errors in the command line, in the message format that it requests, as far as that can be determined.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, ValueEnum};
use rigmill_pipeline::Diagnostic;

use crate::args::{Args, MessageFormat};
use crate::output::diagnostics::print_diagnostics;
use crate::output::printable::marked;
use crate::output::shell::Shell;

/// The code of the diagnostic.
const MISUSED: &str = "R0411";

/// The option that chooses the format.
const FORMAT: &str = "--message-format";

/// Prints a command-line error, or the help or version that was asked for.
pub(crate) fn report(mut error: clap::Error, arguments: &[OsString]) -> ExitCode {
    if error.use_stderr() {
        correct_tip(&mut error, arguments);
        let shell = Shell::without_options();
        let format = format(arguments).unwrap_or_default();
        if format != MessageFormat::Human {
            let diagnostic = diagnostic(&error.render().to_string());
            print_diagnostics(std::iter::once(&diagnostic), Path::new(""), format, &shell);
        }
        // MSBuild reads standard output and standard error as one stream.
        if format != MessageFormat::Msbuild {
            let text = marked(&error.render().ansi().to_string());
            shell.print_stderr_lines(text.trim_end().lines());
        }
    } else {
        // Help and version are results. A closed pipe is not reported.
        let _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Replaces the tip of clap to pass an unknown option as a value: no command takes a value that begins with `-`. A long option
/// with a single dash is named with two.
fn correct_tip(error: &mut clap::Error, arguments: &[OsString]) {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else { return };
    if error.kind() != ErrorKind::UnknownArgument || unknown.starts_with("--") || !unknown.starts_with('-') {
        return;
    }
    let texts = arguments.iter().filter_map(|argument| argument.to_str());
    let long = texts.filter(|text| text.starts_with(unknown.as_str()) && is_long_option(&text[1..]));
    let tip = long.map(|long| format!("a long option has two dashes: '-{long}'").into()).collect::<Vec<_>>();
    error.remove(ContextKind::Suggested);
    if !tip.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tip));
    }
}

/// Whether any command has a long option with this name.
fn is_long_option(name: &str) -> bool {
    let command = Args::command();
    let mut options = command.get_subcommands().chain([&command]).flat_map(clap::Command::get_arguments);
    options.any(|option| option.get_long() == Some(name))
}

/// The format that the command line asks for.
fn format(arguments: &[OsString]) -> Option<MessageFormat> {
    let texts: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let value = texts.iter().enumerate().find_map(|(at, text)| match text.strip_prefix(FORMAT)? {
        "" => texts.get(at + 1).copied(),
        rest => rest.strip_prefix('='),
    });
    MessageFormat::from_str(value?, false).ok()
}

/// Converts the error to a diagnostic. The first paragraph becomes the message, and the others (such as tips) become the help.
fn diagnostic(text: &str) -> Diagnostic {
    let on_one_line = |paragraph: &str| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = text.split("\n\n").map(on_one_line).filter(|paragraph| !paragraph.is_empty());
    let fact = paragraphs.next().unwrap_or_default();
    let fact = fact.strip_prefix("error: ").unwrap_or("no command is given").to_owned();
    let help: Vec<String> = paragraphs.map(|it| it.trim_start_matches("tip: ").to_owned()).collect();
    Diagnostic::error(MISUSED, fact).help(help.join("; "))
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
    }

    #[test]
    fn the_first_paragraph_is_the_fact_and_the_rest_the_help() {
        let made = diagnostic("error: unexpected argument\n\n  tip: use this\n\nUsage: rigmill\n");
        assert_eq!(
            (made.message.as_str(), made.help.as_deref()),
            ("unexpected argument", Some("use this; Usage: rigmill"))
        );
    }
}

//! [`Shell`]: standard output for results, standard error for everything else, with or without colours.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::args::{Color, Global};

/// Good news.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Bad news.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// What deserves a look.
pub(crate) const ODD: Style = AnsiColor::Yellow.on_default().bold();
/// What matters less.
pub(crate) const DIM: Style = Style::new().dimmed();

/// Where a command prints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shell {
    color: ColorChoice,
    quiet: bool,
    verbose: bool,
}

impl Shell {
    pub(crate) fn new(global: &Global) -> Self {
        let color = match global.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self { color, quiet: global.quiet, verbose: global.verbose }
    }

    pub(crate) fn quiet(&self) -> bool {
        self.quiet
    }

    pub(crate) fn verbose(&self) -> bool {
        self.verbose
    }

    /// Whether a person watches standard error.
    pub(crate) fn watched(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Prints a result.
    pub(crate) fn result(&self, text: impl Display) {
        let mut out = AutoStream::new(io::stdout().lock(), self.color);
        must_print(writeln!(out, "{text}").and_then(|()| out.flush()));
    }

    /// Prints what is no result, even when asked to be quiet.
    pub(crate) fn complain(&self, text: impl Display) {
        let mut err = AutoStream::new(io::stderr().lock(), self.color);
        // Where standard error is closed there is nobody left to tell.
        let _ = writeln!(err, "{text}");
    }

    /// Prints what is no result, unless asked to be quiet.
    pub(crate) fn note(&self, text: impl Display) {
        if !self.quiet {
            self.complain(text);
        }
    }

    /// Prints results, a line each.
    pub(crate) fn result_lines(&self, lines: impl Iterator<Item = String>) {
        let mut out = self.results();
        lines.for_each(|line| must_print(writeln!(out, "{line}")));
        must_print(out.flush());
    }

    /// A locked standard output for results that come in great numbers.
    pub(crate) fn results(&self) -> impl Write {
        io::BufWriter::new(AutoStream::new(io::stdout().lock(), self.color))
    }
}

/// Ends the program when results cannot be printed: quietly for a reader that has seen enough (`rigmill list | head`),
/// with an error for a full disk, so that half a result never looks like a whole one.
pub(crate) fn must_print(result: io::Result<()>) {
    let Err(error) = result else { return };
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    // Where standard error is closed there is nobody left to tell.
    let _ = writeln!(io::stderr().lock(), "error: cannot write to standard output: {error}");
    std::process::exit(2);
}

/// Text in a style.
pub(crate) fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

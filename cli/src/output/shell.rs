//! [`Shell`]: results on standard output, everything else on standard error, with or without colours.
//!
//! Everything that is printed for people, tools and CI logs passes through this module, and every line through [`Form::guard`].

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::args::{Appearance, Color, MessageFormat};
use crate::output::printable::{Form, marked};

/// Success.
pub(crate) const SUCCESS: Style = AnsiColor::Green.on_default().bold();
/// Errors.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Warnings.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// Less important text.
pub(crate) const DIM: Style = Style::new().dimmed();

/// Prints to standard output and standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shell {
    color: ColorChoice,
    format: MessageFormat,
    quiet: bool,
    verbose: bool,
}

impl Shell {
    pub(crate) fn new(appearance: Appearance) -> Self {
        let color = match appearance.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self { color, format: appearance.message_format, quiet: appearance.quiet, verbose: appearance.verbose }
    }

    /// Creates a shell for errors in the command line itself.
    pub(crate) const fn without_options() -> Self {
        Self { color: ColorChoice::Auto, format: MessageFormat::Human, quiet: false, verbose: false }
    }

    /// Returns the format of diagnostics.
    pub(crate) fn format(&self) -> MessageFormat {
        self.format
    }

    pub(crate) fn quiet(&self) -> bool {
        self.quiet
    }

    pub(crate) fn verbose(&self) -> bool {
        self.verbose
    }

    /// Whether standard error is a terminal and output is not suppressed.
    pub(crate) fn watched(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Prints a result that is one line.
    pub(crate) fn result(&self, line: impl Display) {
        self.result_lines(Form::Text, [line]);
    }

    /// Prints a result of several lines. Names in it must be quoted, because a name could otherwise begin a new line.
    pub(crate) fn report(&self, text: &str) {
        self.result_lines(Form::Text, text.lines());
    }

    /// Prints a line of JSON.
    pub(crate) fn json(&self, line: impl Display) {
        self.result_lines(Form::Json, [line]);
    }

    /// Prints results line by line.
    pub(crate) fn result_lines(&self, form: Form, lines: impl IntoIterator<Item: Display>) {
        let mut out = self.results(form);
        lines.into_iter().for_each(|line| must_print(out.line(line)));
        must_print(out.flush());
    }

    /// Returns a locked standard output for large numbers of results.
    pub(crate) fn results(&self, form: Form) -> Lines<impl Write> {
        Lines::new(io::BufWriter::new(AutoStream::new(io::stdout().lock(), self.color)), form)
    }

    /// Prints a script that Rigmill generated, without escaping.
    pub(crate) fn script(&self, script: &[u8]) {
        let mut out = io::stdout().lock();
        must_print(out.write_all(script).and_then(|()| out.flush()));
    }

    /// Prints a line on standard error, even with `--quiet`.
    pub(crate) fn print_stderr(&self, line: impl Display) {
        self.print_stderr_lines([line]);
    }

    /// Prints lines on standard error, even with `--quiet`.
    pub(crate) fn print_stderr_lines(&self, lines: impl IntoIterator<Item: Display>) {
        let mut err = Lines::new(AutoStream::new(io::stderr().lock(), self.color), Form::Text);
        // If standard error is closed, nobody can see the output.
        lines.into_iter().for_each(|line| drop(err.line(line)));
    }

    /// Shows a line at the cursor's place on standard error, instead of the `shown` characters of the line before it.
    pub(crate) fn show_status(&self, line: &str, shown: usize) {
        let mut err = io::stderr().lock();
        let line = Form::Text.guard(line).into_owned();
        let rest = " ".repeat(shown.saturating_sub(line.chars().count()));
        let _ = write!(err, "\r{line}{rest}\r").and_then(|()| err.flush());
    }

    /// Prints a line on standard error, unless `--quiet` is given.
    pub(crate) fn note(&self, line: impl Display) {
        if !self.quiet {
            self.print_stderr(line);
        }
    }
}

/// Prints escaped lines. Text that is written in parts is printed when its line ends.
pub(crate) struct Lines<W> {
    to: W,
    form: Form,
    begun: Vec<u8>,
}

impl<W: Write> Lines<W> {
    fn new(to: W, form: Form) -> Self {
        Self { to, form, begun: Vec::new() }
    }

    /// Prints one line of any text.
    pub(crate) fn line(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.to, "{}", self.form.guard(&line.to_string()))
    }

    /// Prints the unfinished line.
    fn end_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.begun);
        let text = String::from_utf8_lossy(&line);
        match text.strip_suffix('\n') {
            Some(line) => self.line(line),
            None => self.to.write_all(self.form.guard(&text).as_bytes()),
        }
    }
}

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end_line()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.end_line()?;
        self.to.flush()
    }
}

/// Ends the program if results cannot be printed: silently if the reader closed the pipe (`rigmill list | head`), and with an
/// error for any other reason (such as a full disk), so that an incomplete result never looks complete.
pub(crate) fn must_print(result: io::Result<()>) {
    let Err(error) = result else { return };
    if error.kind() == io::ErrorKind::BrokenPipe || is_disconnected(&error) {
        std::process::exit(0);
    }
    // If standard error is closed, nobody can see the output.
    let _ = writeln!(io::stderr().lock(), "error: cannot write to standard output: {error}");
    std::process::exit(2);
}

/// Whether an error is Windows' `ERROR_PIPE_NOT_CONNECTED`: the reader has closed the pipe.
fn is_disconnected(error: &io::Error) -> bool {
    cfg!(windows) && error.raw_os_error() == Some(233)
}

/// Formats text with a style.
pub(crate) fn styled(style: Style, text: impl Display) -> String {
    let [on, off] = [style.render().to_string(), style.render_reset().to_string()].map(|style| marked(&style));
    format!("{on}{text}{off}")
}

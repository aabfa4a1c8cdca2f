//! [`Fault`]: why an XNB file was not read.

use rigmill_pipeline::Diagnostic;

/// Why an XNB file was not read, and at which byte of its content that showed.
#[derive(Debug)]
pub(crate) struct Fault {
    code: &'static str,
    message: String,
    help: &'static str,
}

/// What reading gives.
pub(crate) type Read<T> = Result<T, Box<Fault>>;

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<String>, help: &'static str) -> Box<Self> {
        Box::new(Self { code, message: message.into(), help })
    }

    /// Says what was being read.
    pub(crate) fn within(mut self: Box<Self>, what: &str) -> Box<Self> {
        self.message.insert_str(0, &format!("{what}: "));
        self
    }

    pub(crate) fn into_error(self) -> Diagnostic {
        Diagnostic::error(self.code, self.message).help(self.help)
    }

    pub(crate) fn into_warning(self) -> Diagnostic {
        Diagnostic::warning(self.code, self.message).help(self.help)
    }
}

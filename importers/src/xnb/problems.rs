//! Problems of XNB files.

use rigmill_codec_xnb::{Error, ErrorKind};

use crate::codes;
use crate::report::Problem;

/// Creates the problem of an invalid value.
pub(super) fn invalid(fact: impl Into<String>) -> Problem {
    Problem::new(codes::XNB_VALUE, fact, "build the file again from its source")
}

/// Creates the problem of a value that cannot become content.
pub(super) fn unsupported(fact: impl Into<String>, help: &'static str) -> Problem {
    Problem::new(codes::XNB_UNSUPPORTED, fact, help)
}

/// Creates the problem that a file cannot be read.
pub(super) fn unreadable(error: &Error) -> Problem {
    let (code, help) = code_and_help(error.kind);
    Problem::new(code, error.to_string(), help)
}

const fn code_and_help(kind: ErrorKind) -> (&'static str, &'static str) {
    const DAMAGED: &str = "the file is damaged; build or copy it again";
    match kind {
        ErrorKind::Header => (codes::XNB_HEADER, "check that it is an XNB file"),
        ErrorKind::Version => (codes::XNB_HEADER, "build the file with XNA 4, MonoGame or Rigmill"),
        ErrorKind::Size => (codes::XNB_SIZE, DAMAGED),
        ErrorKind::Compression => (codes::XNB_COMPRESSION, DAMAGED),
        ErrorKind::Truncated => (codes::XNB_ENDS, DAMAGED),
        ErrorKind::TypeReader => (
            codes::XNB_READER,
            "Rigmill reads only RobotGame's animations and the framework's own types; `lenient` accepts readers that no value needs",
        ),
        ErrorKind::TypeReaderVersion => (codes::XNB_READER, "build the file with the reader that the game has"),
        ErrorKind::GameClass => (
            codes::XNB_READER,
            "import its source (such as XNA's XML) as game data, or write it as a dictionary; `lenient` accepts readers that no value needs",
        ),
        ErrorKind::TrailingBytes => (codes::XNB_TRAILING, DAMAGED),
        ErrorKind::Limit => (codes::XNB_LIMIT, "split the asset"),
        _ => (codes::XNB_VALUE, "build the file again from its source"),
    }
}

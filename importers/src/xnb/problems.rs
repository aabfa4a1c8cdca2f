//! Problems of XNB files.

use rigmill_codec_xnb::{Error, ErrorKind};
use rigmill_pipeline::Code;

use crate::codes;
use crate::report::Problem;

/// Creates the problem of an invalid value.
pub(super) fn invalid(fact: impl Into<String>) -> Problem {
    Problem::new(codes::XNB_VALUE, fact, "rebuild the file from its source")
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

const fn code_and_help(kind: ErrorKind) -> (Code, &'static str) {
    const DAMAGED: &str = "the file is damaged; rebuild it or copy it again";
    match kind {
        ErrorKind::Header => {
            (codes::XNB_HEADER, "check that this is an XNB file; if it is, rebuild it with XNA 4, MonoGame or Rigmill")
        }
        ErrorKind::Version => (codes::XNB_HEADER, "rebuild the file with XNA 4, MonoGame or Rigmill"),
        ErrorKind::Size => (codes::XNB_SIZE, DAMAGED),
        ErrorKind::Compression => (codes::XNB_COMPRESSION, DAMAGED),
        ErrorKind::Truncated => (codes::XNB_ENDS, DAMAGED),
        ErrorKind::TypeReader => (
            codes::XNB_READER,
            "set `animation_reader` or `data_reader` to the name of this type reader; if no value needs it, set `lenient = true`",
        ),
        ErrorKind::TypeReaderVersion => {
            (codes::XNB_READER, "rebuild the file with the game's version of the type reader")
        }
        ErrorKind::GameClass => (
            codes::XNB_READER,
            "import the source of this file (such as XNA's XML) as game data; if no value uses this class, set `lenient = true`",
        ),
        ErrorKind::TrailingBytes => (codes::XNB_TRAILING, DAMAGED),
        ErrorKind::Limit => (
            codes::XNB_LIMIT,
            "the file may be damaged; rebuild it or copy it again; if it is not damaged, split the asset",
        ),
        _ => (codes::XNB_VALUE, "rebuild the file from its source"),
    }
}

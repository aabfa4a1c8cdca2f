//! [`encoded`]: encodes a file.

use rigmill_codec_xnb::{ErrorKind, Platform, Profile, Value, XnbFile, encode};
use rigmill_pipeline::{Diagnostic, WriteContext};

use crate::codes;
use crate::written::Written;

/// Encodes a file with this asset and these shared resources.
pub(super) fn encoded(
    platform: Platform,
    profile: Profile,
    primary: Value,
    resources: Vec<Value>,
    ctx: &mut WriteContext,
) -> Written {
    encode(&XnbFile { platform, profile, readers: Vec::new(), primary, resources }).map_err(|error| {
        let (code, help) = match error.kind {
            ErrorKind::Value => (codes::INVALID_CONTENT, "fix the source, or the parameters of its processor"),
            ErrorKind::Limit => (codes::TOO_LARGE, "split the asset"),
            _ => (codes::LOST, "split the asset"),
        };
        ctx.fail(Diagnostic::error(code, error.to_string()).help(help))
    })
}

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
        let fix = "correct the source or the processor's parameters, or fix your own importer or processor";
        let (code, help) = match error.kind {
            ErrorKind::Value => (codes::CONTENT_INVALID, fix),
            ErrorKind::Limit => (codes::CONTENT_TOO_LARGE, "split the asset"),
            _ => (codes::CONTENT_LOST, fix),
        };
        ctx.fail(Diagnostic::error(code, error.to_string()).help(help))
    })
}

#[cfg(test)]
mod tests {
    use rigmill_codec_xnb::{Primitive, PrimitiveType, Type};

    use super::*;

    #[test]
    fn only_files_that_are_too_large_are_to_be_split() {
        let items = vec![Value::String("a".to_owned()), Value::Primitive(Primitive::Int32(1))];
        let mixed = Value::List { ty: Type::List(Type::Primitive(PrimitiveType::Int32).into()).into(), items };
        let mut ctx = WriteContext::new("Data/A");
        assert!(encoded(Platform::default(), Profile::HiDef, mixed, Vec::new(), &mut ctx).is_err());
        let [error] = &ctx.finish()[..] else { panic!("one error is expected") };
        assert_eq!(
            (error.code.as_ref(), error.help.as_deref()),
            (
                codes::CONTENT_LOST.id,
                Some("correct the source or the processor's parameters, or fix your own importer or processor")
            )
        );
    }
}

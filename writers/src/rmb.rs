//! [`RmbWriter`]: writes content as the `.rmb` files that `rigmill-runtime` loads.

use std::marker::PhantomData;

use rigmill_format::{Content, EncodeError};
use rigmill_pipeline::{Diagnostic, NoParams, Value, WriteContext, Writer};

use crate::codes;
use crate::written::Written;

/// Writes any [`Content`] as a `.rmb` file. The bytes are those of [`Content::encode`]; nothing is added.
pub struct RmbWriter<T>(PhantomData<fn() -> T>);

impl<T> Default for RmbWriter<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Content + Value> Writer for RmbWriter<T> {
    type Input = T;
    type Params = NoParams;
    const NAME: &'static str = "rmb";
    /// The layout's version. If a layout changes, only the assets of its type are rebuilt.
    const VERSION: u32 = T::VERSION as u32;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "rmb";

    fn write(&self, value: &T, _params: &NoParams, ctx: &mut WriteContext) -> Written {
        value.encode().map_err(|error| ctx.fail(diagnostic::<T>(&error)))
    }
}

fn diagnostic<T: Content>(error: &EncodeError) -> Diagnostic {
    let (code, help) = match error {
        EncodeError::TooMany { .. } => (codes::CONTENT_TOO_LARGE, "split the asset"),
        _ => (
            codes::CONTENT_INVALID,
            "correct the source or the processor's parameters, or fix your own importer or processor",
        ),
    };
    Diagnostic::error(code, format!("{} cannot be written: {error}", T::TYPE)).help(help)
}

#[cfg(test)]
mod tests {
    use rigmill_format::*;
    use rigmill_pipeline::{Registry, ValueType, WriterLookup};

    use super::*;

    fn clip(bones: &[&str]) -> AnimationSequence {
        let sequence = |bone: &&str| KeyFrameSequence {
            bone_name: (*bone).to_owned(),
            key_count: 1,
            has_translation: true,
            translation: vec![[1.0, -0.0, 3.0]],
            ..KeyFrameSequence::default()
        };
        AnimationSequence { duration: 1.0, sequences: bones.iter().map(sequence).collect(), ..Default::default() }
    }

    #[test]
    fn what_is_written_decodes_to_the_same() {
        let clip = clip(&["a", "b"]);
        let bytes = RmbWriter::default().write(&clip, &NoParams::default(), &mut WriteContext::default()).unwrap();
        assert_eq!(AnimationSequence::decode(&bytes).unwrap(), clip);
    }

    #[test]
    fn content_that_breaks_a_rule_is_reported() {
        let mut ctx = WriteContext::default();
        let written = RmbWriter::default().write(&clip(&["a", "a"]), &NoParams::default(), &mut ctx);
        assert!(written.is_err());
        let reported = ctx.finish();
        assert_eq!(reported.len(), 1);
        assert_eq!(reported[0].code, codes::CONTENT_INVALID);
        assert!(reported[0].message.starts_with("AnimationSequence cannot be written: "), "{}", reported[0].message);
    }

    #[test]
    fn every_content_type_that_processors_make_has_its_writer() {
        let registry = crate::register(Registry::new());
        let types = [
            ValueType::of::<AnimationSequence>(),
            ValueType::of::<Skeleton>(),
            ValueType::of::<Model>(),
            ValueType::of::<CollisionMesh>(),
            ValueType::of::<Texture>(),
            ValueType::of::<Sound>(),
            ValueType::of::<Font>(),
            ValueType::of::<ActionSet>(),
            ValueType::of::<CurveClip>(),
            ValueType::of::<CompressedClip>(),
            ValueType::of::<Data>(),
            ValueType::of::<SampledClip>(),
            ValueType::of::<Motion>(),
            ValueType::of::<Breath>(),
            ValueType::of::<SpringBones>(),
            ValueType::of::<UniformClip>(),
            ValueType::of::<ClipEvents>(),
            ValueType::of::<ClipWeights>(),
        ];
        for path in types.map(|kind| kind.path()) {
            assert!(matches!(registry.writer(Some("rmb"), path, "native"), WriterLookup::Found(_)), "{path}");
            for target in ["gltf", "xna"] {
                assert!(
                    !matches!(registry.writer(None, path, target), WriterLookup::Missing { .. }),
                    "{path} {target}"
                );
            }
        }
        assert_eq!(registry.targets(), ["gltf", "native", "xna"]);
    }
}

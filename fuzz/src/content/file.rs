//! [`ContentFile`]: files of one content type.

use std::rc::Rc;
use std::sync::Arc;

use rigmill_format::{self as format, AlignedBytes, Content, ContentType, DecodeLimits, peek, verify};
use rigmill_runtime::content::{Loadable, Skeleton};

use super::{clips, curves, data, layers, models, morphs, motion};
use crate::mix::random;
use crate::stages::Assets;
use crate::target::Reader;
use crate::trace::Trace;

/// The maximum number of bytes of an expanded coded clip. A few bytes of input can expand to any size.
const EXPANDED: u64 = 1 << 20;

/// Files of one content type.
pub(crate) struct ContentFile {
    kind: ContentType,
    skeleton: Option<Arc<Skeleton>>,
}

impl ContentFile {
    pub(crate) fn new(kind: ContentType, assets: &Rc<Assets>) -> Self {
        let skeleton = assets.skeleton().and_then(|skeleton| Skeleton::from_owned(skeleton).ok());
        Self { kind, skeleton: skeleton.map(Arc::new) }
    }
}

impl Reader for ContentFile {
    fn read(&self, bytes: &[u8], choices: u64, trace: &mut Trace) {
        let random = &mut random(choices);
        let Some(skeleton) = &self.skeleton else { return };
        trace.reach("open");
        match self.kind {
            ContentType::AnimationSequence => {
                if let Some(clip) = open::<format::AnimationSequence, _>(bytes, trace) {
                    clips::play(&Arc::new(clip), random);
                }
            }
            ContentType::CompressedClip => {
                if let Some(clip) = open::<format::CompressedClip, _>(bytes, trace) {
                    clips::sample_compressed(&Arc::new(clip), random);
                }
            }
            ContentType::UniformClip => {
                if let Some(clip) = open::<format::UniformClip, _>(bytes, trace) {
                    clips::sample_uniform(&Arc::new(clip), random);
                }
            }
            ContentType::CurveClip => {
                if let Some(clip) = open::<format::CurveClip, _>(bytes, trace) {
                    curves::play(&Arc::new(clip), random);
                }
            }
            ContentType::SampledClip => {
                if let Some(clip) = open::<format::SampledClip, _>(bytes, trace) {
                    curves::sample(&Arc::new(clip), random);
                }
            }
            ContentType::Skeleton => {
                if let Some(found) = open::<format::Skeleton, _>(bytes, trace) {
                    models::pose(&Arc::new(found), random);
                }
            }
            ContentType::Model => {
                if let Some(model) = open::<format::Model, _>(bytes, trace) {
                    models::walk(&model, random);
                }
            }
            ContentType::CollisionMesh => {
                if let Some(mesh) = open::<format::CollisionMesh, _>(bytes, trace) {
                    models::collide(&mesh, random);
                }
            }
            ContentType::Texture => {
                if let Some(texture) = open::<format::Texture, _>(bytes, trace) {
                    models::mipmaps(&texture);
                }
            }
            ContentType::TextureCube => {
                if let Some(cube) = open::<format::TextureCube, _>(bytes, trace) {
                    models::faces(&cube);
                }
            }
            ContentType::Sound => {
                if let Some(sound) = open::<format::Sound, _>(bytes, trace) {
                    models::samples(&sound);
                }
            }
            ContentType::Font => {
                if let Some(font) = open::<format::Font, _>(bytes, trace) {
                    models::texts(&font, random);
                }
            }
            ContentType::Motion => {
                if let Some(motion) = open::<format::Motion, _>(bytes, trace) {
                    motion::play(&motion, random);
                }
            }
            ContentType::ActionSet => {
                if let Some(actions) = open::<format::ActionSet, _>(bytes, trace) {
                    layers::actions(&actions);
                }
            }
            ContentType::Breath => {
                if let Some(settings) = open::<format::Breath, _>(bytes, trace) {
                    layers::breathe(&settings, skeleton, random);
                }
            }
            ContentType::SpringBones => {
                if let Some(settings) = open::<format::SpringBones, _>(bytes, trace) {
                    layers::swing(&settings, skeleton, random);
                }
            }
            ContentType::ClipWeights => {
                if let Some(weights) = open::<format::ClipWeights, _>(bytes, trace) {
                    morphs::weights(&weights);
                }
            }
            ContentType::ClipEvents => {
                if let Some(events) = open::<format::ClipEvents, _>(bytes, trace) {
                    layers::events(&events, random);
                }
            }
            ContentType::Data => {
                if let Some(found) = open::<format::Data, _>(bytes, trace) {
                    data::walk(&found);
                }
            }
        }
    }
}

/// Opens a file in every way. All must agree on whether it is valid, and a valid file must be the only encoding of its value.
fn open<T: Content, L: Loadable>(bytes: &[u8], trace: &mut Trace) -> Option<L> {
    assert_eq!(T::TYPE, L::TYPE);
    let _ = peek(bytes);
    let limits = DecodeLimits { expanded: EXPANDED };
    let loaded = match L::from_bytes_within(AlignedBytes::from_slice(bytes), limits) {
        Ok(loaded) => loaded,
        Err(error) => {
            trace.report(&variant(&format!("{error:?}")));
            return None;
        }
    };
    trace.reach("play");
    trace.accepted = true;
    assert_eq!(verify(bytes).err(), None, "a file was opened and is not valid");
    let value = T::decode(bytes);
    // A compressed clip may be packed less tightly than by this code. It can then be played, but not decoded.
    assert!(value.is_ok() || T::TYPE == ContentType::CompressedClip, "a file was opened and cannot be decoded");
    let is_current = bytes.get(20..22) == Some(&T::VERSION.to_le_bytes());
    if let (Ok(value), true) = (value, is_current) {
        assert!(value.encode().as_deref() == Ok(bytes), "one value has one encoding");
    }
    Some(loaded)
}

/// Returns the names of an error's variants without the numbers and texts in it.
fn variant(error: &str) -> String {
    error.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.len() > 3).take(3).collect()
}

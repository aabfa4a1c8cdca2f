//! Reads files with the codecs of other programs' formats, without importers.

use std::rc::Rc;

use rigmill_codec_gltf::{Accessors, Container, Error, decode_document, shortened, uri};
use rigmill_codec_unity::{curve_streams, motion_deltas, sampled_clip};
use rigmill_codec_xnb::{
    Animation, Compression, DecodeOptions, Value, decode, decode_outline, describe_entries, encode,
};

use crate::parts;
use crate::target::{Reader, look};
use crate::trace::Trace;

/// The maximum number of elements that are read from an accessor without bytes.
const MAX_ELEMENTS: u64 = 1 << 16;

/// Reads an XNB file, strictly and leniently.
pub(crate) struct XnbFile;

impl Reader for XnbFile {
    fn read(&self, bytes: &[u8], choices: u64, trace: &mut Trace) {
        trace.reach("decode");
        look(decode_outline(bytes));
        let lenient = choices.is_multiple_of(2);
        let options =
            DecodeOptions { animation_reader: Animation::ROBOT_GAME_READER_TYPE, lenient, ..DecodeOptions::default() };
        let decoded = match decode(bytes, options) {
            Ok(decoded) => decoded,
            Err(error) => return trace.report(&format!("{:?}", error.kind)),
        };
        trace.reach("encode");
        trace.accepted = true;
        decoded.deviations.iter().for_each(|error| trace.report(&format!("{:?}", error.kind)));
        trace.report(&decoded.file.primary.type_name());
        if let Value::Dictionary { entries, .. } = &decoded.file.primary {
            look(describe_entries(entries));
        }
        let encoded = encode(&decoded.file);
        if !lenient && decoded.header.compression == Compression::None {
            assert!(encoded.as_deref() == Ok(bytes), "what is decoded strictly has one encoding");
        }
    }
}

/// Reads a glTF file with all its accessors.
pub(crate) struct GltfFile;

impl Reader for GltfFile {
    fn read(&self, bytes: &[u8], _choices: u64, trace: &mut Trace) {
        trace.reach("decode");
        let Ok(container) = Container::decode(bytes) else { return };
        trace.reach("document");
        let root = match decode_document(container.json) {
            Ok(root) => root,
            Err(error) => return trace.report(&format!("{:?}", error.kind)),
        };
        trace.reach("accessors");
        trace.accepted = true;
        match Accessors::open(&root, container.binary, |_, uri| load(uri)) {
            Ok(accessors) => read_accessors(&accessors, trace),
            Err(error) => trace.report(&format!("{:?}", error.kind)),
        }
    }
}

fn load(address: &str) -> Result<Rc<[u8]>, Error> {
    look(shortened(address));
    look(uri::file_path(address).map(|path| uri::escape(&path)));
    Ok(uri::data(address).unwrap_or_else(|| Ok(vec![0; 64]))?.into())
}

fn read_accessors(accessors: &Accessors<'_>, trace: &mut Trace) {
    for (index, _) in (0..).zip(&accessors.root.accessors).take(64) {
        if accessors.count(index).is_ok_and(|count| count <= MAX_ELEMENTS) {
            let found = accessors.read::<f32, 3>(index).map(look);
            let found = found.or_else(|_| accessors.read::<f32, 4>(index).map(look));
            let found = found.or_else(|_| accessors.read::<u32, 1>(index).map(look));
            let found = found.or_else(|_| accessors.read::<f32, 16>(index).map(look));
            found.unwrap_or_else(|error| trace.report(&format!("{:?}", error.kind)));
        }
    }
}

/// Reads a clip in MessagePack.
pub(crate) struct MsgPack;

impl Reader for MsgPack {
    fn read(&self, bytes: &[u8], _choices: u64, trace: &mut Trace) {
        trace.reach("decode");
        match sampled_clip::decode(bytes) {
            Ok(clip) => {
                trace.accepted = true;
                let again = sampled_clip::encode(&clip).and_then(|bytes| sampled_clip::decode(&bytes));
                assert!(
                    format!("{again:?}") == format!("{:?}", Ok::<_, ()>(clip)),
                    "a decoded clip is encoded otherwise"
                );
            }
            Err(error) => trace.report(&format!("{:?}", error.kind)),
        }
    }
}

/// Reads a pair of curve streams.
pub(crate) struct CurveStreams;

impl Reader for CurveStreams {
    fn read(&self, bytes: &[u8], _choices: u64, trace: &mut Trace) {
        trace.reach("decode");
        let (keys, index) = parts::split(bytes);
        match curve_streams::decode(index, keys) {
            Ok(decoded) => {
                trace.accepted = true;
                let encoded =
                    (curve_streams::encode_index(&decoded.tracks), curve_streams::encode_keys(&decoded.tracks));
                let same = encoded.0.as_deref() == Ok(index) && encoded.1 == keys;
                assert!(same || !decoded.deviations.is_empty(), "decoded curves have one encoding");
            }
            Err(error) => trace.report(&format!("{:?}", error.kind)),
        }
    }
}

/// Reads root motion, frame by frame.
pub(crate) struct MotionDeltas;

impl Reader for MotionDeltas {
    fn read(&self, bytes: &[u8], _choices: u64, trace: &mut Trace) {
        trace.reach("decode");
        match motion_deltas::decode(bytes) {
            Ok(motion) => {
                trace.accepted = true;
                assert!(motion_deltas::encode(&motion) == bytes, "decoded motion has one encoding");
            }
            Err(error) => trace.report(&format!("{:?}", error.kind)),
        }
    }
}

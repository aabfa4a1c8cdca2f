//! Reads the output of writers.

use rigmill_codec_gltf::Container;
use rigmill_codec_xnb::{Animation, DecodeOptions};

/// Checks that a written file is valid.
pub(super) fn check(extension: &str, bytes: &[u8]) {
    match extension {
        "rmb" => assert_eq!(rigmill_format::verify(bytes).err(), None, "a written content file is not valid"),
        "xnb" => assert_eq!(xnb_error(bytes), None, "a written XNB file is not valid"),
        "glb" => assert_eq!(glb_error(bytes), None, "a written glTF file is not valid"),
        _ => (),
    }
}

fn xnb_error(bytes: &[u8]) -> Option<String> {
    let options = DecodeOptions {
        animation_reader: Animation::ROBOT_GAME_READER_TYPE,
        lenient: true,
        ..DecodeOptions::default()
    };
    rigmill_codec_xnb::decode(bytes, options).err().map(|error| error.to_string())
}

fn glb_error(bytes: &[u8]) -> Option<String> {
    let document = Container::decode(bytes).and_then(|container| rigmill_codec_gltf::decode_document(container.json));
    document.err().map(|error| error.to_string())
}

//! Round trips of files and values of every kind.

mod compressed;
mod genuine;
mod hostile;
mod round_trips;
mod samples;

use crate::{Animation, DecodeOptions, Platform, Profile, Value, XnbFile};

const STRICT: DecodeOptions<'_> =
    DecodeOptions { animation_reader: Animation::ROBOT_GAME_READER_TYPE, object_reader: "", lenient: false };

fn file(primary: Value) -> XnbFile {
    let (platform, profile) = (Platform::default(), Profile::HiDef);
    XnbFile { platform, profile, readers: Vec::new(), primary, resources: Vec::new() }
}

//! Recognizes binary files that have the extension of a text file.

use crate::report::{Problem, Result};

/// A kind of file: its first bytes, its name, and the remedy.
type Kind = (&'static [u8], &'static str, &'static str);

const KINDS: [Kind; 11] = [
    (b"Kaydara FBX Binary", "a binary FBX file", "rename the file to `.fbx`"),
    (b"; FBX", "an FBX file", "rename the file to `.fbx`"),
    (b"glTF", "a binary glTF file", "rename the file to `.glb`"),
    (b"\x89PNG", "a PNG image", "rename the file to `.png`"),
    (b"\xff\xd8\xff", "a JPEG image", "rename the file to `.jpg`"),
    (b"DDS ", "a DDS image", "rename the file to `.dds`"),
    (b"RIFF", "a RIFF file, such as a WAV sound", "rename the file to `.wav`"),
    (b"OggS", "an Ogg file", "rename the file to `.ogg`"),
    (b"XNB", "an XNB file", "rename the file to `.xnb`"),
    (b"RMB\0", "a content file that Rigmill wrote", "use the source file of this content file"),
    (b"PK\x03\x04", "a ZIP archive", "extract the files from the archive"),
];
/// The number of bytes at the beginning of a file that show whether it is binary.
const BEGINNING: usize = 32;

/// Checks that a file that should be text is not of a known other kind.
pub(crate) fn refuse_other_kinds(bytes: &[u8], code: &'static str) -> Result<()> {
    // A text may begin with the letters of a binary format, as in `RIFF = 1`.
    let is_binary = bytes.iter().take(BEGINNING).any(|byte| *byte < b'\t');
    let is_kind = |(magic, ..): &&Kind| {
        let needs_more = magic.iter().all(u8::is_ascii_alphanumeric) || *magic == b"DDS ";
        bytes.starts_with(magic) && (is_binary || !needs_more)
    };
    match KINDS.iter().find(is_kind) {
        Some((_, name, help)) => Err(Problem::new(code, format!("this is {name}, not text"), *help)),
        None => Ok(()),
    }
}

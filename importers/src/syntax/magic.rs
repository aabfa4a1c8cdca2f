//! Recognizes binary files that have the extension of a text file.

use crate::report::{Problem, Result};

/// A kind of file: its first bytes, its name, and the remedy.
type Kind = (&'static [u8], &'static str, &'static str);

static KINDS: [Kind; 11] = [
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

/// The importers of kinds of files that an importer of scenes or XNB files may get by mistake.
const IMPORTERS: [(&str, &str); 4] =
    [("a binary FBX file", "fbx"), ("an FBX file", "fbx"), ("a binary glTF file", "gltf"), ("an XNB file", "xnb")];

/// Checks that a file that should be text is not of a known other kind.
pub(crate) fn refuse_other_kinds(bytes: &[u8], code: &'static str) -> Result<()> {
    match kind(bytes) {
        Some((_, name, help)) => Err(Problem::new(code, format!("this is {name}, not text"), *help)),
        None => Ok(()),
    }
}

/// Checks that a file for `importer` is not of a kind that a different importer takes. `expected` is what the file should be.
pub(crate) fn refuse_kinds_except(importer: &str, expected: &str, bytes: &[u8], code: &'static str) -> Result<()> {
    let Some((_, name, help)) = kind(bytes) else { return Ok(()) };
    let taken_by = IMPORTERS.iter().find(|(kind, _)| kind == name).map(|(_, importer)| *importer);
    let help = match taken_by {
        Some(other) if other == importer => return Ok(()),
        Some(other) => format!("set `importer = \"{other}\"` in a rule for this file, or {help}"),
        None => (*help).to_owned(),
    };
    Err(Problem::new(code, format!("this is {name}, not {expected}"), help))
}

fn kind(bytes: &[u8]) -> Option<&'static Kind> {
    // A text may begin with the letters of a binary format, as in `RIFF = 1`.
    let is_binary = bytes.iter().take(BEGINNING).any(|byte| *byte < b'\t');
    let is_kind = |(magic, ..): &&Kind| {
        let needs_more = magic.iter().all(u8::is_ascii_alphanumeric) || *magic == b"DDS ";
        bytes.starts_with(magic) && (is_binary || !needs_more)
    };
    KINDS.iter().find(is_kind)
}

//! Recognizes files of a different kind than an importer takes.

use rigmill_pipeline::Code;

use crate::report::{Problem, Result};

/// A kind of file.
struct Kind {
    /// The first bytes.
    magic: &'static [u8],
    name: &'static str,
    /// The importer of such files, and the extensions of its sources; empty if Rigmill does not import such files.
    importer: &'static str,
    extensions: &'static [&'static str],
    /// The remedy if the file has a different extension.
    help: &'static str,
}

impl Kind {
    const fn source(
        magic: &'static [u8],
        name: &'static str,
        importer: &'static str,
        extensions: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self { magic, name, importer, extensions, help }
    }

    const fn foreign(magic: &'static [u8], name: &'static str, help: &'static str) -> Self {
        Self { magic, name, importer: "", extensions: &[], help }
    }

    /// Creates the problem that the file `name` is of this kind, but an importer got it that expects something else.
    fn problem(&self, expected: &str, name: &str, code: Code) -> Problem {
        let fact = format!("this is {}, not {expected}", self.name);
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        if self.extensions.iter().any(|it| it.eq_ignore_ascii_case(extension)) {
            // By its extension, the file would have its own importer. Only a rule can choose a different one.
            let help = "remove `importer` from the rule for this file, or choose an importer for this kind of file";
            return Problem::new(code, fact, help).perhaps_of_parameter("importer");
        }
        Problem::new(code, fact, self.help)
    }
}

static KINDS: [Kind; 12] = [
    Kind::source(b"Kaydara FBX Binary", "a binary FBX file", "fbx", &["fbx"], "rename the file to `.fbx`"),
    Kind::source(b"; FBX", "an FBX file", "fbx", &["fbx"], "rename the file to `.fbx`"),
    Kind::source(b"glTF", "a binary glTF file", "gltf", &["glb", "gltf"], "rename the file to `.glb`"),
    Kind::source(b"\x89PNG", "a PNG image", "image", &["png"], "rename the file to `.png`"),
    Kind::source(b"\xff\xd8\xff", "a JPEG image", "image", &["jpg", "jpeg"], "rename the file to `.jpg`"),
    Kind::source(b"DDS ", "a DDS image", "image", &["dds"], "rename the file to `.dds`"),
    Kind::source(b"RIFF", "a RIFF file, such as a WAV sound", "sound", &["wav"], "rename the file to `.wav`"),
    Kind::source(b"OggS", "an Ogg file", "sound", &["ogg", "oga"], "rename the file to `.ogg`"),
    Kind::source(b"XNB", "an XNB file", "xnb", &["xnb"], "rename the file to `.xnb`"),
    Kind::foreign(b"BLENDER", "a Blender file", "export it from Blender as FBX or glTF"),
    Kind::foreign(b"RMB\0", "a content file that Rigmill wrote", "use the source file of this content file"),
    Kind::foreign(b"PK\x03\x04", "a ZIP archive", "extract the files from the archive"),
];
/// What servers often send instead of a file, for example after a login has expired.
static HTML: Kind = Kind::foreign(b"<", "an HTML page", "download the file again");
/// The number of bytes at the beginning of a file that show whether it is binary.
const BEGINNING: usize = 32;

/// Checks that the file `name`, which should be text, is not of a known other kind.
pub(crate) fn refuse_other_kinds(bytes: &[u8], name: &str, code: Code) -> Result<()> {
    match kind(bytes) {
        Some(kind) => Err(kind.problem("text", name, code)),
        None => Ok(()),
    }
}

/// Checks that the file `name`, which `importer` got, is not of a known kind that this importer does not take. `expected` is what
/// the file should be.
pub(crate) fn refuse_kinds_except(
    importer: &str,
    expected: &str,
    (name, bytes): (&str, &[u8]),
    code: Code,
) -> Result<()> {
    match kind(bytes).or_else(|| is_html(bytes).then_some(&HTML)) {
        Some(kind) if kind.importer != importer => Err(kind.problem(expected, name, code)),
        _ => Ok(()),
    }
}

fn kind(bytes: &[u8]) -> Option<&'static Kind> {
    // A text may begin with the letters of a binary format, as in `RIFF = 1`.
    let is_binary = bytes.iter().take(BEGINNING).any(|byte| *byte < b'\t');
    let is_kind = |kind: &&Kind| {
        let needs_more = kind.magic.iter().all(u8::is_ascii_alphanumeric) || kind.magic == b"DDS ";
        bytes.starts_with(kind.magic) && (is_binary || !needs_more)
    };
    KINDS.iter().find(is_kind)
}

fn is_html(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let begins_with = |tag: &[u8]| text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    begins_with(b"<!DOCTYPE html") || begins_with(b"<html")
}

#[cfg(test)]
mod tests {
    use rigmill_pipeline::Diagnostic;

    use super::*;

    const CODE: Code = crate::codes::IMAGE_UNREADABLE;
    const FBX: &[u8] = b"Kaydara FBX Binary  \0\x1a\0";

    /// Returns the fact, the remedy and the parameter of a problem.
    fn parts(result: Result<()>) -> Option<(String, String, Option<String>)> {
        let Diagnostic { message, help, parameter, .. } = result.err()?.into();
        Some((message, help.unwrap(), parameter.map(|name| name.into_owned())))
    }

    #[test]
    fn a_file_with_the_wrong_extension_is_renamed() {
        let renamed = |fact: &str, help: &str| Some((fact.to_owned(), help.to_owned(), None));
        assert_eq!(
            parts(refuse_other_kinds(FBX, "Walk.Animation", CODE)),
            renamed("this is a binary FBX file, not text", "rename the file to `.fbx`")
        );
        assert_eq!(
            parts(refuse_kinds_except("fbx", "an FBX file", ("a.fbx", b"BLENDER-v300REND \0\0\0"), CODE)),
            renamed("this is a Blender file, not an FBX file", "export it from Blender as FBX or glTF")
        );
        for page in ["<!doctype html>", "\n<HTML lang='en'>", "\u{feff}<!DOCTYPE HTML><html>"] {
            assert_eq!(
                parts(refuse_kinds_except("image", "an image", ("a.png", page.as_bytes()), CODE)),
                renamed("this is an HTML page, not an image", "download the file again"),
                "{page}"
            );
        }
    }

    #[test]
    fn if_the_extension_is_right_the_rule_is_wrong() {
        let png: &[u8] = b"\x89PNG\r\n\x1a\n";
        for result in [
            refuse_other_kinds(FBX, "Beacon.FBX", CODE),
            refuse_kinds_except("gltf", "a glTF file", ("skin.png", png), CODE),
        ] {
            let (_, help, parameter) = parts(result).unwrap();
            assert!(help.starts_with("remove `importer` from the rule for this file"), "{help}");
            assert_eq!(parameter.as_deref(), Some("importer"));
        }
    }

    #[test]
    fn files_of_the_right_kind_and_texts_pass() {
        assert_eq!(refuse_kinds_except("fbx", "an FBX file", ("Beacon.fbx", FBX), CODE), Ok(()));
        assert_eq!(refuse_kinds_except("gltf", "a glTF file", ("a.gltf", b"{\"asset\": {}}"), CODE), Ok(()));
        for text in ["BLENDER = 1", "RIFF = 1", "<html/>"] {
            assert_eq!(refuse_other_kinds(text.as_bytes(), "a.toml", CODE), Ok(()), "{text}");
        }
    }
}

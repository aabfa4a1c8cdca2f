//! [`FontFile`]: a font file of the project, and the index of the font in it.

use rigmill_pipeline::SourcePath;
use skrifa::MetadataProvider;
use skrifa::raw::TableProvider;
use skrifa::raw::tables::head::MacStyle;
use skrifa::raw::tables::os2::SelectionFlags;
use skrifa::raw::{FileRef, FontRef};
use skrifa::string::StringId;

use super::description::FontStyle;
use crate::codes;
use crate::report::{Problem, Result};

/// The maximum number of fonts in a collection that are examined.
const MAX_FACES: usize = 256;
/// The maximum number of characters of a family name that are compared.
const LONGEST_NAME: usize = 256;

/// A font in a file.
pub(super) struct FontFile {
    path: SourcePath,
    bytes: Vec<u8>,
    /// The index of the font in the file.
    index: usize,
}

/// The names and style of a font in a file.
pub(super) struct FaceInfo {
    pub(super) index: usize,
    /// The font's names: its family, its typographic family, and its full name.
    pub(super) names: Vec<String>,
    pub(super) style: FontStyle,
}

impl FaceInfo {
    /// Returns whether a description with this family name means this font.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let wanted = name.to_lowercase();
        self.names.iter().any(|own| own.to_lowercase() == wanted)
    }

    /// Returns the family name, for messages.
    pub(super) fn family(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }
}

impl FontFile {
    pub(super) const fn new(path: SourcePath, bytes: Vec<u8>, index: usize) -> Self {
        Self { path, bytes, index }
    }

    pub(super) const fn path(&self) -> &SourcePath {
        &self.path
    }

    /// Returns the font.
    pub(super) fn face(&self) -> Result<FontRef<'_>> {
        let damaged = || unreadable(&self.path, "is damaged");
        fonts(&self.bytes).nth(self.index).and_then(std::result::Result::ok).ok_or_else(damaged)
    }
}

/// Creates the problem that a font file cannot be read. `fact` is the predicate of a sentence about the file.
pub(super) fn unreadable(path: &SourcePath, fact: &str) -> Problem {
    let help = "use a TrueType or OpenType file: `.ttf`, `.otf` or `.ttc`";
    Problem::new(codes::FONT_UNREADABLE, format!("the font file `{path}` {fact}"), help)
}

fn fonts(bytes: &[u8]) -> impl Iterator<Item = Result<FontRef<'_>, skrifa::raw::ReadError>> {
    FileRef::new(bytes).into_iter().flat_map(|file| file.fonts()).take(MAX_FACES)
}

/// Returns the readable fonts in a file.
pub(super) fn faces(bytes: &[u8]) -> Vec<FaceInfo> {
    let readable = fonts(bytes).enumerate().filter_map(|(index, font)| Some((index, font.ok()?)));
    readable.map(|(index, font)| FaceInfo { index, names: names(&font), style: style(&font) }).collect()
}

fn names(font: &FontRef<'_>) -> Vec<String> {
    let ids = [StringId::FAMILY_NAME, StringId::TYPOGRAPHIC_FAMILY_NAME, StringId::FULL_NAME];
    let name = |id| font.localized_strings(id).english_or_first();
    let all = ids.into_iter().filter_map(name);
    all.map(|name| name.chars().take(LONGEST_NAME).collect()).collect()
}

/// Returns the style that the font states. A heavy weight alone does not make a font bold.
fn style(font: &FontRef<'_>) -> FontStyle {
    if let Ok(os2) = font.os2() {
        let flags = os2.fs_selection();
        let italic = flags.intersects(SelectionFlags::ITALIC | SelectionFlags::OBLIQUE);
        return FontStyle { bold: flags.contains(SelectionFlags::BOLD), italic };
    }
    let flags = font.head().map(|head| head.mac_style()).unwrap_or_default();
    FontStyle { bold: flags.contains(MacStyle::BOLD), italic: flags.contains(MacStyle::ITALIC) }
}
